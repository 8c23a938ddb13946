"""
How long the pages of staff take where there were many matches: each list of the admin, its first
page and a search, in a database of its own.

    PYTHONPATH=mygame .venv/bin/python benchmarks/admin.py --matches 100000

Prints milliseconds, the middle of five: by the clock, and of the processor, which says more where
the machine has other work to do. Nothing of a real game is touched.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from datetime import timedelta

SEATS, ANSWERS = 4, 10  # of a match
PEOPLE = 500
TIMES = 5
BATCH = 5000


def main() -> None:
    """Make the database, and open every page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--folder", help="keep the database there; one that is there is used again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        folder = given.folder or passing
        os.environ["CHRONO_DATA_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.settings"
        import django

        django.setup()
        import evennia
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        evennia._init()
        fill(given.matches)
        measure()


def fill(matches: int) -> None:
    """So many matches, with seats, answers, records, reports and deeds of staff."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from world import models

    if models.MatchRecord.objects.exists():
        return
    begun = time.perf_counter()
    people = get_user_model()
    names = [f"player{number}" for number in range(PEOPLE)]
    people.objects.bulk_create(people(username=name, db_key=name) for name in names)
    accounts = list(people.objects.filter(username__startswith="player"))
    version = models.PackVersion.objects.create(pack_id="pebbles", content_hash="x", name_en="P")
    now = timezone.now()
    for start in range(0, matches, BATCH):
        rows = [
            models.MatchRecord(
                pack_version=version,
                seed=number,
                table_name=f"Table {number % 40}",
                status="finished" if number % 50 else "abandoned",
                ended_at=now,
            )
            for number in range(start, min(start + BATCH, matches))
        ]
        made = models.MatchRecord.objects.bulk_create(rows)
        models.MatchSeat.objects.bulk_create(
            models.MatchSeat(
                match=match,
                seat=seat,
                account=None if seat == 3 else accounts[(match.seed * 7 + seat) % PEOPLE],
                name="Ada" if seat == 3 else accounts[(match.seed * 7 + seat) % PEOPLE].username,
                bot="greedy" if seat == 3 else "",
                place=seat + 1,
            )
            for match in made
            for seat in range(SEATS)
        )
        models.JournalEntry.objects.bulk_create(
            models.JournalEntry(match=match, index=index, seat=index % SEATS, picks=[0])
            for match in made
            for index in range(ANSWERS)
        )
    models.MatchRecord.objects.filter(pk__lte=matches // 2).update(
        started_at=now - timedelta(days=200)
    )
    models.Report.objects.bulk_create(
        models.Report(reporter_name="a", accused_name=f"p{number % 300}", text="rude")
        for number in range(20_000)
    )
    for name in ("StaffAct", "FailedAction"):
        if hasattr(models, name):
            made = getattr(models, name)
            match = models.MatchRecord.objects.first()
            fields = (
                {"by_name": "olga", "act": "ban", "way": "game"}
                if name == "StaffAct"
                else {"match": match, "index": 0, "seat": 0, "kind": "card", "trace": "x" * 2000}
            )
            made.objects.bulk_create(made(**fields) for _ in range(50_000))
    print(f"{matches} matches made in {time.perf_counter() - begun:.0f} s")


def measure() -> None:
    """Open each page as the superuser."""
    from django.conf import settings
    from django.contrib import admin
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.urls import get_resolver, reverse

    get_resolver().url_patterns  # noqa: B018 (registers the pages)
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGE_THREAD = False
    people = get_user_model()
    boss = people.objects.filter(username="boss").first() or people.objects.create(
        username="boss", is_superuser=True, is_staff=True
    )
    client = Client()
    client.force_login(boss)
    pages = [("index", reverse("admin:index"))]
    for model, page in admin.site._registry.items():
        meta = model._meta
        address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
        pages.append((meta.model_name, address))
        if page.search_fields:
            pages.append((f"{meta.model_name} ?q=player77", f"{address}?q=player77"))
    match = reverse("admin:world_matchrecord_changelist")
    for query in ("status__exact=abandoned", "p=100", "players=bots", "players=people"):
        pages.append((f"matchrecord ?{query}", f"{match}?{query}"))
    slowest = 0.0
    for name, address in pages:
        taken: list[tuple[float, float]] = []
        answer = client.get(address)
        if answer.status_code != 200:
            print(f"{name:40} {answer.status_code}")
            continue
        for _ in range(TIMES):
            begun = time.perf_counter(), time.process_time()
            client.get(address)
            ended = time.perf_counter(), time.process_time()
            taken.append((ended[0] - begun[0], ended[1] - begun[1]))
        middle, own = (1000 * statistics.median(each) for each in zip(*taken, strict=True))
        slowest = max(slowest, own)
        print(f"{name:40} {middle:8.0f} ms {own:8.0f} ms")
    print(f"slowest: {slowest:.0f} ms of the processor")


if __name__ == "__main__":
    main()
