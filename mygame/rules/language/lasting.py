"""
What lasts: triggers and modifiers as they stand in a card, and what ends them.

Part of the reader, like `references`. A modifier that changes several properties is one for each;
one whose mode is a word's parameter is one for each mode. Begin with `read_trigger` and
`read_modifier`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ground.errors import suggest
from ..running.modifiers import LAYERS
from . import contexts
from .contexts import bind_context, bind_subject
from .declared import Declared
from .reading import Reading
from .references import read_id
from .schema import Source
from .tree import Binding, ModifierNode, Node, Select, TriggerNode, Until, literal_value

TRIGGER_KEYS = (
    *("id", "UUID", "event", "when", "of", "condition", "mode", "until", "priority"),
    *("owner", "unique", "do", "spell", "you", "on", "comment"),
)
MODIFIER_KEYS = (
    *("id", "property", "mode", "amount", "where", "of", "duration", "until", "layer"),
    *("unique", "owner", "on", "change", "comment"),
)


def read_trigger(reader: Reading, node: Source) -> TriggerNode | None:
    """One trigger; None, and a problem, if there is no such event."""
    if node.get("event") == "instant":
        test = reader.at(".condition").condition(node["condition"]) if "condition" in node else None
        do = reader.at(".do").block(node.get("do", []))
        return TriggerNode(place=reader.place, event=None, condition=test, do=do)
    for key in node.keys() - TRIGGER_KEYS:
        known = sorted(set(TRIGGER_KEYS) - {"comment", "UUID"})
        reader.problem(f"a trigger has no {key}{suggest(key, known, 'it has')}")
    declared, before = _read_event(reader, node.get("event"), node.get("when", "after"))
    if declared is None:
        return None
    usual, lasting = _read_lifetime(reader, node)
    mode = _read_choice(reader, "mode", node, usual, ("once", *lasting))
    on, bearer, reader = _read_bearers(reader, node)
    inner = reader.within(reader.scope.trigger_scope())
    bound = bind_context(inner, declared, node["event"])
    inner.scope.event = declared, bound
    if declared.subject is not None:
        inner.scope.names["subject"] = bind_subject(reader.place, declared.subject, bound)
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
        until=_read_endings(reader, node, mode),
        priority=_read_literal_number(reader, "priority", node, 0),
        owner=value(".owner").value(node["owner"], "player") if "owner" in node else None,
        unique=bool(node.get("unique")) and "id" in node,
        spell=inner.at(".spell").value(node["spell"], "card") if "spell" in node else None,
        you=inner.at(".you").value(node["you"], "player") if "you" in node else None,
        do=inner.at(".do").block(node.get("do", [])),
        id=read_id(reader.at(".id"), str(node["id"])) if "id" in node else None,
        context=bound,
        on=on,
        bearer=bearer,
    )


def _read_lifetime(reader: Reading, node: Source) -> tuple[str, tuple[str, ...]]:
    """How long a lasting effect may last, and how long it does where it does not say so."""
    known = ("always", "inPlay", *reader.declarations.modes)
    return ("onBearer", ("onBearer", *known)) if "on" in node else ("always", known)


def _read_bearers(reader: Reading, node: Source) -> tuple[Node | None, Binding | None, Reading]:
    """The cards that bear a lasting effect, and the reader of what it says of its {bearer}."""
    if "on" not in node:
        return None, None, reader
    on = node["on"]
    if not isinstance(on, Node):  # it may be read already: see `split_changes`
        on = reader.at(".on").entities(on, "cards")
    bearer, inner = Binding("bearer", "card"), reader.within(reader.scope.trigger_scope())
    inner.scope.names["bearer"] = bearer
    return on, bearer, inner


def _read_event(reader: Reading, name: object, when: object) -> tuple[Declared | None, bool]:
    """An event, and whether it is heard before it happens."""
    declared = contexts.find_event(reader.at(".event"), name)
    if when not in ("before", "after"):
        reader.problem("when is before or after", ".when")
    return declared, when == "before"


def _read_choice(reader: Reading, key: str, node: Source, usual: str, known: Sequence[str]) -> str:
    found = node.get(key, usual)
    if isinstance(found, str) and found in known:
        return found
    reader.problem(f"there is no {key} {found!r}{suggest(found, known)}", f".{key}")
    return usual


def _read_literal_number(reader: Reading, key: str, node: Source, usual: int) -> int:
    """A number that is written out."""
    found = literal_value(reader.at(f".{key}").value(node.get(key, usual), "number"))
    return found if isinstance(found, int) else 0


def _read_endings(reader: Reading, node: Source, mode: str) -> tuple[Until, ...]:
    """What ends a lasting effect: its mode (seed 000, Trigger), and its `until`."""
    found = []
    declared = reader.declarations.modes.get(mode)
    if declared is not None:
        for name in declared["events"]:
            event, own = reader.declarations.event(name), declared.get("own")
            owned = own and event is not None and own in event.context
            test = f"{{{name}.{own}}} == {{you}}" if owned else True
            found.append(_read_until(reader, name, test, "after"))
    until = node.get("until")
    if isinstance(until, dict):
        at = reader.at(".until")
        test, when = until.get("condition", True), until.get("when", "after")
        found.append(_read_until(at, until.get("event"), test, when))
    elif until is not None:
        reader.problem("until is an object with event and condition", ".until")
    return tuple(each for each in found if each is not None)


def _read_until(reader: Reading, name: object, condition: object, when: str) -> Until | None:
    declared, before = _read_event(reader, name, when)
    if declared is None:
        return None
    inner = reader.within(reader.scope.trigger_scope())
    bound = bind_context(inner, declared, str(name))
    test = None if condition is True else inner.at(".condition").condition(condition)
    return Until(place=reader.place, event=declared, before=before, condition=test, context=bound)


def split_changes(reader: Reading, node: Source) -> list[Source]:
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
        return _modifiers_of_text(reader.at(".change"), rest, change)
    reader.problem("an amount for each property belongs here, or a short text", ".change")
    return []


def _modifiers_of_text(reader: Reading, rest: Source, text: str) -> list[Source]:
    """The modifiers that a short text means: see `enchantments`."""
    try:
        found = reader.declarations.enchantments.parse(text)
    except ValueError as error:
        words = reader.declarations.enchantments.words.values()
        known = suggest(str(error), [each for texts in words for each in texts.values()])
        reader.problem(f"{text!r} is no enchantment, for nothing is called {error}{known}")
        return []
    if found.duration is not None:
        rest = {"duration": found.duration, **rest}
    return [{**rest, **change._asdict()} for change in found.changes]


def read_modifier(reader: Reading, node: Source, own: bool = False) -> Node | None:
    """
    One modifier. Where its mode or duration is a word's parameter there is one for each that it
    can be.
    """
    usual, lasting = _read_lifetime(reader, node)
    choices = {"mode": tuple(LAYERS), "duration": lasting}
    for key, known in choices.items():
        if isinstance(node.get(key), str) and "{" in node[key] and not own:
            by = reader.at(f".{key}").value(node[key], "symbol")
            cases = {
                each: read_modifier(reader, {**node, key: each}) for each in by.domain or known
            }
            made = {each: one for each, one in cases.items() if one is not None}
            return Select(place=reader.place, by=by, cases=made)
    for key in node.keys() - MODIFIER_KEYS:
        allowed = sorted(set(MODIFIER_KEYS) - {"comment"})
        reader.problem(f"a modifier has no {key}{suggest(key, allowed, 'it has')}")
    wanted, mode = node.get("property"), node.get("mode", "add")
    fact = reader.declarations.modifiable.get(wanted) if isinstance(wanted, str) else None
    if fact is None:
        names = suggest(wanted, reader.declarations.modifiable)
        message = f"there is no property or field {wanted!r}{names}"
        reader.problem(message, ".property")
        return None
    if not isinstance(mode, str) or mode not in LAYERS:
        reader.problem(f"there is no mode {mode!r}{suggest(mode, LAYERS)}", ".mode")
        return None
    if fact.type == "symbol" and mode != "set":
        reader.problem(f"{wanted} is a word, no number: it can only be set", ".mode")
        return None
    duration = _read_choice(reader, "duration", node, usual, lasting)
    on, bearer, reader = _read_bearers(reader, node)
    of = reader.at(".of").entities(node["of"], "entities") if "of" in node else None
    it = Binding("it", fact.entity)
    about = reader.within(reader.scope.scope_about(it))
    where = about.at(".where").condition(node["where"]) if "where" in node else None
    return ModifierNode(
        place=reader.place,
        property=fact,
        mode=mode,
        amount=about.at(".amount").value(node.get("amount", 0), fact.type),
        it=it,
        where=None if of is not None else where,
        of=of,
        duration=duration,
        until=() if own else _read_endings(reader, node, duration),
        # What is borne is laid on in the order in which it was put, `set` and `add` mixed.
        layer=_read_literal_number(
            reader, "layer", node, LAYERS["set" if mode == "add" and "on" in node else mode]
        ),
        owner=reader.at(".owner").value(node["owner"], "player") if "owner" in node else None,
        unique=bool(node.get("unique")) and "id" in node,
        id=read_id(reader.at(".id"), str(node["id"])) if "id" in node else None,
        on=on,
        bearer=bearer,
    )
