"""
The admin pages of matches: who plays where, what was answered, and what staff can do about it.

A journal is evidence: what was played can be read here and not be changed. A match that goes on can
be ended, paused, and its seats handed to bots; each acts on the live match
(`world.play.match_staff`).
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models.functions import Length
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from evennia.objects.models import ObjectDB

from rules.pack import pack_of_match
from world import models
from world.accounts import audit
from world.admin.base import Deed, LivePage, Page, ReadOnly, WithDeeds, in_game
from world.admin.words import admin_sentence, lazily, page_language, page_reader
from world.locale.messages import message
from world.play import match_staff, replays
from world.play.hosting import registry, sleeping
from world.play.hosting.botturns import kinds_of_bots
from world.play.replays import Busy
from world.render import history as told
from world.render import look

PERMISSION = "world.run_match"
Status = models.MatchRecord.Status
STEPS = 200  # of a story on one page
TABLE = re.compile(r"Table (\d+)")  # of the hall, by its key


class WithItsMatch:
    """Deleted only with the whole match: one with a hole is worth nothing."""

    opts: Any

    def has_delete_permission(self, request, obj=None) -> bool:
        own_pages = f"{self.opts.app_label}_{self.opts.model_name}_"
        return not request.resolver_match.url_name.startswith(own_pages)


class SeatInline(ReadOnly, admin.TabularInline):
    model = models.MatchSeat
    fields = (
        "seat",
        "name",
        "account",
        "bot",
        "conceded",
        "place",
        "result",
        "autopilot",
        "substitutes",
    )
    extra = 0
    can_delete = False


class Players(admin.SimpleListFilter):
    """Matches among people, or with bots."""

    title = lazily("filters.players")
    parameter_name = "players"

    def lookups(self, request, model_admin):
        return [(each, admin_sentence(f"filters.{each}")) for each in ("people", "bots")]

    def queryset(self, request, queryset):
        bots = models.MatchSeat.objects.exclude(bot="").values("match")
        if self.value() == "people":
            return queryset.exclude(pk__in=bots)
        return queryset.filter(pk__in=bots) if self.value() == "bots" else queryset


class Game(admin.SimpleListFilter):
    """What was played; the versions of it together."""

    title = lazily("fields.game")
    parameter_name = "game"
    field = "pack_version"

    def lookups(self, request, model_admin):
        rows = models.PackVersion.objects.order_by("pack_id").values_list("pack_id", flat=True)
        return [(name, name) for name in rows.distinct()]

    def queryset(self, request, queryset):
        if self.value() is None:
            return queryset
        versions = models.PackVersion.objects.filter(pack_id=self.value()).values_list("pk")
        return queryset.filter(**{f"{self.field}__in": list(versions.values_list("pk", flat=True))})


class ReasonForm(forms.Form):
    """Why: the players read it."""

    reason = forms.CharField(max_length=300, required=False, label=lazily("fields.reason"))


class HandForm(forms.Form):
    """Which seat, and which kind of bot."""

    seat = forms.TypedChoiceField(coerce=int, label=lazily("fields.seat"))
    kind = forms.ChoiceField(label=lazily("fields.bot"))

    def __init__(self, data: Any, seats: list[tuple[int, str]], kinds: list[str]):
        super().__init__(data)
        self.fields["seat"].choices = seats
        reader = page_reader()
        self.fields["kind"].choices = [(kind, look.bot_level(kind, reader)) for kind in kinds]
        self.fields["kind"].initial = "greedy"


def _is_running(match: models.MatchRecord) -> bool:
    return match.status == Status.RUNNING


def _is_hosted(match: models.MatchRecord) -> bool:
    return registry.host_of(match.pk) is not None


def _hand_form(match: models.MatchRecord, data: Any) -> HandForm:
    host = registry.host_of(match.pk)
    if host is None:
        return HandForm(data, [], [])
    seats = [
        (seat, f"{seat + 1}: {each.name}")
        for seat, each in enumerate(host.seating.sitters)
        if not each.bot
    ]
    return HandForm(data, seats, kinds_of_bots(pack_of_match(host.match)))


def _do_end(request: HttpRequest, match: models.MatchRecord, given: dict[str, Any]) -> None:
    match_staff.end_match(request.user, match, given["reason"], "admin")


def _do_pause(request: HttpRequest, match: models.MatchRecord, given: dict[str, Any]) -> None:
    match_staff.pause_match(request.user, match, way="admin")


def _do_resume(request: HttpRequest, match: models.MatchRecord, given: dict[str, Any]) -> None:
    match_staff.pause_match(request.user, match, pauses=False, way="admin")


def _do_revive(request: HttpRequest, match: models.MatchRecord, given: dict[str, Any]) -> None:
    match_staff.revive_match(request.user, match, "admin")


def _do_hand_over(request: HttpRequest, match: models.MatchRecord, given: dict[str, Any]) -> None:
    match_staff.hand_to_bot(request.user, match, given["seat"], given["kind"], "admin")


@admin.register(models.MatchRecord)
class MatchRecordAdmin(WithDeeds, LivePage, Page):
    list_display = ("id", "game", "where", "players", "state", "started_at", "ended_at")
    list_filter = ("status", Game, Players, "started_at")
    search_fields = ("table_name",)  # and more: see `get_search_results`
    search_help_text = lazily("help.matches.search")
    list_select_related = ("pack_version",)
    change_list_template = "admin/change_list_tools.html"
    inlines = (SeatInline,)
    fields = (
        *("pack_version", "table", "table_name", "scene", "place", "state", "note"),
        *("seed", "options"),
        *("time_limit", "time_bank", "time_response", "private", "delay", "standings", "answers"),
        *("started_at", "ended_at"),
    )
    readonly_fields = tuple(name for name in fields if name != "note")
    deeds = (
        Deed("pause", PERMISSION, _do_pause, offered=lambda m: _is_hosted(m) and not _is_paused(m)),
        Deed("resume", PERMISSION, _do_resume, offered=lambda m: _is_hosted(m) and _is_paused(m)),
        Deed("revive", PERMISSION, _do_revive, offered=lambda m: m.status == Status.BROKEN),
        Deed("hand", PERMISSION, _do_hand_over, _hand_form, _is_hosted),
        Deed(
            "end",
            PERMISSION,
            _do_end,
            lambda match, data: ReasonForm(data),
            _is_running,
            grave=True,
        ),
    )

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def why_keep(self, thing: Any) -> str | None:
        """A match that is being played, or that sleeps, stays."""
        played = _is_hosted(thing) or (_is_running(thing) and sleeping.sleeps(thing))
        return "running" if played else super().why_keep(thing)

    def get_urls(self) -> list[Any]:
        """Beside the list: who plays now, and what has happened in a match."""
        view = self.admin_site.admin_view
        return [
            path("live/", view(self.live_view), name="world_matchrecord_live"),
            path("<int:number>/story/", view(self.story_view), name="world_matchrecord_story"),
            *super().get_urls(),
        ]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("seats")

    def get_search_results(self, request, queryset, search_term):
        """By number, or by a part of the table's name, a player's, or the note."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isdecimal() and len(term) < 10:
            return queryset.filter(pk=int(term)), False
        seats = models.MatchSeat.objects.filter(name__icontains=term).values("match")
        found = queryset.filter(table_name__icontains=term)
        found |= queryset.filter(scene__icontains=term) | queryset.filter(pk__in=seats)
        return found | queryset.filter(note__icontains=term), False

    def changelist_view(self, request, extra_context=None):
        tools = [(admin_sentence("live.title"), reverse("admin:world_matchrecord_live"))]
        return super().changelist_view(request, {**(extra_context or {}), "tools": tools})

    def links(self, request, row):
        """The story of a match, and where to see it: the replay, or the table."""
        found = [
            (admin_sentence("story.title"), reverse("admin:world_matchrecord_story", args=[row.pk]))
        ]
        if row.status in (Status.FINISHED, Status.ABANDONED):
            found.append((admin_sentence("page.replay"), reverse("match", args=[row.pk])))
        number = getattr(row.table, "number", None)
        if number and _is_hosted(row):
            found.append((admin_sentence("page.table"), reverse("table", args=[number])))
        return found

    @admin.display(ordering="pack_version")
    def game(self, match: models.MatchRecord) -> str:
        return f"{told.game_name(match, page_reader())} {match.pack_version.version}".strip()

    @admin.display(ordering="table_name")
    def where(self, match: models.MatchRecord) -> str:
        numbered = TABLE.fullmatch(match.where)
        return (
            message("table.name", page_language(), number=numbered[1]) if numbered else match.where
        )

    @admin.display
    def players(self, match: models.MatchRecord) -> str:
        return page_reader().join_names(seat.name for seat in match.seats.all())

    @admin.display(ordering="status")
    def state(self, match: models.MatchRecord) -> str:
        state = match.get_status_display()
        if match.paused and _is_running(match):
            state = f"{state} ({admin_sentence('fields.paused')})"
        return state

    @admin.display
    def answers(self, match: models.MatchRecord) -> int:
        return match.journal.count()

    # -- pages of their own

    def story_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """What has happened in a match, answer by answer, in words; with everybody's secrets."""
        record = models.MatchRecord.objects.filter(pk=number).first()
        if record is None:
            raise Http404
        if not (self.has_view_permission(request, record) and request.user.has_perm(PERMISSION)):
            raise PermissionDenied
        if _is_running(record):
            audit.note_act(request.user, "readMatch", str(record.pk), "admin")
        names = list(record.seats.order_by("seat").values_list("name", flat=True))
        steps, trouble = [], ""
        try:
            steps = replays.unpack_steps(
                replays.packed_steps_now(record, replays.ALL, page_language())
            )["steps"]
        except Busy:
            trouble = page_reader().say("replay.busy")
        except Exception as error:  # noqa: BLE001 (told to staff: a match of old may be unreadable)
            trouble = f"{page_reader().say('replay.gone')} ({error})"
        pages = Paginator(steps, STEPS).get_page(request.GET.get("part"))
        context = {
            **self.admin_site.each_context(request),
            "title": admin_sentence("story.title"),
            "opts": self.opts,
            "row": record,
            "back": self.address_of(record),
            "trouble": trouble,
            "pages": pages,
            "steps": [_step_row(step, names) for step in pages],
        }
        return TemplateResponse(request, "admin/match_story.html", context)

    def live_view(self, request: HttpRequest) -> HttpResponse:
        """Every table there is now: what is played, who sits there, who looks on."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        columns = ("number", "game", "state", "players", "watching", "match", "answers")
        context = {
            **self.admin_site.each_context(request),
            "title": admin_sentence("live.title"),
            "opts": self.opts,
            "heads": [admin_sentence(f"fields.{each}") for each in columns],
            "tables": in_game(live_tables),
        }
        return TemplateResponse(request, "admin/live.html", context)


def _is_paused(match: models.MatchRecord) -> bool:
    host = registry.host_of(match.pk)
    return host is not None and host.is_paused


def _step_row(step: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A step as the story has it."""
    seat = step["seat"]
    deed = step["deed"]
    answer = step["answer"]
    if not answer and deed in ("concede", "handover", "gone", "none"):
        answer = admin_sentence(f"story.{deed}")
    return {
        "number": step["number"],
        "round": step["round"],
        "prompt": step["prompt"],
        "name": names[seat] if seat is not None and seat < len(names) else "",
        "answer": answer,
        "lines": [line["text"] for line in step["lines"]],
    }


def live_tables() -> list[dict[str, Any]]:
    """The tables that are not closed, as one may list them. In the reactor's thread."""
    words = page_reader()
    found = ObjectDB.objects.filter(db_tags__db_key="live", db_tags__db_category="table")
    tables = []
    for table in sorted(found, key=lambda each: each.number):
        host = table.host
        state = admin_sentence("fields.paused") if host and host.is_paused else ""
        tables.append(
            {
                "number": table.number,
                "game": look.game_name(table, words),
                "state": " ".join(filter(None, (words.say(f"table.state.{table.state}"), state))),
                "seats": look.seats_in_short(table, words),
                "watching": len(table.spectators()),
                "match": table.match_id,
                "answers": host.number if host is not None else "",
            }
        )
    return tables


@admin.register(models.MatchSeat)
class MatchSeatAdmin(WithItsMatch, ReadOnly, Page):
    list_display = ("match", "seat", "name", "account", "bot", "conceded", "place", "result")
    list_filter = ("conceded",)
    search_fields = ("=match__id", "name")
    list_select_related = ("match__pack_version", "account")
    ordering = ("-match_id", "seat")


@admin.register(models.JournalEntry)
class JournalEntryAdmin(WithItsMatch, ReadOnly, Page):
    list_display = ("match", "index", "seat", "picks", "at")
    search_fields = ("=match__id",)
    list_select_related = ("match__pack_version",)
    ordering = ("-match_id", "-index")


@admin.register(models.Snapshot)
class SnapshotAdmin(ReadOnly, Page):
    list_display = ("match", "index", "size", "state_hash", "at")
    search_fields = ("=match__id",)
    list_select_related = ("match__pack_version",)
    ordering = ("-match_id", "-index")

    def get_queryset(self, request):
        """Without what it keeps, which is long."""
        rows = super().get_queryset(request).defer("data", "log_packed")
        return rows.annotate(size=Length("data"))

    @admin.display
    def size(self, snapshot: models.Snapshot) -> int:
        return snapshot.size
