"""Broken rows are named and set aside; what is whole is left alone."""

import pytest
from django.db import connection
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.server.models import ServerConfig
from evennia.utils.create import create_object

from typeclasses import inspection

pytestmark = pytest.mark.django_db


def spoil(table: str, column: str, value, row: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", [value, row])


@pytest.fixture
def table(pebbles):
    from typeclasses.tables import Table

    return Table.build_table("pebbles")


def test_nothing_is_said_or_changed_where_all_is_well(table):
    before = list(ObjectDB.objects.values_list("pk", "db_typeclass_path"))
    assert inspection.inspect() == []
    assert list(ObjectDB.objects.values_list("pk", "db_typeclass_path")) == before
    assert table.tags.has("idle", category="table")


@pytest.mark.parametrize("path", [None, "", "typeclasses.objects.Object"])
def test_a_script_without_a_class_of_scripts_gets_a_plain_one_and_rests(path):
    script = ScriptDB(db_key="junk", db_is_active=True)
    script.save()
    spoil("scripts_scriptdb", "db_typeclass_path", path, script.pk)
    (finding,) = inspection.inspect()
    assert "junk" in finding
    row = ScriptDB.objects.filter(pk=script.pk).values("db_typeclass_path", "db_is_active").get()
    assert row == {
        "db_typeclass_path": "evennia.scripts.scripts.DefaultScript",
        "db_is_active": False,
    }
    assert inspection.inspect() == []


def test_a_class_that_is_gone_is_named_and_kept_for_when_it_comes_back():
    thing = create_object("typeclasses.objects.Object", key="relic")
    spoil("objects_objectdb", "db_typeclass_path", "typeclasses.gone.Gone", thing.pk)
    (finding,) = inspection.inspect()
    assert "relic" in finding
    assert "typeclasses.gone.Gone" in finding
    path = ObjectDB.objects.filter(pk=thing.pk).values_list("db_typeclass_path", flat=True).get()
    assert path == "typeclasses.gone.Gone"


def test_an_attribute_that_cannot_be_read_is_kept_under_another_name(table):
    row = table.db_attributes.get(db_key="number")
    spoil("typeclasses_attribute", "db_value", "bm90IGEgcGlja2xl", row.pk)
    table.attributes.reset_cache()
    findings = inspection.inspect()
    assert "'number'" in findings[0]
    keys = table.db_attributes.values_list("db_key", flat=True)
    assert "unreadable number" in keys
    assert "number" not in keys


def test_a_table_nobody_can_play_at_leaves_the_pool(table):
    from typeclasses.tables import Table

    table.number = "seven"
    (finding,) = inspection.inspect()
    assert "seven" in finding
    assert table not in Table._tables_tagged(Table.IDLE)


def test_a_setting_that_cannot_be_read_is_kept_under_another_name():
    ServerConfig.objects.conf("runtime", 7)
    row = ServerConfig.objects.get(db_key="runtime")
    spoil("server_serverconfig", "db_value", "bm90IGEgcGlja2xl", row.pk)
    (finding,) = inspection.inspect()
    assert "runtime" in finding
    assert ServerConfig.objects.filter(db_key="unreadable runtime").exists()


def test_two_channels_of_one_name_become_two(table):
    from evennia.utils.create import create_channel

    first, second = create_channel("MudInfo"), create_channel("other")
    spoil("comms_channeldb", "db_key", "mudinfo", second.pk)
    (finding,) = inspection.inspect()
    assert "mudinfo" in finding
    first.refresh_from_db()
    assert first.db_key == "MudInfo"
