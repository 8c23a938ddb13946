"""Editing a card place by place: what belongs where, what fits there, and every change a copy."""

import json

import pytest

from rules.language.schema import ASKING, TYPES, WORDS
from rules.pack import load_pack
from rules.workshop import helping
from rules.workshop.completion import Fitting
from rules.workshop.editing import PARTS, Tree, root_type
from rules.workshop.headings import parse_heading

CARD = "base.treasure.common.bash"
GAMES = ("chrono", "duel", "race", "kingdoms")
NAMES = ("type", "chooser", "id", "kind", "comment")  # what says what stands there, not a place


@pytest.fixture(scope="module")
def packs():
    return {name: load_pack(f"mygame/world/packs/{name}") for name in GAMES}


@pytest.fixture(scope="module")
def chrono(packs):
    return packs["chrono"]


def paths(node, path=()):
    """Every path into some JSON."""
    yield path
    inner = node.items() if isinstance(node, dict) else ()
    for key, each in enumerate(node) if isinstance(node, list) else inner:
        yield from paths(each, (*path, key))


def names_at(pack, source, *path, language="en"):
    tree = Tree(pack, source)
    return [fit.name for fit in Fitting(tree, language).completions_at(tree.slot_at(path))]


# -- what belongs where


@pytest.mark.parametrize("name", GAMES)
def test_of_every_place_of_every_card_it_is_known_what_belongs_there(packs, name):
    unknown = []
    for card in packs[name].cards:
        tree = Tree(packs[name], card.source)
        for path in paths(tree.source):
            if path and path[-1] not in NAMES and "description" not in path:
                try:
                    slot = tree.slot_at(path)
                except KeyError:
                    unknown.append((card.id, path))
                else:
                    unknown += [(card.id, path)] if slot.type == "json" else []
    assert unknown == []


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_on_a_card_is_among_what_fits_there(packs, name):
    """Words and names that authors use are offered at the places where they use them."""
    missing, looked = [], 0
    for card in packs[name].cards:
        tree = Tree(packs[name], card.source)
        fitting = Fitting(tree, "en")
        for path in paths(tree.source.get("behaviors", [])):
            if path and path[-1] in NAMES:
                continue
            slot = tree.slot_at(("behaviors", *path))
            word = slot.value.get("type") if isinstance(slot.value, dict) else None
            if slot.type == "doable" and word is not None:
                looked += 1
                missing += (
                    []
                    if word in [fit.name for fit in fitting.completions_at(slot)]
                    else [(card.id, word)]
                )
            elif slot.type in ("event", "zone", "timing") and isinstance(slot.value, str):
                looked += 1
                known = {fit.value for fit in fitting.completions_at(slot)}
                aliased = packs[name].declarations.event(slot.value) or packs[
                    name
                ].declarations.timing(slot.value)
                missing += [] if slot.value in known or aliased else [(card.id, slot.value)]
    assert looked > 20
    assert missing == []


def test_a_card_has_places_for_what_its_kind_can_have_printed(chrono):
    tree = Tree(chrono, chrono.card(CARD).source)
    inside = {slot.name: slot for slot in tree.slots_inside(tree.slot_at(()))}
    assert inside["manaCost"].type == "whole"
    assert inside["school"].param.domain == ("none", "fire", "frost", "arcane")
    assert not inside["casts"].is_filled
    assert "health" not in inside  # of another kind


def test_a_word_has_places_for_its_parameters_and_says_which_are_missing(chrono):
    tree = Tree(chrono, {"id": CARD, "behaviors": [{"at": "onPlay", "do": [{"type": "damage"}]}]})
    inside = {
        slot.name: slot for slot in tree.slots_inside(tree.slot_at(("behaviors", 0, "do", 0)))
    }
    assert inside["amount"].is_required
    assert not inside["target"].is_required
    assert inside["target"].type == "cards"


def test_older_forms_are_edited_in_the_present_one(chrono):
    tree = Tree(
        chrono, {"id": CARD, "behaviors": [{"at": "onPlay", "do": "dealDamage", "amount": 3}]}
    )
    path = ("behaviors", 0, "do", 0, "triggers", 0, "do", 0, "amount")
    assert tree.slot_at(path).value == 3


@pytest.mark.parametrize(
    ("address", "type"),
    [
        ("card:x.y", "printed"),
        ("entry:main", "doables"),
        ("entry:define.doables.damage", "define"),
        ("entry:fields.player.mana", "json"),
        ("file:RULES.md", "json"),
    ],
)
def test_what_belongs_at_an_address(address, type):
    assert root_type(address) == type


# -- what fits


def test_only_what_fits_is_offered(chrono):
    source = chrono.card(CARD).source
    at = ("behaviors", 0)
    assert {"onPlay", "always", "undercurrent"} <= set(names_at(chrono, source, *at, "at"))
    doables = names_at(chrono, source, *at, "do")
    assert {"damage", "drawCard", "if", "set"} <= set(doables)
    assert not {"HasWand", "monsters", "count"} & set(doables)
    conditions = names_at(chrono, source, *at, "do", 0, "condition")
    assert {"HasWand", "And"} <= set(conditions)
    assert not {"damage", "monsters"} & set(conditions)
    targets = names_at(chrono, source, *at, "do", 0, "do", 0, "target")
    assert {"monsters", "monsterChooser"} <= set(targets)
    assert not {"players", "playerChooser", "rivals"} & set(targets)


def test_what_cards_use_most_comes_first(chrono):
    assert names_at(chrono, chrono.card(CARD).source, "behaviors", 0, "do")[0] == "damage"


def test_references_know_what_is_around_them(chrono):
    doable = {"type": "drawCard", "amount": 1, "id": "dc"}
    inner = {"type": "if", "condition": {"type": "AlwaysTrue"}, "do": []}
    trigger = {"event": "onDefeat", "do": [{"type": "damage", "amount": 1}]}
    later = {"type": "addTriggers", "triggers": [trigger]}
    source = {"id": CARD, "behaviors": [{"at": "onPlay", "do": [doable, inner, later]}]}
    do = ("behaviors", 0, "do")
    players = names_at(chrono, source, *do, 0, "target")
    assert {"{you}", "{onPlay.playerUUID}"} <= set(players)
    amount = names_at(chrono, source, *do, 2, "triggers", 0, "do", 0, "amount")
    assert {"{you.mana}", "{you.hand.count}", "{this.manaCost}"} <= set(amount)
    target = names_at(chrono, source, *do, 2, "triggers", 0, "do", 0, "target")
    assert "{onDefeat.monsterUUID}" in target
    assert "{onDefeat.monsterUUID}" not in names_at(chrono, source, *do, 0, "target")


def test_what_is_put_in_can_be_compiled_or_says_what_is_missing(chrono):
    """A word comes with what it must be given, as far as that can be guessed."""
    tree = Tree(chrono, {"id": CARD, "behaviors": [{"at": "onPlay", "do": []}]})
    fits = {
        fit.name: fit.value
        for fit in Fitting(tree, "en").completions_at(tree.slot_at(("behaviors", 0, "do")))
    }
    assert fits["damage"] == {"type": "damage", "amount": 1}
    assert fits["if"] == {"type": "if", "condition": {"type": "AlwaysTrue"}, "do": []}


# -- help


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_word_of_the_engine_and_every_type_has_its_help(language):
    lines = helping.help_lines(language)
    for family, table in {**WORDS, "asking": ASKING}.items():
        for name, word in table.items():
            told = (
                lines.get("words", {}).get(family, {}).get(name) if language == "zh" else word.doc
            )
            assert told, f"{family} {name} has no help in {language}"
    for type in (*TYPES, "printed", "behaviors", "doable", "modifiable", "at", *PARTS):
        if type != "always":
            assert type in lines["types"] or (language == "en" and type in TYPES), type


def test_bare_words_and_events_have_help_in_the_language(chrono):
    assert helping.help_lines("zh")["names"].keys() == helping.help_lines("en")["names"].keys()
    trigger = {"event": "onDefeat", "when": "after", "mode": "once", "do": []}
    behavior = {"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [trigger]}]}
    tree = Tree(chrono, {"id": CARD, "behaviors": [behavior]})
    place = ("behaviors", 0, "do", 0, "triggers", 0)
    for language, once in (("zh", "只等下一次"), ("en", "the next time only")):
        fitting = Fitting(tree, language)
        modes = {
            fit.name: fit.help for fit in fitting.completions_at(tree.slot_at((*place, "mode")))
        }
        assert modes["once"] == once
        assert all(modes.values())
        assert not any("{" in told for told in modes.values())
    events = {fit.name: fit.help for fit in fitting.completions_at(tree.slot_at((*place, "event")))}
    assert "UUID" not in events["onDefeat"]


def test_help_tells_of_nothing_that_is_not_there():
    lines = helping.help_lines("zh")
    known = {**WORDS, "asking": ASKING}
    assert {f: [n for n in table if n not in known[f]] for f, table in lines["words"].items()} == {
        family: [] for family in known
    }


# -- changes


def test_a_change_leaves_what_it_was_made_from_as_it_was(chrono):
    source = chrono.card(CARD).source
    before = json.dumps(source)
    tree = Tree(chrono, source)
    put = tree.with_value(("manaCost",), 7)
    more = tree.with_inserted(("behaviors", 0, "do"), {"type": "finish"})
    less = tree.without_value(("behaviors", 0, "do", 0, "elsedo"))
    assert put["manaCost"] == 7
    assert more["behaviors"][0]["do"][-1] == {"type": "finish"}
    assert "elsedo" not in less["behaviors"][0]["do"][0]
    assert json.dumps(source) == before


def test_items_of_a_list_are_moved_no_further_than_its_ends(chrono):
    tree = Tree(chrono, {"id": CARD, "behaviors": [1, 2, 3]})
    assert tree.with_moved(("behaviors", 0), 1)["behaviors"] == [2, 1, 3]
    assert tree.with_moved(("behaviors", 0), -1)["behaviors"] == [1, 2, 3]
    assert tree.with_moved(("behaviors", 1), 9)["behaviors"] == [1, 3, 2]
    with pytest.raises(KeyError):
        tree.with_moved(("id",), 1)


# -- headings


@pytest.mark.parametrize(
    ("typed", "names", "kind", "facts", "rest"),
    [
        (
            "霜火花 2 冰霜：造成3点伤害。",
            {"zh": "霜火花", "en": "霜火花"},
            "treasure",
            {"manaCost": 2, "school": "frost"},
            "造成3点伤害。",
        ),
        (
            "霜火花 / Frost Spark 2 frost common: Deal 3 damage.",
            {"zh": "霜火花", "en": "Frost Spark"},
            "treasure",
            {"manaCost": 2, "school": "frost", "rarity": "common"},
            "Deal 3 damage.",
        ),
        ("Bash", {"zh": "Bash", "en": "Bash"}, "treasure", {}, ""),
        ("2", {"zh": "2", "en": "2"}, "treasure", {}, ""),
    ],
)
def test_a_card_begins_with_its_name_and_what_is_printed_on_it(
    chrono, typed, names, kind, facts, rest
):
    guessed = True  # nothing says the kind
    assert parse_heading(chrono, typed) == (names, kind, facts, rest, guessed)


def test_numbers_are_the_properties_that_most_cards_of_the_kind_have(packs):
    found = parse_heading(packs["duel"], "小猫 / Kitten minion 2 3 4: Taunt.")
    assert found.kind == "minion"
    assert not found.guessed
    assert found.facts == {"manaCost": 2, "attack": 3, "health": 4}
