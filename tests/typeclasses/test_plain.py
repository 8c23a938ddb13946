"""Attributes that are a number, a text or None."""

import gc

import pytest
from evennia.utils.create import create_object

from typeclasses.objects import Fixture
from typeclasses.scenes import opening_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture():
    return create_object(Fixture, key="a pile")


def test_it_has_its_default_until_it_is_set_and_again_when_that_is_taken_away(fixture):
    assert (fixture.zone, fixture.seat) == ("", None)
    assert not fixture.attributes.has("zone")
    fixture.zone = "pile"
    assert fixture.attributes.get("zone") == "pile"
    del fixture.zone
    assert fixture.zone == ""


def test_what_a_builder_sets_is_what_is_read(fixture):
    fixture.seat = 1
    fixture.attributes.add("seat", 2)
    assert fixture.seat == 2


@pytest.mark.parametrize("typed", [None, 7, {"a": 1}, ["pile"], b"pile"])
def test_what_is_of_another_kind_is_kept_and_not_obeyed(fixture, typed):
    fixture.attributes.add("zone", typed)
    assert fixture.zone == ""
    assert fixture.attributes.get("zone") == typed
    fixture.attributes.add("seat", typed if typed != 7 else "7")
    assert fixture.seat is None


def left_by(read):
    """What somebody reads many times, and how much of that has to be searched for."""
    gc.collect()
    gc.disable()
    try:
        found = [read() for _ in range(2_000)]
        left = gc.collect()  # some of it of others: what they let go of comes when it comes
    finally:
        gc.enable()
    return found, left


def test_reading_leaves_nothing_to_be_searched_for(fixture):
    fixture.zone = "pile"
    read, left = left_by(lambda: fixture.zone)
    assert set(read) == {"pile"}
    assert left < len(read)


def test_seeing_what_can_be_opened_leaves_nothing_to_be_searched_for(fixture):
    fixture.attributes.add("scene", "stall")
    fixture.attributes.add("scene_options", {"price": 3})
    read, left = left_by(lambda: opening_of(fixture))
    assert all(each.options == {"price": 3} for each in read)
    assert left < len(read)
