"""A match told step by step: with whose eyes, what is whole, and what is not told."""

import random

import pytest
from duel_trial import DUEL
from ticking import answer, match_of

from rules.ground.difference import apply_patch
from rules.pack import load_pack
from rules.running import view
from rules.running.journal import CONCEDE, undo_entry
from rules.running.match import Match
from rules.telling.lately import texts_in_view
from rules.telling.text import Text
from rules.weighing.steps import ALL, WHOLE, retell

NAMES = ("Ann", "Ben", "Cyn")


def told(match, eyes=None, journal=None):
    text = Text(match.game, "en", NAMES)
    return retell(match.game, match.seats, 1, {}, journal or match.journal, eyes, text)


def by_parts(data, part):
    """A part as it stands after each step, from the differences."""
    value = None
    for step in data["steps"]:
        value = apply_patch(value, step[part]) if isinstance(step[part], list) else step[part]
        yield value


@pytest.fixture(scope="module")
def stones(loaded_pebbles):
    """A match of pebbles to its end; somebody gives up in the middle."""
    match, dice = Match.new(loaded_pebbles, 3, 1), random.Random(4)
    while not match.is_over:
        choice = match.choices[0]
        if len(match.journal) == 9 and not match.conceded:
            match.apply(choice.seat, CONCEDE)
            continue
        count = dice.randint(choice.minimum, choice.maximum)
        match.apply(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))
    return match


def own_part(match, seat):
    own = view.private_view(match, seat)
    return {key: own[key] for key in ("you", "fields", "zones")}


@pytest.mark.parametrize("eyes", [None, 1])
def test_every_step_leads_to_what_those_eyes_see_then(stones, eyes):
    again = Match.new(stones.game, 3, 1)
    moments = [again.clone()]
    for seat, picks, _ in stones.journal:
        again.apply(seat, picks)
        moments.append(again.clone())
    data = told(stones, eyes)
    for match, public, private in zip(
        moments, by_parts(data, "public"), by_parts(data, "private"), strict=True
    ):
        assert public == view.public_view(match)
        assert private == (None if eyes is None else own_part(match, eyes))


def test_with_all_eyes_every_hand_is_open(stones):
    first = told(stones, ALL)["steps"][0]["public"]
    assert [len(player["zones"]["hand"]["cards"]) for player in first["players"]] == [3, 3, 3]
    assert first["zones"]["bag"]["cards"] == []


def test_what_was_answered_is_told_to_whose_eyes_saw_it(stones):
    """Stones are played from a hidden hand; the gifts at the end of a round are secret."""
    watching, everything = told(stones), told(stones, ALL)
    gifts = [n for n, step in enumerate(everything["steps"]) if "Give" in step["prompt"]]
    assert gifts
    for number, step in enumerate(watching["steps"]):
        assert number not in gifts or step["answer"] == ""
        assert (
            not step["answer"] or "stone" not in step["answer"] or step["prompt"] == "Play a stone"
        )
    plays = [step["answer"] for step in everything["steps"] if step["prompt"] == "Play a stone"]
    assert any(told.startswith("play ") for told in plays)
    for step in told(stones, 1)["steps"]:
        assert step["seat"] == 1 or step["prompt"] != "Give one away"
    lines = [line["text"] for step in watching["steps"] for line in step["lines"]]
    assert any(line.startswith("Ann plays") for line in lines)


def test_giving_up_is_a_step_of_its_own(stones):
    deeds = [step["deed"] for step in told(stones)["steps"]]
    assert deeds[0] is None
    assert deeds.count("concede") == 1
    assert set(deeds[1:]) <= {"answer", "none", "concede"}


def test_the_first_step_of_a_round_is_whole_and_so_is_one_of_fifty(tmp_path, stones):
    match = match_of(tmp_path)
    for name in ("small", "pass", "pass", "great"):
        answer(match, name)
    data = told(match)
    assert data["rounds"] == [{"round": 1, "step": 0}, {"round": 2, "step": 2}]
    assert [isinstance(step["public"], dict) for step in data["steps"]] == [
        True,
        False,
        True,
        *[False] * 2,
    ]
    assert [step["round"] for step in data["steps"]] == [1, 1, 2, 2, 2]
    assert told(stones)["rounds"] == []
    long = told(stones)["steps"]
    assert [n for n, step in enumerate(long) if isinstance(step["public"], dict)] == list(
        range(0, len(long), WHOLE)
    )


@pytest.mark.parametrize("eyes", [None, 0, ALL])
def test_every_step_says_what_lasts_on_cards_and_what_their_amounts_are_then(eyes):
    """A card of the duel that was given something by another one says so as long as it lasts."""
    pack = load_pack(DUEL)
    text = Text(pack, "en", NAMES[:2])
    match, dice, moments = Match.new(pack, 2, 3), random.Random(5), []
    while not match.is_over and len(match.journal) < 250:
        moments.append(match.clone())
        choice = match.choices[0]
        count = dice.randint(choice.minimum, choice.maximum)
        match.apply(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))
    data = retell(pack, 2, 3, {}, match.journal, eyes, text)
    notes = list(by_parts(data, "told"))
    for moment, now in zip(moments, notes, strict=False):
        if eyes == ALL:
            assert now == texts_in_view(text, moment, all_of(moment), (0, 1))
        else:
            seen = view.compose_view(view.public_view(moment), view.private_view(moment, eyes))
            assert now == texts_in_view(text, moment, seen, () if eyes is None else (eyes,))
    assert any("borne" in each for note in notes for each in note.values())


def all_of(match):
    """What is seen with the eyes of all seats."""
    seen = view.public_view(match)
    for seat in range(match.seats):
        seen = {
            **seen,
            "players": view.compose_view(seen, view.private_view(match, seat))["players"],
        }
    return seen


def test_what_was_taken_back_is_no_step(tmp_path):
    match = match_of(tmp_path)
    seat = match.choices[0].seat
    answer(match, "small")
    journal = [*match.journal, (seat, undo_entry(1))]
    data = told(match, journal=journal)
    assert [step["number"] for step in data["steps"]] == [0]
    with pytest.raises(ValueError, match="no seat 2"):
        told(match, 2)
