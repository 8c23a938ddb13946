"""The sandbox: a card is tried where one lays it out, told step by step, and kept as a scenario."""

import pytest

from rules.pack import load_pack
from rules.playing.bots.worker import pack_in
from rules.running.match import Match
from rules.scenario import Player, ScenarioError, load_scenarios
from rules.scenario.files import scenarios_in
from rules.workshop import export_scenario, sandbox, situations
from rules.workshop.sandbox import play_situation

FOLDER = "mygame/world/packs/chrono"
NAMES = ["A", "B", "C", "D"]
TABLE = {
    "seats": 4,
    "given": {
        "at": "onBattleTurnStart",
        "seat": 0,
        "players": [{"mana": 9, "hand": ["bash", "ember"], "wand": [], "slot": ["slime_ball"]}],
        "rest": "empty",
    },
}


@pytest.fixture(scope="module")
def chrono():
    return pack_in(FOLDER, load_pack(FOLDER).hash)


def situation(*answers, scenario=TABLE, bots=None):
    return {"scenario": scenario, "answers": list(answers), "bots": bots or {}}


def tried(pack, *answers, since=0, language="en", **kwargs):
    return play_situation(FOLDER, pack.hash, situation(*answers, **kwargs), since, language, NAMES)


def told(shown, what):
    return [(step["card"], step["text"]) for step in shown.steps if step["what"] == what]


# -- playing


def test_a_beginning_does_not_wait_for_what_telling_answers_takes(chrono, monkeypatch):
    prepared = []
    watched = sandbox.watched_pack
    monkeypatch.setattr(sandbox, "watched_pack", lambda *job: prepared.append(job) or watched(*job))
    assert tried(chrono).steps == []
    assert tried(chrono, (0, (0,)), since=1).steps == []
    assert prepared == []
    sandbox.prepare_telling(FOLDER, chrono.hash)
    assert tried(chrono, (0, (0,))).steps
    assert len(set(prepared)) == 1


def test_what_an_answer_does_is_told_in_its_order(chrono):
    shown = tried(chrono, (0, (0,)))
    assert told(shown, "answer") == [("A", "play Bash")]
    assert told(shown, "begins") == [("Bash", "onPlay")]
    assert told(shown, "does")[0] == (
        "Bash",
        "Deal 9 damage; 12 instead if you have a wand equipped.",
    )
    assert ("", "Slime Ball takes 9 damage; 11 hp left.") in told(shown, "log")
    order = [step["what"] for step in shown.steps]
    assert order.index("begins") < order.index("does") < order.index("event", order.index("does"))
    taken = next(s for s in shown.steps if s["text"] == "onDamageTaken" and s["deep"] == 1)
    assert dict(taken["values"]) == {
        "monsterUUID": "Slime Ball",
        "sourcePlayerUUID": "A",
        "amount": "9",
        "monsterID": "Slime Ball",
        "level": "VI",
    }


def test_the_same_is_told_in_chinese(chrono):
    shown = tried(chrono, (0, (0,)), language="zh")
    assert ("", "粘液球受到9点伤害，剩余血量11。") in told(shown, "log")


def test_triggers_and_modifiers_are_told_with_their_card(chrono):
    staff = {**TABLE["given"]["players"][0], "wand": ["earth_staff"], "hand": ["earthquake"]}
    scenario = {**TABLE, "given": {**TABLE["given"], "players": [staff]}}
    shown = tried(chrono, (0, (0,)), scenario=scenario)
    assert [step for step in shown.steps if step["what"] in ("trigger", "modifier")]
    assert any(
        card == "Earth Staff" for card, _ in told(shown, "modifier") + told(shown, "trigger")
    )


def test_only_the_new_answers_are_told(chrono):
    first = tried(chrono, (0, (0,)))
    second = tried(chrono, *first.answers, (1, (0,)), since=len(first.answers))
    assert "play Bash" not in [text for _, text in told(second, "answer")]


def test_the_match_goes_on_as_any_match_of_that_pack(chrono):
    shown = tried(chrono, (0, (0,)))
    match = Match.load(chrono, shown.saved)
    assert match.pending[0].prompt == "battleTurn"
    assert match.state == Match.load(chrono, tried(chrono, (0, (0,))).saved).state


def test_an_answer_that_is_not_possible_changes_nothing_and_says_why(chrono):
    shown = tried(chrono, (0, (99,)))
    assert shown.answers == []
    assert "an option is a number" in shown.refused
    assert "nobody asks" in tried(chrono, (3, (0,))).refused


def test_bots_answer_for_their_seats_alone(chrono):
    scenario = {
        **TABLE,
        "given": {**TABLE["given"], "players": [{"hand": ["ember"], "mana": 2}] * 4},
    }
    shown = tried(chrono, scenario=scenario, bots={1: "random", 2: "random", 3: "random"})
    assert shown.answers == []
    shown = tried(
        chrono, (0, (0,)), scenario=scenario, bots={1: "random", 2: "greedy", 3: "random"}
    )
    assert {seat for seat, _ in shown.answers[1:]} <= {1, 2, 3}
    asked = Match.load(chrono, shown.saved).pending
    assert all(choice.seat == 0 for choice in asked)


def test_watching_leaves_other_matches_of_the_pack_alone(chrono):
    tried(chrono, (0, (0,)))
    watched = sandbox.watched_pack(FOLDER, chrono.hash)
    assert watched.listener is None
    assert not {id(unit) for unit in watched.pack.program.units.values()} & {
        id(unit) for unit in chrono.program.units.values()
    }


def test_what_takes_too_long_or_cannot_be_is_a_sentence():
    assert sandbox.run_within(60, sandbox.play_situation, FOLDER, load_pack(FOLDER).hash, situation(
        scenario={"seats": 9, "given": {"at": "onBattleTurnStart"}}), 0, "en", NAMES
    )[1].startswith("seats: ")  # fmt: skip


# -- where it begins


def test_a_card_is_laid_where_scenarios_lay_cards_of_its_kind(chrono):
    known = [each for each in load_all() if each]
    card = chrono.card("base.treasure.common.bash")
    found = situations.beginning_for(chrono, known, card)
    assert any("bash" in player.get("hand", ()) for player in found["given"]["players"])
    assert found.keys() <= {"seats", "seed", "options", "given"}
    monster = chrono.card("base.exploration.VI.slime_ball")
    found = situations.beginning_for(chrono, known, monster)
    assert "slime_ball" in str(found["given"])
    assert situations.beginning_for(chrono, [], card) == {}


def load_all():
    from pathlib import Path

    return [
        each
        for file in sorted(Path(FOLDER, "scenarios").glob("*.json5"))[:12]
        for each in load_scenarios(file)
    ]


def test_a_scenario_of_the_pack_is_found_by_a_part_of_its_name():
    known = [{"name": "R5: draws", "given": {"at": "a"}, "when": []}, {"name": "other"}]
    assert situations.scenario_named(known, "DRAWS") == {"given": {"at": "a"}}
    with pytest.raises(ScenarioError, match="there is no scenario"):
        situations.scenario_named(known, "nothing")


@pytest.mark.parametrize(
    ("line", "path", "value"),
    [
        ("hand bash, ember", ("given", "players", 0, "hand"), ["bash", "ember"]),
        ("手牌 当头一棒、火苗", ("given", "players", 0, "hand"), ["bash", "ember"]),
        ("seat 2 mana 5", ("given", "players", 1, "mana"), 5),
        ("法力 = 5", ("given", "players", 0, "mana"), 5),
        ("slot -", ("given", "players", 0, "slot"), []),
        ("dice 1 6 3", ("given", "dice"), [1, 6, 3]),
        ("骰子 1 6", ("given", "dice"), [1, 6]),
        ("round 3", ("given", "match", "round"), 3),
        ("slime_ball.health 7", ("given", "cards", "slime_ball", "health"), 7),
        ("pile.III ghost", ("given", "zones", "pile.III"), ["ghost"]),
        ("seed 9", ("seed",), 9),
        ('{"setupDice": [3]}', ("given", "setupDice"), [3]),
    ],
)
def test_what_is_laid_out_is_written_as_people_name_it(chrono, line, path, value):
    found = situations.lay_out(chrono, TABLE, line)
    for key in path:
        found = found[key]
    assert found == value


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hnd bash", "did you mean hand"),
        ("hand bsh", "there is no card 'bsh'"),
        ("seat 9 mana 3", "there is no seat 9"),
        ("slime_ball.helth 3", "did you mean health"),
        ("dice one", "a number belongs here"),
        ("{", "bracket"),
        ('{"players": 5}', "given.players: a list belongs here"),
        ('{"playrs": []}', "did you mean players"),
        ('{"at": 7}', "given.at: a text belongs here"),
        ("seats 0", "seats: at least 1"),
        ("hand " + "x" * 5000, "there is no card"),
    ],
)
def test_what_cannot_be_laid_out_says_what_there_is(chrono, line, sentence):
    with pytest.raises(ScenarioError, match=sentence):
        situations.lay_out(chrono, TABLE, line)


# -- kept


def test_what_was_tried_is_kept_as_a_scenario_that_holds(chrono):
    answers = tried(chrono, (0, (0,)), (0, (0,))).answers
    text, failures = export_scenario.scenario_of(
        FOLDER, chrono.hash, situation(*answers), "Bash, then ember"
    )
    assert failures == []
    (scenario,) = scenarios_in(text, "tried.json5")
    assert scenario["when"][0] == {"choose": "play", "card": "bash"}
    assert scenario["then"]["players.0.mana"] < 9
    assert Player(chrono, scenario).play() == []
    wrong = {**scenario, "then": {"players.0.mana": 99}}
    assert Player(chrono, wrong).play()
    assert max(map(len, text.splitlines())) <= 140


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "a loop or a list of 9999999; at most 20000"),
        ("zh", "循环或列表有 9999999 项；最多 20000 项"),
    ],
)
def test_a_failed_effect_is_told_and_the_match_goes_on(chrono, tmp_path, language, why):
    import shutil

    shutil.copytree(FOLDER, tmp_path / "chrono")
    file = tmp_path / "chrono" / "cards" / "common.json5"
    text = file.read_text("utf-8")
    endless = (
        '"behaviors": [{"at": "onPlay", "do": [{"type": "loop", "times": 9999999, "do": []}]}]'
    )
    card = (
        '{"id": "base.treasure.common.endless", "name": "Endless", "manaCost": 0, ' + endless + "},"
    )
    file.write_text(text.replace('"cards": [', f'"cards": [{card}', 1), encoding="utf-8")
    folder = str(tmp_path / "chrono")
    given = {**TABLE["given"], "players": [{"hand": ["endless"], "slot": ["slime_ball"]}]}
    shown = play_situation(
        folder,
        load_pack(folder).hash,
        situation((0, (0,)), scenario={**TABLE, "given": given}),
        0,
        language,
        NAMES,
    )
    failed = [(step["card"], step["text"]) for step in shown.steps if step["what"] == "failed"]
    assert failed == [("Endless", why)]
    assert shown.refused == ""
