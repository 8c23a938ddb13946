"""
Two builders and a player over real sockets: a card is written, tried out, approved and published,
and the next match has it; so it is after a crash.
"""

import pytest

from e2e.at_the_table import next_prompt

CARDS = (
    "py from typeclasses.tables import Table; self.msg('CARDS ' + ' '.join("
    "f'{t.owner.key}={len(t.pack.cards)}' for t in Table.live_tables() "
    "if t.state == 'playing' and t.owner) + ' END')"
)


@pytest.fixture
def game(new_game):
    game = new_game(CHRONO_TRIAL_MATCHES="30")
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

    wren.ask("card copy pebbles grey stone as 白石 / white stone", "is your draft 1 now")
    wren.ask("card submit 1", "waits for a review")
    wren.expect(r"\d+% Draft 1 is tried out")
    wren.expect("Tried out in 30 matches")
    wren.ask("card publish 1", "You have no right to that")
    rhea.ask("card review", r"1\. card:\S+ \(pebbles\), by Wren")
    rhea.ask("card approve 1 fine", "is approved")
    assert "published" not in ann.read_all()

    rhea.ask("card publish 1", r"Cards added \(1\): white stone")
    wren.send("open pebbles players 2", "bot random", "start")
    next_prompt(wren)
    found = cards(admin)
    assert int(found["Wren"]) == int(found["Annie"]) + 1

    old = game.kill_server()
    game.wait_for_new_server(old)
    assert cards(admin) == found
    wren.ask("card list pebbles white", "white stone")
