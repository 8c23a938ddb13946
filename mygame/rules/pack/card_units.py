"""
The units of cards, and what tries words that are written out where they are used.

Begin with `write_card`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ground.data import Json
from ..language import answers, defined_words, macros
from ..language.amounts import foreseeable_amounts
from ..language.compile import write_behaviors
from ..language.declared import Defined
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.questions import read_answers
from ..language.read import Reader
from ..language.schema import Source
from ..language.scope import Scope
from ..language.tree import Behavior, Binding, Literal, ModifierNode, Place
from ..language.units import UnitWriter
from ..language.words import lasting
from ..running.catalogue import CardDef


def write_card(writer: UnitWriter, card: CardDef, behaviors: Json, answered: Source) -> None:
    """
    The unit of a card: its behaviours by timing, its own modifiers, its answers by question, its
    amounts.
    """
    reader = Reader(writer, Scope(), Place(card.place))
    found = macros.read_behaviors(reader, behaviors)
    by_timing: dict[str, list[Behavior]] = {}
    for each in found:
        if each.timing is None:
            _write_own_modifiers(writer, card, each.modifiers)
        else:
            by_timing.setdefault(each.timing.name, []).append(each)
    for name, of_one in by_timing.items():
        write_behaviors(writer, f"{card.id} {name}", of_one)
    for answer in read_answers(reader, answered):
        answers.write_answer(writer, answer)
    _write_amounts(writer, card, found)


def _write_own_modifiers(writer: UnitWriter, card: CardDef, own: Sequence[ModifierNode]) -> None:
    """Modifiers of the card itself, wherever it is."""
    frame = Frame(f"{card.id} always", card=card.id)
    for tree in own:
        writer.own.append(lasting.define_modifier(Emitter(writer, frame), tree))
        if not tree.property.owned:
            message = "a card's own modifier has its property written out"
            writer.problem(str(tree.place.at(".property")), message)


def _write_amounts(writer: UnitWriter, card: CardDef, behaviors: Sequence[Behavior]) -> None:
    """
    What a card's amounts would be now, for those who read it; see `amounts.foreseeable_amounts`.
    """
    for number, known in enumerate(foreseeable_amounts(behaviors)):
        aside = Emitter(writer, Frame(card.id), pure=True)
        for binding, value in known.counted:
            aside.bind(binding, aside.emit_piece(value))
        name, code = f"amount {number}", aside.emit_value(known.amount)
        writer.values[name] = writer.value_function(code, "m you this", "you, this, 0, None")
        writer.amounts.append((known.place, sorted(known.zones()), name))


def word_check(defined: Defined) -> Callable[[UnitWriter], None]:
    """What reads a word that is written out where it is used, with nothing given to it."""

    def build(writer: UnitWriter) -> None:
        place = Place(defined.place)
        nothing = Literal(place=place, type="any", value=0)
        scope = Scope(names={"given": Binding("given", "any", given=nothing)})
        node = dict.fromkeys(defined.params, "{given}")
        tree = defined_words.expand_word(Reader(writer, scope, place), defined, node)
        Emitter(writer, Frame(defined.name), pure=True).emit_piece(tree)

    return build
