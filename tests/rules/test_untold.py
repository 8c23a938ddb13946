"""What a pack, or the engine itself, has no words for is found before a player reads it."""

from __future__ import annotations

import json

import pytest
from tiny import build, on_play, spell

from rules.pack import load_pack
from rules.workshop.untold import untold_places

NOTE = {"type": "note", "amount": 1}
TOLD = {
    "text": {"note": "note {amount}", "hit": "hit {target} for {amount}", "beasts": "a beast"},
    "when": {"onPlay": ""},
    "event": {"onTick": {"any": "it ticks"}},
}


def found(tmp_path, *cards, zh=None, **sections):
    """What `check` reports of these cards beside words in which everything else is told."""
    sections.setdefault("words", {"zh": {**TOLD, **(zh or {})}, "en": TOLD})
    return [
        str(problem) for problem in untold_places(build(tmp_path, cards=list(cards), **sections))
    ]


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


def test_what_goes_without_saying_is_a_condition_with_its_own_parameters(tmp_path):
    rich = {"Rich": {"params": {"who": "player"}, "value": "{who.score} > 0"}}
    note = {"beside": {"type": "note"}}
    unsaid = {"Rich": {**note, "who": "{you}", "whom": "{you}"}, "Poor": note}
    text = {**TOLD["text"], "Rich": ""}
    words = {language: {**TOLD, "text": text, "unsaid": unsaid} for language in ("zh", "en")}
    told = found(tmp_path, spell("a", on_play(NOTE)), words=words, define={"conditions": rich})
    said = {line.partition("words.en.")[2] for line in told} - {""}
    assert said == {
        "unsaid.Rich.whom: Rich has no parameter whom", "unsaid.Poor: no word is called Poor",
    }  # fmt: skip


def test_docs_of_some_words_want_one_for_each_and_none_for_what_is_no_word(tmp_path):
    words = {name: {"doc": "It does.", "do": [NOTE]} for name in ("first", "second")}
    phrases = dict.fromkeys(words, "note")
    told = {**TOLD, "text": {**TOLD["text"], **phrases}}

    others = dict.fromkeys(("note", "hit", "beasts"), "词")

    def said(docs):
        texts = {"zh": {**told, "docs": {**others, **docs}}, "en": told}
        lines = found(tmp_path, define={"doables": words}, words=texts)
        return {line.partition("words.")[2] for line in lines if "docs" in line}

    assert said({"first": "甲", "second": "乙"}) == set()
    assert said({"first": "甲", "third": "丙"}) == {
        "zh.docs.second: the word second has a doc in en and none here",
        "zh.docs.third: no word is called third",
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


def test_parameters_that_nothing_reads_are_reported(tmp_path):
    words = {"params": {"amount": "number", "further": "number"}, "do": [NOTE]}
    text = {**TOLD, "text": {**TOLD["text"], "more": "more {amount}"}}
    told = "\n".join(
        found(tmp_path, define={"doables": {"more": words}}, words={"zh": text, "en": text})
    )
    assert "more.params.amount: nothing in more reads this parameter" in told
    assert "more.params.further: nothing in more reads this parameter" in told


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


@pytest.mark.parametrize("option", ["look", {"text": "x", "verbs": ["look round"]}])
def test_an_option_that_can_only_be_typed_as_a_command_is_told(tmp_path, option):
    word = option if isinstance(option, str) else "go"
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "x",
        "options": [{"id": word}, {"id": "looks"}],
    }
    texts = {} if isinstance(option, str) else {"words": {"en": {"option": {"go": option}}}}
    problems = [str(each) for each in untold_places(build(tmp_path, main=[menu], **texts))]
    (told,) = [each for each in problems if "can never be typed" in each]
    assert "'look' is a command" in told


def test_a_missing_text_of_an_heir_belongs_into_its_own_files(tmp_path):
    parent = build(tmp_path, cards=[spell("a", on_play(NOTE))], words={"zh": TOLD, "en": TOLD})
    heir = tmp_path / "heir"
    heir.mkdir()
    silent = {"behaviors": [on_play({"type": "hush"})]}
    sections = {
        "pack": {"id": "heir", "inherits": parent.folder, "name": "Heir", "version": "1"},
        "define": {"doables": {"hush": {"params": {}, "do": [NOTE]}}},
        "words": {"en": {"text": {"hush": "hush"}}},
        "cards": [{"id": "t.spell.b", "name": "B", **silent}],
    }
    (heir / "pack.json5").write_text(json.dumps(sections), encoding="utf-8")
    told = [str(problem) for problem in untold_places(load_pack(heir))]
    missing = [line for line in told if "zh" in line and "hush" in line]
    assert missing
    assert all(line.startswith("heir/") for line in missing)
