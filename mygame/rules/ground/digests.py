"""Digests of plain data, the same in every process."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import orjson


def digest(*parts: Any) -> str:
    """A digest of JSON-able data, also of numbers beyond 64 bits, which authors can write."""
    try:
        data = orjson.dumps(parts, default=_plain, option=orjson.OPT_NON_STR_KEYS)
    except orjson.JSONEncodeError:
        data = json.dumps(parts, default=_plain).encode()
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value)
    return str(value)  # what a default may be: see `schema.REQUIRED`
