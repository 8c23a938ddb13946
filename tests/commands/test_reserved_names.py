"""The names of commands that options of games cannot have: `rules/workshop/reserved.json`."""

from __future__ import annotations

import json

from commands.catalogue import all_commands
from commands.command import Command
from commands.table import CmdAnswer
from rules.workshop import reserved


def always_commands() -> list[str]:
    """The names of the commands for everybody that are meant whatever is asked."""
    kinds: list[Command] = [
        kind() for kind in all_commands() if not kind.yields and not issubclass(kind, CmdAnswer)
    ]
    everybody = [kind for kind in kinds if "cmd:all()" in str(kind.locks)]
    return sorted({name for kind in everybody for name in (kind.key, *kind.aliases)})


def test_the_list_of_reserved_names_has_each_command_that_goes_first():
    wanted = always_commands()
    assert sorted(reserved.command_names()) == wanted, json.dumps(wanted, ensure_ascii=False)


def test_a_command_is_meant_where_a_name_begins_what_is_typed():
    kinds = [kind() for kind in all_commands() if not kind.yields]
    for typed in ("who", "whole", "whom", "who 3", "who3", "在线的人", "look", "tell-tale"):
        for kind in kinds:
            names = (kind.key, *kind.aliases)
            found = kind.match(typed)[0] is not None
            assert found == any(reserved.begins_with_command(typed, name) for name in names), (
                typed,
                names,
            )
