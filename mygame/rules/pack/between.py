"""
What each seat is told of the other players (`board.between`, docs/table.md): numbers between {you},
who look, and {it}, such as a distance. In views they stand beside the fields of {it}.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..language import quote
from ..language.compile import Compiler
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.quote import Piece
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..running.program import Between

UNIT = "between"
PLACE = "board.between"


def compile_between(section: dict[str, Any], compiler: Compiler) -> dict[str, Between]:
    """The numbers of `board.between`, by name: each of a match, of {you} and of {it}."""
    if not section:
        return {}
    unit = compiler.compile_unit(UNIT, section, _writer_of(section))
    return {name: unit.values[name] for name in section} if unit is not None else {}


def _writer_of(section: dict[str, Any]) -> Callable[[UnitWriter], None]:
    def write(writer: UnitWriter) -> None:
        for name, node in section.items():
            it, place = Binding("it", "player"), f"{PLACE}.{name}"
            aside = Emitter(writer, Frame(place), pure=True)
            aside.bind(it, Piece(quote.name("it")))
            tree = Reader(writer, Scope(it=it), Place(place)).value(node, "number")
            code = aside.emit_value(tree)
            writer.values[name] = writer.value_function(code, "m you it", "you, 0, 0, None")

    return write
