"""Short texts of enchantments: read in any usual spelling, and written back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny import beast, build, entity, start, value

from rules.ground.errors import PackError
from rules.language.enchantments import Change, Enchantment, Enchantments, enchantments_of_view
from rules.running.modifiers import modified_value

SECTION = {
    "pair": ["cap", "strength"],
    "words": {
        "strength": {"en": "Attack", "zh": "攻击力"},
        "cap": {"en": "Health", "zh": "生命值"},
        "guard": {"en": "Taunt", "zh": "嘲讽"},
    },
    "durations": {"turn": {"en": "this turn", "zh": "本回合"}},
}
WORDS = Enchantments(SECTION)
BOTH = (Change("cap", "add", 1), Change("strength", "add", 2))
TWO = (Change("strength", "add", 2),)
GUARD = (Change("guard", "set", 1),)


@pytest.mark.parametrize(
    ("text", "changes", "duration"),
    [
        ("+1/+2", BOTH, None),
        (" ＋１ ／ ＋２ ", BOTH, None),
        ("3/3", (Change("cap", "set", 3), Change("strength", "set", 3)), None),
        ("-1/+0", (Change("cap", "add", -1), Change("strength", "add", 0)), None),
        ("+2 Attack", TWO, None),
        ("+ 2 ATTACK.", TWO, None),
        ("attack +2", TWO, None),
        ("攻击力+2", TWO, None),
        ("\u22122 Attack", (Change("strength", "add", -2),), None),
        ("5 Attack", (Change("strength", "set", 5),), None),
        ("Taunt", GUARD, None),
        ("+2 Attack this turn", TWO, "turn"),
        ("本回合+2攻击力", TWO, "turn"),
        ("+1/+2, Taunt", (*BOTH, *GUARD), None),
        ("Taunt and +2 attack this turn", (*GUARD, *TWO), "turn"),
    ],
)
def test_what_a_text_means(text: str, changes: tuple, duration: str | None) -> None:
    assert WORDS.parse(text) == Enchantment(changes, duration)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "^$"),
        ("tount", "tount"),
        ("+2 Atack", "atack"),
        ("+1/+2/+3", "/"),
        ("this turn", "this turn"),
        ("+", r"\+"),
        ("1/", "/"),
    ],
)
def test_what_is_none_is_refused_with_the_part_that_is_unknown(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        WORDS.parse(text)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "text", ["+1/+2", "3/3", "+2 Attack", "Taunt", "+1/+2, Taunt", "-2 Attack this turn"]
)
def test_what_is_written_is_read_again(text: str, language: str) -> None:
    meant = WORDS.parse(text)
    written = WORDS.text_of(meant, language)
    assert WORDS.parse(written) == meant
    assert language == "zh" or written == text


@pytest.mark.parametrize(("text", "written"), [("1 Attack", "1 Attack"), ("Taunt", "Taunt")])
def test_a_number_of_the_pair_that_becomes_1_is_no_keyword(text: str, written: str) -> None:
    assert WORDS.text_of(WORDS.parse(text), "en") == written


FIELDS = {"beast": {"strength": {"initial": 2}, "guard": {"initial": 0}}}
OX = {"chooser": "cards", "where": "{it.id} == t.beast.ox"}


def test_a_modifier_can_say_what_it_changes_in_a_short_text(tmp_path: Path) -> None:
    change = {"on": OX, "change": "+5/+1, taunt this turn"}
    move = {"type": "move", "target": OX, "to": "field"}
    m = start(
        tmp_path,
        move,
        {"type": "addModifiers", "modifiers": change},
        cards=[beast("ox")],
        fields=FIELDS,
        enchantments=SECTION,
    )
    ox = entity(m, "ox")
    found = [
        modified_value(m, m.program.modifiable[name].index, ox, value(m, name, ox))
        for name in ("cap", "strength", "guard")
    ]
    assert found == [15, 3, 1]
    (shown,) = m.view(0)["zones"]["field"]["cards"]
    ((source, enchantment),) = enchantments_of_view(shown["bears"])
    assert (source, m.game.declarations.enchantments.text_of(enchantment, "en")) == (
        None,
        "+5/+1, Taunt this turn",
    )


def test_words_that_mean_nothing_are_problems(tmp_path: Path) -> None:
    wrong = {"type": "addModifiers", "modifiers": {"on": OX, "change": "+1 Atack"}}
    parts = {"cards": [beast("ox")], "fields": FIELDS}
    with pytest.raises(PackError, match="nothing is called atack; did you mean Attack"):
        build(tmp_path, enchantments=SECTION, main=[wrong], **parts)
    with pytest.raises(PackError, match="there is no property or field 'vigour'"):
        build(tmp_path, enchantments={"words": {"vigour": "Vigour"}}, **parts)
    with pytest.raises(PackError, match="there is no mode 'trun'"):
        build(tmp_path, enchantments={"durations": {"trun": "this turn"}}, **parts)
