"""
What packages in Lua ask of players (manual 6): in the author's words, of the one who is asked; and
matches with every request, wherever they are taken up.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from packages_in_lua import CASE_FILES, NAMES, Lab, cases_in, game_with, hashes_of

from commands.answers import names_of
from rules.ground.errors import ActionFailed
from rules.playing import preview
from rules.playing.bots.greedy import GreedyBot
from rules.running.match import Match
from world.locale.reader import Reader
from world.render import loglines
from world.render.board import Board
from world.render.prompt import prompt_lines

MATCHES = int(os.environ.get("MATCHES") or 2)
ANSWERS = 150
TEXTS, CASES = cases_in("requests")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    return Lab(
        tmp_path_factory.mktemp("packs"), {name: lines for name, (lines, _) in CASES.items()}, TEXTS
    )


def test_choices_are_the_authors_strings_in_the_authors_words(lab):
    run = lab.run("choices")
    assert run.options() == ["摸两张牌", "受到伤害", "no"] == run.options("zh")
    assert run.match.choices[0].default == (2,)
    assert run.question() == "choices: choose."
    assert run.question("zh") == "choices：请选择"
    assert run.answer("摸两张牌").found == "draw"
    assert lab.run("choices").answer("受到伤害").found == "hurt"


def test_choices_that_were_made_at_run_time_are_shown_as_they_stand(lab):
    run = lab.run("made_choices")
    assert run.options() == ["a1", "b｜{c}", "Cao Cao"]
    assert run.options("zh")[2] == "曹操"
    assert run.answer(1).found == "b|{c}"
    assert lab.run("made_choices").go_on().found == "a1"


def test_the_question_of_a_skill_is_the_authors_with_the_detail(lab):
    run = lab.run("invokes")
    assert run.question("zh") == "真的要发动吗（a detail）"
    assert run.options() == ["yes", "no"]
    assert run.answer("yes").found == "true"
    assert lab.run("invokes_plainly").question() == "Do you use invokes_plainly?"


def test_prompts_name_generals_and_translate_their_arguments(lab):
    run = lab.run("prompts")
    general = run.text().card("lab.general.general_prompts")
    assert run.question("zh").endswith(f"要求 {general} 打出杀或红桃")
    assert not run.question("zh").startswith(("%", "sgs"))
    assert len(run.options()) == 5
    assert run.options()[-1] == "no card"
    assert run.answer(0).found != "none"
    assert lab.run("prompts").answer("no card").found == "none"


def test_discards_are_exactly_so_many_with_equipment_where_it_is_said(lab):
    run = lab.run("discards")
    choice = run.match.choices[0]
    assert (choice.minimum, choice.maximum, len(choice.options)) == (2, 2, 4)
    assert run.answer(0, 3).found == "true 2"


def test_exchanged_cards_stay_where_they_are(lab):
    assert lab.run("exchange").answer(0, 1).found == "2 4"


def test_shown_cards_are_taken_by_who_is_asked(lab):
    run = lab.run("grace")
    assert len(run.match.choices[0].options) == 4
    assert run.answer(1).found == "true 5 4"
    assert lab.run("grace").answer("no card").found == "false 4 4"


def test_given_cards_leave_the_list(lab):
    run = lab.run("gifts").answer(0).answer(0)
    assert run.answer(0).answer(1).found == "2 0"
    assert lab.run("gifts").answer().found == "0 2"


def test_guanxing_puts_these_cards_back_in_any_order(lab):
    run = lab.run("guanxing")
    assert len(run.options()) == 4
    assert run.answer(0).answer(0).go_on().found in ("true", "false")


def test_gongxin_may_discard_a_heart_of_the_hand_that_is_seen(lab):
    for seed in range(3, 20):
        run = lab.run("gongxin", seed=seed)
        if not run.is_over:
            assert all(text.startswith(("discard", "lay", "no")) for text in run.options())
            assert run.answer(0).found == "1"
            return
    raise AssertionError("nobody holds a heart")


def test_simple_questions(lab):
    assert lab.run("shows").answer(2).found == "true"
    assert lab.run("kingdoms").answer(2).found == "wu"
    assert lab.run("suits").answer(2).found == "true"
    assert lab.run("chosen").answer(1).found == "true"
    assert lab.run("pindian").go_on().found == "boolean"
    assert lab.run("activates").go_on().found == "true nil"
    assert lab.run("peaches").answer(0).found == "peach"


def test_hand_cards_of_others_are_not_named(lab):
    run = lab.run("chosen_cards")
    assert len(run.options()) == 2
    assert "Axe" in run.options()[1]
    assert run.answer(1).found == "axe"


def test_only_who_is_to_see_cards_sees_them(lab):
    run = lab.run("shown_hands").go_on()
    told = {seat: run.lines(seat=seat)[-2] for seat in range(5)}
    seen = [seat for seat, line in told.items() if "(" in line and "shows" in line]
    unseen = [seat for seat, line in told.items() if line.endswith("cards.") and "shows" in line]
    assert len(seen) == 2
    assert len(unseen) == 3
    assert any("shows" in line and "(" in line for line in lab.run("shown_cards").go_on().lines())


def test_lines_of_the_author_stand_in_the_log(lab):
    lines = lab.run("lines").go_on().lines("zh")
    assert any(line.endswith("说了杀、曹操、杀·黑桃7{x}") for line in lines)


def test_a_match_ends_for_whom_a_skill_says(lab):
    match = lab.run("ends").match
    assert match.is_over
    assert len(match.outcome.won) == 2
    match = lab.run("ends_by_name").match
    assert match.is_over
    assert len(match.outcome.won) == 1


def test_who_has_no_cards_is_not_asked_for_one(lab):
    assert lab.run("cardless").is_over


def test_flags_go_with_the_turn_of_their_player(lab):
    """One of its own turn at once; one of another's turn at the end of the next of its own."""
    match = lab.run("two_turns", seed=4).match
    while match.tags.get((0, "tag watched"), "").count(" ") < 3:
        choice = match.choices[0]
        match.answer(choice.seat, choice.default)
    assert match.tags[0, "tag watched"] in ("01 00 00 ", "11 01 00 00 ")


def test_patterns_with_an_at_are_met_by_view_as_skills(lab):
    run = lab.run("uses_by_skill")
    assert run.options()[1:] == ["no card"]
    assert run.question("zh") == " 要求  打出或"
    run.answer(0).answer(0)
    run.answer(len(run.options()) - 2)
    assert run.answer(0).found == "true 1"
    assert lab.run("uses_by_made_pattern").options()[-1] == "no card"
    assert lab.run("uses_by_skill").answer("no card").found == "false 0"


def test_cards_by_skill_are_thrown_as_a_response(lab):
    run = lab.run("plays_by_skill").answer(0).answer(0)
    assert run.answer(len(run.options()) - 2).found == "1 3"


def test_dots_are_discards_and_names_are_responses(lab):
    assert lab.run("dot_discards").answer(0).found == "1 0"
    assert lab.run("name_responds").answer(0).found == "0 1"


def test_a_skill_provides_what_is_asked_for(lab):
    assert lab.run("provided").found == "jink 0"


def test_a_skill_that_provides_nothing_refuses_what_is_asked_for(lab):
    assert lab.run("refused").found == "nil 4"


def test_lines_of_the_client_are_told_and_lines_without_words_are_not(lab):
    run = lab.run("lines_of_the_client")
    assert "Eve uses 星" in run.lines()
    assert "Eve发动了【星】" in run.lines("zh")
    assert not any("lab_unwritten" in line for line in run.lines())


def test_a_discard_in_the_form_of_later_versions_is_no_option(lab):
    run = lab.run("discards_later_form")
    assert len(run.options()) == 4
    assert run.go_on().found == "2"


def test_nullifications_are_asked_for_by_the_rules(lab):
    run = lab.run("nullified")
    assert run.match.choices[0].prompt == "nullify"
    assert run.answer(0).go_on().found == "true"


def test_cards_for_one_pair_of_eyes_are_named_to_nobody_else(lab):
    run = lab.run("seen_by_one")
    assert run.found == "3"
    told = [line for line in run.lines(seat=0) if "shows" in line]
    assert len(told) == 2
    assert not any("(" in line for line in told)


@pytest.mark.parametrize(
    ("case", "message"),
    [("drawn", "only asked changes nothing"), ("rolled", "only asked rolls no dice")],
)
def test_what_is_only_asked_changes_nothing_and_rolls_no_dice(lab, case, message):
    with pytest.raises(ActionFailed, match=message):
        lab.run(case)


REQUESTS = 22
#: Asks for something else at the beginning of each phase of each turn.
RESTLESS = (CASE_FILES / "restless.lua").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def restless(tmp_path_factory):
    return game_with(tmp_path_factory.mktemp("packs"), listings=False, restless=RESTLESS)


def _played(pack, seed, answer, between=lambda match: match):
    """The hashes of a match at its choices, and how often a script waited; restless are taken."""

    def reply(match):
        choice = match.choices[0]
        ids = [match.card_id(each.entity) if each.kind == "card" else "" for each in choice.options]
        ours = [at for at, each in enumerate(ids) if (each or "").startswith("restless.general")]
        match.answer(choice.seat, ours[:1] or answer(match, choice))

    hashes, waits, match = hashes_of(Match.new(pack, 4, seed), ANSWERS, reply, between)
    assert match.tags[0, "tag restless"] >= REQUESTS, "not everything has been asked"
    return hashes, waits


def _random_answer(seed):
    dice = Random(seed)
    return lambda match, choice: dice.sample(
        range(len(choice.options)), dice.randint(choice.minimum, choice.maximum)
    )


def test_matches_with_every_request_go_on_wherever_they_are_taken_up(restless):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""

    def loaded(match):
        restless.program.scripts._local.state = None
        return Match.load(restless, match.save())

    for seed in range(MATCHES):
        hashes, waits = _played(restless, seed, _random_answer(seed))
        assert waits > 20
        clone = _played(restless, seed, _random_answer(seed), lambda match: match.clone(keep=True))
        assert clone[0] == hashes
        assert _played(restless, seed, _random_answer(seed), loaded)[0] == hashes


def test_bots_answer_every_request(restless):
    bot = GreedyBot(1)
    _, waits = _played(restless, 1, lambda match, choice: bot.choose(match, choice.seat))
    assert waits > 20


def _board(run, seat, language, plain=False):
    match = run.match
    view = preview.view_with_preview(match, seat)
    return Board(run.pack, view, run.text(language), Reader(language, plain=plain))


def test_marks_and_piles_stand_beside_their_player_on_the_board(lab):
    run = lab.run("told_beside")
    for language, plain in (("zh", False), ("en", False), ("zh", True), ("en", True)):
        own, other = (_board(run, seat, language, plain).lines(everything=True) for seat in (4, 0))
        assert "×2" in "\n".join(own)
        assert "×2" in "\n".join(other)
        assert "星" in "\n".join(own)
    hidden = run.match.zones[run.match.program.layout.zones["secretPiles"].first + 5]
    name = run.text().card(run.match.card_id(hidden[0]))
    seen = [_board(run, seat, "en", True).status_line() for seat in (4, 0)]
    assert name in seen[0]
    assert name not in seen[1]


def test_choices_are_answered_by_number_and_by_what_they_are_called(lab):
    run = lab.run("choices")
    choice = run.match.choices[0]
    for language in ("zh", "en"):
        lines = prompt_lines(_board(run, choice.seat, language), run.match, choice)
        assert any("摸两张牌" in line for line in lines)
    assert {"摸两张牌", "choices:draw"} <= names_of(choice.options[0], run.match, NAMES)
    shown = run.match.view(choice.seat)["choices"][0]["options"]
    assert [each["kind"] for each in shown] == ["text"] * 3
    assert shown[1]["entity"] == "hurt"


def test_lines_of_the_author_are_read_at_the_table(lab):
    match = lab.run("lines").go_on().match
    log = loglines.SharedLog(match, NAMES, match.log)
    assert "说了杀、曹操、杀·黑桃7{x}" in "\n".join(log.lines_for(Reader("zh"), 0))


def test_data_that_holds_itself_is_no_tag_and_keeps_nobody_from_being_asked(tmp_path):
    lines = """
        local loop, data = {}, sgs.QVariant()
        loop.loop = loop
        data:setValue(loop)
        local fine, why = pcall(room.setTag, room, "loop", data)
        say(fine) say(why:find("holds itself", 1, true) ~= nil)
        say(room:askForSkillInvoke(player, "cyclic", data))
    """
    assert Lab(tmp_path, {"cyclic": lines}).run("cyclic").answer("yes").found == "false true true"


@pytest.mark.parametrize(
    ("skill", "line"),
    [
        ("CreateDistanceSkill{name = 'endless', correct_func = function(self, from, to)\n"
         "local n = 1\nreturn n + from:distanceTo(to)\nend}", 6),
        ("CreateDistanceSkill{name = 'endless', correct_func = function(self, from, to)\n"
         "return from:distanceTo(to)\nend}", 4),
        ("CreateProhibitSkill{name = 'endless', is_prohibited = function(self, from, to, card)\n"
         "return from:getRoom():isProhibited(from, to, card)\nend}", 4),
    ],
    ids=["distance", "distance in a tail call", "prohibition"],
)  # fmt: skip
def test_a_skill_that_asks_for_itself_is_told_with_its_line(tmp_path, skill, line):
    """The line that asks; where it is a tail call (`return again()`), that of the function."""
    lines = """
        local c, other = sgs.Sanguosha:getCard(0), player:getNextAlive()
        say(player:distanceTo(other)) say(room:isProhibited(player, other, c))"""
    lab = Lab(tmp_path, {"asks": lines}, f"sgs.Sanguosha:addSkills{{sgs.{skill}}}\n")
    with pytest.raises(
        ActionFailed, match=rf"lab\.lua:{line}: .* ask each other more than 12 deep"
    ):
        lab.run("asks")
