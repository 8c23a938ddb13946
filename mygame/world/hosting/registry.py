"""
The matches that are hosted in this process, by the number of their record.

It knows no more of a host than `Hosted` says, so everybody may ask it: the models, the admin, the
clock of the tables.
"""

from __future__ import annotations

from typing import Any, Protocol

from evennia.utils import logger


class Hosted(Protocol):
    """What the registry needs of a `world.hosting.host.MatchHost`."""

    record: Any

    def tick(self) -> None: ...
    def release(self) -> None: ...
    def call_off(self, reason: str = "") -> None: ...


_hosts: dict[int, Any] = {}


def add(host: Hosted) -> None:
    """A match is hosted from now on."""
    _hosts[host.record.pk] = host


def remove(host: Hosted) -> None:
    """A match is hosted no more."""
    if _hosts.get(host.record.pk) is host:
        del _hosts[host.record.pk]


def host_of(match_id: int | None) -> Any:
    """The host of a match that is being played in this process; None if it is not."""
    return _hosts.get(match_id) if match_id is not None else None


def hosts() -> list[Any]:
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
