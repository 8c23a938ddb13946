"""
The speed race over a real socket: a person beats a bot, from the login to the victory, and what one
player chooses in secret the other does not read before both have chosen.
"""

import random
import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from e2e.at_the_table import next_prompt
from e2e.harness import GameServer

MATCHES = 12  # a person who always answers with the first option wins every second one


@pytest.fixture(scope="module")
def house(_shared, tmp_path_factory):
    """A running server whose bots do not dawdle."""
    data_dir = tmp_path_factory.mktemp("race") / "data"
    shutil.copytree(_shared[1], data_dir)
    game = GameServer(data_dir, CHRONO_BOT_PACE="0.001")
    try:
        game.start()
        yield game
    finally:
        game.kill_everything()


def play_to_the_end(client) -> str:
    """Answer with the first option, or none where none will do. What was read at the end."""
    dice = random.Random(1)
    while not (prompt := next_prompt(client)).over:
        client.send("1" if prompt.options else prompt.any_answer(dice))
    return prompt.text


def won_by(name: str, end: str) -> bool:
    """Whether the standings name this player alone in front."""
    standings = re.findall(r"^\s*(\d)\. (.+)$", end, re.MULTILINE)
    assert standings, end
    return len(standings) == 2 and standings[0][1].startswith(name)


def records(game, query: str) -> list[tuple]:
    with closing(sqlite3.connect(game.env.database_file)) as database:
        return database.execute(query).fetchall()


def test_a_person_plays_a_bot_from_login_to_victory(house):
    ann = house.player("Racer")
    ann.send("open race", "bot random", "start")
    played, end = 1, play_to_the_end(ann)
    while not won_by("Racer", end):
        assert played < MATCHES, "not one match was won"
        ann.send("play")
        played, end = played + 1, play_to_the_end(ann)
    assert "Racer has no card left and wins." in end
    assert records(house, "select played from world_playerrecord where won > 0") == [(played,)]
    assert "Traceback" not in house.log()


def test_a_secret_choice_is_not_told_before_the_other_has_chosen(house):
    ann, ben = house.player("Ann"), house.player("Ben")
    table = ann.ask("open race", r"Table (\d+): The Speed Race")[1]
    ann.send("deck use storm")
    ben.send(f"join {table}", "deck use kiln", "ready")
    ben.expect("ready")
    ann.send("start")
    placement = next_prompt(ann)
    assert re.search(r"Which of them lie\s+face down\?", placement.text)
    hidden = placement.options["1"].partition(" (")[0].strip()
    assert hidden == "Flash"
    next_prompt(ben)
    ann.send("1")
    assert "Ann puts" not in ben.read_all(0.5)
    ben.send("0")
    ben.expect("Ann puts a card face down into slot 1")
    next_prompt(ann)
    assert hidden not in ben.transcript
