"""What is counted of a run: known answers on matches made by hand."""

from __future__ import annotations

import gzip
from collections import Counter

import orjson
import pytest
from market import market

from rules.pack import load_pack
from rules.weighing.sim import figures
from rules.weighing.sim.placement import Job, play_batch
from rules.weighing.sim.playing import Variants


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return load_pack(market(tmp_path_factory.mktemp("pack")))


def match(winner, bought=(), offered=(), seats=2, **rest):
    """A match in which these seats were offered and bought the apple."""
    times = {
        stage: {"t.spell.apple": [int(seat in who) for seat in range(seats)]}
        for stage, who in (("offered", offered), ("taken", bought), ("bought", bought))
    }
    others = [seat for seat in range(seats) if seat != winner]
    return {
        "seed": 0,
        "seats": seats,
        "options": {},
        "bots": ["random"] * seats,
        "decisions": 10,
        "rounds": 4,
        "standings": [[winner], others] if winner is not None else [list(range(seats))],
        "won": [winner] if winner is not None else [],
        "roles": [],
        "failure": "",
        "first": 0,
        "events": {},
        "series": {"score": [[0] * seats, [int(seat == winner) for seat in range(seats)]]},
        "final": {},
        "cards": times,
        "lives": {},
    } | rest


def card(found, name="apple"):
    return next(row for row in found["cards"] if row["id"] == f"t.spell.{name}")


def test_wilsons_interval():
    low, high = figures.wilson_interval(8, 10)  # the textbook's 0.490 to 0.943
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert figures.wilson_interval(0, 0) == (0.0, 1.0)
    for tries in range(1, 60):  # the share lies inside, whatever is rounded
        assert figures.wilson_interval(0, tries)[0] == 0.0
        assert figures.wilson_interval(tries, tries)[1] == 1.0


def test_a_draw_is_nobodys_win(pack):
    found = figures.figures_of(pack, [match(0), match(0), match(1), match(None)])
    assert [row["rate"] for row in found["seats"]] == [0.5, 0.25]
    assert found["draws"] == 1


def test_a_side_wins_together(pack):
    rows = [match(0, seats=3, won=[0, 2], bought=[0, 1], offered=[0, 1]) for _ in range(6)]
    found = figures.figures_of(pack, [*rows, match(1, seats=3, bought=[1])])
    assert [row["hits"] for row in found["seats"]] == [6, 1, 6]
    assert found["draws"] == 0
    assert found["leaders"][1]["hits"] == 7
    bought = card(found)
    assert (bought["with"]["hits"], bought["with"]["tries"]) == (7, 13)
    expected = 6 * 2 * 2 / 3 + 1 / 3  # two of three had the card, and two won
    assert bought["strength"]["ratio"] == pytest.approx(7 / expected)


def test_that_all_win_says_nothing_of_a_card(pack):
    found = figures.figures_of(pack, [match(0, won=[0, 1], bought=[0]) for _ in range(20)])
    assert card(found)["strength"] is None


def test_players_of_one_role_and_bot_count_once_a_match(pack):
    roles = ["lord", "rebel", "rebel"]
    rows = [match(0, seats=3, roles=roles), match(1, seats=3, roles=roles, won=[1, 2])]
    rows.append(match(0, seats=3, roles=roles, bots=["greedy", "random", "greedy"]))
    found = figures.figures_of(pack, rows)["roles"]
    assert {(row["role"], row["bot"]): (row["hits"], row["tries"]) for row in found} == {
        ("lord", "random"): (1, 2),
        ("lord", "greedy"): (1, 1),
        ("rebel", "random"): (1, 3),
        ("rebel", "greedy"): (0, 1),
    }


def test_places_count_from_who_came_first(pack):
    found = figures.figures_of(pack, [match(0, first=0), match(1, first=1), match(1, first=1)])
    assert [row["hits"] for row in found["order"]] == [3, 0]
    assert [row["hits"] for row in found["seats"]] == [1, 2]


def test_win_rates_with_and_without_a_card(pack):
    rows = [match(0, bought=[0]), match(0, bought=[0]), match(1, bought=[0]), match(1)]
    found = card(figures.figures_of(pack, rows))
    assert (found["with"]["hits"], found["with"]["tries"]) == (2, 3)
    assert (found["without"]["hits"], found["without"]["tries"]) == (2, 5)


def test_strength_compares_players_of_the_same_match(pack):
    # Where all have the card, or nobody, a match says nothing; of 12 others 6 wins are expected.
    rows = [match(0, bought=[0, 1])] * 50 + [match(1)] * 50
    rows += [match(0, bought=[0])] * 9 + [match(1, bought=[0])] * 3
    assert card(figures.figures_of(pack, rows))["strength"]["ratio"] == pytest.approx(1.5)


def test_of_few_matches_no_strength_is_told(pack):
    rows = [match(0, bought=[0])] * 9
    assert card(figures.figures_of(pack, rows))["strength"] is None


def test_a_card_is_strong_when_even_the_widened_interval_is(pack):
    def marks(wins, losses):
        rows = [match(0, bought=[0])] * wins + [match(1, bought=[0])] * losses
        return card(figures.figures_of(pack, rows))["marks"]

    assert marks(90, 10) == ["strong"]
    assert marks(60, 40) == []  # more than half, but by less than the margin
    assert marks(10, 90) == ["weak"]
    assert marks(9, 3) == []  # too few matches for so bold a claim


def test_a_card_that_is_offered_and_never_bought_is_dead(pack):
    pears = {
        "offered": {"t.spell.apple": [1, 1], "t.spell.pear": [1, 1]},
        "taken": {"t.spell.pear": [1, 1]},
        "bought": {"t.spell.pear": [1, 1]},
    }
    found = figures.figures_of(pack, [match(0, cards=pears)] * 50)
    assert card(found)["marks"] == ["dead"]
    assert card(found, "pear")["marks"] == []
    assert card(found, "fig")["marks"] == ["unseen"]


def test_a_stage_that_a_card_cannot_reach_says_nothing_of_it(tmp_path):
    stages = {"bought": {"where": "{it.id} != t.spell.apple"}}
    apples = load_pack(market(tmp_path, report={"cards": {"stages": stages}}))
    rows = [match(0, bought=[0, 1], offered=[0, 1])] * 50
    for row in rows:
        row["cards"]["bought"] = {"t.spell.pear": [1, 1]}
        row["cards"]["taken"]["t.spell.pear"] = [1, 1]
    found = card(figures.figures_of(apples, rows))
    assert found["times"] == {"offered": 100, "taken": 100}
    assert found["marks"] == []


def test_series_of_all_and_of_winners(pack):
    found = figures.figures_of(pack, [match(0), match(1)])["series"]
    assert [line["mean"] for line in found["score"]["all"]] == [0, 0.5]
    assert [line["mean"] for line in found["score"]["winners"]] == [0, 1]
    assert [line["mean"] for line in found["position"]["winners"]] == [1.5, 1]


def test_equal_scores_share_their_places():
    assert figures.places_of([3, 5, 3, 1]) == [2.5, 1, 2.5, 4]


def test_quantiles_of_counted_numbers():
    counted = Counter({1: 5, 2: 4, 9: 1})
    assert [figures.quantile(counted, rank) for rank in (1, 5, 6, 9.9)] == [1, 1, 2, 9]


def test_failed_matches_are_told_and_not_counted(pack):
    found = figures.figures_of(pack, [match(0), match(0, failure="RuleError: x", standings=None)])
    assert (found["matches"], found["finished"]) == (2, 1)
    assert found["failures"][0]["failure"] == "RuleError: x"


def test_a_card_worth_ten_times_the_others_is_marked_in_real_matches(pack):
    lines = gzip.decompress(play_batch(Job.of(pack, Variants((2,), ("random",))), range(400)))
    found = figures.figures_of(pack, map(orjson.loads, lines.splitlines()))
    marks = {row["id"].rsplit(".")[-1]: row["marks"] for row in found["cards"]}
    assert marks["crown"] == ["strong"]
    assert marks["dud"] == ["dead"]
    assert not any(marks[name] for name in ("apple", "pear", "plum", "fig"))
    wolf = found["lives"][0]
    assert wolf["low"] < 0.5 < wolf["high"]
