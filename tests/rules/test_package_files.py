"""Packages in Lua as files: what belongs into one, what is told of it, which of them take part."""

from __future__ import annotations

import re
import shutil

import pytest

from rules.ground.errors import PackError
from rules.pack import load_pack, publisher
from rules.pack.files import WORLD
from rules.pack.interface import engine_digest
from rules.pack.script_cards import cards_of_script
from rules.running.match import Match
from rules.telling.text import Text
from rules.weighing import trial
from rules.workshop import checking, script_command
from rules.workshop.problems import in_language, patterns_of_pack, report_in

TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
GAME = WORLD / "kingdoms_packages"
PACKAGE = """
module("extensions.{name}", package.seeall)
extension = sgs.Package("{name}")
lead = sgs.General(extension, "{name}lead", "wei")
skill = sgs.CreateTriggerSkill{{
    name = "{name}skill", events = sgs.TurnStart,
    on_trigger = function(self, event, player, data) {body} end
}}
lead:addSkill(skill)
sgs.LoadTranslationTable{{["{name}"] = "试验包", ["{name}lead"] = "试将"}}
"""


def package(name, body="return false"):
    return PACKAGE.format(name=name, body=body)


@pytest.fixture(scope="module")
def game():
    return load_pack(GAME)


@pytest.fixture
def with_files(game):
    """The game with further scripts, by name."""

    def load(**files):
        texts = {f"{game.folder}/lua/{name}.lua": text for name, text in files.items()}
        return publisher.next_version(game, {**game.sources, **texts})

    return load


def problems_of(load, **files):
    with pytest.raises(PackError) as error:
        load(**files)
    return [str(each).removeprefix("kingdoms_packages/") for each in error.value.problems]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "x = 1",
            'lua/wolf.lua:1: no extension holds its package: extension = sgs.Package("wolf")',
        ),
        ('local e = sgs.Package("wolf")', "lua/wolf.lua:1: no extension holds its package"),
        (
            '\nextension = sgs.Package("hare")',
            "lua/wolf.lua:2: the package of the file lua/wolf.lua",
        ),
        ("extension = sgs.Package()", "lua/wolf.lua:1: sgs.Package needs the name of the package"),
    ],
)
def test_a_file_holds_the_package_of_its_name(with_files, game, text, problem):
    found = problems_of(with_files, wolf=text)
    assert any(each.startswith(problem) for each in found), found
    told = [in_language(each, "zh", patterns_of_pack(game, "zh")) for each in found]
    assert not set(told) & set(found)


def test_each_sentence_of_the_packs_own_scripts_reads_in_chinese_as_well(game):
    known, missing = patterns_of_pack(game, "zh"), []
    for file in game.program.scripts.files:
        for call in re.findall(r"host\.problem\((.*)\)", file.text):
            call = re.sub(r"(, [\w.\[\]]+)+$", "", call)  # without the line that is meant
            texts = [text.replace('\\"', '"') for text in TEXT.findall(call)]
            if not texts:
                continue
            said = "x" * (call[:1] != '"') + "x".join(texts) + "x" * (call[-1:] != '"')
            if in_language(said, "zh", known) == said:
                missing.append(f"{file.name}: {said}")
    assert not missing


def test_a_package_and_its_skills_are_in_one_file_alone(with_files):
    first = package("wolf")
    (found,) = problems_of(with_files, wolf=first, zebra='extension = sgs.Package("wolf")')
    assert found == "lua/zebra.lua:1: the package wolf is in lua/wolf.lua already"
    second = package("zebra").replace("zebraskill", "wolfskill")
    found = problems_of(with_files, wolf=first, zebra=second)
    assert "lua/zebra.lua:5: there is a skill wolfskill at lua/wolf.lua:5 already" in found


def test_what_is_wrong_in_another_file_is_told_with_that_file(with_files):
    """The package that comes second may stand before the first."""
    first = with_files(wolf=package("wolf"))
    text = package("ant").replace("antskill", "wolfskill")
    report = checking.report_of(first, "file:lua/ant.lua", text, {})
    (problem,) = report["problems"]
    said = "kingdoms_packages/lua/wolf.lua:5: there is a skill wolfskill at lua/ant.lua:5 already"
    assert (problem["line"], problem["text"]) == (0, said)
    assert report_in(report, "zh")["problems"][0]["text"].endswith(
        "lua/ant.lua:5 已经有技能 wolfskill"
    )


def test_a_skill_card_is_in_one_file_alone(with_files):
    card = 'sgs.CreateSkillCard{name = "howl", on_use = function() end}\n'
    (found,) = problems_of(with_files, wolf=package("wolf") + card, zebra=package("zebra") + card)
    assert found == "lua/zebra.lua:11: there is a skill card howl at lua/wolf.lua:11 already"


def test_generals_and_texts_of_one_name_are_told_with_both_places(with_files, game):
    """Each general has the name that its own package gives it."""
    said = 'sgs.LoadTranslationTable{["@howl"] = "%s", ["hero"] = "%s"}\n'
    files = {
        name: package(name).replace(f"{name}lead", "hero") + said % (text, text)
        for name, text in (("wolf", "狼"), ("zebra", "马"))
    }
    pack = with_files(**files)
    text = Text(pack, "zh")
    assert text.card("wolf.general.hero") == "狼"
    assert text.card("zebra.general.hero") == "马"
    report = checking.report_of(
        with_files(wolf=files["wolf"]), "file:lua/zebra.lua", files["zebra"], {}
    )
    assert report["problems"] == []
    assert "line 4: there is a general hero at lua/wolf.lua:4 as well" in report["warnings"]
    assert "line 11: there is another text of @howl at lua/wolf.lua:11" in report["warnings"]
    told = report_in(report, "zh")["warnings"]
    assert "第 4 行: lua/wolf.lua:4 也有武将 hero" in told
    assert "第 11 行: lua/wolf.lua:11 给 @howl 的文字不同" in told


def test_generals_of_one_name_and_text_are_told_apart_as_well(with_files):
    files = {name: package(name).replace(f"{name}lead", "hero") for name in ("wolf", "zebra")}
    text = Text(with_files(**files), "zh")
    assert text.card("wolf.general.hero") == "试将"
    assert text.card("zebra.general.hero") == "试将 (zebra)"


def test_generals_of_one_name_are_told_apart_by_their_packages(with_files):
    pack = with_files(wolf=package("wolf").replace("试将", "曹操"), zebra=package("zebra"))
    text = Text(pack, "zh")
    assert text.card("kingdoms.general.caocao") == "曹操"
    assert text.card("wolf.general.wolflead") == "曹操 (wolf)"
    assert text.card("zebra.general.zebralead") == "试将"


def test_a_skill_and_the_card_that_it_makes_may_have_one_name(with_files):
    texts = """sgs.CreateSkillCard{name = "wolf_card", on_use = function() end}
sgs.LoadTranslationTable{["wolf_card"] = "嚎", ["wolfskill"] = "嚎"}
"""
    text = Text(with_files(wolf=package("wolf") + texts), "zh")
    assert text.card("wolf.card.wolf_card") == text.card("wolf.skill.wolfskill") == "嚎"


def test_files_of_translations_return_them(with_files):
    texts = {"lang/zh_CN/wolf": 'return {["wolflead"] = "狼"}'}
    pack = with_files(wolf=package("wolf"), **texts)
    assert Text(pack, "zh").card("wolf.general.wolflead") == "狼"


def test_a_mark_that_is_called_like_a_skill_says_that_it_is_a_mark(with_files):
    texts = 'sgs.LoadTranslationTable{["wolfskill"] = "狼", ["@howl"] = "狼"}\n'
    pack = with_files(wolf=package("wolf", 'player:gainMark("@howl")') + texts)
    assert Text(pack, "zh").card("packages.mark.howl") == "狼标记"
    assert Text(pack, "en").card("packages.mark.howl") == "howl (狼) mark"
    assert Text(pack, "zh").card("wolf.skill.wolfskill") == "狼"


def test_marks_that_packages_share_are_of_no_file(with_files):
    pack = with_files(Wolf=package("Wolf", 'player:gainMark("@moon")'))
    assert {"packages.mark.any", "packages.mark.moon"} <= {card.id for card in pack.cards}
    declared = cards_of_script(pack, "file:lua/Wolf.lua")
    assert {card.kind for card in declared} == {"general", "skill", "package"}


def test_many_generals_load(with_files):
    lines = [f'sgs.General(extension, "g{n}", "shu")' for n in range(300)]
    pack = with_files(wolf="\n".join(['extension = sgs.Package("wolf")', *lines]))
    assert sum(card.id.startswith("wolf.general.") for card in pack.cards) == 300


def test_generals_of_packages_that_are_left_out_are_not_dealt(with_files):
    pack = with_files(wolf=package("wolf"), zebra=package("zebra"))

    def dealt(seed, *left_out):
        options = {"packagesLeftOut": list(left_out)}
        match = Match.new(pack, 5, seed, options=options)
        zones = match.program.layout.zones
        names = ("generals", "offer", "lordOffer", "general")
        rows = [row for zone in names for row in match_rows(match, zones[zone])]
        return {match.card_id(row) for row in rows}

    for seed in range(3):
        assert {"wolf.general.wolflead", "zebra.general.zebralead"} <= dealt(seed)
        found = dealt(seed, "wolf.package.wolf")
        assert "wolf.general.wolflead" not in found
        assert "zebra.general.zebralead" in found


def match_rows(match, zone):
    return [row for at in range(zone.first, zone.first + 11) for row in match.zones[at]]


FAR = """
far = sgs.CreateDistanceSkill{name = "far", correct_func = function(self, from, to) return 3 end}
safe = sgs.CreateProhibitSkill{name = "safe", is_prohibited = function(self, from, to, card)
    return card:inherits("Slash")
end}
lead:addSkill(far)
lead:addSkill(safe)
"""


def rules_in_force(match):
    return {match.card_id(row) for row in match_rows(match, match.program.layout.zones["inForce"])}


def test_rules_of_a_package_that_is_left_out_are_not_in_force(with_files):
    pack = with_files(wolf=package("wolf") + FAR)
    rules = {"wolf.rule.far", "wolf.rule.safe"}
    for left_out in ([], ["wolf.package.wolf"]):
        match = Match.new(pack, 5, 1, options={"packagesLeftOut": left_out})
        assert rules_in_force(match) & rules == (set() if left_out else rules)


def test_they_are_from_when_somebody_has_the_skill(with_files):
    """A general of a package that takes part has a skill of one that does not."""
    other = package("zebra").replace("zebralead", "zebralead$") + 'lead:addSkill("far")\n'
    pack = with_files(wolf=package("wolf") + FAR, zebra=other)
    for seed in range(10):
        match = Match.new(pack, 5, seed, options={"packagesLeftOut": ["wolf.package.wolf"]})
        assert not any(each.startswith("wolf.rule") for each in rules_in_force(match))
        choice = match.choices[0]
        ids = [match.card_id(option.entity) for option in choice.options]
        match.answer(choice.seat, [ids.index("zebra.general.zebralead")])
        while not match.is_over and "wolf.rule.far" not in rules_in_force(match):
            assert "general" in match.choices[0].prompt, match.choices[0].prompt
            match.answer(match.choices[0].seat, match.choices[0].default)
        assert "wolf.rule.safe" not in rules_in_force(match)


def test_the_name_of_a_package_is_that_of_its_translation(with_files):
    pack = with_files(wolf=package("wolf"))
    assert Text(pack, "zh").card("wolf.package.wolf") == "试验包"
    assert Text(pack, "en").card("wolf.package.wolf") == "wolf (试验包)"
    assert Text(pack, "zh").description(pack.card("wolf.package.wolf")) == "武将：试将"


def test_a_trial_fails_where_a_function_does_with_its_file_and_line(game):
    before = (str(GAME), game.hash)
    told = {}
    bodies = {
        "wolf": "return false",
        "hare": "local x = nil; return x.y",
        "owl": "player:getRoom():drawCards(nil, 1)",
    }
    for name, body in bodies.items():
        puts = [publisher.Put(game.folder, f"file:lua/{name}.lua", package(name, body))]
        job = engine_digest(), before, puts, f"file:lua/{name}.lua"
        results = [trial.play_matches(trial.Part(*job, 4, 3, 100.0))]
        told[name] = trial.summarize(*job, results, 100.0)
    assert (told["wolf"]["matches"], told["wolf"]["failed"]) == (3, 0)
    assert told["hare"]["failed"]
    assert "hare.lua:7: attempt to index local 'x'" in told["hare"]["failures"][0]
    assert "owl.lua:7: nil was given where an object is wanted" in told["owl"]["failures"][0]


def test_what_names_a_later_version_is_left_out_and_told(with_files, game):
    lines = package("wolf", "player:getRoom():handleAcquireDetachSkills(player, 'paoxiao')")
    pack = with_files(wolf=lines)
    known = pack.declarations.catalogue.definitions
    assert "wolf.general.wolflead" in known
    assert "wolf.skill.wolfskill" not in known
    report = checking.report_of(game, "file:lua/wolf.lua", lines, {})
    assert report["problems"] == []
    assert report["warnings"][0].startswith("line 7: names of a later version: handleAcq")
    assert report_in(report, "zh")["warnings"][0].startswith("第 7 行: 用了后来版本的名字")


def test_a_skill_of_another_package_that_is_not_there_is_left_out_and_told(with_files, game):
    lines = package("wolf") + 'lead:addSkill("elsewhere")\n'
    assert "wolf.general.wolflead" in with_files(wolf=lines).declarations.catalogue.definitions
    report = checking.report_of(game, "file:lua/wolf.lua", lines, {})
    assert report["problems"] == []
    assert "there is no skill elsewhere" in report["warnings"][0]


def test_files_of_ai_may_name_other_files_and_fill_tables_of_later_versions(with_files):
    lines = """dofile "lua/ai/hare-ai.lua"
sgs.ai_armor_value.wolfskill = function(card) return 4 end
sgs.ai_choicemade_filter.playerChosen.wolfskill = function(player, list) end
"""
    pack = with_files(wolf=package("wolf"), **{"ai/wolf-ai": lines})
    assert "wolf.general.wolflead" in pack.declarations.catalogue.definitions


# -- the command line


def test_the_command_line_tells_what_the_check_of_a_draft_tells(tmp_path, capfd):
    good, bad = tmp_path / "wolf.lua", tmp_path / "hare.lua"
    good.write_bytes(package("wolf", "player:fooBar()").encode("gb18030"))
    assert script_command.main(["check", str(good), "--lang", "zh"]) == 0
    told = capfd.readouterr().out
    assert "试将" in told
    assert "调用了 fooBar" in told
    assert told.endswith("没有问题\n")
    bad.write_text('extension = sgs.Package("hare")\nx = io.open("x")\n')
    (tmp_path / "empty.lua").write_text("")
    arguments = [
        "check",
        str(good),
        str(bad),
        str(tmp_path / "empty.lua"),
        str(tmp_path / "no.lua"),
    ]
    assert script_command.main([*arguments, "--lang", "en"]) == 1
    lines = capfd.readouterr().out.splitlines()
    assert f"{bad}:2: there is no io.open here" in lines
    assert "empty.lua is empty" in lines
    assert f"{tmp_path / 'no.lua'}: No such file or directory" in lines
    assert lines[-1] == "3 problems"


def test_a_script_without_end_is_told_by_the_command_line(tmp_path, capfd, monkeypatch):
    file = tmp_path / "wolf.lua"
    file.write_text("while true do end")
    assert script_command.main(["check", str(file), "--lang", "en"]) == 1
    assert "it does not come to an end" in capfd.readouterr().out
    shutil.rmtree(tmp_path)
