"""Turns of the duel that can be won for certain: the search tells them apart, bots win them."""

from __future__ import annotations

from random import Random
from typing import Any

import pyjson5
import pytest
from duel_trial import HERE, trial

from rules.playing import bots
from rules.playing.bots.forced import Search, has_won
from rules.running.match import Match
from rules.scenario.given import begin_scenario

POSITIONS: dict[str, Any] = pyjson5.decode((HERE / "lethal.json5").read_text(encoding="utf-8"))


def named(position: dict[str, Any]) -> str:
    return position["name"]


def laid_out(position: dict[str, Any]) -> Match:
    cards = {"scholar@1": {"left": position["health"]}, **position.get("cards", {})}
    players = [{"hand": [], **player} for player in position["players"]]
    given = {**POSITIONS["given"], "players": players, "cards": cards}
    options = {**POSITIONS["options"], **position.get("options", {})}
    match = begin_scenario(trial(), {"given": given, "options": options}).match
    match.log_enabled = False
    return match


@pytest.mark.parametrize("position", POSITIONS["certain"], ids=named)
def test_an_adept_wins_the_turn_that_can_be_won(position: dict[str, Any]) -> None:
    match, bot = laid_out(position), bots.make_bot("adept:iterations=23", 1)
    turn = trial().program.bots.until(match)
    while not match.is_over and trial().program.bots.until(match) == turn:
        match.answer_unchecked(0, bot.choose(match, 0))
    assert has_won(match, 0)


@pytest.mark.parametrize("position", POSITIONS["uncertain"], ids=named)
def test_what_luck_decides_is_no_certain_win(position: dict[str, Any]) -> None:
    search = Search(laid_out(position), 0, Random(1))
    assert search.run(lambda states: True) is None
    assert search.exhausted
