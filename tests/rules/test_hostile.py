"""Whatever stands in a pack, it is data: none of it is ever carried out, and texts cost nothing."""

import builtins
import copy
import io
import json
import random
import tokenize
from pathlib import Path

import pytest

from rules.errors import PackError
from rules.holes import fill
from rules.match import Match
from rules.pack import load_pack
from rules.pack.build import Builder
from rules.pack.files import Loader
from rules.preview import foretold
from rules.text import LANGUAGES, Text

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
PEBBLES = Path(__file__).parents[1] / "world" / "packs" / "pebbles"
HOSTILE = (
    "x\nCANARY()",
    "CANARY\n",
    "CANARY()",
    "'+CANARY()+'",
    '"]CANARY()["',
    "CANARY() # x",
    "{CANARY()}",
    "{you.CANARY}",
)
# Of so many places one is tried here; all of them take minutes.
SAMPLED = {"chrono": 120, "race": 60, "race_simple": 60}


@pytest.fixture
def canary(monkeypatch):
    """What was carried out that should not have been."""
    sung = []
    monkeypatch.setattr(builtins, "CANARY", lambda *_: sung.append(True), raising=False)
    return sung


def read(folder):
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    assert not loader.problems
    return raw, sources


def places(node, path=()):
    """Every string of a tree, and every name below its sections: (path, whether it is a name)."""
    if isinstance(node, dict):
        for key, value in node.items():
            if path:
                yield (*path, key), True
            yield from places(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from places(value, (*path, index))
    elif isinstance(node, str):
        yield path, False


def with_string(raw, place, hostile):
    """A copy of a pack's sections with the string at one place."""
    (*way, last), is_name = place
    changed = copy.deepcopy(raw)
    node = changed
    for key in way:
        node = node[key]
    node[hostile if is_name else last] = node.pop(last) if is_name else hostile
    return changed


def use(folder, raw, sources):
    """Do with a pack what is done with packs; that it is refused is fine. Gives its source."""
    builder = Builder(folder, raw, sources)
    try:
        pack = builder.build()
    except PackError:
        return builder.compiler.sources
    for text in (Text(pack, language) for language in LANGUAGES):
        for card in pack.cards:
            text.rules_text(card)
    chance = random.Random(1)
    match = Match.new(pack, max(pack.seats), 1)
    for _ in range(10):
        if match.over:
            break
        choice = match.choices[0]
        foretold(match, choice.seat, 0.01)
        count = chance.randint(choice.minimum, choice.maximum)
        match.answer(choice.seat, tuple(chance.sample(range(len(choice.options)), count)))
        for language in LANGUAGES:
            [Text(pack, language).log(entry, 0) for entry in match.log or ()]
    return builder.compiler.sources


def check(folder, raw, sources, place, hostile, canary):
    """Nothing was carried out, and the source has the string in quotes at most."""
    source = "\n".join(use(folder, with_string(raw, place, hostile), sources))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    loud = [t for t in tokens if "CANARY" in t.string and t.type != tokenize.STRING]
    assert not loud, f"{hostile!r} at {place}: {loud[0].line}"
    assert not canary, f"{hostile!r} at {place} was carried out"


def test_no_string_at_any_place_of_a_pack_is_carried_out(canary):
    raw, sources = read(PEBBLES)
    for number, place in enumerate(places(raw)):
        for hostile in (HOSTILE[0], HOSTILE[number % len(HOSTILE)]):
            check(PEBBLES, raw, sources, place, hostile, canary)


@pytest.mark.parametrize("name", SAMPLED)
def test_nor_is_one_in_a_pack_that_is_played(canary, name):
    folder = PACKS / name
    raw, sources = read(folder)
    chance = random.Random(7)
    every = [place for place in places(raw) if place[0][0] != "words"]
    chance.shuffle(every)
    for place in every[:: SAMPLED[name]]:
        check(folder, raw, sources, place, chance.choice(HOSTILE), canary)


def test_the_message_of_a_log_line_is_no_source(canary):
    raw, sources = read(PEBBLES)
    raw["main"] = [{"type": "log", "message": "x\nCANARY()"}, *raw["main"]]
    use(PEBBLES, raw, sources)
    assert not canary


@pytest.mark.parametrize("kind", ["x\nCANARY()", "card\n", "", "a b", 5, None])
def test_a_kind_of_card_is_a_name(kind):
    raw, sources = read(PEBBLES)
    raw["kinds"] = [*raw["kinds"], kind]
    with pytest.raises(PackError, match="a kind is a name"):
        Builder(PEBBLES, raw, sources).build()


@pytest.mark.parametrize("kinds", ["card", {"card": 1}, 5, None])
def test_kinds_are_a_list(tmp_path, kinds):
    (tmp_path / "pack.json5").write_text(json.dumps({"pack": {"id": "x"}, "kinds": kinds}))
    with pytest.raises(PackError, match="kinds: this section is a list of names"):
        load_pack(tmp_path)


@pytest.mark.parametrize(
    "parent", ["../..", "../chrono", ".", "..", "", "/etc", "race/", "a/../race"]
)
def test_a_pack_inherits_only_from_one_beside_it(tmp_path, parent):
    (tmp_path / "race").mkdir()
    (tmp_path / "heir").mkdir()
    manifest = {"pack": {"id": "heir", "inherits": parent}}
    (tmp_path / "heir" / "pack.json5").write_text(json.dumps(manifest))
    with pytest.raises(PackError, match="there is no pack"):
        load_pack(tmp_path / "heir")


@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("{a}", "1"),
        ("{a:>1000000000}", "{a:>1000000000}"),
        ("{a.__class__}", "{a.__class__}"),
        ("{a[0]}", "{a[0]}"),
        ("{a!r}", "{a!r}"),
        ("{", "{"),
        ("{b}", ""),
        (7, "7"),
    ],
)
def test_a_hole_is_a_name_and_nothing_else(template, told):
    assert fill(template, a=1) == told
