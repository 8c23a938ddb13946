"""What people type in their own words comes back as what they mean."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from reading.alike import do_the_same
from reading.corpus import LANGUAGES, entries, games, stands_on
from reading.measure import shipped

from rules.reading import read_with
from rules.reading.books import ways_book
from rules.reading.notation import take_apart
from rules.reading.verify import Judge
from rules.reading.ways.checking import problems_of_ways
from rules.reading.ways.paraphrased import ways_of
from rules.reading.ways.patterns import BadPattern, forms_of
from rules.reading.ways.resolving import Resolver
from rules.reading.ways.tokens import mend_spelling, tokens_of


def readings(
    pack: str, language: str, text: str, kind: str = "spell", facts: Any = None
) -> list[Any]:
    found = ways_of(shipped(pack), language).read(text, kind, facts).ways
    judge = Judge(shipped(pack), language)
    return [each for each in found if judge.read_tree(take_apart(each.behaviors)) is not None]


def means(text: str, said: list[Any], pack: str = "duel", language: str = "en") -> bool:
    found = readings(pack, language, text)
    return bool(found) and do_the_same(Judge(shipped(pack), language), said, found[0].behaviors)


def on_play(*do: Any) -> list[Any]:
    return [{"at": "onPlay", "do": list(do)}]


ASKED = {"type": "let", "id": "it", "value": {"type": "minionChooser", "ask": "{you}"}}
DAMAGE = {"type": "damage", "amount": 2, "target": {"type": "minionChooser", "ask": "{you}"}}


@pytest.mark.parametrize(
    "text",
    [
        "Deal 2 damage to a minion.", "deal two damage to a minion", "DEAL 2 DAMAGE TO A MINION",
        "Deals 2 dmg to a minion", "Deal (2) damage to target minion.", "Do 2 damage to a creature",
        "Hit a minion for 2", "Deal 2 damgae to a minnion.",
    ],
)  # fmt: skip
def test_case_number_plural_other_words_and_slips_make_no_difference(text: str) -> None:
    assert means(text, on_play(DAMAGE))


@pytest.mark.parametrize(
    "text",
    [
        "对一个随从造成2点伤害。",
        "对一个随从造成两点伤害",
        "对 一名随从 造成2点伤害",
        "给一个随从造成２点伤害",
    ],
)
def test_width_measure_words_and_numbers_in_words_make_no_difference(text: str) -> None:
    assert means(text, on_play(DAMAGE), language="zh")


def test_a_slip_is_told() -> None:
    found = ways_of(shipped("duel"), "en").read("Deal 2 damgae to a minion", "spell")
    assert [(each.start, each.end, each.word) for each in found.mended] == [(7, 13, "damage")]


def test_what_could_be_two_words_is_not_mended() -> None:
    tokens = tokens_of("raised", "en")
    assert [word for _, word in mend_spelling(tokens, frozenset({"raise", "minion"}))] == ["raise"]
    assert not list(mend_spelling(tokens, frozenset({"raises", "raided"})))


def test_what_is_named_together_is_spoken_of_together() -> None:
    both = ["{it}", {"chooser": "enemyHero"}]
    said = on_play(ASKED, {**DAMAGE, "target": both}, {"type": "freeze", "target": both})
    assert means("Deal 2 damage to a minion and the enemy hero. Freeze them.", said)
    assert means("对一个随从和敌方英雄造成2点伤害，并冻结它们。", said, language="zh")


@pytest.mark.parametrize(
    ("text", "kind", "who"),
    [
        ("Gain +2 Attack this turn.", "spell", {"chooser": "yourHero"}),
        ("Battlecry: Gain +2 Attack this turn.", "minion", "{this}"),
    ],
)
def test_what_a_spell_gives_goes_to_the_hero(text: str, kind: str, who: Any) -> None:
    change = {"on": who, "change": {"attack": 2}, "duration": "turn"}
    (found, *_) = readings("duel", "en", text, kind)
    said = on_play({"type": "addModifiers", "modifiers": change})
    assert do_the_same(Judge(shipped("duel"), "en"), said, found.behaviors)


@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("Battlecry: Freeze a random friendly minion.", "yourOtherMinions"),
        ("Deathrattle: Freeze a random friendly minion.", "yourMinions"),
        ("Battlecry: Freeze another random friendly minion.", "yourOtherMinions"),
    ],
)
def test_chance_leaves_out_the_card_itself_in_its_battlecry_alone(text: str, among: str) -> None:
    (found, *_) = readings("duel", "en", text, "minion")
    assert found.behaviors[0]["do"][0]["from"]["among"] == {"chooser": among}


def test_it_is_what_was_chosen_before() -> None:
    said = on_play(ASKED, {**DAMAGE, "target": "{it}"}, {"type": "freeze", "target": "{it}"})
    assert means("Deal 2 damage to a minion and freeze it.", said)
    assert means("对一个随从造成2点伤害，并将其冻结。", said, language="zh")


def test_that_many_is_the_last_number_told() -> None:
    said = on_play(
        {"type": "damage", "amount": 3, "target": {"chooser": "enemyHero"}},
        {"type": "gainArmor", "amount": 3},
    )
    assert means("Deal 3 damage to the enemy hero. Gain that much armor.", said)


def test_what_is_pointed_at_and_was_never_spoken_of_is_not_read() -> None:
    assert not readings("duel", "en", "Gain that much armor.")


def test_others_are_all_but_the_one_that_was_chosen() -> None:
    others = {
        "chooser": "cards",
        "from": {"chooser": "everyMinion"},
        "where": "{it} != {it1.first}",
    }
    said = on_play(
        {**ASKED, "id": "it1"}, {**DAMAGE, "target": "{it1}"},
        {"type": "damage", "amount": 1, "target": others},
    )  # fmt: skip
    assert means("Deal 2 damage to a minion and 1 damage to all other minions.", said)


def test_chance_chooses_where_it_is_left_to_chance() -> None:
    said = on_play(
        {"type": "pick", "id": "one", "amount": 1,
         "from": {"chooser": "healthy", "among": {"chooser": "everyMinion"}}},
        {"type": "freeze", "target": "{one}"},
    )  # fmt: skip
    assert means("Freeze a random minion.", said)
    assert means("随机冻结一个随从。", said, language="zh")


def test_instead_takes_the_place_of_what_stands_before() -> None:
    said = on_play(
        {"type": "if", "condition": "{you.weapon.count} > 0",
         "do": [{"type": "gainArmor", "amount": 8}], "elsedo": [{"type": "gainArmor", "amount": 4}]}
    )  # fmt: skip
    assert means("Gain 4 armor. If you have a weapon, gain 8 armor instead.", said)
    assert means("Gain 4 armor. If you have a weapon equipped, gain 8 instead.", said)


def test_keywords_are_printed() -> None:
    (found, *_) = readings("duel", "en", "Taunt, Divine Shield", "minion")
    assert (found.behaviors, found.printed) == ([], {"taunt": True, "shield": True})


def test_what_a_card_answers_is_read() -> None:
    (found, *_) = readings("kingdoms", "en", "Locked: your Slashes have unlimited range.", "skill")
    assert (found.behaviors, found.printed) == ([], {"frequency": "locked"})
    assert found.answers == {"anyDistance": {"type": "IsSlash", "card": "{card}"}}
    (found, *_) = readings("kingdoms", "zh", "你可以将一张红色牌当【闪】使用或打出。", "skill")
    assert found.answers["gives"]["what"] == "kingdoms.card.jink"


def test_what_is_done_to_all_is_said_as_what_is_done_to_one() -> None:
    regain = {"type": "regain", "amount": 1, "sides": 6}
    each = {"type": "loop", "id": "p", "target": {"chooser": "standing"},
            "do": [{**regain, "player": "{p.target}"}]}  # fmt: skip
    judge = Judge(shipped("knave"), "en")
    for text, do in (("You regain 1d6 HP.", regain), ("Your companions regain 1d6 HP.", each)):
        (found, *_) = readings("knave", "en", text, "gear", {"sortOf": "potion"})
        assert do_the_same(judge, [{"at": "onUse", "do": [do]}], found.behaviors)


def test_how_far_it_is_read_is_told_as_it_was_typed() -> None:
    text = "Deal 2 damage to a minion and juggle it."
    assert ways_of(shipped("duel"), "en").read(text, "spell").upto == text.index(" juggle")


@pytest.mark.parametrize("text", ["", ".", "((((", "。" * 300, "a " * 150, "deal " * 80, "\0\x07"])
def test_nonsense_is_not_read(text: str) -> None:
    assert not readings("duel", "en", text)


def test_tokens_know_where_they_were_typed() -> None:
    text = "Deal  ２ dmg, to an enemy's minions."
    assert [(each, text[each.start : each.end]) for each in tokens_of(text, "en")] == [
        ("deal", "Deal"), ("2", "２"), ("dmg", "dmg"), ("to", "to"), ("a", "an"),
        ("enemy", "enemy"), ("'s", "'s"), ("minion", "minions"),
    ]  # fmt: skip


def test_a_pattern_stands_for_all_its_forms() -> None:
    forms = forms_of("deal {n} [point of] damage to {who}")
    assert [[text or of for text, of in form] for form in forms]
    assert len(forms) == 2
    with pytest.raises(BadPattern):
        forms_of("deal (one")


@pytest.mark.parametrize(
    "pattern", ["a " + "[{n}]" * 40, "({n}|{m:n}|b)" * 40, "(" * 3000 + "a" + ")" * 3000, "[" * 99]
)
def test_a_pattern_that_stands_for_too_much_is_refused_at_once(pattern: str) -> None:
    with pytest.raises(BadPattern):
        forms_of(pattern)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", games())
def test_nothing_is_wrong_with_the_ways_of_a_game(pack: str, language: str) -> None:
    assert not list(problems_of_ways(shipped(pack), language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", games())
def test_most_of_the_open_corpus_is_read_rightly_by_ways_alone(pack: str, language: str) -> None:
    judge = Judge(shipped(pack), language)
    ways: Counter[str] = Counter()
    for entry in entries(pack, language):
        kind, facts = stands_on(shipped(pack), entry.kind)
        found = readings(pack, language, entry.text, kind, facts)[:2]
        right = [any(do_the_same(judge, said["behaviors"], each.behaviors) for said in entry.said)
                 for each in found]  # fmt: skip
        ways["right" if any(right) else "lacks" if entry.lacks else "not"] += 1
    assert ways["right"] >= 0.8 * (ways["right"] + ways["not"])


def test_before_anything_is_learned_people_are_read_by_ways_alone() -> None:
    found = read_with(ways_book(shipped("duel"), "en"), "Hit a minion for 2", "spell").readings
    assert [each.sentence["en"] for each in found] == ["Deal 2 damage to a minion."]


SELF = {"!": "single", "ref": "{this}", "sort": "minion"}
HIT = {"!": "one", "set": {"!": "set", "sort": "minion", "one": "{one}", "all": "{all}"}}


def it(**more: Any) -> dict[str, Any]:
    return {"type": "destroy", "target": {"!": "it", "sort": ["minion"], "or": SELF, **more}}


@pytest.mark.parametrize(
    ("before", "pointing", "unclear"),
    [
        ([], it(), False),  # of a card of which nothing else was said it is the card
        ([{"type": "draw"}], it(), True),
        ([{"type": "destroy", "target": HIT}], it(), False),
        ([{"type": "destroy", "target": HIT}], it(many=True), True),  # "them" of one
    ],
)
def test_what_is_pointed_at_by_a_guess_is_unclear(
    before: Any, pointing: Any, unclear: bool
) -> None:
    resolver = Resolver()
    resolver.behaviors([{"at": "onPlay", "do": [*before, pointing]}])
    assert resolver.is_unclear == unclear


def test_what_an_event_is_about_could_be_meant_too() -> None:
    resolver = Resolver()
    resolver.behaviors([{"at": "whenever", "event": "onDamage", "do": [it()]}])
    assert resolver.is_unclear


def test_where_people_are_read_further_than_the_house_its_words_are_not_offered() -> None:
    of = ways_book(shipped("duel"), "en")
    text = "Deal 3 damage to an enemy minion and frobnicate it"
    found = read_with(of, text, "spell")
    assert (found.readings, found.next) == ([], [])
    assert text[: found.upto].startswith("Deal 3 damage to an enemy minion")


SILENCED = {"type": "silence", "target": "{it}"}


@pytest.mark.parametrize(
    ("language", "text", "tribe", "instead"),
    [
        ("en", "Silence a minion. If it's a Beast, destroy it instead.", "beast", "destroy"),
        ("en", "Silence a minion. If it is a Dragon, instead destroy it.", "dragon", "destroy"),
        ("zh", "沉默一个随从。如果它是野兽，改为消灭它。", "beast", "destroy"),
        ("zh", "沉默一个随从，如果它是龙，则改为将其消灭。", "dragon", "destroy"),
        ("zh", "沉默一个随从。如果它是野兽，改为造成4点伤害。", "beast", "damage"),
        (
            "en",
            "Silence a minion. If it's a Beast, deal 4 damage to it instead.",
            "beast",
            "damage",
        ),
    ],
)
def test_what_is_done_instead_is_done_to_what_the_other_deed_is_done_to(
    language: str, text: str, tribe: str, instead: str
) -> None:
    deed = {"type": instead, "target": "{it}"} | ({"amount": 4} if instead == "damage" else {})
    of_tribe = {"$": "==", "items": ["{it.first.tribe}", tribe]}
    either = {"type": "if", "condition": of_tribe, "do": [deed], "elsedo": [SILENCED]}
    assert means(text, on_play(ASKED, either), language=language)


def test_a_number_done_instead_is_of_the_same_deed() -> None:
    assert means("Gain 3 armor. If your hand is empty, draw 2 cards instead.", on_play({
        "type": "if", "condition": {"$": "==", "items": ["{you.hand.count}", 0]},
        "do": [{"type": "draw", "amount": 2}], "elsedo": [{"type": "gainArmor", "amount": 3}],
    }))  # fmt: skip


def test_a_token_that_is_no_card_is_said_to_be_none() -> None:
    nearby = ways_book(shipped("duel"), "en").nearby
    assert nearby.lacking("Transform a minion into a 1/1 Sheep.")
    assert not nearby.lacking("Give a minion +1/+1.")
