"""Taking answers back: at once where nobody is the worse for it, else by consent; stored."""

import pytest
from django.db import DatabaseError
from duel_trial import LIVELY

from rules.running.journal import REOPEN, standing_answers, undo_entry
from rules.running.match import Match
from world.errors import TableError
from world.models import JournalEntry
from world.play.hosting import recovery, storing
from world.play.hosting.events import Changed, Notice
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.play.hosting.undoing import CONSENT, KEPT
from world.shelf import games

pytestmark = pytest.mark.django_db


class Ears:
    """A reader that remembers notices."""

    def __init__(self):
        self.notices = []

    def read(self, event):
        if isinstance(event, Changed) and event.choices:
            self.notices.append(("prompt", [choice.seat for choice in event.choices]))
        elif isinstance(event, Notice):
            self.notices.append((event.key, event.details()))


def start(pack, clock, *sitters):
    sitters = sitters or (Sitter("Ann"), Sitter("Ben"), Sitter("Cem"))
    host = MatchHost.start(pack, sitters, seed=7, pace=0, clock=clock)
    host.readers.add_reader(Ears())
    return host


def notices(host):
    """What the reader of `start` has read."""
    return next(reader.notices for reader in host.readers if isinstance(reader, Ears))


def act(host, seat=None):
    """A seat, or whoever is asked first, does what is done by default."""
    choice = host.choice_of(seat) if seat is not None else host.match.pending[0]
    host.answer(choice.seat, choice.default)
    return choice.seat


def to_the_gifts(host):
    while len(host.match.pending) < 2:
        act(host)


def refused(key, function, *args):
    with pytest.raises(TableError) as error:
        function(*args)
    assert error.value.key == key


def stands(host, hash):
    """The match is that one, in memory, and for whoever recovers or replays it."""
    assert host.match.hash() == hash
    record, pack = host.record, host.match.game
    journal = [(entry.seat, tuple(entry.picks), ()) for entry in record.journal.order_by("index")]
    assert host.match.journal == journal
    again = Match.replay(pack, host.match.seats, record.seed, record.options, journal)
    assert again.hash() == hash
    host.release()
    (recovered,) = recovery.recover_matches(clock=host.clock)
    assert recovered.match.hash() == hash
    assert list(recovered.match.log) == list(host.match.log)
    return recovered


def test_what_nobody_else_has_seen_is_taken_back_at_once_and_for_good(pebbles, clock):
    host = start(pebbles, clock)
    before = host.match.hash()
    seat = act(host)
    assert host.undoing.is_free(seat)
    host.undoing.take_back(seat)
    assert ("undone", {"seat": seat}) in notices(host)
    assert notices(host)[-1] == ("prompt", [seat])
    assert JournalEntry.objects.last().picks == list(undo_entry(1))
    stands(host, before)


def test_an_undo_that_is_not_stored_has_not_happened(pebbles, clock, monkeypatch):
    host = start(pebbles, clock)
    seat = act(host)
    after = host.match.hash()

    def full(*args):
        raise DatabaseError("full")

    with monkeypatch.context() as patch:
        patch.setattr(storing, "append_answers", full)
        refused("notSaved", host.undoing.take_back, seat)
    assert host.match.hash() == after
    host.undoing.take_back(seat)
    assert not JournalEntry.objects.filter(index=2).exists()


def test_once_others_have_answered_all_of_them_must_agree(pebbles, clock):
    host = start(pebbles, clock)
    before = host.match.hash()
    assert [act(host), act(host)] == [0, 1]
    host.undoing.take_back(0)
    assert host.undoing.question.waits_for == {1, 2}
    refused("undoAsked", host.undoing.take_back, 0)
    refused("undoNotAsked", host.undoing.agree, 0, True)
    host.undoing.agree(1, True)
    assert host.match.hash() != before
    host.undoing.agree(2, True)
    stands(host, before)


def test_what_is_answered_while_they_are_asked_is_taken_back_as_well(pebbles, clock):
    host = start(pebbles, clock, Sitter("Ann"), Sitter("Ben"))
    before = host.match.hash()
    act(host), act(host)
    host.undoing.take_back(0)
    to_the_gifts(host)
    act(host, 1)
    host.undoing.agree(1, True)
    stands(host, before)


def test_one_no_is_enough_and_the_same_is_not_asked_twice(pebbles, clock):
    host = start(pebbles, clock)
    act(host), act(host)
    after = host.match.hash()
    host.undoing.take_back(0)
    host.undoing.agree(2, False)
    assert ("undoRefused", {"seat": 0, "by": 2}) in notices(host)
    assert host.match.hash() == after
    refused("undoRefused", host.undoing.take_back, 0)


def test_silence_is_no(pebbles, clock):
    host = start(pebbles, clock)
    act(host), act(host)
    host.undoing.take_back(0)
    clock.advance(CONSENT)
    host.tick()
    assert ("undoExpired", {"seat": 0}) in notices(host)
    refused("undoNotAsked", host.undoing.agree, 1, True)


def test_bots_and_who_is_away_agree(pebbles, clock):
    host = start(pebbles, clock, Sitter("Ann"), Sitter("Ada", bot="random"), Sitter("Ben"))
    host.is_present = lambda seat: seat == 0
    before = host.match.hash()
    act(host)
    clock.advance(0.01)
    assert {seat for seat, *_ in host.match.journal} == {0, 1}
    host.undoing.take_back(0)
    stands(host, before)


def test_a_secret_answer_can_be_changed_until_all_have_answered(pebbles, clock):
    host = start(pebbles, clock)
    to_the_gifts(host)
    act(host, 1)
    other = host.match.hash()
    act(host, 0)
    assert ("answerIn", {"seat": 0}) in notices(host)
    host.undoing.take_back(0)
    assert JournalEntry.objects.last().picks == list(REOPEN)
    assert {choice.seat for choice in host.match.pending} == {0, 2}
    host = stands(host, other)
    host.undoing.take_back(1)
    assert {choice.seat for choice in host.match.pending} == {0, 1, 2}


def test_who_takes_back_a_secret_answer_of_which_others_followed_leaves_theirs(pebbles, clock):
    host = start(pebbles, clock)
    to_the_gifts(host)
    act(host, 0), act(host, 1)
    host.undoing.take_back(0)
    assert {choice.seat for choice in host.match.pending} == {0, 2}
    stands(host, host.match.hash())


def test_taken_back_again_and_again_it_ends_at_the_deal(pebbles, clock):
    host = start(pebbles, clock, Sitter("Ann"), Sitter("Ada", bot="random"))
    dealt = host.match.hash()
    for _ in range(2 * KEPT):
        clock.advance(0.01)
        if host.choice_of(0) is not None and not host.match.is_over:
            act(host, 0)
        if host.match.field("round") == 3:
            break
    assert host.match.field("round") == 3
    while any(seat == 0 for _, (seat, *_) in standing_answers(host.match.journal)):
        host.undoing.take_back(0)
    host = stands(host, dealt)
    refused("undoNothing", host.undoing.take_back, 0)


def test_nothing_is_taken_back_that_somebody_has_given_up_after(pebbles, clock):
    host = start(pebbles, clock)
    act(host)
    host.concede(2)
    refused("undoGivenUp", host.undoing.take_back, 0)
    refused("undoNothing", host.undoing.take_back, 2)


def test_what_is_over_stays_over(pebbles, clock):
    host = start(pebbles, clock)
    while not host.match.is_over:
        act(host)
    refused("matchOver", host.undoing.take_back, 0)


def test_what_nobody_is_asked_is_taken_back_with_the_answer_before(clock):
    host = MatchHost.start(
        games.find_game("duel"),
        [Sitter("Ann"), Sitter("Ben")],
        seed=7,
        pace=0,
        clock=clock,
        options=LIVELY,
    )
    while (choice := host.match.pending[0]).prompt != "place":
        before = standing_answers(host.match.journal)
        playable = [i for i, option in enumerate(choice.options) if option.word == "play"]
        host.answer(choice.seat, playable[:1] or choice.default)
    host.answer(choice.seat, choice.default)  # where the minion goes: it is said along, or nothing
    host.undoing.take_back(choice.seat)
    assert standing_answers(host.match.journal) == before
    stands(host, host.match.hash())
