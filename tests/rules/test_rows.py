"""Cards as rows of the state: dealt, made, copied, turned into others, gone, and spoken of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from created import CARDS, FIELDS, GO, go, gone, lasting_match, made, symbol, zone
from tiny import build, entity, spell, start, value

from rules.ground.errors import BudgetExceeded, RuleError
from rules.pack.cards import MAX_CARDS, MAX_COPIES
from rules.playing.invariants import check_invariants, journal_replays
from rules.running import machine, rows, symbols
from rules.running.match import Match
from rules.running.state import NOWHERE, ZONE, index_for, split_index
from rules.running.symbols import symbol_of
from rules.telling.text import Text

PLAYERS = 12  # the most of a pack
FIELDS_OF_A_CARD = 1_000  # more than anybody declares


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return start(tmp_path, cards=CARDS, fields=FIELDS)


@pytest.mark.parametrize("index", [0, 1, 500])
def test_what_is_about_a_card_is_its_alone_however_many_rows_there_are(index):
    most = MAX_CARDS * MAX_COPIES * PLAYERS * FIELDS_OF_A_CARD
    places = [index_for(each, card) for each in (index, index + 1) for card in (1, 1 << 20, most)]
    assert len(set(places)) == len(places)
    assert [split_index(place)[1] for place in places] == [1, 1 << 20, most] * 2
    assert split_index(index_for(index, most)) == (index, most)
    assert split_index(index) == (index, 0)


def asked() -> dict:
    """A question to the start player."""
    return {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "wait",
        "auto": False,
        "options": [{"id": "go"}],
    }


# -- numbers ---------------------------------------------------------------------------------------


def test_a_card_is_the_address_of_its_row_which_begins_with_its_definition(match):
    ox = entity(match, "ox")
    assert match.state[ox] == symbol(match, "ox") == match.program.symbol("t.beast.ox")
    assert match.state[ox + ZONE] == zone(match, "box")
    assert match.card_of(ox) is match.program.catalogue.card("t.beast.ox")
    assert [match.kind_of(number) for number in (0, 1, 3, ox, 4)] == [
        *("match", "player", "player", "beast", None)
    ]


def test_the_number_of_a_symbol_is_the_same_in_every_pack(tmp_path, match):
    other = build(tmp_path, name="other", cards=CARDS[::-1])
    assert (
        other.program.symbol("t.beast.ox")
        == match.program.symbol("t.beast.ox")
        == symbol_of("t.beast.ox")
    )
    assert 1 << 20 <= symbol_of("anything") < 1 << 30


def test_symbols_whose_numbers_collide_are_a_problem(monkeypatch):
    monkeypatch.setattr(symbols, "symbol_of", lambda name: 1 << 21 | len(name))
    words = symbols.Symbols()
    assert words.name_of(words.add_symbol("one")) == "one"
    with pytest.raises(RuleError, match="call two otherwise: its number is that of one"):
        words.add_symbol("two")


def test_things_are_sorted_by_a_symbol_in_the_order_of_the_pack(tmp_path):
    names = [f"s{number}" for number in range(9)]
    ask = {
        "type": "cardChooser",
        "ask": "{match.startPlayer}",
        "from": {"chooser": "cards", "where": "{it.kind} == spell"},
        "sort": "id",
    }
    match = start(
        tmp_path, {"type": "let", "id": "c", "value": ask}, cards=[spell(name) for name in names]
    )
    assert [
        match.card_id(option.entity).rpartition(".")[2] for option in match.pending[0].options
    ] == (names)


def test_a_field_of_one_name_has_one_place_on_cards_of_all_kinds(tmp_path):
    fields = {"spell": {"health": {"initial": 4}}}
    match = start(
        tmp_path,
        {
            "type": "set",
            "of": {"chooser": "cards", "where": "{it.health} > 0"},
            "field": "health",
            "mode": "add",
            "amount": 3,
        },
        cards=CARDS,
        fields=fields,
    )
    columns = match.program.layout.fields
    assert columns["beast", "health"].base == columns["spell", "health"].base
    assert [value(match, "health", entity(match, name)) for name in ("ox", "bolt")] == [10, 7]


@pytest.mark.parametrize("shared", [False, True])
def test_what_a_kind_lacks_reads_0_and_cannot_be_changed(tmp_path, shared, monkeypatch):
    """Whether fields of different kinds share their places or not."""
    monkeypatch.setattr("rules.running.state.SHARE", 1.0 if shared else 0.0)
    add = {"type": "set", "field": "total", "of": "{match}", "mode": "add"}
    cards = {"chooser": "cards", "where": "{it.id} == t.beast.ox"}
    change = {"type": "set", "of": cards, "field": "charges", "amount": 1}
    match = start(
        tmp_path,
        {
            "type": "loop",
            "id": "one",
            "target": cards,
            "do": [{**add, "amount": "{one.target.charges}"}],
        },
        {**add, "amount": "{match.shown.charges} + {match.shown.health}"},
        {**add, "amount": {"type": "sum", "of": {"chooser": "cards"}, "property": "charges"}},
        {**asked(), "options": [{"id": "change", "do": [change]}, {"id": "pass"}]},
        cards=CARDS,
        fields=FIELDS,
    )
    assert match.program.layout.shared is shared
    assert match.field("total") == 4  # of the two spells
    with pytest.raises(Exception, match="has no charges"):
        match.answer(0, (0,))


# -- created cards ---------------------------------------------------------------------------------


def test_a_created_card_lies_in_its_zone_as_at_the_beginning(match):
    bolt = made(match, "bolt", "pile")
    assert match.zones[zone(match, "pile")] == (bolt,)
    assert match.cards[-1] == bolt
    assert match.card_id(bolt) == "t.spell.bolt"
    assert (value(match, "charges", bolt), value(match, "aim", bolt)) == (2, 0)
    check_invariants(match)


def test_a_created_card_acts_and_is_chosen_like_any_other(tmp_path):
    ask = {"type": "cardChooser", "ask": "{match.startPlayer}", "from": {"chooser": "beasts"}}
    act = {"type": "perform", "at": "onArrive", "target": "{c}"}
    act["with"] = {"playerUUID": "{match.startPlayer}"}
    match = start(tmp_path, asked(), {"type": "let", "id": "c", "value": ask}, act, cards=CARDS)
    bears = [made(match, "bear"), made(match, "bear")]
    go(match)
    assert [option.entity for option in match.pending[0].options] == bears
    match.answer(0, (1,))
    assert match.field("total") == 7


def test_what_is_no_card_cannot_be_made_moved_or_turned(match):
    with pytest.raises(RuleError, match="no card of this game"):
        match.create(match.program.symbol("fire"), zone(match, "field"))
    for number in (0, 1, entity(match, "ox") + 1):
        with pytest.raises(RuleError, match="no card that could be moved"):
            match.move(number, zone(match, "field"))
    with pytest.raises(RuleError, match="cannot become"):
        match.transform(1, symbol(match, "ox"))


def test_there_are_only_so_many_created_cards(match, monkeypatch):
    monkeypatch.setattr(rows, "MAX_CREATED", 3)
    for _ in range(3):
        made(match, "ox")
    with pytest.raises(BudgetExceeded, match="more than 3 cards"):
        made(match, "ox")
    assert machine.MAX_CREATED > 1_000


def test_a_copy_is_a_new_card_with_or_without_what_became_of_the_other(match):
    ox = made(match, "ox")
    match.state[match.program.layout.fields["beast", "health"].base + ox] = 4
    plain, same = match.copy(ox, zone(match, "field")), match.copy(ox, zone(match, "field"), True)
    assert [value(match, "health", card) for card in (ox, plain, same)] == [4, 10, 4]
    assert match.zones[zone(match, "field")] == (ox, plain, same)
    check_invariants(match)


def test_copies_of_a_player_are_that_players(tmp_path):
    match = start(tmp_path, cards=[spell("own", count="$1"), spell("common")])
    own = match.copies_of(symbol(match, "own"))
    assert [match.owners.get(card) for card in own] == [1, 2]
    other = match.clone()
    copied, nobodys = match.copy(own[1], zone(match, "field")), made(match, "own")
    given = match.create(symbol(match, "own"), zone(match, "field"), 2)
    assert [match.owners.get(card) for card in (copied, nobodys, given)] == [2, None, 2]
    assert other.owners == dict(zip(own, (1, 2), strict=True))
    assert Match.load(match.game, match.save()).owners == match.owners


def test_a_transformed_card_stays_where_it_lies(match):
    ox = made(match, "ox")
    match.state[match.program.layout.fields["beast", "health"].base + ox] = 4
    match.transform(ox, symbol(match, "bear"), keep=True)
    assert (match.card_id(ox), value(match, "health", ox)) == ("t.beast.bear", 4)
    match.transform(ox, symbol(match, "ox"))
    assert (match.card_id(ox), value(match, "health", ox)) == ("t.beast.ox", 10)
    match.transform(ox, symbol(match, "bolt"), keep=True)
    assert (match.kind_of(ox), value(match, "charges", ox)) == ("spell", 2)
    assert match.zones[zone(match, "field")] == (ox,)
    check_invariants(match)


def test_what_a_transformed_card_keeps_is_within_its_limits(tmp_path):
    fields = {"spell": {"health": {"initial": 1, "min": 0, "max": 3}}}
    match = start(tmp_path, cards=CARDS, fields=fields)
    ox = made(match, "ox")
    match.transform(ox, symbol(match, "bolt"), keep=True)
    assert value(match, "health", ox) == 3


def test_what_a_card_did_while_it_lay_there_ends_when_it_becomes_another(tmp_path):
    lasting = {
        "type": "addTriggers",
        "triggers": [{"event": "onTick", "mode": "inPlay", "do": [{"type": "note", "amount": 1}]}],
    }
    match = lasting_match(tmp_path, lasting)
    bolt = entity(match, "bolt")
    assert match.attached == {bolt: tuple(match.triggers)}
    match.transform(bolt, symbol(match, "frost"))
    assert not match.attached
    assert not match.triggers
    assert not match.listeners


# -- what a match is -------------------------------------------------------------------------------


def test_clones_saves_and_hashes_know_created_cards(match):
    bear = made(match, "bear")
    match.transform(made(match, "ox"), symbol(match, "bolt"))
    gone(match)
    rows.collect_garbage(match)
    for copy in (match.clone(), Match.load(match.game, match.save())):
        assert copy.hash() == match.hash()
        assert (copy.cards, copy.spare, copy.dealt) == (match.cards, match.spare, match.dealt)
        copy.transform(bear, symbol(match, "ox"))
        assert copy.hash() != match.hash()
        assert match.card_id(bear) == "t.beast.bear"
    check_invariants(match)


def test_an_action_that_fails_takes_back_what_it_created(tmp_path, monkeypatch):
    fail = {"type": "set", "of": {"chooser": "beasts"}, "field": "charges", "amount": 1}
    options = [{"id": "fail", "do": [{"type": "roll"}, fail]}, {"id": "pass"}]
    match = start(tmp_path, {**asked(), "options": options}, cards=CARDS, fields=FIELDS)
    before = match.hash()
    monkeypatch.setattr(Match, "roll", lambda m, sides: made(m, "ox"))
    with pytest.raises(Exception, match="has no charges"):
        match.answer(0, (0,))
    assert not match.zones[zone(match, "field")]
    assert len(match.state) == match.dealt
    assert match.hash() != before  # without the option that fails


def test_a_journal_leads_to_the_same_created_cards(tmp_path, monkeypatch):
    """Dice make cards here, and put away the one before."""

    def roll(match: Match, sides: int) -> int:
        field = match.zones[zone(match, "field")]
        if field:
            match.move(field[0], NOWHERE)
        return made(match, "ox" if match.random(2) else "bear")

    monkeypatch.setattr(Match, "roll", roll)
    turn = [{"type": "roll"}, asked()]
    match = start(tmp_path, {"type": "while", "condition": True, "do": turn}, cards=CARDS)
    for _ in range(3 * rows.ENOUGH):
        match.answer(0, GO)
    assert len(match.state) < match.dealt + 2 * rows.ENOUGH * match.program.layout.width
    journal_replays(match)
    check_invariants(match)
    again = Match.new(match.game, 2, 1).follow(match.journal[:20])
    again = Match.load(match.game, again.save()).follow(match.journal)
    assert again.hash() == match.hash()


# -- what people see -------------------------------------------------------------------------------


def test_a_line_of_the_log_keeps_its_card_when_that_becomes_another(tmp_path):
    say = {"type": "log", "message": "said", "with": {"card": "{this}", "cards": ["{this}"]}}
    match = lasting_match(tmp_path, say, words={"en": {"log": {"said": "{card} and {cards}"}}})
    match.transform(entity(match, "bolt"), symbol(match, "ox"))
    line = match.log[-1]
    assert line.args == (
        ("card", "card", "t.spell.bolt"),
        ("cards", "cards", ("t.spell.bolt",)),
    )
    assert Text(match.game, "en").log(line, 0) == "bolt and bolt"


def test_a_created_card_is_seen_where_it_lies_and_nowhere_else(match):
    seen, hidden = made(match, "bear"), match.create(symbol(match, "frost"), zone(match, "hand", 2))
    shown = match.view(0)
    assert [card["uuid"] for card in shown["zones"]["field"]["cards"]] == [seen]
    assert shown["zones"]["field"]["cards"][0]["id"] == "t.beast.bear"
    assert shown["players"][1]["zones"]["hand"] == {"count": 1, "cards": []}
    own = match.view(1)["players"][1]["zones"]["hand"]["cards"]
    assert [(card["uuid"], card["manaCost"], card["charges"]) for card in own] == [(hidden, 1, 2)]
    match.transform(seen, symbol(match, "bolt"))
    assert match.view(0)["zones"]["field"]["cards"][0]["manaCost"] == 3
    check_invariants(match)


# -- catalogues ------------------------------------------------------------------------------------


def test_a_match_holds_the_cards_that_are_played_with(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "benchmarks"))
    catalogue = __import__("catalogue")
    large, small = (
        catalogue.played(catalogue.load_pack(catalogue.write(tmp_path / str(count), count)))
        for count in (200, catalogue.DECK)
    )
    assert len(large.cards) == len(small.cards) == 2 * catalogue.DECK
    assert len(large.state) == len(small.state)
    assert len(large.save()) < 1.1 * len(small.save())
    check_invariants(large)
    sys.modules.pop("catalogue", None)
