"""What is wrong with a piece is told in the reader's language; what has no words stays English."""

import re
from pathlib import Path

import pytest

from rules.workshop import problems
from rules.workshop.problems import in_language, report_in

ENGINE = re.sub(
    r'"\s*\n\s*f?"',
    "",
    "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((Path(__file__).parents[2] / "mygame" / "rules").rglob("*.py"))
    ),
)
NAMES = r"\{\w+\}|\b(?:en|zh|boolean|symbol|text|doable|condition|value|chooser|behavior)\b"
LETTERS = 12  # of a sentence, without which it is too short to be looked for


def pairs():
    text = (problems.FOLDER / "problems.zh.json5").read_text(encoding="utf-8")
    return re.findall(r'\["((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\]', text)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("there is no doable 'damge'", "没有 'damge' 这个动作"),
        ("there is no zone 'x'; there are hand, heap", "没有 'x' 这个区域；有：hand, heap"),
        (
            "a.json5:3:4: cards.x: a stone has no wieght",
            "a.json5:3:4: cards.x: stone 没有 wieght 这一项",
        ),
        ("no words for this", "no words for this"),
    ],
)
def test_a_sentence_is_told_in_the_readers_language_behind_its_place(said, told):
    assert in_language(said, "zh") == told
    assert in_language(said, "en") == said


def test_a_report_is_told_whole():
    report = {"problems": [{"text": "more than 5 cards", "line": 1}], "warnings": ["x: y"], "a": 1}
    told = report_in(report, "zh")
    assert told["problems"] == [{"text": "牌多于 5 张", "line": 1}]
    assert (told["warnings"], told["a"]) == (["x: y"], 1)


@pytest.mark.parametrize(("said", "told"), pairs())
def test_what_is_translated_is_said_by_the_engine_and_keeps_its_holes(said, told):
    holes = set(re.findall(r"\{\w+\}", said))
    assert set(re.findall(r"\{\w+\}", told)) <= holes
    literal = max(re.split(NAMES, said), key=len).strip()
    assert len(literal) < LETTERS or literal in ENGINE, literal
