"""Readings that play alike are one; those that say the same have what differs, in words."""

from __future__ import annotations

from telling.pairs import shipped

from rules.reading import Reading
from rules.workshop.helping import help_lines, help_of_word
from rules.workshop.telling_apart import MOST, tell_apart

SAME = {"en": "It goes on.", "zh": "继续。"}


def reading(*doables, sentence=SAME, at="onPlay", **facts):
    return Reading([{"at": at, "do": list(doables)}], sentence, facts, {})


def score(amount, of="{you}", **more):
    return {"type": "set", "of": of, "field": "score", "mode": "add", "amount": amount, **more}


def named(name):
    return [{"type": "let", "id": name, "value": 2}, score(f"{{{name}}}"), score(f"{{{name}}}")]


def test_readings_that_play_alike_are_one(pebbles):
    found = tell_apart(pebbles, "en", [reading(score(2)), reading(score(2)), reading(score(3))])
    assert [each["behaviors"][0]["do"][0]["amount"] for each in found] == [2, 3]
    assert len(tell_apart(pebbles, "en", [reading(*named("a")), reading(*named("b"))])) == 1


def test_a_word_and_what_it_stands_for_play_alike():
    duel = shipped("duel")
    hits = [
        [{"at": "onPlay", "do": [{"type": "destroy", "target": cards}]}]
        for cards in ({"chooser": "yourWeapon"}, "{you.weapon}", {"chooser": "yourMinions"})
    ]
    found = tell_apart(duel, "en", [Reading(each, SAME, {}, {}) for each in hits])
    assert [each["behaviors"] for each in found] == [hits[0], hits[2]]


def test_readings_that_print_otherwise_are_two(pebbles):
    found = tell_apart(pebbles, "en", [reading(score(2)), reading(score(2), weight=4)])
    assert [each["facts"] for each in found] == [{}, {"weight": 4}]
    assert "4" in found[1]["differs"]["en"][0]


def test_what_differs_is_told_for_each_in_every_language(pebbles):
    found = tell_apart(pebbles, "zh", [reading(score(2)), reading(score(3))])
    for language in pebbles.words:
        told = ["".join(each["differs"][language]) for each in found]
        assert "2" in told[0]
        assert "3" in told[1]


def test_no_two_readings_of_a_sentence_are_told_alike(pebbles):
    ways = [score(n, mode=mode) for n in (2, 3, 4) for mode in ("add", "set", "multiply")]
    found = tell_apart(pebbles, "en", [reading(each) for each in ways])
    told = [str(each["differs"]["en"]) for each in found]
    assert len(told) <= MOST
    assert sorted(set(told)) == sorted(told)


def test_readings_that_say_different_things_need_no_words_about_it(pebbles):
    other = reading(score(3), sentence={"en": "It stops.", "zh": "停下。"})
    found = tell_apart(pebbles, "en", [reading(score(2)), other])
    assert [each["differs"] for each in found] == [{}, {}]


def test_what_differs_is_told_in_words_and_not_by_keys(pebbles):
    ways = [score(2), score(2, where="{it} == 1"), score(2, when="before"), score(3)]
    found = tell_apart(pebbles, "en", [reading(each) for each in ways])
    for language, keys in (("en", ("where:", "when:")), ("zh", ("where", "when", "amount"))):
        told = " ".join(str(each["differs"][language]) for each in found)
        assert not any(key in told for key in keys), told
    lines = [help_lines(language)["apart"]["keys"] for language in ("en", "zh")]
    assert set(lines[0]) == set(lines[1])


def test_a_word_of_no_family_is_called_by_its_name(pebbles):
    assert help_of_word(pebbles, "behavior", "nowhere", "en") == "nowhere"
