"""
The grammar of a pack in a language, learned once: `book(pack, language)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from weakref import WeakKeyDictionary

from ..ground.digests import digest
from ..ground.once import once_a_language
from ..language.dialect import modernise
from ..pack.definition import Pack
from ..running.catalogue import CardDef
from ..telling.phrasebook import book_of
from ..telling.text import Text
from . import kept
from .answering import answering_rules
from .chart import Index
from .grammar import Hole, Rule, untold_cost
from .habits import Habits
from .learning import Learner
from .nearby import Nearby
from .notation import Json, take_apart
from .samples import samples_of
from .stock import stock_rules
from .unsaid import Unsaid
from .verify import Judge
from .ways.paraphrased import ways_of

_SAMPLES = ""  # under which name of a kept table the rules of samples are
_AGAIN = 0.3  # what it costs that something is done again
_SHOWN, _SHOWN_AGAIN = 0.2, 0.03  # what a rule costs less that cards show


class Book:
    """What is needed to read texts of one pack in one language."""

    def __init__(self, pack: Pack, language: str, rules: list[Rule]):
        self.pack, self.language = pack, language
        self.judge = judge_of(pack, language)
        self.index = Index(rules)
        self.habits = Habits(pack)
        words = book_of(pack, language).phrases
        self.unsaid = Unsaid(pack, words.get("unsaid", {}))
        self.ways = ways_of(pack, language)
        self.synonyms: dict[str, str] = words.get("synonyms", {})

    @cached_property
    def nearby(self) -> Nearby:
        """What is near to texts that are not read."""
        return Nearby(self.pack, self.language, self.ways)

    def rules_only_from(self, sources: Iterable[str]) -> frozenset[int]:
        """The rules that nothing shows but these cards."""
        gone = frozenset(sources)
        return frozenset(
            number for number, rule in enumerate(self.index.rules)
            if rule.sources and rule.sources <= gone
        )  # fmt: skip


_books: WeakKeyDictionary[Pack, dict[tuple[str, bool], Book]] = WeakKeyDictionary()


@once_a_language
def judge_of(pack: Pack, language: str) -> Judge:
    """Who tells trees of a pack in a language; nothing is learned for it."""
    return Judge(pack, language)


@once_a_language
def ways_book(pack: Pack, language: str) -> Book:
    """A book with ways of saying alone, for as long as the grammar is being learned."""
    return Book(pack, language, [])


def grammar_book(pack: Pack, language: str, cards: bool = True) -> Book:
    """The grammar of a pack in a language; with what its own cards show, or without."""
    known = _books.setdefault(pack, {})
    if (language, cards) not in known:
        known[language, cards] = Book(pack, language, learn_rules(pack, language, cards))
    return known[language, cards]


def learn_rules(pack: Pack, language: str, cards: bool = True) -> list[Rule]:
    """All rules: those of the tables, those that samples show, those that cards show."""
    path = kept.file_of(pack, language)
    with kept.learn_alone(path):
        return _learn_rules_into(pack, language, cards, path)


def _learn_rules_into(pack: Pack, language: str, cards: bool, path: Path) -> list[Rule]:
    table = kept.load_rules(path)
    known = len(table)
    learner = Learner(pack, language)
    if _SAMPLES not in table:
        table[_SAMPLES] = list(_rules_of_samples(pack, language, learner))
    found: dict[str, Rule] = {}
    used: dict[str, None] = {}  # what of the table is still of some card
    for rule in (*stock_rules(pack, language), *table[_SAMPLES]):
        _add_rule(found, rule, "")
    for rule, source in answering_rules(pack, language, cards):
        _add_rule(found, rule, source)
    if cards:
        text = Text(pack, language)
        for card in pack.cards:
            facts = text.facts(card)
            name = digest(card.kind, card.source.get("behaviors", []), sorted(facts.items()))
            used[name] = None
            if name not in table:
                learner.forget()
                table[name] = list(learner.learn(written_behaviors(card), card.kind, facts))
            for rule in table[name]:
                _add_rule(found, rule, card.id)
    if len(table) > known:
        kept.store_rules(path, {name: table[name] for name in (_SAMPLES, *used)})
    rules = list(found.values())
    again = book_of(pack, language).phrases["again"]
    return [*rules, *_rules_of_same_player(rules), *_rules_of_doing_again(rules, again)]


def _rules_of_samples(pack: Pack, language: str, learner: Learner) -> Iterator[Rule]:
    """What samples show, each rule once."""
    seen: set[str] = set()
    for sample in samples_of(pack, language, learner):
        for shown in learner.learn(sample.behaviors, sample.kind, sample.facts, sample.only):
            rule = _without_duration(shown) if sample.lasting else shown
            if rule is not None and (key := repr(rule)) not in seen:
                seen.add(key)
                yield rule


def _add_rule(found: dict[str, Rule], rule: Rule, source: str) -> None:
    """
    A rule once, with all cards that show it; what nothing in particular shows has no sources. It
    costs what it means beside what it says, and less where cards show it.
    """
    key = repr((rule.category, rule.says, rule.means, rule.by))
    old = found.get(key)
    if old is None:
        cost = rule.cost or 1.0 + untold_cost(rule.means) - (_SHOWN if source else 0.0)
        found[key] = rule._replace(cost=cost, sources=frozenset({source} if source else ()))
    elif source:
        shown = old.shown | {source}
        cost = old.cost - (_SHOWN if not old.shown else _SHOWN_AGAIN if len(shown) < 6 else 0.0)
        sources = old.sources | {source} if old.sources else old.sources
        found[key] = old._replace(sources=sources, shown=shown, cost=cost)


def _without_duration(rule: Rule) -> Rule | None:
    """A modifier that is added, as what it changes."""
    match rule.means:
        case [{"type": "addModifiers", "modifiers": [{"duration": "inPlay", **modifier}]}]:
            return rule._replace(category="change", means=modifier)
    return None


def _rules_of_same_player(rules: list[Rule]) -> list[Rule]:
    """Deeds of "that player", who need not be named twice: "... and loses 2 mana"."""
    found = []
    for rule in rules:
        first = rule.says[0]
        if rule.category == "deed" and first == Hole("player") and len(rule.says) > 1:
            second = rule.says[1]
            if isinstance(second, str) and (second := second.lstrip()):
                means = _shift_holes(rule.means, "{@event.playerUUID}")
                says = (second, *rule.says[2:])
                found.append(rule._replace(category="deed of the same", says=says, means=means))
    return found


def _rules_of_doing_again(rules: list[Rule], again: str) -> Iterator[Rule]:
    """Deeds of a player that somebody else has done before: "目标角色再回复1点体力"."""
    before, _, behind = again.partition("{do}")
    for rule in rules if before and not behind else ():
        second = rule.says[1] if len(rule.says) > 1 else None
        if rule.category == "deed" and rule.says[0] == Hole("player") and isinstance(second, str):
            says: tuple[str | Hole, ...] = (rule.says[0], before + second, *rule.says[2:])
            yield rule._replace(says=says, cost=rule.cost + _AGAIN)


def _shift_holes(means: Json, first: Json) -> Json:
    """Without the first hole, in whose place something stands."""
    if isinstance(means, list):
        return [_shift_holes(each, first) for each in means]
    if not isinstance(means, dict):
        return means
    if "#" in means:
        return first if means["#"] == 0 else {**means, "#": means["#"] - 1}
    if "#where" in means:
        return {**means, "#where": [number - 1 for number in means["#where"]]}
    made = {key: _shift_holes(value, first) for key, value in means.items()}
    if "#event" in made:
        made["#event"] -= 1
    return made


def written_behaviors(card: CardDef) -> Json:
    """The behaviours of a card in the present forms of the language, taken apart."""
    return take_apart(modernise(card.source.get("behaviors", [])))
