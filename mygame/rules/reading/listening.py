"""
A teller that is listened to: which piece of a tree became which piece of a sentence.

`Listening` is `telling.Sentences`, with what its parts ask of each other written down. A piece can
also be told by a `stand-in`, a character of its own: if the rest of the sentence is the same with
it, that piece is one part of the sentence. Begin with `Told`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..language.query import written_symbol
from ..language.tree import (
    About,
    Behavior,
    Block,
    First,
    Literal,
    Node,
    Reference,
    Several,
    TriggerNode,
    Use,
)
from ..language.trees import Trees
from ..telling.sentences import Phrase, Sentences
from .notation import Json, Path, parse_path, value_at
from .placed import FILE, Read

#: The first of the characters that stand in for pieces of sentences.
STAND_IN = 0xF0000
FORMS = ("", "possessive", "each", "single", "base")
_FORMS_EACH = 8
SEPARATOR = "\n"  # between sentences


class Key(NamedTuple):
    """Which piece it is: what was asked for, and where it stands in JSON."""

    asked: str  # phrase, condition, block, deed, noun, event, macro
    path: Path
    how: tuple[Any, ...] = ()


@dataclass(slots=True)
class Heard:
    """A piece of a tree and what was told of it."""

    key: Key
    node: Any
    told: Any  # a Phrase, a str, a list of str; of an event (str, Phrase | None)
    parent: Key | None


class Listening(Sentences):
    """The grammar of sentences, listened to."""

    def __init__(self, phrases: Any, card_name: Callable[[str], str | None]):
        super().__init__(phrases, card_name)
        self.heard: dict[Key, Heard] = {}
        self.stand_ins: dict[Key, int] = {}
        self.paths: dict[int, Path] = {}
        self.uses: dict[str, Path | None] = {}
        self.json: Json = None
        self._inside: list[Key] = []
        things, values = self.entity.__self__, self.value.__self__  # type: ignore[attr-defined]
        deeds, triggers = self.clauses.__self__, self.trigger.__self__  # type: ignore[attr-defined]
        cards, nouns = self.card.__self__, self.noun.__self__  # type: ignore[attr-defined]
        conditions = self.condition.__self__  # type: ignore[attr-defined]
        self.value = values.value = self._listen_to_phrases(self.value)
        self.entity = things.entity = self._listen_to_phrases(self.entity)
        self.condition = conditions.condition = self._listen_to_conditions(self.condition)
        self.clauses = deeds.clauses = self._listen_to_blocks(self.clauses)
        deeds._deed_clause = self._listen_to_deeds(deeds._deed_clause)
        self.noun = nouns.noun = self._listen_to_nouns(self.noun)
        self.narrow_noun = self._listen_to_narrowing(self.narrow_noun)
        triggers._event_phrase = self._listen_to_events(triggers._event_phrase)
        cards._macro_sentences = self._listen_to_macros(cards._macro_sentences)

    def tell(
        self, trees: Trees, read: Read, stand_ins: dict[Key, int] | None = None,
        kind: str = "", facts: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Tell behaviours; what was heard is in `heard`."""
        self.heard, self.stand_ins = {}, stand_ins or {}
        self.paths, self.json, self._inside = read.paths, read.json, []
        self.uses = read.uses
        trees.begin_budget()
        self.behaviors(read.behaviors, self.beginning(trees, kind, facts))

    # -- what is listened to

    def _hear(self, key: Key, node: Any, tell: Callable[[], Any]) -> Any:
        parent = self._inside[-1] if self._inside else None
        self._inside.append(key)
        try:
            told = tell()
        finally:
            self._inside.pop()
        if key not in self.heard:
            self.heard[key] = Heard(key, node, told, parent)
        return told

    def _stand_in_character(self, key: Key, form: int = 0) -> str:
        return chr(STAND_IN + _FORMS_EACH * self.stand_ins[key] + form)

    def _path_of(self, node: Any) -> Path | None:
        """Where a node stands, or that which it only stands for."""
        while isinstance(node, Node):
            if id(node) in self.paths:
                return self.paths[id(node)]
            match node:
                case First(of=inner) | Several(items=(inner,)) | About(test=inner):
                    node = inner
                case _:
                    node = _argument_of(node)
        return None

    def _path_of_use(self, use: Use) -> Path | None:
        """Where a doable stands, also one that the teller put together anew."""
        if (path := self._path_of(use)) is not None or use.place.file != FILE:
            return path
        return self.uses.get(use.place.path)

    def _listen_to_phrases(self, original: Callable[..., Phrase]) -> Callable[..., Phrase]:
        def listened(node: Any, scope: Any) -> Phrase:
            path = self._path_of(node)
            if path is None:
                return original(node, scope)
            key = Key("phrase", path)
            if self._inside and self._inside[-1] == key:
                return original(node, scope)
            told: Phrase = self._hear(key, node, lambda: original(node, scope))
            if key not in self.stand_ins:
                return told
            return replace(
                told,
                text=self._stand_in_character(key),
                possessive=self._stand_in_character(key, 1) if told.possessive else "",
                each=self._stand_in_character(key, 2) if told.each else "",
                single=self._stand_in_character(key, 3) if told.single else "",
                base=self._stand_in_character(key, 4) if told.base else "",
            )

        return listened

    def _listen_to_conditions(self, original: Callable[..., str]) -> Callable[..., str]:
        def listened(node: Any, scope: Any) -> str:
            path = self._path_of(node)
            if path is None:
                return original(node, scope)
            key = Key("condition", path)
            told = self._hear(key, node, lambda: original(node, scope))
            return self._stand_in_character(key) if key in self.stand_ins and told else told

        return listened

    def _listen_to_blocks(self, original: Callable[..., list[str]]) -> Callable[..., list[str]]:
        def listened(block: Any, scope: Any) -> list[str]:
            path = self._path_of(block) if isinstance(block, Block) else self._path_of_all(block)
            if path is None:
                return original(block, scope)
            key = Key("block", path)
            told: list[str] = self._hear(key, block, lambda: original(block, scope))
            if key not in self.stand_ins or not told:
                return told
            return [self._stand_in_character(key)] + [""] * (len(told) - 1)

        return listened

    def _path_of_all(self, uses: Sequence[Use] | None) -> Path | None:
        """Where the whole block stands, if these are all of its doables."""
        paths = [self._path_of(use) for use in uses or ()]
        if not paths or any(path is None for path in paths):
            return None
        above = [path[:-1] for path in paths if path]
        if any(path != above[0] for path in above):
            return None
        try:
            whole = value_at(self.json, above[0])
        except (LookupError, TypeError):
            return None
        return above[0] if isinstance(whole, list) and len(whole) == len(paths) else None

    def _listen_to_deeds(self, original: Callable[..., str]) -> Callable[..., str]:
        def listened(deed: Any, scope: Any) -> str:
            path = self._path_of_use(deed.use)
            before = deed.chosen or deed.of_all
            also = self._path_of_use(before) if before is not None else None
            if path is None or (before is not None and also is None):
                return original(deed, scope)
            key = Key("deed", path, () if also is None else (also,))
            told = self._hear(key, deed.use, lambda: original(deed, scope))
            return self._stand_in_character(key) if key in self.stand_ins and told else told

        return listened

    def _listen_to_nouns(self, original: Callable[..., str]) -> Callable[..., str]:
        def listened(
            kind: str, parts: Sequence[Node], scope: Any, it: Any = None, article: bool = False,
            all_of: bool = False, number: int = 1, late: list[str] | None = None,
        ) -> str:  # fmt: skip
            path = self._path_of_where(parts) if it is None else self._path_of_heard(parts)
            if path is None:
                return original(kind, parts, scope, it, article, all_of, number, late)
            of = "" if it is None else it.last_name
            how = (kind, article, all_of, 0 if article else number, late is not None, of)
            key = Key("noun", path, how)
            after: list[str] = []

            def tell() -> tuple[str, str]:
                inner = after if late is not None else None
                text = original(kind, parts, scope, it, article, all_of, number, inner)
                return text, "".join(after)

            text, behind = self._hear(key, parts, tell)
            if key in self.stand_ins:
                text = self._stand_in_character(key)
                behind = self._stand_in_character(key, 1) if behind else ""
            if late is not None and behind:
                late.append(behind)
            return str(text)

        return listened

    def _listen_to_narrowing(self, original: Callable[..., str]) -> Callable[..., str]:
        def listened(
            noun: str, parts: Sequence[Node], scope: Any, it: Any = None,
            late: list[str] | None = None,
        ) -> str:  # fmt: skip
            path = self._path_of_where(parts) if it is None and late is None else None
            if path is None:
                return original(noun, parts, scope, it, late)
            key = Key("noun", path, ("", False, False, 0, True, ""))

            def tell() -> tuple[str, str]:
                """The noun, and what narrows it; that stands before it in some languages."""
                text = original(noun, parts, scope, it, late)
                if text.startswith(noun):
                    return noun, text[len(noun) :]
                return (noun, text.removesuffix(noun)) if text.endswith(noun) else (text, "")

            text, clause = self._hear(key, parts, tell)
            told = str(original(noun, parts, scope, it, late))
            if key in self.stand_ins and clause:
                clause = self._stand_in_character(key, 1)
            return f"{text}{clause}" if told.startswith(noun) else f"{clause}{text}"

        return listened

    def _path_of_where(self, parts: Sequence[Node]) -> Path | None:
        """The condition that narrows a noun, if these are its parts."""
        found = {self._above_where(self._path_of(part)) for part in parts}
        return found.pop() if len(found) == 1 else None

    def _path_of_heard(self, parts: Sequence[Node]) -> Path | None:
        """The condition of a trigger, where some of it narrows what the event is about."""
        paths = [self._path_of(part) for part in parts]
        if not paths or any(path is None or "condition" not in path for path in paths):
            return None
        path = paths[0]
        assert path is not None  # noqa: S101 (for mypy)
        return path[: path.index("condition") + 1]

    @staticmethod
    def _above_where(path: Path | None) -> Path | None:
        if path is None or "where" not in path:
            return None
        last = len(path) - 1 - path[::-1].index("where")
        return path[: last + 1]

    def _listen_to_events(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def listened(trigger: TriggerNode, condition: Any, scope: Any) -> Any:
            path = self._path_of_event(trigger)
            if path is None:
                return original(trigger, condition, scope)
            key = Key("event", path)
            text, moment, rest = self._hear(
                key, trigger, lambda: original(trigger, condition, scope)
            )
            if key in self.stand_ins:
                text = self._stand_in_character(key)
                if moment is not None:
                    moment = replace(moment, text=self._stand_in_character(key, 1))
            return text, moment, rest

        return listened

    def _path_of_event(self, trigger: TriggerNode) -> Path | None:
        """Where the event of a trigger is named: there, or in the macro that it came from."""
        path = self._path_of(trigger) or parse_path(trigger.place.path)[:2]
        if trigger.place.file != FILE:
            return None
        found: Path | None = None
        for end in range(len(path) + 1):
            try:
                value = value_at(self.json, path[:end])
            except (LookupError, TypeError):
                break
            if isinstance(value, dict) and "event" in value:
                found = path[:end]
        return found

    def _listen_to_macros(self, original: Callable[..., list[str]]) -> Callable[..., list[str]]:
        def listened(behaviors: Sequence[Behavior], scope: Any) -> list[str]:
            path = parse_path(behaviors[0].place.path)
            key = Key("macro", path)
            return self._hear(key, behaviors, lambda: original(behaviors, scope))  # type: ignore[no-any-return]

        return listened


def _argument_of(node: Node) -> Any:
    """What a parameter stands for, if it is one."""
    if not isinstance(node, Reference) or node.part:
        return None
    return node.binding.given or node.binding.worth


def kind_of(node: Any) -> str:
    """What sort of phrase tells a node: a player, a card, a number, a bare word."""
    if isinstance(node, tuple):
        return "thing"
    if written_symbol(node) is not None and isinstance(node, Literal):
        return "symbol"
    if isinstance(node, Literal):
        return "number"
    found = node.type if isinstance(node, Node) else ""
    if found in ("player", "players"):
        return "player"
    if found in ("number", "numbers", "boolean"):
        return "value"
    return "thing"


def form_of(heard: Heard, form: int) -> str:
    """What was told of a piece, in one of its forms."""
    told = heard.told
    if isinstance(told, Phrase):
        return (told.text, told.possessive, told.each, told.single, told.base)[form]
    if heard.key.asked == "event":
        text, moment, _ = told
        return text if form == 0 else (moment.text if moment is not None else "")
    if heard.key.asked == "block":
        return ", ".join(part for part in told if part)
    if isinstance(told, list):
        return "\n".join(part.rstrip(".。") for part in told if part)
    return str(told)
