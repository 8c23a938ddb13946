"""The JSON Schemas of games, by which editors complete and check what authors write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from rules.language import dialect
from rules.pack import load_pack
from rules.pack.files import SECTIONS, WORLD
from rules.workshop import schema
from rules.workshop.command import main
from rules.workshop.schema import sections

FILES = sorted(WORLD.rglob("*.json5"))
GOOD = {
    "id": "base.treasure.common.x",
    "name": {"zh": "甲", "en": "Ex"},
    "manaCost": 2,
    "behaviors": [{"at": "onPlay", "do": [{"type": "damage", "amount": 2}]}],
}
DO = ("behaviors", 0, "do")


@cache
def pack(game: str) -> Any:
    return load_pack(WORLD / game)


@cache
def validator(game: str, kind: str) -> jsonschema_rs.Validator:
    document = schema.schema_document(pack(game), kind)
    jsonschema_rs.meta.validate(document)
    return jsonschema_rs.validator_for(document)


def wrong(game: str, kind: str, data: Any) -> list[str]:
    return [
        f"{error.instance_path}: {error.message}"
        for error in validator(game, kind).iter_errors(data)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(WORLD).as_posix())
def test_every_file_that_comes_with_a_game_fits_the_schema_of_its_kind(path):
    game = path.relative_to(WORLD).parts[0]
    data, problems = dialect.parse_json5(path.read_text("utf-8"), path.name)
    assert not problems
    assert not wrong(game, "scenario" if "scenarios" in path.parts else "pack", data)
    if set(data) == {"cards"}:
        assert not wrong(game, "cards", data)
    for card in data.get("cards", ()):
        assert not wrong(game, "card", card)
    table = data.get("board", {}).get("table")
    if table is not None:
        assert not wrong(game, "table", table)
        assert not wrong(game, "faces", table.get("faces", {}))
    for deck in data.get("bring", {}).get("deck", {}).get("ready", {}).values():
        assert not wrong(game, "deck", deck)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("manaCost",), "two"),
        (("manaCots",), 2),
        (("school",), "ice"),
        (("count",), -1),
        (("name",), {"zh": "甲"}),
        (("kind",), "monster"),
        (("behaviors", 0, "at"), "onPly"),
        (("behaviors", 0), {"at": "whenever", "event": "onBuyy", "do": []}),
        (("behaviors", 0), {"at": "always", "modifiers": [{"property": "manaCots", "amount": 1}]}),
        ((*DO, 0, "type"), "damge"),
        ((*DO, 0, "amunt"), 3),
        ((*DO, 0, "amount"), {"type": "coutn"}),
        ((*DO, 0, "target"), {"chooser": "monstres"}),
        ((*DO, 0), {"type": "damage"}),
        (DO, [{"type": "if", "condition": {"type": "IsTyp"}, "do": []}]),
        (DO, [{"type": "addTriggers", "triggers": [{"event": "onBuyy", "do": []}]}]),
        (DO, [{"type": "choose", "ask": "{you}", "prompt": "x", "options": [{"idd": "x"}]}]),
        (DO, [{"type": "move", "target": "{this}", "to": "hnad", "of": "{you}"}]),
    ],
    ids=str,
)
def test_a_mistake_in_a_card_does_not_fit(place, value):
    card: Any = deepcopy(GOOD)
    assert not wrong("chrono", "card", card)
    *path, last = place
    node = card
    for step in path:
        node = node[step]
    node[last] = value
    assert wrong("chrono", "card", card)


@pytest.mark.parametrize(
    ("game", "kind", "data"),
    [
        ("chrono", "cards", {"cards": {}}),
        ("chrono", "pack", {"card": []}),
        ("chrono", "pack", {"report": {"round": {"number": "round"}}}),
        ("chrono", "pack", {"zones": {"hand": {"of": 3}}}),
        ("chrono", "scenario", {"scenarios": [{"name": "x", "thne": {}}]}),
        ("chrono", "scenario", {"scenarios": [{"name": "x", "options": {"no": 1}}]}),
        ("chrono", "scenario", {"scenarios": [{"name": "x", "given": {"at": "onNothing"}}]}),
        ("duel", "deck", {"hero": "duel.hero.nobody"}),
        ("duel", "deck", {"cards": ["duel.minion.neutral.grey_wolf"]}),
        ("race", "table", {"parts": [{"draw": "row"}]}),
        ("race", "table", {"parts": [{"id": "x", "draw": "raw"}]}),
        ("race", "faces", {"nothing": {}}),
        ("chrono", "deck", {}),
    ],
    ids=str,
)
def test_a_mistake_elsewhere_does_not_fit(game, kind, data):
    assert wrong(game, kind, data)


def test_words_bring_their_documentation_their_values_and_an_example():
    made = schema.schema_document(pack("chrono"), "card")["$defs"]
    damage = made["doable.damage"]
    assert damage["description"].startswith("Deal damage to each target")
    assert damage["examples"][0]["type"] == "damage"
    assert "damage" in made["doable"]["properties"]["type"]["enum"]
    assert made["card.treasure"]["properties"]["school"]["enum"] == [
        "none",
        "fire",
        "frost",
        "arcane",
    ]
    for name, each in made.items():
        if "." in name and not name.startswith(("card.", "behavior.")):
            assert each["description"], f"{name} says nothing"


def test_every_section_of_a_pack_is_described():
    assert set(sections.DOCS) == set(SECTIONS)


def test_a_file_may_say_where_its_schema_is(tmp_path):
    import shutil

    shutil.copytree(WORLD / "race", tmp_path / "race")
    manifest = tmp_path / "race" / "pack.json5"
    text = manifest.read_text("utf-8")
    manifest.write_text(
        text.replace("{", '{"$schema": "http://localhost/schema/race/pack.json",', 1)
    )
    assert load_pack(tmp_path / "race").id == "race"
    assert not wrong("race", "pack", {"$schema": "x"})


def test_the_command_prints_the_schema_of_a_kind(capsys):
    assert main(["schema", "race", "scenario"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["$schema"] == schema.DRAFT
    assert printed["title"].endswith("race")
    with pytest.raises(SystemExit):
        main(["schema", "race", "soup"])
    assert "say of what: card, cards" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["chrono", "duel", "race", "kingdoms"])
def test_a_schema_is_told_in_chinese(game):
    english = schema.schema_document(pack(game), "pack")
    chinese = schema.schema_document(pack(game), "pack", language="zh")
    jsonschema_rs.meta.validate(chinese)
    before, after = (list(descriptions(each)) for each in (english, chinese))
    assert len(before) == len(after)
    left = {
        said for said, told in zip(before, after, strict=True) if said == told and said.isascii()
    }
    assert not left


def descriptions(node: Any) -> Iterator[str]:
    """All that a schema says of words and keys."""
    for each in node if isinstance(node, list) else ():
        yield from descriptions(each)
    for key, each in node.items() if isinstance(node, dict) else ():
        if key == "description" and isinstance(each, str):
            yield each
        elif key == "markdownEnumDescriptions":
            yield from each
        else:
            yield from descriptions(each)
