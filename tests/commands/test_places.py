"""Walking outside the hall: what one reads there, and what others are told."""

import re

import pytest
from scenes_at_market import put_on_shelf, scene
from village import village, without

from rules.ground.width import display_width
from rules.pack import load_pack
from rules.pack.directions import DIRECTIONS
from rules.pack.files import WORLD
from typeclasses.exits import words_taken
from typeclasses.rooms import FEW, Place
from typeclasses.tables import Table
from typeclasses.worldbuilding import build_outside
from world.locale.reader import forget_reader
from world.render import lobby, outside
from world.shelf import decks, games, geography


@pytest.fixture
def town(hall, tmp_path, monkeypatch):
    monkeypatch.setattr(outside, "is_night", lambda: False)
    put_on_shelf("stall")
    return village(tmp_path)


@pytest.fixture
def ann(town, person):
    return person("Ann")


@pytest.fixture
def crowd(hall, person):
    """Fills a place with people."""

    def fill(place, count):
        for number in range(count):
            person(f"Visitor{number:03}").character.location = place

    return fill


def heard(somebody):
    """What somebody was told since it was asked last."""
    told = somebody.told()
    somebody.heard.clear()
    return told


def plain(text):
    return re.sub(r"\|\w", "", text)


def at(somebody):
    return somebody.character.location.entry_id


# -- going


def test_the_hall_says_in_a_line_what_is_behind_its_door(ann):
    assert "door leads outside: Square. A mill turns there." in (ann.type("look"))
    told = ann.type("door")
    assert told.splitlines() == [
        "Square",
        "The flags are even.",
        "North: Mill. In: Cellar. hall: back to the tables.",
    ]


def test_the_same_in_chinese(town, person):
    an = person("小安", language="zh")
    assert "出门通往外面：广场。外面有一座磨坊。" in (an.type("看"))
    assert (an.type("出门")).splitlines() == [
        "广场",
        "石板很平。",
        "北：磨坊。进：地窖。大厅：回到牌桌。",
    ]
    assert "可拜访" in (an.type("北")) or "磨坊主" in (an.type("看"))


@pytest.mark.parametrize(
    ("word", "place"),
    [
        *((word, "mill") for word in (*DIRECTIONS["north"].words, "mill", "磨坊", "NORTH", "Mill")),
        *((word, "cellar") for word in (*DIRECTIONS["in"].words, "cellar", "地窖", "進去")),
    ],
)
def test_a_way_is_gone_by_its_direction_or_its_end_in_both_languages(ann, word, place):
    ann.type("door")
    ann.type(word)
    assert at(ann) == place


def test_from_everywhere_outside_hall_leads_to_the_hall(ann, hall):
    for line in ("hall", "大厅", "leave"):
        ann.type("door")
        ann.type("north")
        assert "Hall of the Time Wheel" in ann.type(line)
        assert ann.character.location == hall


def test_dark_places_look_otherwise(ann, monkeypatch):
    ann.type("door")
    monkeypatch.setattr(outside, "is_night", lambda: True)
    assert "The flags are dark." in ann.type("look")
    assert "The wheel turns." in ann.type("north")


def test_a_passage_opens_a_scene_and_one_stays_where_one_is(ann):
    ann.type("door")
    told = ann.type("in")
    assert "Out: Square. Hole: the deep." in told
    assert "Stall: Cellar, the deep" in ann.type("hole")
    assert "You leave it at that: Cellar, the deep." in ann.type("leave")
    assert at(ann) == "cellar"
    ann.type("地洞")
    assert scene(ann) is not None


def test_people_are_visited_where_they_stand(ann):
    ann.type("door")
    assert "To visit here: the miller." in (ann.type("north"))
    assert "Stall: the miller" in ann.type("visit miller")


def test_who_is_named_and_nothing_else_is_visited(ann):
    ann.type("door")
    ann.type("north")
    assert "Stall: the miller" in ann.type("the miller")


def test_a_passage_in_a_direction_has_its_other_names_as_well():
    words = geography.words_of_passage("down", {"aliases": ["depth 1", "第一层"]})
    assert words[0] == "down"
    assert {"d", "depth 1", "第一层"} <= set(words)


def test_a_way_never_takes_the_place_of_a_command(ann, tmp_path):
    places = without()
    places["mill"]["name"]["en"] = "Look"
    places["mill"]["aliases"] = ["say"]
    village(tmp_path / "again", places=places)
    ann.type("door")
    assert "Square" in ann.type("look")
    assert "You say: hello" in ann.type("say hello")
    assert at(ann) == "square"
    ann.type("n")
    assert at(ann) == "mill"


def test_the_ways_of_the_packs_are_no_commands():
    direction_words = {word for each in DIRECTIONS.values() for word in each.words}
    assert not direction_words & words_taken()
    for pack in map(load_pack, sorted(WORLD.iterdir())):
        for name, place in pack.places.items():
            words = geography.Entry(pack, name, place).words
            for key, passage in place.get("passages", {}).items():
                words += geography.words_of_passage(key, passage)
            assert not {word.lower() for word in words} & words_taken()


def test_after_yes_was_asked_for_a_step_is_no_answer(ann):
    ann.type("door")
    done = []
    ann.character.ndb.unsure = lambda: done.append(1)
    ann.type("north")
    ann.type("yes")
    assert done == []


# -- others


def test_few_are_told_who_comes_and_goes_and_where(town, person):
    ann, bo = person("Ann"), person("小波", language="zh")
    for each in (ann, bo):
        each.type("door")
    heard(bo)
    ann.type("north")
    assert heard(bo) == "Ann走了（北）。"
    ann.type("south")
    assert heard(bo) == "Ann来了（磨坊）。"
    ann.type("hall")
    assert "Ann" not in bo.type("look")


def test_where_many_are_nobody_is_told_who_comes_and_goes(ann, person, crowd):
    bo = person("Bo")
    ann.type("door")
    crowd(Place.named("square"), FEW)
    bo.type("door")
    heard(ann)
    bo.type("north")
    bo.type("south")
    assert heard(ann) == ""


def test_a_crowd_is_never_told_as_one_list(ann, crowd):
    ann.type("door")
    crowd(Place.named("square"), 12)
    told = ann.type("look")
    assert told.count("Visitor") == 8
    assert "and 4 more" in told
    assert len(told.splitlines()) <= 12


def test_a_look_costs_the_same_however_many_there_are(ann, crowd, django_assert_max_num_queries):
    ann.type("door")
    crowd(Place.named("square"), 12)
    for line in ("look", "north", "south", "north"):
        ann.type(line)  # what is read once is read now
    with django_assert_max_num_queries(4):
        ann.type("south")
    with django_assert_max_num_queries(1):
        ann.type("look")


def test_a_listener_hears_whole_sentences_of_a_place(ann):
    ann.type("screenreader on")
    ann.type("door")
    lines = plain(ann.type("look")).splitlines()
    assert all(line.endswith((".", "。", ":")) for line in lines[1:]), lines


def test_in_a_narrow_window_no_sentence_about_a_place_is_cut(ann):
    ann.session.protocol_flags["SCREENWIDTH"] = {0: 40}
    forget_reader()
    ann.type("door")
    lines = plain(ann.type("look")).splitlines()
    assert all(display_width(line) <= 40 for line in lines)
    assert "…" not in "".join(lines)
    assert lines[-1].endswith(".")


def test_who_is_busy_is_told(town, person):
    ann, bo = person("Ann"), person("Bo")
    for each in (ann, bo):
        each.type("door")
        each.type("north")
    bo.type("visit miller")
    assert "Bo is busy with the miller." in ann.type("look")
    assert "outside, Mill" in ann.type("who")


# -- what goes meanwhile


def test_who_is_in_a_scene_where_a_place_goes_ends_it_in_peace(ann, tmp_path):
    ann.type("door")
    ann.type("north")
    ann.type("visit miller")
    village(tmp_path / "again", places=without("mill"), people={})
    assert scene(ann) is not None
    assert at(ann) == "mill"
    told = ann.type("leave")
    assert "That is over" in told or "leave it at that" in told
    assert at(ann) == "square"


def test_who_is_at_a_place_that_goes_is_told_so(ann, tmp_path):
    ann.type("door")
    ann.type("north")
    village(tmp_path / "again", places=without("mill"), people={})
    told = heard(ann)
    assert "Mill is no more: you find yourself at another place, Square." in told
    assert "The flags are even." in told


# -- games that no list shows


def test_a_game_that_is_not_listed_is_told_of_nowhere(ann):
    assert "village" in games.games_by_id()
    assert "Tiny" not in ann.type("games")
    for line in ("play village", "open village"):
        assert "There is no game" in ann.type(line), line
    assert not Table.live_tables()
    assert "village" not in str(lobby.Lobby().game_messages("en"))
    assert all(pack.id != "village" for pack in decks.games_with_decks())


# -- the shipped packs


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_place_of_the_packs_fits_twelve_lines_of_80_columns(
    hall, person, language, crowd, monkeypatch
):
    for pack in map(load_pack, sorted(WORLD.iterdir())):
        games.put_on_shelf(pack)
    build_outside()
    crowd(Place.entrance(), 12)
    ann = person("Ann", language=language)
    for night in (False, True):
        monkeypatch.setattr(outside, "is_night", lambda night=night: night)
        for room in Place.objects.all():
            ann.character.location = room
            lines = plain(ann.character.at_look(room)).splitlines()
            assert len(lines) <= 12, lines
            assert max(map(display_width, lines)) <= 80, lines
