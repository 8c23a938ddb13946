"""
The options that a match can be begun with, as a pack declares them: `options` of its manifest
(docs/language/pack.md).

An option is a boolean, a number, or some cards of the pack as they are printed. Begin with
`declare_options`; `compile_most_chosen` is for those whose `max` is a value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..language.compile import Compiler
from ..language.declared import Declarations
from ..language.expressions import NAME
from ..running.bring import MOST_CARDS, Entry
from ..running.program import Most, OptionSpec
from .asked import MATCH, Asked, unit_of_values

Problem = Callable[[str, str], None]
KEYS = ("type", "default", "min", "max", "by", "seats", "today")
KEYS_OF_CARDS = ("type", "of", "max", "by", "seats")
CARDS = "definitions"  # the type of an option whose value is cards
HOST = "host"


def declare_options(
    declared: Declarations, manifest: dict[str, Any], kinds: list[str], place: str, problem: Problem
) -> None:
    """The options of a manifest into `Declarations.options`; `kinds` are those of cards."""
    possible = range(1, 13) if manifest.get("inherits") else declared.seats
    for name, spec in (manifest.get("options") or {}).items():
        at = f"{place}: pack.options.{name}"
        type = spec.get("type", "boolean")
        if type not in ("boolean", "number", CARDS) or not NAME.fullmatch(name):
            problem(at, f"an option is a boolean, a number or some cards ({CARDS})")
            continue
        keys = KEYS_OF_CARDS if type == CARDS else KEYS
        for key in spec.keys() - set(keys):
            problem(f"{at}.{key}", f"an option has no {key}{suggest(key, keys)}")
        by = spec.get("by", "")
        if by not in ("", HOST):
            message = f"an option is set by the table, or by the {HOST} of the match alone"
            problem(f"{at}.by", message)
        played_by = spec.get("seats", declared.seats)
        if not played_by or not set(played_by) <= set(possible):
            players = ", ".join(map(str, declared.seats))
            problem(f"{at}.seats", f"an option is for some of the numbers of players: {players}")
        seats = tuple(sorted(played_by)) if "seats" in spec else ()
        option = OptionSpec(name, type, spec.get("default", False), spec.get("min", 0))
        option.maximum = 1 if type == "boolean" else spec.get("max", 1_000)
        option.of_table, option.seats = by != HOST, seats
        option.is_today = bool(spec.get("today"))
        if option.is_today and (type != "number" or by != HOST):
            problem(f"{at}.today", f"the day is a number that is set by the {HOST} of the match")
        if type == CARDS:
            option.default = []
            option.maximum = MOST_CARDS if _is_value(spec.get("max")) else option.maximum
            option.cards = _cards_of(option, spec.get("of", []), kinds, f"{at}.of", problem)
        declared.options[name] = option


def _cards_of(
    option: OptionSpec, of: str | list[str], kinds: list[str], place: str, problem: Problem
) -> Entry:
    """Which cards can be chosen: those of the kinds `of`, of any where it names none."""
    wanted = (of,) if isinstance(of, str) else tuple(of)
    for kind in wanted:
        if kind not in kinds:
            problem(place, f"there is no kind of card {kind!r}{suggest(kind, kinds)}")
    return Entry(option.name, CARDS, (), 0, option.maximum, kinds=wanted)


def _is_value(most: Json) -> bool:
    return most is not None and not isinstance(most, int)


def compile_most_chosen(
    declared: Declarations, manifest: dict[str, Any], compiler: Compiler
) -> dict[str, Most]:
    """`max` of the options whose values are cards, where it is a value, by option."""
    asked = {
        name: Asked(f"pack.options.{name}.max", most, *MATCH)
        for name, option in declared.options.items()
        if option.cards is not None and _is_value(most := manifest["options"][name].get("max"))
    }
    with compiler.budgeted("pack.options"):
        nodes = [each.node for each in asked.values()]
        unit = compiler.compile_unit("options", nodes, unit_of_values([*asked.values()]))
        if unit is not None:
            return {name: unit.values[each.name] for name, each in asked.items()}
    return {}
