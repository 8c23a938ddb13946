"""The packages of the game, beside its scenarios; and those in the page for authors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packages_in_lua import game_with

from rules.playing.bots import make_bot
from rules.running.match import Match
from rules.scenario import Player

DOCS = Path(__file__).parents[2] / "docs"
LISTING = re.compile(r"^```lua (package|ai) (\w+)\n((?:.*\n)*?)```", re.MULTILINE)
#: Whoever begins a turn lays their hand on their general as garrisons.
QUARTERMASTER = """
module("extensions.quarters", package.seeall)
extension = sgs.Package("quarters")
quartermaster = sgs.General(extension, "quartermaster", "wu")
quartermaster:addSkill(sgs.CreateTriggerSkill{
    name = "quarters", events = {sgs.PhaseChange}, priority = 3,
    can_trigger = function() return true end,
    on_trigger = function(self, event, player)
        local hand = player:getHandcards()
        if player:getPhase() ~= sgs.Player_Start then return end
        for _, card in sgs.qlist(hand) do player:addToPile("shubing", card:getId()) end
    end
})
"""


def test_who_inherits_takes_the_garrisons_and_gains_skills(tmp_path):
    pack = game_with(tmp_path, quarters=QUARTERMASTER)
    players = [
        {"role": ["lord"], "general": ["lukang"], "hand": ["slash_s7", "slash_s8", "peach_h3"]},
        {"secretRole": ["rebel"], "general": ["quartermaster"]},
        {"secretRole": ["renegade"], "general": ["ganning"]},
    ]
    deck = ["savage_assault_s7", "amazing_grace_h4", "amazing_grace_h3", "ex_nihilo_h7"]
    given = {"at": "onTurnStart", "seat": 0, "rest": "empty", "match": {"current": 0}}
    given |= {"players": players, "zones": {"deck": deck}}
    then = {
        "players.0.maxHp": 3,
        "players.0.openPiles": [],
        "players.0.hand": {"has": ["slash_s7", "slash_s8", "peach_h3"]},
        "players.0.skills": {"has": ["yingzi", "gulei"]},
    }
    scenario = {"name": "waking", "seats": 3, "given": given, "when": [], "then": then}
    found = Player(pack, scenario).play()
    assert [each.sentence for each in found] == []


@pytest.mark.parametrize("page", ["packages.md", "packages.zh.md"])
def test_the_package_of_the_page_for_authors_plays(tmp_path, page):
    found = LISTING.findall((DOCS / page).read_text("utf-8"))
    assert [(kind, name) for kind, name, _ in found] == [("package", "lamp"), ("ai", "lamp")]
    files = {name if kind == "package" else f"ai/{name}-ai": text for kind, name, text in found}
    pack = game_with(tmp_path, **files)
    known = pack.declarations.catalogue.definitions
    assert known["lamp.general.lampkeeper"].name == {"zh": "守灯人", "en": "lampkeeper (守灯人)"}
    match = Match.new(pack, 5, 3)
    for _ in range(150):
        choice = match.choices[0]
        ids = [match.card_id(option.entity) for option in choice.options]
        ours = [at for at, id in enumerate(ids) if id == "lamp.general.lampkeeper"]
        match.answer(choice.seat, ours or make_bot("smart", 1).choose(match, choice.seat))
        if match.is_over:
            break
