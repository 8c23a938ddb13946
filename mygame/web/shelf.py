"""The games as the pages tell of them: from their packs, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.pack import Pack
from rules.telling.text import Text
from web.words import current_script
from world.render.book import edition_of
from world.render.gameface import GameFace, face_of
from world.render.prose import to_html
from world.shelf import games


class Section(NamedTuple):
    """A section of the rules, or a keyword: how it is called in addresses, its title, its HTML."""

    key: str
    title: str
    html: SafeString


class Game(NamedTuple):
    """What the pages say of a game on the shelf at once; "" where nobody wrote a text."""

    id: str
    name: str
    seats: str  # for how many: "2", "3-4"
    cards: int
    has_decks: bool
    book: str  # the address of its book, for what is drawn of it
    teaches: str  # the id of the game of which it is the first lesson
    face: GameFace


class Shelf(NamedTuple):
    """A game with those that are made of it: its lesson, if there is one, and other variants."""

    game: Game
    lesson: Game | None
    variants: Sequence[Game]


def all_games(language: str) -> list[Shelf]:
    """The games that can be played, each with its variants; one without its parent is by itself."""
    packs = games.offered()
    parents = {pack.id: _parent_of(pack) for pack in packs.values()}
    found = []
    for pack in packs.values():
        if parents[pack.id] in packs:
            continue
        own = [
            game_of(packs[each], language) for each in packs if _root_of(parents, each) == pack.id
        ]
        others = [each for each in own if each.id != pack.id]
        lesson = next((each for each in others if each.teaches == pack.id), None)
        variants = [each for each in others if each is not lesson]
        found.append(Shelf(game_of(pack, language), lesson, variants))
    return found


def has_lesson(pack: Pack) -> bool:
    """Whether there is a first lesson of a game."""
    return any(lesson_of(each) == pack.id for each in games.games_by_id().values())


def lesson_of(pack: Pack) -> str:
    """The id of the game of which this one is the first lesson; "" for others."""
    return str((pack.board.get("lesson") or {}).get("of", ""))


def games_with_decks(language: str) -> list[Game]:
    """The games for which decks can be built."""
    return [game_of(pack, language) for pack in games.offered().values() if pack.program.deck_rules]


def _parent_of(pack: Pack) -> str:
    return str(pack.origin.raw["pack"].get("inherits", ""))


def _root_of(parents: Mapping[str, str], pack_id: str) -> str:
    """The game on the shelf that a variant comes from in the end."""
    while parents.get(pack_id) in parents:
        pack_id = parents[pack_id]
    return pack_id


def pack_named(pack_id: str) -> Pack:
    """
    A game on the shelf by its id.

    :raises Http404: if there is none.
    """
    pack = games.games_by_id().get(pack_id)
    if pack is None:
        raise Http404
    return pack


def game_of(pack: Pack, language: str) -> Game:
    """What the pages say of a game."""
    text = Text(pack, language)
    least, most = min(pack.program.seats, default=2), max(pack.program.seats, default=2)
    return Game(
        pack.id,
        text.game(),
        str(least) if least == most else f"{least}–{most}",
        len(pack.cards),
        pack.program.deck_rules is not None,
        book_address(pack, language),
        lesson_of(pack),
        face_of(pack, language),
    )


def book_address(pack: Pack, language: str) -> str:
    """Where the book of a game is, in a language and in the visitor's script of it."""
    script = current_script() if language == "zh" else language
    return reverse("book", args=[pack.id, edition_of(pack), script])


def sections_of(text: Text, group: str) -> list[Section]:
    """The rules of a game (`rules`), or its keywords (`keyword`); none where it has none."""
    found = text.words(group)
    return [
        # What `prose` gives is safe: nothing in it was HTML before.
        Section(
            key,
            str(said.get("title") or said.get("name") or key),
            SafeString(to_html(said["text"])),
        )
        for key, said in (found if isinstance(found, dict) else {}).items()
        if isinstance(said, dict) and said.get("text")
    ]
