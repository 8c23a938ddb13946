"""The games as the pages tell of them: from their packs, in one language."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404
from django.utils.safestring import SafeString

from rules.pack import Pack
from rules.telling.text import Text
from world import games
from world.render.prose import html


class Section(NamedTuple):
    """A section of the rules, or a keyword: how it is called in addresses, its title, its HTML."""

    key: str
    title: str
    html: SafeString


class Game(NamedTuple):
    """What the pages say of a game on the shelf at once; "" where nobody wrote a text."""

    id: str
    name: str
    line: str  # what it is like, in a sentence
    length: str  # how long a match takes
    seats: str  # for how many: "2", "3-4"
    cards: int
    has_decks: bool


def all_games(language: str) -> list[Game]:
    """The games that can be played, those that stand on their own before their variants."""
    packs = games.games().values()
    return [game_of(pack, language) for pack in sorted(packs, key=_is_variant)]


def _is_variant(pack: Pack) -> bool:
    return "inherits" in pack.origin.raw["pack"]


def pack_named(pack_id: str) -> Pack:
    """
    A game on the shelf by its id.

    :raises Http404: if there is none.
    """
    pack = games.games().get(pack_id)
    if pack is None:
        raise Http404
    return pack


def game_of(pack: Pack, language: str) -> Game:
    """What the pages say of a game."""
    text = Text(pack, language)
    about = text.words("about") or {}
    least, most = min(pack.seats, default=2), max(pack.seats, default=2)
    return Game(
        pack.id,
        text.game(),
        str(about.get("line", "")),
        str(about.get("length", "")),
        str(least) if least == most else f"{least}–{most}",
        len(pack.cards),
        pack.deck_rules is not None,
    )


def sections(text: Text, group: str) -> list[Section]:
    """The rules of a game (`rules`), or its keywords (`keyword`); none where it has none."""
    found = text.words(group)
    return [
        # What `prose` gives is safe: nothing in it was HTML before.
        Section(
            key, str(said.get("title") or said.get("name") or key), SafeString(html(said["text"]))
        )
        for key, said in (found if isinstance(found, dict) else {}).items()
        if isinstance(said, dict) and said.get("text")
    ]
