"""Building the world, again and again."""

import pytest
from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object

from typeclasses import build
from typeclasses.furnishing import fixtures_of
from typeclasses.rooms import Hall
from typeclasses.tables import Table


@pytest.fixture
def limbo(db, settings):
    room = create_object("evennia.objects.objects.DefaultRoom", key="Limbo", nohome=True)
    room.db.desc = "Welcome to your new Evennia-based game!"
    settings.START_LOCATION = settings.DEFAULT_HOME = room.dbref
    return room


def test_limbo_becomes_the_hall_where_everybody_starts(limbo, pebbles):
    someone = create_object("typeclasses.characters.Wizard", key="admin", location=limbo)
    build.build_world()
    hall = ObjectDB.objects.get_id(limbo.id)
    assert isinstance(hall, Hall)
    assert someone.location == hall
    assert hall.key == "Hall of the Time Wheel"
    assert not hall.db.desc
    assert Hall.for_arrival() == hall
    assert hall.get_display_name(None) == "Hall of the Time Wheel"


def test_each_game_has_a_few_tables_with_all_that_stands_on_them(limbo, pebbles):
    build.build_world()
    tables = Table.all_tables()
    assert [table.number for table in tables] == [1, 2, 3, 4]
    assert {table.state for table in tables} == {"closed"}
    assert [(f.key, f.zone, f.seat) for f in tables[0].fixtures()] == [
        ("heap", "heap", None),
        ("bag", "bag", None),
        ("hand 1", "hand", 0),
        ("hand 2", "hand", 1),
        ("hand 3", "hand", 2),
        ("hand 4", "hand", 3),
    ]


def test_what_is_put_up_at_once_is_what_evennia_makes_one_by_one(limbo, pebbles):
    def told(fixture):
        kept = [(each.key, each.value, each.db_model) for each in fixture.attributes.all()]
        row = (type(fixture), fixture.key, fixture.home, fixture.db_lock_storage)
        return *row, sorted(kept), sorted(fixture.aliases.all())

    table = Table.build_table("pebbles")
    assert len(table.contents) == 6
    for spec, fixture in zip(fixtures_of(pebbles), table.contents, strict=True):
        other = create_object(spec.typeclass, key=spec.key, aliases=spec.aliases)
        other.zone, other.seat = spec.zone, spec.seat
        other.attributes.add("names", spec.names)
        assert told(fixture) == told(other)
        assert table.search(spec.aliases[-1], location=table) == fixture


def test_building_again_changes_nothing(limbo, pebbles):
    def everything():
        return list(ObjectDB.objects.order_by("id").values())

    build.build_world()
    before = everything()
    build.build_world()
    assert everything() == before


def test_what_is_missing_comes_back(limbo, pebbles):
    build.build_world()
    table = Table.all_tables()[0]
    table.fixtures()[0].delete()
    assert len(table.fixtures()) == 5
    build.build_world()
    assert len(table.fixtures()) == 6


def test_nothing_is_built_where_there_is_no_first_room(db, settings, pebbles):
    settings.START_LOCATION = "#4711"
    assert build.build_hall() is None
