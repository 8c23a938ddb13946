"""
Rules that are not learned: how pieces are joined, narrowed and put into a card.

They come from the tables of a language (`text_words`) and from what a pack declares; the teller has
the last word on whatever they make. Begin with `stock_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.templates import Hole as TemplateHole
from ..ground.templates import holes_of, parse_template
from ..language.query import PRINTED
from ..pack.definition import Pack
from ..telling.phrasebook import Phrasebook, book_of
from .arguments import template_texts
from .grammar import NUMBER, Hole, Rule
from .notation import Json
from .typed import JOINS, OTHER_JOINS, normal_form

_OTHER_JOIN = 3.0  # what it costs to take sentences apart where no full stop is
_KINDS = {"player": "player", "players": "player", "card": "thing", "cards": "thing"}
_OPERATORS = ("==", "!=", "<", ">", "<=", ">=")


def stock_rules(pack: Pack, language: str) -> Iterator[Rule]:
    """All such rules of a pack in a language."""
    book = book_of(pack, language)
    stock = _Stock(pack, language, book)
    for part in (
        stock.whole, stock.blocks, stock.facts, stock.timings, stock.symbols, stock.nouns,
        stock.limits, stock.moments, stock.conditions, stock.durations, stock.conditions_of_effects,
        stock.enchantments,
    ):  # fmt: skip
        yield from part()


class _Stock:
    def __init__(self, pack: Pack, language: str, book: Phrasebook):
        self.pack, self.language, self.words = pack, language, book.phrases
        self.names, self.field_name = book.names, book.sentences.words.field_name

    def make_rule(
        self, category: str, template: str, holes: Mapping[str, str], means: Json,
        by: str = "", cost: float = 1.0,
    ) -> Iterator[Rule]:  # fmt: skip
        """A rule from a template; in `means` holes are numbered in the order of the template."""
        order = [hole.name for hole in holes_of(template)]
        if any(name not in holes for name in order):
            return
        says = [
            Hole(holes[part.name])
            if isinstance(part, TemplateHole)
            else normal_form(str(part), self.language)
            for part in parse_template(template)
        ]
        kept = tuple(each for each in says if each != "")
        if kept and not (
            len(kept) == 1 and isinstance(kept[0], Hole) and kept[0].category == category
        ):
            yield Rule(category, kept, _number_holes(means, order), cost, by)

    # -- the card

    def whole(self) -> Iterator[Rule]:
        for item in ("deed", "macro", "fact", "answers"):
            yield Rule("item", (Hole(item),), [[item, {"#": 0}]], 0.0, "item")
        yield Rule("card", (Hole("item"),), {"#": 0}, 0.0)
        join = JOINS.get(self.language, ".")
        yield Rule("card", (Hole("card"), join, Hole("item")), [{"#": 0}, {"#": 1}], 0.0)
        for other in OTHER_JOINS.get(self.language, ()):
            says = Hole("card"), other, Hole("item")
            yield Rule("card", says, [{"#": 0}, {"#": 1}], _OTHER_JOIN)

    def blocks(self) -> Iterator[Rule]:
        style = self.words["sentence"]
        yield Rule("block", (Hole("deed"),), {"#": 0}, 0.0)
        for join in {style["clauses"], style["last"], style["parts"]}:
            says = (Hole("block"), normal_form(join, self.language))
            yield Rule("block", (*says, Hole("deed")), [{"#": 0}, {"#": 1}], 0.5)
            yield Rule("block", (*says, Hole("deed of the same")), [{"#": 0}, {"#": 1}], 0.7)
        yield from self.make_rule("deed", self.words["again"], {"do": "deed"}, {"#": "do"})
        if by_you := self.words["sentence"].get("by_you"):
            yield from self.make_rule("deed", by_you, {"do": "deed"}, {"#": "do"})
        text = self.words["text"]
        holes = {"condition": "condition", "do": "block", "elsedo": "block"}
        yes = {"type": "if", "condition": {"#": "condition"}, "do": {"#": "do"}}
        for template in template_texts(text["if"]):
            yield from self.make_rule("deed", template, holes, [yes])
        for template in template_texts(text["ifelse"]):
            yield from self.make_rule("deed", template, holes, [{**yes, "elsedo": {"#": "elsedo"}}])
        for template in template_texts(text["instead"]):
            for unit in {*self.words["unit"].values()}:
                for amount in (NUMBER, "value"):
                    yield from self.make_rule(
                        "deed", template.replace("{unit}", unit),
                        {"base": "deed", "amount": amount, "condition": "condition"},
                        {each: {"#": each} for each in ("base", "amount", "condition")},
                        "instead",
                    )  # fmt: skip
        for template in template_texts(text["may"]):
            yield from self.make_rule("deed", template, {"do": "block"}, {"#": "do"}, "may", 2.0)

    def durations(self) -> Iterator[Rule]:
        """How long a change lasts."""
        for name in ("always", "inPlay", *self.pack.declarations.modes):
            template = self.words["duration"].get(name, "{x}")
            modifier = {"type": "addModifiers", "modifiers": [{"#": "x"}], "duration": name}
            yield from self.make_rule("deed", template, {"x": "change"}, modifier, "lasting")

    def conditions_of_effects(self) -> Iterator[Rule]:
        """Under which conditions something lasts: those of a clause, an adverb or a keyword."""
        for template in template_texts(self.words["text"]["if"]):
            yield from self._provided_rules(template, "macro", {"#": "condition"})
        for name, adverb in self.words.get("adverb", {}).items():
            for what in ("macro", "deed"):
                yield from self._provided_rules(adverb + "{do}", what, {"type": name})
        for written, lead in self.words.get("lead", {}).items():
            for variant in lead if isinstance(lead, list) else [lead]:
                given = variant.get("when", {}) if isinstance(variant, Mapping) else {}
                (template,) = template_texts(variant)
                yield from self._provided_rules(
                    template, "macro", _keyword_condition(written, template, given)
                )

    def _provided_rules(self, template: str, what: str, condition: Json) -> Iterator[Rule]:
        numbers = {hole.name: NUMBER for hole in holes_of(template)}
        holes = {**numbers, "condition": "condition", "do": what}
        means = {"condition": condition, "of": {"#": "do"}}
        yield from self.make_rule(what, template, holes, means, "provided", 0.5)

    def enchantments(self) -> Iterator[Rule]:
        """ "+1/+2, Taunt": short texts that change cards."""
        known = self.pack.declarations.enchantments
        if known.pair:
            for a, b in (("+", "+"), ("+", "-"), ("-", "+"), ("-", "-"), ("", "")):
                text = f"{a}{{a}}/{b}{{b}}"
                means = [a, {"#": "a"}, "/", b, {"#": "b"}]
                yield from self.make_rule(
                    "gain", text, {"a": NUMBER, "b": NUMBER}, means, "text", 0.8
                )
        for words in known.words.values():
            word, plain = (
                words.get(self.language, ""),
                words.get("en") or next(iter(words.values())),
            )
            space = " " if self.language == "en" else ""
            for sign in ("+", "-", ""):
                text, means = f"{sign}{{n}}{space}{word}", [sign, {"#": "n"}, " ", plain]
                yield from self.make_rule("gain", text, {"n": NUMBER}, means, "text")
            yield from self._name_rules("gain", word, plain)
        join = normal_form(", " if self.language == "en" else "，", self.language)
        more = [{"#": 0}, ", ", {"#": 1}]
        yield Rule("gain", (Hole("gain"), join, Hole("gain")), more, 0.5, "text")
        for name in ("enchanted", "enchanted_one") if known.words or known.pair else ():
            for template in template_texts(self.words["text"][name]):
                yield from self._enchantment_rules(template)

    def _enchantment_rules(self, template: str) -> Iterator[Rule]:
        holes = {"cards": "thing", "text": "gain"}
        for name, texts in {"": {}, **self.pack.declarations.enchantments.durations}.items():
            whole = self.words["duration"].get(name, "{x}").replace("{x}", template)
            change: Json = {"#": "text"}
            if name:
                change = {
                    "text": [{"#": "text"}, " ", texts.get("en") or next(iter(texts.values()))]
                }
            forms = {hole.form for hole in holes_of(template) if hole.name == "cards"}
            on: Json = {"#": "cards"} if "" in forms else "{this}"
            means = {"type": "addModifiers", "modifiers": {"on": on, "change": change}}
            if forms:
                yield from self.make_rule("deed", whole, holes, [means])
                continue
            for on in ("{this}", "{@event.cardUUID}", "{@event.minionUUID}", "{@result.cards}"):
                inner = {"type": "addModifiers", "modifiers": {"on": on, "change": change}}
                yield from self.make_rule("deed", whole, holes, [inner])

    def facts(self) -> Iterator[Rule]:
        """What printed properties say by themselves."""
        for table in ("keyword_fact", "fact"):
            for name, template in self.words.get(table, {}).items():
                for variant in template if isinstance(template, list) else [template]:
                    yield from self._fact_rules(name, variant)

    def _fact_rules(self, name: str, variant: Any) -> Iterator[Rule]:
        text = variant.get("text", "") if isinstance(variant, Mapping) else variant
        when = variant.get("when", {}) if isinstance(variant, Mapping) else {}
        if not text:
            return
        spoken = list(dict.fromkeys(hole.name for hole in holes_of(text)))
        means: dict[str, Json] = {each: {"#": each} for each in spoken}
        if name not in means and name in self.pack.declarations.properties:
            fact = self.pack.declarations.properties[name]
            wanted = str(when.get(name, "1"))
            number = int(wanted) if wanted.isdigit() else 1
            means[name] = (
                True if fact.type == "boolean" else wanted if wanted in fact.domain else number
            )
        printed = self.pack.declarations.properties
        holes = {
            each: "symbol" if each in printed and printed[each].domain else NUMBER
            for each in spoken
        }
        yield from self.make_rule("fact", text.rstrip(".。"), holes, means)

    def timings(self) -> Iterator[Rule]:
        """What leads the deeds of a timing."""
        for name in self.pack.declarations.timings:
            lead = self.words["when"].get(name)
            for template in template_texts(lead) if lead else ():
                if template:
                    yield from self.make_rule(
                        "macro", template + "{do}", {"do": "block"}, {"at": name, "do": {"#": "do"}}
                    )

    # -- words

    def symbols(self) -> Iterator[Rule]:
        known = {symbol for fact in self._properties() for symbol in fact.domain}
        for params in self._params():
            known |= {each for each in params.domain if isinstance(each, str)}
        known |= {
            each for fact in self._properties() if fact.type == "boolean" for each in ("true",)
        }
        for symbol in sorted(known):
            yield from self._name_rules("symbol", self.words["symbol"].get(symbol, symbol), symbol)
        for card, name in self.names.items():
            yield from self._name_rules("card", name, card)

    def _properties(self) -> list[Any]:
        return list(
            {**self.pack.declarations.properties, **self.pack.declarations.modifiable}.values()
        )

    def _params(self) -> Iterator[Any]:
        for family in self.pack.declarations.defines.values():
            for word in family.values():
                yield from word.params.values()

    def _name_rules(
        self, category: str, name: str, means: Json, cost: float = 0.1
    ) -> Iterator[Rule]:
        if text := normal_form(name, self.language):
            yield Rule(category, (text,), means, cost)

    # -- nouns

    def nouns(self) -> Iterator[Rule]:
        """Things and how conditions about {it} narrow them: lists of conditions."""
        nouns, words = self.words["noun"], self.words["filter"]
        symbols = [fact for fact in self._properties() if fact.domain]
        for kind in nouns:
            for number in (0, 1):
                plain = f"noun {kind} {number}"
                text = nouns[kind][number]
                yield from self._name_rules(plain, text, [])
                for named, forms in nouns.items():
                    for fact in symbols if named != kind else ():
                        if named in fact.domain:
                            means = [_comparison("==", fact.name, named)]
                            yield from self._name_rules(plain, forms[number], means, 0.4)
                yield from self._narrowing_rules(plain, symbols)
                late = {"#": "noun"}
                yield from self.make_rule(f"{plain} late", "{noun}!", {"noun": plain}, [late])
                yield Rule(f"{plain} late", (Hole(plain),), {"#": 0}, 0.0)
                a = self.words["article"].get(kind) if "article" in self.words else None
                yield from self.make_rule(
                    f"{plain} a", a or self.words["a"], {"noun": plain}, {"#": "noun"}
                )
                yield from self._other_article_rules(plain)
                yield from self.make_rule(
                    f"{plain} all", self.words["all"], {"noun": plain}, {"#": "noun"}
                )
                for key, forms in (
                    ("", ("yours", "theirs")),
                    (" all", ("all_yours", "all_theirs")),
                ):
                    mine, theirs = forms
                    means = [{"#": "noun"}, _comparison("==", "owner", "{you}")]
                    yield from self.make_rule(f"{plain}{key}", words[mine], {"noun": plain}, means)
                    means = [{"#": "noun"}, _comparison("==", "owner", {"#": "owner"})]
                    holes = {"noun": plain, "owner": "player possessive"}
                    yield from self.make_rule(f"{plain}{key}", words[theirs], holes, means)
        yield from self._clauses()

    def _other_article_rules(self, plain: str) -> Iterator[Rule]:
        for article in {*self.words.get("article", {}).values()}:
            yield from self.make_rule(
                f"{plain} a", article, {"noun": plain}, {"#": "noun"}, cost=1.5
            )

    def _narrowing_rules(self, plain: str, symbols: list[Any]) -> Iterator[Rule]:
        words = self.words["filter"]
        for name, form in self.words.get("narrowed", {}).items():
            narrowed = {"type": name, **self._parameter_of_it(name)}
            means = [{"#": "noun"}, narrowed] if "{noun}" in form else [narrowed]
            yield from self.make_rule(plain, form, {"noun": plain}, means)
        for key, operator in (("adjective", "=="), ("not_adjective", "!=")):
            own = self.words.get(key, {})
            for fact in symbols:
                for symbol in fact.domain:
                    form = own.get(f"{fact.name} {symbol}") or own.get(symbol)
                    said = self.words["symbol"].get(symbol, symbol)
                    form = form or words[key].replace("{value}", said)
                    means = [{"#": "noun"}, _comparison(operator, fact.name, symbol)]
                    yield from self.make_rule(plain, form, {"noun": plain}, means, cost=1.2)
        clause = {"noun": plain, "clause": "clause"}
        means = [{"#": "noun"}, {"#": "clause"}]
        yield from self.make_rule(plain, words["clause"], clause, means)
        other = {"noun": plain, "clause": "condition"}
        yield from self.make_rule(
            plain, words["other"], other, [{"#": "noun"}, [{"#": "clause"}]], cost=2.0
        )

    def _parameter_of_it(self, name: str) -> Json:
        """The parameter of a word that is the thing itself."""
        word = self.pack.declarations.defines["conditions"].get(name)
        params = word.params if word is not None else {}
        key = next((k for k, p in params.items() if p.type in ("card", "entity", "player")), None)
        return {key: "{it}"} if key else {}

    def _clauses(self) -> Iterator[Rule]:
        """ "mana cost is 4 or less" """
        words, properties = self.words["filter"], self.pack.declarations.properties
        names = {fact.name for fact in self._properties()}
        for name in sorted(names):
            for printed in (False, True) if name in self.words["field"] else ():
                field = f"{name}.base" if printed else name
                label = self.field_name(name + PRINTED if printed else name)
                for operator in _OPERATORS:
                    for value in (NUMBER, "value"):
                        left = words[operator].replace("{name}", label)
                        yield from self.make_rule(
                            "clause", left, {"value": value},
                            [_comparison(operator, field, {"#": "value"})],
                            cost=1.0 + 0.2 * printed + 0.3 * (name not in properties),
                        )  # fmt: skip
        yield Rule(
            "clause", (Hole("clause"), normal_form(words["clauses"], self.language),
            Hole("clause")), [{"#": 0}, {"#": 1}], 1.0,
        )  # fmt: skip
        late = words["clause"].removeprefix("{noun}").removesuffix("{noun}")
        if "{noun}" not in late:
            yield from self.make_rule("late", late, {"clause": "clause"}, {"#": "clause"})

    # -- conditions

    def limits(self) -> Iterator[Rule]:
        """A number that is at most, or at least, another: "your frost, but at most 5"."""
        for operator in ("min", "max"):
            means = {"$": operator, "items": [{"#": "a"}, {"#": "b"}]}
            template = self.words["math"][operator]
            yield from self.make_rule("value", template, {"a": "value", "b": NUMBER}, means)

    def moments(self) -> Iterator[Rule]:
        """What the values of a timing are called."""
        for timing, called in self.words.get("moment", {}).items():
            known = self.pack.declarations.timings.get(timing)
            context = known.context if known is not None else {}
            for part, template in called.items():
                kind = context.get(part, ("",))[0]
                for text in template_texts(template) if kind in _KINDS else ():
                    yield from self._name_rules(_KINDS[kind], text, f"{{{timing}.{part}}}", 1.0)

    def conditions(self) -> Iterator[Rule]:
        logic = self.words["logic"]
        for operator in ("and", "or"):
            says = (
                Hole("condition"),
                normal_form(logic[operator], self.language),
                Hole("condition"),
            )
            yield Rule("condition", says, [{"#": 0}, {"#": 1}], 1.5, operator)
        negated = {"x": "condition"}
        yield from self.make_rule("condition", logic["not"], negated, {"#": "x"}, "not")
        for operator, template in self.words["compare"].items():
            for text in template_texts(template):
                yield from self._comparison_rules(operator, text)

    def _comparison_rules(self, operator: str, text: str) -> Iterator[Rule]:
        """Two things compared; "you are {b}" of a player."""
        if "{a}" not in text:
            means = {"$": operator, "items": ["{you}", {"#": "b"}]}
            yield from self.make_rule("condition", text, {"b": "player"}, means, cost=2.0)
            return
        means = {"$": operator, "items": [{"#": "a"}, {"#": "b"}]}
        for right in (NUMBER, "value", "thing", "player", "symbol"):
            for left in ("value", "thing", "player"):
                holes = {"a": left, "b": right}
                yield from self.make_rule("condition", text, holes, means, cost=2.0)


def _comparison(operator: str, field: str, value: Json) -> Json:
    return {"$": operator, "items": [f"{{it.{field}}}", value]}


def _keyword_condition(written: str, template: str, given: Mapping[str, Any]) -> Json:
    """The condition that a keyword stands for: a word of the pack, or a comparison of a field."""
    left, _, rest = written.partition(" ")
    operator, _, right = rest.partition(" ")
    if right:
        value = int(right) if right.lstrip("-").isdigit() else right
        return {"$": operator, "items": [f"{{you.{left}}}", value]}
    fixed = {key: int(each) if each.isdigit() else each for key, each in given.items()}
    said = [hole.name for hole in holes_of(template) if hole.name != "do"]
    return {"type": written, **fixed, **{key: {"#": key} for key in said}}


def _number_holes(means: Json, order: list[str]) -> Json:
    """Holes by number instead of by name."""
    if isinstance(means, dict):
        if "#" in means:
            return {"#": order.index(means["#"]) if means["#"] in order else 0}
        return {key: _number_holes(value, order) for key, value in means.items()}
    return [_number_holes(each, order) for each in means] if isinstance(means, list) else means
