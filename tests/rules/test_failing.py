"""What fails is left out, and the answer stands; only where the flow fails it does not."""

from __future__ import annotations

import pytest
from tiny import on_play, play, spell, start, value

from rules.fuzz.breaking import break_and_play
from rules.ground.errors import ActionFailed
from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.playing.bots import make_bot
from rules.playing.bots.answers import FAILED
from rules.playing.invariants import journal_replays
from rules.running.failing import CARDS, FLOW, MAX_FAILURES
from rules.running.journal import undo_entry
from rules.running.match import Match
from rules.running.sides import side_of

FIELDS = {"match": {"broken": {"initial": 0}}, "player": {"strength": {"initial": 3}}}
BROKEN = {"type": "note", "amount": "1 // {match.broken}"}
TICK = {"type": "fire", "event": "onTick", "with": {"number": 1}}


def note(amount):
    return {"type": "note", "amount": amount}


def hearing(*do, **trigger):
    """What a card does that hears ticks from now on."""
    triggers = [{"owner": "{you}", "event": "onTick", "do": list(do), **trigger}]
    return on_play({"type": "addTriggers", "triggers": triggers})


def asked(*do):
    """A question with one answer."""
    return {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "auto": False,
        "options": [{"id": "go", "do": list(do)}],
    }


def answered(tmp_path, *main, cards):
    """The match after the one answer of its first question, and what it says of what failed."""
    match = start(tmp_path, *main, cards=cards, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert not caught.value.withdrawn
    assert not caught.value.aborted
    again = Match.replay(match.game, match.seats, match.seed, {}, match.journal)
    assert again.hash() == match.hash()
    return match, caught.value


def test_a_trigger_that_fails_is_left_out_and_the_rest_goes_on(tmp_path):
    cards = [spell("trap", hearing(note(100), BROKEN)), spell("echo", hearing(note(10)))]
    main = [*play("trap"), *play("echo"), asked(TICK, note(7))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.trap", 17)
    assert "division" in failed.reason
    assert match.pending[0].prompt == "wait"


def test_each_of_several_that_fail_is_left_out(tmp_path):
    cards = [spell(name, hearing(note(100), BROKEN)) for name in ("a", "b", "c")]
    main = [*play("a"), *play("b"), *play("c"), *play("a"), asked(TICK, note(7), TICK)]
    match, _ = answered(tmp_path, *main, cards=cards)
    assert value(match, "total") == 7


def test_a_condition_that_fails_does_not_hold(tmp_path):
    cards = [
        spell("trap", hearing(note(100), condition="1 // {match.broken} == 1")),
        spell("echo", hearing(note(10))),
    ]
    main = [*play("trap"), *play("echo"), asked(TICK, note(7))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.trap", 17)


def test_what_a_card_does_when_it_is_played_is_left_out(tmp_path):
    cards = [spell("bad", on_play(note(5), BROKEN))]
    match, failed = answered(tmp_path, asked(*play("bad"), note(7)), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 7)


def test_a_card_that_fails_after_it_has_asked_is_ended_there(tmp_path):
    """What it has done before it asked was another answer, and stands."""
    cards = [spell("bad", on_play(note(5), asked(note(50)), BROKEN))]
    match, failed = answered(tmp_path, *play("bad"), note(7), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 12)
    assert match.pending[0].prompt == "wait"


def test_a_modifier_that_fails_changes_nothing(tmp_path):
    change = {"property": "strength", "mode": "add", "duration": "always", "of": "{you}"}
    cards = [
        spell("bad", on_play({"type": "addModifiers", "modifiers": [
            {**change, "amount": "1 // {match.broken}"}]})),
        spell("good", on_play({"type": "addModifiers", "modifiers": [{**change, "amount": 2}]})),
    ]  # fmt: skip
    main = [*play("bad"), *play("good"), asked(note("{match.startPlayer.strength}"))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 5)


def test_nothing_of_a_card_can_use_up_an_action_and_be_left_out_for_ever(tmp_path):
    endless = {"type": "while", "condition": "{match.total} >= 0", "do": [note(1)]}
    cards = [spell("bad", hearing(endless))]
    match, failed = answered(tmp_path, *play("bad"), asked(TICK, note(7), TICK), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 7)


@pytest.mark.parametrize("game", ["chrono", "duel", "race", "kingdoms"])
@pytest.mark.parametrize("seed", range(2))
def test_no_match_ends_by_a_card(game, seed):
    """Parts of cards fail, and the answers stand; `make fuzz ARGS=--failing` plays more."""
    played = break_and_play(load_pack(WORLD / game), seed, matches=1, answers=40)
    assert played.findings == ()
    assert played.checked > 0
    assert played.answers > 0


# -- what the journal says of it


TRAP = spell("trap", hearing(note(100), BROKEN))
TRAPS = ("card t.spell.trap", "codes", 1)
ECHO = spell("echo", hearing(note(10)))
TRAPPED = [*play("trap"), *play("echo"), asked(TICK, note(7)), asked(TICK, note(3))]


def whole(tmp_path, *main, cards):
    """The same match at its deal, where nothing fails: the number to divide by is 1."""
    fields = {**FIELDS, "match": {"broken": {"initial": 1}}}
    return start(tmp_path / "whole", *main, cards=cards, fields=fields)


def test_the_journal_names_what_was_left_out(tmp_path):
    match, _ = answered(tmp_path, *TRAPPED, cards=[TRAP, ECHO])
    assert match.journal == [(0, (0,), (TRAPS,))]
    assert Match.load(match.game, match.save()).journal == match.journal
    assert match.clone(keep=True).journal == match.journal


def test_what_was_left_out_is_left_out_of_that_answer_alone(tmp_path):
    match, _ = answered(tmp_path, *TRAPPED, cards=[TRAP, ECHO])
    assert match.muted == frozenset()
    match.state[match.program.layout.fields["match", "broken"].base] = 1
    match.answer(0, (0,))
    assert value(match, "total") == 17 + 100 + 1 + 10 + 3
    assert match.journal[-1] == (0, (0,), ())


@pytest.mark.parametrize(
    "bad",
    [
        hearing(note(100), BROKEN),
        hearing(note(100), condition="1 // {match.broken} == 1"),
        on_play(note(100), {"type": "addModifiers", "modifiers": [
            {"property": "strength", "mode": "add", "duration": "always", "of": "{you}",
             "amount": "1 // {match.broken}"}]}),
        on_play(note(5), asked(note(50)), BROKEN),
    ],
)  # fmt: skip
def test_a_replay_leaves_out_what_the_journal_names_where_it_fails_no_more(tmp_path, bad):
    cards = [spell("bad", bad), ECHO]
    main = [*play("bad"), *play("echo"), asked(TICK, note("{match.startPlayer.strength}"))]
    match, _ = answered(tmp_path, *main, cards=cards)
    dealt = whole(tmp_path, *main, cards=cards)
    named = dealt.clone(keep=True).follow(match.journal)
    assert value(named, "total") == value(match, "total")
    assert named.journal == match.journal
    bare = dealt.clone(keep=True).follow([entry[:2] for entry in match.journal])
    assert value(bare, "total") != value(match, "total")
    assert bare.journal == [(seat, picks, ()) for seat, picks, _ in match.journal]


def test_what_fails_now_and_is_not_named_is_left_out_and_noted(tmp_path):
    """So journals are replayed that name nothing, for they are older."""
    match, _ = answered(tmp_path, *TRAPPED, cards=[TRAP, ECHO])
    for old in ([entry[:2] for entry in match.journal], [[0, [0]]], [[0, [0], None]]):
        again = Match.replay(match.game, 2, 1, {}, old)
        assert (again.hash(), again.journal) == (match.hash(), match.journal)


def test_what_this_version_of_a_game_does_not_have_cannot_be_left_out(tmp_path):
    match = start(tmp_path, asked(note(7)), cards=[TRAP], fields=FIELDS)
    named = [["card t.spell.gone", "codes", 0], ["card t.spell.trap", "codes", 99], ["x", "y", 0]]
    match.follow([[0, [0], named]])
    assert value(match, "total") == 7


def test_an_option_that_was_withdrawn_is_withdrawn_again(tmp_path):
    menu = asked(BROKEN)
    menu["options"].append({"id": "pass", "do": [note(1)]})
    match = start(tmp_path, menu, cards=[], fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert caught.value.withdrawn
    assert match.journal == [(0, (0,), (FLOW,))]
    again = whole(tmp_path, menu, cards=[]).follow(match.journal)
    assert [option.word for option in again.pending[0].options] == ["pass"]


def test_what_was_taken_back_and_done_again_names_what_fails_again(tmp_path):
    match, _ = answered(tmp_path, *TRAPPED, cards=[TRAP, ECHO])
    then = match.hash()
    journal = [*match.journal, (0, undo_entry(1)), (0, (0,))]
    again = Match.replay(match.game, 2, 1, {}, journal)
    assert again.hash() == then
    assert again.journal == [match.journal[0], (0, undo_entry(1), ()), match.journal[0]]


# -- side paths


def test_where_there_is_no_end_to_what_fails_everything_of_cards_is_left_out(tmp_path):
    names = [f"c{number}" for number in range(MAX_FAILURES + 5)]
    cards = [spell(name, hearing(note(100), BROKEN)) for name in names]
    main = [doable for name in names for doable in play(name)]
    match, _ = answered(tmp_path, *main, *play("ask"), note(3), cards=[
        *cards, spell("ask", on_play(asked(TICK, note(7)))),
    ])  # fmt: skip
    assert match.journal[0][2][-1] == CARDS
    assert value(match, "total") == 3  # what waited is a card's as well


def test_what_fails_when_all_have_answered_in_secret_keeps_all_their_answers(tmp_path):
    ask = {
        "type": "askAll",
        "id": "plan{p}",
        "target": {"chooser": "players"},
        "prompt": "plan",
        "auto": False,
        "options": [{"id": "on", "do": [note(1)]}, {"id": "off"}],
    }
    match = start(tmp_path, *play("trap"), ask, TICK, note(7), cards=[TRAP], fields=FIELDS)
    match.answer(0, (1,))
    with pytest.raises(ActionFailed) as caught:
        match.answer(1, (0,))
    assert not caught.value.withdrawn
    assert value(match, "total") == 8
    assert [entry[2] for entry in match.journal] == [(), (TRAPS,)]
    journal_replays(match)


def test_a_loaded_match_leaves_out_the_same_when_a_card_goes_on_and_fails(tmp_path):
    cards = [spell("bad", on_play(note(5), asked(note(50)), BROKEN)), TRAP]
    main = [*play("trap"), *play("bad"), TICK, note(7)]
    match = start(tmp_path, *main, cards=cards, fields=FIELDS)
    loaded = Match.load(match.game, match.save())
    for one in (match, loaded):
        with pytest.raises(ActionFailed):
            one.answer(0, (0,))
    assert loaded.hash() == match.hash()
    assert loaded.journal == match.journal
    assert value(match, "total") == 5 + 7
    kinds = [kind for _, kind, _ in match.journal[0][2]]
    assert sorted(kinds) == ["codes", "codes", "waiting"]


ALLIES = {
    "type": "count",
    "of": {"chooser": "allies", "of": "{match.startPlayer}"},
}
FRAIL = {"pack": {"seats": [4], "sides": "1 // {it.strength}"}, "fields": FIELDS}


def test_of_whom_the_side_fails_is_alone_and_the_author_is_told(tmp_path):
    frail = {"type": "set", "of": "{match.startPlayer}", "field": "strength", "amount": 0}
    one = {"type": "set", "of": {"chooser": "players"}, "field": "strength", "amount": 1}
    main = [one, asked(note(ALLIES), frail, note({"type": "multiply", "values": [100, ALLIES]}))]
    match = start(tmp_path, *main, seats=4, **FRAIL)
    with pytest.raises(ActionFailed, match=r"pack\.sides: ZeroDivisionError") as caught:
        match.answer(match.choices[0].seat, (0,))
    assert not caught.value.aborted
    assert value(match, "total") == 3
    again = Match.replay(match.game, match.seats, match.seed, {}, match.journal)
    assert again.hash() == match.hash()


def test_bots_play_on_where_a_side_fails(tmp_path):
    bot = {"worth": "{match.total}", "until": "{match.total}"}
    main = [{"type": "set", "of": "{match.startPlayer}", "field": "strength", "amount": 0}, MENU]
    match = start(tmp_path, *main, seats=4, bot=bot, **FRAIL)
    assert make_bot("master:iterations=8", 1).choose(match, 0) == (1,)


def test_a_side_that_uses_up_the_budget_has_failed(tmp_path):
    huge = 1
    for _ in range(4):
        huge = {"type": "sum", "of": {"chooser": "cards"}, "value": huge}
    pack, cards = {"seats": [4], "sides": huge}, [spell("dust", count=99)]
    match = start(tmp_path, MENU, seats=4, pack=pack, cards=cards, fields=FIELDS)
    assert [side_of(match, player) for player in (1, 2)] == [-1, -2]


def test_a_modifier_that_uses_up_the_budget_is_left_out_alone(tmp_path):
    change = {"property": "strength", "mode": "add", "duration": "always", "of": "{you}"}
    amount = "{match.broken}"
    for _ in range(7):
        amount = {"type": "sum", "of": {"chooser": "numbers", "from": 1, "to": 9_999},
                  "value": amount}  # fmt: skip
    cards = [spell("bad", on_play({"type": "addModifiers", "modifiers": [
        {**change, "amount": amount}]}))]  # fmt: skip
    main = [*play("bad"), asked(note("{match.startPlayer.strength}"))]
    match, failed = answered(tmp_path, *main, cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.bad", 3)
    assert [kind for _, kind, _ in match.journal[0][2]] == ["modifiers"]


@pytest.mark.parametrize("names", [1, MAX_FAILURES + 2])
def test_what_fails_when_somebody_gives_up_is_left_out_and_others_are_still_asked(tmp_path, names):
    """Also where everything of cards is left out: a card waits for somebody else, who answers."""
    cards = [spell(f"c{number}", hearing(note(100), BROKEN)) for number in range(names)]
    cards.append(spell("ask", on_play(asked(note(50)))))
    main = [doable for number in range(names) for doable in play(f"c{number}")]
    leave = {
        "define": {"doables": {"leave": {"do": [note(3), TICK]}}},
        "pack": {"concede": "leave"},
    }
    match = start(tmp_path, *main, *play("ask"), cards=cards, fields=FIELDS, **leave)
    with pytest.raises(ActionFailed) as caught:
        match.concede(1)
    assert not caught.value.aborted
    assert match.has_conceded(1)
    assert value(match, "total") == 3
    match.answer(0, (0,))
    assert value(match, "total") == 53
    journal_replays(match)


# -- who searches


MENU = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "turn",
    "auto": False,
    "options": [
        {"id": "pass", "do": [TICK, note(1)]},
        {"id": "go", "do": [TICK, note(9)]},
    ],
}


@pytest.mark.parametrize("spec", ["greedy", "adept:iterations=8", "master:iterations=8"])
def test_bots_leave_out_what_fails_and_see_the_rest(tmp_path, spec):
    bot = {"worth": "{match.total}", "until": "{match.total}"}
    match = start(tmp_path, *play("trap"), MENU, cards=[TRAP], fields=FIELDS, bot=bot)
    before, journal = match.hash(), match.journal.copy()
    first, *_ = lines = make_bot(spec, 1).think(match, 0)
    assert first.picks == (1,)
    assert all(line.value > FAILED for line in lines)
    assert (match.hash(), match.journal, match.muted) == (before, journal, frozenset())
