"""
What the admin's pages have in common: what is only read, what is alive, what can be done with a row
beside changing it (`Deed`), and what has to stay.

A page that changes something alive does it in the reactor's thread (`LivePage`, `in_game`), through
the objects the game itself uses. What must not be deleted says why (`why_keep`): a model or
typeclass has a method of that name which gives a key of `admin.keep`, or nothing; a page that knows
more than the row has one, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import translation
from django.utils.functional import cached_property

from server.threads import in_reactor
from world.admin.words import admin_sentence, error_text
from world.errors import TableError

COUNTED = 10_000  # rows of a list; what is older is found by search, filters and dates


def in_game(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a function gives that runs in the reactor's thread, in the language of the page."""
    language = translation.get_language()

    def answer() -> Any:
        with translation.override(language):
            return function(*args, **kwargs)

    return in_reactor(answer)


class Bounded(Paginator):
    """Counts no further than anybody pages: a table may have millions of rows."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, up to `COUNTED`."""
        rows = self.object_list
        if isinstance(rows, QuerySet):
            return rows.order_by()[:COUNTED].count()
        return len(rows)


class Page(admin.ModelAdmin):
    """A page of the game's own."""

    paginator = Bounded
    show_full_result_count = False
    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER

    def _get_obj_does_not_exist_redirect(
        self, request: HttpRequest, opts: Any, object_id: str
    ) -> HttpResponse:
        """Back to the list, which says that there is no such row, or none that one may see."""
        messages.error(request, admin_sentence("page.no_row", number=object_id))
        if not self.has_view_or_change_permission(request):
            return redirect("admin:index")
        return redirect(f"admin:{opts.app_label}_{opts.model_name}_changelist")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list; where it is longer than is counted it says so."""
        response = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None) or {}
        if "cl" in context and context["cl"].result_count >= COUNTED:
            context["subtitle"] = admin_sentence("page.bounded", count=COUNTED)
        return response


class ReadOnly:
    """Nothing can be added or changed by hand: the game writes it."""

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False


class LivePage:
    """Forms of these pages are carried out in the reactor's thread, deletions one by one."""

    def changeform_view(self, request, *args, **kwargs):
        return self._run_where_it_lives(super().changeform_view, request, *args, **kwargs)  # type: ignore[misc]

    def delete_view(self, request, *args, **kwargs):
        return self._run_where_it_lives(super().delete_view, request, *args, **kwargs)  # type: ignore[misc]

    def changelist_view(self, request, *args, **kwargs):
        return self._run_where_it_lives(super().changelist_view, request, *args, **kwargs)  # type: ignore[misc]

    @staticmethod
    def _run_where_it_lives(
        view: Callable[..., Any], request: Any, *args: Any, **kwargs: Any
    ) -> Any:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        # Not only for the objects: the page locks the database, and must not wait for a thread
        # which waits for the database.
        return in_game(view, request, *args, **kwargs)

    def delete_queryset(self, request, queryset) -> None:
        """Several at once: each as if by itself, or the game would not know of it."""
        for one in queryset:
            one.delete()

    def get_deleted_objects(self, objs: Iterable[Any], request):
        """What would be deleted; what has to stay stands among what forbids it, with the reason."""
        objs = list(objs)
        to_delete, count, needed, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        reasons = [
            admin_sentence(f"keep.{key}", name=str(each))
            for each in objs
            if (key := self.why_keep(each))
        ]
        # A reason says more than which permissions one lacks; either forbids it.
        return to_delete, count, set() if reasons else needed, [*protected, *reasons]

    def why_keep(self, thing: Any) -> str | None:
        """Why something must not be deleted now: a key of `admin.keep`."""
        own = getattr(thing, "why_keep", None)
        return own() if own is not None else None


# -- what can be done with a row


def is_always(row: Any) -> bool:
    """For deeds that are always possible."""
    return True


@dataclass(frozen=True)
class Deed:
    """
    Something staff does with a row: a button on its page, named `admin.deeds.<name>`.

    `act(request, row, given)` carries it out in the reactor's thread; what it gives, or its
    Deferred, `tell(request, row, result)` turns into a sentence or a response. A `TableError` of
    either is told. `form(row, data)` asks for what it needs. Who lacks the `permission` does not
    see it, and is refused.
    """

    name: str
    permission: str
    act: Callable[[HttpRequest, Any, dict[str, Any]], Any]
    form: Callable[[Any, Any], forms.Form] | None = None
    offered: Callable[[Any], bool] = is_always
    tell: Callable[[HttpRequest, Any, Any], Any] | None = None
    grave: bool = False


class WithDeeds:
    """A page with buttons for what can be done with the row."""

    deeds: tuple[Deed, ...] = ()
    change_form_template = "admin/change_form_deeds.html"
    opts: Any
    admin_site: Any

    def get_urls(self) -> list[Any]:
        """Each deed has an address of its own, below the row's."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_deed"
        own = path(
            "<path:object_id>/do/<slug:deed>/",
            self.admin_site.admin_view(self.deed_view),
            name=name,
        )
        return [own, *super().get_urls()]  # type: ignore[misc]

    def may(self, request: HttpRequest, deed: Deed, row: Any) -> bool:
        """Whether somebody may do this with this row."""
        return request.user.has_perm(deed.permission)

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        """The page, with the buttons."""
        context["deeds"] = [] if obj is None else self.buttons(request, obj)
        context["links"] = [] if obj is None else self.links(request, obj)
        return super().render_change_form(request, context, add, change, form_url, obj)  # type: ignore[misc]

    def links(self, request: HttpRequest, row: Any) -> list[tuple[str, str]]:
        """Other pages about the row: text and address."""
        return []

    def buttons(self, request: HttpRequest, row: Any) -> list[dict[str, Any]]:
        """What this person can do with the row now."""
        return [
            {
                "name": deed.name,
                "text": admin_sentence(f"deeds.{deed.name}"),
                "address": self.deed_address(row, deed.name),
                "form": deed.form(row, None) if deed.form else None,
                "grave": deed.grave,
            }
            for deed in self.deeds
            if self.may(request, deed, row) and deed.offered(row)
        ]

    def deed_address(self, row: Any, deed: str) -> str:
        """Where a button leads."""
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_deed"
        return reverse(name, args=[row.pk, deed])

    def deed_view(self, request: HttpRequest, object_id: str, deed: str) -> HttpResponse:
        """Do it, and say what has come of it on the row's page."""
        wanted = next((each for each in self.deeds if each.name == deed), None)
        row = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        if wanted is None or row is None:
            raise Http404
        if not self.may(request, wanted, row):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        form = wanted.form(row, request.POST) if wanted.form else None
        if form is not None and not form.is_valid():
            for name, errors in form.errors.items():
                label = form.fields[name].label if name in form.fields else ""
                messages.error(request, f"{label}: {' '.join(errors)}".lstrip(": "))
            return redirect(self.address_of(row))
        given = form.cleaned_data if form is not None else {}
        try:
            if not wanted.offered(row):
                raise TableError("notNow")
            done = in_game(wanted.act, request, row, given)
            if wanted.tell is not None:
                done = wanted.tell(request, row, done)
        except TableError as error:
            messages.error(request, error_text(error))
            return redirect(self.address_of(row))
        if isinstance(done, HttpResponse):
            return done
        plain = admin_sentence("page.done", deed=admin_sentence(f"deeds.{deed}"))
        messages.success(request, done if isinstance(done, str) else plain)
        return redirect(self.address_of(row))

    def address_of(self, row: Any) -> str:
        """The page of a row."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])
