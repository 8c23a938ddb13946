"""
Packages in Lua as they load: what is wrong with one is told with the author's file and line, all
at once, and the rest of it loads.
"""

from __future__ import annotations

from packages_in_lua import game_with

from rules.lua.state import LuaState, Script
from rules.pack import load_pack
from rules.pack.files import WORLD

API = WORLD / "kingdoms_packages" / "lua" / "api"
HEAD = 'module("extensions.mine", package.seeall)\nextension = sgs.Package("mine")\n'
GENERAL = 'sgs.General(extension, "somebody", "wei"):addSkill(%s)\n'


def loaded(text, **files):
    """A state with a package `mine`, and further ones by name."""
    own = [Script(f"api/{file.name}", file.read_text(), True) for file in sorted(API.glob("*.lua"))]
    others = {"mine": HEAD + text, **files}
    scripts = [*own, *[Script(f"{name}.lua", each, False) for name, each in others.items()]]
    return LuaState(scripts, {})


def problems(text, **files):
    return [tuple(problem) for problem in loaded(text, **files).problems]


def ids(state, kind):
    return {card["id"] for card in state.cards if f".{kind}." in card["id"]}


def trigger(name, rest="events = {sgs.Damaged}, on_trigger = function() end"):
    return f'sgs.CreateTriggerSkill{{name = "{name}", {rest}}}'


def test_a_package_without_mistakes_has_no_problems():
    assert problems(GENERAL % trigger("fine")) == []


def test_each_mistake_is_told_with_its_line_and_the_rest_loads():
    lines = [
        'sgs.General(extension, 5, "wei")',
        'sgs.General(extension, "a", "wo")',
        "sgs.CreateTriggerSkill{events = {sgs.Damaged}}",
        trigger("none", "events = {}, on_trigger = function() end"),
        trigger("hole", "events = {sgs.Damaged, nil, sgs.Damage}, on_trigger = function() end"),
        trigger("typing", "events = {sgs.Damgaed}, on_trigger = function() end"),
        trigger("odd", 'events = {"boo"}, on_trigger = function() end'),
        trigger("deaf", "events = {sgs.Damaged}"),
        trigger("number", "events = {sgs.Damaged}, on_trigger = 5"),
        "sgs.CreateViewAsSkill{n = 1}",
        'sgs.CreateDistanceSkill{name = "far"}',
        "sgs.CreateSkillCard{on_use = function() end}",
        GENERAL.strip() % '"nosuchskill"',
        'sgs.General(extension, "b", "wei"):addSkill(5)',
        f'sgs.General(extension, "c", "wei"):addSkill({trigger("twice")})',
        f'sgs.General(extension, "d", "wei"):addSkill({trigger("twice")})',
        'sgs.General(extension, "d", "wei")',
        f'sgs.General(extension, "e", "wei"):addSkill({trigger("good")})',
    ]
    state = loaded("\n".join(lines))
    told = {each.line - 2: each.message for each in state.problems if not each.left_out}
    assert {problem.script for problem in state.problems} == {"mine.lua"}
    empty = "no event that is known: events = {sgs.Damaged}, for example"
    assert told == {
        1: 'a general needs a name: sgs.General(extension, "name", "kingdom")',
        2: "there is no kingdom wo; there are wei, shu, wu, qun and god",
        3: 'a skill needs a name: CreateTriggerSkill{name = "..."}',
        4: f"none has {empty}",
        5: "hole has nothing as event 2: no event is called so",
        6: f"typing has {empty}",
        7: "there is no event boo",
        8: "deaf has no on_trigger",
        9: "number needs a function as on_trigger",
        10: 'a skill needs a name: CreateViewAsSkill{name = "..."}',
        11: "far has no correct_func",
        12: "a skill card needs a name",
        14: "addSkill needs a skill, or the name of one",
        16: "there are two skills twice",
        17: "there are two generals d",
    }
    assert ids(state, "general") == {f"mine.general.{name}" for name in ("a", "somebody", *"bcde")}
    assert ids(state, "skill") == {"mine.skill.twice", "mine.skill.good"}


def test_what_does_nothing_is_told_and_refuses_nothing():
    lines = [
        'sgs.General(extension, "idle", "wei")',
        'sgs.General(extension, "unseen", "wei", 4, true, true)',
        trigger("unused"),
        trigger("gained"),
        GENERAL.strip()
        % trigger(
            "gaining",
            """events = {sgs.Damaged}, on_trigger = function(self, event, player)
            if player:hasSkill("unused") then player:getRoom():acquireSkill(player, "gained") end
        end""",
        ),
        GENERAL.replace("somebody", "third").strip() % '"nosuchskill"',
    ]
    state = loaded("\n".join(lines))
    assert all(each.left_out for each in state.problems)
    assert {(each.line - 2, each.message) for each in state.problems} == {
        (1, "the general idle has no skill"),
        (3, "no general has the skill unused, and nothing gives it"),
        (8, "there is no skill nosuchskill"),
    }


def test_a_skill_that_is_given_without_its_name_there_is_not_called_idle():
    text = """local howl = %s
    sgs.CreateSkillCard{name = "gift", on_use = function(self, room, source)
        room:acquireSkill(source, howl)
    end}
    """
    assert problems(text % trigger("howl")) == []


def test_a_mistake_in_one_file_leaves_others_alone():
    other = 'extension = sgs.Package("other")\nsgs.General(extension, "x", "shu")\n'
    state = loaded("this is no Lua\n", other=other)
    told = [(each.script, each.line) for each in state.problems if not each.left_out]
    assert told == [("mine.lua", 3)]
    assert ids(state, "general") == {"other.general.x"}


def test_what_a_file_writes_into_sgs_is_its_own():
    other = 'extension = sgs.Package("other")\nsgs.General(extension, "x", "shu")\n'
    state = loaded("sgs.Package = nil\nsgs.General = nil\n", other=other)
    assert ids(state, "general") == {"other.general.x"}


def test_three_hundred_generals():
    text = 'for at = 1, 300 do sgs.General(extension, "g" .. at, "wei") end\n'
    assert len(ids(loaded(text), "general")) == 300


def test_unknown_members_of_an_enum_are_the_default():
    given = (
        "events = {sgs.Damaged}, frequency = sgs.Skill_NotFrequency, on_trigger = function() end"
    )
    state = loaded(GENERAL % trigger("s", given))
    assert not state.problems
    assert (
        next(card for card in state.cards if card["id"] == "mine.skill.s")["frequency"] == "usual"
    )


def test_a_general_may_have_skills_of_the_game_and_none():
    assert problems(GENERAL % '"paoxiao"') == []
    state = loaded('sgs.General(extension, "plain", "god")')
    assert ids(state, "general") == {"mine.general.plain"}


def test_creators_and_events_of_later_versions_leave_their_skill_out():
    state = loaded(
        GENERAL % 'sgs.CreateTargetModSkill{name = "mod"}'
        + GENERAL.replace("somebody", "third")
        % trigger("phase", "events = {sgs.EventPhaseStart}, on_trigger = function() end")
        + f'sgs.General(extension, "other", "wei"):addSkill({trigger("fine")})'
    )
    later = "names of a later version: "
    assert [(each.line, each.message) for each in state.problems] == [
        (3, f"{later}CreateTargetModSkill; near: CreateTriggerSkill"),
        (4, f"{later}EventPhaseStart; near: PhaseChange"),
    ]
    assert ids(state, "skill") == {"mine.skill.fine"}
    assert ids(state, "general") == {
        *("mine.general.somebody", "mine.general.third", "mine.general.other")
    }


def test_methods_of_later_versions_leave_their_skill_out():
    given = """events = {sgs.Damaged}, on_trigger = function(self, event, player, data)
        local room = player:getRoom()
        -- room:askForGuanxing(player, 3) is only remarked
        room:handleAcquireDetachSkills(player, "paoxiao")
    end"""
    state = loaded(GENERAL % trigger("s", given))
    assert [(each.line, each.message) for each in state.problems] == [
        (6, "names of a later version: handleAcquireDetachSkills; near: acquireSkill")
    ]
    assert ids(state, "skill") == set()


def test_the_hegemony_edition_is_refused_with_one_sentence():
    state = loaded(
        GENERAL % trigger("s", "can_preshow = true, events = {sgs.Damaged}")
        + "g:setHeadMaxHpAdjustedValue(-1)\n"
    )
    assert [(each.line, each.message) for each in state.problems] == [
        (
            3,
            "this package is of the Hegemony edition, whose skills and generals are built in "
            "another way; it cannot be played here",
        )
    ]
    assert ids(state, "skill") == ids(state, "general") == set()


def test_texts_of_the_author_are_names_and_texts():
    state = loaded(
        GENERAL
        % trigger("s")
        + 'sgs.LoadTranslationTable{["s"] = "技", [":s"] = "做点什么", ["somebody"] = "某人", '
        '["#somebody"] = "称号", ["~somebody"] = "遗言", ["designer:somebody"] = "我"}'
    )
    assert not state.problems
    told = {card["id"]: card for card in state.cards}
    assert told["mine.skill.s"]["name"] == {"zh": "技", "en": "s (技)"}
    assert told["mine.skill.s"]["description"] == {
        "zh": "做点什么",
        "en": "In the author's words: 做点什么",
    }
    assert told["mine.general.somebody"]["name"]["zh"] == "某人"


def test_names_have_ids_of_letters():
    state = loaded(GENERAL % trigger("#help") + 'sgs.General(extension, "关羽", "shu")')
    assert ids(state, "skill") == {"mine.skill._x23help"}
    helper = next(card for card in state.cards if card["id"] == "mine.skill._x23help")
    assert helper["helper"] == 1
    assert ids(state, "general") >= {"mine.general._xe5_x85_xb3_xe7_xbe_xbd"}


def test_what_a_general_is_made_with():
    state = loaded(
        'sgs.General(extension, "a$", "wei", "3", false)\n'
        'sgs.General(extension, "b", "shu")\n'
        'sgs.General(extension, "c", "wu", 5, true, true)\n'
        'sgs.General(extension, "d", "qun", 5, true, false, true)\n'
    )
    told = {card["id"]: card for card in state.cards}
    seen = ("kingdomPrinted", "hpPrinted", "female", "lordGeneral", "count")
    assert [[told[f"mine.general.{name}"][key] for key in seen] for name in "abcd"] == [
        ["wei", 3, 1, 1, 1],
        ["shu", 4, 0, 0, 1],
        ["wu", 5, 0, 0, 0],
        ["qun", 5, 0, 0, 0],
    ]


def test_priorities():
    def priority(rest):
        given = f"{rest} events = {{sgs.Damaged}}, on_trigger = function() end"
        state = loaded(GENERAL % trigger("s", given))
        skill = next(card for card in state.cards if card["id"] == "mine.skill.s")
        made = skill["behaviors"][0]["do"][0]["triggers"][0]
        return made["priority"], made["when"]

    assert priority("") == (1, "before")
    assert priority("frequency = sgs.Skill_Compulsory,") == (2, "before")
    assert priority("frequency = sgs.Skill_Wake,") == (2, "before")
    assert priority("frequency = sgs.Skill_Limited,") == (1, "before")
    assert priority("frequency = sgs.Skill_Compulsory, priority = -1,") == (-1, "after")


def test_parts_of_events_stand_in_the_order_of_the_game(tmp_path):
    """What a skill changes is found by its place in the event."""
    from packages_in_lua import game_with

    events = game_with(tmp_path, listings=False).declarations.events
    probe = """
        local parts = {}
        for name, of in pairs(host.events) do
          parts[#parts + 1] = of.event .. " " .. table.concat(of.given, " ")
        end
        host.card{id = table.concat(parts, "|")}
    """
    own = [Script(f"api/{file.name}", file.read_text(), True) for file in sorted(API.glob("*.lua"))]
    state = LuaState([*own, Script("api/99.lua", probe, True)], {})
    told = next(card["id"] for card in state.cards if "|" in card["id"])
    assert len(told.split("|")) == 41
    for line in told.split("|"):
        event, *parts = line.split()
        assert parts == list(events[event].context)[: len(parts)], event


def test_every_skill_of_the_game_can_be_given_to_a_general_of_a_package(tmp_path):
    names = [
        each.rpartition(".")[2]
        for each in load_pack(WORLD / "kingdoms").declarations.catalogue.definitions
        if each.startswith("kingdoms.skill.")
    ]
    gives = "".join(f'hero:addSkill("{name}")\n' for name in names)
    head = 'extension = sgs.Package("all")\nhero = sgs.General(extension, "hero", "wei")\n'
    pack = game_with(tmp_path, listings=False, shipped=False, all=head + gives)
    assert not pack.program.scripts.state().problems
    hero = pack.declarations.catalogue.definitions["all.general.hero"]
    gained = [each["skill"] for each in hero.source["behaviors"][0]["do"]]
    assert gained == [f"kingdoms.skill.{name}" for name in names]


def test_bytes_that_are_no_letters_are_told_as_question_marks():
    texts = (
        'sgs.LoadTranslationTable{["x"] = "\\228\\189\\160\\255!", ["\\195y"] = "\\237\\160\\128"}'
    )
    state = loaded(f'sgs.General(extension, "x", "wei"):addSkill("wusheng")\n{texts}\n')
    assert not state.problems
    (general,) = [card for card in state.cards if ".general." in card["id"]]
    assert general["name"]["zh"] == "????!"


def test_what_is_translated_is_named_by_a_text():
    other = {"lang/mine": "return {[_G] = 'x'}\n"}
    state = loaded('sgs.General(extension, "x", "wei"):addSkill("wusheng")\n', **other)
    assert [(each.script, each.line) for each in state.problems] == [("lang/mine.lua", 1)]
    assert ids(state, "general") == {"mine.general.x"}
