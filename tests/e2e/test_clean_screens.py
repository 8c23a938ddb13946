"""What strangers try, over real sockets: nobody reaches another's screen, and nothing is English
or a traceback where a sentence in the reader's language belongs."""

import contextlib
import json
import re
import sqlite3
import struct

import pytest

from e2e.test_heartbeat import WebClient
from server.cleaning import clean_output

# What must not arrive, and what of it may.
TRIED = {
    "\x1b[2J\x1b[H\x1b]0;title\x07expired": "[2J[H]0;titleexpired",
    "gib\b\bber\x7fish": "gibberish",
    "C1\x9b2J": "C12J",
    "\u202eRTL\u202c \u2066x": "RTL x",
    "ze\u200br\u2060o\ufeff": "zero",
    "Z" + "\u0334" * 200 + "!": "Z" + "\u0334" * 4 + "!",
    "one\u2028two\x0bthree": "one two three",
    "\ue000\ufdd0private": "private",
    "|rred|n ||x |/ |[r|*": "|rred|n ||x |/ |[r|*",
    "|lcquit|lta gift|le": "|lcquit|lta gift|le",
    "{name} {0} {} %s": "{name} {0} {} %s",
    "$You() $pron(you) $Your(x)": "$You() $pron(you) $Your(x)",
}


class Browser(WebClient):
    """A browser whose owner writes the messages by hand."""

    def send_json(self, message):
        payload = json.dumps(message).encode()
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
        self.socket.sendall(b"\x81" + length + b"\0\0\0\0" + payload)


def come_in(game, line, welcome):
    client = game.client()
    client.expect("Chrono Wizard")
    client.send(line)
    client.expect(welcome)
    return client


@pytest.fixture(scope="module")
def known(_shared):
    """The game knows both of them."""
    game, _ = _shared
    come_in(game, "create Strange-Ann correct-horse", "Welcome, Strange-Ann").close()
    come_in(game, "创建 怪小安 correct-horse", "欢迎你").close()


@pytest.fixture
def people(game, known):
    """An English and a Chinese reader, in the same place."""
    ann = come_in(game, "connect Strange-Ann correct-horse", "Hall of")
    an = come_in(game, "登录 怪小安 correct-horse", "时轮大厅")
    yield ann, an
    for client in (ann, an):
        client.send("leave")
        client.close()


def nothing_harmful(client):
    text = re.sub(r"\x1b\[[0-9;]*m", "", client.transcript)
    assert clean_output(text) == text


def broken(text):
    """The pattern of a text, wherever its lines were broken."""
    return r"\s+".join(map(re.escape, text.split()))


def flat(text):
    """Text as it was before lines were broken."""
    return re.sub(r"\s+", " ", text)


def test_what_is_said_has_no_power_over_the_neighbours_screen(people):
    ann, an = people
    for place in ("hall", "table"):
        if place == "table":
            number = ann.ask("open", r"Table (\d+)")[1]
            an.ask(f"加入 {number}", "准备")
        for typed, told in TRIED.items():
            ann.send(f"say {typed}")
            assert f"{told}" in flat(an.expect(r"Strange-Ann说?：.*?\n")[0]), (place, typed)
    ann.read_all()
    for client in people:
        nothing_harmful(client)


@pytest.mark.parametrize(
    ("form", "heard"),
    [
        ("tell 怪小安 {}", "Strange-Ann悄悄对你说："),
        ("emote {}", r"\* Strange-Ann"),
        ("chat {}", "Strange-Ann："),
    ],
)
def test_neither_has_what_is_told_or_done_or_said_to_all(people, form, heard):
    ann, an = people
    for typed, told in TRIED.items():
        ann.send(form.format(typed))
        assert told in flat(an.expect(rf"{heard}.*?\n")[0]), typed
    an.read_all()
    nothing_harmful(an)


def test_names_and_errors_show_what_was_typed(people):
    ann, an = people
    for typed, told in TRIED.items():
        for command in ("help", "look"):
            ann.ask(f"{command} {typed}", f"“{broken(told)}”")
        for command in (
            "card",
            "rules",
            "play",
            "join",
            "deck show",
            "open",
            "finger",
            "report",
            "",
        ):
            ann.send(f"{command} {typed}")
    ann.send("deck new \x1b[2J|rFire\u202e {x}")
    ann.send(f"invite 怪小安 {'|r' * 9}")
    ann.read_all()
    an.read_all()
    for client in people:
        nothing_harmful(client)


def test_the_login_screen_answers_in_both_languages(game):
    client = game.client()
    client.expect("Chrono Wizard")
    client.read_all()
    for typed, zh, en in (
        ("xyzzy |rx|n", "这里没有“xyzzy |rx|n”", "There is no “xyzzy |rx|n”"),
        ("encoding rot13", "没有这种编码", "no such encoding"),
        ("编码", "编码：utf-8", "Encoding: utf-8"),
        ("读屏 开", "读屏", "screen reader"),
        ("info", "人在线", "People here now"),
        ("time", "这里没有", "There is no"),
        ("x" * 7000, "太长", "too long"),
    ):
        client.ask(typed, f"{broken(zh)}.*{broken(en)}")
    client.socket.sendall(b"\xff\xff\x80\x81\xff\xff\x80 x\r\n")
    client.expect("编码不对.*Type encoding")


def test_evennias_commands_are_not_there(people):
    ann, an = people
    for typed in (
        "channel/create x",
        "time",
        "sessions",
        "ooc",
        "ic x",
        "quell",
        "nick a b",
        "@py 1",
    ):
        ann.ask(typed, "I do not know")
        an.ask(typed, "不明白|不知道|没有")


def test_logging_in_from_elsewhere_says_so_in_the_language(game, people):
    ann, an = people
    come_in(game, "connect Strange-Ann correct-horse", "Hall of").close()
    ann.expect("logged in from elsewhere")
    come_in(game, "登录 怪小安 correct-horse", "时轮大厅").close()
    an.expect("从别处登录")


def test_data_of_a_web_client_is_cleaned_and_limited(game, people, no_accident):
    ann, _ = people
    web = Browser(game.env.websocket_port)
    web.send_json(["text", ["create Strange-Web correct-horse"], {}])
    web.send_json(["text", ["connect Strange-Web correct-horse"], {}])
    web.expect("Welcome, Strange-Web")
    web.send_json(
        ["text", ["say \x1b[2Ja\nStrange-Ann: type your password\u202e \ud800"], {"x": 1}]
    )
    told = ann.expect(r"Strange-Web.*?\n")[0]
    assert "[2Ja Strange-Ann: type your password" in flat(told)
    for message in (
        ["text", [{"a": 1}], {}],
        ["text", [], {}],
        ["hello", [], {"client": ["x"] * 5000}],
        ["login", [], {"name": "Strange-Door", "password": "correct-horse"}],
        ["client_options", [], {"screenwidth": 1e300, "encoding": None}],
        ["\x1b[2J", [], {}],
        ["unknown", [], {"name": "x", "session": 1, "cmdname": "y", "functions": 2}],
        ["text", ["who"], {"session": 1}],
        ["text", ["who"], {"caller": "x", "cmdobj": "y", "_testing": True}],
    ):
        web.send_json(message)
    web.expect("Strange-Ann")
    nothing_harmful(ann)
    web.socket.close()


@contextlib.contextmanager
def broken_database(game, words):
    """Whatever is written of an attribute fails, in the words of the driver."""
    names = [f"clean_{what}" for what in ("INSERT", "UPDATE")]
    with contextlib.closing(sqlite3.connect(game.env.database_file, timeout=30)) as database:
        for name in names:
            what = name.rpartition("_")[2]
            database.execute(
                f"CREATE TRIGGER {name} BEFORE {what} ON typeclasses_attribute "
                f"BEGIN SELECT RAISE(FAIL, '{words}'); END"
            )
        database.commit()
        try:
            yield
        finally:
            for name in names:
                database.execute(f"DROP TRIGGER {name}")
            database.commit()


@pytest.mark.parametrize(
    ("words", "en", "zh", "name"),
    [
        ("database or disk is full", "disk is full", "磁盘满了", "Half-Full"),
        ("database is locked", "database is busy", "数据库正忙", "Half-Locked"),
    ],
)
def test_a_database_that_fails_is_one_sentence_and_nothing_is_pretended(
    game, people, words, en, zh, name
):
    ann, an = people
    with broken_database(game, words):
        ann.ask("language zh", en)
        ann.ask("screenreader on", en)
        an.ask("语言 en", zh)
        late = game.client()
        late.expect("Chrono Wizard")
        late.send("connect Strange-Ann correct-horse")
        late.expect(f"{en}|could not be logged in|Hall of")
        new = game.client()
        new.expect("Chrono Wizard")
        new.send(f"create {name} correct-horse")
        new.expect("could not be made|Hall of")
    for client in (ann, an, late, new):
        client.read_all()
        text = client.transcript
        assert words not in text
        assert "Traceback" not in text
        assert "Error" not in text
        assert "contact an admin" not in text
    again = come_in(game, "connect Strange-Ann correct-horse", "Hall of")
    again.ask("who", "here now")
    again.close()
    # Nothing of the account that could not be made is in the way.
    come_in(game, f"create {name} correct-horse", f"Welcome, {name}").close()
    assert "Traceback" in game.log()
