"""
TLS of the game itself: web pages and websocket by TLS instead of plainly, telnet by TLS beside the
plain port. For who has a certificate and no proxy (`CHRONO_TLS_CERT`, docs/hosting.md).

The files are looked at for each connection: a certificate that was renewed counts at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from evennia.utils import logger
from OpenSSL import SSL
from twisted.application import internet
from twisted.protocols.tls import TLSMemoryBIOFactory

# What the names of Evennia's services begin with.
OF_THE_WEB = ("EvenniaWebProxy", "EvenniaWebSocket")
OF_TELNET = "EvenniaTelnet"
SECURED = "Secure"  # begins the name of a service beside another one


class Certificate:
    """A chain of certificates and its key, read anew when a file has changed."""

    def __init__(self, chain: Path, key: Path):
        self.chain, self.key = chain, key
        self._context: SSL.Context | None = None
        self._as_of: tuple[int, ...] = ()

    def getContext(self) -> SSL.Context:
        """
        What Twisted asks of a context factory.

        :raises OSError, SSL.Error: if there has never been a usable certificate.
        """
        try:
            as_of = tuple(path.stat().st_mtime_ns for path in (self.chain, self.key))
            if as_of != self._as_of:
                self._context, self._as_of = self._read(), as_of
        except (OSError, SSL.Error):
            if self._context is None:
                raise
            logger.log_trace(f"The certificate {self.chain} cannot be read; the old one goes on.")
        assert self._context is not None  # noqa: S101 (for mypy: it has been read)
        return self._context

    def _read(self) -> SSL.Context:
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_2_VERSION)
        context.set_options(SSL.OP_NO_COMPRESSION | SSL.OP_NO_RENEGOTIATION)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.use_certificate_chain_file(str(self.chain))
        context.use_privatekey_file(str(self.key))
        context.check_privatekey()
        return context


class Listener(TLSMemoryBIOFactory):
    """
    TLS before whatever a factory speaks.

    Twisted would say in the handshake that web pages are HTTP/1.1, which browsers expect anyhow,
    by a change to the context; one that is used by connections cannot be changed any more.
    """

    def _applyProtocolNegotiation(self, connection: SSL.Connection) -> None:
        """Nothing to say."""


def secure(service: internet.TCPServer) -> None:
    """Let a service that listens at a port do so by TLS."""
    port, factory, *others = service.args
    certificate = Certificate(settings.TLS_CERTIFICATE, settings.TLS_KEY)
    service.args = (port, Listener(certificate, False, factory), *others)


def tls_twin(service: internet.TCPServer, port: int) -> internet.TCPServer:
    """The same service at another port, by TLS."""
    _, factory, *others = service.args
    other = internet.TCPServer(port, factory, *others, **service.kwargs)
    other.setName(f"{SECURED}{service.name}")
    secure(other)
    return other


def tcp_of(transport: Any) -> Any:
    """The TCP connection of a transport, under TLS or not."""
    return getattr(transport, "transport", transport)
