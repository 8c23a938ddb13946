"""Cards as they are printed: definitions as values."""

from __future__ import annotations

import pytest
from herd import (
    CARDS,
    FIRST,
    PROPERTIES,
    SECTIONS,
    SMALL,
    add,
    begin,
    let,
    named,
)
from tiny import beast, build, value

from rules.ground.errors import PackError
from rules.pack.versions import change_of_cards, next_version
from rules.playing import bots
from rules.running.match import Match
from rules.telling.text import Text

LARGE = "{it.kind} == beast and {it.size} > {match.total}"


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


@pytest.mark.parametrize(("above", "count"), [(1, 3), (2, 1)])
@pytest.mark.parametrize("where", [LARGE, {"type": "And", "conditions": LARGE.split(" and ")}])
def test_what_is_printed_is_asked_beside_what_the_match_knows(tmp_path, where, above, count):
    found = {"type": "count", "of": {"chooser": "definitions", "where": where}}
    assert value(begin(tmp_path, add(above), add(found)), "total") == above + count


def test_each_version_of_a_pack_has_definitions_of_its_own(tmp_path):
    of_two = {"chooser": "definitions", "where": "{it.size} == 2"}
    old = begin(tmp_path, add({"type": "count", "of": of_two})).game
    card = next(card for card in old.cards if card.facts["size"] != 2)
    new = next_version(old, change_of_cards(old, {card.id: {**card.source, "size": 2}}))
    totals = [value(Match.new(pack, 2, 1), "total") for pack in (old, new, old)]
    assert totals == [totals[0], totals[0] + 1, totals[0]]


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
    assert Text(match.game, "en").option(choice.options[1], match) == "bear"
    match.answer(choice.seat, (1,))
    assert value(match, "total") == 2


@pytest.mark.parametrize(("name", "picks"), [("wolf", (0,)), ("bear", (1,))])
def test_bots_prefer_definitions_by_what_is_printed_on_them(tmp_path, name, picks):
    asked = {"type": "definitionChooser", "ask": FIRST, "from": SMALL, "sort": "size"}
    wanted = f"{{it.size}} if {{it.id}} == t.beast.{name} else 0"
    bot = {"worth": "{it.score}", "prefer": {"definition": wanted}}
    match = begin(tmp_path, let("found", asked), add("{found.first.size}"), bot=bot)
    assert bots.make_bot("greedy", 1).choose(match, match.pending[0].seat) == picks


def test_a_prompt_that_asks_for_cards_and_definitions_prefers_both(tmp_path):
    of_both = [
        let("found", {"type": f"{kind}Chooser", "ask": FIRST, "from": pool, "prompt": "find"})
        for kind, pool in (("definition", SMALL), ("card", {"chooser": "cards"}))
    ]
    pack = build(tmp_path, main=of_both, bot={"prefer": {"find": "{it.size}"}}, **SECTIONS)
    assert set(pack.program.bots.preferences) == {("find", "definition", ""), ("find", "card", "")}


def test_what_bots_prefer_of_definitions_is_printed_on_them(tmp_path):
    asked = let("found", {"type": "definitionChooser", "ask": FIRST, "from": SMALL})
    bot = {"prefer": {"definition": "{it.health}"}}
    with pytest.raises(PackError, match="a definition has no health"):
        build(tmp_path, main=[asked], bot=bot, **SECTIONS)


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
    egg = match.program.catalogue.card("t.beast.egg")
    assert Text(match.game, "en").facts(egg)["becomes"] == "t.beast.wolf"


def test_a_property_that_is_a_definition_is_the_id_of_a_card(tmp_path):
    properties = {**PROPERTIES, "becomes": {"kind": "beast", "type": "definition"}}
    with pytest.raises(PackError, match=r"no card has the id t\.beast\.cat"):
        build(tmp_path, cards=[beast("egg", becomes="t.beast.cat")], properties=properties)
