"""What no match has come to is compiled in free moments."""

from pathlib import Path

import pytest

from rules.pack import load_pack
from rules.running.code import Code
from world.play import compiling

RACE = Path(__file__).resolve().parents[3] / "mygame" / "world" / "packs" / "race"


@pytest.fixture
def race(reactor):
    return load_pack(RACE)


def test_the_code_of_a_game_is_compiled_a_piece_at_a_time(race, reactor):
    compiling.compile_ahead(race)
    begun = compiled = Code.compiled
    while reactor.getDelayedCalls():
        reactor.advance(compiling.PAUSE)
        assert Code.compiled <= compiled + 1
        compiled = Code.compiled
    assert compiled > begun
    for code in race.program.codes:
        _ = code.blocks
    assert Code.compiled == compiled


def test_each_game_is_compiled_once(race, reactor):
    compiling.compile_ahead(race)
    compiling.compile_ahead(race)
    assert len(reactor.getDelayedCalls()) == 1
