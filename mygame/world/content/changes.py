"""
What has changed of a card from version to version, as people read it.

The database keeps the files of versions, not their sentences. Those are made by a process beside
the server when somebody asks, and kept in the data directory's cache. Begin at `changes_of`.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer

from rules.ground.digests import digest
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.wording import wording_of, wordings_by_card
from server.threads import in_reactor
from world.background import workers as beside
from world.models import PackVersion
from world.play import thinking
from world.shelf import games

COMPARED = 12  # versions, the newest ones
PATIENCE = 20  # seconds for the sentences of a version
Wordings = dict[str, dict[str, str]]


class Change(NamedTuple):
    """A version in which a card says something else than in the one before, where it was."""

    version: str
    at: datetime
    before: str | None
    after: str


_known: dict[str, Wordings] = {}
_asking = Lock()


def changes_of(pack: Pack, card_id: str, language: str) -> list[Change] | None:
    """
    The changes of a card, the newest first. None when nobody can tell: there is one version only,
    or the sentences of others are being made for somebody else just now.

    To be called from a page's thread.
    """
    rows = PackVersion.objects.filter(pack_id=pack.id).order_by("-created_at", "-pk")
    versions = list(rows.only("pack_id", "version", "content_hash", "created_at")[:COMPARED])
    if len(versions) < 2:
        return None
    if not _asking.acquire(blocking=False):
        return None
    try:
        said = [
            _sentences_in_version(version, pack, card_id, language)
            for version in reversed(versions)
        ]
    finally:
        _asking.release()
    return _compare_versions(list(reversed(versions)), said)


def _compare_versions(versions: list[PackVersion], said: list[str | None]) -> list[Change]:
    """Of each version what the card says, the oldest first; None where it cannot be known."""
    found, before = list[Change](), said[0]
    for version, told in zip(versions[1:], said[1:], strict=True):
        if told is None or told == before:
            continue
        if told:
            found.append(Change(version.version, version.created_at, before or None, told))
        before = told
    return found[::-1]


def _sentences_in_version(
    version: PackVersion, pack: Pack, card_id: str, language: str
) -> str | None:
    """What a card says in a version; "" where it is not in it, None where that cannot be known."""
    if version.content_hash == pack.hash:
        return wording_of(Text(pack, language), pack.card(card_id))
    found = _known.get(version.content_hash) or _read_wordings(version) or _make_wordings(version)
    return None if found is None else found.get(language, {}).get(card_id, "")


def _wordings_file(version: PackVersion) -> Path:
    return Path(settings.CACHE_DIR) / "wordings" / f"{digest(version.content_hash)}.json"


def _read_wordings(version: PackVersion) -> Wordings | None:
    try:
        found: Wordings = json.loads(_wordings_file(version).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    _known[version.content_hash] = found
    return found


def _make_wordings(version: PackVersion) -> Wordings | None:
    """The sentences of a version, made now and kept; None where its files give none."""
    try:
        folder = games.folder_of_version(version)
        found: Wordings = in_reactor(_ask_process, str(folder))
    except Exception:  # noqa: BLE001 (logged; the other versions can be told)
        logger.log_trace(f"The sentences of {version} cannot be made")
        return None
    _wordings_file(version).parent.mkdir(parents=True, exist_ok=True)
    _wordings_file(version).write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    _known[version.content_hash] = found
    return found


def _ask_process(folder: str) -> defer.Deferred:
    if not settings.SUMMARIES_BESIDE:
        return defer.maybeDeferred(wordings_by_card, folder)
    answer: defer.Deferred = thinking.workers.ask(wordings_by_card, folder)
    return answer.addTimeout(PATIENCE, beside.twisted_reactor())
