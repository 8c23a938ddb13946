"""
Copies of a whole game, made while it runs, and how to put one back.

    python -m server.backup make [--keep 14] [--to FOLDER]
    python -m server.backup restore FILE

An archive holds the database, the secrets, the games of one's own, and a list of all of them with
their checksums. SQLite's and PostgreSQL's own tools copy the database as it stood at one moment;
what an answer did is in it if the answer was acknowledged. Restoring first checks the whole
archive, and keeps aside what it replaces. Standard library only.

Evennia has a contribution for this (`database_backup`); it copies the database alone, inside the
Server, which waits, and it keeps every copy for ever.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from server import launcher, locks
from server.conf import environment
from server.conf.environment import Environment

FORMAT = 1
LIST = "contents.json"
SQLITE, POSTGRESQL = "game.db3", "database.dump"
# Beside the database, of a data directory. Logs, caches and collected files are not worth it.
KEPT = ("secret_key.txt", "push_key.pem", "admin_login.txt", "packs", "media")
# What SQLite keeps beside its file while somebody has it open.
COMPANIONS = ("-wal", "-shm", "-journal")


class BackupError(Exception):
    """Why there is no backup, or nothing was restored, as a sentence for who asked for it."""


# ----- making


def make_backup(env: Environment, folder: Path, keep: int) -> Path:
    """
    Write an archive into a folder, check it, and throw away all but the newest `keep` (0: none).

    :raises BackupError: if there is nothing to copy, or a tool of the database fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / time.strftime("chrono-%Y%m%d-%H%M%S.tar.gz", time.gmtime())
    with _workplace(folder) as work:
        copy_database(env, work)
        for name in KEPT:
            _copy(env.data_dir / name, work / name)
        contents = {"format": FORMAT, "made": time.time(), "files": checksums(work)}
        (work / LIST).write_text(json.dumps(contents, indent=1), encoding="utf-8")
        partial = work.with_suffix(".partial")
        try:
            private = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with (
                os.fdopen(private, "wb") as file,
                tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar,
            ):
                for path in sorted(work.iterdir()):
                    tar.add(path, path.name)
            with _unpack(partial, folder):
                pass
            partial.rename(archive)
        finally:
            partial.unlink(missing_ok=True)
    if keep > 0:
        for old in sorted(folder.glob("chrono-*.tar.gz"))[:-keep]:
            old.unlink()
    return archive


def copy_database(env: Environment, folder: Path) -> None:
    """The database as it is at this moment; the game may go on writing."""
    if env.database_url:
        run_postgresql(env, "pg_dump", "--format=custom", f"--file={folder / POSTGRESQL}")
        return
    if not env.database_file.exists():
        raise BackupError(f"There is no game in {env.data_dir} yet.")
    with (
        contextlib.closing(sqlite3.connect(env.database_file, timeout=30)) as source,
        contextlib.closing(sqlite3.connect(folder / SQLITE)) as target,
    ):
        # In one step: with a write-ahead log it keeps no writer waiting.
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    check_sqlite(folder / SQLITE)


def run_postgresql(env: Environment, tool: str, *arguments: str, **options) -> None:
    """
    Run a tool of PostgreSQL on the game's database, to its end.

    :raises BackupError: if it is not installed, or fails; with what it said.
    """
    parts = urlsplit(env.database_url or "")
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    # Everybody on the machine can read a command line, but not its environment.
    secret = {"PGPASSWORD": unquote(parts.password)} if parts.password else {}
    address = urlunsplit(("postgresql", user + host, parts.path, parts.query, ""))
    command = [tool, f"--dbname={address}", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 (a tool of the database, named by us)
            command, env={**os.environ, **secret}, stderr=subprocess.PIPE, **options
        )
    except FileNotFoundError:
        raise BackupError(f"{tool} is missing; install PostgreSQL's client tools.") from None
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.decode(errors='replace').strip()}")


def check_sqlite(path: Path) -> None:
    """:raises BackupError: if a database is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            ((found,),) = database.execute("PRAGMA integrity_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise BackupError(f"The database in {path.name} is damaged: {found}")


def checksums(folder: Path) -> dict[str, str]:
    """Path below the folder -> SHA-256 of the file."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# ----- restoring


def restore_backup(env: Environment, archive: Path) -> Path:
    """
    Put an archive in place of what is there. Gives the folder in which the latter is kept.

    :raises BackupError: if the game runs, or the archive is not whole; nothing has changed then.
    """
    with launcher.launch_alone(env):
        if locks.running_kinds(env):
            raise BackupError("The game is running. Stop it first: make stop")
        with _unpack(archive, env.data_dir) as work:
            wanted, other = (POSTGRESQL, SQLITE) if env.database_url else (SQLITE, POSTGRESQL)
            if not (work / wanted).exists():
                raise BackupError(
                    f"{archive.name} holds {other}, and CHRONO_DATABASE_URL asks for {wanted}."
                )
            aside = env.data_dir / time.strftime("replaced-%Y%m%d-%H%M%S", time.gmtime())
            aside.mkdir()
            if env.database_url:
                replace_postgresql(env, work, aside)
                replace_data(env, work, aside, KEPT)
            else:
                replace_data(env, work, aside, (SQLITE, *KEPT))
    return aside


def replace_data(env: Environment, work: Path, aside: Path, names: tuple[str, ...]) -> None:
    """Move what is there aside, and what was unpacked to its place; all of it or nothing."""
    moved: list[tuple[Path, Path]] = []

    def move(source: Path, target: Path) -> None:
        if source.exists():
            source.rename(target)
            moved.append((source, target))

    try:
        for name in names:
            move(env.data_dir / name, aside / name)
        for end in COMPANIONS if SQLITE in names else ():
            move(env.data_dir / f"{SQLITE}{end}", aside / f"{SQLITE}{end}")
        for name in names:
            move(work / name, env.data_dir / name)
    except OSError:
        for source, target in reversed(moved):
            target.rename(source)
        raise


def replace_postgresql(env: Environment, work: Path, aside: Path) -> None:
    """The same for a database of PostgreSQL: a copy of what is there, then all or nothing."""
    run_postgresql(env, "pg_dump", "--format=custom", f"--file={aside / POSTGRESQL}")
    script = work / "restore.sql"
    try:
        with script.open("wb") as file:
            file.write(b"DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n")
            file.flush()
            command = ["pg_restore", "--no-owner", "--no-privileges", "--file=-"]
            subprocess.run([*command, str(work / POSTGRESQL)], check=True, stdout=file)  # noqa: S603 (a tool of the database, named by us)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        raise BackupError(f"pg_restore cannot read the database of the archive: {error}") from None
    with script.open("rb") as file:
        arguments = ("--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        run_postgresql(env, "psql", *arguments, stdin=file, stdout=subprocess.DEVNULL)


# ----- archives


@contextlib.contextmanager
def _unpack(archive: Path, folder: Path) -> Iterator[Path]:
    """
    What an archive holds, checked, in a workplace inside a folder.

    :raises BackupError: if it is none of ours, or not exactly what its list says.
    """
    with _workplace(folder) as work:
        try:
            with tarfile.open(archive, "r:gz") as tar:
                tar.extractall(work, filter="data")
            contents = json.loads((work / LIST).read_text(encoding="utf-8"))
            found, listed = contents["format"], contents["files"]
        except FileNotFoundError as error:
            raise BackupError(f"There is no {error.filename}.") from None
        except (OSError, EOFError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
            raise BackupError(f"{archive} is no backup, or it is damaged: {error}") from None
        if found != FORMAT:
            raise BackupError(f"{archive.name} is of a format ({found}) this game does not know.")
        (work / LIST).unlink()
        there = checksums(work)
        if wrong := sorted(
            name for name in there.keys() | listed if there.get(name) != listed.get(name)
        ):
            raise BackupError(f"{archive.name} is damaged: {', '.join(wrong[:5])}")
        if strange := {name.split("/")[0] for name in there} - {SQLITE, POSTGRESQL, *KEPT}:
            raise BackupError(f"{archive.name} holds what no backup does: {', '.join(strange)}")
        if (work / SQLITE).exists():
            check_sqlite(work / SQLITE)
        yield work


@contextlib.contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """A folder for work in progress, on the disk of its results; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as name:
        yield Path(name)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.exists():
        shutil.copy2(source, target)


# ----- the command


def main(arguments: list[str]) -> int:
    """Do what the command line says; sentences and a status for the shell."""
    parser = argparse.ArgumentParser(prog="python -m server.backup")
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("--keep", type=int, default=14, help="how many archives; 0 for all")
    making.add_argument("--to", type=Path, help="the folder for them")
    commands.add_parser("restore").add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    os.umask(0o077)
    try:
        env = environment.read_environment()
        if given.command == "make":
            archive = make_backup(env, given.to or env.data_dir / "backups", given.keep)
            print(f"{archive}  ({archive.stat().st_size / 1e6:.1f} MB, checked)")
        else:
            aside = restore_backup(env, given.file.expanduser().resolve())
            print(f"Restored. What was there before is in {aside}; delete it when all is well.")
            print("Start the game: make play")
    except (BackupError, environment.BadEnvironment, OSError, sqlite3.Error) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
