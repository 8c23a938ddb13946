"""
The options of a table: which there are for a game, and how a value a person typed is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.pack import Pack
from world.errors import TableError

# Seconds for each answer, in all beyond those, and for a response: between these bounds, or 0 (no
# limit, no bank, as for all other answers).
DEFAULT_TIME_LIMIT, DEFAULT_TIME_BANK, DEFAULT_TIME_RESPONSE = 30, 300, 15
MIN_SECONDS, MAX_SECONDS = 10, 3600
MAX_DELAY = 300  # seconds that those who only watch may be behind
SERIES = (1, 3, 5)  # a single match, or the best of so many
TIMES = ("timeLimit", "timeBank", "timeResponse")
YES = {"1", "true", "yes", "on", "y", "是", "开", "有", "对"}
NO = {"0", "false", "no", "off", "n", "否", "不", "关", "无", "没有"}


class OptionSpec(NamedTuple):
    """An option of a table: its type is `boolean` or `number`; `allowed` are its values."""

    name: str
    type: str
    default: Any
    allowed: tuple[int, ...] | None = None
    bounded: bool = False  # whether `allowed` are the least and the most, not all there are
    seats: tuple[int, ...] = ()  # for which numbers of players it is; empty: for all


def specs_of(pack: Pack | None) -> dict[str, OptionSpec]:
    """
    The options of a table of this game by name: those of every table, then the game's own.

    Without a pack (a table whose game has been taken from the shelf) only the former.
    """
    named = pack.program.seats if pack is not None else (0,)
    seats, usual = tuple(sorted(named)), named[-1]
    limits = (MIN_SECONDS, MAX_SECONDS)
    specs = {
        "players": OptionSpec("players", "number", usual, seats),
        "timeLimit": OptionSpec("timeLimit", "number", DEFAULT_TIME_LIMIT, limits, True),
        "timeBank": OptionSpec("timeBank", "number", DEFAULT_TIME_BANK, limits, True),
        "private": OptionSpec("private", "boolean", False),
    }
    if seats[-1] > 1:
        specs["series"] = OptionSpec("series", "number", 1, SERIES)
        specs["hints"] = OptionSpec("hints", "boolean", False)
    if pack is not None and pack.board.get("responses"):
        response = OptionSpec("timeResponse", "number", DEFAULT_TIME_RESPONSE, limits, True)
        specs["timeResponse"] = response
    if pack is not None and pack.board.get("out"):
        specs["outTalk"] = OptionSpec("outTalk", "boolean", False)
    specs["delay"] = OptionSpec("delay", "number", 0, (0, MAX_DELAY), True)
    own = dict(pack.program.options) if pack is not None else {}
    if pack is not None and pack.program.turns.begins is not None:
        del own[pack.program.turns.begins]  # by lot, and in a series in turn
    for name, spec in own.items():
        if not spec.of_table:
            continue
        default = bool(spec.default) if spec.type == "boolean" else spec.default
        specs[name] = OptionSpec(name, spec.type, default, seats=spec.seats)
    return specs


def check_players(pack: Pack | None, options: Mapping[str, Any]) -> None:
    """
    Look whether so many players can choose these options.

    :raises TableError: `optionSeats` (option, players, seats, of: the game).
    """
    for name, spec in specs_of(pack).items():
        players, value = options["players"], options.get(name, spec.default)
        if spec.seats and players not in spec.seats and value != spec.default:
            seats = list(spec.seats)
            raise TableError("optionSeats", option=name, players=players, seats=seats, of=pack)


def read_value(spec: OptionSpec, value: Any) -> Any:
    """The value of an option from whatever a person gave for it."""
    error = TableError(
        "badOption", option=spec.name, value=value, type=spec.type, allowed=spec.allowed
    )
    text = str(value).strip().casefold()
    if spec.type == "boolean":
        if text not in YES | NO:
            raise error
        return text in YES
    try:
        number = int(text)
    except ValueError:
        raise error from None
    if spec.name in TIMES:
        if number and not MIN_SECONDS <= number <= MAX_SECONDS:
            raise error
    elif spec.allowed is not None:
        least, most = min(spec.allowed), max(spec.allowed)
        if not least <= number <= most or not (spec.bounded or number in spec.allowed):
            raise error
    return number
