"""Nothing typed is lost: not in a reload, not when the Server is killed."""

import os
import signal
import time


def test_a_reload_keeps_connections_and_what_is_typed(game):
    client = game.player("Reloader")
    old = game.pid("server")
    client.read_all()
    game.begin_reload()
    sent = []
    for number in range(25):
        sent.append(f"say word{number:02}")
        client.send(sent[-1])
        time.sleep(0.1)
    client.expect(".*".join(f"word{number:02}" for number in range(25)))
    game.wait_for_new_server(old)
    for number in range(25):
        assert client.transcript.count(f"word{number:02}") == 1, number


def test_a_login_under_way_survives_a_reload(game):
    client = game.client()
    client.expect("Chrono Wizard")
    old = game.pid("server")
    client.send("create Midway correct-horse")
    time.sleep(0.05)
    game.begin_reload()
    client.send("say afterwards")
    client.expect("Welcome, Midway!.*afterwards")
    game.wait_for_new_server(old)


def test_a_killed_server_comes_back_by_itself_with_everybody(game):
    client = game.player("Survivor")
    stranger = game.client()
    stranger.expect("Chrono Wizard")
    client.read_all()
    old = game.kill_server()
    client.send("say survived", "say everything")
    newcomer = game.client()  # while there is no Server
    client.expect("survived.*everything")
    newcomer.expect("Chrono Wizard")
    stranger.ask("help", "create")
    game.wait_for_new_server(old)
    assert client.transcript.count("survived") == 1


def test_input_a_dying_server_did_not_read_goes_to_the_next(game):
    client = game.player("Unheard")
    client.read_all()
    pid = game.pid("server")
    os.kill(pid, signal.SIGSTOP)  # alive for the Portal, and deaf
    client.send("say unheard1", "say unheard2")
    time.sleep(0.3)
    os.kill(pid, signal.SIGKILL)
    client.send("say unheard3")
    client.expect("unheard1.*unheard2.*unheard3")
    assert client.transcript.count("unheard1") == 1
    game.wait_for_new_server(pid)


def test_stop_is_the_end_and_the_data_are_there_next_time(game):
    client = game.player("Keeper")
    assert game.launch("status").stdout.count("running, process") == 3
    game.launch("stop")
    client.wait_closed()
    time.sleep(1)  # longer than it takes to start a Server which died
    assert game.pid("server") is None
    assert game.launch("status", check=False).returncode == 3
    assert "not running" in game.launch("stop").stdout

    game.start()
    client = game.client()
    client.expect("Chrono Wizard")
    client.send("connect Keeper correct-horse")
    client.ask("say back", "back")


def test_no_junk_breaks_the_link_between_the_processes(game):
    neighbour, client = game.player("Neighbour"), game.player("Junkyard")
    pid = game.pid("server")
    for text in ("\x00\x00" * 5, "\x00\x0e_command", "|r{" * 1000, "数" * 1900, "\ufffe\uffff"):
        client.send(*[text] * 20)
    deep = b"\xff\xfa\xc9Core.Hello " + b"[" * 50_000 + b"]" * 50_000 + b"\xff\xf0"
    client.socket.sendall(deep)  # who sends such a thing may be hung up on
    neighbour.send("say still here")
    neighbour.expect("still here")
    assert game.pid("server") == pid
    assert "out of step" not in game.log("portal") + game.log("server")
