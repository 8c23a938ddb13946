"""Strangers who flood, guess or are not wanted, and honest crowds: a game with its real limits."""

import socket
import sqlite3
from contextlib import closing

import pytest

from e2e.harness import PATIENCE
from server import guard

CONNECTIONS = 60  # more than all tests together make before the last
CROWD = range(4)  # real hashes take long


@pytest.fixture(scope="module")
def real(copied):
    """A running game with the limits of a real one, for all tests of this file."""
    game = copied(
        CHRONO_SETTINGS="server.conf.settings",
        CHRONO_ACCOUNTS_PER_HOUR="200",
        CHRONO_FORESEEING_WORKERS="1",
        CHRONO_CONNECTIONS_PER_ADDRESS=str(CONNECTIONS),
    )
    game.start_prepared()
    return game


def told(sentence):
    """The last line of a sentence in both languages, as a pattern."""
    return sentence.replace("|x", "").replace("|n", "").rpartition("\n")[2].replace(".", r"\.")


def newcomer(game):
    client = game.client()
    client.expect("Chrono Wizard")
    return client


def player(game, name):
    client = newcomer(game)
    client.send(f"create {name} correct-horse")
    client.expect(f"Welcome, {name}!")
    client.read_all()
    return client


def log_in(game, name, word="connect"):
    client = newcomer(game)
    client.send(f"{word} {name} correct-horse")
    return client


def staff(game):
    client = newcomer(game)
    client.send(f"connect admin {game.admin_password}")
    client.expect("tables|牌桌")
    client.ask("language en", "English")
    return client


def test_a_pasted_turn_is_done_whole_and_a_flood_is_shed_and_told(real):
    ann, bob = player(real, "Flora"), player(real, "Bo")
    ann.send(*(f"look turn{number}" for number in range(20)))
    for number in range(20):
        ann.expect(rf"turn{number}\b")
    ann.send(*(f"look flood{number}" for number in range(600)))
    ann.expect(told(guard.TOO_FAST))
    bob.ask("look corner", "corner")
    text = ann.read_all(2)
    assert text.count("flood") < 300
    assert text.count(told(guard.TOO_FAST).replace("\\", "")) < 10
    ann.ask("look again", "again")


def test_junk_and_lines_without_end_do_no_harm(real):
    ann, bob = player(real, "Junia"), player(real, "Bert")
    ann.socket.sendall(b"x" * 200_000)
    ann.expect(told(guard.TOO_LONG))
    ann.send("")
    ann.socket.sendall(b"\xff\xfa\xc9Core.Hello {\xff\xf0" * 50 + b"\xff\x00\xff\xfd\x63" * 50)
    ann.socket.sendall(b"\x00\x01\xfe\x80\r\n" * 5)
    ann.read_all(3)  # junk costs the read that it came with
    ann.ask("look still", "still")
    ann.socket.sendall(b"\xff\xfa\xc9" + b"x" * 70_000)
    ann.wait_closed()
    bob.ask("look corner", "corner")


def test_guessing_has_to_wait_and_a_crowd_behind_the_same_address_does_not(real):
    crowd = [newcomer(real) for _ in CROWD]
    for number, client in enumerate(crowd):
        client.send(f"create Pupil{number} correct-horse")
    for client in crowd:
        client.expect("Welcome, Pupil")
        client.close()
    guesser = newcomer(real)
    for _ in range(4):
        guesser.ask("connect admin wrong-horse", "Wrong name or password")
    guesser.ask("connect admin wrong-horse", "Too many wrong passwords. Wait")
    crowd = [log_in(real, f"Pupil{number}") for number in CROWD]
    for client in crowd:
        client.expect("tables")
        client.close()


def test_a_ban_is_told_in_ones_language_and_holds_on_every_way_in(real):
    olga, ann = staff(real), player(real, "Banana")
    ann.ask("语言 中文", "语言|中文")
    olga.ask("ban Banana 2h shouting", "Banned for another 2 hours: Banana")
    ann.expect("你已被禁止进入，还有 2 小时。原因：shouting")
    ann.wait_closed()
    again = log_in(real, "banana")
    again.expect("你已被禁止进入，还有 2 小时。原因：shouting")
    again.close()
    olga.ask("unban banana", "may come in again")
    log_in(real, "Banana").expect("牌桌")
    assert "ban made: Banana" in real.log()
    assert "ban lifted: Banana" in real.log()


def test_who_was_banned_while_the_server_was_away_is_turned_out_when_it_is_back(real):
    ann = player(real, "Sneaky")
    with closing(sqlite3.connect(real.env.database_file, timeout=30)) as database, database:
        database.execute(
            "INSERT INTO world_ban (name, network, reason, created_at)"
            " VALUES ('Sneaky', '', 'by hand', '2026-01-01')"
        )
    real.wait_for_new_server(real.kill_server())
    ann.expect("You may not come in: you are banned for good. Reason: by hand")
    ann.wait_closed()


def test_one_address_has_so_many_connections_and_another_gets_in(real):
    for _ in range(CONNECTIONS):
        real.client()
    late = real.client()
    late.expect(told(guard.CROWDED))
    late.wait_closed()
    elsewhere = socket.create_connection(
        ("127.0.0.1", real.env.telnet_port), PATIENCE, source_address=("127.0.0.2", 0)
    )
    with closing(elsewhere):
        heard = b""
        while b"Chrono Wizard" not in heard:
            more = elsewhere.recv(4096)
            assert more, heard
            heard += more
