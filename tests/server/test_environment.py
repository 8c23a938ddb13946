"""What the variables of the environment mean, and how a wrong one is answered."""

import stat

import pytest

from server.conf import environment


def test_defaults_are_the_well_known_ports_on_this_machine_only():
    found = environment.read_environment({})
    assert (found.telnet_port, found.web_port, found.websocket_port) == (4000, 4001, 4002)
    assert found.interface == "127.0.0.1"
    assert "localhost" in found.allowed_hosts


def test_variables_override_and_an_empty_one_does_not_count():
    found = environment.read_environment({"CHRONO_TELNET_PORT": "5000", "CHRONO_WEB_PORT": " "})
    assert (found.telnet_port, found.web_port) == (5000, 4001)


def test_with_tls_a_proxy_of_this_machine_is_trusted_where_no_other_is_named():
    tls = {"CHRONO_TLS": "1"}
    assert environment.read_environment({}).trusted_proxies == ()
    assert environment.read_environment(tls).trusted_proxies == ("127.0.0.1", "::1")
    named = environment.read_environment(tls | {"CHRONO_TRUSTED_PROXIES": "10.0.0.0/8"})
    assert named.trusted_proxies == ("10.0.0.0/8",)


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        ({"CHRONO_TELNET_PORT": "door"}, "CHRONO_TELNET_PORT=door is not a port"),
        ({"CHRONO_AMP_PORT": "70000"}, "CHRONO_AMP_PORT=70000 is not a port"),
        ({"CHRONO_WEB_PORT": "4000"}, "CHRONO_WEB_PORT and CHRONO_TELNET_PORT are both 4000"),
        ({"CHRONO_TLS_CERT": "/no/such.pem"}, "CHRONO_TLS_CERT: the file /no/such.pem is not"),
        ({"CHRONO_SQLITE_SYNCHRONOUS": "off"}, "CHRONO_SQLITE_SYNCHRONOUS=OFF is unknown"),
    ],
)
def test_a_senseless_value_is_named(variables, complaint):
    with pytest.raises(environment.BadEnvironment, match=complaint):
        environment.read_environment(variables)


def test_a_certificate_has_its_key_beside_it_in_it_or_where_it_is_said(tmp_path):
    chain, beside, other = (tmp_path / name for name in ("full.pem", "privkey.pem", "other.pem"))
    chain.touch()
    other.touch()
    told = {"CHRONO_TLS_CERT": str(chain)}
    assert environment.read_environment(told).tls_key == chain
    beside.touch()
    found = environment.read_environment(told)
    assert (found.tls_cert, found.tls_key, found.telnets_port) == (chain, beside, 4443)
    assert found.uses_tls
    assert not found.tls  # that is a proxy's
    assert environment.read_environment(told | {"CHRONO_TLS_KEY": str(other)}).tls_key == other
    assert not environment.read_environment({}).uses_tls


def test_the_secret_key_is_random_kept_and_private(tmp_path):
    key = environment.secret_key(tmp_path / "one")
    assert len(key) > 40
    assert environment.secret_key(tmp_path / "one") == key
    assert environment.secret_key(tmp_path / "two") != key
    mode = (tmp_path / "one" / "secret_key.txt").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["secret_key.txt"]


def test_the_address_of_the_site_is_what_is_set_or_follows_from_the_name():
    for variables, site in (
        ({}, ""),
        ({"CHRONO_HOSTNAME": "play.example.org"}, "http://play.example.org:4001"),
        ({"CHRONO_HOSTNAME": "play.example.org", "CHRONO_TLS": "1"}, "https://play.example.org"),
        ({"CHRONO_SITE": "https://www.example.org/"}, "https://www.example.org"),
    ):
        assert environment.read_environment(variables).site == site
