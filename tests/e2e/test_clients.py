"""
What clients say of themselves, over real sockets: how wide they are, that they take data, make
links and want to know where a prompt ends. Who says nothing gets lines of text and nothing else.
"""

import json
import re

import pytest

from e2e.at_the_table import next_prompt
from e2e.harness import DO, IAC, SB, SE, WILL

TTYPE, EOR_OPTION, NAWS, MXP, GMCP = 24, 25, 31, 91, 201
EOR = bytes((IAC, 239))


class Wire:
    """A socket that remembers all it received."""

    def __init__(self, connection):
        self.connection, self.seen = connection, b""

    def recv(self, size):
        data = self.connection.recv(size)
        self.seen += data
        return data

    def __getattr__(self, name):
        return getattr(self.connection, name)


def connect(game):
    """A client of which the server knows nothing yet."""
    client = game.client()
    client.socket = Wire(client.socket)
    client.expect("Chrono Wizard")
    return client


def agree(client, *options):
    client.socket.sendall(b"".join(bytes((IAC, DO, option)) for option in options))


def say(client, option, data):
    client.socket.sendall(bytes((IAC, SB, option)) + data + bytes((IAC, SE)))


def introduce(client, *told):
    """Say by TTYPE, one after the other, what client this is, and what it can (MTTS)."""
    client.socket.sendall(bytes((IAC, WILL, TTYPE)))
    for text in told:
        say(client, TTYPE, b"\x00" + text)


def resize(client, columns, rows):
    say(client, NAWS, bytes((0, columns, 0, rows)))


def widest(client):
    """The longest line of the index of help."""
    told = client.ask("help", "-- What you can type.*?and so on tells more").group()
    return max(len(line) for line in told.splitlines())


def tables(client):
    """The messages that tell the match; `test_protocol_over_sockets` reads what is in them."""
    sent = re.findall(rb"Chrono\.Table (\{.*?\})\xff\xf0", client.socket.seen, re.DOTALL)
    return [json.loads(text) for text in sent]


def test_a_mud_client_gets_what_it_asked_for(game):
    clara = connect(game)
    agree(clara, EOR_OPTION, MXP, GMCP)
    say(clara, GMCP, b'Core.Supports.Set ["Char 1", "Chrono 3"]')
    clara.send("create Clara correct-horse")
    clara.expect("Welcome, Clara!")
    clara.send("open pebbles", "bot 3", "start")
    next_prompt(clara)
    # The Server hears of it when the client has said all, or has had the time for it.
    for _ in range(20):
        clara.send("?")
        next_prompt(clara)
        clara.read_all(0.5)
        if b"SEND HREF" in clara.socket.seen:
            break
    seen = clara.socket.seen
    assert tables(clara)[-1]["you"] == 0
    assert re.search(rb"\n *\x1b\[4z<SEND HREF=\"1\">1\)\x1b\[4z</SEND> ", seen)
    assert re.search(rb"> ?(\x1b\[0m)? ?" + EOR, seen)
    clara.send("1")
    next_prompt(clara)
    clara.read_all(0.5)
    assert len({table["number"] for table in tables(clara)}) > 1
    before = len(tables(clara))
    say(clara, GMCP, b'Core.Supports.Remove ["Chrono"]')
    clara.send("1", "?")
    next_prompt(clara)
    clara.read_all(0.5)
    assert len(tables(clara)) == before


def test_who_says_nothing_gets_lines_of_text_and_nothing_else(game):
    colin = connect(game)
    colin.send("create Colin correct-horse")
    colin.expect("Welcome, Colin!")
    start = len(colin.socket.seen)
    colin.send("open pebbles", "bot 3", "start")
    next_prompt(colin)
    colin.read_all(0.5)
    told = colin.socket.seen[start:]
    assert bytes((IAC,)) not in told
    assert b"SEND HREF" not in told
    assert told.endswith(b"\r\n")


def test_the_window_is_used_as_it_is_and_a_new_size_counts_at_once(game):
    cyril = connect(game)
    cyril.socket.sendall(bytes((IAC, WILL, NAWS)))
    resize(cyril, 132, 40)
    cyril.send("create Cyril correct-horse")
    cyril.expect("Welcome, Cyril!")
    assert widest(cyril) == 132
    # In one piece with something else, as it may come.
    cyril.socket.sendall(b"\xff\xfa\x1f\x00\x3c\x00\x18\xff\xf0who\r\n")
    cyril.expect("here now")
    cyril.read_all(0.5)
    assert widest(cyril) == 60
    resize(cyril, 40, 24)
    cyril.read_all(0.5)
    assert widest(cyril) == 40


def test_a_terminal_gets_text_above_the_line_in_which_one_types(game):
    curt = connect(game)
    curt.socket.sendall(bytes((IAC, WILL, NAWS)))
    resize(curt, 80, 24)
    introduce(curt, b"XTERM", b"XTERM", b"XTERM")
    curt.send("create Curt correct-horse")
    curt.expect("Welcome, Curt!")
    curt.send("say hello")
    curt.expect("You say: hello")
    assert re.search(rb"\x1b7\r\n\x1b\[1A\r\x1b\[1L[^\r\n]*You say: hello", curt.socket.seen)


@pytest.mark.parametrize(("name", "can", "reads"), [("Cora", 64, True), ("Cleo", 1 + 4 + 8, False)])
def test_who_has_a_screen_reader_by_mtts_is_told_sentences_from_the_first_prompt(
    game, name, can, reads
):
    reader = connect(game)
    introduce(reader, b"MUSHCLIENT", b"ANSI", f"MTTS {can}".encode())
    reader.send(f"create {name} correct-horse")
    reader.expect(f"Welcome, {name}!")
    reader.send("open race", "bot 3", "start")
    told = reader.expect(r".*Type numbers[^\n]*\n").group()
    # A sentence is one line to a screen reader, and drawn columns are none.
    assert any(len(line) > 80 for line in told.splitlines()) is reads, told
    assert ("----" in told) is not reads
    reader.ask("client", "Plain sentences" if reads else "Boards in columns")
