"""
People outside do everything at random; after each step nobody reads nothing, nobody is in two
places, no error is in the log, and nothing is had twice or gone without an entry.

    STEPS=20000 SEED=2 PEOPLE=36 .venv/bin/python -m pytest -n 0 -q -s \\
        tests/commands/hostile/test_outside.py
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from world.models import Entry, MatchRecord, Sheet, Thing
from world.play.hosting import botturns
from world.play.hosting.botturns import Line

from ...world.sheets.books import Books
from ..conftest import load
from .outside import Errors, Evening

pytestmark = [pytest.mark.timeout(7200)]

STEPS = int(os.environ.get("STEPS", "150"))
SEED = int(os.environ.get("SEED", "1"))
PEOPLE = int(os.environ.get("PEOPLE", "8"))
ALL = 50  # steps after which everything is looked at


@pytest.fixture
def evening(hall, person, login, logout, clock, monkeypatch, tmp_path):
    from world.shelf import games

    Path(settings.LOG_DIR).mkdir(parents=True, exist_ok=True)
    for name in ("duel", "race"):
        games.put_on_shelf(load(name))
    for kind in ("smart", "adept"):
        monkeypatch.setitem(
            botturns.BOTS, kind, lambda match, seat: [Line(match.choice_of(seat).default)]
        )
    return Evening(person, login, logout, clock, SEED, PEOPLE, monkeypatch, tmp_path / "poor")


def test_whatever_people_do_outside_nothing_is_lost_and_nobody_is_stuck(evening, monkeypatch):
    errors, books = Errors(), Books()
    stop = errors.listen(monkeypatch)
    try:
        for number in range(1, STEPS + 1):
            evening.step()
            try:
                books.check(everything=number % ALL == 0 or number == STEPS)
            except AssertionError as error:
                raise AssertionError(f"{error}\n" + "\n".join(evening.last)) from error
            wrong = [*errors, *evening.problems()]
            assert not wrong, "\n".join([*evening.last, *wrong])
            if number % 500 == 0:
                print(number, "steps,", books.read, "entries", flush=True)
        wrong = [*evening.end(), *errors]
        assert not wrong, "\n".join([*evening.last, *wrong])
        books.check(everything=True)
    finally:
        stop()
    assert not Sheet.objects.exclude(lease=None).exists()
    assert not Thing.objects.exclude(match=None).exists()
    matches = Counter(MatchRecord.objects.values_list("scene", flat=True))
    moved = Counter(Entry.objects.values_list("reason", flat=True))
    print(STEPS, "steps:", evening.done, matches, moved)
