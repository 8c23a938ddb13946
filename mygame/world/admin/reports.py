"""
The admin page of reports: what came in, what was done about it, and doing it at once.

The words of a report are evidence and cannot be changed. A report is handled by a tick and a note
on its page, or by one of the actions of the list, which mute or ban the person it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.urls import reverse
from django.utils.html import format_html

from world.admin.base import LivePage, Page
from world.admin.words import admin_sentence, error_text, lazily
from world.community import moderation, reports
from world.errors import TableError
from world.models import Report

SHOWN = 60  # characters of the text in the list


class Handled(admin.SimpleListFilter):
    """Those that wait, or those that are done."""

    title = lazily("fields.state")
    parameter_name = "handled"

    def lookups(self, request, model_admin):
        return (("no", admin_sentence("filters.waiting")), ("yes", admin_sentence("fields.done")))

    def queryset(self, request, queryset):
        if self.value() is None:
            return queryset
        return queryset.filter(handled_at__isnull=self.value() == "no")


class ReportForm(forms.ModelForm):
    """A note, and whether the report is done with."""

    done = forms.BooleanField(required=False, label=lazily("fields.done"))

    class Meta:
        model = Report
        fields = ("note",)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["done"].initial = self.instance.handled_at is not None


def make_action(name: str, act: Callable[..., Any], permission: str, time: timedelta | None) -> Any:
    """An action of the list: do something about the accused of each report, and note it."""
    seconds = None if time is None else time.total_seconds()

    @admin.action(description=lazily(f"reports.{name}"), permissions=[permission])
    def action(self, request, queryset) -> None:
        title = admin_sentence(f"reports.{name}")
        for report in queryset.select_related("accused"):
            if report.accused is None:
                self.message_user(
                    request, admin_sentence("reports.gone", report=report), level=messages.WARNING
                )
                continue
            try:
                act(
                    request.user,
                    report.accused,
                    seconds=seconds,
                    reason=f"report {report.pk}",
                    way="admin",
                )
            except TableError as error:
                self.message_user(request, f"{report}: {error_text(error)}", level=messages.ERROR)
                continue
            reports.handle_reports(Report.objects.filter(pk=report.pk), request.user, title)
            self.message_user(request, f"{report}: {title}")

    action.__name__ = name
    return action


@admin.register(Report)
class ReportAdmin(LivePage, Page):
    form = ReportForm
    list_display = ("at", "reporter_name", "accused_name", "words", "times", "done", "handled_by")
    list_filter = (Handled, "at")
    search_fields = ("reporter_name", "accused_name", "text", "heard", "note", "place")
    list_select_related = ("handled_by",)
    fields = (
        "at",
        "reporter_link",
        "accused_link",
        "place",
        "text",
        "heard",
        "note",
        "done",
        "handled_at",
        "handled_by",
    )
    readonly_fields = tuple(name for name in fields if name not in ("note", "done"))
    actions = (
        "mark_handled",
        make_action("mute_hour", moderation.mute, "mute", timedelta(hours=1)),
        make_action("mute_day", moderation.mute, "mute", timedelta(days=1)),
        make_action("ban_day", moderation.ban, "ban", timedelta(days=1)),
        make_action("ban_good", moderation.ban, "ban", None),
    )

    def has_mute_permission(self, request) -> bool:
        """Who may mute from the list."""
        return request.user.has_perm("world.add_mute")

    def has_ban_permission(self, request) -> bool:
        """Who may ban from the list."""
        return request.user.has_perm("world.add_ban")

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    @admin.display
    def words(self, report: Report) -> str:
        return report.text if len(report.text) <= SHOWN else f"{report.text[:SHOWN]}…"

    @admin.display
    def times(self, report: Report) -> int:
        return Report.objects.filter(accused_name=report.accused_name).count()

    @admin.display(boolean=True)
    def done(self, report: Report) -> bool:
        return report.handled_at is not None

    @admin.display
    def reporter_link(self, report: Report) -> str:
        return _account_link(report.reporter_id, report.reporter_name)

    @admin.display
    def accused_link(self, report: Report) -> str:
        return _account_link(report.accused_id, report.accused_name)

    @admin.action(description=lazily("reports.mark_handled"), permissions=["change"])
    def mark_handled(self, request, queryset) -> None:
        count = reports.handle_reports(queryset, request.user)
        self.message_user(request, admin_sentence("reports.handled", count=count))

    def save_model(self, request, obj, form, change) -> None:
        """The note, and the tick as who and when."""
        if not form.cleaned_data["done"]:
            obj.handled_at = obj.handled_by = None
        super().save_model(request, obj, form, change)
        if form.cleaned_data["done"]:
            reports.handle_reports(Report.objects.filter(pk=obj.pk), request.user)


def _account_link(account: int | None, name: str) -> str:
    """A link to an account's page; the bare name of one that is gone."""
    if account is None:
        return name
    return format_html(
        '<a href="{}">{}</a>', reverse("admin:accounts_accountdb_change", args=[account]), name
    )
