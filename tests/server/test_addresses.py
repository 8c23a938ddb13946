"""Addresses and networks as people type them and as sockets give them."""

import pytest

from server.addresses import contains, network_of, source_of


@pytest.mark.parametrize(
    ("network", "address", "inside"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.9/24", "203.0.113.200", True),
        ("203.0.113.0/24", ("203.0.113.200", 51234), True),
        ("203.0.113.0/24", "::ffff:203.0.113.5", True),
        ("2001:db8::/32", "2001:db8:1::5", True),
        ("2001:db8::/32", "203.0.113.5", False),
        ("0.0.0.0/0", None, False),
        ("Anna", "203.0.113.5", False),
        ("", "", False),
    ],
)
def test_covers(network, address, inside):
    assert contains(network, address) is inside


@pytest.mark.parametrize("text", ["Anna", "", "1.2.3", "1.2.3.4/33", "小明", "300.1.1.1", None])
def test_what_is_no_network(text):
    assert network_of(text) is None


def test_an_ipv6_subscriber_is_one_source_whatever_address_they_take():
    assert source_of("2001:db8:1:2::1") == source_of("2001:db8:1:2:ffff::9")
    assert source_of("2001:db8:1:2::1") != source_of("2001:db8:1:3::1")
    assert source_of("203.0.113.7") != source_of("203.0.113.8")
