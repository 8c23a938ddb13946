"""A changed card is put to the program that the native machine has, which stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from rules.backends.wasm import exam
from rules.backends.wasm.loading import Loaded, Outdated
from rules.pack.build import load_with_compiler
from rules.pack.definition import Pack
from rules.pack.versions import change_of_cards, compile_change

pytest.importorskip("wasmtime")
NAME = {"zh": "另一张", "en": "Another"}
PACKS = Path(rules.__file__).parents[1] / "world/packs"


def change(pack: Pack, loaded: Loaded, cards) -> tuple[Pack, Loaded]:
    compiled = compile_change(pack, change_of_cards(pack, cards), keeps_sources=True)
    return compiled.pack, exam.load_changed(loaded, compiled)


def doubled(pack: Pack, number: int):
    """A card that does once more what it does first."""
    able = [card for card in pack.cards if card.source.get("behaviors")]
    card = able[number % len(able)]
    behaviors = card.source["behaviors"]
    return card.id, {**card.source, "behaviors": [*behaviors, *behaviors[:1]]}


@pytest.fixture(scope="module", params=["race", "duel"])
def both(request):
    return exam.load_both(PACKS / request.param)


def test_versions_made_of_each_other_play_as_the_reference(both):
    pack, loaded = both
    first = pack, loaded
    joined = loaded.joined
    for number in (0, 3, 0):
        pack, loaded = change(pack, loaded, dict([doubled(pack, number)]))
        assert loaded.joined is joined
        assert exam.compare_match(pack, loaded, number) > 10
    assert len(loaded.linked) == 2
    assert exam.compare_match(*first, 1) > 10


def test_cards_come_and_go(both):
    pack, loaded = both
    card, source = doubled(pack, 1)
    more, with_more = change(pack, loaded, {f"{card}_again": {**source, "name": NAME}})
    assert exam.compare_match(more, with_more, 2) > 10
    fewer, with_fewer = change(more, with_more, {f"{card}_again": None})
    assert not with_fewer.linked
    assert exam.compare_match(fewer, with_fewer, 2) > 10


def test_cards_may_lose_all_that_they_do(both):
    pack, loaded = both
    able = [card for card in pack.cards if card.source.get("behaviors")]
    idle = {card.id: {**card.source, "behaviors": []} for card in able}
    assert exam.compare_match(*change(pack, loaded, idle), 4) > 10


def test_what_was_kept_of_a_program_can_be_changed(both):
    pack, compiler = load_with_compiler(PACKS / both[0].id)
    kept = exam.load_native(pack, compiler, max(pack.program.seats))
    assert kept.numbers == both[1].numbers
    assert exam.compare_match(*change(pack, kept, dict([doubled(pack, 2)])), 3) > 10


def test_a_change_that_others_have_as_a_constant_is_refused(both):
    pack, loaded = both
    word = next(name for name in loaded.numbers.given if name.startswith("counted "))
    given = {**loaded.numbers.given, word: 2}
    before = loaded.numbers._replace(given=given)
    other = exam.load_both(PACKS / pack.id)[1]
    other._numbers = before
    with pytest.raises(Outdated):
        change(pack, other, dict([doubled(pack, 0)]))
