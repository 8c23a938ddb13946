"""
Tables: the rooms where people play.

A `Table` is a room with seats. Before a match it is about who sits where and by which options;
while a match goes on it stands between the people and the `MatchHost` (`world.play.hosting`): it
turns characters into seats. Nothing of a match itself is stored here. What a table does stands in
`typeclasses.parts`, one concern a module; begin with `Table.open` (`parts.pool`).
"""

from __future__ import annotations

from typing import Any

from evennia.objects.objects import DefaultRoom

from typeclasses import scenes
from typeclasses.objects import ObjectParent
from typeclasses.parts.pool import Pool
from typeclasses.plain import PlainAttribute
from world.play.hosting import recovery, registry
from world.render import look
from world.shelf import games


class Table(Pool, ObjectParent, DefaultRoom):
    """A table: a room with seats, options and, while a match runs, a `host`."""

    state = PlainAttribute("closed")
    game_id = PlainAttribute("")
    number = PlainAttribute(0)
    owner_id = PlainAttribute()
    match_id = PlainAttribute()
    furnished = PlainAttribute("")  # what stands on it, as a digest

    def lines_for(self, looker: Any) -> list[str]:
        """Before a match its seats and options, during one the board and what is asked."""
        return look.table_lines(self, looker)

    def at_object_delete(self) -> bool:
        """A table that is taken away ends its match; its people are free to sit elsewhere."""
        if self.state != "closed":
            self._close()
        for fixture in self.fixtures():
            fixture.delete()
        return super().at_object_delete()


def restore_matches() -> None:
    """
    Bring every running match back to its table, or as the scene that it is; called when the server
    has started.

    A match whose table is gone is abandoned; a table whose match could not be brought back is
    open for the next one. One that sleeps is left asleep.
    """
    games.games_by_id()  # read now what would else be read while people play
    recovery.recover_matches()
    for host in sorted(registry.all_hosts(), key=lambda host: -host.record.pk):
        table = host.record.table
        if host.record.scene:
            scenes.restore(host)
        elif not isinstance(table, Table) or not table.occupants():
            host.abandon("the table is gone")
        elif table.host is None:
            table.attach(host)
            table.tell_restored()
            # Connections that have outlived the server are taken over right after this.
            host.clock.callLater(0, table.show_prompts)
        elif table.host is not host:
            host.abandon("another match is played at the table")
    for record in recovery.sleeping_matches():
        table = record.table
        if record.scene:
            if not any(scenes.people_of(record)):
                recovery.call_off(record, "nobody is in the scene")
        elif not isinstance(table, Table) or table.match_id != record.pk or not table.occupants():
            recovery.call_off(record, "the table is gone")
        else:
            table.leave_asleep()
    for table in Table.live_tables():
        if table.state == "playing" and not table.is_asleep and table.host is None:
            table.lose_match()
