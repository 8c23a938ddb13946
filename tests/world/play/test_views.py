"""What readers of a hosted match get: everything once, then differences; secrets stay secrets."""

import contextlib
import json
import random
import sys

import pytest

from rules.ground.difference import apply_patch
from rules.ground.errors import ActionFailed
from rules.running.match import Match
from rules.running.view import compose_view
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.play.hosting.views import KEPT, LINES, Views

SEATS = (None, 0, 1, 2)


def random_answer(match, dice):
    choice = dice.choice(match.pending)
    count = dice.randint(choice.minimum, choice.maximum)
    with contextlib.suppress(ActionFailed):  # a stone is cracked
        match.answer(choice.seat, dice.sample(range(len(choice.options)), count))


class Client:
    """Somebody who puts together what they are sent."""

    def __init__(self, seat):
        self.seat, self.number, self.public, self.private = seat, None, None, None
        self.unchanged = 0  # lines of the log
        self.whole = 0

    def take(self, update):
        if update.since is None:
            self.public, self.private = update.public, update.hand
            self.whole += 1
        else:
            assert update.since == self.number
            self.public = apply_patch(self.public, update.public)
            self.private = apply_patch(self.private, update.hand)
        self.number = update.number
        self.unchanged = update.log


def seen(client):
    private = client.private and {**client.private, "choices": []}
    return compose_view(client.public, private)


def shown(match, seat):
    return {**match.view(seat), "choices": []}


def test_differences_lead_to_what_is_seen_now(pebbles):
    match, dice = Match.new(pebbles, seats=3, seed=5), random.Random(5)
    views, clients = Views(0, match), [Client(seat) for seat in SEATS]
    while not match.is_over:
        for client in clients:
            if dice.random() < 0.7:
                client.take(views.update(client.seat, client.number))
                assert seen(client) == shown(match, client.seat)
        draft = match.draft()
        random_answer(draft, dice)
        match = draft
        views.set_match(len(match.journal), match)
    assert all(client.whole == 1 for client in clients)


def test_who_has_missed_too_much_gets_everything(pebbles):
    match = Match.new(pebbles, seats=3, seed=5)
    views, client = Views(0, match), Client(0)
    client.take(views.update(0, None))
    for number in range(1, KEPT + 1):
        views.set_match(number, match)
    client.take(views.update(0, client.number))
    assert client.whole == 2
    assert views.update(0, 12345).since is None


def test_who_sits_down_elsewhere_gets_everything(pebbles):
    views = Views(0, Match.new(pebbles, seats=3, seed=5))
    views.update(0, None)
    assert views.update(1, 0).since is None


def test_what_is_shared_is_made_once(pebbles):
    views = Views(0, Match.new(pebbles, seats=3, seed=5))
    assert views.public() is views.public()
    assert views.update(0, None).public is views.update(1, None).public
    assert views.private(0) is views.private(0)


@pytest.mark.parametrize("updated", [False, True])
def test_what_was_seen_before_is_kept_only_for_who_is_told_differences(pebbles, updated):
    match = Match.new(pebbles, seats=3, seed=5)
    views = Views(0, match)
    public, private = views.public(), views.private(0)
    if updated:
        views.update(0, None)
    before = sys.getrefcount(public), sys.getrefcount(private)
    views.set_match(1, match)
    after = sys.getrefcount(public), sys.getrefcount(private)
    assert after == (before[0] - (not updated), before[1] - 1)


def test_the_public_part_is_what_a_spectator_sees(pebbles):
    match, dice = Match.new(pebbles, seats=3, seed=6), random.Random(6)
    while not match.is_over:
        views = Views(0, match)
        assert compose_view(views.public(), None) == match.view(None)
        hands = [
            card
            for seat in range(3)
            for card in match.view(seat)["players"][seat]["zones"]["hand"]["cards"]
        ]
        public = json.dumps(views.public())
        assert not any(f'"uuid": {card["uuid"]},' in public for card in hands)
        random_answer(match, dice)


def test_whoever_comes_is_told_the_last_lines_of_the_log(pebbles):
    match, dice = Match.new(pebbles, seats=3, seed=5), random.Random(5)
    while not match.is_over:
        random_answer(match, dice)
    assert Views(0, match).update(None, None).log == max(0, len(match.log) - LINES)


@pytest.mark.django_db
def test_lines_that_were_taken_back_are_told_anew(pebbles, clock):
    sitters = (Sitter("Ann"), Sitter("Ben"), Sitter("Cem"))
    host = MatchHost.start(pebbles, sitters, seed=7, pace=0, clock=clock)
    client = Client(0)

    def look():
        client.take(host.views.update(0, client.number))

    look()
    for _ in range(4):
        seat, before = host.match.pending[0].seat, len(host.match.log)
        host.answer(seat, host.match.pending[0].default)
        look()
        assert client.unchanged == before
    host.is_present = lambda other: other == seat  # nobody else needs to be asked
    host.undoing.take_back(seat)
    look()
    assert client.whole == 1
    assert client.unchanged == before
    assert seen(client) == shown(host.match, 0)
