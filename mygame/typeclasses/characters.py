"""The wizard: what a person is in the world, in the hall or at a table."""

from __future__ import annotations

from typing import Any

from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultCharacter
from evennia.utils import logger
from evennia.utils.utils import class_from_module

from typeclasses import camps, parties
from typeclasses.accounts import DEFAULT_LANGUAGE
from typeclasses.objects import ObjectParent, render_safely
from typeclasses.plain import plain_value
from typeclasses.provider import Provider
from typeclasses.rooms import Hall, Place
from typeclasses.scenes import NUMBER, Scene, scene_in_memory, scene_of
from typeclasses.tables import Table
from world.accounts.people import card_of
from world.community import on_login
from world.locale import reader
from world.render import announce, hallnews, outside, roominfo, trouble
from world.render.people import card_lines

TABLE_CMDSET = "commands.table.TableCmdSet"


class Wizard(Provider, ObjectParent, DefaultCharacter):
    """
    A person's wizard.

    Who holds a seat comes back to it: after a lost connection, and after the server has been
    down. The seat itself is kept by the table; here is only which table that is.
    """

    location: Any  # Evennia's, which has no type

    @classmethod
    def normalize_name(cls, name: str) -> str:
        """Any script is fine: names have been checked when the account was made."""
        return name

    @property
    def language(self) -> str:
        """`zh` or `en`, of the account; the last known one while nobody is connected."""
        return getattr(self.player_account, "language", DEFAULT_LANGUAGE)

    @property
    def player_account(self) -> Any:
        """Whose character this is, connected or not; None if nobody's."""
        if self.account is not None:
            return self.account
        from evennia.accounts.models import AccountDB

        creator = plain_value(self, "creator_id")
        return AccountDB.objects.get_id(creator) if creator else None

    # ------------------------------------------------------------------ table and hall

    @property
    def table(self) -> Any:
        """The table at which this character holds a seat, or None."""
        found = plain_value(self, "table_id")
        table = ObjectDB.objects.get_id(found) if found else None
        if table is None or not hasattr(table, "seat_of") or table.seat_of(self) is None:
            return None
        return table

    @property
    def scene(self) -> Scene | None:
        """The scene this character is in, or None."""
        return scene_of(self)

    @property
    def camp(self) -> camps.Camp | None:
        """What this character has broken off for the evening, or None."""
        return camps.camp_of(self)

    @property
    def camps(self) -> bool:
        """Whether there may be one, which asks the database nothing."""
        return plain_value(self, camps.CAMP) is not None

    @property
    def scene_awake(self) -> Scene | None:
        """The same, but for one that sleeps, which is left asleep."""
        return scene_in_memory(self)

    def enter_scene(self, scene: Scene) -> None:
        """A scene has begun: remember it, and bring in the commands of players."""
        self.attributes.add(NUMBER, scene.record.pk)
        self.ndb.scene_over = None
        self.use_table_commands(True)

    def leave_scene(self) -> None:
        """It is over, or goes on without this character."""
        self.attributes.remove(NUMBER)
        self.ndb.scene_over, self.ndb.errands_done = True, None
        self.ndb.queued = None
        self.use_table_commands(False)
        if self.ndb.prompt:
            self.ndb.prompt = None
            self.msg(prompt="")
        if isinstance(self.location, Place) and self.location.entry is None:
            self.go_on(Place.entrance())

    @property
    def is_here(self) -> bool:
        """Whether a person acts through this character now."""
        return bool(self.sessions.count())

    def take_seat(self, table: Any) -> None:
        """The table has given a seat: remember it, and bring in the commands of players."""
        self.attributes.add("table_id", table.pk)
        self.ndb.scene_over = None
        self.use_table_commands(True)

    def lose_seat(self) -> None:
        """The seat is gone."""
        self.attributes.remove("table_id")
        self.use_table_commands(False)

    def use_table_commands(self, use: bool) -> None:
        """Add or take away the command set of people at a table."""
        has = self.cmdset.has(TABLE_CMDSET)
        if use and not has:
            try:
                class_from_module(TABLE_CMDSET)
            except ImportError:
                return
            self.cmdset.add(TABLE_CMDSET, persistent=True)
        elif has and not use:
            self.cmdset.remove(TABLE_CMDSET)

    def go_on(self, place: Any) -> None:
        """Leave for another place; for the hall if there is none."""
        if place is None:
            self.go_to_hall()
        else:
            self.move_to(place, quiet=True, move_type="leave")

    def go_to_hall(self) -> None:
        """Leave for the hall, or one of its wings when it is full."""
        hall = Hall.for_arrival(self)
        if hall is not None and self.location != hall:
            self.move_to(hall, quiet=True, move_type="leave")

    def why_keep(self) -> str | None:
        """Why staff must not delete it: a key of `admin.keep`."""
        return "wizard" if self.player_account is not None else None

    def lines_for(self, looker: Any) -> list[str] | None:
        """What there is to know of the person, in short."""
        if self.player_account is None:
            return None
        card = card_of(self.player_account, looker)
        return card_lines(card, reader.reader_of(looker), short=True)

    # ------------------------------------------------------------------ Evennia's hooks

    def access(self, accessing_obj: Any, access_type: str = "read", *args: Any, **kwargs: Any):
        """
        Nobody gets commands from others; asked for each in a crowd, with every line. Who has the
        command for it may take themselves anywhere.
        """
        if access_type == "call" and accessing_obj != self:
            return False
        if access_type == "teleport" and accessing_obj == self:
            return True
        return super().access(accessing_obj, access_type, *args, **kwargs)

    def at_object_delete(self) -> bool:
        """The seat is given up; a running match, and a party, go on without it."""
        parties.forget(self)
        camps.forget(self)
        for stage in filter(None, (self.table, self.scene)):
            stage.forget(self)
        return super().at_object_delete()

    def at_pre_puppet(self, account: Any, session: Any = None, **kwargs: Any) -> None:
        """Where to appear: at the own table; else where one was, if that place is open."""
        table = self.table
        last = self.location or self.db.prelogout_location
        if table is not None and not self.attributes.get("left_match"):
            place = table
        elif isinstance(last, Table):
            place = last if last.admits(self) else None
        elif isinstance(last, Place) and last.entry is None and plain_value(self, NUMBER) is None:
            place = Place.entrance()  # where they were is no more
        elif isinstance(last, Hall) and plain_value(self, NUMBER) is None:
            place = None
        else:
            place = last
        place = place or Hall.for_arrival(self) or self.home
        if place is not None and self.location != place:
            self.location = place
        super().at_pre_puppet(account, session=session, **kwargs)

    def at_post_puppet(self, **kwargs: Any) -> None:
        """Say where one is, and what to do now."""
        reader.forget_reader()
        hallnews.note_change()
        render_safely(roominfo.send_room, self)
        self.account.db._last_puppet = self
        at_table = isinstance(self.location, Table)
        scene = self.scene
        seated = at_table and self.location.seat_of(self) is not None
        self.use_table_commands(seated or scene is not None)
        if scene is not None:
            scene.person_returned(self)
        elif at_table:
            self.location.person_returned(self)
        else:
            self.msg(text=(self.at_look(self.location), {"type": "look"}))
            render_safely(announce.show_arrival, self)
        on_login.greet_arrival(self)

    def at_post_unpuppet(self, account: Any = None, session: Any = None, **kwargs: Any) -> None:
        """The person is gone: the seat waits, the character does not stand about."""
        reader.forget_reader()
        hallnews.note_change()
        if self.sessions.count() or self.location is None:
            return
        place = self.location
        self.db.prelogout_location = place
        self.location = None
        stage = place if isinstance(place, Table) else self.scene_awake
        if stage is not None:
            try:
                stage.person_gone(self)
            except Exception:  # noqa: BLE001 (logged; the person is gone all the same)
                logger.log_trace()

    def move_to(
        self,
        destination: Any,
        quiet: bool = False,
        emit_to_obj: Any = None,
        use_destination: bool = True,
        to_none: bool = False,
        move_hooks: bool = True,
        move_type: str = "move",
        **kwargs: Any,
    ) -> bool:
        """
        As Evennia's, with the same hooks; but what fails on the way is told as all that fails is,
        and who could not be stored elsewhere is where they were.
        """
        if destination is None:
            return bool(super().move_to(None, emit_to_obj=emit_to_obj, to_none=to_none))
        if use_destination and destination.destination:
            destination = destination.destination
        kwargs |= {"move_type": move_type}
        try:
            return self._move(destination, quiet, move_hooks, kwargs)
        except Exception as error:  # noqa: BLE001 (told and logged)
            trouble.report_error(self, error)
            return False

    def _move(self, there: Any, quiet: bool, hooks: bool, about: dict[str, Any]) -> bool:
        here = self.location
        if hooks and not (
            self.at_pre_move(there, **about)
            and (here is None or here.at_pre_object_leave(self, there, **about))
            and there.at_pre_object_receive(self, here, **about)
        ):
            return False
        if hooks and here is not None:
            here.at_object_leave(self, there, **about)
        if not quiet:
            self.announce_move_from(there, **about)
        try:
            self.location = there
        except Exception:
            self.db_location = here
            self.__dict__.pop("_safe_contents_update", None)  # Evennia's note that it is at work
            raise
        if not quiet:
            self.announce_move_to(here, **about)
        if hooks:
            there.at_object_receive(self, here, **about)
            self.at_post_move(here, **about)
        return True

    def at_pre_move(self, destination: Any, move_type: str = "move", **kwargs: Any) -> bool:
        """Nobody walks out of a scene."""
        if move_type in ("move", "traverse") and (scene := self.scene) is not None:
            self.msg(reader.reader_of(self).say("scene.stay", name=scene.name_for(self)))
            return False
        return bool(super().at_pre_move(destination, move_type=move_type, **kwargs))

    def at_post_move(self, source_location: Any, move_type: str = "move", **kwargs: Any) -> None:
        """Look about, unless one comes to a match: then the renderer shows what matters."""
        hallnews.note_change()
        render_safely(roominfo.send_room, self)
        if (scene := self.scene_awake) is not None:
            scene.forget(self)  # somebody has taken them away from it
        if self.ndb.prompt:
            self.ndb.prompt = None
            self.msg(prompt="")
        if self.ndb.passing is not None:
            return  # who walks on looks where they stop
        if move_type != "return" and not (self.ndb.hush and move_type == "leave"):
            super().at_post_move(source_location, move_type=move_type, **kwargs)

    def announce_move_from(self, destination: Any, *args: Any, **kwargs: Any) -> None:
        """Few who are outside are told; tables have notices of their own, the hall is crowded."""
        self._announce_move("place.goes", self.location, destination, kwargs.get("exit_obj"))

    def announce_move_to(self, source_location: Any, *args: Any, **kwargs: Any) -> None:
        """See `announce_move_from`."""
        self._announce_move("place.comes", self.location, source_location, None)

    def _announce_move(self, key: str, here: Any, there: Any, way: Any) -> None:
        if isinstance(here, Place) and there is not None:
            others = here.few_people(self)
            render_safely(outside.announce_move, self, others, key, way or there)
