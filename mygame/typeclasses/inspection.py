"""
Broken rows are found, named in the log and set aside before anything trips over them.

A row can be broken by a page of the admin, a hand in the database, half a backup, a class that was
renamed. None of that may keep the game from starting. `inspect()` runs at each start of the
Server, and before the launcher builds the world: what cannot be read is kept under another name,
what has no class gets Evennia's plain one, and a table nobody can sit at leaves the pool. Nothing
is deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from evennia.accounts.models import AccountDB
from evennia.comms.models import ChannelDB
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.server.models import ServerConfig
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils import logger
from evennia.utils.picklefield import dbsafe_decode
from evennia.utils.utils import class_from_module

from typeclasses.tables import Table

# What a row is renamed to that cannot be read, before its own name.
ASIDE = "unreadable "
PLAIN = {
    AccountDB: "evennia.accounts.accounts.DefaultAccount",
    ChannelDB: "evennia.comms.comms.DefaultChannel",
    ObjectDB: "evennia.objects.objects.DefaultObject",
    ScriptDB: "evennia.scripts.scripts.DefaultScript",
}


def inspect() -> list[str]:
    """Look at everything; returns what was found, as the log says it."""
    found: list[str] = []
    for look in (
        unreadable_settings,
        unreadable_attributes,
        nameless_tags,
        classless_rows,
        duplicate_channels,
        unusable_tables,
    ):
        try:
            found += look()
        except Exception:  # noqa: BLE001 (logged; the other rows are looked at)
            logger.log_trace(f"The inspection could not finish: {look.__name__}")
    for finding in found:
        logger.log_err(f"Broken row: {finding}")
    return found


def unreadable_settings() -> Iterator[str]:
    """Values the Server keeps for itself: timers, tasks, the game's clock."""
    for pk, key, value in _values(ServerConfig):
        if not key.startswith(ASIDE) and not _is_readable(value):
            name = f"{ASIDE}{key}"[:64]
            ServerConfig.objects.filter(db_key=name).delete()
            ServerConfig.objects.filter(pk=pk).update(db_key=name)
            yield f"the setting {key!r} of the Server cannot be read; it is {name!r} now."


def unreadable_attributes() -> Iterator[str]:
    """What the game has stored with an object, an account, a script or a channel."""
    for pk, key, value in _values(Attribute):
        if not key.startswith(ASIDE) and not _is_readable(value):
            name = f"{ASIDE}{key}"[:255]
            Attribute.objects.filter(pk=pk).update(db_key=name)
            yield f"the attribute {key!r} (#{pk}) cannot be read; it is {name!r} now."


def nameless_tags() -> Iterator[str]:
    """Tags without a key: Evennia looks them up by it."""
    for tag in Tag.objects.filter(db_key=None).values("pk", "db_model"):
        name = f"{ASIDE}tag {tag['pk']}"
        Tag.objects.filter(pk=tag["pk"]).update(db_key=name)
        yield f"the tag #{tag['pk']} of a {tag['db_model']} has no name; it is {name!r} now."


def classless_rows() -> Iterator[str]:
    """Rows whose class is not there, or is one of something else."""
    for model, plain in PLAIN.items():
        for path in model.objects.values_list("db_typeclass_path", flat=True).distinct():
            if (wrong := _what_is_wrong(model, path)) is None:
                continue
            rows = model.objects.filter(db_typeclass_path=path)
            named = ", ".join(f"{key!r} (#{pk})" for pk, key in rows.values_list("pk", "db_key"))
            # What may come back with the code keeps its class; Evennia takes a plain one meanwhile.
            if wrong != "cannot be loaded":
                rows.update(db_typeclass_path=plain)
                if model is ScriptDB:
                    model.objects.filter(db_typeclass_path=plain).update(db_is_active=False)
            yield f"{model._meta.verbose_name} {named}: the class {path!r} {wrong}."


def _what_is_wrong(model: Any, path: str | None) -> str | None:
    if not path:
        return "is none"
    try:
        found = class_from_module(path, defaultpaths=settings.TYPECLASS_PATHS)
    except Exception:  # noqa: BLE001 (it is the finding)
        return "cannot be loaded"
    is_class = isinstance(found, type) and issubclass(found, model) and found is not model
    return None if is_class else "is of another kind"


def duplicate_channels() -> Iterator[str]:
    """Channels of one name: Evennia asks for the only one, whenever somebody comes in."""
    seen = set()
    for pk, key in ChannelDB.objects.order_by("pk").values_list("pk", "db_key"):
        if key.casefold() in seen:
            name = f"{ASIDE}{key} {pk}"[:255]
            ChannelDB.objects.filter(pk=pk).update(db_key=name)
            yield f"there is another channel {key!r}; this one (#{pk}) is {name!r} now."
        seen.add(key.casefold())


def unusable_tables() -> Iterator[str]:
    """Tables in the pool which nobody could play at: no number, no game, seats of another form."""
    for tag in (Table.LIVE, Table.IDLE):
        for table in ObjectDB.objects.get_by_tag(key=tag, category="table"):
            if not isinstance(table, Table):
                wrong = f"of {table.db_typeclass_path}"
            else:
                table.attributes.all()  # are kept: one query, not one for each
                if not (wrong := table.what_is_wrong()):
                    continue
            table.tags.remove(tag, category="table")
            yield f"{table.key!r} (#{table.pk}) is no table to play at ({wrong}), and is left out."


def _values(model: Any) -> Iterator[tuple[int, str, Any]]:
    """Key and value of each row, as they are stored: reading them is what may fail."""
    from django.db import connection

    table, quote = model._meta.db_table, connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, db_key, db_value FROM {quote(table)}")  # noqa: S608 (the name of a table of ours)
        rows = cursor.fetchall()
    yield from rows


def _is_readable(value: Any) -> bool:
    if value is None:
        return True
    try:
        dbsafe_decode(value)
    except Exception:  # noqa: BLE001 (it is the finding)
        return False
    return True
