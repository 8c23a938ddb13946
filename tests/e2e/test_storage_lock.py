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
        for number in range(10):
            suki.ask("look", "Hall of the Time Wheel")
            suki.ask(f"say word{number}", f"word{number}")
            sven.expect(f"word{number}")
            saul.ask("look", "Table")
        # Forty lines: each of them would have waited for as long as a try takes.
        assert time.monotonic() - begun < 10 * LOCKED, "looking and talking waited for the lock"
        sara.expect(KEPT)
        stan.expect(KEPT)
        saul.expect("The storage is busy")
        sara.ask("look", "Table")
        sara.ask("1", "not taken")
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
