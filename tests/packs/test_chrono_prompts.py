"""What Chrono Wizard asks and tells, with what one needs to know."""

import pytest
from chrono_table import Table

from rules.running.log import LogEntry
from rules.telling.text import Text

ASKED = {
    "en": [
        "Time runs backwards: 3 cards to go. Your next card?",
        "Time runs backwards: 2 cards to go. Your next card?",
        "Time runs backwards. Your last card?",
    ],
    "zh": [
        "时序逆转中，还能打3张，下一张打什么？",
        "时序逆转中，还能打2张，下一张打什么？",
        "时序逆转中，最后一张打什么？",
    ],
}


def reversing(rank):
    """Somebody of this rank who reverses, with more cheap cards in hand than that allows."""
    table = Table(seats=4, seed=1)
    table.battle("misfortune_sprite", "acid_sprayer", "slime_ball", "ghost")
    assert table.prompt == "battleTurn"
    table.set(0, rank=rank)
    table.hand(0, "crystal", "ember", "missile", "stone", "awakening")
    table.answer("reverse")
    return table


def play_any(table):
    """The first card there is, and whatever it asks."""
    table.answer("play")
    while table.prompt not in ("reverse", "battleTurn", ""):
        table.default()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_question_of_a_reverse_says_how_many_cards_are_left(language):
    table = reversing(rank=2)
    told = []
    while table.prompt == "reverse":
        told.append(Text(table.pack, language).prompt(table.choice, table.match))
        play_any(table)
    assert told == ASKED[language]
    assert table.of(0, "reversesLeft") == 0


def test_who_stops_a_reverse_has_none_left_of_it():
    table = reversing(rank=3)
    assert table.of(0, "reversesLeft") == 4
    table.answer("stop")
    assert table.of(0, "reversesLeft") == 0


def test_a_card_whose_damage_comes_to_nothing_says_so():
    table = Table(seats=4, seed=1)
    monster, *_ = table.battle("misfortune_sprite", "acid_sprayer", "slime_ball", "ghost")
    table.set(0, freezing=0)
    table.hand(0, "ice_burst")
    assert table.prompt == "battleTurn"
    table.play("ice_burst", monster)
    text = Text(table.pack, "en", ["Ann", "Bo", "Cyn", "Dan"])
    told = [text.log(entry, None) for entry in list(table.match.log)[-2:]]
    assert "Ice Burst deals no damage." in told


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Ann equips Dual Wield!"), ("zh", "Ann装备了双持！")]
)
def test_a_sentence_that_ends_with_a_name_with_an_exclamation_mark_has_no_other_mark(
    language, told
):
    pack = Table(seats=4, seed=1).pack
    card = next(card for card in pack.cards if card.name["en"] == "Dual Wield!")
    entry = LogEntry("equip", (("who", "player", 0), ("card", "card", card.id)), None)
    assert Text(pack, language, ["Ann"]).log(entry, None) == told
