"""
Rows no game would write, of every kind: by a page of the admin, a hand in the database, a restore
of half a backup, a class that was renamed. `break_all` puts one of each into a database file.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

NOW = "2026-01-01 00:00:00"
GARBAGE = "bm90IGEgcGlja2xl"  # base64, and no pickle
GONE = "typeclasses.gone.Gone"
KINDS: dict[str, Callable[[sqlite3.Cursor], None]] = {}


def kind(function):
    """One kind of broken row; its docstring says what is wrong."""
    KINDS[function.__name__] = function
    return function


def insert(cursor: sqlite3.Cursor, table: str, **values) -> int:
    """A row; columns that are not named have what their type can have at least."""
    columns = {
        name: values.pop(name, default)
        for name, default in (
            (column[1], _least(column)) for column in cursor.execute(f"PRAGMA table_info({table})")
        )
        if name != "id"
    }
    assert not values, f"{table} has no {values}"
    names = ", ".join(f'"{name}"' for name in columns)
    holes = ", ".join("?" * len(columns))
    cursor.execute(f"INSERT INTO {table} ({names}) VALUES ({holes})", tuple(columns.values()))
    return cursor.lastrowid or 0


def _least(column) -> object:
    _, _, kind, required, _, _ = column
    if not required:
        return None
    kind = kind.lower()
    if "char" in kind or "text" in kind:
        return "{}" if kind == "text" else ""
    return NOW if "datetime" in kind else b"" if "blob" in kind else 0


def a_tag(cursor, target: str, row: int, **values) -> None:
    """A tag on a row of `objects_objectdb` or another typeclassed table."""
    model = target.split("_")[1]
    tag = insert(cursor, "typeclasses_tag", db_model=model, **values)
    insert(cursor, f"{target}_db_tags", **{f"{model}_id": row, "tag_id": tag})


def an_attribute(cursor, target: str, row: int, key: str, value: str = GARBAGE) -> None:
    """An attribute on such a row."""
    model = target.split("_")[1]
    attribute = insert(
        cursor,
        "typeclasses_attribute",
        db_key=key,
        db_value=value,
        db_model=model,
        db_lock_storage="",
        db_date_created=NOW,
    )
    insert(cursor, f"{target}_db_attributes", **{f"{model}_id": row, "attribute_id": attribute})


def first(cursor, table: str, where: str = "1") -> int:
    return cursor.execute(f"SELECT id FROM {table} WHERE {where} ORDER BY id").fetchone()[0]


def a_table(cursor) -> int:
    return first(cursor, "objects_objectdb", "db_typeclass_path='typeclasses.tables.Table'")


@kind
def script_without_class(cursor):
    """What the admin's form for a new script left behind."""
    insert(cursor, "scripts_scriptdb", db_key="junk-a", db_typeclass_path=None)
    insert(cursor, "scripts_scriptdb", db_key="junk-b", db_typeclass_path="")
    insert(cursor, "scripts_scriptdb")


@kind
def script_of_a_class_that_is_gone(cursor):
    insert(cursor, "scripts_scriptdb", db_key="junk-c", db_typeclass_path=GONE, db_interval=5)
    insert(
        cursor,
        "scripts_scriptdb",
        db_key="junk-d",
        db_typeclass_path="no such path",
        db_is_active=1,
        db_persistent=1,
        db_interval=1,
    )


@kind
def script_of_an_object_class(cursor):
    insert(
        cursor,
        "scripts_scriptdb",
        db_key="junk-e",
        db_typeclass_path="typeclasses.objects.Object",
        db_is_active=1,
    )


@kind
def script_with_broken_attribute(cursor):
    row = insert(
        cursor,
        "scripts_scriptdb",
        db_key="junk-f",
        db_typeclass_path="typeclasses.scripts.Script",
        db_is_active=1,
        db_interval=-7,
        db_persistent=1,
    )
    an_attribute(cursor, "scripts_scriptdb", row, "_paused_time")


@kind
def the_clock_twice(cursor):
    """A second row for the global script, of a class that is gone."""
    insert(cursor, "scripts_scriptdb", db_key="round_ticker", db_typeclass_path=GONE)


@kind
def object_of_a_class_that_is_gone(cursor):
    for path in (GONE, "", None, "typeclasses.scripts.Script"):
        insert(cursor, "objects_objectdb", db_key="junk-object", db_typeclass_path=path)


@kind
def object_in_itself(cursor):
    row = insert(
        cursor,
        "objects_objectdb",
        db_key="junk-inside",
        db_typeclass_path="typeclasses.objects.Object",
    )
    cursor.execute("UPDATE objects_objectdb SET db_location_id=id, db_home_id=id WHERE id=?", [row])


@kind
def table_without_anything(cursor):
    """Tagged as a live table, and nothing else is known of it."""
    row = insert(
        cursor,
        "objects_objectdb",
        db_key="junk-table",
        db_typeclass_path="typeclasses.tables.Table",
    )
    a_tag(cursor, "objects_objectdb", row, db_key="live", db_category="table")


@kind
def table_with_unreadable_places(cursor):
    for key in ("places", "options", "state", "game_id", "number"):
        row = insert(
            cursor,
            "objects_objectdb",
            db_key=f"junk-table-{key}",
            db_typeclass_path="typeclasses.tables.Table",
        )
        a_tag(cursor, "objects_objectdb", row, db_key="live", db_category="table")
        an_attribute(cursor, "objects_objectdb", row, key)


@kind
def fixture_without_table(cursor):
    insert(
        cursor, "objects_objectdb", db_key="junk-deck", db_typeclass_path="typeclasses.objects.Deck"
    )


@kind
def fixture_with_unreadable_zone(cursor):
    row = insert(
        cursor,
        "objects_objectdb",
        db_key="junk-deck-2",
        db_typeclass_path="typeclasses.objects.Deck",
        db_location_id=a_table(cursor),
    )
    an_attribute(cursor, "objects_objectdb", row, "zone")


@kind
def wing_with_unreadable_names(cursor):
    row = insert(
        cursor, "objects_objectdb", db_key="junk-wing", db_typeclass_path="typeclasses.rooms.Hall"
    )
    a_tag(cursor, "objects_objectdb", row, db_key="hall", db_category="place")
    an_attribute(cursor, "objects_objectdb", row, "names")


@kind
def account_without_character(cursor):
    for path in ("typeclasses.accounts.Account", GONE):
        insert(
            cursor,
            "accounts_accountdb",
            username=f"junk-{token_hex(4)}",
            db_typeclass_path=path,
            is_active=1,
            db_is_connected=1,
            password="!",
        )


@kind
def account_with_unreadable_characters(cursor):
    row = insert(
        cursor,
        "accounts_accountdb",
        username=f"junk-{token_hex(4)}",
        db_typeclass_path="typeclasses.accounts.Account",
    )
    for key in ("_playable_characters", "_last_puppet", "language"):
        an_attribute(cursor, "accounts_accountdb", row, key)


@kind
def character_without_account(cursor):
    row = insert(
        cursor,
        "objects_objectdb",
        db_key="junk-wizard",
        db_typeclass_path="typeclasses.characters.Wizard",
        db_location_id=a_table(cursor),
        db_cmdset_storage="commands.gone.CmdSet",
    )
    for key in ("table_id", "creator_id", "left_match"):
        an_attribute(cursor, "objects_objectdb", row, key)


@kind
def broken_channel(cursor):
    for key, path in (("junk-channel", GONE), ("", None), ("MudInfo", "")):
        row = insert(cursor, "comms_channeldb", db_key=key, db_typeclass_path=path)
        an_attribute(cursor, "comms_channeldb", row, "aliases")


@kind
def broken_tags(cursor):
    row = first(cursor, "objects_objectdb")
    for category in ("", None, "table", "place"):
        a_tag(cursor, "objects_objectdb", row, db_key="live", db_category=category)
    a_tag(cursor, "objects_objectdb", row, db_key=None, db_category=None)
    a_tag(cursor, "objects_objectdb", row, db_key="junk", db_tagtype="nonsense", db_data="x")
    a_tag(cursor, "accounts_accountdb", 1, db_key="Nonsense", db_tagtype="permission")


@kind
def broken_match(cursor):
    """Matches that say they run: without seats, without content, at a table that never was."""
    version = insert(
        cursor,
        "world_packversion",
        pack_id="nothing",
        content_hash=token_hex(4),
        sources_packed=b"no zlib",
    )
    for table, options in ((None, "{}"), (a_table(cursor), "7"), (a_table(cursor), "[]")):
        match = insert(
            cursor,
            "world_matchrecord",
            table_id=table,
            options=options,
            status="running",
            pack_version_id=version,
            standings="null",
        )
        insert(cursor, "world_matchseat", match_id=match, seat=7, name="")
        insert(cursor, "world_journalentry", match_id=match, index=3, seat=99, picks="{}")
        insert(cursor, "world_snapshot", match_id=match, index=9, data=b"x", log_packed=b"y")


@kind
def broken_server_config(cursor):
    for key in ("junk", "server_epoch", "runtime", "OnDemandHandler"):
        cursor.execute("DELETE FROM server_serverconfig WHERE db_key=?", [key])
        insert(cursor, "server_serverconfig", db_key=key, db_value=GARBAGE)


@kind
def broken_tasks(cursor):
    """What delayed calls and tickers have stored."""
    for key in ("delayed_tasks", "ticker_storage"):
        cursor.execute("DELETE FROM server_serverconfig WHERE db_key=?", [key])
        insert(cursor, "server_serverconfig", db_key=key, db_value=GARBAGE)


@kind
def broken_browser_session(cursor):
    insert(
        cursor,
        "django_session",
        session_key=f"junk{token_hex(4)}",
        session_data="nonsense",
        expire_date="2099-01-01 00:00:00",
    )


def break_all(database: Path, *kinds: str) -> None:
    """One of each kind, or of those that are named."""
    with sqlite3.connect(database) as connection:
        for name in kinds or KINDS:
            KINDS[name](connection.cursor())
    connection.close()
