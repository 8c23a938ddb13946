"""Prompts say what options would do: in both languages, within the screen, and where it helps."""

import re

import pytest
from chrono_table import FOLDER, Table

from rules.pack import load_pack
from rules.playing import preview
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.board import Board
from world.render.look import card_lines
from world.render.prompt import is_numeric, option_number, prompt_lines

RACE = FOLDER.parent / "race"


def told(table: Table, reader: Reader) -> Board:
    """The board of whoever is asked, with what their options would do."""
    match, seat = table.match, table.choice.seat
    text = Text(match.game, reader.language, ["Ann", "Bo", "Cyn", "Di"])
    return Board(match.game, preview.view_with_preview(match, seat), text, reader)


def lines(table: Table, language: str, plain: bool = False) -> list[str]:
    """The prompt of whoever is asked, without colours."""
    board = told(table, Reader(language, plain))
    return [
        re.sub(r"\|[a-zA-Z]", "", line) for line in prompt_lines(board, table.match, table.choice)
    ]


def line(table: Table, start: str, language: str = "en", plain: bool = False) -> str:
    """The line of the prompt about something."""
    return next(line for line in lines(table, language, plain) if start in line)


@pytest.fixture
def table() -> Table:
    """The first battle turn: a missile and more in hand, mana, and four monsters."""
    table = Table(seats=4, seed=1)
    table.battle("misfortune_sprite", "acid_sprayer", "slime_ball", "ghost")
    table.hand(0, "awakening", "missile", "stone")
    assert table.prompt == "battleTurn"
    return table


def test_what_a_card_says_itself_is_not_repeated(table):
    assert "→" not in line(table, "Missile")
    assert "Now" not in line(table, "Missile", plain=True)


def test_an_aura_raises_what_a_missile_says(table):
    table.play("awakening")
    table.until("battleTurn", player=0)
    assert "Deal 4 damage. → 9 damage" in line(table, "Missile")
    assert "造成4点伤害。 → 9点伤害" in line(table, "飞弹", "zh")
    assert "Deal 4 damage. Now: 9 damage" in line(table, "Missile", plain=True)
    assert "→" not in line(table, "Stone")  # not arcane


def test_a_target_says_what_it_would_get_and_whether_it_falls(table):
    table.hurt("acid_sprayer", 4)
    assert line(table, "Missile").endswith("→ can defeat Acid Sprayer")
    table.play("missile")
    assert line(table, "Acid Sprayer").endswith("→ 4 damage, defeats it")
    assert line(table, "Misfortune Sprite").endswith("→ 4 damage")
    assert line(table, "酸液喷射者", "zh", plain=True).endswith("现在：4点伤害，击败。")


def test_who_is_immune_gets_no_damage():
    table = Table(seats=4, seed=1)
    table.battle("shield_dwarf", "acid_sprayer")
    table.hand(0, "missile")
    table.play("missile")
    assert line(table, "Shield Dwarf").endswith("→ no damage")
    assert line(table, "持盾小矮人", "zh").endswith("→ 无伤害")


def test_hand_and_card_say_it_too(table):
    table.hurt("acid_sprayer", 4)
    board = told(table, Reader("en"))
    [row] = [row for row in board.sections_named("hand") if "Missile" in row]
    assert "Now can defeat Acid Sprayer. Deal 4" in row
    spoken = told(table, Reader("zh", plain=True)).sections_named("hand")
    assert any("飞弹" in row and row.endswith("现在：可击败酸液喷射者。") for row in spoken)
    missile = board.find_card(table.card("missile", 0))
    assert "  Now: can defeat Acid Sprayer." in card_lines(board, missile, True, table.match)


def test_a_pack_without_words_for_it_is_understood_all_the_same(table):
    facts = [
        {"fact": "harm", "entity": 0, "how": "amount", "low": 2, "high": 5, "id": None},
        {"fact": "lostFor", "entity": 2, "how": "sure", "low": 1, "high": 1, "id": None},
    ]
    assert Text(table.pack, "en", ["Ann", "Bo"]).foretold_text(facts) == "harm: 5, lost for: Bo"


def test_numbers_of_several_things_to_do_are_answered_by_line():
    """A slot face up and the same slot face down: the number is that of the line."""
    match = Match.new(load_pack(RACE), 2, 1)
    while match.choices[0].prompt != "slot":
        match.answer(match.choices[0].seat, match.choices[0].default)
    choice = match.choices[0]
    assert not is_numeric(choice)
    assert [option_number(choice, i) for i in range(6)] == [1, 2, 3, 4, 5, 6]


def test_a_description_stands_beside_the_sentence(table, monkeypatch):
    board = told(table, Reader("en"))
    row = board.find_card(table.card("missile", 0))
    definition = table.match.program.catalogue.card(row["id"])
    monkeypatch.setattr(definition, "text", {"en": "It hums.", "zh": "嗡嗡作响"})
    assert card_lines(board, row)[1:3] == ["  Deal 4 damage.", "  “It hums.”"]


def test_a_description_stands_alone_where_a_card_does_nothing(table, monkeypatch):
    board = told(table, Reader("en"))
    row = board.find_card(table.card("missile", 0))
    definition = table.match.program.catalogue.card(row["id"])
    monkeypatch.setattr(definition, "text", "It hums.")
    monkeypatch.setattr(board.text, "rules_text", lambda *args: "")
    assert card_lines(board, row)[1:2] == ["  It hums."]
