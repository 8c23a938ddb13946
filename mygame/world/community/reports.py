"""
Reports: a person complains of another one; the staff reads it in the admin and acts.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from evennia.utils import logger

from world.accounts import limits, people
from world.community import social
from world.errors import TableError
from world.locale.reader import reader_of
from world.models import Report


def store_report(reporter: Any, accused: Any, text: str) -> Report:
    """
    Store what a character complains of about an account, with the talk they have read before.

    :raises TableError: `reportSelf`, `tooOften`.
    """
    account = reporter.player_account
    if accused == account:
        raise TableError("reportSelf")
    limits.check_limit(account, "report")
    made = Report.objects.create(
        reporter=account,
        reporter_name=account.username,
        accused=accused,
        accused_name=accused.username,
        place=str(reporter.location or ""),
        text=text,
        heard="\n".join(map(_report_line, social.last_words(reporter))),
    )
    logger.log_sec(f"Report {made.pk}: {made}.")
    for staff in _staff_online():
        told = reader_of(staff).say(
            "report.new", reporter=made.reporter_name, accused=made.accused_name
        )
        staff.msg(text=(told, {"type": "notice"}))
    return made


def _report_line(words: social.Words) -> str:
    at = datetime.fromtimestamp(words.at, timezone.get_current_timezone())
    return f"{at:%H:%M:%S} [{words.form}] {words.speaker}: {words.text}"


def _staff_online() -> list[Any]:
    return [
        character for character in people.wizards_online() if people.is_staff(character.account)
    ]


def count_waiting() -> int:
    """How many reports nobody has seen to yet."""
    return Report.objects.filter(handled_at=None).count()


def handle_reports(reports: Any, by: Any, note: str = "") -> int:
    """Mark reports (a queryset) as seen to, by an account. Gives how many were not before."""
    rows = list(reports.filter(handled_at=None))
    for row in rows:
        row.handled_at, row.handled_by = timezone.now(), by
        row.note = "\n".join(filter(None, (row.note, note)))
        row.save(update_fields=["handled_at", "handled_by", "note"])
    return len(rows)
