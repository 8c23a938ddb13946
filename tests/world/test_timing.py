"""Clocks: a delay for each answer, a bank beyond it, and nothing where nobody waits."""

import pytest
from twisted.internet.task import Clock

from world.hosting.timing import AWAY_AGAIN_LIMIT, AWAY_LIMIT, PRESENT_AGAIN_LIMIT, Left, Timekeeper


class Table:
    """Two people, of whom anybody may be away, and a bot in seat 2."""

    def __init__(self, limit=30, bank=100):
        self.clock, self.here = Clock(), {0, 1}
        banks = dict.fromkeys(range(3), float(bank))
        self.time = Timekeeper(
            self.clock, limit, banks, lambda seat: seat != 2, lambda seat: seat in self.here
        )

    def wait(self, seconds):
        """What is told while so many seconds pass, one after the other."""
        told = []
        for _ in range(seconds):
            self.clock.advance(1)
            told += [(sign.key, sign.seat) for sign in self.time.look()]
        return told


@pytest.fixture
def table():
    return Table()


def test_the_delay_is_used_before_the_bank(table):
    table.time.begin(0)
    assert table.time.left(0) == Left(30, 100)
    assert table.wait(29) == []
    assert table.time.left(0) == Left(1, 100)
    assert table.wait(1) == [("timeBank", 0)]
    table.wait(10)
    assert table.time.left(0) == Left(0, 90)


def test_what_is_left_of_the_bank_is_kept_for_later_answers(table):
    table.time.begin(0)
    table.wait(20)
    assert not table.time.end(0)
    table.time.begin(0)
    table.wait(50)
    assert table.time.end(0)
    table.time.begin(0)
    assert table.time.left(0) == Left(30, 80)


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
    assert table.time.left(0) == Left(PRESENT_AGAIN_LIMIT, 0)
    table.here.discard(0)
    assert table.time.left(0) == Left(AWAY_AGAIN_LIMIT, 0)
    table.here.add(0)
    table.time.returned(0)
    assert table.time.left(0) == Left(30, 0)


def test_the_clock_stands_still_while_no_other_person_is_there(table):
    table.here.discard(1)
    table.time.begin(0)
    assert table.wait(1000) == []
    assert table.time.left(0) is None
    table.here.add(1)
    table.wait(10)
    assert table.time.left(0) in (Left(21, 100), Left(20, 100))  # seen to begin within a second


def test_who_is_away_has_two_minutes_however_much_is_in_the_bank(table):
    table.here.discard(0)
    table.time.begin(0)
    assert table.time.left(0) == Left(30, AWAY_LIMIT - 30)
    assert table.wait(AWAY_LIMIT)[-1] == ("timeout", 0)
    assert table.time.banks[0] == 100 - (AWAY_LIMIT - 30)


def test_without_a_limit_only_who_is_away_is_acted_for():
    table = Table(limit=0)
    table.time.begin(0)
    assert table.wait(1000) == []
    table.here.discard(0)
    assert table.wait(AWAY_LIMIT + 1)[-1] == ("timeout", 0)


def test_who_comes_back_has_the_whole_delay_again(table):
    table.time.begin(0)
    table.wait(60)
    table.here.discard(0)
    table.wait(30)
    table.here.add(0)
    table.time.returned(0)
    assert table.time.left(0).answer == 30


def test_a_bot_has_no_clock(table):
    table.time.begin(2)
    assert table.time.left(2) is None
