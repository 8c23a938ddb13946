"""Dragons of level XII, who are fought alone: a grandmaster beats one where that can be done."""

from __future__ import annotations

from pathlib import Path

import pyjson5
import pytest

from rules.backends.wasm.exam import load_both
from rules.backends.wasm.matches import NativeMatch
from rules.backends.wasm.thinking import Thinker
from rules.pack.files import WORLD
from rules.playing.bots.native import think
from rules.scenario.given import begin_scenario

HERE = Path(__file__).parent / "chrono"
POSITION = pyjson5.decode((HERE / "solo.json5").read_text(encoding="utf-8"))
SEAT, TRIES = 2, 6


def test_a_dragon_of_level_XII_falls_to_a_grandmaster():
    """Though in some of the worlds that it tries another wizard wins the match in this round."""
    pytest.importorskip("wasmtime")
    pack, loaded = load_both(WORLD / "chrono", 4)
    match = begin_scenario(pack, POSITION).match
    match.log_enabled = False
    thinker, dragons = Thinker(loaded), match.choices[0].options
    (solo,) = (pick for pick, option in enumerate(dragons) if option.word == "solo")
    match.answer(SEAT, (solo,))
    (dragon,) = (
        pick
        for pick, option in enumerate(match.choices[0].options)
        if match.card_id(option.entity) == "base.exploration.XII.curse_dragon"
    )
    match.answer(SEAT, (dragon,))
    for seed in range(TRIES):
        m = NativeMatch.of(loaded, match)
        slot = pack.program.layout.zone_names.index("slot") + SEAT + 1
        while m.zones[slot]:
            lines = think(thinker, m, SEAT, "grandmaster:iterations=300", seed)
            m.answer(SEAT, lines[0].picks)
        assert len(m.zones[pack.program.layout.zone_names.index("pile.XII")]) == 2
        m.release()
