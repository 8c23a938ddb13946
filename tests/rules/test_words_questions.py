"""Questions that cards answer: what counts, who is asked, what fails, what the check refuses."""

from __future__ import annotations

import pytest
from tiny import beast, build, entity, on_play, spell, start, value

from rules.ground.errors import ActionFailed, PackError
from rules.running.match import Match
from rules.telling.text import Text
from rules.workshop.editing import Tree
from rules.workshop.problems import in_language
from rules.workshop.scope import References

ME = "{match.startPlayer}"
QUESTIONS = {
    "fits": {"context": {"who": "player", "picked": "cards", "it": "card"}},
    "farther": {"context": {"who": "player"}, "type": "number", "default": 2},
    "countsAs": {"context": {"it": "card"}, "type": "definition"},
    "taken": {"context": {"many": "cards"}, "type": "cards"},
    "mood": {"type": ["calm", "cross"], "default": "calm"},
}
FIELDS = {"match": {"broken": {"initial": 0}}}
BROKEN = "1 // {match.broken}"


def note(amount):
    return {"type": "note", "amount": amount}


def the(name):
    return {"chooser": "cards", "where": f"{{it.id}} == t.spell.{name}"}


ONE, ANY, SUM = {"type": "answer"}, {"type": "anyAnswer"}, {"type": "sumOfAnswers"}


def asked(question, of="a", word=ONE, **given):
    """A question to the card of a name, or to whatever else."""
    of = the(of) if isinstance(of, str) and "{" not in of else of
    return {**word, "question": question, "of": of, "with": given}


def fits(of="a", word=ONE, picked=(), it="b"):
    return asked("fits", of, word, who=ME, picked=list(picked), it=the(it))


def total(tmp_path, *main, cards, **more):
    """What the notes of a flow add up to, for cards that lie in the start player's hand."""
    move = {"type": "move", "target": "{match.box}", "to": "hand", "of": ME}
    match = start(tmp_path, move, *main, cards=cards, questions=QUESTIONS, fields=FIELDS, **more)
    return value(match, "total")


def if_(condition):
    return {"type": "if", "condition": condition, "do": [note(1)], "elsedo": [note(10)]}


PLAIN = spell("b", manaCost=3)
HAND = {"chooser": "cards", "zone": "hand", "of": ME}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("{it.manaCost} == 3", 1),
        ({"type": "Equals", "value1": "{it.manaCost}", "value2": 4}, 10),
        ("{picked.count}", 10),  # 0
        ("{you} == {who} and {this} != {it}", 1),
        (True, 1),
        ({"type": "IsAlly", "entity": "{who}", "of": "{you}"}, 1),
        ({"type": "count", "of": "{you.hand}", "where": "{it.manaCost} == 3"}, 1),
        (["{it.manaCost} == 3", "{picked.count} > 0"], 10),
    ],
)
def test_a_card_is_asked_what_it_says(tmp_path, answer, told):
    cards = [spell("a", answers={"fits": answer}), PLAIN]
    assert total(tmp_path, if_(fits()), cards=cards) == told


def test_a_card_that_answers_nothing_counts_as_the_default(tmp_path):
    main = [if_(fits()), note(asked("farther", who=ME))]
    assert total(tmp_path, *main, cards=[spell("a"), PLAIN]) == 12


def test_nobody_and_nothing_answer_nothing(tmp_path):
    main = [note(asked("farther", "{match.box.first}", who=ME))]
    assert total(tmp_path, *main, cards=[PLAIN]) == 2


def test_answers_are_of_every_type(tmp_path):
    answers = {"countsAs": "t.spell.b", "taken": ["{many.first}", "{this}"], "mood": "cross"}
    main = [
        {"type": "let", "id": "as", "value": asked("countsAs", it=the("a"))},
        note("{as.manaCost}"),
        {"type": "let", "id": "taken", "value": asked("taken", many=HAND)},
        note("{taken.count} * 10"),
        {"type": "let", "id": "mood", "value": {"type": "answer", "question": "mood", "of": HAND}},
        {"type": "if", "condition": "{mood} == cross", "do": [note(100)]},
    ]
    assert total(tmp_path, *main, cards=[spell("a", answers=answers), PLAIN]) == 123


def test_what_an_answer_gives_can_be_made(tmp_path):
    main = [{"type": "create", "card": asked("countsAs", it=the("b")), "to": "field"}]
    cards = [spell("a", answers={"countsAs": "{it.id}"}), PLAIN]
    match = start(tmp_path, *main, cards=cards, questions=QUESTIONS)
    (made,) = match.zones[match.program.layout.zones["field"].first]
    assert match.card_id(made) == "t.spell.b"


def test_any_answer_is_that_of_the_first_card_that_says_so(tmp_path):
    yes, no = spell("a", answers={"fits": True}), spell("c", answers={"fits": False})
    failing = spell("d", answers={"fits": f"{BROKEN} == 1"})
    ask = if_(fits(HAND, ANY))
    assert total(tmp_path / "1", ask, cards=[no, yes, failing, PLAIN]) == 1
    assert total(tmp_path / "2", ask, cards=[no, PLAIN]) == 10
    assert total(tmp_path / "3", ask, cards=[PLAIN]) == 10


def test_cards_that_answer_nothing_are_no_part_of_a_sum(tmp_path):
    cards = [spell("a", answers={"farther": "{who.mana}"}), PLAIN,
             spell("c", answers={"farther": -1}, count=2)]  # fmt: skip
    main = [note(asked("farther", HAND, SUM, who=ME))]
    assert total(tmp_path, *main, cards=cards) == 3


def test_you_are_the_player_who_has_the_card(tmp_path):
    main = [
        {"type": "move", "target": the("a"), "to": "hand", "of": f"{ME[:-1]}.next}}"},
        if_(fits()),
    ]
    assert (
        total(tmp_path, *main, cards=[spell("a", answers={"fits": "{you} == {who}"}), PLAIN]) == 10
    )


def test_a_card_that_is_stripped_answers_nothing(tmp_path):
    cards = [spell("a", answers={"farther": 5}), PLAIN]
    ask = note(asked("farther", who=ME))
    main = [ask, {"type": "strip", "target": the("a")}, ask]
    assert total(tmp_path, *main, cards=cards) == 7


def test_a_card_that_is_turned_into_another_answers_as_that(tmp_path):
    cards = [spell("a", answers={"farther": 5}), spell("c", answers={"farther": 30})]
    main = [
        {"type": "transform", "target": the("a"), "into": "t.spell.c"},
        {"type": "copy", "target": "{match.startPlayer.hand.first}", "to": "hand", "of": ME},
        note(asked("farther", HAND, SUM, who=ME)),
    ]
    assert total(tmp_path, *main, cards=cards) == 90


# -- what fails ------------------------------------------------------------------------------------


def answered(tmp_path, *do, cards):
    """The match after the one answer of its first question, and what it says of what failed."""
    choice = {"type": "choose", "ask": ME, "prompt": "turn", "auto": False,
              "options": [{"id": "go", "do": list(do)}]}  # fmt: skip
    match = start(tmp_path, choice, cards=cards, questions=QUESTIONS, fields=FIELDS)
    with pytest.raises(ActionFailed) as caught:
        match.answer(0, (0,))
    assert not caught.value.withdrawn
    again = Match.replay(match.game, match.seats, match.seed, {}, match.journal)
    assert again.hash() == match.hash()
    return match, caught.value


def test_an_answer_that_fails_counts_as_the_default(tmp_path):
    cards = [spell("a", answers={"farther": BROKEN})]
    match, failed = answered(tmp_path, note(asked("farther", who=ME)), note(40), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.a", 42)
    assert "division" in failed.reason


def test_an_answer_that_asks_itself_comes_to_an_end(tmp_path):
    again = {"type": "answer", "question": "farther", "of": "{this}", "with": {"who": "{who}"}}
    cards = [spell("a", answers={"farther": {"type": "add", "values": [again, 1]}})]
    match, failed = answered(tmp_path, note(asked("farther", who=ME)), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.a", 2)
    assert failed.reason == "answers ask each other more than 30 deep"
    assert in_language(failed.reason, "zh") == "回答互相提问超过 30 层"


def test_answers_that_never_end_are_left_out_of_the_action(tmp_path, monkeypatch):
    """Each asks all twice, so there are far more than an action may go through."""
    monkeypatch.setattr(Match, "WORK", 20_000)
    again = asked("farther", "{you.hand}", SUM, who="{who}")
    cards = [spell("a", answers={"farther": {"type": "add", "values": [again, again]}}, count=3)]
    move = {"type": "move", "target": "{match.box}", "to": "hand", "of": ME}
    match, failed = answered(tmp_path, move, note(asked("farther", who=ME)), cards=cards)
    assert (failed.card, value(match, "total")) == ("t.spell.a", 2)
    assert "more than" in failed.reason


# -- what the check refuses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "en", "zh"),
    [
        ({"fit": 1}, "answers.fit: there is no question 'fit'; did you mean fits?",
         "没有 'fit' 这个问题；是不是 fits？"),
        ({"fits": note(1)},
         "answers.fits: an answer only finds something out, and note does something",
         "回答只能得出一个值，而 note 会做事"),
        ({"taken": {"type": "cardChooser", "ask": "{you}", "from": "{many}"}},
         "answers.taken: nobody can be asked and nothing can happen here",
         "这里不能问任何人，也不能发生任何事"),
        ({"farther": "{you}"}, "answers.farther: a number belongs here, not a player",
         "这里要一个数，不是 a player"),
        ({"fits": "{you.hand}"}, "answers.fits: a boolean belongs here, not a cards",
         "这里要 true 或 false，不是 a cards"),
        ({"mood": "glad"}, "answers.mood: mood is never answered by 'glad'",
         "对 mood 的回答不会是 'glad'"),
        ({"farther": "{it.manaCost}"}, "nothing is called {it.manaCost} here", "这里没有"),
        (7, "answers: an object belongs here, not '7'", "这里要一个对象"),
    ],
)  # fmt: skip
def test_the_check_refuses_what_is_no_answer(tmp_path, answers, en, zh):
    with pytest.raises(PackError) as caught:
        build(tmp_path, cards=[spell("a", answers=answers)], questions=QUESTIONS)
    (told,) = map(str, caught.value.problems)
    assert en in told
    assert zh in in_language(told, "zh")


@pytest.mark.parametrize(
    ("use", "en"),
    [
        (asked("fit"), "there is no question 'fit'; did you mean fits?"),
        (asked("farther"), "farther needs who (player)"),
        (asked("farther", who=ME, it=ME), "farther has no it in its context"),
        (asked("fits", HAND, SUM, who=ME, picked=[], it=the("a")),
         "sumOfAnswers needs a question of the type number, not fits of the type boolean"),
        (asked("farther", HAND, ANY, who=ME),
         "anyAnswer needs a question of the type boolean, not farther of the type number"),
    ],
)  # fmt: skip
def test_the_check_refuses_what_cannot_be_asked(tmp_path, use, en):
    with pytest.raises(PackError, match=r".") as caught:
        build(tmp_path, cards=[spell("a", on_play(if_(use)))], questions=QUESTIONS)
    assert en in str(caught.value)


@pytest.mark.parametrize(
    ("question", "en"),
    [
        ({"type": "numbr"}, "there is no type 'numbr'; did you mean number?"),
        ({"context": {"you": "player"}}, "what a question gives is not called you"),
        ({"context": {"who": "wizard"}}, "there is no type 'wizard'"),
        ({"type": ["a", "b"]}, "one of a, b belongs here, not None"),
        ({"type": "number", "default": "x"}, "a number belongs here, not 'x'"),
        ({"type": "cards", "default": 3}, "nothing belongs here, not 3"),
        ({"type": "definition", "default": "t.spell.z"}, "no card has the id t.spell.z"),
    ],
)
def test_the_check_refuses_what_is_no_question(tmp_path, question, en):
    with pytest.raises(PackError) as caught:
        build(tmp_path, questions={"odd": question})
    assert en in str(caught.value)


# -- sentences -------------------------------------------------------------------------------------

WORDS_OF = {
    "zh": {"fits": {"answer": "你可以把{it}当一张牌用，若{answer}"}},
    "en": {"fits": {"answer": [
        {"when": {"answer": "always"}, "text": "takes any card"},
        "takes {it} if {answer}"], "context": {"it": "a card that you pick"}}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"fits": "{it.manaCost} == 3"},
         "Takes a card that you pick if a card that you pick's mana cost is 3."),
        ({"fits": True}, "Takes any card."),
        ({"farther": 1}, "Farther: 1."),
        ({"farther": "{who.mana} + 1"}, "Farther: that player's mana plus 1."),
    ],
)  # fmt: skip
def test_a_card_says_what_it_answers(tmp_path, answers, told):
    words = {language: {"question": table} for language, table in WORDS_OF.items()}
    pack = build(tmp_path, cards=[spell("a", answers=answers)], questions=QUESTIONS, words=words)
    assert Text(pack, "en").rules_text(pack.card("t.spell.a")) == told


def test_what_a_card_answers_stands_behind_what_it_does(tmp_path):
    cards = [spell("a", on_play(note(1)), answers={"farther": 1})]
    words = {"en": {"text": {"note": "add {amount}"}, "when": {"onPlay": ""}}}
    pack = build(tmp_path, cards=cards, questions=QUESTIONS, words=words)
    assert Text(pack, "en").rules_text(pack.card("t.spell.a")) == "Add 1. Farther: 1."


def test_a_form_offers_the_questions_and_what_they_give(tmp_path):
    source = {"id": "t.spell.a", "name": "a", "answers": {"fits": "", "farther": 1}}
    pack = build(tmp_path, cards=[spell("a")], questions=QUESTIONS)
    tree = Tree(pack, source)
    assert {"fits", "farther", "mood"} <= tree.params(tree.slot_at(("answers",))).keys()
    known = [name for name, *_ in References(tree, "en").names_at(("answers", "fits"))]
    assert {"you", "this", "who", "picked", "it"} <= {*known}


def test_only_the_cards_that_answer_are_known_by_a_question(tmp_path):
    cards = [spell("a", answers={"farther": 1}), PLAIN, beast("ox")]
    match = start(tmp_path, cards=cards, questions=QUESTIONS)
    (farther,) = [table for table in match.program.answers if table]
    assert [*farther] == [match.state[entity(match, "a")]]
