"""Protocol version 3 over real sockets: a MUD client with GMCP, and a browser's websocket."""

import json

from mudlet import Mudlet

from e2e.browser import Browser
from e2e.harness import wait_until
from e2e.sockets import GmcpClient, WebClient


def asked(client) -> bool:
    return bool(client.prompt and client.prompt["prompts"])


def click_in_mudlet(client, picks):
    """The package for Mudlet hears all that the client has heard; its links are clicked."""
    mudlet = Mudlet()
    for name, message in client.seen:
        mudlet.hear(name.removeprefix("chrono_").capitalize(), message)
    for pick in picks:
        mudlet.world.chrono.pick(pick + 1)
    if client.prompt["prompts"][0]["maximum"] > 1:
        mudlet.world.chrono.send()
    (answer,) = [sent for sent in mudlet.sent if sent[0] == "Chrono.Answer"]
    assert answer[1] == {"number": client.prompt["number"], "picks": picks}
    client.gmcp(*answer)


def test_a_mud_client_plays_by_gmcp_beside_the_text(game):
    ann = GmcpClient(game.env.telnet_port)
    ann.expect("Chrono Wizard")
    ann.gmcp("Core.Supports.Set", ["Char 1", "Chrono 3"])
    ann.wait_for(lambda: ann.lobby, "the games")
    assert ann.lobby["you"] is None
    ann.send("create Gmcpann correct-horse")
    ann.wait_for(lambda: ann.lobby["where"] == "hall", "the hall")
    ann.send("play race")
    ann.wait_for(lambda: asked(ann), "a question")
    number, prompt = ann.prompt["number"], ann.prompt["prompts"][0]
    ann.expect(prompt["text"][:20])
    click_in_mudlet(ann, prompt["default"])
    ann.wait_for(lambda: ann.table["number"] > number, "the change")
    ann.gmcp("Chrono.Answer", {"number": number, "picks": [0]})
    ann.wait_for(lambda: ann.error, "a sentence")
    assert ann.error["key"] == "late"
    assert ann.view()["you"] == ann.table["you"]


def test_a_browser_plays_as_a_guest_and_goes_on_after_a_restart(game):
    guest = WebClient(game.env.websocket_port)
    guest.ask("subscribe", text=False, language="zh")
    wait_until(lambda: guest.lobby, "the games")
    guest.send("guest")
    wait_until(lambda: guest.lobby["where"] == "hall", "the hall")
    assert guest.lobby["you"]["guest"]
    guest.send("play race")
    wait_until(lambda: asked(guest), "a question")
    pack = guest.table["pack"]
    assert not pack["name"].isascii()
    book = Browser(game.env.web_port).get(f"/book/{pack['id']}/{pack['version']}/zh.json")
    cards = json.loads(book.text)["cards"]
    seen = [card["id"] for zone in guest.view()["zones"].values() for card in zone["cards"]]
    assert set(seen) <= set(cards)

    number, default = guest.prompt["number"], guest.prompt["prompts"][0]["default"]
    game.begin_reload()
    before = len(guest.seen)
    guest.ask("answer", number=number, picks=default)
    wait_until(
        lambda: any(
            name == "chrono_table" and message["since"] is None
            for name, message in guest.seen[before:]
        ),
        "the whole state from the new Server",
    )
    wait_until(lambda: asked(guest) and guest.prompt["number"] > number, "the next one")
    assert guest.error is None
    assert guest.table["number"] > number
    assert "1) " not in guest.text
