"""
Programs that say the same and play otherwise.

    cd mygame; PYTHONPATH=.:../tests ../.venv/bin/python -m telling.pairs [--pack P] [--lang L]
        [--kind PART] [--list N]

Sentences are held against the compiled form of their programs (`Forms`): of those that are told
alike, all must come to the same code. What no play shows is left out before (`exceptions.json5`).
Begin with `told_alike`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from reading.alike import plain_form
from telling.alike import without_exceptions
from telling.programs import Programs

from rules.language.compile import Compiler
from rules.language.query import are_equivalent
from rules.language.units import UnitWriter
from rules.pack import Pack, load_pack
from rules.pack.card_units import write_card
from rules.reading.notation import Json, put_together, take_apart
from rules.reading.verify import Judge
from rules.running.catalogue import CardDef
from rules.telling.phrasebook import LANGUAGES, book_of
from rules.workshop.comparing import comparable_form, first_difference
from rules.workshop.headings import usual_kind

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
GAMES = ("chrono", "duel", "kingdoms", "knave", "race")


class Told(NamedTuple):
    """A program with what it varies and what is told of it."""

    part: str
    program: Json
    sentence: str


class Pair(NamedTuple):
    """Two programs that say the same and play otherwise."""

    sentence: str
    one: Json
    other: Json
    part: str

    @property
    def kind(self) -> str:
        """What sort of pair it is: where the first difference stands, without numbers."""
        at = first_difference(self.one, self.other).partition(":")[0]
        words = [each.get("type") or each.get("at") for each in _tables(self.one)]
        word = next((str(each) for each in reversed(words) if each), "")
        return f"{self.part} {word} {re.sub(r'[0-9]+', '', at)}"


def _tables(node: Json) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _tables(each)


class Forms:
    """What programs of one pack come to: what the compiler writes of them."""

    def __init__(self, pack: Pack, kind: str):
        self.pack, self.kind = pack, kind
        self.judge = Judge(pack, "en")
        found = Compiler.extending(pack.declarations, pack.program.units, pack.trees)
        self.compiler = found
        self._known: dict[str, str] = {}

    def form_of(self, program: Json) -> str:
        """The compiled form of a program, without what no play shows; "" if it is wrong."""
        plain = self.plain(program)
        if (key := repr(plain)) not in self._known:
            self._known[key] = self._compiled(plain) or self._compiled(program)
        return self._known[key]

    def does_nothing(self, program: Json) -> bool:
        """Whether nothing is left of what a program does: what never holds is left out."""
        idle = [{**each, "do": []} for each in program if isinstance(each, dict) and "do" in each]
        return len(idle) == len(program) and self._compiled(program) == self._compiled(idle)

    def plain(self, program: Json) -> Json:
        """A program in the form in which all that play alike are one."""
        plain = plain_form(self.pack, without_exceptions(self.pack, program))
        plain = without_exceptions(self.pack, plain)
        return without_exceptions(self.pack, comparable_form(plain))

    def _compiled(self, program: Json) -> str:
        card = CardDef("probe", {}, self.kind, 0, False, {}, {}, "probe")
        writer = UnitWriter(self.compiler, "probe", "probe")
        compiler = self.compiler
        compiler.problems.clear()
        compiler.seconds, compiler.parts, compiler.total, compiler.whole = 1e9, 0, 0, ""
        with self.compiler.budgeted("probe"):
            write_card(writer, card, put_together(program), {})
        if compiler.problems:
            return ""
        lasting = [{**each, "name": ""} for each in (*writer.triggers, *writer.modifiers)]
        codes = [{**each, "name": ""} for each in writer.codes]
        aims = writer.pools, writer.gates, writer.behaviors, writer.own
        return repr((writer.routines, codes, lasting, aims))


@cache
def shipped(name: str) -> Pack:
    return load_pack(PACKS / name)


def programs_of(pack: Pack, parts: Collection[str] = ()) -> Iterator[tuple[str, Json]]:
    """Programs that compile, each once."""
    judge = Judge(pack, "en")
    timings = judge.timings(usual_kind(pack))
    made, seen = Programs(pack, timings[0] if timings else "always"), set[str]()
    for part, program in made.all(parts):
        if (key := repr(program)) not in seen:
            seen.add(key)
            yield part, program


def told_alike(
    pack: Pack, language: str, programs: Iterable[tuple[str, Json]], forms: Forms
) -> Iterator[Pair]:
    """Programs that say the same as another one and play otherwise, each with that one."""
    said: dict[str, list[Told]] = defaultdict(list)
    for part, program in programs:
        if (sentence := sentence_of(pack, language, forms, program)) is not None:
            said[sentence].append(Told(part, program, sentence))
    for sentence, several in said.items():
        known: dict[str, Told] = {}
        for each in several if len(several) > 1 or not sentence else ():
            if not sentence and forms.does_nothing(each.program):
                continue
            form = forms.form_of(each.program)
            if not form or form in known:
                continue
            if known:
                other = next(iter(known.values()))
                if _alike_as_trees(forms, each.program, other.program):
                    continue
                yield Pair(sentence, other.program, each.program, each.part)
            known[form] = each


def _alike_as_trees(forms: Forms, one: Json, other: Json) -> bool:
    mine, theirs = (forms.judge.read_tree(forms.plain(each)) for each in (one, other))
    return bool(mine and theirs and are_equivalent(mine.behaviors, theirs.behaviors))


def sentence_of(pack: Pack, language: str, forms: Forms, program: Json) -> str | None:
    """What a program says; None where it is wrong or words are missing."""
    tree = forms.judge.read_tree(program)
    if tree is None:
        return None
    missing = book_of(pack, language).sentences.words.missing
    missing.clear()
    told = forms.judge.sentences_of(tree, forms.kind, {}, language)
    return None if any(table in ("text", "event", "when") for table, _ in missing) else told


def programs_of_cards(pack: Pack) -> Iterator[tuple[str, Json]]:
    for card in pack.cards:
        if card.source.get("behaviors"):
            yield f"card of {card.kind}", take_apart(card.source["behaviors"])


# -- the command


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--pack", choices=GAMES, action="append")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--part", action="append", default=[])
    parser.add_argument("--list", type=int, default=2, help="pairs of each kind that are told")
    options = parser.parse_args(arguments)
    os.nice(15)
    for name in options.pack or GAMES:
        pack = shipped(name)
        forms = Forms(pack, usual_kind(pack))
        programs = [*programs_of(pack, options.part)]
        for language in options.lang or LANGUAGES:
            found = [*told_alike(pack, language, programs, forms)]
            kinds: dict[str, list[Pair]] = defaultdict(list)
            for pair in found:
                kinds[pair.kind].append(pair)
            for kind, pairs in sorted(kinds.items(), key=lambda each: -len(each[1])):
                print(f"{len(pairs)} {kind}")
                for pair in pairs[: options.list]:
                    print(f"    {pair.sentence!r}")
                    print(f"      {first_difference(pair.one, pair.other)[:300]}")
            parts = Counter(pair.part for pair in found)
            print(
                f"== {name} {language}: {len(programs)} programs, {len(found)} pairs {dict(parts)}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
