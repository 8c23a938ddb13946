"""An expedition is broken off for the evening, and gone on with: over restarts, by all or some."""

from datetime import timedelta

import pytest
from at_the_mouth import coins, go_down, tick
from django.utils import timezone
from scenes_at_market import record, restart, scene

from typeclasses import camps, scenes
from typeclasses.parts import leaving
from world.models import MatchRecord, Sheet
from world.play import match_staff
from world.play.hosting import registry


@pytest.fixture
def ann(at_market, mouth):
    return at_market("Ann")


@pytest.fixture
def ben(at_market):
    return at_market("Ben")


@pytest.fixture
def cem(at_market):
    return at_market("Cem")


def camp_of_both(ann, ben):
    go_down(ann, ben)
    ann.type("dig")
    ben.type("dig")
    ann.type("camp")
    assert "Ann wants to camp here" in ben.told()
    ben.type("yes")
    assert (scene(ann), scene(ben)) == (None, None)


def test_who_camps_is_free_and_their_sheets_stay_there(ann, ben, hall):
    camp_of_both(ann, ben)
    assert "You camp here for the evening" in ann.told()
    assert registry.all_hosts() == []
    assert Sheet.objects.filter(lease__isnull=False).count() == 2
    ben.character.move_to(hall, quiet=True)
    ben.type("open chrono")
    assert ben.character.table is not None
    assert "Your party camps at mouth" in ann.type("visit mouth")


def test_one_who_does_not_agree_keeps_it_going(ann, ben):
    go_down(ann, ben)
    ann.type("camp")
    ben.type("no")
    assert scene(ann) is scene(ben) is not None
    assert "Ben does not want to." in ann.told()


def test_nobody_camps_in_a_fight_or_in_a_shop(ann, ben):
    go_down(ann, ben)
    ann.type("descend")
    ben.type("descend")
    assert "You cannot camp here now" in ann.type("camp")
    ann.type("strike")
    ben.type("strike")
    ann.type("descend")
    ben.type("descend")
    assert "You cannot camp here now" in ann.type("party camp")


def test_they_go_on_with_those_who_agree(ann, ben):
    camp_of_both(ann, ben)
    restart()
    assert record().status == "running"
    assert "You ask Ben" in ann.type("go on")
    ben.type("yes")
    assert scene(ann) is scene(ben) is not None
    assert "What to do?" in ann.told()
    ann.type("home")
    ben.type("home")
    assert (coins(ann), coins(ben)) == (13, 13)
    assert camps.camp_of(ann.character) is None


def test_who_is_busy_keeps_watch_and_comes_in_later(ann, ben, hall, clock):
    camp_of_both(ann, ben)
    ben.character.move_to(hall, quiet=True)
    ben.type("open chrono")
    ann.type("go on")
    assert scene(ann) is not None
    assert scene(ben) is None
    ann.type("dig")
    tick(clock, 11)
    assert "Ben keeps watch" in ann.told()
    assert "seat" in ben.type("go on")
    ben.type("leave")
    ben.type("go on")
    assert scene(ben) is scene(ann)


def test_one_alone_camps_and_plays_meanwhile(ann, hall):
    ann.type("visit mouth")
    ann.type("camp")
    assert scene(ann) is None
    restart()
    ann.character.move_to(hall, quiet=True)
    ann.type("open chrono")
    ann.type("leave")
    assert "What to do?" in ann.type("go on")
    ann.type("home")
    assert coins(ann) == 10


def test_in_chinese_they_camp_and_go_on(ann, at_market):
    an, li = at_market("小安", language="zh"), at_market("小李", language="zh")
    an.type("组队 小李")
    li.type("同意")
    an.type("拜访 洞口")
    li.type("同意")
    an.type("扎营")
    li.type("同意")
    assert scene(an) is None
    an.type("继续")
    li.type("同意")
    assert scene(an) is scene(li) is not None


def test_a_camp_nobody_goes_on_with_for_two_weeks_is_given_up(ann, ben):
    camp_of_both(ann, ben)
    scenes.look_after(0)
    scenes.look_after(leaving.END_AWAY_AFTER + 1)
    camps.end_old()
    assert record().status == "running"
    MatchRecord.objects.update(camped_at=timezone.now() - timedelta(days=15))
    camps.end_old()
    assert record().status == "abandoned"
    assert (coins(ann), coins(ben)) == (0, 0)
    assert "What you had broken off is over: mouth." in ann.type("go on")
    assert "You have no camp" in ann.type("go on")


def test_what_all_have_left_alone_in_a_quiet_moment_becomes_a_camp(ann, ben, logout, login):
    go_down(ann, ben)
    logout(ann)
    logout(ben)
    scenes.look_after(0)
    scenes.look_after(leaving.END_AWAY_AFTER)
    assert record().status == "running"
    login(ann)
    assert scene(ann) is None
    ann.type("go on")
    assert scene(ann) is not None


def test_a_camp_that_staff_ends_is_told(ann, ben, person):
    camp_of_both(ann, ben)
    boss = person("Boss")
    boss.account.is_superuser = True
    match_staff.end_match(boss.account, record(), "closing time")
    assert "is over: mouth" in ann.type("go on")
    assert not Sheet.objects.filter(lease__isnull=False).exists()
    assert "is over: mouth" in ben.type("go on")


def test_a_deleted_camper_is_not_waited_for(ann, ben):
    camp_of_both(ann, ben)
    assert ben.character.delete()
    ann.type("go on")
    assert "What to do?" in ann.told()


def test_only_who_leads_goes_on_while_they_are_here(ann, ben, logout):
    camp_of_both(ann, ben)
    assert "Ann leads your party" in ben.type("go on")
    logout(ann)
    ben.type("go on")
    assert scene(ben) is not None


def test_a_question_of_the_camp_dies_with_the_scene(ann, ben):
    go_down(ann, ben)
    ann.type("camp")
    ann.type("home")
    ben.type("home")
    assert scene(ann) is None
    assert "cannot camp here now" in ben.type("yes")
