"""
What helps people to write a card: its sentence read, an id for it, its text laid out, and a version
of its pack with it, to be tried before anybody else sees it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.conf import settings
from twisted.internet import defer

from rules.pack import Pack, publisher
from rules.pack.interface import engine
from rules.pack.publisher import Put
from rules.workshop import layout, sentences
from world import publishing, roles
from world import workers as beside
from world.content import authoring, browsing, checking
from world.errors import TableError

if TYPE_CHECKING:
    from world.models import Draft

BUILT = "built"  # the part of an id before the name, of cards that are made while the game runs
LONGEST_NAME = 40

workers = beside.Workers(lambda: 1, publisher.start)


def stop() -> None:
    """End the process that reads sentences."""
    workers.stop()


# -- sentences


def read_sentence(
    who: Any,
    folder: str,
    language: str,
    text: str,
    kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> defer.Deferred:
    """
    Fires with what a sentence says: `readings` (each with `behaviors`, `sentence` by language,
    `facts`), best first; `upto`, how many characters were understood; `next`, what could follow.

    :raises TableError: `mayNot`, `unknownGame`, `checksWaiting`; the Deferred: `sentenceRefused`,
        `checkStopped`, `outdated`.
    """
    return _understood(who, folder, language, text, kind, facts or {}, True)


def complete_sentence(
    who: Any,
    folder: str,
    language: str,
    text: str,
    kind: str = "",
    facts: Mapping[str, Any] | None = None,
) -> defer.Deferred:
    """The same without readings: how a sentence that was begun could go on."""
    return _understood(who, folder, language, text, kind, facts or {}, False)


def _understood(
    who: Any,
    folder: str,
    language: str,
    text: str,
    kind: str,
    facts: Mapping[str, Any],
    whole: bool,
) -> defer.Deferred:
    roles.require(who, "check", folder)
    known, seconds = checking.known(browsing.pack_in(folder)), settings.PUBLISHING_SECONDS
    job = (engine(), known, seconds, language, text, kind, dict(facts), whole)
    return checking.ask(who, sentences.understood, *job, pool=workers).addCallback(_read)


def _read(understood: dict[str, Any]) -> dict[str, Any]:
    if reason := understood.pop("refused", ""):
        raise TableError("sentenceRefused", why=reason)
    return understood


# -- a new card


def new_card_id(folder: str, name: Mapping[str, str] | str, kind: str) -> str:
    """
    An id that no card and no draft of a pack has, of its usual form: as most cards of the kind, and
    the English name.

    :raises TableError: `unknownGame`.
    """
    from world.models import Draft

    pack = browsing.pack_in(folder)
    texts = [name] if isinstance(name, str) else [name.get("en", ""), *name.values()]
    end = next(filter(None, map(_plain, texts)), "card")
    start = _start(pack, kind)
    drafts = Draft.objects.filter(folder=folder, status__in=authoring.LIVE)
    taken = {*pack.definitions, *drafts.values_list("address", flat=True)}
    for number in range(1, len(taken) + 2):
        found = f"{start}.{end}" if number == 1 else f"{start}.{end}_{number}"
        if found not in taken and f"card:{found}" not in taken:
            return found
    raise AssertionError("there are more numbers than names that are taken")


def _plain(name: str) -> str:
    """A name as the end of an id: small letters, digits and lines."""
    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "_", ascii_).strip("_")[:LONGEST_NAME]


def _start(pack: Pack, kind: str) -> str:
    """How ids of a kind mostly begin, up to the kind, and that the card was made here."""
    starts = Counter(
        card.id.partition(f".{kind}.")[0]
        for card in pack.cards
        if card.kind == kind and f".{kind}." in card.id
    )
    start = starts.most_common(1)[0][0] if starts else pack.id
    return f"{start}.{kind}.{BUILT}"


def card_text(
    behaviors: list[Any], facts: Mapping[str, Any], name: Mapping[str, str], card_id: str, kind: str
) -> str:
    """The JSON5 of a card, laid out as authors write them."""
    card: dict[str, Any] = {"id": card_id, "count": 1, "name": dict(name), **facts}
    if kind and kind not in card_id.split("."):
        card["kind"] = kind
    return layout.card_out({**card, "behaviors": behaviors})


# -- tried before it is published


def pack_with(who: Any, draft: Draft) -> defer.Deferred:
    """
    Fires with the pack of a draft as it would be with it: for its author alone, never on the shelf.

    :raises TableError: `mayNot`, `unknownGame`; the Deferred: `draftHasProblems`, `checkStopped`,
        `outdated`.
    """
    authoring.need_own_or(who, draft, "review")
    roles.require(who, "try", draft.folder)
    pack = browsing.pack_in(draft.folder)
    if draft.address.startswith("file:") and draft.address not in _files(pack):
        return defer.succeed(pack)  # it is no part of what is played
    puts = [Put(draft.folder, draft.address, draft.text)]
    return publishing.made_with(draft.folder, puts).addCallback(_made, draft, pack)


def _files(pack: Pack) -> set[str]:
    own = f"{pack.folder}/"
    return {f"file:{place.removeprefix(own)}" for place in pack.sources if place.startswith(own)}


def _made(outcome: Any, draft: Draft, before: Pack) -> Pack:
    """The version that was made; the one there is, where nothing has changed."""
    if outcome.stopped:
        raise TableError("checkStopped", seconds=settings.PUBLISHING_SECONDS)
    if outcome.outdated:
        raise TableError("outdated")
    if outcome.problems:
        raise TableError("draftHasProblems", number=draft.pk, count=len(outcome.problems))
    return outcome.pack or before
