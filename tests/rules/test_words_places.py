"""Places of cards, and zones that know what comes and goes."""

from __future__ import annotations

from random import Random

import pytest
from herd import (
    CARDS,
    FIRST,
    HAND,
    SECTIONS,
    add,
    begin,
    let,
    lying,
    named,
    put,
)
from tiny import beast, build, spell, value

from rules.ground.errors import ActionFailed, PackError
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running.match import Match

# -- places ----------------------------------------------------------------------------------------


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
        ({"chooser": "neighbours"}, "wolf", "ox bear"),
        ({"chooser": "neighbours"}, "ox", "wolf"),
        ({"chooser": "leftOf"}, "wolf", "ox"),
        ({"chooser": "leftOf"}, "ox", ""),
        ({"chooser": "rightOf"}, "wolf", "bear"),
        ({"chooser": "rightOf"}, "bear", ""),
        ({"chooser": "neighbours"}, "pup", ""),
    ],
)
def test_neighbours_lie_beside_a_card_in_its_zone(tmp_path, chooser, of, found):
    gone = {"type": "move", "target": named("pup"), "to": "nowhere"}
    aside = {"type": "move", "target": {**chooser, "of": named(of)}, **HAND}
    assert lying(begin(tmp_path, gone, *ROW, aside), "hand", 1) == found.split()


# -- places of cards that have left ----------------------------------------------------------------


def heir(of: str, count: int = 1) -> dict:
    """Make pups and put them where a beast of that name stood."""
    return {
        "type": "loop",
        "id": "e",
        "target": f"{{{of}}}",
        "do": [
            {"type": "create", "id": "new", "card": "t.beast.pup", "to": "box", "amount": count},
            {"type": "move", "target": "{new}", "inPlaceOf": "{e.target}"},
        ],
    }


def die(*names: str) -> dict:
    return {"type": "move", "target": [f"{{{name}}}" for name in names], "to": "box"}


def comes(name: str, **where: object) -> dict:
    return {"type": "move", "target": f"{{{name}}}", **(where or {"to": "field"})}


@pytest.mark.parametrize(
    ("deeds", "row"),
    [
        ([die("ox"), heir("ox")], "pup wolf bear"),
        ([die("bear"), heir("bear")], "ox wolf pup"),
        ([die("ox", "bear"), heir("ox"), heir("bear")], "pup wolf pup"),
        ([die("ox", "bear"), heir("bear"), heir("ox", 2)], "pup pup wolf pup"),
        ([die("wolf"), die("ox"), heir("wolf")], "pup bear"),  # whoever else left
        (
            [die("wolf"), die("ox"), heir("wolf"), comes("ox", before="{bear}"), heir("wolf")],
            "pup pup ox bear",
        ),
        ([die("bear"), comes("bolt"), heir("bear")], "ox wolf pup bolt"),  # ... or came
        ([die("wolf", "ox"), comes("ox"), heir("wolf"), heir("ox")], "pup bear ox"),  # not gone
        ([die("ox"), comes("ox"), die("ox"), heir("ox")], "wolf bear pup"),  # where it stood last
        ([die("ox", "wolf", "bear"), heir("bear"), heir("wolf", 2), heir("ox")], "pup pup pup pup"),
        ([die("wolf"), heir("wolf"), heir("bear")], "ox pup bear"),  # the bear has not left
    ],
)
def test_heirs_stand_where_cards_stood_among_those_still_there(tmp_path, deeds, row):
    lets = [let(name, named(name)) for name in ("ox", "wolf", "bear")]
    bolt = let("bolt", {**named("bolt"), "where": "{it.id} == t.spell.bolt"})
    match = begin(tmp_path, *ROW, *lets, bolt, {"type": "keepPlaces"}, *deeds)
    assert lying(match, "field") == row.split()


def test_neighbours_that_have_both_left_have_places_of_their_own(tmp_path):
    swap = [die("wolf", "bear"), comes("ox", inPlaceOf="{bear}"), comes("pup", inPlaceOf="{wolf}")]
    lets = [let(name, named(name)) for name in ("ox", "wolf", "bear", "pup")]
    match = begin(tmp_path, *ROW, *lets, {"type": "keepPlaces"}, *swap)
    assert lying(match, "field") == ["pup", "ox"]


def test_a_full_zone_takes_no_heir(tmp_path):
    zones = {"field": {"see": "all", "max": 3, "overflow": "nowhere"}}
    lets = [let(name, named(name)) for name in ("ox", "wolf", "bear")]
    bolt = let("bolt", {**named("bolt"), "where": "{it.id} == t.spell.bolt"})
    deeds = [die("wolf"), comes("bolt"), heir("wolf")]
    match = begin(tmp_path, *ROW, *lets, bolt, {"type": "keepPlaces"}, *deeds, zones=zones)
    assert lying(match, "field") == ["ox", "bear", "bolt"]


def test_places_are_kept_until_the_outermost_word_ends_that_keeps_them(tmp_path):
    dies = {
        "params": {"who": "cards"},
        "do": [{"type": "keepPlaces"}, {"type": "move", "target": "{who}", "to": "box"}],
    }
    inner = {"type": "dies", "who": "{wolf}"}
    lets = [let("wolf", named("wolf"))]
    defined = {"define": {"doables": {"dies": dies}}}
    kept = begin(tmp_path, *ROW, *lets, {"type": "keepPlaces"}, inner, heir("wolf"), **defined)
    assert lying(kept, "field") == ["ox", "pup", "bear"]
    gone = begin(tmp_path / "gone", *ROW, *lets, inner, heir("wolf"), **defined)
    assert lying(gone, "field") == ["ox", "bear"]
    assert gone.gaps is None


def test_places_are_part_of_a_match(tmp_path):
    menu = {"type": "choose", "ask": FIRST, "prompt": "x", "auto": False, "options": [{"id": "go"}]}
    lets = [let("wolf", named("wolf")), {"type": "keepPlaces"}, die("wolf")]
    match = begin(tmp_path, *ROW, *lets, menu, heir("wolf"))
    for other in (match, match.clone(), Match.load(match.game, match.save())):
        assert other.gaps
        other.answer(other.pending[0].seat, (0,))
        assert lying(other, "field") == ["ox", "pup", "bear"]


# -- zones -----------------------------------------------------------------------------------------


def told(message: str, zone: str) -> list[dict]:
    """Doables of a zone that write a line."""
    given = {"card": "{card}", "who": "{player}", "zone": zone}
    return [{"type": "log", "message": message, "with": given}]


def lines(match: Match) -> list[tuple]:
    """The log: message, card, player, zone."""
    return [
        (message, str(args[0][2]).rpartition(".")[2], *(each[2] for each in args[1:]))
        for message, args, *_ in match.log or ()
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


def test_a_card_that_arrives_knows_from_which_zone_and_whose_it_came(tmp_path):
    """What the card does then can hang on it, such as what is stolen from a hand."""
    stolen = {
        "type": "if",
        "condition": "{onCome.from} == hand and {onCome.from_whom} != {you}",
        "do": [add("10 + {onCome.from_whom.seat}")],
    }
    thief = beast("thief", {"at": "onCome", "do": [stolen]})
    context = {"from": "{from}", "from_whom": "{fromPlayer}"}
    come = {
        "type": "perform",
        "at": "onCome",
        "target": "{card}",
        "player": "{player}",
        "with": context,
    }
    zones = {"lair": {"of": "player", "see": "all", "arrive": [come]}}
    zones |= {"hand": {"leave": [*told("went", "{to}"), add("100 * {toPlayer.seat}")]}}
    timings = {"onCome": {"context": {"from": "symbol", "from_whom": "player"}}}
    second = "{match.startPlayer.next}"
    moves = [
        {"type": "move", "target": named("thief"), "to": "lair", "of": second},
        {"type": "move", "target": named("thief"), **HAND},
        {"type": "move", "target": named("thief"), "to": "lair", "of": second},
    ]
    match = begin(tmp_path, *moves, cards=[thief], zones=zones, timings=timings)
    assert value(match, "total") == 110


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
        check_invariants(match)
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


HEEDED = {"heeds": "{it.id} in (t.beast.wolf, t.beast.bear)", "arrive": told("came", "{from}")}


def test_a_zone_that_heeds_some_cards_does_nothing_as_others_arrive(tmp_path):
    match = begin(tmp_path, to_hand("ox", "wolf"), to_hand("bear"), zones={"hand": HEEDED})
    assert lying(match, "hand", 1) == ["ox", "wolf", "bear"]
    assert [card for _, card, *_ in lines(match)] == ["wolf", "bear"]


@pytest.mark.parametrize(("name", "into", "came"), [("ox", "wolf", ["wolf"]), ("wolf", "ox", [])])
def test_a_zone_heeds_what_a_card_has_turned_into_on_the_way(tmp_path, name, into, came):
    turn = {"type": "transform", "target": "{card}", "into": f"t.beast.{into}"}
    zones = {"field": {"leave": [turn]}, "hand": HEEDED}
    match = begin(tmp_path, *put(name), to_hand(name), zones=zones)
    assert [card for _, card, *_ in lines(match)] == came


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
        ({"size": "{it.size}"}, "only where there is a max do the sizes of cards count"),
        ({"max": 9, "size": "{it.sise}"}, "a card has no sise; did you mean size"),
        ({"max": 1, "overflow": "fild"}, "there is no zone 'fild'; did you mean field"),
        ({"max": 1, "overflow": "pile"}, "pile is a zone for each of something"),
        ({"holds": "{match.total} > 0"}, "holds asks for nothing but what is printed"),
        ({"holds": "{it.health} > 0"}, "a definition has no health"),
        ({"heeds": "{it.size} > 2"}, "only what happens when a card arrives heeds"),
        ({"heeds": "{match.total} > 0", "arrive": []}, "heeds asks for nothing but what is print"),
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
    assert pack.program.units["word out"].codes[0].run is not None


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
        check_invariants(deal)
        assert sorted(lying(deal, "hand", 1) + lying(deal, "secret", 1)) == sorted(
            lying(match, "hand", 1) + lying(match, "secret", 1)
        )
    assert len({tuple(lying(deal, "secret", 1)) for deal in deals}) > 2
    assert len({tuple(lying(deal, "hand", 1)) for deal in deals}) > 10


def test_cards_can_be_put_into_an_order(tmp_path):
    back = {"chooser": "cards", "zone": "field", "by": "0 - {it.position}"}
    match = begin(tmp_path, *ROW, let("back", back), add("{back.first.position}"))
    assert value(match, "total") == 3
