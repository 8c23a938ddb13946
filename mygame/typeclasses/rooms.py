"""
Rooms: plain ones, and the halls where people meet. Tables are in `typeclasses.tables`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from evennia.objects.objects import DefaultRoom
from evennia.utils.create import create_object

from typeclasses.challenges import Challenge, challenges_at
from typeclasses.objects import Bilingual
from typeclasses.scenes import Opening, openings_at
from typeclasses.tables import Table
from typeclasses.tagged import objects_tagged
from world.locale.reader import reader_of
from world.render import look

# People in one hall before the next wing is used: what one says there, all of them get.
HALL_CAPACITY = 40


class Room(Bilingual, DefaultRoom):
    """A place."""

    def lines_for(self, looker: Any) -> list[str]:
        """What it looks like, where one can go, and who and what is here."""
        return look.room_lines(self, looker)

    def openings(self, looker: Any) -> list[Opening]:
        """The scenes that somebody can open here."""
        return openings_at(self, looker)

    def challenges(self, looker: Any) -> list[Challenge]:
        """The card games that people here play with whoever comes."""
        return challenges_at(self, looker)


class Hall(Room):
    """
    Where people meet between matches, in an entrance hall and, when it is full, its wings.

    All wings show the same tables. Nobody is told who comes and goes, and nobody ever sees a
    crowd as one list: see `crowd`.
    """

    TAG = ("hall", "place")
    LOCKS = "edit:perm(Builder)"  # Evennia's first room is its superuser's

    def at_object_creation(self) -> None:
        self.tags.add(self.TAG[0], category=self.TAG[1])
        self.locks.add(self.LOCKS)

    def why_keep(self) -> str | None:
        """Why staff must not delete it now: a key of `admin.keep`."""
        if self.dbref == settings.START_LOCATION:
            return "entrance"
        return "people" if self.crowd_size() else None

    @classmethod
    def all_halls(cls) -> list[Hall]:
        """The entrance hall and its wings, oldest first."""
        return [hall for hall in objects_tagged(*cls.TAG) if isinstance(hall, Hall)]

    @classmethod
    def for_arrival(cls, character: Any = None) -> Hall | None:
        """
        The first hall with room for one more, or for a character who stands there already.

        A new wing is built when there is none; without any hall at all it is None.
        """
        halls = cls.all_halls()
        for hall in halls:
            if hall.crowd_size() - (character in hall._people()) < HALL_CAPACITY:
                return hall
        return halls[0].add_wing(len(halls)) if halls else None

    def add_wing(self, number: int) -> Hall:
        """Build one more wing, in the likeness of this hall."""
        wing = create_object(Hall, key=f"{self.key} {number + 1}")
        wing.names = {
            language: f"{name} {number + 1}" for language, name in dict(self.names).items()
        }
        wing.descs = dict(self.descs)
        if own := self.attributes.get("desc"):
            wing.attributes.add("desc", own)
        return wing

    def lines_for(self, looker: Any) -> list[str]:
        """What is played, and who is here."""
        return look.hall_lines(self, looker)

    def crowd_size(self) -> int:
        """How many people stand here."""
        return len(self._people())

    def _people(self) -> list[Any]:
        """Characters with a client; one without has been left behind, and nobody misses it."""
        return [c for c in self.contents_get(content_type="character") if c.sessions.count()]

    def crowd(self, page: int = 1, size: int = 20) -> tuple[list[Any], int]:
        """The people of one page, and how many pages there are. Pages count from 1."""
        people = sorted(self._people(), key=lambda person: person.key)
        pages = max(1, -(-len(people) // size))
        start = (min(max(page, 1), pages) - 1) * size
        return people[start : start + size], pages

    def get_display_characters(self, looker: Any, **kwargs: Any) -> str:
        """The first page of the crowd, and how many more there are."""
        people, _ = self.crowd()
        reader = reader_of(looker)
        names = reader.join_names(
            person.get_display_name(looker) for person in people if person != looker
        )
        more = self.crowd_size() - len(people)
        return f"{names} (+{more})" if more > 0 else names

    def tables(self, viewer: Any = None) -> list[Table]:
        """The tables one can hear of here."""
        return Table.live_tables(viewer)
