"""How a match ends: who won, who drew, who lost, by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import build

from rules.running.match import Match

PLAYERS = {"chooser": "players"}
WORDS = {"en": {"log": {"outcome": "{winners} won by {by}"}}}


def ended(tmp_path: Path, seats: int = 3, **rest: Any) -> Match:
    end = {"type": "endMatch", "standings": PLAYERS, **rest}
    return Match.new(build(tmp_path, main=[end]), seats, 1)


@pytest.mark.parametrize(
    ("by", "won", "drew", "lost"),
    [
        ("{it.seat}", (2,), (), (1, 0)),
        ("{it.score}", (), (0, 1, 2), ()),
        ("min(1, {it.seat})", (), (1, 2), (0,)),
    ],
)
def test_who_comes_first_alone_has_won_and_several_have_drawn(
    tmp_path: Path, by: str, won: tuple, drew: tuple, lost: tuple
) -> None:
    m = ended(tmp_path, by=by)
    assert m.outcome == (won, drew, lost, None)
    assert not list(m.log or ())


def test_the_rule_is_kept_shown_and_logged(tmp_path: Path) -> None:
    m = ended(tmp_path, by="{it.seat}", rule="lastStanding")
    assert m.outcome is not None
    assert m.outcome.rule == "lastStanding"
    told = {"won": (2,), "drew": (), "lost": (1, 0), "rule": "lastStanding"}
    assert m.view(None)["outcome"] == told
    (line,) = m.log or ()
    assert line.message == "outcome"
    other = Match.load(m.pack, m.save())
    assert other.outcome == m.outcome
    assert m.clone().outcome == m.outcome


def test_there_is_none_while_a_match_goes_on(tmp_path: Path) -> None:
    m = Match.prepare(build(tmp_path), 2, 1)
    assert (m.outcome, m.view(0)["outcome"]) == (None, None)
