"""
Sentences read for people who write cards: a task for a process beside the server.

`understood` is `rules.reading` with its answer as plain data, and with each reading told in every
language of the pack, so that who chooses among several sees what each of them says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import reading
from ..pack import publisher
from ..pack.definition import CardDef, Pack
from ..reading import Reading
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text

Answer = dict[str, Any]


def understood(
    asking: str,
    before: tuple[str, str],
    seconds: float,
    language: str,
    text: str,
    kind: str,
    facts: Mapping[str, Any],
    whole: bool,
) -> Answer:
    """
    What is understood of a text in the version in `before` (`publisher.prepare` says what is
    raised): `readings`, `upto`, `next`; or why it is not read at all: `refused`. `whole`: with
    readings, else only how it could go on.
    """
    with publisher.limited(asking, seconds):
        pack = publisher.version(*before)
        read = reading.read if whole else reading.complete
        try:
            found = read(pack, language, text, kind, facts)
        except reading.Refused as error:
            return {"readings": [], "upto": 0, "next": [], "refused": str(error.args[0])}
        readings = [_told(pack, each, kind, facts) for each in found.readings]
        return {"readings": readings, "upto": found.upto, "next": list(found.next)}


def _told(pack: Pack, each: Reading, kind: str, facts: Mapping[str, Any]) -> Answer:
    """A reading with its sentence in every language."""
    source = {"behaviors": each.behaviors}
    printed = {**facts, **each.facts}
    card = CardDef("", {}, kind, 1, False, printed, source, "")
    behaviors = pack.trees.behaviors(card)
    told = {name: Text(pack, name).sentences_of(card, behaviors) for name in LANGUAGES}
    return {
        "behaviors": each.behaviors,
        "sentence": {**told, **each.sentence},
        "facts": dict(each.facts),
    }
