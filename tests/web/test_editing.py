"""The editor of drafts reads JSON5 as the game does, changes it in place, knows what can follow."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pyjson5
import pytest
from playwright._impl._driver import compute_driver_executable

import rules
from rules.pack import load_pack, pieces
from rules.pack.files import WORLD
from rules.workshop.schema import schema_document

BUILD = Path(rules.__file__).parents[1] / "web" / "static" / "build"
CARD = (
    '{"id": "base.treasure.common.x", "name": {"zh": "甲", "en": "X"},  // a remark\n'
    '  "behaviors": [%s]}'
)
PLAY = '{"at": "onPlay", "do": [%s]}'


@pytest.fixture(scope="module")
def ask():
    """`ask([{"what": ...}, ...])`: the answers of the modules of the page."""
    node = compute_driver_executable()[0]
    script = Path(__file__).with_name("edited.mjs")

    def ask(questions):
        lines = "\n".join(json.dumps(each) for each in questions)
        done = subprocess.run(
            [node, script, BUILD], input=lines, capture_output=True, text=True, check=True
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


@pytest.fixture(scope="module")
def chrono():
    return load_pack(WORLD / "chrono")


@pytest.fixture(scope="module")
def complete(ask, chrono):
    """What can stand at the `^` of a card's text."""
    schema = schema_document(chrono, "card")

    def complete(text):
        caret = text.index("^")
        question = {"what": "completions", "text": text.replace("^", ""), "caret": caret}
        return ask([{**question, "schema": schema}])[0]

    return complete


def test_every_card_of_the_games_is_read_as_the_game_reads_it(ask, chrono):
    texts = [
        found.text
        for address in pieces.pieces_of(chrono.sources, "chrono")
        if address.startswith("card:")
        and (found := pieces.find_piece(chrono.sources, "chrono", address)) is not None
    ]
    assert len(texts) > 150
    read = ask([{"what": "parse", "text": text} for text in texts])
    assert read == [pyjson5.decode(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "{a: 1, 'b': [-2, +3, 0x10,], /* x */ c: {} // end\n}",
            {"a": 1, "b": [-2, 3, 16], "c": {}},
        ),
        ('"a\\\nb\\u0041"', "abA"),
        ("[true, false, null]", [True, False, None]),
    ],
)
def test_json5_is_more_than_json(ask, text, value):
    assert ask([{"what": "parse", "text": text}]) == [value]


@pytest.mark.parametrize("text", ["", "{", "[1 2]", '{"a"}', '{"a": }', '"x', "{} {}", "nothing"])
def test_what_is_broken_is_broken(ask, text):
    assert ask([{"what": "parse", "text": text}]) == [{"broken": "SyntaxError"}]


def test_a_change_leaves_everything_else_as_it_is(ask):
    text = CARD % (PLAY % '{"type": "damage", "amount": 2}, {"type": "drawCard", "amount": 1}')
    block = ["behaviors", 0, "do"]
    cost, name, more, first, last = ask(
        [
            {"what": "withMember", "text": text, "path": [], "key": "manaCost", "json": "3"},
            {"what": "withMember", "text": text, "path": ["name"], "key": "en", "json": '"Y"'},
            {"what": "withItem", "text": text, "path": block, "json": '{"type": "stop"}'},
            {"what": "without", "text": text, "path": block, "number": 0},
            {"what": "without", "text": text, "path": block, "number": 1},
        ]
    )
    assert all("// a remark" in each for each in (cost, name, more, first, last))
    assert pyjson5.decode(cost)["manaCost"] == 3
    assert pyjson5.decode(name)["name"] == {"zh": "甲", "en": "Y"}

    def words(text):
        return [each["type"] for each in pyjson5.decode(text)["behaviors"][0]["do"]]

    assert [words(each) for each in (more, first, last)] == [
        ["damage", "drawCard", "stop"],
        ["drawCard"],
        ["damage"],
    ]


@pytest.mark.parametrize(
    ("inside", "word"),
    [
        (PLAY % '{"type": "dam^"}', "damage"),
        (PLAY % '{"type": "dam^', "damage"),
        (PLAY % '{"type": "damage", "am^"}', "amount"),
        (PLAY % '{"type": "damage", "target": {"chooser": "all^"}}', "allMonsters"),
        (PLAY % '{"type": "damage", "target": {"type": "monst^"}}', "monsterChooser"),
        (PLAY % '{"type": "if", "condition": {"type": "HasW^"}}', "HasWand"),
        (PLAY % '{"type": "addTriggers", "triggers": [{"event": "onMana^"}]}', "onManaRegained"),
        (PLAY % '{"type": "addTriggers", "triggers": [{"ev^"}]}', "event"),
        ('{"at": "under^"}', "undercurrent"),
        ('{"at": "undercurrent", "ai^"}', "aims"),
        ('{"at": "always", "modifiers": [{"prop^"}]}', "property"),
    ],
)
def test_what_belongs_at_the_caret_is_offered(complete, inside, word):
    assert word in complete(CARD % inside)


def test_what_is_printed_on_a_card_is_offered_with_its_values(complete):
    text = CARD % ""
    assert "manaCost" in complete(text.replace('"behaviors"', '"man^", "behaviors"'))
    fire = complete(text.replace('"behaviors"', '"school": "^", "behaviors"'))
    assert fire == ["none", "fire", "frost", "arcane"]
    assert "id" not in complete(text.replace('"behaviors"', '"i^", "behaviors"'))


@pytest.mark.parametrize("behaviors", ["", PLAY % "", None])
def test_what_was_read_of_a_sentence_is_taken_into_the_text(ask, behaviors):
    text = CARD % behaviors if behaviors is not None else '{"id": "x", "name": "x"}'
    reading = {
        "behaviors": [{"at": "onPlay", "do": [{"type": "damage"}]}],
        "facts": {"manaCost": 2},
    }
    (made,) = ask([{"what": "taken", "text": text, "json": reading}])
    card = pyjson5.decode(made)
    assert card["manaCost"] == 2
    assert card["behaviors"][-1] == reading["behaviors"][0]
    assert len(card["behaviors"]) == (2 if behaviors else 1)


@pytest.mark.parametrize(
    ("text", "path", "json", "made"),
    [
        ('[{"type": "a"}]', [0], "7", "[7]"),
        ('{"a": [1, /* two */ 2]}', ["a", 1], '"x"', '{"a": [1, /* two */ "x"]}'),
        ('{"a": 1}', ["b"], "2", '{"a": 1, "b": 2}'),
        ("{}", [], "[]", "[]"),
    ],
)
def test_a_place_is_written_where_it_stands(ask, text, path, json, made):
    assert ask([{"what": "writtenAt", "text": text, "path": path, "json": json}]) == [made]


@pytest.mark.parametrize(
    ("text", "path", "made"),
    [
        ('{"a": 1, "b": 2}', ["a"], '{"b": 2}'),
        ('{"a": 1, "b": 2}', ["b"], '{"a": 1}'),
        ('{"a": 1}', ["a"], "{}"),
        ('{"a": [1, 2]}', ["a", 0], '{"a": [2]}'),
    ],
)
def test_a_place_is_taken_away_with_its_comma(ask, text, path, made):
    assert ask([{"what": "withoutAt", "text": text, "path": path}]) == [made]


def test_words_are_completed_in_a_flow_as_in_a_card(ask, chrono):
    text = '[{"type": "shuf'
    question = {"what": "completions", "text": text, "caret": len(text), "root": "do"}
    assert "shuffle" in ask([{**question, "schema": schema_document(chrono, "card")}])[0]
