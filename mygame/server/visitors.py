"""Where a visitor comes from: the one answer that bans and limits go by.

Both processes look at the address the bytes really come from. What a header says of somebody
further away counts only if those bytes come from a proxy named in `settings.TRUSTED_PROXIES`, and
of a chain only as much as such proxies have written. The Portal hands its answer on to the
Server's web pages with a proof that it is the Portal's.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from server.addresses import address_of, contains

# Headers between the Portal and the Server. A visitor's own ones of these names are thrown away.
FORWARDED = "X-Forwarded-For"
PROTOCOL = "X-Forwarded-Proto"
PROOF = "X-Chrono-Portal"


def is_trusted(address: str | None) -> bool:
    """Whether what comes from this address may say whom it speaks for."""
    return any(contains(proxy, address) for proxy in settings.TRUSTED_PROXIES)


def visitor_address(peer: str | None, forwarded: Iterable[str] = ()) -> str:
    """
    The address of who is behind a connection; empty if it has none (a socket of the machine).

    `peer` is the other end of the connection, `forwarded` the values of its X-Forwarded-For. A
    proxy adds to the end of them whom it has seen itself, so they are read from there, as far as
    trusted proxies go; the rest anybody may have written.
    """
    found = address_of(peer)
    chain = [address for value in forwarded for address in value.split(",")]
    while chain and is_trusted(str(found)):
        before = address_of(chain.pop())
        if before is None:
            break
        found = before
    return str(found or "")


def proof_of_key() -> str:
    """What only who knows the secret key of this installation can say."""
    return salted_hmac("chrono.portal", FORWARDED).hexdigest()


def is_from_portal(said: str | None) -> bool:
    """Whether a request to the Server comes through the Portal."""
    return constant_time_compare(said or "", proof_of_key())
