"""What a monster, a thing or a theme changes: expeditions with it and without it, of one seed."""

import json

import pytest

from rules.pack import load_pack, publisher
from rules.pack.files import WORLD
from rules.pack.publisher import Put
from rules.weighing import paired
from rules.workshop import templates


@pytest.fixture(scope="module")
def knave():
    return load_pack(WORLD / "knave")


def setups(pack, card_id):
    return paired.setups_of(pack, paired.card_tried(pack, f"card:{card_id}"))


def test_a_monster_is_met_at_its_theme_and_depth_by_a_knave_who_fits_it(knave):
    (setup,) = setups(knave, "knave.monster.cave_bear")
    assert setup.setting == 2
    assert setup.with_card["guests"] == ["knave.monster.cave_bear"]
    assert setup.with_card["theme"] == setup.without["theme"] == ["knave.theme.cave"]
    assert setup.with_card["startDepth"] == 3
    assert "knave.monster.cave_bear" not in setup.without["guests"]


def test_a_monster_of_all_themes_is_met_in_any(knave):
    (setup,) = setups(knave, "knave.monster.giant_rat")
    assert "theme" not in setup.with_card


def test_a_thing_is_owned_beside_what_fits_the_depth(knave):
    (setup,) = setups(knave, "knave.gear.sword")
    assert setup.with_card["bring"] == [{"trips": 1, "things": ["knave.gear.sword"]}]
    assert setup.without["bring"] == [{"trips": 1}]


def test_a_theme_is_tried_at_every_depth_against_the_others(knave):
    found = setups(knave, "knave.theme.cave")
    assert [setup.with_card["startDepth"] for setup in found] == [1, 2, 3, 4, 5]
    assert found[0].without["theme"] == [
        card.id for card in knave.cards if card.kind == "theme" and card.id != "knave.theme.cave"
    ]


def test_who_is_laid_in_is_there_and_pairs_are_told_with_their_margin(knave):
    card = paired.card_tried(knave, "card:knave.monster.goblin")
    pairs = [paired.play_pair(knave, card, number) for number in range(30)]
    assert None not in pairs
    assert pairs == [paired.play_pair(knave, card, number) for number in range(30)]
    found = paired.summarize(knave, pairs)
    assert found["pairs"] == 30
    home = found["measures"]["walkedHome"]
    assert home["gain"] == pytest.approx(home["with"] - home["without"], abs=0.11)
    assert home["margin"] > 0
    assert home["told"]["en"] == "walked home, of a hundred"
    assert found["settings"] == []


def test_a_deadlier_monster_is_told_as_such(knave):
    bat = knave.card("knave.monster.cave_bat").source | {"hitDice": 5, "die": 10, "armorPrinted": 6}
    text = json.dumps(bat)
    files = publisher.put_pieces(knave.sources, [Put("knave", "card:knave.monster.cave_bat", text)])
    pack = publisher.next_version(knave, files)
    card = paired.card_tried(pack, "card:knave.monster.cave_bat")
    found = paired.summarize(pack, [paired.play_pair(pack, card, n) for n in range(60)])
    home = found["measures"]["walkedHome"]
    assert home["gain"] < -home["margin"]


def test_a_theme_begun_from_the_template_has_no_mistakes_and_plays_at_once(knave):
    template = knave.templates["theme"]
    text = templates.copy_of(knave.sources[f"knave/{template}"], "fen", {"zh": "沼泽", "en": "Fen"})
    files = {**knave.sources, "knave/cards/theme_fen.json5": text}
    pack = publisher.next_version(knave, files)
    card = paired.card_tried(pack, "file:cards/theme_fen.json5")
    assert card.id == "knave.theme.fen"
    assert all(paired.play_pair(pack, card, number) for number in range(10))
