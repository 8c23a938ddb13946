"""
Names in what rules mean: of events and of results of doables.

A rule does not know which event it will stand under, nor which doable has drawn "those cards". In
it `{@event.x}` is a value of the nearest event and `{@result.x}` one of what was done before;
`canonical_names` writes them so, `bind_names` binds them again where everything is put together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .notation import Json, Path

_LOOPS = ("loop", "askAll")
EVENT, RESULT = "@event", "@result"
_CHOSEN = "$chosen"  # which argument of a doable is spoken of again, and under which name
_ROOT = re.compile(r"\{([A-Za-z@]\w*)(\.(\w+))?")
#: The parts that results of doables have, by the name of the doable; "" is the result itself.
Results = Callable[[str], frozenset[str]]


def canonical_names(means: Json, whole: Json, path: Path) -> Json:
    """What a rule means, in names of its own. `whole` is the sample, `path` where the rule is."""
    event = event_of(whole, path)
    inside = set(_walk_ids(means))
    outside = set(_walk_ids(whole)) - inside
    used = {match[1] for text in _walk_texts(means) for match in _ROOT.finditer(text)}
    return _rename_references(means, event, outside, inside - used)


def event_of(whole: Json, path: Path) -> str:
    """The nearest event at a place."""
    event, node = "", whole
    for step in (*path, None):
        if isinstance(node, dict) and isinstance(node.get("event"), str):
            event = node["event"]
        node = node[step] if step is not None else None
    return event


def _rename_references(node: Json, event: str, results: set[str], unused: set[str]) -> Json:
    if isinstance(node, str):
        return _ROOT.sub(lambda match: _canonical_root(match, event, results), node)
    if isinstance(node, list):
        return [_rename_references(each, event, results, unused) for each in node]
    if not isinstance(node, dict):
        return node
    inner = node["event"] if isinstance(node.get("event"), str) else event
    return {
        key: _rename_references(each, inner, results, unused)
        for key, each in node.items()
        if not (key == "id" and "type" in node and isinstance(each, str) and each in unused)
    }


def _canonical_root(match: re.Match[str], event: str, results: set[str]) -> str:
    name, rest = match[1], match[2] or ""
    if event and name == event:
        return "{" + EVENT + rest
    if name in results:
        return "{" + RESULT + rest
    return match[0]


def _walk_ids(node: Json) -> Iterator[str]:
    """The names that doables give to their results."""
    if isinstance(node, dict):
        if isinstance(node.get("id"), str) and "type" in node and node["id"].isidentifier():
            yield node["id"]
        for each in node.values():
            yield from _walk_ids(each)
    elif isinstance(node, list):
        for each in node:
            yield from _walk_ids(each)


def _walk_texts(node: Json) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for each in node.values():
            yield from _walk_texts(each)
    elif isinstance(node, list):
        for each in node:
            yield from _walk_texts(each)


def depends_on(piece: Json, part: Json) -> bool:
    """Whether a part speaks of what only the piece around it names: a loop, a family of ids."""
    names = {
        name for node in _walk_tables(piece)
        if isinstance(written := node.get("id"), str) and "type" in node
        and (node["type"] in _LOOPS or "{" in written) and (name := written.split("{")[0])
    }  # fmt: skip
    if not names or repr(piece) == repr(part):
        return False
    own = {
        str(node["id"]).split("{")[0]
        for node in _walk_tables(part)
        if "type" in node and "id" in node
    }
    used = {match[1] for text in _walk_texts(part) for match in _ROOT.finditer(text)}
    return bool(names & used - own)


def _walk_tables(node: Json) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for each in node.values():
            yield from _walk_tables(each)
    elif isinstance(node, list):
        for each in node:
            yield from _walk_tables(each)


def lets_of_piece(whole: Json, means: Json) -> Iterator[Json]:
    """The `let` of a sample whose names a piece speaks of; choices say something themselves."""
    used = {match[1] for text in _walk_texts(means) for match in _ROOT.finditer(text)}
    own = set(_walk_ids(means))
    for node in _walk_tables(whole):
        if node.get("type") == "let" and node.get("id") in used - own:
            value = node.get("value")
            if not (isinstance(value, dict) and str(value.get("type", "")).endswith("Chooser")):
                yield node


def hoist_names(behaviors: Json) -> Json:
    """What gives names, before the thing that is done before they are spoken of."""
    found = []
    for each in behaviors:
        done: list[Json] = []
        for doable in each.get("do", ()) if isinstance(each.get("do"), list) else ():
            first: list[Json] = []
            made = _without_first([doable], first)
            place = max(len(done) - 1, 0)
            done[place:place] = [
                let for n, let in enumerate(first) if let not in [*done, *first[:n]]
            ]
            done += made
        found.append({**each, "do": done} if done else each)
    return found


def _without_first(node: Json, first: list[Json]) -> Json:
    if isinstance(node, list):
        kept = []
        for each in node:
            if isinstance(each, dict) and "$first" in each:
                first.append(each["$first"])
            else:
                kept.append(_without_first(each, first))
        return kept
    if isinstance(node, dict):
        return {key: _without_first(value, first) for key, value in node.items()}
    return node


class Unbound(ValueError):
    """A name of a rule means nothing here."""


def bind_names(behaviors: Json, results: Results, event_of: Callable[[Json], str]) -> Json:
    """
    Behaviours with the names of rules bound; `event_of` gives the event that one waits for.

    :raises Unbound: one means nothing.
    """
    return [_choose_before(_Binder(results).bind(each, event_of(each))) for each in behaviors]


class _Binder:
    """Goes through doables in their order and remembers what each gives."""

    def __init__(self, results: Results):
        self.results = results
        self.before: list[dict[str, Any]] = []
        self.named = 0

    def bind(self, node: Json, event: str) -> Json:
        if isinstance(node, str):
            return _ROOT.sub(lambda match: self._bound_name(match, event), node)
        if isinstance(node, list):
            return [self.bind(each, event) for each in node]
        if not isinstance(node, dict):
            return node
        inner = node["event"] if isinstance(node.get("event"), str) else event
        made: dict[str, Any] = {}
        for key, each in node.items():
            made[key] = self.bind(each, inner)
        if isinstance(node.get("type"), str) and (
            self.results(node["type"]) or any(map(_is_choice, made.values()))
        ):
            self.before.append(made)
        return made

    def _bound_name(self, match: re.Match[str], event: str) -> str:
        name, rest = match[1], match[2] or ""
        if name == EVENT:
            if not event:
                raise Unbound
            return "{" + event + rest
        if name != RESULT:
            return match[0]
        for doable in reversed(self.before):
            if (match[3] or "") in self.results(doable["type"]):
                if "id" not in doable:
                    self.named += 1
                    doable["id"] = f"result{self.named}"
                return "{" + str(doable["id"]) + rest
            if key := next((key for key, each in doable.items() if _is_choice(each)), ""):
                self.named += 1
                _, name = doable.setdefault(_CHOSEN, (key, f"chosen{self.named}"))
                return "{" + str(name)
        raise Unbound


def _is_choice(argument: Json) -> bool:
    """Whether somebody chooses things here."""
    word = str(argument.get("type", "")) if isinstance(argument, dict) else ""
    return word.endswith("Chooser") and word != "numberChooser"


def _choose_before(node: Json) -> Json:
    """What is spoken of again is chosen before anything is done to it, under a name."""
    if isinstance(node, list):
        found: list[Json] = []
        for each in node:
            made = _choose_before(each)
            if isinstance(made, dict) and _CHOSEN in made:
                key, name = made.pop(_CHOSEN)
                found.append({"type": "let", "id": name, "value": made[key]})
                made[key] = "{" + name + "}"
            found.append(made)
        return found
    if isinstance(node, dict):
        return {key: each if key == _CHOSEN else _choose_before(each) for key, each in node.items()}
    return node


def without_names(behaviors: Json) -> Json:
    """Behaviours whose results are called by their order, to compare what they do."""
    used = {match[1] for text in _walk_texts(behaviors) for match in _ROOT.finditer(text)}
    order = {name: f"n{number}" for number, name in enumerate(dict.fromkeys(_walk_ids(behaviors)))}
    return _rename_by_order(behaviors, order, used)


def _rename_by_order(node: Json, order: Mapping[str, str], used: set[str]) -> Json:
    if isinstance(node, str):
        return _ROOT.sub(lambda match: "{" + order.get(match[1], match[1]) + (match[2] or ""), node)
    if isinstance(node, list):
        return [_rename_by_order(each, order, used) for each in node]
    if not isinstance(node, dict):
        return node
    made = {}
    for key, each in node.items():
        if key == "id" and "type" in node and isinstance(each, str) and each in order:
            if each in used:
                made[key] = order[each]
        else:
            made[key] = _rename_by_order(each, order, used)
    return made
