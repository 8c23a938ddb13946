"""Making accounts and logging in, over a real socket."""

import socket

import pytest


@pytest.fixture(scope="module")
def game(copied):
    """A game in which passwords are hashed as in every game, which takes its time."""
    made = copied(CHRONO_TEST_HASHING="real")
    made.start_prepared()
    return made


def test_an_account_with_a_chinese_name_is_made_in_one_line_and_is_in(game):
    client = game.client()
    client.expect("逆时巫师")
    client.send("创建 小明 一匹正确的马电池")
    client.expect("欢迎你，小明！")
    client.ask("say 大家好", "大家好")
    client.close()

    again = game.client()
    again.expect("逆时巫师")
    again.send("登录 小明 错误的密码")
    again.expect("名字或密码不对。")
    again.send("登录 小明 一匹正确的马电池")
    again.ask("say 又来了", "又来了")


def test_what_is_typed_while_the_hash_is_computed_is_done_after_it(game):
    client = game.client()
    client.expect("Chrono Wizard")
    client.send("create Hasty correct-horse", "say one", "say two")
    client.expect("Welcome, Hasty!.*one.*two")


def test_changing_the_password(game):
    client = game.player("Changer")
    client.ask("password wrong-horse = battery-staple", "That is not your password")
    client.ask("password correct-horse = short", "at least 8")
    client.ask("password correct-horse = battery, staple", "is changed")
    again = game.client()
    again.expect("Chrono Wizard")
    again.send("connect Changer correct-horse")
    again.expect("Wrong name or password")
    again.send("connect Changer battery, staple")
    again.ask("say changed", "changed")


def test_names_which_look_like_another_are_refused(game):
    game.player("Paypal")
    impostor = game.client()
    impostor.expect("Chrono Wizard")
    for name in ("paypaI", "PAYPAL", "рауроl"):
        impostor.send(f"create {name} correct-horse")
        impostor.expect("(looks too much like|taken|too common|mix)")
    impostor.send("create Раура correct-horse")
    impostor.expect("Welcome")


def test_logins_do_not_stop_others(game):
    """The hashes of six passwords take seconds; who plays is answered many times meanwhile."""
    player = game.player("Steady")
    clients = [game.client() for _ in range(6)]
    for client in clients:
        client.expect("Chrono Wizard")
    for number, client in enumerate(clients):
        client.send(f"create Crowd{number}x correct-horse")
    answered = 0
    while clients:
        player.ask(f"say tick{answered}", f"tick{answered}")
        answered += 1
        for client in clients:
            client.read_all(0)
        clients = [client for client in clients if "Welcome, Crowd" not in client.transcript]
    # If they were made where the answers are, there would be one or two.
    assert answered >= 6


def test_gbk_terminal_reads_and_writes_chinese(game):
    client = game.client(encoding="gbk")
    client.send("创建 国标 一匹正确的马电池")
    client.expect("欢迎你，国标！")
    # One character which GBK does not have is lost; the rest is still readable.
    speaker = game.player("Emoji")
    client.read_all()
    speaker.send("say 你好😀世界")
    client.expect(r"你好\?世界")


def test_the_guest_of_another_protocol_is_told_politely(game):
    client = game.client()
    client.send("no-such-command")
    client.expect("Chrono Wizard")
    assert "Traceback" not in client.read_all()


def test_help_and_quit_in_both_languages(game):
    client = game.client()
    client.expect("Chrono Wizard")
    client.send("帮助")
    client.expect("wait|退出")
    client.ask("help", "create")
    client.send("退出")
    client.expect("Good bye!")
    client.wait_closed()


def test_the_web_client_gets_the_same_screen(game):
    with socket.create_connection(("127.0.0.1", game.env.websocket_port), 10) as connection:
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: v1.evennia.com\r\n\r\n"
        )
        seen = b""
        while b"Chrono Wizard" not in seen:
            data = connection.recv(65536)
            assert data, seen
            seen += data
    assert b"101 Switching Protocols" in seen
