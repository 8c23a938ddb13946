"""Taking answers back: what still stands of a journal, and what could be taken back unnoticed."""

import pytest
from tiny import TURN, beast, on_play, spell, start

from rules.ground.errors import IllegalAnswer
from rules.running.journal import CONCEDE, HANDOVER, REOPEN, standing_answers, undo_entry
from rules.running.match import Match
from rules.running.undo import is_sealed, leaves_no_trace

FIELD = {
    "type": "move",
    "target": {"chooser": "cards", "where": "{it.kind} == beast"},
    "to": "field",
}
DEAL = {
    "type": "loop",
    "id": "p",
    "target": {"chooser": "players"},
    "do": [
        {
            "type": "move",
            "target": {
                "chooser": "cards",
                "where": "{it.forPlayer} == {p.target} and {it.manaCost} == 0",
            },
            "to": "hand",
            "of": "{p.target}",
        },
        {
            "type": "move",
            "target": {
                "chooser": "cards",
                "where": "{it.forPlayer} == {p.target} and {it.manaCost} == 1",
            },
            "to": "deck",
            "of": "{p.target}",
        },
    ],
}
GIFT = {
    "type": "askAll",
    "id": "gift{p}",
    "target": {"chooser": "players"},
    "as": "p",
    "prompt": "gift",
    "from": {"chooser": "cards", "zone": "hand", "of": "{p}"},
    "minimum": 1,
    "maximum": 1,
}
TURNS = {"type": "loop", "id": "t", "target": {"chooser": "players"}, "do": [TURN]}
SCORE = {"type": "set", "of": "{you}", "field": "score", "mode": "add"}
DRAW = {
    "type": "move",
    "target": {"chooser": "cards", "from": "{you.deck}", "top": 1},
    "to": "hand",
    "of": "{you}",
}
ROLL = {"type": "roll", "id": "d", "sides": 6}
AIM = {"type": "hit", "target": {"type": "beastChooser", "ask": "{you}"}, "amount": 1}
CARDS = [
    spell("aim", on_play(AIM), count="$1"),
    spell("plain", on_play({**SCORE, "amount": 1}), count="$1"),
    spell("draw", on_play(DRAW), count="$1"),
    spell("die", on_play(ROLL, {**SCORE, "amount": "{d.result}"}), count="$1"),
    spell("rest", count="$2", manaCost=1),
    beast("x"),
    beast("y"),
]


@pytest.fixture
def match(tmp_path):
    flow = [FIELD, DEAL, GIFT, TURNS, TURNS]
    return Match.new(start(tmp_path, *flow, cards=CARDS).game, 2, 1)


def pick(match, name):
    """The option about a card, or the first of a word."""
    for index, option in enumerate(match.choices[0].options):
        if option.word == name or (match.card_id(option.entity) or "").endswith(name):
            return (index,)
    raise AssertionError(f"{name} is not offered")


def test_what_was_taken_back_does_not_stand_and_stays_in_the_journal():
    journal = [(0, (1,)), (1, (0,)), (0, undo_entry(2)), (0, (2,)), (0, CONCEDE)]
    assert standing_answers(journal) == [(3, (0, (2,), ())), (4, (0, CONCEDE, ()))]


def test_a_secret_answer_is_taken_back_alone():
    assert standing_answers([(0, (1,)), (1, (0,)), (0, REOPEN)]) == [(1, (1, (0,), ()))]


@pytest.mark.parametrize("entry", [undo_entry(2), undo_entry(0), REOPEN])
def test_what_was_not_answered_cannot_be_taken_back(entry):
    with pytest.raises(ValueError, match="takes back"):
        standing_answers([(1, (0,)), (0, entry)])


def test_a_journal_with_answers_taken_back_leads_to_the_very_same_match(match):
    before = match.hash()
    first, second = match.choices
    match.answer(first.seat, first.default)
    middle = match.hash()
    match.answer(second.seat, second.default)
    journal = [*match.journal, (second.seat, undo_entry(1), ())]
    again = Match.replay(match.game, 2, 1, None, journal)
    assert (again.hash(), again.journal) == (middle, journal)
    journal.append((first.seat, undo_entry(1)))
    again = Match.replay(match.game, 2, 1, None, journal)
    assert again.hash() == before
    assert [c.seat for c in again.choices] == [first.seat, second.seat]


def test_a_secret_answer_taken_back_leaves_those_of_others(match):
    first, second = match.choices
    answered = match.clone(keep=True)
    answered.answer(second.seat, second.default)
    match.answer(first.seat, first.default)
    assert is_sealed(match, first.seat)
    match.answer(second.seat, second.default)
    assert not is_sealed(match, first.seat)
    journal = [(first.seat, first.default), (second.seat, second.default), (first.seat, REOPEN)]
    assert Match.replay(match.game, 2, 1, None, journal).hash() == answered.hash()


def test_a_journal_is_followed_from_answers_that_stand_wherever_others_were_taken_back(match):
    first, second = match.choices
    match.answer(first.seat, first.default)
    here = match.clone(keep=True)
    taken_back = [(second.seat, second.default, ()), (second.seat, undo_entry(1), ())]
    other = (first.seat, first.default, ())
    journal = [other, (first.seat, undo_entry(1), ()), other, *taken_back]
    assert here.follow(journal).hash() == match.hash()
    assert here.journal == journal


def test_only_a_journal_that_begins_alike_can_be_followed(match):
    first, second = match.choices
    early = match.clone(keep=True)
    early.answer(second.seat, second.default)
    with pytest.raises(ValueError, match="begin"):
        early.follow([(first.seat, first.default)])


def test_who_has_given_up_can_be_played_on_for_and_is_asked_again(match):
    seat = match.choices[0].seat
    match.concede(seat)
    assert all(choice.seat != seat for choice in match.choices)
    match.hand_over(seat)
    with pytest.raises(IllegalAnswer):
        match.hand_over(2)
    while match.choices[0].seat != seat:
        match.answer(match.choices[0].seat, match.choices[0].default)
    assert not match.has_conceded(seat)
    assert match.journal.count((seat, HANDOVER, ())) == 1
    assert Match.replay(match.game, 2, 1, None, match.journal).hash() == match.hash()


# ------------------------------------------------------------------------------ traces


@pytest.fixture
def turn(match):
    """The first turn; the player holds one card of each kind that matters."""
    for _ in range(match.seats):
        match.answer(match.choices[0].seat, match.choices[0].default)
    return match


def played(match, card):
    before = match.clone(keep=True)
    seat = match.choices[0].seat
    match.answer(seat, pick(match, card))
    return before, seat


def test_a_card_played_from_the_hand_can_be_taken_back_at_the_question_for_its_target(turn):
    before, seat = played(turn, "aim")
    assert turn.choices[0].seat == seat
    assert leaves_no_trace(before, turn, seat)


@pytest.mark.parametrize("card", ["draw", "die"])
def test_nothing_is_taken_back_unasked_after_a_hidden_card_or_a_die(turn, card):
    before, seat = played(turn, card)
    assert not leaves_no_trace(before, turn, seat)


def test_nothing_is_taken_back_unasked_after_somebody_else_has_answered(turn):
    before, seat = played(turn, "pass")
    assert leaves_no_trace(before, turn, seat)
    turn.answer(turn.choices[0].seat, pick(turn, "pass"))
    assert not leaves_no_trace(before, turn, seat)


def test_a_card_that_was_created_meanwhile_was_nobodys_secret(turn):
    """A card that lay hidden was one, also where it is turned into another."""
    before, seat = played(turn, "aim")
    zones, ox = turn.program.layout.zones, turn.program.symbol("t.beast.x")
    turn.create(ox, zones["field"].first)
    assert leaves_no_trace(before, turn, seat)
    hidden = turn.zones[zones["deck"].first + seat + 1][0]
    turn.transform(hidden, ox)
    turn.move(hidden, zones["field"].first)
    assert not leaves_no_trace(before, turn, seat)
