"""Each invariant sees the match that breaks it: one broken match for each of their sentences."""

from __future__ import annotations

from copy import deepcopy

import pytest
from tiny import TURN, beast, build, on_play, spell

from rules.playing.invariants import Broken, check_invariants, journal_replays
from rules.running.match import Match
from rules.running.state import ZONE

WATCH = {"event": "onTick", "mode": "always", "do": [{"type": "note", "amount": 5}]}
PLAYERS = {"chooser": "players"}
MAIN = [
    {"type": "addTriggers", "triggers": [{**WATCH, "owner": "{match.startPlayer}"}]},
    {"type": "move", "target": {"chooser": "cards", "zone": "box", "top": 2}, "to": "field"},
    {"type": "loop", "id": "p", "target": PLAYERS, "do": [
        {"type": "move", "target": {"chooser": "cards", "zone": "box", "top": 2}, "to": "hand",
         "of": "{p.target}"},
        {"type": "move", "target": {"chooser": "cards", "zone": "box", "top": 1}, "to": "deck",
         "of": "{p.target}"}]},
    {"type": "loop", "times": 3, "do": [
        {"type": "loop", "id": "t", "target": PLAYERS, "do": [TURN]},
        {"type": "fire", "event": "onTick", "with": {"number": 1}}]},
    {"type": "endMatch", "standings": PLAYERS, "by": "{it.score}"},
]  # fmt: skip
FIELDS = {
    "match": {"secret": {"initial": 3, "see": "none"}},
    "player": {"plan": {"initial": 4, "see": "owner"}},
    "beast": {"hunger": {"initial": 5, "see": "none"}},
}
ROLL = {"type": "roll", "sides": 1000, "id": "r"}
KEEP = {"type": "set", "of": "{you}", "field": "score", "mode": "set", "amount": "{r.result}"}
CARDS = [spell("bolt", on_play(ROLL, KEEP), count=9), beast("wolf", count=2)]


@pytest.fixture
def match(tmp_path):
    pack = build(tmp_path, main=MAIN, cards=CARDS, fields=FIELDS)
    match = Match.new(pack, 2, 1)
    match.answer(0, (0,))
    return match


def test_nothing_is_wrong_with_a_match_as_it_is_played(match):
    check_invariants(match)
    journal_replays(match)


def broken(match, *words):
    """Some invariant sees it, and says it in these words."""
    with pytest.raises(Broken) as caught:
        check_invariants(match)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def zone(match, name, player=0):
    return match.program.layout.zones[name].first + player


def put(match, field, kind, entity, value):
    match.state[match.program.layout.fields[kind, field].base + entity] = value


def beasts(match):
    return match.zones[zone(match, "field")]


# ------------------------------------------------------------------------------ cards


def test_a_card_in_two_zones(match):
    match.zones[zone(match, "discard", 2)] += match.zones[zone(match, "hand", 1)][:1]
    broken(match, "a card lies in two zones")


def test_a_card_twice_in_one_zone(match):
    hand = zone(match, "hand", 1)
    match.zones[hand] += match.zones[hand][:1]
    broken(match, "a card lies in two zones")


def test_a_card_that_believes_it_lies_elsewhere(match):
    card = match.zones[zone(match, "hand", 1)][0]
    match.state[card + ZONE] = zone(match, "hand", 2)
    broken(match, "t.spell.bolt lies in", "and believes")


def test_a_lost_card(match):
    hand = zone(match, "hand", 1)
    match.zones[hand] = match.zones[hand][1:]
    broken(match, "lost: ['t.spell.bolt']")


# ------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("kind", "field", "value", "words"),
    [
        ("player", "mana", -1, "player 2 has mana -1, not 0..10"),
        ("player", "mana", 11, "player 2 has mana 11, not 0..10"),
        ("beast", "health", -1, "has health -1, not 0..10"),
        ("beast", "cap", 9, "has health 10, not 0..9"),  # the limit is a field of its own
    ],
)
def test_a_number_out_of_its_range(match, kind, field, value, words):
    put(match, field, kind, 2 if kind == "player" else beasts(match)[0], value)
    broken(match, words)


# ------------------------------------------------------------------------------ choices


def test_nobody_is_asked_and_the_match_is_not_over(match):
    match.choices = []
    broken(match, "the match neither is over nor waits for anybody")


def test_somebody_is_asked_though_the_match_is_over(match):
    match.standings = ((0,), (1,))
    broken(match, "the match neither is over nor waits for anybody")


@pytest.mark.parametrize(("minimum", "maximum"), [(9, 9), (2, 1), (-1, 1)])
def test_a_choice_that_nobody_can_answer(match, minimum, maximum):
    match.choices = [match.choices[0]._replace(minimum=minimum, maximum=maximum)]
    broken(match, "nobody can answer")


@pytest.mark.parametrize("default", [(), (9,), (-1,), (0, 0)])
def test_a_default_that_is_not_legal(match, default):
    match.choices = [match.choices[0]._replace(default=default)]
    broken(match, "the default of", "is not legal")


# ------------------------------------------------------------------------------ copies


def test_a_clone_that_differs(match, monkeypatch):
    clone = Match.clone

    def forgetful(self, keep=False):
        other = clone(self, keep)
        other.rng += 1
        return other

    monkeypatch.setattr(Match, "clone", forgetful)
    broken(match, "a copy differs")


def test_a_save_that_differs(match, monkeypatch):
    load = Match.load.__func__

    def forgetful(cls, pack, data):
        other = load(cls, pack, data)
        put(other, "mana", "player", 1, 0)
        return other

    monkeypatch.setattr(Match, "load", classmethod(forgetful))
    broken(match, "a copy differs")


def test_a_copy_that_looks_the_same_and_goes_on_differently(match, monkeypatch):
    clone = Match.clone

    def deaf(self, keep=False):
        other = clone(self, keep)
        other.listeners = {}  # drawn from the triggers: no hash tells
        return other

    match.answer(1, (len(match.choices[0].options) - 1,))  # the turn after which all tick
    match.answer(0, (len(match.choices[0].options) - 1,))
    monkeypatch.setattr(Match, "clone", deaf)
    broken(match, "copies go on differently")


# ------------------------------------------------------------------------------ views


def seen_by(match, monkeypatch, change):
    """Views are as they are, with something more."""
    view = Match.view

    def leaky(self, seat):
        shown = deepcopy(view(self, seat))
        change(self, seat, shown)
        return shown

    monkeypatch.setattr(Match, "view", leaky)


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_a_hidden_hand_is_shown_to_somebody(match, monkeypatch, reader):
    view = Match.view
    owner = 1 if reader != 1 else 0
    hand = view(match, owner)["players"][owner]["zones"]["hand"]

    def change(self, seat, shown):
        if seat == reader:
            shown["players"][owner]["zones"]["hand"] = hand

    seen_by(match, monkeypatch, change)
    broken(match, f"seat {reader} sees ['t.spell.bolt'")


def test_a_deck_that_nobody_may_see_is_shown_to_its_owner(match, monkeypatch):
    card = match.zones[zone(match, "deck", 1)][0]
    leaked = {"uuid": card, "id": match.card_id(card), "kind": "spell"}

    def change(self, seat, shown):
        if seat == 0:
            shown["players"][0]["zones"]["deck"]["cards"].append(leaked)

    seen_by(match, monkeypatch, change)
    broken(match, "seat 0 sees ['t.spell.bolt']")


def test_a_view_with_what_another_is_asked(match, monkeypatch):
    asked = match.choices[0].seat
    choices = Match.view(match, asked)["choices"]
    seen_by(match, monkeypatch, lambda self, seat, shown: shown.update(choices=choices))
    broken(match, "sees what another is asked")


def test_a_field_of_the_match_that_nobody_may_see(match, monkeypatch):
    seen_by(match, monkeypatch, lambda self, seat, shown: shown["match"].update(secret=3))
    broken(match, "is told secret of the match")


def test_a_field_of_a_player_that_only_they_may_see(match, monkeypatch):
    seen_by(
        match, monkeypatch, lambda self, seat, shown: shown["players"][1]["fields"].update(plan=4)
    )
    broken(match, "seat None is told plan of seat 1")


def test_a_field_of_a_card_that_nobody_may_see(match, monkeypatch):
    def change(self, seat, shown):
        shown["zones"]["field"]["cards"][0]["hunger"] = 5

    seen_by(match, monkeypatch, change)
    broken(match, "is told hunger of t.beast.wolf")


# ------------------------------------------------------------------------------ the journal


def test_a_journal_that_leads_to_another_match(match):
    put(match, "mana", "player", 1, 0)
    with pytest.raises(Broken, match="the journal leads to another match"):
        journal_replays(match)


def test_a_journal_that_lacks_an_answer(match):
    match.journal.pop()
    with pytest.raises(Broken, match="the journal leads to another match"):
        journal_replays(match)


def test_a_journal_that_leads_to_another_log(match):
    match.log.rows.append((0, None, 1))
    with pytest.raises(Broken, match="the journal leads to another log"):
        journal_replays(match)
