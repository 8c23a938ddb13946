"""
A process of its own whose children play at random with a database on disk, and are killed: at some
statement or commit, before or after it, or at some moment. After each, and when the next child has
gone on, nothing that was acknowledged is lost, and the books are in order.

    python killed.py DATABASE KILLS SEED
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(ROOT / "mygame")]
PEOPLE, MOST_STEPS, LONGEST = 12, 400, 200


class NoMigrations:
    """The tables as the models say, at once."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def set_up(database: str, game: str = "bazaar"):
    """Django and Evennia, with a database in a file; the game."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.test_settings"
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    settings.MIGRATION_MODULES = NoMigrations()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0)
    import evennia

    evennia._init()
    from rules.pack import load_pack
    from world.shelf import games

    pack = load_pack(HERE.parent / "packs" / game)
    games._shelf = {}
    games.put_on_shelf(pack)
    return pack


def kill_at(count: int) -> None:
    """Die at the statement or commit of this number; an odd one before it, an even one after."""
    from django.db import connection

    seen = 0

    def counted(go):
        nonlocal seen
        seen += 1
        if seen == count and count % 2:
            os.kill(os.getpid(), signal.SIGKILL)
        done = go()
        if seen == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    connection.execute_wrappers.append(lambda go, *args: counted(lambda: go(*args)))
    commit = connection._commit
    connection._commit = lambda: counted(commit)


def play(pack, seed: int, pipe: int) -> None:
    """Go on with what is stored, at random, until killed; each step is acknowledged."""
    from django.contrib.auth import get_user_model
    from town import Town
    from twisted.internet.task import Clock

    from world.play.hosting import recovery, registry

    clock = Clock()
    registry.forget_all()
    recovery.recover_matches(clock=clock)
    town = Town(pack, clock, get_user_model(), seed, PEOPLE)
    town.spoil = town.snapshot  # takes rows of the journal away
    for _ in range(MOST_STEPS):
        town.step()
        os.write(pipe, f"{stored()}\n".encode())


def stored() -> str:
    """The last entry of the book, and of journals."""
    from world.models import Entry, JournalEntry

    return f"{_last(Entry)} {_last(JournalEntry)}"


def _last(model) -> int:
    return model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def child(pack, dice: Random, by_statement: bool) -> tuple[int, list[str]]:
    """Let a child play and be killed; how it ended, and what it has acknowledged."""
    from django.db import connection

    seed, count = dice.getrandbits(30), dice.randint(1, 400)
    connection.close()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            if by_statement:
                kill_at(count)
            play(pack, seed, writing)
        except BaseException:  # noqa: BLE001 (told, and the end of the child)
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    if not by_statement:
        time.sleep(dice.random() * LONGEST / 1000)
        os.kill(pid, signal.SIGKILL)
    with os.fdopen(reading) as told:
        lines = told.read().splitlines()
    return os.waitpid(pid, 0)[1], lines


def main(database: str, kills: int, seed: int) -> int:
    pack, dice = set_up(database), Random(seed)
    from books import Books
    from django.contrib.auth import get_user_model
    from django.db import transaction
    from town import Town
    from twisted.internet.task import Clock

    from world.models import Sheet, Thing
    from world.play.hosting import recovery, registry

    books, killed, steps = Books(), 0, 0
    with transaction.atomic():
        town = Town(pack, Clock(), get_user_model(), seed, PEOPLE)
        town.start_all()
    while killed < kills:
        end, lines = child(pack, dice, by_statement=dice.random() < 0.8)
        if os.WIFEXITED(end) and os.WEXITSTATUS(end):
            return 1
        killed += os.WIFSIGNALED(end)
        steps += len(lines)
        if lines:
            now, told = stored().split(), lines[-1].split()
            if any(int(a) < int(b) for a, b in zip(now, told, strict=False)):
                print(f"{told} was acknowledged, {now} is stored")
                return 1
        books.check(everything=True)
    registry.forget_all()
    for host in recovery.recover_matches(clock=Clock()):
        host.abandon()
    books.check(everything=True)
    if Sheet.objects.exclude(lease=None).exists() or Thing.objects.exclude(match=None).exists():
        print("something is still lent")
        return 1
    print(f"killed {killed} times after {steps} steps, {books.read} entries")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
