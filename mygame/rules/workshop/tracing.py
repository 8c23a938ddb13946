"""
What goes on inside a match, told step by step to who writes its cards.

`Watched` is a pack that is compiled so that its code tells what it carries out (`load_watched`); no
other match pays anything for that. A `Tracer` listens to one match of it and notes, in order, which
effects began, what they do as sentences, which events happened, which triggers went off, which
modifiers counted, and what the log says. Begin with `Tracer.add_step`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, cast

from ..language.query import walk_doables
from ..language.tree import Behavior, Block, TriggerNode, Use, walk
from ..pack import CardDef, Pack, load_watched, pack_of_match
from ..running.code import ModifierDef, OfModifier, TriggerDef
from ..running.log import LogEntry
from ..running.match import Match
from ..running.state import Context
from ..scenario.given import Trace
from ..telling.text import Text

MAX_STEPS = 400  # that are kept of one answer
ALL_DEEP = 2  # steps of this depth and deeper are for who wants to see everything


class Step(TypedDict):
    """
    Something that happened.

    `what` is `answer`, `begins` (a card acts at a timing), `does` (a sentence), `word` (a word of
    the pack is carried out), `event`, `trigger`, `modifier`, `log` or `failed`; `card` its name,
    `text` a sentence or a name, `values` names with what they are. `deep` is 2 for what only
    matters to who wants to see everything.
    """

    what: str
    card: str
    text: str
    values: list[tuple[str, str]]
    deep: int


class Watched:
    """A pack of one's own whose code and modifiers tell what they do to who `listens`."""

    def __init__(self, folder: Path | str):
        """:raises PackError: as `load_pack`."""
        self.listener: Tracer | None = None
        self.pack, compiler = load_watched(folder, self._note_reached)
        self.marks = compiler.marks
        self.triggers: dict[Any, TriggerDef] = {}
        for unit in self.pack.program.units.values():
            for trigger in unit.triggers:
                if trigger.code is not None:
                    self.triggers[trigger.code] = trigger
            for modifier in {id(each): each for each in (*unit.modifiers, *unit.own)}.values():
                modifier.amount = self._watch_amount(modifier, modifier.amount)
        self._uses: dict[str, dict[str, tuple[Behavior, Use]]] = {}

    def _note_reached(self, number: int) -> None:
        """Called by the code of the pack."""
        if self.listener is not None:
            self.listener.note_doable(number)

    def _watch_amount(self, definition: ModifierDef, amount: OfModifier) -> OfModifier:
        """The amount of a modifier, which tells the listener when it counts."""

        def counted(match: Match, registers: Any, entity: int) -> int:
            found = amount(match, registers, entity)
            if self.listener is not None:
                self.listener.note_modifier(match, definition, registers, entity, found)
            return found

        return cast(OfModifier, counted)

    def use_at(self, card: CardDef, place: str) -> tuple[Behavior, Use] | None:
        """The doable of a card that stands at a place, and the behaviour in which it does."""
        if card.id not in self._uses:
            self._uses[card.id] = dict(_uses_by_place(self.pack, card))
        return self._uses[card.id].get(place)


def _uses_by_place(pack: Pack, card: CardDef) -> Iterator[tuple[str, tuple[Behavior, Use]]]:
    """Every doable of a card by its place, also those inside others."""
    for behavior in pack.trees.behaviors(card):
        for node in walk(behavior):
            blocks = [node] if isinstance(node, Block) else []
            if isinstance(node, TriggerNode):
                blocks.append(node.do)
            for use in (use for block in blocks for use in walk_doables(block)):
                yield str(use.place), (behavior, use)


class Tracer(Trace):
    """Listens to one match. `pack` and `text` are those of the watched pack."""

    watched: Watched
    text: Text

    def __init__(self, match: Match):
        super().__init__(match)
        self.steps: list[Step] = []
        self.listening = False
        self.left_out = 0  # steps beyond those that are kept
        self._counted: set[tuple[int, int, int]] = set()
        self._lines = 0  # of the log, that were told

    @classmethod
    def for_pack(cls, watched: Watched, text: Text) -> type[Tracer]:
        """A tracer for matches of this pack, told in this language."""
        return type("TracerOfPack", (cls,), {"watched": watched, "text": text})

    def trace_steps(self, act: Callable[[], object]) -> list[Step]:
        """Do something, and note what happens; the steps."""
        self.steps, self.left_out, self._lines = [], 0, len(self.match.log or ())
        self._counted.clear()
        self.listening, self.watched.listener = True, self
        try:
            act()
        finally:
            self.listening, self.watched.listener = False, None
        self._add_log_lines()
        return self.steps

    def add_step(
        self,
        what: str,
        card: str = "",
        text: str = "",
        values: list[tuple[str, str]] | None = None,
        deep: int = 1,
    ) -> None:
        """Note something, after what the log has said since."""
        if what != "log":
            self._add_log_lines()
        if len(self.steps) < MAX_STEPS:
            self.steps.append(
                {"what": what, "card": card, "text": text, "values": values or [], "deep": deep}
            )
        else:
            self.left_out += 1

    # -- what the match tells

    def on_event(self, key: int, context: Context = (), *rest: Any) -> bool:
        """An event."""
        stops = super().on_event(key, context, *rest)
        if self.listening and not stops:
            name = self.event_names[key // 2]
            declared = pack_of_match(self.match).declarations.events[name]
            values = [
                (value, self.value_text(type, context[place]))
                for place, (value, (type, _)) in enumerate(declared.context.items())
            ]
            before = bool(key % 2)
            self.add_step("event", text=name, values=values, deep=ALL_DEEP if before else 1)
        return stops

    def note_doable(self, number: int) -> None:
        """A doable, or the beginning of a code."""
        mark = self.watched.marks[number]
        pack = self.watched.pack
        card = (
            pack.declarations.catalogue.definitions.get(mark.card)
            if mark.card is not None
            else None
        )
        if mark.place:
            found = self.watched.use_at(card, mark.place) if card is not None else None
            told = (
                self.doable_sentence(card, *found) if card is not None and found is not None else ""
            )
            if card is not None and told:
                self.add_step("does", self.text.card(card), told)
            return
        code = pack.program.units[mark.unit].codes[mark.code]
        if card is None:
            if mark.unit.startswith("word "):
                self.add_step("word", text=mark.unit.removeprefix("word "), deep=ALL_DEEP)
            return
        trigger = self.watched.triggers.get(code)
        if trigger is not None:
            event = self.event_names[trigger.key // 2]
            self.add_step("trigger", self.text.card(card), event)
        else:
            self.add_step("begins", self.text.card(card), code.name.removeprefix(card.id).strip())

    def note_modifier(
        self, match: Match, definition: ModifierDef, registers: Any, entity: int, amount: int
    ) -> None:
        """A modifier was asked for its amount; each is told once, unless it changes."""
        known = (id(definition), entity, amount)
        if match is not self.match or known in self._counted:
            return
        self._counted.add(known)
        fact = self.watched.pack.declarations.facts[definition.property]
        of = definition.unit.card
        self.add_step(
            "modifier",
            self.text.card(of) if of is not None else "",
            self.text.field(fact.name),
            [("mode", definition.mode), ("amount", str(amount)), ("of", self.entity_name(entity))],
        )

    def _add_log_lines(self) -> None:
        """What the log says that was not told yet."""
        log = self.match.log or ()
        lines, self._lines = range(self._lines, len(log)), len(log)
        for number in lines:
            if told := self.log_line(log[number]):
                self.add_step("log", text=told)

    # -- in words

    def log_line(self, entry: LogEntry) -> str:
        """A line of the log as those read it whom it concerns."""
        reader = entry.seats[0] if entry.seats else None
        return self.text.log(entry, reader) or ""

    def doable_sentence(self, card: CardDef, behavior: Behavior, use: Use) -> str:
        """What one doable of a card says by itself."""
        alone = replace(
            behavior, do=Block(place=use.place, items=(use,)), modifiers=(), unfolded=None
        )
        try:
            return self.text.sentences_of(card, [alone]).strip()
        except Exception:  # noqa: BLE001 (a text must never stop a match)
            return use.name

    def value_text(self, type: str, value: Any) -> str:
        """A value of the context of an event."""
        if isinstance(value, tuple):
            return ", ".join(self.value_text(type.removesuffix("s"), each) for each in value)
        if type in ("player", "card", "entity"):
            return self.entity_name(value)
        if type in ("symbol", "definition"):
            name = self.match.program.symbol_name(value)
            return self.text.symbol(name) if name else "-"
        return str(value)

    def entity_name(self, entity: Any) -> str:
        """A player or a card by name."""
        if not isinstance(entity, int) or entity <= 0:
            return "-"
        if entity <= self.match.seats:
            return self.text.player(entity - 1)
        card = self.match.card_id(entity)
        return self.text.card(card) if card is not None else str(entity)
