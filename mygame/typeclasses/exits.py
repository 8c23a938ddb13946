"""How one gets about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db import transaction
from evennia.objects.objects import DefaultExit, ExitCommand
from evennia.utils.create import create_object
from evennia.utils.utils import class_from_module

from rules.ground.names import names_by_language
from rules.ground.width import wrap
from rules.pack.directions import DIRECTIONS
from rules.telling.phrasebook import in_language
from server.chinese import to_simplified
from typeclasses.going import open_together
from typeclasses.objects import Bilingual, OfPack
from typeclasses.parties import take_along
from typeclasses.scenes import opening_of
from world.errors import TableError
from world.locale.reader import reader_of
from world.render import announce, outside
from world.shelf import geography


class Go(ExitCommand):
    """The command of an exit: all that was typed is one of its names."""

    def match(self, cmdname: str, include_prefixes: bool = True) -> tuple[str | None, str | None]:
        """In any case, and in either Chinese script."""
        typed = to_simplified(cmdname).strip().lower()
        return (cmdname, cmdname) if typed in self._keyaliases else (None, None)

    def at_pre_cmd(self) -> bool | None:
        """Who goes on does not answer what was asked before."""
        self.caller.ndb.unsure = None
        return super().at_pre_cmd()


class Exit(Bilingual, DefaultExit):
    """A way from one room to another. Where it opens a scene, who has won that goes on."""

    exit_command = Go

    def lines_for(self, looker: Any) -> list[str]:
        """Its name and where it leads; what builders have written of it."""
        reader = reader_of(looker)
        lines = [outside.way_text(self, looker, reader), self.get_display_desc(looker)]
        return [line for told in lines if told for line in wrap(told, reader.width)]

    def at_failed_traverse(self, traversing_object: Any, **kwargs: Any) -> None:
        """Somebody may not go this way."""
        name = self.get_display_name(traversing_object)
        traversing_object.msg(reader_of(traversing_object).say("walking.shut", name=name))

    def at_traverse(self, traversing_object: Any, target_location: Any, **kwargs: Any) -> None:
        """Somebody goes this way: a person by way of what it opens."""
        opening = opening_of(self)
        if opening is None or getattr(traversing_object, "player_account", None) is None:
            super().at_traverse(traversing_object, target_location, **kwargs)
            return
        try:
            open_together(traversing_object, opening)
        except TableError as error:
            traversing_object.msg(announce.error_text(error, traversing_object))

    def at_post_traverse(self, traversing_object: Any, source_location: Any, **kwargs: Any) -> None:
        """Who follows them comes along."""
        super().at_post_traverse(traversing_object, source_location, **kwargs)
        if getattr(traversing_object, "player_account", None) is not None:
            take_along(self, traversing_object, source_location)


class Way(OfPack, Exit):
    """
    A way between places of a pack, or from one into a scene. Its id is that of its place, a dot,
    and a direction or the name of a passage. It never takes the place of a command.
    """

    CATEGORY = "way"  # of the tag with its id

    @property
    def entry(self) -> geography.Entry | None:
        """What the pack says of the place that it leads from."""
        return geography.place_of(self.entry_id.rpartition(".")[0])

    @property
    def passage(self) -> Mapping[str, Any]:
        """What the pack says of it, if it leads into a scene."""
        passages = self.entry.data.get("passages", {}) if self.entry is not None else {}
        return passages.get(self.entry_id.rpartition(".")[2], {})

    @property
    def names(self) -> dict[str, str]:
        """Its direction, or what the passage is called."""
        name = self.entry_id.rpartition(".")[2]
        if name in DIRECTIONS:
            return DIRECTIONS[name].names
        return names_by_language(self.passage.get("name", {}))

    def scene_name(self, looker: Any) -> str:
        """What a scene at it is called: the place it is at, and where it leads."""
        reader, passage = reader_of(looker), self.passage
        names = [self.location.get_display_name(looker)] if self.location is not None else []
        if "to" in passage:
            names.append(in_language(passage["to"], reader.language))
        else:
            names.append(self.get_display_name(looker))
        return reader.join_names(names)

    def create_exit_cmdset(self, exidbobj: Any) -> Any:
        """Its command, without the names of other commands."""
        made = super().create_exit_cmdset(exidbobj)
        for command in made.commands:
            command.set_aliases([name for name in command.aliases if name not in words_taken()])
        return made


class Door(Exit):
    """The way out of a hall."""

    leads_outside = True
    NAMES = {"zh": "门", "en": "door"}
    ALIASES = ("门", "出门", "出去", "外", "out")

    @classmethod
    def put_up(cls, hall: Any, target: Any) -> None:
        """Let the door of a hall lead to a place; without a place there is none."""
        doors = [each for each in hall.contents_get(content_type="exit") if isinstance(each, cls)]
        if target is None:
            for door in doors:
                door.delete()
        elif not doors:
            with transaction.atomic():
                key, names = cls.NAMES["en"], cls.ALIASES
                door = create_object(cls, key, location=hall, destination=target, aliases=names)
                door.names = cls.NAMES
        elif doors[0].destination != target:
            doors[0].destination = target


@cache
def words_taken() -> frozenset[str]:
    """The names of all commands that a character has anywhere."""
    every = class_from_module(settings.CMDSET_CHARACTER)()
    return frozenset(name for command in every for name in command._keyaliases)
