"""Tables: who may sit where, how a match starts, how people leave it and come back."""

import time
from unittest import mock

import pytest

from typeclasses.parts import pool
from typeclasses.scripts import RoundTicker
from typeclasses.tables import Table, restore
from world.errors import TableError
from world.hosting import registry
from world.models import JournalEntry, MatchRecord


def refused(key, function, *args, **details):
    with pytest.raises(TableError) as error:
        function(*args, **details)
    assert error.value.key == key
    return error.value.details


def notices(told, key=None):
    """(Key, details) of the notices given; who it is about is left out, the name is enough."""
    return [
        (args[1], {name: value for name, value in details.items() if name != "character"})
        for hook, args, details in told
        if hook == "on_notice" and key in (None, args[1])
    ]


def start_with_bots(owner, players=4, **options):
    table = Table.open("pebbles", owner, players=players, **options)
    for _ in range(players - 1):
        table.add_bot()
    table.start(seed=7)
    return table


def play_on(table, clock, until=lambda match: False):
    """Everybody takes the default, until it is so or over; bots play by their own."""
    for _ in range(500):
        if table.match.over or until(table.match):
            return
        for seat in table.occupants():
            choice = table.host.choice_of(seat.index)
            if choice and seat.character:
                table.answer(seat.character, choice.default)
                break
        clock.advance(0.01)
    pytest.fail("the match does not end")


# ------------------------------------------------------------------------------ seats


def test_who_opens_a_table_sits_at_it(person, told):
    ann = person("Ann")
    table = Table.open("pebbles", ann, players=2)
    assert ann.location == table
    assert table.state == "open"
    assert table.seat_of(ann) == 0
    assert ann.table == table
    assert table.is_owner(ann)
    assert [(s.index, s.character, s.bot, s.ready, s.connected) for s in table.occupants()] == [
        (0, ann, None, False, True),
        (1, None, None, False, False),
    ]
    assert [key for key, _ in notices(told)] == ["opened", "sat"]


def test_a_table_is_of_a_game_on_the_shelf(person):
    assert refused("unknownGame", Table.open, "chess", person("Ann"))["games"] == ["pebbles"]


def test_others_sit_down_until_it_is_full(person):
    ann, ben, cem = person("Ann"), person("Ben"), person("Cem")
    table = Table.open("pebbles", ann, players=2)
    assert table.sit(ben) == 1
    refused("tableFull", table.sit, cem)
    refused("seatTaken", table.sit, cem, 0)
    refused("noSuchSeat", table.sit, cem, 2)
    table.watch(cem)
    assert table.spectators() == [cem]


def test_nobody_has_two_seats(person):
    ann, ben = person("Ann"), person("Ben")
    table, other = Table.open("pebbles", ann), Table.open("pebbles", ben)
    assert table.sit(ann, 2) == 2
    assert [seat.character for seat in table.occupants()] == [None, None, ann, None]
    assert refused("seatedElsewhere", other.sit, ann)["table"] == table
    refused("seatedElsewhere", other.watch, ann)
    refused("seatedElsewhere", Table.open, "pebbles", ann)


def test_nobody_has_two_seats_with_two_characters(person, settings):
    ann = person("Ann")
    ann.account.characters.add(other := person("Beth"))
    other.db.creator_id = ann.account.id
    other.account = ann.account
    table = Table.open("pebbles", ann)
    refused("seatedElsewhere", table.sit, other)


def test_leaving_frees_the_seat_and_passes_the_table_on(person, told, world):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann)
    table.sit(ben)
    table.leave(ann)
    assert ann.location == world.hall
    assert ann.table is None
    assert table.owner == ben
    assert notices(told, "owner")[-1] == ("owner", {"name": "Ben"})
    refused("notOwner", table.check_owner, ann)
    refused("notSeated", table.leave, ann)


def test_a_private_table_is_for_those_invited(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann, private=True)
    assert Table.live(ben) == []
    assert Table.live(ann) == [table]
    refused("privateTable", table.sit, ben)
    refused("privateTable", table.watch, ben)
    table.invite(ben)
    assert Table.live(ben) == [table]
    table.sit(ben)


def test_names_that_look_alike_can_be_told_apart(person):
    ann, imposter = person("Ада"), person("Чад")
    table = Table.open("pebbles", ann)
    imposter.key = "Aдa"
    table.sit(imposter)
    table.add_bot()
    names = table.names
    assert names[0] == "Ада"
    assert len(set(names)) == 4
    assert names[1] == "Aдa(2)"
    assert table.name_of(imposter) == names[1]


def test_bots_come_and_go(person, told):
    table = Table.open("pebbles", person("Ann"))
    assert table.add_bot() == 1
    assert table.add_bot("random", seat=3) == 3
    assert [seat.bot for seat in table.occupants()] == [None, "greedy", None, "random"]
    assert [d["name"] for _, d in notices(told, "botAdded")] == ["Ada", "Bo"]
    refused("unknownBot", table.add_bot, "genius")
    refused("seatTaken", table.add_bot, "greedy", 1)
    table.remove_bot(1)
    refused("noBotThere", table.remove_bot, 1)
    refused("noBotThere", table.remove_bot, 0)
    refused("noBotThere", table.remove_bot, 17)


# ------------------------------------------------------------------------------ options


def test_options_are_those_of_every_table_and_of_the_game(person):
    table = Table.open("pebbles", person("Ann"))
    assert table.options == {
        "players": 4,
        "timeLimit": 30,
        "timeBank": 300,
        "private": False,
        "short": False,
    }


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("short", "on", True),
        ("short", "否", False),
        ("private", "是", True),
        ("timeLimit", "0", 0),
        ("timeLimit", "90", 90),
        ("players", "3", 3),
        ("players", 2, 2),
    ],
)
def test_an_option_is_set_by_what_a_person_types(person, told, name, given, value):
    table = Table.open("pebbles", person("Ann"))
    table.set_option(name, given)
    assert table.options[name] == value
    assert notices(told, "option") == [("option", {"option": name, "value": value})]
    assert len(table.occupants()) == table.options["players"]


@pytest.mark.parametrize(
    ("name", "given"),
    [("short", "perhaps"), ("timeLimit", "5"), ("timeLimit", "long"), ("players", "5")],
)
def test_a_value_that_makes_no_sense_is_refused(person, name, given):
    table = Table.open("pebbles", person("Ann"))
    before = table.options
    assert refused("badOption", table.set_option, name, given)["option"] == name
    assert table.options == before


def test_an_unknown_option_is_refused_with_those_there_are(person):
    table = Table.open("pebbles", person("Ann"))
    assert "short" in refused("unknownOption", table.set_option, "long", 1)["options"]


def test_a_smaller_table_keeps_its_people_and_sends_bots_away(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann)
    table.add_bot()
    table.add_bot()
    table.sit(ben)
    table.set_option("players", 2)
    assert [seat.character for seat in table.occupants()] == [ann, ben]
    table.set_option("players", 3)
    table.sit(person("Cem"))
    refused("badOption", table.set_option, "players", 2)


def test_bad_options_open_no_table(person):
    refused("unknownOption", Table.open, "pebbles", person("Ann"), colour="red")
    assert Table.live() == []


# ------------------------------------------------------------------------------ start


def test_it_starts_when_all_are_ready_and_no_seat_is_free(person, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann, players=3)
    table.sit(ben)
    table.set_ready(ann)
    table.set_ready(ben)
    assert table.state == "open"
    table.set_ready(ann, False)
    table.add_bot()
    assert table.state == "open"
    table.set_ready(ann)
    assert table.state == "playing"
    record = MatchRecord.objects.get()
    assert record.table == table
    assert [(s.account, s.bot) for s in record.seats.all()] == [
        (ann.account, ""),
        (ben.account, ""),
        (None, "greedy"),
    ]
    hooks = [hook for hook, *_ in told]
    entries, choices = told[hooks.index("on_change")][1][1:]
    assert entries
    assert choices
    assert notices(told, "started")


def test_the_owner_starts_when_everybody_else_is_ready(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann, players=3)
    table.sit(ben)
    assert refused("seatsEmpty", table.start)["missing"] == 1
    table.add_bot()
    assert refused("notReady", table.start)["names"] == ["Ben"]
    table.set_ready(ben)  # the owner has said already what is wanted
    assert table.match.seats == 3


def test_a_change_of_options_asks_everybody_again(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.set_option("short", True)
    assert not any(seat.ready for seat in table.occupants())


def test_options_reach_the_match(person):
    table = start_with_bots(person("Ann"), short=True, timeLimit=30)
    assert table.match.options["short"] is True
    assert table.host.record.time_limit == 30


def test_while_a_match_runs_the_table_is_as_it_is(person):
    ann = person("Ann")
    table = start_with_bots(ann)
    refused("matchRuns", table.start)
    refused("matchRuns", table.add_bot)
    refused("matchRuns", table.remove_bot, 1)
    refused("matchRuns", table.set_option, "short", True)
    refused("matchRuns", table.set_ready, ann)
    ben = person("Ben")
    refused("alreadyPlaying", table.sit, ben)
    table.watch(ben)
    refused("notSeated", table.answer, ben, (0,))
    refused("notSeated", table.concede, ben)


# ------------------------------------------------------------------------------ playing


def test_a_person_and_bots_play_to_the_end_and_again(person, clock, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.answer(ann, table.match.pending[0].default)
    refused("notAsked", table.answer, ann, (0,))
    play_on(table, clock)
    assert table.state == "finished"
    ((_, details),) = notices(told, "finished")
    assert sorted(name for group in details["names"] for name in group) == sorted(table.names)
    assert sorted(seat for group in details["standings"] for seat in group) == [0, 1, 2, 3]
    refused("noMatch", table.answer, ann, (0,))
    assert table.match.over
    table.start()
    assert table.state == "playing"
    assert not table.match.over
    assert MatchRecord.objects.count() == 2


def test_while_a_match_runs_no_object_is_made_or_deleted(person, clock):
    from evennia.objects.models import ObjectDB

    ann = person("Ann")
    table = start_with_bots(ann)
    before = set(ObjectDB.objects.values_list("pk", flat=True))
    play_on(table, clock)
    assert set(ObjectDB.objects.values_list("pk", flat=True)) == before


def test_decks_and_places_read_the_live_match(person, clock):
    ann = person("Ann")
    table = Table.open("pebbles", ann, players=2)
    heap, bag, hand = (table.fixtures()[i] for i in (0, 1, 2))
    assert (heap.count, heap.cards) == (0, [])
    table.add_bot()
    table.start(seed=7)
    assert bag.count == 40 - 6
    assert bag.cards == []
    assert hand.seat == 0
    assert (hand.count, hand.cards) == (3, [])
    table.answer(ann, (0,))
    assert heap.count == 1
    assert heap.cards[0]["id"].startswith("t.stone.")
    assert [f.seat for f in table.fixtures() if f.zone == "hand"] == [0, 1, 2, 3]
    assert table.fixtures()[5].count == 0
    assert "heap" in heap.return_appearance(ann)
    zh = person("安", language="zh")
    assert heap.get_display_name(zh) == "石堆"
    assert ann.search("heap") == heap
    assert ann.search("石堆") == heap


def test_who_concedes_may_leave_for_good(person, clock, told, world):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.concede(ann)
    refused("hasConceded", table.concede, ann)
    assert notices(told, "conceded") == [("conceded", {"seat": 0, "name": "Ann"})]
    table.leave(ann)
    assert ann.table is None
    assert table.names[0] == "Ann"
    Table.open("pebbles", ann)
    play_on(table, clock)
    assert table.occupants()[0].character is None


# ------------------------------------------------------------------------------ absence


def test_the_seat_of_who_leaves_a_match_waits(person, clock, told, world):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.start()
    table.leave(ann)
    assert ann.location == world.hall
    assert ann.table == table
    assert not table.occupants()[0].connected
    refused("seatedElsewhere", Table.open, "pebbles", ann)
    assert notices(told, "leftMatch") == [("leftMatch", {"seat": 0, "name": "Ann"})]
    told.clear()
    with mock.patch.object(type(ann), "at_look") as look:
        table.sit(ann)
    look.assert_not_called()
    assert ann.location == table
    assert [hook for hook, *_ in told] == ["on_notice", "on_return"]
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
    assert ("on_return", (table, ann), {}) in told
    table.answer(ann, table.match.pending[0].default)


def test_who_concedes_from_the_hall_is_free_at_once(person, world):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.leave(ann)
    table.concede(ann)
    assert ann.table is None
    Table.open("pebbles", ann)


def test_a_table_that_is_taken_away_ends_its_match(person, world):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.delete()
    assert ann.location == world.hall
    assert ann.table is None
    assert MatchRecord.objects.get().status == "abandoned"
    assert registry.hosts() == []


def test_the_ticker_acts_for_the_absent_while_others_wait(person, clock, told, disconnect):
    ann, ben = person("Ann"), person("Ben")
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    table = Table.open("pebbles", ann, players=2, timeLimit=60, timeBank=0)
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
    assert ("on_arrival", (ann,), {}) in told


def test_a_match_goes_on_at_its_table_after_a_restart(person, clock, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.answer(ann, (0,))
    before = table.match
    registry.forget_all()
    table._now.host = None
    told.clear()
    restore()
    assert table.match is not before
    assert table.match.hash() == before.hash()
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    ticker.tick()
    clock.advance(0)
    assert notices(told, "restored") == [("restored", {})]
    assert [args for hook, args, _ in told if hook == "on_return"] == [(table, ann)]
    play_on(table, clock)


def test_a_table_whose_match_is_lost_is_free_for_the_next(person):
    ann = person("Ann")
    table = start_with_bots(ann)
    MatchRecord.objects.update(status="broken")
    registry.forget_all()
    table._now.host = None
    restore()
    assert table.state == "finished"
    assert table.match is None
    table.start()


def test_people_read_once_that_their_match_is_lost_whenever_they_are_here(
    person, disconnect, connect
):
    ann, ben = person("Ann"), person("Ben", language="zh")
    table = Table.open("pebbles", ann, players=2)
    table.sit(ben)
    table.set_ready(ben)
    table.start()
    disconnect(ben)
    MatchRecord.objects.update(status="broken")
    registry.forget_all()
    table._now.host = None
    restore()
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    with mock.patch("world.render.announce.send") as send:
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
    table = Table.open("pebbles", ann)
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    now = time.monotonic()
    ticker.tick(now=now)
    disconnect(ann)
    ticker.tick(now=now + 1)
    ticker.tick(now=now + pool.CLOSE_AFTER)
    assert table.state == "open"
    ticker.tick(now=now + 2 + pool.CLOSE_AFTER)
    assert table.state == "closed"
    assert Table.live() == []
    assert ann.table is None
    refused("tableClosed", table.sit, ben)
    assert Table.open("pebbles", ben) == table
    assert table.seat_of(ann) is None


def test_a_match_waits_longer_for_its_people(person, disconnect):
    ann = person("Ann")
    table = start_with_bots(ann)
    ticker = RoundTicker.create("round_ticker_of_test", interval=0)[0]
    now = time.monotonic()
    disconnect(ann)
    ticker.tick(now=now)
    ticker.tick(now=now + pool.CLOSE_AFTER + 1)
    assert table.state == "playing"
    ticker.tick(now=now + pool.CLOSE_PLAYING_AFTER + 1)
    assert table.state == "closed"
    assert MatchRecord.objects.get().status == "abandoned"


def test_a_seat_is_free_again_when_its_person_is_gone_for_good(person, disconnect, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open("pebbles", ann)
    table.sit(ben)
    disconnect(ben)
    now = time.monotonic()
    table.look_after(now + 1)
    assert table.seat_of(ben) == 1
    table.look_after(now + 2 + pool.STAND_UP_AFTER)
    assert table.seat_of(ben) is None
    assert notices(told, "left") == [("left", {"seat": 1, "name": "Ben"})]
