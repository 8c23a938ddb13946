"""The autopilot, and playing on for those who have left a match for good."""

import pytest
from django.db import DatabaseError

from typeclasses.parts import course
from typeclasses.tables import Table, restore_matches
from world.errors import TableError
from world.models import JournalEntry, MatchSeat, PlayerRecord
from world.play.hosting import botturns, registry, storing


def refused(key, function, *args):
    with pytest.raises(TableError) as error:
        function(*args)
    assert error.value.key == key


def notices(told, key):
    return [details for hook, args, details in told if hook == "show_notice" and args[1] == key]


@pytest.fixture
def table(person):
    """Ann, who is the host, and Ben play; Cem watches."""
    ann, ben, cem = person("Ann"), person("Ben"), person("Cem")
    table = Table.open_table("pebbles", ann, players=3, short=True)
    table.sit(ben)
    table.add_bot()
    table.set_ready(ben)
    table.start(seed=7)
    table.watch(cem)
    table.ann, table.ben, table.cem = ann, ben, cem
    yield table
    del table.ann, table.ben, table.cem


def play_on(table, clock):
    for _ in range(200):
        if table.match.is_over:
            return
        for seat in table.occupants():
            choice = table.host.choice_of(seat.index)
            if choice and seat.character and not table.host.bot_of(seat.index):
                table.answer(seat.character, choice.default)
                break
        clock.advance(0.01)
    pytest.fail("the match does not end")


def gone(table, character, disconnect, now):
    """This person loses the connection, and five minutes pass."""
    disconnect(character)
    now[0] += course.GONE_FOR_GOOD


@pytest.fixture
def now(monkeypatch):
    """The time by which people are gone; moved by hand."""
    moment = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: moment[0])
    return moment


# ------------------------------------------------------------------------------ autopilot


def test_a_bot_answers_for_who_turns_the_autopilot_on(table, clock, told):
    table.set_autopilot(table.ann, "random")
    assert notices(told, "autopilot")[0]["kind"] == "random"
    assert table.autopilot_of(0) == "random"
    clock.advance(0.5)
    assert JournalEntry.objects.filter(seat=0).exists()
    changes = [args for hook, args, _ in told[-3:] if hook == "show_change"]
    assert [choice.seat for _, _, choices, *_ in changes for choice in choices] == [1]


def test_any_answer_turns_it_off(table, clock, told):
    table.set_autopilot(table.ann, "random")
    table.answer(table.ann, table.host.choice_of(0).default)
    assert table.autopilot_of(0) == ""
    assert notices(told, "autopilot")[-1]["kind"] == ""


def test_who_turns_it_off_is_asked_again(table, told):
    table.set_autopilot(table.ann, "random")
    told.clear()
    table.set_autopilot(table.ann, "")
    assert [args[2][0].seat for hook, args, _ in told if hook == "show_change"] == [0]


def test_it_outlives_a_restart_and_needs_a_seat_and_a_known_bot(table, clock):
    refused("notSeated", table.set_autopilot, table.cem, "random")
    refused("unknownBot", table.set_autopilot, table.ann, "wizard")
    table.set_autopilot(table.ann, "random")
    registry.forget_all()
    table._current_state.host = None
    restore_matches()
    assert table.autopilot_of(0) == "random"


def test_a_thought_for_somebody_who_plays_again_is_thrown_away(table, clock, monkeypatch):
    from twisted.internet import defer

    thought = defer.Deferred()
    monkeypatch.setitem(botturns.BOTS, "greedy", lambda match, seat: thought)
    table.set_autopilot(table.ann, "greedy")
    clock.advance(0.5)
    table.set_autopilot(table.ann, "")
    from rules.playing.bots.answers import Line

    thought.callback([Line(table.host.choice_of(0).default)])
    assert not JournalEntry.objects.exists()


# ------------------------------------------------------------------------------ taking over


def test_only_who_has_left_for_good_is_played_on_for(table, disconnect, now):
    refused("notDeserted", table.replace_by_bot, table.ann, 1)
    refused("alreadyPlaying", table.sit, table.cem)
    disconnect(table.ben)
    now[0] += course.GONE_FOR_GOOD - 1
    assert table.deserted_seats() == []
    now[0] += 1
    assert table.deserted_seats() == [1]
    refused("seatTaken", table.sit, table.cem, 0)
    refused("noSuchSeat", table.sit, table.cem, 7)
    table.replace_by_bot(table.ann, 1)
    assert table.occupants()[1].bot == "greedy"


def test_it_is_said_once_when_a_seat_can_be_taken(table, disconnect, now, told):
    gone(table, table.ben, disconnect, now)
    table.look_after(now[0])
    table.look_after(now[0] + 10)
    assert [details["name"] for details in notices(told, "deserted")] == ["Ben"]


def test_a_bot_takes_the_seat_and_the_result_stays_a_concession(table, clock, told):
    table.concede(table.ben)
    refused("notSeated", table.replace_by_bot, table.cem, 1)
    table.replace_by_bot(table.ann, 1, "random")
    assert notices(told, "tookOver")[0]["old"] == "Ben"
    assert table.ben.table is None
    play_on(table, clock)
    seat = MatchSeat.objects.get(seat=1)
    assert seat.account == table.ben.account
    assert seat.conceded
    assert [entry["bot"] for entry in seat.substitutes] == ["random"]
    record = PlayerRecord.objects.get(account=table.ben.account)
    assert (record.played, record.won, record.conceded) == (1, 0, 1)


def test_who_watches_plays_on_with_the_hand_and_without_a_record(table, clock, disconnect, now):
    hand = table.match.view(1)["players"][1]["zones"]["hand"]["cards"]
    gone(table, table.ben, disconnect, now)
    assert table.sit(table.cem) == 1
    assert table.seat_of(table.cem) == 1
    assert table.match.view(1)["players"][1]["zones"]["hand"]["cards"] == hand
    assert table.match.has_conceded(1) is False
    play_on(table, clock)
    assert not PlayerRecord.objects.filter(account=table.cem.account).exists()
    assert PlayerRecord.objects.get(account=table.ben.player_account).conceded == 1


def test_the_new_one_is_asked_after_a_restart_as_well(table, clock, disconnect, now):
    gone(table, table.ben, disconnect, now)
    table.sit(table.cem)
    before = table.match.hash()
    registry.forget_all()
    table._current_state.host = None
    restore_matches()
    assert table.host is not None
    assert table.match.hash() == before
    assert table.host.seating.sitters[1].name == "Cem"
    assert table.host.seating.sitters[1].account == table.cem.account
    play_on(table, clock)


def test_nobody_plays_two_seats_of_one_match(table):
    table.concede(table.ben)
    table.leave(table.ben)
    refused("tookPart", table.sit, table.ben)


def test_any_player_may_let_a_bot_play_on_while_the_host_is_away(table, disconnect, now):
    gone(table, table.ann, disconnect, now)
    table.replace_by_bot(table.ben, 0)
    assert table.owner == table.ben


def test_a_bot_cannot_be_put_into_a_seat_by_who_is_not_the_host(table):
    table.concede(table.ann)
    refused("notOwner", table.replace_by_bot, table.ben, 0)


def test_what_cannot_be_stored_changes_no_seat(table, monkeypatch):
    table.concede(table.ben)

    def full(*args):
        raise DatabaseError("full")

    monkeypatch.setattr(storing, "append_answers", full)
    refused("notSaved", table.replace_by_bot, table.ann, 1)
    assert table.seat_of(table.ben) == 1
    assert table.host.seating.sitters[1].name == "Ben"
