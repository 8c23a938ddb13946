"""
The matches that are hosted in this process, by the number of their record.

It imports no host, so everybody may ask it: the models, the admin, the clock of the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evennia.utils import logger

if TYPE_CHECKING:
    from world.play.hosting.host import MatchHost


_hosts: dict[int, MatchHost] = {}


def add(host: MatchHost) -> None:
    """A match is hosted from now on."""
    _hosts[host.record.pk] = host


def remove(host: MatchHost) -> None:
    """A match is hosted no more."""
    if _hosts.get(host.record.pk) is host:
        del _hosts[host.record.pk]


def host_of(match_id: int | None) -> MatchHost | None:
    """The host of a match that is being played in this process; None if it is not."""
    return _hosts.get(match_id) if match_id is not None else None


def hosts() -> list[MatchHost]:
    """The hosts of all matches being played in this process."""
    return list(_hosts.values())


def tick() -> None:
    """Once a second: the time limits of all matches."""
    for host in hosts():
        try:
            host.tick()
        except Exception:  # noqa: BLE001 (logged; the clocks of the others go on)
            logger.log_trace(f"The clock of match {host.record.pk}")


def forget_all() -> None:
    """Let go of every match, as if the process had died. For tests."""
    for host in hosts():
        host.release()
