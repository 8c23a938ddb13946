"""What is killed comes back by itself, or with the next `make play`; `make stop` ends it all."""

import pytest

from e2e.at_the_table import Inspector, next_prompt
from e2e.harness import wait_until
from server import locks


@pytest.mark.timeout(900)
def test_a_killed_portal_comes_back_and_the_match_goes_on_at_the_same_prompt(game):
    ann = game.player("Phoenix")
    ann.send("open race", "bot random", "start")
    next_prompt(ann)
    ann.send("1")
    next_prompt(ann)
    then = Inspector(game).tables("Phoenix")
    old = game.kill("portal")
    ann.wait_closed()
    wait_until(lambda: game.pid("portal") not in (None, old), "another Portal")
    wait_until(lambda: locks.is_running(game.env, "server"), "another Server")
    assert "saw the Portal end (signal 9)" in game.log("output")
    game.launch("play")
    ann = game.client()
    ann.expect("Chrono Wizard")
    ann.send("connect Phoenix correct-horse")
    next_prompt(ann)
    assert Inspector(game).tables("Phoenix") == then
    ann.send("1")
    next_prompt(ann)

    # Both at once, the Server first; then nobody but the keeper is left.
    game.kill("server")
    old = game.kill("portal")
    wait_until(lambda: game.pid("portal") not in (None, old), "a third Portal")
    game.launch("play")
    assert "stranger" not in game.log("portal")  # every Server knows what to say to its Portal


@pytest.mark.timeout(900)
def test_whatever_is_left_play_makes_whole_and_stop_ends(game):
    for killed in (
        ["keeper"],
        ["keeper", "portal"],
        ["keeper", "server"],
        ["server", "keeper", "portal"],
    ):
        for kind in killed:
            game.kill(kind)
        if killed == ["keeper", "portal"]:
            # A Server without a Portal must not be in the way of the next.
            wait_until(lambda: locks.running_kinds(game.env) == [], "the orphan's end")
        game.launch("play")
        wait_until(
            lambda: locks.running_kinds(game.env) == list(locks.KINDS), f"all after {killed}"
        )
    game.kill("keeper")
    game.launch("stop")
    assert locks.running_kinds(game.env) == []
    game.launch("play")
    game.kill("keeper")
    game.kill("portal")
    game.launch("stop")
    assert locks.running_kinds(game.env) == []
    assert "not running" in game.launch("stop").stdout
