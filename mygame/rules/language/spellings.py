"""
Events, timings and what they carry by their declared names; cards may spell them otherwise.

An event may have several names, and one of them may be that of a timing as well. A reference means
the innermost trigger or behaviour that is spelled like it, or that is declared by this name; that
is how the compiler binds them (`Compiler.bind_context`), and how they are renamed here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

_REFERENCE = re.compile(r"(?<=[{$])([A-Za-z_]\w*)\.([A-Za-z_]\w*)")

# What a name in a reference means: the declaration, and how it is to be called.
Known = Mapping[str, tuple[Any, str]]


def declared(behaviors: Any, pack: Any) -> Any:
    """The behaviours of a card with every timing, event and context by its declared name."""
    return _renamed(behaviors, {}, pack)


def _renamed(node: Any, known: Known, pack: Any) -> Any:
    if isinstance(node, list):
        return [_renamed(item, known, pack) for item in node]
    if isinstance(node, str):
        return _REFERENCE.sub(lambda found: _reference(found[1], found[2], known), node)
    if not isinstance(node, dict):
        return node
    for key, find in _named_by(pack).items():
        found = find(node[key]) if isinstance(node.get(key), str) else None
        if found is not None:
            known = _inside(known, found, node[key])
            node = {**node, key: found.name, "spelled": node[key]}
    return {key: _renamed(item, known, pack) for key, item in node.items()}


def _named_by(pack: Any) -> dict[str, Callable[[str], Any]]:
    """The keys by which a behaviour and a trigger name what they wait for."""
    return {"at": pack.timing, "event": pack.event}


def _inside(known: Known, found: Any, spelled: str) -> Known:
    """What names mean inside: of two of one declaration the outer keeps its other spelling."""
    outer = {
        name: (other, name if other is found else called) for name, (other, called) in known.items()
    }
    return {**outer, found.name: (found, found.name), spelled: (found, found.name)}


def _reference(name: str, key: str, known: Known) -> str:
    if name not in known:
        return f"{name}.{key}"
    found, called = known[name]
    return f"{called}.{found.context_aliases.get(key, key)}"
