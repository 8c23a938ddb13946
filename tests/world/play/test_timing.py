"""Clocks: a delay for each answer, a bank beyond it, and nothing where nobody waits."""

import pytest
from twisted.internet.task import Clock

from rules.pack.times import Limit
from world.play.hosting.timing import (
    AWAY_AGAIN_LIMIT,
    AWAY_LIMIT,
    PRESENT_AGAIN_LIMIT,
    Left,
    Timekeeper,
)


class Table:
    """Two people, of whom anybody may be away, and a bot in seat 2."""

    def __init__(self, limit=30, bank=100, response=0, grace=None):
        self.clock, self.here, self.autopilots = Clock(), {0, 1}, set()
        self.respond, self.own = set(), {}
        banks = dict.fromkeys(range(3), float(bank))
        self.time = Timekeeper(
            self.clock,
            limit,
            banks,
            lambda seat: seat not in {2, *self.autopilots},
            lambda seat: seat in self.here,
            lambda seat: seat in self.here,
            response=response,
            responds=lambda seat: seat in self.respond,
            own_limit=self.own.get,
            grace=grace,
        )

    def wait(self, seconds):
        """What is told while so many seconds pass, one after the other."""
        told = []
        for _ in range(seconds):
            self.clock.advance(1)
            told += [(sign.key, sign.seat) for sign in self.time.due_signs()]
        return told


@pytest.fixture
def table():
    return Table()


def test_the_delay_is_used_before_the_bank(table):
    table.time.begin(0)
    assert table.time.time_left(0) == Left(30, 100)
    assert table.wait(29) == []
    assert table.time.time_left(0) == Left(1, 100)
    assert table.wait(1) == [("timeBank", 0)]
    table.wait(10)
    assert table.time.time_left(0) == Left(0, 90)


def test_what_is_left_of_the_bank_is_kept_for_later_answers(table):
    table.time.begin(0)
    table.wait(20)
    table.time.end(0)
    assert table.time.unstored_banks() == {}
    table.time.begin(0)
    table.wait(50)
    table.time.end(0)
    assert table.time.unstored_banks() == {0: 80}
    table.time.begin(0)
    assert table.time.time_left(0) == Left(30, 80)


def test_a_warning_comes_once_before_the_time_is_up(table):
    table.time.begin(0)
    assert table.wait(109) == [("timeBank", 0)]
    assert table.wait(20) == [("timeWarning", 0)]
    assert table.wait(1) == [("timeout", 0)]
    assert table.wait(100) == []
    assert table.time.banks[0] == 0


def test_who_let_the_time_run_out_is_waited_for_less_until_they_answer(table):
    table.time.begin(0)
    table.wait(130)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(PRESENT_AGAIN_LIMIT, 0)
    table.here.discard(0)
    assert table.time.time_left(0) == Left(AWAY_AGAIN_LIMIT, 0)
    table.here.add(0)
    table.time.note_return(0)
    assert table.time.time_left(0) == Left(30, 0)


def test_the_clock_stands_still_while_no_other_person_is_there(table):
    table.here.discard(1)
    table.time.begin(0)
    assert table.wait(1000) == []
    assert table.time.time_left(0) is None
    table.here.add(1)
    table.wait(10)
    assert table.time.time_left(0) in (
        Left(21, 100),
        Left(20, 100),
    )  # seen to begin within a second


def test_who_is_away_has_two_minutes_however_much_is_in_the_bank(table):
    table.here.discard(0)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(30, AWAY_LIMIT - 30)
    assert table.wait(AWAY_LIMIT)[-1] == ("timeout", 0)
    assert table.time.banks[0] == 100 - (AWAY_LIMIT - 30)


def test_without_a_limit_only_who_is_away_is_acted_for():
    table = Table(limit=0)
    table.time.begin(0)
    assert table.wait(1000) == []
    table.here.discard(0)
    assert table.wait(AWAY_LIMIT + 1)[-1] == ("timeout", 0)


def test_without_a_limit_who_comes_back_can_take_their_time_again():
    table = Table(limit=0)
    table.time.begin(0)
    for _ in range(3):
        table.here.discard(0)
        assert ("timeout", 0) not in table.wait(AWAY_LIMIT - 10)
        table.here.add(0)
        table.time.note_return(0)
        assert table.time.time_left(0) is None


def test_who_waits_while_a_bot_answers_for_them_waits_as_well():
    table = Table(limit=0)
    table.autopilots.add(1)
    table.here.discard(0)
    table.time.begin(0)
    assert table.wait(AWAY_LIMIT + 1)[-1] == ("timeout", 0)


def test_who_leaves_on_purpose_is_not_waited_for_long(table):
    table.time.begin(0)
    table.here.discard(0)
    table.time.left_table(0)
    assert table.wait(AWAY_AGAIN_LIMIT)[-1] == ("timeout", 0)
    assert table.time.banks[0] == 100


def test_who_leaves_and_comes_back_goes_on_with_the_time_that_is_left(table):
    table.time.begin(0)
    table.wait(60)
    for leaves in (table.time.left_table, lambda seat: None):  # on purpose; the line breaks
        table.here.discard(0)
        leaves(0)
        table.here.add(0)
        table.time.note_return(0)
        assert table.time.time_left(0) == Left(0, 70)
    table.here.discard(0)
    table.wait(20)
    table.here.add(0)
    table.time.note_return(0)
    assert table.time.time_left(0) == Left(0, 50)
    table.time.end(0)
    assert table.time.banks[0] == 50


def test_who_has_used_the_bank_and_leaves_has_used_it(table):
    table.time.begin(0)
    table.wait(60)
    table.here.discard(0)
    table.time.left_table(0)
    table.wait(AWAY_AGAIN_LIMIT)
    assert table.time.banks[0] == 70


def test_a_bot_that_answers_for_a_while_gives_no_time(table):
    table.time.begin(0)
    table.wait(60)
    table.autopilots.add(0)
    table.time.note_return(0)
    table.wait(100)
    table.autopilots.discard(0)
    table.time.note_return(0)
    assert table.time.time_left(0) == Left(0, 70)


def test_who_takes_answers_back_is_asked_with_the_time_they_have_used(table):
    table.time.begin(0)
    for _ in range(10):
        table.wait(2)
        table.time.end(0)
        table.time.begin(0)
        table.wait(2)
        table.time.take_back({0: 1})
        table.time.begin(0)
    assert table.time.time_left(0) == Left(0, 90)
    table.wait(5)
    table.time.end(0)
    assert table.time.banks[0] == 85


def test_answers_are_taken_back_with_the_time_of_each_of_them(table):
    for _ in range(3):
        table.time.begin(0)
        table.wait(20)
        table.time.end(0)
    table.time.begin(0)
    table.time.take_back({0: 2})
    table.time.begin(0)
    assert table.time.time_left(0) == Left(0, 90)


def test_whose_question_is_taken_back_by_somebody_else_has_used_what_they_used(table):
    table.time.begin(0)
    table.wait(50)
    table.time.keep_only(set())
    assert table.time.banks[0] == 80


def test_a_bank_in_use_is_stored_now_and_then(table):
    table.time.begin(0)
    table.wait(35)
    assert table.time.unstored_banks(10) == {}
    table.wait(6)
    assert table.time.unstored_banks(10) == {0: 89}
    assert table.time.unstored_banks(10) == {}


def test_waiting_for_something_else_is_given_back_to_the_bank(table):
    table.time.begin(0)
    table.wait(40)
    assert table.time.unstored_banks() == {0: 90}
    table.time.give_back(20)
    assert table.time.time_left(0) == Left(10, 100)
    table.time.end(0)
    assert table.time.banks[0] == 100


def test_a_bot_has_no_clock(table):
    table.time.begin(2)
    assert table.time.time_left(2) is None


# -- responses -------------------------------------------------------------------------------------


def test_a_response_has_a_time_of_its_own_and_leaves_the_bank_alone():
    table = Table(response=15)
    table.respond.add(0)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(15, 0)
    assert table.wait(15) == [("timeWarning", 0), ("timeout", 0)]
    assert table.time.banks[0] == 100
    table.respond.clear()
    table.time.begin(0)
    assert table.time.time_left(0) == Left(30, 100)


def test_who_lets_a_response_pass_is_not_late_unless_they_are_away():
    table = Table(response=15)
    table.respond.add(0)
    table.time.begin(0)
    table.wait(15)
    assert not table.time.late
    table.here.discard(0)
    table.time.begin(0)
    assert table.wait(15)[-1] == ("timeout", 0)
    assert table.time.late == {0}


def test_without_a_time_for_responses_they_are_asked_like_all_else(table):
    table.respond.add(0)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(30, 100)


def test_without_a_limit_responses_have_none():
    table = Table(limit=0, response=15)
    table.respond.add(0)
    table.time.begin(0)
    assert table.time.time_left(0) is None


def test_what_is_a_response_is_found_anew_for_each_question():
    table = Table(response=15)
    table.time.begin(0)
    table.respond.add(0)
    assert table.time.time_left(0) == Left(30, 100)


# -- what packs say of it --------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 30, 600])
def test_who_is_away_is_answered_for_after_the_grace_of_the_pack_whatever_the_limit(limit):
    table = Table(limit=limit, grace=10)
    table.here.discard(0)
    table.time.begin(0)
    assert ("timeout", 0) not in table.wait(9)
    assert table.wait(1) == [("timeout", 0)]


def test_the_grace_begins_when_somebody_goes_and_ends_when_they_come_back():
    table = Table(limit=0, grace=10)
    table.time.begin(0)
    assert table.wait(100) == []
    table.here.discard(0)
    table.wait(8)
    table.here.add(0)
    table.wait(5)
    table.here.discard(0)
    assert ("timeout", 0) not in table.wait(9)
    assert table.wait(2) == [("timeout", 0)]


def test_nobody_is_waited_for_where_one_person_plays_with_bots():
    table = Table(limit=30, grace=10)
    table.here = {0}
    for own in (None, Limit(15)):
        table.own[0] = own
        table.time.begin(0)
        assert table.time.time_left(0) is None
        table.here.discard(0)
        assert table.wait(1000) == []
        table.here.add(0)


def test_a_prompt_with_seconds_of_its_own_leaves_the_bank_alone_and_makes_nobody_late(table):
    table.own[0] = Limit(15)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(15, 0)
    assert table.wait(15)[-1] == ("timeout", 0)
    assert (table.time.banks[0], table.time.late) == (100, set())


def test_a_prompt_with_a_share_of_the_limit_has_the_bank_behind_it(table):
    table.own[0] = Limit(percent=150)
    table.time.begin(0)
    assert table.time.time_left(0) == Left(45, 100)


def test_the_share_of_a_response_is_of_the_time_for_responses_and_seconds_are_as_they_are():
    table = Table(response=20)
    table.respond.add(0)
    for own, seconds in ((Limit(percent=50), 10), (Limit(45), 45)):
        table.own[0] = own
        table.time.begin(0)
        assert table.time.time_left(0) == Left(seconds, 0)


def test_without_a_limit_no_prompt_has_one():
    table = Table(limit=0)
    table.own[0] = Limit(15)
    table.time.begin(0)
    assert table.wait(1000) == []
