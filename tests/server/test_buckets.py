"""Token buckets: so many at once, then as they come back; small whoever comes."""

import pytest
from twisted.internet.task import Clock

from server.buckets import Buckets, Rate


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def buckets(clock):
    return Buckets(Rate(burst=3, seconds=6), clock.seconds, most=10)


def test_a_burst_passes_and_the_next_must_wait(buckets):
    assert [buckets.take("Ann") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("Ann") == pytest.approx(2)


def test_who_waits_as_told_passes(buckets, clock):
    for _ in range(3):
        buckets.take("Ann")
    clock.advance(buckets.take("Ann"))
    assert buckets.take("Ann") == 0
    assert buckets.take("Ann") > 0


def test_nobody_pays_for_another(buckets):
    for _ in range(5):
        buckets.take("Ann")
    assert buckets.take("Bob") == 0


def test_a_refused_try_costs_nothing(buckets, clock):
    for _ in range(50):
        buckets.take("Ann")
    clock.advance(2)
    assert buckets.take("Ann") == 0


def test_no_more_comes_back_than_the_burst(buckets, clock):
    clock.advance(1000)
    assert [buckets.take("Ann") == 0 for _ in range(4)] == [True, True, True, False]


def test_looking_takes_nothing(buckets):
    assert all(buckets.wait("Ann") == 0 for _ in range(10))
    assert len(buckets) == 0


def test_memory_is_bounded_and_the_least_used_are_forgotten(buckets):
    for _ in range(3):
        buckets.take("Ann")
    for number in range(9):
        buckets.take(number)
    assert buckets.take("Ann") > 0
    for number in range(100):
        buckets.take(number)
    assert len(buckets) == 10
