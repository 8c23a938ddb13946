"""
Numbers that are conserved (`conserved` in `bring`): they change hands, and are made and used up
only where the pack says so. What cannot be done as a whole is not done at all.
"""

from __future__ import annotations

from ...ground.errors import suggest
from ...program.form import Value
from ...program.notation import code
from ...program.values import tuple_of
from ...running.state import Field
from ..declared import Declarations
from ..emit import Emitter
from ..read import Reader
from ..schema import Param, Source, Word, doable
from ..tree import Use

#: By word, where the pack counts of the match what players gain or lose by it (`Entry.counted`).
WAYS = {"mint": "source", "burn": "sink"}
PLACE = "at "  # before the name of a place


def _read_conserved(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    declared, what = reader.declarations, found.arguments["what"]
    known = [entry.name for entry in declared.bring.values() if entry.conserved]
    if not what:
        return found  # that is told
    if what not in known:
        told = f"nothing that is conserved is called {what!r}{suggest(what, known)}"
        reader.problem(told, ".what")
    elif own_field(declared, what) is None:
        reader.problem(f"players have no field {what!r} that begins with what they bring", ".what")
    elif word.name in WAYS and counter_of(declared, what, WAYS[word.name]) is None:
        way = WAYS[word.name]
        told = f"bring.{what}.conserved has no {way} that is a field of the match"
        reader.problem(told, ".what")
    elif (at := found.arguments.get("at")) and counter_of(declared, what, PLACE + at) is None:
        counted = dict(declared.bring[what].counted)
        places = [each.removeprefix(PLACE) for each in counted if each.startswith(PLACE)]
        told = f"bring.{what}.conserved has no place {at!r} that is a field of the match"
        reader.problem(told + suggest(at, places), ".at")
    return found


def _read_transfer(reader: Reader, word: Word, node: Source) -> Use:
    known = word.params.keys() | {"type", "id", "comment"}
    if node.keys() <= known and len(node.keys() & {"from", "to", "at"}) != 2:
        reader.problem("transfer has two of from and to (players) and at (a place)")
    return _read_conserved(reader, word, node)


def own_field(declared: Declarations, what: str) -> Field | None:
    """The field of players that is called like a conserved number and begins with it."""
    begins = declared.brought_fields.get(what) == what
    return declared.layout.fields.get(("player", what)) if begins else None


def counter_of(declared: Declarations, what: str, way: str) -> Field | None:
    """The field of the match with which the pack counts a way of a conserved number."""
    entry = declared.bring.get(what)
    name = dict(entry.counted).get(way, "") if entry is not None else ""
    return declared.layout.fields.get(("match", name))


def _change(
    c: Emitter,
    what: str,
    amount: Value,
    players: tuple[tuple[Value | None, int], ...],
    way: str | None = None,
    sign: int = 1,
) -> None:
    """Players have so much more or less, each by a sign, and so does what is counted."""
    declared = c.compiler.declarations
    own, counter = own_field(declared, what), counter_of(declared, what, way or "")
    if own is None or (way and counter is None):
        return
    signs = [code("(OF, SIGN)", OF=of, SIGN=each) for of, each in players if of is not None]
    c.add_code(
        "change_together(m, AMOUNT, OWN, SIGNS, COUNTER, SIGN)",
        AMOUNT=amount,
        OWN=(own.base, declared.bring[what].least),
        SIGNS=tuple_of(signs),
        COUNTER=None if counter is None else (counter.base, counter.minimum),
        SIGN=sign,
    )


AMOUNT = Param("number", doc="0 or more; nothing happens where not all of it is there")
WHAT = Param("name", doc="what is conserved in `bring`; players have a field of this name")


@doable(
    "transfer",
    {
        "what": WHAT,
        "amount": AMOUNT,
        "from": Param("player", None),
        "to": Param("player", None),
        "at": Param("name", None, doc="a place of `conserved`, in the stead of a player"),
    },
    source="language 11",
    read=_read_transfer,
)
def transfer(
    c: Emitter,
    use: Use,
    what: str,
    amount: Value,
    from_: Value | None,
    to: Value | None,
    at: str | None,
) -> None:
    """
    A number that is conserved changes hands: from a player to another one, or to or from a place.
    """
    way = PLACE + at if at else None
    _change(c, what, amount, ((from_, -1), (to, 1)), way, 1 if to is None else -1)


@doable("mint", source="language 11", read=_read_conserved, what=WHAT, amount=AMOUNT, to="player")
def mint(c: Emitter, use: Use, what: str, amount: Value, to: Value) -> None:
    """A player gains of a number that is conserved what its `source` has made."""
    _change(c, what, amount, ((to, 1),), WAYS["mint"])


@doable(
    "burn",
    {"what": WHAT, "amount": AMOUNT, "from": Param("player")},
    source="language 11",
    read=_read_conserved,
)
def burn(c: Emitter, use: Use, what: str, amount: Value, from_: Value) -> None:
    """A player uses up of a number that is conserved, into its `sink`."""
    _change(c, what, amount, ((from_, -1),), WAYS["burn"])
