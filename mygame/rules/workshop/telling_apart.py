"""
Readings of one sentence told apart: those that play alike are one, and of those that say the same
and play otherwise is said in words what differs.

Begin with `tell_apart`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..language.query import are_equivalent
from ..language.tree import Behavior
from ..pack.definition import Pack
from ..reading import Reading
from ..reading.books import judge_of
from ..reading.notation import Json, put_together, take_apart
from ..reading.verify import Judge
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text
from .comparing import comparable_form
from .completion import Fitting
from .editing import Tree
from .helping import help_lines, help_of_param, help_of_word
from .unfolding import unfolded

MOST = 8
FAMILIES = ("doable", "condition", "value", "chooser", "behavior")
SHOWN = 2  # places at which two readings differ that are told
MOST_SHOWN = 4  # where fewer would not tell one from another
LONGEST = 60  # characters of what stands there
NOTHING = object()
Path = tuple[str | int, ...]


def tell_apart(pack: Pack, language: str, readings: list[Reading]) -> list[dict[str, Any]]:
    """
    The readings that play otherwise than those before them, as data; those that say the same in
    every language have `differs`, by language what of them is their own. What could not be told
    from another one is left out.
    """
    judge = judge_of(pack, language)
    found: list[tuple[Reading, Json]] = []
    played: list[_Played] = []
    for each in readings:
        apart = take_apart(each.behaviors)
        plays = _Played.of(judge, each, apart)
        if not any(map(plays.alike, played)):
            found.append((each, comparable_form(apart)))
            played.append(plays)
    told: list[dict[str, Any]] = []
    for reading in found:
        same = [each for each in found if each[0].sentence == reading[0].sentence]
        before = [each["differs"] for each in told if each["sentence"] == reading[0].sentence]
        differs = _own_of(pack, reading, same, before)
        if differs is not None:
            told.append({**reading[0]._asdict(), "differs": differs})
    return told[:MOST]


class _Played(NamedTuple):
    """What a reading comes to."""

    reading: Reading
    form: Json  # in fewer words
    behaviors: tuple[Behavior, ...]

    @classmethod
    def of(cls, judge: Judge, reading: Reading, apart: Json) -> _Played:
        plain, written = (comparable_form(each) for each in (unfolded(judge.pack, apart), apart))
        tree = judge.read_tree(plain) or judge.read_tree(written)
        return cls(reading, plain, tree.behaviors if tree else ())

    def alike(self, other: _Played) -> bool:
        mine, theirs = self.reading, other.reading
        if (mine.facts, mine.answers) != (theirs.facts, theirs.answers):
            return False
        known = bool(self.behaviors and other.behaviors)
        return self.form == other.form or (
            known and are_equivalent(self.behaviors, other.behaviors)
        )


def _own_of(
    pack: Pack,
    reading: tuple[Reading, Json],
    same: list[tuple[Reading, Json]],
    before: list[dict[str, list[str]]],
) -> dict[str, list[str]] | None:
    """
    What one of several that say the same has otherwise than the likeliest (that: the next), so
    much of it that it is not told as one `before` it; None where nothing tells them apart.
    """
    others = [each for each in same if each is not reading]
    if not others:
        return {}
    own = _whole(reading)
    places = sorted((list(_differences(own, _whole(each))) for each in others[1:]), key=len)
    first = list(_differences(own, _whole(others[0])))
    places_told = [*first[:SHOWN], *(places[0] if places else ()), *first[SHOWN:]]
    found: dict[str, list[str]] = {}
    for language in pack.words or LANGUAGES:
        texts = [_told_at(pack, language, own, path, value) for path, value in places_told]
        texts = [*dict.fromkeys(texts)]
        known = [each[language] for each in before]
        shown = (texts[:count] for count in range(SHOWN, max(SHOWN, len(texts)) + 1))
        fitting = next((each for each in shown if each and each not in known), None)
        if reading is same[0]:
            fitting = texts[:SHOWN]
        if fitting is None or len(fitting) > MOST_SHOWN:
            return None
        found[language] = fitting
    return found


def _whole(reading: tuple[Reading, Json]) -> dict[str, Json]:
    of = reading[0]
    return {"behaviors": reading[1], "answers": take_apart(of.answers), "facts": of.facts}


def _differences(own: Any, other: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The places at which two pieces of JSON are not the same, with what stands in the first."""
    if isinstance(own, dict) and isinstance(other, dict) and "$" not in own:
        for key in (*own, *(key for key in other if key not in own)):
            yield from _differences(own.get(key, NOTHING), other.get(key, NOTHING), (*path, key))
    elif isinstance(own, list) and isinstance(other, list) and len(own) == len(other):
        for number, (mine, theirs) in enumerate(zip(own, other, strict=True)):
            yield from _differences(mine, theirs, (*path, number))
    elif own != other:
        yield path, own


def _told_at(pack: Pack, language: str, own: Any, path: Path, value: Any) -> str:
    """What stands at a place, in words."""
    key = next((str(each) for each in reversed(path) if isinstance(each, str)), "")
    tree = Tree(pack, put_together(own))
    fitting = Fitting(tree, language)
    words = help_lines(language)["apart"]
    if key == "at" and isinstance(value, str):
        timing = _first_sentence(fitting.timing_line(value) or "")
        return timing or _help_of_word(pack, value, language)
    if key in ("type", "chooser") and isinstance(value, str):
        return _help_of_word(pack, value, language)
    is_fact = path[0] == "facts"
    key = Text(pack, language).field(key) if is_fact else words["keys"].get(key, key)
    if value is NOTHING:
        return str(words["without"]).format(key=key)
    if isinstance(value, dict) and (word := value.get("type") or value.get("chooser")):
        return f"{key}: {_help_of_word(pack, str(word), language)}"
    text = str(put_together(value)) if not isinstance(value, str) else value
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    try:
        param = tree.slot_at(path).param
    except KeyError:
        param = None
    help = _first_sentence(help_of_param(param, language)) if param and param.doc else ""
    return f"{key}: {text}" + (f" ({help})" if help else "")


def _help_of_word(pack: Pack, name: str, language: str) -> str:
    """What a word of any family does, in a sentence."""
    told = (help_of_word(pack, family, name, language) for family in FAMILIES)
    return _first_sentence(next((each for each in told if each != name), name))


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.;:。；：])(?:\s|(?<=[。；：]))", text, maxsplit=1)[0].rstrip(
        ".;:。；："
    )
