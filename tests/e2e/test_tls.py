"""TLS of the game itself: telnet, web pages and websocket with one certificate."""

import datetime
import socket
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from e2e.browser import Browser
from e2e.harness import TelnetClient, free_ports, wait_until
from e2e.sockets import WebClient


def certificate(folder, number):
    """A certificate for `localhost` with its key, as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), number)
        .not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(pem))
    return folder / "fullchain.pem"


def trusting(chain):
    return ssl.create_default_context(cafile=str(chain))


@pytest.fixture
def chain(tmp_path):
    return certificate(tmp_path, 1)


def test_every_way_in_has_tls_and_a_renewed_certificate_counts_at_once(new_game, chain):
    (port,) = free_ports(1)
    game = new_game(CHRONO_TLS_CERT=str(chain), CHRONO_TELNETS_PORT=str(port))
    game.start_prepared()

    ann = TelnetClient(port, tls=trusting(chain))
    ann.expect("Chrono Wizard")
    ann.send("create Tlsann correct-horse")
    ann.expect("Welcome, Tlsann!")
    plain = game.client()
    plain.expect("Chrono Wizard")

    guest = WebClient(game.env.websocket_port, tls=trusting(chain))
    guest.ask("subscribe", text=False)
    wait_until(lambda: guest.lobby, "the games")

    site = Browser(game.env.web_port, tls=trusting(chain))
    page = site.get("/webclient/")
    assert page.status == 200
    assert f"wss://localhost:{game.env.websocket_port}" in str(page.headers)
    assert "Secure" in page.headers["Set-Cookie"]
    assert site.sign_in("Tlsann", "correct-horse")
    with socket.create_connection(("127.0.0.1", game.env.web_port), 10) as unencrypted:
        unencrypted.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"HTTP" not in unencrypted.recv(100)

    chain.parent.joinpath("fullchain.pem").unlink()
    certificate(chain.parent, 2)
    again = TelnetClient(port, tls=trusting(chain))
    again.expect("Chrono Wizard")
    found = x509.load_der_x509_certificate(again.socket.getpeercert(binary_form=True))
    assert found.serial_number == 2
    ann.send("who")
    ann.expect("Tlsann")
