"""
From JSON and what the teller says of it to rules.

For each piece of a sentence: what is told of it with stand-ins in place of its parts. A part whose
stand-in leaves the rest as it was becomes a hole; what does not stays as it is written. Numbers are
tried with others in their place. Begin with `Learner.learn`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..language.tree import Literal
from ..language.trees import TooLarge
from ..pack.definition import Pack
from ..telling.phrasebook import book_of
from . import grammar
from .grammar import Hole, Rule
from .listening import FORMS, STAND_IN, Heard, Key, Listening, form_of, kind_of
from .naming import canonical_names, depends_on, event_of, lets_of_piece
from .notation import Json, Path, exists_at, numbers_in, replace_at, value_at, without_event
from .placed import Checking, Read
from .typed import normal_form

_PROBE = 90_007  # a number that stands for another one
_LAST = STAND_IN + 8 * 4096
_MARKED = re.compile(f"([{chr(STAND_IN)}-{chr(_LAST)}]|9\\d{{4}})")
_MARK = re.compile(f"[{chr(STAND_IN)}-{chr(_LAST)}]")
_MOST_PARTS = 40  # of a piece that are tried
_MOST_NUMBERS = 9

#: Numbers of a card that can be others: the probe that stands for one, its sign, its offset.
Numbers = dict[Path, tuple[int, int, int]]
Probes = dict[Path, int]  # what is written in place of them


class Learner:
    """Learns the rules of one pack in one language."""

    def __init__(self, pack: Pack, language: str):
        book = book_of(pack, language)
        self.pack, self.language = pack, language
        self.teller = Listening(book.phrases, book.names.get)
        self.trees = Checking(pack)
        self.known: set[Any] = set()  # pieces that were learned from
        self.shown: list[Rule] = []  # by the last sample

    def forget(self) -> None:
        """Forget what was learned from: another card may show it as well."""
        self.known.clear()

    def learn(
        self, behaviors: Json, kind: str = "", facts: Mapping[str, Any] | None = None,
        only: frozenset[str] = frozenset(),
    ) -> Iterator[Rule]:  # fmt: skip
        """The rules that a sample shows; `only` those of some kinds of pieces."""
        self.shown = []
        try:
            for rule in _Sample(self, behaviors, kind, dict(facts or {})).rules(only):
                self.shown.append(rule)
                yield rule
        except (TooLarge, RecursionError, LookupError, TypeError, ValueError, AttributeError):
            return  # a sample that cannot be told shows nothing


class _Sample:
    """Behaviours that are told again and again."""

    def __init__(self, learner: Learner, behaviors: Json, kind: str, facts: dict[str, Any]):
        self.learner, self.kind, self.facts = learner, kind, facts
        self.pack = learner.pack
        self.facts_key = repr((kind, facts))
        self.read = learner.trees.read_behaviors(behaviors)
        self._tell(self.read, {})
        self.heard = dict(learner.teller.heard)
        self.inside: dict[Key | None, list[Key]] = {}
        for key, heard in self.heard.items():
            self.inside.setdefault(heard.parent, []).append(key)

    def _tell(self, read: Read, stand_ins: dict[Key, int]) -> None:
        teller = self.learner.teller
        teller.tell(self.learner.trees, read, stand_ins, self.kind, self.facts)

    def rules(self, only: frozenset[str]) -> Iterator[Rule]:
        for key, heard in self.heard.items():
            if only and key.asked not in only:
                continue
            if key.asked == "macro" and not self._is_shape(key.path):
                continue
            if key.asked in ("phrase", "condition", "deed", "event", "macro"):
                yield from _Piece(self, heard).rules()

    def _is_shape(self, path: Path) -> bool:
        """Whether a behaviour is one of the pack's own shape, or of the card itself."""
        name = value_at(self.read.json, path).get("at")
        return name == "always" or name in self.pack.declarations.defines["behaviors"]


class _Piece:
    """One piece of a sample: what is told of it with stand-ins."""

    def __init__(self, sample: _Sample, heard: Heard):
        self.sample, self.heard, self.key = sample, heard, heard.key
        self.retold: dict[tuple[tuple[Key, ...], tuple[Any, ...]], Heard | None] = {}

    def rules(self) -> Iterator[Rule]:
        json = self._json_of_piece()
        if json is None or self._is_known(json):
            return
        forms = [
            (form, category, form_of(self.heard, form)) for form, category in self._forms_told()
        ]
        forms = [each for each in forms if each[2]]
        if not forms:
            return
        parts = self._parts_as_holes(*forms[0][::2])
        if len(parts) == 1 and self._is_one_part(forms[0][0], parts):
            parts = [key for key in self.sample.inside.get(parts[0], ()) if self._is_tellable(key)]
            if not self._fits(forms[0][0], forms[0][2], parts):
                parts = []
        numbers, text = self._numbers_as_holes(forms[0][0], parts)
        again = (
            self._tell_again(parts, self._probes_for(numbers)) if parts or numbers else self.heard
        )
        for form, category, told in forms:
            if form != forms[0][0]:
                if again is None or numbers:
                    inner, text = self._numbers_as_holes(form, parts)
                else:
                    inner, text = {}, form_of(again, form)
                marked = {ord(mark) - STAND_IN >> 3 for mark in _MARK.findall(text)}
                fits = not parts or self._matches(parts, text, told, dict(inner))
                own = [] if fits and len(marked) == len(parts) else self._parts_as_holes(form, told)
                if not fits or len(own) > len(marked):
                    inner, text = self._numbers_as_holes(form, own)
                    if rule := self._make_rule(category, form, text, own, inner):
                        yield rule
                    continue
            else:
                inner = numbers
            if rule := self._make_rule(category, form, text, parts, inner):
                yield rule

    def _is_one_part(self, form: int, parts: list[Key]) -> bool:
        """Whether all that is told is one part."""
        return len(self._tell_with_stand_ins(form, parts)) == 1

    def _is_known(self, json: Json) -> bool:
        """Whether the same piece was learned from before."""
        whole = self.sample.read.json
        if self.key.how:
            json = [json, [value_at(whole, path) for path in self.key.how]]
        found = (self.key.asked, repr(json), event_of(whole, self.key.path), self.sample.facts_key)
        known = self.sample.learner.known
        if found in known:
            return True
        known.add(found)
        return False

    def _json_of_piece(self) -> Json:
        """What it is on the card; None where it is no piece of the card by itself."""
        node = self.heard.node
        if self.key.asked == "phrase" and (isinstance(node, Literal) or kind_of(node) == "symbol"):
            return None
        try:
            return value_at(self.sample.read.json, self.key.path)
        except (LookupError, TypeError):
            return None

    def _forms_told(self) -> Iterator[tuple[int, str]]:
        """The forms in which it is told, each of a category."""
        match self.key.asked:
            case "phrase":
                kind = kind_of(self.heard.node)
                for form in range(4):
                    if form != 2 or self.heard.told.factor == 1:
                        yield form, _category_name(kind, form)
            case "event":
                kind = self._kind_of_event(self.heard)
                yield 0, f"event{kind}"
                yield 1, f"moment{kind}"
            case asked:
                yield 0, asked

    def _kind_of_event(self, heard: Heard) -> str:
        """Events of this very card are others where it goes without saying which card it is."""
        event = value_at(self.sample.read.json, heard.key.path)
        return " of this" if heard.node.of is not None and "of" not in event else ""

    # -- parts

    def _parts_as_holes(self, form: int, told: str) -> list[Key]:
        """Those of its parts that can be holes, the largest first."""
        chosen: list[Key] = []
        waiting = list(self.sample.inside.get(self.key, ()))
        if not waiting:
            return []
        if len(waiting) <= _MOST_PARTS and self._fits(
            form, told, all_ := self._tellable_parts(waiting)
        ):
            return all_
        tried = 0
        while waiting and tried < _MOST_PARTS:
            key = waiting.pop(0)
            tried += 1
            if self._is_tellable(key) and self._fits(form, told, [*chosen, key]):
                chosen.append(key)
            else:
                waiting += self.sample.inside.get(key, ())
        return chosen

    def _tellable_parts(self, keys: list[Key]) -> list[Key]:
        return [key for key in keys if self._is_tellable(key)]

    def _is_tellable(self, key: Key) -> bool:
        heard = self.sample.heard[key]
        if key.asked == "phrase" and isinstance(heard.node, Literal):
            return kind_of(heard.node) == "symbol"
        if key.asked == "macro" or not heard.told:
            return False
        json = self.sample.read.json
        if not exists_at(json, key.path):
            return False
        if exists_at(json, self.key.path) and depends_on(
            value_at(json, self.key.path), value_at(json, key.path)
        ):
            return False
        return key.path[: len(self.key.path)] == self.key.path or self.key.asked == "deed"

    def _tell_with_stand_ins(self, form: int, keys: list[Key], probes: Probes | None = None) -> str:
        again = self._tell_again(keys, probes or {})
        return form_of(again, form) if again is not None else ""

    def _tell_again(self, keys: list[Key], probes: Probes) -> Heard | None:
        """What is told of it with stand-ins for its parts and probes for its numbers."""
        which = tuple(keys), tuple(probes.items())
        if which not in self.retold:
            read = self._with_probes(probes) if probes else self.sample.read
            self.sample._tell(read, {key: number for number, key in enumerate(keys)})
            self.retold[which] = self.sample.learner.teller.heard.get(self.key)
        return self.retold[which]

    def _fits(self, form: int, told: str, keys: list[Key]) -> bool:
        """Whether the rest is told the same with stand-ins for these."""
        return bool(keys) and self._matches(keys, self._tell_with_stand_ins(form, keys), told, {})

    def _matches(self, keys: list[Key], text: str, told: str, numbers: dict[Path, Any]) -> bool:
        """Whether a text with stand-ins for these is what is told."""
        if not text:
            return False
        if numbers:
            return True
        seen: set[int] = set()
        for mark in _MARK.findall(text):
            number, part = divmod(ord(mark) - STAND_IN, 8)
            heard = self.sample.heard[keys[number]]
            if heard.key.asked == "noun":
                original = heard.told[part]
            else:
                if number in seen or part == 4:
                    return False
                if part == 2 and heard.told.factor != 1:
                    return False
                original = form_of(heard, part)
            seen.add(number)
            text = text.replace(mark, original, 1)
        return bool(seen) and _are_alike(text, told)

    # -- numbers

    def _numbers_as_holes(self, form: int, parts: list[Key]) -> tuple[Numbers, str]:
        """
        Numbers of the card that can be others: by path (the probe that stands for it, sign,
        offset), and the text with stand-ins and probes.
        """
        plain = self._tell_with_stand_ins(form, parts) if parts else form_of(self.heard, form)
        covered = [key.path for key in parts]
        free: dict[int, list[Path]] = {}
        for path, number in numbers_in(self.sample.read.json, self._places_within()):
            if not any(path[: len(each)] == each for each in covered):
                free.setdefault(number, []).append(path)
        found: Numbers = {}
        every = [[path] for paths in free.values() for path in paths]
        if not self._probe_numbers(form, parts, plain, every, found):
            for paths in free.values():
                alone = [
                    path
                    for path in paths
                    if self._probe_numbers(form, parts, plain, [[path]], found)
                ]
                tied = [path for path in paths if path not in alone]
                if len(tied) > 1:  # "at most 2 damage": what is more than 2 becomes 2
                    self._probe_numbers(form, parts, plain, [tied], found)
        if not found:
            return {}, plain
        text = self._tell_with_stand_ins(form, parts, self._probes_for(found))
        if all(text.count(str(probe + offset)) == 1 for probe, _, offset in found.values()):
            return found, text
        return {}, plain

    def _probe_numbers(
        self, form: int, parts: list[Key], plain: str, tied: list[list[Path]], found: Numbers
    ) -> bool:
        """Whether numbers can all be others, those that are tied the same; then they are found."""
        if not tied or len(found) + len(tied) > _MOST_NUMBERS:
            return False
        tried: Numbers = {}
        for paths in tied:
            sign = -1 if value_at(self.sample.read.json, paths[0]) < 0 else 1
            probe = _PROBE + 11 * (len(found) + len(tried))
            tried |= dict.fromkeys(paths, (probe, sign, 0))
        told = text = self._tell_with_stand_ins(form, parts, self._probes_for(tried))
        for paths in tied:
            probe, sign, _ = tried[paths[0]]
            offsets = [n for n in (0, 1, -1) if told.count(str(probe + n)) == 1]
            if len(offsets) != 1:
                return False
            (offset,) = offsets
            was = str(abs(value_at(self.sample.read.json, paths[0])) + offset)
            text = text.replace(str(probe + offset), was)
            tried |= dict.fromkeys(paths, (probe, sign, offset))
        if not _are_alike(text, plain):
            return False
        found |= tried
        return True

    def _places_within(self) -> tuple[Path, ...]:
        return (self.key.path, *(path for path in self.key.how if isinstance(path, tuple)))

    @staticmethod
    def _probes_for(numbers: Numbers) -> Probes:
        return {path: sign * probe for path, (probe, sign, _) in numbers.items()}

    def _with_probes(self, probes: Probes) -> Read:
        json = self.sample.read.json
        for path, probe in probes.items():
            json = replace_at(json, path, probe)
        return self.sample.learner.trees.read_behaviors(json["behaviors"])

    # -- the rule

    def _make_rule(
        self, category: str, form: int, text: str, parts: list[Key],
        numbers: Numbers,
    ) -> Rule | None:  # fmt: skip
        says: list[str | Hole] = []
        holes: dict[int | Path, int] = {}
        wheres: dict[Key, list[int]] = {}
        moments: dict[Key, int] = {}
        by_probe: dict[int, list[Path]] = {}
        for path, (probe, _, offset) in numbers.items():
            by_probe.setdefault(probe + offset, []).append(path)
        count = 0
        for piece in _MARKED.split(text):
            if not piece:
                continue
            if piece.isdigit() and int(piece) in by_probe:
                holes |= dict.fromkeys(by_probe[int(piece)], count)
                says.append(Hole(grammar.NUMBER))
            elif STAND_IN <= ord(piece[0]) <= _LAST:
                number, part = divmod(ord(piece) - STAND_IN, 8)
                key = parts[number]
                heard = self.sample.heard[key]
                if key.asked == "noun":
                    wheres.setdefault(key, []).append(count)
                    says.append(Hole(_noun_category(key, part)))
                elif key.asked == "event":
                    moments[key] = count
                    kind = self._kind_of_event(heard)
                    says.append(Hole(("moment" if part else "event") + kind))
                else:
                    holes[number] = count
                    says.append(Hole(self._category_of(heard, part)))
            else:
                says.append(piece)
                continue
            count += 1
        says = [
            each if isinstance(each, Hole) else normal_form(each, self._language) for each in says
        ]
        says = [each for each in says if each != ""]
        if not says:
            return None
        if isinstance(says[0], Hole) and len(says) == 1 and not says[0].category.startswith("noun"):
            return None
        means = self._meaning_with_holes(holes, wheres, moments, parts, numbers)
        if means is None:
            return None
        means = canonical_names(means, self.sample.read.json, self.key.path)
        return Rule(category, tuple(says), means, 0.0)

    @property
    def _language(self) -> str:
        return self.sample.learner.language

    def _category_of(self, heard: Heard, part: int) -> str:
        if heard.key.asked == "phrase":
            kind = kind_of(heard.node)
            if kind == "symbol":
                known = heard.node.value in self.sample.pack.declarations.catalogue.definitions
                return "card" if known else "symbol"
            return _category_name(kind, part)
        return heard.key.asked

    def _meaning_with_holes(
        self, holes: dict[int | Path, int], wheres: dict[Key, list[int]], moments: dict[Key, int],
        parts: list[Key], numbers: Numbers,
    ) -> Json:  # fmt: skip
        """The JSON of the piece with holes."""
        json = self.sample.read.json
        changes: list[tuple[Path, Json]] = []
        for which, count in holes.items():
            if isinstance(which, int):
                key = parts[which]
                changes.append((key.path, {"#": count}))
                for also in key.how:
                    changes.append((also, None))
            else:
                _, sign, offset = numbers[which]
                changes.append((which, {"#": count, "sign": sign, "offset": offset}))
                same = (*which[:-1], "minimum")
                tied = which[-1] == "maximum" and same not in numbers and exists_at(json, same)
                if tied and value_at(json, same) == value_at(json, which):
                    changes.append((same, {"#": count, "sign": sign, "offset": offset}))
        heard_of: dict[Path, tuple[Key, int]] = {}
        for key, counts in wheres.items():
            if key.how[5]:
                heard_of[key.path[:-1]] = key, counts[0]
            else:
                changes.append((key.path, {"#where": counts}))
        for path, new in sorted(changes, key=lambda each: -len(each[0])):
            json = replace_at(json, path, new)
        for key, count in moments.items():
            event = value_at(json, key.path)
            outer = without_event(event, self._conditions_beside_event(key))
            json = replace_at(json, key.path, {**outer, "#event": count})
        if self.key.asked == "event":
            return self._event_alone(value_at(json, self.key.path), heard_of.get(self.key.path))
        if heard_of:
            return None
        found = value_at(json, self.key.path)
        if self.key.asked == "deed":
            before = [value_at(json, path) for path in self.key.how]
            return [*self._silent_names(json, [*before, found]), *before, found]
        return found

    def _silent_names(self, json: Json, means: Json) -> list[Json]:
        """What gives a name that the piece speaks of, and says nothing by itself."""
        return [{"$first": let} for let in lets_of_piece(json["behaviors"], means)]

    def _conditions_beside_event(self, key: Key) -> list[Path]:
        """Where the conditions stand that the event of a trigger does not say."""
        teller = self.sample.learner.teller
        teller.paths = self.sample.read.paths
        _, _, rest = self.sample.heard[key].told
        return [path for node in rest if (path := teller._path_of(node)) is not None]

    def _event_alone(self, event: Json, narrowed: tuple[Key, int] | None) -> Json:
        if self.heard.told[2]:  # conditions that it does not say
            return None
        found = {key: event[key] for key in ("event", "when", "of") if key in event}
        conditions = grammar.conjuncts(event["condition"]) if "condition" in event else []
        if narrowed is not None:
            key, count = narrowed
            thing = f"{{{event['event']}.{key.how[5]}."
            conditions = [each for each in conditions if thing not in repr(each)]
            conditions.append({"#": count, "as": f"@event.{key.how[5]}"})
        if conditions:
            found["condition"] = conditions
        return found


def _category_name(kind: str, form: int) -> str:
    return kind if form == 0 else f"{kind} {FORMS[form]}"


def _noun_category(key: Key, part: int) -> str:
    kind, article, all_of, number, late, _ = key.how
    if part:
        return "late"
    return f"noun {kind} {number}" + (" a" if article else "") + (" all" if all_of else "") + (
        " late" if late else ""
    )  # fmt: skip


def _are_alike(one: str, other: str) -> bool:
    return one == other or one.casefold() == other.casefold()
