"""
The options of a table: which there are for a game, and how a value a person typed is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.pack import Pack
from rules.running.bring import Entry
from rules.running.match import Match
from rules.running.options import TooManyChosen
from world.errors import TableError

# Seconds for each answer, in all beyond those, and for a response: between these bounds, or 0 (no
# limit, no bank, as for all other answers).
DEFAULT_TIME_LIMIT, DEFAULT_TIME_BANK, DEFAULT_TIME_RESPONSE = 30, 300, 15
MIN_SECONDS, MAX_SECONDS = 10, 3600
MAX_DELAY = 300  # seconds that those who only watch may be behind
SERIES = (1, 3, 5)  # a single match, or the best of so many
TIMES = ("timeLimit", "timeBank", "timeResponse")
YES = {"1", "true", "yes", "on", "y", "是", "开", "有", "对"}
NO = {"0", "false", "no", "none", "off", "n", "否", "不", "关", "无", "没有"}


class OptionSpec(NamedTuple):
    """
    An option of a table: its type is `boolean`, `number` or `definitions`, a list of ids of cards;
    `allowed` are its values, `cards` the ids of all that can be in the list.
    """

    name: str
    type: str
    default: Any
    allowed: tuple[int, ...] | None = None
    bounded: bool = False  # whether `allowed` are the least and the most, not all there are
    seats: tuple[int, ...] = ()  # for which numbers of players it is; empty: for all
    cards: tuple[str, ...] = ()


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
        cards = _cards_of(pack, spec.cards) if pack is not None and spec.cards else ()
        specs[name] = OptionSpec(name, spec.type, default, seats=spec.seats, cards=cards)
    return specs


def _cards_of(pack: Pack, entry: Entry) -> tuple[str, ...]:
    """The ids of the cards that can be chosen."""
    catalogue = pack.program.catalogue
    return tuple([catalogue.by_symbol[each].id for each in entry.pool(catalogue)])


def check_players(pack: Pack | None, options: Mapping[str, Any]) -> None:
    """
    Look whether so many players can choose these options.

    :raises TableError: `optionSeats` (option, players, seats, of: the game), `optionMost` (option,
        count, most, players, of).
    """
    for name, spec in specs_of(pack).items():
        players, value = options["players"], options.get(name, spec.default)
        if spec.seats and players not in spec.seats and value != spec.default:
            seats = list(spec.seats)
            raise TableError("optionSeats", option=name, players=players, seats=seats, of=pack)
    if pack is None or not pack.program.most_chosen:
        return
    of_game = {name: options[name] for name in pack.program.options if name in options}
    try:
        Match.prepare(pack, options["players"], 0, of_game, log=False)
    except TooManyChosen as error:
        about = {"option": error.option, "count": error.chosen, "most": error.most}
        raise TableError("optionMost", **about, players=options["players"], of=pack) from None
    except ValueError:  # of what the game has been changed in: whoever begins a match is told
        return


def _read_cards(pack: Pack, spec: OptionSpec, value: Any) -> list[str]:
    """
    The cards that a person has named: by id, by its last part, or by name in any language, with
    commas or blanks between; a list of such; nothing, or a word that says none.
    """
    known = _names_of_cards(pack, spec.cards)
    parts = value if isinstance(value, list | tuple) else re.split(r"[,，、;；]", str(value))
    most, found = max(map(len, known), default=0), set[str]()  # a name has no more words than that
    for part in parts:
        words = str(part).split() if _folded(part) not in NO else []
        while words:
            names = [(n, _folded("".join(words[:n]))) for n in range(min(most, len(words)), 0, -1)]
            count, name = next((each for each in names if each[1] in known), (0, ""))
            if not count:
                text = " ".join(words)
                raise TableError("optionCard", option=spec.name, text=text, of=pack)
            found.add(known[name])
            words = words[count:]
    return sorted(found)


def _names_of_cards(pack: Pack, ids: Iterable[str]) -> dict[str, str]:
    """What cards are called, as it is compared -> their ids."""
    found: dict[str, str] = {}
    for id in ids:
        names = (id, id.rpartition(".")[2], *pack.card(id).name.values())
        found |= {_folded(name): id for name in names}
    return found


def _folded(name: Any) -> str:
    """A name as it is compared: any case and width, without blanks and hyphens."""
    text = unicodedata.normalize("NFKC", str(name)).casefold()
    return re.sub(r"[\s'’·_-]", "", text)


def bad_option(pack: Pack | None, spec: OptionSpec, value: Any) -> TableError:
    """The error of a value that an option cannot have."""
    about = {"type": spec.type, "allowed": spec.allowed, "of": pack}
    return TableError("badOption", option=spec.name, value=value, **about)


def read_value(pack: Pack | None, spec: OptionSpec, value: Any) -> Any:
    """
    The value of an option from whatever a person gave for it.

    :raises TableError: `badOption` (option, value, type, allowed, of: the game), `optionCard`
        (option, text: what names no card, of).
    """
    if spec.type == "definitions" and pack is not None:
        return _read_cards(pack, spec, value)
    error = bad_option(pack, spec, value)
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
