"""
Sixty people who play, give, sell, leave, die and are thrown out, at random; after each step nothing
is had twice, and nothing is gone without an entry. The same where the server is killed.

    STEPS=10000 KILLS=200 .venv/bin/python -m pytest -n 0 -q -s tests/world/sheets/test_random.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from world.models import MatchRecord, Sheet, Thing
from world.play.hosting import registry

from .books import Books
from .town import PEOPLE, Town

pytestmark = [pytest.mark.timeout(7200)]

STEPS = int(os.environ.get("STEPS", "300"))
KILLS = int(os.environ.get("KILLS", "20"))
SEED = int(os.environ.get("SEED", "1"))
ALL = 25  # steps after which everything is looked at
KILLED = Path(__file__).parent / "killed.py"


@pytest.mark.django_db
def test_nothing_is_had_twice_and_nothing_is_gone(bazaar, clock, django_user_model):
    town, books = Town(bazaar, clock, django_user_model, SEED), Books()
    town.start_all()
    for number in range(1, STEPS + 1):
        town.step()
        books.check(everything=number % ALL == 0 or number == STEPS)
    for host in registry.all_hosts():
        host.abandon()
    books.check(everything=True)
    assert not Sheet.objects.exclude(lease=None).exists()
    assert not Thing.objects.exclude(match=None).exists()
    assert not MatchRecord.objects.filter(status="running").exists()
    assert town.most == PEOPLE
    print(STEPS, "steps,", town.most, "sheets lent at once,", books.read, "entries:", town.done)


def test_a_server_that_is_killed_loses_nothing_and_has_nothing_twice(tmp_path):
    run = subprocess.run(
        [sys.executable, "-W", "ignore", KILLED, str(tmp_path / "db"), str(KILLS), str(SEED)],
        capture_output=True,
        text=True,
        timeout=7000,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
    print(run.stdout)
