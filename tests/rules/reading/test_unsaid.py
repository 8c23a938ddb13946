"""What no sentence says is read nevertheless: from tables of words, from events, from results."""

from __future__ import annotations

import pytest
from tiny import build, on_play, spell

from rules.pack import Pack
from rules.reading import read_text
from rules.reading.unsaid import Shapes

#: A shape for something one may do, and words that do not tell all that they are given.
DEFINED = {
    "behaviors": {
        "mayReact": {
            "params": {
                "event": "symbol", "whom": {"type": "player", "default": []},
                "condition": {"type": "condition", "default": {"type": "AlwaysTrue"}}, "do": "do",
            },
            "behaviors": [{"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [{
                "event": "{event}", "mode": "always", "condition": "{condition}",
                "do": [{"type": "log", "message": "x", "with": {"whom": "{whom}"}}, "{do}"],
            }]}]}],
        },
    },
    "doables": {
        "rob": {
            "params": {"who": "player", "of": "player"},
            "do": [{"type": "set", "of": "{who}", "field": "score", "amount": "{of.score}"}],
        },
        "wager": {
            "params": {"who": "player"},
            "do": [{"type": "let", "id": "won", "value": "{who.score}"}],
            "result": {"won": "{won}"},
        },
        "mark": {
            "params": {"by": "player"},
            "do": [{"type": "set", "of": "{by}", "field": "score", "amount": 1}],
        },
        "heal": {
            "params": {"who": "player", "amount": "number"},
            "do": [{"type": "set", "of": "{who}", "field": "score", "amount": "{amount}"}],
        },
    },
    "conditions": {
        "Rich": {"params": {"who": "player"}, "value": "{who.score} > 0"},
        "Hurt": {"params": {"number": "number"}, "value": "{number} > 0"},
    },
}  # fmt: skip
EN = {
    "text": {
        "mayReact": "whenever {event}{if}, you may {do}", "rob": "rob {of}",
        "wager": "make a wager", "mark": "leave a mark", "Rich": "", "Hurt": "it hurts",
        "heal": [{"when": {"who": "you"}, "text": "regain {amount} hp"},
                 "{who} regains {amount} hp"],
    },
    "event": {
        "onHit": {"any": "a beast is hit", "context": {"by": "the hunter"}},
        "onTick": {"any": "it ticks"},
    },
    "comparison": {"won > 0": "it is won", "won == 0": "it is lost"},
    "unsaid": {"Rich": {"beside": {"type": "rob"}, "who": "of"}},
}  # fmt: skip
ZH = {
    **EN,
    "text": {
        **EN["text"],
        "heal": [{"when": {"who": "you"}, "text": "恢复{amount}点"}, "{who}恢复{amount}点"],
    },
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory) -> Pack:
    score = {"type": "set", "of": "{you}", "field": "score", "amount": 1}
    return build(
        tmp_path_factory.mktemp("unsaid"), define=DEFINED, words={"zh": ZH, "en": EN},
        cards=[spell("a", on_play(score))],
    )  # fmt: skip


def readings(pack: Pack, text: str, language: str = "en") -> list:
    return [each.behaviors for each in read_text(pack, language, text).readings]


def test_a_condition_goes_without_saying_beside_its_word(pack):
    (first, *others) = readings(pack, "Whenever a beast is hit, you may rob the hunter.")
    (behavior,) = first
    assert behavior["condition"] == {"type": "Rich", "who": "{onHit.by}"}
    assert any("condition" not in other[0] for other in others)  # or there is none


def test_a_shape_is_given_whom_its_event_is_by(pack):
    found = readings(pack, "Whenever a beast is hit, you may rob the hunter.")
    given = [behavior.get("whom") for (behavior,) in found]
    assert "{onHit.by}" in given
    assert None in given


def test_a_word_is_given_what_its_event_has_of_that_name(pack):
    found = readings(pack, "Whenever it ticks, if it hurts, you may make a wager.")
    assert "{'type': 'Hurt', 'number': '{onTick.number}'}" in repr(found)
    marked = readings(pack, "Whenever a beast is hit, you may leave a mark.")
    assert [{"type": "mark", "by": "{onHit.by}"}] in [behavior["do"] for (behavior,) in marked]


def test_a_shape_takes_its_own_parameters_and_what_its_event_has(pack):
    can_be = Shapes(pack).can_be
    mark = {"type": "mark", "by": "{@event.by}"}
    assert can_be({"at": "mayReact", "event": "onHit", "do": [mark]})
    assert not can_be({"at": "mayReact", "event": "onTick", "do": [mark]})
    assert not can_be({"at": "mayReact", "event": "onHit", "when": "before", "do": [mark]})
    inside = {"type": "addTriggers", "triggers": [{"event": "onHit", "do": [mark]}]}
    assert can_be({"at": "mayReact", "event": "onTick", "do": [inside]})


@pytest.mark.parametrize(
    ("told", "condition"), [("won", "{result1.won}"), ("lost", "not {result1.won}")]
)
def test_what_was_done_before_decides(pack, told, condition):
    found = readings(pack, f"Make a wager. If it is {told}, regain 2 hp.")
    conditions = [each[0]["do"][-1]["condition"] for each in found]
    assert condition in conditions


def test_a_player_does_again_what_was_done_before(pack):
    (first, *_) = readings(pack, "恢复2点。每名玩家再恢复2点。", "zh")
    assert [deed["who"] for deed in first[0]["do"]] == ["{you}", {"chooser": "players"}]
