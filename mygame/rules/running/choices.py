"""What players are asked: options, and choices among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from .state import Value, freeze

RANDOM = "random"  # a default: what is taken for who gives no answer is drawn by lot
#: The place of a default that is no place: the first so many as must be, the last, by lot.
FIRST, LAST, BY_LOT = -1, -2, -3
#: What a question tells: a name, its kind, and the value as a line of the log keeps it.
NamedValue = tuple[str, str, Value]


class Option(NamedTuple):
    """
    One line of a choice. `word` is a key of `words.option`; `entity` what it is about.

    `kind` says what `entity` is: card, player, number (the number itself), symbol
    (`Program.symbol_name`), definition (a card as it is printed, the symbol of its id), text (as
    somebody has written it), or "" for nothing.
    """

    word: str
    entity: Any  # an int; of a text itself
    kind: str


Barred = tuple[str, Option]  # the name of the reason (`words.unless`), and what is not offered


class _Options(dict[int, Option]):
    """The options of one word and kind by entity, each made when it is first offered."""

    def __init__(self, word: str, kind: str):
        self.word, self.kind = word, kind

    def __missing__(self, entity: int) -> Option:
        option = self[entity] = Option(self.word, entity, self.kind)
        return option


@cache
def option_factory(word: str, kind: str) -> Callable[[int], Option]:
    """Gives the option of an entity; equal options are one object in all matches."""
    return (
        partial(Option, word, kind="text") if kind == "text" else _Options(word, kind).__getitem__
    )


@cache
def chooser_sort(word: str) -> str:
    """What the options of a chooser are about: monsters and the like are cards."""
    return word if word in ("player", "number", "symbol", "definition", "text") else "card"


class Choice(NamedTuple):
    """
    What a seat is asked: pick between `minimum` and `maximum` of `options` (by index).

    `words` are the branches of a menu; `together` is who is asked with others at once; `values` is
    what its text can tell beside all that (`with`), as this seat may know it. `barred` are options
    that are not offered, each with the name of the reason: they cannot be picked.
    """

    seat: int
    prompt: str
    options: tuple[Option, ...]
    minimum: int
    maximum: int
    default: tuple[int, ...]
    subject: int
    words: tuple[str, ...] | None = None
    together: bool = False
    values: tuple[NamedValue, ...] = ()
    barred: tuple[Barred, ...] = ()


def choice_to_data(choice: Choice) -> list[Any]:
    """A choice as plain data; what is empty at its end is left out, as all once did."""
    data = [
        list(map(list, item)) if name == "options" else item
        for name, item in choice._asdict().items()
    ]
    data[-1] = [[reason, list(option)] for reason, option in choice.barred]
    return data if choice.barred else data[:-1] if choice.values else data[:-2]


def choice_from_data(data: list[Any]) -> Choice:
    choice = Choice(*freeze(data))
    return choice._replace(
        options=tuple([Option(*option) for option in choice.options]),
        barred=tuple([(reason, Option(*option)) for reason, option in choice.barred]),
    )


def pick_bounds(pool: Sequence[int], least: int, most: int) -> tuple[int, int, bool]:
    """How many of the pool can be picked at least and at most, and whether that is a choice."""
    most = min(most, len(pool))
    least = max(0, min(least, most))
    return least, most, most > 0 and least < len(pool)
