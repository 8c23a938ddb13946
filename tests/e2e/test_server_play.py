"""Starting and stopping, as `make play` and its sisters do it."""

import socket
import stat
import urllib.request

from e2e.harness import PATIENCE


def test_play_from_nothing_says_how_to_connect(game, first_start):
    output, ports = first_start["output"], first_start["ports"]
    assert f"telnet localhost {ports['CHRONO_TELNET_PORT']}" in output
    assert f"http://localhost:{ports['CHRONO_WEB_PORT']}/" in output
    # The password is shown once, and kept where only its owner can read it.
    assert f"admin, password {game.admin_password}" in output
    assert stat.S_IMODE(game.env.admin_file.stat().st_mode) == 0o600
    admin = game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    admin.ask("py 6*7", "42")


def test_play_again_changes_nothing(game):
    pids = game.pid("portal"), game.pid("server")
    files = {path: path.stat().st_mtime_ns for path in game.env.data_dir.glob("*.txt")}
    output = game.launch("play").stdout
    assert "already running" in output
    assert "Setting up" not in output
    assert game.admin_password not in output
    assert (game.pid("portal"), game.pid("server")) == pids
    assert {path: path.stat().st_mtime_ns for path in game.env.data_dir.glob("*.txt")} == files


def test_the_web_site_answers(game):
    address = f"http://localhost:{game.env.web_port}/"
    assert urllib.request.urlopen(address, timeout=PATIENCE).status == 200


def test_a_port_in_use_is_named_before_anything_starts(new_game):
    game = new_game()
    with socket.socket() as other:
        other.bind(("127.0.0.1", game.env.web_port))
        other.listen()
        done = game.launch("play", check=False)
    assert done.returncode == 1
    assert f"Port {game.env.web_port}" in done.stderr
    assert "CHRONO_WEB_PORT=" in done.stderr
    assert "Traceback" not in done.stderr


def test_senseless_environment_is_a_sentence(new_game):
    game = new_game()
    game.variables["CHRONO_TELNET_PORT"] = "door"
    done = game.launch("play", check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "CHRONO_TELNET_PORT=door is not a port; give a number from 1 to 65535."
    )
