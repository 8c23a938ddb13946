"""Text from people has no power over a screen, and stays what one can read of it."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hooks.serversession import ServerSession
from server import INPUT_MARK, cleaning
from server.cleaning import clean_line, clean_output, clean_text

# What strangers tried, and what a neighbour may see of it.
HARMFUL = {
    "\x1b[2J\x1b[Hexpired": "[2J[Hexpired",
    "\x1b[31mred\x1b[0m": "red",
    "\x1b]0;title\x07": "]0;title",
    "bell\a": "bell",
    "back\b\b\b\b": "back",
    "\x7fdel": "del",
    "\x9b2Jc1\x85x": "2Jc1 x",
    "one\r\ntwo\nthree\rfour\u2028five\u2029six": "one two three four five six",
    "tab\there": "tab here",
    "\u202egnirts\u202c \u2066x\u2069 \u200e\u200f\u061c": "gnirts x ",
    "in\u200bvi\u2060si\ufeffble\u00ad\u034f\u3164": "invisible",
    "\ue000\U000f0000private": "private",
    "\ufdd0\uffff\U0010ffffnone": "none",
    "\U000e0041tags": "tags",
    "\ud800lone\udfff": "lone",
    "Z" + "\u0334" * 200 + "!": "Z" + "\u0334" * 4 + "!",
    "\u0301\u0302no letter": "no letter",
    "a\xa0b\u2003c": "a b c",
}
READABLE = (
    "你好，世界！“逆时巫师”——《牌》…　全角 ｆｕｌｌ",
    "Tiếng Việt, crème brûlée, Ω ∑ ☃ ✓ ½",
    "שָׁ֑לוֹם עולם",
    "กำลังที่นี่",
    "नमस्ते क्‍ष",
    "می‌خواهم",
    "👨‍👩‍👧‍👦 ❤️ 1️⃣ 👍🏽 🇨🇳 ✨",
    "C:\\>|r {name} $You() <b> &amp; ||",
    "日本語ガギグ 한국어 ㄅㄆㄇ",
)


@pytest.mark.parametrize("typed", HARMFUL)
def test_what_a_screen_obeys_is_taken_out(typed):
    assert clean_line(typed) == HARMFUL[typed]


@pytest.mark.parametrize("typed", READABLE)
def test_what_people_write_stays(typed):
    typed = unicodedata.normalize("NFC", typed)
    assert clean_line(typed) == typed


def test_text_keeps_its_lines():
    assert clean_text("one\r\ntwo\rthree\n\tfour\v\x1bfive") == "one\ntwo\nthree\n\tfour\nfive"


def test_the_quick_look_passes_nothing_that_the_long_one_would_change():
    everything = map(chr, range(sys.maxunicode + 1))
    fine = [c for c in everything if cleaning._FINE_TEXT.fullmatch(c)]
    assert len(fine) > 20000
    assert [c for c in fine if cleaning._clean(c) != c] == []


@example("\r\u200c0")  # nothing before what joins
@example("0\u0300\x1f\u094d\u200c0")  # marks that come together change places
@given(
    st.text(st.characters(), max_size=40) | st.text("e\u0301\u200b\u200d\u093c\u094dक👍\x1b[m\n")
)
def test_cleaning_twice_is_cleaning_once(typed):
    assert clean_line(clean_line(typed)) == clean_line(typed)
    assert clean_output(clean_output(typed)) == clean_output(typed)
    assert all(
        unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn", "Zl") for c in clean_line(typed)
    )
    clean_line(typed).encode("utf-8")


def test_there_is_a_longest_line_and_a_longest_text():
    assert len(clean_line("x" * 100_000)) == cleaning.LINE
    assert len(clean_text("é\n" * 100_000)) == cleaning.TEXT
    assert len(clean_output("\x07x" * 100_000)) == 100_000


class Handler:
    """Stands for the handler of sessions: keeps what comes in and goes out."""

    def call_inputfuncs(self, session, **kwargs):
        self.came = kwargs

    def data_out(self, session, **kwargs):
        self.went = kwargs


@pytest.fixture
def session():
    one = ServerSession()
    one.logged_in = False
    one.sessionhandler = Handler()
    one.protocol_flags = {}
    return one


def test_all_input_is_cleaned_data_of_windows_too(session):
    session.data_in(
        text=[["say \x1b[2Jhi\nyou"], {"cmdid": 3}],
        **{
            "card_play\x07": [[{"deep": ["\u202ex", 1, None]}], {"a\x1b": True}],
            INPUT_MARK: ("1", 0),
        },
    )
    assert session.sessionhandler.came == {
        "text": [["say [2Jhi you"], {"cmdid": 3}],
        "card_play": [[{"deep": ["x", 1, None]}], {"a": True}],
    }
    assert session.input_id == "1"


@pytest.mark.parametrize("data", [[[[[[[["deep"]]]]]]], list(range(10_000))])
def test_data_out_of_all_proportion_is_refused_with_a_sentence_in_both_languages(session, data):
    session.data_in(card_play=[[data], {}])
    assert not hasattr(session.sessionhandler, "came")
    told = session.sessionhandler.went["text"]
    assert "太大" in told
    assert "ignored" in told


def test_what_is_stored_harms_nobody_on_its_way_out(session):
    session.msg(
        text=("|rold\x1b[2J\r\nname|n", {"type": "say"}),
        prompt="\u202e>",
        card_state=([], {"names": ["\x9bx"], "count": 3}),
    )
    assert session.sessionhandler.went == {
        "text": ("|rold[2J\nname|n", {"type": "say"}),
        "prompt": ">",
        "card_state": ([], {"names": ["x"], "count": 3}),
    }


def test_a_log_line_cannot_be_written_by_a_player(session):
    """What somebody types is one line when it reaches anything that writes logs."""
    session.data_in(text=[["x\n2026-01-01 [SS] Authentication Success: admin"], {}])
    (typed,), _ = session.sessionhandler.came["text"]
    assert "\n" not in typed


def test_what_several_are_told_is_cleaned_once():
    told = cleaning.Shown(cleaning.clean_message({"names": ["\x1b[2JAnn"]}))
    assert told == {"names": ["[2JAnn"]}
    sent = cleaning.clean_message({"chrono_table": ((), told), "text": "\x07x"})
    assert sent["chrono_table"][1] is told
    assert sent["text"] == "x"
