"""What cards answer: to the questions that a pack declares."""

from __future__ import annotations

from ...program import form
from ...program.form import MATCH, Value
from ...program.values import Piece, call, charge, is_cheap, tuple_of
from ..declared import Question
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, condition, value
from ..tree import Context, Node, Use, empty_node
from .events import context_values

SPEC = "language 17"
ASKED = {"question": Param("question")}
GIVEN = {"with": Param("arguments", {}, of="question")}
CARDS = {**ASKED, "of": Param("cards"), **GIVEN}


def _read_question(reader: Reader, word: Word, node: Source) -> Node:
    """A use of a word about a question: of its type, or of the only one that the word takes."""
    arguments, given = reader.arguments(word.name, word.params, node)
    question = arguments["question"]
    if question is None:
        return empty_node(reader.place, word.type)
    if word.type not in ("any", question.type):
        reader.problem(
            f"{word.name} needs a question of the type {word.type}, "
            f"not {question.name} of the type {question.type}"
        )
    use = reader.make_use(word, arguments, given)
    use.type, use.domain = question.type, question.domain
    return use


@value(
    "answer",
    {**ASKED, "of": Param("card"), **GIVEN},
    source=SPEC,
    type="any",
    read=_read_question,
)
def answer(c: Emitter, use: Use, question: Question, of: Value, with_: Context) -> Piece:
    """
    What a card answers to a question; the default of the question, where it answers nothing.
    """
    if not is_cheap(of):
        each = c.new_local()
        return Piece(form.Let(each.name, of, _ask(c, question, each, with_)), held=True)
    return Piece(_ask(c, question, of, with_), held=True)


def _ask(c: Emitter, question: Question, of: Value, given: Context) -> Value:
    values = tuple(context_values(c, given))
    return form.Answer(question.index, of, c.compiler.usual_answer(question), values)


@condition("anyAnswer", CARDS, source=SPEC, read=_read_question)
def any_answer(c: Emitter, use: Use, question: Question, of: Piece, with_: Context) -> Value:
    """One of the cards that answer a question says that it is so."""
    return _ask_all(c, "any_answer", question, of, with_)


@value("sumOfAnswers", CARDS, source=SPEC, read=_read_question)
def sum_of_answers(c: Emitter, use: Use, question: Question, of: Piece, with_: Context) -> Value:
    """The sum of what those of the cards say that answer a question."""
    return _ask_all(c, "sum_of_answers", question, of, with_)


def _ask_all(c: Emitter, function: str, question: Question, of: Piece, given: Context) -> Value:
    values = tuple_of(context_values(c, given))
    return call(function, MATCH, question.index, charge(of.as_list), values)
