"""
Matches over a real socket: from the login to the final standings, and through every way in which
a server can go down, each in the middle of an effect.
"""

import random

from e2e.at_the_table import Inspector, answers, ask_database, next_prompt


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
    client.send("hand", "?")
    prompt = next_prompt(client)
    return prompt.text, prompt.options


def test_one_person_and_three_bots_play_to_the_end(game, no_accident):
    marta = game.player("Newcomer")
    marta.send("play")
    rng = random.Random(2)
    decisions = 0
    while not (prompt := next_prompt(marta)).over:
        marta.send(prompt.any_answer(rng))
        decisions += 1
    assert decisions > 20
    assert "1. " in marta.transcript
    ((match, status, standings),) = ask_database(
        game,
        "select id, status, standings from world_matchrecord where id in "
        "(select match_id from world_matchseat where name = 'Newcomer')",
    )
    places = "select count(*) from world_matchseat where place > 0 and match_id = ?"
    assert (status, ask_database(game, places, match)) == ("finished", [(4,)])
    assert "0" in standings
    played = (
        "select played from world_playerrecord where account_id in "
        "(select id from accounts_accountdb where username = 'Newcomer')"
    )
    assert ask_database(game, played) == [(1,)]


def test_what_one_has_been_told_is_never_lost(game):
    """The Server is killed at once when the first word of an answer's effect arrives."""
    marta = sit_down(game, "Magnus")
    prompt = next_prompt(marta)
    for _ in range(2):
        stored = len(answers(game, "Magnus"))
        marta.send(prompt.number_of("play") or prompt.any_answer(random.Random(1)))
        marta.expect(r"Magnus plays|Pull one|Give one away|Play a stone|does not work|Thank you")
        pid = game.kill_server()
        assert len(answers(game, "Magnus")) > stored
        game.wait_for_new_server(pid)
        marta.expect("the game goes on where it was")
        before, prompt = prompt, asked_again(marta)
        assert prompt.options != before.options


def asked_again(client):
    """What is asked now, whatever stands on the screen."""
    client.read_all(0.3)
    client.send("?")
    return next_prompt(client)


def test_every_match_is_at_the_same_prompt_after_reload_kill_and_stop(game):
    marta, milo = sit_down(game, "Marta"), sit_down(game, "Milo")
    asked = play_until_pulling(marta)
    next_prompt(milo)
    admin = Inspector(game)
    before, seen, seen_by_milo = (
        admin.tables("Marta", "Milo"),
        what_one_sees(marta),
        what_one_sees(milo),
    )
    assert before.keys() == {"Marta", "Milo"}
    assert seen[1] == asked

    game.reload()
    assert next_prompt(marta).options == asked
    assert admin.tables("Marta", "Milo") == before
    assert what_one_sees(marta) == seen

    game.wait_for_new_server(game.kill_server())
    assert next_prompt(marta).options == asked
    assert next_prompt(milo).options == seen_by_milo[1]
    assert admin.tables("Marta", "Milo") == before
    assert what_one_sees(marta) == seen

    game.stop()
    game.start()
    marta, milo = come_back(game, "Marta"), come_back(game, "Milo")
    assert next_prompt(marta).options == asked
    assert next_prompt(milo).options == seen_by_milo[1]
    assert Inspector(game).tables("Marta", "Milo") == before
    assert what_one_sees(marta) == seen
    assert what_one_sees(milo) == seen_by_milo

    marta.send("1")
    assert next_prompt(marta).options != asked
