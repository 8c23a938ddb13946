"""A backup is whole or there is none; what is restored is checked before anything is replaced."""

import json
import sqlite3
import stat
import tarfile
from contextlib import closing

import pytest

from server import backup, locks
from server.backup import BackupError
from server.conf import environment


@pytest.fixture
def env(tmp_path):
    """An installation with one word in its database."""
    env = environment.read_environment({"CHRONO_DATA_DIR": str(tmp_path / "var")})
    (env.data_dir / "packs" / "mine").mkdir(parents=True)
    (env.data_dir / "packs" / "mine" / "pack.json5").write_text('{"pack": {"id": "我的"}}', "utf-8")
    (env.data_dir / "secret_key.txt").write_text("secret")
    say(env, "first")
    return env


def say(env, word):
    """Put a word into the database."""
    with closing(sqlite3.connect(env.database_file)) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
        database.execute("INSERT INTO words VALUES (?)", (word,))


def words(path):
    with closing(sqlite3.connect(path)) as database:
        return [word for (word,) in database.execute("SELECT word FROM words")]


def test_what_is_restored_is_what_was_there(env, tmp_path):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600  # there are secrets in it
    say(env, "second")
    (env.data_dir / "secret_key.txt").write_text("changed")
    (env.data_dir / "packs" / "mine" / "pack.json5").unlink()
    aside = backup.restore_backup(env, archive)
    assert words(env.database_file) == ["first"]
    assert (env.data_dir / "secret_key.txt").read_text() == "secret"
    assert "我的" in (env.data_dir / "packs" / "mine" / "pack.json5").read_text("utf-8")
    # And what was replaced can be had back.
    assert words(aside / "game.db3") == ["first", "second"]
    assert (aside / "secret_key.txt").read_text() == "changed"


def test_a_writer_does_not_disturb_a_backup_nor_it_the_writer(env, tmp_path):
    with closing(sqlite3.connect(env.database_file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO words VALUES ('not yet')")
        archive = backup.make_backup(env, tmp_path / "backups", keep=14)
        writer.execute("COMMIT")
    backup.restore_backup(env, archive)
    assert words(env.database_file) == ["first"]


def test_only_the_newest_are_kept(env, tmp_path, monkeypatch):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"chrono-2020010{day}-000000.tar.gz").touch()
    (folder / "letters.tar.gz").touch()
    archive = backup.make_backup(env, folder, keep=3)
    left = sorted(path.name for path in folder.iterdir())
    assert left == [
        "chrono-20200104-000000.tar.gz",
        "chrono-20200105-000000.tar.gz",
        archive.name,
        "letters.tar.gz",
    ]


def test_no_game_no_backup(tmp_path):
    env = environment.read_environment({"CHRONO_DATA_DIR": str(tmp_path / "var")})
    with pytest.raises(BackupError, match="no game"):
        backup.make_backup(env, tmp_path / "backups", keep=14)
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_running_game_is_not_replaced(env, tmp_path):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    lock = locks.take_lock("server", env, 0)
    with pytest.raises(BackupError, match="make stop"):
        backup.restore_backup(env, archive)
    lock.close()


def changed(archive, name, content):
    """The same archive with another content of a file; None takes it out."""
    with tarfile.open(archive) as tar:
        tar.extractall(archive.parent / "open", filter="data")
    path = archive.parent / "open" / name
    path.unlink(missing_ok=True)
    if content is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    with tarfile.open(archive, "w:gz") as tar:
        for path in (archive.parent / "open").iterdir():
            tar.add(path, path.name)


def listed(**files):
    return json.dumps({"format": 1, "files": files}).encode()


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("game.db3", b"SQLite format 3\0 but not really", "damaged: game.db3"),
        ("game.db3", None, "damaged: game.db3"),
        ("server.lock", b"", "damaged: server.lock"),
        ("contents.json", b"{", "no backup"),
        ("contents.json", b"[]", "no backup"),
        ("contents.json", listed(), "damaged: game.db3"),
        ("contents.json", b'{"format": 99, "files": {}}', "format"),
    ],
)
def test_a_damaged_archive_changes_nothing(env, tmp_path, name, content, told):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    changed(archive, name, content)
    say(env, "second")
    with pytest.raises(BackupError, match=told):
        backup.restore_backup(env, archive)
    assert words(env.database_file) == ["first", "second"]


@pytest.mark.parametrize("part", [0, 0.01, 0.5, 0.9])
def test_a_torn_archive_changes_nothing(env, tmp_path, part):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    whole = archive.read_bytes()
    archive.write_bytes(whole[: int(part * len(whole))])
    with pytest.raises(BackupError):
        backup.restore_backup(env, archive)
    assert words(env.database_file) == ["first"]


def test_an_archive_cannot_write_elsewhere(env, tmp_path):
    archive = tmp_path / "evil.tar.gz"
    (tmp_path / "evil").write_text("x")
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(tmp_path / "evil", "../../evil2")
    with pytest.raises(BackupError, match="no backup"):
        backup.restore_backup(env, archive)
    assert not (tmp_path.parent / "evil2").exists()


def test_an_archive_of_another_kind_of_database_is_named(env, tmp_path):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    other = environment.read_environment(
        {"CHRONO_DATA_DIR": str(env.data_dir), "CHRONO_DATABASE_URL": "postgres://u:p@h/db"}
    )
    with pytest.raises(BackupError, match=r"game\.db3"):
        backup.restore_backup(other, archive)


def test_a_failure_in_the_middle_puts_everything_back(env, tmp_path, monkeypatch):
    archive = backup.make_backup(env, tmp_path / "backups", keep=14)
    say(env, "second")
    rename, done = backup.Path.rename, []

    def fail_third(path, target):
        done.append(path)
        if len(done) == 4:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(backup.Path, "rename", fail_third)
    with pytest.raises(OSError, match="No space"):
        backup.restore_backup(env, archive)
    assert words(env.database_file) == ["first", "second"]
    assert (env.data_dir / "secret_key.txt").read_text() == "secret"


def test_a_password_of_the_database_is_on_no_command_line(env, tmp_path, monkeypatch):
    called = {}

    def run(command, env, **options):
        called.update(command=command, env=env)
        raise FileNotFoundError

    monkeypatch.setattr(backup.subprocess, "run", run)
    other = environment.read_environment(
        {
            "CHRONO_DATA_DIR": str(env.data_dir),
            "CHRONO_DATABASE_URL": "postgres://wizard:p%40ss@db.example:5433/game?sslmode=require",
        }
    )
    with pytest.raises(BackupError, match="pg_dump is missing"):
        backup.make_backup(other, tmp_path / "backups", keep=14)
    assert "--dbname=postgresql://wizard@db.example:5433/game?sslmode=require" in called["command"]
    assert called["env"]["PGPASSWORD"] == "p@ss"
    assert not any("p@ss" in part or "p%40ss" in part for part in called["command"])


def test_the_command_says_sentences(env, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CHRONO_DATA_DIR", str(env.data_dir))
    assert backup.main(["restore", str(tmp_path / "none.tar.gz")]) == 1
    assert "none.tar.gz" in capsys.readouterr().err
    assert backup.main(["make", "--keep", "2"]) == 0
    assert "checked" in capsys.readouterr().out
