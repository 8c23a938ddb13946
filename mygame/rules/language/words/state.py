"""State: fields, zones, dice, casting, the end of a match and its log."""

from __future__ import annotations

from ...ground.errors import suggest
from ...program import form
from ...program.form import Const, Made, Register, Value
from ...program.notation import code, lines
from ...program.values import Piece, Steps, assign, call, charge, is_cheap, tuple_of
from ...running.code import THIS
from ...running.state import SINGULAR, Field
from .. import access
from ..declared import Declared
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, doable
from ..tree import About, Context, Literal, Node, Several, Use, ZoneOf, first_of, literal_value
from .events import context_values

#: The arguments of the line of the log that tells how a match ended: see `Match.end`.
OUTCOME = (("winners", "players"), ("drawn", "players"), ("losers", "players"), ("by", "symbol"))
MAYBE_CARDS = ("card", "cards", "entity", "entities", "any")


def _read_set(reader: Reader, word: Word, node: Source) -> Use:
    """`set`, with the fields that are meant: of several of one name those the entities can have."""
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    of, name = found.arguments["of"], found.arguments["field"]
    columns = [f for (_, known), f in reader.declarations.layout.fields.items() if known == name]
    kind = SINGULAR.get(of.type, of.type)
    fitting = [
        f
        for f in columns
        if kind in ("entity", "any") or (f.kind == "player") == (kind == "player")
    ]
    fitting = [f for f in fitting if (f.kind == "match") == _is_match(of)] or fitting
    if not fitting:
        known = sorted({known for _, known in reader.declarations.layout.fields})
        reader.problem(f"{kind} has no field {name!r}{suggest(name, known)}", ".field")
    found.arguments["field"] = tuple(fitting)
    amount = found.arguments["amount"] = first_of(found.arguments["amount"])
    written = literal_value(amount)
    if fitting and fitting[0].type in ("player", "card", "entity"):
        _check_entity(reader.at(".amount"), fitting[0], amount, found.arguments["mode"])
    domain = fitting[0].domain if fitting else ()
    if domain and written is not None and written not in domain:
        reader.problem(f"{name} is never {written}{suggest(written, domain)}", ".amount")
    return found


def _check_entity(reader: Reader, field: Field, amount: Node, mode: Node | str) -> None:
    """What a field that holds an entity is set to; 0 is nothing."""
    if mode != "set":
        reader.problem(f"{field.name} holds a {field.type}, to which nothing can be added")
    elif not (isinstance(amount, Literal) and amount.value == 0):
        reader.check_type(amount, field.type)


def _is_match(of: Node) -> bool:
    return isinstance(of, Several) and any(
        isinstance(each, Literal) and each.value == 0 for each in of.items
    )


@doable(
    "set",
    source="seed 000, Doable (health, mana, gold ...)",
    result={"amount": "number", "overflow": "number"},
    read=_read_set,
    of="entities",
    field=Param("name"),
    mode=Param("choice", "set", domain=("add", "set")),
    amount="any",
)
def set_(
    c: Emitter, use: Use, of: Piece, field: tuple[Field, ...], mode: Node | str, amount: Piece
) -> None:
    """
    Change a field, within its limits: `add` an amount or `set` it. `{id.amount}` is the real
    change, `{id.overflow}` what the limit swallowed.
    """
    if not field:
        return
    each = c.new_local()
    entity = of.only or each
    if isinstance(mode, str) and use.id is None and len(field) == 1 and not field[0].has_limits:
        steps = _assignment_lines(c, field[0], entity, each, mode, amount.code)
        if of.only is None:
            steps = lines("for EACH in OF:\n    DO", EACH=each, OF=charge(of.code), DO=steps)
        c.add_lines(*steps)
        return
    if isinstance(mode, str):
        changer: Value = Made(c.compiler.change_function(field, mode))
    else:
        add, put = (Made(c.compiler.change_function(field, word)) for word in ("add", "set"))
        adding = c.compiler.symbol("add")
        by = c.emit_value(mode)
        changer = code("ADD if BY == ADDING else PUT", ADD=add, BY=by, ADDING=adding, PUT=put)
    change = code("CHANGE(v, d, E, AMOUNT)", CHANGE=changer, E=entity, AMOUNT=amount.code)
    if of.only is not None:
        c.store_result(use, change)
    elif use.id is not None:
        text = "for_each(lambda EACH: CHANGE, OF)"
        c.store_result(use, code(text, EACH=each, CHANGE=change, OF=charge(of.code)))
    else:
        c.add_code("for EACH in OF:\n    CHANGE", EACH=each, OF=charge(of.code), CHANGE=change)


def _assignment_lines(
    c: Emitter, field: Field, entity: Value, free: Value, mode: str, amount: Value
) -> Steps:
    """The steps that change a field without limits of one entity; `free` is a name for it."""
    if field.kind == "match" and entity == Const(0):
        return _change_lines(form.Cell(None, field.base), mode, amount)
    steps: Steps = []
    if not is_cheap(entity):
        steps = lines("FREE = ENTITY", FREE=free, ENTITY=entity)
        entity = free
    steps.append(access.guard(c, field, entity))
    place = form.Cell(entity, field.base)
    return steps + _change_lines(place, mode, amount)


def _change_lines(place: Value, mode: str, amount: Value) -> Steps:
    if mode == "set":
        return [assign(place, amount)]
    return [assign(place, code("clamp_number(PLACE + AMOUNT)", PLACE=place, AMOUNT=amount))]


@doable("shuffle", source="rulebook R19", zone=Param("zone"), of=Param("owner", None, of="zone"))
def shuffle(c: Emitter, use: Use, zone: ZoneOf, of: Node | None) -> None:
    """Shuffle a zone."""
    c.add_code("m.shuffle(ZONE)", ZONE=access.zone_number(c, zone))


@doable(
    "roll", source="rulebook R17; seed 004", result={"result": "number"}, sides=Param("number", 6)
)
def roll(c: Emitter, use: Use, sides: Value) -> None:
    """Roll a die: `{id.result}` is 1 to `sides`."""
    c.store_result(use, code("(m.roll(SIDES),)", SIDES=sides))


@doable(
    "pick",
    source="language 5",
    result=lambda arguments: arguments["from"],
    from_="entities",
    amount=Param("number", 1),
    seed=Param(
        "number", None, doc="the same number draws the same out of the same, in all matches"
    ),
)
def pick(c: Emitter, use: Use, from_: Piece, amount: Value, seed: Value | None) -> None:
    """
    Take entities at random: `{id}` is the list. With a `seed` they follow from it, in every match,
    and no die of this one is used.
    """
    given = [] if seed is None else [seed]
    c.store_result(use, call("m.sample", from_.code, amount, *given))


@doable(
    "perform",
    source="seed 000, TreasureCardTiming",
    ends=True,  # what a card does at a timing is not known
    at="timing",
    target="cards",
    player=Param("player", None),
    spell=Param("card", None),
    aim=Param("entities", None),
    as_=Param("card", None),
    with_=Param("arguments", {}, of="at"),
)
def perform(
    c: Emitter,
    use: Use,
    at: Declared | None,
    target: Piece,
    player: Value | None,
    spell: Value | None,
    aim: Piece | None,
    as_: Value | None,
    with_: Context | None,
) -> None:
    """
    Carry out what cards do at a timing: those of them that do something then as it begins. `player`
    is their {you}; `as` another card that does it in their place; `spell` and `aim` make it part of
    a cast; `with` is the context.
    """
    if at is None or with_ is None:
        return
    who = player if player is not None else Register(0)
    cast = spell if spell is not None else Const(0)
    aimed = aim.as_list if aim is not None else Const(None)
    values = context_values(c, with_)

    def one(c: Emitter, card: Value) -> None:
        actor = as_ if as_ is not None else card
        registers = form.Group((who, actor, cast, aimed, *values), "list")
        c.suspend_if(
            access.has_behavior_at(c, at, card),
            call("m.perform", at.index, card, registers),
            at=use,
        )

    if target.only is not None:
        card = c.new_local()
        c.add_code("CARD = ONE", CARD=card, ONE=target.only)
        one(c, card)
        return
    pool, index, each = Register(c.new_register()), Register(c.new_register()), c.new_local()
    able = code(
        "tuple([EACH for EACH in TARGET if TEST])",
        EACH=each,
        TARGET=charge(target.code),
        TEST=access.has_behavior_at(c, at, each),
    )
    c.add_lines(assign(pool, able), assign(index, 0))
    body = c.loop_emitter()
    body.add_lines(assign(index, code("INDEX + 1", INDEX=index)))
    one(body, code("POOL[INDEX - 1]", POOL=pool, INDEX=index))
    c.repeat(code("INDEX < len(POOL)", INDEX=index, POOL=pool), body)


def _read_end(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    named = [key for key in ("won", "drew", "lost") if found.arguments[key] is not None]
    is_known = node.keys() <= word.params.keys() | {"type", "id", "comment"}
    if is_known and (found.arguments["standings"] is None) != bool(named):
        reader.problem("endMatch needs either standings, or who won, drew or lost")
    if named and "by" in node:
        reader.problem("endMatch orders standings by; who won, drew or lost is in no order", ".by")
    return found


@doable(
    "endMatch",
    source="rulebook R129-R131",
    ends=True,
    read=_read_end,
    standings=Param("players", None),
    by=Param("measure", None, of="standings"),
    won=Param("players", None),
    drew=Param("players", None),
    lost=Param("players", None),
    rule=Param("name", None),
)
def end_match(
    c: Emitter,
    use: Use,
    standings: Piece | None,
    by: About | None,
    won: Piece | None,
    drew: Piece | None,
    lost: Piece | None,
    rule: str | None,
) -> None:
    """
    End the match. `standings` are the players from first to last; with `by` (a value of {it}) the
    highest comes first and equals share a place. Or say who `won`, `drew` and `lost`: who is named
    nowhere has lost or, where only losers are named, won. `rule` is the name of the rule by which
    it ends, which a line of the log (`outcome`) tells.
    """
    named: tuple[int, ...] = ()
    if rule is not None:
        named = c.compiler.symbol(rule), c.compiler.note_number("outcome", OUTCOME)
    if standings is None:
        groups = [tuple_of([]) if each is None else each.as_list for each in (won, drew, lost)]
        c.suspend(call("m.end_for", *groups, *named), at=use)
        return
    key: Value = Const(None)
    if by is not None:
        each = c.new_local()
        key = code("lambda EACH: BY", EACH=each, BY=c.emit_test(by, each))
    c.suspend(call("m.end_match", standings.code, key, *named), at=use)


@doable("settle", source="language 11", target="players")
def settle(c: Emitter, use: Use, target: Piece) -> None:
    """
    These players take home what they have now, as `return` says it, with {place} 0 and nobody the
    winner; they are asked nothing any more. The match goes on for the others until it is ended.
    """
    c.add_code("m.settle(TARGET)", TARGET=target.as_list)


@doable(
    "log",
    source="language 8",
    quiet=True,
    message=Param("name"),
    secret=Param("players", None),
    cause=Param("entity", None, doc="the card that brings it about; without it: {this}"),
    with_=Param("arguments", {}),
)
def log(
    c: Emitter,
    use: Use,
    message: str,
    secret: Piece | None,
    cause: Value | None,
    with_: dict[str, Node],
) -> None:
    """
    Add a line to the log: a key of `words.log` with its values; with `secret` only these players
    read it as it is. Readers are told its `cause`.
    """
    note = c.compiler.note_number(message, tuple((name, node.type) for name, node in with_.items()))
    reader = secret.as_list if secret is not None else Const(None)
    by = call("m.cause", cause if cause is not None else Register(THIS))
    values = [_log_value(c, node) for node in with_.values()]
    row = tuple_of([Const(note), reader, by, *values])
    c.add_lines(form.Note(row))


def _log_value(c: Emitter, node: Node) -> Value:
    """What a line of the log keeps of a value; cards with their definitions."""
    value = c.emit_held(node)
    return call("m.log_value", value) if node.type in MAYBE_CARDS else value
