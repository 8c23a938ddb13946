"""
What scripts say while machines play, and what the files are worth that tell the bot how to play.
"""

from __future__ import annotations

import pytest
from packages_in_lua import game_with

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.pack.interface import engine_digest
from rules.pack.publisher import Put
from rules.pack.script_cards import guides_of_script, scripts_about
from rules.playing.bots import make_bot
from rules.running.match import Match
from rules.weighing import guided, trial
from rules.weighing.sim import play_match

SEATS = 5
TALKER = """module("extensions.talker", package.seeall)
extension = sgs.Package("talker")
general = sgs.General(extension, "talker$", "wei")
general:addSkill(sgs.CreateTriggerSkill{
    name = "talking", events = {sgs.TurnStart}, can_trigger = function() return true end,
    on_trigger = function(self, event, player, data)
        local room = player:getRoom()
        local turn = room:getTag("turn"):toInt() + 1
        room:setTag("turn", sgs.QVariant(turn))
        room:output("before <script>" .. turn)
        room:askForChoice(player, "talking", "one+two")
        room:writeToConsole("after " .. turn)
    end
})
"""
TALKER_AI = """sgs.ai_skill_choice.talking = function(self, choices)
  self:log("choosing\\n" .. debug.traceback())
  return "three"
end
"""
ADDRESS, GUIDE = "file:lua/talker.lua", "file:lua/ai/talker-ai.lua"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    return game_with(folder, listings=False, talker=TALKER, **{"ai/talker-ai": TALKER_AI})


@pytest.fixture(scope="module")
def many(game):
    """The same with so many talkers that one is in each match or two."""
    return guided.versions_to_compare(game, ADDRESS).with_files


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_what_a_function_tells_is_heard_once_whatever_bots_try_on_clones(many, bots):
    heard = [line for line in play_match(many, 4, SEATS, bots).output if "talker.lua" in line]
    turns = len(heard) // 2
    last = int(heard[-1].rpartition(" ")[2])
    assert turns > 3
    expected = []
    for turn in range(1, last + 1):
        expected.append(f"talker.lua:10: before <script>{turn}")
        expected.append(f"talker.lua:12: after {turn}")
    assert heard == expected[-len(heard) :]


def test_a_match_does_not_depend_on_who_listens(many):
    hashes = []
    for listens in (False, True):
        match, found = Match.new(many, SEATS, 4), []
        many.program.scripts.listen(match if listens else None)
        for _ in range(40):
            choice = match.choices[0]
            match.answer(choice.seat, choice.default)
            found.append(match.hash())
        hashes.append(found)
    assert hashes[0] == hashes[1]


def test_an_answer_that_is_none_is_told_with_file_line_and_skill(many):
    result = play_match(many, 4, SEATS, "smart")
    assert result.standings
    [told] = result.unanswered
    assert told.startswith(
        "ai/talker-ai.lua:1: askForChoice talking: three is no choice (askChoice"
    )
    assert "ai/talker-ai.lua:2: choosing" in result.output


def tried(game, address, pairs=0):
    known, puts = (str(WORLD / game.folder), game.hash), [Put(game.folder, ADDRESS, TALKER)]
    job = engine_digest(), known, puts, address
    results = [trial.play_matches(trial.Part(*job, 0, 5, 120))]
    compared = [trial.play_pairs(trial.Part(*job, 0, pairs, 120))] if pairs else []
    return trial.summarize(*job, results, 120, compared)


@pytest.fixture
def shelf(game, monkeypatch):
    monkeypatch.setattr(trial.publisher, "published_version", lambda *_: game)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("address", [ADDRESS, GUIDE])
def test_a_trial_of_a_script_is_played_by_its_bot_too_and_keeps_what_both_files_tell(game, address):
    assert trial.has_guides(game, [], address)
    found = tried(game, address, 4)
    assert (found["matches"], found["failed"], found["others"]) == (5, 0, 0)
    [(told, matches)] = found["unanswered"]
    assert told.startswith("ai/talker-ai.lua:1: askForChoice talking")
    assert 1 <= matches <= 3
    assert 50 < len(found["output"]) <= trial.LINES
    assert all(line.startswith(("talker.lua:", "ai/talker-ai.lua:")) for line in found["output"])
    assert max(map(len, found["output"])) <= 200
    assert 1 <= found["guided"]["pairs"] <= 4


def test_without_a_file_for_the_bot_nothing_is_compared(game):
    assert not trial.has_guides(load_pack(WORLD / "race"), [], "card:x")
    assert not trial.has_guides(game, [], "file:lua/other.lua")
    assert guided.versions_to_compare(game, "file:lua/other.lua") is None
    assert trial.has_guides(game, [Put("x", "file:lua/ai/other-ai.lua", "x")], "file:lua/other.lua")


def test_what_belongs_to_a_script_is_its_guides_and_no_other(game):
    assert guides_of_script(game, ADDRESS) == [GUIDE]
    assert scripts_about(game, GUIDE) == ["talker.lua", "ai/talker-ai.lua"]
    assert scripts_about(game, "file:lua/lang/en/scholars.lua")[0] == "scholars.lua"
    assert scripts_about(game, "card:x") == []


def test_a_pair_is_the_same_match_but_for_the_files_and_one_seat_takes_the_card(game):
    compared = guided.versions_to_compare(game, ADDRESS)
    assert [len(each.program.scripts.files) for each in compared[:2]] == [
        len(game.program.scripts.files),
        len(game.program.scripts.files) - 1,
    ]
    assert compared.ids == {"talker.general.talker"}
    match = Match.new(compared.with_files, SEATS, 1)
    takers = [
        guided.Taker(make_bot("greedy", 1), compared.ids, seat == match.choices[0].seat)
        for seat in range(SEATS)
    ]
    while not all(taker.is_offered for taker in takers):
        choice = match.choices[0]
        match.answer(choice.seat, takers[choice.seat].choose(match, choice.seat))
    assert [taker.has_taken for taker in takers] == [taker.takes for taker in takers]


@pytest.mark.parametrize(
    ("pairs", "verdict", "points"),
    [
        ([(1, 0)] * 30 + [(0, 0)] * 30, "stronger", 50.0),
        ([(0, 1)] * 30 + [(1, 1)] * 30, "weaker", -50.0),
        ([(0, 1), (1, 0)] * 30, "unclear", 0.0),
        ([(1, 0)], "unclear", 100.0),
    ],
)
def test_files_are_worth_something_only_beyond_the_margin(pairs, verdict, points):
    found = guided.summarize_pairs(pairs)
    assert (found["verdict"], found["points"], found["pairs"]) == (verdict, points, len(pairs))
    assert (found["margin"] > 0) == (len(pairs) > 1)


def test_where_nobody_got_a_card_of_the_script_nothing_is_said():
    assert guided.summarize_pairs([]) == {"pairs": 0, "verdict": "unclear"}
