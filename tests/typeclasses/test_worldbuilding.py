"""Building the world outside the hall from what packs say of it."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from typeclasses.rooms import Place
from typeclasses.worldbuilding import build_outside
from world.shelf import games


@pytest.fixture
def town(world):
    games.put_on_shelf(load_pack(WORLD / "knave_town"))
    build_outside()


def test_one_walks_out(person, town):
    ann = person("Ann")
    print(ann.at_look(ann.location))
    ann.execute_cmd("door")
    print(ann.at_look(ann.location))
    assert ann.location == Place.named("market")
    ann.execute_cmd("temple")
    ann.execute_cmd("south")
    ann.execute_cmd("east")
    ann.execute_cmd("往东")
    ann.execute_cmd("east")
    assert ann.location == Place.named("mouth")
    print(ann.at_look(ann.location))
    ann.account.language = "zh"
    print(ann.at_look(ann.location))
    ann.execute_cmd("大厅")
    assert ann.location.key.startswith("Hall")
