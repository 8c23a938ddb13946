"""What is wrong with a piece is told in the reader's language; what has no words stays English."""

import ast
import itertools
import json
import re
from pathlib import Path

import pytest

from rules.ground.templates import holes_of, parse_template
from rules.workshop import problems
from rules.workshop.problems import in_language, report_in

RULES = Path(__file__).parents[2] / "mygame" / "rules"
ENGINE = re.sub(
    r'"\s*\n\s*f?"',
    "",
    "".join(
        path.read_text(encoding="utf-8")
        for path in [*sorted(RULES.parent.rglob("*.py")), *sorted((RULES / "lua").glob("*.lua"))]
    ),
)
SAYING = {"problem", "Problem", "RuleError", "BudgetExceeded", "IllegalAnswer", "ScenarioError"}
FLOORS = ("language", "lua", "pack", "running", "scenario", "workshop")
NAMES = r"\{\w+\}|\b(?:en|zh|boolean|symbol|text|doable|condition|value|chooser|behavior)\b"
CHINESE = "[\u4e00-\u9fff]"
PLACE = r"\S+|\{\}: [\w.{}]*"  # where something is wrong
LETTERS = 12  # of a sentence, without which it is too short to be looked for


def pairs():
    text = (problems.FOLDER / "problems.zh.json5").read_text(encoding="utf-8")
    found = re.findall(r'\[("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")\]', text)
    return [tuple(map(json.loads, pair)) for pair in found]


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


def test_however_many_colons_a_sentence_has_it_is_looked_for_at_few_places(monkeypatch):
    looked = []
    monkeypatch.setattr(
        problems, "_translate_end", lambda sentence, language: looked.append(sentence)
    )
    said = "a.json5:3:4: x: " + ": " * 400 + "there is no zone 'x'"
    assert in_language(said, "zh") == said
    assert looked[-1] == said[: problems.MOST]
    assert len(looked) == problems.PLACES + 1


def test_a_report_is_told_whole():
    report = {"problems": [{"text": "more than 5 cards", "line": 1}], "warnings": ["x: y"], "a": 1}
    told = report_in(report, "zh")
    assert told["problems"] == [{"text": "牌多于 5 张", "line": 1}]
    assert (told["warnings"], told["a"]) == (["x: y"], 1)


@pytest.mark.parametrize(("said", "told"), pairs())
def test_what_is_translated_is_said_by_the_engine_and_keeps_its_holes(said, told):
    assert set(holes_of(told)) <= set(holes_of(said))
    literal = max(re.split(NAMES, said), key=len).strip(" (")
    assert len(literal) < LETTERS or literal in ENGINE, literal


@pytest.mark.parametrize(("said", "told"), pairs())
def test_no_sentence_stands_behind_a_wider_one(said, told):
    filled = {hole: f"<{i}>" for i, hole in enumerate(re.findall(r"\{\w+\}", said))}
    for hole, value in filled.items():
        said, told = said.replace(hole, value), told.replace(hole, value)
    assert in_language(said, "zh") == told


def said():
    """What the engine says when something is wrong: where, and the sentence with its holes."""
    for path in sorted(path for floor in FLOORS for path in (RULES / floor).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node.func) in SAYING:
                for sentence in (each for part in node.args for each in written(part)):
                    if re.search("[a-z]", sentence.replace("{}", "")):
                        yield f"{path.relative_to(RULES)}:{node.lineno}", sentence


def called(function):
    return getattr(function, "attr", None) or getattr(function, "id", None)


def written(part):
    """The sentences that an expression may be, with `{}` for holes, without what may be meant."""
    match part:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            texts = [each.value if isinstance(each, ast.Constant) else hole(each) for each in parts]
            return ["".join(texts)]
        case ast.IfExp(body=one, orelse=other):
            return [*written(one), *written(other)]
        case ast.BinOp(op=ast.Add(), left=one, right=other):
            return [a + b for a, b in itertools.product(written(one), written(other))]
    return []


def hole(part):
    meant = isinstance(part.value, ast.Call) and called(part.value.func) == "suggest"
    return "" if meant else "{known}" if getattr(part.value, "id", "") == "known" else "{}"


def is_told(sentence):
    """In Chinese; `known` may be what is there, or what may have been meant."""
    texts = (sentence.replace("{known}", known) for known in ("", "{}"))
    given = itertools.product(texts, ("'abc'", "en"))
    return any(re.search(CHINESE, in_language(text.replace("{}", it), "zh")) for text, it in given)


def test_whatever_the_engine_says_can_be_read_in_chinese():
    sentences = [(place, each) for place, each in said() if not re.fullmatch(PLACE, each)]
    assert len(sentences) > 200
    assert [each for each in sentences if not is_told(each[1])] == []


def test_a_wider_sentence_of_a_pack_does_not_say_one_of_the_engine():
    own = [(parse_template("{name} has no {field}"), "{name} 没有 {field}")]
    said = "a table with such keys has no order in which one could go through it"
    assert in_language(f"x.lua:3: {said}", "zh", own).endswith(in_language(said, "zh"))
    assert in_language("x.lua:3: far has no on_use", "zh", own) == "x.lua:3: far 没有 on_use"
