"""Tables: who may sit where, how a match starts, how people leave it and come back."""

from dataclasses import replace

import pytest
from seated import notices, play_on, refused, start_with_bots

from typeclasses.tables import Table
from world.models import MatchRecord

# -- seats -----------------------------------------------------------------------------------------


def test_who_opens_a_table_sits_at_it(person, told):
    ann = person("Ann")
    table = Table.open_table("pebbles", ann, players=2)
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
    assert refused("unknownGame", Table.open_table, "chess", person("Ann"))["offered"] == [
        "pebbles"
    ]


def test_a_number_written_by_hand_that_is_none_harms_no_other_table(person):
    first, second = (
        Table.open_table("pebbles", person("Ann")),
        Table.open_table("pebbles", person("Ben")),
    )
    second.attributes.add("number", {"one": 1})
    assert Table.live_tables() == [second, first]
    assert Table.open_table("pebbles", person("Cem")).number == first.number + 1
    assert second.what_is_wrong()


def test_others_sit_down_until_it_is_full(person):
    ann, ben, cem = person("Ann"), person("Ben"), person("Cem")
    table = Table.open_table("pebbles", ann, players=2)
    assert table.sit(ben) == 1
    refused("tableFull", table.sit, cem)
    refused("seatTaken", table.sit, cem, 0)
    refused("noSuchSeat", table.sit, cem, 2)
    table.watch(cem)
    assert table.spectators() == [cem]


def test_nobody_has_two_seats(person):
    ann, ben = person("Ann"), person("Ben")
    table, other = Table.open_table("pebbles", ann), Table.open_table("pebbles", ben)
    assert table.sit(ann, 2) == 2
    assert [seat.character for seat in table.occupants()] == [None, None, ann, None]
    assert refused("seatedElsewhere", other.sit, ann)["table"] == table
    refused("seatedElsewhere", other.watch, ann)
    refused("seatedElsewhere", Table.open_table, "pebbles", ann)


def test_nobody_has_two_seats_with_two_characters(person, settings):
    ann = person("Ann")
    ann.account.characters.add(other := person("Beth"))
    other.db.creator_id = ann.account.id
    other.account = ann.account
    table = Table.open_table("pebbles", ann)
    refused("seatedElsewhere", table.sit, other)


def test_leaving_frees_the_seat_and_passes_the_table_on(person, told, world):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann)
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
    table = Table.open_table("pebbles", ann, private=True)
    assert Table.live_tables(ben) == []
    assert Table.live_tables(ann) == [table]
    refused("privateTable", table.sit, ben)
    refused("privateTable", table.watch, ben)
    table.invite(ben)
    assert Table.live_tables(ben) == [table]
    table.sit(ben)


def test_names_that_look_alike_can_be_told_apart(person):
    ann, imposter = person("Ада"), person("Чад")
    table = Table.open_table("pebbles", ann)
    imposter.key = "Aдa"
    table.sit(imposter)
    table.add_bot()
    names = table.names
    assert names[0] == "Ада"
    assert len(set(names)) == 4
    assert names[1] == "Aдa(2)"
    assert table.name_of(imposter) == names[1]


def test_bots_come_and_go(person, told):
    table = Table.open_table("pebbles", person("Ann"))
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


# -- options ---------------------------------------------------------------------------------------


def test_options_are_those_of_every_table_and_of_the_game(person):
    table = Table.open_table("pebbles", person("Ann"))
    assert table.options == {
        "players": 4,
        "timeLimit": 30,
        "timeBank": 300,
        "private": False,
        "series": 1,
        "hints": False,
        "delay": 0,
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
        ("series", "3", 3),
    ],
)
def test_an_option_is_set_by_what_a_person_types(person, told, name, given, value):
    table = Table.open_table("pebbles", person("Ann"))
    table.set_option(name, given)
    assert table.options[name] == value
    assert notices(told, "option") == [("option", {"option": name, "value": value})]
    assert len(table.occupants()) == table.options["players"]


@pytest.mark.parametrize(
    ("name", "given"),
    [("short", "perhaps"), ("timeLimit", "5"), ("timeLimit", "long"), ("series", "2")],
)
def test_a_value_that_makes_no_sense_is_refused(person, name, given):
    table = Table.open_table("pebbles", person("Ann"))
    before = table.options
    assert refused("badOption", table.set_option, name, given)["option"] == name
    assert table.options == before


def test_an_unknown_option_is_refused_with_those_there_are(person):
    table = Table.open_table("pebbles", person("Ann"))
    assert "short" in refused("unknownOption", table.set_option, "long", 1)["options"]


def test_a_smaller_table_keeps_its_people_and_sends_bots_away(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann)
    table.add_bot()
    table.add_bot()
    table.sit(ben)
    table.set_option("players", 2)
    assert [seat.character for seat in table.occupants()] == [ann, ben]
    table.set_option("players", 3)
    table.sit(person("Cem"))
    refused("badOption", table.set_option, "players", 2)


def test_bad_options_open_no_table(person):
    refused("unknownOption", Table.open_table, "pebbles", person("Ann"), colour="red")
    assert Table.live_tables() == []


# -- start -----------------------------------------------------------------------------------------


def test_it_starts_when_all_are_ready_and_no_seat_is_free(person, told):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=3)
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
    entries, choices = told[hooks.index("show_change")][1][1:3]
    assert entries
    assert choices
    assert notices(told, "started")


def test_the_owner_starts_when_everybody_else_is_ready(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=3)
    table.sit(ben)
    assert refused("seatsEmpty", table.start)["missing"] == 1
    table.add_bot()
    assert refused("notReady", table.start)["names"] == ["Ben"]
    table.set_ready(ben)  # the owner has said already what is wanted
    assert table.match.seats == 3


def test_a_change_of_options_asks_everybody_again(person):
    ann, ben = person("Ann"), person("Ben")
    table = Table.open_table("pebbles", ann, players=2)
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


# -- playing ---------------------------------------------------------------------------------------


def test_a_person_and_bots_play_to_the_end_and_again(person, clock, told):
    ann = person("Ann")
    table = start_with_bots(ann)
    table.answer(ann, table.match.pending[0].default)
    refused("notAsked", table.answer, ann, (0,))
    play_on(table, clock)
    assert table.state == "finished"
    ((_, details),) = notices(told, "finished")
    ended = details["ended"]
    assert sorted(seat for group in ended.standings for seat in group) == [0, 1, 2, 3]
    assert ended.outcome == table.match.outcome
    refused("noMatch", table.answer, ann, (0,))
    assert table.match.is_over
    table.start()
    assert table.state == "playing"
    assert not table.match.is_over
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
    table = Table.open_table("pebbles", ann, players=2)
    heap, bag, hand = (table.fixtures()[i] for i in (0, 1, 2))
    assert heap.zone_for(ann) == {}
    table.add_bot()
    table.start(seed=7)
    assert bag.zone_for(ann) == {"count": 40 - 6, "cards": []}
    assert hand.seat == 0
    assert hand.zone_for(ann) == {"count": 3, "cards": []}
    table.answer(ann, (0,))
    assert heap.zone_for(ann)["count"] == 1
    assert heap.zone_for(ann)["cards"][0]["id"].startswith("t.stone.")
    assert [f.seat for f in table.fixtures() if f.zone == "hand"] == [0, 1, 2, 3]
    assert table.fixtures()[5].zone_for(ann) == {}
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
    Table.open_table("pebbles", ann)
    play_on(table, clock)
    assert table.occupants()[0].character is None


def test_people_bring_to_a_match_what_they_took_home_from_the_one_before(person, clock):
    table = start_with_bots(person("Ann"), players=2, short=True)
    nothing = {"coins": 0, "stones": []}
    assert table.match.options["bring"] == [nothing, {}]
    play_on(table, clock)
    took = table.match.returns[0]
    table.start(seed=8)
    stones = took.get("stones", {}).get("gains", [])
    assert table.match.options["bring"] == [{"coins": took.get("coins", 0), "stones": stones}, {}]


@pytest.fixture
def short_for_three(monkeypatch, loaded_pebbles):
    """The option `short` of the game is for three players."""
    options = loaded_pebbles.program.options
    monkeypatch.setitem(options, "short", replace(options["short"], seats=(3,)))


def test_options_that_are_not_for_so_many_players_are_refused(person, short_for_three):
    table = Table.open_table("pebbles", person("Ann"), players=2)
    details = refused("optionSeats", table.set_option, "short", True)
    assert details == {"option": "short", "players": 2, "seats": [3], "of": table.pack}
    assert not table.options["short"]
    table.set_options({"short": True, "players": 3})
    refused("optionSeats", table.set_option, "players", 2)
    assert len(table.occupants()) == 3
    table.set_options({"players": 2, "short": "no"})
    assert len(table.occupants()) == 2


def test_a_table_is_not_opened_with_options_for_other_numbers(person, short_for_three):
    ann = person("Ann")
    refused("optionSeats", Table.open_table, "pebbles", ann, short=True, players=2)
    assert Table.live_tables() == []
    assert Table.open_table("pebbles", ann, short=True, players=3).options["short"]


def test_a_game_that_has_changed_since_is_not_begun_with_such_options(person, request):
    table = Table.open_table("pebbles", person("Ann"), players=2, short=True)
    table.add_bot()
    request.getfixturevalue("short_for_three")
    refused("optionSeats", table.start)


def test_more_players_than_a_game_is_for_are_refused_with_what_can_be(person):
    details = refused("badOption", Table.open_table, "pebbles", person("Ann"), players=5)
    assert details["allowed"] == (2, 3, 4)


def test_a_game_with_responses_has_a_time_for_them(person, monkeypatch, loaded_pebbles):
    assert "timeResponse" not in Table.open_table("pebbles", person("Ann")).options
    monkeypatch.setitem(loaded_pebbles.board, "responses", ["turn"])
    table = Table.open_table("pebbles", person("Ben"), players=2, timeLimit=60, timeBank=100)
    assert table.options["timeResponse"] == 15
    table.set_option("timeResponse", 20)
    table.sit(person("Cem"))
    table.set_ready(table.occupants()[1].character)
    table.start()
    (asked,) = table.match.pending
    assert asked.prompt == "turn"
    assert table.time_left(asked.seat) == (20, 0)
    assert table.host.record.time_response == 20
