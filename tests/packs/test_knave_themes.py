"""A theme of Knave is one file: a copy of it with other ids and names is another dungeon."""

from __future__ import annotations

import re
import shutil
from random import Random

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.match import Match

FILES = sorted((WORLD / "knave" / "cards").glob("theme_*.json5"))


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Knave with a fifth theme: the caves, under another name."""
    folder = tmp_path_factory.mktemp("packs") / "knave"
    shutil.copytree(WORLD / "knave", folder)
    text = (folder / "cards" / "theme_cave.json5").read_text(encoding="utf-8")
    for kind in ("theme", "room", "door", "trap", "monster", "gear"):
        text = text.replace(f'"knave.{kind}.', f'"knave.{kind}.mine_')
    text = re.sub(
        r'"name": \{"zh": "(.+?)", "en": "(.+?)"', r'"name": {"zh": "我的\1", "en": "My \2"', text
    )
    (folder / "cards" / "theme_mine.json5").write_text(text, encoding="utf-8")
    return load_pack(folder)


def test_nothing_but_cards_knows_of_a_theme() -> None:
    stems = [path.stem.removeprefix("theme_") for path in FILES]
    assert stems == ["cave", "crypt", "garden", "ruin"]
    for path in (WORLD / "knave").rglob("*.json5"):
        if not {"cards", "scenarios"} & {*path.parts}:
            text = path.read_text(encoding="utf-8")
            assert [stem for stem in stems if f"knave.theme.{stem}" in text] == [], path.name


def play(pack: Pack, seed: int, **options: object) -> tuple[Match, set[str]]:
    """At random, rather on than home; and the ids of all cards that were there."""
    match, chance, seen = Match.new(pack, 1, seed, options), Random(seed), set[str]()
    while not match.is_over:
        choice = match.choices[0]
        words = [each.word for each in choice.options]
        on = [n for n, word in enumerate(words) if word in ("onward", "deeper", "enter")]
        away = [n for n, word in enumerate(words) if word not in ("home", "leave", "retreat")]
        match.answer(0, (chance.choice(on or away or [0]),) if choice.maximum else ())
        seen |= {card.id for card in map(match.card_of, match.cards) if card is not None}
    return match, seen


def test_a_copy_of_a_theme_is_a_dungeon_of_its_own(pack: Pack) -> None:
    mine, seen = "knave.theme.mine_cave", set[str]()
    for seed in range(12):
        match, there = play(pack, seed, theme=[mine], danger=-100)
        assert match.program.symbol_name(match.field("place")) == mine
        seen |= there
    assert any(each.startswith("knave.door.mine_") for each in seen)
    assert any(each.startswith("knave.monster.mine_") for each in seen)


def test_without_a_choice_the_dungeon_is_any_by_lot(pack: Pack) -> None:
    places = [Match.new(pack, 1, seed).field("place") for seed in range(60)]
    assert len(set(places)) == 1 + len(FILES)


def test_of_several_themes_one_is_drawn(pack: Pack) -> None:
    both = ["knave.theme.cave", "knave.theme.crypt"]
    drawn = [Match.new(pack, 1, seed, {"theme": both}).field("place") for seed in range(30)]
    assert {pack.program.symbol_name(each) for each in drawn} == set(both)
