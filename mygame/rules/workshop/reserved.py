"""
Verbs of options that can never be typed, since a command of the house has the name.

Most commands let the game go first: where an option is called so, it is meant. Those of which the
names stand in `reserved.json` never do. The rules know nothing of commands, so that list is the
one place where they are told; a test holds it to the commands there are. Begin with
`unreachable_verbs`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ..ground.errors import Problem
from ..pack.definition import Pack
from ..telling.verbs import verbs_of

FILE = Path(__file__).with_name("reserved.json")


def command_names() -> tuple[str, ...]:
    """The names of commands before which no option goes, in all languages."""
    found: list[str] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(found)


def unreachable_verbs(pack: Pack) -> Iterator[Problem]:
    """Verbs of the pack's options that mean a command, wherever they are typed."""
    known = command_names()
    for verb, word in verbs_of(pack, sorted(pack.spoken.option_words)).items():
        if (
            name := next((name for name in known if begins_with_command(verb, name)), None)
        ) is not None:
            message = f"the option {word} can never be typed as {verb!r}: {name!r} is a command"
            yield Problem(f"words.option.{word}", message)


def begins_with_command(typed: str, name: str) -> bool:
    """
    Whether what is typed begins with the name of a command: an English one ends at a space or a
    number, a Chinese one wherever it ends.
    """
    after = typed[len(name) : len(name) + 1]
    glued = after and name[-1].isascii() and name[-1].isalpha()
    return typed.startswith(name) and not (glued and (after.isalpha() or after in "_'-"))
