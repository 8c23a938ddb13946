"""
Scenarios that builders send: played by the process in which packs are published, with its limits of
time and memory. Begin with `play_scenarios`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from twisted.internet import defer

from rules.pack import Pack
from rules.pack.interface import engine_digest
from rules.workshop import trying
from world.accounts import roles
from world.content import checking

if TYPE_CHECKING:
    from world.models import Draft


def play_scenarios(
    who: Any, pack: Pack, text: str, draft: Draft | None = None, transcript: bool = False
) -> defer.Deferred:
    """
    Fires with what becomes of the scenarios of a text, in a game or with a draft in it:
    `{"scenarios": [{"name", "holds", "failures": [{"place", "sentence"}], "transcript"}],
    "problem": ""}`.

    :raises TableError: `mayNot`, `checksWaiting`; the Deferred: `checkStopped`, `outdated`.
    """
    roles.require_right(who, "check", pack.folder)
    piece = (draft.address, draft.text) if draft is not None else None
    job = (
        engine_digest(),
        checking.pack_location(pack),
        piece,
        text,
        transcript,
        settings.SCENARIO_SECONDS,
    )
    return checking.ask_process(who, trying.play_scenarios, *job)
