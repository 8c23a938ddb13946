"""A sentence is read to the behaviours that say it, in every language of a pack."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path

import pytest
from tiny import build, on_play, spell

from rules.pack import Pack, load_pack
from rules.reading import MOST_CHARACTERS, Refused, complete_text, read_text
from rules.reading.notation import take_apart
from rules.running.catalogue import CardDef
from rules.telling.text import Text
from rules.workshop.comparing import comparable_form

PACKS = Path(__file__).parents[3] / "mygame" / "world" / "packs"
#: A word that no card uses: several variants, a number, somebody.
WORDS = {
    "zh": {
        "text": {
            "bless": [
                {"when": {"target": "you"}, "text": "获得{amount}点祝福"},
                "{target}获得{amount}点祝福",
            ],
            "Blessed": "你受到祝福",
        },
        "field": {"mana": "法力", "score": "分数"},
        "question": {
            "fits": {"ask": "{of}接受{it}", "not": "{of}不接受{it}", "any": "{of}中有牌接受{it}"}
        },
        "synonyms": {"赐福": "祝福"},
    },
    "en": {
        "text": {
            "bless": [
                {"when": {"target": "you"}, "text": "gain {amount} blessings"},
                "{target} gains {amount} blessings",
            ],
            "Blessed": "you are blessed",
        },
        "field": {"mana": "mana", "score": "score"},
        "question": {
            "fits": {
                "ask": "{of} takes {it}",
                "not": "{of} does not take {it}",
                "any": "some of {of} take {it}",
            }
        },
        "synonyms": {"boons": "blessings"},
    },
}
QUESTIONS = {
    "fits": {"context": {"who": "player", "it": "card"}},
    "weight": {"type": "number"},
}
DEFINED = {
    "doables": {
        "bless": {
            "doc": "Add to the score.", "source": "test",
            "params": {"amount": "number", "target": {"type": "players", "default": "{you}"}},
            "do": [{"type": "set", "of": "{target}", "field": "score", "mode": "add",
                    "amount": "{amount}"}],
        },
    },
    "conditions": {
        "Blessed": {"doc": "You have a score.", "source": "test", "value": "{you.score} > 0"},
    },
}  # fmt: skip


@cache
def shipped(name: str) -> Pack:
    return load_pack(PACKS / name)


@pytest.fixture(scope="module")
def blessed(tmp_path_factory) -> Pack:
    return build(
        tmp_path_factory.mktemp("blessed"), main=[], define=DEFINED, words=WORDS,
        questions=QUESTIONS,
        cards=[spell("a", on_play({"type": "set", "of": "{you}", "field": "mana", "amount": 1}))],
    )  # fmt: skip


def first(pack: Pack, language: str, text: str, **more):
    """The likeliest reading of a text, which says that very text."""
    found = read_text(pack, language, text, **more)
    assert found.readings, (text[: found.upto], found.next[:5])
    return found.readings[0]


# -- words that nobody has used


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Gain 3 blessings."),
        ("zh", "获得3点祝福。"),
        ("en", "gain 3 boons"),
        ("zh", "获得 ３ 点赐福"),
    ],
)
def test_a_new_word_with_its_phrase_is_read_at_once(blessed, language, text):
    reading = first(blessed, language, text)
    assert reading.behaviors == [{"at": "onPlay", "do": [{"type": "bless", "amount": 3}]}]
    assert reading.sentence == {"en": "Gain 3 blessings.", "zh": "获得3点祝福。"}


def test_new_words_are_read_inside_each_other(blessed):
    reading = first(blessed, "en", "If you are blessed, every player gains 2 blessings.")
    assert reading.behaviors[0]["do"] == [
        {
            "type": "if",
            "condition": {"type": "Blessed"},
            "do": [{"type": "bless", "amount": 2, "target": {"chooser": "players"}}],
        }
    ]


# -- new cards of games

NEW = [
    ("chrono", "treasure", "en", "Deal 3 damage. If your frost is 4 or more, draw 1 card."),
    ("chrono", "treasure", "zh", "造成3点伤害。若你的冻结值不小于4，抽1张牌。"),
    ("chrono", "treasure", "en", "Freeze(2). Resonance(4): regain 6 mana."),
    ("chrono", "treasure", "zh", "抽3张牌。恢复2点法力。蔓延：造成9点伤害。"),
    ("chrono", "treasure", "en", "Whenever you discard cards, regain 2 mana."),
    ("duel", "spell", "en", "Deal 3 damage to an enemy minion. Draw 2 cards."),
    ("duel", "minion", "en", "Taunt. Battlecry: give a minion of yours +2/+1."),
    ("duel", "minion", "zh", "亡语：抽3张牌。"),
    ("race", "card", "en", "Seal another card of yours. Draw 3 cards. Speed cost 2."),
]


@pytest.mark.parametrize(("name", "kind", "language", "text"), NEW)
def test_cards_that_nobody_has_made_are_read(name, kind, language, text):
    pack = shipped(name)
    told = {Text(pack, language).rules_text(card) for card in pack.cards}
    assert text not in told
    reading = first(pack, language, text, kind=kind)
    assert reading.sentence[language] == text
    assert set(reading.sentence) == {"zh", "en"}


@pytest.mark.parametrize(
    ("language", "text", "behavior"),
    [
        ("en", "The mana cost of a card in your hand is lowered by 2.", {
            "at": "onPlay", "do": [{"type": "manaCost", "amount": -2,
                "target": {"type": "cardChooser", "ask": "{you}", "from": "{you.hand}"}}]}),
        ("en", "Resonance(3) can trigger. Draw 1 card.", {
            "at": "onPlay", "do": [{"type": "resonance", "amount": 3},
                {"type": "drawCard", "amount": 1}]}),
        ("zh", "每当你施放一张牌，造成1点伤害（算作该牌的效果）。", {
            "at": "whenever", "event": "onCast", "condition": "{onCast.playerUUID} == {you}",
            "spell": "{onCast.cardUUID}", "do": [{"type": "damage", "amount": 1}]}),
    ],
)  # fmt: skip
def test_what_is_told_apart_is_read_apart(language, text, behavior):
    assert first(shipped("chrono"), language, text, kind="treasure").behaviors == [behavior]


def test_nothing_is_read_that_cards_of_a_kind_do_at_no_moment():
    found = read_text(shipped("chrono"), "en", "Whenever a round begins, draw 1 card.", "treasure")
    timings = {each["at"] for one in found.readings for each in one.behaviors}
    assert "whenever" in timings
    assert "onDrawExploration" not in timings


def test_what_is_printed_on_a_card_is_no_behaviour():
    reading = first(shipped("duel"), "en", "Taunt. Divine Shield.", kind="minion")
    assert (reading.behaviors, reading.facts) == ([], {"taunt": True, "shield": True})


# -- one text, written in several ways


@pytest.mark.parametrize("text", ["draw 2 CARDS", "Draw  2 cards .", "Ｄｒａｗ 2 cards."])
def test_capitals_spaces_and_width_do_not_matter(text):
    reading = first(shipped("race"), "en", text, kind="card")
    assert reading.behaviors == [{"at": "onSpeed", "do": [{"type": "draw", "amount": 2}]}]


def test_readings_are_plain_data():
    found = read_text(shipped("race"), "en", "Draw 2 cards.", "card")
    assert pickle.loads(pickle.dumps(found)) == found


# -- what is not understood


def test_the_longest_part_that_is_understood_is_told_with_what_could_come_next():
    found = read_text(shipped("race"), "en", "Draw 2 carrots.", "card")
    assert not found.readings
    assert "Draw 2 carrots."[: found.upto] == "Draw 2 car"
    assert any(text.startswith("ds") for text in found.next)


def test_where_nothing_begins_what_a_card_can_begin_with_is_offered():
    found = complete_text(shipped("race"), "en", "~ a card", "card")
    assert found.upto == 0
    assert any(each.casefold().strip() == "draw" for each in found.next)


def test_a_text_that_is_begun_is_completed():
    found = complete_text(shipped("race"), "en", "Seal a", "card")
    assert (found.readings, found.upto) == ([], len("Seal a"))
    assert 0 < len(found.next) <= 40


@pytest.mark.parametrize(
    "text",
    ["", " ", ".", "。" * 50, "{you}", "{{{{", "\x00\n\r\t", "\U000f0000\U000f0001", "９" * 30,
     "draw " * 60, "draw 99999999999999999999 cards", "a" * MOST_CHARACTERS, "抽" * 100],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh"])
def test_whatever_is_typed_nothing_fails(language, text):
    pack = shipped("race")
    for found in (
        read_text(pack, language, text, "card"),
        complete_text(pack, language, text, "card"),
    ):
        assert 0 <= found.upto <= len(text)
        assert len(found.next) <= 40


def test_a_text_that_is_too_long_is_refused():
    for way in (read_text, complete_text):
        with pytest.raises(Refused, match="too_long"):
            way(shipped("race"), "en", "x" * (MOST_CHARACTERS + 1))


# -- questions


FITS = {
    "type": "answer", "question": "fits", "of": "{target}", "with": {"who": "{you}", "it": "{this}"}
}  # fmt: skip
WEIGHT = {"type": "sumOfAnswers", "question": "weight", "of": "{you.hand}"}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("before", "condition"),
    [
        ([], FITS),
        ([], {"type": "Not", "condition": FITS}),
        ([], {"type": "anyAnswer", "question": "fits", "of": "{you.deck}", "with": FITS["with"]}),
        ([{"type": "let", "id": "n", "value": WEIGHT}], "{n} > 3"),
    ],
)
def test_what_cards_are_asked_is_read(blessed, language, before, condition):
    do = [*before, {"type": "if", "condition": condition, "do": [{"type": "bless", "amount": 2}]}]
    card = CardDef("x", {}, "spell", 1, False, {}, {"behaviors": [on_play(*do)]}, "x")
    text = Text(blessed, language).sentences_of(card, blessed.trees.behaviors(card))
    reading = first(blessed, language, text, kind="spell")
    assert comparable_form(reading.behaviors) == comparable_form([on_play(*do)])


# -- names of one's own

MINION = {"type": "minionChooser", "ask": "{you}"}
FALLEN = {
    "type": "cardChooser", "ask": "{you}", "from": "{you.graveyard}", "where": "{it.kind} == minion"
}  # fmt: skip


@pytest.mark.parametrize(
    ("do", "en", "zh"),
    [
        (
            [{"type": "let", "id": "fallen", "value": FALLEN},
             {"type": "resummon", "target": "{fallen}"}],
            "Summon a minion in your graveyard again.",
            "再次召唤你墓地中的一张随从。",
        ),
        (
            [{"type": "let", "id": "doomed", "value": MINION},
             {"type": "destroy", "target": "{doomed}"},
             {"type": "resummon", "target": "{doomed}"}],
            "Destroy a minion. Summon that card again.",
            "消灭一个随从。再次召唤该牌。",
        ),
    ],
)  # fmt: skip
def test_a_name_of_its_own_that_a_card_gives_is_told_and_read(do, en, zh):
    duel, wanted = shipped("duel"), comparable_form(take_apart([on_play(*do)]))
    card = CardDef("x", {}, "spell", 1, False, {}, {"behaviors": [on_play(*do)]}, "x")
    for language, told in (("en", en), ("zh", zh)):
        text = Text(duel, language).sentences_of(card, duel.trees.behaviors(card))
        assert text == told
        found = read_text(duel, language, text, "spell").readings
        assert wanted in [comparable_form(take_apart(each.behaviors)) for each in found]
