"""Matches: answers as transactions, budgets, copies, saves, replays and views."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from tiny import TURN, beast, build, entity, on_play, play, spell, start, value

from rules.ground.errors import ActionFailed, IllegalAnswer
from rules.pack import interface, load_pack
from rules.playing.bots.hidden import redeal
from rules.playing.bots.random import RandomBot
from rules.playing.invariants import check_invariants, journal_replays
from rules.running.journal import CONCEDE
from rules.running.log import BLOCK, Log, LogEntry
from rules.running.match import Match

CHRONO = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "chrono"

FIELD = {
    "type": "move",
    "target": {"chooser": "cards", "where": "{it.kind} == beast"},
    "to": "field",
}
BROKEN = {"type": "note", "amount": "1 // {match.broken}"}
FIELDS = {"match": {"broken": {"initial": 0}}}


def deal(count=5):
    """Every player gets cards of one's own in hand and deck."""
    return {
        "type": "loop",
        "id": "p",
        "target": {"chooser": "players"},
        "do": [
            {
                "type": "move",
                "target": {"chooser": "cards", "where": "{it.forPlayer} == {p.target}"},
                "to": "deck",
                "of": "{p.target}",
            },
            {"type": "shuffle", "zone": "deck", "of": "{p.target}"},
            {
                "type": "move",
                "target": {"chooser": "cards", "from": "{p.target.deck}", "top": count},
                "to": "hand",
                "of": "{p.target}",
            },
        ],
    }


#: A small game: in turn, play a card (hit a beast), or pass; the match ends after some rounds.
GAME = [
    FIELD,
    deal(),
    {
        "type": "loop",
        "id": "round",
        "times": 6,
        "do": [
            {
                "type": "loop",
                "id": "t",
                "target": {"chooser": "players"},
                "do": [TURN],
            },
            {"type": "fire", "event": "onTick", "with": {"number": "{round.index}"}},
        ],
    },
    {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.score}"},
]
AIM = {"type": "beastChooser", "ask": "{you}"}
DECK = [
    spell(
        "bolt",
        on_play(
            {"type": "hit", "target": AIM, "amount": 3},
            {"type": "set", "of": "{you}", "field": "score", "mode": "add", "amount": 3},
        ),
        count="$4",
    ),
    spell(
        "echo",
        on_play(
            {
                "type": "addTriggers",
                "triggers": [
                    {
                        "event": "onHit",
                        "mode": "round",
                        "do": [
                            {
                                "type": "set",
                                "of": "{you}",
                                "field": "score",
                                "mode": "add",
                                "amount": 1,
                            }
                        ],
                    }
                ],
            }
        ),
        count="$3",
    ),
    beast("x"),
    beast("y"),
]


@pytest.fixture
def game(tmp_path):
    def new(seed=1, seats=3):
        return Match.new(start(tmp_path, *GAME, cards=DECK).game, seats, seed)

    return new


def finish(match, seed=0):
    bot = RandomBot(seed)
    while not match.is_over:
        seat = match.choices[0].seat
        match.answer_unchecked(seat, bot.choose(match, seat))
    return match


def test_an_illegal_answer_says_what_is_possible_and_changes_nothing(game):
    match = game()
    before = match.hash()
    for seat, picks, words in [
        (1, (0,), "not your turn"),
        (0, (), "choose 1 of the options"),
        (0, (99,), "a number from 0 to"),
        (0, (-1,), "a number from 0 to"),
        (0, ("0",), "a number from 0 to"),
    ]:
        with pytest.raises(IllegalAnswer, match=words):
            match.answer(seat, picks)
    assert match.hash() == before
    assert match.journal == []


def test_where_the_flow_fails_the_match_is_as_before_without_the_option(tmp_path):
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "default": "bad",
        "options": [
            {"id": "bad", "do": [{"type": "note", "amount": 5}, BROKEN]},
            {"id": "good", "do": play("good")},
        ],
    }
    cards = [spell("good", on_play({"type": "note", "amount": 1}))]
    match = start(tmp_path, menu, cards=cards, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert (caught.value.card, caught.value.withdrawn) == (None, True)
    assert "division" in caught.value.reason
    assert value(match, "total") == 0
    assert [option.word for option in match.pending[0].options] == ["good"]
    assert match.pending[0].default == (0,)
    again = Match.replay(match.game, 2, 1, {}, match.journal)
    assert again.hash() == match.hash()
    match.answer(0, (0,))
    assert value(match, "total") == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_draft_ends_where_an_answer_in_place_does_and_leaves_the_match_alone(game, seed):
    match, dice = game(seed=seed), Random(seed)
    while not match.is_over:
        choice, before = match.pending[0], match.hash()
        picks = dice.sample(range(len(choice.options)), choice.minimum)
        draft = match.draft()
        draft.answer(choice.seat, picks)
        assert match.hash() == before
        match.answer(choice.seat, picks)
        assert (draft.hash(), draft.journal, draft.log) == (match.hash(), match.journal, match.log)


def test_an_answer_to_a_draft_that_fails_leaves_what_it_leaves_in_place(tmp_path, monkeypatch):
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "options": [{"id": "bad", "do": play("bad")}, {"id": "pass"}],
    }
    cards = [spell("bad", on_play({"type": "note", "amount": 5}, BROKEN))]
    match = start(tmp_path, menu, cards=cards, fields=FIELDS)
    draft, in_place, copied = match.draft(), match.clone(keep=True), []
    clone = Match.clone
    monkeypatch.setattr(Match, "clone", lambda *args: copied.append(args[0]) or clone(*args))
    for one in (draft, in_place):
        with pytest.raises(ActionFailed):
            one.answer(0, (0,))
    assert copied[:2] == [match, in_place]  # to go back; the draft has its match for that
    assert (draft.hash(), draft.journal, draft.log) == (
        in_place.hash(),
        in_place.journal,
        in_place.log,
    )
    assert [option.word for option in match.pending[0].options] == ["bad", "pass"]


#: A menu of the flow with nothing to choose but what fails.
ONLY_BROKEN = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "turn",
    "auto": False,
    "options": [{"id": "go", "do": [BROKEN]}],
}


def test_a_flow_that_fails_ends_the_match_without_a_winner(tmp_path):
    match = start(tmp_path, ONLY_BROKEN, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert caught.value.card is None
    assert caught.value.aborted
    assert match.is_over
    assert match.winner is None


def test_a_flow_that_fails_ends_the_match_with_the_score_as_it_stands(tmp_path):
    ahead = {"type": "set", "of": "{match.startPlayer.next}", "field": "score", "amount": 3}
    report = {"score": "{it.score}"}
    match = start(tmp_path, ahead, ONLY_BROKEN, fields=FIELDS, report=report)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert caught.value.aborted
    assert match.standings == ((1,), (0,))
    again = Match.replay(match.game, 2, 1, {}, match.journal)
    assert again.standings == match.standings


def test_an_option_that_fails_is_no_end_of_the_match(tmp_path):
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "options": [{"id": "go", "do": [BROKEN]}, {"id": "stay"}],
    }
    match = start(tmp_path, menu, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert not caught.value.aborted
    assert [option.word for option in match.pending[0].options] == ["stay"]


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        (
            [
                {
                    "type": "while",
                    "condition": "{you.mana} >= 0",
                    "do": [{"type": "note", "amount": 1}],
                }
            ],
            "steps",
        ),
        ([{"type": "loop", "times": 10**8, "do": []}], "at most"),
        (
            [
                {
                    "type": "addTriggers",
                    "triggers": [
                        {
                            "event": "onTick",
                            "do": [{"type": "fire", "event": "onTick", "with": {"number": 1}}],
                        }
                    ],
                },
                {"type": "fire", "event": "onTick", "with": {"number": 1}},
            ],
            "deep",
        ),
        (
            [
                {
                    "type": "loop",
                    "times": 600,
                    "do": [{"type": "addTriggers", "triggers": [{"event": "onTick"}]}],
                },
                {"type": "fire", "event": "onTick", "with": {"number": 1}},
            ],
            "triggers listen",
        ),
    ],
)
def test_an_endless_effect_becomes_a_clear_report(tmp_path, effect, reason):
    menu = {
        "type": "choose",
        "ask": "{match.startPlayer}",
        "prompt": "turn",
        "options": [{"id": "bad", "do": play("bad")}, {"id": "pass"}],
    }
    match = start(tmp_path, menu, cards=[spell("bad", on_play(*effect))])
    with pytest.raises(ActionFailed, match=reason):
        match.answer(0, (0,))
    match.answer(0, (0,))
    assert match.pending[0].prompt == "wait"


def test_a_copy_in_the_middle_of_an_effect_goes_on_like_the_original(game):
    match = game()
    bolt = next(
        i
        for i, o in enumerate(match.pending[0].options)
        if match.card_id(o.entity) == "t.spell.bolt"
    )
    match.answer(0, (bolt,))
    assert match.pending[0].prompt == "beast"
    clone, loaded = match.clone(), Match.load(match.game, match.save())
    for one in (match, clone, loaded):
        one.answer(0, (1,))
    assert match.hash() == clone.hash() == loaded.hash()
    assert value(match, "health", entity(match, "y")) == 7


@pytest.mark.parametrize("seed", range(8))
def test_random_play_keeps_the_invariants_and_replays_to_the_same_end(game, seed):
    match = game(seed)
    bot = RandomBot(seed)
    while not match.is_over:
        check_invariants(match)
        seat = match.choices[0].seat
        match.answer(seat, bot.choose(match, seat))
    check_invariants(match)
    journal_replays(match)


def test_a_long_log_reads_as_a_list_would_also_where_it_is_packed():
    pack = SimpleNamespace(hash="", notes=[("tick", (("n", "number"),))])
    plain = [(0, None, 0, number) for number in range(5 * BLOCK + 7)]
    log, whole = Log(pack), Log(pack, plain)
    lines = [LogEntry("tick", (("n", "number", number),), None) for _, _, _, number in plain]
    for row in plain:
        log.rows.append(row)
        log.pack_old_rows()
    assert len(log.folded) == 4
    assert log == whole
    assert len(log) == len(plain)
    assert list(log) == list(whole) == lines
    for part in (
        slice(3, 9),
        slice(-5, None),
        slice(-9 * BLOCK, -1),
        slice(9, 3),
        slice(None, None, -2),
    ):
        assert log[part] == lines[part]
    for index in (0, BLOCK, -1, -len(plain)):
        assert log[index] == lines[index]
    with pytest.raises(IndexError):
        log[len(plain)]
    copy = log.copy()
    copy.truncate(len(plain) - 3)
    assert (len(copy), len(log)) == (len(plain) - 3, len(plain))
    assert copy == Log(pack, plain[:-3])


def test_a_loaded_match_has_its_journal_and_saves_it_again(game):
    match = game()
    match.answer(0, (1,))
    unread = Match.load(match.game, match.save())
    assert unread.save() == match.save()
    assert unread.journal == match.journal == [(0, (1,), ())]
    assert unread.save() == match.save()


def test_what_was_saved_by_another_version_or_is_damaged_is_refused(game, tmp_path):
    match = game()
    data = match.save()
    for bad in (b"", b"{}", data[:-40], data.replace(match.program.rules.encode(), b"0" * 32)):
        with pytest.raises(ValueError, match=r"not a saved match|another version"):
            Match.load(match.game, bad)


def test_what_was_saved_by_other_compiled_code_is_refused_and_can_be_replayed(monkeypatch):
    match = Match.new(load_pack(CHRONO), 3, 5)
    for _ in range(40):
        match.answer(match.choices[0].seat, match.choices[0].default)
    assert Match.load(load_pack(CHRONO), match.save()).hash() == match.hash()
    monkeypatch.setattr(
        interface, "engine_digest", lambda: "another"
    )  # the same content, compiled anew
    other = load_pack(CHRONO)
    assert other.hash == match.program.hash
    with pytest.raises(ValueError, match="another version"):
        Match.load(other, match.save())
    again = Match.replay(other, 3, 5, {}, match.journal)
    assert again.view(0) == match.view(0)


def test_a_seat_that_gives_up_is_played_by_its_defaults(game):
    match = game(seats=2)
    match.concede(0)
    assert match.journal == [(0, CONCEDE, ())]
    assert match.pending[0].seat == 1
    with pytest.raises(IllegalAnswer):
        match.concede(0)
    again = Match.replay(match.game, 2, 1, {}, match.journal)
    assert again.hash() == match.hash()
    seats = set()
    while not match.is_over:
        seats.add(match.choices[0].seat)
        match.answer(match.choices[0].seat, match.choices[0].default)
    assert seats == {1}


def test_when_all_have_given_up_the_match_ends_without_a_winner(game):
    match = game(seats=2)
    match.concede(1)
    match.concede(0)
    assert match.is_over
    assert (match.winner, match.pending) == (None, ())
    assert Match.replay(match.game, 2, 1, {}, match.journal).hash() == match.hash()


def test_where_giving_up_loses_the_one_who_is_left_has_won(tmp_path):
    match = start(tmp_path, pack={"concede": "loses"})
    match.concede(0)
    assert (match.is_over, match.winner, match.standings) == (True, 1, ((1,), (0,)))
    assert Match.replay(match.game, 2, 1, {}, match.journal).hash() == match.hash()


def test_what_a_seat_cannot_see_is_dealt_anew_and_all_else_stays(game):
    match = game()
    other = redeal(match, 0, Random(42))
    assert match.view(0) == other.view(0)
    assert match.zones != other.zones
    check_invariants(other)
    finish(other)


def test_standings_share_places_and_the_winner_is_first(game):
    match = finish(game(seed=3))
    scores = [value(match, "score", seat + 1) for seat in range(3)]
    order = sorted(set(scores), reverse=True)
    assert match.standings == tuple(
        tuple(seat for seat in range(3) if scores[seat] == score) for score in order
    )


def test_a_match_without_an_end_in_its_flow_ends_in_a_draw(tmp_path):
    pack = start(tmp_path).game
    assert Match.new(pack, 2, 1).pending
    empty = Match.new(build(tmp_path / "e", main=[]), 2, 1)
    assert empty.is_over
    assert empty.standings == ((0, 1),)


def test_wrong_seats_and_options_are_refused_in_a_sentence(tmp_path):
    pack = start(tmp_path).game
    with pytest.raises(ValueError, match="is for 2 or 3 players, not 5"):
        Match.new(pack, 5, 1)
    with pytest.raises(ValueError, match="has no option wings"):
        Match.new(pack, 2, 1, {"wings": True})


def test_the_log_hides_what_only_some_may_read(tmp_path):
    line = {
        "type": "log",
        "message": "draws",
        "with": {"who": "{match.startPlayer}", "card": "{match.cards.first}", "n": 3},
        "secret": "{match.startPlayer}",
    }
    match = start(tmp_path, line, cards=[spell("a")])
    entry = match.log[0]
    assert entry.message == "draws"
    assert entry.args == (("who", "player", 0), ("card", "card", "t.spell.a"), ("n", "number", 3))
    assert entry.seats == (0,)
