"""The page of the map: drawn and told, with a star where the visitor stands."""

import pytest
from django.test import Client
from evennia.utils.create import create_object
from wharf import build_wharf

from typeclasses.rooms import Place
from world.shelf import games

pytestmark = pytest.mark.django_db


@pytest.fixture
def square(shelf, settings):
    room = create_object("typeclasses.rooms.Hall", key="Hall", nohome=True)
    settings.START_LOCATION = settings.DEFAULT_HOME = room.dbref
    for name in list(games.games_by_id()):
        if games.games_by_id()[name].places:
            del games.games_by_id()[name]
    return build_wharf()


def test_everybody_sees_the_map_and_who_is_there_a_star(square, anna):
    told = Client().get("/map/?lang=en").content.decode()
    assert "Map of Wharf" in told
    assert "Market, north: Temple." in told
    assert "* Market" not in told
    client = Client()
    client.force_login(anna)
    anna.characters.all()[0].location = Place.named("gate")
    told = client.get("/map/?lang=en").content.decode()
    assert "* Gate" in told
    assert "Market: West." in told
    assert "* 城门" in client.get("/map/?lang=zh").content.decode()


def test_without_a_world_outside_there_is_no_map(db):
    games.forget()
    games._shelf = {}
    assert Client().get("/map/").status_code == 404
    games.forget()
