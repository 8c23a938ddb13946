"""Parties as people type them: who is in one, who follows, who looks for others."""

import pytest
from at_the_mouth import pair
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia.utils.create import create_object

from typeclasses import parties, together
from typeclasses.parties import party_of


@pytest.fixture
def ann(at_market):
    return at_market("Ann")


@pytest.fixture
def ben(at_market):
    return at_market("Ben")


@pytest.fixture
def cem(at_market):
    return at_market("Cem")


@pytest.fixture
def road(market):
    """A way from the market that opens nothing."""
    road = create_object("typeclasses.rooms.Room", key="Road")
    create_object("typeclasses.exits.Exit", key="north", location=market, destination=road)
    return road


def members(party):
    return [each.key for each in party.members]


# -- who is in it


def test_who_is_asked_comes_in_by_yes(ann, ben):
    assert "You ask Ben" in ann.type("party Ben")
    assert "Ann asks you to make a party of two" in ben.told()
    assert party_of(ann.character) is None
    assert "You are in a party with Ann" in ben.type("yes")
    assert "Ben comes into your party." in ann.told()
    assert members(party_of(ben.character)) == ["Ann", "Ben"]


def test_away_from_tables_invite_is_into_the_party(ann, ben):
    ann.type("invite ben")
    ben.type("yes")
    assert party_of(ann.character) is party_of(ben.character) is not None


def test_at_a_table_invite_is_to_the_table(ann, ben, hall):
    ann.character.move_to(hall, quiet=True)
    ann.type("open chrono")
    ann.type("invite Ben")
    assert "invites you to table" in ben.told()
    ben.type("yes")
    assert party_of(ben.character) is None


def test_they_do_so_in_chinese(at_market):
    an, li = at_market("小安", language="zh"), at_market("小李", language="zh")
    an.type("组队小李")
    assert "结伴组队" in li.told()
    assert "你和小安同队" in li.type("同意")
    told = an.type("队伍")
    assert "1. 小安（你）：带队、在这里" in told
    assert "2. 小李：在这里" in told
    an.type("队伍招人1")
    assert "小安还招1人" in li.type("队伍列表")
    li.type("队伍 离开")
    assert party_of(li.character) is None


def test_names_that_are_words_work(ann, at_market):
    other = at_market("Leave")
    ann.type("party invite leave")
    other.type("yes")
    assert members(party_of(ann.character)) == ["Ann", "Leave"]
    ann.type("party kick leave")
    assert party_of(other.character) is None


def test_one_who_is_left_alone_is_no_party(ann, ben):
    pair(ann, ben)
    ben.type("party leave")
    assert party_of(ann.character) is None
    assert parties.Party.objects.count() == 0


def test_a_fifth_is_refused(ann, ben, cem, at_market):
    party = pair(ann, ben, cem, at_market("Dan"))
    eve = at_market("Eve")
    assert "full: 4 at most" in ann.type("party Eve")
    assert "full: 4 at most" in eve.type("join Ann")
    assert party.size == 4


def test_of_two_who_are_asked_for_one_place_the_second_is_told(ann, ben, cem, at_market):
    pair(ann, ben, cem)
    dan, eve = at_market("Dan"), at_market("Eve")
    ann.type("party Dan")
    ben.type("party Eve")
    dan.type("yes")
    assert "full" in eve.type("yes")
    assert party_of(eve.character) is None


def test_who_is_in_a_party_is_in_no_second(ann, ben, cem, at_market):
    pair(ann, ben)
    dan = at_market("Dan")
    pair(cem, dan)
    assert "Dan is in a party already" in ann.type("party Dan")
    assert "You are in a party already" in ann.type("join Dan")
    assert "Ben is in your party already" in ann.type("join Ben")
    assert "That is you" in ann.type("party me")


def test_whom_one_ignores_cannot_invite(ann, ben):
    ben.type("ignore Ann")
    ben.heard.clear()
    assert "You ask Ben" in ann.type("party Ben")
    assert ben.told() == ""
    assert "Nobody asks you" in ben.type("yes")


def test_an_invitation_of_who_has_left_leads_nowhere(ann, ben, cem):
    pair(ann, ben)
    ben.type("party Cem")
    ben.type("party leave")
    assert "not in the same party any more" in cem.type("yes")
    assert party_of(cem.character) is None


def test_a_question_that_a_restart_has_lost_is_nobodys(ann, ben):
    ann.type("party Ben")
    ben.character.ndb.asked_along = None  # in memory only
    assert "Nobody asks you" in ben.type("yes")


def test_who_is_asked_something_is_not_asked_by_others(ann, ben, cem):
    ann.type("party Cem")
    assert "being asked something just now" in ben.type("party Cem")
    cem.type("yes")
    assert members(party_of(ann.character)) == ["Ann", "Cem"]


def test_who_says_nothing_for_a_minute_is_not_in_it(ann, ben, monkeypatch):
    ann.type("party Ben")
    now = together.time.monotonic()
    monkeypatch.setattr(together.time, "monotonic", lambda: now + 61)
    assert "Nobody asks you" in ben.type("yes")


# -- who leads


def test_who_leads_hands_it_on(ann, ben, cem):
    party = pair(ann, ben, cem)
    assert "Ann leads your party" in ben.type("party lead ben")
    assert "Ben leads the party" in ann.type("party lead ben")
    assert party.leader == ben.character
    assert "Ben leads your party" in ann.type("party kick cem")


def test_with_who_leads_the_party_does_not_go(ann, ben, cem):
    party = pair(ann, ben, cem)
    ann.type("party leave")
    assert "Ben leads the party." in ben.told()
    assert members(party) == ["Ben", "Cem"]


def test_while_who_leads_is_away_another_can_take_over(ann, ben, logout):
    party = pair(ann, ben)
    logout(ann)
    assert "party lead me" in ben.type("party look")
    ben.type("party lead me")
    assert party.leader == ben.character


def test_a_deleted_leader_is_followed_by_the_next(ann, ben, cem):
    party = pair(ann, ben, cem)
    assert ann.character.delete()
    assert members(party) == ["Ben", "Cem"]
    assert party.leader == ben.character


def test_who_is_sent_away_is_told(ann, ben, cem):
    pair(ann, ben, cem)
    ann.type("party kick Cem")
    assert "Ann goes on without you." in cem.told()
    assert party_of(cem.character) is None
    assert "Dan" in ann.type("party kick Dan")


# -- looking for others


def test_whoever_looks_for_others_stands_in_the_list_and_is_joined_at_once(ann, ben, cem):
    assert "You look for 2 more" in ann.type("party look 2")
    assert "Ann looks for 2 more, 1 so far (Market): join Ann." in ben.type("parties")
    assert "You are in a party with Ann" in ben.type("join ann")
    assert "Ann looks for 1 more, 2 so far" in cem.type("party")
    cem.type("join Ben")
    assert parties.looking() == []
    assert party_of(cem.character).size == 3


def test_who_does_not_look_for_others_is_asked(ann, ben, cem):
    pair(ann, ben)
    assert "You ask Ann" in cem.type("join Ben")
    assert "Cem wants to come into your party" in ann.told()
    ann.type("yes")
    assert party_of(cem.character) is party_of(ann.character)


def test_a_number_behind_join_is_a_table(ann, ben):
    ann.type("party look")
    assert "There is no table 3" in ben.type("join 3")
    assert party_of(ben.character) is None


def test_looking_ends(ann):
    ann.type("party look")
    assert [party.wanted for party in parties.looking()] == [3]
    ann.type("party look off")
    assert parties.looking() == []
    assert party_of(ann.character) is None


def test_a_party_whose_leader_is_away_is_not_listed(ann, logout):
    ann.type("party look")
    logout(ann)
    assert parties.looking() == []


def test_parties_are_there_after_a_restart(ann, ben):
    pair(ann, ben)
    ann.type("party look")
    ben.type("wait")
    parties.forget_all()
    party = party_of(ben.character)
    assert members(party) == ["Ann", "Ben"]
    assert (party.wanted, party.follows(ben.character)) == (2, False)


# -- walking


def test_who_follows_goes_along(ann, ben, cem, road):
    pair(ann, ben, cem)
    cem.type("wait")
    ann.type("north")
    assert (ann.character.location, ben.character.location) == (road, road)
    assert "You follow Ann." in ben.told()
    assert cem.character.location != road
    assert "3. Cem: Market, stays behind" in ann.type("party")


def test_who_leads_is_followed_and_nobody_else(ann, ben, road):
    pair(ann, ben)
    assert "You lead" in ann.type("follow")
    ben.type("north")
    assert ann.character.location != road


def test_who_is_elsewhere_or_busy_stays(ann, ben, road, hall):
    pair(ann, ben)
    ben.type("visit keeper")
    assert "Not with you: Ben." in ann.type("north")
    assert ben.character.scene is not None
    assert "2. Ben: keeper" in ann.type("party")


def test_a_way_that_opens_something_is_paid_by_each(ann, ben):
    pair(ann, ben)
    ann.type("gate")
    assert ben.character.scene is None
    ann.type("pay the toll")
    assert ann.character.location.key == "Yard"
    assert ben.character.location.key == "Market"


def test_sixty_parties_cost_a_step_and_a_list_no_query_more(ann, ben, road, person):
    pair(ann, ben)

    def queries():
        counts = []
        for typed in ("parties", "party", "north", "south"):
            with CaptureQueriesContext(connection) as seen:
                ann.type(typed)
            counts.append(len(seen))
        return counts

    create_object(
        "typeclasses.exits.Exit", key="south", location=road, destination=ann.character.location
    )
    queries()
    few = queries()
    for number in range(60):
        person(f"Somebody{number}").type("party look 1")
    assert len(parties.looking()) == 60
    assert "And 52 more." in ann.type("parties")
    queries()
    assert queries() == few
    assert ben.character.location == ann.character.location
