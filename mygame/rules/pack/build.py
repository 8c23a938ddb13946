"""From the folder of a pack to a compiled `Pack`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..ground.errors import PackError, Problem, instead
from ..language import macros, quote
from ..language.amounts import foreseen
from ..language.compile import Compiler
from ..language.emit import Emitter, Frame
from ..language.quote import Piece
from ..language.read import Reader, Scope
from ..language.tree import Behavior, Binding, Literal, ModifierNode, Place
from ..language.words import lasting
from ..running import machine, modifiers
from ..running.fields import changer, for_each, lacks
from ..running.match import options_of
from ..weighing import measures
from . import shapes
from .declare import Declarations
from .definition import CardDef, Pack, Preference
from .files import Loader
from .located import located

ALONE = ("decks", "preview")  # sections that nothing else needs


def load_pack(folder: Path | str) -> Pack:
    """
    Read, check and compile the pack in a folder.

    :raises PackError: with every problem found, by file and path.
    """
    return _builder(Path(folder)).build()


def load_watched(folder: Path | str) -> tuple[Pack, Compiler]:
    """
    A pack whose code tells what of it is carried out, and the compiler, which knows where that
    stands: see `weighing.report.Coverage`.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder), watched=True)
    return builder.build(), builder.compiler


def load_with_sources(folder: Path | str) -> tuple[Pack, list[str]]:
    """
    A pack with the Python that it was compiled to, function by function.

    :raises PackError: as `load_pack`.
    """
    builder = _builder(Path(folder))
    pack = builder.build()
    return pack, list(map(ast.unparse, builder.compiler.written))


def _builder(folder: Path, watched: bool = False) -> Builder:
    loader = Loader()
    raw, sources = loader.read_folder(folder, ())
    return Builder(folder, raw, sources, loader.problems, loader.unread, watched)


class Builder:
    """Turns the merged sections of a pack into a `Pack`."""

    def __init__(
        self,
        folder: Path,
        raw: dict[str, Any],
        sources: dict[str, str],
        problems: Sequence[Problem] = (),
        unread: bool = False,
        watched: bool = False,
    ):
        """
        `problems` were found while reading; `unread`: there are files that could not be read;
        `watched`: see `Compiler`.
        """
        self.raw = raw
        self.pack = Pack(folder, raw, sources)
        self.compiler = Compiler(self.pack, watched)
        self.problem = self.compiler.problem
        self.problems, self.unread = list(problems), unread
        self.place = f"{folder.name}/pack.json5"

    def build(self) -> Pack:
        """:raises PackError: with every problem found."""
        shapes.check(self.raw, self.problem)
        if not self.unread and self.only_cards_are_wrong():
            self.leave_out_misshapen_cards()
            declarations = Declarations(self.pack, self.raw, self.place, self.problem)
            with self.compiler.piece(self.place):
                declarations.read()
            if self.only_cards_are_wrong():
                self.compile(declarations.arrivals)
        if problems := self.problems + self.compiler.problems:
            raise PackError(located(problems, self.pack.sources))
        return self.pack

    def only_cards_are_wrong(self) -> bool:
        """
        Whether it is worth going on. What is wrong with a file or a section would be told again by
        everything that needs it.
        """
        places = tuple(place for place, _ in self.raw["cards"].values())
        return all(p.place.startswith((*places, *ALONE)) for p in self.compiler.problems)

    def leave_out_misshapen_cards(self) -> None:
        wrong = {problem.place.partition(": ")[2] for problem in self.compiler.problems}
        cards = self.raw["cards"].items()
        self.raw["cards"] = {
            name: card
            for name, card in cards
            if not any(place == name or place.startswith(f"{name}.") for place in wrong)
        }

    def compile(self, arrivals: dict[str, Any]) -> None:
        pack, compiler = self.pack, self.compiler
        for card in pack.definitions.values():
            with compiler.piece(card.place):
                self.compile_amounts(card, self.compile_card(card))
        for defined in pack.defines["doables"].values():
            if not any(p.type == "do" for p in defined.params.values()):
                with compiler.piece(defined.place):
                    compiler.word_code(defined)
        self.try_inline_words()
        main = compiler.new_code("main", None)
        place = self.raw.get("main_place", self.place + ": main")
        with compiler.piece(place):
            body = self.raw["main"] if self.raw["main"] is not None else []
            compiler.flow(main, Scope(), Frame("main"), place, body)
        pack.main = main
        for zone, nodes in arrivals.items():
            with compiler.piece(f"zones.{zone}.arrive"):
                self.compile_arrival(zone, nodes)
        with compiler.piece("bot"):
            self.compile_bot(self.raw["bot"])
        with compiler.piece("report"):
            pack.measures = measures.Declaration(self).read(self.raw["report"])
        pack.codes, pack.triggers, pack.modifiers = (
            compiler.codes,
            compiler.triggers,
            compiler.modifiers,
        )
        if not compiler.problems:
            with compiler.piece(self.place):
                pack.namespace = self.namespace()
                compiler.link(pack.namespace)

    def compile_arrival(self, zone: str, nodes: Any) -> None:
        """
        `zones.X.arrive`: how a {card} gets there when a scenario or a builder puts it there for a
        {player}.
        """
        code = self.compiler.new_code(f"arrive {zone}", None)
        scope, frame = Scope(), Frame(code.name)
        for name in ("card", "player"):
            self.compiler.parameter(scope, frame, name, name)
        self.compiler.flow(code, scope, frame, f"zones.{zone}.arrive", nodes)
        self.pack.arrivals[zone] = code

    def compile_bot(self, section: dict[str, Any]) -> None:
        """
        `bot.worth`: how well a player, {it} and {you}, stands. `bot.prefer`: by prompt, what
        picking an option {it} is worth to {you} beyond that. `bot.cards`: by card id what both can
        read as {card.botWorth}. `bot.until`: what of the match changes when bots look no further.
        """
        for key in section.keys() - {"worth", "prefer", "cards", "until"}:
            self.problem(f"bot.{key}", "bots have worth, prefer, cards and until")
        for card, worth in (section.get("cards") or {}).items():
            self.value_card(card, worth)
        if "worth" in section:
            value = self.value_of_it("bot.worth", section["worth"], "player")
            self.valued(self.pack, "worth", value, "it, 0, 0, None", "m it")
        if "until" in section:
            until = Reader(self.compiler, Scope(), Place("bot.until")).value(
                section["until"], "number"
            )
            aside = Emitter(self.compiler, Frame("bot.until"), pure=True)
            self.valued(self.pack, "until", aside.single(until), "0, 0, 0, None", "m")
        for prompt, node in (section.get("prefer") or {}).items():
            value = self.value_of_it(f"bot.prefer.{prompt}", node, "card")
            preference = self.pack.preferences[prompt] = Preference()
            self.valued(preference, "value", value, "you, 0, 0, None", "m you it")

    def valued(
        self, holder: Any, attribute: str, value: ast.expr, registers: str, arguments: str
    ) -> None:
        """A function of a value, whose registers hold these."""
        given = quote.code(f"[{registers}]")
        called = quote.code("(lambda r: VALUE)(GIVEN)", VALUE=value, GIVEN=given)
        self.compiler.function(holder, attribute, called, arguments)

    def value_card(self, card_id: str, worth: Any) -> None:
        """`bot.cards`: what a card is worth beyond what can be said of all cards."""
        definition = self.pack.definitions.get(card_id)
        if definition is None:
            known = instead(card_id, self.pack.definitions)
            self.problem(f"bot.cards.{card_id}", f"there is no card of this id{known}")
        elif not isinstance(worth, int):
            self.problem(f"bot.cards.{card_id}", f"a worth is a whole number, not {worth!r}")
        else:
            for entity in definition.entities:
                self.pack.properties["botWorth"].values[entity] = worth

    def value_of_it(self, place: str, node: Any, type: str, want: str = "number") -> ast.expr:
        """The code of a value, or of the cards wanted, about {it}, an entity of this type."""
        scope = Scope(it=Binding("it", type))
        reader = Reader(self.compiler, scope, Place(place))
        tree = reader.value(node, want) if want == "number" else reader.entities(node, want)
        aside = Emitter(self.compiler, Frame(place), pure=True)
        assert scope.it is not None  # noqa: S101 (for mypy)
        aside.bind(scope.it, Piece(quote.name("it")))
        return aside.single(tree)

    def try_inline_words(self) -> None:
        """
        Check the defined values, conditions and choosers once with empty parameters, also those
        that nothing uses yet.
        """
        for family in ("values", "conditions", "choosers"):
            for defined in self.pack.defines[family].values():
                place = Place(defined.place)
                nothing = Literal(place=place, type="any", value=0)
                scope = Scope(names={"given": Binding("given", "any", given=nothing)})
                node = dict.fromkeys(defined.params, "{given}")
                with self.compiler.piece(defined.place):
                    tree = Reader(self.compiler, scope, place).inline(defined, node)
                    Emitter(self.compiler, Frame(defined.name), pure=True).piece(tree)

    def compile_card(self, card: CardDef) -> tuple[Behavior, ...]:
        """What a card does, which is compiled here."""
        reader = Reader(self.compiler, Scope(), Place(card.place))
        found = macros.behaviors(reader, card.source.get("behaviors", []))
        by_timing: dict[str, list[Behavior]] = {}
        for behavior in found:
            if behavior.timing is None:
                self.own_modifiers(card, behavior.modifiers)
            else:
                by_timing.setdefault(behavior.timing.name, []).append(behavior)
        for name, behaviors in by_timing.items():
            timing = self.pack.timings[name]
            code, aim = self.compiler.behavior(f"{card.id} {name}", card.id, behaviors)
            for entity in card.entities:
                self.pack.behaviors[timing.index, entity] = code
                if aim:
                    self.pack.properties["needsTarget"].values[entity] = 1
                    self.pack.properties["aimsAt"].values[entity] = self.pack.symbol(aim)
        return found

    def compile_amounts(self, card: CardDef, behaviors: Sequence[Behavior]) -> None:
        """What a card's amounts would be now, for those who read it; see `amounts.foreseen`."""
        for known in foreseen(behaviors):
            aside = Emitter(self.compiler, Frame(card.id), pure=True)
            wrong = len(self.compiler.problems)
            for name, value in known.counted:
                aside.bind(name, aside.piece(value))
            code = aside.single(known.amount)
            if len(self.compiler.problems) > wrong:
                del self.compiler.problems[wrong:]  # it is said where the card is compiled
                continue
            amount = Preference()
            self.pack.amounts.setdefault(card.id, []).append((known, amount))
            self.valued(amount, "value", code, "you, this, 0, None", "m you this")

    def own_modifiers(self, card: CardDef, own: Sequence[ModifierNode]) -> None:
        """Modifiers of the card itself, wherever it is."""
        frame = Frame(f"{card.id} always", card=card.id)
        for tree in own:
            definition = lasting.define_modifier(Emitter(self.compiler, frame), tree)
            if not tree.property.owned:
                message = "a card's own modifier has its property written out"
                self.problem(str(tree.place.at(".property")), message)
            for entity in card.entities:
                key = (definition.property, entity)
                self.pack.own_modifiers[key] = (*self.pack.own_modifiers.get(key, ()), definition)

    def namespace(self) -> dict[str, Any]:
        """What compiled code can name."""
        layout = self.pack.layout
        names: dict[str, Any] = {
            f"F_{fact.name}": fact.values for fact in self.pack.properties.values()
        }
        names |= {
            f"OWN_{name}": {card for index, card in self.pack.own_modifiers if index == fact.index}
            for name, fact in self.pack.modifiable.items()
            if fact.owned
        }
        names |= {name: options_of(*of) for name, of in self.compiler.offered.items()}
        names |= {name: changer(*of) for name, of in self.compiler.changed.items()}
        for function in (
            for_each,
            lacks,
            machine.bound,
            machine.column,
            machine.family,
            machine.first,
            machine.keep,
            machine.kept,
            machine.last,
            machine.more,
            machine.one,
            machine.top_of,
            modifiers.modified,
        ):
            names[function.__name__] = function
        return names | {
            "ZONE_FAMILY": self.zone_family(),
            "ZONE_OWNER": layout.zone_owner,
        }

    def zone_family(self) -> list[int]:
        return [self.pack.symbol(name) for name in self.pack.layout.zone_family]
