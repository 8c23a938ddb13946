"""Scenes that are broken off for the evening, as they stand: see `typeclasses.camps`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from typeclasses.objects import render_safely
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting.events import FellAsleep
from world.play.hosting.host import MatchHost
from world.render import announce, hallnews

CAMP = "camp_id"  # attribute of a character: the number of the match that was broken off


class Camping:
    """The part of a scene that lets go of its people for the evening."""

    if TYPE_CHECKING:

        @property
        def record(self) -> MatchRecord: ...
        @property
        def pack(self) -> Any: ...

        def characters(self) -> list[Any]: ...
        def _check_running(self) -> MatchHost: ...

    def check_camp(self) -> None:
        """:raises TableError: `noMatch`, `storageBusy`; `campNot`: not in this game, or not now."""
        host = self._check_running()
        host.check_free()
        allowed, asked = self.pack.times.camp, host.match.pending
        if not asked or any(choice.prompt not in allowed for choice in asked):
            raise TableError("campNot")

    def camp(self) -> None:
        """
        Break it off: it leaves memory, and its people are free until they go on with it.

        :raises TableError: of `check_camp`.
        """
        self.check_camp()
        host, record, people = self._check_running(), self.record, self.characters()
        with transaction.atomic():
            record.camped_at = timezone.now()
            record.save(update_fields=["camped_at"])
            render_safely(announce.show_notice, self, "camped")
            for each in people:
                each.attributes.add(CAMP, record.pk)
                each.leave_scene()
        host.release()
        host.readers.tell(FellAsleep())
        hallnews.note_change()
