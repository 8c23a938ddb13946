"""
Matches over a real socket: from the login to the final standings, and through every way in which
a server can go down, each in the middle of an effect.
"""

import random
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from e2e.at_the_table import Inspector, next_prompt, put_pebbles_on_the_shelf
from e2e.harness import GameServer


@pytest.fixture(scope="module")
def house(_shared, tmp_path_factory):
    """A running server with the small game on its shelf, too; bots do not dawdle."""
    data_dir = tmp_path_factory.mktemp("house") / "data"
    shutil.copytree(_shared[1], data_dir)
    game = GameServer(data_dir, CHRONO_BOT_PACE="0.001")
    put_pebbles_on_the_shelf(game)
    try:
        game.start()
        yield game
    finally:
        game.kill_everything()


def sit_down(game, name):
    client = game.player(name)
    client.send("open pebbles", "bot 3", "start")
    return client


def come_back(game, name):
    client = game.client()
    client.expect("Chrono Wizard")
    client.send(f"connect {name} correct-horse")
    return client


def play_until_pulling(client):
    """Play magnets until one asks in the middle of its effect; a new match if need be."""
    rng = random.Random(1)
    while True:
        prompt = next_prompt(client)
        if "Pull one" in prompt.text:
            return prompt.options
        if prompt.over:
            client.send("play")
        else:
            client.send(prompt.number_of("magnet") or prompt.any_answer(rng))


def what_one_sees(client):
    """The hand and the options, as the player is told them."""
    client.read_all(0.1)
    client.send("hand")
    hand = client.read_all(0.3)
    client.send("?")
    return hand, next_prompt(client).options


def answers(game):
    """How many answers the database holds."""
    with closing(sqlite3.connect(game.env.database_file)) as database:
        return database.execute("select count(*) from world_journalentry").fetchone()[0]


def test_one_person_and_three_bots_play_to_the_end(house):
    ann = house.player("Newcomer")
    ann.send("play")
    rng = random.Random(2)
    deadline = time.monotonic() + 100
    decisions = 0
    while not (prompt := next_prompt(ann)).over:
        assert time.monotonic() < deadline, f"not over after {decisions} decisions"
        ann.send(prompt.any_answer(rng))
        decisions += 1
    assert decisions > 20
    assert "1. " in ann.transcript
    with closing(sqlite3.connect(house.env.database_file)) as database:
        ((status, standings),) = database.execute(
            "select status, standings from world_matchrecord"
        ).fetchall()
        places = database.execute("select count(*) from world_matchseat where place > 0")
        assert (status, places.fetchone()) == ("finished", (4,))
        assert "0" in standings
        assert database.execute("select played from world_playerrecord").fetchall() == [(1,)]
    assert "Traceback" not in house.log()


def test_what_one_has_been_told_is_never_lost(house):
    """The Server is killed at once when the first word of an answer's effect arrives."""
    ann = sit_down(house, "Cem")
    prompt = next_prompt(ann)
    for _ in range(2):
        stored = answers(house)
        ann.send(prompt.number_of("play") or prompt.any_answer(random.Random(1)))
        ann.expect(r"Cem plays|Pull one|Give one away|Play a stone|does not work|Thank you")
        pid = house.kill_server()
        assert answers(house) > stored
        house.wait_for_new_server(pid)
        ann.expect("the game goes on where it was", timeout=30)
        before, prompt = prompt, asked_again(ann)
        assert prompt.options != before.options


def asked_again(client):
    """What is asked now, whatever stands on the screen."""
    client.read_all(0.3)
    client.send("?")
    return next_prompt(client)


def test_every_match_is_at_the_same_prompt_after_reload_kill_and_stop(house):
    ann, ben = sit_down(house, "Ann"), sit_down(house, "Ben")
    asked = play_until_pulling(ann)
    next_prompt(ben)
    admin = Inspector(house)
    before, seen, seen_by_ben = admin.tables(), what_one_sees(ann), what_one_sees(ben)
    assert before.keys() >= {"Ann", "Ben"}
    assert seen[1] == asked

    house.reload()
    assert next_prompt(ann).options == asked
    assert admin.tables() == before
    assert what_one_sees(ann) == seen

    house.wait_for_new_server(house.kill_server())
    assert next_prompt(ann).options == asked
    assert next_prompt(ben).options == seen_by_ben[1]
    assert admin.tables() == before
    assert what_one_sees(ann) == seen

    house.stop()
    house.start()
    ann, ben = come_back(house, "Ann"), come_back(house, "Ben")
    assert next_prompt(ann).options == asked
    assert next_prompt(ben).options == seen_by_ben[1]
    assert Inspector(house).tables() == before
    assert what_one_sees(ann) == seen
    assert what_one_sees(ben) == seen_by_ben

    ann.send("1")
    assert next_prompt(ann).options != asked
