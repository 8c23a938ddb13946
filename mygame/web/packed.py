"""What is made once and sent to many: kept compressed in the ways that browsers take."""

from __future__ import annotations

import gzip

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

JSON = "application/json"

#: By what `Content-Encoding` says of it, the shortest first; `gzip` is always there.
type Packed = dict[str, bytes]


def pack_body(body: bytes) -> Packed:
    """What is to be sent often, as short as can be; this takes its time."""
    return {"br": brotli.compress(body), "gzip": gzip.compress(body, mtime=0)}


def packed_response(request: HttpRequest, packed: Packed, content_type: str = JSON) -> HttpResponse:
    """It in the shortest way that who asks takes."""
    taken = request.headers.get("Accept-Encoding", "")
    way = next((each for each in packed if each in taken), "")
    body = packed[way] if way else gzip.decompress(packed["gzip"])
    answer = HttpResponse(body, content_type=content_type)
    if way:
        answer.headers["Content-Encoding"] = way
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer
