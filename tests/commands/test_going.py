"""Going down together: all who agree, at one mouth, with hired hands, over nights and restarts."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from evennia.utils.create import create_object
from scenes_at_market import put_on_shelf, record, restart, scene

from typeclasses import camps, parties, scenes
from typeclasses.parties import party_of
from typeclasses.parts import leaving
from world.community import moderation
from world.models import MatchRecord, Sheet
from world.play import match_staff
from world.play.hosting import registry
from world.render.party import HANDS


@pytest.fixture
def mouth(market):
    """What opens an expedition."""
    put_on_shelf("cave")
    mouth = create_object("typeclasses.objects.Object", key="mouth", location=market)
    mouth.aliases.add("洞口")
    mouth.attributes.add("scene", "cave")
    return mouth


@pytest.fixture
def ann(at_market, mouth):
    return at_market("Ann")


@pytest.fixture
def ben(at_market):
    return at_market("Ben")


@pytest.fixture
def cem(at_market):
    return at_market("Cem")


def pair(one, *others):
    for other in others:
        one.type(f"party invite {other.character.key}")
        other.type("yes")
    return party_of(one.character)


def go_down(one, *others):
    pair(one, *others)
    one.type("visit mouth")
    for other in others:
        other.type("yes")
    assert scene(one) is not None
    return scene(one)


def tick(clock, seconds):
    for _ in range(seconds):
        clock.advance(1)
        registry.tick_hosts()


def coins(somebody):
    return Sheet.objects.get(account=somebody.account).fields["coins"]


# -- one expedition of all who agree


def test_a_party_goes_down_when_all_agree(ann, ben, cem):
    pair(ann, ben, cem)
    assert "You ask Ben, Cem" in ann.type("visit mouth")
    assert "Ann asks you along: mouth" in ben.told()
    ben.type("yes")
    assert scene(ann) is None
    cem.type("yes")
    assert scene(ann) is scene(ben) is scene(cem) is not None
    assert [seat.name for seat in record().seats.all()] == ["Ann", "Ben", "Cem"]


def test_who_says_no_keeps_them_up_and_is_named(ann, ben):
    pair(ann, ben)
    ann.type("visit mouth")
    ben.type("no")
    assert "Ben does not want to." in ann.told()
    assert scene(ann) is None


def test_only_who_leads_begins_an_expedition(ann, ben):
    pair(ann, ben)
    assert "Ann leads your party" in ben.type("visit mouth")
    ben.type("visit keeper")  # that is anybody's own affair
    assert scene(ben) is not None


def test_without_those_who_are_elsewhere_only_after_a_question(ann, ben, cem, hall):
    pair(ann, ben, cem)
    cem.character.move_to(hall, quiet=True)
    assert "Not here, or busy: Cem." in ann.type("visit mouth")
    assert ben.character.ndb.asked_along is None
    ann.type("yes")
    ben.type("yes")
    assert scene(ann) is scene(ben) is not None
    assert scene(cem) is None


def test_who_has_left_the_party_meanwhile_does_not_go(ann, ben):
    pair(ann, ben)
    ann.type("visit mouth")
    ben.type("party leave")
    assert "not in the same party any more" in ben.type("yes")
    assert (scene(ann), scene(ben)) == (None, None)


def test_a_second_expedition_of_a_party_is_refused_and_says_where_they_are(ann, ben, cem):
    pair(ann, ben, cem)
    ann.type("visit mouth with Ben")
    ben.type("yes")
    ann.type("leave")
    ann.type("yes")
    assert scene(ann) is None
    assert "Not while you are down there: Ben, at mouth" in ann.type("visit mouth")
    assert "Not while you are down there" in ann.type("party kick Ben")
    assert "Not while you are down there" in ben.type("party leave")


def test_a_sheet_that_is_elsewhere_keeps_them_up(ann, ben, mouth):
    pair(ann, ben)
    go = "visit mouth"
    ben_sheet = Sheet.objects.filter(account=ben.account)
    assert not ben_sheet.exists()
    ann.type("party leave")
    ben.type(go)
    ben.type("camp")
    pair(ann, ben)
    assert "Your party camps at mouth (Ben)" in ann.type(go)
    assert scene(ann) is None


def test_those_who_are_down_stand_at_the_mouth_and_nowhere_else(ann, ben, cem, hall):
    go_down(ann, ben)
    ann.type("go down")
    ben.type("keep watch")
    told = cem.type("look")
    assert "Down there: Ann, Ben (depth 2)." in told
    assert "busy with mouth" not in told
    cem.character.move_to(hall, quiet=True)
    assert "Down there" not in cem.type("look")
    assert "2. Ben: level 1, mouth (depth 2)" in ann.type("party")
    assert "camp breaks it off" in ann.told()


# -- hired hands


def test_a_hired_hand_takes_an_empty_seat_and_brings_nothing_home(ann, clock):
    assert HANDS[0] in ann.type("party bot")
    ann.type("visit mouth")
    assert [seat.name for seat in record().seats.all()] == ["Ann", HANDS[0]]
    ann.type("dig")
    clock.advance(1)
    ann.type("home")
    clock.advance(1)
    assert record().status == "finished"
    assert coins(ann) == 13
    assert Sheet.objects.count() == 1


def test_hands_and_people_are_four_at_most(ann, ben):
    pair(ann, ben)
    ann.type("party bot 2")
    assert "full: 4 at most" in ann.type("party bot 3")
    assert "full: 4 at most" in ann.type("party look")
    ann.type("party bot off")
    assert party_of(ann.character).size == 2


def test_with_the_last_person_hands_leave_as_well(ann, clock):
    ann.type("party bot 2")
    ann.type("visit mouth")
    ann.type("leave")
    ann.type("yes")
    clock.advance(1)
    assert scene(ann) is None
    assert record().status != "running"


# -- in it


def test_to_leave_in_the_middle_says_what_it_costs_before(ann, ben):
    go_down(ann, ben)
    assert "To leave now costs you 10 coins" in ann.type("leave")
    assert scene(ann) is not None
    ann.type("yes")
    assert scene(ann) is None
    assert coins(ann) == 0
    assert "You are out of it: mouth." in ann.told()
    assert "Ann leaves; it goes on." in ben.told()
    assert scene(ben) is not None


def test_who_leaves_by_a_way_home_is_free_while_others_go_on(ann, ben):
    go_down(ann, ben)
    ann.type("part")
    ben.type("dig")
    assert scene(ann) is None
    assert Sheet.objects.get(account=ann.account).lease is None
    assert coins(ann) == 10
    ben.type("home")
    assert coins(ben) == 13


def test_who_loses_the_connection_defends_after_ten_seconds_and_comes_back(
    ann, ben, clock, logout, login
):
    go_down(ann, ben)
    ann.type("go down")
    ben.type("keep watch")
    logout(ben)
    assert "Ben has lost the connection" in ann.told()
    ann.type("defend")
    tick(clock, 9)
    assert "Ben defends" not in ann.told()
    tick(clock, 2)
    assert "Ben defends" in ann.told()
    login(ben)
    ben.heard.clear()
    assert "What to do?" in ben.type("?")
    assert "Ben is back." in ann.told()
    assert scene(ben) is scene(ann)


def test_nobody_is_sent_away_in_the_middle(ann, ben):
    go_down(ann, ben)
    assert "Not while you are down there: Ann, Ben, at mouth" in ann.type("party kick Ben")
    assert party_of(ben.character) is not None


def test_with_a_deleted_member_it_goes_on(ann, ben):
    go_down(ann, ben)
    assert ben.character.delete()
    assert scene(ann) is not None
    assert members_of(ann) == []
    ann.type("dig")
    assert "What to do?" in ann.told()


def members_of(somebody):
    party = party_of(somebody.character)
    return [] if party is None else [each.key for each in party.members]


def test_after_a_kill_all_are_where_they_were(ann, ben, clock):
    go_down(ann, ben)
    ann.type("dig")
    restart()
    parties.forget_all()
    clock.advance(0)
    assert scene(ann) is scene(ben) is not None
    assert members_of(ben) == ["Ann", "Ben"]
    ben.type("dig")
    ann.type("home")
    ben.type("home")
    assert (coins(ann), coins(ben)) == (13, 13)


# -- camps


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
    ann.type("go down")
    ben.type("go down")
    assert "You cannot camp here now" in ann.type("camp")
    ann.type("strike")
    ben.type("strike")
    ann.type("go down")
    ben.type("go down")
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


# -- what else can come between


def test_a_hired_hand_does_not_keep_a_party_of_one_from_being_one(ann, ben):
    ann.type("party bot")
    assert party_of(ann.character).size == 2
    ben.type("join Ann")
    ann.type("yes")
    ben.type("party leave")
    assert party_of(ann.character).size == 2
    ann.type("party bot off")
    assert party_of(ann.character) is None


def test_a_banned_member_is_sent_away_between_expeditions(ann, ben, person, logout):
    pair(ann, ben)
    boss = person("Boss")
    boss.account.is_superuser = True
    moderation.ban(boss.account, ben.account, reason="rude")
    logout(ben)
    assert "Not here, or busy: Ben." in ann.type("visit mouth")
    ann.type("no")
    ann.type("party kick Ben")
    assert party_of(ann.character) is None


def test_a_second_window_of_a_member_is_the_same_member(ann, ben, person):
    go_down(ann, ben)
    again = person("Ben", account=ben.account)
    assert again.character == ben.character
    assert "What to do?" in again.type("?")
    assert ann.told().endswith("Ben is back.")


def test_a_question_of_the_camp_dies_with_the_scene(ann, ben):
    go_down(ann, ben)
    ann.type("camp")
    ann.type("home")
    ben.type("home")
    assert scene(ann) is None
    assert "cannot camp here now" in ben.type("yes")


def test_after_a_kill_between_the_question_and_the_answer_nothing_has_begun(ann, ben):
    pair(ann, ben)
    ann.type("visit mouth")
    restart()
    ben.character.ndb.asked_along = None  # it was in memory only
    assert "Nobody asks you" in ben.type("yes")
    ann.type("visit mouth")
    ben.type("yes")
    assert scene(ann) is scene(ben) is not None


def test_a_member_whose_knave_is_somewhere_else_keeps_them_up_with_a_sentence(ann, ben, mouth):
    ben.type("visit mouth")
    number = record().pk
    ben.character.leave_scene()  # the sheet is lent still
    pair(ann, ben)
    ann.type("visit mouth")
    ben.type("yes")
    assert "What Ben owns in this game is still at mouth" in ann.told()
    assert MatchRecord.objects.filter(status="running").get().pk == number
    assert (scene(ann), scene(ben)) == (None, None)


def test_two_hundred_lines_in_a_party_harm_nobody(ann, ben):
    pair(ann, ben)
    lines = (
        "party",
        "party leave",
        "party Ben",
        "party kick me",
        "party lead",
        "party bot 99999999",
        "party look -1",
        "follow |r{}[]",
        "camp",
        "go on",
        "join x" * 60,
        "队伍 " + "长" * 300,
    )
    for number in range(200):
        ann.session.data_in(text=[[lines[number % len(lines)]], {}])
    assert "Traceback" not in ann.told()
    assert scene(ann) is None


def test_sixty_parties_are_down_and_a_look_costs_no_query_more(ann, ben, at_market, mouth):
    go_down(ann, ben)
    looker = at_market("Dan")

    def queries():
        looker.type("look")
        with CaptureQueriesContext(connection) as seen:
            looker.type("look")
        return len(seen)

    few = queries()
    for number in range(12):
        pairs = at_market(f"P{number}a"), at_market(f"P{number}b")
        go_down(*pairs)
        for each in pairs:
            each.character.location = None  # they look on from nowhere: the room is not the matter
    told = looker.type("look")
    assert told.count("Down there:") == 8
    assert "And 5 more." in told
    assert queries() <= few
