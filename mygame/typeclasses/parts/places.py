"""
The places of a table: who holds each, as it is stored and as it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.pack import Pack
from world.errors import TableError
from world.play.hosting.botturns import kinds_of_bots
from world.shelf import decks


@dataclass(frozen=True)
class Seat:
    """A seat of a table as it is now. `connected`: its person is in the room, with a client."""

    index: int
    character: Any
    bot: str | None
    ready: bool
    connected: bool


@dataclass
class Place:
    """A seat as it is stored: a character's id, or a kind of bot, or nothing."""

    character: int | None = None
    bot: str = ""
    name: str = ""
    ready: bool = False
    deck: decks.Choice = None  # what this seat brings to a game of decks; its own secret

    @property
    def is_free(self) -> bool:
        return self.character is None and not self.bot


def check_kind(kind: str, pack: Pack | None) -> None:
    """
    Whether a kind of bot plays a game.

    :raises TableError: `unknownBot`.
    """
    if kind not in (known := kinds_of_bots(pack)):
        raise TableError("unknownBot", bot=kind, bots=known)


def check_unseated(character: Any, here: Any = None) -> None:
    """
    A person has one seat, also with two characters, and is in one scene.

    :raises TableError: `seatedElsewhere`; `inScene` (name: of whom or what it is at).
    """
    if (scene := character.scene) is not None:
        raise TableError("inScene", name=scene.name_for(character))
    table = character.table
    if table is not None and table != here:
        raise TableError("seatedElsewhere", table=table)
