"""The web site of a real game: headers of every answer, addresses nobody can forge, the admin."""

import re
import socket

import pytest

from e2e.browser import Browser
from e2e.harness import PATIENCE, wait_until
from e2e.sockets import WebClient

PROTECTION = (
    "Content-Security-Policy",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
)


@pytest.fixture
def browser(game):
    return Browser(game.env.web_port)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/webclient/", 200),
        ("/auth/login/", 200),
        ("/admin/", 302),
        ("/static/site/site.css", 200),
        ("/static/admin/css/base.css", 200),
        ("/static/", 404),
        ("/static/../secret_key.txt", 404),
        ("/static/%2e%2e/game.db3", 404),
        ("/nothing/%00/%ff", 404),
        ("/webclientdata", 404),
        ("/media/", 404),
    ],
)
def test_every_answer_protects_who_reads_it(browser, path, status):
    answer = browser.get(path)
    assert answer.status == status
    # A style sheet is never a page by itself: what it is has to be believed, no more.
    for name in ("X-Content-Type-Options",) if path.endswith(".css") else PROTECTION:
        assert len(answer.headers.get_all(name) or ()) == 1, name
    assert answer.headers["Server"] is None
    assert not re.search("Traceback|Twisted|sqlite", answer.text)


def test_browsers_keep_files_as_long_as_they_are_the_same(browser):
    style = re.search(r'"(/static/site/site.css[?]v=\w+)"', browser.get("/").text)[1]
    answer = browser.get(style)
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Type"].startswith("text/css")
    bare = style.partition("?")[0]
    answer = browser.get(bare)
    assert answer.headers["Cache-Control"] == "no-cache"
    browser.headers = {"If-Modified-Since": answer.headers["Last-Modified"]}
    assert browser.get(bare).status == 304
    browser.headers = {"Accept-Encoding": "gzip"}
    assert browser.get(bare).headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /\xff\xfe?\x01=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid=\xff\xfe\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"1\r\nx\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n" + b"x" * 2_000_000,
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
def test_nonsense_is_refused_without_an_accident(game, raw):
    text = talk(game.env.web_port, raw)
    assert not re.search(r"HTTP/1.\d 50|Traceback|Twisted|Exception", text)
    assert Browser(game.env.web_port).get("/").status == 200


def talk(port: int, raw: bytes) -> str:
    """What comes back to these bytes, until the other end is silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        received = b""
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while data := connection.recv(65536):
                received += data
        except OSError:
            pass  # it hung up on us
    return received.decode(errors="replace")


def test_the_door_of_the_websocket_says_nothing_of_itself(game):
    text = talk(
        game.env.websocket_port,
        b"GET /?redirect=https://evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n",
    )
    assert " 426 " in text.split("\r\n")[0]
    assert "evil.example" not in text
    assert "Autobahn" not in text
    for name in PROTECTION:
        assert name in text


def test_nobody_forges_an_address(game, browser):
    for number in range(3):
        browser.headers = {"X-Forwarded-For": f"203.0.113.{number}", "X-Chrono-Portal": "x"}
        assert not browser.sign_in("Nobody", "wrong-horse")
    wait_until(lambda: "Authentication Failure: Nobody (IP: 127.0.0.1)" in game.log())
    assert "203.0.113." not in game.log()


def test_while_the_server_is_away_the_portal_says_so(game, browser):
    old = game.kill_server()
    answer = browser.get("/")
    while answer.status == 200:  # it is quick
        game.wait_for_new_server(old)
        old = game.kill_server()
        answer = browser.get("/")
    assert answer.status == 503
    assert answer.headers["Retry-After"]
    assert "正在重新启动" in answer.text
    assert "is restarting" in answer.text
    for name in PROTECTION:
        assert name in answer.headers
    game.wait_for_new_server(old)
    wait_until(lambda: browser.get("/").status == 200)


def test_who_registers_by_the_site_comes_in_by_telnet(game, browser):
    form = {"username": "Webster", "new_password": "correct-horse", "again": "correct-horse"}
    assert browser.submit("/auth/register/", **form).status == 302
    assert "Webster" in browser.get("/").text
    client = game.client()
    client.expect("Chrono Wizard")
    client.send("connect Webster correct-horse")
    client.expect("Hall of the Time Wheel")


def test_staff_delete_an_account_in_the_middle_of_a_match(game, browser):
    player = game.player("Doomed")
    player.send("play solo")
    player.expect("The game begins!")
    assert browser.sign_in("admin", game.admin_password)
    page = browser.get("/admin/accounts/accountdb/?q=Doomed").text
    number = re.search(r"/admin/accounts/accountdb/(\d+)/change/", page)
    assert number
    path = f"/admin/accounts/accountdb/{number[1]}/delete/"
    assert browser.submit(path, post="yes").status == 302
    player.expect("deleted")
    again = game.player("Doomed")
    again.ask("tables", "table")
    # A table of a running match says why it stays.
    again.send("play solo")
    again.expect("The game begins!")
    page = browser.get("/admin/world/matchrecord/?status__exact=running").text
    match = re.search(r"/admin/world/matchrecord/(\d+)/change/", page)
    assert match
    assert "is being played" in browser.get(f"/admin/world/matchrecord/{match[1]}/delete/").text
    again.send("board")
    again.expect("Doomed")


# -- guests ----------------------------------------------------------------------------------------


def lobby_of(game, session, guest=False):
    """Who a browser with this session is at the page of the table; it comes in as a `guest`."""
    client = WebClient(game.env.websocket_port, session=session)
    client.ask("subscribe", text=False)
    wait_until(lambda: client.lobby, "the lobby")
    if guest:
        client.send("guest")
    wait_until(lambda: client.lobby["you"], "somebody who is known")
    client.leave_page()
    return client.lobby["you"]["name"]


def test_a_browser_keeps_its_guest_through_other_pages_and_back(game, browser):
    page = browser.get("/webclient/").text
    session = re.search(r'"socket": "[^"?]*\?([^"]*)"', page.replace("\\u0026", "&"))[1]
    name = lobby_of(game, session, guest=True)
    assert name in browser.get("/").text
    assert lobby_of(game, session) == name  # by Back: the page was not asked for again
    assert name in browser.get("/").text
    assert lobby_of(game, session) == name
