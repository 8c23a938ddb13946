"""
The code of what cards answer: a function of the match, the card and what the question gives.

It is called where the question stands, with nothing in between: what silences an answer, what it
costs and what becomes of it when it fails is written into it. Begin with `write_answer`.
"""

from __future__ import annotations

from ..program import contracts, form
from ..program.form import Register, Return
from ..program.routine import Routine
from ..program.values import Part, Piece, assign, registers_in
from ..running.code import SPELL, TARGET, THIS, YOU
from ..running.state import ZONE
from .emit import Emitter
from .frame import Frame
from .tree import Answer
from .units import UnitWriter, usual_value

#: What the first registers hold where an answer reads them.
FIRST: dict[int, Part] = {
    YOU: form.Lookup("zone_owner", (form.Cell(Register(THIS), ZONE),)),
    SPELL: 0,
    TARGET: None,
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
        c.bind(binding, Piece(Register(given[-1]), held=True))
    writer.weighed(answer)
    value = c.emit_held(answer.value)
    if not contracts.contract_of_all((value,)).is_pure:
        writer.problem(str(answer.place), "an answer only finds something out")
    read, size = registers_in(value), frame.registers
    fills = [assign(Register(each), of) for each, of in FIRST.items() if each in read]
    routine = Routine.of_code(
        f"d{number}",
        "answer",
        (*fills, Return(value)),
        size,
        number,
        given=tuple(given),
        usual=usual_value(question),
        asks_on=not all(map(contracts.runs_no_other_code, form.walk(value))),
    )
    writer.answers[question.name] = writer.add_routine(routine)
    writer.finish_answer(number, size)
