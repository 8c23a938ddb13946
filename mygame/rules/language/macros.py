"""
Behaviours of a pack's own shape (`define.behaviors`) and the behaviours of cards.

A macro is unfolded as JSON, before anything is read: its parameters may stand where no value could,
as the name of an event, or for doables that know what the macro gives names to. `read_behaviors`
reads all behaviours of a card, for the compiler and for those who tell of them alike; what was
given to a macro is read by itself with `as_word_use`, for a phrase about the macro as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.errors import suggest
from . import dialect
from .contexts import bind_context, bind_subject
from .declared import Declared, Defined
from .lasting import read_modifier
from .read import Reader
from .schema import Source
from .scope import Scope
from .tree import Behavior, Binding, Block, ModifierNode, Place, TriggerNode, Unfolded, Use, walk


def substitute(node: Any, given: Mapping[str, Any]) -> Any:
    """JSON with the parameters of a macro filled in; doables are filled in one by one."""
    if isinstance(node, dict):
        return {key: substitute(value, given) for key, value in node.items()}
    if isinstance(node, list):
        items: list[Any] = []
        for item in node:
            block = given.get(item.strip("{}")) if isinstance(item, str) else None
            items += block if isinstance(block, list) else [substitute(item, given)]
        return items
    if not isinstance(node, str):
        return node
    if node.startswith("{") and node.endswith("}") and node[1:-1] in given:
        return given[node[1:-1]]
    for name, value in given.items():
        if isinstance(value, str | int):
            node = node.replace("{" + name + "}", str(value))
    return node


# What is no parameter of a macro, as doables and as a value.
_OTHERS: tuple[Any, ...] = ([], 0)


def parameters_read(macro: Defined) -> set[str]:
    """The parameters that a macro makes something of."""

    def changes(name: str) -> bool:
        return any(substitute(macro.body, {name: other}) != macro.body for other in _OTHERS)

    return {name for name in macro.params if changes(name)}


def read_behaviors(reader: Reader, nodes: Any) -> tuple[Behavior, ...]:
    """
    The behaviours of a card, in their order, with older forms read and macros unfolded.

    Those of one timing share their names: a later one knows what an earlier one has named.
    """
    rows = list(_unfold_macros(reader, nodes))
    # A timing is known however any of them spells it.
    spelled: dict[str, tuple[Declared, list[str]]] = {}
    for _, node, _ in rows:
        if (declared := reader.declarations.timing(_timing_name(node))) is not None:
            spelled.setdefault(declared.name, (declared, []))[1].append(node["at"])
    scopes = {}
    for name, (declared, spellings) in spelled.items():
        inner = reader.within(Scope())
        context = bind_context(inner, declared, *spellings)
        scopes[name] = inner.scope, context
    found = (_read_behavior(reader, place, node, of, scopes) for place, node, of in rows)
    return tuple(each for each in found if each is not None)


def _timing_name(node: Any) -> Any:
    return node.get("at") if isinstance(node, dict) else None


def _unfold_macros(reader: Reader, nodes: Any) -> Iterator[tuple[Place, Any, Unfolded | None]]:
    if not isinstance(nodes, list):
        reader.problem("behaviors is a list", ".behaviors")
        return
    for number, written in enumerate(nodes):
        at = reader.at(f".behaviors[{number}]")
        node = dialect.modernise(written)
        macro = reader.declarations.defined_word("behaviors", _timing_name(node))
        if macro is None:
            yield at.place, node, None
            continue
        reader.language.note_inlined(macro)
        of = _macro_arguments(at, macro, node)
        for inner in macro.body:
            yield at.place, substitute(inner, of.given), of


def _macro_arguments(reader: Reader, macro: Defined, node: Source) -> Unfolded:
    """What a card gives a macro, and what goes without saying."""
    given = {key: value for key, value in node.items() if key not in ("at", "comment")}
    written = frozenset(given)
    for key in given.keys() - macro.params.keys():
        known = suggest(key, macro.params, "it has")
        reader.problem(f"{macro.name} has no parameter {key}{known}")
    for key, param in macro.params.items():
        if key not in given:
            if param.is_required:
                reader.problem(f"{macro.name} needs {key} ({param.type})")
            given[key] = None if param.is_required else param.default
        elif param.domain and given[key] not in param.domain:
            known = suggest(given[key], param.domain)
            reader.problem(f"{given[key]!r} is not possible here{known}", f".{key}")
    return Unfolded(macro, given, written, reader.place)


def _read_behavior(
    outer: Reader,
    place: Place,
    node: Any,
    of: Unfolded | None,
    scopes: Mapping[str, tuple[Scope, Binding]],
) -> Behavior | None:
    at = _timing_name(node)
    reader = Reader(outer.language, Scope(), place)
    nothing = Block(place=place, items=())
    if at == "always":
        return Behavior(
            place=place, timing=None, context=None, spelled="always", do=nothing,
            modifiers=_read_own_modifiers(reader, node), unfolded=of,
        )  # fmt: skip
    declared = reader.declarations.timing(at)
    if declared is None:
        known = [*reader.declarations.timings, "always", *reader.declarations.defines["behaviors"]]
        reader.problem(f"there is no timing {at!r}{suggest(at, known)}", ".at")
        return None
    for key in node.keys() - {"at", "do", "comment"}:
        reader.problem(f"a behaviour has at and do, not {key}")
    scope, context = scopes[declared.name]
    do = reader.within(scope).at(".do").block(node.get("do", []))
    return Behavior(
        place=place, timing=declared, context=context, spelled=str(at), do=do, unfolded=of
    )


def _read_own_modifiers(reader: Reader, node: Source) -> tuple[ModifierNode, ...]:
    """Modifiers of the card itself, wherever it is; a single one needs no list."""
    found, given = [], node.get("modifiers", [])
    for number, each in enumerate(given if isinstance(given, list) else [given]):
        at = reader.at(f".modifiers[{number}]")
        if not isinstance(each, dict):
            at.problem("a modifier is an object")
        elif isinstance(tree := read_modifier(at, each, own=True), ModifierNode):
            found.append(tree)
    return tuple(found)


# -- for a phrase about a macro --------------------------------------------------------------------


def first_trigger(behavior: Behavior) -> TriggerNode | None:
    """The first trigger that a behaviour begins: what a macro about an event waits for."""
    for node in walk(behavior.do):
        if isinstance(node, TriggerNode) and node.event is not None:
            return node
    return None


def as_word_use(reader: Reader, behavior: Behavior, of: Unfolded) -> Use:
    """
    The macro of a behaviour as a word with its arguments: as they were given, with the names known
    that the macro gives them, those of its timing and of the event it waits for.
    """
    scope, trigger = Scope(), first_trigger(behavior)
    for declared, context in (
        (behavior.timing, behavior.context),
        (trigger.event, trigger.context) if trigger is not None else (None, None),
    ):
        if declared is not None and context is not None:
            scope.names |= dict.fromkeys((declared.name, *declared.aliases), context)
            if declared.subject is not None and declared.subject in context.parts:
                scope.names["subject"] = bind_subject(of.place, declared.subject, context)
            if trigger is not None and declared is trigger.event:
                scope.event = declared, context
    inner = Reader(reader.language, scope, of.place)
    found: dict[str, Any] = {}
    for key, param in of.word.params.items():
        at, node = inner.at(f".{key}"), of.given[key]
        if param.type == "do":
            found[key] = at.block(node)
        else:
            found[key] = at.argument(param, node, found) if node is not None else None
    return Use(place=of.place, word=of.word, arguments=found, given=of.written)
