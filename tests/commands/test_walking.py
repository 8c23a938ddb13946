"""Walking about outside the hall: by ways and by names, errands, and what nobody understands."""

import pytest
from django.db import OperationalError
from evennia import search_tag
from evennia.objects.models import ObjectDB
from evennia.utils.create import create_object
from wharf import equip, kinds_of

from typeclasses.rooms import Place
from typeclasses.walking import routes_from
from world.models import MatchRecord, Thing
from world.render.lobby import Lobby
from world.shelf import games


@pytest.fixture
def outside(square, standing):
    """Makes people who stand at the square."""
    return standing(square)


@pytest.fixture
def ann(outside):
    return outside("Ann")


@pytest.fixture
def an(outside):
    return outside("小安", language="zh")


def person_named(name):
    return next(each for each in search_tag(name, category="person"))


def at(somebody):
    return somebody.character.location.entry_id


# -- going


def test_who_goes_to_a_place_walks_the_shortest_way_and_looks_once(ann):
    told = ann.type("go mill")
    assert at(ann) == "mill"
    assert "You go: east, east." in told
    assert told.count("Water.") == 1
    assert "A gate." not in told


def test_a_place_is_known_by_its_name_in_either_language_and_script(an):
    for line, place in (
        ("去城门", "gate"),
        ("走 集市", "square"),
        ("去神廟", "temple"),
        ("go mill", "mill"),
    ):
        an.type(line)
        assert at(an) == place, line


def test_the_name_of_a_place_alone_goes_there(ann, an):
    ann.type("the mill")
    an.type("磨坊")
    assert at(ann) == at(an) == "mill"


def test_a_way_can_be_gone_by_go_too(ann):
    ann.type("go n")
    assert at(ann) == "temple"
    ann.type("go south")
    assert at(ann) == "square"
    ann.type("go gate")
    ann.type("go the deep hole")
    assert ann.character.scene is not None


def test_one_can_go_to_somebody_of_the_world(ann):
    ann.type("go mill")
    ann.type("go marta")
    assert at(ann) == "square"


def test_a_name_that_is_also_a_way_or_a_command_is_asked_for_by_go(ann, an):
    ann.type("go leave")
    assert at(ann) == "temple"
    an.type("去北")
    assert at(an) == "temple"


def test_who_is_there_already_is_told_so(ann):
    assert "You are there already: Market." in ann.type("go market")


@pytest.mark.parametrize(
    ("said", "en", "zh"),
    [
        ("database is locked", "database is busy", "数据库正忙"),
        ("disk is full", "full", "磁盘满了"),
    ],
)
def test_who_could_not_be_stored_elsewhere_is_told_and_stays(ann, an, monkeypatch, said, en, zh):
    def fail(self, *args, **kwargs):
        raise OperationalError(said)

    for person, line, busy in ((ann, "go mill", en), (an, "东", zh), (an, "大厅", zh)):
        with monkeypatch.context() as patch:
            patch.setattr(ObjectDB, "save", fail)
            told = person.type(line)
        assert busy in told
        assert "admin" not in told
        assert said not in told.replace(en, "")
        assert at(person) == "square"
        assert person.character in person.character.location.contents
    ann.type("go mill")
    assert at(ann) == "mill"


def test_several_places_are_asked_about(square, ann):
    create_object(
        "typeclasses.exits.Exit", key="gap", location=square, destination=ann.character.location
    )
    shed = create_object("typeclasses.rooms.Room", key="Mill Shed")
    create_object("typeclasses.exits.Exit", key="hatch", location=square, destination=shed)
    assert "Which one:" in ann.type("go mi")
    assert at(ann) == "square"
    ann.type("go mill")
    assert at(ann) == "mill"


def test_where_no_way_leads_is_told(ann):
    assert "no way to a place or a person called “moon”" in ann.type("go moon")
    assert "Where to?" in ann.type("go")


def test_a_locked_way_is_gone_around_or_told(square, ann):
    way = next(each for each in square.exits if "east" in each.key)
    way.locks.add("traverse:false()")
    assert "no way" in ann.type("go gate")
    assert at(ann) == "square"


def test_who_walks_stops_before_a_way_that_opens_a_scene(square, ann):
    yard = create_object("typeclasses.rooms.Room", key="Yard")
    toll = create_object(
        "typeclasses.exits.Exit", key="toll", location=Place.named("gate"), destination=yard
    )
    toll.attributes.add("scene", "wharf")
    told = ann.type("go yard")
    assert at(ann) == "gate"
    assert "you have to go this way: toll" in told
    assert ann.character.scene is None


def test_who_is_in_a_scene_stays_and_so_does_who_is_at_a_table(ann):
    ann.type("visit marta")
    assert "busy with Marta the smith" in ann.type("go mill")
    assert "busy with Marta the smith" in ann.type("north")
    assert at(ann) == "square"
    ann.type("goodbye")
    ann.type("hall")
    ann.type("open")
    assert "You are at table" in ann.type("go market")


def test_from_the_hall_one_goes_out_and_back(ann):
    ann.type("hall")
    ann.type("go temple")
    assert at(ann) == "temple"


def test_a_route_is_found_without_a_query(square, ann, django_assert_num_queries):
    routes_from(square, ann.character)
    with django_assert_num_queries(0):
        assert len(routes_from(square, ann.character)) == 5


def test_two_hundred_pasted_lines_break_nothing(ann):
    for _ in range(100):
        ann.type("n")
        ann.type("s")
    assert at(ann) == "square"


def test_who_comes_in_by_another_window_walks_on_there(ann, person):
    other = person("Ann", account=ann.account)
    ann.type("go mill")  # that connection is gone
    assert at(other) == "square"
    other.type("go mill")
    assert at(other) == "mill"


def test_who_follows_walks_along_and_looks_once_too(ann, outside):
    ben = outside("Ben")
    ann.type("party Ben")
    ben.type("yes")
    ben.heard.clear()
    ann.type("go mill")
    assert at(ben) == "mill"
    told = ben.told()
    assert (told.count("You follow Ann."), told.count("Water.")) == (1, 1)
    assert "A gate." not in told
    ann.type("west")
    assert "A gate." in ben.told()


# -- errands


def test_an_errand_opens_the_person_answers_and_leaves_the_page(ann):
    equip(ann)
    told = ann.type("sell rope")
    assert ann.character.scene is not None
    assert told.count("What will it be?") == 1
    assert "You have 23 coins." in told
    ann.type("goodbye")
    assert "rope" not in kinds_of(ann)


def test_an_errand_in_chinese_needs_no_space(an):
    equip(an)
    assert "你有23枚钱" in an.type("卖绳子")


@pytest.mark.parametrize("line", ["sell moon", "barter moon"])
def test_an_errand_about_what_one_does_not_have_opens_nothing_and_says_what_there_is(ann, line):
    equip(ann)
    told = ann.type(line)
    assert "There is no “moon” for that, but this:" in told
    assert "rope" in told
    assert ann.character.scene is None
    assert not MatchRecord.objects.exists()


def test_an_errand_about_what_one_does_not_have_in_chinese(an):
    equip(an)
    assert "没有“月亮”，有的是：" in an.type("卖月亮")
    assert an.character.scene is None


def test_an_errand_goes_to_whom_it_comes_to_something_with(ann):
    equip(ann)
    person_named("host").move_to(ann.character.location, quiet=True)
    ann.type("deliver parcel")
    assert ann.character.scene.place == person_named("host")


def test_of_several_who_wait_for_it_one_is_asked_whom(ann):
    equip(ann)
    person_named("host").move_to(ann.character.location, quiet=True)
    person_named("smith").attributes.add("scene_options", {"waits": True})
    assert "That can be done with Marta the smith, leave" in ann.type("deliver")
    assert ann.character.scene is None


def test_where_nobody_waits_for_it_nothing_is_opened(ann):
    equip(ann)
    assert "There is nothing for “deliver” here now." in ann.type("deliver")
    assert ann.character.scene is None


def test_what_is_done_by_somebody_elsewhere_is_told_with_where(ann):
    assert "That is done by leave, at this place: Temple." in ann.type("rest")
    ann.type("go temple")
    assert "You have slept." in ann.type("rest")


def test_what_one_does_oneself_can_be_done_anywhere(ann):
    equip(ann)
    ann.type("go mill")
    ann.type("wear lamp")
    ann.type("goodbye")
    assert "In use: lamp." in ann.type("inventory")


def test_a_longer_verb_of_an_errand_goes_before_a_command(an):
    equip(an)
    an.type("拿起 灯")
    assert an.character.scene is not None
    an.type("告辞")
    assert "在用：灯。" in an.type("物品")


def test_the_making_opens_until_it_is_done(ann):
    assert "What will it be?" in ann.type("novice")
    ann.type("goodbye")
    ann.type("surprise")
    ann.type("goodbye")
    told = ann.type("novice")
    assert "done already" in told
    assert "rank 1" in told
    assert ann.character.scene is None


def test_what_is_done_for_good_is_not_among_what_can_be_typed(ann):
    equip(ann)
    ann.type("xyzzy")
    assert "novice" in ann.type("plugh")
    ann.type("surprise")
    ann.type("goodbye")
    ann.type("xyzzy")
    assert "novice" not in ann.type("plugh")


# -- answering the menu behind a question


def test_a_line_for_the_menu_behind_a_question_is_done(ann):
    equip(ann)
    ann.type("barter")
    told = ann.type("sell rope")
    assert "You have 23 coins." in told
    assert told.count("What will it be?") == 1
    ann.type("goodbye")
    assert "rope" not in kinds_of(ann)


def test_where_a_game_has_no_way_back_one_goes_back_from_a_question_to_its_menu(ann, monkeypatch):
    monkeypatch.setattr(games.games_by_id()["wharf"], "undo", False)
    equip(ann)
    ann.type("barter")
    assert "What will it be?" in ann.type("back")
    assert "nothing is taken back" in ann.type("back")
    ann.type("barter")
    assert "You have 23 coins." in ann.type("sell rope")


def test_an_errand_of_which_nothing_comes_opens_nothing_and_says_why(ann):
    equip(ann)
    Thing.objects.all().delete()
    assert "You have nothing to barter." in ann.type("barter rope")
    assert ann.character.scene is None


def test_what_fits_a_question_is_no_answer_to_the_menu_behind_it(ann):
    equip(ann)
    ann.type("barter")
    ann.type("rope")
    ann.type("goodbye")
    assert "rope" in kinds_of(ann)
    assert "In use: rope." in ann.type("inventory")


def test_what_fits_neither_is_explained_and_the_question_stands(ann):
    equip(ann)
    ann.type("barter")
    assert "rope" in ann.type("xyzzy")
    assert ann.character.scene.match.choice_of(0).prompt == "barter"


# -- talking to somebody


@pytest.mark.parametrize(
    "said", ["和玛塔说话", "跟 玛塔 聊聊", "找玛塔谈谈", "與瑪塔說話", "交谈 玛塔"]
)
def test_chinese_says_with_whom_one_talks_around_the_name(an, said):
    an.type(said)
    assert an.character.scene_awake is not None


def test_who_is_not_here_is_not_talked_to(an):
    assert "没有" in an.type("和小皮说话")
    assert an.character.scene_awake is None


# -- what nobody understands


def test_an_unknown_line_is_answered_with_what_can_be_done(ann, an):
    told = ann.type("xyzzy")
    for part in ("“xyzzy”", "north", "Marta the smith", "map", "go"):
        assert part in told
    assert len(told.splitlines()) <= 3
    assert "不明白" in an.type("胡说")


def test_the_second_unknown_line_in_a_row_gets_the_short_help(ann):
    ann.type("xyzzy")
    assert "Walking:" in ann.type("plugh")
    ann.type("look")
    assert "Walking:" not in ann.type("xyzzy")


def test_in_the_hall_unknown_lines_are_answered_as_ever(ann):
    ann.type("hall")
    assert "to begin" in ann.type("xyzzy")


# -- the map


def test_the_map_shows_where_one_is_by_more_than_colour(ann):
    lines = ann.type("map").splitlines()
    assert "[Temple]" in lines[0]
    assert "[*Market]-" in lines[2]
    assert "You are here: Market." in lines[-1]


def test_the_map_is_there_in_the_hall_without_a_star(ann):
    ann.type("hall")
    told = ann.type("map")
    assert "[Market]" in told
    assert "*" not in told


# -- as data


class Rooms:
    """A client with a map of its own: what it is told of rooms."""

    def __init__(self, somebody):
        self.seen, self.session = [], somebody.session
        out = somebody.session.data_out

        def data_out(**kwargs):
            if "room_info" in kwargs:
                self.seen.append(kwargs["room_info"][1])
            out(**kwargs)

        somebody.session.data_out = data_out

    def support(self, *modules, how="set"):
        self.session.data_in(**{f"supports_{how}": [list(modules), {}]})


def test_a_client_that_draws_rooms_is_told_where_one_is(ann):
    rooms = Rooms(ann)
    rooms.support("Char 1", "Room 1")
    market, gate = ann.character.location, Place.named("gate")
    assert rooms.seen == [
        {
            "num": market.pk,
            "id": "square",
            "name": "Market",
            "area": "Wharf",
            "exits": {
                "n": Place.named("temple").pk,
                "e": gate.pk,
                "down": Place.named("cellar").pk,
            },
            "coords": "0,0",
        }
    ]
    ann.type("east")
    assert (rooms.seen[-1]["num"], rooms.seen[-1]["coords"]) == (gate.pk, "1,0")
    assert rooms.seen[-1]["exits"] == {"w": market.pk, "e": Place.named("mill").pk}
    ann.type("hall")
    assert rooms.seen[-1]["id"] is None
    rooms.support("Room", how="remove")
    ann.type("door")
    assert len(rooms.seen) == 3


def test_a_way_that_somebody_does_not_see_is_not_on_their_map(ann):
    rooms = Rooms(ann)
    for way in ann.character.location.exits:
        if way.destination == Place.named("temple"):
            way.locks.add("view:false()")
    rooms.support("Room 1")
    assert "n" not in rooms.seen[-1]["exits"]
    assert "e" in rooms.seen[-1]["exits"]


def test_nobody_else_is_told_of_rooms(ann):
    rooms = Rooms(ann)
    rooms.support("Char 1")
    ann.type("east")
    assert rooms.seen == []


def test_the_page_is_told_the_ways_with_what_to_type(ann):
    place = Lobby().message_for(ann.character)["place"]
    assert (place["id"], place["name"], place["at"]) == ("square", "Market", [0, 0])
    assert {"name": "North: Temple.", "line": "north"} in place["ways"]
    assert [each["line"] for each in place["ways"]][:2] == ["north", "east"]
    assert place["camp"] is False
    ann.type("hall")
    assert Lobby().message_for(ann.character)["place"] is None


# -- looking


def test_one_can_look_at_ways_people_and_things(ann):
    equip(ann)
    assert "North: Temple." in ann.type("look north")
    assert "Marta the smith" in ann.type("look marta")
    assert "rope" in ann.type("look rope")
    ann.type("drop rope")
    assert "rope" in ann.type("look rope")
    assert "moon" in ann.type("look moon")


def test_a_way_that_is_locked_says_so_in_ones_own_language(square, an):
    next(each for each in square.exits if each.key == "east").locks.add("traverse:false()")
    assert "现在不能走那条路：东。" in an.type("东")
