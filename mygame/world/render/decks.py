"""
Decks as text: the list of them, one with its cards, and the cards one can choose from.

Cards stand in columns, one printed property each; a reader who listens gets a sentence a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.ground.grid import Column, grid
from rules.ground.width import wrap
from rules.pack import Pack
from rules.running import decks
from rules.running.deal import decks_of
from rules.running.decks import Deck, Part, Ready, deck_rules
from rules.telling.text import Text
from world.errors import TableError
from world.locale.reader import Reader
from world.models import SavedDeck
from world.render.board import NO_MATCH, Board
from world.shelf import finding
from world.shelf.decks import (
    chosen_deck,
    game_family,
    games_with_decks,
    line_indices,
    numbered_cards,
    pack_of,
)

_DECKS = (Column("right"), Column(short=True), Column(text=True))
CARDS_SHOWN = 20  # of the list of all cards, a page
Row = tuple[str, str, int]  # what stands before a card, its id, and how many of it there are


def name_of(deck: SavedDeck | Ready | None, reader: Reader) -> str:
    """The name of a saved or ready deck; of none, that it is drawn by lot."""
    if deck is None:
        return reader.say("deck.lot")
    return deck.names[reader.language] if isinstance(deck, Ready) else deck.name.replace("|", "||")


def state_of(deck: SavedDeck | Ready, reader: Reader, pack: Pack | None = None) -> str:
    """Whether a deck can be played, in a game or else in its own, or what is wrong with it."""
    if isinstance(deck, Ready):
        return reader.say("deck.ready")
    try:
        pack = pack or pack_of(deck.game)
    except TableError:
        return reader.say("deck.gone", game=deck.game)
    problems = finding.deck_problems(pack, deck.account, deck.cards)
    told = [Text(pack, reader.language).deck_problem(problem) for problem in problems]
    return reader.say("clauses").join(told) or reader.say("deck.legal")


def list_lines(
    own: Sequence[SavedDeck], pack: Pack, opened: SavedDeck | None, reader: Reader
) -> list[str]:
    """
    Those decks of a player that are for a game, then its ready ones, numbered; last, how many there
    are for others.
    """
    lines = [f"|w{reader.say('deck.head', game=Text(pack, reader.language).game())}|n"]
    rows = []
    kin = game_family(pack)
    fitting = [deck for deck in own if deck.game in kin]
    everything: list[SavedDeck | Ready] = [*fitting, *deck_rules(pack.program).ready.values()]
    for number, deck in enumerate(everything, 1):
        mark = reader.say("deck.open_mark") if deck == opened else ""
        rows.append((str(number), name_of(deck, reader) + mark, state_of(deck, reader, pack)))
    if reader.plain:
        lines += [reader.say("deck.line", number=n, name=d, state=s) for n, d, s in rows]
    else:
        lines += grid(rows, _DECKS, reader.width)
    return [*lines, *_other_lines([deck for deck in own if deck.game not in kin], pack, reader)]


def _other_lines(others: Sequence[SavedDeck], pack: Pack, reader: Reader) -> list[str]:
    """How many decks a player has for each other game, and those whose game is not here."""
    kin = game_family(pack)
    elsewhere = [other for other in games_with_decks() if other.id not in kin]
    held = Counter(deck.game for deck in others)
    told = [
        reader.say(
            "deck.other",
            game=Text(other, reader.language).game(),
            count=held.pop(other.id, 0),
        )
        for other in elsewhere
    ]
    lines = [
        reader.say("deck.checked", name=name_of(deck, reader), state=state_of(deck, reader))
        for deck in others
        if deck.game in held
    ]
    if told:
        lines.append(reader.say("deck.others", games=reader.join_names(told)))
    return [line for each in lines for line in wrap(each, reader.width)]


def deck_lines(
    deck: SavedDeck | Ready, pack: Pack, reader: Reader, texts: bool = False
) -> list[str]:
    """A deck: parts of one card on a line each, then the others in order, numbered."""
    cards = deck.deck if isinstance(deck, Ready) else decks.canonical_deck(pack.program, deck.cards)
    text = Text(pack, reader.language)
    lines = [f"|w{name_of(deck, reader)}|n  {state_of(deck, reader, pack)}"]
    numbers = {place: str(n) for n, place in enumerate(numbered_cards(pack, cards), 1)}
    for part in deck_rules(pack.program).parts.values():
        listed = cards[part.name]
        rows = [
            (
                numbers.get((part.name, index), ""),
                listed[index],
                1 if part.ordered else listed.count(listed[index]),
            )
            for index in line_indices(part, listed)
        ]
        count = reader.say("deck.count", part=text.deck_part(part.name), number=len(listed))
        lines.append(f"|w{count}|n")
        lines += card_lines(pack, part, rows, text, reader, texts)
    return lines


def card_lines(
    pack: Pack, part: Part, rows: Sequence[Row], text: Text, reader: Reader, texts: bool
) -> list[str]:
    """Cards of a part, each with what stands before it, and with their sentences if wanted."""
    if not reader.plain:
        return _card_columns(pack, part, rows, text, reader, texts)
    lines = _card_sentences(pack, rows, text, reader)
    if not texts:
        return lines
    told = zip(lines, (text.rules_text(card) for _, card, _ in rows), strict=True)
    return [line for both in told for line in both]


def _card_sentences(pack: Pack, rows: Sequence[Row], text: Text, reader: Reader) -> list[str]:
    """A sentence a card, as the game tells its facts."""
    board = Board(pack, NO_MATCH, text, reader)
    lines = []
    for before, card, copies in rows:
        sheet = board.card_text(board.find_card(None, card), "sheet")
        told = reader.join_names(filter(None, (_name_with_copies(card, copies, text), sheet)))
        lines.append(". ".join(filter(None, (before, told))))
    return lines


def _card_columns(
    pack: Pack, part: Part, rows: Sequence[Row], text: Text, reader: Reader, texts: bool
) -> list[str]:
    """Columns under a line that says which: name, printed properties, the sentences if wanted."""
    if not rows:
        return []
    names = part.columns
    cells = []
    for before, card, copies in rows:
        definition = pack.program.catalogue.definitions.get(card)  # None: the game has it no more
        facts = text.facts(definition) if definition is not None else {}
        told = (_property_text(facts.get(name), text) for name in names)
        sentences = text.rules_text(card) if texts else ""
        cells.append((before, _name_with_copies(card, copies, text), *told, sentences))
    # What stands further back goes under its row first.
    facts_last = (Column(drop=place) for place in range(1, len(names) + 1))
    columns = [Column("right"), Column(short=True), *facts_last, Column(text=True)]
    return grid(cells, columns, reader.width, ["", "", *map(text.field, names)])


def _name_with_copies(card: str, copies: int, text: Text) -> str:
    return text.card(card) if copies == 1 else f"{text.card(card)} ×{copies}"


def _property_text(value: int | str | None, text: Text) -> str:
    """A printed property in a column; "" where nothing is printed."""
    if value is None:
        return ""
    return text.symbol(value) if isinstance(value, str) else str(value)


def pool_lines(
    pack: Pack, found: Sequence[str], deck: Deck, reader: Reader, texts: bool, page: int
) -> list[str]:
    """A page of cards for decks; before each how many copies the open deck has of how many."""
    text = Text(pack, reader.language)
    held = Counter(card for cards in deck.values() for card in cards)
    pages = max(1, -(-len(found) // CARDS_SHOWN))
    page = min(max(page, 1), pages)
    shown = found[(page - 1) * CARDS_SHOWN : page * CARDS_SHOWN]
    told = reader.say("deck.found", count=len(found), page=page, pages=pages)
    lines = wrap(told, reader.width)
    for part in deck_rules(pack.program).parts.values():
        beside = decks.company_of_part(pack.program, deck, part)
        if beside:
            told = reader.say("deck.company", cards=reader.join_names(map(text.card, beside)))
            lines += wrap(told, reader.width)
    for part in deck_rules(pack.program).parts.values():
        rows = [
            (_copies_text(held[card], deck_rules(pack.program).limits[card], reader), card, 1)
            for card in shown
            if pack.card(card).kind in part.kinds
        ]
        if rows:
            lines.append(f"|w{text.deck_part(part.name)}|n")
            lines += card_lines(pack, part, rows, text, reader, texts)
    if page < pages:
        lines.append(reader.say("deck.more", page=page + 1))
    return lines


def _copies_text(held: int, limit: int, reader: Reader) -> str:
    """How many copies of a card a deck has, and may have."""
    if reader.plain:
        return reader.say("deck.copies", held=held, limit=limit)
    return f"{held}/{limit}"


def playing_lines(table: Any, who: Any, reader: Reader) -> list[str]:
    """Which deck this person's seat plays at a table; nothing where there is none to choose."""
    seat, pack = table.seat_of(who), table.pack
    if seat is None or pack is None or pack.program.deck_rules is None:
        return []
    deck = chosen_deck(pack, table.deck_of(who))
    playing = table.state == "playing" and table.match is not None
    if playing and table.deck_of(who) is None:
        match = table.match
        deck = decks_of(pack.program, match.seats, match.seed, match.options)[seat]
    key = "deck.plays" if playing else "deck.will_play"
    return wrap(reader.say(key, name=name_of(deck, reader)), reader.width)
