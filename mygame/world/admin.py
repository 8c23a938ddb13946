"""
The admin pages of the game's own tables.

A journal is evidence: what was played can be read here and not be changed. A match may be
closed by hand (status and note), and a player's record corrected.
"""

from __future__ import annotations

import zlib
from typing import Any

from django.contrib import admin

from world import models, moderation, social_admin, stock_admin  # noqa: F401 (pages)
from world.admin_base import LivePage, ReadOnly
from world.hosting import recovery


class WithItsMatch:
    """Deleted only with the whole match: one with a hole is worth nothing."""

    opts: Any

    def has_delete_permission(self, request, obj=None) -> bool:
        own_pages = f"{self.opts.app_label}_{self.opts.model_name}_"
        return not request.resolver_match.url_name.startswith(own_pages)


class SeatInline(ReadOnly, admin.TabularInline):
    model = models.MatchSeat
    fields = ("seat", "name", "account", "bot", "conceded", "place", "autopilot", "substitutes")
    extra = 0
    can_delete = False


@admin.register(models.PackVersion)
class PackVersionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("pack_id", "name_zh", "name_en", "version", "short_hash", "created_at")
    list_filter = ("pack_id",)
    search_fields = ("pack_id", "name_zh", "name_en", "version", "content_hash")
    fields = ("pack_id", "name_zh", "name_en", "version", "content_hash", "files", "created_at")
    readonly_fields = fields

    @admin.display(description="content")
    def short_hash(self, version: models.PackVersion) -> str:
        return version.content_hash[:12]

    @admin.display(description="files kept")
    def files(self, version: models.PackVersion) -> str:
        try:
            return "\n".join(sorted(version.sources)) or "-"
        except (ValueError, zlib.error) as error:
            return f"(unreadable: {error})"


@admin.register(models.MatchRecord)
class MatchRecordAdmin(LivePage, admin.ModelAdmin):
    list_display = (
        "id",
        "pack_version",
        "table_name",
        "players",
        "status",
        "started_at",
        "ended_at",
    )
    list_filter = ("status", "pack_version__pack_id", "started_at", "seats__bot")
    search_fields = ("table_name", "seats__name", "seats__account__username", "note")
    date_hierarchy = "started_at"
    list_select_related = ("pack_version",)
    inlines = (SeatInline,)
    fields = (
        "pack_version",
        "table",
        "table_name",
        "status",
        "note",
        "seed",
        "options",
        "time_limit",
        "time_bank",
        "private",
        "delay",
        "standings",
        "answers",
        "started_at",
        "ended_at",
    )
    readonly_fields = tuple(name for name in fields if name not in ("status", "note"))

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def get_readonly_fields(self, request, obj=None):
        """What has ended stays ended."""
        running = obj is not None and obj.status == models.MatchRecord.Status.RUNNING
        return self.readonly_fields if running else (*self.readonly_fields, "status")

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        """A running match can be closed; how it ends otherwise is not for staff to say."""
        possible = (models.MatchRecord.Status.RUNNING, models.MatchRecord.Status.ABANDONED)
        kwargs["choices"] = [each for each in db_field.choices if each[0] in possible]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def save_model(self, request, obj, form, change) -> None:
        """Only what the form has; whoever plays a match that is closed is told."""
        obj.save(update_fields=["note"])
        if "status" in form.changed_data:
            recovery.call_off(obj, obj.note)

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description="players")
    def players(self, match: models.MatchRecord) -> str:
        return ", ".join(seat.name for seat in match.seats.all())

    @admin.display(description="answers")
    def answers(self, match: models.MatchRecord) -> int:
        return match.journal.count()


@admin.register(models.MatchSeat)
class MatchSeatAdmin(WithItsMatch, ReadOnly, admin.ModelAdmin):
    list_display = ("match", "seat", "name", "account", "bot", "conceded", "place")
    list_filter = ("bot", "place", "conceded", "match__pack_version__pack_id")
    search_fields = ("name", "account__username")
    list_select_related = ("match__pack_version", "account")


@admin.register(models.JournalEntry)
class JournalEntryAdmin(WithItsMatch, ReadOnly, admin.ModelAdmin):
    list_display = ("match", "index", "seat", "picks", "at")
    list_filter = ("seat", "match__status", "match__pack_version__pack_id")
    search_fields = ("=match__id",)
    date_hierarchy = "at"
    list_select_related = ("match__pack_version",)


@admin.register(models.Snapshot)
class SnapshotAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("match", "index", "size", "state_hash", "at")
    list_filter = ("match__status",)
    search_fields = ("=match__id",)
    list_select_related = ("match__pack_version",)

    @admin.display(description="bytes")
    def size(self, snapshot: models.Snapshot) -> int:
        return len(snapshot.data)


@admin.register(models.PlayerRecord)
class PlayerRecordAdmin(admin.ModelAdmin):
    list_display = ("account", "game", "played", "won", "conceded", "best_streak", "last_played_at")
    list_filter = ("game", "last_played_at")
    search_fields = ("account__username", "game")
    list_select_related = ("account",)
    readonly_fields = ("last_played_at",)


@admin.register(models.News)
class NewsAdmin(admin.ModelAdmin):
    list_display = ("at", "title_zh", "title_en")
    list_filter = ("at",)
    search_fields = ("title_zh", "title_en", "text_zh", "text_en")
    prepopulated_fields = {"slug": ("title_en",)}


@admin.register(models.SavedDeck)
class SavedDeckAdmin(admin.ModelAdmin):
    list_display = ("name", "account", "game", "updated_at")
    list_filter = ("game", "updated_at")
    search_fields = ("name", "account__username")
    list_select_related = ("account",)
    readonly_fields = ("account", "game", "name", "cards", "updated_at")

    def has_add_permission(self, request, obj=None) -> bool:
        return False


class InForce(admin.SimpleListFilter):
    """Bans and mutes that hold now, or past ones."""

    title = "in force"
    parameter_name = "in_force"

    def lookups(self, request, model_admin):
        return (("yes", "yes"), ("no", "no: over, or lifted"))

    def queryset(self, request, queryset):
        if self.value() == "yes":
            return queryset.in_force()
        if self.value() == "no":
            return queryset.exclude(pk__in=queryset.in_force())
        return queryset


class SanctionAdmin(admin.ModelAdmin):
    """Bans and mutes: whoever writes one here is noted, and it holds at once."""

    list_filter = (InForce, "created_at", "until", "by")
    search_fields: tuple[str, ...] = ("name", "reason", "account__username", "by__username")
    date_hierarchy = "created_at"
    list_select_related = ("account", "by")
    raw_id_fields = ("account",)
    readonly_fields = ("by", "created_at")
    actions = ("lift",)

    def save_model(self, request, obj, form, change) -> None:
        """Note who did it, in the row and in the log."""
        if not change:
            obj.by = request.user
        super().save_model(request, obj, form, change)
        done = "changed" if change else "made"
        moderation.log(request.user, f"{done} in the admin", obj)

    def delete_model(self, request, obj) -> None:
        """The log remembers."""
        moderation.log(request.user, "deleted in the admin", obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request, queryset) -> None:
        """Several at once."""
        for obj in queryset:
            self.delete_model(request, obj)

    @admin.display(description="in force", boolean=True)
    def holds(self, sanction) -> bool:
        return sanction.in_force

    @admin.action(description="Lift: end it now")
    def lift(self, request, queryset) -> None:
        moderation.lift(request.user, queryset)


@admin.register(models.Ban)
class BanAdmin(SanctionAdmin):
    list_display = ("__str__", "name", "network", "holds", "until", "reason", "by", "created_at")
    search_fields = (*SanctionAdmin.search_fields, "network")
    fields = ("account", "name", "network", "until", "reason", "by", "created_at")


@admin.register(models.Mute)
class MuteAdmin(SanctionAdmin):
    list_display = ("__str__", "name", "holds", "until", "reason", "by", "created_at")
    fields = ("account", "name", "until", "reason", "by", "created_at")
