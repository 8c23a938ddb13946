"""
The admin pages of the house: how the server is, announcements, news, and what is set.

`overview_data` is what the first page tells beside its list; nothing in it takes long, however many
matches there were.
"""

from __future__ import annotations

import os
import resource
import time
import tomllib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import evennia
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from world.admin.base import Page, in_game
from world.admin.words import admin_sentence, error_text, page_language
from world.community import announcements, reports
from world.errors import TableError
from world.locale import durations
from world.locale.reader import Reader
from world.models import Draft, FailedAction, News, news
from world.play.hosting import registry

FRESH = timedelta(days=7)  # failures that the first page counts
MEGABYTE = 1024 * 1024


@admin.register(News)
class NewsAdmin(Page):
    """The newest is the message of the day: it is told in the hall until it has been read."""

    list_display = ("at", "title_zh", "title_en")
    list_filter = ("at",)
    search_fields = ("title_zh", "title_en", "text_zh", "text_en")
    prepopulated_fields = {"slug": ("title_en",)}


class AnnounceForm(forms.Form):
    """One text for each language; who reads another one than is given reads the other."""

    zh = forms.CharField(
        required=False, max_length=announcements.LONGEST, label="中文", widget=forms.Textarea
    )
    en = forms.CharField(
        required=False, max_length=announcements.LONGEST, label="English", widget=forms.Textarea
    )


def house_urls(site: admin.AdminSite) -> list[Any]:
    """Pages that belong to no table."""
    return [path("announce/", site.admin_view(announce_view), name="announce")]


def may_announce(request: HttpRequest) -> bool:
    """Whether somebody may speak to everybody."""
    return request.user.has_perm("world.add_news")


def announce_view(request: HttpRequest) -> HttpResponse:
    """Say something to everybody who is connected."""
    if not may_announce(request):
        raise PermissionDenied
    form = AnnounceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            heard = in_game(announcements.announce, request.user, form.cleaned_data, "admin")
        except TableError as error:
            messages.error(request, error_text(error))
        else:
            messages.success(request, admin_sentence("house.announced", count=heard))
            return redirect("admin:index")
    context = {
        **admin.site.each_context(request),
        "title": admin_sentence("house.announce"),
        "hint": admin_sentence("house.announce_hint"),
        "form": form,
    }
    return TemplateResponse(request, "admin/announce.html", context)


# -- the first page


def overview_data(request: HttpRequest) -> dict[str, Any]:
    """What the first page tells, of what this person may see."""
    may = request.user.has_perm
    context: dict[str, Any] = {"waits": waiting_for_staff(request)}
    if may("world.view_matchrecord"):
        context["state"] = [
            (admin_sentence(f"house.{name}"), text) for name, text in server_state()
        ]
    newest = news.published_news().first()
    if newest is not None and may("world.view_news"):
        address = reverse("admin:world_news_change", args=[newest.pk])
        context["headline"] = (newest.title(page_language()), address)
    if may_announce(request):
        context["announce"] = reverse("admin:announce")
    return context


def waiting_for_staff(request: HttpRequest) -> list[tuple[str, str]]:
    """What waits for staff: sentences and addresses."""
    may, found = request.user.has_perm, []
    if may("world.view_report") and (count := reports.count_waiting()):
        address = f"{reverse('admin:world_report_changelist')}?handled=no"
        found.append((admin_sentence("waits.reports", count=count), address))
    if may("world.review_draft"):
        drafts = Draft.objects.filter(status=Draft.Status.SUBMITTED)
        if count := drafts.exclude(author=request.user).count():
            address = f"{reverse('admin:world_draft_changelist')}?status__exact=submitted"
            found.append((admin_sentence("waits.drafts", count=count), address))
    if may("world.view_failedaction"):
        fresh = FailedAction.objects.filter(at__gte=timezone.now() - FRESH)
        if count := fresh.count():
            address = reverse("admin:world_failedaction_changelist")
            found.append((admin_sentence("waits.failures", count=count), address))
    return found


def server_state() -> list[tuple[str, str]]:
    """How the server is: names and what they stand at."""
    from evennia.utils import gametime  # asks the database when it is imported

    usage = resource.getrusage(resource.RUSAGE_SELF)
    up = durations.duration_text(gametime.uptime(), Reader(page_language()).say)
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    hosts = registry.all_hosts()
    return [
        ("version", f"{versions_text()}, Evennia {evennia.__version__}"),
        ("database", settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]),
        ("uptime", up),
        ("load", f"{load} / {os.cpu_count()}"),
        ("processor", f"{usage.ru_utime + usage.ru_stime:.0f} s"),
        ("memory", f"{_memory_in_use() / MEGABYTE:.0f} MB"),
        ("connected", str(len(evennia.SESSION_HANDLER.all_connected_accounts()))),
        ("playing", str(len(hosts))),
        ("paused", str(sum(host.is_paused for host in hosts))),
        ("clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())),
    ]


@cache
def versions_text() -> str:
    """That of the code, and of the tables."""
    project = Path(settings.GAME_DIR).parent / "pyproject.toml"
    number = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    applied = sorted(
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == "world"
    )
    return f"{number} ({applied[-1]})" if applied else str(number)


def _memory_in_use() -> int:
    """Bytes of memory in use; at most so far, where that cannot be known."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()
