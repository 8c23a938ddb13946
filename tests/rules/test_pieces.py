"""Pieces of packs in their files: found, put, added and taken away; all else stays as it was."""

import pytest

from rules.ground.errors import PackError
from rules.language import dialect
from rules.pack.files import SECTIONS, WORLD
from rules.pack.pieces import BUILT, BadAddress, find_piece, pieces_of, put_piece

PACKS = sorted(path.parent.name for path in WORLD.glob("*/pack.json5"))
CARDS = """// Stones.
{
  "cards": [
    // ---- light ones

    {"id": "t.grey", "name": {"en": "grey"},
      "weight": 1},   // the lightest

    // R3
    {"id": "t.red", "weight": 2},
    {"id": "t.blue", "weight": 3}
  ],
  "kinds": ["stone"], // of all
}
"""
SOURCES = {
    "stones/pack.json5": '{"pack": {"id": "stones"}}',
    "stones/cards.json5": CARDS,
    "stones/words/zh.json5": '{"words": {"zh": {"kind": {"stone": "石"}}}}',
    "stones/scenarios/one.json5": '{"cards": [{"id": "t.other"}]}',
    "heir/pack.json5": '{"pack": {"inherits": "stones"}}',
}
NEW = '{"id": "t.red",\n  "weight": 9}'


def everything(folder):
    """All files of a pack and of those beside it, by place."""
    return {
        f"{path.relative_to(WORLD).as_posix()}": path.read_text("utf-8")
        for pack in PACKS
        for path in sorted((WORLD / pack).rglob("*"))
        if path.is_file() and (pack == folder or path.suffix == ".json5")
    }


def entries(sources, folder):
    """The addresses of everything that stands in the sections of a pack, three names deep."""
    for place, text in sources.items():
        own = place.startswith(f"{folder}/") and place.endswith(".json5")
        if not own or "scenarios" in place:
            continue
        data, _ = dialect.parse_json5(text, place)
        for section in data.keys() & set(SECTIONS) - {"cards"}:
            yield f"entry:{section}"
            for name, inner in data[section].items() if isinstance(data[section], dict) else ():
                yield f"entry:{section}.{name}"
                for last in inner if isinstance(inner, dict) else ():
                    yield f"entry:{section}.{name}.{last}"


@pytest.mark.parametrize("folder", PACKS)
def test_putting_what_was_found_changes_nothing_in_any_pack(folder):
    sources = everything(folder)
    addresses = [*pieces_of(sources, folder), *entries(sources, folder)]
    assert len(addresses) > 10
    for address in addresses:
        piece = find_piece(sources, folder, address)
        assert piece is not None, address
        assert put_piece(sources, folder, address, piece.text) == sources, address


@pytest.mark.parametrize("folder", PACKS)
def test_a_piece_is_where_it_says_and_means_what_its_file_does(folder):
    sources = everything(folder)
    for address in pieces_of(sources, folder):
        piece = find_piece(sources, folder, address)
        if piece.kind == "card":
            line = sources[piece.file].splitlines()[piece.line - 1]
            assert line.strip().startswith(piece.text.splitlines()[0]), address
            data, problems = dialect.parse_json5(piece.text, "")
            assert problems == []
            assert f"card:{data['id']}" == address


def test_a_card_in_the_place_of_another_leaves_all_else_as_it_was():
    new = put_piece(SOURCES, "stones", "card:t.red", NEW)
    assert new["stones/cards.json5"] == CARDS.replace(
        '{"id": "t.red", "weight": 2}', '{"id": "t.red",\n      "weight": 9}'
    )
    assert {place for place in new if new[place] != SOURCES[place]} == {"stones/cards.json5"}
    assert find_piece(new, "stones", "card:t.red").text == NEW


def test_a_text_is_told_without_the_margin_of_its_file():
    piece = find_piece(SOURCES, "stones", "card:t.grey")
    assert piece.text == '{"id": "t.grey", "name": {"en": "grey"},\n  "weight": 1}'
    assert (piece.file, piece.line, piece.inherited) == ("stones/cards.json5", 6, False)


def test_a_card_that_is_taken_away_takes_its_lines_with_it():
    new = put_piece(SOURCES, "stones", "card:t.red", "")
    assert new["stones/cards.json5"] == CARDS.replace('    {"id": "t.red", "weight": 2},\n', "")
    new = put_piece(new, "stones", "card:t.blue", "")
    new = put_piece(new, "stones", "card:t.grey", "")
    data, problems = dialect.parse_json5(new["stones/cards.json5"], "")
    assert (data["cards"], problems) == ([], [])
    assert "// the lightest" in new["stones/cards.json5"]


def test_a_new_card_goes_to_a_file_of_its_own_and_the_next_behind_it():
    place = f"stones/{BUILT}"
    new = put_piece(SOURCES, "stones", "card:t.new", '{"id": "t.new"}')
    new = put_piece(new, "stones", "card:t.newer", '{"id": "t.newer",\n  "weight": 2}  // heavy')
    data, problems = dialect.parse_json5(new[place], "")
    assert problems == []
    assert [card["id"] for card in data["cards"]] == ["t.new", "t.newer"]
    assert max(map(len, new[place].splitlines())) < 60
    assert find_piece(new, "stones", "card:t.newer").text == '{"id": "t.newer",\n  "weight": 2}'
    assert {place for place in new if new[place] != SOURCES.get(place)} == {place}


def test_a_card_of_a_parent_is_found_and_becomes_the_heirs_own_when_it_is_put():
    assert find_piece(SOURCES, "heir", "card:t.red").inherited
    new = put_piece(SOURCES, "heir", "card:t.red", NEW)
    assert not find_piece(new, "heir", "card:t.red").inherited
    assert new["stones/cards.json5"] == CARDS
    assert find_piece(new, "stones", "card:t.red").text == '{"id": "t.red", "weight": 2}'


def test_cards_of_scenarios_are_none_of_the_packs():
    assert find_piece(SOURCES, "stones", "card:t.other") is None
    assert "card:t.other" not in pieces_of(SOURCES, "stones")


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("entry:words.zh.kind.stone", "stones/words/zh.json5"),
        ("entry:words.zh.kind.other", "stones/words/zh.json5"),
        ("entry:words.zh.field.mana", "stones/words/zh.json5"),
        ("entry:pack.version", "stones/pack.json5"),
        ("entry:fields.player.mana", "stones/built.json5"),
        ("entry:main", "stones/built.json5"),
    ],
)
def test_an_entry_goes_where_most_of_what_leads_to_it_is(address, place):
    new = put_piece(SOURCES, "stones", address, '["it", {"is": "there"}]')
    assert find_piece(new, "stones", address).file == place
    data, problems = dialect.parse_json5(new[place], "")
    assert problems == []
    for name in address.partition(":")[2].split("."):
        data = data[name]
    assert data == ["it", {"is": "there"}]
    assert {each for each in new if new[each] != SOURCES.get(each)} == {place}
    assert find_piece(put_piece(new, "stones", address, ""), "stones", address) is None


def test_a_comma_is_set_where_the_last_one_had_none_and_comments_stay_behind_their_line():
    sources = {"stones/a.json5": '{\n  "bot": {\n    "a": 1 // one\n  }\n}\n'}
    new = put_piece(sources, "stones", "entry:bot.b", "2")
    assert new["stones/a.json5"] == ('{\n  "bot": {\n    "a": 1, // one\n    "b": 2,\n  }\n}\n')


def test_files_are_pieces_as_they_are():
    new = put_piece(SOURCES, "stones", "file:RULES.md", "# Rules\n")
    assert find_piece(new, "stones", "file:RULES.md").text == "# Rules\n"
    assert put_piece(new, "stones", "file:RULES.md", "") == SOURCES


@pytest.mark.parametrize(
    "address",
    [
        *("", "card:", "card", "deck:x", "entry:cards", "entry:cards.a", "entry:nowhere.a"),
        *("file:../heir/pack.json5", "file:/etc/passwd", "file:a/../../b.json5", "file:a.py"),
        *("file:.hidden.json5", "file:a\\b.json5", "entry:words..a", f"card:{'x' * 200}"),
        *("card:a\nb", "file:a//b.json5", "file:CON/\x00.json5"),
    ],
)
def test_what_leads_out_of_the_folder_or_nowhere_is_no_address(address):
    with pytest.raises(BadAddress):
        put_piece(SOURCES, "stones", address, "{}")


def test_nothing_is_put_into_what_holds_no_entries():
    with pytest.raises(BadAddress):
        put_piece(SOURCES, "stones", "entry:kinds.stone", "1")


@pytest.mark.parametrize(
    "text", ["{", '{"id": "t.red"}, {"id": "t.more"}', '{"a": 1, "a": 2}', "]}", "// nothing"]
)
def test_a_text_that_is_not_one_value_is_not_put(text):
    with pytest.raises(PackError) as refused:
        put_piece(SOURCES, "stones", "card:t.red", text)
    assert all(problem.at for problem in refused.value.problems)
