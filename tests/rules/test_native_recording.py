"""Matches that are played whole in the native machine are recorded as they are answer by answer."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from market import CARDS, SECTIONS, market

import rules
from rules.backends.wasm.matches import NativeMatch
from rules.backends.wasm.thinking import Thinker
from rules.pack import Pack, load_pack
from rules.pack.interface import engine_digest
from rules.playing.bots import machines, native
from rules.playing.bots.random import RandomBot
from rules.playing.invariants import Broken, check_invariants
from rules.running.match import Match
from rules.weighing.sim import play_match
from rules.weighing.sim.placement import FILES
from rules.weighing.sim.playing import Result

pytest.importorskip("wasmtime")
PACKS = Path(rules.__file__).parents[1] / "world/packs"
BOTS = ("greedy", "random", "novice:iterations=1", "adept:iterations=2", "random")


def bytes_of(result: Result) -> bytes:
    """All of a result; also in which order it was found."""
    subjects = [[*about, times] for about, times in result.subjects.items()]
    return orjson.dumps({**result.as_row(), "subjects": subjects})


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Result, Result]]:
    """Play a match whole, and answer by answer."""

    def refuse(*given: object) -> None:
        raise AssertionError("it was to be played whole")

    def carry_out(*given: Any, **more: Any) -> tuple[Result, Result]:
        with monkeypatch.context() as patched:
            patched.setattr(Match, "answer_unchecked", refuse)
            whole = play_match(*given, **more)
        with monkeypatch.context() as patched:
            patched.setattr(native, "play_whole", lambda *_: None)
            return whole, play_match(*given, **more)

    return carry_out


@pytest.mark.parametrize("name", ["chrono", "duel", "race", "knave"])
def test_a_match_is_recorded_alike(name: str, play: Callable[..., tuple[Result, Result]]):
    pack = load_pack(PACKS / name)
    for seed in range(3):
        seats = pack.program.seats[seed % len(pack.program.seats)]
        bots = [BOTS[(seed + seat) % len(BOTS)] for seat in range(seats)]
        whole, wanted = play(pack, seed, seats, bots, checks=seed % 2)
        assert bytes_of(whole) == bytes_of(wanted)
        assert not whole.failure


def test_all_that_a_pack_can_measure_is_recorded_alike(
    tmp_path: Path, play: Callable[..., tuple[Result, Result]]
):
    pack = load_pack(market(tmp_path))
    for seed in range(6):
        whole, wanted = play(pack, seed, 3, ["greedy", "random", "random"])
        assert bytes_of(whole) == bytes_of(wanted)
        assert {*whole.cards} == {"offered", "taken", "bought"}
        assert {*whole.cards["bought"]} <= {f"t.spell.{name}" for name in CARDS}
        assert whole.lives


def test_what_fails_is_played_answer_by_answer_and_told(tmp_path: Path):
    no_die = {"type": "roll", "id": "die", "sides": "{match.total}"}
    broken = load_pack(market(tmp_path, main=[no_die, *SECTIONS["main"]]))
    found = play_match(broken, 3, 2, "greedy")
    assert found.failure == "ActionFailed: the flow: a die needs at least one side"


def test_a_match_without_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rules.weighing.sim.playing.MAX_DECISIONS", 7)
    found = play_match(load_pack(market(tmp_path)), 0, 2, ("greedy", "random"))
    assert (found.failure, found.decisions) == ("RuleError: no end after 7 decisions", 8)


def test_no_machine_is_made_for_bots_at_random_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(machines, "_has_made", None)
    pack = load_pack(market(tmp_path, main=2 * SECTIONS["main"]))  # as nobody has played it
    assert play_match(pack, 1, 2, "random").decisions


# -- invariants


def in_order(thinker: Thinker, match: Match) -> bool:
    """Whether the machine finds that the invariants hold."""
    m = NativeMatch.of(thinker.loaded, match)
    try:
        return bool(thinker.machine.function("is_in_order")(m.address))
    finally:
        m.release()


def thinker_of(pack: Pack) -> Thinker:
    found = machines.thinker_for(pack, pack.program.seats[-1], waits=True)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["chrono", "duel", "kingdoms", "knave"])
def test_invariants_hold_in_the_machine_where_they_do_in_python(name: str):
    pack = load_pack(PACKS / name)
    thinker, match = thinker_of(pack), Match.new(pack, pack.program.seats[-1], 5, log=False)
    bot = RandomBot(5)
    for _ in range(60):
        check_invariants(match, deep=False)
        assert in_order(thinker, match)
        if match.is_over:
            break
        match.answer_unchecked(match.choices[0].seat, bot.choose(match, match.choices[0].seat))


def cards_lying(m: Match) -> list[int]:
    return [card for zone in m.zones for card in zone]


def lie_twice(m: Match) -> None:
    card = cards_lying(m)[0]
    zone = (m.state[card + 1] + 1) % len(m.zones)
    m.zones[zone] = (*m.zones[zone], card)


def believe_another_zone(m: Match) -> None:
    m.state[cards_lying(m)[3] + 1] += 1


def lose_a_card(m: Match) -> None:
    card = cards_lying(m)[0]
    zone = m.state[card + 1]
    m.zones[zone] = tuple(each for each in m.zones[zone] if each != card)


def hold_an_unlisted_card(m: Match) -> None:
    m.cards = tuple(card for card in m.cards if card != cards_lying(m)[0])


def free_a_row_that_is_not_empty(m: Match) -> None:
    m.spare = (m.cards[0],)


def entities_of(m: Match, kind: str) -> list[int]:
    known = {"match": [0], "player": [1]}
    return known.get(kind) or [card for card in m.cards if m.kind_of(card) == kind]


def exceed(m: Match, of: str, limit: type) -> None:
    """Give a field a number above its limit: one that is written down, or that of another field."""
    fields = [f for f in m.program.layout.fields.values() if isinstance(f.maximum, limit)]
    field = next(f for f in fields if f.kind == of or of not in ("match", "player"))
    entity = entities_of(m, field.kind)[0]
    most = field.maximum if limit is int else m.state[field.maximum_base + entity]
    m.state[field.base + entity] = most + 1


def fall_short(m: Match, of: str) -> None:
    fields = [f for f in m.program.layout.fields.values() if f.minimum is not None]
    field = next(f for f in fields if (f.kind == "player") == (of == "player"))
    m.state[field.base + entities_of(m, field.kind)[0]] = field.minimum - 1


def know_what_is_seen(m: Match) -> None:
    zone = next(z for z, cards in enumerate(m.zones) if cards and z not in m.program.layout.pools)
    m.known = {m.zones[zone][0]: 1}


def fill_a_zone(m: Match) -> None:
    layout = m.program.layout
    most = [layout.zones[f].most if f in layout.zones else None for f in layout.zone_family]
    zone = next(z for z, number in enumerate(most) if number is not None)
    cards = cards_lying(m)[: most[zone] + 1]
    for card in cards:
        old = m.state[card + 1]
        m.zones[old] = tuple(each for each in m.zones[old] if each != card)
        m.state[card + 1] = zone
    m.zones[zone] = tuple(cards)


def lie_where_it_cannot(m: Match) -> None:
    zone, rules_of = next((z, r) for z, r in m.program.zone_rules.items() if r.holds is not None)
    card = next(each for each in cards_lying(m) if not rules_of.takes(m.state[each]))
    old = m.state[card + 1]
    m.zones[old] = tuple(each for each in m.zones[old] if each != card)
    m.state[card + 1] = zone
    m.zones[zone] = (*m.zones[zone], card)


def ask_nobody(m: Match) -> None:
    m.choices = []


def ask_too_much(m: Match) -> None:
    m.choices = [m.choices[0]._replace(maximum=99)]


def default_to_nothing(m: Match) -> None:
    m.choices = [m.choices[0]._replace(default=(len(m.choices[0].options),))]


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        *[("duel", each) for each in (lie_twice, believe_another_zone, lose_a_card)],
        *[("duel", each) for each in (hold_an_unlisted_card, free_a_row_that_is_not_empty)],
        *[("chrono", each) for each in (ask_nobody, ask_too_much, default_to_nothing, fill_a_zone)],
        *[("duel", lie_where_it_cannot), ("kingdoms", know_what_is_seen)],
        *[("chrono", partial(fall_short, of=each)) for each in ("player", "card")],
        ("kingdoms", partial(exceed, of="player", limit=str)),
        ("race", partial(exceed, of="card", limit=int)),
        ("knave", partial(exceed, of="match", limit=int)),
    ],
)
def test_what_is_wrong_is_found_in_both_machines(name: str, spoil: Callable[[Match], None]):
    pack = load_pack(PACKS / name)
    match = Match.new(pack, pack.program.seats[-1], 5, log=False)
    assert in_order(thinker_of(pack), match)
    spoil(match)
    with pytest.raises(Broken):
        check_invariants(match, deep=False)
    assert not in_order(thinker_of(pack), match)


# -- elsewhere

ELSEWHERE = """
import sys
from rules.pack import load_pack
from rules.pack.interface import engine_digest
from rules.playing.bots.machines import thinker_for
print(engine_digest(), thinker_for(load_pack(sys.argv[1]), 2, waits=True) is not None)
"""


def test_the_rules_in_a_zip_file_have_the_same_digest_and_a_machine(tmp_path: Path):
    archive = tmp_path / "rules.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for place, code in FILES.items():
            made.writestr(place, code)
    command = [sys.executable, "-c", ELSEWHERE, str(PACKS / "race_simple")]
    environment = {"PYTHONPATH": str(archive), "HOME": str(tmp_path)}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [engine_digest(), "True"]
