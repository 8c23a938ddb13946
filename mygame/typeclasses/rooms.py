"""
Rooms: plain ones, the halls where people meet, and the places outside. Tables are in
`typeclasses.tables`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from evennia.objects.objects import DefaultRoom
from evennia.utils.create import create_object

from typeclasses.challenges import Challenge, challenges_at
from typeclasses.crowds import Crowd
from typeclasses.exits import Door
from typeclasses.objects import Bilingual, OfPack
from typeclasses.scenes import Opening, Scene, openings_among, openings_at, scenes_at
from typeclasses.tables import Table
from typeclasses.tagged import objects_tagged
from world.locale.reader import reader_of
from world.models import Thing
from world.render import look, outside, tidings
from world.shelf import geography

# People in one hall before the next wing is used: what one says there, all of them get.
HALL_CAPACITY = 40
# People at a place who are still told of each one that comes and goes.
FEW = 8


def parties_that_look() -> list[Any]:
    """The parties outside that look for others; none where nobody walks in parties."""
    try:
        from typeclasses import parties
    except ImportError:
        return []
    return list(parties.looking())


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

    def scenes(self) -> list[Scene]:
        """The scenes that go on here: at the room, its people and things, its ways."""
        return scenes_at((self, *self.contents))


class Hall(Crowd, Room):
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
            if hall.crowd_size() - (character in hall.people()) < HALL_CAPACITY:
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
        wing.put_door()
        return wing

    def put_door(self) -> None:
        """The door to the world outside leads to its entrance."""
        Door.put_up(self, Place.entrance())

    def lines_for(self, looker: Any) -> list[str]:
        """What is played, and who is here."""
        return look.hall_lines(self, looker)

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

    def parties_looking(self) -> list[Any]:
        """The parties outside that look for others."""
        return parties_that_look()


class Place(OfPack, Crowd, Room):
    """
    A room outside the hall, as a pack describes it. `typeclasses.worldbuilding` makes them; one
    that no pack has any more is closed: nobody is in it, no way leads there.
    """

    CATEGORY = "place"  # of the tag with its id

    @property
    def entry(self) -> geography.Entry | None:
        """What the pack says of it; None if it is closed."""
        return geography.place_of(self.entry_id)

    @property
    def descs(self) -> dict[str, str]:
        """What it looks like now, by language."""
        return outside.text_of(self.entry) if self.entry is not None else {}

    @classmethod
    def named(cls, name: str) -> Place | None:
        """The place of an id, whether it is closed or not; None if it was never built."""
        found = objects_tagged(name, cls.CATEGORY)
        return next((room for room in found if isinstance(room, Place)), None)

    @classmethod
    def entrance(cls) -> Place | None:
        """Where the door of the hall leads."""
        entry = geography.entrance()
        return cls.named(entry.id) if entry is not None else None

    def why_keep(self) -> str | None:
        """Why staff must not delete it now: a key of `admin.keep`."""
        return "people" if self.crowd_size() else None

    def lines_for(self, looker: Any) -> list[str]:
        """What it looks like, where one can go, and who and what is here."""
        return outside.place_lines(self, looker)

    def waiting_table(self, looker: Any) -> Table | None:
        """The table in the hall that one hears of here, for it looks for people."""
        return tidings.waiting_table(Table.live_tables(looker))

    def few_people(self, but: Any) -> list[Any]:
        """The others here; nobody where they are many, who need not know who comes and goes."""
        others = [each for each in self.people() if each != but]
        return others if len(others) <= FEW else []

    @property
    def ground_name(self) -> str:
        """Where in the books things lie that somebody has dropped here."""
        return f"ground:{self.entry_id}"

    def openings(self, looker: Any) -> list[Opening]:
        """The scenes that somebody can open here; those of ways by going them."""
        return openings_among((self, *self.contents_get(content_type="object")), looker)

    def ground(self) -> list[Thing]:
        """The things that lie here, oldest first."""
        entry = self.entry
        if entry is None:
            return []
        here = {"place__realm": entry.pack.realm, "place__name": self.ground_name}
        return list(Thing.objects.filter(**here, match=None).order_by("pk"))
