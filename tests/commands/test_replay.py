"""A match that is over, looked at step by step by typing."""

import random
import re

import pytest

from rules.ground.width import display_width
from rules.running.match import Match
from world.models import JournalEntry, MatchRecord, MatchSeat
from world.render import replay as steps
from world.shelf import games

SEED = 7


@pytest.fixture
def number(ann, loaded_pebbles):
    """The number of a match of pebbles that Ann and Ada have played."""
    games.put_on_shelf(loaded_pebbles)
    match, dice = Match.new(loaded_pebbles, 2, SEED), random.Random(SEED)
    while not match.is_over:
        choice = match.choices[0]
        count = dice.randint(choice.minimum, choice.maximum)
        match.apply(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))
    row = MatchRecord.objects.create(
        pack_version=games.version_of(loaded_pebbles),
        seed=SEED,
        status=MatchRecord.Status.FINISHED,
        standings=match.standings,
    )
    for seat, name in enumerate(("Ann", "Ada")):
        account = ann.account if seat == 0 else None
        MatchSeat.objects.create(match=row, seat=seat, name=name, place=1, account=account)
    JournalEntry.objects.bulk_create(
        JournalEntry(match=row, index=index, seat=seat, picks=list(picks))
        for index, (seat, picks, _) in enumerate(match.journal)
    )
    return row.pk


def step(told):
    """The number of the step that was told last."""
    return int(re.findall(r"(?:Step |第)(\d+)(?: of|步)", told)[-1])


def test_one_steps_on_back_and_out(ann, number):
    told = ann.type(f"replay {number}")
    assert f"Match {number}, Pebbles" in told
    assert "seen by Ann" in told
    assert step(told) == 0
    assert step(ann.type("next")) == 1
    assert step(ann.type("")) == 2
    assert step(ann.type("next 5")) == 7
    assert step(ann.type("back")) == 6
    assert step(ann.type("back 4")) == 2
    assert step(ann.type("back 99")) == 0
    assert "beginning" in ann.type("back")
    assert "last step" in ann.type("next 100")
    assert "last step" in ann.type("next")
    assert "no rounds" in ann.type("round 2")
    assert "stop looking" in ann.type("quit")
    assert ann.character.ndb.replay is None
    assert ann.session.logged_in


def test_other_eyes_see_the_same_step(ann, number):
    ann.type(f"replay {number}")
    ann.type("next 3")
    for typed, eyes in (("seat 2", "Ada"), ("seat all", "all seats"), ("seat none", "a spectator")):
        told = ann.type(typed)
        assert f"seen by {eyes}" in told
        assert step(told) == 3
    for wrong in ("seat 3", "seat 0", "seat", "seat ²"):
        assert "from 1 to 2" in ann.type(wrong)


def test_chinese_words_do_the_same(person, number):
    an = person("小安", language="zh")
    assert "视角：旁观者" in an.type(f"回放{number}")
    assert step(an.type("下一步")) == 1
    assert step(an.type("下一步3")) == 4
    assert step(an.type("上一步")) == 3
    assert "所有座位" in an.type("视角全部")
    assert "不再看" in an.type("退出")


def test_a_match_that_begins_goes_first(ann, number, clock):
    ann.type(f"replay {number}")
    assert "The game begins!" in ann.type("play pebbles")
    told = ann.type("back")
    assert "Step" not in told
    assert ann.character.ndb.replay is None
    assert "in a match now" in ann.type(f"replay {number}")


def test_the_way_to_a_step_does_not_matter(ann, number):
    ann.type(f"replay {number}")
    replay = ann.character.ndb.replay
    forward = []
    for at in range(len(replay.all_steps)):
        replay.go_to(at)
        forward.append(replay.view())
    for at in random.Random(1).sample(range(len(forward)), len(forward)):
        replay.go_to(at)
        assert replay.view() == forward[at]


def test_who_listens_is_told_sentences_and_no_board(ann, number):
    ann.type("screenreader on")
    ann.type(f"replay {number}")
    assert "--" not in ann.type("next")
    assert step(ann.told()) == 1


def test_lines_fit_the_window(ann, number):
    told = ann.type(f"replay {number}") + "\n" + ann.type("next 3")
    assert max(map(display_width, told.split("\n"))) <= 80


def test_there_are_only_matches_that_one_may_know_of(ann, ben, number):
    MatchRecord.objects.update(private=True)
    assert "no finished game" in ben.type(f"replay {number}")
    assert "no finished game" in ben.type("replay 0")
    for nonsense in ("replay", "replay x", "replay ²", "replay " + "9" * 50):
        assert "number of a match" in ben.type(nonsense)
    assert f"Match {number}" in ann.type(f"replay {number}")
    steps._read.cache_clear()
