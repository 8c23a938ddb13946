"""
Two builders and a player over real sockets: a card is copied or made word by word, tried out,
approved and published, and the next match has it; so it is after a crash.
"""

import re

import pytest

from e2e.at_the_table import next_prompt

CARDS = (
    "py from typeclasses.tables import Table; self.msg('CARDS ' + ' '.join("
    "f'{t.owner.key}={len(t.pack.cards)}' for t in Table.live_tables() "
    "if t.state == 'playing' and t.owner) + ' END')"
)
FINE = r"No mistakes\."


@pytest.fixture(scope="module")
def game(copied):
    """A server of their own: what is published there would be in the way of others."""
    game = copied(CHRONO_TRIAL_MATCHES="30")
    game.start_prepared()
    return game


def cards(admin):
    """Owner -> how many cards the game at their table has."""
    found = admin.ask(CARDS, r"^CARDS (.*) END")[1]
    return dict(row.split("=") for row in found.split())


def test_a_card_is_written_reviewed_and_played_without_a_restart(game):
    admin = game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    wren, rhea, ann = (game.player(name) for name in ("Wren", "Rhea", "Annie"))
    for name, permission in (("Wren", "Builder"), ("Rhea", "Reviewer")):
        admin.ask(f"perm/account {name} = {permission}", permission)
    ann.send("open pebbles players 2", "bot random", "start")
    next_prompt(ann)

    copied = "card copy pebbles grey stone as 白石 / white stone"
    number = wren.ask(copied, r"is your draft (\d+) now")[1]
    wren.ask(f"card submit {number}", "waits for a review")
    wren.expect(rf"\d+% Draft {number} is tried out")
    wren.expect("Tried out in 30 matches")
    wren.ask(f"card publish {number}", "You have no right to that")
    rhea.ask("card review", rf"{number}\. card:\S+ \(pebbles\), by Wren")
    rhea.ask(f"card approve {number} fine", "is approved")
    assert "published" not in ann.read_all()

    rhea.ask(f"card publish {number}", r"Cards added \(1\): white stone")
    wren.send("open pebbles players 2", "bot random", "start")
    next_prompt(wren)
    found = cards(admin)
    assert int(found["Wren"]) == int(found["Annie"]) + 1

    old = game.kill_server()
    game.wait_for_new_server(old)
    assert cards(admin) == found
    wren.ask("card list pebbles white", "white stone")


def staff(game, name, permission):
    admin = game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    person = game.player(name)
    admin.ask(f"perm *{name} = {permission}", permission)
    admin.close()
    return person


def test_a_card_goes_from_its_name_to_a_match(game):
    bob, rita = staff(game, "Cardwright", "Builder"), staff(game, "Reader", "Reviewer")

    # Its name, then what it does, word by word.
    bob.ask("card new pebbles 巨石 / Boulder 7", FINE)
    bob.ask("card edit boulder", r"\d+\) weight +7")
    bob.ask("count", "Type the number")
    bob.ask("60", FINE)
    bob.ask("behaviors", r"\d+\) onPlay")
    bob.ask("onPlay", FINE)
    bob.ask("do", r"\d+\) set")
    told = bob.ask("set", r"Wrong in (\d+) place")
    assert int(told[1]) >= 1
    bob.ask("of", "What fits")
    bob.ask("{you}", r"Wrong in (\d+) place")
    bob.ask("field", r"\d+\) points")
    bob.ask("points", r"No mistakes|Wrong")
    bob.ask("mode", r"\d+\) add")
    bob.ask("add", FINE)
    bob.ask("amount", "Type the number")
    bob.ask("5", FINE)
    bob.ask("done", "stays as your draft")

    # Tried where nobody sees it.
    bob.ask("card try boulder", "Asked is seat 1")
    bob.ask("try default 30", "Asked is|Game over|over")
    bob.ask("try again", "Asked is")
    bob.ask("try leave", "done with trying")

    # Handed in, played by bots, looked at by somebody else, let into the game.
    number = bob.ask("card drafts", r"(\d+)\. card:t\.stone\.boulder")[1]
    bob.ask(f"card submit {number}", "no limit hit")
    bob.ask(f"card approve {number}", "no right")
    rita.ask(f"card review {number}", "Boulder|boulder")
    rita.ask(f"card approve {number}", "approved")
    rita.ask(f"card publish {number}", "Pebbles is published")

    # In the next match it is played, and does what its maker said.
    ann = game.player("Stoneplayer")
    ann.send("open pebbles players 2", "bot random", "start")
    for _ in range(12):
        prompt = next_prompt(ann)
        choice = prompt.number_of("Boulder")
        if choice is not None and "pass" in " ".join(prompt.options.values()):
            break
        ann.send("pass" if "pass" in " ".join(prompt.options.values()) else "0")
    else:
        pytest.fail("sixty boulders, and none in any hand")
    ann.ask(choice, r"Stoneplayer plays Boulder")
    assert not re.search("Traceback", game.log())
