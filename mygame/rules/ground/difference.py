"""
What has changed between two JSON-able values, as a JSON Patch (RFC 6902).

>>> make_patch({"a": 1, "b": [1, 2]}, {"a": 2, "b": [1, 2, 3]})
[{'op': 'replace', 'path': '/a', 'value': 2}, {'op': 'add', 'path': '/b/2', 'value': 3}]

Of the operations of the standard only `add`, `remove` and `replace` are used. Parts of both values
that are the same object are not looked into, so it is quick where most is as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict


class Operation(TypedDict):
    """One step of a patch; `path` as in JSON Pointer, `value` of what is added or put in place."""

    op: str
    path: str
    value: NotRequired[Any]


Patch = list[Operation]


def make_patch(old: Any, new: Any) -> Patch:
    """The operations, in order, that turn one value into the other; nothing for equal ones."""
    return list(_walk_difference(old, new, ""))


def apply_patch(value: Any, patch: Patch) -> Any:
    """The value that a patch of `make_patch` leads to; the old one stays as it is."""
    for operation in patch:
        keys = [_unescape_key(key) for key in operation["path"].split("/")[1:]]
        value = _put_at(value, keys, operation)
    return value


def _walk_difference(old: Any, new: Any, path: str) -> Iterator[Operation]:
    if old is new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _mapping_difference(old, new, path)
    elif _is_list(old) and _is_list(new):
        yield from _list_difference(old, new, path)
    elif old != new or type(old) is not type(new):
        yield {"op": "replace", "path": path, "value": new}


def _mapping_difference(
    old: Mapping[str, Any], new: Mapping[str, Any], path: str
) -> Iterator[Operation]:
    for key in old:
        if key not in new:
            yield {"op": "remove", "path": f"{path}/{_escape_key(key)}"}
    for key, value in new.items():
        inner = f"{path}/{_escape_key(key)}"
        if key in old:
            yield from _walk_difference(old[key], value, inner)
        else:
            yield {"op": "add", "path": inner, "value": value}


def _list_difference(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[Operation]:
    """What both begin and end with stays; between them places are compared one by one."""
    short = min(len(old), len(new))
    first = next((i for i in range(short) if not _are_equal(old[i], new[i])), short)
    last = next(
        (i for i in range(short - first) if not _are_equal(old[-1 - i], new[-1 - i])), short - first
    )
    middle = short - first - last
    for index in range(first, first + middle):
        yield from _walk_difference(old[index], new[index], f"{path}/{index}")
    at = first + middle
    for _ in range(len(old) - short):
        yield {"op": "remove", "path": f"{path}/{at}"}
    for index in range(at, at + len(new) - short):
        yield {"op": "add", "path": f"{path}/{index}", "value": new[index]}


def _are_equal(one: Any, other: Any) -> bool:
    return one is other or (one == other and type(one) is type(other))


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _escape_key(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _unescape_key(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")


def _put_at(value: Any, keys: list[str], operation: Operation) -> Any:
    if not keys:
        return operation["value"]
    key, rest = keys[0], keys[1:]
    if _is_list(value):
        items, index = list(value), int(key)
        if rest:
            items[index] = _put_at(items[index], rest, operation)
        elif operation["op"] == "remove":
            del items[index]
        elif operation["op"] == "add":
            items.insert(index, operation["value"])
        else:
            items[index] = operation["value"]
        return items
    inner = dict(value)
    if rest:
        inner[key] = _put_at(inner[key], rest, operation)
    elif operation["op"] == "remove":
        del inner[key]
    else:
        inner[key] = operation["value"]
    return inner
