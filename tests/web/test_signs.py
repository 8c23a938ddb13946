"""Signs that packs may name are those that the page can draw."""

import re
from pathlib import Path

import rules
from rules.pack.faces import FRAMES, RANKS, SCENES, SIGNS

TABLE = Path(rules.__file__).parents[1] / "web" / "static" / "table"


def names_in(module: str, table: str) -> set[str]:
    """The names of a table of a module."""
    text = (TABLE / module).read_text(encoding="utf-8").partition(f"const {table} = {{\n")[2]
    return set(re.findall(r"^  (\w+): ", text.partition("\n};")[0], re.MULTILINE))


def test_every_sign_that_a_pack_may_name_is_drawn():
    assert names_in("glyphs.js", "GLYPHS") == set(SIGNS)


def test_every_frame_that_a_pack_may_name_is_drawn():
    assert names_in("art.js", "EMBLEMS") == set(FRAMES)


def test_every_rank_that_a_card_may_have_has_a_frame_of_its_own():
    assert names_in("frame.js", "ORNAMENTS") == set(RANKS)


def test_every_scene_that_a_pack_may_name_is_drawn():
    text = (TABLE / "art.js").read_text(encoding="utf-8")
    table = text.partition("const SCENES = {")[2].partition("};")[0]
    assert set(re.findall(r"\w+", table)) == set(SCENES)
