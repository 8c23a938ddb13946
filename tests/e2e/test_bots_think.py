"""Bots that think in processes of their own, on a real server: they play and advise there."""

import random
from pathlib import Path

from e2e.at_the_table import next_prompt
from e2e.harness import wait_until


def thinkers(pid):
    """The processes that were started by a process and do not only keep books."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rsplit(")", 1)[1].split()[1])
            spawned = b"spawn_main" in (status.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == pid and spawned:
            found.append(status.parent)
    return found


def gone(processes):
    return lambda: not any(process.exists() for process in processes)


def play_until_bots_think(game, client):
    """Answer until a bot has had something to choose; the processes in which is thought."""
    rng = random.Random(1)
    for _ in range(30):
        client.send(next_prompt(client).any_answer(rng), "why")
        if client.expect("has chosen: |nothing yet that a bot").group().startswith("has"):
            client.send("?")
            next_prompt(client)
            return thinkers(game.pid("server"))
        client.send("?")
    raise AssertionError(f"no bot thinks: {game.log()[-3000:]}")


def test_bots_think_beside_the_server_and_end_with_it(game, no_accident):
    ann = game.player("Thinker")
    ann.send("open chrono", "bot novice 3", "start")
    first = play_until_bots_think(game, ann)
    ann.ask("hint", r"Hint: [\d ]+\)")
    game.wait_for_new_server(game.kill_server())
    wait_until(gone(first), "the end of those that thought for the server that was killed")

    ann.expect("the game goes on where it was")
    ann.send("?")
    second = play_until_bots_think(game, ann)
    old = game.pid("server")
    game.begin_reload()
    wait_until(gone(second), "the end of those that thought for the server that was replaced")
    game.wait_for_new_server(old)
    assert "could not think" not in game.log()
