"""Over real sockets: a builder makes a card and tries it; another one lets it into the game."""

import re

import pytest

from e2e.at_the_table import next_prompt

FINE = r"No mistakes\."


@pytest.fixture
def game(new_game):
    """A server of one's own: what is published there would be in the way of others."""
    game = new_game(CHRONO_TRIAL_MATCHES="60")
    game.start_prepared()
    return game


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
