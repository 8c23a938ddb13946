"""The admin page of actions that failed: what, where, and once more at the push of a button."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from twisted.internet import defer

from rules.workshop.problems import in_language
from world.accounts import audit
from world.admin.base import Deed, Page, WithDeeds
from world.admin.words import admin_sentence, page_language
from world.models import FailedAction
from world.play import failures


def _do_reproduce(request: HttpRequest, row: FailedAction, given: dict[str, Any]) -> defer.Deferred:
    audit.note_act(request.user, "reproduce", str(row.pk), "admin", match=row.match_id)
    return failures.reproduce(row, page_language())


def _show_result(request: HttpRequest, row: FailedAction, told: dict[str, Any]) -> HttpResponse:
    """What has come of it, as a page."""
    again = "again" if told["failed"] else "works"
    facts = [("prompt", told["prompt"]), ("picks", told["answer"]), ("card", told["card"])]
    facts.append(("reason", in_language(told["reason"], page_language())))
    context = {
        **admin.site.each_context(request),
        "title": admin_sentence("deeds.reproduce"),
        "told": [admin_sentence(f"failures.{again}")],
        "facts": [(admin_sentence(f"fields.{name}"), value) for name, value in facts if value],
        "trace": told["trace"],
        "row": row,
        "back": reverse("admin:world_failedaction_change", args=[row.pk]),
    }
    return TemplateResponse(request, "admin/told.html", context)


@admin.register(FailedAction)
class FailedActionAdmin(WithDeeds, Page):
    list_display = ("at", "card", "kind", "reason_short", "match", "index", "ended")
    list_filter = ("kind", "ended", "at")
    search_fields = ("card", "=match__id")
    list_select_related = ("match__pack_version",)
    fields = (
        *("match", "index", "seat", "picks", "kind", "card", "reason", "ended", "at"),
        *("trace", "note"),
    )
    readonly_fields = tuple(name for name in fields if name != "note")
    deeds = (
        Deed(
            "reproduce",
            "world.view_failedaction",
            _do_reproduce,
            offered=lambda row: row.kind != FailedAction.Kind.BOT,
            tell=_show_result,
        ),
    )

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def get_queryset(self, request):
        """A list needs no traces, which are long."""
        return super().get_queryset(request).defer("trace")

    def links(self, request, row):
        """The match, for who may see matches."""
        if not request.user.has_perm("world.view_matchrecord"):
            return []
        address = reverse("admin:world_matchrecord_change", args=[row.match_id])
        return [(admin_sentence("fields.match"), address)]

    @admin.display
    def reason_short(self, row: FailedAction) -> str:
        why = in_language(row.reason, page_language())
        return why if len(why) <= 80 else f"{why[:80]}…"
