"""What a pack, or the engine itself, has no words for is found before a player reads it."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import build, on_play, spell

from rules.language.schema import WORDS
from rules.language.tree import Use, walk
from rules.pack import CardDef
from rules.telling.phrasebook import LANGUAGES
from rules.telling.text import Text
from rules.workshop.untold import untold

NOTE = {"type": "note", "amount": 1}
TOLD = {
    "text": {"note": "note {amount}", "hit": "hit {target} for {amount}", "beasts": "a beast"},
    "when": {"onPlay": ""},
    "event": {"onTick": {"any": "it ticks"}},
}


def found(tmp_path, *cards, zh=None, **sections):
    """What `check` reports of these cards beside words in which everything else is told."""
    sections.setdefault("words", {"zh": {**TOLD, **(zh or {})}, "en": TOLD})
    return [str(problem) for problem in untold(build(tmp_path, cards=list(cards), **sections))]


def test_a_pack_with_words_for_all_has_none(tmp_path):
    heard = {"type": "addTriggers", "triggers": [{"event": "onTick", "do": [NOTE]}]}
    assert found(tmp_path, spell("a", on_play(NOTE, heard))) == []


def test_a_word_without_a_phrase_or_with_one_in_one_language_is_reported(tmp_path):
    silent = {"silent": {"params": {}, "do": [{"type": "log", "message": "x"}]}}
    told = found(
        tmp_path,
        spell("a", on_play(NOTE)),
        spell("b", on_play({"type": "silent"})),
        zh={"text": {"hit": "x"}},
        define={"doables": silent},
    )
    said = {line.partition("json5:1:")[2].partition(": ")[2] for line in told}
    assert said >= {
        "t.spell.b: the card does something and says nothing in zh",
        "t.spell.b: the card does something and says nothing in en",
        "words.zh.text.note: the word note has a phrase in en and none here",
        "words.zh.text.beasts: the word beasts has a phrase in en and none here",
    }


def test_events_timings_and_names_without_words_are_reported_once(tmp_path):
    heard = {"type": "addTriggers", "triggers": [{"event": "onEnd", "do": [NOTE]}]}
    seen = {"type": "note", "amount": "{you.seen}"}
    told = found(
        tmp_path,
        spell("a", {"at": "onArrive", "do": [NOTE]}, on_play(heard)),
        spell("b", on_play(heard, seen)),
    )
    said = {line.partition("words.")[2] for line in told}
    assert said == {
        "zh.event: there are no words for onEnd, which t.spell.a needs",
        "en.event: there are no words for onEnd, which t.spell.a needs",
        "zh.when: there are no words for onArrive, which t.spell.a needs",
        "en.when: there are no words for onArrive, which t.spell.a needs",
        "zh.field: there are no words for seen, which t.spell.b needs",
    }


def test_parameters_that_nothing_reads_and_holes_that_are_none_are_reported(tmp_path):
    words = {"params": {"amount": "number", "further": "number"}, "do": [NOTE]}
    text = {**TOLD, "text": {**TOLD["text"], "more": "more {amount} and {others}"}}
    told = "\n".join(
        found(tmp_path, define={"doables": {"more": words}}, words={"zh": text, "en": text})
    )
    assert "more.params.amount: nothing in more reads this parameter" in told
    assert "more.params.further: nothing in more reads this parameter" in told
    assert "words.zh.text.more: more has no parameter others" in told


def test_a_word_that_says_nothing_beside_others_that_do_is_reported(tmp_path):
    quiet = {"params": {}, "do": [{"type": "log", "message": "x"}]}
    told = found(
        tmp_path,
        spell("a", on_play(NOTE, {"type": "hush"}), {"at": "lurk"}),
        define={
            "doables": {"hush": quiet},
            "behaviors": {"lurk": {"params": {}, "behaviors": [on_play({"type": "hush"})]}},
        },
    )
    said = "\n".join(told)
    for language in ("zh", "en"):
        for word in ("hush", "lurk"):
            assert f"t.spell.a: {word} says nothing in {language}" in said


SAMPLES: dict[str, Any] = {
    "number": "{you.mana}", "condition": "{you.mana} > 3", "test": "{you.mana} > 3",
    "conditions": ["{you.mana} > 3"], "doables": [{"type": "roll"}], "values": ["{you.mana}", 2],
    "any": "{you.mana}", "boolean": True, "symbol": "fire", "filter": "{it.health} > 2",
    "zone": "discard", "event": "onTick", "timing": "onPlay", "name": "mana", "card": "{this}",
    "cards": "{this}", "measure": "{it.mana}", "choice": "id", "ids": ["x"], "triggers": [],
    "modifiers": [], "options": [{"id": "a"}], "prompt": "card", "property": "mana",
}  # fmt: skip
#: Of a family of words, a card that uses one.
USES = {
    "doable": lambda node: node,
    "condition": lambda node: {"type": "if", "condition": node, "do": [{"type": "roll"}]},
    "value": lambda node: {"type": "set", "of": "{you}", "field": "mana", "amount": node},
    "chooser": lambda node: {"type": "move", "target": node, "to": "box"},
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """A pack without words of its own."""
    return build(tmp_path_factory.mktemp("packs"), words={})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("family", "word"), [(family, word) for family in WORDS for word in WORDS[family].values()]
)
def test_every_word_of_the_engine_has_a_phrase(pack, language, family, word):
    given = {name: SAMPLES.get(p.type, "{you}") for name, p in word.params.items() if p.required}
    if word.name in ("min", "max"):
        given = {"of": "{this}", "value": "{it.health}"}
    node = {"chooser" if family == "chooser" else "type": word.name, **given}
    source = {"behaviors": [on_play(USES[family](node))]}
    card = CardDef(word.name, {}, "spell", 1, False, {}, source, "")
    used = {use.name for each in pack.trees.behaviors(card) for use in walk(each.do) if is_use(use)}
    assert word.name in used or word.function is None  # made of what the language has anyway
    missing = Text(pack, language).missing(card)
    assert ("text", word.name) not in {(table, name) for table, name, _ in missing}


def is_use(node: Any) -> bool:
    return isinstance(node, Use)
