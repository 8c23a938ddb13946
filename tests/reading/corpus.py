"""
Effects in the words people use, each with what it means: the data of `corpus/`, read and checked.

`entries("chrono", "zh")` are those open to everybody who works at reading, `entries("chrono", "zh",
held=True)` those that are set aside, `added_entries` those from which ways were learned afterwards
(see `corpus/README.md`).
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pyjson5

from rules.pack import Pack
from rules.workshop.headings import usual_kind

FOLDER = Path(__file__).parent / "corpus"
LANGUAGES = ("zh", "en")
SET_ASIDE = 5  # one in so many


class Entry(NamedTuple):
    """
    A sentence as typed, the kind or type of the card it stands on, what makes it hard, and each
    program that it means: `behaviors`, with the printed properties it names as `printed` and what
    it answers as `answers`. `lacks` says what the language has no word for, where it means none.
    """

    text: str
    kind: str
    tags: tuple[str, ...]
    said: tuple[dict[str, Any], ...]
    lacks: str


def games() -> list[str]:
    """The packs of which there are sentences."""
    return sorted({path.name.split(".")[0] for path in FOLDER.glob("*.json5")})


@cache
def entries(pack: str, language: str, held: bool = False) -> tuple[Entry, ...]:
    """The sentences of a pack in a language; with `held`, those that are set aside."""
    return _entries_in(FOLDER / f"{pack}.{language}{'.held' if held else ''}.json5")


@cache
def added_entries(pack: str, language: str) -> tuple[Entry, ...]:
    """Sentences that were added afterwards, of which none is set aside."""
    path = FOLDER / f"{pack}.{language}.added.json5"
    return _entries_in(path) if path.exists() else ()


def _entries_in(path: Path) -> tuple[Entry, ...]:
    return tuple(map(_entry, pyjson5.decode(path.read_text("utf-8"))["entries"]))


def _entry(written: dict[str, Any]) -> Entry:
    return Entry(
        written["text"],
        written["kind"],
        tuple(written.get("tags", ())),
        tuple(
            {"behaviors": [], **program} if isinstance(program, dict) else {"behaviors": program}
            for program in written.get("said", ())
        ),
        written.get("lacks", ""),
    )


def set_aside(texts: list[str]) -> set[str]:
    """Which of the sentences of a pack in a language are set aside, by their digests."""
    ordered = sorted(texts, key=lambda text: blake2b(text.encode(), digest_size=8).digest())
    return set(ordered[: len(texts) // SET_ASIDE])


def stands_on(pack: Pack, kind: str) -> tuple[str, dict[str, Any]]:
    """The kind of card that an entry names, and what is printed where it is a value of that."""
    if kind in pack.origin.raw["kinds"]:
        return kind, {}
    for name, prop in pack.declarations.properties.items():
        if kind in (prop.domain or ()):
            of = (card.kind for card in pack.cards if card.source.get(name) == kind)
            return next(of, usual_kind(pack)), {name: kind}
    raise LookupError(kind)
