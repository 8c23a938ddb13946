"""What questions tell: the values of `with`, in choices, views, saves, deals and texts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tiny import beast, build, entity, start

from rules.ground.errors import PackError
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants, journal_replays
from rules.running.choices import choice_from_data, choice_to_data
from rules.running.log import HIDDEN_CARD, card_with_definition
from rules.running.match import Match
from rules.running.undo import leaves_no_trace
from rules.telling.text import Text

CARDS = [beast("ox"), beast("bear"), beast("hen")]
SECOND = "{match.startPlayer.next}"
PROMPT = {"zh": {"prompt": {"threat": "{from}：{card}"}}, "en": {"prompt": {"threat": "{from} uses "
          "{card} on you: jink, or take {amount} damage. ({who})"}}}  # fmt: skip
THREAT = {"from": SECOND, "card": "{card}", "amount": "{match.round} + 1"}


def lay(name: str, zone: str, of: str | None = None, called: str = "card") -> list[dict[str, Any]]:
    """A card of the box goes to a zone; it is called so."""
    found = {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"}
    owner = {} if of is None else {"of": of}
    return [
        {"type": "let", "id": "those", "value": found},
        {"type": "let", "id": called, "value": "{those.first}"},
        {"type": "move", "target": f"{{{called}}}", "to": zone, **owner},
    ]


def menu(**more: Any) -> dict[str, Any]:
    return {"type": "choose", "ask": "{match.startPlayer}", "prompt": "threat",
            "options": [{"id": "yes"}, {"id": "no"}], **more}  # fmt: skip


def picks(**more: Any) -> dict[str, Any]:
    chooser = {"type": "cardChooser", "ask": "{match.startPlayer}", "prompt": "threat",
               "from": {"chooser": "cards", "zone": "box"}, **more}  # fmt: skip
    return {"type": "let", "id": "picked", "value": chooser}


def numbers(**more: Any) -> dict[str, Any]:
    chooser = {"type": "numberChooser", "ask": "{match.startPlayer}", "prompt": "threat",
               "minimum": 0, "maximum": 3, **more}  # fmt: skip
    return {"type": "let", "id": "picked", "value": chooser}


def everybody(**more: Any) -> dict[str, Any]:
    return {"type": "askAll", "id": "plan{p}", "as": "p", "target": {"chooser": "players"},
            "prompt": "threat", **more}  # fmt: skip


def all_of_menu(**more: Any) -> dict[str, Any]:
    return everybody(options=[{"id": "yes"}, {"id": "no"}], **more)


def all_pick(**more: Any) -> dict[str, Any]:
    return everybody(**{"from": {"chooser": "cards", "zone": "box"}}, **more)


def begin(tmp_path: Path, *main: Any, **sections: Any) -> Match:
    return start(tmp_path, *main, cards=CARDS, **{"words": PROMPT, **sections})


def asked(match: Match, seat: int = 0, language: str = "en") -> str:
    choice = match.choice_of(seat)
    assert choice is not None
    return Text(match.game, language, ["Ann", "Bob"]).prompt(choice, match)


@pytest.mark.parametrize("asking", [menu, picks, numbers, all_of_menu, all_pick])
def test_a_question_tells_what_it_is_given(tmp_path: Path, asking: Any) -> None:
    m = begin(tmp_path, *lay("ox", "field"), asking(**{"with": THREAT}))
    assert asked(m) == "Bob uses ox on you: jink, or take 2 damage. (Ann)"
    assert asked(m, language="zh") == "Bob：ox"
    assert m.view(0)["choices"][0]["values"] == [
        {"name": "from", "kind": "player", "value": 1},
        {"name": "card", "kind": "card", "value": "t.beast.ox"},
        {"name": "amount", "kind": "number", "value": 2},
    ]
    for other in (m.clone(), Match.load(m.game, m.save())):
        assert other.choices == m.choices
        assert other.hash() == m.hash()
    check_invariants(m)
    m.answer(0, (0,))
    journal_replays(m)


def test_each_of_several_is_told_their_own(tmp_path: Path) -> None:
    words = {"en": {"prompt": {"threat": "{whom}: {seat}, {hand}"}}}
    given = {"whom": "{p}", "seat": "{p.seat} + 10", "hand": "{p.hand}"}
    laid = lay("ox", "hand", SECOND)
    for asking in (all_of_menu, all_pick):
        m = begin(tmp_path, *laid, asking(**{"with": given}), words=words)
        assert [asked(m, seat) for seat in (0, 1)] == ["Ann: 10, ", "Bob: 11, ox"]


def test_a_card_that_is_hidden_from_who_is_asked_stays_so(tmp_path: Path) -> None:
    words = {"en": {"prompt": {"threat": "{card}, {any}; {cards}"}}}
    given = {"card": "{card}", "any": "{mine}", "cards": ["{card}", "{mine}"]}
    laid = [*lay("ox", "hand", SECOND), *lay("hen", "hand", "{match.startPlayer}", "mine")]
    m = begin(tmp_path, *laid, menu(**{"with": given}), words=words)
    assert asked(m) == "a card, hen; a card, hen"
    hen = entity(m, "hen")
    kept = card_with_definition(hen, m.state[hen])
    assert [value for *_, value in m.choices[0].values] == [HIDDEN_CARD, kept, (HIDDEN_CARD, kept)]
    assert m.view(0)["choices"][0]["values"][0]["value"] is None


def test_texts_may_ask_whether_something_is_given(tmp_path: Path) -> None:
    either = [{"when": {"card": "*", "amount": ">1"}, "text": "{card}!"}, "Nothing."]
    words = {"en": {"prompt": {"threat": either}}}
    m = begin(tmp_path, *lay("ox", "field"), menu(**{"with": THREAT}), menu(), words=words)
    assert asked(m) == "ox!"
    m.answer(0, (0,))
    assert asked(m) == "Nothing."


def test_what_is_told_of_a_card_stays_when_the_card_has_changed(tmp_path: Path) -> None:
    """Others answer at the same time; nothing changes before all have, and the text is kept."""
    m = begin(tmp_path, *lay("ox", "field"), menu(**{"with": THREAT}))
    ox, bear = entity(m, "ox"), m.state[entity(m, "bear")]
    m.state[ox] = bear
    assert "ox" in asked(m)


def test_a_choice_without_values_is_saved_as_ever(tmp_path: Path) -> None:
    m = begin(tmp_path, menu(), words={})
    data = choice_to_data(m.choices[0])
    assert len(data) == 9
    assert choice_from_data(data) == m.choices[0]
    assert "values" not in m.view(0)["choices"][0]


def test_who_does_not_see_a_card_deals_another_one_into_the_question_of_others(
    tmp_path: Path,
) -> None:
    laid = [*lay("ox", "hand", SECOND), *lay("hen", "field", None, "open")]
    given = {"cards": ["{p.hand}", "{open}"]}
    words = {"en": {"prompt": {"threat": "{cards}"}}}
    zones = {"hand": {"pool": "all"}, "box": {"pool": "all"}}
    m = begin(tmp_path, *laid, all_of_menu(**{"with": given}), words=words, zones=zones)
    seen = set()
    for seed in range(20):
        other = redeal(m, 0, Random(seed))
        assert asked(other, 0) == "hen"
        held = other.card_of(other.zones[m.program.layout.zones["hand"].first + 2][0])
        assert held is not None
        assert asked(other, 1) == f"{held.name['en']}, hen"
        seen.add(held.id)
        assert asked(redeal(m, 1, Random(seed)), 1) == "ox, hen"
    assert seen == {"t.beast.ox", "t.beast.bear"}


def test_an_answer_after_which_a_question_tells_a_card_leaves_a_trace(tmp_path: Path) -> None:
    """Of a card that was not to be seen; of another one it does not."""
    words = {"en": {"prompt": {"threat": [{"when": {"card": "*"}, "text": "{card}"}, "?"]}}}
    zones = {"deck": {"pool": "all"}}
    hidden = [*lay("ox", "field"), {"type": "move", "target": "{card}", "to": "deck", "of": SECOND}]
    for laid, trace in ((lay("ox", "field"), False), (hidden, True)):
        m = begin(tmp_path, *laid, menu(), menu(**{"with": THREAT}), words=words, zones=zones)
        before = m.clone()
        m.answer(0, (0,))
        assert asked(m) == "ox"
        assert leaves_no_trace(before, m, 0) is not trace


@pytest.mark.parametrize("asking", [menu, picks, numbers, all_of_menu, all_pick])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"who": 1}, "a question tells {who} by itself"),
        ({"a b": 1}, "'a b' is no name"),
        ([1], "an object with a value for each name belongs here"),
        ({"x": "{nobody}"}, "nothing is called {nobody}"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, asking: Any, given: Any, told: str) -> None:
    with pytest.raises(PackError, match=told):
        begin(tmp_path, asking(**{"with": given}), words={})


def test_holes_are_those_that_questions_give(tmp_path: Path) -> None:
    def problems(*main: Any, text: Any) -> str:
        with pytest.raises(PackError) as caught:
            build(
                tmp_path, main=list(main), cards=CARDS, words={"en": {"prompt": {"threat": text}}}
            )
        return str(caught.value)

    given = menu(**{"with": {"amount": 1, "card": "{match.field.first}"}})
    assert "nothing fills the hole {crad}; did you mean card?" in problems(given, text="{crad}")
    assert "nothing fills the hole {card}" in problems(menu(), text="{card}")
    some = "not every question with this text fills the hole {card}"
    assert some in problems(given, menu(), text="{card}: {mana}")
    either = [{"when": {"card": "*"}, "text": "{card}"}, "?"]
    words = {"en": {"prompt": {"threat": either}}}
    build(tmp_path, main=[given, menu()], cards=CARDS, words=words)
