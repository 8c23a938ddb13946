"""Going down together: all who agree, at one mouth, with hired hands, over nights and restarts."""

import pytest
from at_the_mouth import coins, go_down, pair, tick
from django.db import connection
from django.test.utils import CaptureQueriesContext
from scenes_at_market import record, restart, scene

from typeclasses import parties
from typeclasses.parties import party_of
from world.community import moderation
from world.models import MatchRecord, Sheet
from world.render.party import HANDS


@pytest.fixture
def ann(at_market, mouth):
    return at_market("Ann")


@pytest.fixture
def ben(at_market):
    return at_market("Ben")


@pytest.fixture
def cem(at_market):
    return at_market("Cem")


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
    ann.type("descend")
    ben.type("keep watch")
    told = cem.type("look")
    assert "Down there: Ann, Ben (depth 2)." in told
    assert "busy with mouth" not in told
    cem.character.move_to(hall, quiet=True)
    assert "Down there" not in cem.type("look")
    assert "2. Ben: level 1, mouth (depth 2)" in ann.type("party")
    assert "camp breaks it off" in ann.told()


# -- hired hands


def test_hired_hands_are_called_as_their_reader_calls_them(ann):
    assert HANDS[0]["en"] in ann.type("party bot")
    ann.type("language zh")
    assert HANDS[0]["zh"] in ann.type("组队")
    ann.type("visit mouth")
    assert [seat.name for seat in record().seats.all()] == ["Ann", HANDS[0]["zh"]]


def test_a_hired_hand_takes_an_empty_seat_and_brings_nothing_home(ann, clock):
    assert HANDS[0]["en"] in ann.type("party bot")
    ann.type("visit mouth")
    assert [seat.name for seat in record().seats.all()] == ["Ann", HANDS[0]["en"]]
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
    ann.type("descend")
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


def test_thirteen_parties_are_down_and_a_look_costs_no_query_more(ann, ben, at_market, mouth):
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
