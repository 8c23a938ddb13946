"""A web client that vanishes without a word is missed; one that is only silent stays."""

from e2e.harness import wait_until
from e2e.sockets import WebClient


def test_a_web_client_which_vanishes_is_missed_and_a_silent_one_stays(game):
    watcher = game.player("Watcher")
    clients = {}
    for name in ("Ghost", "Quiet"):
        client = clients[name] = WebClient(game.env.websocket_port)
        client.expect("Chrono Wizard")
        client.send(f"create {name} correct-horse")
        client.expect(f"Welcome, {name}")
    watcher.ask("look", "Here: [^\n]*Ghost")
    # From now on the Ghost's end neither answers nor closes; no packet says that it has gone.
    clients["Ghost"].alive = False

    def ghost_has_left() -> bool:
        watcher.read_all(0.5)
        watcher.send("look")
        return "Ghost" not in watcher.expect("Here: ([^\n]*)").group(1)

    wait_until(ghost_has_left, "the Ghost to be missed")
    wait_until(lambda: clients["Quiet"].pings > 2, "the third ping")
    watcher.ask("look", "Here: [^\n]*Quiet")
