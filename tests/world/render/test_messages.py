"""The interface says the same things in both languages, and every command has its help."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands.command import names_of
from commands.help import all_commands
from rules.ground.templates import holes_of
from rules.ground.width import display_width
from world.errors import TableError
from world.locale.messages import (
    FORMS,
    LANGUAGES,
    REPEATED,
    find_message,
    load_locale,
    message,
    shorten_quote,
)
from world.locale.reader import Reader
from world.render.announce import notice_lines, sentence_of
from world.render.notices import NOTICES

MYGAME = Path(__file__).parents[3] / "mygame"
# Notices and errors whose key is chosen while rendering.
DERIVED = {"notReady", "actionFailedUnnamed", "badOptionRange"}
DERIVED |= {"actionFailedInScript", "actionFailedOff"}


def leaves(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    else:
        yield path, "\n".join(node) if isinstance(node, list) else node


def names_in(text: str) -> set[str]:
    """The holes that say a value; endings of words are the affair of the language."""
    return {hole.name for hole in holes_of(text) if not hole.form}


def test_both_languages_have_the_same_keys():
    keys = [{key for key, _ in leaves(load_locale(language))} for language in LANGUAGES]
    assert keys[0] == keys[1]


def test_both_languages_have_the_same_holes():
    other = dict(leaves(load_locale("en")))
    for key, text in leaves(load_locale("zh")):
        assert names_in(text) == names_in(other[key]), key


def test_every_form_of_a_message_is_there():
    for language in LANGUAGES:
        for key, text in leaves(load_locale(language)):
            assert {hole.form for hole in holes_of(text)} <= FORMS.keys(), key


def test_no_line_of_help_or_credits_is_too_wide():
    for language in LANGUAGES:
        for table in ("credits", "hall"):
            for key, text in leaves(load_locale(language)[table], table):
                assert all(display_width(line) <= 120 for line in text.split("\n")), (language, key)


def test_a_missing_message_is_spelled_out():
    assert message("nowhere.atAll", "en", name="Ann") == "atAll: Ann"
    assert message("notice.timeout", "en", name="Ann") == "Ann let the time run out."
    assert message("notice.timeout", "zh", name="小安") == "小安超时了。"


def test_every_command_has_names_and_help_in_both_languages():
    for command in all_commands():
        for language in LANGUAGES:
            for part in ("name", "short", "text"):
                key = f"commands.{command.topic}.{part}"
                assert find_message(key, language), (language, key)
        for name in names_of(command.topic):
            assert name == command.key or name in {*command.aliases, *command().aliases}


def test_no_two_commands_share_a_name():
    taken: dict[str, str] = {}
    for command in all_commands():
        for name in {command.key, *command().aliases}:
            assert taken.setdefault(name, command.key) == command.key, name


@pytest.mark.parametrize(
    ("table", "pattern"),
    [
        ("notice", r"(?:notice|show_notice\",|show_notice)\(?\s*\"(\w+)\""),
        ("error", r"TableError\(\"(\w+)\""),
    ],
)
def test_everything_the_world_says_has_a_sentence(table, pattern):
    used = set()
    for folder in ("world", "typeclasses"):
        for file in (MYGAME / folder).rglob("*.py"):
            if "render" not in file.parts:
                used |= set(re.findall(pattern, file.read_text(encoding="utf-8")))
    assert used, "the pattern finds nothing any more"
    used -= NOTICES.keys()  # those have functions of their own
    missing = {key for key in used if find_message(f"{table}.{key}", "en") is None}
    assert not missing


def test_no_message_is_left_over():
    known = set(load_locale("en")["error"]) | set(load_locale("en")["notice"])
    sources = "\n".join(
        file.read_text(encoding="utf-8")
        for folder in ("world", "typeclasses", "commands")
        for file in (MYGAME / folder).rglob("*.py")
    )
    assert {key for key in known - DERIVED if f'"{key}"' not in sources} <= {"finished"}


@pytest.mark.parametrize(
    ("language", "why"), [("en", "nobody is there to be asked"), ("zh", "没有人可以问")]
)
def test_why_the_engine_could_not_go_on_is_told_in_the_readers_language(language, why):
    reader, said = Reader(language), "nobody is there to be asked"
    for key, details in (("actionFailed", {"seat": 0, "card": None}), ("matchBroken", {})):
        told = notice_lines(None, key, {**details, "reason": said}, None, reader)
        assert why in " ".join(told)
    for key in ("sandboxRefused", "cannotStart", "cannotReproduce"):
        assert why in sentence_of(TableError(key, problem=said), reader)


@pytest.mark.parametrize(("rounds", "told"), [(1, "1 round"), (2, "2 rounds"), (0, "0 rounds")])
def test_one_of_something_is_not_told_as_several(rounds, told):
    assert message("history.rounds", "en", number=rounds) == told


def test_every_word_that_is_counted_can_be_one():
    counted = re.compile(r"\{\w+\} (seconds|rounds|steps|minutes|matches)\b")
    found = [
        key
        for key, text in leaves(load_locale("en"))
        if counted.search(text) and not key.startswith(("duration.", "build.", "admin."))
    ]
    assert found == []


@pytest.mark.parametrize(
    "typed",
    [
        "|rfoo|n",
        "|rabc|n{x} [y] " * 8,
        "|" * 70,
        "a" * 58 + "|r" + "b" * 9,
        "|lclook|ltx|le" * 9,
        "|500" * 30,
        "中|n" * 40,
        "{a} {text}",
    ],
)
def test_what_is_quoted_is_the_beginning_of_what_was_typed_letter_by_letter(typed):
    quoted = shorten_quote(typed)
    shown = quoted.replace("||", "|")
    assert "|" not in quoted.replace("||", "")
    assert typed.strip().startswith(shown.removesuffix("…"))
    assert len(shown) <= REPEATED
    assert display_width(quoted) <= REPEATED
