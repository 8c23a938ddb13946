"""
Whose turn it is while they are not there, and who wants to be told of that by their browser.

Called by the clock of the tables. Somebody is told once, and again only after they have been back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings

from typeclasses.tables import Table
from world.accounts import summons
from world.locale.reader import Reader, language_of
from world.render import people

PATIENCE = 8.0  # seconds; who is gone for less has only opened the page anew
ADDRESS = "/webclient/"

_missed: dict[tuple[int, int], float] = {}  # since when a match has waited for an account
_told: set[tuple[int, int]] = set()


def look_after(tables: Iterable[Table], now: float) -> None:
    """Tell those who are gone and whose turn it is; once a second."""
    missed = {}
    for table in tables:
        for account, key in _who_is_missed(table):
            missed[key] = since = _missed.get(key, now)
            if now - since >= PATIENCE and key not in _told:
                _told.add(key)
                summons.summon(account, _message(table, account))
    _missed.clear()
    _missed.update(missed)


def _who_is_missed(table: Table) -> list[tuple[Any, tuple[int, int]]]:
    """The accounts for which a match waits, who are not there and want to be told."""
    if table.state != "playing" or table.is_asleep:
        return []
    host = table.host
    if host is None or host.closed or host.is_paused:
        return []
    found = []
    for seat, (sitter, place) in enumerate(
        zip(host.seating.sitters, table.occupants(), strict=False)
    ):
        account = sitter.account
        if account is None or not summons.wants(account):
            continue
        key = (host.record.pk, account.pk)
        if place.connected:
            _told.discard(key)
        elif seat in host.asked_seats():
            found.append((account, key))
    return found


def _message(table: Table, account: Any) -> dict[str, str]:
    """What a browser shows: which table, and nothing of the match."""
    reader = Reader(language_of(account))
    game = people.game_name(table.game_id, reader)
    return {
        "title": settings.SERVERNAME,
        "body": reader.say("push.turn", number=table.number, game=game),
        "tag": f"table-{table.number}",
        "address": ADDRESS,
    }


def forget() -> None:
    """Nobody has been told: for tests."""
    _missed.clear()
    _told.clear()
