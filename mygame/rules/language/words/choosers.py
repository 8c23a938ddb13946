"""The chooser words: lists of entities. Packs define more (`monsters`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from ...ground.errors import suggest
from ...program import form
from ...program.form import MATCH, Const, Local, Made, Value
from ...program.notation import code
from ...program.values import Piece, call, charge, plain, tuple_of
from ...running.catalogue import Fact
from .. import access
from ..declared import Declared
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, chooser
from ..tree import (
    About,
    Binding,
    Comparison,
    Literal,
    Logic,
    Member,
    Node,
    Reference,
    Several,
    Use,
    ZoneOf,
    walk,
)


def filter_pool(c: Emitter, pool: Piece, where: About | None) -> Piece:
    """Those of a pool that pass a filter, which calls each of them {it}."""
    if where is None:
        return pool
    each = c.new_local()
    test = c.emit_test(where, each)
    return Piece(
        code("[EACH for EACH in POOL if TEST]", EACH=each, POOL=charge(pool.code), TEST=test)
    )


def _narrow_by_where(reader: Reader, found: Use, node: Source) -> Use:
    """With the condition that `where` gives, about what it is that is found."""
    if "where" in node:
        found.arguments["where"] = reader.at(".where").about_each(node["where"], found)
    return found


def _read_players(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    _narrow_by_where(reader, found, node)
    if "by" in node:
        found.arguments["by"] = reader.at(".by").about_each(node["by"], found, "number")
    elif {"top", "bottom"} & node.keys():
        reader.problem("top and bottom of players need by, a number of each")
    return found


@chooser(
    "players",
    source="seed 000, Chooser; rulebook R2",
    type="players",
    read=_read_players,
    except_=Param("players", None),
    from_=Param("player", None),
    direction=Param("choice", "counterclockwise", domain=("counterclockwise", "clockwise")),
    where=Param("own", None),
    by=Param("ordering", None, doc="the order in which they are: the lowest first"),
    top=Param("number", None, doc="only so many with the highest, the highest first"),
    bottom=Param("number", None, doc="only so many with the lowest"),
)
def players(
    c: Emitter,
    use: Use,
    except_: Piece | None,
    from_: Value | None,
    direction: str,
    where: About | None,
    by: About | None,
    top: Value | None,
    bottom: Value | None,
) -> Piece:
    """
    All players in order from the start player (`from`: from this one), counterclockwise unless
    `direction` says clockwise. With `by` the lowest first; `top` are so many of the highest,
    `bottom` of the lowest. Equals are in the order in which they would be else.
    """
    if from_ is None and direction != "clockwise":
        pool = Piece(access.players_from_start(), held=True)
    else:
        order = "m.players_back" if direction == "clockwise" else "m.players_from"
        pool = Piece(call(order, from_ if from_ is not None else 0), held=True)
    if except_ is not None:
        text = "[EACH for EACH in POOL if EACH not in WITHOUT]"
        pool = Piece(code(text, EACH=c.new_local(), POOL=pool.code, WITHOUT=except_.code))
    pool = filter_pool(c, pool, where)
    if by is None:
        return pool
    each = c.new_local()
    key = c.emit_test(by, each)
    ordered = form.Sorted(pool.code, each.name, key if top is None else form.Negative(key))
    count = bottom if top is None else top
    if count is None:
        return Piece(ordered)
    return _first_of_pool(ordered, count)


def _read_side(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    pool = found.arguments["from"]
    found.type = pool.type if isinstance(pool, Node) else "players"
    return _narrow_by_where(reader, found, node)


OF = Param("entity", "{you}")
AMONG = Param("entities", None, doc="those among whom they are; usually the players")
WHERE = Param("own", None)


@chooser(
    "allies", source="language 4", type="players", read=_read_side, of=OF, from_=AMONG, where=WHERE
)
def allies(c: Emitter, use: Use, of: Value, where: About | None, from_: Piece | None) -> Piece:
    """
    The others on the side of a player or card, players in order from the start player; or those
    `from` some entities. A card that says nothing of its side is on that of the player in whose
    zone it lies.
    """
    return _emit_side(c, "allies_of", of, where, from_)


@chooser(
    "enemies", source="language 4", type="players", read=_read_side, of=OF, from_=AMONG, where=WHERE
)
def enemies(c: Emitter, use: Use, of: Value, where: About | None, from_: Piece | None) -> Piece:
    """
    All on other sides than a player or card, players in order from the start player; or those
    `from` some entities. What is nobody's is an enemy of all players.
    """
    return _emit_side(c, "enemies_of", of, where, from_)


def _emit_side(
    c: Emitter, function: str, of: Value, where: About | None, pool: Piece | None
) -> Piece:
    among = [pool.code] if pool is not None else []
    found = call(function, MATCH, of, *among)
    return filter_pool(c, Piece(found, held=True), where)


def _read_cards(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    pool = found.arguments["from"]
    found.type = pool.type if isinstance(pool, Node) else "cards"
    _narrow_by_where(reader, found, node)
    if "by" in node:
        found.arguments["by"] = reader.at(".by").about_each(node["by"], found, "number")
    return found


@chooser(
    "cards",
    source="seed 000, Chooser",
    read=_read_cards,
    zone=Param("zone", None),
    of=Param("owners", None, of="zone"),
    from_=Param("cards", None),
    where=Param("own", None),
    by=Param("ordering", None, doc="the order in which they are: the lowest first"),
    top=Param("number", None),
    bottom=Param("number", None),
)
def cards(
    c: Emitter,
    use: Use,
    zone: ZoneOf | None,
    of: Node | None,
    from_: Piece | None,
    where: About | None,
    by: About | None,
    top: Value | None,
    bottom: Value | None,
) -> Piece:
    """
    Cards of a zone (of every player's when `of` is missing), or `from` other entities; all cards of
    the match without either.
    """
    if from_ is not None:
        pool = from_
    elif zone is None:
        pool = Piece(code("m.cards"), held=True)
    else:
        pool = access.cards_in_zone(c, zone)
    pool = filter_pool(c, pool, where)
    if by is not None:
        each = c.new_local()
        pool = Piece(form.Sorted(pool.code, each.name, c.emit_test(by, each)))
    if top is not None:
        pool = Piece(call("top_of", pool.code, top))
    if bottom is not None:
        pool = _first_of_pool(pool.code, bottom)
    return pool


def _first_of_pool(pool: Value, count: Value) -> Piece:
    """So many of the first of a pool; none where the number is below 0."""
    written = count.value if isinstance(count, Const) else -1
    if not isinstance(written, int) or written < 0:
        count = plain("max", 0, count)
    return Piece(code("POOL[:COUNT]", POOL=pool, COUNT=count))


@chooser("neighbours", source="seed 002, AuraType", of="card")
def neighbours(c: Emitter, use: Use, of: Value) -> Piece:
    """The cards right beside a card in its zone: the one to the left, then the one to the right."""
    each = c.new_local()
    beside = [call("neighbours_at", MATCH, each, way) for way in (-1, 1)]
    both = form.Group(tuple(map(form.Spread, beside)))
    # The card may be a piece of work to find, so it is found once.
    return Piece(form.Let(each.name, of, both), held=True)


@chooser("leftOf", source="seed 002, AuraType", of="card")
def left_of(c: Emitter, use: Use, of: Value) -> Piece:
    """The card to the left of a card in its zone, nearer the bottom; nothing at the end."""
    return Piece(call("neighbours_at", MATCH, of, -1), held=True)


@chooser("rightOf", source="seed 002, AuraType", of="card")
def right_of(c: Emitter, use: Use, of: Value) -> Piece:
    """The card to the right of a card in its zone, nearer the top; nothing at the end."""
    return Piece(call("neighbours_at", MATCH, of, 1), held=True)


def _read_numbers(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    return _narrow_by_where(reader, found, node)


@chooser(
    "numbers",
    source="language 5",
    type="numbers",
    read=_read_numbers,
    from_="number",
    to="number",
    where=Param("own", None),
)
def numbers(c: Emitter, use: Use, from_: Value, to: Value, where: About | None) -> Piece:
    """The whole numbers of a range, ends included; for the options of a menu."""
    return filter_pool(c, Piece(call("m.number_range", from_, to)), where)


def _read_symbols(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    of = found.arguments["of"]
    found.domain = tuple(str(getattr(each, "value", None)) for each in of)
    return _narrow_by_where(reader, found, node)


@chooser(
    "symbols",
    source="language 5",
    type="symbols",
    read=_read_symbols,
    of="values",
    where=Param("own", None),
)
def symbols(c: Emitter, use: Use, of: list[Value], where: About | None) -> Piece:
    """A list of bare words, such as levels; for the options of a menu."""
    return filter_pool(c, Piece(tuple_of(of), held=True), where)


def _read_definitions(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    reader.language.note_catalogue()
    return _narrow_by_where(reader, found, node)


@chooser(
    "definitions",
    source="seed 002, EntityPool",
    type="definitions",
    read=_read_definitions,
    where=Param("own", None),
    all=Param("flag", False, doc="also cards that are not collectable, such as tokens"),
)
def definitions(c: Emitter, use: Use, where: About | None, all: bool) -> Piece:
    """
    Cards as they are printed, whether or not any copy is in the match: those of the pack that are
    collectable. {it} has their printed properties.
    """
    known, rest = _split_printed_conditions(where)
    pool = code("definitions_of(m.program, ALL)", ALL=all)
    if known is not None:
        it = Local("it")
        test = Made(c.compiler.value_function(c.pure_emitter().emit_test(known, it), "m it"))
        pool = code("filter_pool(m.program, ALL, TEST)", ALL=all, TEST=test)
    return filter_pool(c, Piece(pool, held=True), rest)


def _split_printed_conditions(where: About | None) -> tuple[About | None, About | None]:
    """The conditions, from the first on, that hang on what is printed alone; and all others."""
    if where is None:
        return None, None
    test = where.test
    conditions = test.items if isinstance(test, Logic) and test.operator == "and" else (test,)
    known = list(takewhile(lambda each: _is_printed_condition(each, where.it), conditions))
    return _with_conditions(where, known), _with_conditions(where, conditions[len(known) :])


def _is_printed_condition(condition: Node, it: Binding) -> bool:
    """Whether a condition about a definition is the same in every match."""
    return all(
        isinstance(node, Comparison | Logic | Literal | Several)
        or (isinstance(node, Reference) and node.binding is it)
        or (isinstance(node, Member) and isinstance(node.means, Fact))
        for node in walk(condition)
    )


def _with_conditions(where: About, conditions: Sequence[Node]) -> About | None:
    """The same with these conditions, which all have to hold; None where there are none."""
    if not conditions:
        return None
    test = Logic(place=where.place, type="boolean", operator="and", items=tuple(conditions))
    return replace(where, test=test if len(conditions) > 1 else conditions[0])


def _read_deck(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    rules = reader.declarations.deck_rules
    parts, part = rules.parts if rules is not None else {}, found.arguments["part"]
    if part not in parts:
        known = ", ".join(parts) or "none"
        reader.problem(f"decks have no part {part!r}; they have {known}", ".part")
    return found


@chooser("deck", source="language 4", read=_read_deck, of="player", part="name")
def deck(c: Emitter, use: Use, of: Value, part: str) -> Piece:
    """
    The cards of a part of the deck that a player brought to the match, in their order, wherever
    they are now.
    """
    return Piece(form.Lookup("decks", (of, Const(part))), held=True)


def _read_brought(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    lists = [entry.name for entry in reader.declarations.bring.values() if entry.is_list]
    what = found.arguments["what"]
    if what not in lists:
        reader.problem(f"players bring no list of cards {what!r}{suggest(what, lists)}", ".what")
    return found


@chooser(
    "brought",
    source="language 11",
    type="definitions",
    read=_read_brought,
    of="player",
    what="name",
)
def brought(c: Emitter, use: Use, of: Value, what: str) -> Piece:
    """The cards in a list that a player brought to the match, as they are printed."""
    return Piece(form.Lookup("brought", (of, Const(what))), held=True)


#: Of a cast: the card, who casts it, and when.
CAST = {
    "card": Param("card"),
    "player": Param("player"),
    "at": Param("timing", None, doc="where only what it does at this timing counts"),
}


@chooser("aims", CAST, source="seed 000, target", type="entities")
def aims(c: Emitter, use: Use, card: Value, player: Value, at: Declared | None) -> Piece:
    """What a cast of the card by the player can be aimed at."""
    timing = Const(at.index if at is not None else None)
    return Piece(call("legal_targets", MATCH, card, player, timing), held=True)
