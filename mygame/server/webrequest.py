"""What both web servers of the game do with every request, whatever answers it.

Headers that browsers need to protect people are filled in where the answer has none of its own;
bodies have an end; and what goes wrong becomes a plain page, never a traceback. `web_plugins`
puts it into Evennia's web servers.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import brotli
from django.conf import settings
from twisted.internet import threads
from twisted.logger import Logger
from twisted.web.http import CACHED
from twisted.web.http_headers import Headers
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET
from twisted.web.server import Request as TwistedRequest
from twisted.web.static import File, getTypeAndEncoding

from server import plainpage

# Bytes of a request. Forms of the admin's pages are the largest there are.
LARGEST = 1024 * 1024
# For what says nothing else itself. Pages set policies of their own (`web`); these are for files
# and for what goes wrong before a page is made.
PROTECTION = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    "Permissions-Policy": settings.PERMISSIONS_POLICY,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
}
if settings.SECURE_HSTS_SECONDS:
    PROTECTION["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"

# Of what can never be a page by itself; on a slow line a table fetches some forty of these.
PROTECTION_OF_PARTS = {
    name: value
    for name, value in PROTECTION.items()
    if name in ("X-Content-Type-Options", "Strict-Transport-Security")
}
PARTS = ("text/javascript", "text/css")

OF_TEXT = (".css", ".js", ".mjs", ".svg", ".json")
PACKED_FILES = 400  # in memory, some 4 kB each

log = Logger()


def protect(headers: Headers) -> None:
    """Fill in what is missing, and say nothing of what we are made of."""
    headers.removeHeader("Server")
    kind = str((headers.getRawHeaders("Content-Type") or [""])[0])
    needed = PROTECTION_OF_PARTS if kind.startswith(PARTS) else PROTECTION
    for name, value in needed.items():
        if not headers.hasHeader(name):
            headers.setRawHeaders(name, [value])


class Request(TwistedRequest):
    """A request to one of our web servers."""

    _received = 0

    def handleContentChunk(self, data):
        """Take a piece of the body, but not without end."""
        before, self._received = self._received, self._received + len(data)
        if self._received <= LARGEST:
            super().handleContentChunk(data)
        elif before <= LARGEST:
            self._refuse_body()

    def _refuse_body(self) -> None:
        """The request is not complete and never will be, so nothing else can answer it."""
        body = plainpage.render_page(plainpage.TOO_LARGE)
        headers = {
            **PROTECTION,
            "Connection": "close",
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": len(body),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        transport = self.channel.transport
        transport.write(f"HTTP/1.1 413 Content Too Large\r\n{lines}\r\n".encode() + body)
        transport.loseConnection()

    def write(self, data):
        """Send a piece of the answer; before the first one its headers are complete."""
        if not self.startedWriting:
            protect(self.responseHeaders)
        super().write(data)

    def notice(self, code: int, notice: plainpage.Notice) -> None:
        """Answer with a plain page, if it is not too late to answer at all."""
        if self.startedWriting or self.finished or self._disconnected:
            return
        body = plainpage.render_page(notice)
        self.setResponseCode(code)
        self.responseHeaders.setRawHeaders("Content-Type", ["text/html; charset=utf-8"])
        self.responseHeaders.setRawHeaders("Content-Length", [str(len(body))])
        self.responseHeaders.setRawHeaders("Cache-Control", ["no-store"])
        if code == 503:
            self.responseHeaders.setRawHeaders("Retry-After", ["5"])
        self.write(body)
        self.finish()

    def processingFailed(self, reason):
        """Something of ours is broken: the log gets the traceback, the visitor a sentence."""
        log.failure("A web request failed.", failure=reason)
        self.notice(500, plainpage.FAILED)
        return reason


class NotFound(Resource):
    """Where nothing is."""

    isLeaf = True

    def render(self, request):
        """Whatever was asked of it."""
        request.notice(404, plainpage.NOT_FOUND)
        return NOT_DONE_YET


# How files of text are packed on their way, the best first.
PACKERS = {"br": brotli.compress, "gzip": gzip.compress}


@lru_cache(maxsize=PACKED_FILES)
def pack_file(path: str, changed: float, way: str) -> bytes:
    """A file as it is sent; `changed` is when it last was. Takes some 20 ms the first time."""
    with open(path, "rb") as file:
        return PACKERS[way](file.read())


class PackedFile(Resource):
    """A file of text, packed for whoever can unpack it; pictures and the like are already."""

    isLeaf = True

    def __init__(self, file: File):
        super().__init__()
        self.file = file

    def render_GET(self, request):
        """The file, as small as the browser takes it."""
        offered = (request.getHeader("Accept-Encoding") or "").lower().replace(" ", "").split(",")
        accepted = {each.partition(";")[0] for each in offered if not each.endswith(";q=0")}
        way = next((each for each in PACKERS if each in accepted), None)
        if way is None or request.getHeader("Range"):
            return self.file.render_GET(request)
        file = self.file
        kind, _ = getTypeAndEncoding(
            file.basename(), file.contentTypes, file.contentEncodings, file.defaultType
        )
        request.setHeader("Content-Type", kind)
        Files.say_how_long(request)
        changed = file.getModificationTime()
        if request.setLastModified(changed) is CACHED:
            return b""
        request.setHeader("Content-Encoding", way)
        packed = threads.deferToThread(pack_file, file.path, changed, way)
        packed.addCallback(_send, request).addErrback(request.processingFailed)
        return NOT_DONE_YET

    render_HEAD = render_GET


def _send(body: bytes, request) -> None:
    if request._disconnected:
        return
    request.setHeader("Content-Length", str(len(body)))
    request.write(body)
    request.finish()


class Files(File):
    """
    A folder of files, without listings.

    An address with a digest of the content (`?v=`, see `web.tags.asset`) never has another
    one, so browsers keep what they have got; other files they ask after each time, and get them if
    changed.
    """

    childNotFound = dangerousPathError = forbidden = NotFound()
    contentTypes = {
        **File.contentTypes,
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
    }

    def getChild(self, path, request):
        """A folder in this one, or a file, which is packed on its way."""
        child = super().getChild(path, request)
        is_text = isinstance(child, File) and child.isfile() and child.path.endswith(OF_TEXT)
        return PackedFile(child) if is_text else child

    def directoryListing(self):
        """Nobody needs to know what else there is."""
        return self.childNotFound

    def render_GET(self, request):
        """A file, or that there is none."""
        self.say_how_long(request)
        return super().render_GET(request)

    render_HEAD = render_GET

    @staticmethod
    def say_how_long(request) -> None:
        """Whether a browser may keep a file for ever."""
        kept = "public, max-age=31536000, immutable" if b"v" in request.args else "no-cache"
        request.setHeader("Cache-Control", kept)
        request.setHeader("Vary", "Accept-Encoding")
