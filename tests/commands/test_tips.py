"""First words for newcomers, the rule of a question, and hints, as text and as data."""

from pathlib import Path

import pytest

import rules
from rules.pack import load_pack
from rules.workshop.new_game import write_game
from world.render import tips
from world.shelf import games

PACKS = Path(rules.__file__).parents[1] / "world" / "packs"
GAMES = ("chrono", "race", "duel", "kingdoms")
EXPLORE = "so you turn one over"
BATTLE = "One card a turn"


def until_asked(somebody, clock, prompt):
    for _ in range(300):
        if somebody.choice is not None and somebody.choice.prompt == prompt:
            return
        if somebody.choice is not None:
            somebody.type("1" if somebody.choice.minimum else "0")
        clock.advance(0)
    pytest.fail(f"never asked {prompt}")


def new_match(somebody, clock):
    """Another match, from the hall; what is told at the question which level to explore."""
    if (table := somebody.character.table) is not None:
        table._close()
    somebody.type("play chrono")
    until_asked(somebody, clock, "explore")
    return somebody.type("?")


def test_a_question_met_for_the_first_time_is_explained_once_in_a_match(ann, clock):
    assert EXPLORE in new_match(ann, clock)
    assert EXPLORE in ann.type("")  # the same question
    ann.heard.clear()
    until_asked(ann, clock, "battleTurn")
    assert BATTLE in ann.told() or BATTLE in ann.type("?")
    until_asked(ann, clock, "explore")
    assert EXPLORE not in ann.type("?")


def test_first_words_fade_after_some_matches(ann, clock):
    told = [EXPLORE in new_match(ann, clock) for _ in range(tips.MATCHES + 1)]
    assert told == [True] * tips.MATCHES + [False]
    assert "told again" in ann.type("tips on")
    assert EXPLORE in new_match(ann, clock)


def test_who_does_not_want_them_says_so(person, clock):
    an = person("小安", language="zh")
    assert "不再说明" in an.type("新手提示关")
    assert "新手提示" not in new_match(an, clock)
    assert "再说明" in an.type("新手提示 开")
    assert "所以要翻出一只" in new_match(an, clock)


def test_a_client_that_draws_gets_the_same_words_as_data(ann, clock):
    sent = []
    ann.session.data_out = lambda **told: sent.append(told)
    ann.session.data_in(chrono_subscribe=[[], {"text": False}])
    new_match(ann, clock)
    together = next(told for told in sent if "chrono_hint" in told)
    hint = together["chrono_hint"][1]
    assert list(together).index("chrono_prompt") < list(together).index("chrono_hint")
    assert (hint["kind"], hint["step"], hint["of"]) == ("first", None, None)
    assert EXPLORE in hint["text"]
    sent.clear()
    ann.type("rules")
    (told,) = [told["chrono_hint"][1] for told in sent if "chrono_hint" in told]
    assert (told["kind"], told["text"].split("\n")[0]) == ("rule", "Exploration")
    assert not any("text" in told for told in sent)


def test_rules_begin_with_what_is_asked(ann, clock):
    assert "The goal" in ann.type("rules").split("\n")[1]
    new_match(ann, clock)
    assert ann.type("rules").startswith("Exploration")
    until_asked(ann, clock, "battleTurn")
    assert ann.type("rules").startswith("Battle")
    assert "goal" in ann.told()


@pytest.mark.parametrize("game", GAMES)
def test_first_words_and_rules_are_about_questions_there_are(game):
    pack = load_pack(PACKS / game)
    english, chinese = (pack.words[language].get("first", {}) for language in ("en", "zh"))
    assert english.keys() == chinese.keys()
    assert english.keys() <= pack.spoken.prompts.keys()
    for words in pack.words.values():
        assert set(pack.board["rules"].values()) <= words["rules"].keys()


def test_a_game_without_first_words_tells_the_first_sentence_of_the_rule(ann, clock, tmp_path):
    write_game(tmp_path / "hill", "race", {})
    games.put_on_shelf(load_pack(tmp_path / "hill"))
    ann.type("play hill")
    until_asked(ann, clock, "turn")
    told = ann.type("?")
    assert "Tip: Play a card from your hand: it does what stands on it." in told
    assert "draw another one" not in told
