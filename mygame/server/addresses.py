"""Addresses of the internet: what counts as one person's, and whether one lies in a network."""

from __future__ import annotations

import ipaddress

type Address = ipaddress.IPv4Address | ipaddress.IPv6Address
type Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# What one subscriber of IPv6 has at least: counting single addresses would count nobody.
IPV6_HOME = 64


def address_of(text: object) -> Address | None:
    """An address as Evennia gives it (text, or a tuple that begins with it); None if it is none."""
    if isinstance(text, list | tuple):
        text = text[0] if text else ""
    try:
        found = ipaddress.ip_address(str(text or "").strip().strip("[]").partition("%")[0])
    except ValueError:
        return None
    # ::ffff:10.0.0.1 is 10.0.0.1 on a socket which takes both.
    return getattr(found, "ipv4_mapped", None) or found


def network_of(text: object) -> Network | None:
    """
    A network, or an address as a network of its own; None if it is neither.

    >>> network_of("10.1.2.3/8"), network_of("Anna")
    (IPv4Network('10.0.0.0/8'), None)
    """
    if address := address_of(text):
        return ipaddress.ip_network(address)
    try:
        return ipaddress.ip_network(str(text or "").strip(), strict=False)
    except ValueError:
        return None


def contains(network: object, address: object) -> bool:
    """Whether an address lies in a network."""
    wide, one = network_of(network), address_of(address)
    return wide is not None and one is not None and one in wide


def source_of(address: object) -> str:
    """What limits by address count as one source; the empty text for what has no address."""
    found = address_of(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))
    return str(found) if found else ""
