"""A typo in a card: the game goes on as it last was, and who can mend it reads where it is."""

import shutil

import pytest

from e2e.at_the_table import next_prompt
from e2e.harness import GAME_DIR

PLACE = "race/cards/fire.json5"


@pytest.fixture
def own_race(game):
    """The folder of a race of the house's own."""
    own = game.data_dir / "packs" / "race"
    shutil.copytree(GAME_DIR / "world" / "packs" / "race", own)
    yield own
    shutil.rmtree(own)


@pytest.mark.timeout(900)
def test_a_broken_card_does_not_take_its_game_away(game, own_race):
    card = own_race / "cards" / "fire.json5"
    good = card.read_text(encoding="utf-8")
    ann, admin = game.player("Mender"), game.client()
    admin.expect("Chrono Wizard")
    admin.send(f"connect admin {game.admin_password}")
    ann.send("open race", "bot random", "start")
    next_prompt(ann)
    admin.read_all()

    card.write_text(good.replace('"race.card.fire.spark",', '"race.card.fire.spark,'), "utf-8")
    assert PLACE in game.launch("reload").stderr
    admin.expect(PLACE)
    assert PLACE not in ann.read_all()
    ann.ask("tables", "race|Race")
    ann.send("1")
    next_prompt(ann)  # the match that runs
    bob = game.player("Mendel")
    bob.send("open race", "bot random", "start")
    next_prompt(bob)  # and another one
    card.write_text(good, encoding="utf-8")
    assert not game.launch("reload").stderr
    ann.send("look")
    next_prompt(ann)
