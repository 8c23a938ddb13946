"""
A match of generals that scripts declare is one and the same live, cloned, saved and loaded by
another process, taken back, replayed, and among others: `MATCHES=1000` for a long run.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from answered_elsewhere import answer, answered_elsewhere, carry_out
from packages_in_lua import game_with, hashes_of

from rules.ground.processes import worker_pool
from rules.lua.scripts import KEPT
from rules.running.match import Match

MATCHES = int(os.environ.get("MATCHES") or 2)
SEATS = range(2, 9)
ANSWERS = 150
KEEPER = """
module("extensions.keeper", package.seeall)
extension = sgs.Package("keeper")
counts, seen = {}, {n = 0, names = {}}
local last, times = nil, 0
local function note(player, key)
    counts[player:objectName()] = (counts[player:objectName()] or 0) + 1
    times = times + 1
    seen.n = seen.n + times % 3
    seen.names[key] = player:getHp()
    last = player
end
for at, name in ipairs{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine"} do
    local general = sgs.General(extension, "keeper_" .. name, ({"wei", "shu", "wu", "qun"})[at % 4 + 1])
    general:addSkill(sgs.CreateTriggerSkill{
        name = "keeps_" .. name, events = {sgs.TurnStart, sgs.Damaged, sgs.CardUsed}, priority = at,
        on_trigger = function(self, event, player, data)
            local room = player:getRoom()
            note(player, name)
            if times % 4 == 0 and room:askForSkillInvoke(player, "keeps_" .. name) then
                note(player, "yes")
                player:drawCards(math.random(2))
                seen.names.drawn = (seen.names.drawn or 0) + player:getHandcardNum()
            end
            if last and counts[last:objectName()] > 20 then counts = {} seen.names = {} end
            if counts[player:objectName()] == 7 and event == sgs.TurnStart and player:getHandcardNum() > 1 then
                room:askForDiscard(player, "keeps", 1, false, true)
            end
            room:setPlayerMark(player, "@kept", seen.n % 7)
        end
    })
end
"""  # noqa: E501


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("packs")


@pytest.fixture(scope="module")
def pack(folder):
    return game_with(folder, keeper=KEEPER)


@pytest.fixture(scope="module")
def elsewhere(pack, folder):
    """What answers a match in another process."""
    game = str(folder / pack.id)
    with worker_pool(1) as pool:
        yield lambda *given: pool.submit(answered_elsewhere, game, *given).result()


def played(pack, seats, seed, between=lambda match: match):
    """The hashes of a match at its choices; it goes on from `between` of it."""
    dice = Random(seed)
    match = Match.new(pack, seats, seed)
    return hashes_of(match, ANSWERS, lambda match: answer(match, dice), between)


def in_turns(pack, elsewhere, seats, seed):
    """The hashes of a match of which each second answer is given in another process."""
    match, dice, hashes = Match.new(pack, seats, seed), Random(seed), []
    for number in range(ANSWERS):
        if match.is_over:
            break
        hashes.append(match.hash())
        if number % 2:
            answer(match, dice)
            continue
        saved, state, hash = elsewhere(match.save(), dice.getstate())
        match = Match.load(pack, saved)
        dice.setstate(state)
        assert match.hash() == hash
    return hashes


def taken_back(pack, match):
    """The same match, its last answer taken back and given anew."""
    if not match.journal:
        return match
    *before, (seat, picks, _) = match.journal
    again = Match.replay(pack, match.seats, match.seed, None, before)
    carry_out(again, seat, picks)
    assert again.hash() == match.hash()
    return again


@pytest.mark.timeout(0 if MATCHES > 2 else 240)
def test_a_match_of_scripts_goes_on_wherever_it_is_taken_up(pack, elsewhere):
    waited = kept = 0
    for seed in range(MATCHES):
        for seats in SEATS if MATCHES > 2 else (2 + seed, 5 + 3 * seed):
            hashes, waits, match = played(pack, seats, seed)
            waited, kept = waited + waits, kept + (KEPT in match.tags)
            assert played(pack, seats, seed, lambda match: match.clone(keep=True))[0] == hashes
            assert in_turns(pack, elsewhere, seats, seed) == hashes
            assert Match.replay(pack, seats, seed, None, match.journal).hash() == match.hash()
            dice = Random(seed)
            back = played(
                pack, seats, seed, lambda m, d=dice: m if d.random() < 0.9 else taken_back(pack, m)
            )
            assert back[0] == hashes
    assert waited > MATCHES
    assert kept


@pytest.mark.timeout(0 if MATCHES > 2 else 240)
def test_ten_matches_of_scripts_take_turns(pack):
    for first in range(0, max(MATCHES, 10), 10):
        seeds = range(first, first + 10)
        alone = [played(pack, 2 + seed % 7, seed)[0] for seed in seeds]
        matches = [(Match.new(pack, 2 + seed % 7, seed), Random(seed), []) for seed in seeds]
        order = Random(first)
        for _ in range(ANSWERS):
            order.shuffle(matches)
            for match, dice, hashes in matches:
                if not match.is_over:
                    hashes.append(match.hash())
                    answer(match, dice)
        assert sorted(hashes for _, _, hashes in matches) == sorted(alone)
