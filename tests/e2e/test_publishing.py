"""A changed card is published while people play; after a crash everybody keeps their own."""

import pytest

from e2e.at_the_table import next_prompt

GREY = '"en": "grey stone"}, "weight": 1'
LOOK = (
    "py from typeclasses.tables import Table; self.msg('WEIGHTS ' + ' '.join("
    'f\'{t.owner.key}={t.pack.card("t.stone.grey").facts["weight"]}\' '
    "for t in Table.live_tables() if t.state == 'playing' and t.owner and 'Smith' in t.owner.key)"
    " + ' END')"
)
CLOSE = "py from typeclasses.tables import Table; [table._close() for table in Table.live_tables()]"
COUNT = (
    "py import gc; from world.shelf import games; games._stored_lately.clear(); gc.collect(); "
    "self.msg('VERSIONS %s END' % sum(pack.id == 'pebbles' for pack in games._by_hash.values()))"
)


def weights(admin):
    """Owner -> what the grey stone weighs at the tables of the two smiths."""
    found = admin.ask(LOOK, r"^WEIGHTS (.*) END")[1]
    return dict(row.split("=") for row in found.split())


def versions(admin):
    """How many versions of the game there are in memory."""
    return int(admin.ask(COUNT, r"^VERSIONS (\d+) END")[1])


@pytest.fixture
def admin(game):
    client = game.client()
    client.expect("Chrono Wizard")
    client.send(f"connect admin {game.admin_password}")
    return client


@pytest.fixture
def file(game, admin):
    """The pack of the small game; as it was before, and published, when the test ends."""
    file = game.data_dir / "packs" / "pebbles" / "pack.json5"
    good = file.read_text("utf-8")
    yield file
    file.write_text(good, "utf-8")
    admin.ask("publish pebbles", "Pebbles is")


def test_a_game_is_published_while_people_play_it(game, admin, file):
    good = file.read_text("utf-8")
    ann = game.player("Smith")
    ann.send("open pebbles players 2", "bot random", "start")
    next_prompt(ann)

    file.write_text(good.replace(GREY, GREY[:-1] + "4").replace('"to": "heap"', '"to": "hea"', 1))
    admin.ask("publish pebbles", "Pebbles is not published")
    admin.expect(r"pebbles/pack.json5:\d+:\d+")
    file.write_text(good.replace(GREY, GREY[:-1] + "4"), "utf-8")
    admin.ask("publish pebbles", "Pebbles is published")
    admin.expect(r"Cards changed \(1\): grey stone")
    assert "published" not in ann.read_all()

    bob = game.player("Smithson")
    bob.send("open pebbles players 2", "bot random", "start")
    next_prompt(bob)
    assert weights(admin) == {"Smith": "1", "Smithson": "4"}
    old = game.kill_server()
    game.wait_for_new_server(old)
    assert weights(admin) == {"Smith": "1", "Smithson": "4"}
    for person in (ann, bob):
        person.read_all()
        person.send("1")
        next_prompt(person)

    assert versions(admin) == 2
    admin.send(CLOSE)
    assert versions(admin) == 1  # also of matches that were there before the server was
