"""
Functions of another language, as pieces of code on the stack.

What a script does at a moment of the game is carried out by one code, `SCRIPT`. Called, a function
runs to its end. Only where a word that it has called has to wait is a frame made of it, behind
that of the word; nothing else is kept of it, and with the answer it runs again from its beginning,
fed with the results that it was given before, up to where it stood. So a frame holds data alone:
which function, with what, and its results so far, the newest last; and a match that waits in the
midst of a script can be cloned, saved and loaded like any other.

What the functions are is known to the program's `scripts`; this knows no language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .code import Code, Scripts
from .contract import kernel
from .machine import DONE, MAX_NESTED, steps_exceeded
from .parts import Parts
from .state import Registers, Value

FUNCTION, GIVEN, RESULTS = range(3)  # registers
LATER = 1  # the point at which it waits for an answer


@kernel(turns=True, moves=True, writes=True, fires=True, asks=True)
def run_script(m: Parts, function: int, given: Sequence[Value]) -> bool:
    """Carry out a function of a script; what it returns is the result. Whether it has to wait."""
    depth = m.depth
    registers: Registers = [function, given, ()]
    if depth >= MAX_NESTED:
        return m.push_frame(SCRIPT, registers)
    if next(m.ticks, None) is None:
        raise steps_exceeded()
    m.depth = depth + 1
    waits = _scripts(m).drive(m, registers, [])
    m.depth = depth
    if waits:
        m.waiting.append((SCRIPT, registers, LATER))
    return waits


@kernel()
def ask_script(m: Parts, function: int, given: Sequence[Value]) -> Any:
    """What a function of a script says that changes nothing."""
    return _scripts(m).ask(m, function, given)


@kernel()
def symbol_text(m: Parts, symbol: int) -> str:
    """A symbol, or the id of a definition, as scripts get it: its text, "" for nothing."""
    return str(m.program.symbol_name(symbol) or "") if symbol else ""


def _scripts(m: Parts) -> Scripts:
    scripts = m.program.scripts
    assert scripts is not None  # noqa: S101 (the compiler has looked for the function)
    return scripts


def _go_on(m: Parts, r: Registers, at: int) -> int:
    """The frame of a function that waits: see `Code.engine`."""
    results = [*r[RESULTS], m.result] if at == LATER else []
    return LATER if _scripts(m).drive(m, r, results) else DONE


SCRIPT = Code(None, 2, "script", 3, _go_on)
SCRIPT.taking_result = frozenset((LATER,))
