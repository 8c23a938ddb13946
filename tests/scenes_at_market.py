"""A market for tests of scenes: a keeper who sells, and a gate with a toll to a yard."""

from pathlib import Path

from evennia.utils.create import create_object

from rules.pack import load_pack
from typeclasses import scenes
from typeclasses.tables import restore_matches
from world.models import MatchRecord, Sheet
from world.play.hosting import registry
from world.shelf import games

PACKS = Path(__file__).parent / "world" / "packs"


def put_on_shelf(name):
    games.put_on_shelf(load_pack(PACKS / name))


def make_market():
    """The room, with the game `stall` on the shelf."""
    put_on_shelf("stall")
    room, yard = (create_object("typeclasses.rooms.Room", key=name) for name in ("Market", "Yard"))
    keeper = create_object("typeclasses.objects.Object", key="keeper", location=room)
    keeper.aliases.add("掌柜")
    gate = create_object("typeclasses.exits.Exit", key="gate", location=room, destination=yard)
    for each in (keeper, gate):
        each.attributes.add("scene", "stall")
    return room


def thing_in(room, name):
    """Something in a room, by its name."""
    return next(each for each in room.contents if each.key == name)


def scene(somebody):
    """The scene of a person who types."""
    return somebody.character.scene


def record():
    """The record of the one match there is."""
    return MatchRecord.objects.get()


def coins(somebody):
    """What a person has, between matches."""
    return Sheet.objects.get(account=somebody.account).fields["coins"]


def restart():
    """The server was killed, and is there again."""
    registry.forget_all()
    scenes.forget_all()
    restore_matches()
