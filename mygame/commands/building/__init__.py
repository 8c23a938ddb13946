"""
What builders type behind `card`: a word that says what to do, and what to do it with.

A module of this folder has a table `DEEDS`: a word of `building.verb` in the locale files -> a
function of the command that was typed and the rest of its line. `WORDS` joins the tables; players
have none of them, to whom `card list` is the card of that name. Begin at `parse_deed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from commands.building import editing, looking, passing, trying, writing
from commands.command import Command, split_verb, verbs_of
from world.accounts import roles
from world.locale.reader import account_of

Deed = Callable[[Command, str], Any]

#: What each word does. The tables of the modules are joined here.
WORDS: dict[str, Deed] = {
    **writing.DEEDS,
    **editing.DEEDS,
    **trying.DEEDS,
    **looking.DEEDS,
    **passing.DEEDS,
}


def parse_deed(command: Command) -> tuple[Deed, str] | None:
    """What a builder who typed this line wants done, and with what; None: to read a card."""
    verb, rest = split_verb(command.args, verbs_of("building.verb"))
    if verb not in WORDS or roles.role_of(account_of(command.caller)) == "player":
        return None
    return WORDS[verb], rest
