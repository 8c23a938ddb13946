"""Builders make halls, rooms, ways and things with Evennia's commands, in both languages."""

import json

import pytest
from evennia.utils.search import search_object

from commands.building import WORDS
from typeclasses import build
from typeclasses.rooms import Hall
from typeclasses.tables import Table
from world.locale.messages import LANGUAGES, find_message


@pytest.fixture
def bob(person):
    somebody = person("Bob")
    somebody.account.permissions.add("Builder")
    return somebody


def test_a_hall_is_described_by_its_builders_in_both_languages_and_stays_so(hall, bob, an):
    assert "great wheel" in bob.type("look")
    bob.type("@desc here = 墙上长满青苔。 // Moss grows on the walls.")
    assert "Moss grows on the walls." in bob.type("look")
    assert "青苔" not in bob.told()
    assert "墙上长满青苔。" in an.type("look")
    build.build_hall()
    assert "Moss grows on the walls." in bob.type("look")


def test_a_hall_that_has_another_name_keeps_it_at_the_next_start(hall, bob, an):
    bob.type("@name here = Old Hall;旧厅")
    build.build_hall()
    assert bob.type("look").startswith("Old Hall")
    assert an.type("look").startswith("旧厅")


def test_what_nobody_has_changed_is_mended_at_a_start(hall):
    hall.attributes.add("built", {**hall.attributes.get("built"), "descs": {"en": "before"}})
    hall.descs = {"en": "before"}
    build.build_hall()
    assert hall.descs == build.HALL_DESCS


def test_ways_and_things_show_and_can_be_walked(hall, bob, an):
    bob.type("@dig Library;图书馆 = east;东, west;西")
    bob.type("@create/drop lamp;灯")
    assert "Ways: east" in bob.type("look")
    assert "Here stands: lamp" in bob.told()
    assert "可以去：东" in an.type("look")
    assert "这里有：灯" in an.told()
    assert bob.type("east").startswith("Library")
    assert "Ways: west" in bob.told()
    assert an.type("东").startswith("图书馆")
    assert "Bob" in an.told()
    bob.type(f"@tel #{hall.id}")
    assert bob.character.location == hall


@pytest.mark.parametrize("name", ["hall", "room", "sign", "thing"])
def test_prototypes_make_things_in_both_languages(hall, bob, an, name):
    bob.type(f"spawn {name}")
    from world.shelf.prototypes import PROTOTYPE_LIST

    prototype = next(each for each in PROTOTYPE_LIST if each["prototype_key"] == name)
    made = list(search_object(prototype["key"], exact=True))[-1]
    assert made.get_display_name(bob.character) == prototype["key"]
    assert made.get_display_name(an.character) == prototype["aliases"][0]
    assert made.get_display_desc(an.character) != made.get_display_desc(bob.character)
    assert (made.location is None) == (name in ("hall", "room"))


def test_a_spawned_table_is_one_of_the_pool(hall, bob):
    before = len(Table.all_tables())
    table = {"typeclass": "typeclasses.tables.Table", "attrs": [["game_id", "chrono"]]}
    bob.type(f"spawn {json.dumps({'key': 'x', **table})}")
    tables = Table.all_tables()
    assert len(tables) == before + 1
    assert tables[-1].number == before + 1
    assert tables[-1].fixtures()
    assert tables[-1].location is None


def test_a_sign_is_read_and_stays_where_it_is(hall, bob, ann):
    bob.type("spawn sign")
    bob.type("@desc sign = 小心台阶。 // Mind the step.")
    assert "Mind the step." in ann.type("look sign")
    assert isinstance(hall, Hall)


def test_who_builds_nothing_has_none_of_it(hall, ann):
    ann.type("@dig Cellar")
    ann.type("spawn sign")
    ann.type("@desc here = gone")
    assert not search_object("Cellar")
    assert "great wheel" in ann.type("look")
    assert "For builders" not in ann.type("help")


def test_help_lists_what_builders_may_do_in_a_group_of_its_own(hall, bob, an):
    told = bob.type("help")
    assert "For builders" in told
    for word in ("card write", "card edit", "card try", "desc, name", "dig", "spawn"):
        assert word in told[told.index("For builders") :]
    assert "建造" not in an.type("帮助")


def test_help_of_card_has_a_line_for_every_word_behind_it_for_builders_alone(bob, an):
    told = bob.type("help card")
    for language in LANGUAGES:
        assert set(find_message("help.verbs.building", language)) == set(WORDS)
    for verb in WORDS:
        assert f"card {find_message(f'building.verb.{verb}', 'en')[0]}" in told, verb
    assert "card rollback" not in an.type("help card")
    an.account.permissions.add("Builder")
    told = an.type("帮助 牌")
    for verb in WORDS:
        assert f"牌 {find_message(f'building.verb.{verb}', 'zh')[0]}" in told, verb
