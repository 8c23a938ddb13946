"""The words that make cards and place them: definitions, create, copy, transform, places, zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import TURN, WAIT, beast, build, on_play, spell, start, value

from rules.ground.errors import ActionFailed, IllegalAnswer, PackError
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check, journal_replays
from rules.running.machine import MAX_CREATED
from rules.running.match import Match
from rules.scenario import Player
from rules.telling.text import Text

PROPERTIES = {"token": {"type": "boolean", "default": 0}, "size": {"kind": "beast", "default": 1}}
CARDS = [
    beast("ox", size=3),
    beast("wolf", size=2),
    beast("bear", size=2),
    beast("pup", size=1, token=1),
    spell("bolt", manaCost=2),
]
SECTIONS: dict[str, Any] = {"cards": CARDS, "properties": PROPERTIES}
SMALL = {"chooser": "definitions", "where": "{it.kind} == beast and {it.size} == 2"}
FIRST = "{match.startPlayer}"


def let(name: str, value: Any) -> dict:
    return {"type": "let", "id": name, "value": value}


def add(amount: Any) -> dict:
    """Add to the total of the match."""
    return {"type": "set", "of": "{match}", "field": "total", "mode": "add", "amount": amount}


def zone(match: Match, name: str, player: int = 0) -> int:
    return match.pack.layout.zones[name].first + player


def lying(match: Match, name: str, player: int = 0) -> list[str]:
    """The ends of the ids of the cards in a zone."""
    there = match.zones[zone(match, name, player)]
    return [str(match.card_id(card)).rpartition(".")[2] for card in there]


def begin(tmp_path: Path, *main: Any, **sections: Any) -> Match:
    """A match of these cards that carries out `main`; all invariants hold in it."""
    match = start(tmp_path, *main, **{**SECTIONS, **sections})
    check(match)
    return match


# -- cards as they are printed ---------------------------------------------------------------------


def test_definitions_are_cards_as_printed_with_their_printed_properties(tmp_path):
    match = begin(
        tmp_path,
        let("small", SMALL),
        {"type": "loop", "id": "each", "target": "{small}", "do": [add("{each.target.size}")]},
        add("{small.count} * 10"),
    )
    assert value(match, "total") == 24


def test_a_definition_of_the_catalogue_need_not_be_in_the_match(tmp_path):
    pools = {"chooser": "definitions", "where": "{it.id} == t.beast.wolf"}
    match = begin(
        tmp_path,
        {"type": "move", "target": {"chooser": "cards"}, "to": "nowhere"},
        add({"type": "count", "of": pools}),
    )
    assert value(match, "total") == 1


@pytest.mark.parametrize(("all", "count"), [(False, 4), (True, 5)])
def test_only_collectable_cards_are_meant_where_the_pack_marks_them(tmp_path, all, count):
    marked = [{**card, "collectable": 0 if card.get("token") else 1} for card in CARDS]
    match = begin(
        tmp_path,
        add({"type": "count", "of": {"chooser": "definitions", "all": all}}),
        cards=marked,
        properties={**PROPERTIES, "collectable": {"type": "boolean", "default": 0}},
        pack={"collectable": "collectable"},
    )
    assert value(match, "total") == count


def test_a_property_that_marks_collectable_cards_has_to_be_declared(tmp_path):
    with pytest.raises(PackError, match="there is no property 'colectable'"):
        build(tmp_path, pack={"collectable": "colectable"})


def test_pick_takes_definitions_at_random(tmp_path):
    match = begin(tmp_path, {"type": "pick", "id": "p", "from": SMALL}, add("{p.first.size}"))
    assert value(match, "total") == 2


def test_a_definition_has_nothing_but_what_is_printed(tmp_path):
    with pytest.raises(PackError, match="a definition has no health"):
        build(tmp_path, main=[let("x", {**SMALL, "where": "{it.health} > 0"})], **SECTIONS)


def test_a_player_discovers_a_definition_and_sees_a_card(tmp_path):
    asked = {"type": "definitionChooser", "ask": FIRST, "from": SMALL, "sort": "size"}
    match = begin(tmp_path, let("found", asked), add("{found.first.size}"))
    choice = match.pending[0]
    assert [option.kind for option in choice.options] == ["definition"] * 2
    shown = match.view(choice.seat)["choices"][0]["options"]
    assert [option["id"] for option in shown] == ["t.beast.wolf", "t.beast.bear"]
    assert Text(match.pack, "en").option(choice.options[1], match) == "bear"
    match.answer(choice.seat, (1,))
    assert value(match, "total") == 2


def test_definitions_are_asked_for_by_their_own_chooser(tmp_path):
    asked = {"type": "cardChooser", "ask": FIRST, "from": SMALL}
    with pytest.raises(PackError, match="asked for by definitionChooser"):
        build(tmp_path, main=[let("found", asked)], **SECTIONS)


def test_the_log_tells_definitions_as_cards(tmp_path):
    note = {"type": "log", "message": "found", "with": {"one": "{s.first}", "all": "{s}"}}
    match = begin(tmp_path, let("s", SMALL), note)
    both = ("t.beast.wolf", "t.beast.bear")
    assert match.log[0].args == (("one", "card", both[0]), ("all", "cards", both))


def test_fields_properties_and_events_hold_definitions(tmp_path):
    """The last card that died, what a card turns into, what was found."""
    fields = {"match": {"last": {"type": "definition"}}}
    events = {"onFound": {"context": {"what": "definition"}}}
    cards = [*CARDS[1:], beast("egg", becomes="t.beast.wolf")]
    match = begin(
        tmp_path,
        let("egg", named("egg")),
        {
            "type": "addTriggers",
            "triggers": [
                {"event": "onFound", "do": [
                    {"type": "set", "of": "{match}", "field": "last", "amount": "{onFound.what}"}]}
            ],
        },
        {"type": "fire", "event": "onFound", "with": {"what": "{egg.first.becomes}"}},
        add("{match.last.size} * 10 + {egg.first.becomes.size}"),
        fields=fields,
        events=events,
        cards=cards,
        properties={**PROPERTIES, "becomes": {"kind": "beast", "type": "definition"}},
    )  # fmt: skip
    assert value(match, "total") == 22
    assert match.view(0)["match"]["last"] == "t.beast.wolf"
    egg = match.pack.card("t.beast.egg")
    assert Text(match.pack, "en").facts(egg)["becomes"] == "t.beast.wolf"


def test_a_property_that_is_a_definition_is_the_id_of_a_card(tmp_path):
    properties = {**PROPERTIES, "becomes": {"kind": "beast", "type": "definition"}}
    with pytest.raises(PackError, match=r"no card has the id t\.beast\.cat"):
        build(tmp_path, cards=[beast("egg", becomes="t.beast.cat")], properties=properties)


# -- making cards ----------------------------------------------------------------------------------

HAND = {"to": "hand", "of": FIRST}


def test_create_makes_cards_of_a_definition_in_a_zone(tmp_path):
    match = begin(
        tmp_path,
        {"type": "create", "id": "new", "card": "t.beast.pup", "amount": 3, **HAND},
        add("{new.count} * 10 + {new.first.size}"),
    )
    assert lying(match, "hand", 1) == ["pup"] * 3
    assert value(match, "total") == 31
    journal_replays(match)


def test_create_takes_each_card_at_random_from_a_pool(tmp_path):
    create = {"type": "create", "from": SMALL, "amount": 40, **HAND}
    assert set(lying(begin(tmp_path, create), "hand", 1)) == {"wolf", "bear"}


def test_create_takes_what_a_player_discovered(tmp_path):
    asked = {"type": "definitionChooser", "ask": FIRST, "from": SMALL}
    match = begin(
        tmp_path, let("found", asked), {"type": "create", "card": "{found.first}", **HAND}
    )
    match.answer(match.pending[0].seat, (1,))
    assert lying(match, "hand", 1) == ["bear"]


def test_create_makes_nothing_of_nothing(tmp_path):
    none = {**SMALL, "where": "{it.manaCost} == 99"}
    match = begin(
        tmp_path,
        let("none", none),
        {"type": "create", "id": "a", "card": "{none.first}", **HAND},
        {"type": "create", "id": "b", "from": "{none}", **HAND},
        add("{a.count} + {b.count}"),
    )
    assert lying(match, "hand", 1) == []
    assert value(match, "total") == 0


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"card": "t.beast.cat"}, "no card has the id t.beast.cat"),
        ({"card": "cat"}, "no card has the id cat"),
        ({}, "needs either card"),
        ({"card": "t.beast.ox", "from": SMALL}, "needs either card"),
    ],
)
def test_create_needs_one_way_to_say_which_card(tmp_path, wrong, problem):
    with pytest.raises(PackError, match=problem):
        build(tmp_path, main=[{"type": "create", **wrong, **HAND}], **SECTIONS)


def test_a_card_of_which_no_copies_are_dealt_can_be_made(tmp_path):
    create = {"type": "create", "id": "new", "card": "t.beast.egg", "amount": 2, **HAND}
    match = begin(tmp_path, create, cards=[*CARDS, beast("egg", count=0)])
    assert lying(match, "hand", 1) == ["egg", "egg"]
    assert "egg" not in lying(match, "box")


@pytest.mark.parametrize("count", [-1, 201, "$0", "", True])
def test_a_count_is_no_other_number(tmp_path, count):
    with pytest.raises(PackError, match="a count is 0 to 200"):
        build(tmp_path, cards=[beast("egg", count=count)])


def test_where_a_match_has_no_room_no_cards_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr("rules.running.rows.MAX_CREATED", 2)
    match = begin(
        tmp_path,
        {"type": "create", "id": "a", "card": "t.beast.pup", "amount": 5, **HAND},
        {"type": "copy", "id": "b", "target": "{a}", **HAND},
        add("{a.count} * 10 + {b.count}"),
    )
    assert lying(match, "hand", 1) == ["pup"] * 2
    assert value(match, "total") == 20


WOUND = {"type": "set", "of": {"chooser": "cards", "where": "{it.id} == t.beast.ox"},
         "field": "health", "amount": 4}  # fmt: skip
OX = {"chooser": "cards", "where": "{it.id} == t.beast.ox", "bottom": 1}


@pytest.mark.parametrize(("keep", "health"), [("printed", 10), ("all", 4)])
def test_copy_makes_cards_as_printed_or_with_what_their_fields_hold(tmp_path, keep, health):
    copy = {"type": "copy", "id": "new", "target": OX, "keep": keep, **HAND}
    match = begin(tmp_path, WOUND, copy, add("{new.first.health}"))
    assert lying(match, "hand", 1) == ["ox"]
    assert value(match, "total") == health


@pytest.mark.parametrize(("keep", "health"), [("nothing", 10), ("fields", 4)])
def test_transform_turns_a_card_into_another_where_it_lies(tmp_path, keep, health):
    match = begin(
        tmp_path,
        WOUND,
        let("ox", OX),
        {"type": "move", "target": "{ox}", "to": "field"},
        {"type": "transform", "target": "{ox}", "into": "t.beast.bear", "keep": keep},
        add("{ox.first.health}"),
    )
    assert lying(match, "field") == ["bear"]
    assert value(match, "total") == health


def test_a_word_of_the_pack_passes_definitions_and_choices_on(tmp_path):
    become = {
        "params": {"card": "card", "into": "definition", "keep": ["nothing", "fields"]},
        "do": [{"type": "transform", "target": "{card}", "into": "{into}", "keep": "{keep}"}],
    }
    match = begin(
        tmp_path,
        WOUND,
        let("ox", OX),
        {"type": "become", "card": "{ox}", "into": "t.beast.pup", "keep": "fields"},
        add("{ox.first.health} * 10 + {ox.first.size}"),
        define={"doables": {"become": become}},
    )
    assert value(match, "total") == 41


# -- places ----------------------------------------------------------------------------------------


def named(name: str) -> dict:
    return {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}", "bottom": 1}


def put(*names: str) -> list[dict]:
    """Beasts in a row on the field."""
    return [{"type": "move", "target": named(name), "to": "field"} for name in names]


ROW = put("ox", "wolf", "bear")


def test_the_position_of_a_card_counts_from_the_bottom_of_its_zone(tmp_path):
    places = [
        add({"type": "multiply", "values": [10**n, f"{{{name}.first.position}}"]})
        for n, name in enumerate(("ox", "wolf", "bear"))
    ]
    lets = [let(name, named(name)) for name in ("ox", "wolf", "bear")]
    assert value(begin(tmp_path, *ROW, *lets, *places), "total") == 321


def test_what_lies_nowhere_and_what_is_no_card_has_no_position(tmp_path):
    gone = {"type": "move", "target": named("ox"), "to": "nowhere"}
    match = begin(
        tmp_path,
        let("ox", named("ox")),
        let("none", {**named("ox"), "where": "{it} == 0"}),
        gone,
        add("{ox.first.position} + {none.first.position}"),
    )
    assert value(match, "total") == 0


@pytest.mark.parametrize(
    ("place", "row"),
    [
        ({"to": "field", "position": 1}, "pup ox wolf bear"),
        ({"to": "field", "position": 2}, "ox pup wolf bear"),
        ({"to": "field", "position": 9}, "ox wolf bear pup"),
        ({"to": "field", "position": 0}, "pup ox wolf bear"),
        ({"to": "field", "position": "{w.first.position} + 1"}, "ox wolf pup bear"),
        ({"before": "{w}"}, "ox pup wolf bear"),
        ({"after": "{w}"}, "ox wolf pup bear"),
        ({"after": named("pup")}, "ox wolf bear"),  # it lies in the box
    ],
)
def test_move_puts_a_card_at_a_place_in_a_zone(tmp_path, place, row):
    move = {"type": "move", "target": named("pup"), **place}
    match = begin(tmp_path, *ROW, let("w", named("wolf")), move)
    assert lying(match, "field") == row.split()


@pytest.mark.parametrize(
    ("place", "row"),
    [
        ({"to": "field", "position": 2}, "ox bolt pup wolf bear"),
        ({"before": "{w}"}, "ox bolt pup wolf bear"),
        ({"after": "{w}"}, "ox wolf bolt pup bear"),
    ],
)
def test_several_cards_keep_their_order_at_a_place(tmp_path, place, row):
    two = [{**named("bolt"), "where": "{it.id} == t.spell.bolt"}, named("pup")]
    match = begin(tmp_path, *ROW, let("w", named("wolf")), {"type": "move", "target": two, **place})
    assert lying(match, "field") == row.split()


def test_a_card_changes_places_within_its_zone(tmp_path):
    forward = {"type": "move", "target": named("ox"), "after": named("wolf")}
    back = {"type": "move", "target": named("bear"), "to": "field", "position": 1}
    itself = {"type": "move", "target": named("wolf"), "before": named("wolf")}
    assert lying(begin(tmp_path, *ROW, forward, back, itself), "field") == ["bear", "wolf", "ox"]


@pytest.mark.parametrize("place", [{}, {"to": "field", "before": "{w}"}])
def test_move_needs_one_way_to_say_where(tmp_path, place):
    wrong = {"type": "move", "target": named("ox"), **place}
    with pytest.raises(PackError, match="move needs either to"):
        build(tmp_path, main=[let("w", named("wolf")), wrong], **SECTIONS)


@pytest.mark.parametrize(
    ("chooser", "of", "found"),
    [
        ("neighbours", "wolf", "ox bear"),
        ("neighbours", "ox", "wolf"),
        ("leftOf", "wolf", "ox"),
        ("leftOf", "ox", ""),
        ("rightOf", "wolf", "bear"),
        ("rightOf", "bear", ""),
        ("neighbours", "pup", ""),
    ],
)
def test_neighbours_lie_beside_a_card_in_its_zone(tmp_path, chooser, of, found):
    gone = {"type": "move", "target": named("pup"), "to": "nowhere"}
    aside = {"type": "move", "target": {"chooser": chooser, "of": named(of)}, **HAND}
    assert lying(begin(tmp_path, gone, *ROW, aside), "hand", 1) == found.split()


# -- zones -----------------------------------------------------------------------------------------


def told(message: str, zone: str) -> list[dict]:
    """Doables of a zone that write a line."""
    given = {"card": "{card}", "who": "{player}", "zone": zone}
    return [{"type": "log", "message": message, "with": given}]


def lines(match: Match) -> list[tuple]:
    """The log: message, card, player, zone."""
    return [
        (message, str(args[0][2]).rpartition(".")[2], *(each[2] for each in args[1:]))
        for message, args, _ in match.log or ()
    ]


HOOKS = {
    "hand": {"arrive": told("came", "{from}"), "leave": told("went", "{to}")},
    "field": {"arrive": told("came", "{from}"), "leave": told("went", "{to}")},
}


def to_hand(*names: str) -> dict:
    return {"type": "move", "target": [named(name) for name in names], **HAND}


def test_arrive_and_leave_run_at_every_move_between_zones(tmp_path):
    home = {"type": "move", "target": named("ox"), "to": "box"}
    match = begin(tmp_path, to_hand("ox", "wolf"), *put("ox"), *put("ox"), home, zones=HOOKS)
    you = match.players_from(0)[0] - 1
    assert lines(match) == [
        ("came", "ox", you, "box"),
        ("came", "wolf", you, "box"),
        ("went", "ox", you, "field"),
        ("came", "ox", None, "hand"),
        ("went", "ox", None, "box"),
    ]
    journal_replays(match)


def test_cards_that_are_made_arrive(tmp_path):
    create = {"type": "create", "id": "new", "card": "t.beast.pup", "amount": 2, **HAND}
    match = begin(tmp_path, create, add("{new.count}"), zones=HOOKS)
    assert [line[:2] for line in lines(match)] == [("came", "pup")] * 2
    assert lines(match)[0][3] == "nowhere"
    assert value(match, "total") == 2


def test_arrive_may_ask_and_the_move_goes_on_after_the_answer(tmp_path):
    ask = {
        "type": "choose",
        "ask": "{player}",
        "prompt": "wait",
        "auto": False,
        "options": [{"id": "stay"}, {"id": "go", "do": [
            {"type": "move", "target": "{card}", "to": "field"}]}],
    }  # fmt: skip
    take = {**to_hand("ox", "wolf", "bear"), "id": "taken"}
    match = begin(tmp_path, take, add("{taken.moved.count}"), zones={"hand": {"arrive": [ask]}})
    for pick in (0, 1, 0):
        check(match)
        match.answer(match.pending[0].seat, (pick,))
    assert lying(match, "hand", 1) == ["ox", "bear"]
    assert lying(match, "field") == ["wolf"]
    assert value(match, "total") == 3  # all of them came to lie there
    journal_replays(match)


def test_what_leaves_on_the_way_does_not_arrive(tmp_path):
    """Leaving the field sends the card away from where it was going."""
    zones = {
        "field": {"leave": [{"type": "move", "target": "{card}", "to": "box"}]},
        "hand": {"arrive": told("came", "{from}")},
    }
    match = begin(tmp_path, *put("ox"), to_hand("ox"), zones=zones)
    assert lying(match, "hand", 1) == []
    assert lines(match) == []


def test_zones_that_send_a_card_round_in_circles_are_stopped(tmp_path):
    zones = {
        "field": {"arrive": [{"type": "move", "target": "{card}", "to": "hand", "of": FIRST}]},
        "hand": {"arrive": [{"type": "move", "target": "{card}", "to": "field"}]},
    }
    with pytest.raises(ActionFailed, match="deep"):
        begin(tmp_path, *put("ox"), zones=zones)


def test_a_move_into_a_full_zone_does_not_happen(tmp_path):
    take = {**to_hand("ox", "wolf", "bear"), "id": "taken"}
    zones = {"hand": {"max": 2}}
    match = begin(tmp_path, take, add("{taken.moved.count}"), zones=zones)
    assert lying(match, "hand", 1) == ["ox", "wolf"]
    assert value(match, "total") == 2
    assert "bear" in lying(match, "box")


def test_what_a_full_zone_does_not_take_overflows(tmp_path):
    zones = {
        "hand": {"max": "{owner.mana} - 4", "overflow": "discard"},  # 1
        "discard": {"max": 1, "overflow": "field", "arrive": told("came", "{from}")},
    }
    take = {**to_hand("ox", "wolf", "bear"), "id": "taken"}
    match = begin(tmp_path, take, add("{taken.moved.count}"), zones=zones)
    found = [lying(match, "hand", 1), lying(match, "discard", 1), lying(match, "field")]
    assert found == [["ox"], ["wolf"], ["bear"]]
    assert value(match, "total") == 1
    assert [line[:2] for line in lines(match)] == [("came", "wolf")]


def test_a_card_that_lies_in_a_full_zone_moves_within_it(tmp_path):
    back = {"type": "move", "target": named("wolf"), **HAND, "position": 1}
    match = begin(tmp_path, to_hand("ox", "wolf"), back, zones={"hand": {"max": 2}})
    assert lying(match, "hand", 1) == ["wolf", "ox"]


def test_a_created_card_for_which_there_is_no_room_is_gone(tmp_path):
    create = {"type": "create", "id": "new", "card": "t.beast.pup", "amount": 3, **HAND}
    match = begin(tmp_path, create, add("{new.count}"), zones={"hand": {"max": 1}})
    assert lying(match, "hand", 1) == ["pup"]
    assert value(match, "total") == 1
    assert len(match.cards) == len(CARDS) + 1


ONLY = {"hand": {"holds": "{it.kind} == beast and {it.size} < 3"}}


@pytest.mark.parametrize(
    "wrong",
    [
        to_hand("ox"),
        {"type": "create", "card": "t.spell.bolt", **HAND},
        {"type": "copy", "target": named("ox"), **HAND},
    ],
)
def test_a_card_that_cannot_lie_in_a_zone_is_a_problem_of_the_action(tmp_path, wrong):
    with pytest.raises(ActionFailed, match=r"cannot lie in hand"):
        begin(tmp_path, wrong, zones=ONLY)


def test_a_card_cannot_become_one_that_cannot_lie_where_it_lies(tmp_path):
    turn = {"type": "transform", "target": named("wolf"), "into": "t.beast.ox"}
    with pytest.raises(ActionFailed, match=r"t.beast.ox cannot lie in hand"):
        begin(tmp_path, to_hand("wolf"), turn, zones=ONLY)


def test_cards_that_can_lie_in_a_zone_go_there(tmp_path):
    assert lying(begin(tmp_path, to_hand("wolf", "pup"), zones=ONLY), "hand", 1) == ["wolf", "pup"]


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ({"overflow": "field"}, "only what has a max overflows"),
        ({"max": 1, "overflow": "fild"}, "there is no zone 'fild'; did you mean field"),
        ({"max": 1, "overflow": "pile"}, "pile is a zone for each of something"),
        ({"holds": "{match.total} > 0"}, "holds asks for nothing but what is printed"),
        ({"holds": "{it.health} > 0"}, "a definition has no health"),
        ({"max": "{it.health}"}, "nothing is called {it.health} here"),
    ],
)
def test_what_is_wrong_with_a_zone_is_told_with_its_place(tmp_path, spec, problem):
    with pytest.raises(PackError, match=problem) as error:
        build(tmp_path, zones={"hand": spec}, **SECTIONS)
    assert "zones.hand" in str(error.value)


def test_where_no_zone_involved_has_rules_a_move_is_a_plain_line(tmp_path):
    """So nothing is slower than before in packs without such zones."""
    word = {"params": {}, "do": put("ox")}
    pack = build(tmp_path, define={"doables": {"out": word}}, zones=ONLY, **SECTIONS)
    assert pack.calls["out"].run is not None


def test_hidden_cards_are_dealt_anew_to_zones_that_hold_them(tmp_path):
    """Every seat knows what can lie in a zone: a bot that tries things out must, too."""
    zones = {"secret": {"of": "player", "see": "owner", "holds": "{it.kind} == spell"}}
    cards = [beast("ox", count=4), spell("bolt", count=3), spell("frost", count=3)]
    where = {"chooser": "cards", "zone": "box"}
    to_secret = {"type": "pick", "id": "s", "from": {**where, "where": "{it.kind} == spell"},
                 "amount": 2}  # fmt: skip
    match = begin(
        tmp_path,
        to_secret,
        {"type": "move", "target": "{s}", "to": "secret", "of": FIRST},
        {"type": "pick", "id": "h", "from": where, "amount": 6},
        {"type": "move", "target": "{h}", "to": "hand", "of": FIRST},
        cards=cards,
        zones=zones,
    )
    other = match.players_from(0)[1] - 1
    deals = [redeal(match, other, Random(seed)) for seed in range(30)]
    for deal in deals:
        check(deal)
        assert sorted(lying(deal, "hand", 1) + lying(deal, "secret", 1)) == sorted(
            lying(match, "hand", 1) + lying(match, "secret", 1)
        )
    assert len({tuple(lying(deal, "secret", 1)) for deal in deals}) > 2
    assert len({tuple(lying(deal, "hand", 1)) for deal in deals}) > 10


# -- scenarios -------------------------------------------------------------------------------------

TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}
ASKED = {"type": "definitionChooser", "ask": "{you}", "from": SMALL}
SCOUT = spell(
    "scout",
    on_play(let("found", ASKED), {"type": "create", "card": "{found.first}", "to": "hand",
                                  "of": "{you}"}),
)  # fmt: skip
CALL = spell(
    "call",
    on_play(
        {
            "type": "choose",
            "ask": "{you}",
            "prompt": "call",
            "options": [
                {
                    "id": "summon",
                    "each": SMALL,
                    "do": [{"type": "create", "card": "{summon}", "to": "field"}],
                }
            ],
        }
    ),
)


@pytest.fixture
def scenario(tmp_path) -> Callable[..., list[str]]:
    """Plays a scenario of a match in which the first player may play a card at a time."""
    turns = {"type": "loop", "id": "t", "target": [FIRST, FIRST, FIRST], "do": [TURN]}
    players = {"type": "let", "id": "all", "value": {"chooser": "players"}}
    first = {"type": "set", "of": "{match}", "field": "startPlayer", "amount": "{all.first}"}
    zones = {
        "field": {"max": 2, "holds": "{it.kind} == beast", "arrive": [add(1)]},
        "deck": {"lay": [{"type": "move", "target": "{card}", "to": "discard", "of": "{player}"}]},
    }
    pack = build(
        tmp_path,
        main=[players, first, TICK, turns],
        cards=[*CARDS, SCOUT, CALL, beast("egg", count=0)],
        properties=PROPERTIES,
        zones=zones,
        fields={"match": {"last": {"type": "definition"}}},
        define={
            "values": {
                "lastOne": {"value": "{match.last}"},
                "small": {"value": SMALL},
                "sizeOf": {"params": {"what": "definition"}, "value": "{what.size}"},
            }
        },
    )

    def run(given: dict, when: Sequence[dict] = (), **then: Any) -> list[str]:
        given = {"at": "onTick", "match": {"startPlayer": 0}, **given}
        played = {"name": "s", "given": given, "when": list(when), "then": then or {"over": False}}
        return [str(failure) for failure in Player(pack, played).play()]

    return run


HELD = {"players": [{"hand": ["scout", "call"]}]}
PLAY = {"choose": "play", "card": "scout"}


def test_scenarios_pick_definitions_by_name(scenario):
    when = [PLAY, {"by": 0, "pick": "bear"}]
    assert not scenario(HELD, when, **{"players.0.hand": ["call", "bear"]})


def test_scenarios_choose_definitions_in_menus_by_name(scenario):
    call = {"choose": "play", "card": "call"}
    when = [call, {"choose": "summon", "definition": "wolf"}]
    assert not scenario(HELD, when, **{"zones.field": ["wolf"], "match.total": 1})
    when = [call, {"refused": "summon ox"}]
    assert not scenario(HELD, when, offered={"has": ["summon bear"]})


def test_facts_of_scenarios_are_told_definitions_by_name(scenario):
    given = {"match": {"startPlayer": 0, "last": "wolf"}}
    then = {
        "match.last": "wolf",
        "values.lastOne": "t.beast.wolf",
        "values.small": ["wolf", "bear"],
        "values.sizeOf": {"with": {"what": "ox"}, "is": 3},
    }
    assert not scenario(given, **then)
    (failure,) = scenario(given, **{"match.last": "ox"})
    assert 'expected "ox", found "wolf"' in failure


def test_scenarios_lay_out_cards_of_which_no_copies_are_dealt(scenario):
    given = {"zones": {"field": ["egg", "egg"]}, "cards": {"egg#2": {"health": 4}}}
    assert not scenario(given, **{"zones.field": ["egg", "egg"], "cards.egg#2.health": 4})


def test_cards_of_a_scenario_arrive_or_are_laid_as_their_zone_says(scenario):
    assert not scenario({"zones": {"field": ["wolf", "ox"]}}, **{"match.total": 2})
    assert not scenario({"players": [{"deck": ["ox"]}]}, **{"players.0.discard": ["ox"]})


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (["ox", "wolf", "bear"], "2 belongs here at most, not 3"),
        (["bolt"], "bolt cannot lie in field"),
    ],
)
def test_a_scenario_gives_zones_what_they_take(scenario, cards, problem):
    (failure,) = scenario({"zones": {"field": cards}})
    assert problem in failure


# -- what nobody means -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "harmful",
    [
        {"type": "create", "card": "t.beast.pup", "amount": 10**9, "to": "field"},
        {"type": "create", "card": "t.beast.pup", "amount": "0 - 5", "to": "field"},
        {"type": "create", "card": "{match.total}", "to": "field"},
        {"type": "create", "card": "t.beast.pup", "to": "hand", "of": "{none.first}"},
        {"type": "transform", "target": [FIRST, "{none.first}"], "into": "t.beast.pup"},
        {"type": "transform", "target": {"chooser": "cards"}, "into": "{match.total}"},
        {"type": "copy", "target": {"chooser": "cards"}, "to": "field", "position": 10**9},
        {"type": "move", "target": {"chooser": "cards"}, "to": "field", "position": "0 - 10"},
        {"type": "move", "target": {"chooser": "cards"}, "before": "{none.first}"},
        {"type": "move", "target": {"chooser": "cards"}, "after": FIRST},
        {"type": "move", "target": FIRST, "after": {"chooser": "cards"}},
        add({"type": "count", "of": {"chooser": "neighbours", "of": FIRST}}),
        {"type": "loop", "times": 9, "do": [
            {"type": "copy", "target": {"chooser": "cards"}, "to": "field"}]},
    ],
)  # fmt: skip
def test_whatever_is_written_a_match_stands(tmp_path, harmful):
    """It does something sensible, or the action fails and is undone."""
    none = let("none", {"chooser": "cards", "where": "{it} == 0"})
    menu = {**WAIT, "options": [{"id": "go"}, {"id": "harm", "do": [none, harmful]}]}
    try:
        turns = {"type": "loop", "times": 3, "do": [menu]}
        match = start(tmp_path, turns, **SECTIONS)
    except PackError:
        return  # it is refused, which is as well
    for _ in range(3):
        try:
            match.answer(match.pending[0].seat, (1,))
        except (ActionFailed, IllegalAnswer):
            match.answer(match.pending[0].seat, (0,))
        check(match)
    assert len(match.cards) <= len(CARDS) + MAX_CREATED
