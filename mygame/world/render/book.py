"""
The book of a game: its cards, words and layout in one language, as data for clients that draw
matches themselves (`docs/protocol.md`).

A version of a game has one book a language, which never changes; so it is made once and clients
may keep it. `edition_of` names the version of a book: the content of the game and the code that
puts it into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import rules.telling
from rules.ground.digests import digest
from rules.pack import Pack, pack_of_match
from rules.telling.text import Text
from world.locale.messages import LANGUAGES, strip_marks
from world.locale.reader import Reader
from world.play.hosting import registry
from world.render import default_board
from world.render.board import NO_MATCH, Board, layout_of
from world.shelf import games

Book = dict[str, Any]


def edition_of(pack: Pack) -> str:
    """The version of the books of a pack."""
    return f"{pack.hash}-{_wording_digest()}"


@cache
def _wording_digest() -> str:
    """A digest of what makes sentences and books."""
    files = [*Path(rules.telling.__path__[0]).rglob("*.py"), Path(__file__)]
    files.append(Path(__file__).with_name("practice.py"))
    files.append(Path(default_board.__file__))
    files += Path(rules.telling.__path__[0]).rglob("*.json5")
    return digest([file.read_text(encoding="utf-8") for file in sorted(files)])[:8]


def pack_of(game: str, version: str) -> Pack:
    """
    The game in a version that is on the shelf or being played.

    :raises LookupError: if there is none.
    """
    packs = [
        *games.games_by_id().values(),
        *(pack_of_match(host.match) for host in registry.all_hosts()),
    ]
    for pack in packs:
        if pack.id == game and version == edition_of(pack):
            return pack
    raise LookupError(f"{game} {version}")


def book_of(pack: Pack, language: str) -> Book:
    """The book of a game in a language."""
    text = Text(pack, language)
    board = Board(pack, NO_MATCH, text, Reader(language))
    return {
        "pack": pack.id,
        "version": edition_of(pack),
        "language": language,
        "name": text.game(),
        "cards": {card.id: _card_in_book(board, card) for card in pack.cards},
        "keywords": {
            key: {"name": entry["name"], "text": entry["text"]}
            for key, entry in (text.words("keyword") or {}).items()
        },
        "words": _words_in_book(text),
        "board": in_one_language(layout_of(pack), language),
        "zones": {zone.name: {"see": zone.see} for zone in pack.program.layout.zones.values()},
    }


def _card_in_book(board: Board, card: Any) -> Book:
    """A card as it is printed."""
    text = board.text
    named = {entry["name"]: key for key, entry in (text.words("keyword") or {}).items()}
    rules_text, effects = text.rules_text(card), text.effects(card)
    told = {
        "name": text.card(card),
        "kind": card.kind,
        "facts": text.facts(card, defaults=True),
        "text": rules_text,
        "flavour": text.description(card),
        "sheet": strip_marks(board.card_text(board.printed_card(card), "sheet")),
        "keywords": [named[name] for name, _ in text.keywords(card)],
    }
    if effects != rules_text:
        told["effects"] = effects
    return told | ({"named": others} if (others := board.formed(card.id, "named")) else {})


def _words_in_book(text: Text) -> dict[str, dict[str, Any]]:
    """The names of what cards and players have, and where cards lie."""
    pack = text.pack
    declared: list[Any] = [*pack.program.layout.fields.values(), *pack.program.properties.values()]
    symbols = {symbol for each in declared for symbol in each.domain}
    symbols |= set(text.words("symbol") or ())
    return {
        "field": {each.name: text.field(each.name) for each in declared},
        "zone": {name: text.zone(name) for name in pack.program.layout.zones},
        "symbol": {name: text.symbol(name) for name in sorted(symbols)},
        "kind": {kind: text.symbol(kind) for kind in pack.program.layout.kinds},
        "prompt": dict(text.words("prompt") or {}),
    }


def in_one_language(layout: Any, language: str) -> Any:
    """What a layout says, with the texts of one language in place of those of all."""
    if isinstance(layout, Mapping):
        if layout and set(layout) <= set(LANGUAGES):
            return in_one_language(layout.get(language, next(iter(layout.values()))), language)
        return {name: in_one_language(part, language) for name, part in layout.items()}
    if isinstance(layout, list | tuple):
        return [in_one_language(part, language) for part in layout]
    return layout
