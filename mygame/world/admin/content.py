"""The admin pages of content: versions of packs, what was published, drafts."""

from __future__ import annotations

import zlib

from django.contrib import admin

from world import models
from world.admin.base import Page, ReadOnly


@admin.register(models.PackVersion)
class PackVersionAdmin(ReadOnly, Page):
    list_display = ("pack_id", "name_zh", "name_en", "version", "short_hash", "created_at")
    list_filter = ("pack_id",)
    search_fields = ("pack_id", "name_zh", "name_en", "version", "content_hash")
    fields = ("pack_id", "name_zh", "name_en", "version", "content_hash", "files", "created_at")
    readonly_fields = fields

    def get_queryset(self, request):
        """A list needs no sources, which are long."""
        return super().get_queryset(request).defer("sources_packed")

    @admin.display(ordering="content_hash")
    def short_hash(self, version: models.PackVersion) -> str:
        return version.content_hash[:12]

    @admin.display
    def files(self, version: models.PackVersion) -> str:
        try:
            return "\n".join(sorted(version.sources)) or "-"
        except (ValueError, zlib.error) as error:
            return f"(unreadable: {error})"
