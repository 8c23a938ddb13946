"""
Another process holds the database: those who wait for it are told, everybody else goes on, and no
answer is lost.
"""

import random
import sqlite3
import time
from contextlib import closing, contextmanager

from e2e.at_the_table import answers, next_prompt
from e2e.harness import wait_until

LOCKED = 6  # seconds at least, more than one try of the thread that writes (`STORAGE_TRY`)
KEPT = "Your answer is kept"
GOES_ON = r"Type |Waiting for|Thank you for playing"


@contextmanager
def lock(game):
    """No other process can write."""
    with closing(sqlite3.connect(game.env.database_file, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


def seconds(do, *told):
    """How long something takes."""
    begun = time.monotonic()
    do(*told)
    return time.monotonic() - begun


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


def test_a_lock_stops_nobody_but_those_who_wait_for_it_and_loses_nothing(game):
    rng = random.Random(1)
    sara, saul, first = table_of_two(game, "Sara", "Saul")
    stan, selma, second = table_of_two(game, "Stan", "Selma")
    suki, sven = game.player("Suki"), game.player("Sven")
    before = len(answers(game, "Sara", "Stan"))
    for person in (sara, saul, stan, selma, suki, sven):
        person.read_all(0.2)
    with lock(game):
        begun = time.monotonic()
        sara.send(first.any_answer(rng))
        stan.send(second.any_answer(rng))
        took = [
            (
                seconds(suki.ask, "look", "Hall of the Time Wheel"),
                seconds(suki.ask, f"say word{number}", f"word{number}"),
                seconds(sven.expect, f"word{number}"),
                seconds(saul.ask, "look", "Table"),
            )
            for number in range(10)
        ]
        # What waits for the lock does so each time; what a busy machine holds up now and then.
        assert max(map(min, zip(*took, strict=True))) < LOCKED / 2, took
        sara.expect(KEPT)
        stan.expect(KEPT)
        saul.expect("The storage is busy")
        assert min(seconds(sara.ask, "look", "Table") for _ in range(3)) < LOCKED / 2
        assert min(seconds(sara.ask, "1", "not taken") for _ in range(3)) < LOCKED / 2
        assert len(answers(game, "Sara", "Stan")) == before
        time.sleep(max(0, LOCKED - (time.monotonic() - begun)))
    for person in (sara, stan):
        person.expect(GOES_ON)
    assert len(answers(game, "Sara", "Stan")) == before + 2
    suki.send("say over")
    sven.expect("over")


def test_an_answer_that_waits_survives_the_death_of_the_server(game):
    silke, _, prompt = table_of_two(game, "Silke", "Simon")
    silke.read_all(0.2)
    before = len(answers(game, "Silke"))
    with lock(game):
        silke.send(prompt.any_answer(random.Random(1)))
        silke.expect(KEPT)
        old = game.kill_server()
    game.wait_for_new_server(old)
    silke.expect(GOES_ON)
    wait_until(lambda: len(answers(game, "Silke")) > before, "the answer")
    assert len(answers(game, "Silke")) == before + 1
