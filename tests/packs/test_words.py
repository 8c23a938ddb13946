"""Every game that is shipped has words for all that its cards need, in every language."""

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.telling.text import Text
from rules.workshop.helping import help_of_pack
from rules.workshop.untold import untold_places

SHIPPED = sorted(each.parent.name for each in WORLD.glob("*/pack.json5"))
shipped = pytest.mark.parametrize("name", SHIPPED)


def defined(pack: Pack):
    """The words of a pack, by family and name."""
    return {
        (family, word.name): word
        for family, table in pack.declarations.defines.items()
        for word in table.values()
    }


@shipped
def test_a_shipped_game_has_words_for_everything(name):
    assert untold_places(load_pack(WORLD / name)) == []


@shipped
def test_every_word_of_a_shipped_game_has_a_doc_in_both_languages(name):
    pack = load_pack(WORLD / name)
    told = pack.words["zh"]["docs"]
    words = defined(pack).values()
    assert [word.name for word in words if not word.doc] == []
    assert [word.name for word in words if not told.get(word.name)] == []
    assert [name for name, said in told.items() if said.isascii()] == []


@shipped
def test_a_word_that_a_game_defines_anew_has_a_doc_of_its_own_in_chinese(name):
    pack = load_pack(WORLD / name)
    parent = pack.origin.raw["pack"].get("inherits")
    if parent is None:
        return
    above = load_pack(WORLD / parent)
    before = defined(above)
    assert [
        key
        for key, word in defined(pack).items()
        if key in before
        and word.doc != before[key].doc
        and help_of_pack(pack, word, "zh") == help_of_pack(above, before[key], "zh")
    ] == []


@shipped
def test_every_property_and_field_of_a_shipped_game_has_a_name_in_both_languages(name):
    pack = load_pack(WORLD / name)
    names = dict.fromkeys(
        [
            *pack.program.properties,
            *pack.program.modifiable,
            *(f for _, f in pack.program.layout.fields),
        ]
    )
    chinese = Text(pack, "zh")
    assert [each for each in names if chinese.field(each).isascii()] == []
    fields, options = ({**pack.words["en"].get(table, {})} for table in ("field", "options"))
    general = ("kind", "needsTarget", "aimsAt", "forPlayer", "botWorth", "position")
    assert names.keys() - fields.keys() - options.keys() - {*general} == set()
