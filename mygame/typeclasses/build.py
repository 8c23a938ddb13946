"""
Building the world: the entrance hall, what is outside, and a pool of tables for each
game.

`build_world()` brings a database up to what the code expects. It changes nothing where all is
there already, so it runs at every start of the game, before there is a Server.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from evennia.objects.models import ObjectDB
from evennia.utils import logger

from typeclasses.rooms import Hall
from typeclasses.tables import Table
from typeclasses.worldbuilding import build_outside
from world.models import news
from world.shelf import games

TABLES_PER_GAME = 4

HALL_NAMES = {"zh": "时轮大厅", "en": "Hall of the Time Wheel"}
HALL_DESCS = {
    "zh": (
        "圆形大厅的穹顶下，一只十二格的巨轮倒着转动。"
        "轮下摆满了圆桌，桌上的牌还带着上一位巫师的余温。"
    ),
    "en": (
        "Under the dome of a round hall a great wheel of twelve cells turns backwards. Below it "
        "stand round tables, the cards on them still warm from the last wizard's hand."
    ),
}


def build_world() -> None:
    """Make what is missing, mend what is out of date. Safe to run again and again."""
    games.keep_good()
    build_hall()
    build_outside()
    build_tables()
    news.import_news()


def build_hall() -> Any:
    """
    The entrance hall, in place of Evennia's first room.

    New characters start in that room and homeless ones return to it (`START_LOCATION`,
    `DEFAULT_HOME`), so that being the hall nobody ever stands in Limbo.
    """
    hall = ObjectDB.objects.get_id(settings.START_LOCATION)
    if hall is None:
        return None
    if not isinstance(hall, Hall):
        hall.swap_typeclass(Hall, clean_attributes=True, run_start_hooks="all")
        hall = ObjectDB.objects.get_id(settings.START_LOCATION)
    built = {"key": HALL_NAMES["en"], "names": HALL_NAMES, "descs": HALL_DESCS}
    before = hall.attributes.get("built")
    for name, value in built.items():
        # What builders have called or described otherwise stays so.
        own = before is not None and getattr(hall, name) != before[name]
        if not own and getattr(hall, name) != value:
            setattr(hall, name, value)
    if hall.locks.get("edit") != hall.LOCKS:
        hall.locks.add(hall.LOCKS)
    if before != built:
        hall.attributes.add("built", built)
        hall.aliases.add(HALL_NAMES["zh"])
    return hall


def build_tables() -> None:
    """A few tables of each game, and on all tables what their game has got since."""
    tables = Table.all_tables()
    for game_id in games.offered():
        own = [table for table in tables if table.game_id == game_id]
        for table in own:
            if not table.is_furnished():
                table.furnish()
        for _ in range(TABLES_PER_GAME - len(own)):
            Table.build_table(game_id)
    for table in tables:
        if table.game_id not in games.games_by_id():
            logger.log_warn(f"{table.key} is for {table.game_id}, which is not there any more")
