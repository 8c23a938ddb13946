"""What is done, one clause a doable: "deal 5 damage", "draw 1 card"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ...ground.templates import fill
from ...language.query import (
    given_argument,
    is_asking,
    reference_path,
    resolve,
    walk_doables,
    written_number,
)
from ...language.tree import Block, Conditional, Node, Reference, Use
from .flow import Flow, are_many, uses_in
from .part import Part, Say
from .scope import DEPTH, Scope
from .tables import Tables

# Nothing a reader of a card would care for.
_SILENT = frozenset({"log", "fire", "finish"})


@dataclass(frozen=True, slots=True)
class _Deed:
    """
    A doable as it is told: `chosen` is the choice before it that was put in the place of one of its
    arguments, `of_all` the choice of everybody that it carries out; `now` what its amount is in a
    running match.
    """

    use: Use
    now: int | str | None = None
    chosen: Use | None = None
    of_all: Use | None = None


class Deeds(Part):
    """Says doables."""

    def __init__(self, say: Say):
        super().__init__(say)
        self._flow, self._tables = Flow(say), Tables(say)
        # Doables that are more than a phrase with parameters.
        self._special: dict[str, Callable[[Use, Scope], str]] = {
            "if": self._flow.if_,
            "loop": self._flow.loop,
            "while": self._flow.while_,
            "let": self._flow.let,
            "choose": self._flow.choose,
            "askAll": self._flow.ask_all,
            "cancel": self._cancel_clause,
            "addTriggers": self._triggers_clause,
            "addModifiers": self._modifiers_clause,
            "create": self._random_pick_clause,
            "pick": self._random_pick_clause,
            "switch": self._tables.switch,
            "rollOn": self._tables.roll_on,
        }

    def deeds(self, block: Block | Sequence[Use] | None, scope: Scope) -> str:
        """Everything that is done, joined."""
        return self.words.join_clauses(self.clauses(block, scope))

    def clauses(self, block: Block | Sequence[Use] | None, scope: Scope) -> list[str]:
        """One clause for each doable that means something to a reader."""
        told: list[str] = []
        for deed in self._join_choices(uses_in(block), scope):
            if text := self._deed_clause(deed, scope):
                text = self._say_by_you(text, deed.use, scope)
                told.append(self._say_again(text, told))
            if deed.use.name != "let":
                scope.remember(partial(_deals_with, deed.use))
        return told

    def _say_by_you(self, text: str, use: Use, scope: Scope) -> str:
        """You do it right after somebody else did something: "they discard it; you draw a card"."""
        form, who = self.words["sentence"].get("by_you"), given_argument(use, "who")
        if not form or who is None:
            return text
        before, actor = scope.actor, self.say.entity(who, scope)
        scope.actor = actor.tag or actor.text
        you = self.words.entity_phrase("you")
        if before in ("", you.tag) or scope.actor != you.tag or text.startswith(you.text):
            return text
        return fill(form, do=text)

    def _say_again(self, text: str, before: Sequence[str]) -> str:
        """ "Deal 2 damage. Spread: deal 2 damage again": what was said before happens again."""
        for said in before:
            if text.endswith(said) and len(text) > len(said):
                return text.removesuffix(said) + fill(self.words["again"], do=said)
        return text

    def _join_choices(self, uses: Iterable[Use], scope: Scope) -> list[_Deed]:
        """
        A choice together with what is done to the thing chosen: "choose a card; return that card
        to hand" is "return a card to hand". The name stands for that card from then on.
        """
        out: list[_Deed] = []
        for use in uses:
            now = scope.now.get(id(use))
            last = out[-1].use if out and out[-1].chosen is None else None
            if last is not None and last.name == "let" and use.id is None:
                value = resolve(last.arguments["value"])
                name = next(_arguments_that_are(use, last), "")
                if is_asking(value) and name:
                    with_choice = replace(use, arguments={**use.arguments, name: value})
                    out[-1] = _Deed(with_choice, now, chosen=last)
                    continue
            if last is not None and _asks_to_pick(last) and use.name == "loop":
                inside = list(walk_doables(use.arguments["do"]))
                if len(inside) == 1 and f"askAll_{inside[0].name}" in self.words["text"]:
                    out[-1] = _Deed(use, now, of_all=last)
                    continue
            out.append(_Deed(use, now))
        return out

    def _deed_clause(self, deed: _Deed, scope: Scope) -> str:
        """A doable with what was put together with it, as a clause."""
        if scope.depth > DEPTH:
            return ""
        if deed.of_all is not None:
            return self._flow.everybody(deed.of_all, deed.use, scope)
        if deed.chosen is not None:  # it may be spoken of at once
            self._flow.name_choice(deed.chosen, scope)
        text = self._doable_clause(deed.use, scope)
        return (
            fill(self.words["now"], text=text, n=deed.now)
            if text and deed.now is not None
            else text
        )

    def _doable_clause(self, use: Use, scope: Scope) -> str:
        if use.name in _SILENT:
            return ""
        amount = resolve(given_argument(use, "amount")) if "amount" in use.given else None
        if isinstance(amount, Conditional):
            text = self._flow.either_amount(use, amount, scope)
        else:
            special = self._special.get(use.name)
            text = special(use, scope) if special else self.say.word(use, scope)
        if use.result is not None:
            self._name_result(use, scope)
        return text

    def _name_result(self, use: Use, scope: Scope) -> None:
        """After a doable its id stands for what it dealt with; `let` has said that already."""
        assert use.result is not None  # noqa: S101 (for mypy)
        if use.result in scope.names and use.name == "let":
            return
        target = given_argument(use, "target")
        many = are_many(use, "amount", "maximum") or (target is not None and target.is_list)
        scope.names[use.result] = self.words.entity_phrase("those_cards" if many else "that_card")

    # -- doables that need a look around

    def _cancel_clause(self, use: Use, scope: Scope) -> str:
        """Preventing something, in the words of the event that is prevented."""
        for context in reversed(scope.events):
            words = self.words.look_up("event", context.name)
            if isinstance(words, dict) and "cancel" in words:
                return str(words["cancel"])
        return self.say.word(use, scope)

    def _triggers_clause(self, use: Use, scope: Scope) -> str:
        triggers = use.arguments["triggers"]
        return self.words.join_clauses([self.say.trigger(trigger, scope) for trigger in triggers])

    def _modifiers_clause(self, use: Use, scope: Scope) -> str:
        return self.words.join_clauses(self.say.modifiers(use.arguments["modifiers"], scope))

    def _random_pick_clause(self, use: Use, scope: Scope) -> str:
        """What is taken out of a pool at random: "create a random beast in your hand"."""
        if "from" not in use.given:
            return self.say.word(use, scope)
        amount = use.arguments["amount"]
        n = self.say.value(amount, scope).text
        quantity = "random" if written_number(amount) == 1 else "random_n"
        told = {"from": self.say.some(use.arguments["from"], scope, quantity, n)}
        return self.say.phrase(use.name, use, scope, told, known=("amount",))


def _deals_with(use: Use, of: Node) -> bool:
    """Whether something is done to the very things that are meant."""
    meant = reference_path(of)
    given = (use.arguments.get(name) for name in use.given)
    return meant is not None and meant in [
        reference_path(each) for each in given if isinstance(each, Node)
    ]


def _asks_to_pick(use: Use) -> bool:
    """Whether everybody picks something, and not an option of a menu."""
    return use.name == "askAll" and use.arguments["options"] is None


def _arguments_that_are(use: Use, named: Use) -> Iterator[str]:
    """The arguments that are nothing but what another doable has named."""
    for name, argument in use.arguments.items():
        found = resolve(argument) if isinstance(argument, Node) and name in use.given else None
        if isinstance(found, Reference) and not found.part and found.binding is named.result:
            yield name
