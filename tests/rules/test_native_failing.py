"""What fails of cards is left out of a match in the native machine as it is in the other one."""

from __future__ import annotations

from random import Random

import pytest
from tiny import on_play, play, spell, start

from rules.backends.wasm import exam, mirror
from rules.backends.wasm.matches import NativeMatch
from rules.backends.wasm.mirror import Mirror
from rules.backends.wasm.whole_matches import WholeMatch
from rules.fuzz import both
from rules.fuzz.breaking import break_and_play
from rules.fuzz.trial import Bench
from rules.ground.errors import ActionFailed
from rules.pack.files import WORLD
from rules.running.failing import CARDS as EVERYTHING
from rules.running.failing import MAX_FAILURES
from rules.running.match import Match

pytest.importorskip("wasmtime")

FIELDS = {"match": {"broken": {"initial": 0}}, "player": {"strength": {"initial": 3}}}
TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}
STRENGTH = {"property": "strength", "mode": "add", "duration": "always", "of": "{you}"}


def note(amount):
    return {"type": "note", "amount": amount}


BROKEN = note("1 // {match.broken}")


def hearing(*do, **trigger):
    triggers = [{"owner": "{you}", "event": "onTick", "do": list(do), **trigger}]
    return on_play({"type": "addTriggers", "triggers": triggers})


def changing(amount):
    return on_play({"type": "addModifiers", "modifiers": [{**STRENGTH, "amount": amount}]})


def asked(**options):
    given = [{"id": name, "do": do} for name, do in options.items()]
    ask = {"type": "choose", "ask": "{match.startPlayer}", "prompt": "turn"}
    return {**ask, "auto": False, "options": given}


def sum_of_sums():
    """What uses up the work of an action."""
    amount = "{match.broken}"
    for _ in range(7):
        of = {"chooser": "numbers", "from": 1, "to": 9_999}
        amount = {"type": "sum", "of": of, "value": amount}
    return amount


SWARM = [f"c{number}" for number in range(MAX_FAILURES + 2)]
CARDS = [
    spell("trap", hearing(note(100), BROKEN)),
    spell("gate", hearing(note(50), condition="1 // {match.broken} == 1")),
    spell("echo", hearing(note(10))),
    spell("weak", changing("1 // {match.broken}")),
    spell("good", changing(2)),
    spell("bad", on_play(note(5), BROKEN)),
    spell("late", on_play(note(5), asked(go=[note(50)]), BROKEN)),
    spell(
        "endless", on_play({"type": "while", "condition": "{match.total} >= 0", "do": [note(1)]})
    ),
    spell("heavy", changing(sum_of_sums())),
    *[spell(name, hearing(note(1), BROKEN)) for name in SWARM],
]
MENU = asked(
    tick=[TICK, note(7)],
    look=[note("{match.startPlayer.strength}")],
    mend=[{"type": "set", "of": "{match}", "field": "broken", "mode": "add", "amount": 1}],
    spoil=[{"type": "set", "of": "{match}", "field": "broken", "amount": 0}],
    flow=[note(3), BROKEN],
    end=[asked(go=[BROKEN])],
    swarm=[doable for name in SWARM for doable in play(name)],
    **{card["name"]: play(card["name"]) for card in CARDS[:9]},
)


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    """A pack whose cards fail in every way, on both machines."""
    folder = tmp_path_factory.mktemp("packs")
    words = {"doables": {"leave": {"do": [note(3), TICK]}}}
    sections = {"define": words, "pack": {"concede": "leave"}, "fields": FIELDS, "cards": CARDS}
    start(folder, {"type": "while", "condition": True, "do": [MENU]}, **sections)
    return exam.load_both(folder / "tiny", 2)


def choose(side: Mirror, word: str) -> bool:
    """Answer with an option of this word on both machines, and compare; whether it fails."""
    match, error = side.reference, None
    picks = [n for n, option in enumerate(match.choices[0].options) if option.word == word]
    try:
        match.answer(0, picks)
    except ActionFailed as failed:
        error = failed
    side.follow(lambda m: m.answer(0, picks), error)
    assert (error is None) == (side.match.trap is None)
    return error is not None


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        (["trap", "echo", "tick", "mend", "tick"], ["codes"]),
        (["trap", "gate", "echo", "tick", "mend", "tick"], ["codes", "codes"]),
        (["weak", "good", "look", "mend", "look"], ["modifiers"]),
        (["bad", "tick", "mend", "bad"], ["codes"]),
        (["trap", "late", "go", "tick"], ["codes", "waiting", "codes"]),
        (["endless", "look"], ["codes"]),
        (["heavy", "good", "look", "tick"], ["modifiers"]),
        (["flow", "look", "mend", "look"], ["flow"]),
        (["end", "go"], ["flow"]),
    ],
)
def test_what_fails_leads_to_the_same_match_on_both_machines(failing, words, kinds):
    pack, loaded = failing
    for log in (False, True):
        match = Match.prepare(pack, 2, 1, {}, log=log)
        side = Mirror(loaded, match)
        match.begin()
        side.follow(WholeMatch.begin)
        failed = [choose(side, word) for word in words]
        assert any(failed)
        assert [kind for *_, left in match.journal for _, kind, _ in left] == kinds


def test_matches_at_random_in_which_cards_fail_are_the_same_on_both_machines(failing, monkeypatch):
    """Also where so much fails that all of cards is left out, and where somebody gives up."""
    monkeypatch.setattr(both, "GIVES_UP", 0.05)
    pack, loaded = failing
    left_out, failures = set(), 0
    for seed in range(3):
        match = Match.prepare(pack, 2, seed, {}, log=False)
        failures += both.play_on_both(match, loaded, Random(seed), 25)[1]
        left_out |= {each for *_, left_out in match.journal for each in left_out}
    assert failures > 10
    assert EVERYTHING in left_out


def test_a_failure_of_one_machine_alone_is_told(failing):
    pack, loaded = failing
    match = Match.new(pack, 2, 1)
    side = Mirror(loaded, match)
    error = ActionFailed(None, "of the other")
    match.answer(0, [0])
    with pytest.raises(mirror.Differs, match="one machine alone fails"):
        side.follow(lambda m: m.answer(0, [0]), error)


def test_a_difference_is_told_where_it_is(failing):
    pack, loaded = failing
    match = Match.new(pack, 2, 1)
    side = Mirror(loaded, match)
    match.answer(0, [0])
    with pytest.raises(mirror.Differs, match=r"state at \d+: "):
        side.follow(lambda m: m.answer(0, [1]))


@pytest.mark.parametrize(("game", "seed"), [("race_simple", 2), ("duel", 0)])
def test_matches_whose_cards_are_broken_are_the_same_on_both_machines(game, seed):
    pack, loaded = exam.load_both(WORLD / game)
    played = break_and_play(pack, seed, matches=1, answers=60, loaded=loaded)
    assert played.findings == ()
    assert played.failed > 0
    assert played.both == played.answers > 0
    assert exam.compare_match(pack, loaded, 1) > 10  # all is whole again


@pytest.mark.parametrize(
    ("game", "seeds"),
    [("race_simple", (0, 2)), ("race", (25,))],  # the second has long cards inside each other
)
def test_mutated_cards_are_played_on_both_machines(game, seeds):
    bench = Bench(WORLD / game)
    played = [bench.run_round(seed) for seed in seeds]
    assert [finding for result in played for finding in result.findings] == []
    assert sum(result.both for result in played) > 0


def test_the_room_of_smaller_matches_is_used_again(failing):
    _, loaded = failing
    prepared = Match.prepare(failing[0], 2, 1, {}, log=False)
    large = loaded.room_for_match(loaded.open_for(prepared.dealt) + 1)
    loaded.give_room_back(large)
    for _ in range(3):
        match = NativeMatch.of(loaded, prepared)
        assert match.address == large
        match.release()
