"""
A piece place by place, for pages: what belongs at a place of its JSON, what stands there, and what
fits (`rules.workshop.editing`, `completion`), as the workbench shows it in the game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules.language import dialect
from rules.workshop.completion import Fitting
from rules.workshop.editing import Slot, Tree, root_type
from rules.workshop.helping import help_of_type
from world.accounts import roles
from world.content import authoring, browsing
from world.errors import TableError

MOST = 200  # of what fits
DEEPEST = 40  # names of a path
LISTS = ("behaviors", "doables", "do", "conditions", "values", "triggers", "modifiers", "options")


def describe_place(
    who: Any, folder: str, address: str, text: str, path: Sequence[str | int], language: str
) -> dict[str, Any]:
    """
    The place of a path in a text: `path` (the nearest that there is), `help`, `value` in a few
    words, `inside` (`key`, `help`, `value`, `filled`, `required`), `adds` (whether what fits goes
    into a list), and `fits` (`name`, `help`, `json`), the usual first.

    :raises TableError: `mayNot`, `unknownGame`, `badAddress`, `draftTooLong`, `pieceBroken`.
    """
    roles.require_right(who, "write", folder)
    source, problems = dialect.parse_json5(authoring.cleaned(address, text) or "{}", address)
    if problems:
        raise TableError("pieceBroken", text=str(problems[0]))
    tree = Tree(browsing.pack_in(folder), source, root_type(address))
    slot, fitting = _nearest_slot(tree, path), Fitting(tree, language)
    fits = [] if slot.type == "printed" else fitting.completions_at(slot)[:MOST]
    return {
        "path": list(slot.path),
        "help": fitting.help_line(slot),
        "value": fitting.summary_line(slot),
        "inside": [_slot_data(fitting, each, language) for each in tree.slots_inside(slot)],
        "adds": slot.type in LISTS or isinstance(slot.value, list),
        "fits": [{"name": f.name, "help": f.help, "json": _value_text(f.value)} for f in fits],
    }


def _nearest_slot(tree: Tree, path: Sequence[str | int]) -> Slot:
    """The place of a path, or the nearest around it."""
    found = tuple(path[:DEEPEST])
    while found:
        try:
            return tree.slot_at(found)
        except KeyError:
            found = found[:-1]
    return tree.slot_at(())


def _slot_data(fitting: Fitting, slot: Slot, language: str) -> dict[str, Any]:
    return {
        "key": slot.path[-1],
        "help": help_of_type(slot.type, language),
        "value": fitting.summary_line(slot),
        "filled": slot.is_filled,
        "required": slot.is_required,
    }


def _value_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
