"""Programs that play otherwise say other sentences, in both languages."""

from __future__ import annotations

from itertools import combinations

import pytest
from telling.pairs import Forms, programs_of_cards, sentence_of, shipped, told_alike

from rules.telling.phrasebook import LANGUAGES
from rules.workshop.headings import usual_kind

NEXT = "{you.next}"
HAND = {"type": "cardChooser", "ask": "{you}", "from": "{you.hand}"}
ENDS = {"event": "onRoundEnd", "do": [{"type": "regenMana", "amount": 1}]}
TURNS = {"event": "onTurnStart", "do": [{"type": "draw"}]}


def doing(*doables):
    return [{"at": "onPlay", "do": list(doables)}]


def lasting(trigger):
    return doing({"type": "addTriggers", "triggers": [trigger]})


#: By what is told apart: the game, and programs of which no two are told alike.
APART = {
    "who it is done for": ("duel", [
        doing({"type": "draw", "amount": 2}), doing({"type": "draw", "amount": 2, "player": NEXT}),
    ]),
    "whose hand a card is put into": ("duel", [
        doing({"type": "putIntoHand", "card": "duel.minion.token.jar_demon"}),
        doing({"type": "putIntoHand", "card": "duel.minion.token.jar_demon", "player": NEXT}),
    ]),
    "what is discarded": ("duel", [
        doing({"type": "discard"}),
        doing({"type": "discard", "target": {"chooser": "cards", "zone": "hand", "of": "{you}",
            "by": "{it.manaCost}", "bottom": 1}}),
    ]),
    "how long something is waited for": ("duel", [
        lasting(TURNS), lasting({**TURNS, "until": {"event": "onTurnEnd"}}),
        lasting({**TURNS, "until": {"event": "onDraw"}}),
    ]),
    "before and after": ("duel", [
        lasting({**TURNS, "event": "onDraw"}),
        lasting({**TURNS, "event": "onDraw", "when": "before"}),
    ]),
    "of which card an event is": ("duel", [
        lasting({**TURNS, "event": "onHeal"}),
        lasting({**TURNS, "event": "onHeal", "of": "{this}"}),
        lasting({**TURNS, "event": "onHeal", "of": "{you.hero}"}),
    ]),
    "how many are chosen": ("duel", [
        doing({"type": "destroy", "target": {"type": "minionChooser", "ask": "{you}", **limits}})
        for limits in ({}, {"minimum": 0}, {"maximum": 2}, {"minimum": 2, "maximum": 2})
    ]),
    "how many are chosen of a zone": ("duel", [
        doing({"type": "destroy", "target": {**HAND, **limits}})
        for limits in ({}, {"minimum": 0}, {"maximum": 2}, {"minimum": 2, "maximum": 2},
            {"minimum": 0, "maximum": 2}, {"minimum": 2, "maximum": 3})
    ]),
    "who chooses": ("duel", [
        doing({"type": "destroy", "target": {"type": "minionChooser", "ask": who}})
        for who in ("{you}", NEXT)
    ]),
    "who chooses what is done": ("duel", [
        doing({"type": "choose", "ask": who, "prompt": "choose", "options": [
            {"id": "first", "do": [{"type": "draw"}]}, {"id": "second", "do": []}]})
        for who in ("{you}", NEXT)
    ]),
    "health and full health": ("duel", [
        doing({"type": "damage", "amount": amount, "target": "{you.hero}"})
        for amount in ("{target.left}", "{target.health}", "{target.healthSeen}")
    ]),
    "the target and the card itself": ("duel", [
        doing({"type": "let", "id": "a", "value": {"type": "minionChooser", "ask": "{you}"}},
            {"type": "becomeAttack", "target": "{a}", "amount": "{a.health}"}),
        doing({"type": "becomeAttack", "amount": "{you.hero.health}",
            "target": {"type": "minionChooser", "ask": "{you}"}}),
    ]),
    "once it is played": ("chrono", [
        doing({"type": "regenMana", "amount": 1}),
        doing({"type": "whenPlayed", "do": [{"type": "regenMana", "amount": 1}]}),
    ]),
    "hp that is left and hp that is printed": ("chrono", [
        doing({"type": "damage", "amount": amount}) for amount in ("{target.health}", "{target.hp}")
    ]),
    "the end of a round and just before it": ("chrono", [
        lasting(ENDS), lasting({**ENDS, "when": "before"}),
    ]),
    "what becomes a number and what grows by it": ("chrono", [
        doing({"type": "set", "of": "{you}", "field": "loop", "mode": mode, "amount": 2})
        for mode in ("set", "add")
    ]),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", APART)
def test_programs_that_play_otherwise_say_other_sentences(what, language):
    name, programs = APART[what]
    pack = shipped(name)
    forms = Forms(pack, usual_kind(pack))
    told = [sentence_of(pack, language, forms, each) for each in programs]
    assert None not in told
    assert len({forms.form_of(each) for each in programs} - {""}) == len(programs)
    for one, other in combinations(told, 2):
        assert one != other


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["chrono", "duel"])
def test_shipped_cards_that_play_otherwise_say_other_sentences(name, language):
    pack = shipped(name)
    forms = Forms(pack, usual_kind(pack))
    assert [*told_alike(pack, language, programs_of_cards(pack), forms)] == []
