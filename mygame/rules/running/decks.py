"""
Decks of players: what a pack says of them, and whether a deck keeps to it.

A deck is data: the ids of its cards by part, `{"core": ["x.core.hearth"], "cards": [...]}`.
A pack declares the parts in its section `bring`, under `deck`, with ready decks for whoever brings
none; a match is told in its option `bring` what each seat brings as its `deck`: such a deck, the
name of a ready one, or None, which draws lots among those (`bring` has what else is brought). How
often a deck may hold a card is the card's own `count`: "$2" is two for each player. Which cards go
with those chosen for other parts (those of the hero's class) is a part's `where`. The chooser
`deck` names the cards while a match runs. Begin with `deck_problems`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ..ground.templates import fill
from ..ground.width import crop
from .catalogue import Catalogue
from .state import next_random

Deck = dict[str, list[str]]
CODE = "deck:"  # how a deck as one line of text begins
CHECK = 3  # bytes that tell a mistyped line
NAMED = 80  # columns of what a card is called that there is not, where that is told
SEPARATORS = re.compile(r"[,;，；、\n\r]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a deck: cards of which kinds, how many, whether their order is the player's."""

    name: str
    names: dict[str, str]
    kinds: tuple[str, ...]
    least: int
    most: int
    ordered: bool
    columns: tuple[str, ...]  # the printed properties that lists of its cards show


@dataclass(frozen=True, slots=True)
class Ready:
    """A deck that the game itself offers."""

    id: str
    names: dict[str, str]
    deck: Deck


@dataclass(slots=True)
class Company:
    """
    Which cards may be in a part of a deck beside those that were chosen for the parts `of`, which
    have one card each: `fits(card, *chosen)`, of definitions; and that rule as people read it.
    """

    of: tuple[str, ...]
    names: dict[str, str]
    fits: Callable[..., bool] = field(repr=False)
    known: dict[tuple[int, ...], frozenset[int]] = field(default_factory=dict, repr=False)

    def allowed_beside(
        self, definitions: Sequence[tuple[int, int]], chosen: Sequence[int]
    ) -> frozenset[int]:
        """Those of the definitions of a part, all of which have limits, that fit what is chosen."""
        key = tuple(chosen)
        if key not in self.known:
            fitting = [each for each, _ in definitions if self.fits(each, *key)]
            self.known[key] = frozenset(fitting)
        return self.known[key]


@dataclass(slots=True)
class DeckRules:
    """What decks of a game are made of."""

    parts: dict[str, Part] = field(default_factory=dict)
    company: dict[str, Company] = field(default_factory=dict)  # by part, where it has a rule of it
    ready: dict[str, Ready] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)  # card id -> copies a deck may hold
    # by part: the definitions that may be in a deck, and how often
    of_part: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    left_out: dict[str, dict[str, str]] = field(default_factory=dict)  # card id -> its names
    #: Cards that only those put into a deck who have found them outside: the house knows who has.
    found: frozenset[str] = frozenset()

    def part_of(self, kind: str) -> Part | None:
        """The part that cards of this kind belong to."""
        return next((part for part in self.parts.values() if kind in part.kinds), None)


class DeckGame(Protocol):
    """A game in which decks are played, while it is compiled and afterwards."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> dict[str, str]: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def deck_rules(self) -> DeckRules | None: ...


def deck_rules(game: DeckGame) -> DeckRules:
    """
    What decks of a game are made of.

    :raises ValueError: in this game nobody brings a deck.
    """
    if game.deck_rules is None:
        raise ValueError(f"nobody brings a deck to {game.id}")
    return game.deck_rules


class DeckProblem(NamedTuple):
    """One thing wrong with a deck: a key of `SENTENCES`, and its arguments."""

    key: str
    args: dict[str, Any]


#: What is wrong with a deck, in English; other languages have phrases of the same keys.
SENTENCES = {
    "form": "a deck lists its cards by part: {parts}",
    "unknownPart": "decks have no part “{part}”",
    "unknownCard": "no card for decks is called “{card}”",
    "leftOut": "{card} is not played in {game}: nothing there can make it act",
    "otherPart": "{card} does not belong to the part “{part}”",
    "copies": "{card} is in it {number} times, at most {limit} may be",
    "company": "{cards}: not beside {beside} ({rule})",
    "none": "{part}: none yet ({size} needed)",
    "few": "{part}: {number}, too few ({size} needed)",
    "many": "{part}: {number}, too many ({size} needed)",
    "notFound": "{cards}: not found yet (it is to be had in {where})",
    "code": "this code of a deck is mistyped, or made with other cards than there are now",
}


def problem_text(
    game: DeckGame,
    problem: DeckProblem,
    language: str = "en",
    phrases: Mapping[str, str] = SENTENCES,
    listed: str = ", ",
) -> str:
    """A problem as a sentence in a language, with the names that cards and parts have in it."""

    def name(of: Mapping[str, str]) -> str:
        return of.get(language) or next(iter(of.values()))

    rules, args = deck_rules(game), dict(problem.args)

    def card(id: str) -> str:
        if id in rules.left_out:
            return name(rules.left_out[id])
        return name(game.catalogue.definitions[id].name) if id in game.catalogue.definitions else id

    if "card" in args:
        args["card"] = card(args["card"])
    if problem.key == "notFound":
        args["cards"] = listed.join(map(card, args["cards"]))
        args["where"] = listed.join(map(name, args["where"]))
    if problem.key == "company":
        args["rule"] = name(rules.company[args["part"]].names)
        for cards in ("cards", "beside"):
            args[cards] = listed.join(map(card, args[cards]))
    if args.get("part") in rules.parts:
        args["part"] = name(rules.parts[args["part"]].names)
    if "parts" in args:
        args["parts"] = listed.join(args["parts"])
    return fill(phrases[problem.key], **args, game=name(game.name))


class DeckError(ValueError):
    """A deck, or the text of one, that cannot be used: `problems` lists what is wrong with it."""

    def __init__(self, game: DeckGame, problems: Sequence[DeckProblem], of: str = ""):
        self.problems = tuple(problems)
        said = "; ".join(problem_text(game, problem) for problem in problems)
        super().__init__(f"{of}: {said}" if of else said)


# -- decks -----------------------------------------------------------------------------------------


def deck_problems(game: DeckGame, deck: Any) -> list[DeckProblem]:
    """Everything that keeps a deck from being played; empty when it may be."""
    rules = deck_rules(game)
    if not isinstance(deck, Mapping) or not all(map(_is_cards, deck.values())):
        return [DeckProblem("form", {"parts": list(rules.parts)})]
    found = [DeckProblem("unknownPart", {"part": p}) for p in deck if p not in rules.parts]
    for part in rules.parts.values():
        cards = _as_card_list(deck.get(part.name, []))
        for card, number in Counter(cards).items():
            limit = rules.limits.get(card, 0)
            if not limit:
                key = "leftOut" if card in rules.left_out else "unknownCard"
                found.append(DeckProblem(key, {"card": crop(card, NAMED)}))
            elif game.catalogue.card(card).kind not in part.kinds:
                found.append(DeckProblem("otherPart", {"card": card, "part": part.name}))
            elif number > limit:
                args = {"card": card, "number": number, "limit": limit}
                found.append(DeckProblem("copies", args))
        found += company_problems(game, deck, part, cards)
        if not part.least <= len(cards) <= part.most:
            key = "none" if not cards else "few" if len(cards) < part.least else "many"
            args = {"part": part.name, "number": len(cards), "size": _size_text(part)}
            found.append(DeckProblem(key, args))
    return found


def company_problems(
    game: DeckGame, deck: Mapping[str, Any], part: Part, cards: Sequence[str]
) -> list[DeckProblem]:
    """That cards do not go with what a deck has in other parts: one problem for all of them."""
    wrong = [card for card in dict.fromkeys(cards) if not fits_deck(game, deck, card)]
    if not wrong:
        return []
    beside = company_of_part(game, deck, part)
    return [DeckProblem("company", {"part": part.name, "cards": wrong, "beside": beside})]


def fits_deck(game: DeckGame, deck: Mapping[str, Any], card: str) -> bool:
    """Whether a card may be in a deck beside what the deck has in other parts."""
    rules = deck_rules(game)
    part = rules.part_of(game.catalogue.card(card).kind) if card in rules.limits else None
    fitting = _fitting_definitions(game, deck, part) if part is not None else None
    return fitting is None or game.catalogue.card(card).symbol in fitting


def _fitting_definitions(
    game: DeckGame, deck: Mapping[str, Any], part: Part
) -> Container[int] | None:
    """The definitions that may be in a part beside what the deck has in others; None: any."""
    rules, beside = deck_rules(game), company_of_part(game, deck, part)
    if beside is None:
        return None
    chosen = [game.catalogue.card(each).symbol for each in beside]
    return rules.company[part.name].allowed_beside(rules.of_part[part.name], chosen)


def company_of_part(game: DeckGame, deck: Mapping[str, Any], part: Part) -> list[str] | None:
    """The cards that say which others may be in a part; None where nothing says it (yet)."""
    rules = deck_rules(game)
    if part.name not in rules.company:
        return None
    of = [_as_card_list(deck.get(each, [])) for each in rules.company[part.name].of]
    known = all(len(cards) == 1 and cards[0] in rules.limits for cards in of)
    return [cards[0] for cards in of] if known else None


def canonical_deck(game: DeckGame, deck: Mapping[str, Any]) -> Deck:
    """The deck with all its parts as lists; where the order does not matter, in order of ids."""
    parts = {
        p.name: (p, _as_card_list(deck.get(p.name, []))) for p in deck_rules(game).parts.values()
    }
    return {name: cards if p.ordered else sorted(cards) for name, (p, cards) in parts.items()}


def random_deck(game: DeckGame, seed: int, first: Container[str] = ()) -> Deck:
    """
    A legal deck by lot, for tests and simulation; with the `first` cards before others. What has to
    be found is in none, but for those.
    """
    dice, rules = random.Random(seed), deck_rules(game)
    limits = {
        card: limit
        for card, limit in rules.limits.items()
        if card not in rules.found or card in first
    }
    deck: Deck = {}
    for part in deck_rules(game).parts.values():
        fitting = _fitting_definitions(game, deck, part)
        found = {card: game.catalogue.card(card) for card in limits}
        cards = [
            card
            for card, definition in found.items()
            if definition.kind in part.kinds and (fitting is None or definition.symbol in fitting)
        ]
        pool = [card for card in cards for _ in range(limits[card])]
        size = dice.randint(part.least, min(part.most, len(pool)))
        wanted = [card for card in pool if card in first]
        rest = [card for card in pool if card not in first]
        taken = dice.sample(wanted, min(size, len(wanted)))
        deck[part.name] = taken + dice.sample(rest, size - len(taken))
    return canonical_deck(game, deck)


def _is_cards(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list | tuple) and all(isinstance(card, str) for card in value)
    )


def _as_card_list(cards: str | Sequence[str]) -> list[str]:
    """The cards of a part; a single id is a list of one."""
    return [cards] if isinstance(cards, str) else list(cards)


def _size_text(part: Part) -> str:
    return str(part.least) if part.least == part.most else f"{part.least}-{part.most}"


# -- decks of a match ------------------------------------------------------------------------------


def check_deck_option(game: DeckGame, seat: int, given: Any) -> Deck | str | None:
    """
    What a seat brings as its deck, as an option of a match keeps it.

    :raises ValueError: no such ready deck.
    :raises DeckError: a deck that may not be played.
    """
    ready = deck_rules(game).ready
    if given is None or (isinstance(given, str) and given in ready):
        return given
    if isinstance(given, str):
        raise ValueError(f"seat {seat}: there is no deck {given}; there are {', '.join(ready)}")
    problems = deck_problems(game, given)
    if problems:
        raise DeckError(game, problems, f"the deck of seat {seat}")
    return canonical_deck(game, given)


def decks_brought(
    game: DeckGame, given: Sequence[Deck | str | None], seed: int
) -> list[Ready | Deck]:
    """
    What each seat of a match plays by what it brings as its deck: a ready deck, chosen or by lot,
    or one of its own. The lots are drawn from the seed beside all other chance of the match.
    """
    ready = deck_rules(game).ready
    state, names, found = ~seed, list(ready), []
    for one in given:
        state, bits = next_random(state)
        if one is None:
            one = names[bits % len(names)]
        found.append(ready[one] if isinstance(one, str) else one)
    return found


# -- as text ---------------------------------------------------------------------------------------


def encode_deck(game: DeckGame, deck: Mapping[str, Any]) -> str:
    """
    The deck as one short word, `deck:ABCDE...`, also when it may not be played.

    Its bytes are a check, then a number: a digit for each card, its place among the ids in order
    from 1, and 0 after each part.

    :raises DeckError: it holds cards that there are no more.
    """
    deck = canonical_deck(game, deck)
    gone = [p for p in deck_problems(game, deck) if p.key in ("unknownCard", "leftOut")]
    if gone:
        raise DeckError(game, gone)
    places = {card: place for place, card in enumerate(sorted(deck_rules(game).limits), 1)}
    number = 1
    for cards in deck.values():
        for digit in (*(places[card] for card in cards), 0):
            number = number * (len(places) + 1) + digit
    data = _checksum(deck) + number.to_bytes((number.bit_length() + 7) // 8)
    return CODE + base64.b32encode(data).decode().rstrip("=")


def decode_deck(game: DeckGame, text: str) -> Deck:
    """
    A deck from the line of `encode_deck`, or from names or ids of its cards, separated by commas or
    lines. It may have problems of its own: see `deck_problems`.

    :raises DeckError: the line is damaged or made with other cards; names that no card has.
    """
    text = text.strip()
    if text.lower().startswith(CODE):
        return _decode_code(game, text[len(CODE) :])
    index = names_of_cards(game)
    left_out = {
        called.casefold(): card
        for card, called_by in deck_rules(game).left_out.items()
        for called in (card, *called_by.values())
    }
    deck: Deck = {part: [] for part in deck_rules(game).parts}
    unknown = []
    for name in filter(None, (piece.strip() for piece in SEPARATORS.split(text))):
        card = index.get(name.casefold())
        if card is None and (card := left_out.get(name.casefold())):
            unknown.append(DeckProblem("leftOut", {"card": card}))
            continue
        part = deck_rules(game).part_of(game.catalogue.card(card).kind) if card else None
        if card is None or part is None:
            unknown.append(DeckProblem("unknownCard", {"card": crop(name, NAMED)}))
        else:
            deck[part.name].append(card)
    if unknown:
        raise DeckError(game, unknown)
    return canonical_deck(game, deck)


def names_of_cards(game: DeckGame) -> dict[str, str]:
    """Everything a card for decks can be called by, in lower case -> its id."""
    found: dict[str, str] = {}
    ends = Counter(card.rpartition(".")[2] for card in deck_rules(game).limits)
    for card in deck_rules(game).limits:
        end = card.rpartition(".")[2]
        for name in (
            *game.catalogue.card(card).name.values(),
            card,
            *([end] if ends[end] == 1 else []),
        ):
            found.setdefault(name.casefold(), card)
    return found


def _decode_code(game: DeckGame, code: str) -> Deck:
    letters = re.sub(r"[\s-]", "", code)
    cards = sorted(deck_rules(game).limits)
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8), casefold=True, map01=b"L")
        deck = _parts_of_number(game, int.from_bytes(data[CHECK:]), cards)
    except (binascii.Error, ValueError):
        deck = None
    if deck is None or data[:CHECK] != _checksum(deck):
        raise DeckError(game, [DeckProblem("code", {})])
    return deck


def _parts_of_number(game: DeckGame, number: int, cards: list[str]) -> Deck | None:
    """The deck of a number as `encode_deck` makes it; None when it is none."""
    digits = []
    while number > 1:
        number, digit = divmod(number, len(cards) + 1)
        digits.append(digit)
    if digits.count(0) != len(deck_rules(game).parts) or digits[0] != 0:
        return None
    found: list[list[str]] = [[]]
    for digit in reversed(digits):
        if digit:
            found[-1].append(cards[digit - 1])
        else:
            found.append([])
    return dict(zip(deck_rules(game).parts, found, strict=False))


def _checksum(deck: Deck) -> bytes:
    return hashlib.blake2b(json.dumps(deck).encode(), digest_size=CHECK).digest()
