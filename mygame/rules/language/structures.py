"""
What words hold beside values: names of what the pack declares, contexts of events, triggers,
modifiers, what players are asked.

A part of `read`, in its terms: each function reads one type of parameter (`READ`), or one shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..ground.errors import instead
from ..running.modifiers import LAYERS
from ..running.state import PLURAL, SINGULAR
from .expressions import member, named, nothing, single, written_down
from .schema import ASKING, Param
from .tree import (
    Binding,
    Context,
    Literal,
    ModifierNode,
    Node,
    Place,
    Reference,
    Select,
    TriggerNode,
    Until,
    Use,
    ZoneOf,
)

if TYPE_CHECKING:
    from .read import Reader

TRIGGER_KEYS = (
    *("id", "UUID", "event", "when", "of", "condition", "mode", "until", "priority"),
    *("owner", "unique", "do", "spell", "on", "comment"),
)
MODIFIER_KEYS = (
    *("id", "property", "mode", "amount", "where", "of", "duration", "until", "layer"),
    *("unique", "owner", "on", "change", "comment"),
)
Before = dict[str, Any]


# -- names of what a pack declares -----------------------------------------------------------------


def event(reader: Reader, param: Param, node: Any, before: Before) -> Any:
    """An event by any of its names; None, and a problem, if there is none."""
    declared = reader.pack.event(node)
    if declared is None:
        known = instead(node, reader.pack.events)
        reader.problem(f"there is no event {node!r}{known}")
    return declared


def timing(reader: Reader, param: Param, node: Any, before: Before) -> Any:
    """A timing by any of its names."""
    declared = reader.pack.timing(node)
    if declared is None:
        known = instead(node, reader.pack.timings)
        reader.problem(f"there is no timing {node!r}{known}")
    return declared


def prompt(reader: Reader, param: Param, node: Any, before: Before) -> str:
    if not isinstance(node, str):
        reader.problem("a prompt is the name of a text")
        return "card"
    return node


def name(reader: Reader, param: Param, node: Any, before: Before) -> str:
    if not isinstance(node, str):
        reader.problem(f"a name belongs here, not {str(node)[:40]!r}")
        return ""
    return node


def property_(reader: Reader, param: Param, node: Any, before: Before) -> Node | None:
    """A property or field of the thing that another parameter names."""
    of = before.get(param.of)
    if not isinstance(of, Node):
        of = Literal(place=reader.place, type="any", value=0)
    return member(reader, single(of), str(node))


def definition(reader: Reader, param: Param, node: Any, before: Before) -> Node | None:
    """A card as it is printed: its id, or what names one."""
    return None if node is None else as_printed(reader, reader.value(node, "definition"))


def as_printed(reader: Reader, found: Node) -> Node:
    """What is wanted as a definition: an id has to be that of a card."""
    if isinstance(found, Literal) and found.type == "symbol":
        reader.language.mentioned(str(found.value))
        if found.value not in reader.pack.definitions:
            reader.problem(f"no card has the id {found.value}")
        return replace(found, type="definition")
    return found


def zone(reader: Reader, param: Param, node: Any, before: Before) -> ZoneOf | None:
    """A zone, whose owner another parameter may name; `nowhere` where the word allows it."""
    if node is None:
        return None
    if node in param.domain:
        return ZoneOf(place=reader.place, zone=None)
    zones = reader.pack.layout.zones
    found = zones.get(node) if isinstance(node, str) else None
    if found is None:
        reader.problem(f"there is no zone {node!r}{instead(node, zones)}")
        return ZoneOf(place=reader.place, zone=None)
    return ZoneOf(place=reader.place, type="cards", zone=found)


def position(reader: Reader, param: Param, node: Any, before: Before) -> Node | str:
    """A place in a zone: the top, the bottom or a number."""
    return node if node in ("top", "bottom") else reader.value(node, "number")


def owner(reader: Reader, param: Param, node: Any, before: Before) -> Node | None:
    """
    Whose zone it is: a player, or one of the names of the zone. A word with `owners` can do
    without, and means those of everybody.
    """
    of = before.get(param.of)
    if of is None or of.zone is None or of.zone.of is None:
        return None
    zone = of.zone
    if node is None:
        if param.type == "owner":
            wanted = "a player" if zone.of == "player" else " or ".join(zone.of)
            reader.problem(f"zone {zone.name} needs of: {wanted}")
        return None
    found = reader.value(node, "player" if zone.of == "player" else "any")
    written = written_down(found)
    if zone.of != "player" and written is not None and written not in zone.of:
        reader.problem(f"zone {zone.name} has no {written}{instead(written, zone.of)}")
    of.owner = found
    return found


def arguments(reader: Reader, param: Param, node: Any, before: Before) -> Any:
    """The context of an event or timing, or a value for each name."""
    given = node if node is not None else {}
    if param.of:
        declared = before.get(param.of)
        return context(reader, declared, given) if declared is not None else None
    if not isinstance(given, dict):
        reader.problem("an object with a value for each name belongs here")
        return {}
    return {key: reader.at(f".{key}").value(item) for key, item in given.items()}


def context(reader: Reader, declared: Any, given: Any) -> Context:
    """The values of a context in the declared order."""
    if not isinstance(given, dict):
        reader.problem("with is an object of the context's values")
        given = dict.fromkeys(declared.context, 0)
    aliases = declared.context_aliases
    given = {aliases.get(key, key): value for key, value in given.items()}
    for key in given.keys() - declared.context.keys():
        known = instead(key, declared.context, "it has")
        reader.problem(f"{declared.name} has no {key} in its context{known}")
    values: list[Node] = []
    for key, (type, _) in declared.context.items():
        at = reader.at(f".{key}")
        if key not in given:
            reader.problem(f"{declared.name} needs {key} ({type})")
            values.append(nothing(reader.place))
        elif type in SINGULAR:
            values.append(at.entities(given[key], "entities"))
        else:
            values.append(at.value(given[key], type))
    return Context(place=reader.place, declared=declared, values=tuple(values))


def default(reader: Reader, param: Param, node: Any, before: Before) -> Any:
    """What is taken for who is away: `minimum`, `maximum`, or a number."""
    if node is None or node in ("minimum", "maximum"):
        return node
    return reader.value(node, "number")


def ids(reader: Reader, param: Param, node: Any, before: Before) -> tuple[Node, ...]:
    """UUIDs, ids of lasting effects, or what a getter finds."""
    if isinstance(node, dict):
        return (reader.value(node, "any"),)
    found: list[Node] = []
    by_id = before.get("mode", "id") == "id"
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if isinstance(each, dict) or not by_id:
            found.append(at.value(each))
        else:
            found.append(named(at, each if isinstance(each, str) else ""))
    return tuple(found)


# -- lasting effects -------------------------------------------------------------------------------


def triggers(reader: Reader, param: Param, node: Any, before: Before) -> tuple[TriggerNode, ...]:
    """A list of triggers, or one."""
    if not isinstance(node, list | dict):
        reader.problem("triggers is a list")
        return ()
    found = []
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if not isinstance(each, dict):
            at.problem("a trigger is an object")
        elif (one := trigger(at, each)) is not None:
            found.append(one)
    return tuple(found)


def trigger(reader: Reader, node: dict) -> TriggerNode | None:
    """One trigger; None, and a problem, if there is no such event."""
    if node.get("event") == "instant":
        test = reader.at(".condition").condition(node["condition"]) if "condition" in node else None
        do = reader.at(".do").block(node.get("do", []))
        return TriggerNode(place=reader.place, event=None, condition=test, do=do)
    for key in node.keys() - TRIGGER_KEYS:
        known = sorted(set(TRIGGER_KEYS) - {"comment", "UUID"})
        reader.problem(f"a trigger has no {key}{instead(key, known, 'it has')}")
    declared, before = _event_at(reader, node.get("event"), node.get("when", "after"))
    if declared is None:
        return None
    usual, lasting = _lasting(reader, node)
    mode = _one_of(reader, "mode", node, usual, ("once", *lasting))
    on, bearer, reader = _borne(reader, node)
    inner = reader.within(reader.scope.nested())
    bound = bind_context(inner, declared, node["event"])
    inner.scope.event = declared, bound
    if declared.subject is not None:
        inner.scope.names["subject"] = subject_of(reader.place, declared, bound)
    value = reader.at
    return TriggerNode(
        place=reader.place,
        event=declared,
        before=before,
        of=value(".of").value(node["of"], "entity") if "of" in node else None,
        condition=inner.at(".condition").condition(node["condition"])
        if "condition" in node
        else None,
        mode=mode,
        until=_endings(reader, node, mode),
        priority=_written(reader, "priority", node, 0),
        owner=value(".owner").value(node["owner"], "player") if "owner" in node else None,
        unique=bool(node.get("unique")) and "id" in node,
        spell=inner.at(".spell").value(node["spell"], "card") if "spell" in node else None,
        do=inner.at(".do").block(node.get("do", [])),
        id=named(reader.at(".id"), str(node["id"])) if "id" in node else None,
        context=bound,
        on=on,
        bearer=bearer,
    )


def _lasting(reader: Reader, node: dict) -> tuple[str, tuple[str, ...]]:
    """How long a lasting effect may last, and how long it does where it does not say so."""
    known = ("always", "inPlay", *reader.pack.modes)
    return ("onBearer", ("onBearer", *known)) if "on" in node else ("always", known)


def _borne(reader: Reader, node: dict) -> tuple[Node | None, Binding | None, Reader]:
    """The cards that bear a lasting effect, and the reader of what it says of its {bearer}."""
    if "on" not in node:
        return None, None, reader
    on = node["on"]
    if not isinstance(on, Node):  # it may be read already: see `single_changes`
        on = reader.at(".on").entities(on, "cards")
    bearer, inner = Binding("bearer", "card"), reader.within(reader.scope.nested())
    inner.scope.names["bearer"] = bearer
    return on, bearer, inner


def bind_context(reader: Reader, declared: Any, *spellings: Any) -> Binding:
    """
    Name an event or timing, by its name and as it is spelled here. Its other spellings go on
    meaning what they meant outside.
    """
    bound = Binding(
        declared.name,
        parts=dict(declared.context),
        aliases=declared.context_aliases,
        valued=False,
    )
    for each in (declared.name, *spellings):
        reader.scope.names[each] = bound
    return bound


def subject_of(place: Place, declared: Any, context: Binding) -> Binding:
    """`{subject}`: what an event with a subject is about."""
    kind, domain = context.parts[declared.subject]
    subject = Reference(
        place=place, type=kind, domain=domain, binding=context, part=declared.subject
    )
    return Binding("subject", kind, domain, given=subject)


def _event_at(reader: Reader, name: Any, when: Any) -> tuple[Any, bool]:
    declared = event(reader.at(".event"), Param("event"), name, {})
    if when not in ("before", "after"):
        reader.problem("when is before or after", ".when")
    return declared, when == "before"


def _one_of(reader: Reader, key: str, node: dict, usual: str, known: Iterable[str]) -> str:
    found = node.get(key, usual)
    if found not in (known := tuple(known)):
        reader.problem(f"there is no {key} {found!r}{instead(found, known)}", f".{key}")
        return usual
    return found


def _written(reader: Reader, key: str, node: dict, usual: int) -> int:
    """A number that is written out."""
    found = written_down(reader.at(f".{key}").value(node.get(key, usual), "number"))
    return found if isinstance(found, int) else 0


def _endings(reader: Reader, node: dict, mode: str) -> tuple[Until, ...]:
    """What ends a lasting effect: its mode (seed 000, Trigger), and its `until`."""
    found = []
    declared = reader.pack.modes.get(mode)
    if declared is not None:
        for each in declared["events"]:
            event = reader.pack.event(each)
            own = declared.get("own")
            test = f"{{{each}.{own}}} == {{you}}" if own and own in event.context else True
            found.append(_until(reader, each, test, "after"))
    until = node.get("until")
    if isinstance(until, dict):
        at = reader.at(".until")
        test, when = until.get("condition", True), until.get("when", "after")
        found.append(_until(at, until.get("event"), test, when))
    elif until is not None:
        reader.problem("until is an object with event and condition", ".until")
    return tuple(each for each in found if each is not None)


def _until(reader: Reader, name: Any, condition: Any, when: str) -> Until | None:
    declared, before = _event_at(reader, name, when)
    if declared is None:
        return None
    inner = reader.within(reader.scope.nested())
    bound = bind_context(inner, declared, name)
    test = None if condition is True else inner.at(".condition").condition(condition)
    return Until(place=reader.place, event=declared, before=before, condition=test, context=bound)


def modifiers(reader: Reader, param: Param, node: Any, before: Before) -> tuple[Node, ...]:
    """A list of modifiers, or one; one that changes several properties is one for each."""
    found = []
    for number, each in enumerate(node if isinstance(node, list) else [node]):
        at = reader.at(f"[{number}]")
        if not isinstance(each, dict):
            at.problem("a modifier is an object")
            continue
        for one in single_changes(at, each):
            if (read := modifier(at, one)) is not None:
                found.append(read)
    return tuple(found)


def single_changes(reader: Reader, node: dict) -> list[dict]:
    """A modifier as those it consists of, which change one property each."""
    if "change" not in node:
        return [node]
    rest = {key: item for key, item in node.items() if key != "change"}
    for key in ("property", "amount"):
        if key in rest:
            reader.problem(f"a modifier has change or {key}, not both", ".change")
    if "on" in rest:  # once, as it may ask
        rest["on"] = reader.at(".on").entities(rest["on"], "cards")
    change = node["change"]
    if isinstance(change, dict):
        return [{**rest, "property": name, "amount": amount} for name, amount in change.items()]
    if isinstance(change, str):
        return _enchantment(reader.at(".change"), rest, change)
    reader.problem("an amount for each property belongs here, or a short text", ".change")
    return []


def _enchantment(reader: Reader, rest: dict, text: str) -> list[dict]:
    """The modifiers that a short text means: see `enchantments`."""
    try:
        found = reader.pack.enchantments.read(text)
    except ValueError as error:
        words = reader.pack.enchantments.words.values()
        known = instead(str(error), [each for texts in words for each in texts.values()])
        reader.problem(f"{text!r} is no enchantment: nothing is called {error}{known}")
        return []
    if found.duration is not None:
        rest = {"duration": found.duration, **rest}
    return [{**rest, **change._asdict()} for change in found.changes]


def modifier(reader: Reader, node: dict, own: bool = False) -> Node | None:
    """
    One modifier. Where its mode or duration is a word's parameter there is one for each that it
    can be.
    """
    usual, lasting = _lasting(reader, node)
    choices = {"mode": tuple(LAYERS), "duration": lasting}
    for key, known in choices.items():
        if isinstance(node.get(key), str) and "{" in node[key] and not own:
            by = reader.at(f".{key}").value(node[key], "symbol")
            cases = {each: modifier(reader, {**node, key: each}) for each in by.domain or known}
            made = {each: one for each, one in cases.items() if one is not None}
            return Select(place=reader.place, by=by, cases=made)
    for key in node.keys() - MODIFIER_KEYS:
        allowed = sorted(set(MODIFIER_KEYS) - {"comment"})
        reader.problem(f"a modifier has no {key}{instead(key, allowed, 'it has')}")
    fact = reader.pack.modifiable.get(node.get("property"))
    mode = node.get("mode", "add")
    if fact is None:
        wanted, names = node.get("property"), reader.pack.modifiable
        message = f"there is no property or field {wanted!r}{instead(wanted, names)}"
        reader.problem(message, ".property")
        return None
    if mode not in LAYERS:
        reader.problem(f"there is no mode {mode!r}{instead(mode, LAYERS)}", ".mode")
        return None
    duration = _one_of(reader, "duration", node, usual, lasting)
    on, bearer, reader = _borne(reader, node)
    of = reader.at(".of").entities(node["of"], "entities") if "of" in node else None
    it = Binding("it", fact.entity)
    about = reader.within(replace(reader.scope, it=it))
    where = about.at(".where").condition(node["where"]) if "where" in node else None
    return ModifierNode(
        place=reader.place,
        property=fact,
        mode=mode,
        amount=about.at(".amount").value(node.get("amount", 0), "any"),
        it=it,
        where=None if of is not None else where,
        of=of,
        duration=duration,
        until=() if own else _endings(reader, node, duration),
        layer=_written(reader, "layer", node, LAYERS[mode]),
        owner=reader.at(".owner").value(node["owner"], "player") if "owner" in node else None,
        unique=bool(node.get("unique")) and "id" in node,
        id=named(reader.at(".id"), str(node["id"])) if "id" in node else None,
        on=on,
        bearer=bearer,
    )


# -- what players are asked ------------------------------------------------------------------------


def ask(reader: Reader, kind: str, node: dict) -> Use:
    """A chooser that asks: what a player picks of a kind of thing."""
    pack = reader.pack
    plural = PLURAL.get(kind, kind + "s")
    defined = pack.defined("choosers", plural) if kind != "number" else None
    if defined is not None:
        reader.language.inlined(defined)
    word = ASKING["number" if kind == "number" else "card"]
    own = dict(defined.params) if defined else {}
    known = {key: param for key, param in word.params.items() if key not in ("from", "where")}
    rest = {key: item for key, item in node.items() if key not in ("from", "where")}
    arguments, given = reader.arguments(f"{kind}Chooser", {**known, **own}, rest)
    if kind == "number":
        arguments["from"], arguments["where"] = None, None
        for key in ("from", "where"):
            if key in node:
                reader.problem(f"{kind}Chooser has no parameter {key}")
        type = "numbers"
    else:
        usual = {"chooser": plural, **{key: node[key] for key in own if key in node}}
        pool = reader.at(".from").entities(node.get("from") or usual)
        arguments["from"] = pool
        where = node.get("where")
        arguments["where"] = None if where is None else reader.at(".where").about(where, pool)
        type = pool.type if pool.many else "entities"
        if (type == "definitions") != (kind == "definition"):
            reader.problem("definitions are asked for by definitionChooser, and nothing else is")
    order = arguments["sort"]
    if order is not None and order not in pack.properties:
        known_ones = instead(order, pack.properties)
        reader.problem(f"there is no property {order!r} to sort by{known_ones}", ".sort")
        arguments["sort"] = None
    arguments["prompt"] = arguments["prompt"] or kind
    arguments["kind"] = kind
    arguments["plural"] = plural
    aims = bool(defined is not None and defined.options.get("target") and "from" not in node)
    arguments["aims"] = aims
    if arguments["keep"] is None:
        arguments["keep"] = aims
    found = Use(
        place=reader.place, type=type, word=word, arguments=arguments, given=given | node.keys()
    )
    return single(found) if kind == "number" else found  # type: ignore[return-value]


#: How parameters of these types are read: see `read.Reader.argument`.
READ: dict[str, Callable[[Any, Param, Any, Before], Any]] = {
    "event": event,
    "timing": timing,
    "prompt": prompt,
    "name": name,
    "property": property_,
    "definition": definition,
    "zone": zone,
    "position": position,
    "owner": owner,
    "owners": owner,
    "arguments": arguments,
    "default": default,
    "ids": ids,
    "triggers": triggers,
    "modifiers": modifiers,
}
