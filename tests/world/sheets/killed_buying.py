"""
A process of its own whose children buy the last lamp, take that back, and find that somebody else
has it; each is killed at another statement or commit, before or after it. Whenever the next process
goes on, the lamp is at one place and paid for, and when all have gone home nothing is claimed.

    python killed_buying.py DATABASE
"""

from __future__ import annotations

import os
import sys

from killed import kill_at, set_up


def children_of(pack, people, count: int) -> int:
    """Let a child be killed at the statement or commit of this number; how it ended."""
    from django.db import connection

    connection.close()
    if (pid := os.fork()) == 0:
        try:
            visit(pack, people, count)
        except BaseException:  # noqa: BLE001 (told, and the end of the child)
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def visit(pack, people, count: int) -> None:
    """Ann buys the lamp and takes that back, Bob buys it, and Ann is told that it has gone."""
    from twisted.internet.task import Clock

    from world.errors import TableError

    ann, bob = (begin(pack, each, Clock()) for each in people)
    kill_at(count)
    take(ann, "buy")
    ann.undoing.take_back(0)
    take(bob, "buy")
    try:
        take(ann, "buy")
    except TableError as error:
        if error.key != "stockGone":
            raise
    else:
        raise AssertionError("one lamp was sold twice")
    take(ann, "sell")
    take(bob, "walk")
    take(ann, "walk")


def begin(pack, account, clock):
    from world.play.hosting.host import MatchHost
    from world.play.hosting.seating import Sitter
    from world.sheets.opening import open_sheets

    (loan,) = open_sheets(pack, [(account, account.username)])
    sitter = Sitter(account.username, account, loan=loan)
    bring = [loan.brought]
    return MatchHost.start(pack, [sitter], clock=clock, seed=7, pace=0, options={"bring": bring})


def take(host, word: str) -> None:
    (choice,) = host.match.pending
    host.answer(0, (next(i for i, each in enumerate(choice.options) if each.word == word),))


def check(pack, books, people) -> None:
    """Go on with what is stored: it adds up now, and when everybody has gone home."""
    from books import check_claims
    from twisted.internet.task import Clock

    from world.models import MatchRecord, Sheet, Thing
    from world.play.hosting import recovery, registry
    from world.sheets.book import MINT, Book, place_named

    registry.forget_all()
    for host in recovery.recover_matches(clock=Clock()):
        check_claims(host)
        take(host, "walk")
    books.check(everything=True)
    assert not Sheet.objects.exclude(lease=None).exists()
    assert not Thing.objects.exclude(match=None).exists()
    assert not MatchRecord.objects.filter(status="running").exists()
    lamp = Thing.objects.get(kind="s.ware.lamp")
    from django.db import transaction

    with transaction.atomic():  # as it was
        shop, book = place_named("town", "shop"), Book("town", "again")
        for sheet in Sheet.objects.all():
            sold = 2 if not sheet.things.filter(kind="s.ware.rope").exists() else 0
            paid = 10 if lamp.sheet == sheet else 0
            assert sheet.fields["coins"] == 30 + sold - paid, (sheet.fields, sold, paid)
            book.move_number("coins", 30 - sheet.fields["coins"], MINT, sheet)
            if lamp.sheet == sheet:
                book.move_thing(lamp, shop)
            if sold:
                rope = shop.things.filter(kind="s.ware.rope").first()
                book.move_thing(rope, sheet, zone="bag")
        book.store()


def main(database: str) -> int:
    pack = set_up(database, "shop")
    from books import Books
    from django.contrib.auth import get_user_model
    from twisted.internet.task import Clock

    users = get_user_model().objects
    people, books = [users.create_user(name) for name in ("ann", "bob")], Books()
    for each in people:
        begin(pack, each, Clock())
    check(pack, books, people)
    count = 1
    while os.WIFSIGNALED(end := children_of(pack, people, count)):
        check(pack, books, people)
        count += 1
    if os.WEXITSTATUS(end):
        return 1
    check(pack, books, people)
    print(f"killed {count - 1} times")
    return 0 if count > 50 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
