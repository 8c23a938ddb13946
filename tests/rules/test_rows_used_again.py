"""The rows of created cards that are gone are used again when nothing speaks of them any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from created import CARDS, FIELDS, go, gone, lasting_match, made, zone
from tiny import entity, start, value

from rules.playing.invariants import check_invariants
from rules.running import rows
from rules.running.code import REGISTERS
from rules.running.match import Match
from rules.running.state import NOWHERE, index_for


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return start(tmp_path, cards=CARDS, fields=FIELDS)


def test_the_row_of_a_card_that_is_gone_is_used_again(match):
    cards, length = gone(match), len(match.state)
    go(match)
    assert sorted(match.spare) == cards
    assert {made(match, "bolt") for _ in cards} == {*cards}
    assert not match.spare
    assert len(match.state) == length
    assert value(match, "charges", cards[0]) == 2
    check_invariants(match)


def test_few_rows_are_not_worth_looking_for(match):
    gone(match, rows.ENOUGH - 1)
    go(match)
    assert not match.spare


def test_a_card_of_the_deal_keeps_its_row(match):
    for card in match.cards:
        match.move(card, NOWHERE)
    gone(match)
    go(match)
    assert min(match.spare) >= match.dealt
    assert all(match.card_of(card) for card in match.cards)


def test_a_card_that_is_gone_can_come_back_while_something_speaks_of_it(match):
    card, *_ = gone(match)
    assert card not in match.cards
    match.state[match.program.layout.fields["match", "shown"].base] = card
    go(match)
    match.move(card, zone(match, "field"))
    assert match.card_id(card) == "t.beast.ox"
    assert match.cards[-1] == card
    check_invariants(match)


def register(match: Match, card: int) -> None:
    match.stack[-1][REGISTERS].append((1, (card,)))


def field_of_match(match: Match, card: int) -> None:
    match.state[match.program.layout.fields["match", "shown"].base] = card


def field_of_dealt_card(match: Match, card: int) -> None:
    match.state[match.program.layout.fields["spell", "aim"].base + entity(match, "bolt")] = card


def field_of_created_card(match: Match, card: int) -> None:
    match.state[match.program.layout.fields["spell", "aim"].base + made(match, "bolt")] = card


def option(match: Match, card: int) -> None:
    choice = match.choices[0]
    match.choices[0] = choice._replace(options=(choice.options[0]._replace(entity=card),))


def subject(match: Match, card: int) -> None:
    match.choices[0] = match.choices[0]._replace(subject=card)


def sealed_answer(match: Match, card: int) -> None:
    choice = match.choices[0]
    other = choice._replace(options=(choice.options[0]._replace(entity=card),), together=True)
    match.sealed = ((other, (0,)),)


SPEAKERS = (
    register,
    field_of_match,
    field_of_dealt_card,
    field_of_created_card,
    option,
    subject,
    sealed_answer,
)


@pytest.mark.parametrize("speak", SPEAKERS, ids=lambda speak: speak.__name__)
def test_a_row_of_which_something_speaks_is_not_used_again(
    match: Match, speak: Callable[[Match, int], None]
):
    card, *others = gone(match)
    speak(match, card)
    rows.collect_garbage(match)
    assert sorted(match.spare) == others


@pytest.mark.parametrize("kind", ["addTriggers", "addModifiers"])
@pytest.mark.parametrize("how", ["captured", "of", "source"])
def test_a_row_of_which_a_lasting_effect_speaks_is_not_used_again(tmp_path, kind, how):
    match = lasting_match(
        tmp_path,
        {"type": "addTriggers", "triggers": [{"event": "onHit", "of": "{this}", "do": []}]}
        if kind == "addTriggers"
        else {
            "type": "addModifiers",
            "modifiers": [{"property": "manaCost", "of": "{target.first}", "amount": 1}],
        },
    )
    card, *others = gone(match)
    table = match.triggers if kind == "addTriggers" else match.modifiers
    uuid, effect = next(iter(table.items()))
    if how == "captured":
        effect = replace(effect, captured=(*effect.captured, (card,)))
    elif how == "source":
        effect = replace(effect, source=card)
    elif kind == "addTriggers":
        effect = replace(effect, key=index_for(effect.key, card))
    else:
        effect = replace(effect, id=(5, card))
    table[uuid] = effect
    rows.collect_garbage(match)
    assert sorted(match.spare) == others


def test_cards_that_are_gone_keep_each_other_only_while_one_of_them_is_spoken_of(match):
    aim = match.program.layout.fields["spell", "aim"].base
    cards = [made(match, "bolt") for _ in range(rows.ENOUGH)]
    for card, other in zip(cards, [*cards[1:], cards[0]], strict=True):
        match.state[aim + card] = other
        match.move(card, NOWHERE)
    kept = match.clone()
    register(kept, cards[3])
    rows.collect_garbage(kept)
    assert not kept.spare
    rows.collect_garbage(match)
    assert sorted(match.spare) == cards
