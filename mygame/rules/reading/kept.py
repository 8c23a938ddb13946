"""
Learned rules on disk, so that a pack that was read before is there at once.

One file for what a pack declares, its words in a language, and the code that learns: a new card
adds its own rules and changes none of the others. It lies with the compiled units
(`ground.own_files`).
"""

from __future__ import annotations

import fcntl
import hashlib
import marshal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from .. import telling
from ..ground.digests import digest
from ..ground.own_files import cache_folder, read_own, store_own
from ..pack.definition import Pack
from ..pack.interface import engine_digest
from ..telling.phrasebook import book_of
from .grammar import Hole, Rule

Table = dict[str, list[Rule]]  # rules by what shows them: "" the samples, else the digest of a card


@cache
def _learning_digest() -> str:
    """A digest of the code that learns and tells."""
    found = hashlib.blake2b(digest_size=16)
    for where in (Path(__file__).parent, Path(telling.__path__[0])):
        for file in sorted([*where.rglob("*.py"), *where.rglob("*.json5")]):
            found.update(file.read_bytes())
    return found.hexdigest()


def file_of(pack: Pack, language: str) -> Path:
    """The file for a pack in a language."""
    words = dict(book_of(pack, language).phrases.items())
    defined = [
        (family, word.name, word.digest)
        for family, table in pack.declarations.defines.items() for word in table.values()
    ]  # fmt: skip
    tag = digest(
        engine_digest(),
        _learning_digest(),
        pack.declarations.interface,
        defined,
        _plain_data(words),
        language,
    )
    return cache_folder() / f"{pack.id}-{language}-{tag[:16]}.rules"


@contextmanager
def learn_alone(path: Path) -> Iterator[None]:
    """One process at a time learns what is kept in a file; the others wait, and load it."""
    with ExitStack() as held:
        with suppress(OSError):  # where nothing can be kept everybody learns
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = held.enter_context(open(path.with_suffix(".lock"), "a"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def load_rules(path: Path) -> Table:
    """What is kept in a file, if anything."""
    data = read_own(path)
    if data is None:
        return {}
    try:
        known = marshal.loads(data)  # noqa: S302 (written by ourselves)
        return {name: [_rule_from_data(each) for each in rules] for name, rules in known.items()}
    except (ValueError, EOFError, TypeError):
        return {}


def store_rules(path: Path, table: Table) -> None:
    """Keep rules; where that is not possible they are learned again the next time."""
    with suppress(OSError, ValueError):
        written = {name: [_rule_to_data(rule) for rule in rules] for name, rules in table.items()}
        store_own(path, marshal.dumps(written))


def _rule_to_data(rule: Rule) -> tuple[Any, ...]:
    says = tuple((each.category,) if isinstance(each, Hole) else each for each in rule.says)
    return rule.category, says, rule.means, rule.cost


def _rule_from_data(data: tuple[Any, ...]) -> Rule:
    category, says, means, cost = data
    return Rule(
        category,
        tuple(each if isinstance(each, str) else Hole(*each) for each in says),
        means,
        cost,
    )


def _plain_data(node: Any) -> Any:
    """Tables without what is no data."""
    if isinstance(node, dict):
        return {str(key): _plain_data(value) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_plain_data(each) for each in node]
    return node if isinstance(node, str | int | float | bool | None) else str(type(node))
