"""
Shapes of JSON: objects, lists, texts and numbers where they belong.

`check_node` tells each place of a node at which something else belongs. The shapes of a pack are in
`sections` and `textshapes`.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ground.data import Json
from ..ground.errors import near, suggest

# A type; a list of what is in a list; an object by key (`*`: every other key, without it there
# is no other; `name!`: a key that is needed); a tuple of choices.
type Shape = type | list[Shape] | dict[str, Shape] | tuple[Shape, ...] | None

ANY: Shape = object
OBJECT: Shape = {"*": ANY}
TEXTS: Shape = (str, [str])
TEXT: Shape = (str, {"*": str})  # or one for each language
LANGUAGES: Shape = {"*": str}
NAMES: Shape = {"*": [str]}
NUMBER_OR_TEXT: Shape = (str, int, bool)
REMARK = "comment"  # a key that nothing reads
NEEDED = "!"  # the end of a key that has to be there


def check_node(node: Json, shape: Shape, place: str, problem: Callable[[str, str], None]) -> None:
    """Tell every place of a node at which it is not of a shape."""
    fitting = next((each for each in _shape_choices(shape) if _fits(node, each)), None)
    if fitting is None and not (node is None and None in _shape_choices(shape)):
        told = " or ".join(_shape_name(each) for each in _shape_choices(shape) if each is not None)
        problem(place, f"{told} belongs here, not {str(node)[:40]!r}")
    elif isinstance(fitting, dict) and isinstance(node, dict):
        _check_keys(node, fitting, place, problem)
    elif isinstance(fitting, list) and isinstance(node, list):
        for number, inner in enumerate(node):
            check_node(inner, fitting[0], f"{place}[{number}]", problem)


def _check_keys(
    node: dict[str, Json],
    shape: dict[str, Shape],
    place: str,
    problem: Callable[[str, str], None],
) -> None:
    inside = shapes_by_key(shape)
    meant: set[str] = set()
    for key, inner in node.items():
        if key in inside or "*" in inside:
            check_node(inner, inside.get(key, inside.get("*")), f"{place}.{key}", problem)
        elif key != REMARK:
            problem(f"{place}.{key}", f"nothing reads {key!r} here{suggest(key, inside)}")
            meant.update(near(key, inside))
    for key in required_keys(shape):
        if key not in node and key not in meant:
            problem(place, f"{key} is missing")


def shapes_by_key(shape: dict[str, Shape]) -> dict[str, Shape]:
    """The shapes in an object, by key."""
    return {key.removesuffix(NEEDED): each for key, each in shape.items()}


def required_keys(shape: dict[str, Shape]) -> list[str]:
    """The keys that an object of a shape needs."""
    return [key.removesuffix(NEEDED) for key in shape if key.endswith(NEEDED)]


def _shape_choices(shape: Shape) -> tuple[Shape, ...]:
    return shape if isinstance(shape, tuple) else (shape,)


def _fits(node: Json, shape: Shape) -> bool:
    if shape is None:
        return False
    if isinstance(shape, list) and isinstance(node, list):
        return _is_list_of(node, shape)
    return isinstance(node, shape if isinstance(shape, type) else type(shape))


def _is_list_of(node: list[Json], shape: list[Shape]) -> bool:
    """Whether a list may be of this shape: nothing in it is of another type."""
    return all(any(_fits(inner, each) for each in _shape_choices(shape[0])) for inner in node)


def _shape_name(shape: Shape) -> str:
    kind = shape if isinstance(shape, type) else type(shape)
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        int: "a number",
        bool: "true or false",
    }
    if isinstance(shape, list) and isinstance(shape[0], type) and shape[0] in names:
        return f"a list of {names[shape[0]].split()[1]}s"
    return names[kind]
