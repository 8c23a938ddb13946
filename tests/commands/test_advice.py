"""`hint` and `why`: what bots think, told to one person, without what that person cannot know."""

import re

import pytest
from twisted.internet import defer

from rules.playing import bots
from rules.playing.bots.answers import Line
from world.accounts import records
from world.locale.reader import Reader
from world.models import MatchRecord, PlayerRecord
from world.play import thinking
from world.play.hosting import botturns
from world.play.hosting.botturns import Deed
from world.render import look
from world.render.advice import hint_lines


@pytest.fixture
def thoughts(monkeypatch):
    """What bots think comes when the test says so: a list of (Deferred, what it will be)."""
    asked = []

    def think(spec, match, seat):
        lines = bots.make_bot("master:iterations=20", 1).think(match, seat)
        asked.append((defer.Deferred(), lines))
        return asked[-1][0]

    monkeypatch.setattr(thinking, "think_elsewhere", think)
    return asked


def until_asked(somebody, clock, prompt=None):
    """Let the bots play, and take defaults, until this person is asked (this)."""
    for _ in range(600):
        choice = somebody.choice
        if choice is not None and prompt in (None, choice.prompt):
            return choice
        if choice is not None:
            everything = tuple(range(choice.maximum))  # whole hands go, so that other cards come
            picks = everything if choice.minimum == 0 else choice.default
            somebody.character.location.answer(somebody.character, picks)
        clock.advance(0.01)
    pytest.fail(f"never asked {prompt}")


def playing(somebody, clock, prompt=None):
    """Somebody at a table with three bots who is asked (this)."""
    somebody.type("play")
    return until_asked(somebody, clock, prompt)


def test_a_hint_names_an_option_by_its_number_to_the_asker_alone(ann, person, clock, thoughts):
    bea = person("Bea")
    playing(ann, clock, "battleTurn")
    bea.type(f"watch {ann.character.location.number}")
    bea.heard.clear()
    ann.type("hint")
    [(thought, lines)] = thoughts
    assert ann.told() == ""
    thought.callback(lines)
    assert f"Hint: {lines[0].picks[0] + 1}) " in ann.told()
    assert "cells" in ann.told()
    assert bea.told() == ""


def test_a_hint_in_chinese(person, clock, thoughts):
    an = person("小安", language="zh")
    an.type("开始")
    until_asked(an, clock, "battleTurn")
    an.type("提示")
    thoughts[0][0].callback(thoughts[0][1])
    assert "提示：" in an.told()
    assert "格" in an.told()


def test_a_hint_says_once_what_its_figures_mean(ann, clock, thoughts):
    playing(ann, clock, "battleTurn")
    ann.type("hint")
    thoughts[0][0].callback(thoughts[0][1])
    told = ann.told()
    assert re.search(r"\d\.\d cells (ahead|behind)|level", told)
    assert told.count("the best other player") == 1


@pytest.mark.parametrize(
    ("won", "sentence"), [(0, "4 times from here, and no answer won"), (4, "and every answer won")]
)
def test_a_hint_where_all_is_decided_says_so_once(ann, clock, thoughts, won, sentence):
    playing(ann, clock)
    ann.type("hint")
    sure = 10**6 if won else -(10**6)
    lines = [Line((pick,), 4.0 * sure, 4, won) for pick in range(3)]
    thoughts[0][0].callback(lines)
    told = ann.told()
    assert told.count(sentence) == 1
    assert "%" not in told


def test_a_hint_says_of_an_answer_that_always_won_that_it_wins(ann, clock, thoughts):
    playing(ann, clock)
    ann.type("hint")
    thoughts[0][0].callback([Line((0,), 4 * 700.0, 4, 4), Line((1,), 4 * 30.0, 4, 3)])
    told = ann.told()
    assert told.count("wins 100% of the games tried") == 1
    assert "0.3 cells ahead" in told


def test_one_hint_at_a_time_and_none_about_what_has_passed(ann, clock, thoughts):
    playing(ann, clock)
    ann.type("hint")
    assert "still thinking" in ann.type("hint")
    table = ann.character.location
    table.answer(ann.character, ann.choice.default)
    thoughts[0][0].callback(thoughts[0][1])
    assert "That has passed" in ann.told()
    assert len(thoughts) == 1


def test_no_hint_for_who_is_not_asked(ann, person, clock):
    assert "You are not at a table" in ann.type("hint")
    ann.type("play")
    ben = person("Ben")
    ben.type(f"watch {ann.character.location.number}")
    assert "You are not asked anything" in ben.type("hint")


def test_why_tells_what_a_bot_has_weighed(ann, clock, monkeypatch):
    monkeypatch.setitem(
        botturns.BOTS, "greedy", lambda match, seat: bots.make_bot("greedy", 1).think(match, seat)
    )
    ann.type("play")
    assert "nothing yet" in ann.type("why")
    until_asked(ann, clock, "battleTurn")
    told = ann.type("why")
    deed = list(ann.character.location.host.deeds.values())[-1]
    assert f"{ann.character.location.names[deed.seat]} has chosen: " in told
    assert told == ann.type(f"why? {deed.seat + 1}")
    assert "There is no bot “Ann”" in ann.type("why Ann")


def test_why_does_not_name_what_the_asker_cannot_see(ann, clock):
    playing(ann, clock, "battleTurn")
    table = ann.character.location
    match = table.match
    bot = next(seat for seat in range(4) if table.host.bot_of(seat))
    layout = match.program.layout
    hand = match.zones[layout.zones["hand"].first + bot + 1]
    shop = match.zones[layout.zones["shop"].first]
    card = ann.choice.options[0]._replace(word="card", kind="card")
    options = tuple(card._replace(entity=entity) for entity in (shop[0], *hand[:2]))
    choice = ann.choice._replace(seat=bot, options=options)
    lines = [Line((pick,), 100.0 - pick, 1) for pick in range(3)]
    table.host.deeds = {bot: Deed(bot, match, choice, lines)}
    told = ann.type("why")
    assert told.count("another card") == 1
    shown = match.card_of(shop[0]).name["en"]
    hidden = {match.card_of(entity).name["en"] for entity in hand[:2]}
    assert shown in told
    assert not any(name in told for name in hidden)


def test_why_keeps_an_answer_that_still_is_secret(ann, clock):
    choice = playing(ann, clock, "discard")
    assert choice.together
    table = ann.character.location
    for _ in range(10):
        clock.advance(0.01)
    assert {answered.seat for answered, _ in table.match.sealed} == {1, 2, 3}
    assert "has chosen" not in ann.type("why")


def test_bots_of_a_level_are_asked_for_in_both_languages(ann, person):
    ann.type("open chrono players 4")
    ann.type("bot master")
    ann.type("bot 新手")
    table = ann.character.location
    assert [seat.bot for seat in table.occupants()] == [None, "master", "novice", None]
    assert "bot, easy" in ann.type("seats")
    refused = " ".join(ann.type("bot wizard").split())
    assert "There is no such bot; there are easiest (plays at random), easy (" in refused
    bea = person("贝", language="zh")
    bea.type("开桌")
    bea.type("机器人 大师 2")
    assert [seat.bot for seat in bea.character.location.occupants()][:3] == [None, *["master"] * 2]
    assert "机器人·极难" in bea.type("座位")
    bea.type("机器人 移除 2")
    bea.type("机器人 简单")
    assert "机器人·简单" in bea.type("座位")


def weighed(ann, clock, *values):
    """A hint with these values of the first answers."""
    playing(ann, clock, "battleTurn")
    table = ann.character.location
    text = look.text_of(table, Reader("en"))
    lines = [Line((pick,), value, 1) for pick, value in enumerate(values)]
    return " ".join(hint_lines(Reader("en"), text, table.match, ann.choice, lines))


def test_a_hint_recommends_none_of_several_that_come_to_the_same(ann, clock):
    told = weighed(ann, clock, 40.0, 40.0, 40.0)
    assert "come to the same: 1) " in told
    assert "Hint:" not in told


def test_what_was_tried_once_is_no_average(ann, clock):
    told = weighed(ann, clock, 40.0, 30.0)
    assert told.startswith("Hint: 1)")
    assert "as one game tried to there went" in told


@pytest.fixture
def pair(ann, person, clock, thoughts):
    """Ann and Ben at a table of two people and a bot; the option `hints` as it is given."""

    def begin(*options):
        ben = person("Ben")
        ann.type("open chrono players 3")
        for option in options:
            ann.type(option)
        ben.type(f"join {ann.character.location.number}")
        ann.type("bot")
        ben.type("ready")
        ann.type("start")
        return ben

    return begin


def test_among_people_nobody_asks_bots_unless_the_host_has_allowed_it(pair, ann, clock, thoughts):
    ben = pair()
    until_asked(ann, clock)
    for line in ("hint", "why", "auto on hard"):
        assert "Among people nobody asks bots" in ann.type(line)
    assert "Among people nobody asks bots" in ben.type("why")
    assert thoughts == []
    assert ann.character.location.autopilot_of(0) == ""
    ann.type("auto on")  # one that plays for who has to go
    assert ann.character.location.autopilot_of(0) == "greedy"


def test_where_hints_are_allowed_everybody_is_told_and_it_counts_for_nobody(
    pair, ann, clock, thoughts
):
    ben = pair("options hints on")
    assert "so this game counts for nobody" in " ".join(ben.told().split())
    assert MatchRecord.objects.get().advised
    until_asked(ann, clock)
    ann.type("hint")
    assert len(thoughts) == 1
    records.finish_record(MatchRecord.objects.get(), ((0,), (1,), (2,)))
    assert not PlayerRecord.objects.exists()


def test_who_plays_with_bots_alone_asks_them(ann, clock, thoughts):
    playing(ann, clock)
    assert not MatchRecord.objects.get().advised
    ann.type("hint")
    assert len(thoughts) == 1
