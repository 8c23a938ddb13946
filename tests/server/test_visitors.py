"""Whose word on where a visitor comes from counts."""

import pytest

from server import visitors


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "found"),
    [
        # Nobody is trusted: what the connection says.
        ((), "192.0.2.1", ["203.0.113.5"], "192.0.2.1"),
        ((), "::ffff:192.0.2.1", [], "192.0.2.1"),
        ((), None, ["203.0.113.5"], ""),
        # A proxy adds to the end; what the visitor has written himself stands before it.
        (("127.0.0.1",), "127.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        (("127.0.0.1",), "127.0.0.1", ["10.9.9.9, 203.0.113.5"], "203.0.113.5"),
        (("127.0.0.1",), "127.0.0.1", ["10.9.9.9", "203.0.113.5"], "203.0.113.5"),
        (("127.0.0.1",), "192.0.2.1", ["203.0.113.5"], "192.0.2.1"),
        # A chain of proxies, one of them from a trusted network.
        (
            ("127.0.0.1", "10.0.0.0/8"),
            "127.0.0.1",
            ["6.6.6.6, 203.0.113.5, 10.1.2.3"],
            "203.0.113.5",
        ),
        # Rubbish is nobody: then who has sent it counts.
        (("127.0.0.1",), "127.0.0.1", ["203.0.113.5, unknown"], "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", [""], "127.0.0.1"),
        (("::1",), "::1", ["2001:db8::7"], "2001:db8::7"),
    ],
)
def test_the_visitor_is_the_last_one_a_trusted_proxy_has_seen(
    settings, proxies, peer, forwarded, found
):
    settings.TRUSTED_PROXIES = proxies
    assert visitors.visitor_address(peer, forwarded) == found


def test_the_proof_depends_on_the_secret_key(settings):
    proof = visitors.proof_of_key()
    assert visitors.is_from_portal(proof)
    assert not visitors.is_from_portal(None)
    settings.SECRET_KEY = "another"
    assert not visitors.is_from_portal(proof)
