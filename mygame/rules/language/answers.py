"""
The code of what cards answer: a function of the match, the card and what the question gives.

It is called where the question stands, with nothing in between: what silences an answer, what it
costs and what becomes of it when it fails is written into it. Begin with `write_answer`.
"""

from __future__ import annotations

import ast

from ..running.code import SPELL, TARGET, THIS, YOU
from ..running.state import ZONE
from . import budget, contracts, quote, registers
from .emit import Emitter
from .frame import Frame
from .quote import Piece, Statements, register
from .tree import Answer
from .units import UnitWriter, usual_value

ANSWER = """
if m.stripped and THIS in m.stripped or m.muted and CODE in m.muted:
    return USUAL
try:
    LINES
except Exception as error:
    return without_answer(m, CODE, error, USUAL)
"""
#: Of one that may ask on: how deep, and how often, has an end.
COUNTED = (
    ANSWER.replace("    LINES", "    begin_answer(m)\n    LINES") + "finally:\n    m.asked -= 1"
)
#: What the first registers hold where an answer reads them.
FIRST = {
    YOU: "REGISTER = ZONE_OWNER[v[THIS + ZONE]]",
    SPELL: "REGISTER = 0",
    TARGET: "REGISTER = None",
}


def write_answer(writer: UnitWriter, answer: Answer) -> None:
    """The function of an answer, in the unit of its card."""
    question = answer.question
    name = f"{writer.card} answers {question.name}"
    number, frame = writer.new_code(name), Frame(name, card=writer.card)
    c = Emitter(writer, frame, pure=True)
    given = [THIS]
    for binding in answer.context:
        given.append(c.new_register())
        c.bind(binding, Piece(register(given[-1]), held=True))
    writer.weighed(answer)
    lines = _value_lines(c.emit_held(answer.value), frame.registers)
    if not quote.contract_of_code(lines).is_pure:
        writer.problem(str(answer.place), "an answer only finds something out")
    body = quote.lines(
        COUNTED if _may_ask_on(lines) else ANSWER,
        LINES=budget.charge_lists(lines),
        THIS=registers.local_name(THIS),
        CODE=quote.name(f"C{number}"),
        USUAL=usual_value(question),
    )
    arguments = " ".join(["m", *(f"r{each}" for each in given)])
    writer.answers[question.name] = writer.define_function(f"d{number}", body, arguments)
    writer.finish_answer(number, frame.registers)


def _value_lines(value: ast.expr, size: int) -> Statements:
    """The lines that give the value, behind those that fill what it reads of the registers."""
    read = registers.registers_read(value, set(FIRST))
    lines = [
        line
        for each, text in FIRST.items()
        if each in read
        for line in quote.lines(text, REGISTER=register(each), THIS=register(THIS), ZONE=ZONE)
    ]
    return registers.use_local_names([*lines, quote.return_statement(value)], size, size)


def _may_ask_on(lines: Statements) -> bool:
    """Whether an answer calls anything that may come to ask cards again."""
    nodes = (node for line in lines for node in ast.walk(line))
    return any(
        isinstance(node, ast.Call) and not contracts.runs_no_other_code(node) for node in nodes
    )
