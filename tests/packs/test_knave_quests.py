"""What a quest of Knave hears of while somebody carries it, and what of it comes home."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.running.brought import things_at_places
from rules.running.match import Match
from rules.running.view import private_view, public_view

QUEST = "knave.quest.ratcatcher"


def further(event: str, condition: str) -> dict[str, Any]:
    step = {"type": "setStage", "stage": "{this.stage} + 1"}
    return {"at": "whenever", "event": event, "condition": condition, "do": [step]}


RATCATCHER = {
    "id": QUEST,
    "count": 0,
    "name": {"en": "Ratcatcher", "zh": "捕鼠人"},
    "behaviors": [
        further("onSlain", "{onSlain.who.id} == knave.monster.giant_rat"),
        further("onSearch", "{onSearch.finder} == {you}"),
        further("onRoom", "{onRoom.card.id} == knave.room.clear_spring"),
        further("onHome", "{onHome.who} == {you}"),
    ],
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Knave with a quest."""
    folder = tmp_path_factory.mktemp("packs") / "knave"
    shutil.copytree(WORLD / "knave", folder)
    text = json.dumps({"cards": [RATCATCHER]})
    (folder / "cards" / "ratcatcher.json5").write_text(text, encoding="utf-8")
    return load_pack(folder)


def carrying(seats: int, **beside: Any) -> list[dict[str, Any]]:
    """Everybody carries the quest, at stage 1, each their own."""
    quest = {"kind": QUEST, "zone": "quests", "fields": {"stage": 1}}
    abilities = {"str": 9, "dex": 9, "con": 9, "wis": 9}
    each = {"level": 9, "maxHp": 80, "trips": 1, **abilities, **beside}
    return [{**each, "things": [{**quest, "thing": 1 + seat}]} for seat in range(seats)]


def stages(match: Match) -> list[int]:
    """The stage of each player's quest, 0 for who has none."""
    layout = match.program.layout
    field, zones = layout.fields["quest", "stage"].base, layout.zones["quests"].first
    found = [match.zones[zones + player] for player in range(1, match.seats + 1)]
    return [match.state[field + cards[0]] if cards else 0 for cards in found]


def take(match: Match, word: str) -> None:
    """Everybody who is asked takes the first option of this word, or else the default."""
    for choice in list(match.choices):
        words = [each.word for each in choice.options]
        match.answer(choice.seat, (words.index(word),) if word in words else choice.default)


def test_a_quest_hears_what_its_own_knave_does_and_comes_home_at_its_stage(pack: Pack) -> None:
    match = Match.new(pack, 2, 4, {"rooms": 1, "danger": -100, "bring": carrying(2)})
    take(match, "enter")
    while "search" not in [each.word for each in match.choices[0].options]:
        match.answer(match.choices[0].seat, match.choices[0].default)
    before = stages(match)
    match.answer(0, (0,))
    take(match, "watch")
    assert stages(match) == [before[0] + 1, before[1]]
    while not match.is_over:
        take(match, "leave")
    returns = match.returns
    assert returns is not None
    homes = [taken["things"] for taken in returns]
    assert [[number, zone] for ((number, _, zone, _),) in homes] == [[1, "quests"], [2, "quests"]]
    assert [fields["stage"] for ((_, _, _, fields),) in homes] == [before[0] + 2, before[1] + 1]


def test_only_who_carries_a_quest_sees_it(pack: Pack) -> None:
    match = Match.new(pack, 2, 4, {"bring": [carrying(1)[0], {"level": 1, "maxHp": 8}]})
    assert QUEST in json.dumps(private_view(match, 0))
    assert QUEST not in json.dumps([private_view(match, 1), public_view(match)])


def test_a_quest_ends_with_its_knave(pack: Pack) -> None:
    given = carrying(1, maxHp=1, str=-9, con=-9, dex=-9)
    for seed in range(200):
        match = Match.new(pack, 1, seed, {"startDepth": 5, "danger": 900, "bring": given})
        while not match.is_over:
            match.answer(0, match.choices[0].default)
        assert match.returns is not None
        if match.returns[0].get("dies"):
            assert "things" not in match.returns[0]
            assert all(things == [] for things in things_at_places(match).values())
            return
    raise AssertionError("nobody has died")
