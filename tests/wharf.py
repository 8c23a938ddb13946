"""A wharf for tests of who walks about: places, a smith, things, of the pack `wharf`."""

from pathlib import Path

from rules.pack import load_pack
from typeclasses.rooms import Place
from typeclasses.worldbuilding import build_outside
from world.models import Sheet, Thing
from world.sheets.opening import open_sheets
from world.shelf import games

PACK = Path(__file__).parent / "world" / "packs" / "wharf"


def build_wharf():
    """Its rooms, with the game on the shelf; the place where the door of the hall leads."""
    games.put_on_shelf(load_pack(PACK))
    build_outside()
    return Place.entrance()


def equip(somebody):
    """The sheet of a person, with what everybody begins with."""
    pack = games.games_by_id()["wharf"]
    open_sheets(pack, [(somebody.account, somebody.account.username)])
    return sheet_of(somebody)


def sheet_of(somebody):
    return Sheet.objects.get(account=somebody.account, alive=True)


def kinds_of(somebody):
    """What a person has, by the last words of ids."""
    things = Thing.objects.filter(sheet__account=somebody.account).order_by("pk")
    return [thing.kind.rsplit(".", 1)[-1] for thing in things]


def kinds_at(name):
    """What lies in a place."""
    things = Thing.objects.filter(place__name=f"ground:{name}").order_by("pk")
    return [thing.kind.rsplit(".", 1)[-1] for thing in things]
