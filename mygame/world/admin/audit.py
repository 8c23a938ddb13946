"""
The admin pages of what staff did; and what is done in the admin itself is kept as well.

Django writes a row (`LogEntry`) for all that is added, changed and deleted on its pages, stock ones
included: each of them becomes a row of ours.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models.signals import post_save

from world.accounts import audit
from world.admin.base import Page, ReadOnly
from world.admin.words import admin_sentence, has_words, lazily
from world.models import StaffAct

ACTS = {ADDITION: "add", CHANGE: "change", DELETION: "delete"}


def watch() -> None:
    """From now on what is done on any page of the admin is kept."""
    post_save.connect(_note_entry, LogEntry, dispatch_uid="world.audit")


def _note_entry(instance: LogEntry, created: bool, raw: bool = False, **_: Any) -> None:
    if not created or raw:
        return
    kind = ContentType.objects.filter(pk=instance.content_type_id).first()
    audit.note_act(
        instance.user,
        ACTS.get(instance.action_flag, "change"),
        f"{kind.model if kind else '?'} {instance.object_id}: {instance.object_repr}",
        "admin",
        fields=instance.get_change_message(),
    )


class Act(admin.SimpleListFilter):
    """What was done; those that there are words for."""

    title = lazily("fields.act")
    parameter_name = "act"

    def lookups(self, request, model_admin):
        from world.locale.messages import find_message

        return [(name, admin_sentence(f"acts.{name}")) for name in find_message("admin.acts", "en")]

    def queryset(self, request, queryset):
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, Page):
    list_display = ("at", "by_name", "way", "deed", "on", "details_short")
    list_filter = ("way", Act, "at")
    search_fields = ("by_name", "on", "=act")
    fields = ("at", "by_name", "by", "way", "deed", "on", "details")

    def has_delete_permission(self, request, obj=None) -> bool:
        return False

    @admin.display(ordering="act")
    def deed(self, act: StaffAct) -> str:
        return admin_sentence(f"acts.{act.act}") if has_words(f"acts.{act.act}") else act.act

    @admin.display
    def details_short(self, act: StaffAct) -> str:
        text = ", ".join(f"{name}: {value}" for name, value in act.details.items() if value)
        return text if len(text) <= 100 else f"{text[:100]}…"
