"""Every game that is shipped has words for all that its cards need, in every language."""

import pytest

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.workshop.untold import untold


@pytest.mark.parametrize("name", sorted(each.parent.name for each in WORLD.glob("*/pack.json5")))
def test_a_shipped_game_has_words_for_everything(name):
    assert untold(load_pack(WORLD / name)) == []
