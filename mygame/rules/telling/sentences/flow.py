"""Doables that hold other doables or give a name: if, loop, while, let, choose, askAll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...ground.holes import fill
from .nodes import Node, are_many, asks, blur, listed
from .part import Part
from .scope import Phrase, Scope
from .trees import NUMBER, Logic, Ref, conjuncts, is_about, value_tree


class Flow(Part):
    """Says in which order, how often and by whose choice things are done."""

    # -- if

    def if_(self, node: Mapping, scope: Scope) -> str:
        """ "deal 9 damage; 12 instead if you have a wand equipped" """
        condition = node.get("condition")
        do, other = listed(node.get("do")), listed(node.get("elsedo"))
        known = self.say.known(condition, scope)
        if known is not None:
            return self.say.deeds(do if known else other, scope)
        if (short := self._instead(condition, do, other, scope)) is not None:
            return short
        yes, no = self.say.deeds(do, scope), self.say.deeds(other, scope)
        if yes and no:
            clause = self.say.condition(condition, scope)
            if not clause:
                return yes
            return self.fill("ifelse", {"condition": clause, "do": yes, "elsedo": no})
        if not yes and not no:
            return ""
        if not yes:
            condition = Logic("not", (condition,))
        return self.say.provided_that(conjuncts(condition), yes or no, scope)

    def _instead(self, condition: Node, do: list, other: list, scope: Scope) -> str | None:
        """`if c then damage 12 else damage 9` reads "deal 9 damage; 12 instead if c"."""
        if len(do) != 1 or len(other) != 1 or not isinstance(do[0], Mapping):
            return None
        first, second = dict(do[0]), dict(other[0]) if isinstance(other[0], Mapping) else {}
        more, base = first.pop("amount", None), second.pop("amount", None)
        if more is None or base is None or first != second:
            return None
        values = {
            "base": self.say.deeds({**second, "amount": base}, scope),
            "amount": self.say.value(more, scope).text,
            "condition": self.say.condition(condition, scope),
            "unit": self.words.look("unit", second.get("type")) or self.words.look("unit", "*"),
        }
        return self.fill("instead", values)

    # -- again and again

    def loop(self, node: Mapping, scope: Scope) -> str:
        """
        "twice: draw 1 card"; with a target "each player discards 1 card"; with both "for each
        player in turn, twice: draw 1 card"
        """
        inner = scope.inner()
        key = blur(str(node.get("id", "")))
        if node.get("target") is not None:
            return self._for_each(key, node, inner, scope)
        if key:
            inner.names[key] = self.words.entity_phrase("it")
        if (together := self._one_by_one(node, inner)) is not None:
            return together
        do = self.say.deeds(node.get("do"), inner)
        scope.keep(inner)
        return self.fill("loop_times", {"times": self._times(node.get("times"), scope), "do": do})

    def _one_by_one(self, node: Mapping, scope: Scope) -> str | None:
        """
        Something done one at a time, and something else to each that a condition is true of: "draw
        5 cards; discard those whose mana cost is 4 or less".
        """
        match node:
            case {"times": int() as times, "do": [
                {"id": str(key), "amount": 1 | "1"} as first,
                {"type": "if", "condition": condition, "do": [{"target": target} as then], **rest},
            ]} if times > 1 and "elsedo" not in rest:  # fmt: skip
                each, parts = value_tree(target), conjuncts(condition)
            case _:
                return None
        it = (blur(key), *(each.parts[1:] if isinstance(each, Ref) else ()))
        if not parts or each != Ref(it) or not all(is_about(part, it) for part in parts):
            return None
        done = self.say.deeds({**first, "id": None, "amount": times}, scope)
        those = self.say.narrowed(self.words["those"], parts, scope, it)
        scope.names[it[0]] = self.words.noun_phrase(fill(self.words["of_them"], noun=those))
        return self.words.join([done, self.say.deeds(then, scope)])

    def _for_each(self, key: str, node: Mapping, inner: Scope, scope: Scope) -> str:
        """Something done for each of a target, `times` in a row."""
        target = self.say.entity(node["target"], scope)
        players = target.tag.endswith("player")
        if key:
            inner.names[key] = self.words.entity_phrase("that_player" if players else "it")
        do = self.say.deeds(node.get("do"), inner)
        scope.keep(inner)
        subject = self.words.entity_phrase("that_player").text
        values = {"target": target, "do": do}
        template = "loop_each_player" if players else "loop_each"
        if node.get("times") is not None:
            template, values["times"] = f"{template}_times", self._times(node["times"], scope)
        elif players and do.startswith(subject) and do.count(subject) == 1:
            return do.replace(subject, target.text)
        return self.fill(template, values) if do else ""

    def _times(self, node: Node, scope: Scope) -> str:
        n = self.say.value(node, scope)
        if not NUMBER.fullmatch(n.tag):
            return fill(self.words["number"]["as_often"], n=n.text)
        return self.words.times(n.tag, n.text)

    def while_(self, node: Mapping, scope: Scope) -> str:
        """ "as long as you have mana: draw 1 card" """
        inner = scope.inner()
        do = self.say.deeds(node.get("do"), inner)
        clause = self.say.condition(node.get("condition"), inner)
        return self.fill("while", {"condition": clause, "do": do}) if do else ""

    # -- names and choices

    def let(self, node: Mapping, scope: Scope) -> str:
        """A name for a value; when somebody is asked for it, that is worth saying."""
        key, value = blur(str(node.get("id", ""))), node.get("value")
        word = value if isinstance(value, Mapping) else {}
        if asks(value):
            what = self.say.entity(value, scope)
            scope.names[key] = self._that_chosen(word)
            return self.fill("pick", {"what": what})
        tree = value_tree(value)
        told = self.say.value(value, scope)
        if isinstance(tree, Ref) and tree.parts[-1] == "count":
            # Counted now, used when the cards may be elsewhere.
            told = Phrase(self.words["that_many"], tag="that_many")
        if word.get("chooser") == "cards":
            told = replace(told, tag="once")
        if word.get("type") == "sum":
            scope.later[key] = Phrase(self.words["that_total"], tag="that_total")
        scope.names[key] = told
        return ""

    def _that_chosen(self, asked: Mapping) -> Phrase:
        """What a choice is called from then on."""
        kind = str(asked.get("type", ""))
        if kind == "numberChooser":
            return Phrase(self.words["that_number"], tag="that_number")
        if "player" in kind.lower():
            return self.words.entity_phrase("that_player")
        return self.words.entity_phrase(
            "those_cards" if are_many(asked, "maximum") else "that_card"
        )

    def choose(self, node: Mapping, scope: Scope) -> str:
        """ "choose one: draw 1 card, or regain 2 mana"; with an empty option "you may ..." """
        told, blank = [], False
        for option in listed(node.get("options")):
            if not isinstance(option, Mapping):
                continue
            inner = scope.inner()
            clauses = []
            if each := option.get("each"):
                inner.names[str(option.get("id"))] = self._picked(each)
                clauses.append(self.fill("pick", {"what": self.say.entity(each, scope)}))
            clauses += self.say.clauses(option.get("do"), inner)
            if do := self.words.join(clauses):
                told.append(do)
            else:
                blank = True
        if not told:
            return ""
        chosen = self.words["text"]["or"].join(told)
        if len(told) > 1:
            chosen = self.fill("choose_one", {"options": chosen})
        return self.fill("may", {"do": chosen}) if blank else chosen

    def _picked(self, pool: Node) -> Phrase:
        """What one of several options is called in what it does."""
        chooser = pool.get("chooser") if isinstance(pool, Mapping) else None
        key = {"numbers": "that_number", "symbols": "that_one"}.get(str(chooser))
        return Phrase(self.words[key], tag=key) if key else self.words.entity_phrase("it")

    def ask_all(self, node: Mapping, scope: Scope) -> str:
        """ "every player chooses a card" """
        who = self.say.entity(node.get("target"), scope)
        inner = scope.inner()
        inner.names[str(node.get("as", "p"))] = self.words.entity_phrase("that_player")
        inner.names.setdefault("you", self.words.entity_phrase("you"))
        what = self.say.entity(_asked_for(node), inner)
        return self.fill("every_pick", {"who": who, "what": what})

    def everybody(self, asked: Mapping, loop: Mapping, deed: Mapping, scope: Scope) -> str:
        """Everybody chooses a card and does the same thing with it: `text.askAll_<word>`."""
        inner = scope.inner()
        inner.names[str(asked.get("as", "p"))] = self.words.entity_phrase("each_one")
        inner.names[blur(str(loop.get("id", "")))] = self.words.entity_phrase("each_one")
        values = {
            "who": self.say.entity(asked.get("target"), scope),
            "what": self.say.entity(_asked_for(asked), inner),
            "to": self.say.entity(deed.get("to"), inner),
        }
        return self.fill(f"askAll_{deed.get('type')}", values)


def _asked_for(node: Mapping) -> dict:
    """What each of those asked at once chooses; who chooses is said elsewhere."""
    return {**node, "type": "cardChooser", "ask": None}
