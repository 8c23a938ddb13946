"""
Words inside of expressions, which cannot stand in quotes: what they come to gets a name before.

`{"$": "*", "items": [{"type": "count", ..}, 3]}` becomes a `let` and `"{value1} * 3"`, as authors
write it. Begin with `hoist_words`.
"""

from __future__ import annotations

from .notation import Json, is_expression

_BLOCKS = ("do", "elsedo")
#: The words that authors write where an operator would do, by their operators.
_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "//"}
_COMPARED = {
    "Equals": "==", "GreaterThan": ">", "LessThan": "<", "GreaterThanOrEqual": ">=",
    "LessThanOrEqual": "<=",
}  # fmt: skip
#: What is worked out again and again, so that a name given before would not do.
_AGAIN = frozenset(("where", "modifiers", "triggers", "until"))


def hoist_words(behaviors: Json) -> Json:
    """Behaviours in which no expression of what is done has a word in it."""
    return _Lifter().hoist_blocks(behaviors)


class _Lifter:
    def __init__(self) -> None:
        self.named = 0

    def hoist_blocks(self, node: Json) -> Json:
        if isinstance(node, list):
            return [self.hoist_blocks(each) for each in node]
        if not isinstance(node, dict):
            return node
        return {
            key: self._hoist_doables(each)
            if key in _BLOCKS and isinstance(each, list)
            else self.hoist_blocks(each)
            for key, each in node.items()
        }

    def _hoist_doables(self, doables: list[Json]) -> list[Json]:
        found: list[Json] = []
        for doable in doables:
            if not isinstance(doable, dict):
                found.append(doable)
                continue
            again = _AGAIN | {"condition"} if doable.get("type") == "while" else _AGAIN
            made: dict[str, Json] = {}
            lets: list[Json] = []
            for key, each in doable.items():
                if key in _BLOCKS or key == "options" or key in again:
                    made[key] = self.hoist_blocks({key: each})[key]
                else:
                    made[key] = self._hoist_argument(each, lets)
            found += [*lets, made]
        return found

    def _hoist_argument(self, node: Json, lets: list[Json], inside: bool = False) -> Json:
        """An argument without words inside of its expressions; their names go to `lets`."""
        if isinstance(node, list):
            return [self._hoist_argument(each, lets) for each in node]
        if not isinstance(node, dict):
            return node
        if node.get("type") in _OPERATORS and isinstance(node.get("values"), list):
            node = {"$": _OPERATORS[node["type"]], "items": node["values"]}
        if (compared := _COMPARED.get(str(node.get("type")))) is not None:
            sides = [node.get("value1"), node.get("value2")]
            if not any(isinstance(each, dict) and "$" not in each for each in sides):
                node = {"$": compared, "items": sides}
        if is_expression(node):
            items = [self._hoist_argument(each, lets, inside=True) for each in node["items"]]
            return {**node, "items": items}
        made = {
            key: each if key in _AGAIN else self._hoist_argument(each, lets)
            for key, each in node.items()
        }
        if not inside:
            return made
        self.named += 1
        lets.append({"type": "let", "id": f"value{self.named}", "value": made})
        return f"{{value{self.named}}}"
