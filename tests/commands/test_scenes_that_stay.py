"""Scenes that go on: over restarts and sleep, with staff, with pasted lines, for several people."""

import pytest
from django.db import OperationalError
from scenes_at_market import coins, put_on_shelf, record, restart, scene, thing_in

from rules.running.journal import standing_answers
from typeclasses import scenes, together
from typeclasses.parts import leaving
from world.models import MatchRecord, Sheet, Thing
from world.play import match_staff
from world.play.hosting import recovery, registry, sleeping
from world.play.hosting.storing import MatchLost


@pytest.fixture
def ann(at_market):
    return at_market("Ann")


# -- over restarts, and asleep


def test_after_a_kill_a_person_is_asked_what_they_were_asked(ann, clock):
    ann.type("visit keeper")
    ann.type("1")
    ann.heard.clear()
    restart()
    clock.advance(0)
    told = ann.told()
    assert "The server is back" in told
    assert "You have 498 coins" in told
    assert "1) buy a rope" in told
    assert registry.host_of(record().pk) is scene(ann).host
    ann.type("goodbye")
    assert coins(ann) == 498
    assert record().status == "finished"


def test_who_has_no_match_any_more_after_a_kill_is_free(ann):
    ann.type("visit keeper")
    registry.forget_all()
    scenes.forget_all()
    MatchRecord.objects.all().delete()
    assert scene(ann) is None
    assert "What will it be?" in ann.type("visit keeper")


def test_a_scene_that_nobody_could_be_brought_into_ends_at_once(ann, monkeypatch):
    def fails(*_):
        raise OperationalError("database is locked")

    with monkeypatch.context() as broken:
        broken.setattr(type(ann.character), "enter_scene", fails)
        ann.type("visit keeper")
    assert Sheet.objects.get().lease is not None
    scenes.look_after(0)
    assert record().status == "abandoned"
    assert Sheet.objects.get().lease is None
    assert "What will it be?" in ann.type("visit keeper")


def test_a_scene_that_nobody_is_in_ends_at_the_next_start(ann):
    ann.type("visit keeper")
    ann.character.attributes.remove("scene_id")  # the server was killed between both
    restart()
    assert record().status == "abandoned"
    assert Sheet.objects.get().lease is None


def test_a_scene_that_was_left_alone_sleeps_and_wakes(ann, clock):
    ann.type("visit keeper")
    ann.type("1")
    clock.advance(sleeping.SLEEP_AFTER)
    registry.tick_hosts()
    assert registry.host_of(record().pk) is None
    assert ann.character.scene_awake is None
    restart()
    assert "You have 496 coins" in ann.type("1")


def test_one_that_cannot_be_brought_back_is_told(ann, monkeypatch):
    ann.type("visit keeper")
    ann.type("1")
    registry.forget_all()
    scenes.forget_all()

    def lost(record, *_, **__):
        record.status = "broken"
        record.save()
        raise MatchLost("gone")

    monkeypatch.setattr(recovery, "wake", lost)
    assert "could not be brought back" in ann.type("look")
    assert scene(ann) is None


def test_a_toll_that_was_paid_before_a_kill_is_paid(ann, logout, login):
    ann.type("gate")
    number = record().pk
    ann.type("pay the toll")
    ann.character.location = record().place.location
    ann.character.attributes.add("scene_id", number)  # killed before the way was gone
    logout(ann)
    login(ann)
    assert ann.character.location.key == "Yard"


# -- staff, and what goes away


def test_staff_end_a_scene(ann, person):
    ann.type("visit keeper")
    ann.type("1")
    boss = person("Boss")
    boss.account.is_superuser = True
    ann.heard.clear()
    match_staff.end_match(boss.account, record(), "closing time")
    assert "closing time" in ann.told()
    assert scene(ann) is None
    assert coins(ann) == 498


def test_staff_end_one_that_sleeps(ann, person):
    ann.type("visit keeper")
    registry.forget_all()
    scenes.forget_all()
    boss = person("Boss")
    boss.account.is_superuser = True
    match_staff.end_match(boss.account, record(), "closing time")
    assert "closing time" in ann.type("look")
    assert scene(ann) is None


def test_with_a_person_their_scene_goes(ann):
    ann.type("visit keeper")
    ann.type("1")
    number = record().pk
    assert ann.character.delete()
    assert MatchRecord.objects.get(pk=number).status == "abandoned"
    assert Sheet.objects.get().lease is None
    assert scenes._scenes == {}


def test_a_scene_goes_on_where_its_keeper_is_gone(market, ann):
    ann.type("visit keeper")
    thing_in(market, "keeper").delete()
    told = ann.type("1")
    assert "Stall: keeper" in told
    assert "You have 498 coins" in told
    restart()
    assert "You have 496 coins" in ann.type("1")


def test_with_their_room_people_have_left(market, ann, hall):
    ann.type("visit keeper")
    market.delete()
    assert scene(ann) is None
    assert record().status == "abandoned"


# -- lines by the hundred, and several windows


def test_two_hundred_pasted_lines_are_two_hundred_answers(ann):
    ann.type("visit keeper")
    for _ in range(200):
        ann.session.data_in(text=[["buy a rope"], {}])
    assert "You have 100 coins" in ann.type("?")
    ann.type("goodbye")
    assert coins(ann) == 100
    assert Thing.objects.filter(sheet__account=ann.account).count() == 200


def test_two_hundred_pasted_lines_of_anything_harm_nobody(ann):
    ann.type("visit keeper")
    lines = ("1", "x" * 500, "", "back", "|r{}[]", "9999999", "look", "1 2 3", "买绳子", "yes")
    for number in range(200):
        ann.session.data_in(text=[[lines[number % len(lines)]], {}])
    assert "Traceback" not in ann.told()
    assert "You have 460 coins" in ann.type("?")  # of ten lines two buy, one takes back
    assert scene(ann).host.match.journal


def test_a_second_window_takes_the_place_of_the_first(ann, person):
    ann.type("visit keeper")
    ann.type("1")
    again = person("Ann", account=ann.account)
    assert again.character == ann.character
    assert "You have 498 coins" in again.type("?")
    assert "You have 496 coins" in again.type("1")
    assert ann.character.sessions.count() == 1


# -- together


@pytest.fixture
def ben(at_market):
    return at_market("Ben")


def test_two_open_a_scene_when_the_one_who_is_asked_agrees(ann, ben):
    assert "You ask Ben" in ann.type("visit keeper with ben")
    assert "Ann asks you along: keeper." in ben.told()
    assert scene(ann) is None
    assert "Waiting for Ann." in ben.type("yes")
    assert scene(ann) is scene(ben)
    assert "What will it be?" in ann.told()
    assert record().seats.count() == 2
    ann.type("buy a rope")
    assert "What will it be?" in ben.told()
    ben.type("pay the toll")
    assert (scene(ann), scene(ben)) == (None, None)
    assert (coins(ann), coins(ben)) == (498, 499)


def test_they_do_so_in_chinese(at_market):
    an, li = at_market("小安", language="zh"), at_market("小李", language="zh")
    an.type("拜访 掌柜 和 小李")
    assert "邀你同去" in li.told()
    li.type("同意")
    assert scene(an) is scene(li)


def test_who_says_no_or_nothing_for_a_minute_is_not_in_it(ann, ben, monkeypatch):
    ann.type("visit keeper with Ben")
    ben.type("no")
    assert "Ben does not want to." in ann.told()
    ann.type("visit keeper with Ben")
    monkeypatch.setattr(together, "PATIENCE", 60)
    now = together.time.monotonic()
    monkeypatch.setattr(together.time, "monotonic", lambda: now + 61)
    assert "Nobody asks you" in ben.type("yes")
    assert scene(ben) is None


def test_nobody_is_taken_along_who_is_elsewhere_busy_or_oneself(ann, ben, person):
    person("Cem")
    assert "Cem, who is not here" in ann.type("visit keeper with Cem")
    assert "Ann, who is not here" in ann.type("visit keeper with me")
    assert "," in ann.type("visit keeper with ,")
    assert scene(ann) is None
    assert "There have to be 1 or 2 of you, not 3" in ann.type("visit keeper with Ben and Cem")
    ben.type("visit gate")
    assert "Ben is busy" in ann.type("visit keeper with Ben")


def test_who_has_begun_something_else_meanwhile_is_told(ann, ben):
    ann.type("visit keeper with Ben")
    ann.type("visit gate")
    assert "Ann is busy" in ben.type("yes")
    assert "Ann is busy" in ann.told() or "busy" in "".join(ann.heard)
    assert scene(ben) is None


def test_one_goes_on_without_who_has_left(ann, ben, market):
    put_on_shelf("bazaar")
    thing_in(market, "keeper").attributes.add("scene", "bazaar")
    ann.type("visit keeper with Ben")
    ben.type("yes")
    ann.type("pass")
    ben.type("concede")
    assert scene(ben) is None
    assert coins(ben) == 19
    assert "Ben leaves; it goes on." in ann.told()
    assert "What to do" in ann.type("?")
    assert "That is over" in ann.type("concede")
    assert (coins(ann), coins(ben)) == (19, 19)


def test_two_who_have_begun_it_ask_each_other_to_take_back(ann, ben):
    ann.type("visit keeper with Ben")
    ben.type("yes")
    ann.type("gossip")
    ben.type("gossip")
    ann.type("back")
    assert "Ann asks to take back" in ben.told()
    ben.type("yes")
    assert len(standing_answers(scene(ann).match.journal)) == 0


def test_what_several_have_left_alone_ends(ann, ben, logout):
    ann.type("visit keeper with Ben")
    ben.type("yes")
    logout(ann)
    logout(ben)
    scenes.look_after(0)
    scenes.look_after(leaving.END_AWAY_AFTER - 1)
    assert record().status == "running"
    scenes.look_after(leaving.END_AWAY_AFTER)
    assert record().status == "abandoned"
    assert not Sheet.objects.filter(lease__isnull=False).exists()
