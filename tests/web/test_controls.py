"""Whatever a player can type at a table, the page of the table has a control for it."""

from __future__ import annotations

import re
from pathlib import Path

from commands.help import all_commands, topic_named
from web.typed import TYPED

SCRIPTS = Path(__file__).parents[2] / "mygame" / "web" / "static" / "table"
# A line that a script types: `type("hint")`, `type(`join ${number}`)`, `line: "concede yes"`; what
# an entry of a list begins it with, `value=${`tell ${name} `}`; and the other one of two lines.
LINE = re.compile(
    r"""(?:type\(|\bline: |value=\$\{|type\([^`\n]+`[^`\n]+` : (?=`))["`]([a-z]+)(?=["` ])"""
)


def controls() -> set[str]:
    """The topics of the commands that the page types."""
    words = {word for file in SCRIPTS.glob("*.js") for word in LINE.findall(file.read_text())}
    return {found.topic for word in words if (found := topic_named(word))}


def players_commands() -> set[str]:
    """The topics of the commands that everybody has."""
    return {each.topic for each in all_commands() if each.topic and each.locks == "cmd:all()"}


def test_every_command_of_a_player_has_a_control_at_the_table_or_a_reason_why_it_is_typed():
    missing = players_commands() - controls() - set(TYPED)
    assert not missing, f"neither a control nor a reason in web.typed: {sorted(missing)}"


def test_what_stays_typed_is_a_command_without_a_control_and_says_why():
    assert set(TYPED) <= players_commands()
    assert sorted(set(TYPED) & controls()) == []
    assert all(re.fullmatch(r"[A-Z].*\.", reason) for reason in TYPED.values())
