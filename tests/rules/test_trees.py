"""The trees of cards, for all who look into them: what stands in them, and what can be asked."""

from __future__ import annotations

import pytest
from tiny import build, on_play, spell

from rules.ground.errors import PackError
from rules.language.amounts import foreseeable_amounts
from rules.language.macros import parameters_read
from rules.language.query import (
    Path,
    are_alike,
    conjuncts,
    constant_truth,
    given_block,
    reference_path,
    resolve,
    walk_doables,
    walk_written,
    written_text,
)
from rules.language.tree import Comparison, Literal, Use

NOTE = {"type": "note", "amount": 1}
TWICE = {
    "params": {"first": "number", "do": "do"},
    "do": [{"type": "note", "amount": "{first}"}, "{do}", "{do}"],
}
WHEN_HIT = {
    "params": {"condition": "condition", "limit": {"type": "number", "default": 2}, "do": "do"},
    "behaviors": [
        on_play({"type": "addTriggers", "triggers": [
            {"event": "onHit", "condition": "{condition}", "do": "{do}"}]}),
        {"at": "onArrive", "do": ["{do}"]},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A pack with a word that takes doables, and a behaviour of its own shape."""
    cards = [
        spell("plain", on_play(NOTE, {"type": "note", "amount": "{you.mana}"})),
        spell("twice", on_play({"type": "twice", "first": 1, "do": [{"type": "counter"}]})),
        spell("whenHit", {"at": "whenHit", "condition": "{onHit.amount} > 3", "do": [NOTE]}),
        spell("counted", on_play(
            {"type": "let", "id": "n", "value": "{you.hand.count}"},
            NOTE,
            {"type": "note", "amount": "{n} * 2"},
            {"type": "note", "amount": "{you.mana}"},
        )),
    ]  # fmt: skip
    define = {"doables": {"twice": TWICE}, "behaviors": {"whenHit": WHEN_HIT}}
    return build(tmp_path_factory.mktemp("packs"), cards=cards, define=define)


def behaviors(pack, name):
    return pack.trees.behaviors(pack.card(f"t.spell.{name}"))


def test_a_card_is_read_once_into_behaviours_with_their_timings(tiny):
    (behavior,) = behaviors(tiny, "plain")
    assert behavior.timing is tiny.declarations.timings["onPlay"]
    assert [use.name for use in walk_doables(behavior.do)] == ["note", "note"]
    assert behaviors(tiny, "plain")[0] is behavior


def test_what_is_written_of_a_word_is_what_it_was_given(tiny):
    (behavior,) = behaviors(tiny, "twice")
    (use,) = walk_doables(behavior.do)
    block = given_block(use, "do")
    assert [each.name for each in walk_doables(block)] == ["counter"]
    assert [each.name for each in walk_doables(use.body)] == ["note", "counter", "counter"]
    assert {n.name for n in walk_written(behavior) if isinstance(n, Use)} == {"twice", "counter"}


def test_a_parameter_that_is_worked_out_once_means_what_it_was_given(tiny):
    (use,) = walk_doables(behaviors(tiny, "twice")[0].do)
    note = next(walk_doables(use.body))
    assert isinstance(resolve(note.arguments["amount"]), Literal)


def test_a_behaviour_knows_the_macro_it_came_from_and_what_that_was_given(tiny):
    first, second = behaviors(tiny, "whenHit")
    assert first.unfolded is second.unfolded
    macro = tiny.trees.macro_use(first)
    assert macro.name == "whenHit"
    assert macro.given == {"condition", "do"}
    assert written_text(macro.arguments["condition"].left) == "onHit.amount"
    assert [use.name for use in walk_doables(macro.arguments["do"])] == ["note"]
    assert written_text(macro.arguments["limit"]) == "2"


def test_parameters_that_a_word_makes_something_of(tiny):
    assert tiny.trees.parameters_read(tiny.declarations.defined_word("doables", "twice")) == {
        "first",
        "do",
    }
    assert parameters_read(tiny.declarations.defined_word("behaviors", "whenHit")) == {
        "condition",
        "do",
    }


def test_amounts_are_known_beforehand_until_something_happens(tiny):
    assert [known.place for known in foreseeable_amounts(behaviors(tiny, "plain"))] == []
    (known,) = foreseeable_amounts(behaviors(tiny, "counted"))
    assert known.place == (0, 2)
    assert known.zones() == {"hand"}


def test_trees_that_say_the_same_are_alike_wherever_they_stand(tiny):
    (one,), (other,) = behaviors(tiny, "plain"), behaviors(tiny, "counted")
    notes = [
        next(walk_doables(one.do)),
        list(walk_doables(other.do))[1],
        list(walk_doables(one.do))[1],
    ]
    assert are_alike(notes[0], notes[1])
    assert not are_alike(notes[0], notes[2])


def condition(tmp_path, *tests):
    """A condition of a card, as a tree."""
    card = spell("a", on_play({"type": "if", "condition": list(tests), "do": [NOTE]}))
    pack = build(tmp_path, cards=[card])
    (use,) = walk_doables(pack.trees.behaviors(pack.card("t.spell.a"))[0].do)
    return use.arguments["condition"]


def test_conditions_are_the_parts_that_must_all_hold(tmp_path):
    inner = {
        "type": "And",
        "conditions": [{"type": "AlwaysTrue"}, "{this.school} in (fire, frost)"],
    }
    first, second = conjuncts(condition(tmp_path, "{you.mana} > 3 and not {you.seen}", inner))[::2]
    assert isinstance(first, Comparison)
    assert reference_path(first.left) == Path(reference_path(first.left).root, ("mana",))
    assert (second.operator, len(second.items)) == ("or", 2)


@pytest.mark.parametrize(
    ("test", "holds"),
    [("1 + 1 == 2", True), ("2 > 3 or fire == frost", False), ("{you.mana} > 3", None),
     ({"type": "Not", "condition": {"type": "AlwaysTrue"}}, False)],
)  # fmt: skip
def test_a_condition_about_what_is_written_down_is_known(tmp_path, test, holds):
    assert constant_truth(condition(tmp_path, test)) is holds


@pytest.mark.parametrize(
    ("loop", "ends"),
    [
        ({"condition": True, "do": [NOTE]}, False),
        ({"condition": "{n} >= 1", "do": [NOTE]}, False),
        ({"condition": "{n} >= 1", "do": [{"type": "let", "id": "n", "value": 0}]}, True),
        ({"condition": "{you.mana} > 0", "do": [NOTE]}, True),
        ({"condition": True, "do": [NOTE, {"type": "stop"}]}, True),
        ({"condition": True, "do": [{"type": "over"}]}, True),
    ],
)  # fmt: skip
def test_a_loop_that_nothing_ends_is_a_mistake(tmp_path, loop, ends):
    over = {"params": {}, "do": [{"type": "endMatch", "standings": {"chooser": "players"}}]}
    do = [{"type": "let", "id": "n", "value": 1}, {"type": "while", **loop}]
    sections = {"cards": [spell("a", on_play(*do))], "define": {"doables": {"over": over}}}
    if ends:
        assert build(tmp_path, **sections)
    else:
        with pytest.raises(PackError, match="this never ends"):
            build(tmp_path, **sections)
