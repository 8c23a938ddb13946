"""
Decks that players build: the ones they keep, how one is changed, and which one a seat plays.

What a deck is and when it may be played is `rules.running.decks`; a `SavedDeck` is one that belongs
to an account, also while it is a draft. Everything a person can get wrong raises `TableError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from rules.ground.width import display_width
from rules.pack import CardDef, Pack
from rules.running import decks
from rules.running.decks import Deck, Part, Ready, deck_rules
from rules.telling.text import Text
from server.names import is_allowed, normalize
from world.accounts import limits
from world.errors import TableError
from world.locale.messages import LANGUAGES
from world.models import SavedDeck
from world.shelf import finding, games

MAX_DECKS = 50  # of an account
MAX_CARDS = 200  # of a deck, whatever the game; a draft may be larger than a deck
MAX_NAME = 24  # columns
MARKS = " !?&+'"  # in names, beside what the names of people may hold
CHOSEN = "decks"  # attribute of an account: what it brings to which game
Choice = int | str | None  # what a seat plays: a saved deck, a ready one, one by lot


# -- games -----------------------------------------------------------------------------------------


def pack_of(game: str) -> Pack:
    """A game with decks. TableError when it is not on the shelf, or has none."""
    pack = games.games_by_id().get(game)
    if pack is None or pack.program.deck_rules is None:
        raise TableError("deckGameGone", game=game)
    return pack


def game_for(table: Any = None, game: str = "") -> Pack:
    """The game for which one builds: of the table, else this one, else the first with decks."""
    shelf = games.offered()
    for pack in (getattr(table, "pack", None), shelf.get(game), *shelf.values()):
        if pack is not None and pack.program.deck_rules is not None:
            return pack
    raise TableError("deckNoGame")


def games_with_decks(near: Pack | None = None) -> list[Pack]:
    """All games for which decks are built, `near` first."""
    others = [pack for pack in games.offered().values() if pack is not near]
    found = others if near is None else [near, *others]
    return [pack for pack in found if pack.program.deck_rules is not None]


def game_family(pack: Pack) -> set[str]:
    """The ids of the games whose decks are for this one: itself, its variants, its parents."""
    related = (other for other in games_with_decks() if other.folder in folders_of(pack))
    variants = (other for other in games_with_decks() if pack.folder in folders_of(other))
    return {pack.id, *(other.id for other in (*related, *variants))}


def folders_of(pack: Pack) -> set[str]:
    """The folders of a pack and of those it inherits from."""
    return {place.partition("/")[0] for place in pack.sources}


def split_game(text: str) -> tuple[Pack | None, str]:
    """
    The game whose id or name a text begins with, and the rest.

    None, and all of the text, where that is no game with decks.
    """
    packs = games_with_decks()
    named = {
        name: pack.id
        for pack in packs
        for told in (*pack.name.values(), pack.id)
        for name in (told, told.removeprefix("The "))
    }
    for name in sorted(named, key=len, reverse=True):
        ends = r"(?![\w-])" if name.isascii() else ""
        pattern = re.escape(name).replace("（", "[（(]").replace("）", "[）)]") + ends
        if found := re.match(pattern, text, re.IGNORECASE | re.ASCII):
            pack = next(each for each in packs if each.id == named[name])
            return pack, text[found.end() :].strip()
    return None, text


# -- the decks of an account -----------------------------------------------------------------------


def decks_of_account(account: Any, pack: Pack | None = None) -> list[SavedDeck]:
    """The decks of an account, by name: all of them, or those for a game."""
    own = SavedDeck.objects.filter(account=account)
    return list(own if pack is None else own.filter(game__in=game_family(pack)))


def find_deck(account: Any, pack: Pack, text: str, elsewhere: bool = False) -> SavedDeck | Ready:
    """
    A deck for a game by its name, its number in the list, or the beginning of its name: own ones
    first, then the ready ones; with `elsewhere` by its whole name also one of another game.

    :raises TableError: `deckUnknown`; `deckOtherGame` (name, id of the game, pack), without
        `elsewhere`.
    """
    own, ready = decks_of_account(account, pack), list(deck_rules(pack.program).ready.values())
    wanted = normalize(text).casefold()
    called: list[tuple[str, SavedDeck | Ready]] = [(deck.key, deck) for deck in own]
    for one in ready:
        called += [(name.casefold(), one) for name in (*one.names.values(), one.id)]
    everything: list[SavedDeck | Ready] = [*own, *ready]
    exact = next((deck for name, deck in called if name == wanted), None)
    if exact is not None:
        return exact
    if wanted.isdecimal() and 0 < int(wanted) <= len(everything):
        return everything[int(wanted) - 1]
    begun = next((deck for name, deck in called if wanted and name.startswith(wanted)), None)
    if begun is not None:
        return begun
    other = _find_in_other_games(account, wanted)
    if other is None:
        raise TableError("deckUnknown", name=text, pack=pack)
    if not elsewhere:
        raise _deck_of_other_game(text, game_of(other, pack))
    return other


def _find_in_other_games(account: Any, wanted: str) -> SavedDeck | Ready | None:
    """The deck of any game that has this whole name, in lower case."""
    own = SavedDeck.objects.filter(account=account, key=wanted).first()
    if own is not None:
        return own
    ready = (
        one for other in games_with_decks() for one in deck_rules(other.program).ready.values()
    )
    return next(
        (one for one in ready if wanted in map(str.casefold, (*one.names.values(), one.id))), None
    )


def _deck_of_other_game(name: str, pack: Pack) -> TableError:
    """That a deck is one for another game."""
    return TableError("deckOtherGame", name=name, id=pack.id, pack=pack)


def game_of(deck: SavedDeck | Ready, near: Pack) -> Pack:
    """The game that a deck is for; `near`: the one that is looked at first for a ready deck."""
    if isinstance(deck, SavedDeck):
        return pack_of(deck.game)
    for pack in games_with_decks(near):
        if any(each is deck for each in deck_rules(pack.program).ready.values()):
            return pack
    raise TableError("deckGameGone", game=deck.id)


def read_deck(near: Pack, text: str) -> tuple[Pack, Deck]:
    """
    A deck from its code or the names of its cards, and the game that has these cards: `near`, else
    any other.

    :raises TableError: `deckNoCode`; `deckImport`, with what is wrong with it as a deck of `near`.
    """
    if not text.strip():
        raise TableError("deckNoCode")
    problems: Sequence[decks.DeckProblem] = ()
    for pack in games_with_decks(near):
        try:
            return pack, decks.decode_deck(pack.program, text)
        except decks.DeckError as error:
            problems = problems or error.problems
    raise TableError("deckImport", pack=near, problems=problems)


def create_deck(account: Any, pack: Pack, name: str, cards: Deck | None = None) -> SavedDeck:
    """
    A new deck of an account, empty or with these cards.

    :raises TableError: `deckTooMany` (limit), `tooOften` (action, wait), and those of
      `rename_deck`.
    """
    if SavedDeck.objects.filter(account=account).count() >= MAX_DECKS:
        raise TableError("deckTooMany", limit=MAX_DECKS)
    limits.check_limit(account, "newDeck")
    deck = SavedDeck(
        account=account, game=pack.id, cards=decks.canonical_deck(pack.program, cards or {})
    )
    rename_deck(deck, name)
    return deck


def rename_deck(deck: SavedDeck, name: str) -> None:
    """Give a deck another name."""
    name = " ".join(normalize(name).split())
    if (
        not all(is_allowed(c) or c in MARKS for c in name)
        or not 0 < display_width(name) <= MAX_NAME
    ):
        raise TableError("deckName", limit=MAX_NAME)
    if name.isdecimal():
        raise TableError("deckNumber")
    deck.name, deck.key = name, name.casefold()
    try:
        with transaction.atomic():
            deck.save()
    except IntegrityError:
        raise TableError("deckNameTaken", name=name) from None


def free_name(account: Any, pack: Pack, name: str) -> str:
    """The name, with a number behind it if a deck of the account or a ready one has it."""
    taken = {deck.key for deck in decks_of_account(account, pack)}
    taken |= {
        n.casefold() for one in deck_rules(pack.program).ready.values() for n in one.names.values()
    }
    number = 1
    while (told := name if number == 1 else f"{name} {number}").casefold() in taken:
        number += 1
    return told


# -- what a seat plays -----------------------------------------------------------------------------


def deck_option(pack: Pack, account: Any, choice: Choice) -> Deck | str | None:
    """
    What a seat brings to a match of this game as its deck, for the option `bring`.

    :raises TableError: `deckUnknown`, `deckOtherGame`, `deckIllegal`.
    """
    if choice is None or (isinstance(choice, str) and choice in deck_rules(pack.program).ready):
        return choice
    own = SavedDeck.objects.filter(account=account, pk=choice) if isinstance(choice, int) else ()
    for deck in own:
        if deck.game not in game_family(pack):
            raise _deck_of_other_game(deck.name, pack_of(deck.game))
        found = finding.deck_problems(pack, account, deck.cards)
        if found:
            raise TableError("deckIllegal", name=deck.name, pack=pack, problems=found)
        return decks.canonical_deck(pack.program, deck.cards)
    raise TableError("deckUnknown", name=str(choice), pack=pack)


def remember_choice(account: Any, pack: Pack, choice: Choice) -> None:
    """
    What an account brings to this game from now on, wherever it sits down.

    :raises TableError: as `deck_option`.
    """
    deck_option(pack, account, choice)
    account.attributes.add(CHOSEN, {**_remembered_choices(account), pack.id: choice})


def preferred_choice(account: Any, pack: Pack) -> Choice:
    """What an account has chosen to bring to this game last, if it can still be played."""
    choice = _remembered_choices(account).get(pack.id) if account is not None else None
    try:
        deck_option(pack, account, choice)
    except TableError:
        return None
    return choice


def _remembered_choices(account: Any) -> dict[str, Choice]:
    return dict(account.attributes.get(CHOSEN) or {})


def choice_of(deck: SavedDeck | Ready) -> Choice:
    """How a deck is remembered as what is brought."""
    return deck.id if isinstance(deck, Ready) else deck.pk


def chosen_deck(pack: Pack, choice: Choice) -> SavedDeck | Ready | None:
    """The deck that was chosen; None for one by lot, or when it has been deleted."""
    if isinstance(choice, int):
        return SavedDeck.objects.filter(pk=choice).first()
    return deck_rules(pack.program).ready.get(choice) if choice is not None else None


# -- changing a deck -------------------------------------------------------------------------------


def numbered_cards(pack: Pack, deck: Deck) -> list[tuple[str, int]]:
    """
    Part and index of the cards that have numbers, from 1: those of parts of several cards. Copies
    of a card have one number where the part has no order.
    """
    return [
        (part.name, index)
        for part in deck_rules(pack.program).parts.values()
        if part.most > 1
        for index in line_indices(part, deck[part.name])
    ]


def line_indices(part: Part, cards: Sequence[str]) -> list[int]:
    """The indices of the cards of a part that have a line: where there is no order, the first."""
    return [index for index, card in enumerate(cards) if part.ordered or cards.index(card) == index]


def add_cards(pack: Pack, deck: Deck, cards: Sequence[str], at: int | None = None) -> None:
    """
    Put cards into their parts, at the end or before a number; a part of one card changes it.

    :raises TableError: `deckFull`, `deckCard`, `deckCompany` (problem): nothing has changed.
    """
    if sum(map(len, deck.values())) + len(cards) > MAX_CARDS:
        raise TableError("deckFull", limit=MAX_CARDS)
    parts = [_part_of(pack, card) for card in cards]
    placed = list(zip(cards, parts, strict=True))
    after = deck | {part.name: [card] for card, part in placed if part.most == 1}
    for part in deck_rules(pack.program).parts.values():
        of_part = [card for card, its in placed if its is part]
        found = decks.company_problems(pack.program, after, part, of_part)
        if found:
            raise TableError("deckCompany", pack=pack, problems=found)
    for offset, (card, part) in enumerate(placed):
        if part.most == 1:
            deck[part.name] = [card]
        elif at is None:
            deck[part.name].append(card)
        else:
            places = numbered_cards(pack, deck)
            first = places.index((part.name, 0)) if deck[part.name] else len(places)
            deck[part.name].insert(max(at - 1 - first + offset, 0), card)


def _part_of(pack: Pack, card: str) -> Part:
    part = deck_rules(pack.program).part_of(pack.card(card).kind)
    if part is None:
        raise TableError("deckCard", text=card)
    return part


def remove_cards(pack: Pack, deck: Deck, wanted: Iterable[str]) -> list[str]:
    """Take out cards, by number or name; returns their ids. Nothing changes on an error."""
    places, gone = numbered_cards(pack, deck), []
    for text in wanted:
        if text.isdecimal():
            gone.append(_place_numbered(places, int(text)))
            continue
        card = card_named(pack, text)
        copies = [
            (part, index)
            for part, cards in deck.items()
            for index, one in enumerate(cards)
            if one == card and (part, index) not in gone
        ]
        if not copies:
            raise TableError("deckLacks", card=card, pack=pack)
        gone.append(copies[-1])
    taken = [deck[part][index] for part, index in dict.fromkeys(gone)]
    for part in deck:
        kept = enumerate(deck[part])
        deck[part] = [card for index, card in kept if (part, index) not in gone]
    return taken


def move_card(pack: Pack, deck: Deck, number: int, to: int) -> str:
    """Take a card to another place of its part; returns its id."""
    places = numbered_cards(pack, deck)
    part, index = _place_numbered(places, number)
    target, place = _place_numbered(places, to)
    if not deck_rules(pack.program).parts[part].ordered or target != part:
        raise TableError("deckUnordered", part=part, pack=pack)
    card = deck[part].pop(index)
    deck[part].insert(place, card)
    return card


def _place_numbered(places: list[tuple[str, int]], number: int) -> tuple[str, int]:
    if not 0 < number <= len(places):
        raise TableError("deckPlace", number=number, count=len(places))
    return places[number - 1]


# -- cards by name and by property -----------------------------------------------------------------


def card_named(pack: Pack, text: str) -> str:
    """The id of the card somebody means: a name in either language, an id, or the start of one."""
    wanted = normalize(text).casefold()
    index = decks.names_of_cards(pack.program)
    found = {index[wanted]} if wanted in index else set()
    if not found and wanted:
        found = {card for name, card in index.items() if name.startswith(wanted)}
    if not found:
        raise TableError("deckCard", text=text)
    if len(found) > 1:
        raise TableError("deckCards", cards=sorted(found), pack=pack)
    return found.pop()


Test = Callable[[CardDef], bool]
NUMBERS = r"\d+(?:-\d+|\+)?"


class Search:
    """
    What somebody looks for among the cards for decks: "fire 3", "speed 2-4 draw by name".

    A word is a symbol printed on a card (an element), a kind, or a piece of its name or text, in
    either language. A number is about the first number that cards of a kind have (their speed),
    or about the property named before it; `2-4` and `3+` are ranges. `by` sorts by a property.
    """

    def __init__(self, pack: Pack, text: str, language: str):
        self.pack, self.language = pack, language
        self.texts = [Text(pack, one) for one in LANGUAGES]
        self.order: str | None = None
        self.tests: list[Test] = []
        self.fields = {
            said.casefold(): fact.name
            for fact in pack.program.properties.values()
            if fact.kinds
            for said in (fact.name, *(t.field(fact.name) for t in self.texts))
        }
        self._parse_word(normalize(text).casefold())

    def cards(self) -> list[str]:
        """The ids of the cards that fit, in the order asked for, else as the game has them."""
        cards = [self.pack.card(card) for card in deck_rules(self.pack.program).limits]
        found = [card for card in cards if all(test(card) for test in self.tests)]
        if self.order == "name":
            own = Text(self.pack, self.language)
            found.sort(key=own.card)
        elif self.order is not None:
            found.sort(key=partial(self._printed_value, self.order))
        return [card.id for card in found]

    def _printed_value(self, name: str, card: CardDef) -> int:
        fact = self.pack.program.properties[name]
        value = card.facts.get(fact.name, fact.default)
        return self.pack.program.symbols.ranks.get(value, 0) if fact.type == "symbol" else value

    def _parse_word(self, text: str) -> None:
        if order := re.search(r"(?:(?<!\S)by\s+|按\s*)(\S+)", text):
            self.order = self._order_named(order.group(1))
            text = text[: order.start()] + text[order.end() :]
        for said in sorted(self.fields, key=len, reverse=True):
            for about in re.findall(rf"{re.escape(said)}\s*({NUMBERS})", text):
                self.tests.append(self._number_test(about, self.fields[said]))
            text = re.sub(rf"{re.escape(said)}\s*{NUMBERS}", " ", text)
        for word in re.findall(rf"{NUMBERS}|[^\s\d,，、]+", text):
            self.tests.append(
                self._number_test(word) if word[0].isdecimal() else self._word_test(word)
            )

    def _order_named(self, said: str) -> str:
        if said in ("name", "名称", "名字", "卡名"):
            return "name"
        for name, field in self.fields.items():
            if name.startswith(said):
                return field
        raise TableError("deckOrderBy", text=said)

    def _number_test(self, text: str, about: str | None = None) -> Test:
        low, dash, high = text.rstrip("+").partition("-")
        least = int(low)
        most = int(high) if dash else 10**9 if text.endswith("+") else least

        def fits(card: CardDef) -> bool:
            of = self._first_number(card.kind) if about is None else about
            fact = self.pack.program.properties.get(of) if of else None
            if fact is None or card.kind not in fact.kinds:
                return False
            return least <= card.facts.get(fact.name, fact.default) <= most

        return fits

    def _first_number(self, kind: str) -> str | None:
        facts = self.pack.program.properties.values()
        return next((f.name for f in facts if kind in f.kinds and f.type == "number"), None)

    def _word_test(self, word: str) -> Test:
        symbols = {
            name
            for fact in self.pack.program.properties.values()
            for name in fact.domain
            if word in (name, *(t.symbol(name).casefold() for t in self.texts))
        }
        if symbols:
            return lambda card: not symbols.isdisjoint(self._symbols_of(card))
        own = Text(self.pack, self.language)
        return lambda card: (
            any(word in name.casefold() for name in card.name.values())
            or word in own.rules_text(card).casefold()
        )

    def _symbols_of(self, card: CardDef) -> set[str | None]:
        """The bare words printed on a card, and its kind."""
        return {card.kind, *map(self.pack.program.symbol_name, card.facts.values())}
