"""Cards: making them, turning them into others, and putting them into zones."""

from __future__ import annotations

from ...program.form import MATCH, RESULT, Const, Evaluate, Register, Value
from ...program.notation import code
from ...program.values import Piece, as_entity_list, assign, call, plain, tuple_of
from ...running.code import YOU
from ...running.moving import AFTER, BEFORE, BOTTOM, INSTEAD, TOP
from .. import access
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, doable
from ..tree import Node, Use, ZoneOf

ENDS = {"top": TOP, "bottom": BOTTOM}
BESIDE = ("before", "after", "inPlaceOf")
TO, OF, POSITION = Param("zone"), Param("owner", None, of="to"), Param("position", "top")


def _read_move(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    ways = [key for key in ("to", *BESIDE) if found.arguments[key] is not None]
    if len(ways) != 1:
        reader.problem(f"move needs either to (a zone), or {' or '.join(BESIDE)} (a card)")
    return found


@doable(
    "move",
    source="rulebook R5",
    result={"moved": "cards"},
    read=_read_move,
    target="cards",
    to=Param("zone", None, domain=("nowhere",)),
    of=OF,
    position=POSITION,
    before=Param("card", None),
    after=Param("card", None),
    inPlaceOf=Param("card", None, doc="a card that has left, while a `keepPlaces` lasts"),
)
def move(
    c: Emitter,
    use: Use,
    target: Piece,
    to: ZoneOf | None,
    of: Node | None,
    position: Node | str,
    before: Value | None,
    after: Value | None,
    inPlaceOf: Value | None,
) -> None:
    """
    Put cards into a zone, one after the other: on the `top` (the end), at the `bottom`, or so that
    the first of them has the place `position`; or right `before` or `after` another card, or
    `inPlaceOf` one that has left (see `keepPlaces`). `nowhere` takes them out of the match.
    `{id.moved}` are those that came to lie there: a zone may be full.
    """
    beside = {BEFORE: before, AFTER: after, INSTEAD: inPlaceOf}
    ways = [(where, card) for where, card in beside.items() if card is not None]
    if to is None and not ways:
        return
    if (
        to is not None
        and use.id is None
        and isinstance(position, str)
        and not _has_zone_rules(c, to)
    ):
        _emit_plain_move(c, target, access.zone_number(c, to), position)
        return
    if to is not None:
        moved = emit_carry(c, use, target.as_list, to, access.zone_number(c, to), position)
    else:
        where, card = ways[0]
        at = Const(where)
        moved = _emit_carry_call(
            c, use, target.as_list, Const(0), at, card, _has_zone_hooks(c, None)
        )
    c.store_result(use, tuple_of([moved]))


@doable("keepPlaces", source="language 5")
def keep_places(c: Emitter, use: Use) -> None:
    """
    Until this word or behaviour ends, it is known where cards stood that leave their zones, among
    those that are still there: `move` with `inPlaceOf` puts others there.
    """
    c.keep_until_end("keepPlaces")


def _emit_plain_move(c: Emitter, target: Piece, zone: Value, position: str) -> None:
    """Lines that put cards into a zone of which nothing more is to be known."""
    where: tuple[Value, ...] = (zone,) if position == "top" else (zone, Const(True))
    if target.only is not None:
        card = c.new_local()
        moved = call("m.move", card, *where)
        c.add_code("CARD = ONE\nif CARD:\n    MOVED", CARD=card, ONE=target.only, MOVED=moved)
    else:
        c.add_lines(Evaluate(call("m.move_all", target.as_list, *where)))


def emit_carry(
    c: Emitter, use: Use, cards: Value, to: ZoneOf, zone: Value, position: Node | str
) -> Value:
    """Have cards put into a zone as its rules say; the register with those that lie there then."""
    where = Const(ENDS[position]) if isinstance(position, str) else _clamped_position(c, position)
    return _emit_carry_call(c, use, cards, zone, where, None, _has_zone_hooks(c, to))


def _clamped_position(c: Emitter, position: Node) -> Value:
    """A position that is worked out; there is none before the first."""
    return plain("max", 1, c.emit_value(position))


def _emit_carry_call(
    c: Emitter,
    use: Use,
    cards: Value,
    zone: Value,
    where: Value,
    beside: Value | None,
    hooked: bool,
) -> Value:
    """See `running.moving.carry`; a suspension where something may happen on the way."""
    into = Register(c.new_register())
    besides = Const(None) if beside is None else beside
    carries = call("carry", MATCH, cards, zone, where, besides, Register(YOU))
    takes = [assign(into, RESULT)]
    if hooked:
        c.suspend(carries, takes, at=use)
    else:
        c.add_lines(Evaluate(carries), *takes)
    return into


def _has_zone_rules(c: Emitter, to: ZoneOf) -> bool:
    """Whether there is more to a move to a zone than the move."""
    family = to.zone.name if to.zone is not None else ""
    return family in c.compiler.layout.ruled or _has_zone_hooks(c, to)


def _has_zone_hooks(c: Emitter, to: ZoneOf | None) -> bool:
    """Whether something may happen at a move to a zone (None: one that is not known yet)."""
    layout = c.compiler.layout
    family = to.zone.name if to is not None and to.zone is not None else ""
    return layout.leaving or (bool(layout.hooked) if to is None else family in layout.hooked)


# -- making cards ----------------------------------------------------------------------------------


def _zone_register(c: Emitter, to: ZoneOf) -> Value:
    """The register with the number of a zone."""
    number = c.new_register()
    c.add_lines(assign(Register(number), access.zone_number(c, to)))
    return Register(number)


def _is_choice(c: Emitter, choice: Node | str, word: str) -> Value:
    """Whether a choice, which a word of the pack may have passed on, is this one."""
    if isinstance(choice, str):
        return Const(choice == word)
    return code("CHOICE == WORD", CHOICE=c.emit_value(choice), WORD=c.compiler.symbol(word))


def _read_create(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    if (found.arguments["card"] is None) == (found.arguments["from"] is None):
        reader.problem("create needs either card (a definition), or from (some of them)")
    return found


@doable(
    "create",
    source="seed 002, token",
    result=lambda arguments: arguments["to"],
    read=_read_create,
    card=Param("definition", None),
    from_=Param("definitions", None),
    to=TO,
    of=OF,
    position=POSITION,
    amount=Param("number", 1),
)
def create(
    c: Emitter,
    use: Use,
    card: Value | None,
    from_: Piece | None,
    to: ZoneOf | None,
    of: Node | None,
    position: Node | str,
    amount: Value,
) -> None:
    """
    Make new cards and put them into a zone: `amount` of one definition, or each of one of `from` at
    random. `{id}` are the new cards. Where the match has no room for more, none are made.
    """
    if to is None:
        return
    zone, random = _zone_register(c, to), from_ is not None
    definitions = from_.as_list if from_ is not None else as_entity_list(card)
    made = call("make_cards", MATCH, definitions, amount, zone, random)
    c.store_result(use, emit_carry(c, use, made, to, zone, position))


@doable(
    "copy",
    source="seed 002, CopyTask",
    result=lambda arguments: arguments["to"],
    target="cards",
    to=TO,
    of=OF,
    position=POSITION,
    keep=Param("choice", "printed", domain=("printed", "all")),
)
def copy(
    c: Emitter,
    use: Use,
    target: Piece,
    to: ZoneOf | None,
    of: Node | None,
    position: Node | str,
    keep: Node | str,
) -> None:
    """
    Make new cards like others and put them into a zone: as they are `printed`, or with `all` that
    their fields hold. `{id}` are the new cards. Where the match has no room for more, none are
    made.
    """
    if to is None:
        return
    zone, everything = _zone_register(c, to), _is_choice(c, keep, "all")
    made = call("duplicate_cards", MATCH, target.as_list, zone, everything)
    c.store_result(use, emit_carry(c, use, made, to, zone, position))


@doable(
    "transform",
    source="seed 002, TransformTask",
    target="cards",
    into="definition",
    keep=Param("choice", "nothing", domain=("nothing", "fields")),
)
def transform(c: Emitter, use: Use, target: Piece, into: Value, keep: Node | str) -> None:
    """
    Turn cards into another one where they lie. What they did while they lay there ends; they begin
    anew, or keep the `fields` that the other one has too.
    """
    fields = _is_choice(c, keep, "fields")
    c.add_code(
        "transform_cards(m, CARDS, INTO, KEEP)", CARDS=target.as_list, INTO=into, KEEP=fields
    )
