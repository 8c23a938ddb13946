"""
The forms of the specification: its listings as printed, the older dialect, and what is said of a
mistake.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.language.dialect import modernise, parse_json5

LISTINGS = Path(__file__).parent / "listings"
SPECIFICATION = Path(__file__).parents[3] / "shared" / "seeds" / "000_0b9d05b28aab30b7.txt"
NAMES = ("stone", "bash", "survival_of_the_fittest", "gilding_components")


def listing(name: str) -> str:
    return (LISTINGS / f"{name}.json5").read_text(encoding="utf-8")


def printed(name: str) -> str:
    """
    A listing as it stands in the specification: from its opening brace to the last one before what
    follows.
    """
    text = SPECIFICATION.read_text(encoding="utf-8")
    middle = text.index(f'.{name}"')
    start = text.rindex("\n{", 0, middle) + 1
    following = {
        "stone": "1.1.1",
        "gilding_components": "接口定义",
        "bash": "\n{",
        "survival_of_the_fittest": "可执行效果",
    }
    return text[start : text.index(following[name], middle)].strip()


def test_comments_and_trailing_commas_are_read():
    data, problems = parse_json5('// one\n{"a": [1, 2,], /* two */ "b": 3,}', "x")
    assert (data, problems) == ({"a": [1, 2], "b": 3}, [])


@pytest.mark.parametrize("name", NAMES[:3])
def test_the_listings_of_the_specification_are_read(name):
    data, problems = parse_json5(listing(name), name)
    assert problems == []
    assert data["id"].endswith(name)


def test_a_bracket_too_many_is_named_with_line_and_column():
    data, problems = parse_json5(listing("gilding_components"), "cards.json5")
    assert data is None
    assert str(problems[0]).startswith("cards.json5:37:6: ")
    assert "']'" in problems[0].message


@pytest.mark.skipif(
    not SPECIFICATION.exists(), reason="the specification is not beside the project"
)
@pytest.mark.parametrize("name", NAMES)
def test_our_listings_say_what_the_specification_prints(name):
    text = printed(name)
    if name == "gilding_components":
        assert parse_json5(text, "seed")[1][0].at == (37, 6)
        text = text.replace("]  ]", "]")
    if name == "bash":  # its last brace is missing in print
        assert parse_json5(text, "seed")[1][0].at == (1, 1)
        text += "}"
    ours = listing(name).replace("]  ]", "]")
    data, problems = parse_json5(text, "seed")
    assert problems == []
    assert data == parse_json5(ours, "ours")[0]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"a": 1]', "x:1:8", "expected comma or '}', found ']'"),
        ('{"a": 1}\n\n  ]', "x:3:3", "extra data"),
        ("[1,\n 2,,\n 3]", "x:2:4", "stray comma"),
        ("", "x:1:1", "no JSON data"),
        ('{"a": "open', "x:1:7", "unclosed string"),
        ("[" * 99, "x:1:61", ""),
        (" " * 2_000_001, "x", "at most"),
    ],
)
def test_a_mistake_is_placed(text, place, words):
    data, problems = parse_json5(text, "x")
    assert data is None
    assert str(problems[0]).startswith(f"{place}: ")
    assert words in problems[0].message


def test_the_older_form_of_a_trigger_becomes_the_present_one():
    old = parse_json5(listing("stone"), "x")[0]["behaviors"]
    assert modernise(old) == [
        {
            "at": "onPlay",
            "do": [
                {
                    "type": "addTriggers",
                    "triggers": [
                        {
                            "event": "instant",
                            "mode": "once",
                            "do": [
                                {
                                    "type": "damage",
                                    "target": {"type": "monsterChooser", "ask": "{you}"},
                                    "amount": 2,
                                }
                            ],
                        }
                    ],
                }
            ],
        }
    ]


def test_conditions_of_the_older_form_are_joined_and_renamed():
    old = parse_json5(listing("gilding_components").replace("]  ]", "]"), "x")[0]["behaviors"]
    trigger = modernise(old)[0]["do"][0]["triggers"][0]
    assert trigger["condition"] == {
        "type": "And",
        "conditions": [
            {
                "type": "Equals",
                "value1": "$onDrawExploration.byWho",
                "value2": "$onExplored.byWho",
            },
            {"type": "Equals", "value1": "$onExplored.card.type", "value2": "monster"},
        ],
    }
    assert trigger["mode"] == "once"
    assert trigger["do"] == [{"type": "buffMonster", "health": 3, "reward": 1}]


@pytest.mark.parametrize(
    ("old", "new"), [("permanent", "always"), ("round", "round"), ("once", "once")]
)
def test_kinds_of_triggers_of_the_older_form_are_modes(old, new):
    node = {"event": "onBuy", "conditions": [], "type": old, "effects": []}
    assert modernise(node) == {"event": "onBuy", "mode": new, "do": []}


@pytest.mark.parametrize(
    ("short", "effect"),
    [
        (
            {"at": "onPlay", "do": "dealDamage", "target": {"chooser": "monsters"}, "amount": 2},
            {
                "type": "damage",
                "target": {"type": "monsterChooser", "ask": "{you}"},
                "amount": 2,
            },
        ),
        (
            {"at": "onPlay", "do": "regenMana", "target": "{you}", "amount": 3},
            {"type": "mana", "target": "{you}", "amount": 3, "mode": "add"},
        ),
        (
            {"at": "onPlay", "do": "drawCards", "target": "{you}", "amount": 1},
            {"type": "drawCard", "target": "{you}", "amount": 1},
        ),
    ],
)
def test_a_short_form_is_an_instant_trigger(short, effect):
    assert modernise(short) == {
        "at": "onPlay",
        "do": [
            {
                "type": "addTriggers",
                "triggers": [{"event": "instant", "mode": "once", "do": [effect]}],
            }
        ],
    }
