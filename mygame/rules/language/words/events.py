"""Events: firing, changing and cancelling them."""

from __future__ import annotations

import ast

from ...running.code import THIS
from ...running.state import KIND, index_for
from .. import access, quote
from ..contexts import bind_context
from ..declared import Declared, Tally
from ..emit import Emitter
from ..quote import Piece, code, register
from ..read import Reader
from ..schema import Arguments, Param, Parts, Source, Word, condition, doable
from ..scope import Scope
from ..tree import Context, Literal, Place, Reference, Use, first_of


def context_values(c: Emitter, context: Context) -> list[ast.expr]:
    """The values of a context as an event holds them."""
    found = []
    for node, (type, _) in zip(context.values, context.declared.context.values(), strict=True):
        if type == "symbols" and node.type == "cards":  # cards are told by their ids
            found.append(access.definitions_of(c, c.emit_value(node)))
        else:
            found.append(c.emit_held(node))
    return found


def event_key(declared: Declared, before: bool) -> int:
    """Where listeners of an event are indexed: see `running.events`."""
    return 2 * declared.index + before


def _parts_of_event(arguments: Arguments) -> Parts:
    """The parts of an event that is over: its context, and what its triggers decided."""
    declared = arguments["event"]
    context = dict(declared.context) if declared is not None else {}
    return {**context, "cancelled": ("entity", ()), "countered": ("entity", ())}


@doable(
    "fire",
    source="seed 000, TriggerEvent",
    result=_parts_of_event,
    event="event",
    when=Param("choice", "after", domain=("before", "after")),
    with_=Param("arguments", {}, of="event"),
)
def fire(c: Emitter, use: Use, event: Declared | None, when: str, with_: Context | None) -> None:
    """
    Let an event be heard. Its triggers finish before the next doable. `{id.<context>}` is the
    context as they left it, `{id.cancelled}` and `{id.countered}` the card that decided so, if one
    did.
    """
    if event is None or with_ is None:
        return
    values = context_values(c, with_)
    subject: ast.expr = quote.constant(0)
    if event.subject is not None:
        subject = values[list(event.context).index(event.subject)]
    key = event_key(event, when == "before")
    begins = [] if when == "before" else _reset_lines(c, event, values)
    if when == "after":
        _emit_tallies(c, event, values, use.place)
    heard = quote.tuple_of([*values, quote.constant(0), quote.constant(0)])
    call = quote.call("m.fire", key, heard, subject)
    takes = c.store_awaited_result(use)
    if use.id is not None and use.id.keys:
        c.suspend(call, takes, at=use)
        if begins:
            c.add_lines(*begins)
        return
    listening = code("KEY in m.listeners or m.trace is not None", KEY=key)
    if event.subject is not None:
        listening = _or_listens_to(listening, key, subject)
    kept = [quote.assign(register(c.result_register(use)[0]), heard)] if takes else []
    c.suspend_if(listening, call, takes, kept, at=use)
    if begins:
        c.add_lines(*begins)


def _or_listens_to(listening: ast.expr, key: int, subject: ast.expr) -> ast.expr:
    """That somebody listens, or somebody to what happens to this subject."""
    return code(
        "HEARD or ABOUT + SUBJECT in m.listeners",
        HEARD=listening,
        SUBJECT=subject,
        ABOUT=index_for(key, 0),
    )


@condition(
    "Awaited",
    source="language 5",
    event="event",
    when=Param("choice", "after", domain=("before", "after")),
    of=Param("entity", None, doc="the subject of the event; without it: whoever that is"),
)
def is_awaited(
    c: Emitter, use: Use, event: Declared | None, when: str, of: ast.expr | None
) -> ast.expr:
    """
    A trigger listens to the event, so firing it may do something. Those that say `of` count where
    the subject is named.
    """
    if event is None:
        return quote.constant(0)
    key = event_key(event, when == "before")
    listening = code("KEY in m.listeners", KEY=key)
    return listening if of is None else _or_listens_to(listening, key, of)


def _emit_tallies(c: Emitter, event: Declared, values: list[ast.expr], place: Place) -> None:
    """Lines that count an event where the pack keeps a tally of it."""
    tallies = c.compiler.declarations.tallies.get(event.index, ())
    if not tallies:
        return
    held: dict[str, ast.expr] = {}
    for name, value in zip(event.context, values, strict=True):
        held[name] = register(c.new_register())
        c.add_lines(quote.assign(held[name], value))
    for tally in tallies:
        lines = _tally_lines(c, tally, held)
        if "condition" in tally.spec:
            reader = Reader(c.compiler, Scope(), Place(f"tallies.{tally.name}", ".condition"))
            context = bind_context(reader, event)
            c.bind_parts(context, {name: Piece(value) for name, value in held.items()})
            test = c.pure_emitter().emit_value(reader.condition(tally.spec["condition"]))
            lines = [quote.if_statement(test, lines)]
        c.add_lines(*lines)


def _tally_lines(c: Emitter, tally: Tally, held: dict[str, ast.expr]) -> quote.Statements:
    """Lines that add to a tally; `held` are the values of the context by name."""
    spec, layout = tally.spec, c.compiler.layout
    fields = [field for field in layout.fields.values() if field.name == tally.name]
    of = held[tally.by] if tally.by else quote.constant(0)
    place = code("v[BASE + OF]", BASE=fields[0].base, OF=of)
    if "last" in spec:
        lines = [quote.assign(place, held[spec["last"]])]
    else:
        amount = held[spec["amount"]] if "amount" in spec else quote.constant(1)
        lines = [quote.assign(place, code("clamp_number(PLACE + BY)", PLACE=place, BY=amount))]
    if not tally.by:
        return lines
    if tally.event.context[tally.by][0] == "player":
        return [quote.if_statement(code("OF > 0", OF=of), lines)]  # nobody has nothing
    kinds = tuple(c.compiler.symbol(field.kind) for field in fields)
    test = code("OF and d[v[OF]][KIND] in KINDS", OF=of, KIND=KIND, KINDS=kinds)
    return [quote.if_statement(test, lines)]


def _reset_lines(c: Emitter, event: Declared, values: list[ast.expr]) -> quote.Statements:
    """Lines that put back what begins anew after an event: the fields whose `reset` is its mode."""
    lines: quote.Statements = []
    for group, own in c.compiler.declarations.resets_at.get(event.index, ()):
        player: ast.expr = quote.constant(0)
        if own >= 0:  # as it was when the event was fired
            player = register(c.new_register())
            c.add_lines(quote.assign(player, values[own]))
        lines += quote.lines("reset_all(m, GROUP, PLAYER)", GROUP=group, PLAYER=player)
    return lines


@doable("counter", source="seed 000, counter")
def counter(c: Emitter, use: Use) -> None:
    """Mark what the event is about as countered: its effects do not happen."""
    c.add_code("m.mark_event(-1, BY)", BY=register(THIS))


@doable("cancel", source="DESIGN 3, events")
def cancel(c: Emitter, use: Use) -> None:
    """What is about to happen does not happen; no further trigger hears of it."""
    c.add_code("m.mark_event(-2, BY)", BY=register(THIS))


def _read_change(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    value, event = found.arguments["value"], reader.scope.event
    declared, context = event if event is not None else (None, None)
    name = declared.context_aliases.get(value, value) if declared is not None else value
    if declared is None or context is None or name not in declared.context:
        reader.problem(
            f"change stands in a trigger and names a value of its event's context, not {value!r}"
        )
        return found
    kind, domain = declared.context[name]
    found.arguments["value"] = Reference(
        place=reader.place, type=kind, domain=domain, binding=context, part=name
    )
    to = found.arguments["to"] = first_of(found.arguments["to"])
    if not (isinstance(to, Literal) and to.value == 0):
        reader.at(".to").check_type(to, kind)
    return found


@doable("change", source="DESIGN 3, events", read=_read_change, value=Param("name"), to="any")
def change(c: Emitter, use: Use, value: Reference, to: quote.Piece) -> None:
    """Change a value in the context of what is about to happen, such as the amount of a damage."""
    index = list(value.binding.parts).index(value.part)
    place = c.emit_piece(value).code
    c.add_lines(quote.assign(place, quote.call("m.change_event", index, to.code)))
