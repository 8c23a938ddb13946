"""The words that make cards and place them: definitions, create, copy, transform, places, zones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tiny import beast, build, entity, on_play, play, spell, start, value

from rules.ground.errors import PackError
from rules.playing.invariants import check, journal_replays
from rules.running.match import Match
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
