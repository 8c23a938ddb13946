"""
What every word of the engine says in both languages, on a card of a small game that has words.

`word_sentences.json5` is the table: an example of each word, and the whole sentence. It is also
where to look how a word is written; `word_gaps` asks at the start of the tests that no word is
missing there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyjson5
import pytest
from tiny import build, on_play, spell

from rules.language.tree import Use, walk
from rules.telling.text import Text

TABLE = Path(__file__).with_name("word_sentences.json5")
EXAMPLES = pyjson5.decode(TABLE.read_text(encoding="utf-8"))
HIT = {"card": "beast", "player": "by"}
#: Names and phrases of the game, in the order of `LANGUAGES`.
NAMES = {
    "field": {
        "mana": ("法力", "mana"),
        "score": ("分数", "score"),
        "health": ("生命", "health"),
        "cap": ("体力", "vigour"),
        "manaCost": ("费用", "mana cost"),
        "school": ("学派", "school"),
        "stable": ("马厩", "stable"),
        "coins": ("金币", "coins"),
        "market": ("市场", "market"),
        "startPlayer": ("起始玩家", "start player"),
    },
    "zone": {
        "box": ("盒子", "box"),
        "hand": ("手牌", "hand"),
        "deck": ("牌库", "deck"),
        "discard": ("弃牌堆", "discard pile"),
        "field": ("战场", "battlefield"),
    },
    "noun": {
        "spell": (["法术"] * 2, ["spell", "spells"]),
        "beast": (["野兽"] * 2, ["beast", "beasts"]),
    },
    "symbol": {
        "fire": ("火", "fire"),
        "frost": ("霜", "frost"),
        "none": ("无", "none"),
        "beast": ("野兽", "a beast"),
    },
    "event": {
        "onHit": (
            {**HIT, "this": "此牌受到伤害", "before_this": "此牌将受到伤害"},
            {**HIT, "this": "this card is hit", "before_this": "this card is about to be hit"},
        ),
        "onEnd": ({"you": "你的回合结束"}, {"you": "your turn ends"}),
    },
    "when": {"onPlay": ("", "")},
    "duration": {"turn": ("本回合{x}", "{x} this turn")},
    "question": {
        "fits": (
            {
                "ask": "{of}接受{it}",
                "not": "{of}不接受{it}",
                "any": "{of}中有一张接受{it}",
                "answer": "若{answer}，则接受{it}",
            },
            {
                "ask": "{of} takes {it}",
                "not": "{of} does not take {it}",
                "any": "a card of {of} takes {it}",
                "answer": "it takes {it} if {answer}",
            },
        ),
        "farther": (
            {"sum": "{of}使{who}拉远的距离"},
            {"sum": "by how much the cards of {of} move {who} away"},
        ),
    },
    "text": {
        "hit": ("对{target}造成{amount}点伤害", "deal {amount} damage to {target}"),
        "beasts": ("野兽", "beasts"),
        "beastChooser": ("一只野兽", "a beast"),
    },
}
LANGUAGES = ("zh", "en")
SECTIONS: dict[str, Any] = {
    "fields": {
        "match": {"found": {}, "paid": {}, "till": {}},
        "player": {"mana": {"initial": 5, "reset": "dawn"}, "coins": {"from": "coins"}},
    },
    "properties": {"strength": {"kind": "beast", "type": "number"}},
    "bring": {
        "deck": {
            "parts": {"main": {"name": "main", "kind": "beast", "size": 1}},
            "ready": {"plain": {"main": "t.beast.wolf"}},
        },
        "stable": {"type": "definitions", "kind": "beast"},
        "coins": {
            "type": "number",
            "conserved": {
                "source": "{match.found}",
                "sink": "{match.paid}",
                "places": {"market": "{match.till}"},
            },
        },
    },
    "questions": {
        "fits": {"context": {"who": "player", "it": "card"}},
        "farther": {"context": {"who": "player"}, "type": "number"},
        "bare": {"type": "number"},
        "dull": {},
    },
    "enchantments": {
        "pair": ["cap", "health"],
        "words": {"defeated": {"en": "Defeated", "zh": "战败"}},
    },
    "words": {
        language: {
            table: {name: told[number] for name, told in rows.items()}
            for table, rows in NAMES.items()
        }
        for number, language in enumerate(LANGUAGES)
    },
}


def doables(example: dict[str, Any]) -> list[dict[str, Any]]:
    """What the card of an example does."""
    if "if" in example:
        return [{"type": "if", "condition": example["if"], "do": [{"type": "roll"}]}]
    if "value" in example:
        return [{"type": "set", "of": "{you}", "field": "mana", "amount": example["value"]}]
    if "target" in example:
        return [{"type": "move", "target": example["target"], "to": "box"}]
    return example["do"]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """A pack with a card for each example: all of them can be compiled."""
    cards = [spell(f"x{n}", on_play(*doables(example))) for n, example in enumerate(EXAMPLES)]
    wolf = {"id": "t.beast.wolf", "name": {"zh": "狼", "en": "Wolf"}, "count": "$1"}
    functions = "".join(
        f'host.export("wolf.{name}", error)\n' for name in ("howl", "hungry", "prey")
    )
    lua = {"api/api.lua": functions}
    return build(tmp_path_factory.mktemp("packs"), lua=lua, cards=[*cards, wolf], **SECTIONS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[each["word"] for each in EXAMPLES])
def test_the_sentence_of_a_word(pack, number, language):
    text = Text(pack, language)
    card = pack.program.catalogue.definitions[f"t.spell.x{number}"]
    assert text.rules_text(card) == EXAMPLES[number][language]
    missing = {(table, name) for table, name, _ in text.missing_words(card)}
    assert not {name for table, name in missing if table in ("text", "event", "when")}


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[each["word"] for each in EXAMPLES])
def test_an_example_is_one_of_its_word(pack, number):
    behaviors = pack.trees.behaviors(pack.program.catalogue.definitions[f"t.spell.x{number}"])
    uses = {use.name for each in behaviors for use in walk(each.do) if isinstance(use, Use)}
    word = EXAMPLES[number]["word"]
    assert word in uses or word in OPERATORS


#: Words that are read to what the language has anyway: `Equals` is `==`.
OPERATORS = {
    *("getCardProperty", "getProperty", "add", "subtract", "multiply", "divide"),
    *("Equals", "GreaterThan", "LessThan", "GreaterThanOrEqual", "LessThanOrEqual"),
    *("And", "Or", "Not"),
}
