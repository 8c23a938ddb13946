"""
Decks as the pages show and change them: the same decks, by the same rules, as the command `deck`.

`Shown` is a deck for a page; `CHANGES` says what a form may do to one. All of it runs in the
reactor's thread, where the game changes decks as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.pack import Pack
from rules.running import decks as rules
from rules.running.decks import Deck, Ready, deck_rules
from rules.telling.text import Text
from web.cards import Entry, catalogue_of, corner_of
from web.deckplan import Plan, cover_of, plan_of, text_of_deck
from world.accounts import limits
from world.errors import TableError
from world.locale.messages import message
from world.locale.reader import Reader
from world.models import SavedDeck
from world.render.decks import state_of
from world.shelf import decks as book
from world.shelf import finding


class Row(NamedTuple):
    """
    A card of a deck: the number of its place, its id, how many of how many a deck may hold; the
    number at its corner and the hue of its face, None where it has none.
    """

    number: int
    id: str
    name: str
    copies: int
    limit: int
    first: bool  # of its part
    last: bool
    cost: int | None
    hue: int | None


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
    """
    A deck for its page: what is wrong with it, in sentences, and its code, "" without one; what it
    wants to do, the card on its cover, "" without one, and the deck as lines to be typed.
    """

    parts: Sequence[PartShown]
    problems: Sequence[str]
    code: str
    plan: Plan
    cover: str
    text: str


def deck_by_parts(
    pack: Pack, cards: Mapping[str, Any], language: str, account: Any = None
) -> Shown:
    """A deck part by part; with what keeps an account from playing it."""
    deck, text = rules.canonical_deck(pack.program, cards), Text(pack, language)
    entries, corner = catalogue_of(pack, language).entries, corner_of(pack)
    numbers = {place: number for number, place in enumerate(book.numbered_cards(pack, deck), 1)}
    parts = []
    for part in deck_rules(pack.program).parts.values():
        listed = deck[part.name]
        places = book.line_indices(part, listed)
        rows = [
            Row(
                numbers.get((part.name, index), 0),
                listed[index],
                text.card(listed[index]),
                1 if part.ordered else listed.count(listed[index]),
                deck_rules(pack.program).limits.get(listed[index], 0),
                index == places[0],
                index == places[-1],
                entries[listed[index]].values.get(corner) if listed[index] in entries else None,
                entries[listed[index]].hue if listed[index] in entries else None,
            )
            for index in places
        ]
        if not part.ordered:
            rows.sort(key=lambda row: (row.cost is None, row.cost or 0))
        size = str(part.least) if part.least == part.most else f"{part.least}–{part.most}"
        label, count = text.deck_part(part.name), len(listed)
        full = part.least <= count <= part.most
        parts.append(PartShown(part.name, label, rows, count, size, part.ordered, full))
    problems = [
        text.deck_problem(problem) for problem in finding.deck_problems(pack, account, deck)
    ]
    plan, cover = plan_of(pack, deck, entries), cover_of(pack, deck)
    return Shown(
        parts, problems, code_of(pack, deck), plan, cover, text_of_deck(pack, deck, language)
    )


def code_of(pack: Pack, deck: Deck) -> str:
    """The line that a deck can be had from; "" if it has cards that there are no more."""
    try:
        return rules.encode_deck(pack.program, deck)
    except rules.DeckError:
        return ""


def count_cards(cards: Mapping[str, Any]) -> Counter[str]:
    """How often a deck has each card."""
    return Counter(card for part in cards.values() for card in part)


def cards_that_fit(pack: Pack, cards: Mapping[str, Any], found: Iterable[Entry]) -> list[Entry]:
    """
    Those of the cards found that may be put into a deck beside what it has; the one card of a part
    that still lacks it goes first, and last when it is chosen.
    """
    rule, deck = deck_rules(pack.program), rules.canonical_deck(pack.program, cards)

    def turn(entry: Entry) -> int:
        part = rule.part_of(entry.kind)
        return 1 if part is None or part.most > 1 else 2 if deck[part.name] else 0

    fits = [
        each
        for each in found
        if each.id in rule.limits and rules.fits_deck(pack.program, deck, each.id)
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
    cover: str
    plan: Plan


def playable_decks(account: Any, pack: Pack) -> dict[str, Deck]:
    """The decks of an account that may be played in a game, by name."""
    return {
        deck.name: rules.canonical_deck(pack.program, deck.cards)
        for deck in book.decks_of_account(account, pack)
        if not finding.deck_problems(pack, account, deck.cards)
    }


def own_decks(
    account: Any, pack: Pack, language: str, entries: Mapping[str, Entry]
) -> list[Listed]:
    """
    The decks of an account for a game, with how each stands, and which one it brings. `entries`
    are the cards of the game (`catalogue_of`, which must not be asked for in the reactor's thread).
    """
    chosen, reader = book.preferred_choice(account, pack), Reader(language)
    return [
        Listed(
            deck.game,
            deck.pk,
            deck.name,
            state_of(deck, reader, pack),
            not finding.deck_problems(pack, account, deck.cards),
            deck.pk == chosen,
            cover_of(pack, deck.cards),
            plan_of(pack, deck.cards, entries),
        )
        for deck in book.decks_of_account(account, pack)
    ]


def own_deck(account: Any, pack: Pack, number: int) -> SavedDeck | None:
    """A deck of an account; None if there is no such."""
    return SavedDeck.objects.filter(account=account, game=pack.id, pk=number).first()


# -- making and changing ---------------------------------------------------------------------------


def make_deck(account: Any, pack: Pack, form: Mapping[str, str], language: str) -> SavedDeck:
    """
    A new deck as a form wants it: empty, a copy of a deck (`copy`), or of a code (`code`).

    :raises TableError: those of `world.shelf.decks`.
    """
    name, cards = form.get("name", "").strip(), None
    if wanted := form.get("copy", ""):
        source = _source_of(account, pack, wanted)
        is_ready = isinstance(source, Ready)
        cards = source.deck if is_ready else source.cards
        name = name or (source.names[language] if is_ready else source.name)
        name = book.free_name(account, pack, name)
    elif "code" in form:
        pack, cards = book.read_deck(pack, spell_out(form["code"]))
    name = name or book.free_name(account, pack, message("deck.unnamed", language))
    return book.create_deck(account, pack, name, cards)


_COUNTED = re.compile(
    r"(?P<count>\d{1,2})\s*[x×]?\s+(?P<name>.+)|(?P<named>.+?)\s*[x×]\s*(?P<of>\d{1,2})"
)


def spell_out(text: str) -> str:
    """A list of cards with numbers ("2 Spark", "Spark ×2") as one that names each copy."""
    if text.strip().lower().startswith(rules.CODE):
        return text
    names: list[str] = []
    for piece in map(str.strip, rules.SEPARATORS.split(text)):
        found = _COUNTED.fullmatch(piece)
        name = found and (found["name"] or found["named"])
        names += [name] * int(found["count"] or found["of"]) if found and name else [piece]
    return "\n".join(names[: book.MAX_CARDS + 1])


def _source_of(account: Any, pack: Pack, wanted: str) -> Any:
    found: Any = deck_rules(pack.program).ready.get(wanted)
    if found is None and wanted.isdecimal():
        own = book.decks_of_account(account, pack)
        found = next((deck for deck in own if deck.pk == int(wanted)), None)
    if found is None:
        raise TableError("deckUnknown", name=wanted, pack=pack)
    return found


def _add(pack: Pack, deck: SavedDeck, card: str) -> None:
    book.add_cards(pack, deck.cards, [book.card_named(pack, card)])


def _remove(pack: Pack, deck: SavedDeck, card: str) -> None:
    for part in deck.cards.values():
        if card in part:  # also one that the game has no more, which has no name
            part.reverse()
            part.remove(card)
            part.reverse()
            return
    raise TableError("deckLacks", card=card, pack=pack)


def _take(pack: Pack, deck: SavedDeck, number: str) -> None:
    book.remove_cards(pack, deck.cards, [number if number.isdecimal() else "0"])


def _move(pack: Pack, deck: SavedDeck, places: str) -> None:
    number, _, to = places.partition("-")
    if not (number.isdecimal() and to.isdecimal()):
        raise TableError(
            "deckPlace", number=places, count=len(book.numbered_cards(pack, deck.cards))
        )
    book.move_card(pack, deck.cards, int(number[:9]), int(to[:9]))


def _write(pack: Pack, deck: SavedDeck, text: str) -> None:
    found, cards = book.read_deck(pack, spell_out(text))
    if found.id != pack.id:
        raise TableError("deckOtherGame", name=deck.name, id=found.id, pack=found)
    if sum(map(len, cards.values())) > book.MAX_CARDS:
        raise TableError("deckFull", limit=book.MAX_CARDS)
    deck.cards = cards


# What a form may do to the cards of a deck, by the name of its button.
CHANGES: dict[str, Callable[[Pack, SavedDeck, str], None]] = {
    "add": _add,
    "remove": _remove,
    "take": _take,
    "move": _move,
    "write": _write,
}


def change_deck(pack: Pack, deck: SavedDeck, what: str, about: str) -> None:
    """
    Carry out one of `CHANGES` and keep the deck.

    :raises TableError: those of `world.shelf.decks`, and `tooOften` (action, wait).
    """
    limits.check_limit(deck.account, "changeDeck")
    deck.cards = rules.canonical_deck(pack.program, deck.cards)
    CHANGES[what](pack, deck, about)
    deck.cards = rules.canonical_deck(pack.program, deck.cards)
    deck.save()


def restore_deck(deck: SavedDeck, cards: Mapping[str, Any]) -> None:
    """
    Make a deck what it was.

    :raises TableError: `tooOften` (action, wait).
    """
    limits.check_limit(deck.account, "changeDeck")
    deck.cards = dict(cards)
    deck.save()
