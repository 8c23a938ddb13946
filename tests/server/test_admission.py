"""The gate: guessing is slow, honest crowds pass, and nobody can lock an owner out."""

import pytest
from twisted.internet.task import Clock

from server.admission import Gate, Policy
from server.buckets import Rate

SCHOOL = "203.0.113.7"
POLICY = Policy(accounts_per_address=Rate(20, 3600))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def gate(clock):
    return Gate(POLICY, clock.seconds)


def fail(gate, name, address, times):
    """Fail as often as one is let, at most so many times; gives how often."""
    done = 0
    while done < times and not gate.wait_to_try(name, address):
        gate.note_failure(name, address)
        done += 1
    return done


def test_successes_cost_nothing(gate):
    for number in range(500):
        assert gate.wait_to_try(f"pupil{number}", SCHOOL) == 0
        gate.note_success(f"pupil{number}", SCHOOL)


def test_a_few_typing_mistakes_cost_nothing(gate):
    assert fail(gate, "anna", SCHOOL, POLICY.free_tries) == POLICY.free_tries
    gate.note_success("anna", SCHOOL)
    assert gate.wait_to_try("anna", SCHOOL) == 0


def test_each_further_failure_waits_twice_as_long_up_to_five_minutes(gate, clock):
    fail(gate, "anna", SCHOOL, POLICY.free_tries)
    waits = []
    for _ in range(10):
        waits.append(gate.wait_to_try("anna", SCHOOL))
        clock.advance(waits[-1])
        gate.note_failure("anna", SCHOOL)
    assert waits[:4] == [2, 4, 8, 16]
    assert waits[-1] == POLICY.longest_wait


def test_a_day_of_guessing_at_one_account_is_a_few_hundred_tries(gate, clock):
    tries = 0
    while clock.seconds() < 86400:
        tries += fail(gate, "anna", SCHOOL, 1000)
        clock.advance(max(1, gate.wait_to_try("anna", SCHOOL)))
    assert tries < 500


def test_guessing_at_all_accounts_from_one_address_runs_out(gate, clock):
    tries = sum(fail(gate, f"name{number}", SCHOOL, 1) for number in range(1000))
    assert tries == POLICY.failures_per_address.burst
    clock.advance(POLICY.failures_per_address.each)
    assert fail(gate, "another", SCHOOL, 5) == 1


def test_who_has_logged_in_from_there_before_is_not_held_up_by_a_guesser(gate):
    gate.note_success("anna", SCHOOL)
    for number in range(1000):
        fail(gate, f"name{number}", SCHOOL, 1)
    assert gate.wait_to_try("bob", SCHOOL) > 0
    assert gate.wait_to_try("anna", SCHOOL) == 0
    assert gate.wait_to_try("bob", "198.51.100.1") == 0


def test_guessing_at_one_account_from_many_addresses_runs_out(gate):
    tries = sum(fail(gate, "anna", f"198.51.{n // 250}.{n % 250}", 4) for n in range(1000))
    # A first try each, and beyond that what the account's budget has.
    assert tries <= 1000 + POLICY.failures_per_account.burst


def test_the_owner_gets_in_at_home_and_at_the_first_right_try_from_anywhere(gate):
    gate.note_success("anna", SCHOOL)
    for number in range(500):
        fail(gate, "anna", f"198.51.{number // 250}.{number % 250}", 4)
    assert gate.wait_to_try("Anna", SCHOOL) == 0
    assert gate.wait_to_try("anna", "192.0.2.1") == 0


def test_an_account_nobody_has_is_treated_as_any_other(gate):
    assert fail(gate, "nobody", SCHOOL, 100) == fail(gate, "anna", SCHOOL, 100)


def test_an_ipv6_guesser_is_one_address(gate):
    tries = sum(fail(gate, "anna", f"2001:db8:1:2::{number:x}", 4) for number in range(1, 300))
    assert tries == POLICY.free_tries


def test_accounts_are_made_so_many_an_hour_and_logging_in_does_not_care(gate, clock):
    for _ in range(20):
        assert gate.wait_to_register(SCHOOL) == 0
        gate.note_registration(SCHOOL)
    assert gate.wait_to_register(SCHOOL) == pytest.approx(180)
    assert gate.wait_to_register("198.51.100.1") == 0
    assert gate.wait_to_try("anna", SCHOOL) == 0
    clock.advance(181)
    assert gate.wait_to_register(SCHOOL) == 0


def test_a_school_is_a_setting(clock):
    gate = Gate(Policy(accounts_per_address=Rate(500, 3600)), clock.seconds)
    for _ in range(500):
        assert gate.wait_to_register(SCHOOL) == 0
        gate.note_registration(SCHOOL)
    assert gate.wait_to_register(SCHOOL) > 0


def test_memory_is_bounded(clock):
    gate = Gate(Policy(most=100), clock.seconds)
    for number in range(1000):
        gate.note_failure(f"name{number}", f"198.51.{number // 250}.{number % 250}")
    assert len(gate._past) == len(gate._accounts) == len(gate._addresses) == 100


def test_after_an_hour_of_peace_one_begins_anew(gate, clock):
    for _ in range(10):
        gate.note_failure("anna", SCHOOL)
    clock.advance(POLICY.forgiven_after + 1)
    gate.note_failure("anna", SCHOOL)
    assert gate.wait_to_try("anna", SCHOOL) == 0
