"""
What a game is once it is read and compiled: a `Pack`.

`declarations` is what it declares, as the compiler and other readers of its content know it;
`program` what its matches run; `words` and `board` what people read and see, `times` how long they
have. A pack does not change
once it is made.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from ..ground.names import names_by_language
from ..language.declared import Declarations
from ..language.spoken import Spoken
from ..language.trees import Trees
from ..language.units import Written
from ..running.catalogue import CardDef
from ..running.parts import Parts
from ..running.program import Program
from ..running.saving import ENGINE
from .times import Times


class Origin(NamedTuple):
    """What a pack was made of: its folder and those of its parents, its sections, its units."""

    folder: Path
    folders: list[str]
    raw: dict[str, Any]
    units: dict[str, Written]


class Pack:
    """A game: `hash` tells its versions apart; `sources` are its files by place."""

    def __init__(self, folder: Path, raw: dict[str, Any], sources: dict[str, str]):
        manifest = raw["pack"]
        self.folder = folder.name
        self.id: str = manifest.get("id", folder.name)
        self.name = names_by_language(manifest.get("name", self.id))
        self.version = str(manifest.get("version", "0"))
        #: What players own is shared by the games of a realm.
        self.realm: str = manifest.get("realm") or self.id
        #: Whether it is offered at tables; a game of scenes is not.
        self.listed: bool = manifest.get("listed", True)
        #: Whether answers can be taken back; not where that would show what nobody may know.
        self.undo: bool = manifest.get("undo", True)
        #: The places of the world outside the hall and who stands there, by id.
        self.places: dict[str, Any] = raw["places"]
        self.people: dict[str, Any] = raw["people"]
        #: What can be done anywhere outside by typing it, by id.
        self.errands: dict[str, Any] = raw["errands"]
        #: Files of cards that are copied to begin another one, by the kind of their first card.
        self.templates: dict[str, str] = manifest.get("templates") or {}
        self.migrations = _migrations_of(manifest.get("migrate"))
        self.hash = content_hash(sources)
        #: Whether its code tells what is carried out: then Python alone plays it.
        self.is_watched = False
        self.sources = sources
        self.words: dict[str, Any] = raw["words"]
        self.board: dict[str, Any] = raw["board"]
        self.times = Times()
        seats = manifest.get("seats", [2])
        self.declarations = Declarations(self.id, self.name, seats if type(seats) is list else ())
        # What follows is there when it is compiled.
        self.spoken: Spoken
        self.trees: Trees
        self.program: Program
        self.origin: Origin

    def __repr__(self) -> str:
        return f"<Pack {self.id} {self.version} {self.hash[:8]}>"

    @property
    def cards(self) -> list[CardDef]:
        """All cards, in their order."""
        return self.declarations.catalogue.cards

    def card(self, card_id: str) -> CardDef:
        """A card by id. KeyError if there is none."""
        return self.declarations.catalogue.card(card_id)


def _migrations_of(node: Any) -> dict[int, dict[str, Any]]:
    """`migrate` of a manifest: by version of what is brought, from 2 on, what changes with it."""
    found = node if isinstance(node, dict) else {}
    return {int(name): spec for name, spec in found.items() if name.isdecimal()}


def pack_of_match(match: Parts) -> Pack:
    """The pack that a match is of."""
    assert isinstance(match.game, Pack)  # noqa: S101 (for mypy: whoever hosts one gave it that)
    return match.game


def content_hash(sources: dict[str, str]) -> str:
    digest = hashlib.blake2b(str(ENGINE).encode(), digest_size=16)
    for path in sorted(sources):
        digest.update(f"\0{path}\0{sources[path]}".encode())
    return digest.hexdigest()
