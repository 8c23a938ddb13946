"""The store of the browser's table holds what the game has told it, message by message."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from in_node import run_in_node

import rules
from rules.pack import load_pack
from rules.running import view
from rules.running.match import Match
from world.play.hosting.views import Views

GAME = Path(rules.__file__).parents[1]
STORE = GAME / "web" / "static" / "table" / "store.js"


def held_after(messages: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """What the store holds after each message."""
    return run_in_node("stored.mjs", STORE, messages)


def told(views: Views, seat: int, since: int | None) -> list[tuple[str, dict[str, Any]]]:
    """The messages which tell a seat how the match stands."""
    update = views.update(seat, since)
    about = {"version": 3, "table": 1, "number": update.number, "since": update.since}
    table = {**about, "names": [], "you": seat, "told": {}, "clock": None}
    return [
        ("chrono_table", {**table, "public": update.public}),
        ("chrono_hand", {**about, "private": update.hand, "told": {}}),
        ("chrono_log", {**about, "start": update.log, "lines": []}),
    ]


def played(name: str, seats: int, steps: int = 60) -> tuple[list[Any], list[Any]]:
    """The messages of a match played at random, and the views at which each change should lead."""
    pack, rng = load_pack(GAME / "world" / "packs" / name), random.Random(5)
    match = Match.new(pack, seats, 11)
    views, messages, expected, since = Views(0, match), [], [], None
    for number in range(1, steps):
        messages += told(views, 0, since)
        shown = {**view.view_of(match, 0), "choices": None}
        expected.append(json.loads(json.dumps(shown, default=list)))
        since = number - 1
        if match.is_over:
            break
        choice = match.pending[0]
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match = match.clone()
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
        views.set_match(number, match)
    return messages, expected


@pytest.mark.parametrize(("name", "seats"), [("chrono", 4), ("duel", 2), ("race", 2)])
def test_differences_lead_the_store_to_the_view_of_its_seat(name, seats):
    messages, expected = played(name, seats)
    held = held_after(messages)[2::3]
    assert [{**each["view"], "choices": None} for each in held] == expected
    assert {each["asked"] for each in held} == {0}


def test_a_difference_that_does_not_lead_on_is_not_applied_and_everything_is_asked_for_again():
    messages, _ = played("race", 2, steps=6)
    missed = [*messages[:3], *messages[6:9]]
    held = held_after(missed)
    assert held[-1]["asked"] == 1
    assert held[-1]["view"] == held[2]["view"]
