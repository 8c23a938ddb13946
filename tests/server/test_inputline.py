"""What arrives and what is typed do not get into each other's way."""

import re
from collections import deque

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from server import inputline, protocols
from server.inputline import InputLine, Window, is_terminal, lines_above, rows_of

GA, EOR = b"\xff\xf9", b"\xff\xef"
TERMINAL = {
    "CLIENTNAME": "XTERM-256COLOR",
    "AUTORESIZE": True,
    "SCREENWIDTH": {0: 20},
    "SCREENHEIGHT": {0: 8},
}


class Screen:
    """As much of a terminal as is needed: rows, a cursor, scrolling, inserted lines."""

    def __init__(self, columns=20, rows=8):
        self.columns, self.rows = columns, rows
        self.lines, self.gone = [""] * rows, []
        self.x = self.y = 0

    def write(self, text):
        for piece in re.findall("\x1b\\[[0-9;]*[A-Za-z]|\x1b[0-9]|.", text, re.DOTALL):
            self.obey(piece)

    def obey(self, piece):
        amount = int("".join(re.findall("[0-9]", piece)) or 1)
        if piece == "\n":
            self.x = 0
            self.down()
        elif piece == "\r":
            self.x = 0
        elif piece == "\x1b7":
            self.saved = self.x, self.y
        elif piece == "\x1b8":
            self.x, self.y = self.saved
        elif piece.endswith("A") and piece[0] == "\x1b":
            self.y = max(0, self.y - amount)
        elif piece.endswith("B") and piece[0] == "\x1b":
            self.y = min(self.rows - 1, self.y + amount)
        elif piece.endswith("L") and piece[0] == "\x1b":
            for _ in range(amount):
                self.lines.insert(self.y, "")
                self.lines.pop()
        elif piece[0] != "\x1b":
            self.show(piece)

    def show(self, piece):
        if self.x == self.columns:
            self.x = 0
            self.down()
        line = self.lines[self.y].ljust(self.x)
        self.lines[self.y] = line[: self.x] + piece + line[self.x + 1 :]
        self.x += 1

    def down(self):
        if self.y < self.rows - 1:
            self.y += 1
        else:
            self.gone.append(self.lines.pop(0))
            self.lines.append("")

    @property
    def told(self):
        return [line.rstrip() for line in (*self.gone, *self.lines) if line.strip()]


@pytest.mark.parametrize("before", range(9))
@pytest.mark.parametrize("text", ["one", "one\ntwo\nthree", "x" * 20, "a long one, of two rows"])
def test_text_comes_above_a_half_typed_line_wherever_it_stands(before, text):
    screen = Screen()
    screen.write("".join(f"line {number}\n" for number in range(before)))
    screen.write("play ba")
    screen.write(lines_above(text, 20, 8))
    screen.write("sh")
    whole = re.findall(".{1,20}", text.replace("\n", " " * 20), re.DOTALL)
    earlier = [f"line {number}" for number in range(before)]
    shown = [line.rstrip() for line in text.split("\n")] if "\n" in text else whole
    assert screen.told == [*earlier, *(line.rstrip() for line in shown), "play bash"]


def test_a_text_longer_than_the_screen_comes_above_it_too():
    screen = Screen()
    screen.write("before\nplay ba")
    text = [f"line {number}" for number in range(30)]
    screen.write(lines_above("\n".join(text), 20, 8))
    screen.write("sh")
    assert screen.told == ["before", *text, "play bash"]


def test_rows_count_as_a_terminal_counts_them():
    assert rows_of("\x1b[31mred\x1b[0m", 20) == 1
    assert rows_of("\u706b" * 10, 20) == 1
    assert rows_of("\u706b" * 11, 20) == 2
    assert rows_of("|r" + "b" * 19, 20) == 2
    assert rows_of("", 20) == 1


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({}, True),
        ({"CLIENTNAME": "MUDLET 4.17"}, False),
        ({"CLIENTNAME": ""}, False),
        ({"AUTORESIZE": False}, False),
        ({"SCREENREADER": True}, False),
        ({"OOB": True}, False),  # calls itself a terminal, and speaks GMCP
    ],
)
def test_what_is_a_terminal(flags, expected):
    assert is_terminal({**TERMINAL, **flags}) is expected


class Transport(list):
    """What has been written."""

    write = list.append

    def writeSequence(self, data):
        self.extend(data)


class Handler:
    """Stands for the sessions of the Portal."""

    synced = 0

    def data_in(self, session, **kwargs):
        pass

    def sync(self, session):
        self.synced += 1


@pytest.fixture
def telnet(monkeypatch):
    """Makes a telnet connection of a client with these flags."""

    def make(says_end=False, **flags):
        one = protocols.Telnet.__new__(protocols.Telnet)
        one.transport, one.sessionhandler = Transport(), Handler()
        one.protocol_flags = {"ENCODING": "utf-8", "NOGOAHEAD": True, "NOPROMPTGOAHEAD": True}
        one.protocol_flags.update(flags)
        answer = Deferred()
        monkeypatch.setattr(one, "will", lambda option: answer, raising=False)
        one.typing = InputLine(one, Clock())
        one.typing.offer()
        if says_end:
            answer.callback(inputline.EOR_OPTION)
        return one

    return make


def sent(one):
    data = b"".join(one.transport).replace(b"\x1b[0m", b"")
    one.transport.clear()
    return data


def test_a_client_of_which_nothing_is_known_gets_lines_and_no_prompts(telnet):
    one = telnet()
    one.send_prompt("mana 3 >", options={})
    one.send_text("hello", options={})
    one.typing.clock.advance(1)
    assert sent(one) == b"hello\r\n"


@pytest.mark.parametrize(
    ("flags", "end"),
    [
        ({"says_end": True}, EOR),
        ({"NOGOAHEAD": False}, GA),
        ({"says_end": True, "NOGOAHEAD": False}, EOR),
    ],
)
def test_a_mud_client_is_told_where_a_prompt_ends_and_gets_it_again_behind_text(telnet, flags, end):
    one = telnet(**flags)
    one.send_text("your turn", options={})
    one.send_prompt("mana 3 >", options={})
    assert sent(one) == b"your turn\r\nmana 3 > " + end
    one.send_text("Bo says: hello", options={})
    one.send_text("Cyn says: hello", options={})
    one.typing.clock.advance(1)
    assert sent(one) == b"Bo says: hello\r\nCyn says: hello\r\nmana 3 > " + end
    one.send_prompt("", options={})
    one.send_text("Bo plays Bash", options={})
    one.typing.clock.advance(1)
    assert sent(one) == b"Bo plays Bash\r\n"


def test_a_terminal_keeps_its_half_typed_line_and_gets_a_prompt_for_each_line_typed(telnet):
    one, screen = telnet(**TERMINAL), Screen()
    one.send_text("your turn", options={})
    one.send_prompt("mana 3 >", options={})
    screen.write(sent(one).decode().replace("\r\n", "\n"))
    screen.write("play b")
    one.send_text("Bo says: hello", options={})
    one.typing.clock.advance(1)
    screen.write(sent(one).decode().replace("\r\n", "\n"))
    screen.write("ash\n")
    one.data_in(text=b"play bash\n")
    one.send_text("you play Bash", options={})
    one.typing.clock.advance(1)
    screen.write(sent(one).decode().replace("\r\n", "\n"))
    assert screen.told == [
        "your turn",
        "Bo says: hello",
        "mana 3 > play bash",
        "you play Bash",
        "mana 3 >",
    ]


def test_nothing_is_sent_to_who_has_gone(telnet):
    one = telnet(says_end=True)
    one.send_prompt("mana 3 >", options={})
    one.send_text("hello", options={})
    sent(one)
    one.typing.stop()
    one.typing.clock.advance(1)
    assert sent(one) == b""


def test_a_window_that_changes_its_size_is_told_of_once(telnet):
    one = telnet(SCREENWIDTH={0: 80}, SCREENHEIGHT={0: 24})
    one.naws = type("Naws", (), {"negotiate_sizes": lambda self, size: told.popleft()()})()
    widths = one.protocol_flags["SCREENWIDTH"]
    told = deque([lambda: widths.update({0: 100}), lambda: widths.update({0: 132}), lambda: None])
    window = Window(one, Clock())
    for _ in range(3):
        window.resize([])
    window.clock.advance(1)
    assert one.sessionhandler.synced == 1


def test_what_is_typed_is_answered_in_the_size_that_was_told_before(telnet):
    one = telnet(SCREENWIDTH={0: 80}, SCREENHEIGHT={0: 24})
    widths = one.protocol_flags["SCREENWIDTH"]
    one.naws = type("Naws", (), {"negotiate_sizes": lambda self, size: widths.update({0: 60})})()
    window = Window(one, Clock())
    window.resize([])
    window.apply_size()
    assert one.sessionhandler.synced == 1
    window.apply_size()
    window.clock.advance(1)
    assert one.sessionhandler.synced == 1
