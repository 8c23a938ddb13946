"""The time wheel: moving, pushing, rewards, loops, rank, the end (rulebook R73-R88, R129-R133)."""

from __future__ import annotations

import pytest
from chrono_table import Table


def advancing(
    steps: dict[int, int],
    places: dict[int, tuple[int, int]],
    seats: int = 4,
    **fields: int,
) -> Table:
    """A table at the beginning of the advance phase: steps of players, and where markers stand."""
    t = Table(seats)
    t.battle()
    t.flag(**fields)
    for number in range(seats):
        t.set(number, mana=0)
        t.hand(number)
    for number, place in places.items():
        t.at(number, *place)
    for number, amount in steps.items():
        t.set(number, steps=amount, defeats=1)
    _ = t.choice  # nobody can play: the battle is over at once
    return t


def test_the_number_of_steps_is_chosen_from_one_on():  # R73, Q40
    t = advancing({1: 6}, {})
    assert (t.prompt, t.asked) == ("advance", 1)
    assert [o.entity for o in t.choice.options] == [1, 2, 3, 4, 5, 6]
    assert t.choice.default == (5,)
    t.answer(None, 4)
    assert (t.of(1, "loop"), t.of(1, "cell")) == (1, 5)


def test_who_defeated_nothing_stays_and_gets_nothing():  # R77
    t = advancing({1: 3}, {0: (1, 3), 2: (1, 6)})
    t.answer(None, 1)
    assert (t.prompt, t.asked) == ("tavern", 1)
    t.pick()
    assert t.prompt == "shop"
    assert (t.of(0, "cell"), t.of(2, "cell")) == (3, 6)


def test_a_move_may_push_each_marker_on_its_cell():  # R75, Q42, Q43
    t = advancing({0: 3}, {0: (2, 1), 1: (1, 4), 2: (2, 4), 3: (1, 5)}, loopTwo=1)
    t.answer(None, 3)
    assert (t.prompt, t.asked, t.offered("push")) == ("push", 0, [t.player(1)])
    t.answer("push")
    assert t.offered("push") == [t.player(2)]
    t.answer("keep")
    assert [t.of(n, "cell") for n in range(4)] == [4, 5, 4, 5]
    assert t.prompt == "pick"  # cell IV of player 0; nobody pushes further
    assert t.events.count("onAdvanceKick") == 1


def test_a_marker_that_is_passed_is_not_pushed():  # Q41
    t = advancing({0: 3}, {1: (1, 2)})
    t.answer(None, 3)
    assert t.prompt == "pick"
    assert t.of(1, "cell") == 2


@pytest.mark.parametrize(
    ("cell", "prompt", "count"),
    [
        *((cell, "tavern", 0) for cell in (2, 5, 8)),
        *((cell, "pick", 3) for cell in (3, 6, 9, 12)),
        *((cell, "pick", 5) for cell in (4, 7, 10)),
    ],
)
def test_the_reward_of_each_cell(cell, prompt, count):  # R78
    t = advancing({0: 2}, {0: (1, cell - 1), 1: (1, 1)})
    t.answer(None, 1)
    assert (t.prompt, t.asked) == (prompt, 0)
    if count:
        assert len(t.offered()) == count
        legend = {t.get(card, "rarity") for card in t.offered()} == {"legend"}
        assert legend == (cell == 12)
    gold = t.of(0, "gold")
    t.default()
    assert t.prompt == "shop"
    assert t.of(0, "gold") == gold


def test_cell_eleven_moves_on_into_the_next_loop():  # R78, Q52, R79
    t = advancing({0: 2}, {0: (1, 10), 1: (1, 1)})
    t.answer(None, 1)
    assert (t.of(0, "loop"), t.of(0, "cell")) == (2, 1)
    for number in range(4):
        assert (t.prompt, t.asked, len(t.offered())) == ("pick", number, 3)
        t.default()
    assert t.offered("push")[0] == t.player(1)
    t.answer("push")
    t.until("shop")
    assert t.of(1, "cell") == 2


def test_the_first_to_enter_loops_two_and_three_at_once():  # R74, R79, R80, Q51
    t = advancing({0: 24}, {0: (1, 1)})
    t.default()
    assert (t.of(0, "loop"), t.of(0, "cell")) == (3, 1)
    counts = []
    while t.prompt == "pick":
        counts.append(len(t.offered()))
        t.default()
    assert counts == [3, 3, 3, 3, 5, 5, 5, 5]
    assert (t.get(0, "openIX"), t.get(0, "openXII")) == (1, 1)


def test_a_loop_entered_before_gives_no_more_picks():  # R79
    t = advancing({0: 3}, {0: (1, 11)}, loopTwo=1)
    t.default()
    assert t.of(0, "loop") == 2
    assert t.prompt == "tavern"


def test_common_picks_go_to_the_discard_piles_legends_go_back():  # R82, R83
    t = advancing({0: 2}, {0: (1, 2)})
    t.answer(None, 1)
    seen = t.offered()
    before = len(t.zone("commonDiscard"))
    chosen = next(card for card in seen if t.get(card, "type") not in ("wand", "undercurrent"))
    t.answer(None, chosen)
    assert t.zone("discard", 0)[-1] == chosen
    assert len(t.zone("commonDiscard")) == before + 2
    t = advancing({0: 2}, {0: (1, 11)})
    legends = len(t.zone("legendPile"))
    t.answer(None, 1)
    assert len(t.zone("legendPile")) == legends - 3
    t.default()
    assert len(t.zone("legendPile")) == legends - 1


def test_ranks_are_dense():  # R87, Q54
    t = Table()
    t.at(0, 2, 1)
    t.at(1, 1, 12)
    t.at(2, 1, 12)
    t.at(3, 1, 1)
    t.do("updateRanks")
    assert [t.of(n, "rank") for n in range(4)] == [1, 2, 2, 3]


DONE = {"loopTwo": 1, "loopThree": 1, "openIX": 1, "openXII": 1}


def test_reaching_loop_five_wins_before_the_supply_phase():  # R129, R132, Q83
    t = advancing({1: 6}, {0: (4, 5), 1: (4, 10)}, **DONE)
    t.answer(None, 6)
    while not t.match.is_over:
        assert t.prompt in ("pick", "tavern")
        t.default()
    assert t.match.winner == t.player(1) - 1
    assert [seat for (seat,) in t.match.standings] == [t.player(n) - 1 for n in (1, 0, 2, 3)]
    assert "onSupplyingPhaseStart" not in t.events
    assert "onAdvancingPhaseEnd" in t.events


def test_the_furthest_beyond_wins_and_equals_go_by_order():  # R130, R131
    t = advancing({0: 3, 1: 3, 2: 3}, {0: (4, 10), 1: (4, 11), 2: (4, 11)}, **DONE)
    while not t.match.is_over:
        t.answer("keep") if t.prompt == "push" else t.default()
    assert [seat for (seat,) in t.match.standings] == [t.player(n) - 1 for n in (1, 2, 0, 3)]


def test_with_three_players_the_sixth_loop_wins():  # R133
    t = advancing({0: 3}, {0: (4, 12)}, seats=3, **DONE)
    t.default()
    t.until("shop")
    assert t.of(0, "loop") == 5
    t = advancing({0: 3}, {0: (5, 12)}, seats=3, **DONE)
    while not t.match.is_over:
        t.default()
    assert t.match.winner == t.player(0) - 1


def test_a_broken_loop_can_be_mended_by_an_undercurrent():  # Q82
    t = advancing({0: 2}, {0: (4, 12)}, **DONE)
    t.insert("timeline_shift", 3)
    t.set(3, mana=1)
    t.answer(None, 1)
    assert (t.prompt, t.asked) == ("undercurrent", 3)
    t.answer("fire")
    assert (t.of(0, "loop"), t.of(0, "cell")) == (4, 12)
    t.until("shop")
    assert not t.match.is_over
