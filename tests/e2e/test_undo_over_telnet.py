"""Two people at a table with a clock: what is taken back stays so, also after kill -9."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from e2e.at_the_table import Inspector, next_prompt, put_pebbles_on_the_shelf
from e2e.harness import GameServer


@pytest.fixture(scope="module")
def house(_shared, tmp_path_factory):
    """A running server with the small game on its shelf."""
    data_dir = tmp_path_factory.mktemp("house") / "data"
    shutil.copytree(_shared[1], data_dir)
    game = GameServer(data_dir)
    put_pebbles_on_the_shelf(game)
    try:
        game.start()
        yield game
    finally:
        game.kill_everything()


def journal(game):
    with closing(sqlite3.connect(game.env.database_file)) as database:
        rows = database.execute('select picks from world_journalentry order by "index"')
        return [picks for (picks,) in rows]


def test_taking_back_the_clock_and_kill_9(house):
    ann, ben = house.player("Ann"), house.player("Ben")
    ann.send("open pebbles players 2 timelimit 10 timebank 10")
    number = ann.expect(r"Table (\d+)")[1]
    ben.send(f"join {number}", "ready")
    ann.expect("Ben is ready")
    ann.send("start")
    prompt = next_prompt(ann)
    assert "(10 s, then 0:10 of your time bank)" in prompt.text
    admin = Inspector(house)
    before = admin.tables()["Ann"][0]

    # At once, as nobody has seen anything; and for good.
    ann.send(prompt.number_of("pass"))
    next_prompt(ben)
    ann.ask("back", r"Taken back\.")
    pid = house.kill_server()
    house.wait_for_new_server(pid)
    ann.expect("the game goes on where it was", timeout=30)
    ben.expect("the game goes on where it was", timeout=30)
    assert journal(house)[1:] == ["[-2, 1]"]
    assert admin.tables()["Ann"][0] == before

    # By consent, when the other one has answered.
    ann.read_all(0.3)
    ann.send("?")
    ann.send(next_prompt(ann).number_of("pass"))
    ben.send(next_prompt(ben).number_of("pass"))
    ann.expect("Give one away")
    ann.ask("undo", "needs the consent of Ben")
    ben.expect("Ann asks to take back")
    ben.send("yes")
    ann.expect(r"Taken back\.")
    ben.expect("Ann takes back the last answer")
    assert admin.tables()["Ann"][0] == before

    # Whoever is waited for for too long is told what was done.
    ann.expect("your time bank runs now", timeout=40)
    ann.expect(r"Your time is up; the default was done for you: pass\.", timeout=40)
    ben.expect("Ann let the time run out", timeout=10)
    assert "Traceback" not in house.log()
