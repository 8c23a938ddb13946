"""
What is wrong with a piece, in a reader's language.

The engine says everything in English sentences. `help/problems.<language>.json5` has pairs of such
a sentence, with holes for names and numbers, and how it reads, `help/lua.<language>.json5` those of
Lua; what is in no table stays English. A pack's own scripts have theirs among its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from ..ground.templates import Part, fill_from, match_template, parse_template
from ..language import dialect
from ..pack.definition import Pack

#: Sentences in parts, with how they read.
type Patterns = Sequence[tuple[tuple[Part, ...], str]]

FILES = ("lua", "problems")
FOLDER = Path(__file__).parent / "help"
MOST = 1_000  # characters of a sentence
PLACES = 4  # the parts, each with a colon, of where something is wrong: file, address, card


@cache
def sentence_patterns(language: str) -> list[tuple[tuple[Part, ...], str]]:
    """The sentences of the engine that a language has, in parts, and how they read."""
    found = []
    for name in FILES:
        path = FOLDER / f"{name}.{language}.json5"
        if path.exists():
            pairs, problems = dialect.parse_json5(path.read_text(encoding="utf-8"), str(path))
            if problems:
                raise ValueError("; ".join(map(str, problems)))
            found += [(parse_template(said), told) for said, told in pairs]
    return found


@cache
def _sentences_without_holes(language: str) -> dict[str, str]:
    """Those of them that are always the same, which no wider one of a pack says in their place."""
    patterns = sentence_patterns(language)
    return {parts[0]: told for parts, told in patterns if len(parts) == 1 and type(parts[0]) is str}


def patterns_of_pack(pack: Pack, language: str) -> Patterns:
    """The sentences that a pack's own scripts say: `problems` of its words."""
    said = pack.words.get(language, {}).get("problems", {})
    return [(parse_template(each), told) for each, told in said.items()]


def in_language(sentence: str, language: str, own: Patterns = ()) -> str:
    """
    A sentence of the engine, also behind its place, or one of a pack's `own`.

    >>> in_language("cards.json5:3:7: there is no doable 'damge'; did you mean damage?", "zh")
    "cards.json5:3:7: 没有 'damge' 这个动作；是不是 damage？"
    """
    known, plain = [*own, *sentence_patterns(language)], _sentences_without_holes(language)
    if not known:
        return sentence
    found = islice(re.finditer(": ", sentence[:MOST]), PLACES)
    colons = [each.end() for each in found]
    for start in (*reversed(colons), 0):  # the shortest, as a hole would take in the place as well
        said = sentence[start:MOST]
        told = plain.get(said) or _translate_whole(said, own) or _translate_end(said, known)
        if told is not None:
            return sentence[:start] + told
    return sentence


def report_in(report: Mapping[str, Any], language: str) -> dict[str, Any]:
    """
    The report of a check (`rules.workshop.checking`) for a reader; as the pack says it, where it
    does (`told`).
    """
    plain = {name: value for name, value in report.items() if name != "told"}
    problems = [_problem_in(each, language) for each in report.get("problems") or ()]
    told = (report.get("told") or {}).get(language, {})
    warnings = [
        told.get(each) or in_language(str(each), language) for each in report.get("warnings") or ()
    ]
    return {**plain, "problems": problems, "warnings": warnings}


def _problem_in(problem: Mapping[str, Any], language: str) -> dict[str, Any]:
    plain = {name: value for name, value in problem.items() if name != "told"}
    told = (problem.get("told") or {}).get(language)
    return {**plain, "text": told or in_language(str(problem.get("text", "")), language)}


def _translate_end(sentence: str, known: Patterns) -> str | None:
    """With what stands behind its last semicolon: what may have been meant."""
    head, mark, end = sentence.rpartition("; ")
    if (
        mark
        and (ended := _translate_whole(end, known))
        and (begun := _translate_whole(head, known))
    ):
        return f"{begun}；{ended}"
    return _translate_whole(sentence, known)


def _translate_whole(sentence: str, known: Patterns) -> str | None:
    for parts, told in known:
        if (values := match_template(parts, sentence)) is not None:
            return fill_from(told, {name: _in_terms(each) for name, each in values.items()})
    return None


#: What shapes of JSON are called in sentences (`pack.shapes`), and how that reads in Chinese.
TERMS = {
    "a list of texts": "一列文字",
    "a list of numbers": "一列数",
    "true or false": "true、false",
    "an object": "一个对象",
    "a number": "一个数",
    "a text": "一段文字",
    "a list": "一个列表",
}
_TERM = "|".join(TERMS)
_terms = re.compile(rf"(?:{_TERM})(?: or (?:{_TERM}))*").fullmatch


def _in_terms(value: str) -> str:
    """What stands in a hole, where it is nothing but terms: `a text or a number`."""
    if _terms(value) is None:
        return value
    told = (TERMS[each] for each in re.findall(_TERM, value))
    return " 或 ".join(told)
