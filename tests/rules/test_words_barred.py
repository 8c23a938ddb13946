"""Options that are not offered for a reason that people are told: `unless`."""

from __future__ import annotations

from typing import Any

import pytest
from herd import FIRST, add, begin, lying
from tiny import build, value

from rules.ground.errors import PackError
from rules.playing import bots
from rules.playing.invariants import journal_replays
from rules.running.choices import choice_from_data, choice_to_data
from rules.telling.barring import why_barred
from rules.telling.text import Text
from rules.workshop.untold import untold_places

LOOT = {"chooser": "cards", "zone": "box", "where": "{it.kind} == beast"}
PACK = {"hand": {"max": "{owner.mana} - 3", "size": "{it.size}"}}  # 2
NO_ROOM = {
    "type": "Not",
    "condition": {"type": "HasRoom", "target": "{it}", "zone": "hand", "of": FIRST},
}
TAKE = {
    "id": "take",
    "each": LOOT,
    "unless": {"noRoom": NO_ROOM},
    "do": [{"type": "move", "target": "{take}", "to": "hand", "of": FIRST}],
}
WAIT_ON = {"type": "while", "condition": True, "do": []}


def asks(*options: Any, **more: Any) -> dict:
    return {"type": "choose", "ask": FIRST, "prompt": "loot", "options": [*options], **more}


def names(match: Any, options: Any) -> list[str]:
    return [match.card_id(option.entity).rpartition(".")[2] for option in options if option.entity]


def test_what_has_no_room_is_not_offered_and_the_question_says_why(tmp_path):
    match = begin(tmp_path, asks(TAKE, {"id": "leave"}), add(1), zones=PACK)
    (choice,) = match.pending
    assert sorted(names(match, choice.options)) == ["bear", "pup", "wolf"]
    assert [reason for reason, _ in choice.barred] == ["noRoom"]
    assert names(match, [option for _, option in choice.barred]) == ["ox"]
    told = [
        why_barred(Text(match.game, language), *choice.barred[0], match)
        for language in ("en", "zh")
    ]
    assert told == ["there is no room for ox", "放不下ox"]


def test_what_is_taken_changes_what_has_room_at_the_next_question(tmp_path):
    again = {**asks(TAKE, {"id": "leave"}, auto=False), "id": "a"}
    match = begin(tmp_path, again, again, zones=PACK)
    match.answer_unchecked(match.pending[0].seat, (0,))
    (choice,) = match.pending
    assert names(match, choice.options) == []
    assert len(choice.barred) == 3
    assert len(lying(match, "hand", 1)) == 1


def test_one_option_that_is_left_is_asked_for_so_that_the_reason_is_read(tmp_path):
    full = {"id": "go", "unless": {"tired": "{match.total} == 0"}, "do": [add(5)]}
    match = begin(tmp_path, asks(full, {"id": "stay", "do": [add(1)]}), zones=PACK)
    (choice,) = match.pending
    assert [option.word for option in choice.options] == ["stay"]
    assert [(reason, option.word) for reason, option in choice.barred] == [("tired", "go")]
    match.answer_unchecked(choice.seat, (0,))
    assert value(match, "total") == 1


def test_the_first_reason_that_holds_is_told(tmp_path):
    option = {**TAKE, "unless": {"tooBig": "{it.size} > 2", "small": "{it.size} < 9"}}
    match = begin(tmp_path, asks(option, {"id": "leave"}), zones=PACK)
    found = {names(match, [each])[0]: reason for reason, each in match.pending[0].barred}
    assert found["ox"] == "tooBig"
    assert found["wolf"] == found["bear"] == "small"


def test_a_question_with_reasons_is_saved_and_replayed_as_it_was(tmp_path):
    match = begin(tmp_path, asks(TAKE, {"id": "leave"}), add(1), zones=PACK)
    (choice,) = match.pending
    assert choice_from_data(choice_to_data(choice)) == choice
    again = type(match).load(match.game, match.save())
    assert again.pending == match.pending
    assert again.hash() == match.hash()
    match.answer(choice.seat, (0,))
    journal_replays(match)


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_bots_never_take_what_cannot_be(tmp_path, kind):
    match = begin(tmp_path, asks(TAKE, {"id": "leave"}), add(1), zones=PACK)
    (choice,) = match.pending
    for seed in range(20):
        (line, *_) = bots.make_bot(kind, seed).think(match, choice.seat)
        assert all(0 <= pick < len(choice.options) for pick in line.picks)


def test_who_is_asked_with_others_has_reasons_of_their_own_and_late_ones_are_told(tmp_path):
    room = {**NO_ROOM["condition"], "zone": "field", "of": None}
    room = {key: item for key, item in room.items() if item is not None}
    take = {
        "id": "take",
        "each": LOOT,
        "unless": {"noRoom": {"type": "Not", "condition": room}},
        "do": [{"type": "move", "target": "{take}", "to": "field"}, add(1)],
    }
    plan = {
        "type": "askAll",
        "id": "plan{p}",
        "target": {"chooser": "players"},
        "prompt": "loot",
        "options": [take, {"id": "leave"}],
    }
    zones = {"field": {"max": 2, "size": "{it.size}"}}
    match = begin(tmp_path, plan, zones=zones)
    one, other = match.pending
    assert names(match, [option for _, option in one.barred]) == ["ox"]
    match.answer_unchecked(one.seat, (0,))
    match.answer_unchecked(other.seat, (1,))
    assert value(match, "total") == 1
    assert [entry.message for entry in match.log] == ["tooLate"]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"unless": []}, "unless: an object belongs here: conditions by the reason"),
        ({"unless": {"no room": True}}, "a reason has a name of letters and digits"),
        ({"unless": {"noRoom": "{it.sise} > 2"}, "each": LOOT}, "unless.noRoom.*mean size"),
        ({"unles": {}}, "an option has no unles; did you mean unless"),
    ],
)
def test_reasons_are_checked(tmp_path, option, message):
    from herd import SECTIONS

    with pytest.raises(PackError, match=message):
        build(tmp_path, main=[asks({"id": "take", **option})], **SECTIONS)


def test_a_reason_that_has_no_words_is_told(tmp_path):
    options = [{"id": "go", "unless": {"tired": True, "noRoom": True}}, {"id": "stay"}]
    words = {"en": {"unless": {"tired": "you are tired"}}, "zh": {}}
    pack = build(tmp_path, main=[asks(*options)], words=words, cards=[])
    told = [str(each) for each in untold_places(pack)]
    (found,) = [each for each in told if "reason" in each]
    assert "words.zh.unless: there are no words for the reason tired of an option" in found


def test_words_of_reasons_have_the_hole_of_what_it_is_about(tmp_path):
    words = {"en": {"unless": {"noRoom": "no room for {its}"}}}
    with pytest.raises(PackError, match=r"words.en.unless.noRoom: nothing fills the hole \{its\}"):
        build(tmp_path, words=words)
