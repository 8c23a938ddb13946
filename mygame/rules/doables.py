"""
The doable words of the engine: control, choices, state, events and lasting effects.

Each is a small function that emits Python. What belongs to a game (damage, mana, drawing a card
...) is defined by its pack in these words; `python -m rules.pack words PACK` lists both.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from .choosers import zone_index
from .code import ModifierDef, TriggerDef
from .emitter import Emitter, Symbol
from .events import SUBJECT_SHIFT
from .modifiers import LAYERS
from .schema import Param, doable
from .source import NAME, SIMPLE, SINGULAR, Expr, indent, tuple_source
from .state import Field
from .values import identity

SPEC = "seed 000, Doable"
ONE = re.compile(r"one\((.*)\)|\((r\[\d+\]),\)")  # the source of a list of one entity


def one_of(entities: Expr) -> str:
    """The source of the only entity of a list, if it is a list of one."""
    found = ONE.fullmatch(entities.src)
    return (found.group(1) or found.group(2)) if found else ""


# -- control ---------------------------------------------------------------------------------------


@doable("if", source=SPEC, condition="condition", do="doables", elsedo=Param("doables", None))
def if_(c: Emitter, node: dict, condition: str, do: list, elsedo: list | None) -> None:
    """Carry out `do` when the condition holds, else `elsedo`."""
    then, otherwise = c.sub(do, ".do"), c.sub(elsedo or [], ".elsedo")
    known = _known(condition)
    if known is not None:  # a parameter decided it: the other branch is none
        c.splice(then if known else otherwise)
        return
    if then.atomic and otherwise.atomic:
        c.line(
            f"if {condition}:\n{then.block()}"
            + (f"\nelse:\n{otherwise.block()}" if otherwise.items else "")
        )
        return
    a, b, end = c.label(), c.label(), c.label()
    c.branch(condition, a, b)
    c.place_label(a)
    c.splice(then)
    c.goto(end)
    c.place_label(b)
    c.splice(otherwise)
    c.place_label(end)


def _known(condition: str) -> bool | None:
    """Whether a compiled condition holds, if that depends on nothing but numbers."""
    tree = ast.parse(condition, mode="eval")
    if any(isinstance(node, ast.Name) for node in ast.walk(tree)):
        return None
    return bool(eval(compile(tree, "condition", "eval")))


@doable(
    "loop", source=SPEC, times=Param("number", None), target=Param("entities", None), do="doables"
)
def loop(c: Emitter, node: dict, times: Expr | None, target: Expr | None, do: list) -> None:
    """
    Repeat `do` a number of `times`, or for each `target` (with `times`: so often). With an id:
    `{id.index}` from 1, `{id.target}`.
    """
    if times is None and target is None:
        c.problem("a loop has times or target")
        return
    index = c.register()
    parts = {"index": Expr(f"r[{index}]", "number")}
    if target is not None:
        current = c.register()
        parts["target"] = parts["UUID"] = Expr(f"r[{current}]", SINGULAR.get(target.type, "entity"))
        items = target.held
        if times is not None:
            items = f"repeated({target.src}, m.checked({times.src}))"
    elif times is not None:
        items = f"tuple(range(m.checked({times.src})))"
    if isinstance(node.get("id"), str):
        c.scope.symbols[node["id"]] = Symbol(expr=parts.get("target"), parts=parts)
    again, body, end = c.label(), c.label(), c.label()
    c.loops.append(end)
    inner = c.sub(do, ".do")
    c.loops.pop()
    each = f"r[{current}]" if target is not None else "_"
    if inner.atomic:
        c.line(f"for r[{index}], {each} in enumerate({items}, 1):\n{inner.block()}")
        return
    pool = c.register()
    c.line(f"r[{pool}] = {items}\nr[{index}] = 0")
    c.place_label(again)
    c.branch(f"r[{index}] < len(r[{pool}])", body, end)
    c.place_label(body)
    if target is not None:
        c.line(f"{each} = r[{pool}][r[{index}]]")
    c.line(f"r[{index}] += 1")
    c.splice(inner)
    c.goto(again)
    c.place_label(end)


@doable("while", source="language 5", condition="raw", do="doables")
def while_(c: Emitter, node: dict, condition: Any, do: list) -> None:
    """Repeat `do` as long as the condition holds."""
    again, body, end = c.label(), c.label(), c.label()
    c.place_label(again)
    c.branch(c.condition(condition, ".condition"), body, end)
    c.place_label(body)
    c.loops.append(end)
    c.splice(c.sub(do, ".do"))
    c.loops.pop()
    c.goto(again)
    c.place_label(end)


@doable("stop", source="language 5")
def stop(c: Emitter, node: dict) -> None:
    """Leave the innermost loop."""
    if c.loops:
        c.goto(c.loops[-1])
    else:
        c.problem("stop stands in no loop")


@doable("finish", source="language 5")
def finish(c: Emitter, node: dict) -> None:
    """End this word, trigger or behaviour."""
    c.finish()


@doable("let", source="language 5", value="any")
def let(c: Emitter, node: dict, value: Expr) -> None:
    """Give a value a name: `{id}`."""
    source = value.held
    register, key = c.name_result(node, None, value.type)
    if register < 0:
        c.problem("let needs an id")
        return
    c.scope.symbols[
        next(n for n, s in c.scope.symbols.items() if s.register == register)
    ].type = value.type
    c.store(register, key, source)


# -- choices ---------------------------------------------------------------------------------------


@doable(
    "choose",
    source="language 5",
    ask="player",
    prompt="raw",
    options="raw",
    default=Param("raw", None),
    auto=Param("raw", True),
    subject=Param("entity", None),
)
def choose(
    c: Emitter,
    node: dict,
    ask: Expr,
    prompt: Any,
    options: Any,
    default: Any,
    auto: Any,
    subject: Expr | None,
) -> None:
    """
    A menu: each option, or each entity of its `each`, is one line; the `do` of the chosen one is
    carried out.
    """
    if (
        not isinstance(prompt, str)
        or not isinstance(options, list)
        or not options
        or not all(isinstance(o, dict) for o in options)
    ):
        c.problem("a menu needs a prompt (a name) and options (a list of objects)")
        return
    c.compiler.pack.prompts.add(prompt)
    words = tuple(str(option.get("id")) for option in options)
    if len(set(words)) < len(words) or not all(map(NAME.fullmatch, words)) or "None" in words:
        c.problem("each option needs an id of its own, of letters and digits", ".options")
        return
    if default is not None and default not in words:
        c.problem(f"the default {default!r} is none of {', '.join(words)}", ".default")
    list_register, chosen = c.register(), c.register()
    c.line(f"r[{list_register}] = options = []")
    for number, option in enumerate(options):
        at = f".options[{number}]"
        for key in option.keys() - {"id", "each", "when", "do", "comment"}:
            c.problem(f"an option has id, each, when and do, not {key}", at)
        c.compiler.pack.option_words.add(words[number])
        lines = f"options.append({c.compiler.options_of(words[number], '')}(0))"
        entity = Expr("0")
        if "each" in option:
            pool = c.entities(option["each"], "entities", at + ".each")
            kind = SINGULAR.get(pool.type, "entity")
            lines = f"options += map({c.compiler.options_of(words[number], kind)}, {pool.src})"
            entity = Expr(f"r[{chosen}][1]", kind)
        if "when" in option:
            lines = f"if {c.condition(option['when'], at + '.when')}:\n    {lines}"
        c.line(lines)
        c.scope.symbols[words[number]] = Symbol(expr=entity)
    about = subject.src if subject is not None else "r[1]"
    c.suspend(
        f"m.menu({ask.src}, {prompt!r}, {about}, {words!r}, {default!r}, {bool(auto)}, "
        f"r, {list_register}, {chosen})"
    )
    symbols = tuple_source([str(c.compiler.pack.symbol(word)) for word in words])
    if isinstance(node.get("id"), str):
        c.scope.symbols[node["id"]] = Symbol(
            parts={"option": Expr(f"{symbols}[r[{chosen}][0]]", "symbol", words)}
        )
    labels, end = [c.label() for _ in options], c.label()
    c.branch(f"r[{chosen}] is None", end, labels[0] + "s")
    c.place_label(labels[0] + "s")
    c.switch(f"r[{chosen}][0]", labels)
    for number, option in enumerate(options):
        c.place_label(labels[number])
        c.splice(c.sub(option.get("do", []), f".options[{number}].do"))
        c.goto(end)
    c.place_label(end)


@doable(
    "askAll",
    source="language 5",
    target="players",
    kind=Param("raw", "card"),
    **{"as": Param("raw", "p"), "from": "raw", "where": Param("filter", None)},
    minimum=Param("raw", 1),
    maximum=Param("raw", 1),
    prompt=Param("raw", "card"),
)
def ask_all(
    c: Emitter,
    node: dict,
    target: Expr,
    kind: str,
    where: Any,
    minimum: Any,
    maximum: Any,
    prompt: str,
    **rest: Any,
) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in.

    `as` names the player in `from`, `where`, `minimum`, `maximum`; the id holds that name,
    `picks{p}`: each player's list.
    """
    from .choosers import candidates

    identifier = node.get("id", "")
    template, _ = re.sub(r"\{.*?\}", "{}", identifier), None
    if not isinstance(identifier, str) or template.count("{}") != 1:
        c.problem(
            f"askAll needs an id with the player in braces, such as picks{{{rest['as']}}}", ".id"
        )
        return
    name = c.local()
    outer = c.scope.symbols.get(rest["as"])
    c.scope.symbols[rest["as"]] = Symbol(expr=Expr(name, "player"))
    pool = candidates(c.at(".from"), rest["from"], where)
    least, most = (
        c.value(minimum, "number", ".minimum").src,
        c.value(maximum, "number", ".maximum").src,
    )
    if outer is None:
        del c.scope.symbols[rest["as"]]
    else:
        c.scope.symbols[rest["as"]] = outer
    c.compiler.pack.prompts.add(prompt)
    register = c.register()
    c.scope.symbols[template] = Symbol(register=register, family=True, type=pool.type)
    asked = f"[({name}, {pool.src}, {least}, {most}) for {name} in {target.src}]"
    c.suspend(f"m.ask_all({asked}, {prompt!r}, {str(kind)!r}, r, {register})")


# -- state -----------------------------------------------------------------------------------------


@doable(
    "set",
    source="seed 000, Doable (health, mana, gold ...)",
    result={"amount": "number", "overflow": "number"},
    of="entities",
    field="raw",
    mode=Param("raw", "set"),
    amount="any",
)
def set_(c: Emitter, node: dict, of: Expr, field: Any, mode: Any, amount: Expr) -> None:
    """
    Change a field, within its limits: `add` an amount or `set` it. `{id.amount}` is the real
    change, `{id.overflow}` what the limit swallowed.
    """
    columns = [f for (_, name), f in c.compiler.layout.fields.items() if name == field]
    singular = SINGULAR.get(of.type, of.type)
    fitting = [
        f
        for f in columns
        if singular in ("entity", "any") or (f.kind == "player") == (singular == "player")
    ]
    fitting = [f for f in fitting if (f.kind == "match") == (of.src == "one(0)")] or fitting
    if not fitting:
        c.problem(f"{singular} has no field {field!r}", ".field")
        return
    dynamic = isinstance(mode, str) and "{" in mode
    if mode not in ("add", "set") and not dynamic:
        c.problem("mode is add or set", ".mode")
        return
    amount = c.compiler.single(amount)
    if amount.literal is not None and fitting[0].domain and amount.literal not in fitting[0].domain:
        c.problem(f"{amount.literal} is none of {', '.join(fitting[0].domain)}", ".amount")
    register, key = c.name_result(
        node, {"amount": (0, "number", ()), "overflow": (1, "number", ())}
    )
    one, name = one_of(of), c.local()
    entity = one or name
    if register < 0 and not dynamic and len(fitting) == 1 and not fitting[0].limited:
        change = assignment(fitting[0], entity, name, mode, amount.src)
    elif dynamic:
        adding = c.compiler.pack.symbol("add")
        add, put = (c.compiler.changer(fitting, word) for word in ("add", "set"))
        test = f"{c.value(mode, 'symbol', '.mode').src} == {adding}"
        change = f"({add} if {test} else {put})(v, {entity}, {amount.src})"
    else:
        change = f"{c.compiler.changer(fitting, mode)}(v, {entity}, {amount.src})"
    if one:
        c.store(register, key, change)
    elif register >= 0:
        c.store(register, key, f"for_each(lambda {entity}: {change}, {of.src})")
    else:
        c.line(f"for {entity} in {of.src}:\n{indent(change)}")


def assignment(field: Field, entity: str, name: str, mode: str, amount: str) -> str:
    """The lines that change a field without limits of one entity; `name` is free for it."""
    operator = "=" if mode == "set" else "+="
    if field.kind == "match" and entity == "0":
        return f"v[{field.base}] {operator} {amount}"
    lines = []
    if not SIMPLE.match(entity):
        lines.append(f"{name} = {entity}")
        entity = name
    lines += [
        f"if not {field.low} <= {entity} < {field.high}:",
        f"    lacks({entity}, {field.name!r})",
        f"v[{field.base} + {entity}] {operator} {amount}",
    ]
    return "\n".join(lines)


@doable(
    "move",
    source="rulebook R5",
    target="cards",
    to="raw",
    of=Param("raw", None),
    position=Param("raw", "top"),
)
def move(c: Emitter, node: dict, target: Expr, to: Any, of: Any, position: Any) -> None:
    """
    Put cards into a zone, one after the other, on the `top` (the end) or at the `bottom`. `nowhere`
    takes them out of the match.
    """
    if position not in ("top", "bottom"):
        c.problem("position is top or bottom", ".position")
    where = "0" if to == "nowhere" else zone_index(c, to, of)
    name, one = c.local(), one_of(target)
    head = f"{name} = {one}\nif {name}:" if one else f"for {name} in {target.held}:"
    place = ", True" if position == "bottom" else ""
    c.line(f"{head}\n    m.move({name}, {where}{place})")


@doable("shuffle", source="rulebook R19", zone="raw", of=Param("raw", None))
def shuffle(c: Emitter, node: dict, zone: Any, of: Any) -> None:
    """Shuffle a zone."""
    c.line(f"m.shuffle({zone_index(c, zone, of)})")


@doable(
    "roll", source="rulebook R17; seed 004", result={"result": "number"}, sides=Param("number", 6)
)
def roll(c: Emitter, node: dict, sides: Expr) -> None:
    """Roll a die: `{id.result}` is 1 to `sides`."""
    register, key = c.name_result(node, {"result": (0, "number", ())})
    c.store(register, key, f"(m.roll({sides.src}),)")


@doable("pick", source="language 5", result={}, **{"from": "entities"}, amount=Param("number", 1))
def pick(c: Emitter, node: dict, amount: Expr, **rest: Any) -> None:
    """Take entities at random: `{id}` is the list."""
    pool = rest["from"]
    register, key = c.name_result(node, None, pool.type)
    c.store(register, key, f"m.sample({pool.src}, {amount.src})")


@doable(
    "perform",
    source="seed 000, TreasureCardTiming",
    at="raw",
    target="cards",
    player=Param("player", None),
    spell=Param("card", None),
    aim=Param("entities", None),
    **{"as": Param("card", None), "with": Param("raw", None)},
)
def perform(
    c: Emitter,
    node: dict,
    at: Any,
    target: Expr,
    player: Expr | None,
    spell: Expr | None,
    aim: Expr | None,
    **rest: Any,
) -> None:
    """
    Carry out what cards do at a timing. `player` is their {you}; `as` another card that does it in
    their place; `spell` and `aim` make it part of a cast; `with` is the context.
    """
    timing = c.compiler.pack.timing(at)
    if timing is None:
        c.problem(f"there is no timing {at!r}", ".at")
        return
    context = ", ".join(context_source(c.at(".with"), timing, rest["with"] or {}))
    who = player.src if player is not None else "r[0]"
    cast = spell.src if spell is not None else "0"
    aimed = aim.held if aim is not None else "None"
    actor = rest["as"].src if rest["as"] is not None else ""

    def one(card: str) -> None:
        c.suspend_if(
            f"({timing.index}, {card}) in m.pack.behaviors",
            f"m.perform({timing.index}, {card}, [{who}, {actor or card}, {cast}, {aimed}"
            f"{', ' if context else ''}{context}])",
        )

    single = one_of(target)
    if single:
        card = c.local()
        c.line(f"{card} = {single}")
        one(card)
        return
    pool, index = c.register(), c.register()
    able = f"[t for t in {target.src} if ({timing.index}, t) in m.pack.behaviors]"
    c.line(f"r[{pool}] = tuple({able})\nr[{index}] = 0")
    again, body, end = c.label(), c.label(), c.label()
    c.place_label(again)
    c.branch(f"r[{index}] < len(r[{pool}])", body, end)
    c.place_label(body)
    c.line(f"r[{index}] += 1")
    one(f"r[{pool}][r[{index}] - 1]")
    c.goto(again)
    c.place_label(end)


@doable("endMatch", source="rulebook R129-R131", standings="players", by=Param("filter", None))
def end_match(c: Emitter, node: dict, standings: Expr, by: Any) -> None:
    """
    End the match. `standings` are the players from first to last; with `by` (a value of {it}) the
    highest comes first and equals share a place.
    """
    key = "None"
    if by is not None:
        name = c.local()
        outer, c.scope.it = c.scope.it, Expr(name, "player")
        key = f"lambda {name}: {c.value(by, 'number', '.by').src}"
        c.scope.it = outer
    c.suspend(f"m.end({standings.src}, {key})")


@doable(
    "log",
    source="language 8",
    message="raw",
    secret=Param("players", None),
    **{"with": Param("raw", None)},
)
def log(c: Emitter, node: dict, message: Any, secret: Expr | None, **rest: Any) -> None:
    """
    Add a line to the log: a key of `words.log` with its values; with `secret` only these players
    read it as it is.
    """
    given = rest["with"] or {}
    if not isinstance(message, str) or not isinstance(given, dict):
        c.problem("a log line has a message (a name) and with (an object)")
        return
    values = {name: c.value(item, "any", f".with.{name}") for name, item in given.items()}
    c.compiler.pack.messages.setdefault(message, tuple(given))
    note = c.compiler.note(message, tuple((name, expr.type) for name, expr in values.items()))
    reader = secret.held if secret is not None else "None"
    row = ", ".join([str(note), reader, *(expr.held for expr in values.values())])
    c.line(f"if m.log is not None:  # {message}\n    m.log.rows.append(({row}))")


# -- events ----------------------------------------------------------------------------------------


def context_source(c: Emitter, declared: Any, given: dict) -> list[str]:
    """The values of a context in the declared order."""
    if not isinstance(given, dict):
        c.problem("with is an object of the context's values")
        return ["0"] * len(declared.context)
    aliases = declared.context_aliases
    given = {aliases.get(key, key): value for key, value in given.items()}
    for key in given.keys() - declared.context.keys():
        c.problem(f"{declared.name} has {', '.join(declared.context) or 'no context'}, not {key}")
    values = []
    for key, (type, _) in declared.context.items():
        if key not in given:
            c.problem(f"{declared.name} needs {key} ({type})")
            values.append("0")
            continue
        if type in SINGULAR:
            many = c.entities(given[key], "entities", f".{key}")
            ids = type == "symbols" and many.type == "cards"
            values.append(f"tuple([F_id[t] for t in {many.src}])" if ids else many.held)
        else:
            values.append(c.value(given[key], type, f".{key}").src)
    return values


def event_key(c: Emitter, event: Any, when: Any) -> tuple[Any, int]:
    declared = c.compiler.pack.event(event)
    if declared is None:
        c.problem(
            f"there is no event {event!r}; there are {', '.join(c.compiler.pack.events)}", ".event"
        )
    if when not in ("before", "after"):
        c.problem("when is before or after", ".when")
    return declared, (2 * declared.index if declared else 0) + (when == "before")


@doable(
    "fire",
    source="seed 000, TriggerEvent",
    event="raw",
    when=Param("raw", "after"),
    **{"with": Param("raw", None)},
)
def fire(c: Emitter, node: dict, event: Any, when: Any, **rest: Any) -> None:
    """
    Let an event be heard. Its triggers finish before the next doable. `{id.<context>}` is the
    context as they left it, `{id.cancelled}` and `{id.countered}` what they decided.
    """
    declared, key = event_key(c, event, when)
    if declared is None:
        return
    context = context_source(c.at(".with"), declared, rest["with"] or {})
    parts = {
        name: (i, type, domain) for i, (name, (type, domain)) in enumerate(declared.context.items())
    }
    parts["cancelled"] = (len(context), "boolean", ())
    parts["countered"] = (len(context) + 1, "boolean", ())
    register, family = c.name_result(node, parts)
    subject = (
        "0" if declared.subject is None else context[list(declared.context).index(declared.subject)]
    )
    heard = tuple_source([*context, "0", "0"])
    call = f"m.fire({key}, {heard}, {subject}, {register}, {family})"
    if family != "None":
        c.suspend(call)
        return
    listening = f"{key} in m.listeners or m.trace is not None"
    if declared.subject is not None:
        shift = f"{key} + {SUBJECT_SHIFT} * ({subject})"
        listening += f" or ({subject}) > 0 and {shift} in m.listeners"
    c.suspend_if(listening, call, f"r[{register}] = {heard}" if register >= 0 else "")


@doable("counter", source="seed 000, counter")
def counter(c: Emitter, node: dict) -> None:
    """Mark what the event is about as countered: its effects do not happen."""
    c.line("m.mark_event(-1)")


@doable("cancel", source="DESIGN 3, events")
def cancel(c: Emitter, node: dict) -> None:
    """What is about to happen does not happen; no further trigger hears of it."""
    c.line("m.mark_event(-2)")


@doable("change", source="DESIGN 3, events", value="raw", to="any")
def change(c: Emitter, node: dict, value: Any, to: Expr) -> None:
    """Change a value in the context of what is about to happen, such as the amount of a damage."""
    event = c.scope.event
    name = event.context_aliases.get(value, value) if event is not None else value
    if event is None or name not in event.context:
        c.problem(
            f"change stands in a trigger and names a value of its event's context, not {value!r}"
        )
        return
    index = list(event.context).index(name)
    c.line(
        f"r[{c.scope.context_at + index}] = m.change_event({index}, {c.compiler.single(to).src})"
    )


# -- lasting effects -------------------------------------------------------------------------------

TRIGGER_KEYS = {
    "id",
    "UUID",
    "event",
    "when",
    "of",
    "condition",
    "mode",
    "until",
    "priority",
    "owner",
    "unique",
    "do",
    "spell",
    "comment",
}


@doable("addTriggers", source=SPEC, triggers="raw")
def add_triggers(c: Emitter, node: dict, triggers: Any) -> None:
    """Add triggers. An `instant` one is carried out now."""
    if isinstance(triggers, dict):
        triggers = [triggers]
    if not isinstance(triggers, list):
        c.problem("triggers is a list", ".triggers")
        return
    for number, trigger in enumerate(triggers):
        at = c.at(f".triggers[{number}]")
        if not isinstance(trigger, dict):
            at.problem("a trigger is an object")
        elif trigger.get("event") == "instant":
            if_(
                at,
                trigger,
                at.condition(trigger.get("condition", True), ".condition"),
                trigger.get("do", []),
                None,
            )
        else:
            add_trigger(at, trigger)


def add_trigger(c: Emitter, node: dict) -> None:
    for key in node.keys() - TRIGGER_KEYS:
        c.problem(
            f"a trigger has {', '.join(sorted(TRIGGER_KEYS - {'comment', 'UUID'}))}, not {key}"
        )
    event, key = event_key(c, node.get("event"), node.get("when", "after"))
    mode = node.get("mode", "always")
    if event is None:
        return
    modes = c.compiler.pack.modes
    if mode not in modes and mode not in ("once", "always", "inPlay"):
        c.problem(f"mode is once, always, inPlay or {', '.join(modes)}, not {mode!r}", ".mode")
        mode = "always"
    definition = define_trigger(c, node, event, key, mode)
    definition.removers = removers(c, node, mode)
    subject = c.value(node["of"], "entity", ".of").src if "of" in node else "-1"
    c.line(
        f"m.add_trigger({definition.index}, r, {owner_source(c, node)}, {subject}, "
        f"{identity(c, node['id']) if 'id' in node else 'None'})"
    )


def owner_source(c: Emitter, node: dict) -> str:
    return c.value(node["owner"], "player", ".owner").src if "owner" in node else "r[0]"


def define_trigger(c: Emitter, node: dict, event: Any, key: int, mode: str) -> TriggerDef:
    compiler = c.compiler
    name = f"{c.scope.name} on {event.name}"
    definition = TriggerDef(
        len(compiler.triggers), name, key, mode, c.scope.frame.registers, card=c.scope.card
    )
    compiler.triggers.append(definition)
    definition.priority = c.value(node.get("priority", 0), "number", ".priority").literal or 0
    definition.unique = bool(node.get("unique")) and "id" in node
    scope = c.scope.nested(name)
    scope.event, scope.context_at = event, scope.frame.registers
    compiler.bind_context(scope, event)
    if event.subject is not None:
        scope.symbols["subject"] = Symbol(expr=scope.symbols[event.name].parts[event.subject])
    inner = Emitter(compiler, scope, c.place)
    if "condition" in node:
        pure = Emitter(compiler, scope, c.place, pure=True)
        compiler.function(definition, "condition", pure.condition(node["condition"], ".condition"))
    if "spell" in node:
        inner.line(f"r[2] = {inner.value(node['spell'], 'card', '.spell').src}")
    inner.at(".do").body(node.get("do", []))
    definition.code = compiler.new_code(name, scope.card)
    compiler.finish_code(definition.code, inner)
    definition.size = definition.code.size
    return definition


def removers(c: Emitter, node: dict, mode: str) -> tuple[int, ...]:
    """
    The triggers which end a lasting effect: those of its mode (seed 000, Trigger) and its `until`.
    """
    compiler = c.compiler
    found = []
    declared = compiler.pack.modes.get(mode)
    if declared is not None:
        for name in declared["events"]:
            event = compiler.pack.event(name)
            own = declared.get("own")
            test = f"{{{name}.{own}}} == {{you}}" if own and own in event.context else True
            found.append(remover(c, name, test))
    until = node.get("until")
    if isinstance(until, dict):
        found.append(
            remover(
                c.at(".until"),
                until.get("event"),
                until.get("condition", True),
                until.get("when", "after"),
            )
        )
    elif until is not None:
        c.problem("until is an object with event and condition", ".until")
    return tuple(index for index in found if index >= 0)


def remover(c: Emitter, name: Any, condition: Any, when: str = "after") -> int:
    event, key = event_key(c, name, when)
    if event is None:
        return -1
    compiler = c.compiler
    definition = TriggerDef(
        len(compiler.triggers),
        f"end of {c.scope.name}",
        key,
        "always",
        c.scope.frame.registers,
        priority=-1_000_000,
    )
    compiler.triggers.append(definition)
    if condition is not True:
        scope = c.scope.nested(definition.name)
        compiler.bind_context(scope, event)
        definition.size = scope.frame.registers
        pure = Emitter(compiler, scope, c.place, pure=True)
        compiler.function(definition, "condition", pure.condition(condition, ".condition"))
    return definition.index


@doable("removeTriggers", source=SPEC, mode="raw", targets="raw")
def remove_triggers(c: Emitter, node: dict, mode: Any, targets: Any) -> None:
    """Remove triggers by UUID or by id. `targets` is a list, or a getter `{mode, value}`."""
    if mode not in ("UUID", "id"):
        c.problem("mode is UUID or id", ".mode")
    if isinstance(targets, dict):
        c.line(f"m.remove_all({c.value(targets, 'any', '.targets').src})")
        return
    for number, target in enumerate(targets if isinstance(targets, list) else [targets]):
        at = c.at(f".targets[{number}]")
        if isinstance(target, dict):
            c.line(f"m.remove_all({at.value(target).src})")
        elif mode == "id":
            c.line(f"m.remove_all(m.lasting_by_id({identity(at, target)}))")
        else:
            c.line(f"m.remove_all(m.uuids({at.value(target).src}))")


MODIFIER_KEYS = {
    "id",
    "property",
    "mode",
    "amount",
    "where",
    "of",
    "duration",
    "until",
    "layer",
    "unique",
    "owner",
    "comment",
}


@doable("addModifiers", source="DESIGN 3, modifiers", modifiers="raw")
def add_modifiers(c: Emitter, node: dict, modifiers: Any) -> None:
    """
    Add modifiers: layers over a property or field of the entities that pass `where` (or of the one
    that `of` names).
    """
    for number, modifier in enumerate(modifiers if isinstance(modifiers, list) else [modifiers]):
        at = c.at(f".modifiers[{number}]")
        if not isinstance(modifier, dict):
            at.problem("a modifier is an object")
            continue
        modifier_lines(
            at,
            modifier,
            {"mode": tuple(LAYERS), "duration": (*c.compiler.pack.modes, "always", "inPlay")},
        )


def modifier_lines(c: Emitter, node: dict, choices: dict[str, tuple[str, ...]]) -> None:
    """
    A modifier whose mode or duration is a word's parameter: one declaration for each that it can
    be.
    """
    for key, known in choices.items():
        if isinstance(node.get(key), str) and "{" in node[key]:
            chosen = c.value(node[key], "symbol", f".{key}")
            for name in chosen.domain or known:
                inner = Emitter(c.compiler, c.scope, c.place, c.pure)
                modifier_lines(inner, {**node, key: name}, choices)
                c.line(f"if {chosen.src} == {c.compiler.pack.symbol(name)}:\n{inner.block()}")
            return
    c.line(modifier_line(c, node))


def modifier_line(c: Emitter, node: dict) -> str:
    definition = define_modifier(c, node)
    if definition is None:
        return "pass"
    definition.removers = removers(c, node, definition.duration)
    identifier = identity(c, node["id"]) if "id" in node else "None"
    return f"m.add_modifier({definition.index}, r, {owner_source(c, node)}, {identifier})"


@doable("removeModifiers", source="DESIGN 3, modifiers", targets="raw")
def remove_modifiers(c: Emitter, node: dict, targets: Any) -> None:
    """Remove modifiers by id."""
    for number, target in enumerate(targets if isinstance(targets, list) else [targets]):
        c.line(f"m.remove_all(m.lasting_by_id({identity(c.at(f'.targets[{number}]'), target)}))")


def define_modifier(c: Emitter, node: dict, own: bool = False) -> ModifierDef | None:
    """Compile a modifier; `own` is one of the card itself (`"at": "always"`)."""
    compiler = c.compiler
    for key in node.keys() - MODIFIER_KEYS:
        c.problem(f"a modifier has {', '.join(sorted(MODIFIER_KEYS - {'comment'}))}, not {key}")
    fact = compiler.pack.modifiable.get(node.get("property"))
    mode = node.get("mode", "add")
    if fact is None:
        c.problem(f"there is no property or field {node.get('property')!r}", ".property")
        return None
    if mode not in LAYERS:
        c.problem(f"mode is {', '.join(LAYERS)}, not {mode!r}", ".mode")
        return None
    duration = node.get("duration", "always" if own else "round")
    if duration not in (*compiler.pack.modes, "always", "inPlay"):
        c.problem(
            f"duration is always, inPlay or {', '.join(compiler.pack.modes)}, not {duration!r}",
            ".duration",
        )
        duration = "always"
    layer = c.value(node.get("layer", LAYERS[mode]), "number", ".layer").literal or 0
    definition = ModifierDef(
        len(compiler.modifiers),
        c.scope.name,
        fact.index,
        layer,
        mode,
        duration,
        bool(node.get("unique")) and "id" in node,
        card=c.scope.card,
    )
    compiler.modifiers.append(definition)
    pure = Emitter(compiler, c.scope, c.place, pure=True)
    candidate = Expr("it", fact.entity)
    if "of" in node:
        compiler.function(
            definition,
            "where",
            f"it in {pure.entities(node['of'], 'entities', '.of').src}",
            "m, r, it",
        )
    elif "where" in node:
        compiler.function(
            definition, "where", pure.filter(node["where"], candidate, ".where"), "m, r, it"
        )
    outer, pure.scope.it = pure.scope.it, candidate
    amount = pure.value(node.get("amount", 0), "any", ".amount")
    pure.scope.it = outer
    compiler.function(definition, "amount", amount.src, "m, r, it")
    return definition
