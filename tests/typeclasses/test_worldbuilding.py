"""Building the world outside the hall from what packs say of it, again and again."""

import pytest
from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object
from village import put_up, sections, village, without

from typeclasses.exits import Way
from typeclasses.objects import Person
from typeclasses.rooms import Place
from typeclasses.worldbuilding import build_outside, build_steps
from world.models import Entry, Sheet, Thing
from world.models import Place as Shelf
from world.sheets.book import Book, place_named
from world.shelf import games


@pytest.fixture
def folder(world, tmp_path):
    return tmp_path


@pytest.fixture
def town(folder):
    return village(folder)


def everything():
    """All that is in the database of objects, without the numbers of attributes."""
    links = ObjectDB.db_attributes.through.objects.values_list("objectdb_id", "attribute__db_key")
    tags = ObjectDB.db_tags.through.objects.values_list("objectdb_id", "tag__db_key")
    return list(ObjectDB.objects.order_by("id").values()), sorted(links), sorted(tags)


def way(name):
    return next(each for each in Way.objects.all() if each.entry_id == name)


def person_named(name):
    return next(each for each in Person.objects.all() if each.entry_id == name)


# -- what is built


def test_each_place_is_a_room_with_its_ways_and_its_people(town):
    square, mill = Place.named("square"), Place.named("mill")
    assert (square.key, mill.key) == ("Square", "Mill")
    assert square.tags.get(category="place") == "square"
    ways = {each.key: each.destination for each in square.exits}
    assert ways == {"north": mill, "in": Place.named("cellar")}
    miller = person_named("miller")
    assert (miller.location, miller.key) == (mill, "the miller")
    assert miller.tags.get(category="person") == "miller"
    assert miller.attributes.get("scene") == "stall"


def test_built_twice_is_built_once(town):
    before = everything()
    build_outside()
    assert everything() == before


def test_names_and_texts_are_those_of_the_reader(town, person):
    ann, an = person("Ann"), person("小安", language="zh")
    square, miller = Place.named("square"), person_named("miller")
    assert [square.get_display_name(each) for each in (ann, an)] == ["Square", "广场"]
    assert [miller.get_display_name(each) for each in (ann, an)] == ["the miller", "磨坊主"]
    assert [miller.get_display_desc(each) for each in (ann, an)] == [
        "White with flour.",
        "满身面粉。",
    ]
    assert [way("square.north").get_display_name(each) for each in (ann, an)] == ["north", "北"]


@pytest.mark.parametrize("steps", [1, 2, 4, 5, 7, 9])
def test_killed_in_the_middle_it_is_finished_at_the_next_start(folder, steps):
    put_up(folder)
    building = build_steps()
    for _ in zip(range(steps), building, strict=False):
        pass
    building.close()
    build_outside()
    rooms = {room.entry_id: sorted(each.key for each in room.exits) for room in Place.objects.all()}
    assert rooms == {"square": ["in", "north"], "mill": ["south"], "cellar": ["hole", "out"]}
    assert [each.key for each in Person.objects.all()] == ["the miller"]
    before = everything()
    build_outside()
    assert everything() == before


def test_what_builders_have_called_described_or_linked_otherwise_stays(town, folder):
    mill, miller = Place.named("mill"), person_named("miller")
    mill.key = "Old Mill"
    mill.attributes.add("desc", "It has burnt.")
    mill.aliases.add("ruin")
    miller.attributes.add("scene", "chess")
    miller.location = Place.named("square")
    changed = sections()
    changed["places"]["mill"]["name"]["en"] = "New Mill"
    changed["people"]["miller"]["opens"] = {"game": "bazaar"}
    village(folder, **changed)
    assert mill.key == "Old Mill"
    assert mill.get_display_desc(None) == "It has burnt."
    assert "ruin" in mill.aliases.all()
    assert miller.attributes.get("scene") == "chess"
    assert miller.location == Place.named("square")


def test_what_is_called_otherwise_in_the_pack_is_called_so(town, folder):
    changed = sections()
    changed["places"]["mill"]["name"] = {"zh": "风车", "en": "Windmill"}
    changed["people"]["miller"] |= {"place": "square", "opens": None}
    del changed["people"]["miller"]["opens"]
    village(folder, **changed)
    mill, miller = Place.named("mill"), person_named("miller")
    assert mill.key == "Windmill"
    assert "windmill" in way("square.north").aliases.all()
    assert "mill" in way("square.north").aliases.all()  # its id
    assert "磨坊" not in way("square.north").aliases.all()
    assert miller.location == Place.named("square")
    assert miller.attributes.get("scene") is None


def test_what_people_have_dropped_stays_where_it_is(town, folder):
    vase = create_object("typeclasses.objects.Object", key="vase", location=Place.named("mill"))
    village(folder)
    assert vase.location == Place.named("mill")


# -- what goes, and comes back


def gone(folder):
    """The mill is no more."""
    return village(folder, places=without("mill"), people={})


def test_who_and_what_is_at_a_place_that_goes_is_at_the_first_one(town, folder, person):
    ann, bo, mill = person("Ann"), person("Bo"), Place.named("mill")
    for each in (ann, bo):
        each.move_to(mill, quiet=True)
    bo.test_person.disconnect()
    vase = create_object("typeclasses.objects.Object", key="vase", location=mill, home=mill)
    gone(folder)
    square = Place.named("square")
    assert (ann.location, vase.location, vase.home) == (square, square, square)
    assert mill.contents == []
    bo.test_person.connect()
    assert bo.location == square
    assert [each.key for each in square.exits] == ["in"]
    assert person_named("miller").location is None


def test_what_lies_in_the_books_at_a_place_that_goes_lies_at_the_first_one(town, folder):
    book = Book("village")
    book.make_thing("t.spell.miller", place_named("village", Place.named("mill").ground_name))
    book.store()
    gone(folder)
    assert [thing.kind for thing in Place.named("square").ground()] == ["t.spell.miller"]
    assert Entry.objects.filter(reason="closed").count() == 1
    before = Entry.objects.count()
    build_outside()
    assert Entry.objects.count() == before


def test_a_place_that_comes_back_is_the_same_room(town, folder):
    mill, miller = Place.named("mill"), person_named("miller")
    gone(folder)
    assert mill.entry is None
    village(folder)
    assert Place.named("mill") == mill
    assert miller.location == mill
    assert [each.key for each in mill.exits] == ["south"]


def test_without_any_place_people_are_in_the_hall_which_has_no_door(town, folder, person, world):
    ann = person("Ann")
    ann.move_to(Place.named("square"), quiet=True)
    games.games_by_id().pop("village")
    build_outside()
    assert ann.location == world.hall
    assert world.hall.exits == []


def test_of_two_packs_with_the_same_place_the_first_one_counts(town, folder):
    other = sections()["places"]
    other["square"]["name"]["en"] = "Other"
    pack = put_up(folder / "other", places=other)
    games.games_by_id()["other"] = pack
    village(folder)
    assert Place.named("square").key == "Square"
    assert Place.objects.count() == 3


# -- the door


def test_every_hall_has_a_door_also_wings_that_are_built_later(town, world):
    wing = world.hall.add_wing(1)
    for hall in (world.hall, wing):
        (door,) = hall.exits
        assert door.destination == Place.named("square")
    build_outside()
    assert len(world.hall.exits) == 1


def test_who_leaves_the_game_outside_comes_back_there(town, person):
    ann = person("Ann")
    ann.move_to(Place.named("mill"), quiet=True)
    ann.test_person.disconnect()
    assert ann.location is None
    ann.test_person.connect()
    assert ann.location == Place.named("mill")


# -- games that no list shows


def test_a_game_that_is_not_listed_gets_no_tables(town, limbo_tables):
    assert "village" in games.games_by_id()
    assert "village" not in games.offered()
    assert "village" not in limbo_tables


@pytest.fixture
def limbo_tables(town):
    from typeclasses.build import build_tables
    from typeclasses.tables import Table

    build_tables()
    return {table.game_id for table in Table.all_tables()}


def test_ground_of_a_place_is_what_lies_there_in_the_books(town, person):
    mill = Place.named("mill")
    assert mill.ground() == []
    shelf = Shelf.objects.create(realm="village", name=mill.ground_name)
    lying = Thing.objects.create(realm="village", kind="t.spell.miller", place=shelf)
    account = person("Ann").account
    sheet = Sheet.objects.create(realm="village", account=account)
    Thing.objects.create(realm="village", kind="t.spell.miller", sheet=sheet)
    assert mill.ground() == [lying]
