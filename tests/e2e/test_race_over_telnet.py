"""
The speed race over a real socket: a person beats a bot, from the login to the victory, and what one
player chooses in secret the other does not read before both have chosen.
"""

import random
import re

from e2e.at_the_table import ask_database, next_prompt

MATCHES = 12  # a person who always answers with the first option wins every second one


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


def test_a_person_plays_a_bot_from_login_to_victory(game, no_accident):
    rita = game.player("Racer")
    rita.send("open race", "bot random", "start")
    played, end = 1, play_to_the_end(rita)
    while not won_by("Racer", end):
        assert played < MATCHES, "not one match was won"
        rita.send("play")
        played, end = played + 1, play_to_the_end(rita)
    assert "Racer has no card left and wins." in end
    record = (
        "select played from world_playerrecord where won > 0 and account_id in "
        "(select id from accounts_accountdb where username = 'Racer')"
    )
    assert ask_database(game, record) == [(played,)]


def test_a_secret_choice_is_not_told_before_the_other_has_chosen(game):
    rita, rob = game.player("Rita"), game.player("Rob")
    table = rita.ask("open race", r"Table (\d+): The Speed Race")[1]
    rita.send("deck use storm")
    rob.send(f"join {table}", "deck use kiln", "ready")
    rob.expect("ready")
    rita.send("start")
    placement = next_prompt(rita)
    assert re.search(r"Which of them lie\s+face down\?", placement.text)
    hidden = placement.options["1"].partition(" (")[0].strip()
    assert hidden == "Flash"
    next_prompt(rob)
    rita.send("1")
    assert "Rita puts" not in rob.read_all(0.5)
    rob.send("0")
    rob.expect("Rita puts a card face down into slot 1")
    next_prompt(rita)
    assert hidden not in rob.transcript
