"""Wizards and halls: arriving, the language, a crowd that does not fill one room."""

from unittest import mock

import pytest
from evennia.commands.cmdset import CmdSet
from evennia.utils.create import create_object

from rules.ground.width import remove_marks
from typeclasses import characters, rooms
from typeclasses.rooms import Hall
from typeclasses.tables import Table


class TableCmdSet(CmdSet):
    """Stands for the command set of people at a table."""

    key = "table"
    no_objs = True


HERE = f"{__name__}.TableCmdSet"


def test_a_new_character_arrives_in_the_hall_and_is_greeted(person, world, told):
    ann = person("Ann")
    assert ann.location == world.hall
    assert told == [("show_arrival", (ann,), {})]


def test_a_name_keeps_its_script(person):
    assert person("逆时者").key == "逆时者"


def test_language_is_the_account_s_also_while_nobody_is_connected(person, disconnect):
    ann = person("安", language="zh")
    assert ann.language == "zh"
    disconnect(ann)
    assert ann.language == "zh"
    ann.account = None
    assert ann.language == "zh"


def test_one_reads_the_hall_in_one_s_own_language(person, world):
    ann, an = person("Ann"), person("安", language="zh")
    assert "Hall of the Time Wheel" in world.hall.return_appearance(ann)
    assert "时轮大厅" in world.hall.return_appearance(an)


def test_who_is_gone_does_not_stand_about(person, world, disconnect, connect):
    ann = person("Ann")
    disconnect(ann)
    assert ann not in world.hall.contents
    connect(ann)
    assert ann.location == world.hall


def test_a_character_nobody_acts_through_is_no_part_of_the_crowd(person, world):
    ann = person("Ann")
    create_object("typeclasses.characters.Wizard", key="admin", location=world.hall)
    assert world.hall.crowd() == ([ann], 1)


def test_a_full_hall_gets_wings(person, world, monkeypatch):
    monkeypatch.setattr(rooms, "HALL_CAPACITY", 2)
    people = [person(f"Guest{number}") for number in range(5)]
    halls = Hall.all_halls()
    assert [hall.crowd_size() for hall in halls] == [2, 2, 1]
    assert people[4].location == halls[2]
    assert halls[1].get_display_name(people[0]) == "Hall of the Time Wheel 2"
    table = Table.open_table("pebbles", people[0])
    assert halls[2].tables(people[4]) == [table]
    table.leave(people[0])
    assert people[0].location == halls[0]


def test_a_crowd_is_shown_by_the_page(person, world):
    people = [person(f"Guest{number}") for number in range(5)]
    assert world.hall.crowd(page=1, size=2) == (people[0:2], 3)
    assert world.hall.crowd(page=3, size=2) == (people[4:5], 3)
    assert world.hall.crowd(page=9, size=2) == (people[4:5], 3)
    with mock.patch.object(Hall, "crowd", return_value=(people[:2], 3)):
        assert remove_marks(world.hall.get_display_characters(people[0])) == "Guest1 (+3)"


def test_the_commands_of_a_table_come_and_go_with_the_seat(person, monkeypatch):
    monkeypatch.setattr(characters, "TABLE_CMDSET", HERE)
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=2)
    assert ann.cmdset.has(HERE)
    table.watch(ben)
    assert not ben.cmdset.has(HERE)
    table.sit(ben)
    assert ben.cmdset_storage.count(HERE) == 1
    table.set_ready(ben)
    table.start()
    table.leave(ben)
    assert not ben.cmdset.has(HERE)
    table.sit(ben)
    assert ben.cmdset.has(HERE)
    table.concede(ben)
    table.leave(ben)
    assert not ben.cmdset.has(HERE)


def test_a_missing_command_set_is_no_obstacle(person, monkeypatch):
    monkeypatch.setattr(characters, "TABLE_CMDSET", "commands.nowhere.TableCmdSet")
    Table.open_table("pebbles", person("Ann"))


def test_a_wrong_language_is_refused(person):
    account = person("Ann").account
    account.language = "zh"
    assert account.attributes.get("language") == "zh"
    with pytest.raises(ValueError, match="zh"):
        account.language = "fr"
