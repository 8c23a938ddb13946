"""
Web push (RFC 8030, 8291, 8292): a message to a browser that asked for it, by the service of its
maker.

The address comes from a browser, so from anybody: only https, only to machines of the public
network, each message to the very address that was checked, no redirections, and an end to waiting.
Our key is made once and kept in the data directory. `send` blocks: it is for threads.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path
from threading import Lock, Timer
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

from server.conf.environment import private_file

SECONDS = 8  # for a message, all in all
TTL = 60 * 60  # seconds for which the service keeps it for a browser that is off
LONGEST = 600  # characters of an address
GONE = (404, 410)  # the browser does not want any more
ANYWHERE_UNSAFE = "PUSH_ANYWHERE"  # a setting, for tests: any address will do
# Networks of IPv6 that lead on to addresses of IPv4, whichever those are.
LEADS_ON = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"))

_making = Lock()


class Address(NamedTuple):
    """Where a browser is reached, and the keys that only it can read by."""

    endpoint: str
    p256dh: str
    auth: str


def check_address(given: Address) -> Address:
    """
    An address as it is kept.

    :raises ValueError: if nobody can be reached by it.
    """
    _split(given.endpoint)
    point, secret = _decoded(given.p256dh), _decoded(given.auth)
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    if len(point) != 65 or len(secret) != 16:
        raise ValueError("keys of another kind")
    return given


def public_key() -> str:
    """By which browsers know that it is us."""
    point = _key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(point).decode().rstrip("=")


def send(to: Address, message: bytes) -> int:
    """
    Hand a message over, and give what the service says: 201 mostly, one of `GONE`.

    :raises OSError, ValueError, http.client.HTTPException: it could not be handed over.
    """
    parts = _split(to.endpoint)
    origin = f"{parts.scheme}://{parts.netloc}"
    headers = {
        **_key().sign({"aud": origin, "sub": _who_we_are()}),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Urgency": "high",
    }
    body = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(to.p256dh),
        auth_secret=_decoded(to.auth),
        version="aes128gcm",
    )
    connection = _Pinned(parts)
    connection.connect()
    end = Timer(SECONDS, connection.cut)
    end.daemon = True
    end.start()
    try:
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        end.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was checked, whatever its name means a moment later."""

    def __init__(self, parts: SplitResult):
        super().__init__(parts.hostname or "", _port(parts), timeout=SECONDS)
        self.secure = parts.scheme == "https"

    def connect(self) -> None:
        """:raises OSError: nobody answers, or it is nobody's affair who does."""
        self.sock = socket.create_connection(_find_public(self.host, self.port), SECONDS)
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it from another thread."""
        with contextlib.suppress(OSError, AttributeError):  # it has ended already
            self.sock.shutdown(socket.SHUT_RDWR)


def _find_public(host: str, port: int) -> tuple[str, int]:
    """
    An address of a name.

    :raises OSError: if there is none, or one of them is not of the public network.
    """
    found = [row[4][0] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found:
        raise OSError(f"{host} has no address")
    if not _anywhere() and not all(map(is_public, map(str, found))):
        raise OSError(f"{host} is not of the public network")
    return str(found[0]), port


def is_public(address: str) -> bool:
    """Whether an address is of the public network, and of nothing behind it."""
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None)
    if inner is not None:
        return is_public(str(inner))
    if found.version == 6 and any(found in network for network in LEADS_ON):
        return False
    return found.is_global and not found.is_multicast


def _split(endpoint: str) -> SplitResult:
    parts = urlsplit(endpoint)
    plain = parts.username is None and parts.password is None and not parts.fragment
    ours = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not (parts.hostname and plain and ours and len(endpoint) <= LONGEST):
        raise ValueError("no address of a push service")
    if not _anywhere() and (parts.scheme != "https" or _port(parts) != 443):
        raise ValueError("push services are reached by https")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _anywhere() -> bool:
    return bool(getattr(settings, ANYWHERE_UNSAFE, False))


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.encode("ascii", errors="strict") + b"=" * (-len(text) % 4))


def _who_we_are() -> str:
    address: str = settings.SITE_ADDRESS
    return address if address.startswith("https://") else f"mailto:push@{settings.SERVER_HOSTNAME}"


@cache
def _read_key(path: str) -> Vapid02:
    return Vapid02.from_pem(Path(path).read_bytes())


def _key() -> Vapid02:
    """Ours; made when it is first needed."""
    path = Path(settings.PUSH_KEY_FILE)
    with _making:
        if not path.exists():
            made = Vapid02()
            made.generate_keys()
            private_file(path, made.private_pem().decode())
        return _read_key(str(path))
