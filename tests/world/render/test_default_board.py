"""What a game shows that has no board of its own: the few fields that matter, and its cards."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from tiny import build, spell

import rules
from rules.ground.width import display_width
from rules.pack import Pack, load_pack
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.render.board import Board, layout_of
from world.render.default_board import MOST_OF_PLAYER, default_board

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"
NAMES = ("小安", "Bo")
SCREEN = 24
LANGUAGES = ("zh", "en")

COUNTERS = [f"counter{n}" for n in range(12)]
KEEPS = {f"keep{n}": {"initial": n + 1} for n in range(3)}
#: 22 fields of players.
FIELDS: dict[str, Any] = {
    "fullHealth": {"initial": 8},
    "health": {"initial": 7, "min": 0, "max": "fullHealth"},
    "luck": {"initial": 0, "min": 0, "max": 6},
    "coins": {"initial": 3},
    "poisoned": {"initial": 0},
    "guild": {"type": ["none", "red"], "initial": "red"},
    "seed": {"initial": 9, "see": "none"},
    **{name: {"initial": 4, "max": 9} for name in COUNTERS},
    **KEEPS,
}


def crowded(tmp_path, seats: int = 2, **sections: Any) -> Pack:
    """A pack with these fields, and rules that speak of coins, the bag, the guild and the yard."""
    words = {
        "en": {
            "rules": {
                "a": {"title": "Coins", "text": "Coins buy what lies in the bag, and full health."},
                "b": {"title": "Guilds", "text": "Each guild has a yard."},
            },
            "field": {"guild": "guild", "poisoned": "poison"},
            "zone": {"hand": "bag", "field": "yard", "discard": "heap"},
        },
        "zh": {
            "rules": {
                "a": {"title": "金币", "text": "用金币买背包里的东西。"},
                "b": {"title": "公会", "text": "每个公会有一个院子。"},
            },
            "field": {"coins": "金币", "health": "体力", "luck": "运气", "guild": "公会"},
            "zone": {"hand": "背包", "field": "院子"},
        },
    }
    poison = {"type": "set", "of": "{one.target}", "field": "poisoned", "amount": 2}
    main = [
        {
            "type": "if",
            "condition": "{match.round} == 2",
            "do": [
                {
                    "type": "loop",
                    "id": "one",
                    "target": {"chooser": "players"},
                    "do": [poison],
                }
            ],
        }
    ]
    return build(
        tmp_path,
        pack={"seats": [seats]},
        fields={"player": FIELDS | {"mana": {"see": "none"}, "seen": {"see": "none"}}},
        words=words,
        main=main,
        **sections,
    )


def without_board(name: str) -> Pack:
    """A shipped game as if it had no board."""
    pack = load_pack(PACKS / name)
    pack.board = {}
    return pack


def told(pack: Pack, language: str, plain: bool = False, **values: Any) -> list[str]:
    """The board as the first seat reads it, with these values of its fields."""
    view = Match.new(pack, max(pack.program.layout.players, 1), 1).view(0)
    view["players"][0]["fields"].update(values)
    text = Text(pack, language, NAMES)
    lines = Board(pack, view, text, Reader(language, plain)).lines(room=SCREEN)
    return [strip_marks(line) for line in lines]


def own_line(lines: list[str]) -> str:
    """The line of the first seat, with what stands below because it is too long."""
    begins = next(n for n, line in enumerate(lines) if line.startswith("1 小安"))
    rest = itertools.takewhile(lambda line: line.startswith("    "), lines[begins + 1 :])
    return "  ".join([lines[begins], *(line.strip() for line in rest)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 2])
def test_of_22_fields_few_are_told_on_a_screen(tmp_path, language, seats):
    assert len(FIELDS) == 22
    lines = told(crowded(tmp_path, seats), language)
    assert len(lines) <= SCREEN
    assert all(display_width(line) <= 80 for line in lines)
    assert own_line(lines).count("  ") == MOST_OF_PLAYER


def test_fields_that_the_rules_name_come_in_their_order_then_those_with_a_limit(tmp_path):
    assert own_line(told(crowded(tmp_path), "en")) == (
        "1 小安  coins 3  health 7/8  guild red  luck 0/6  counter0 4/9  counter1 4/9  counter2 4/9"
        "  counter3 4/9"
    )
    assert own_line(told(crowded(tmp_path), "zh")) == (
        "1 小安  金币3  体力7/8  公会red  运气0/6  counter0 4/9  counter1 4/9  counter2 4/9"
        "  counter3 4/9"
    )


def test_what_play_changes_is_told_while_it_is_not_0(tmp_path):
    pack = crowded(tmp_path)
    assert "poison" not in "\n".join(told(pack, "en"))
    assert "poison 2" in "\n".join(told(pack, "en", poisoned=2))


def test_what_nobody_sees_never_changes_or_only_limits_another_is_not_told(tmp_path):
    everything = "\n".join(told(crowded(tmp_path), "en", seed=9, fullHealth=8, keep1=2))
    assert not any(name in everything for name in ("seed", "full", "keep"))


def test_what_the_board_says_in_show_is_told_first(tmp_path):
    pack = crowded(tmp_path, board={"show": {"you.counter3": ["4"], "match.total": []}})
    assert own_line(told(pack, "en")).startswith("1 小安  counter3 4/9  coins 3")


def test_zones_come_in_the_order_of_the_rules_with_the_cards_that_one_sees(tmp_path):
    sections = [each["id"] for each in default_board(crowded(tmp_path))["sections"]]
    assert sections == [
        "others",
        "others.discard",
        "piles",
        ".field",
        "you",
        "you.hand",
        "you.discard",
    ]


def test_a_card_is_told_with_the_numbers_printed_on_all_of_its_kind_and_what_it_does(tmp_path):
    properties = {
        "manaCost": {"kind": "spell", "type": "number"},
        "power": {"kind": "spell", "type": "number"},
        "rarity": {"kind": "spell", "type": "number"},
    }
    cards = [spell("bolt", manaCost=2, power=0, rarity=1), spell("frost", manaCost=0, power=3)]
    words = {"en": {"field": {"manaCost": "mana"}}}
    made = default_board(build(tmp_path, properties=properties, cards=cards, words=words))
    assert made["cards"]["spell"]["detail"]["en"] == "(mana {manaCost} power {power}) {id|rules}"
    assert made["cards"]["beast"]["detail"]["en"] == "{id|rules}"
    face = made["table"]["faces"]["spell"]
    assert [(place, face[place]["text"]) for place in face] == [
        ("corner", "{manaCost}"),
        ("left", "{power}"),
    ]


def test_in_a_window_a_hand_lies_open_and_those_of_others_are_backs(tmp_path):
    parts = {part["id"]: part for part in default_board(crowded(tmp_path))["table"]["parts"]}
    assert parts["hand"] | {"title": ""} == {
        "id": "hand", "draw": "row", "zones": ["hand"], "each": "you", "title": "",
    }  # fmt: skip
    assert [zone["as"] for zone in parts["others"]["zones"]] == ["backs", "count", "cards"]
    assert "hand" not in [zone["zone"] for zone in parts["you"]["zones"]]


def test_a_listener_has_the_same_in_sentences(tmp_path):
    lines = told(crowded(tmp_path), "en", plain=True)
    assert any(
        line.startswith("1 小安, coins 3, health 7/8, guild red, luck 0/6") for line in lines
    )
    assert not any("  " in line for line in lines)


def test_brackets_in_names_are_no_groups(tmp_path):
    words = {"en": {"field": {"coins": "coins [gold]"}}}
    pack = build(
        tmp_path,
        fields={"player": {"coins": {"initial": 3, "max": 9}}},
        words=words,
    )
    assert "coins (gold) 3/9" in " ".join(told(pack, "en"))


def test_a_pack_could_have_written_it(tmp_path):
    made = default_board(crowded(tmp_path / "without"))
    assert crowded(tmp_path / "with", board=made).board == made


def test_what_a_board_says_without_sections_stands_beside_it(tmp_path):
    pack = crowded(tmp_path, board={"title": "T", "table": {"back": {"tone": 3}}})
    layout = layout_of(pack)
    assert layout["title"] == "T"
    assert layout["sections"]
    assert layout["table"]["back"] == {"tone": 3}
    assert [part["id"] for part in layout["table"]["parts"]] == [
        "others",
        "piles",
        "field",
        "you",
        "hand",
    ]


@pytest.mark.parametrize(("name", "matters"), [("duel", "mana 0/10"), ("race", "sequence")])
def test_a_shipped_game_without_its_board_fits_the_screen_all_match_long(name, matters):
    pack, rng = without_board(name), random.Random(1)
    match, longest = Match.new(pack, 2, 3), 0
    for number in range(120):
        if match.is_over:
            break
        choice = match.pending[0]
        count = rng.randint(choice.minimum, min(choice.maximum, len(choice.options)))
        match.answer(choice.seat, tuple(rng.sample(range(len(choice.options)), count)))
        for language in LANGUAGES if number % 10 == 0 else ():
            board = Board(pack, match.view(0), Text(pack, language, NAMES), Reader(language))
            lines = board.lines(room=SCREEN)
            longest = max(longest, len(lines))
            assert all(display_width(line) <= 80 for line in lines)
            assert language == "zh" or number > 0 or matters in "\n".join(lines)
    assert 8 <= longest <= SCREEN


def test_the_board_is_shown_anew_when_it_is_anothers_turn():
    pack = without_board("duel")
    match = Match.new(pack, 2, 3)
    board = Board(pack, match.view(0), Text(pack, "en", NAMES), Reader("en"))
    moment, due = board.moment_changed(None)
    assert due
    assert board.moment_changed(moment) == (moment, False)
    board.view["match"]["active"] = 1 - (board.view["match"]["active"] or 0)
    assert board.moment_changed(moment)[1]
