"""
Matches of the process before this one, and those that sleep, brought back; and matches that staff
end.
"""

from __future__ import annotations

from typing import Any

from evennia.utils import logger

from world.models import MatchRecord
from world.play.hosting import registry, sleeping, storing
from world.play.hosting.host import MatchHost
from world.play.hosting.storing import MatchLost


def recover_matches(*, clock: Any = None) -> list[MatchHost]:
    """
    Host every running match again; called when the process has started.

    What cannot be brought back is marked as broken, with the reason, and does not hold up the
    others. Matches hosted already are left alone, and so are those that sleep.
    """
    running = MatchRecord.objects.filter(status=MatchRecord.Status.RUNNING)
    found = []
    for record in running.select_related("pack_version").order_by("pk"):
        if registry.host_of(record.pk) is not None or sleeping.sleeps(record):
            continue
        try:
            found.append(MatchHost.recover(record, clock=clock))
        except MatchLost:
            continue
        except Exception:  # noqa: BLE001 (logged; the others are brought back)
            logger.log_trace(f"Match {record.pk} could not be recovered now; it is kept.")
    return found


def wake(record: MatchRecord, *, clock: Any = None) -> MatchHost:
    """
    The host of a running match, which is brought back where it sleeps.

    :raises MatchLost: as `MatchHost.recover`.
    """
    return registry.host_of(record.pk) or MatchHost.recover(record, clock=clock)


def sleeping_matches() -> list[MatchRecord]:
    """The running matches that nobody hosts, as they sleep."""
    running = MatchRecord.objects.filter(status=MatchRecord.Status.RUNNING)
    left = [record for record in running if registry.host_of(record.pk) is None]
    return [record for record in left if sleeping.sleeps(record)]


def call_off(record: MatchRecord, reason: str = "") -> None:
    """End a running match without a result, whether it is being played now or not."""
    host = registry.host_of(record.pk)
    if host is not None:
        host.call_off(reason)
    else:
        storing.close_record(record, MatchRecord.Status.ABANDONED, reason)
