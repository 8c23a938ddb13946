"""
Sentences made from behaviours: what a card does, told from its data.

`Sentences(phrases).card(behaviors)` reads the JSON of a card (in its present form, see
`dialect.modernise`) and says it in short natural sentences. The grammar lives here; every word and
turn of phrase lives in `text_words/{zh,en}.json5` and in the pack's own `words`. Nothing here knows
a game, a language or a running match. What has no phrase is told by what it is made of, and at
worst by its name; no card makes this module fail.

Begin reading at `Sentences.doable` and `Sentences.value`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

_NUMBER = re.compile(r"-?\d+$")
_OLD_REFERENCE = re.compile(r"\$([A-Za-z_][\w.]*)")
_HOLE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_MATH = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%",
}  # fmt: skip
_COMPARISONS = {
    "Equals": "==", "LessThan": "<", "GreaterThan": ">",
    "LessThanOrEqual": "<=", "GreaterThanOrEqual": ">=",
}  # fmt: skip
_ARITHMETIC = {"add": "+", "subtract": "-", "multiply": "*", "divide": "//"}
_SILENT = frozenset({"log", "fire", "finish"})
_CARD_CONTEXT = ("cardUUID", "monsterUUID")
_DEPTH = 12

Node = Any
Phrases = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Phrase:
    """
    A rendered piece: `text`, its possessive form, and a `tag` by which variants are chosen.

    The tag of an entity says which one ("you", "monster"); that of a number is the number. An
    amount that grows with something also says so in parts: `base` + `factor` for `each`, at least
    `floor` ("8, and 1 more for each point of your frost").
    """

    text: str
    possessive: str = ""
    tag: str = ""
    each: str = ""
    factor: int = 1
    base: str = ""
    floor: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference `{a.b.c}` as its parts; nested ones are blurred: `dc{loop1.index}` is `dc*`."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    op: str
    a: Any
    b: Any


@dataclass(frozen=True, slots=True)
class Logic:
    op: str
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Math:
    op: str
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    name: str


@dataclass(frozen=True, slots=True)
class Word:
    node: dict


@dataclass(slots=True)
class Scope:
    """What names mean at this place of a card."""

    names: dict[str, Phrase] = field(default_factory=dict)
    events: dict[str, dict[str, Phrase]] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Phrase] = field(default_factory=dict)
    later: dict[str, Phrase] = field(default_factory=dict)
    outer: Scope | None = None
    depth: int = 0

    def inner(self) -> Scope:
        return replace(self, names=dict(self.names), events=dict(self.events), depth=self.depth + 1)

    def afterwards(self) -> Scope:
        """The scope of something that happens later: what was counted before is remembered."""
        inner = self.inner()
        inner.names.update(self.later)
        return inner


def split_references(text: str) -> tuple[str, list[Ref]]:
    """
    Text with each `{reference}` replaced by `__n`, and the references.

    >>> split_references("{you.freezing} * 3")
    ('__0 * 3', [Ref(parts=('you', 'freezing'))])
    """
    text = _OLD_REFERENCE.sub(lambda m: "{" + m.group(1).rstrip(".") + "}", text)
    refs: list[Ref] = []
    out, inside, level = [], "", 0
    for char in text:
        if char == "{":
            level += 1
            if level > 1:
                inside += "*" if level == 2 else ""
                continue
        elif char == "}":
            level -= 1
            if level == 0:
                out.append(f"__{len(refs)}")
                parts = inside.strip().split(".")
                refs.append(Ref(tuple(part for part in parts if part != "base")))
                inside = ""
                continue
        elif level == 0:
            out.append(char)
        elif level == 1:
            inside += char
    return "".join(out), refs


def parse(text: str) -> Any:
    """The tree of a value or condition written as a string; a bare word is a `Symbol`."""
    text = text.strip()
    if _NUMBER.match(text):
        return int(text)
    source, refs = split_references(text)
    if not refs and re.fullmatch(r"[\w.\-]+", text):
        return Symbol(text)
    try:
        return _tree(ast.parse(source.strip(), mode="eval").body, refs)
    except (SyntaxError, ValueError):
        return Symbol(text)


def _tree(node: ast.AST, refs: list[Ref]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value if isinstance(value, int) else Symbol(str(value))
        case ast.Name(id=name):
            return refs[int(name[2:])] if name.startswith("__") else Symbol(name)
        case ast.Attribute():
            return Symbol(ast.unparse(node))
        case ast.Compare(left=left, ops=ops, comparators=right):
            parts: list[Any] = []
            a = _tree(left, refs)
            for op, other in zip(ops, right, strict=True):
                b = _tree(other, refs)
                if isinstance(op, ast.In | ast.NotIn):
                    items = b if isinstance(b, tuple) else (b,)
                    options = Logic("or", tuple(Compare("==", a, item) for item in items))
                    parts.append(options if isinstance(op, ast.In) else Logic("not", (options,)))
                else:
                    parts.append(Compare(_COMPARE[type(op)], a, b))
                a = b
            return parts[0] if len(parts) == 1 else Logic("and", tuple(parts))
        case ast.BoolOp(op=op, values=values):
            name = "and" if isinstance(op, ast.And) else "or"
            return Logic(name, tuple(_tree(value, refs) for value in values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Logic("not", (_tree(operand, refs),))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _tree(operand, refs)
            return -inner if isinstance(inner, int) else Math("neg", (inner,))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _MATH:
            return Math(_MATH[type(op)], (_tree(left, refs), _tree(right, refs)))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return Math("if", tuple(_tree(part, refs) for part in (body, test, orelse)))
        case ast.Call(func=ast.Name(id=name), args=args):
            return Math(name, tuple(_tree(arg, refs) for arg in args))
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            return tuple(_tree(item, refs) for item in elts)
    raise ValueError(f"not an expression: {ast.dump(node)}")


def merge(base: Phrases, extra: Phrases) -> dict[str, Any]:
    """Phrases of a pack over those of the engine, table by table."""
    merged = dict(base)
    for key, value in extra.items():
        old = merged.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            merged[key] = merge(old, value)
        else:
            merged[key] = value
    return merged


def _table(value: Any) -> bool:
    return isinstance(value, Mapping)


class Sentences:
    """
    Says what behaviours do, in one language.

    `phrases` as in `text_words/*.json5`, `defines` the pack's defined words by family
    (`{"doables": {"freeze": {"params": .., "do": [..]}}, ..}`), `card_name` the name of a card id.
    """

    def __init__(self, phrases: Phrases, defines: Phrases | None = None, card_name: Any = None):
        self.phrases = phrases
        self.defines = defines or {}
        self.card_name = card_name or (lambda card_id: None)

    # -- the whole card

    def card(self, behaviors: list[Node], kind: str = "", facts: Phrases | None = None) -> str:
        """
        The sentences of a card's behaviours and of its telling facts in one line.

        `facts` are its printed properties; "" for a card that does nothing.
        """
        scope = Scope(names={key: self.entity_phrase(key) for key in ("you", "this", "spell")})
        scope.facts = {
            name: Phrase(self.symbol(str(value)), tag=str(value))
            for name, value in (facts or {}).items()
        }
        scope.names["match"] = self.entity_phrase("match")
        scope.names["target"] = self.entity_phrase("target")
        if kind in self.phrases.get("entity_of_kind", {}):
            other = self.entity_phrase(self.phrases["entity_of_kind"][kind])
            scope.names["this"] = replace(other, tag="this")
        parts = []
        for behavior in behaviors if isinstance(behaviors, list) else [behaviors]:
            if isinstance(behavior, Mapping):
                parts += self.behavior(dict(behavior), scope.inner())
        for template in self.phrases.get("fact", {}).values():
            parts.append(self.variant(template, scope.facts, {}))
        return self.sentences(parts)

    def behavior(self, node: dict, scope: Scope) -> list[str]:
        at = str(node.get("at", ""))
        if at in self.defines.get("behaviors", {}):
            return self.macro(at, node, scope)
        scope.events[at] = {"playerUUID": scope.names["you"], "*": scope.names["you"]}
        parts = []
        for modifier in _listed(node.get("modifiers")):
            parts.append(self.modifier(modifier, scope, own=at == "always"))
        lead = self.variant(self.look("when", at), scope.facts, {})
        if not lead:
            return [part for part in (*parts, *self.clauses(node.get("do"), scope)) if part]
        deeds = [part for part in parts if part]
        lasting: list[str] = []
        for doable in _listed(node.get("do")):
            # What lasts from then on is no deed of this moment.
            told = deeds if not self.lasts(doable) else lasting
            told += self.clauses(doable, scope)
        return ([lead + self.join(deeds)] if deeds else []) + lasting

    def lasts(self, node: Node) -> bool:
        """Whether a doable only begins something that goes on while the card is in play."""
        if not isinstance(node, Mapping):
            return False
        started = [*_listed(node.get("triggers")), *_listed(node.get("modifiers"))]
        modes = {str(item.get("mode" if "event" in item else "duration")) for item in started}
        return node.get("type") in self.phrases.get("lasting", ()) or modes == {"inPlay"}

    def macro(self, name: str, node: dict, scope: Scope) -> list[str]:
        """A behaviour of the pack's own shape: its phrase, else the behaviours it stands for."""
        define = self.defines["behaviors"][name]
        if self.phrases["text"].get(name) is not None:
            values = {**_defaults(define), **node}
            values["type"] = name
            if "event" in values:
                return [self.reaction(name, values, define, scope)]
            return [self.phrase(name, values, scope)]
        inner = scope.inner()
        inner.params = {**_defaults(define), **{k: v for k, v in node.items() if k != "at"}}
        inner.outer = scope
        parts: list[str] = []
        if scope.depth < _DEPTH:
            for behavior in _listed(define.get("behaviors")):
                if isinstance(behavior, Mapping):
                    parts += self.behavior(dict(behavior), inner)
        return parts

    def reaction(self, name: str, node: dict, define: Node, scope: Scope) -> str:
        """
        A behaviour of the pack's own shape that waits for an event: `{event}`, `{if}` and `{do}`.
        """
        inner = scope.inner()
        listener = _first_trigger(define)
        about = {"of": listener["of"]} if "of" in listener else {}
        rest, event = self.event(str(node["event"]), {**about, **node}, inner)
        deeds = _listed(node.get("do"))
        if never := self.never(str(node["event"]), rest, deeds, inner):
            return never
        clause, adverb = self.provided(rest, deeds, inner)
        clauses = self.clauses(deeds, inner)
        do = Phrase(self.join(clauses), tag="one" if len(clauses) == 1 else "many")
        if any(do.text.startswith(start) for start in self.phrases["sentence"]["starts"]):
            do = replace(do, tag="many")
        values = {"event": Phrase(event), "if": Phrase(clause), "do": do}
        for key in ("limit", "when"):
            values[key] = self.value(node.get(key), inner)
        return adverb + self.variant(self.phrases["text"][name], values, node)

    def never(self, name: str, rest: tuple, deeds: list, scope: Scope) -> str:
        """What is always prevented cannot be done: `event.<name>.never_you`."""
        prevented = [dict(deed).get("type") for deed in deeds if isinstance(deed, Mapping)]
        words = self.look("event", name)
        who = scope.events[name]["playerUUID"].tag
        key = f"never_{who}"
        return words[key] if not rest and prevented == ["cancel"] and key in words else ""

    def provided(self, rest: tuple, deeds: list, scope: Scope) -> tuple[str, str]:
        """The conditions of a trigger as a clause after its event, and as one before it."""
        adverbs, others = [], []
        for part in rest:
            word = part.node.get("type") if isinstance(part, Word) else ""
            if word in self.phrases.get("adverb", {}):
                adverbs.append(self.phrases["adverb"][word])
            elif not self._counted_anyway(part, deeds):
                others.append(part)
        clause = ""
        if others and (told := self.condition(Logic("and", tuple(others)), scope)):
            clause = self.phrases["trigger"]["if"].format(condition=told)
        return clause, "".join(adverbs)

    def _counted_anyway(self, part: Any, deeds: list) -> bool:
        """That there is at least one says nothing more where all is done once for each."""
        return (
            isinstance(part, Compare)
            and (part.op, part.b) == (">", 0)
            and len(deeds) == 1
            and isinstance(deeds[0], Mapping)
            and deeds[0].get("times") is not None
            and self.value_tree(deeds[0]["times"]) == part.a
        )

    def sentences(self, parts: list[str]) -> str:
        style = self.phrases["sentence"]
        done = []
        for part in parts:
            part = part.strip()
            if not part:
                continue
            if style["capital"]:
                part = part[0].upper() + part[1:]
            if part[-1] not in ".。!！?？":
                part += style["end"]
            done.append(part)
        text = style["join"].join(done)
        return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text) if style.get("an") else text

    def join(self, parts: list[str]) -> str:
        """Clauses in one sentence."""
        style = self.phrases["sentence"]
        parts = [part for part in parts if part]
        if not parts:
            return ""
        if any(_is_long(part) for part in parts):
            return style["parts"].join(parts)
        subject = self.entity_phrase("that_player").text + style["space"]
        for i in range(len(parts) - 1, 0, -1):
            if parts[i].startswith(subject) and parts[i - 1].startswith(subject):
                parts[i] = parts[i].removeprefix(subject)
        if len(parts) == 1:
            return parts[0]
        apart = any(parts[-1].startswith(start) for start in style["apart"])
        last = style["clauses" if apart else "last"]
        return style["clauses"].join(parts[:-1]) + last + parts[-1]

    # -- doables

    def clauses(self, nodes: Node, scope: Scope) -> list[str]:
        """One clause for each doable that means something to a reader."""
        nodes = self.bound(nodes, scope)
        if isinstance(nodes, str):
            return [nodes]
        out: list[str] = []
        for node in self._inlined(_listed(nodes)):
            if isinstance(node, Mapping) and (text := self.doable(dict(node), scope)):
                out.append(self._once_more(text, out))
        return out

    def _once_more(self, text: str, before: list[str]) -> str:
        """ "Deal 2 damage. Spread: deal 2 damage again": what was said before happens again."""
        for said in before:
            if text.endswith(said) and len(text) > len(said):
                return text.removesuffix(said) + self.phrases["again"].format(do=said)
        return text

    def _inlined(self, nodes: list) -> list:
        """
        A choice together with what is done to the thing chosen: "choose a card; return that card
        to hand" is "return a card to hand". The name stands for that card from then on.
        """
        out: list = []
        for node in nodes:
            last = out[-1] if out else None
            if isinstance(last, Mapping) and isinstance(node, Mapping):
                kind, key = last.get("type"), f"{{{last.get('id')}}}"
                used = [name for name, value in node.items() if value == key]
                if kind == "let" and _asks(last.get("value")) and used and "id" not in node:
                    out[-1] = {**node, used[0]: last["value"], "=": last}
                    continue
                deeds = _listed(node.get("do"))
                looped = kind == "askAll" and node.get("type") == "loop" and len(deeds) == 1
                if looped and f"askAll_{deeds[0].get('type')}" in self.phrases["text"]:
                    out[-1] = {"type": "askAll", "then": (node, deeds[0]), "=": last}
                    continue
            out.append(node)
        return out

    def doable(self, node: dict, scope: Scope) -> str:
        name = str(node.get("type", ""))
        if name in _SILENT or scope.depth > _DEPTH:
            return ""
        if (now := node.pop("=now", None)) is not None:
            text = self.doable(node, scope)
            return self.phrases["now"].format(text=text, n=now) if text else ""
        if (given := node.pop("=", None)) is not None and name != "askAll":
            text = self.doable(node, scope)
            self._do_let(dict(given), scope)
            return text
        if given is not None:
            loop, deed = node["then"]
            return self._all_give(dict(given), loop, deed, scope)
        amount = self.value_tree(node["amount"]) if isinstance(node.get("amount"), str) else None
        if isinstance(amount, Math) and amount.op == "if":
            more, test, base = ({**node, "amount": item} for item in amount.items)
            node = {"type": "if", "condition": test["amount"], "do": [more], "elsedo": [base]}
            name = "if"
        special = getattr(self, f"_do_{name}", None)
        text = special(node, scope) if special else self.word("doables", node, scope)
        if (key := node.get("id")) and f"={key}" not in scope.params:
            self.name_result(_blur(str(key)), name, node, scope)
        return text

    def name_result(self, key: str, name: str, node: dict, scope: Scope) -> None:
        """After a doable its id stands for what it dealt with."""
        if key in scope.names and name == "let":
            return
        many = str(node.get("amount", node.get("maximum", "1"))) not in ("1", "")
        scope.names[key] = self.entity_phrase("those_cards" if many else "that_card")

    def word(self, family: str, node: dict, scope: Scope) -> str:
        """A word by its phrase, else by the pack's definition of it, else by its name."""
        name = str(node.get("type") or node.get("chooser") or "")
        define = self.defines.get(family, {}).get(name)
        if name in self.phrases["text"]:
            return self.phrase(name, {**_defaults(define or {}), **node}, scope)
        if define and scope.depth < _DEPTH:
            inner = scope.inner()
            inner.params = {**_defaults(define), **node}
            inner.outer = scope
            if family == "doables":
                return self.join(self.clauses(define.get("do"), inner))
            if family == "conditions":
                return self.condition(define.get("value"), inner)
            return self.value(define.get("value"), inner).text
        return self.fill("unknown", {"name": _spell_out(name)})

    def _do_if(self, node: dict, scope: Scope) -> str:
        condition = node.get("condition")
        do, other = _listed(node.get("do")), _listed(node.get("elsedo"))
        known = self.known(condition, scope)
        if known is not None:
            return self.join(self.clauses(do if known else other, scope))
        if (short := self._instead(condition, do, other, scope)) is not None:
            return short
        yes, no = self.join(self.clauses(do, scope)), self.join(self.clauses(other, scope))
        if yes and no:
            clause = self.condition(condition, scope)
            if not clause:
                return yes
            return self.fill("ifelse", {"condition": clause, "do": yes, "elsedo": no})
        if not yes and not no:
            return ""
        if not yes:
            condition = Logic("not", (condition,))
        return self.provided_that(self.conjuncts(condition), yes or no, scope)

    def provided_that(self, parts: tuple, do: str, scope: Scope) -> str:
        """A clause under conditions; a keyword of the pack leads it: "Spread: draw 1 card"."""
        others = []
        for part in parts:
            lead, node = self._lead(part)
            if lead:
                do = self.variant(lead, {**_values(self, node, scope), "do": Phrase(do)}, node)
            else:
                others.append(part)
        clause = self.condition(Logic("and", tuple(others)), scope) if others else ""
        return self.fill("if", {"condition": clause, "do": do}) if clause else do

    def _lead(self, part: Any) -> tuple[Any, dict]:
        """The keyword that stands for a condition, if the pack has one: `words.lead`."""
        table = self.phrases.get("lead", {})
        if isinstance(part, Word):
            return table.get(str(part.node.get("type"))), part.node
        if isinstance(part, Compare) and isinstance(part.a, Ref):
            return table.get(f"{part.a.parts[-1]} {part.op} {_plain(part.b)}"), {}
        return None, {}

    def _instead(self, condition: Node, do: list, other: list, scope: Scope) -> str | None:
        """`if c then damage 12 else damage 9` reads "deal 9 damage; 12 instead if c"."""
        if len(do) != 1 or len(other) != 1 or not isinstance(do[0], Mapping):
            return None
        first, second = dict(do[0]), dict(other[0]) if isinstance(other[0], Mapping) else {}
        more, base = first.pop("amount", None), second.pop("amount", None)
        if more is None or base is None or first != second:
            return None
        values = {
            "base": self.doable({**second, "amount": base}, scope),
            "amount": self.value(more, scope).text,
            "condition": self.condition(condition, scope),
            "unit": self.look("unit", second.get("type")) or self.look("unit", "*"),
        }
        return self.fill("instead", values)

    def _do_loop(self, node: dict, scope: Scope) -> str:
        inner = scope.inner()
        if key := _blur(str(node.get("id", ""))):
            inner.names[key] = self.entity_phrase("it")
        if node.get("target") is not None:
            target = self.entity(node["target"], scope)
            it = target.tag if target.tag.endswith("player") else "it"
            if it != "it":
                inner.names[key] = self.entity_phrase("that_player")
            do = self.join(self.clauses(node.get("do"), inner))
            self._keep_names(inner, scope)
            each = "loop_each" if it == "it" else "loop_each_player"
            subject = self.entity_phrase("that_player").text
            if it != "it" and do.startswith(subject) and do.count(subject) == 1:
                return do.replace(subject, target.text)
            return self.fill(each, {"target": target, "do": do}) if do else ""
        do = self.join(self.clauses(node.get("do"), inner))
        self._keep_names(inner, scope)
        return self.fill("loop_times", {"times": self.times(node.get("times"), scope), "do": do})

    @staticmethod
    def _keep_names(inner: Scope, scope: Scope) -> None:
        for name, phrase in inner.names.items():
            scope.names.setdefault(name, phrase)

    def times(self, node: Node, scope: Scope) -> str:
        n = self.value(node, scope)
        table = self.phrases["number"]
        plain = {"1": "once", "2": "twice"}.get(n.tag, "times")
        if not _NUMBER.match(n.tag):
            plain = "as_often"
        return table[plain].format(n=n.text)

    def _do_while(self, node: dict, scope: Scope) -> str:
        inner = scope.inner()
        do = self.join(self.clauses(node.get("do"), inner))
        clause = self.condition(node.get("condition"), inner)
        return self.fill("while", {"condition": clause, "do": do}) if do else ""

    def _do_let(self, node: dict, scope: Scope) -> str:
        """A name for a value; when somebody is asked for it, that is worth saying."""
        key, value = _blur(str(node.get("id", ""))), node.get("value")
        if isinstance(value, Mapping) and _asks(value):
            many = str(value.get("maximum", "1")) not in ("1", "")
            player = "player" in str(value.get("type", "")).lower()
            name = "that_player" if player else "those_cards" if many else "that_card"
            what = self.entity(value, scope)
            scope.names[key] = self.entity_phrase(name)
            if value.get("type") == "numberChooser":
                scope.names[key] = Phrase(self.phrases["that_number"], tag="that_number")
            return self.fill("pick", {"what": what})
        tree = self.value_tree(value)
        told = self.value(value, scope)
        if isinstance(tree, Ref) and tree.parts[-1] == "count":
            # Counted now, used when the cards may be elsewhere.
            told = Phrase(self.phrases["that_many"], tag="that_many")
        if isinstance(value, Mapping) and value.get("chooser") == "cards":
            told = replace(told, tag="once")
        if isinstance(value, Mapping) and value.get("type") == "sum":
            total = self.phrases["that_total"]
            scope.later[key] = Phrase(total, tag="that_total")
        scope.names[key] = told
        return ""

    def _do_choose(self, node: dict, scope: Scope) -> str:
        options = [option for option in _listed(node.get("options")) if isinstance(option, Mapping)]
        told, blank = [], False
        for option in options:
            inner = scope.inner()
            if each := option.get("each"):
                inner.names[str(option.get("id"))] = self.entity_phrase("it")
                pick = self.fill("pick", {"what": self.entity(each, scope)})
                do = self.join([pick, *self.clauses(option.get("do"), inner)])
            else:
                do = self.join(self.clauses(option.get("do"), inner))
            if do:
                told.append(do)
            else:
                blank = True
        if not told:
            return ""
        listed = self.phrases["text"]["or"].join(told)
        chosen = self.fill("choose_one", {"options": listed}) if len(told) > 1 else listed
        return self.fill("may", {"do": chosen}) if blank else chosen

    def _do_askAll(self, node: dict, scope: Scope) -> str:
        who = self.entity(node.get("target"), scope)
        inner = scope.inner()
        inner.names[str(node.get("as", "p"))] = self.entity_phrase("that_player")
        inner.names["you"] = inner.names.get("you", self.entity_phrase("you"))
        what = self.entity({**node, "type": "cardChooser", "ask": None}, inner)
        return self.fill("every_pick", {"who": who, "what": what})

    def _all_give(self, asked: dict, loop: Mapping, deed: Mapping, scope: Scope) -> str:
        """Everybody chooses a card and does the same thing with it: `text.askAll_<word>`."""
        inner = scope.inner()
        inner.names[str(asked.get("as", "p"))] = self.entity_phrase("each_one")
        inner.names[_blur(str(loop.get("id", "")))] = self.entity_phrase("each_one")
        values = {
            "who": self.entity(asked.get("target"), scope),
            "what": self.entity({**asked, "type": "cardChooser", "ask": None}, inner),
            "to": self.entity(deed.get("to"), inner),
        }
        return self.fill(f"askAll_{deed.get('type')}", values)

    def _do_cancel(self, node: dict, scope: Scope) -> str:
        """Preventing something, in the words of the event that is prevented."""
        for name in reversed(scope.events):
            words = self.look("event", name)
            if _table(words) and "cancel" in words:
                return words["cancel"]
        return self.word("doables", node, scope)

    def _do_addTriggers(self, node: dict, scope: Scope) -> str:
        return self.join([self.trigger(t, scope) for t in _listed(node.get("triggers"))])

    def _do_addModifiers(self, node: dict, scope: Scope) -> str:
        return self.join([self.modifier(m, scope) for m in _listed(node.get("modifiers"))])

    # -- triggers and modifiers

    def trigger(self, node: Node, scope: Scope) -> str:
        if not isinstance(node, Mapping):
            return ""
        name = str(self.bound(node.get("event"), scope) or "instant")
        table = self.phrases["trigger"]
        inner = scope.afterwards()
        if name == "instant":
            return table["instant"].format(do=self.join(self.clauses(node.get("do"), inner)))
        rest, event = self.event(name, node, inner)
        clause, adverb = self.provided(rest, _listed(node.get("do")), inner)
        do = self.join(self.clauses(node.get("do"), inner))
        if not do:
            return ""
        mode = str(self.bound(node.get("mode"), scope) or "inPlay")
        if mode == "once" and "Round" in str(node.get("until", "")):
            mode = "once_round"
        text = table.get(mode, table["inPlay"])
        return adverb + text.format_map({"event": event, "if": clause, "do": do})

    def event(self, name: str, node: Mapping, scope: Scope) -> tuple[tuple, str]:
        """The event as a clause, and what of the condition the clause does not say already."""
        words = self.look("event", name, default=None)
        words = words if _table(words) else {"any": words or _spell_out(name)}
        card_key = words.get("card")
        who, filters, rest = "any", [], []
        for part in self.conjuncts(node.get("condition")):
            player = self._pins_player(part, name, scope)
            if player:
                who = player
            elif card_key and self._is_about(part, (name, card_key), scope):
                filters.append(part)
            else:
                rest.append(part)
        this = node.get("of") is not None and self.entity(node["of"], scope).tag == "this"
        phrase_of = {
            "you": self.entity_phrase("you"),
            "other": self.entity_phrase("another_player"),
            "any": self.entity_phrase("some_player"),
        }[who]
        actor = phrase_of if who == "you" else self.entity_phrase("that_player")
        noun = str(words.get("noun", "card"))
        monsters = any(_plain(getattr(part, "b", None)) == "monster" for part in filters)
        dealt = "that_monster" if noun == "monster" or monsters else "that_card"
        text = self.entity_phrase(dealt).text
        other = Phrase(text, self.phrases["possessive"].format(text=text), dealt)
        thing = scope.names["this"] if this else other
        context = {"playerUUID": actor, "sourcePlayerUUID": actor, "kickerUUID": actor}
        for key, told in (words.get("context") or {}).items():
            context[key] = Phrase(told, self.phrases["possessive"].format(text=told), key)
        for key, told in (words.get("each") or {}).items():
            known = context.get(key) or self._of_context(key, {})
            context[key] = replace(known, each=told)
        for key in _CARD_CONTEXT:
            context[key] = thing
        scope.events[name] = context
        scope.names["subject"] = thing
        it = (name, card_key or "")
        card = self.noun(noun, tuple(filters), scope, it=it, article=True)
        keys = [f"this_{who}", "this"] if this else []
        keys += [who, "any"]
        if node.get("when") == "before":
            keys = [*(f"before_{key}" for key in keys), *keys]
        template = next((words[key] for key in keys if key in words), _spell_out(name))
        return tuple(rest), template.format_map(_Blank({"card": card, "who": phrase_of.text}))

    def _pins_player(self, part: Any, event: str, scope: Scope) -> str | None:
        """A comparison of the event's player with you says whose event it is."""
        if not isinstance(part, Compare) or part.op not in ("==", "!="):
            return None
        for a, b in ((part.a, part.b), (part.b, part.a)):
            if (
                isinstance(a, Ref)
                and len(a.parts) == 2
                and a.parts[0] == event
                and a.parts[1].lower().endswith("playeruuid")
                and self.value(b, scope).tag == "you"
            ):
                return "you" if part.op == "==" else "other"
        return None

    @staticmethod
    def _is_about(part: Any, root: tuple[str, str], scope: Scope) -> bool:
        """Whether a condition speaks of a property of one thing only."""
        if isinstance(part, Compare):
            a, b = part.a, part.b
            about = isinstance(a, Ref) and a.parts[: len(root)] == root and len(a.parts) > len(root)
            return about and not (isinstance(b, Ref) and b.parts[: len(root)] == root)
        if isinstance(part, Logic):
            return all(Sentences._is_about(item, root, scope) for item in part.items)
        return False

    def modifier(self, node: Node, scope: Scope, own: bool = False) -> str:
        """
        A lasting change of numbers; `own`: of this very card, under the conditions of `where`.
        """
        if not isinstance(node, Mapping):
            return ""
        inner = scope.inner()
        inner.names["it.owner"] = scope.names["you"]
        where = node.get("where")
        other: tuple[Any, ...] = ()
        if own:
            inner.names["it"] = cards = scope.names["this"]
            # Whether anybody has the card at all is not worth saying.
            parts = self.conjuncts(where)
            other = tuple(part for part in parts if part != Ref(("it", "owner")))
        elif node.get("of") is not None:
            cards = self.entity(node["of"], scope)
        elif where is None or self._only_this(where, scope):
            cards = scope.names["this"]
        else:
            cards, other = self._modified(self.conjuncts(where), inner)
        if cards.tag == "many" and any(self._lead(part)[0] for part in other):
            told = self.entity_phrase("those_cards")
            text = self._modification(node, told, inner)
            text = self.provided_that(other, text, inner)
            text = self.fill("gain", {"cards": cards, "do": text})
        else:
            text = self.provided_that(other, self._modification(node, cards, inner), inner)
        duration = str(self.bound(node.get("duration"), scope) or "inPlay")
        return self.look("duration", duration, default="{x}").format(x=text)

    def _modified(self, parts: tuple, scope: Scope) -> tuple[Phrase, tuple]:
        """The cards that conditions speak of, and the conditions that speak of something else."""
        about = tuple(part for part in parts if _mentions(part, "it"))
        other = [part for part in parts if not _mentions(part, "it")]
        for part in other:
            # "if no spell was played, all your spells" is "your first spell"
            key = f"{part.a.parts[-1]} {part.op} {_plain(part.b)}" if _of_ref(part) else ""
            if which := self.look("which", key):
                other.remove(part)
                about = tuple(item for item in about if not self._owned(item))
                noun = self.noun("card", about, scope, it=("it",), number=0)
                return Phrase(which.format(noun=noun), tag="one"), tuple(other)
        text = self.noun("card", about, scope, it=("it",), all_of=True)
        own = self.phrases["possessive"].format(text=text)
        return Phrase(text, own, "many"), tuple(other)

    @staticmethod
    def _owned(part: Any) -> bool:
        return _of_ref(part) and part.a.parts == ("it", "owner")

    def _modification(self, node: Mapping, cards: Phrase, scope: Scope) -> str:
        """What a modifier changes; "+3; +5 instead if ..." where its amount is one of two."""
        mode, name = str(node.get("mode", "add")), str(node.get("property"))
        table = self.phrases["modifier"]
        template = table[name] if name in table else table.get(mode, "{property}")
        tree = self.value_tree(node.get("amount"))
        base, more = tree, None
        if isinstance(tree, Math) and tree.op == "if":
            more, test, base = tree.items
        values = {
            "property": self.field_name(name),
            "cards": cards,
            "amount": self.value(base, scope),
            "mode": Phrase(mode, tag=mode),
        }
        text = self.variant(template, values, node)
        if more is None or not text:
            return text
        condition = self.condition(test, scope)
        told = {"base": text, "amount": self.value(more, scope), "condition": condition}
        return self.fill(f"instead_{mode}", told)

    def _only_this(self, where: Node, scope: Scope) -> bool:
        parts = self.conjuncts(where)
        return (
            len(parts) == 1
            and isinstance(parts[0], Compare)
            and (
                parts[0].op == "=="
                and {self._root(parts[0].a), self._root(parts[0].b)} == {"it", "this"}
            )
        )

    @staticmethod
    def _root(node: Any) -> str:
        return node.parts[0] if isinstance(node, Ref) and len(node.parts) == 1 else ""

    # -- conditions

    def conjuncts(self, node: Node) -> tuple[Any, ...]:
        """A condition as the parts that must all hold."""
        tree = self.condition_tree(node)
        if tree is True:
            return ()
        if isinstance(tree, Logic) and tree.op == "and":
            return tuple(part for item in tree.items for part in self.conjuncts(item))
        return (tree,)

    def condition_tree(self, node: Node) -> Any:
        if node is None or node is True:
            return True
        if isinstance(node, list | tuple):
            return Logic("and", tuple(self.condition_tree(item) for item in node))
        if isinstance(node, str):
            return parse(node)
        if not isinstance(node, Mapping):
            return node
        name = node.get("type")
        if name in _COMPARISONS:
            a, b = self.value_tree(node.get("value1")), self.value_tree(node.get("value2"))
            return Compare(_COMPARISONS[str(name)], a, b)
        if name in ("And", "Or"):
            items = tuple(self.condition_tree(item) for item in _listed(node.get("conditions")))
            return Logic(str(name).lower(), items)
        if name == "Not":
            return Logic("not", (self.condition_tree(node.get("condition")),))
        if name == "AlwaysTrue":
            return True
        if name == "AlwaysFalse":
            return False
        return Word(dict(node))

    def known(self, node: Node, scope: Scope) -> bool | None:
        """A condition that is settled by the parameters of a word needs no saying."""
        tree = self.condition_tree(self.bound(node, scope))
        if isinstance(tree, bool):
            return tree
        if isinstance(tree, Compare) and tree.op in ("==", "!="):
            a, b = (self._literal(side, scope) for side in (tree.a, tree.b))
            if a is not None and b is not None:
                return (a == b) == (tree.op == "==")
        return None

    def _literal(self, node: Any, scope: Scope) -> str | None:
        if isinstance(node, Ref) and len(node.parts) == 1 and node.parts[0] in scope.params:
            node = self.value_tree(scope.params[node.parts[0]])
        if isinstance(node, Symbol):
            return node.name
        return str(node) if isinstance(node, int) else None

    def condition(self, node: Node, scope: Scope) -> str:
        """A condition as a clause: "you have a wand equipped"."""
        node = self.bound(node, scope)
        tree = self.condition_tree(node)
        words = self.phrases["logic"]
        if isinstance(tree, bool):
            return words["true" if tree else "false"]
        if isinstance(tree, Logic):
            if tree.op == "not":
                inner = self.condition_tree(self.bound(tree.items[0], scope))
                if isinstance(inner, Ref):
                    return self.condition(Compare("==", inner, 0), scope)
                if isinstance(inner, Compare):
                    turned = Compare(_OPPOSITE[inner.op], inner.a, inner.b)
                    return self.condition(turned, scope)
                negative = f"Not{inner.node.get('type')}" if isinstance(inner, Word) else ""
                if negative in self.phrases["text"]:
                    return self.phrase(negative, inner.node, scope)
                return words["not"].format(x=self.condition(inner, scope))
            parts = [
                self.condition(item, scope)
                for item in tree.items
                if not (isinstance(item, Ref) and item.parts == ("it", "owner"))
            ]
            return words[tree.op].join(part for part in parts if part)
        if isinstance(tree, Compare):
            return self.comparison(tree, scope)
        if isinstance(tree, Word):
            return self.word("conditions", tree.node, scope)
        if isinstance(tree, Ref):
            table = self.phrases.get("comparison", {})
            for key in (f"{tree.parts[-1]} > 0", f"{tree.parts[-1]} != 0"):
                if key in table:
                    return self.comparison(Compare(key.split()[1], tree, 0), scope)
        return self.value(tree, scope).text

    def comparison(self, tree: Compare, scope: Scope) -> str:
        op, a, b = tree.op, tree.a, tree.b
        if isinstance(a, int | Symbol) and not isinstance(b, int | Symbol):
            op, a, b = _MIRROR[op], b, a
        if isinstance(a, Ref):
            table = self.phrases.get("comparison", {})
            for key in (f"{'.'.join(a.parts)} {op} {_plain(b)}", f"{a.parts[-1]} {op} {_plain(b)}"):
                if key in table:
                    return table[key].format_map(_Blank(self._sides(a, b, scope)))
            if a.parts[-1] == "count" and isinstance(b, int):
                counted = self.value(Ref(a.parts[:-1]), scope)
                if counted.tag in ("that_card", "those_cards") and (op, b) == (">", 0):
                    return self.phrases["some_chosen"]
                return self.counted(op, self._cards_of(counted), b)
        if isinstance(a, Word) and a.node.get("type") == "count" and isinstance(b, int):
            of = self.bound(a.node.get("of"), scope)
            if isinstance(of, Mapping) and of.get("chooser") == "cards":
                return self.counted(op, self._cards(of, scope, listed=False).text, b)
            return self.counted(op, self.entity(of, scope).text, b)
        sides = self._sides(a, b, scope)
        return self.phrases["compare"][op].format(a=sides["a"], b=sides["b"])

    def _sides(self, a: Any, b: Any, scope: Scope) -> dict[str, str]:
        owner = Phrase("")
        if isinstance(a, Ref) and len(a.parts) > 1:
            owner = self.value(Ref(a.parts[:-1]), scope)
        return {
            "a": self.value(a, scope).text,
            "b": self.value(b, scope).text,
            "owner": owner.text,
            "possessive": owner.possessive,
        }

    def _cards_of(self, phrase: Phrase) -> str:
        """ "your hand" as what lies in it"""
        if phrase.tag != "zone":
            return phrase.text
        return self.phrases["cards_of"].format(things=phrase.text)

    def counted(self, op: str, things: str, b: int) -> str:
        """How many there are, as a clause."""
        if (op, b) in (("==", 0), ("<", 1), ("<=", 0)):
            return self.phrases["empty"].format(things=things)
        if (op, b) in ((">", 0), (">=", 1), ("!=", 0)):
            return self.phrases["some"].format(things=things)
        if op in (">", ">="):
            return self.phrases["at_least"].format(things=things, n=b + (op == ">"))
        if op in ("<", "<="):
            return self.phrases["at_most"].format(things=things, n=b - (op == "<"))
        count = self.phrases["count"].format(things=things)
        return self.phrases["compare"][op].format(a=count, b=b)

    # -- values and entities

    def bound(self, node: Node, scope: Scope) -> Node:
        """A parameter of a defined word stands for what was given."""
        seen = 0
        while isinstance(node, str) and node[:1] == "{" and node[1:-1] in scope.params and seen < 5:
            node, seen = scope.params[node[1:-1]], seen + 1
            if isinstance(node, str) and node[:1] == "{" and scope.outer is not None:
                return self.bound(node, scope.outer)
        return node

    def value_tree(self, node: Node) -> Any:
        if isinstance(node, str):
            return parse(node)
        if isinstance(node, Mapping):
            name = node.get("type")
            if name in ("getCardProperty", "getProperty"):
                of = node.get("cardUUID", node.get("card", node.get("of")))
                tree = self.value_tree(of)
                if isinstance(tree, Ref):
                    return Ref((*tree.parts, str(node.get("property"))))
            if name in _ARITHMETIC:
                items = node.get("values") or [node.get("value1"), node.get("value2")]
                return Math(_ARITHMETIC[str(name)], tuple(self.value_tree(i) for i in items))
            if name in ("min", "max") and node.get("values"):
                return Math(str(name), tuple(self.value_tree(i) for i in node.get("values", [])))
            return Word(dict(node))
        return node

    def value(self, node: Node, scope: Scope) -> Phrase:
        """Any value as a phrase."""
        if scope.depth > _DEPTH:
            return Phrase("…")
        node = self.bound(node, scope)
        if isinstance(node, list):
            return self._union(node, scope)
        tree = self.value_tree(node)
        match tree:
            case None:
                return Phrase("", tag="-")
            case bool():
                return Phrase(self.symbol(str(tree).lower()), tag=str(tree).lower())
            case int():
                return Phrase(str(tree), tag=str(tree))
            case float():
                return Phrase(f"{tree:g}", tag=f"{tree:g}")
            case Ref(parts=parts):
                return self.reference(parts, scope)
            case Symbol(name=name):
                return Phrase(self.symbol(name), tag=name)
            case Math():
                return self.math(tree, scope)
            case Compare() | Logic():
                return Phrase(self.condition(tree, scope))
            case Word(node=inner):
                return self.entity(inner, scope)
        return Phrase(str(tree))

    def math(self, tree: Math, scope: Scope) -> Phrase:
        words = self.phrases["math"]
        parts = [self.value(item, scope) for item in tree.items]
        if tree.op == "if" and len(parts) == 3:
            clause = self.condition(tree.items[1], scope)
            return Phrase(words["if"].format(a=parts[0], c=clause, b=parts[2]))
        if all(_NUMBER.match(part.tag) for part in parts) and tree.op in ("+", "-", "*"):
            a, b = (int(part.tag) for part in parts)
            n = a + b if tree.op == "+" else a - b if tree.op == "-" else a * b
            return Phrase(str(n), tag=str(n))
        if (grown := self._growing(tree.op, parts)) is not None:
            return grown
        if parts[0].tag in self.phrases["context"] and len(parts) == 2:
            key = "*2" if tree.op == "*" and parts[1].tag == "2" else tree.op
            if key in words:
                text = words[key].format(a=parts[0].text, b=parts[1].text)
                return Phrase(text, tag=f"{parts[0].tag}{tree.op}{parts[1].tag}")
        if tree.op == "-" and len(parts) == 2 and parts[0].tag == "0":
            tree, parts = Math("neg", tree.items[1:]), parts[1:]
        if tree.op == "*" and len(parts) == 2:
            minus = [part.tag for part in parts if re.match(r"-\d", part.tag)]
            if minus:
                turned = tuple(-item if isinstance(item, int) else item for item in tree.items)
                text = self.math(Math("*", turned), scope).text
                return Phrase(words["neg"].format(a=text), tag=f"-{text}")
        if tree.op == "neg":
            return Phrase(words["neg"].format(a=parts[0]), tag=f"-{parts[0].text}")
        if tree.op == "*" and _NUMBER.match(parts[0].tag):
            parts.reverse()
        if tree.op in ("min", "max") and _NUMBER.match(parts[0].tag):
            parts.reverse()
        key = "*2" if tree.op == "*" and parts[-1].tag == "2" else tree.op
        if key not in words:
            return Phrase("…")
        text = parts[0].text
        for part in parts[1:] or [Phrase("")]:
            text = words[key].format(a=text, b=part.text)
        return Phrase(text)

    def _growing(self, op: str, parts: list[Phrase]) -> Phrase | None:
        """An amount that grows with something: 3 for each, 8 and 1 for each, at least 20."""
        words = self.phrases["math"]
        if op == "neg" and parts[0].each and not parts[0].base:
            text = words["neg"].format(a=parts[0])
            return replace(parts[0], text=text, tag=f"-{parts[0].text}", factor=-parts[0].factor)
        if len(parts) != 2:
            return None
        number, grows = sorted(parts, key=lambda part: bool(part.each))
        if not _NUMBER.match(number.tag) or not grows.each:
            return None
        n = int(number.tag)
        if op == "*" and not grows.base:
            key = "*2" if n == 2 else "*"
            text = words[key].format(a=grows.text, b=n)
            told = replace(grows, text=text, tag="", possessive="", factor=grows.factor * n)
            if n < 0:
                text = words[key].format(a=grows.text, b=-n)
                told = replace(told, text=words["neg"].format(a=text), tag=f"-{text}")
            return told
        if op in "+-" and not grows.base and (op == "+" or parts[0] is number):
            text = words[op].format(a=n, b=grows.text)
            factor = grows.factor if op == "+" else -grows.factor
            return replace(grows, text=text, tag="", base=str(n), factor=factor)
        if op == "max":
            return replace(grows, text=words["max"].format(a=grows.text, b=n), floor=str(n))
        return None

    def reference(self, parts: tuple[str, ...], scope: Scope) -> Phrase:
        """`{you.hand.count}` → "the number of cards in your hand"."""
        root = parts[0]
        if parts[:2] in (("it", "owner"), ("this", "owner")) and "it.owner" in scope.names:
            phrase = scope.names["it.owner"]
            for part in parts[2:]:
                phrase = self.member(phrase, part)
            return phrase
        if root in scope.params and root not in ("you", "this", "target", "type", "id"):
            outer = scope.outer or scope
            phrase, rest = self.value(scope.params[root], outer), parts[1:]
        elif root in scope.events or self.look("event", root, default=None):
            context = scope.events.get(root, {})
            key = parts[1] if len(parts) > 1 else ""
            phrase, rest = self._of_context(key, context), parts[2:]
        elif root in scope.names:
            phrase, rest = scope.names[root], parts[1:]
            if phrase.tag == "once":
                scope.names[root] = self.entity_phrase("those_cards")
        elif root == "it":
            phrase, rest = self.entity_phrase("it"), parts[1:]
        else:
            phrase, rest = Phrase(_spell_out(root)), parts[1:]
        for part in rest:
            phrase = self.member(phrase, part)
        return phrase

    def _of_context(self, key: str, context: dict[str, Phrase]) -> Phrase:
        if key in context:
            return context[key]
        if key.lower().endswith("playeruuid"):
            return context.get("*") or self.entity_phrase("that_player")
        if "*" in context:
            return context["*"]
        if key.endswith("UUID"):
            return self.entity_phrase("that_card")
        text = self.look("context", key, default=_spell_out(key))
        return Phrase(text, self.phrases["possessive"].format(text=text), key)

    def member(self, phrase: Phrase, name: str) -> Phrase:
        """What follows a dot."""
        if name in ("UUID", "id", "cardUUID", "cards", "cardUUIDs", "target"):
            return phrase
        if name == "base":
            return phrase
        if name in ("next", "previous", "owner"):
            text = self.phrases[name].format(text=phrase.text, possessive=phrase.possessive)
            return self._noun_phrase(text, "that_player")
        if name == "count":
            things = self._cards_of(phrase)
            each = (
                self.phrases["each_of"].format(things=phrase.text) if phrase.tag == "zone" else ""
            )
            return Phrase(self.phrases["count"].format(things=things), each=each)
        if name in ("first", "last", "top", "bottom"):
            key = "first" if name in ("first", "bottom") else "last"
            return self._noun_phrase(self.phrases[key].format(things=phrase.text), "")
        if name in self.phrases["zone"]:
            zone = self.phrases["zone"][name]
            own = "" if phrase.tag == "match" else phrase.possessive
            text = self.phrases["of" if own else "the"].format(possessive=own, name=zone)
            return self._noun_phrase(text, "zone")
        if name in self.phrases["result"] and name not in self.phrases["field"]:
            return Phrase(self.phrases["result"][name])
        if not phrase.possessive:
            return Phrase(self.field_name(name), tag=name)
        told = {"possessive": phrase.possessive, "owner": phrase.text}
        form = self.look("of_field", name) or self.phrases["of"]
        text = form.format(**told, name=self.field_name(name))
        return Phrase(text, tag=name, each=self.look("each", name).format(**told))

    def zone_phrase(self, zone: str, owner: Phrase | None, cards: str = "") -> Phrase:
        noun = cards or self.look("noun", "card", 1)
        name = self.phrases["zone"].get(zone, _spell_out(zone))
        key = "in_zone" if owner is not None and owner.possessive else "in_shared_zone"
        if owner is not None and owner.tag == "match":
            key = "in_shared_zone"
        possessive = owner.possessive if owner is not None else ""
        told = owner.text if owner is not None else ""
        text = self.phrases[key].format(cards=noun, possessive=possessive, owner=told, zone=name)
        return self._noun_phrase(text, "those_cards")

    def _noun_phrase(self, text: str, tag: str) -> Phrase:
        return Phrase(text, self.phrases["possessive"].format(text=text), tag)

    def entity(self, node: Node, scope: Scope) -> Phrase:
        """Who or what: a reference, a union of such, or a chooser."""
        node = self.bound(node, scope)
        if isinstance(node, list):
            return self._union(node, scope)
        if not isinstance(node, Mapping):
            return self.value(node, scope)
        name = str(node.get("type") or node.get("chooser") or "")
        if not isinstance(self.value_tree(node), Word):
            return self.value(node, scope)
        if name == "count":
            of = self.bound(node.get("of"), scope)
            things = self._cards_of(self.entity(of, scope))
            each = ""
            if isinstance(of, Mapping) and of.get("chooser") == "cards" and of.get("zone"):
                each = self._cards(of, scope, "each").text
                things = self._cards(of, scope, listed=False).text
            return Phrase(self.phrases["count"].format(things=things), each=each)
        if name == "sum":
            things = self._cards_of(self.entity(node.get("of"), scope))
            what = self.value(node.get("value"), scope) if node.get("value") else None
            told = what.text if what else self.field_name(str(node.get("property", "")))
            if isinstance(tree := self.value_tree(node.get("value")), Ref):
                told = self.field_name(next(p for p in reversed(tree.parts) if p != "base"))
            return Phrase(self.phrases["sum"].format(things=things, what=told))
        if name == "players":
            return self._players(node, scope)
        if name == "cards":
            return self._cards(node, scope)
        if name.endswith("Chooser"):
            return self._asked(name, node, scope)
        family = "choosers" if "chooser" in node else "values"
        text = self.word(family, dict(node), scope)
        phrase = self._noun_phrase(text, name)
        return replace(phrase, each=self.look("each", name)) if family == "values" else phrase

    def _union(self, nodes: list, scope: Scope) -> Phrase:
        phrases = [phrase for node in nodes if (phrase := self.entity(node, scope)).text]
        if not phrases:
            return Phrase("")
        if len(phrases) == 1:
            return phrases[0]
        return self._noun_phrase(self.phrases["union"].join(p.text for p in phrases), "")

    def _players(self, node: Mapping, scope: Scope) -> Phrase:
        without = self.entity(node["except"], scope) if node.get("except") is not None else None
        conjuncts = self.conjuncts(node.get("where"))
        rest = []
        for part in conjuncts:
            sides = {self._root(getattr(part, side, None)) for side in ("a", "b")}
            if isinstance(part, Compare) and part.op == "!=" and "it" in sides and "you" in sides:
                without = self.entity_phrase("you")
            else:
                rest.append(part)
        base = self.entity_phrase("every_other_player" if without else "every_player")
        if not rest:
            return base
        text = self.filtered(base.text, tuple(rest), scope, ("it",))
        return self._noun_phrase(text, base.tag)

    def _cards(
        self, node: Mapping, scope: Scope, quantity: str = "", n: str = "", listed: bool = True
    ) -> Phrase:
        """Cards of a zone; with a `quantity` of `phrases["quantity"]` that many of them."""
        conjuncts = self.conjuncts(node.get("where"))
        owner = self.entity(node["of"], scope) if node.get("of") is not None else None
        zone = node.get("zone")
        one = quantity in ("one", "each") or (n == "1" and bool(quantity))
        late: list[str] = []
        noun = self.noun("card", conjuncts, scope, it=("it",), number=0 if one else 1, late=late)
        if node.get("from") is not None or zone is None:
            noun += "".join(late)
            late.clear()
        for side in ("top", "bottom"):
            if node.get(side) is not None:
                count = self.value(node[side], scope)
                key = f"{side}_one" if count.tag == "1" else side
                if zone is not None and owner is not None and f"{key}_of_zone" in self.phrases:
                    name = self.phrases["zone"].get(zone, _spell_out(str(zone)))
                    text = self.phrases[f"{key}_of_zone"].format(
                        n=count.text,
                        cards=noun,
                        owner=owner.text,
                        possessive=owner.possessive,
                        zone=name,
                    )
                    return self._noun_phrase(text, "those_cards")
                noun = self.phrases[key].format(n=count.text, cards=noun)
        if node.get("from") is not None:
            pool = self.entity(node["from"], scope)
            text = self._cards_of(pool)
            if conjuncts:
                if quantity:
                    noun = self.phrases["quantity"][quantity].format(noun=noun, n=n)
                text = self.phrases["among"].format(cards=noun, things=text)
                return self._noun_phrase(text, "")
            if not quantity:
                return pool
            if quantity:
                text = self._of_those(pool, text, quantity, n)
            return self._noun_phrase(text, "")
        if quantity == "each":
            whose = owner or Phrase("")
            text = self.phrases["each_in_zone"].format(
                owner=whose.text,
                possessive=whose.possessive,
                zone=self.phrases["zone"].get(str(zone), _spell_out(str(zone))),
                cards=noun,
            )
            return Phrase(text + "".join(late))
        if quantity:
            noun = self.phrases["quantity"][quantity].format(noun=noun, n=n)
        elif listed and zone is not None and node.get("top") is None and node.get("bottom") is None:
            noun = self.phrases["all"].format(noun=noun)
        if zone is None:
            return self._noun_phrase(noun, "")
        told = self.zone_phrase(zone, owner, noun)
        return self._noun_phrase(told.text + "".join(late), told.tag) if late else told

    def _of_those(self, pool: Phrase, text: str, quantity: str, n: str) -> str:
        """Some of certain things: "2 of those cards"."""
        table = "quantity_of_those" if pool.tag == "those_cards" else "quantity_of"
        return self.phrases[table][quantity].format(things=text, n=n)

    def _asked(self, name: str, node: Mapping, scope: Scope) -> Phrase:
        """What a player is asked for. Your own choice among everything needs no explanation."""
        base = name.removesuffix("Chooser")
        low, high = str(node.get("minimum", 1)), str(node.get("maximum", 1))
        pool, where = self.bound(node.get("from"), scope), self.conjuncts(node.get("where"))
        asked = self.entity(node["ask"], scope) if node.get("ask") is not None else None
        n = self.value(node.get("maximum", 1), scope)
        if low == "0":
            quantity = "up_to" if n.tag and _NUMBER.match(n.tag) else "any"
        else:
            quantity = "one" if high == "1" else "n"
        if base == "number":
            values = {"minimum": self.value(node.get("minimum", 0), scope), "maximum": n}
            text = self.variant(self.phrases["text"]["numberChooser"], values, node)
            return self._noun_phrase(text, "any" if low == "0" else "")
        if pool is None and name in self.phrases["text"]:
            text = self.phrase(name, dict(node), scope)
            if where:
                text = self.filtered(text, where, scope, ("it",))
            own = self.phrases["entity"].get(base, {}).get("possessive")
            own = own or self.phrases["possessive"].format(text=text)
            tag = base if not where and (asked is None or asked.tag == "you") else ""
            return Phrase(text, own, tag)
        pool = self._as_chooser(pool)
        if isinstance(pool, Mapping) and pool.get("chooser") == "cards":
            merged = {**pool}
            if where:
                both = Logic("and", (*self.conjuncts(pool.get("where")), *where))
                merged["where"] = both
            phrase = self._cards(merged, scope, quantity, n.text)
        elif isinstance(pool, Mapping) and where and self._noun_of(pool):
            number = 0 if quantity == "one" or high == "1" else 1
            text = self.noun(self._noun_of(pool), where, scope, it=("it",), number=number)
            text = self.phrases["quantity"][quantity].format(noun=text, n=n.text)
            phrase = self._noun_phrase(text, "")
        elif pool is None and base == "card":
            phrase = self._cards({"where": node.get("where")}, scope, quantity, n.text)
        else:
            of = self.entity(pool or {"chooser": f"{base}s"}, scope)
            things = self._cards_of(of)
            if where:
                things = self.filtered(things, where, scope, ("it",))
            known = pool.get("chooser") if isinstance(pool, Mapping) else None
            text = self.look("one", known) if quantity == "one" and not where else ""
            text = text or self._of_those(of, things, quantity, n.text)
            if base == "player":
                text = self.phrases["text"]["playerChooser"]
                if of.tag == "every_other_player":
                    other = self.entity_phrase("one_other_player")
                    # Somebody among the others: who chooses goes without saying.
                    mine = isinstance(pool, Mapping) and pool.get("except") == node.get("ask")
                    return other if mine else self._chosen(other, asked)
            phrase = self._noun_phrase(text, "")
        return self._chosen(phrase, asked)

    def _chosen(self, phrase: Phrase, asked: Phrase | None) -> Phrase:
        """What somebody chooses; that you choose yourself needs no saying."""
        if asked is None or asked.tag == "you":
            return phrase
        text = self.phrases["chosen_by"].format(things=phrase.text, who=asked.text)
        return self._noun_phrase(text, "")

    def _as_chooser(self, pool: Node) -> Node:
        """ "{you.play}" as the chooser of the same cards; anything else as it is"""
        tree = self.value_tree(pool) if isinstance(pool, str) else None
        if not isinstance(tree, Ref) or len(tree.parts) < 2:
            return pool
        *whose, zone = tree.parts
        if zone not in self.phrases["zone"]:
            return pool
        of = {} if whose == ["match"] else {"of": f"{{{'.'.join(whose)}}}"}
        return {"chooser": "cards", "zone": zone, **of}

    def _noun_of(self, pool: Mapping) -> str:
        """The noun for a pack's chooser such as `monsters`, if it has one."""
        name = str(pool.get("chooser", "")).removesuffix("s")
        name = name.removeprefix("all").lower()
        return name if name in self.phrases["noun"] else ""

    # -- nouns with filters

    def noun(
        self,
        kind: str,
        conjuncts: tuple,
        scope: Scope,
        it: tuple[str, ...],
        article: bool = False,
        all_of: bool = False,
        number: int = 1,
        late: list[str] | None = None,
    ) -> str:
        """ "a fire card whose mana cost is 4 or less"; clauses go to `late`, if given."""
        number = 0 if article else number
        noun = self.look("noun", kind, number) or self.look("noun", "card", number)
        rest, owner = [], ""
        for part in conjuncts:
            if isinstance(part, Compare) and part.op == "==" and isinstance(part.a, Ref):
                if part.a.parts == (*it, "owner"):
                    owner = self.value(part.b, scope).possessive
                    continue
                known = part.a.parts in ((*it, "kind"), (*it, "type"))
                if known and isinstance(part.b, Symbol) and self.look("noun", part.b.name):
                    noun = self.look("noun", part.b.name, number)
                    kind = part.b.name
                    continue
            rest.append(part)
        text = self.filtered(noun, tuple(rest), scope, it, late)
        if owner:
            mine = owner == self.entity_phrase("you").possessive
            key = ("all_" if all_of else "") + ("yours" if mine else "theirs")
            return self.phrases["filter"][key].format(noun=text, owner=owner)
        if article:
            return (self.look("article", kind) or self.phrases["a"]).format(noun=text)
        return self.phrases["all"].format(noun=text) if all_of else text

    def filtered(
        self,
        noun: str,
        conjuncts: tuple,
        scope: Scope,
        it: tuple[str, ...],
        late: list[str] | None = None,
    ) -> str:
        """A noun narrowed by conditions; with `late` the clauses behind it are put there."""
        words = self.phrases["filter"]
        clauses, others = [], []
        for part in conjuncts:
            simple = isinstance(part, Compare) and isinstance(part.a, Ref) and part.op in words
            if not simple or part.a.parts[: len(it)] != it or len(part.a.parts) != len(it) + 1:
                inner = scope.inner()
                inner.names["it"] = self.entity_phrase("it")
                others.append(self.condition(part, inner))
                continue
            name, value = part.a.parts[-1], self.value(part.b, scope).text
            if isinstance(part.b, Symbol) and part.op in ("==", "!="):
                key = "adjective" if part.op == "==" else "not_adjective"
                form = self.phrases.get(key, {}).get(part.b.name) or words[key]
                noun = form.format(value=value, noun=noun)
            else:
                clauses.append(words[part.op].format(name=self.field_name(name), value=value))
        if others := [clause for clause in others if clause]:
            noun = words["other"].format(noun=noun, clause=words["clauses"].join(others))
        if clauses:
            clause = words["clauses"].join(clauses)
            if late is not None and words["clause"].startswith("{noun}"):
                late.append(words["clause"].format(noun="", clause=clause))
            else:
                noun = words["clause"].format(noun=noun, clause=clause)
        return noun

    def described(self, noun: str, parts: tuple, scope: Scope) -> str:
        """`described.<noun>`: the thing, and how each condition narrows it."""
        words = self.phrases["described"][noun]
        text = words["noun"]
        for part in parts:
            if isinstance(part, Word) and part.node.get("type") in words:
                values = {**_values(self, part.node, scope), "noun": Phrase(text)}
                text = self.variant(words[part.node["type"]], values, part.node)
            elif isinstance(part, Compare) and part.op in words:
                text = words[part.op].format(noun=text, b=self.value(part.b, scope))
            else:
                text = words["*"].format(noun=text, condition=self.condition(part, scope))
        return text

    # -- phrases

    def phrase(self, name: str, node: Mapping, scope: Scope) -> str:
        """The phrase of a word with its parameters filled in."""
        values = _Lazy(self, node, scope)
        return self.variant(self.phrases["text"][name], values, node)

    def variant(self, options: Any, values: Mapping, node: Mapping) -> str:
        for option in options if isinstance(options, list) else [options]:
            if isinstance(option, str):
                return self._filled(option, values)
            if all(self._fits(want, values, key) for key, want in option.get("when", {}).items()):
                return self._filled(option["text"], values)
        return ""

    def _fits(self, want: Any, values: Mapping, key: str) -> bool:
        """
        Whether a parameter is as a variant wants it: `*` given, `#` a number, `<0` (also of what
        is no number), `>1`, `~pattern`, or the very tag. `amount.each` looks at a part of it.
        """
        key, _, part = key.partition(".")
        given = values.get(key) if not isinstance(values, _Lazy) else values.given(key)
        tag = "-" if given is None else getattr(given, "tag", str(given))
        if part:
            tag = str(getattr(given, part, "")) or "-"
        want = str(want)
        if "{" in want:
            want = _HOLE.sub(lambda hole: getattr(values.get(hole[1]), "tag", "?"), want)
        if want == "*":
            return tag != "-"
        if want[:1] == "~":
            return re.fullmatch(want[1:], tag) is not None
        if want[:1] == ">" and _NUMBER.match(want[1:]):
            return bool(_NUMBER.match(tag)) and int(tag) > int(want[1:])
        if want == "#":
            return bool(_NUMBER.match(tag))
        if want == "<0":
            return tag.startswith("-") and tag != "-"
        return tag == want

    def _filled(self, template: str, values: Mapping) -> str:
        def put(hole: re.Match) -> str:
            key, form = hole.groups()
            value = values.get(key) if not isinstance(values, _Lazy) else values.given(key)
            if form:
                return self._form(form, value, values, key)
            return "" if value is None else str(value)

        return _HOLE.sub(put, template)

    def _form(self, form: str, value: Any, values: Mapping, key: str) -> str:
        """`{target|possessive}` and its kind: another form of a parameter."""
        text = "" if value is None else str(value)
        raw = values.raw(key) if isinstance(values, _Lazy) else key
        if form == "possessive":
            return getattr(value, "possessive", "") or text
        if form == "abs":
            tag = getattr(value, "tag", text)
            return tag[1:] if tag.startswith("-") and len(tag) > 1 else text
        if form == "name":
            return self.field_name(str(raw))
        if form == "zone":
            return self.phrases["zone"].get(str(raw), text or _spell_out(str(raw)))
        if form == "context":
            if isinstance(values, _Lazy) and (told := values.context(str(raw))):
                return told
            return self.look("context", str(raw).split(".")[-1].strip("{}"), default=text)
        if form == "times":
            plain = {"1": "once", "2": "twice"}.get(text, "times")
            return self.phrases["number"][plain].format(n=text)
        if form == "from":
            # "a card in your deck" where it is taken out: "a card from your deck"
            inside, out = self.phrases.get("from", ("", ""))
            return text.replace(inside, out, 1)
        if form in ("base", "floor"):
            return str(getattr(value, form, ""))
        if form == "factor":
            return str(abs(getattr(value, "factor", 1)))
        if form == "number":
            return "".join(re.findall(r"\d+$", getattr(value, "tag", text)))
        if form in self.phrases.get("described", {}) and isinstance(values, _Lazy):
            return values.described(key, form)
        if form == "each":
            if isinstance(value, Phrase) and value.each:
                return value.each
            tree = values.tree(key) if isinstance(values, _Lazy) else None
            last = tree.parts[-1] if isinstance(tree, Ref) else ""
            return self.look("each", last) or self.phrases["each"]["*"].format(text=text)
        if form == "s":
            return "" if text == "1" else "s"
        return text

    def fill(self, name: str, values: Mapping) -> str:
        text = self.phrases["text"][name]
        return self._filled(text if isinstance(text, str) else text[-1], values)

    def look(self, table: str, key: Any, *more: Any, default: Any = "") -> Any:
        found = self.phrases.get(table, {}).get(key)
        for part in more:
            found = found[part] if found is not None else None
        return default if found is None else found

    def entity_phrase(self, name: str) -> Phrase:
        entry = self.phrases["entity"][name]
        return Phrase(entry["text"], entry.get("possessive", ""), name)

    def field_name(self, name: str) -> str:
        return self.look("field", name, default=None) or _spell_out(name)

    def symbol(self, name: str) -> str:
        found = self.look("symbol", name, default=None)
        return found or self.card_name(name) or _spell_out(name)


class _Lazy(Mapping):
    """Parameters of a word, each rendered when a phrase asks for it."""

    def __init__(self, sentences: Sentences, node: Mapping, scope: Scope):
        self._sentences, self._node, self._scope = sentences, node, scope

    def raw(self, key: str) -> Any:
        return self._sentences.bound(self._node.get(key), self._scope)

    def context(self, key: str) -> str:
        """What a value of the event one reacts to is called."""
        for context in reversed(list(self._scope.events.values())):
            if key in context:
                return context[key].text
        return ""

    def tree(self, key: str) -> Any:
        """A parameter as the tree of a value."""
        return self._sentences.value_tree(self.raw(key))

    def given(self, key: str) -> Any:
        node = self.raw(key)
        if node is None:
            return None
        told = self._sentences
        if _are_doables(node):
            return told.join(told.clauses(node, self._scope.inner())) if node else None
        asked = isinstance(node, Mapping) and _is_condition(node, told)
        if asked or key in ("condition", "where"):
            return Phrase(told.condition(node, self._scope), tag=_gist(told.condition_tree(node)))
        return told.entity(node, self._scope)

    def described(self, key: str, noun: str) -> str:
        """A condition as what it says of a thing: "damage from fire spells"."""
        told = self._sentences
        return told.described(noun, told.conjuncts(self.raw(key)), self._scope)

    def __getitem__(self, key: str) -> Any:
        return self.given(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._node)

    def __len__(self) -> int:
        return len(self._node)


class _Blank(dict):
    """For `format_map`: what is missing is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def _values(told: Sentences, node: Mapping, scope: Scope) -> dict[str, Phrase]:
    """The parameters of a word, rendered."""
    return {key: told.entity(node[key], scope) for key in node if key != "type"}


def _of_ref(part: Any) -> bool:
    return isinstance(part, Compare) and isinstance(part.a, Ref)


def _gist(tree: Any) -> str:
    """By what variants know a condition: `always`, the name of its word, "amount > 3"."""
    if isinstance(tree, bool):
        return "always" if tree else "never"
    if isinstance(tree, Word):
        return str(tree.node.get("type"))
    if isinstance(tree, Compare) and isinstance(tree.a, Ref):
        return f"{tree.a.parts[-1]} {tree.op} {_plain(tree.b)}"
    return ""


def _mentions(node: Any, root: str) -> bool:
    """Whether a tree speaks of a name."""
    if isinstance(node, Ref):
        return node.parts[0] == root
    if isinstance(node, Compare):
        return _mentions(node.a, root) or _mentions(node.b, root)
    if isinstance(node, Logic | Math):
        return any(_mentions(item, root) for item in node.items)
    if isinstance(node, Word):
        return f"{{{root}" in str(node.node)
    return False


def _listed(node: Any) -> list:
    if node is None:
        return []
    return node if isinstance(node, list) else [node]


def _defaults(define: Mapping) -> dict[str, Any]:
    params = define.get("params", {})
    return {
        name: param["default"]
        for name, param in params.items()
        if isinstance(param, Mapping) and "default" in param
    }


def _is_condition(node: Mapping, told: Sentences) -> bool:
    name = node.get("type")
    return (
        name in _COMPARISONS
        or name in ("And", "Or", "Not", "AlwaysTrue", "AlwaysFalse", "IsType", "IsNotType")
        or name in told.defines.get("conditions", {})
    )


def _are_doables(node: Any) -> bool:
    return isinstance(node, list) and all(
        isinstance(item, Mapping) and "type" in item and "Chooser" not in str(item["type"])
        for item in node
    )


def _first_trigger(node: Any) -> Mapping:
    """The first trigger inside a definition; empty when there is none."""
    for inner in node.values() if isinstance(node, Mapping) else node:
        if isinstance(node, Mapping) and node.get("triggers"):
            return _listed(node["triggers"])[0]
        if isinstance(inner, Mapping | list) and (found := _first_trigger(inner)):
            return found
    return {}


def _asks(node: Any) -> bool:
    return isinstance(node, Mapping) and str(node.get("type", "")).endswith("Chooser")


def _blur(key: str) -> str:
    return re.sub(r"\{[^{}]*\}", "*", key)


def _plain(node: Any) -> str:
    if isinstance(node, Ref):
        return ".".join(node.parts)
    return node.name if isinstance(node, Symbol) else str(node)


def _is_long(part: str) -> bool:
    return any(mark in part for mark in (";", "；", ":", "：", ", ", "，"))


def _spell_out(name: str) -> str:
    """
    A word of the language as ordinary words, when nobody gave it a name.

    >>> _spell_out("monstersDefeated"), _spell_out("base.treasure.common.bash")
    ('monsters defeated', 'bash')
    """
    name = name.rsplit(".", 1)[-1].replace("_", " ")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower() if not name.isupper() else name
