"""
How many of the sentences of `corpus/` come back as what they mean.

    cd mygame; PYTHONPATH=.:../tests ../.venv/bin/python -m reading.measure [--pack P] [--lang L]
        [--held] [--added] [--own] [--list WAY] [--json FILE]

They are read as `card write` reads them. `first`: the first reading is right; `among`: another one
that is offered is; `unread`: nothing is read; `alone` and `wrong`: all that is offered is another
card, as the only reading (which is taken without asking), or among several, or with what it leaves
out (which is asked about); `silent`: of what the
language cannot say, nothing is read, as it should be; `told`: something is. Right (a share of what
can be said) are readings that do the same as one of the programs that an entry means (`alike`),
with the printed properties that it names. Of those set aside only figures are told; `--added` reads
those from which ways were learned afterwards.

`--own` reads, in place of what people typed, what the house itself says of each program that they
mean.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from reading.alike import mean_the_same
from reading.corpus import LANGUAGES, Entry, added_entries, entries, games, stands_on

from rules.pack import Pack, load_pack
from rules.reading import DOUBTS, Refused, read_with
from rules.reading.books import Book, grammar_book
from rules.reading.notation import take_apart
from rules.workshop.telling_apart import tell_apart
from rules.workshop.understanding import MOST

PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"
WAYS = ("first", "among", "unread", "alone", "wrong", "silent", "told")


class Measured(NamedTuple):
    """How an entry came back, what is offered in its own language, and the milliseconds it took."""

    pack: str
    language: str
    entry: Entry
    way: str
    offered: list[str]
    upto: int
    milliseconds: float


@cache
def shipped(name: str) -> Pack:
    return load_pack(PACKS / name)


def own_entries(of: Book, found: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What the house says of each program that entries mean, as an entry of its own."""
    made: dict[tuple[str, str], Entry] = {}
    for entry in found:
        kind, facts = stands_on(of.pack, entry.kind)
        for program in entry.said:
            tree = of.judge.read_tree(take_apart(program["behaviors"]))
            assert tree is not None, entry.text
            printed = {**facts, **program.get("printed", {})}
            answers = of.judge.trees.read_tried_answers(take_apart(program.get("answers", {})))
            text = of.judge.sentences_of(tree, kind, printed, "", answers or ())
            made[text, repr(program)] = entry._replace(text=text, said=(program,))
    return tuple(made.values())


def measure(
    pack: str, language: str, held: bool = False, own: bool = False, added: bool = False
) -> Iterator[Measured]:
    """Every entry of a game in a language, read; `own`: in the house's words."""
    of = grammar_book(shipped(pack), language)
    for entry in chosen_entries(of, pack, language, held, own, added):
        kind, facts = stands_on(of.pack, entry.kind)
        begun = time.perf_counter()
        try:
            found, upto = read_with(of, entry.text, kind, facts, MOST)[:2]
        except Refused:
            found, upto = [], 0
        offered = tell_apart(of.pack, language, found) if found else []
        spent = 1000 * (time.perf_counter() - begun)
        way = way_of(of, entry, offered)
        told = [each["sentence"].get(language, "") for each in offered]
        yield Measured(pack, language, entry, way, told, upto, spent)


def chosen_entries(
    of: Book, pack: str, language: str, held: bool, own: bool, added: bool
) -> tuple[Entry, ...]:
    """The entries that are read."""
    found = added_entries(pack, language) if added else entries(pack, language, held)
    return own_entries(of, found) if own else found


def way_of(of: Book, entry: Entry, offered: list[dict[str, Any]]) -> str:
    """Which of the WAYS it is."""
    if entry.lacks:
        return "told" if offered else "silent"
    if not offered:
        return "unread"
    right = [means(of, entry, each) for each in offered]
    if right[0]:
        return "first"
    if any(right):
        return "among"
    doubted = any(offered[0][what] for what in DOUBTS)
    return "alone" if len(offered) == 1 and not doubted else "wrong"


def means(of: Book, entry: Entry, reading: dict[str, Any]) -> bool:
    """Whether a reading does what one of the programs of an entry does."""
    facts = {name: value for name, value in reading["facts"].items() if value}
    return any(
        mean_the_same(of.judge, program, {**reading, "printed": facts}) for program in entry.said
    )


# -- the command


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--pack", choices=games(), action="append")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--held", action="store_true", help="those set aside, as figures only")
    parser.add_argument("--added", action="store_true", help="those that were added afterwards")
    parser.add_argument("--own", action="store_true", help="what the house says of the programs")
    parser.add_argument("--list", choices=WAYS, action="append", help="tell which came back so")
    parser.add_argument("--json", type=Path, help="write all of it there")
    options = parser.parse_args(arguments)
    if options.held and (options.list or options.json):
        parser.error("of those set aside there are only figures")
    os.nice(19)
    found: list[Measured] = []
    for pack in options.pack or games():
        for language in options.lang or LANGUAGES:
            found += _with_progress(pack, language, options.held, options.own, options.added)
    for one in found:
        if one.way in (options.list or ()):
            print(f"{one.way}: {one.entry.text}")
            print(
                *(f"    {each}" for each in one.offered[:3]), sep="\n", end="\n" * bool(one.offered)
            )
    print(*table(found, options.held), sep="\n")
    if options.json:
        data = [{**one._asdict(), "entry": one.entry.text, "tags": one.entry.tags} for one in found]
        options.json.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0


def _with_progress(pack: str, language: str, held: bool, own: bool, added: bool) -> list[Measured]:
    found: list[Measured] = []
    print(f"{pack} {language}: learning ...", end="", file=sys.stderr, flush=True)
    book = grammar_book(shipped(pack), language)
    whole = len(chosen_entries(book, pack, language, held, own, added))
    for one in measure(pack, language, held, own, added):
        found.append(one)
        print(
            f"\r{pack} {language}: {len(found)} of {whole}    ", end="", file=sys.stderr, flush=True
        )
    print(file=sys.stderr)
    return found


def table(found: list[Measured], held: bool = False) -> list[str]:
    """Figures of games and languages, then of tags."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for one in found:
        groups[f"{one.pack} {one.language}"].append(one)
    groups["all"] = found
    if not held:
        for tag in sorted({tag for one in found for tag in one.entry.tags}):
            groups[f"`{tag}`"] = [one for one in found if tag in one.entry.tags]
    rows = [f"| | of | {' | '.join(WAYS)} | right | ms |", "|---" * (len(WAYS) + 4) + "|"]
    return [*rows, *(_row(name, group) for name, group in groups.items())]


def _row(name: str, group: list[Measured]) -> str:
    ways = Counter(one.way for one in group)
    mean = len(group) - ways["silent"] - ways["told"]  # something that can be said
    share = f"{100 * (ways['first'] + ways['among']) / max(1, mean):.0f} %"
    middle = sorted(one.milliseconds for one in group)[len(group) // 2] if group else 0
    counts = " | ".join(str(ways[way]) for way in WAYS)
    return f"| {name} | {len(group)} | {counts} | {share} | {middle:.0f} |"


if __name__ == "__main__":
    sys.exit(main())
