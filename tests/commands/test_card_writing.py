"""`card write` asks what is open of a card, one question at a time; bots tell what it is worth."""

import pytest
from twisted.internet import defer

from world import content
from world.content import pricing, trying

NEAR = [{"kind": kind, "cost": 3} for kind in ("spell", "spell", "minion")]
SAME = [{"kind": "spell", "cost": 3}]


@pytest.fixture
def bob(builder, duel):
    bob = builder("Bob")
    bob.type("card list duel wolf")  # the game that is worked at
    return bob


def deal(amount):
    return [{"at": "onPlay", "do": [{"type": "damage", "amount": amount}]}]


THREE = (deal(3), "造成3点伤害。", "Deal three.")
FOUR = (deal(4), "造成4点伤害。", "Deal four.")


def draft_of(somebody):
    return content.drafts_of(somebody.account).filter(status="open").first()


def flat(told):
    return " ".join(told.split())


@pytest.mark.parametrize(("line", "amount"), [("", 3), ("four", 4), ("4点", 4), ("2", 4)])
def test_which_reading_is_meant_is_said_by_a_number_a_word_or_nothing(bob, sentences, line, amount):
    sentences(THREE, FOUR, similar=SAME)
    assert "2) Deal four." in bob.type("card write Spark spell 2: Deal some.")
    bob.type(line)
    assert f'"amount": {amount}' in draft_of(bob).text


TOLD_APART = [{"zh": ["3"], "en": ["3"]}, {"zh": ["随机的一个目标"], "en": ["a random target"]}]


@pytest.mark.parametrize(("line", "amount"), [("", 3), ("2", 4), ("random", 4)])
def test_readings_that_say_the_same_and_play_otherwise_are_asked_about(
    bob, sentences, line, amount
):
    sentences(THREE, (deal(4), *THREE[1:]), similar=SAME, differs=TOLD_APART)
    told = flat(bob.type("card write Spark spell 2: Deal three."))
    assert "1) Deal three. more exactly: 3 2) Deal three. more exactly: a random target" in told
    assert draft_of(bob) is None
    bob.type(line)
    assert f'"amount": {amount}' in draft_of(bob).text


@pytest.mark.parametrize(
    ("doubt", "told"),
    [
        ({"left_out": ["another"]}, "Not in it, of what you wrote: another"),
        ({"added": ["Battlecry"]}, "In it, and you did not write it: Battlecry"),
        ({"is_unclear": True}, "could be something else"),
        ({"learning": True}, "still being learned"),
    ],
)
def test_a_reading_that_leaves_something_out_is_not_taken_without_asking(
    bob, sentences, doubt, told
):
    sentences(THREE, similar=SAME, **doubt)
    assert told in flat(bob.type("card write Spark spell 2: Deal three to another."))
    assert draft_of(bob) is None
    bob.type("1")
    assert '"amount": 3' in draft_of(bob).text


def test_the_kind_is_asked_where_cards_that_do_the_same_are_of_several(bob, sentences):
    sentences(THREE, similar=NEAR)
    told = bob.type("card write Spark 2: Deal three.")
    assert "What kind of card is it?" in told
    assert told.index("1) spell") < told.index("2) minion")
    assert draft_of(bob) is None
    bob.type("")
    assert draft_of(bob).address == "card:duel.spell.neutral.spark"
    assert sentences.read.call_args.args[4] == "spell", "it is read as one of that kind"


def test_the_kind_is_not_asked_where_it_was_said_or_all_are_of_one(bob, sentences):
    sentences(THREE, similar=NEAR)
    assert "What kind" not in bob.type("card write Spark 2 minion: Deal three.")
    assert draft_of(bob).address == "card:duel.minion.neutral.spark"


def test_a_card_that_there_is_already_keeps_its_kind(bob, sentences):
    sentences(THREE, similar=NEAR)
    bob.type("card write Spark 2 spell: Deal three.")
    sentences(FOUR, similar=NEAR)
    told = bob.type("card write Spark: Deal four.")
    assert "What kind" not in told
    assert "What is" not in told
    assert sentences.read.call_args.args[4] == "spell"
    assert '"amount": 4' in draft_of(bob).text


def test_numbers_are_asked_one_by_one_and_an_empty_line_takes_what_is_proposed(bob, sentences):
    sentences(THREE)
    told = flat(bob.type("card write Spark minion: Deal three."))
    assert "a) Archer on the Wall (cost 2): Battlecry: deal 1 damage" in told
    assert "What is its cost? A number, or an empty line for 2" in told
    told = bob.type("a")
    assert "neutral common minion, cost 2, 2/1" in told
    assert "What is its cost?" in told
    assert "What is its attack?" in bob.type("7")
    assert "What is its health?" in bob.type("")
    assert "What is" not in bob.type("4")
    text = draft_of(bob).text
    assert '"manaCost": 7' in text
    assert '"health": 4' in text
    assert '"count": "$2"' in text, "decks can hold it"


def test_a_number_that_was_said_is_not_asked(bob, sentences):
    sentences(THREE)
    told = bob.type("card write Spark 2 spell: Deal three.")
    assert "What is its cost?" not in told
    assert "(cost 2): Battlecry: deal 1 damage" in flat(told)
    assert "shows one" in told


def test_back_goes_to_the_question_before_and_the_draft_is_the_same(bob, sentences):
    sentences(THREE, FOUR)
    bob.type("card write Spark spell: Deal some.", "1")
    told = bob.type("back")
    assert "2) Deal four." in told
    assert "What is its cost?" in bob.type("2")
    assert content.drafts_of(bob.account).count() == 1
    assert '"amount": 4' in draft_of(bob).text
    bob.type("back")
    assert "What does Spark do?" in bob.type("back")
    sentences(THREE)
    bob.type("Deal three")
    assert '"amount": 3' in draft_of(bob).text


def test_back_asks_for_each_number_again(bob, sentences):
    sentences(THREE)
    bob.type("card write Spark minion: Deal three.", "2", "3")
    assert "What is its attack?" in bob.type("back")
    assert "What is its cost?" in bob.type("back")
    assert "What is its health?" in bob.type("4")
    assert '"manaCost": 4, "attack": 3' in draft_of(bob).text


def test_back_before_the_first_question_asks_for_the_sentence(bob, sentences):
    sentences(THREE)
    bob.type("card write Spark spell 2")
    assert "What does Spark do?" in bob.type("back")
    assert "You say: hello" in bob.type("say hello")
    assert "What does Spark do?" in bob.type("card write")
    bob.type("Three")
    assert '"amount": 3' in draft_of(bob).text


def test_another_card_takes_the_place_of_what_is_open(bob, sentences):
    sentences(THREE, FOUR)
    bob.type("card write Spark spell 2: Deal some.")
    told = bob.type("card write Flare spell 2: Deal some.")
    assert "2) Deal four." in told
    assert "nothing has changed" not in told
    bob.type("2")
    assert draft_of(bob).address.endswith(".flare")


def test_another_kind_takes_the_draft_along(bob, sentences):
    sentences(THREE, similar=NEAR)
    bob.type("card write Spark: Deal three.", "minion")
    assert draft_of(bob).address == "card:duel.minion.neutral.spark"
    assert "What kind" in bob.type("back")
    bob.type("spell")
    assert draft_of(bob).address == "card:duel.spell.neutral.spark"


def test_a_sentence_is_typed_anew_where_it_is_not_read(bob, sentences):
    sentences(upto=0, next=["draw 1 card"], nearby=[FOUR])
    told = bob.type("card write Spark 2 spell: fly away")
    assert told.index("1) Deal four.") < told.index("draw 1 card"), "whole sentences go first"
    sentences(THREE)
    bob.type("Give three to them all.")  # with its stop, though `give` is a command
    assert sentences.read.call_args.args[3] == "Give three to them all."
    assert '"amount": 3' in draft_of(bob).text


def test_what_was_typed_is_kept_where_one_leaves(bob, sentences):
    sentences(THREE, FOUR)
    bob.type("card write Spark spell: Deal some.")
    told = bob.type("say hello")
    assert "You say: hello" in told
    assert "It is kept" in told
    told = bob.type("card write")
    assert "You were writing: Spark Deal some." in told
    assert "2) Deal four." in told
    bob.type("2", "say hello")
    told = bob.type("card write")
    assert "What is its cost?" in told
    bob.type("2")
    assert '"manaCost": 2' in draft_of(bob).text
    assert "Name, cost and school" in bob.type("card write"), "nothing is open any more"


def test_cancel_asks_nothing_more(bob, sentences):
    sentences(THREE, FOUR)
    bob.type("card write Spark spell: Deal some.")
    assert "nothing is kept" in bob.type("cancel")
    assert draft_of(bob) is None
    bob.type("card write Spark spell: Deal some.", "1")
    assert f"It stays your draft {draft_of(bob).pk}" in bob.type("cancel")
    assert "Name, cost and school" in bob.type("card write")


def test_a_name_alone_is_asked_for_its_sentence(bob, sentences):
    sentences(THREE)
    assert "What does Spark do?" in bob.type("card write Spark spell 2")
    bob.type("Deal three.")
    assert '"amount": 3' in draft_of(bob).text


def test_what_bots_make_of_a_card_is_told_when_nothing_is_open(
    bob, sentences, settings, monkeypatch
):
    settings.PRICING, settings.TRIAL_MATCHES = True, 50
    strength = {"mean": 0.6, "low": 0.55, "high": 0.65}
    price = {"cost": 1, "label": {"en": "cost"}, "rate": 0.5, "verdict": "strong", "like": [6]}
    figures = {
        "played": 90, "strength": strength, "beside": {"rank": 2, "of": 9, "median": 0.5},
        "pricing": price,
    }  # fmt: skip
    steps = [defer.Deferred() for _ in range(5)]
    waiting = iter(steps)
    monkeypatch.setattr(trying, "play_some", lambda *job: next(waiting))
    monkeypatch.setattr(trying.workers, "ask", lambda *job: defer.succeed(figures))
    sentences(THREE)
    assert "of matches" not in bob.type("card write Spark spell: Deal three.")
    assert "Bots play 50 matches with it now" in bob.type("1")
    for step in steps:
        step.callback(b"")
    told = flat(bob.person.told())
    assert "After 40 of 50 matches: Price: stronger than cards of cost 1" in told
    assert "who played it won 60% of matches" in told
    assert told.endswith("as strong as those of 6.")
    pricing.stop()


def test_the_questions_are_asked_in_chinese_as_well(bob, sentences, builder):
    eve = builder("Eve", language="zh")
    eve.type("牌 列表 duel 狼")
    sentences(THREE, similar=NEAR)
    assert "它是哪一类牌" in eve.type("牌 写作 火星：造成3点伤害。")
    told = flat(eve.type("法术"))
    assert "它的费用是多少" in told
    assert "取消" in told
    assert "仍是你的草稿" in eve.type("取消")
