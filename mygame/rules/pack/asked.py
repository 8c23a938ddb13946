"""Values that somebody beside the match asks for: bots, reports, who asks who is on which side."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..ground.data import Json
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..program.form import Local
from ..program.values import Piece

PLAYER = "player", "it, 0, 0, None", "m it"  # what a value of bots is about: see `Asked`
MATCH = "", "0, 0, 0, None", "m"


class Asked(NamedTuple):
    """A value, and of what it is a function."""

    name: str  # its place, and behind a blank what tells it from others there
    node: Json
    about: str  # the type of {it}, if there is one
    registers: str
    arguments: str
    want: str = "number"


def unit_of_values(asked: list[Asked]) -> Callable[[UnitWriter], None]:
    """What writes these values into a unit."""

    def build(writer: UnitWriter) -> None:
        for each in asked:
            it = Binding("it", each.about)
            place = Place(each.name.partition(" ")[0])
            reader = Reader(writer, Scope(it=it if each.about else None), place)
            aside = Emitter(writer, Frame(each.name), pure=True)
            aside.bind(it, Piece(Local("it")))
            if each.want in ("number", "symbol"):
                tree = reader.value(each.node, each.want)
            else:
                tree = reader.entities(each.node, each.want)
            code = aside.emit_value(tree)
            writer.values[each.name] = writer.value_function(code, each.arguments, each.registers)

    return build
