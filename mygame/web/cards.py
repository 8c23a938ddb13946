"""
The cards of a game as the pages list them: made once a version and language, then looked through.

What a card says comes from `rules.telling.text`, whose workings belong to the reactor's thread: a
few cards are asked for there at a time, so that nobody at a table waits. Begin at `catalogue_of`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlencode

from rules.pack import CardDef, Pack
from rules.pack.corners import corners_of
from rules.running.printed import definitions_of
from rules.telling.text import Text
from server.chinese import to_simplified
from server.names import normalize
from server.threads import in_reactor
from world.locale.messages import LANGUAGES, strip_marks

AT_ONCE = 12  # cards for which the reactor's thread is asked in one go
LONGEST = 100  # characters of what is looked for
# Degrees of the colours of terminals, by their letters.
HUES = {"r": 0, "y": 50, "g": 130, "c": 190, "b": 220, "m": 290}
KEPT = 24  # catalogues: a game has one a language, and a new one when it is published


class Printed(NamedTuple):
    """A printed property with its words: `value` is the id of another card where `card` is set."""

    name: str
    label: str
    value: str
    card: str = ""


class Entry(NamedTuple):
    """A card as it is listed."""

    id: str
    name: str
    kind: str
    symbols: Sequence[Printed]  # what it is: its kind, its school
    numbers: Sequence[Printed]  # what it costs, how strong it is
    text: str
    flavour: str
    values: Mapping[str, Any]  # printed properties by name: symbols by name, numbers
    found_by: str  # names and sentences in all languages, as they are compared
    hue: int | None  # of the colours of its symbols, in steps of ten degrees
    keywords: Sequence[str]  # their names


class Filter(NamedTuple):
    """A property by which cards can be chosen: its name, its label, its values with their words."""

    name: str
    label: str
    choices: Sequence[tuple[str, str]]


class Asked(NamedTuple):
    """What somebody looks for: a text, values of properties by name, and the order."""

    text: str
    wanted: Mapping[str, str]
    order: str

    def query_text(self) -> str:
        """The same as the query of an address."""
        asked = {"q": self.text, **self.wanted, "sort": self.order}
        return urlencode({name: value for name, value in asked.items() if value})


@dataclass(frozen=True)
class Catalogue:
    """All cards of a game in one language, and by what one can choose and sort them."""

    entries: Mapping[str, Entry]
    filters: Sequence[Filter]
    orders: Sequence[tuple[str, str]]  # properties that are numbers, with their labels

    def parse_query(self, given: Mapping[str, str]) -> Asked:
        """What a query asks for, as far as there is such a thing here."""
        order = given.get("sort", "")
        return Asked(
            given.get("q", "")[:LONGEST].replace("\x00", ""),
            {
                each.name: value
                for each in self.filters
                if (value := given.get(each.name, "")) in dict(each.choices)
            },
            order if order == "name" or order in dict(self.orders) else "",
        )

    def choose_cards(self, text: str, wanted: Mapping[str, str], order: str) -> list[Entry]:
        """
        The cards whose names or sentences hold every word of a text, with the wanted values of
        properties, in an order: `name`, a number's name, or as the game has them.
        """
        # The game's own texts are in simplified characters; who looks may write the others.
        words = comparable_text(to_simplified(normalize(text[:LONGEST]))).split()
        found = [
            entry
            for entry in self.entries.values()
            if all(word in entry.found_by for word in words)
            and all(_has_value(entry, name, value) for name, value in wanted.items())
        ]
        if order == "name":
            found.sort(key=lambda entry: entry.name.casefold())
        elif order in dict(self.orders):
            found.sort(key=lambda entry: _sort_key(entry.values.get(order)))
        return found


def _sort_key(value: Any) -> tuple[bool, int]:
    """By which cards are sorted: those without the number come last."""
    return (False, value) if isinstance(value, int) else (True, 0)


def comparable_text(text: str) -> str:
    """A text as it is compared: width and case make no difference."""
    return normalize(text).casefold()


_made: dict[tuple[str, str, str], Catalogue] = {}
_making = Lock()


def catalogue_of(pack: Pack, language: str) -> Catalogue:
    """The cards of a version of a game, in a language."""
    key = (pack.id, pack.hash, language)
    found = _made.get(key)
    if found is None:
        with _making:  # one visitor makes it, the others wait for it
            found = _made.get(key) or _make_catalogue(pack, language)
            while len(_made) >= KEPT:
                _made.pop(next(iter(_made)))
            _made[key] = found
    return found


def _make_catalogue(pack: Pack, language: str) -> Catalogue:
    texts = [Text(pack, each) for each in (language, *(e for e in LANGUAGES if e != language))]
    usual = usual_numbers(pack)
    collected = set(definitions_of(pack.program, False))
    # Tokens and the like, which nobody collects, come behind the others.
    cards = sorted(pack.cards, key=lambda card: card.symbol not in collected)
    entries: list[Entry] = []
    for start in range(0, len(cards), AT_ONCE):
        some = partial(_make_entries, texts, cards[start : start + AT_ONCE], usual)
        entries += in_reactor(some)
    return Catalogue(
        {entry.id: entry for entry in entries},
        _make_filters(pack, texts[0], entries),
        _make_orders(pack, texts[0], entries),
    )


def _make_entries(
    texts: Sequence[Text], cards: Iterable[CardDef], usual: set[tuple[str, str]]
) -> list[Entry]:
    return [_make_entry(texts, card, usual) for card in cards]


def _make_entry(texts: Sequence[Text], card: CardDef, usual: set[tuple[str, str]]) -> Entry:
    own = texts[0]
    values = printed_properties(own, card, usual)
    told = [(each.card(card), each.rules_text(card), each.description(card)) for each in texts]
    symbols = [Printed("kind", "", own.symbol(card.kind))]
    numbers = []
    for name, value in values.items():
        declared = own.pack.program.properties[name]
        if declared.type == "symbol" and value != "none":
            symbols.append(Printed(name, own.field(name), own.symbol(value)))
        elif declared.type == "number":
            numbers.append(Printed(name, own.field(name), str(value)))
        elif declared.type == "definition" and value:
            numbers.append(Printed(name, own.field(name), own.symbol(value), value))
    name, text, flavour = told[0]
    return Entry(
        card.id,
        strip_marks(name),
        card.kind,
        symbols,
        numbers,
        strip_marks(text),
        strip_marks(flavour),
        {**values, "kind": card.kind},
        comparable_text(" ".join(strip_marks(part) for parts in told for part in parts)),
        _hue_of(own.pack, card.kind, values),
        [strip_marks(name) for name, _ in own.keywords(card)],
    )


def printed_properties(text: Text, card: CardDef, usual: set[tuple[str, str]]) -> dict[str, Any]:
    """
    The printed properties of a card in the order of the game; with its symbols, and its numbers of
    the `usual` ones, also where they go without saying.
    """
    pack = text.pack
    facts = text.facts(card, defaults=True)
    return {
        name: facts[name]
        for name, declared in pack.program.properties.items()
        if declared.kinds
        and card.kind in declared.kinds
        and (name in card.facts or (card.kind, name) in usual or declared.type == "symbol")
    }


def usual_numbers(pack: Pack) -> set[tuple[str, str]]:
    """Kinds and numbers that most cards of the kind have printed: of these a cost of 0 is told."""
    kinds = Counter(card.kind for card in pack.cards)
    printed = Counter((card.kind, name) for card in pack.cards for name in card.facts)
    return {
        (kind, name)
        for (kind, name), count in printed.items()
        if 2 * count > kinds[kind] and pack.program.properties[name].type == "number"
    }


MANY = "+"  # behind the number of a choice that has all above, too
STEPS = 8  # choices of a number


def corner_of(pack: Pack) -> str:
    """
    The number that stands at the corner of most kinds of cards (`board.table.faces`), such as what
    they cost; "" where none does.
    """
    found = Counter(corner.name for corner in corners_of(pack).values())
    return max(found, key=lambda name: found[name], default="")


def _corner_filter(pack: Pack, text: Text, entries: Sequence[Entry]) -> list[Filter]:
    """What is chosen by the number at the corner: each one, the last with all above."""
    name = corner_of(pack)
    values = sorted({v for entry in entries if isinstance(v := entry.values.get(name), int)})
    if len(values) < 2:
        return []
    choices = [(str(value), str(value)) for value in values[: STEPS - 1]]
    if len(values) >= STEPS:
        choices.append((told := f"{values[STEPS - 1]}{MANY}", told))
    return [Filter(name, text.field(name), choices)]


def _has_value(entry: Entry, name: str, wanted: str) -> bool:
    value = entry.values.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        return value == wanted
    return value >= int(wanted[:-1]) if wanted.endswith(MANY) else str(value) == wanted


def _hue_of(pack: Pack, kind: str, values: Mapping[str, Any]) -> int | None:
    """
    The colour of a card: that of the property which gives its face one (`board.table.faces`,
    `tones`), else of any symbol that has one in a terminal (`board.colours`).
    """
    table, letters = pack.board.get("table") or {}, pack.board.get("colours") or {}
    face = (table.get("faces") or {}).get(kind) or {}
    tones = [(table.get("tones") or {}).get(values.get(str(face.get("tone"))))]
    told = [HUES.get(str(letters.get(each)).lower()) for each in values.values()]
    hue = next((each for each in [*tones, *told] if isinstance(each, int | float)), None)
    return None if hue is None else round(hue % 360 / 10) % 36 * 10


def _make_filters(pack: Pack, text: Text, entries: Sequence[Entry]) -> list[Filter]:
    kinds = [(name, text.symbol(name)) for name in dict.fromkeys(entry.kind for entry in entries)]
    found = [Filter("kind", "", kinds), *_corner_filter(pack, text, entries)]
    for name, declared in pack.program.properties.items():
        if declared.type == "symbol" and declared.kinds:
            there = {entry.values.get(name) for entry in entries}
            choices = [(each, text.symbol(each)) for each in declared.domain if each in there]
            found.append(Filter(name, text.field(name), choices))
    return [each for each in found if len(each.choices) > 1]


def _make_orders(pack: Pack, text: Text, entries: Sequence[Entry]) -> list[tuple[str, str]]:
    there = Counter(number.name for entry in entries for number in entry.numbers)
    return [
        (name, text.field(name))
        for name, declared in pack.program.properties.items()
        if declared.type == "number" and there[name] > 1
    ]
