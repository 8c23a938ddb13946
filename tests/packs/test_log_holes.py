"""Whatever a pack logs has all that the sentence of that line has holes for."""

import re
from pathlib import Path

import pytest

import rules
from rules.pack import load_pack

FOLDER = Path(rules.__file__).parents[1] / "world" / "packs"
PACKS = sorted(path.parent.name for path in FOLDER.glob("*/pack.json5"))
HOLE = re.compile(r"\{(\w+)(?:\|\w*)?\}")


def variants(told):
    """Each text of a line, with what it is chosen by."""
    for option in told if isinstance(told, list) else [told]:
        if isinstance(option, str):
            yield {}, option
        elif isinstance(option.get("text"), str):
            yield option.get("when", {}), option["text"]
        for key in ("text", "you", "others"):
            if isinstance(option, dict) and isinstance(option.get(key), list):
                yield from variants(option[key])


def empty_holes(pack):
    for language, words in pack.words.items():
        for message, arguments in pack.program.notes.values():
            given = {"cause", *(name for name, _ in arguments)}
            for when, text in variants(words.get("log", {}).get(message, ())):
                asked = {key.partition(".")[0] for key, want in when.items() if want != "-"}
                if asked <= given:
                    yield from (
                        (language, message, name) for name in set(HOLE.findall(text)) - given
                    )


@pytest.mark.parametrize("name", PACKS)
def test_no_line_of_the_log_has_an_empty_hole(name):
    assert not list(empty_holes(load_pack(FOLDER / name)))
