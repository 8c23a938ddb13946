"""New code which needs another database: a reload refuses in a sentence, and the game goes on."""

import sqlite3
from contextlib import closing

import pytest

from e2e.at_the_table import next_prompt


@pytest.mark.timeout(900)
def test_a_reload_which_needs_a_migration_says_so_and_changes_nothing(game):
    ann = game.player("Elder")
    ann.send("open race", "bot random", "start")
    next_prompt(ann)
    before = game.pid("server")
    with closing(sqlite3.connect(game.env.database_file)) as database, database:
        # As if the newest migration had come with the code just now.
        (newest,) = database.execute(
            "SELECT id, app, name, applied FROM django_migrations WHERE app = 'world' "
            "ORDER BY id DESC LIMIT 1"
        )
        database.execute("DELETE FROM django_migrations WHERE id = ?", newest[:1])
    refused = game.launch("reload", check=False)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Not reloaded, the game goes on as it was.")
    assert "make stop play" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert game.pid("server") == before
    ann.send("1")
    next_prompt(ann)
    with closing(sqlite3.connect(game.env.database_file)) as database, database:
        database.execute("INSERT INTO django_migrations VALUES (?, ?, ?, ?)", newest)
    game.reload()
    ann.send("1")
    next_prompt(ann)
