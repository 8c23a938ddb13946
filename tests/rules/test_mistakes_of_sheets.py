"""
Bad input: each word about what people own, room and time, written wrongly in a pack, is one
sentence with file, line and what may be meant, in both languages.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pyjson5
import pytest

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.workshop.layout import lay_out
from rules.workshop.problems import in_language

FAR = ("mxa", "wom", "gain")  # spelt too far from what is meant: what there is is told
GONE = object()  # what is left out
LISTING = pyjson5.decode(Path(__file__).with_name("mistakes_of_sheets.json5").read_text("utf-8"))
GAME, ROWS = LISTING["game"], LISTING["mistakes"]


def written(tmp_path: Path, path: str, value: Any) -> Path:
    """The pack with another value at a path (GONE: without it), `a.b.0`, or a new key there."""
    pack = copy.deepcopy(GAME)
    *above, last = [int(key) if key.isdecimal() else key for key in path.split("/")]
    node: Any = pack
    for key in above:
        node = node[key] if not isinstance(node, dict) else node[str(key)]
    last = str(last) if isinstance(node, dict) else last
    if value is GONE:
        del node[last]
    elif isinstance(value, tuple):  # the same under another name
        node[value[0]] = node.pop(last)
    else:
        node[last] = value
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "pack.json5").write_text(lay_out(pack), encoding="utf-8")
    return folder


def problems(tmp_path: Path, path: str, value: Any) -> list[str]:
    try:
        load_pack(written(tmp_path, path, value))
    except PackError as error:
        return [str(problem) for problem in error.problems]
    return []


def value_of(row: dict[str, Any]) -> Any:
    """What stands at the place: a value, another key (a tuple), or nothing."""
    return GONE if row.get("gone") else (row["as"],) if "as" in row else row["is"]


def test_rightly_written_it_has_no_problems(tmp_path):
    assert problems(tmp_path, "pack/version", "2") == []


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row['at']}-{number}" for number, row in enumerate(ROWS)]
)
def test_each_word_written_wrongly_is_one_sentence_with_its_place(tmp_path, row):
    folder = written(tmp_path, row["at"], value_of(row))
    with pytest.raises(PackError) as error:
        load_pack(folder)
    [problem] = map(str, error.value.problems)
    place = re.match(r"fair/pack\.json5:(\d+):\d+: (\w+)[\w.\[\] ]*: ", problem)
    assert place, problem
    assert problem[place.end() :].startswith(row["says"]), problem
    lines = (folder / "pack.json5").read_text("utf-8").splitlines()[: int(place[1])]
    sections = [found[1] for line in lines if (found := re.match(r'  "?(\w+)"?:', line))]
    assert sections[-1] == place[2]  # the line is one of the section that it names
    told = in_language(problem, "zh")
    assert re.search("[\u4e00-\u9fff]", told), told
    assert not re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", told.replace(row["at"], "")), told
    if "did you mean" in problem:
        assert "是不是" in told


@pytest.mark.parametrize("wrong", [row for row in ROWS if "as" in row], ids=lambda row: row["as"])
def test_a_key_spelt_wrongly_names_what_may_be_meant(wrong):
    assert "did you mean" in wrong["says"] or wrong["as"] in FAR
