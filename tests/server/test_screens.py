"""What fits on a terminal."""

import pytest
from evennia.utils.ansi import strip_ansi
from wcwidth import wcswidth

from commands import unloggedin
from server.conf.connection_screens import connection_screen


@pytest.mark.parametrize("text", [connection_screen(), unloggedin.CmdHelp.text])
def test_the_first_screens_fit_80_columns(text):
    for line in strip_ansi(text).splitlines():
        assert 0 <= wcswidth(line) <= 80, line


def test_the_screen_says_in_both_languages_how_to_get_in():
    text = strip_ansi(connection_screen())
    for words in (
        "创建 <名字> <密码>",
        "create <name> <password>",
        "登录",
        "connect",
        "Chrono Wizard",
    ):
        assert words in text


def test_the_first_line_can_be_read_in_every_encoding_and_says_what_to_type():
    first = strip_ansi(connection_screen()).splitlines()[0]
    assert first.isascii()
    assert "gbk" in first
