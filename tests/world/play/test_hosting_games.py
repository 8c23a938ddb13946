"""Matches of the games as they are hosted: killed at any moment, they stay the same."""

import random

import pytest
from duel_trial import LIVELY
from twisted.internet.task import Clock

from rules.running.match import Match
from world.models import MatchRecord, PlayerRecord
from world.play.hosting import recovery, registry
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.shelf import games

pytestmark = pytest.mark.django_db


def everything(match):
    views = [match.view(seat) for seat in (None, *range(match.seats))]
    return match.hash(), match.pending, views, match.log, match.journal


@pytest.mark.parametrize(
    ("game", "seed", "seats", "options", "often"),
    [
        ("chrono", 1, 4, {}, 0.02),
        ("chrono", 2, 3, {}, 0.02),
        ("duel", 5, 2, LIVELY, 0.08),
    ],
)
def test_a_match_that_is_killed_again_and_again_is_the_same_match(
    game, seed, seats, options, often, django_user_model
):
    pack, clock, rng = games.find_game(game), Clock(), random.Random(seed)
    ann = django_user_model.objects.create_user("安", password="x")
    sitters = [Sitter("安", ann)] + [Sitter(name, bot="random") for name in "ABC"[: seats - 1]]
    host = MatchHost.start(pack, sitters, options=options, seed=seed, clock=clock, pace=0.01)
    kills = 0
    while not host.match.is_over:
        choice = host.choice_of(0)
        if choice is not None:
            count = rng.randint(choice.minimum, choice.maximum)
            host.answer(0, rng.sample(range(len(choice.options)), count))
        else:
            clock.advance(0.01)
        if rng.random() < often and not host.match.is_over:
            before = everything(host.match)
            registry.forget_all()
            (host,) = recovery.recover_matches(clock=clock)
            host.pace = 0.01
            assert everything(host.match) == before
            kills += 1
    assert kills >= 3
    record = MatchRecord.objects.get()
    assert record.status == "finished"
    assert PlayerRecord.objects.get().played == 1
    answers = record.journal.values_list("seat", "picks")
    replayed = Match.replay(pack, seats, record.seed, record.options, answers)
    assert replayed.hash() == host.match.hash()
