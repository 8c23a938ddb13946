"""
A hostile string at every place of a pack: whatever stands there, none of it is ever carried out.

The string calls a function `CANARY`, which exists only here. The pack is checked, read aloud,
foreseen and played, and in the source it was compiled to the string stands in quotes at most.
"""

from __future__ import annotations

import builtins
import copy
import io
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..ground.errors import ActionFailed, PackError
from ..language.units import Written
from ..pack.build import Builder, load_pack
from ..pack.files import Loader
from ..playing.preview import foretell
from ..running.match import Match
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text

HOSTILE = (
    "x\nCANARY()",
    "CANARY\n",
    "CANARY()",
    "'+CANARY()+'",
    '"]CANARY()["',
    "CANARY() # x",
    "{CANARY()}",
    "{you.CANARY}",
)
ANSWERS = 10


class Spot(NamedTuple):
    """A string of a pack, or the name of a value: the way there, and what is around it."""

    path: tuple[Any, ...]
    is_name: bool
    around: str  # the word of the language that it is a parameter of


def walk_spots(node: Any, path: tuple[Any, ...] = (), around: str = "") -> Iterator[Spot]:
    """Every one of the sections of a pack."""
    if isinstance(node, dict):
        word = str(node.get("type") or node.get("chooser") or node.get("at") or around)
        for key, value in node.items():
            if path:
                yield Spot((*path, key), True, word)
            yield from walk_spots(value, (*path, key), word)
    elif isinstance(node, list | tuple):
        for index, value in enumerate(node):
            yield from walk_spots(value, (*path, index), around)
    elif isinstance(node, str):
        yield Spot(path, False, around)


def one_spot_of_each_kind(raw: dict[str, Any]) -> list[Spot]:
    """One spot of each kind: the same name below the same word in the same section."""
    first: dict[tuple[Any, ...], Spot] = {}
    for spot in walk_spots(raw):
        key = spot.path[-1] if isinstance(spot.path[-1], str) else ""
        first.setdefault((spot.path[0], spot.is_name, spot.around, key), spot)
    return list(first.values())


@cache
def read_sections(folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The merged sections of a pack, and the texts of its files. Not to be changed."""
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    if loader.problems:
        raise PackError(loader.problems)
    return raw, sources


@cache
def compiled_units(folder: Path) -> dict[str, Written]:
    """The units of a pack, so that only what a change touches is compiled."""
    return load_pack(folder).origin.units


def check_spot(folder: Path, spot: Spot, hostile: str) -> str:
    """What went wrong with the string at this spot; "" if nothing did."""
    raw, sources = read_sections(folder)
    sung: list[bool] = []
    builtins.CANARY = lambda *_: sung.append(True)  # type: ignore[attr-defined]
    try:
        source = "\n".join(use_pack(folder, _with_string_at(raw, spot, hostile), sources))
    except Exception as error:  # noqa: BLE001 (whatever it is, nothing should be raised)
        return f"{hostile!r} at {spot.path}: {type(error).__name__}: {error}"
    finally:
        del builtins.CANARY  # type: ignore[attr-defined]
    if sung:
        return f"{hostile!r} at {spot.path} was carried out"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if "CANARY" in token.string and token.type != tokenize.STRING:
            return f"{hostile!r} at {spot.path} is in the source: {token.line}"
    return ""


def _with_string_at(raw: dict[str, Any], spot: Spot, hostile: str) -> dict[str, Any]:
    """A copy of a pack's sections with the string at one spot."""
    *way, last = spot.path
    changed = dict(raw)
    node: Any = changed
    for key in way:
        inner = node[key]
        copied = list(inner) if isinstance(inner, tuple) else copy.copy(inner)
        node[key] = copied
        node = copied
    if spot.is_name:
        node[hostile] = node.pop(last)
    else:
        node[last] = hostile
    return changed


def use_pack(folder: Path, raw: dict[str, Any], sources: dict[str, str]) -> list[str]:
    """Do with a pack what is done with packs; that it is refused is fine. Gives its source."""
    builder = Builder(folder, raw, sources, known=compiled_units(folder))
    builder.compiler.keeps_sources = True
    try:
        pack = builder.build()
    except PackError:
        return [source for _, source in builder.compiler.sources]
    texts = [Text(pack, language) for language in LANGUAGES]
    for text in texts:
        for card in pack.cards:
            text.rules_text(card)
    with suppress(ActionFailed):
        play_reading(Match.new(pack, max(pack.program.seats), 1), texts)
    return [source for _, source in builder.compiler.sources]


def play_reading(match: Match, texts: list[Text]) -> None:
    """A few answers at random, with everything there is to read."""
    chance = Random(1)
    for _ in range(ANSWERS):
        if match.is_over:
            break
        choice = match.choices[0]
        foretell(match, choice.seat, 0.01)
        count = chance.randint(choice.minimum, choice.maximum)
        match.answer(choice.seat, tuple(chance.sample(range(len(choice.options)), count)))
        for text in texts:
            text.prompt(choice, match)
            for entry in match.log or ():
                text.log(entry, 0)


def check_spots(folder: str, first: int, count: int) -> tuple[int, list[str]]:
    """
    Try some of the kinds of spots of a pack, each with one of the strings: how many, and what was
    wrong. Fewer than asked for at the end of the pack.
    """
    path = Path(folder)
    tried = list(enumerate(one_spot_of_each_kind(read_sections(path)[0])))[first : first + count]
    told = [check_spot(path, spot, HOSTILE[number % len(HOSTILE)]) for number, spot in tried]
    return len(tried), [each for each in told if each]
