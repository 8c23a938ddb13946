"""
What of a pack its compiled units rely on, as one digest: fields and zones with their places,
events, timings, properties, the names of its words; and the engine itself.

Cards are not part of it: a pack with one more has the same interface.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from .. import backends, language, program, running
from ..ground.digests import digest
from ..language.declared import Declarations


def interface_of(of: Declarations) -> str:
    """The digest of what a pack declares."""
    layout = of.layout
    return digest(
        engine_digest(),
        [
            (f.name, f.kind, f.base, f.minimum, f.maximum, f.type, f.domain, f.reset)
            for f in layout.fields.values()
        ],
        [(z.name, z.first, z.of, z.see, z.size) for z in layout.zones.values()],
        (layout.kinds, layout.players, layout.width, layout.first, layout.shared, layout.owned),
        (layout.ruled, layout.hooked, layout.leaving),
        [
            (d.name, d.index, d.context, d.aliases, d.context_aliases, d.subject)
            for table in (of.events, of.timings)
            for d in table.values()
        ],
        [(q.name, q.index, q.context, q.type, q.domain, q.default) for q in of.questions.values()],
        [
            (f.name, f.index, f.kinds, f.type, f.domain, f.minimum, f.modified, f.owned, f.entity)
            for f in of.facts
        ],
        [(t.name, t.event.name, t.spec) for table in of.tallies.values() for t in table],
        (of.enchantments.pair, of.enchantments.words, of.enchantments.durations),
        (of.modes, of.order, of.simultaneous, of.side_rule, sorted(of.options)),
        list(of.deck_rules.parts) if of.deck_rules is not None else [],
        [(each.name, each.type, each.domain) for each in of.bring.values()],
        {family: sorted(table) for family, table in of.defines.items()},
    )


@cache
def engine_digest() -> str:
    """A digest of the code that makes units and runs them."""
    found = hashlib.blake2b(digest_size=16)
    for package in (__package__, backends, language, program, running):
        for code in _code_in(resources.files(package)):
            found.update(code)
    return found.hexdigest()


def _code_in(folder: Traversable) -> Iterator[bytes]:
    """The Python files of a folder, also where they were imported from a zip file."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _code_in(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_bytes()


engine_digest()  # now: the files are those of this process
