"""
Behaviours compared: whether two ways to write them do the same.

`comparable_form` takes away what a sentence need not say because no play of the card shows it.
Begin there.
"""

from __future__ import annotations

from ..language.tree import Place
from ..reading.grammar import conjunction, conjuncts
from ..reading.hoisting import hoist_words
from ..reading.naming import without_names
from ..reading.notation import Json, put_together

#: How a question is put to people, and what counts for those who are away.
_PUT = ("prompt", "sort", "default")
_MENUS = ("choose", "askAll")


def comparable_form(behaviors: Json) -> Json:
    """
    Behaviours without what makes no difference to what a card does:

    * names of results, the order of conditions that must all hold, of what is added or multiplied;
    * how a question is put: its prompt, in which order it lists what can be chosen, the names of
      its options, what is taken for somebody who is away;
    * whether a value has a name where nothing is done between the naming and its only use.
    """
    return _flatten(without_names(_inline_lets(hoist_words(behaviors))))


def _flatten(node: Json) -> Json:
    if isinstance(node, list):
        return [_flatten(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {key: _flatten(value) for key, value in _strip_wording(node).items()}
    for key in ("condition", "where"):
        if key in made and node.get("type") != "Not":
            made[key] = conjunction(sorted(conjuncts(made[key]), key=repr))
    if made.get("$") in ("*", "+"):
        made["items"] = sorted(made["items"], key=lambda each: isinstance(each, int))
    return made


def _strip_wording(node: Json) -> Json:
    """A question without how it is put."""
    word = str(node.get("type", ""))
    if not word.endswith("Chooser") and word not in _MENUS:
        return node
    made = {key: value for key, value in node.items() if key not in _PUT}
    if isinstance(options := node.get("options"), list):
        made["options"] = [
            {**option, "id": f"option{number}"} if isinstance(option, dict) else option
            for number, option in enumerate(options)
        ]
        made["prompt"] = "choose"  # a menu has one
    return made


def _inline_lets(node: Json) -> Json:
    """With each value in its place that a `let` names for nothing but an argument right behind."""
    if isinstance(node, dict):
        return {key: _inline_lets(each) for key, each in node.items()}
    if not isinstance(node, list):
        return node
    found: list[Json] = []
    for each in map(_inline_lets, node):
        before = found[-1] if found else None
        if isinstance(before, dict) and before.get("type") == "let" and isinstance(each, dict):
            name = "{" + str(before.get("id")) + "}"
            again = each.get("type") == "while"
            keys = [] if again else [key for key, value in each.items() if value == name]
            if len(keys) == 1 and repr(node).count("{" + str(before["id"])) == 1:
                found[-1] = {**each, keys[0]: before["value"]}
                continue
        found.append(each)
    return found


def first_difference(one: Json, other: Json, path: str = "") -> str:
    """The first place at which two pieces of JSON are not the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in (*one, *(key for key in other if key not in one)):
            if found := first_difference(one.get(key), other.get(key), f"{path}.{key}"):
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list):
        for number in range(max(len(one), len(other))):
            this, that = (each[number] if number < len(each) else None for each in (one, other))
            if found := first_difference(this, that, f"{path}[{number}]"):
                return found
        return ""
    return "" if one == other else f"{Place('', path)}: {_shorten(one)}, read as {_shorten(other)}"


def _shorten(node: Json) -> str:
    text = "nothing" if node is None else str(put_together(node))
    return text if len(text) < 70 else f"{text[:67]}..."
