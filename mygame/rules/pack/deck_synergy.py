"""
Which cards go together in a deck: the condition `where` of a part of decks
(docs/language/bringing.md), compiled. Only what is printed can be asked for: there is no match yet.

What it is for is in `running.decks`; begin with `Companies.compile`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..ground.names import names_by_language
from ..language.compile import Compiler
from ..language.declared import Declarations
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.read import Reader
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..program.form import Local
from ..program.values import Piece
from ..running import decks
from ..running.decks import Company, DeckRules, Part
from ..running.printed import Printed


class Companies:
    """Compiles what the parts of decks say of other parts."""

    def __init__(
        self,
        declared: Declarations,
        section: dict[str, Any],
        compiler: Compiler,
        printed: Printed,
    ):
        """`printed` stands for a match."""
        self.declared, self.section, self.compiler = declared, section, compiler
        self.printed = printed

    def compile(self) -> None:
        """Give the rules of decks their companies; the ready decks keep to them."""
        rules = self.declared.deck_rules
        if rules is None:
            return
        for part in rules.parts.values():
            spec = self.section["parts"][part.name]
            if "where" in spec and "rule" in spec:
                with self.compiler.budgeted(f"bring.deck.parts.{part.name}.where"):
                    self.compile_part(rules, part, spec)
        for ready in rules.ready.values():
            for part in rules.parts.values():
                for found in decks.company_problems(
                    self.declared, ready.deck, part, ready.deck[part.name]
                ):
                    place = f"bring.deck.ready.{ready.id}"
                    self.compiler.problem(place, decks.problem_text(self.declared, found))

    def compile_part(self, rules: DeckRules, part: Part, spec: dict[str, Any]) -> None:
        """What one part says: {it} is a card, a part of one card before it is that card."""
        parts = list(rules.parts.values())
        before = parts[: parts.index(part)]
        of = tuple([each.name for each in before if each.least == each.most == 1])
        place = f"bring.deck.parts.{part.name}.where"

        def value(writer: UnitWriter) -> None:
            it, *others = (Binding(each, "definition") for each in ("it", *of))
            scope = Scope(names={each.name: each for each in others}, it=it)
            aside = Emitter(writer, Frame(place), pure=True)
            for each in (it, *others):
                aside.bind(each, Piece(Local(each.name)))
            code = aside.emit_value(Reader(writer, scope, Place(place)).condition(spec["where"]))
            arguments = " ".join(["m", "it", *of])
            writer.values["where"] = writer.value_function(code, arguments, "0, 0, 0, None")

        unit = self.compiler.compile_unit(f"where {part.name}", [of, spec["where"]], value)
        if unit is None:
            return
        fits = partial(unit.values["where"], self.printed)
        company = Company(of, names_by_language(spec["rule"]), fits)
        some = [rules.of_part[each][0][0] for each in of if rules.of_part[each]]
        try:
            if len(some) == len(of):
                company.allowed_beside(rules.of_part[part.name], some)
        except AttributeError:
            self.compiler.problem(place, "where asks for nothing but what is printed on cards")
        else:
            rules.company[part.name] = company
