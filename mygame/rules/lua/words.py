"""
What scripts can use of a pack: its words and values, and what they note of a match.

What comes from Lua is converted here to what the game takes, and back. Numbers of players, cards
and the match are as they are; symbols and definitions are their names; several are a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import lupa.lua52 as lupa

from ..ground.errors import BudgetExceeded, RuleError
from ..running.machine import clamp_number
from ..running.match import Match
from ..running.program import Program
from ..running.symbols import symbol_of

MAX_TAGS = 1_000  # what is noted in a match
MAX_TEXT = 1_000  # characters of what is noted

#: From what Lua gives to what the game takes, and back; of a match's program.
type Converts = Callable[[Program, Any], Any]


def number_of(program: Program, value: Any) -> int:
    """A number, also of a truth or of nothing, within what the game counts with."""
    if value is None:
        return 0
    if isinstance(value, (bool, int)):
        return clamp_number(int(value))
    if isinstance(value, float):
        if value != value:
            raise RuleError("a number belongs here, not one that is none (0/0)")
        return clamp_number(int(max(min(value, 1e18), -1e18) // 1))
    raise RuleError(f"a number belongs here, not {_kind(value)}")


def several(program: Program, value: Any) -> tuple[int, ...]:
    """A list of numbers."""
    if value is None:
        return ()
    if isinstance(value, (int, float)):
        return (number_of(program, value),)
    if lupa.lua_type(value) != "table":
        raise RuleError(f"a list belongs here, not {_kind(value)}")
    return tuple([number_of(program, value[at]) for at in range(1, len(value) + 1)])


def _symbol(program: Program, value: Any) -> int:
    if isinstance(value, str):
        return symbol_of(value)
    return number_of(program, value)


def _text(program: Program, value: Any) -> str:
    if isinstance(value, str):
        return value[:MAX_TEXT]
    raise RuleError(f"a text belongs here, not {_kind(value)}")


def _texts(program: Program, value: Any) -> tuple[str, ...]:
    if value is None or isinstance(value, str) or lupa.lua_type(value) != "table":
        raise RuleError(f"a list of texts belongs here, not {_kind(value)}")
    return tuple([_text(program, value[at]) for at in range(1, len(value) + 1)])


def _kind(value: Any) -> str:
    return "a text" if isinstance(value, str) else f"a {lupa.lua_type(value) or 'thing'}"


def _as_it_is(program: Program, value: Any) -> Any:
    return value


def name_of(program: Program, value: int) -> str | None:
    """The name of a symbol or definition."""
    return program.symbol_name(value) if value else None


def _truth(program: Program, value: Any) -> bool:
    return bool(value)


TAKEN: dict[str, Converts] = {
    **dict.fromkeys(("symbol", "definition", "choice"), _symbol),
    "text": _text,
    "texts": _texts,
    **dict.fromkeys(("players", "cards", "entities", "definitions"), several),
}
GIVES: dict[str, Converts] = {
    **dict.fromkeys(("symbol", "definition", "choice"), name_of),
    "boolean": _truth,
}
SEVERAL = frozenset(("players", "cards", "entities", "definitions"))


class Word:
    """
    A word of the pack that scripts can use: what calls it, what of its parameters is converted,
    with their defaults, and what its results become. `waits`: it may have to wait.
    """

    __slots__ = ("call", "converts", "gives", "gives_many", "only_numbers", "takes", "waits")

    def __init__(
        self,
        call: Callable[..., Any] | None,
        takes: Iterable[tuple[str, Any]],
        gives: Iterable[str],
        waits: bool,
    ):
        """
        By the types of what it takes, each with its default, and of what it gives; `call` is None
        for what is called by its name.
        """
        types = list(gives)
        self.call, self.waits = call, waits
        self.takes: tuple[tuple[Converts, Any], ...] = tuple(
            [(TAKEN.get(type, number_of), default) for type, default in takes]
        )
        self.only_numbers = all(convert is number_of for convert, _ in self.takes)
        self.gives = tuple([GIVES.get(type, _as_it_is) for type in types])
        self.converts = bool(self.gives) and self.gives[0] is not _as_it_is
        self.gives_many = types[:1] != [] and types[0] in SEVERAL

    def arguments(self, program: Program, given: Sequence[Any]) -> Sequence[Any]:
        """What it is called with; what is left out is as by default."""
        takes = self.takes
        if len(given) == len(takes) and self.only_numbers:
            for value in given:
                if type(value) is not int or not -1_000_000 < value < 1_000_000:
                    break
            else:
                return given
        values = [*given, *[None] * (len(takes) - len(given))]
        return [
            default if value is None else convert(program, value)
            for value, (convert, default) in zip(values, takes, strict=False)
        ]

    def results(self, program: Program, result: Any) -> list[Any]:
        """What it came to, as a script gets it."""
        values = result if isinstance(result, tuple) else (result,)
        return [convert(program, value) for convert, value in zip(self.gives, values, strict=False)]


# ---------------------------------------------------------------- what scripts can do in every game


def _random(match: Match, only_asks: bool, below: Any) -> int:
    if only_asks:
        raise RuleError("a function that is only asked rolls no dice")
    return match.random(max(number_of(match.program, below), 1))


def _note(match: Match, only_asks: bool, entity: Any, name: Any, value: Any = None) -> None:
    if only_asks:
        raise RuleError("a function that is only asked changes nothing")
    if not isinstance(name, str):
        raise RuleError(f"what is noted has a name, not {_kind(name)}")
    key = number_of(match.program, entity), name
    tags = {other: known for other, known in match.tags.items() if other != key}
    if value is not None:
        too_long = len(name) > MAX_TEXT or (isinstance(value, str) and len(value) > MAX_TEXT)
        if len(tags) >= MAX_TAGS or too_long:
            raise BudgetExceeded("scripts have noted too much")
        if isinstance(value, float):
            value = number_of(match.program, value)
        plain = isinstance(value, (bool, int, str))
        tags[key] = value if plain else several(match.program, value)
    match.tags = tags


def _change(match: Match, only_asks: bool, index: Any, value: Any) -> None:
    if only_asks:
        raise RuleError("a function that is only asked changes nothing")
    convert = several if lupa.lua_type(value) == "table" else _symbol
    match.change_event(number_of(match.program, index), convert(match.program, value))


def _noted(match: Match, only_asks: bool, entity: Any, name: Any) -> Any:
    return match.tags.get((number_of(match.program, entity), name))


#: Dice, and what is noted; of a match, and whether the function is only asked.
HOST: dict[str, Callable[..., Any]] = {
    "random": _random,
    "note": _note,
    "noted": _noted,
    "change": _change,
}
