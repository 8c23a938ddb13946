"""
What a question tells beside who is asked for what: the values of `with`, each with its name and
kind, as `log` has them.
"""

from __future__ import annotations

from ...program.form import Const, Value
from ...program.values import tuple_of
from ..emit import Emitter
from ..expressions import NAME
from ..schema import Param
from ..tree import Node, Use

#: The parameter, of all words that ask.
WITH = Param("arguments", {}, doc="values that the text of the question can tell")
#: What the text of every question can tell anyway.
OF_QUESTIONS = ("subject", "minimum", "maximum", "who")


def emit_told_values(
    c: Emitter, values: Emitter, use: Use, prompt: str, given: dict[str, Node]
) -> Value | None:
    """
    The code of the values that a question with this prompt tells, None for none; `values` works
    them out.
    """
    c.compiler.note_told(prompt, tuple(given))
    for name in given:
        if name in OF_QUESTIONS:
            c.problem(use, f"a question tells {{{name}}} by itself; with needs another name for it")
        elif not NAME.fullmatch(name):
            c.problem(use, f"{name!r} is no name: a text could not tell it")
    if not given:
        return None
    return tuple_of(
        [
            tuple_of([Const(name), Const(node.type), values.emit_held(node)])
            for name, node in given.items()
        ]
    )
