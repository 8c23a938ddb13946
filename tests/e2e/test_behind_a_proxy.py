"""The web pages behind a proxy that ends TLS: whose word on that counts, over real sockets."""

import pytest

from e2e.browser import Browser
from e2e.harness import wait_until

PROXY, STRANGER = "127.0.0.2", "127.0.0.3"


@pytest.fixture(scope="module")
def game(copied):
    """A running game behind two proxies: one at home, one elsewhere."""
    game = copied(
        CHRONO_TLS="1",
        CHRONO_TRUSTED_PROXIES=f"127.0.0.1,{PROXY}",
        CHRONO_ALLOWED_HOSTS="play.example,localhost,127.0.0.1",
    )
    game.start_prepared()
    return game


def scheme_of_the_table(browser, game, **headers):
    """How the page of the table says that its connection is made."""
    page = browser.get("/webclient/", **headers)
    assert page.status == 200
    address = f"://127.0.0.1:{game.env.websocket_port}"
    (scheme,) = {each for each in ("ws", "wss") if f'"{each}{address}' in page.text}
    assert f" {scheme}{address}" in page.headers["Content-Security-Policy"]
    return scheme


def test_only_a_trusted_proxy_can_say_that_somebody_has_come_by_tls(game):
    proxy = Browser(game.env.web_port, comes_from=PROXY)
    assert scheme_of_the_table(proxy, game, X_Forwarded_Proto="https") == "wss"
    assert scheme_of_the_table(proxy, game, X_Forwarded_Proto="http") == "ws"
    assert scheme_of_the_table(proxy, game) == "ws"
    stranger = Browser(game.env.web_port, comes_from=STRANGER)
    assert scheme_of_the_table(stranger, game, X_Forwarded_Proto="https") == "ws"
    # Cookies are for TLS alone, whoever asks: that is what CHRONO_TLS says.
    for someone in (proxy, stranger):
        given = someone.get("/auth/login/?lang=en").headers.get_all("Set-Cookie")
        assert given
        assert all("; Secure" in cookie for cookie in given)
    # Django asks a form sent by TLS where it comes from, and the other only for its token.
    form = {"username": "nobody", "password": "correct-horse"}
    assert proxy.submit("/auth/login/", **form).status == 200
    proxy.headers |= {"X-Forwarded-Proto": "https"}
    assert proxy.submit("/auth/login/", **form).status == 403
    proxy.headers |= {"Referer": f"https://127.0.0.1:{game.env.web_port}/auth/login/"}
    assert proxy.submit("/auth/login/", **form).status == 200
    stranger.headers |= {"X-Forwarded-Proto": "https"}
    assert stranger.submit("/auth/login/", **form).status == 200


def test_behind_a_proxy_with_tls(game):
    browser = Browser(
        game.env.web_port,
        {
            "Host": "play.example",
            "Origin": "https://play.example",
            "Referer": "https://play.example/auth/login/",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "6.6.6.6, 203.0.113.7",
        },
    )
    answer = browser.get("/auth/login/")
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert "Secure" in answer.headers["Set-Cookie"]
    assert not browser.sign_in("Nobody", "wrong-horse")
    wait_until(lambda: "Authentication Failure: Nobody (IP: 203.0.113.7)" in game.log())
    assert browser.sign_in("admin", game.admin_password)
