"""
Whether two programs do the same, although they say it in other words of their game.

`plain_form` unfolds words (`rules.workshop.unfolding`) and leaves out whether what lasts is there
only once, which no author says. Begin with `do_the_same`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.language.query import are_equivalent
from rules.language.tree import Behavior
from rules.pack import Pack
from rules.reading.notation import Json, take_apart
from rules.reading.verify import Judge
from rules.workshop.comparing import comparable_form
from rules.workshop.unfolding import unfolded

Program = Mapping[str, Any]  # of a card: `behaviors`, `printed` and `answers`

_ONLY_ONCE = ("id", "unique")


def do_the_same(judge: Judge, one: Json, other: Json) -> bool:
    """Whether two lists of behaviours do the same."""
    mine, theirs = tree_of(judge, one), tree_of(judge, other)
    return mine is not None and theirs is not None and are_equivalent(mine, theirs)


def mean_the_same(judge: Judge, one: Program, other: Program) -> bool:
    """Whether two cards have the same printed, answer the same and do the same."""
    mine, theirs = (
        plain_form(judge.pack, take_apart(each.get("answers") or {})) for each in (one, other)
    )
    return (
        _printed(judge.pack, one) == _printed(judge.pack, other)
        and bool(comparable_form(mine) == comparable_form(theirs))
        and do_the_same(judge, one["behaviors"], other["behaviors"])
    )


def _printed(pack: Pack, program: Program) -> dict[str, Any]:
    """What is printed and would not go without saying."""
    properties = pack.declarations.properties
    printed: dict[str, Any] = program.get("printed", {})
    return {name: value for name, value in printed.items() if value != properties[name].default}


def tree_of(judge: Judge, behaviors: Json) -> tuple[Behavior, ...] | None:
    """The tree of behaviours in their plain form; None where they do not compile."""
    apart = take_apart(behaviors)
    for form in (plain_form(judge.pack, apart), apart):
        if found := judge.read_tree(comparable_form(form)):
            return found.behaviors
    return None


def plain_form(pack: Pack, node: Json) -> Json:
    """JSON that is taken apart, in fewer words."""
    return _without_once(unfolded(pack, node))


def _without_once(node: Json, key: str = "") -> Json:
    if isinstance(node, list):
        return [_without_once(each, key) for each in node]
    if not isinstance(node, dict):
        return node
    left_out = _ONLY_ONCE if key in ("triggers", "modifiers") else ()
    return {name: _without_once(each, name) for name, each in node.items() if name not in left_out}
