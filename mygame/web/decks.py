"""
Decks as the pages show and change them: the same decks, by the same rules, as the command `deck`.

`Shown` is a deck for a page; `CHANGES` says what a form may do to one. All of it runs in the
reactor's thread, where the game changes decks as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.pack import Pack
from rules.running import decks as rules
from rules.running.decks import Deck, Ready, rules_of
from rules.telling.text import Text
from web.cards import Entry
from world.accounts import limits
from world.errors import TableError
from world.locale.messages import message
from world.locale.reader import Reader
from world.models import SavedDeck
from world.render.decks import state_of
from world.shelf import decks as book


class Row(NamedTuple):
    """A card of a deck: the number of its place, its id, how many of how many a deck may hold."""

    number: int
    id: str
    name: str
    copies: int
    limit: int
    first: bool  # of its part
    last: bool


class PartShown(NamedTuple):
    """A part of a deck: its cards, how many there are, how many there should be."""

    name: str
    label: str
    rows: Sequence[Row]
    held: int
    size: str
    ordered: bool
    full: bool


class Shown(NamedTuple):
    """A deck for its page: what is wrong with it, in sentences, and its code, "" without one."""

    parts: Sequence[PartShown]
    problems: Sequence[str]
    code: str


def shown(pack: Pack, cards: Mapping[str, Any], language: str) -> Shown:
    """A deck part by part."""
    deck, text = rules.canonical(pack.program, cards), Text(pack, language)
    numbers = {place: number for number, place in enumerate(book.numbered(pack, deck), 1)}
    parts = []
    for part in rules_of(pack.program).parts.values():
        listed = deck[part.name]
        places = book.lines_of(part, listed)
        rows = [
            Row(
                numbers.get((part.name, index), 0),
                listed[index],
                text.card(listed[index]),
                1 if part.ordered else listed.count(listed[index]),
                rules_of(pack.program).limits.get(listed[index], 0),
                index == places[0],
                index == places[-1],
            )
            for index in places
        ]
        size = str(part.least) if part.least == part.most else f"{part.least}–{part.most}"
        label, count = text.deck_part(part.name), len(listed)
        full = part.least <= count <= part.most
        parts.append(PartShown(part.name, label, rows, count, size, part.ordered, full))
    problems = [text.deck_problem(problem) for problem in rules.check(pack.program, deck)]
    return Shown(parts, problems, code_of(pack, deck))


def code_of(pack: Pack, deck: Deck) -> str:
    """The line that a deck can be had from; "" if it has cards that there are no more."""
    try:
        return rules.encode(pack.program, deck)
    except rules.DeckError:
        return ""


def held(cards: Mapping[str, Any]) -> Counter[str]:
    """How often a deck has each card."""
    return Counter(card for part in cards.values() for card in part)


def fitting(pack: Pack, cards: Mapping[str, Any], found: Iterable[Entry]) -> list[Entry]:
    """
    Those of the cards found that may be put into a deck beside what it has; the one card of a part
    that still lacks it goes first, and last when it is chosen.
    """
    rule, deck = rules_of(pack.program), rules.canonical(pack.program, cards)

    def turn(entry: Entry) -> int:
        part = rule.part_of(entry.kind)
        return 1 if part is None or part.most > 1 else 2 if deck[part.name] else 0

    fits = [
        each
        for each in found
        if each.id in rule.limits and rules.goes_with(pack.program, deck, each.id)
    ]
    return sorted(fits, key=turn)


class Listed(NamedTuple):
    """A deck in the list of somebody's decks."""

    game: str
    number: int
    name: str
    state: str
    legal: bool
    brought: bool


def own_decks(account: Any, pack: Pack, language: str) -> list[Listed]:
    """The decks of an account for a game, with how each stands, and which one it brings."""
    chosen, reader = book.preferred(account, pack), Reader(language)
    return [
        Listed(
            deck.game,
            deck.pk,
            deck.name,
            state_of(deck, reader, pack),
            not rules.check(pack.program, deck.cards),
            deck.pk == chosen,
        )
        for deck in book.of_account(account, pack)
    ]


def own_deck(account: Any, pack: Pack, number: int) -> SavedDeck | None:
    """A deck of an account; None if there is no such."""
    return SavedDeck.objects.filter(account=account, game=pack.id, pk=number).first()


# -- making and changing ---------------------------------------------------------------------------


def make(account: Any, pack: Pack, form: Mapping[str, str], language: str) -> SavedDeck:
    """
    A new deck as a form wants it: empty, a copy of a deck (`copy`), or of a code (`code`).

    :raises TableError: those of `world.shelf.decks`.
    """
    name, cards = form.get("name", "").strip(), None
    if wanted := form.get("copy", ""):
        source = _source(account, pack, wanted)
        is_ready = isinstance(source, Ready)
        cards = source.deck if is_ready else source.cards
        name = name or (source.names[language] if is_ready else source.name)
        name = book.free_name(account, pack, name)
    elif "code" in form:
        pack, cards = book.read(pack, form["code"])
    name = name or book.free_name(account, pack, message("deck.unnamed", language))
    return book.create(account, pack, name, cards)


def _source(account: Any, pack: Pack, wanted: str) -> Any:
    found: Any = rules_of(pack.program).ready.get(wanted)
    if found is None and wanted.isdecimal():
        own = book.of_account(account, pack)
        found = next((deck for deck in own if deck.pk == int(wanted)), None)
    if found is None:
        raise TableError("deckUnknown", name=wanted, pack=pack)
    return found


def _add(pack: Pack, deck: SavedDeck, card: str) -> None:
    book.add(pack, deck.cards, [book.card_named(pack, card)])


def _remove(pack: Pack, deck: SavedDeck, card: str) -> None:
    for part in deck.cards.values():
        if card in part:  # also one that the game has no more, which has no name
            part.reverse()
            part.remove(card)
            part.reverse()
            return
    raise TableError("deckLacks", card=card, pack=pack)


def _take(pack: Pack, deck: SavedDeck, number: str) -> None:
    book.remove(pack, deck.cards, [number if number.isdecimal() else "0"])


def _move(pack: Pack, deck: SavedDeck, places: str) -> None:
    number, _, to = places.partition("-")
    if not (number.isdecimal() and to.isdecimal()):
        raise TableError("deckPlace", number=places, count=len(book.numbered(pack, deck.cards)))
    book.move(pack, deck.cards, int(number[:9]), int(to[:9]))


# What a form may do to the cards of a deck, by the name of its button.
CHANGES: dict[str, Callable[[Pack, SavedDeck, str], None]] = {
    "add": _add,
    "remove": _remove,
    "take": _take,
    "move": _move,
}


def change(pack: Pack, deck: SavedDeck, what: str, about: str) -> None:
    """
    Carry out one of `CHANGES` and keep the deck.

    :raises TableError: those of `world.shelf.decks`, and `tooOften` (action, wait).
    """
    limits.check(deck.account, "changeDeck")
    deck.cards = rules.canonical(pack.program, deck.cards)
    CHANGES[what](pack, deck, about)
    deck.cards = rules.canonical(pack.program, deck.cards)
    deck.save()
