"""Being told of one's turn by a browser (`web.push`, `world.accounts.summons`, `server.push`)."""

import json
import queue
import socket
import stat
import threading
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from twisted.python.threadpool import ThreadPool

from server import push
from server.buckets import Rate
from world.accounts import limits, summons
from world.models import PushSubscription


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Receiver:
    """A browser that can be reached: its keys, and what it reads."""

    def __init__(self, name: str = "one"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        endpoint = f"https://push.example/{name}"
        self.address = push.Address(endpoint, text_of(point), text_of(self.secret))

    @property
    def form(self) -> dict[str, str]:
        return self.address._asdict()

    def read(self, body: bytes) -> bytes:
        return http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )


@pytest.fixture(autouse=True)
def _fresh(settings, tmp_path):
    settings.PUSH_KEY_FILE = str(tmp_path / "push_key.pem")
    limits.forget()
    summons._changed()
    yield
    limits.forget()
    summons._changed()


@pytest.fixture
def service():
    """A push service on this machine: what it was sent, and what it answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.got.append((self.path, dict(self.headers), body))
            self.send_response(self.server.status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.got, server.status = [], 201
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


class Loop:
    """What threads hand over to the reactor, done by whoever waits."""

    def __init__(self):
        self.jobs: queue.Queue = queue.Queue()

    def callFromThread(self, function, *args, **kwargs):
        self.jobs.put((function, args, kwargs))

    def wait(self, deferred):
        while not deferred.called:
            function, args, kwargs = self.jobs.get(timeout=60)
            function(*args, **kwargs)


@pytest.fixture
def loop(monkeypatch):
    """Messages go out from threads, as they do."""
    loop, pool = Loop(), ThreadPool(0, 2, "push")
    monkeypatch.setattr(summons, "twisted_reactor", lambda: loop)
    monkeypatch.setattr(summons, "_pool", lambda: pool)
    pool.start()
    yield loop
    pool.stop()


def test_a_message_is_read_by_its_browser_alone_and_says_who_sends_it(service, settings):
    settings.PUSH_ANYWHERE = True
    ann = Receiver()
    to = ann.address._replace(endpoint=f"http://127.0.0.1:{service.server_port}/a?b=1")
    assert push.send(to, b"your turn") == 201
    path, headers, body = service.got[0]
    assert path == "/a?b=1"
    assert ann.read(body) == b"your turn"
    assert b"your turn" not in body
    assert headers["Authorization"].startswith("vapid t=")
    assert push.public_key() in headers["Authorization"]
    assert headers["TTL"] == str(push.TTL)


def test_nobody_is_followed_elsewhere(service, settings):
    settings.PUSH_ANYWHERE = True
    service.status = 307
    to = Receiver().address._replace(endpoint=f"http://127.0.0.1:{service.server_port}/")
    assert push.send(to, b"x") == 307


def test_our_key_is_made_once_and_read_by_nobody_else(settings):
    key = push.public_key()
    path = Path(settings.PUSH_KEY_FILE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    push._read_key.cache_clear()
    assert push.public_key() == key


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://push.example:8443/a",
        "https://anna:secret@push.example/a",
        "https:///a",
        "ftp://push.example/a",
        "https://push.example/a b",
        "https://push.example/a\r\nX: y",
        "https://push.example/逆",
        "https://push.example/#a",
        "https://push.example:x/",
        "https://push.example/" + "a" * 600,
        "",
    ],
)
def test_only_addresses_of_push_services_are_taken(endpoint):
    with pytest.raises(ValueError, match=r".+"):
        push.check_address(Receiver().address._replace(endpoint=endpoint))


@pytest.mark.parametrize(
    ("name", "value"),
    [("p256dh", ""), ("p256dh", text_of(b"\x04" + b"a" * 64)), ("p256dh", "逆"), ("auth", "abc")],
)
def test_keys_that_are_none_are_refused(name, value):
    with pytest.raises(ValueError, match=r".*"):
        push.check_address(Receiver().address._replace(**{name: value}))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_no_message_goes_to_a_machine_behind_the_public_network(address, monkeypatch):
    assert not push.is_public(address)
    rows = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: rows)
    monkeypatch.setattr(socket, "create_connection", lambda *args: pytest.fail("connected"))
    with pytest.raises(OSError, match="not of the public network"):
        push.send(Receiver().address, b"x")


def test_public_addresses_are_public():
    assert push.is_public("93.184.215.14")
    assert push.is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


def test_a_service_that_never_answers_is_waited_for_a_moment(settings, monkeypatch):
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(push, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises((OSError, ConnectionError)):
            push.send(Receiver().address._replace(endpoint=endpoint), b"x")


@pytest.mark.django_db
class TestBrowsers:
    """Who is kept, and until when."""

    def test_a_browser_is_kept_until_it_is_signed_out(self, client, anna):
        assert client.post("/auth/push/", Receiver().form).status_code == 403
        client.force_login(anna)
        assert client.post("/auth/push/", Receiver().form).status_code == 204
        assert summons.wants(anna)
        client.post("/auth/logout/")
        assert not summons.wants(anna)
        assert not PushSubscription.objects.exists()

    def test_a_browser_that_is_switched_off_is_forgotten(self, client, anna):
        client.force_login(anna)
        ann = Receiver()
        client.post("/auth/push/", ann.form)
        client.post("/auth/push/", {"endpoint": ann.address.endpoint, "off": 1})
        assert not summons.wants(anna)

    def test_what_is_no_browser_is_refused(self, client, anna):
        client.force_login(anna)
        for form in ({}, {**Receiver().form, "endpoint": "https://127.0.0.1:22/"}):
            assert client.post("/auth/push/", form).status_code == 400
        assert not PushSubscription.objects.exists()

    def test_an_account_has_a_few_browsers_and_asks_now_and_then(self, client, anna, settings):
        settings.ACTION_LIMITS = {**settings.ACTION_LIMITS, "push": Rate(10, 600)}
        limits.forget()
        client.force_login(anna)
        answers = [
            client.post("/auth/push/", Receiver(str(number)).form).status_code
            for number in range(12)
        ]
        assert answers == [204] * 10 + [429, 429]
        kept = PushSubscription.objects.values_list("endpoint", flat=True)
        assert [each[-1] for each in kept] == ["5", "6", "7", "8", "9"]

    def test_with_the_account_its_browsers_go(self, anna):
        summons.subscribe(anna, Receiver().address)
        anna.delete()
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(("status", "kept"), [(201, 1), (404, 0), (410, 0), (429, 1), (500, 1)])
    def test_what_a_service_answers_decides_who_is_kept(
        self, anna, service, settings, loop, status, kept
    ):
        """The whole way, from one's turn to the service and back."""
        settings.PUSH_ANYWHERE = True
        service.status = status
        endpoint = f"http://127.0.0.1:{service.server_port}/a"
        row = summons.subscribe(anna, Receiver().address._replace(endpoint=endpoint))
        loop.wait(summons._queue(row, b"{}"))
        assert len(service.got) == 1
        assert PushSubscription.objects.count() == kept
        assert summons._waiting == 0

    def test_a_service_that_does_not_answer_costs_nobody_anything(
        self, anna, service, settings, monkeypatch, loop
    ):
        """Who else is told is told meanwhile; the browser is kept, and no place in the queue is."""
        settings.PUSH_ANYWHERE = True
        monkeypatch.setattr(push, "SECONDS", 2)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            ways = [silent.getsockname()[1], service.server_port]
            rows = [
                summons.subscribe(
                    anna, Receiver().address._replace(endpoint=f"http://127.0.0.1:{way}/a")
                )
                for way in ways
            ]
            dead = summons._queue(rows[0], b"{}")
            loop.wait(summons._queue(rows[1], b"{}"))
            assert len(service.got) == 1
            assert not dead.called
            loop.wait(dead)
        assert PushSubscription.objects.count() == 2
        assert summons._waiting == 0

    def test_nobody_who_is_shut_out_is_told(self, anna, monkeypatch):
        summons.subscribe(anna, Receiver().address)
        monkeypatch.setattr(summons, "_queue", lambda *job: pytest.fail("told"))
        anna.is_active = False
        summons.summon(anna, {"title": "x"})


class TestTurns:
    """Who is told, and when."""

    @pytest.fixture
    def table(self, monkeypatch):
        """A table at which a match waits for Anna, who is not there."""
        from typeclasses import summoning

        summoning.forget()
        anna = SimpleNamespace(pk=7, is_active=True, language="zh")
        told = []
        monkeypatch.setattr(summons, "wants", lambda account: account is anna)
        monkeypatch.setattr(summons, "summon", lambda account, said: told.append(said))
        seating = SimpleNamespace(sitters=[SimpleNamespace(account=anna)])
        host = SimpleNamespace(
            closed=False,
            is_paused=False,
            seating=seating,
            record=SimpleNamespace(pk=1),
            asked_seats=lambda: [0],
        )
        place = SimpleNamespace(connected=False)
        made = SimpleNamespace(
            state="playing", is_asleep=False, number=3, game_id="race", host=host, told=told
        )
        made.place, made.occupants = place, lambda: [place]
        monkeypatch.setattr(
            summoning, "_message", lambda table, account: {"body": f"{table.number}"}
        )
        made.wait = lambda now: summoning.look_after([made], now)
        yield made
        summoning.forget()

    def test_who_is_gone_for_a_while_is_told_once(self, table):
        table.wait(100)
        table.wait(104)
        assert table.told == []
        for now in range(108, 200):
            table.wait(now)
        assert table.told == [{"body": "3"}]

    def test_who_was_back_is_told_of_another_turn(self, table):
        table.wait(100)
        table.wait(110)
        table.place.connected = True
        table.wait(111)
        table.place.connected = False
        table.wait(112)
        assert len(table.told) == 1
        table.wait(121)
        assert len(table.told) == 2

    @pytest.mark.parametrize("why", ["there", "not asked", "paused", "asleep", "over"])
    def test_nobody_else_is_told(self, table, why):
        table.place.connected = why == "there"
        table.host.asked_seats = lambda: [] if why == "not asked" else [0]
        table.host.is_paused = why == "paused"
        table.is_asleep = why == "asleep"
        table.host.closed = why == "over"
        table.wait(100)
        table.wait(120)
        assert table.told == []


@pytest.mark.django_db
def test_a_message_says_which_table_in_the_language_of_its_reader(anna, shelf):
    from typeclasses import summoning

    table = SimpleNamespace(number=3, game_id="race")
    anna.language = "zh"
    said = summoning._message(table, anna)
    assert "3 号桌" in said["body"]
    assert said["address"].startswith("/")
    anna.language = "en"
    assert "Your turn at table 3" in summoning._message(table, anna)["body"]
    json.dumps(said)


def test_the_worker_and_the_page_without_a_connection_are_the_same_for_all(client, db):
    worker = client.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache"
    page = client.get("/offline/")
    assert "csrf" not in page.content.decode()
    assert "没有网络连接" in page.content.decode()
    assert "There is no connection" in page.content.decode()
    assert not page.cookies
