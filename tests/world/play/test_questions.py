"""A question keeps its number until its own seat answers it, and over a restart."""

from types import SimpleNamespace

import pytest

from rules.running.choices import Choice
from world.play.hosting.questions import Questions, asked_since_in


def choice(seat, prompt="pick"):
    return Choice(seat, prompt, (), 0, 1, (), 0, 0)


def match(*pending, journal=()):
    return SimpleNamespace(pending=pending, journal=list(journal))


@pytest.mark.parametrize(
    ("journal", "since"),
    [
        ([], 0),
        ([(1, (0,))], 0),  # others answer theirs
        ([(0, (0,))], 1),
        ([(0, (0,)), (1, (2,)), (2, ())], 1),
        ([(0, (0,)), (1, (-2, 1)), (2, (0,))], 2),  # somebody has taken answers back
        ([(1, (-1,))], 1),  # somebody has given up
    ],
)
def test_after_a_restart_the_journal_knows_since_when_a_seat_is_asked(journal, since):
    questions = Questions()
    fresh = questions.note_questions(match(choice(0), journal=journal), len(journal), None)
    assert fresh == [choice(0)]
    assert questions.asked_since(0) == asked_since_in(journal, 0) == since


def test_who_is_asked_with_others_keeps_the_question_while_they_answer():
    questions = Questions()
    questions.note_questions(match(choice(0), choice(1), choice(2)), 4, 2)
    assert questions.note_questions(match(choice(0), choice(2)), 5, 1) == []
    assert (questions.asked_since(0), questions.asked_since(1), questions.asked_since(2)) == (
        4,
        None,
        4,
    )


def test_the_same_question_once_more_is_a_new_one():
    questions = Questions()
    questions.note_questions(match(choice(0)), 4, 1)
    assert questions.note_questions(match(choice(0)), 5, 0) == [choice(0)]
    assert questions.asked_since(0) == 5


def test_another_question_is_a_new_one_whoever_has_answered():
    questions = Questions()
    questions.note_questions(match(choice(0)), 4, 1)
    assert questions.note_questions(match(choice(0, "other"), choice(2)), 5, 1) == [
        choice(0, "other"),
        choice(2),
    ]
    assert questions.asked_since(0) == questions.asked_since(2) == 5
