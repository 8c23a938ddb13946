"""What costs something can be done so often by one person; beyond that a sentence says how long."""

from types import SimpleNamespace

import pytest
from twisted.internet import defer

from commands import advice
from server.conf.limits import ACTION_LIMITS
from world.accounts import limits


@pytest.fixture
def real_limits(settings):
    settings.ACTION_LIMITS = ACTION_LIMITS
    limits.forget()
    yield
    limits.forget()


def until_refused(somebody, *lines):
    """Type lines over and over; how often they passed, and the refusal."""
    for times in range(200):
        for line in lines:
            told = somebody.type(line)
            if "Too much at once" in told:
                return times, told
    raise AssertionError(f"{lines} are not limited")


@pytest.mark.parametrize(
    ("action", "lines", "named"),
    [
        ("talk", ["say hello"], "talking"),
        ("openTable", ["open", "leave"], "opening tables"),
    ],
)
def test_it_is_limited_says_so_and_nobody_else_is_held_up(
    real_limits, person, action, lines, named
):
    ann, bob = person("Ann"), person("Bob")
    times, told = until_refused(ann, *lines)
    assert times == ACTION_LIMITS[action].burst
    assert f"Too much at once: {named}. Wait " in told
    assert "Too much" not in bob.type(lines[0])


def test_hints_are_limited(real_limits, person, monkeypatch):
    asked = SimpleNamespace(match=None, check_hints=lambda: None), SimpleNamespace(seat=0)
    monkeypatch.setattr(advice, "choice_for", lambda character: asked)
    monkeypatch.setattr(advice.CmdHint, "need_match", lambda command: asked[0])
    monkeypatch.setattr(advice.thinking, "think_elsewhere", lambda *args: defer.succeed([]))
    monkeypatch.setattr(advice.CmdHint, "hand_over", lambda *args: None)
    times, told = until_refused(person("Ann"), "hint")
    assert times == ACTION_LIMITS["advice"].burst
    assert "asking for hints" in told


def test_a_pasted_turn_of_answers_is_no_action_that_counts(real_limits, person):
    ann = person("Ann")
    ann.type("play")
    for _ in range(30):
        assert "Too much" not in ann.type("board")


def test_staff_are_not_limited(real_limits, person):
    olga = person("Olga")
    olga.account.permissions.add("Helper")
    for _ in range(50):
        assert "Too much" not in olga.type("say please be kind")
