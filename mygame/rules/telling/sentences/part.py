"""What the parts of the grammar have in common, and what each may ask of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...language.query import Path, conjuncts, given_argument
from ...language.tree import (
    Answer,
    Behavior,
    Block,
    ModifierNode,
    Node,
    Select,
    TriggerNode,
    Until,
    Use,
)
from ...language.trees import Trees
from .forms import Filling
from .scope import Phrase, Scope
from .variants import Chosen, Variants
from .words import Words

CONDITIONS = ("condition", "conditions")  # families of words


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards as a chooser names them: of a zone or `source`, those that pass all of `where`."""

    zone: str | None = None
    of: Node | None = None
    source: Node | None = None
    where: tuple[Node, ...] = ()
    by: Node | None = None
    top: Node | None = None
    bottom: Node | None = None
    all_of: bool = False  # all of the match, wherever they lie

    @classmethod
    def of_chooser(cls, use: Use) -> Pile:
        """The cards that the chooser `cards` gives, or printed ones, which lie in no zone."""
        found, zone = use.arguments, use.arguments.get("zone")
        return cls(
            zone=None if zone is None or zone.zone is None else zone.zone.name,
            of=given_argument(use, "of"),
            source=given_argument(use, "from"),
            where=conjuncts(found["where"]),
            by=given_argument(use, "by"),
            top=found.get("top"),
            bottom=found.get("bottom"),
            all_of=use.name == "cards" and not use.given & {"zone", "from", "top", "bottom"},
        )


class Say(Protocol):
    """The whole, as its parts know it: `Sentences`."""

    words: Words
    variants: Variants

    # What is done, and when.

    def clauses(self, block: Block | Sequence[Use] | None, scope: Scope) -> list[str]:
        """One clause for each doable that means something to a reader."""

    def deeds(self, block: Block | Sequence[Use] | None, scope: Scope) -> str:
        """Everything that is done, joined."""

    def trigger(self, trigger: TriggerNode, scope: Scope) -> str:
        """A trigger that a doable begins; "" when it does nothing a reader cares for."""

    def reaction(self, macro: Use, listener: TriggerNode, scope: Scope) -> str:
        """A behaviour of the pack's own shape that waits for an event."""

    def until_clause(self, text: str, until: Until, scope: Scope) -> str:
        """What lasts until something happens."""

    def modifier(self, node: ModifierNode | Select, scope: Scope, own: bool = False) -> str:
        """A lasting change of numbers; `own`: of this very card."""

    def modifiers(self, nodes: Sequence[Node], scope: Scope) -> list[str]:
        """Lasting changes, those that make one enchantment together."""

    # Under which conditions.

    def condition(self, node: Node | None, scope: Scope) -> str:
        """A condition as a clause."""

    def question(self, use: Use, scope: Scope, negated: bool = False) -> str:
        """A word that asks cards a question of the pack; "" where it cannot be said so."""

    def answers(self, answers: Sequence[Answer], scope: Scope) -> tuple[list[str], list[str]]:
        """What a card answers: in front of what it does, and behind that."""

    # The whole card.

    def behaviors(self, behaviors: Sequence[Behavior], scope: Scope) -> list[str]:
        """The sentences of a card's behaviours alone, in the scope of its `beginning`."""

    def beginning(
        self, trees: Trees, kind: str = "", facts: Mapping[str, Any] | None = None
    ) -> Scope:
        """What every card of a kind knows."""

    def clause_under(self, parts: Sequence[Node], do: str, scope: Scope) -> str:
        """A clause under conditions."""

    def lead_keyword(self, part: Node) -> Any:
        """The keyword that stands for a condition, if the pack has one."""

    # To whom or what, and how much.

    def value(self, node: Node | None, scope: Scope) -> Phrase:
        """Any value."""

    def entity(self, node: Node | tuple[Node, ...] | None, scope: Scope) -> Phrase:
        """Who or what."""

    def some(self, pool: Node, scope: Scope, quantity: str, n: str) -> Phrase:
        """That many out of a pool, `n` the number."""

    def cards(
        self, pile: Pile, scope: Scope, quantity: str = "", n: str = "", listed: bool = True
    ) -> Phrase:
        """Cards of a zone, or that many of them."""

    def noun(
        self,
        kind: str,
        parts: Sequence[Node],
        scope: Scope,
        it: Path | None = None,
        article: bool = False,
        all_of: bool = False,
        number: int = 1,
        late: list[str] | None = None,
    ) -> str:
        """Things of a kind, narrowed by conditions."""

    def narrow_noun(
        self,
        noun: str,
        parts: Sequence[Node],
        scope: Scope,
        it: Path | None = None,
        late: list[str] | None = None,
    ) -> str:
        """A noun narrowed by conditions."""

    def describe_noun(self, noun: str, parts: Sequence[Node], scope: Scope) -> str:
        """A thing, and how each condition narrows it."""

    # Any word.

    def word(self, use: Use, scope: Scope) -> str:
        """A word by its phrase, else by what it comes to, else by its name."""

    def phrase(
        self, name: str, use: Use, scope: Scope, told: Mapping[str, Phrase] | None = None,
        known: Collection[str] = (),
    ) -> str:  # fmt: skip
        """
        The phrase of a word with its parameters filled in, some of which are `told` already; those
        that are `known` are told otherwise, all others in or behind it.
        """

    def asides(
        self, text: str, use: Use, chosen: Chosen, filling: Filling, scope: Scope,
        known: Collection[str] = (),
    ) -> str:  # fmt: skip
        """The text of a phrase with what of its word it does not tell."""

    def argument_phrase(self, argument: Any, scope: Scope) -> Phrase:
        """An argument of a word, of whatever type."""

    def parameters(self, use: Use, scope: Scope) -> Mapping[str, Phrase]:
        """All parameters that a word was given, told."""


class Part:
    """
    One part of the grammar, in one language.

    `words` are the tables of the language, `fill` and `variant` its phrases, and `say` is the
    whole: what another part says, this one asks of it.
    """

    def __init__(self, say: Say):
        self.say = say
        self.words = say.words
        self.fill = say.variants.fill
        self.variant = say.variants.variant
