"""Doables that hold other doables or give a name: if, loop, while, let, choose, askAll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...ground.templates import fill
from ...language.expressions import NUMBER
from ...language.query import (
    are_alike,
    as_chooser,
    concerns_only,
    conjuncts,
    constant_truth,
    given_argument,
    is_asking,
    is_reference,
    last_name,
    negate,
    reference_path,
    resolve,
    walk_doables,
    written_number,
)
from ...language.scope import YOU
from ...language.tree import Block, Conditional, Literal, Member, Node, OptionNode, Reference, Use
from .part import Part
from .scope import Phrase, Scope


def uses_in(block: Block | Sequence[Use] | None) -> list[Use]:
    """The doables of a block, or those that are put together here."""
    return list(walk_doables(block)) if isinstance(block, Block | None) else list(block)


# By which tags one thing is known, whatever names it.
_ONE = frozenset({"target", "this", "it", "that_card"})


def are_many(use: Use, *keys: str) -> bool:
    """Whether a word deals with more than one, by the first of these that it was given."""
    number = next((use.arguments[key] for key in keys if key in use.given), None)
    return number is not None and written_number(number) != 1


def is_one(node: Node, told: Phrase) -> bool:
    """Whether what is told is one thing."""
    found = resolve(node)
    if is_asking(found):
        return not are_many(found, "maximum")
    return told.tag in _ONE or found is None or not found.is_list


def _are_players(node: Node) -> bool:
    """Whether it is a word of the pack for certain players: "every other player"."""
    found = resolve(node)
    body = resolve(found.body) if isinstance(found, Use) else None
    return isinstance(body, Use) and body.name == "players"


def _without_part(node: Node | None) -> Node | None:
    """What a reference is a part of."""
    return replace(node, part="") if isinstance(node, Reference) else None


class Flow(Part):
    """Says in which order, how often and by whose choice things are done."""

    # -- if

    def if_(self, use: Use, scope: Scope) -> str:
        """ "deal 9 damage; 12 instead if you have a wand equipped" """
        found = use.arguments
        return self._either_clause(
            found["condition"], uses_in(found["do"]), uses_in(found["elsedo"]), scope
        )

    def either_amount(self, use: Use, amount: Conditional, scope: Scope) -> str:
        """A doable whose amount is one of two, as if it were one of two doables."""
        more, base = (
            [replace(use, arguments={**use.arguments, "amount": each})]
            for each in (amount.then, amount.otherwise)
        )
        return self._either_clause(amount.test, more, base, scope)

    def _either_clause(self, condition: Node, do: list[Use], other: list[Use], scope: Scope) -> str:
        known = constant_truth(condition)
        if known is not None:  # it needs no saying
            return self.say.deeds(do if known else other, scope)
        if (short := self._instead_clause(condition, do, other, scope)) is not None:
            return short
        before, otherwise = scope.inner_scope(), scope.inner_scope()
        yes, no = self.say.deeds(do, scope), self.say.deeds(other, otherwise)
        scope.keep_names(otherwise)
        if yes and no:
            clause = self.say.condition(condition, before)
            if not clause:
                return yes
            return self.fill("ifelse", {"condition": clause, "do": yes, "elsedo": no})
        if not yes and not no:
            return ""
        if not yes:
            condition = negate(condition)
        clause = self.say.condition(condition, before)
        return self.fill("if", {"condition": clause, "do": yes or no}) if clause else yes or no

    def _instead_clause(
        self, condition: Node, do: list[Use], other: list[Use], scope: Scope
    ) -> str | None:
        """`if c then damage 12 else damage 9` reads "deal 9 damage; 12 instead if c"."""
        if len(do) != 1 or len(other) != 1:
            return None
        (first,), (second,) = do, other
        if "amount" not in first.given & second.given or first.given != second.given:
            return None
        more = first.arguments["amount"]
        same = replace(first, arguments={**first.arguments, "amount": second.arguments["amount"]})
        if not are_alike(same, second):
            return None
        before = scope.inner_scope()
        values = {
            "base": self.say.deeds(other, scope),
            "amount": self.say.value(more, before).text,
            "condition": self.say.condition(condition, before),
            "unit": self.words.look_up("unit", second.name) or self.words.look_up("unit", "*"),
        }
        return self.fill("instead", values)

    # -- again and again

    def loop(self, use: Use, scope: Scope) -> str:
        """
        "twice: draw 1 card"; with a target "each player discards 1 card"; with both "for each
        player in turn, twice: draw 1 card"
        """
        inner = scope.inner_scope()
        if use.arguments["target"] is not None:
            return self._for_each_clause(use, inner, scope)
        inner.names[use.bound["loop"]] = self.words.entity_phrase("it")
        if (together := self._one_by_one_clause(use, inner)) is not None:
            return together
        do = self.say.deeds(use.arguments["do"], inner)
        scope.keep_names(inner)
        return self.fill(
            "loop_times", {"times": self._times_phrase(use.arguments["times"], scope), "do": do}
        )

    def _one_by_one_clause(self, use: Use, scope: Scope) -> str | None:
        """
        Something done one at a time, and something else to each that a condition is true of: "draw
        5 cards; discard those whose mana cost is 4 or less".
        """
        times, inside = use.arguments["times"], uses_in(use.arguments["do"])
        if len(inside) != 2 or not isinstance(times, Literal) or (written_number(times) or 0) <= 1:
            return None
        first, choice = inside
        if choice.name != "if" or "elsedo" in choice.given:
            return None
        then = uses_in(choice.arguments["do"])
        one = "amount" in first.given and written_number(first.arguments["amount"]) == 1
        if first.result is None or not one or len(then) != 1 or "target" not in then[0].given:
            return None
        it, parts = (
            reference_path(then[0].arguments["target"]),
            conjuncts(choice.arguments["condition"]),
        )
        if it is None or it.root is not first.result or not parts:
            return None
        if not all(concerns_only(part, it) for part in parts):
            return None
        often = replace(first, id=None, result=None, arguments={**first.arguments, "amount": times})
        done = self.say.deeds([often], scope)
        those = self.say.narrow_noun(self.words["those"], parts, scope, it)
        called = self.words.noun_phrase(fill(self.words["of_them"], noun=those))
        scope.names[first.result] = called
        return self.words.join_clauses([done, self.say.deeds(then, scope)])

    def _for_each_clause(self, use: Use, inner: Scope, scope: Scope) -> str:
        """Something done for each of a target, `times` in a row."""
        target = self.say.entity(use.arguments["target"], scope)
        players = target.tag.endswith("player") or target.tag == "players_of_a_side"
        players = players or _are_players(use.arguments["target"])
        called = self.words.entity_phrase("that_player" if players else "it")
        inner.names[use.bound["loop"]] = called
        do = self.say.deeds(use.arguments["do"], inner)
        scope.keep_names(inner)
        subject = self.words.entity_phrase("that_player").text
        values = {"target": target, "do": do}
        single = "loop_one" if is_one(use.arguments["target"], target) else "loop_each"
        template = "loop_each_player" if players else single
        if (times := use.arguments["times"]) is not None:
            template, values["times"] = f"{template}_times", self._times_phrase(times, scope)
        elif players and do.startswith(subject) and do.count(subject) == 1:
            return do.replace(subject, target.text)
        elif template == "loop_each" and target.tag == "zone":
            template = "loop_each_card"
        return self.fill(template, values) if do else ""

    def _times_phrase(self, node: Node, scope: Scope) -> str:
        n = self.say.value(node, scope)
        if not NUMBER.fullmatch(n.tag):
            return fill(self.words["number"]["as_often"], n=n.text)
        return self.words.times_text(n.tag, n.text)

    def while_(self, use: Use, scope: Scope) -> str:
        """ "as long as you have mana: draw 1 card" """
        inner = scope.inner_scope()
        do = self.say.deeds(use.arguments["do"], inner)
        clause = self.say.condition(use.arguments["condition"], inner)
        return self.fill("while", {"condition": clause, "do": do}) if do else ""

    # -- names and choices

    def let(self, use: Use, scope: Scope) -> str:
        """A name for a value; when somebody is asked for it, that is worth saying."""
        name, value = use.result, resolve(use.arguments["value"])
        if name is None:
            return ""
        if is_asking(value):
            what = self.say.entity(value, scope)
            self.name_choice(use, scope)
            return self.fill("choose_what", {"what": what})
        told = self.say.value(value, scope)
        if written_number(value) is None:
            scope.fresh[name] = self._remembered_phrase(told)
        if is_reference(value) and last_name(value) == "count":
            of = value.of if isinstance(value, Member) else _without_part(value)
            those = Phrase(self.words["that_many"], tag="that_many")
            if self.say.entity(of, scope).tag in ("that_card", "those_cards"):
                told = those  # the cards that were just spoken of
            if of is not None:
                scope.counted[name] = of, those
        if isinstance(value, Use) and value.name == "cards":
            told = replace(told, tag="once")
        if isinstance(value, Use) and value.name == "sum":
            scope.later[name] = Phrase(self.words["that_total"], tag="that_total")
        scope.names[name] = told
        return ""

    def name_choice(self, use: Use, scope: Scope) -> None:
        """What is chosen is spoken of from here on, whoever says that it is chosen."""
        value = resolve(use.arguments["value"])
        if use.result is not None and isinstance(value, Use):
            scope.names[use.result] = self._chosen_phrase(value)

    def _remembered_phrase(self, told: Phrase) -> Phrase:
        """A value as it was before something else was done."""
        text = fill(self.words["remembered"], text=told.text)
        return self.words.noun_phrase(text, "remembered")

    def _chosen_phrase(self, asked: Use) -> Phrase:
        """What a choice is called from then on."""
        kind = asked.arguments["kind"]
        if kind == "number":
            return Phrase(self.words["that_number"], tag="that_number")
        if "player" in kind.lower():
            return self.words.entity_phrase("that_player")
        many = are_many(asked, "maximum")
        return self.words.entity_phrase("those_cards" if many else "that_card")

    def choose(self, use: Use, scope: Scope) -> str:
        """ "choose one: draw 1 card, or regain 2 mana"; with an empty option "you may ..." """
        who = self.say.entity(given_argument(use, "ask"), scope)
        told, blank = self._option_clauses(use, scope, who)
        if not told:
            return ""
        chosen = self.words["text"]["or"].join(told)
        if len(told) > 1:
            chosen = self.fill("choose_one", {"options": chosen})
        chosen = self.fill("may", {"do": chosen}) if blank else chosen
        return chosen if who.tag == "you" else fill(self.words["chosen_by"], things=chosen, who=who)

    def _option_clauses(self, use: Use, scope: Scope, who: Phrase) -> tuple[list[str], bool]:
        """What the options do among which somebody chooses, and whether one does nothing."""
        inner = replace(scope, actor=who.tag or who.text)
        told = [
            self.words.join_clauses(self._option_clause(option, inner.inner_scope()))
            for option in use.arguments["options"]
        ]
        return [do for do in told if do], not all(told)

    def _option_clause(self, option: OptionNode, scope: Scope) -> list[str]:
        clauses = []
        if option.each is not None:
            scope.names[option.entity] = self._picked_phrase(option.each)
            clauses.append(self.fill("choose_what", {"what": self.say.entity(option.each, scope)}))
        return clauses + self.say.clauses(option.do, scope)

    def _picked_phrase(self, pool: Node) -> Phrase:
        """What one of several options is called in what it does."""
        found = as_chooser(pool)
        key = {"numbers": "that_number", "symbols": "that_one"}.get(found.name if found else "")
        return Phrase(self.words[key], tag=key) if key else self.words.entity_phrase("it")

    def ask_all(self, use: Use, scope: Scope) -> str:
        """ "every player chooses a card"; of a menu "every player secretly chooses one: ..." """
        who = self.say.entity(given_argument(use, "target"), scope)
        inner = scope.inner_scope()
        inner.names[use.bound["player"]] = self.words.entity_phrase("that_player")
        inner.names.setdefault(YOU, self.words.entity_phrase("you"))
        if use.arguments["options"] is not None:
            told, blank = self._option_clauses(use, inner, who)
            if not told:
                return ""
            options = self.words["text"]["or"].join([*told, *[self.words["nothing"]] * blank])
            return self.fill("every_menu", {"who": who, "options": options})
        return self.fill("every_pick", {"who": who, "what": self.say.entity(use, inner)})

    def everybody(self, asked: Use, loop: Use, scope: Scope) -> str:
        """Everybody chooses a card and does the same thing with it: `text.askAll_<word>`."""
        (deed,) = uses_in(loop.arguments["do"])
        inner = scope.inner_scope()
        inner.names[asked.bound["player"]] = self.words.entity_phrase("each_one")
        inner.names[loop.bound["loop"]] = self.words.entity_phrase("each_one")
        values = {
            "who": self.say.entity(given_argument(asked, "target"), scope),
            "what": self.say.entity(asked, inner),
            "to": self.say.argument_phrase(given_argument(deed, "to"), inner),
        }
        return self.fill(f"askAll_{deed.name}", values)
