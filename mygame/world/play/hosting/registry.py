"""
The matches that are hosted in this process: for the admin, the staff, the clock of the tables.
"""

from __future__ import annotations

from evennia.utils import logger

from world.play.hosting.host import MatchHost, hosted


def host_of(match_id: int | None) -> MatchHost | None:
    """The host of a match that is being played in this process; None if it is not."""
    return hosted.get(match_id) if match_id is not None else None


def all_hosts() -> list[MatchHost]:
    """The hosts of all matches being played in this process."""
    return list(hosted.values())


def tick_hosts() -> None:
    """Once a second: the time limits of all matches, and which of them nobody needs in memory."""
    for host in all_hosts():
        try:
            if not host.fall_asleep_if_left():
                host.tick()
        except Exception:  # noqa: BLE001 (logged; the clocks of the others go on)
            logger.log_trace(f"The clock of match {host.record.pk}")


def forget_all() -> None:
    """Let go of every match, as if the process had died. For tests."""
    for host in all_hosts():
        host.release()
