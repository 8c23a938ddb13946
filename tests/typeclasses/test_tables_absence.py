"""Who is away from a table: the seat waits, others play on, and in the end it is free."""

import time
from unittest import mock

from seated import notices, play_on, refused, start_with_bots

from typeclasses.parts import pool
from typeclasses.scripts import TICKS_PER_ROUND_OF_TABLES, RoundTicker
from typeclasses.tables import Table, restore_matches
from world.models import JournalEntry, MatchRecord
from world.play.hosting import registry
from world.play.hosting.timing import AWAY_AGAIN_LIMIT


def test_the_seat_of_who_leaves_a_match_waits(person, clock, told, world):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.start()
    table.leave(ann)
    assert ann.location == world.hall
    assert ann.table == table
    assert not table.occupants()[0].connected
    refused("seatedElsewhere", Table.open_table, "pebbles", ann)
    assert notices(told, "leftMatch") == [("leftMatch", {"seat": 0, "name": "Ann"})]
    told.clear()
    with mock.patch.object(type(ann), "at_look") as look:
        table.sit(ann)
    look.assert_not_called()
    assert ann.location == table
    assert [hook for hook, *_ in told] == ["show_notice", "show_return"]
    table.answer(ann, table.match.pending[0].default)


def test_who_loses_the_connection_comes_back_to_the_prompt(
    person, clock, told, disconnect, connect
):
    ann = person("Ann")
    table = start_with_bots(ann)
    disconnect(ann)
    assert ann.location is None
    assert not table.occupants()[0].connected
    assert notices(told, "disconnected") == [("disconnected", {"seat": 0, "name": "Ann"})]
    told.clear()
    connect(ann)
    assert ann.location == table
    assert table.occupants()[0].connected
    assert ("show_return", (table, ann), {}) in told
    table.answer(ann, table.match.pending[0].default)


def test_who_concedes_from_the_hall_is_free_at_once(person, world):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.leave(ann)
    table.concede(ann)
    assert ann.table is None
    Table.open_table("pebbles", ann)


def test_a_table_that_is_taken_away_ends_its_match(person, world):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.delete()
    assert ann.location == world.hall
    assert ann.table is None
    assert MatchRecord.objects.get().status == "abandoned"
    assert registry.all_hosts() == []


def test_the_ticker_acts_for_the_absent_while_others_wait(person, clock, told, disconnect):
    ann, ben = person("Ann"), person("Ben")
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    table = Table.open_table("pebbles", ann, players=2, timeLimit=60, timeBank=0)
    table.sit(ben)
    table.set_ready(ben)
    table.start(seed=7)
    disconnect(ann)
    ticker.tick()
    clock.advance(59)
    ticker.tick()
    assert not JournalEntry.objects.exists()
    assert notices(told, "timeWarning")[0][1]["name"] == "Ann"
    clock.advance(1)
    ticker.tick()
    assert JournalEntry.objects.count() == 1
    assert notices(told, "timeout")[0][1]["name"] == "Ann"


def test_without_a_limit_the_others_do_not_wait_for_who_has_left(person, clock, told):
    ann, ben = person("Ann"), person("Ben")
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    table = Table.open_table("pebbles", ann, players=2, timeLimit=0)
    table.sit(ben)
    table.set_ready(ben)
    table.start(seed=7)
    table.set_autopilot(ben, "greedy")
    table.leave(ann)
    clock.advance(AWAY_AGAIN_LIMIT)
    ticker.tick()
    assert JournalEntry.objects.count() == 1
    table.sit(ann)
    assert table.time_left(0) is None


def test_leaving_and_sitting_down_again_gives_no_time(person, clock, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=2, timeLimit=60, timeBank=100)
    table.sit(ben)
    table.set_ready(ben)
    table.start(seed=7)
    clock.advance(90)
    table.leave(ann)
    table.sit(ann)
    assert table.time_left(0) == (0, 70)


def test_nobody_acts_for_who_plays_with_bots_only(person, clock, disconnect):
    ann = person("Ann")
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    table = start_with_bots(ann, timeLimit=60)
    assert table.time_left(0) is None
    disconnect(ann)
    clock.advance(100_000)
    ticker.tick()
    assert not JournalEntry.objects.exists()


def test_who_left_and_logs_in_again_is_in_the_hall(person, world, disconnect, connect, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.leave(ann)
    disconnect(ann)
    connect(ann)
    assert ann.location == world.hall
    assert ("show_arrival", (ann,), {}) in told


def test_a_match_goes_on_at_its_table_after_a_restart(person, clock, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.answer(ann, (0,))
    before = table.match
    registry.forget_all()
    table._current_state.host = None
    told.clear()
    restore_matches()
    assert table.match is not before
    assert table.match.hash() == before.hash()
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    ticker.tick()
    clock.advance(0)
    assert notices(told, "restored") == [("restored", {})]
    assert [args for hook, args, _ in told if hook == "show_return"] == [(table, ann)]
    play_on(table, clock)


def test_a_table_whose_match_is_lost_is_free_for_the_next(person):
    ann = person("Ann")
    table = start_with_bots(ann)
    MatchRecord.objects.update(status="broken")
    registry.forget_all()
    table._current_state.host = None
    restore_matches()
    assert table.state == "finished"
    assert table.match is None
    table.start()


def test_people_read_once_that_their_match_is_lost_whenever_they_are_here(
    person, disconnect, connect
):
    ann, ben = person("Ann"), person("Ben", language="zh")
    table = Table.open_table("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.start()
    disconnect(ben)
    MatchRecord.objects.update(status="broken")
    registry.forget_all()
    table._current_state.host = None
    restore_matches()
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    with mock.patch("world.render.announce.send_lines") as send:
        ticker.tick()
        ticker.tick()
        ((to, told, _),) = [call.args for call in send.call_args_list]
        assert to == ann
        assert f"The game at table {table.number} could not be brought back" in " ".join(told)
        connect(ben)
        assert [call.args[0] for call in send.call_args_list] == [ann, ben]
        assert "没能恢复" in "".join(send.call_args.args[1])


def test_a_table_nobody_is_left_at_is_closed_and_used_again(person, disconnect, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann)
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    now = time.monotonic()
    ticker.tick(now=now)
    disconnect(ann)
    ticker.tick(now=now + 1)
    ticker.tick(now=now + pool.CLOSE_AFTER)
    assert table.state == "open"
    ticker.tick(now=now + 2 + pool.CLOSE_AFTER)
    assert table.state == "closed"
    assert Table.live_tables() == []
    assert ann.table is None
    refused("tableClosed", table.sit, ben)
    assert Table.open_table("pebbles", ben) == table
    assert table.seat_of(ann) is None


def test_a_match_waits_longer_for_its_people(person, disconnect):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.start()
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    now = time.monotonic()
    disconnect(ann)
    disconnect(ben)
    ticker.tick(now=now)
    ticker.tick(now=now + pool.CLOSE_AFTER + 1)
    assert table.state == "playing"
    ticker.tick(now=now + pool.CLOSE_PLAYING_AFTER + 1)
    assert table.state == "closed"
    assert MatchRecord.objects.get().status == "abandoned"


def test_a_seat_is_free_again_when_its_person_is_gone_for_good(person, disconnect, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann)
    table.sit(ben)
    disconnect(ben)
    now = time.monotonic()
    table.look_after(now + 1)
    assert table.seat_of(ben) == 1
    table.look_after(now + 2 + pool.STAND_UP_AFTER)
    assert table.seat_of(ben) is None
    assert notices(told, "left") == [("left", {"seat": 1, "name": "Ben"})]


def test_each_table_is_looked_after_once_in_a_round_of_ticks(person):
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    tables = [Table.open_table("pebbles", person(name)) for name in ("Ann", "Ben", "Cat")]
    with mock.patch.object(Table, "look_after", autospec=True) as look:
        for _ in range(TICKS_PER_ROUND_OF_TABLES):
            ticker.at_repeat()
    assert sorted(call.args[0].pk for call in look.call_args_list) == [t.pk for t in tables]


def test_a_second_match_with_the_same_belongings_is_refused_until_the_first_has_ended(
    person, clock, told
):
    ann = person("Ann")
    first = start_with_bots(ann, players=2)
    first.concede(ann)
    if not first.match.is_over:
        first.leave(ann)
        details = refused("belongingsAway", start_with_bots, ann, players=2)
        assert details.pop("table").where == str(first)
        assert details == {"name": "Ann"}
        second = ann.table
        play_on(first, clock)
        second.start(seed=7)
    assert ann.table.state == "playing"


def test_who_leaves_a_match_for_good_has_given_it_up(person, clock, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.leave(ann)
    with mock.patch.object(type(table.host), "abandon", autospec=True) as abandon:
        for now in (0.0, pool.CLOSE_ASLEEP_AFTER + 1.0):
            table.look_after(now)
    assert abandon.call_args.kwargs == {"given_up": True}
