"""Wins that are certain: found whatever the standing says, never where luck decides, in time."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from decisive import CARDS, FORCED, TURNS, write_game
from tiny import build

from rules.ground.errors import PackError
from rules.pack import Pack, load_pack
from rules.playing import bots
from rules.playing.bots.forced import Search, has_won, picks_of
from rules.playing.bots.hidden import redeal
from rules.running.match import Match


def game(hand: list[str], deck: list[str], forced: dict[str, Any]) -> Pack:
    with TemporaryDirectory() as folder:
        return load_pack(write_game(Path(folder), hand, deck, forced))


def position(*hand: str, deck: tuple[str, ...] = (), seed: int = 1, **forced: Any) -> Match:
    """The first player's turn, with these cards in hand and, in any order, in the deck."""
    return Match.new(game([*hand], [*deck], FORCED | forced), 2, seed, log=False)


def search(match: Match) -> Search:
    return Search(match, 0, Random(1))


def always(states: int) -> bool:
    return True


def played(match: Match, line: Any) -> list[str]:
    """The cards of a line, which is carried out."""
    names = []
    for answer in line:
        names += [match.card_id(option.entity).rpartition(".")[2] for option in answer]
        match.answer_unchecked(0, picks_of(match.choices[0], answer))
    return names


# ------------------------------------------------------------------------------ what is certain


def test_a_win_is_found_that_takes_the_right_cards_in_the_right_order():
    match = position("two", "nothing", "double", "four")
    names = played(match, search(match).run(always))
    assert has_won(match, 0)
    assert names.index("four") < names.index("double")


def test_a_win_that_a_die_decides_is_not_certain():
    looking = search(position("lot", "four"))
    assert looking.run(always) is None
    assert looking.exhausted


def test_a_win_that_hangs_on_a_card_not_seen_yet_is_not_certain():
    looking = search(position("find", "four", deck=("ten", "nothing", "nothing", "nothing")))
    assert looking.run(always) is None
    assert looking.exhausted


def test_a_card_that_is_sure_to_come_may_win():
    match = position("find", deck=("ten",))
    assert played(match, search(match).run(always)) == ["find", "ten"]


def test_dice_that_change_nothing_do_no_harm():
    match = position("lot", "four", "four", "two", until="{match.round} + {you.hand.count} * 0")
    names = played(match.clone(), search(match).run(always))
    assert sorted(set(names) - {"lot"}) == ["four", "two"]


# ------------------------------------------------------------------------------ how long


def test_a_search_can_be_broken_off():
    looking = search(position("two", "nothing", "double", "four"))
    assert looking.run(lambda states: states < 3) is None
    assert (looking.states, looking.exhausted) == (3, False)


def test_no_win_is_looked_for_where_too_much_is_lacking():
    looking = search(position("two", "double", "four", within=9))
    assert looking.run(always) is None
    assert (looking.states, looking.exhausted) == (0, True)


def test_clones_are_alike_as_long_as_they_stand_alike():
    match = position("two", "four", "lot")
    first, second, third = match.clone(), match.clone(), match.clone()
    for clone, picks in ((first, (0,)), (second, (0,)), (third, (1,))):
        assert clone.likeness() == match.likeness()
        clone.answer_unchecked(0, picks)
    assert first.likeness() == second.likeness()
    assert len({match.likeness(), first.likeness(), third.likeness()}) == 3


# ------------------------------------------------------------------------------ bots


@pytest.mark.parametrize("level", ["adept", "master"])
@pytest.mark.parametrize("seed", range(8))
def test_adept_and_master_take_a_certain_win_and_never_slip(level, seed):
    match = position("two", "nothing", "double", "four")
    bot = bots.make_bot(f"{level}:iterations=5", seed)
    while not match.is_over and match.choices[0].seat == 0:
        [line, *others] = bot.think(match, 0)
        assert (line.won, others) == (line.worlds, [])
        match.answer_unchecked(0, line.picks)
    assert has_won(match, 0)


def test_a_novice_does_not_look_for_it():
    match = position("two", "nothing", "double", "four")
    assert all(
        len(bots.make_bot("novice:iterations=5", seed).think(match, 0)) > 1 for seed in range(4)
    )


def test_what_a_seat_cannot_see_does_not_change_what_it_finds():
    match = position("find", "four", "two", deck=("ten", "four", "double", "nothing"))
    deals = [redeal(match, 0, Random(number)) for number in range(6)]
    found = {str(Search(deal, 0, Random(5)).run(lambda states: states < 60)) for deal in deals}
    assert len(found) == 1


# ------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("forced", "sentence"),
    [
        ({"until": "{match.round}"}, "bot.forcedWin: lacking is missing"),
        (FORCED | {"near": 5}, "bot.forcedWin.near: a forced win has until, lacking and within"),
        (FORCED | {"within": "5"}, "bot.forcedWin.within: a number belongs here"),
    ],
)
def test_what_is_no_forced_win_is_said_in_a_sentence(forced, sentence):
    with pytest.raises(PackError, match=sentence):
        game([], [], forced)


def test_a_pack_that_does_not_know_of_them_is_not_searched():
    with TemporaryDirectory() as folder:
        match = Match.new(build(Path(folder), main=[TURNS], cards=CARDS), 2, 1)
    with pytest.raises(ValueError, match=r"tiny has no bot\.forcedWin"):
        search(match)
    assert bots.make_bot("master:iterations=5", 1).choose(match, 0)
