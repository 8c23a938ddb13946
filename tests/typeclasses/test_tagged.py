"""Halls and tables are kept by their tag, and what is kept is right."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.utils.create import create_object

from typeclasses.tagged import forget, objects_tagged

PLACE = ("meadow", "place")


@pytest.fixture
def make(db):
    """Makes rooms with the tag, or without."""
    forget()
    made = []

    def room(tags=(PLACE,)):
        made.append(create_object("typeclasses.rooms.Room", key=f"Room {len(made)}", tags=tags))
        return made[-1]

    yield room
    forget()


def test_the_first_object_of_a_tag_is_found(make):
    assert objects_tagged(*PLACE) == []
    with CaptureQueriesContext(connection) as queries:
        assert objects_tagged(*PLACE) == []
    assert len(queries) == 0
    meadow = make()
    assert objects_tagged(*PLACE) == [meadow]


def test_the_database_is_asked_once(make):
    meadow, other = make(), make()
    objects_tagged(*PLACE)
    with CaptureQueriesContext(connection) as queries:
        assert objects_tagged(*PLACE) == [meadow, other]
        objects_tagged(*PLACE).clear()  # a copy
        assert objects_tagged(*PLACE) == [meadow, other]
    assert len(queries) == 0


def test_tags_that_come_and_go_are_noticed(make):
    meadow, other = make(), make(tags=())
    assert objects_tagged(*PLACE) == [meadow]
    other.tags.add(PLACE[0], category=PLACE[1])
    assert objects_tagged(*PLACE) == [meadow, other]
    meadow.tags.remove(PLACE[0], category=PLACE[1])
    assert objects_tagged(*PLACE) == [other]
    other.tags.clear()
    assert objects_tagged(*PLACE) == []


def test_a_tag_given_in_the_admin_is_noticed(make):
    meadow, other = make(), make(tags=())
    objects_tagged(*PLACE)
    tag = meadow.db_tags.get(db_key=PLACE[0])
    tag.objectdb_set.add(other)
    assert objects_tagged(*PLACE) == [meadow, other]


def test_what_is_deleted_is_gone(make):
    meadow, other = make(), make()
    objects_tagged(*PLACE)
    meadow.delete()
    assert objects_tagged(*PLACE) == [other]


def test_other_tags_forget_nothing(make):
    meadow = make()
    objects_tagged(*PLACE)
    with CaptureQueriesContext(connection) as queries:
        meadow.tags.add("green", category="colour")
        queries_before = len(queries)
        assert objects_tagged(*PLACE) == [meadow]
        assert len(queries) == queries_before
