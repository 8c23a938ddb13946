"""Events: firing, changing and cancelling them."""

from __future__ import annotations

from ...program import form
from ...program.form import Const, Register, Value
from ...program.notation import code, lines
from ...program.values import Piece, Steps, assign, call, if_step, tuple_of
from ...running.code import THIS
from ...running.state import KIND, index_for
from .. import access
from ..contexts import bind_context
from ..declared import Declared, Tally
from ..emit import Emitter
from ..read import Reader
from ..schema import Arguments, Param, Parts, Source, Word, condition, doable
from ..scope import Scope
from ..tree import Context, Literal, Place, Reference, Use, first_of


def context_values(c: Emitter, context: Context) -> list[Value]:
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
    subject: Value = Const(0)
    if event.subject is not None:
        subject = values[list(event.context).index(event.subject)]
    key = event_key(event, when == "before")
    begins = [] if when == "before" else _reset_lines(c, event, values)
    if when == "after":
        _emit_tallies(c, event, values, use.place)
    heard = tuple_of([*values, Const(0), Const(0)])
    fires = call("m.fire", key, heard, subject)
    takes = c.store_awaited_result(use)
    if use.id is not None and use.id.keys:
        c.suspend(fires, takes, at=use)
        if begins:
            c.add_lines(*begins)
        return
    listening = code("KEY in m.listeners or m.trace is not None", KEY=key)
    if event.subject is not None:
        listening = _or_listens_to(listening, key, subject)
    kept = [assign(Register(c.result_register(use)[0]), heard)] if takes else []
    c.suspend_if(listening, fires, takes, kept, at=use)
    if begins:
        c.add_lines(*begins)


def _or_listens_to(listening: Value, key: int, subject: Value) -> Value:
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
def is_awaited(c: Emitter, use: Use, event: Declared | None, when: str, of: Value | None) -> Value:
    """
    A trigger listens to the event, so firing it may do something. Those that say `of` count where
    the subject is named.
    """
    if event is None:
        return Const(0)
    key = event_key(event, when == "before")
    listening = code("KEY in m.listeners", KEY=key)
    return listening if of is None else _or_listens_to(listening, key, of)


def _emit_tallies(c: Emitter, event: Declared, values: list[Value], place: Place) -> None:
    """Lines that count an event where the pack keeps a tally of it."""
    tallies = c.compiler.declarations.tallies.get(event.index, ())
    if not tallies:
        return
    held: dict[str, Value] = {}
    for name, value in zip(event.context, values, strict=True):
        held[name] = Register(c.new_register())
        c.add_lines(assign(held[name], value))
    for tally in tallies:
        steps = _tally_lines(c, tally, held)
        if "condition" in tally.spec:
            reader = Reader(c.compiler, Scope(), Place(f"tallies.{tally.name}", ".condition"))
            context = bind_context(reader, event)
            c.bind_parts(context, {name: Piece(value) for name, value in held.items()})
            test = c.pure_emitter().emit_value(reader.condition(tally.spec["condition"]))
            steps = [if_step(test, steps)]
        c.add_lines(*steps)


def _tally_lines(c: Emitter, tally: Tally, held: dict[str, Value]) -> Steps:
    """Lines that add to a tally; `held` are the values of the context by name."""
    spec, layout = tally.spec, c.compiler.layout
    fields = [field for field in layout.fields.values() if field.name == tally.name]
    of = held[tally.by] if tally.by else Const(0)
    place = form.Cell(of, fields[0].base)
    if "last" in spec:
        steps = [assign(place, held[spec["last"]])]
    else:
        amount = held[spec["amount"]] if "amount" in spec else Const(1)
        steps = [assign(place, code("clamp_number(PLACE + BY)", PLACE=place, BY=amount))]
    if not tally.by:
        return steps
    if tally.event.context[tally.by][0] == "player":
        return [if_step(code("OF > 0", OF=of), steps)]  # nobody has nothing
    kinds = tuple(c.compiler.symbol(field.kind) for field in fields)
    test = code("OF and d[v[OF]][KIND] in KINDS", OF=of, KIND=KIND, KINDS=kinds)
    return [if_step(test, steps)]


def _reset_lines(c: Emitter, event: Declared, values: list[Value]) -> Steps:
    """Lines that put back what begins anew after an event: the fields whose `reset` is its mode."""
    steps: Steps = []
    for group, own in c.compiler.declarations.resets_at.get(event.index, ()):
        player: Value = Const(0)
        if own >= 0:  # as it was when the event was fired
            player = Register(c.new_register())
            c.add_lines(assign(player, values[own]))
        steps += lines("reset_all(m, GROUP, PLAYER)", GROUP=group, PLAYER=player)
    return steps


@doable("counter", source="seed 000, counter")
def counter(c: Emitter, use: Use) -> None:
    """Mark what the event is about as countered: its effects do not happen."""
    c.add_code("m.mark_event(-1, BY)", BY=Register(THIS))


@doable("cancel", source="DESIGN 3, events")
def cancel(c: Emitter, use: Use) -> None:
    """What is about to happen does not happen; no further trigger hears of it."""
    c.add_code("m.mark_event(-2, BY)", BY=Register(THIS))


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
def change(c: Emitter, use: Use, value: Reference, to: Piece) -> None:
    """Change a value in the context of what is about to happen, such as the amount of a damage."""
    index = list(value.binding.parts).index(value.part)
    place = c.emit_piece(value).code
    c.add_lines(assign(place, call("m.change_event", index, to.code)))
