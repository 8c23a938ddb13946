"""
A pack's texts in one language: names, prompts, options, log lines, and the sentences of cards.

`Text(pack, language, names)` is what people and tools read a match through. It looks words up in
`pack.words[language]`, in another language where that one lacks a word, and spells the bare word
out where nobody gave it a name; so it always has something to say and never fails. The sentences
of a card are made from its behaviours by `sentences.Sentences`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ..ground.templates import fill
from ..language.query import walk_doables
from ..language.tree import Answer, Behavior
from ..pack.definition import Pack
from ..running.catalogue import CardDef
from ..running.choices import Choice, Option
from ..running.decks import DeckProblem, deck_rules
from ..running.decks import problem_text as told_of_deck
from ..running.log import LogEntry, Told, make_argument
from ..running.match import Match
from ..running.view import FactView, field_view
from .phrasebook import LISTED, book_of, in_language
from .said import are_alike, counted, fill_texts, is_scripted, said
from .sentences import Now, Phrase, spell_out

SYMBOLS = ("symbol", "definition")  # types of what is kept as the number of a name
MOST_NOW = 4_096  # texts with amounts that are remembered, of a pack in a language
NAMES_TOLD = 5  # of those to whom an option would do something


def _facts_of(pack: Pack, card: CardDef, defaults: bool = False) -> dict[str, Any]:
    """The printed properties of a card, symbols by name; on request those not printed as well."""
    facts = dict(card.facts)
    if defaults:
        for fact in pack.declarations.properties.values():
            if card.kind in fact.kinds:
                facts.setdefault(fact.name, fact.default)
    for name, value in facts.items():
        declared = pack.declarations.properties.get(name)
        if declared is not None and declared.type in SYMBOLS and isinstance(value, int):
            facts[name] = pack.program.symbol_name(value)
    return facts


def _zone_name_of(match: Match, card: int) -> str:
    """The name of the zone a card lies in."""
    for zone in match.program.layout.zones.values():
        if any(card in match.zones[zone.first + i] for i in range(zone.size)):
            return zone.name
    return ""


class Text:
    """
    The texts of a pack for one reader.

    `names` are the display names of the seats. Cards are given by id or `CardDef`. `mark` marks
    each of several in a line of the log, for a screen whose lines do not break inside one.

    >>> text.card("base.treasure.common.bash"), text.rules_text("base.treasure.common.bash")
    ('Bash', 'Deal 9 damage; 12 instead if you have a wand equipped.')
    """

    def __init__(
        self,
        pack: Pack,
        language: str,
        names: Sequence[str] = (),
        mark: Callable[[str], str] = str,
    ):
        self.pack, self.language, self.names = pack, language, tuple(names)
        self._mark = mark
        self._shared = book_of(pack, language)

    @property
    def drawing_cache(self) -> dict[Hashable, Any]:
        """What all who draw boards of this pack in this language keep for each other."""
        return self._shared.drawn

    # -- names

    def card(self, card: CardDef | str | None) -> str:
        """The name of a card."""
        if card is None:
            return str(self._shared.phrases["entity"]["card"]["text"])
        if not isinstance(card, str):
            return in_language(card.name, self.language) or spell_out(card.id)
        return self._shared.names.get(card) or spell_out(card)

    def player(self, seat: int) -> str:
        """The display name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"#{seat + 1}"

    def game(self) -> str:
        """The name of the game."""
        return in_language(self.pack.name, self.language)

    def field(self, name: str, amount: int | None = None) -> str:
        """The name of a field, property or option; behind an amount as `counted` says: "coin"."""
        if amount is not None and (forms := self._shared.words.get("counted", {}).get(name)):
            return str(forms[0 if amount == 1 else -1])
        return self._shared.phrases["field"].get(name) or self.option_name(name)

    def zone(self, name: str) -> str:
        """The name of a zone: "discard pile"."""
        return self._name_in("zone", name)

    def symbol(self, name: str) -> str:
        """The name of a symbol, such as a school, a phase or a level."""
        found = self._shared.phrases["symbol"].get(name)
        return found or self._shared.names.get(name) or str(spell_out(str(name)))

    def option_name(self, name: str) -> str:
        """The name of an option of the pack, such as an optional rule."""
        found = self._shared.look_up("options", name)
        if isinstance(found, Mapping):
            found = found.get("name")
        return found or spell_out(name)

    def _name_in(self, table: str, name: str) -> str:
        return self._shared.phrases[table].get(name) or spell_out(name)

    def words(self, *path: str) -> Any:
        """Any text of the pack by its path, or None: `words("rules")`."""
        return self._shared.look_up(*path)

    # -- cards

    def rules_text(
        self,
        card: CardDef | str | None,
        match: Match | None = None,
        seat: int = 0,
        entity: int = 0,
    ) -> str:
        """
        What a card does, in sentences made from its behaviours; "" when it does nothing.

        With a match, the seat of its owner and the number of the card, what an amount is at this
        moment stands behind it: "Deal damage equal to 3 times your frost (now 6)".
        """
        definition = self._shared.cards.get(card) if isinstance(card, str) else card
        if definition is None:
            return ""
        if match is not None and self.pack.program.amounts.get(definition.id):
            return self._sentences_now(definition, match, seat, entity)
        rules = self._shared.rules
        if definition.id not in rules:
            try:
                rules[definition.id] = self._all_sentences_of(definition)
            except Exception:  # noqa: BLE001 (a text must never stop a game; tests see to it that none fails)
                rules[definition.id] = ""
        return rules[definition.id]

    def effects(self, card: CardDef | str | None) -> str:
        """The sentences of a card without those about what is printed on it, such as keywords."""
        definition = self._shared.cards.get(card) if isinstance(card, str) else card
        if definition is None:
            return ""
        return self.rules_text(definition).removeprefix(self.sentences_of(definition, ())).strip()

    def missing_words(self, card: CardDef) -> set[tuple[str, str, str]]:
        """(table, name, as it is spelled out) of what the sentences of a card have no words for."""
        missing = self._shared.sentences.words.missing
        missing.clear()
        self._all_sentences_of(card)
        return {(table, name, spell_out(name)) for table, name in missing}

    def sentences_of(
        self,
        definition: CardDef,
        behaviors: Sequence[Behavior],
        now: Now | None = None,
        answers: Sequence[Answer] = (),
    ) -> str:
        """
        What these behaviours and answers say on a card; `now` as in `sentences.scope.Scope`.
        """
        facts = _facts_of(self.pack, definition)
        self.pack.trees.begin_budget()
        tell = self._shared.sentences.card
        return tell(self.pack.trees, behaviors, definition.kind, facts, now, answers)

    def _all_sentences_of(self, definition: CardDef, now: Now | None = None) -> str:
        """What all that a card does and answers says; of a scripted one what its author says."""
        told = in_language(definition.text, self.language).strip()
        if told and is_scripted(definition.source):
            return told
        trees = self.pack.trees
        behaviors, answers = trees.behaviors(definition), trees.answers(definition)
        return self.sentences_of(definition, behaviors, now, answers)

    def _sentences_now(self, definition: CardDef, match: Match, seat: int, entity: int) -> str:
        """The sentences of a card with what its amounts are now."""
        try:
            zone, amounts = _zone_name_of(match, entity), self.pack.program.amounts[definition.id]
            # A count of the cards it lies among changes when it is played.
            values = tuple(
                [
                    amount.value(match, seat + 1, entity) if zone not in amount.zones else None
                    for amount in amounts
                ]
            )
            known = self._shared.rules_now
            if (definition.id, values) not in known:
                if len(known) >= MOST_NOW:
                    known.clear()
                known[definition.id, values] = self.sentences_with(definition, values)
            return known[definition.id, values]
        except Exception:  # noqa: BLE001 (a text must never stop a game)
            return self.rules_text(definition)

    def sentences_with(self, definition: CardDef, values: Sequence[int | str | None]) -> str:
        """The sentences of a card with these told of its amounts; None is not told."""
        behaviors = self.pack.trees.behaviors(definition)
        now = {
            id(list(walk_doables(behaviors[amount.place[0]].do))[amount.place[1]]): value
            for amount, value in zip(self.pack.program.amounts[definition.id], values, strict=True)
            if value is not None
        }
        return self._all_sentences_of(definition, now)

    def keywords(self, card: CardDef | str | None) -> list[tuple[str, str]]:
        """
        The keywords a card's sentences or its printed type mention: (name, explanation).

        They stand in the pack's words under `keyword`: `name` (what is in brackets after it does
        not count), `text`, and `also`, other words by which it is mentioned.
        """
        definition = self._shared.cards.get(card) if isinstance(card, str) else card
        if definition is None:
            return []
        printed = [self.symbol(str(value)) for value in _facts_of(self.pack, definition).values()]
        told = " ".join([self.rules_text(definition), *printed])
        found = []
        for entry in (self._shared.look_up("keyword") or {}).values():
            names = [re.split(r"[(（]", entry["name"])[0].strip(), *entry.get("also", ())]
            if any(_mentions_word(told, name) for name in names):
                found.append((entry["name"], entry["text"]))
        return found

    def description(self, card: CardDef | str | None) -> str:
        """
        What its author wrote on a card, beside the sentences or in place of none; "" where that
        says what they say.
        """
        definition = self._shared.cards.get(card) if isinstance(card, str) else card
        told = in_language(getattr(definition, "text", None), self.language).strip()
        return "" if are_alike(told, self.rules_text(definition)) else told

    def facts(self, card: CardDef, defaults: bool = False) -> dict[str, Any]:
        """
        The printed properties of a card, symbols by name.

        `defaults`: with what goes without saying on the card, such as that it costs nothing.
        """
        return _facts_of(self.pack, card, defaults)

    # -- decks

    def deck_part(self, name: str) -> str:
        """The name of a part of decks."""
        part = deck_rules(self.pack.program).parts.get(name)
        return in_language(part.names, self.language) if part else name

    def deck_problem(self, problem: DeckProblem) -> str:
        """What is wrong with a deck, as a sentence."""
        phrases = self._shared.phrases["deck"]
        return told_of_deck(
            self.pack.program, problem, self.language, phrases, LISTED[self.language]
        )

    # -- choices

    def option_entry(self, word: str) -> tuple[str, tuple[str, ...]]:
        """The text of an option word and the verbs by which it can be typed in this language."""
        entry = self._shared.look_up("option", word)
        if isinstance(entry, Mapping):
            verbs = entry.get("verbs", ())
            return str(entry.get("text", "{entity}")), tuple(
                [verbs] if isinstance(verbs, str) else verbs
            )
        if isinstance(entry, str):
            return entry, ()
        return ("{entity}" if word in BARE else f"{spell_out(word)} {{entity}}"), ()

    def subject(self, option: Option, match: Match) -> str:
        """What an option is about: the name of its card, player or symbol, or its number."""
        return self._entity_name(option.entity, getattr(option, "kind", "") or "", match)

    def _entity_name(self, entity: int | str | None, kind: str, match: Match) -> str:
        if entity is None or (kind == "" and not entity):
            return ""
        if kind == "number":
            return str(entity)
        if kind == "text":
            return said(self._shared, str(entity))
        if kind == "symbol":
            name = entity if isinstance(entity, str) else self.pack.program.symbol_name(entity)
            return self.symbol(str(name))
        if isinstance(entity, str):
            return self.card(entity)
        if kind == "player" or 1 <= entity <= match.seats:
            return self.player(entity - 1)
        definition = match.card_of(entity)
        return self.card(definition) if definition is not None else str(entity)

    def option(self, option: Option, match: Match) -> str:
        """An option as one line: "play Bash"."""
        template, _ = self.option_entry(option.word)
        return " ".join(fill(template, entity=self.subject(option, match)).split())

    def prompt(self, choice: Choice, match: Match) -> str:
        """What is asked, as a sentence; fields of who is asked stand in it by name."""
        template = self._shared.look_up("prompt", choice.prompt)
        if template is None:
            template = self._shared.look_up("prompt", "default") or spell_out(choice.prompt)
        subject = ""
        if choice.subject:
            subject = self._entity_name(choice.subject, "", match)
        values = {
            "subject": Phrase(subject, tag="*" if subject else "-"),
            "minimum": Phrase.of_number(choice.minimum),
            "maximum": Phrase.of_number(choice.maximum),
            "who": Phrase(self.player(choice.seat), tag=str(choice.seat)),
        }
        for name in self._shared.holes_of_prompt(choice.prompt, template):
            field = match.program.layout.fields.get(("player", name))
            if field is not None:
                values[name] = Phrase.of_number(field_view(match, field, choice.seat + 1))
        for name, kind, value in choice.values:
            _, kind, told = make_argument(match.program, name, kind, value)
            values[name] = self._argument_phrase(kind, told)
        fill_texts(self._shared, values, ((name, kind) for name, kind, _ in choice.values))
        return self._shared.sentences.variant(template, values)

    def foretold_text(
        self, facts: Iterable[FactView], about: int = 0, names_told: int = NAMES_TOLD
    ) -> str:
        """
        What an option about the entity `about` would do, in a few words; "" for nothing.

        `facts` are those of `preview.view_with_preview`: "7 damage, defeats it". Of several to whom
        the same happens, `names_told` are named and the others counted.
        """
        told: list[str] = []
        happening: dict[tuple[bool, str, str], list[str]] = {}
        for fact in facts:
            name, how, entity = fact["fact"], fact["how"], fact["entity"]
            if how == "amount":
                low, high = fact["low"], fact["high"]
                # Where a target is still to be chosen, the best is what counts.
                most = low != high and not entity
                amount = str(high) if most or low == high else f"{low}–{high}"
                values = {
                    "amount": Phrase.of_number(amount),
                    "most": Phrase(amount, tag="*" if most else "-"),
                }
                told.append(self._fact_text(name, values, amount))
            else:
                own = entity == about
                whom = self.card(fact["id"]) if fact["id"] else self.player(entity - 1)
                happening.setdefault((not own, name, how), []).append(whom)
        for (other, name, how), names in sorted(happening.items(), key=lambda item: item[0][0]):
            listed = self.name_some(names[:names_told], len(names))
            target = Phrase(listed, tag="*" if other else "it")
            told.append(
                self._fact_text(name, {"whom": target, "how": Phrase(how, tag=how)}, listed)
            )
        return ("，" if self.language == "zh" else ", ").join(told)

    def name_some(self, names: Sequence[str], total: int) -> str:
        """The first of several by name, and how many there are beside them."""
        listed = LISTED.get(self.language, ", ").join(names)
        if total <= len(names):
            return listed
        template = self._shared.phrases["and_more"]
        return fill(template, names=listed, count=total - len(names), total=total)

    def _fact_text(self, name: str, values: Mapping[str, Phrase], told: str) -> str:
        template = self._shared.look_up("preview", name)
        if template is None:
            return f"{spell_out(name)}: {told}"
        return self._shared.sentences.variant(template, values)

    # -- the log

    def log(self, entry: LogEntry, seat: int | None) -> str | None:
        """
        A log entry as a line for the reader at `seat` (None: a spectator).

        None when this reader may not see it, or when the line has nothing to say. A template may
        ask for `cause`, the card whose effect it is.
        """
        message, args, seats, cause, *_ = entry
        template = self._shared.look_up("log", message)
        if seats is not None and seat not in seats:
            others = template.get("others") if isinstance(template, Mapping) else None
            template = (
                others if others is not None else self._shared.look_up("log", f"{message}.others")
            )
            if template is None:
                return None
        elif isinstance(template, Mapping) and "when" not in template:
            template = template.get("text", template.get("you"))
        values = {name: self._argument_phrase(kind, value) for name, kind, value in args}
        if template is None:
            template = self._shared.phrases["log"].get(message)
        if template is None:
            listed = LISTED.get(self.language, ", ").join(v.text for v in values.values())
            return f"{spell_out(message)}: {listed}" if listed else spell_out(message)
        values.setdefault("cause", self._argument_phrase("card", cause))
        fill_texts(self._shared, values, ((name, kind) for name, kind, _ in args))
        line = self._shared.sentences.variant(template, values)
        line = re.sub(r" +([,.;:!?])", r"\1", line)
        # A name may end as a sentence does.
        return re.sub(r"([!?！？])[.。]", r"\1", line).strip() or None

    def with_cause(self, line: str, cause: str) -> str:
        """A line with the card before it that brings it about."""
        return fill(self._shared.phrases["caused"], cause=self.card(cause), line=line)

    def _argument_phrase(self, kind: str, value: Told) -> Phrase:
        """A value of a log entry: cards by id, players by seat, symbols by name."""
        if isinstance(value, list | tuple):
            items = [self._argument_phrase(kind.removesuffix("s"), item) for item in value]
            only = items[0].tag if len(items) == 1 else ""
            between, texts = LISTED.get(self.language, ", "), [item.text for item in items]
            told, each_once = (
                between.join(map(self._mark, some)) for some in (texts, counted(texts))
            )
            tag = str(len(items)) if items else "-"
            return Phrase(told, tag=tag, only=only, counted=each_once)
        if value is None:
            text = self.card(None) if kind == "card" else ""
            return Phrase(text, tag="-")
        if kind == "player" and isinstance(value, int):
            text = self.player(value)
            return Phrase(text, self._shared.possessive(text), str(value))
        if kind == "number":
            return Phrase.of_number(value)
        if kind == "text":
            return Phrase(said(self._shared, str(value)), tag=str(value))
        if isinstance(value, str) and (kind == "card" or value in self._shared.names):
            text = self.card(value)
            possessive = self._shared.possessive(text)
            says, describes = partial(self.rules_text, value), partial(self.description, value)
            return Phrase(text, possessive, str(value), says=says, describes=describes)
        return Phrase(self.symbol(str(value)), tag=str(value))


#: Option words that stand for their entity alone.
BARE = frozenset({"card", "player", "number", "symbol", "definition", "text", "entity"})


def _mentions_word(told: str, name: str) -> bool:
    """Whether a text has a word, or one that begins with it."""
    start = r"\b" if name.isascii() else ""
    return re.search(start + re.escape(name), told, re.IGNORECASE) is not None


def all_sentences(pack: Pack, language: str) -> str:
    """Every card of a pack on a line of its own, in the pack's order: id, name, sentences."""
    text = Text(pack, language)
    lines = (f"{c.id} | {text.card(c)} | {text.rules_text(c)}".rstrip() for c in pack.cards)
    return "".join(f"{line}\n" for line in lines)


def main(arguments: list[str] | None = None) -> int:
    """Print the sentences of all cards of a pack."""
    import argparse

    from ..ground.errors import PackError
    from ..pack import add_folder, load_pack

    parser = argparse.ArgumentParser("python -m rules.telling.text", description=main.__doc__)
    add_folder(parser)
    parser.add_argument("--lang", default="zh")
    given = parser.parse_args(arguments)
    try:
        pack = load_pack(given.folder)
    except PackError as error:
        print(error)
        return 1
    print(all_sentences(pack, given.lang), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
