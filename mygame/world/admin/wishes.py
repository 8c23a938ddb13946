"""The admin page of what games have no words for, the most wanted first."""

from __future__ import annotations

from django.contrib import admin

from world.admin.base import Page
from world.models import Wish


@admin.register(Wish)
class WishAdmin(Page):
    list_display = ("lacking", "folder", "language", "count", "text", "last_at")
    list_filter = ("folder", "language", "last_at")
    search_fields = ("lacking", "text")
    fields = ("lacking", "folder", "language", "count", "text", "first_at", "last_at", "note")
    readonly_fields = tuple(name for name in fields if name != "note")
