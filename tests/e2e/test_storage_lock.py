"""
Another process holds the database: those who wait for it are told, everybody else goes on, and no
answer is lost.
"""

import random
import shutil
import sqlite3
import time
from contextlib import closing, contextmanager

import pytest

from e2e.at_the_table import next_prompt, put_pebbles_on_the_shelf
from e2e.harness import GameServer

LOCKED = 12  # seconds, more than one try of the database's own waiting
KEPT = "Your answer is kept"
GOES_ON = r"Type |Waiting for|Thank you for playing"


@pytest.fixture
def house(_shared, tmp_path):
    """A running server with the small game on its shelf."""
    data_dir = tmp_path / "data"
    shutil.copytree(_shared[1], data_dir)
    game = GameServer(data_dir, CHRONO_BOT_PACE="0.001")
    put_pebbles_on_the_shelf(game)
    try:
        game.start()
        yield game
    finally:
        game.kill_everything()


@contextmanager
def lock(game):
    """No other process can write."""
    with closing(sqlite3.connect(game.env.database_file, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


def answers(game):
    with closing(sqlite3.connect(game.env.database_file)) as database:
        return database.execute("select count(*) from world_journalentry").fetchone()[0]


def table_of_two(game, first, second):
    """Two people at a table whose match has begun; who is asked first, and the prompt."""
    owner, guest = game.player(first), game.player(second)
    owner.send("open pebbles players 2")
    number = owner.expect(r"-- Table (\d+)")[1]
    guest.send(f"join {number}")
    guest.expect(f"-- Table {number}")
    guest.send("ready")
    owner.send("start")
    return owner, guest, next_prompt(owner)


def test_a_lock_stops_nobody_but_those_who_wait_for_it_and_loses_nothing(house):
    rng = random.Random(1)
    ann, ben, first = table_of_two(house, "Ann", "Ben")
    cem, dora, second = table_of_two(house, "Cem", "Dora")
    ella, finn = house.player("Ella"), house.player("Finn")
    before = answers(house)
    for person in (ann, ben, cem, dora, ella, finn):
        person.read_all(0.2)
    with lock(house):
        begun = time.monotonic()
        ann.send(first.any_answer(rng))
        cem.send(second.any_answer(rng))
        for number in range(10):
            ella.ask("look", "Hall of the Time Wheel", timeout=LOCKED / 2)
            ella.ask(f"say word{number}", f"word{number}", timeout=LOCKED / 2)
            finn.expect(f"word{number}", timeout=LOCKED / 2)
            ben.ask("look", "Table", timeout=LOCKED / 2)
        assert time.monotonic() - begun < LOCKED, "looking and talking waited for the lock"
        ann.expect(KEPT)
        cem.expect(KEPT)
        ben.expect("The storage is busy")
        ann.ask("look", "Table", timeout=LOCKED / 2)
        ann.ask("1", "not taken", timeout=LOCKED / 2)
        assert answers(house) == before
        time.sleep(max(0, LOCKED - (time.monotonic() - begun)))
    for person in (ann, cem):
        person.expect(GOES_ON, timeout=30)
    assert answers(house) == before + 2
    ella.send("say over")
    finn.expect("over")


def test_an_answer_that_waits_survives_the_death_of_the_server(house):
    ann, _, prompt = table_of_two(house, "Ann", "Ben")
    ann.read_all(0.2)
    before = answers(house)
    with lock(house):
        ann.send(prompt.any_answer(random.Random(1)))
        ann.expect(KEPT)
        old = house.kill_server()
    house.wait_for_new_server(old)
    ann.expect(GOES_ON, timeout=30)
    deadline = time.monotonic() + 30
    while answers(house) == before and time.monotonic() < deadline:
        time.sleep(0.2)
    assert answers(house) == before + 1
