"""One match of the simulator: it follows from its seed, and what is recorded of it is what was."""

from __future__ import annotations

import pytest
from market import CARDS, ROUNDS, ROW, SECTIONS, market
from tiny import build

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.weighing.sim import play_match
from rules.weighing.sim.playing import Variants


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return load_pack(market(tmp_path_factory.mktemp("pack")))


def test_a_match_follows_from_its_seed(pack):
    rows = [
        play_match(pack, seed, 3, ("random", "greedy", "random")).as_row() for seed in (7, 7, 8)
    ]
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]


def test_seeds_take_turns_through_all_variants_and_then_seats():
    plan = Variants(seats=(2,), bots=("a", "b"), options=({"x": 0}, {"x": 1}))
    assert [plan.setup_of(seed) for seed in range(4)] == [
        (2, {"x": 0}, ("a", "b")),
        (2, {"x": 1}, ("a", "b")),
        (2, {"x": 0}, ("b", "a")),
        (2, {"x": 1}, ("b", "a")),
    ]


def test_one_bot_sits_everywhere():
    assert Variants(seats=(2, 3), bots=("a",)).setup_of(1) == (3, {}, ("a", "a", "a"))


def test_a_card_is_offered_once_a_round_to_each_player(pack):
    found = play_match(pack, 1, 2)
    offered = found.cards["offered"].values()
    assert [sum(counts[seat] for counts in offered) for seat in (0, 1)] == [ROUNDS * ROW] * 2


def test_an_option_that_is_taken_can_be_a_stage_of_its_own(pack):
    found = play_match(pack, 1, 2)
    taken = found.cards["taken"]
    assert [sum(counts[seat] for counts in taken.values()) for seat in (0, 1)] == [ROUNDS] * 2
    bought = found.cards["bought"]
    assert {card: counts for card, counts in taken.items() if card != "t.spell.dud"} == bought


def test_the_series_are_sampled_when_a_round_begins_and_at_the_end(pack):
    found = play_match(pack, 1, 2)
    assert len(found.series["score"]) == len(found.series["mana"]) == ROUNDS
    assert found.series["score"][0] == [0, 0]
    best = max(found.final["score"])
    assert [found.final["score"][seat] for seat in found.standings[0]] == [
        best for _ in found.standings[0]
    ]


def test_what_was_bought_is_what_was_scored(pack):
    found = play_match(pack, 1, 2)
    worth = {f"t.spell.{name}": 10 if name == "crown" else 1 for name in CARDS}
    points = [
        sum(worth[card] * counts[seat] for card, counts in found.cards["bought"].items())
        for seat in (0, 1)
    ]
    assert points == found.final["score"]


def test_cards_appear_and_some_are_beaten(pack):
    found = [play_match(pack, seed, 2).lives["t.beast.wolf"] for seed in range(20)]
    assert {counts[0] for counts in found} == {ROUNDS}
    assert 0 < sum(counts[1] for counts in found) < 20 * ROUNDS
    assert {counts[2] for counts in found} == {0}  # at once or never


def test_who_comes_first_is_noted(pack):
    assert play_match(pack, 1, 2).first == 0


def test_a_match_that_breaks_is_a_finding(tmp_path):
    no_die = {"type": "roll", "id": "die", "sides": "{match.total}"}
    broken = load_pack(market(tmp_path, main=[no_die, *SECTIONS["main"]]))
    found = play_match(broken, 3, 2)
    assert found.failure == "ActionFailed: the flow: a die needs at least one side"
    assert found.standings is None


def test_a_match_without_end_is_broken_off(tmp_path, monkeypatch):
    monkeypatch.setattr("rules.weighing.sim.playing.MAX_DECISIONS", 50)
    wait = {
        "type": "choose",
        "ask": {"chooser": "players", "where": "{it.seat} == 0"},
        "prompt": "shop",
        "auto": False,
        "options": [{"id": "buy", "do": []}],
    }
    endless = market(tmp_path, main=[{"type": "while", "condition": True, "do": [wait]}])
    assert "no end after" in play_match(load_pack(endless), 0, 2).failure


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"round": {"event": "onNothing", "number": "x"}}, "report.round: the name of an event"),
        ({"round": {"event": "onRound", "number": "r"}}, "has no number 'r' in its context"),
        ({"cards": {"stages": {"offered": {"prompt": "shp"}}}}, "no choice has the prompt 'shp'"),
        ({"cards": {"having": ["sold"]}}, "'sold' is none of the stages offered, taken, bought"),
        ({"charts": {}}, "report.charts: there is no such entry"),
        ({"score": "{it.points}"}, "report.score"),
        ({"lives": {"ends": {"event": "onRound"}}}, "onRound has no card 'cardUUID'"),
        ({"series": []}, "report.series: an object belongs here"),
    ],
)
def test_a_wrong_report_section_is_told_by_place(tmp_path, part, message):
    with pytest.raises(PackError) as error:
        load_pack(market(tmp_path, report=part))
    assert message in str(error.value)


def test_a_pack_says_what_a_player_has_been_and_a_side_wins_together(tmp_path):
    camps = {"fields": {"player": {"camp": {"type": ["none", "red", "blue"], "initial": "red"}}}}
    last = {"chooser": "players", "where": "{it.seat} == 2"}
    blue = {"type": "set", "of": last, "field": "camp", "amount": "blue"}
    end = {"type": "endMatch", "won": {"chooser": "players", "where": "{it.camp} == red"}}
    pack = build(tmp_path, main=[blue, end], report={"role": "{it.camp}"}, **camps)
    found = play_match(pack, 1, 3)
    assert (found.failure, found.roles, set(found.won)) == ("", ["red", "red", "blue"], {0, 1})
