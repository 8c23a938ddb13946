"""What cards bear: lasting effects `on` them, ended, handed on, copied."""

from __future__ import annotations

from ...program.form import MATCH, Evaluate, Value
from ...program.values import Piece, call, charge
from ..emit import Emitter
from ..schema import Param, doable
from ..tree import Use

SPEC = "DESIGN 3, modifiers"
AURAS = Param("flag", False, doc="whether its modifiers of others stay")


@doable("strip", source=SPEC, target="cards", auras=AURAS)
def strip(c: Emitter, use: Use, target: Piece, auras: bool) -> None:
    """
    End all that cards bear, and the lasting effects of their own while they lie where they are;
    the modifiers printed on them (`always`) do not hold before they leave that family of zones.
    With `auras` their modifiers stay.
    """
    each = c.new_local()
    text = "for EACH in TARGET:\n    strip_card(m, EACH, AURAS)"
    c.add_code(text, EACH=each, TARGET=charge(target.as_list), AURAS=auras)


@doable("moveLasting", source=SPEC, from_="card", to="card")
def move_lasting(c: Emitter, use: Use, from_: Value, to: Value) -> None:
    """Let a card bear all that another one bears, which is rid of it."""
    c.add_lines(Evaluate(call("move_lasting", MATCH, from_, to)))


@doable("copyLasting", source=SPEC, from_="card", to="cards")
def copy_lasting(c: Emitter, use: Use, from_: Value, to: Piece) -> None:
    """Let cards bear all that another one bears, which keeps it."""
    text = "for EACH in TO:\n    copy_lasting(m, GIVER, EACH)"
    c.add_code(text, EACH=c.new_local(), TO=charge(to.as_list), GIVER=from_)
