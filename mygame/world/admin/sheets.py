"""
The admin pages of what people own: sheets with the book of all that came and went, things, places;
what matches were played for, and what was done in the world outside.

The book is evidence: it can be read here and not be changed. What staff gives and takes is an entry
of it as well (`world.play.sheet_staff`). A stake is part of its sums; a deed is only told.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse

from world import models
from world.admin.base import Deed, Page, ReadOnly, WithDeeds
from world.admin.matches import WithItsMatch
from world.admin.words import admin_sentence, lazily, page_language
from world.play import sheet_staff
from world.sheets.closing import entries_of

PERMISSION = "world.tend_sheet"
ROWS = 200  # of a book on one page
MOST = 10_000  # that is given or taken at once


class AmountForm(forms.Form):
    """What, how much of it, and why."""

    what = forms.CharField(
        max_length=200, label=lazily("fields.what"), help_text=lazily("help.entry.what")
    )
    amount = forms.IntegerField(
        min_value=1, max_value=MOST, initial=1, label=lazily("fields.amount")
    )
    reason = forms.CharField(max_length=150, label=lazily("fields.reason"))


def _do_give(request: HttpRequest, sheet: models.Sheet, given: dict[str, Any]) -> None:
    sheet_staff.give(request.user, sheet, **given, way="admin")


def _do_take(request: HttpRequest, sheet: models.Sheet, given: dict[str, Any]) -> None:
    sheet_staff.take(request.user, sheet, **given, way="admin")


def _do_move_out(request: HttpRequest, sheet: models.Sheet, given: dict[str, Any]) -> None:
    sheet_staff.move_out(request.user, sheet, "admin")


def _amount_form(sheet: models.Sheet, data: Any) -> AmountForm:
    return AmountForm(data)


def _is_home(sheet: models.Sheet) -> bool:
    return sheet.alive and sheet.lease_id is None


@admin.register(models.Sheet)
class SheetAdmin(WithDeeds, ReadOnly, Page):
    list_display = ("id", "account", "realm", "alive", "where", "version", "created_at")
    list_filter = ("realm", "alive")
    search_fields = ("account__username",)
    list_select_related = ("account", "lease__match__pack_version")
    fields = (
        *("account", "character", "realm", "alive", "where", "fields", "owned", "games"),
        *("version", "created_at"),
    )
    readonly_fields = fields
    deeds = (
        Deed("give", PERMISSION, _do_give, _amount_form, _is_home),
        Deed("take", PERMISSION, _do_take, _amount_form, _is_home, grave=True),
        Deed(
            "move_out",
            PERMISSION,
            _do_move_out,
            offered=lambda sheet: sheet.lease_id is not None,
            grave=True,
        ),
    )

    def has_delete_permission(self, request, obj=None) -> bool:
        """It goes with its account."""
        own_pages = f"{self.opts.app_label}_{self.opts.model_name}_"
        return not request.resolver_match.url_name.startswith(own_pages)

    def get_urls(self) -> list[Any]:
        """Beside the sheet: its book."""
        view = self.admin_site.admin_view(self.book_view)
        return [path("<int:number>/book/", view, name="world_sheet_book"), *super().get_urls()]

    def links(self, request, row):
        """The book."""
        return [(admin_sentence("book.title"), reverse("admin:world_sheet_book", args=[row.pk]))]

    @admin.display(ordering="lease")
    def where(self, sheet: models.Sheet) -> str:
        return str(sheet.lease.match) if sheet.lease is not None else admin_sentence("book.home")

    @admin.display
    def owned(self, sheet: models.Sheet) -> str:
        things = Counter(sheet.things.values_list("kind", flat=True))
        return ", ".join(f"{kind} × {count}" for kind, count in sorted(things.items()))

    def book_view(self, request: HttpRequest, number: int) -> HttpResponse:
        """All that came to a sheet and went, the last first, with what it then had of it."""
        sheet = models.Sheet.objects.filter(pk=number).first()
        if sheet is None:
            raise Http404
        if not self.has_view_permission(request, sheet):
            raise PermissionDenied
        rows, sums = book_of(sheet)
        pages = Paginator(rows[::-1], ROWS).get_page(request.GET.get("part"))
        differs = sums != amounts_of(sheet)
        context = {
            **self.admin_site.each_context(request),
            "title": admin_sentence("book.title"),
            "opts": self.opts,
            "row": sheet,
            "back": self.address_of(sheet),
            "pages": pages,
            "trouble": admin_sentence("book.differs") if differs else "",
        }
        return TemplateResponse(request, "admin/sheet_book.html", context)


def book_of(sheet: models.Sheet) -> tuple[list[dict[str, Any]], Counter[str]]:
    """The entries of a sheet from the first on, each with the sum up to it; and the sums."""
    sums: Counter[str] = Counter()
    rows = []
    for entry in entries_of(sheet).select_related("by", "from_place", "to_place"):
        came = entry.to_sheet_id == sheet.pk
        sums[entry.what] += entry.amount if came else -entry.amount
        side = entry.source if came else entry.target
        place = entry.from_place if came else entry.to_place
        other = entry.from_sheet_id if came else entry.to_sheet_id
        rows.append(
            {
                "entry": entry,
                "change": f"{entry.amount if came else -entry.amount:+}",
                "sum": sums[entry.what],
                "side": place or admin_sentence(f"choices.entry.source.{side}"),
                "sheet": other,
            }
        )
    return rows, Counter({what: amount for what, amount in sums.items() if amount})


def amounts_of(sheet: models.Sheet) -> Counter[str]:
    """What a sheet has, by its own word: numbers by name, things by their cards."""
    found = Counter(
        {name: value for name, value in sheet.fields.items() if type(value) is int and value}
    )
    found.update(sheet.things.values_list("kind", flat=True))
    return found


@admin.register(models.Thing)
class ThingAdmin(ReadOnly, Page):
    list_display = ("id", "kind", "realm", "sheet", "place", "lost", "match", "zone", "retired")
    list_filter = ("realm", "lost", "retired")
    search_fields = ("=id", "kind", "sheet__account__username")
    list_select_related = ("sheet", "place", "match__pack_version")

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


@admin.register(models.Place)
class PlaceAdmin(ReadOnly, Page):
    list_display = ("name", "realm", "fields")
    list_filter = ("realm",)
    search_fields = ("name",)

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


@admin.register(models.Entry)
class EntryAdmin(ReadOnly, Page):
    list_display = ("id", "at", "what", "amount", "source", "target", "reason", "match", "by")
    list_filter = ("realm", "source", "target", "at")
    search_fields = ("what", "=match__id", "=thing__id", "reason")
    list_select_related = ("match__pack_version", "by")

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


@admin.register(models.Stake)
class StakeAdmin(WithItsMatch, ReadOnly, Page):
    list_display = ("id", "match", "owner", "purse", "amount", "what", "result", "paid_at")
    list_filter = ("result", ("paid_at", admin.EmptyFieldListFilter), "what", "purse__realm")
    search_fields = ("=id", "=match__id", "sheet__account__username", "purse__name", "given")
    list_select_related = ("match__pack_version", "sheet__account", "purse")
    fields = (
        *("match", "seat", "owner", "sheet", "purse", "amount", "what", "wins"),
        *("result", "paid_at", "given"),
    )
    readonly_fields = fields

    @admin.display(ordering="sheet__account__username")
    def owner(self, stake: models.Stake) -> str:
        sheet = stake.sheet
        return sheet.account.username if sheet is not None and sheet.account else "-"


@admin.register(models.Deed)
class DeedAdmin(ReadOnly, Page):
    list_display = ("id", "at", "account", "message", "told", "match")
    list_filter = ("message", "at")
    search_fields = ("=id", "=match__id", "account__username", "text_en", "text_zh")
    list_select_related = ("account", "match__pack_version")
    fields = ("at", "account", "match", "message", "text_zh", "text_en")

    @admin.display
    def told(self, deed: models.Deed) -> str:
        return deed.text(page_language())
