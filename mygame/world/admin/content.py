"""
The admin pages of content: games and their versions, pieces of them, drafts, who may write what.

What they do is `world.content`'s: it asks who may, checks beside the server, and keeps who did it.
Content is shown here and edited on the builders' pages, to which `world.admin.pieces` links.
"""

from __future__ import annotations

import zlib
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelectMultiple
from django.http import HttpRequest
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timesince import timesince

from rules.workshop.problems import report_in
from world import content, models
from world.admin import exchange, pieces
from world.admin.base import Deed, LivePage, Page, ReadOnly, WithDeeds
from world.admin.outcomes import tell_outcome
from world.admin.words import admin_sentence, error_text, lazily, page_language, page_reader
from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.render.content import trial_lines

DIGITS = 10  # of the number of a row, at most
REVISIONS = 200  # of a publication that are listed at once


class ReasonForm(forms.Form):
    """A remark that is kept with what is done."""

    comment = forms.CharField(max_length=400, required=False, label=lazily("fields.comment"))


def _reason_form(row: Any, data: Any) -> ReasonForm:
    return ReasonForm(data)


# -- versions


@admin.register(models.PackVersion)
class PackVersionAdmin(LivePage, ReadOnly, Page):
    list_display = ("pack_id", "named_version", "short_hash", "created_at")
    list_filter = ("pack_id",)
    search_fields = ("pack_id", "name_zh", "name_en", "version", "content_hash")
    fields = ("pack_id", "name_zh", "name_en", "version", "content_hash", "files", "created_at")
    readonly_fields = fields

    def get_queryset(self, request):
        """A list needs no sources, which are long."""
        return super().get_queryset(request).defer("sources_packed")

    @admin.display(ordering="version")
    def named_version(self, version: models.PackVersion) -> str:
        return _named_version(version)

    @admin.display(ordering="content_hash")
    def short_hash(self, version: models.PackVersion) -> str:
        return version.content_hash[:12]

    @admin.display
    def files(self, version: models.PackVersion) -> str:
        try:
            return "\n".join(sorted(version.sources)) or "-"
        except (ValueError, zlib.error) as error:
            return f"(unreadable: {error})"


def _named_version(version: models.PackVersion) -> str:
    """A version by the name of its game in the language of the page."""
    name = version.name_zh if page_language() == "zh" else version.name_en
    return f"{name or version.pack_id} {version.version}"


def _is_older(row: models.Publication) -> bool:
    newer = models.Publication.objects.filter(folder=row.folder, pk__gt=row.pk)
    return newer.exists()


def _do_rollback(request: HttpRequest, row: models.Publication, given: dict[str, Any]) -> Any:
    return content.rollback(request.user, row.folder, row.pk, given["comment"], "admin")


@admin.register(models.Publication)
class PublicationAdmin(WithDeeds, ReadOnly, Page):
    """What was put on the shelf, and when; the newest of a game is what is offered."""

    list_display = ("id", "named", "folder", "is_offered", "how", "by_name", "at", "comment")
    list_filter = ("folder", "how", "at")
    search_fields = ("folder", "comment", "by_name", "version__content_hash")
    list_select_related = ("version",)
    fields = (
        *("folder", "is_offered", "version", "content_hash", "how", "comment", "by_name", "at"),
        "revisions",
    )
    readonly_fields = fields
    change_list_template = "admin/change_list_tools.html"
    deeds = (
        Deed(
            *(
                "rollback",
                "world.rollback_pack",
                _do_rollback,
                _reason_form,
                _is_older,
                tell_outcome,
            ),
            grave=True,
        ),
    )

    def has_delete_permission(self, request, obj=None) -> bool:
        # It is the history of a game, and what one rolls back to.
        return False

    def get_queryset(self, request):
        """A list needs no files, which are long."""
        return super().get_queryset(request).defer("others_packed", "version__sources_packed")

    def get_urls(self) -> list[Any]:
        """Beside the list: the pieces of a pack, packs as archives."""
        view = self.admin_site.admin_view
        name = "world_publication"
        return [
            path("pieces/<slug:folder>/", view(pieces.pieces_view), name=f"{name}_pieces"),
            path("piece/<slug:folder>/", view(pieces.piece_view), name=f"{name}_piece"),
            path("archive/<slug:folder>/", view(exchange.archive_view), name=f"{name}_archive"),
            path("install/", view(exchange.install_view), name=f"{name}_install"),
            *super().get_urls(),
        ]

    def changelist_view(self, request, extra_context=None):
        tools = [
            (admin_sentence("content.pieces_of", folder=folder), pieces.list_address(folder))
            for folder in content.pack_folders()
        ]
        if request.user.has_perm("world.install_pack"):
            tools.append(
                (admin_sentence("content.upload"), reverse("admin:world_publication_install"))
            )
        return super().changelist_view(request, {**(extra_context or {}), "tools": tools})

    def links(self, request, row):
        """The pieces of the pack, and all of it as an archive."""
        found = [
            (
                admin_sentence("content.pieces_of", folder=row.folder),
                pieces.list_address(row.folder),
            )
        ]
        if request.user.has_perm("world.export_pack"):
            address = reverse("admin:world_publication_archive", args=[row.folder])
            found.append((admin_sentence("content.download", folder=row.folder), address))
        return found

    @admin.display(ordering="version__version")
    def named(self, row: models.Publication) -> str:
        return _named_version(row.version)

    @admin.display(boolean=True)
    def is_offered(self, row: models.Publication) -> bool:
        return not _is_older(row)

    @admin.display
    def content_hash(self, row: models.Publication) -> str:
        return row.version.content_hash

    @admin.display
    def revisions(self, row: models.Publication) -> str:
        """What was new in it, each with a link to what it was before."""
        links = [
            format_html(
                '<a href="{}">{}</a>',
                reverse("admin:world_revision_change", args=[each.pk]),
                each.address,
            )
            for each in row.revisions.all()[:REVISIONS]
        ]
        return _join_links(links) if links else "-"


def _join_links(links: list[Any]) -> Any:
    return format_html_join(" · ", "{}", ((link,) for link in links))


def _source_text(text: str) -> str:
    """A text as it stands in a file."""
    return format_html('<pre class="source" tabindex="0">{}</pre>', text) if text else "-"


def _workshop_links(label: str, row: Any, draft: int | None = None) -> list[tuple[str, str]]:
    """The builders' page of the piece of a row, or of a draft; none where the game is gone."""
    try:
        address = pieces.workshop_address(row.folder, row.address, draft)
    except TableError:
        return []
    return [(admin_sentence(f"content.{label}"), address)]


@admin.register(models.Revision)
class RevisionAdmin(WithDeeds, ReadOnly, Page):
    """What a publication made of a piece, and how it was before."""

    list_display = ("address", "folder", "publication_at", "publication_by")
    list_filter = ("folder",)
    search_fields = ("address",)
    list_select_related = ("publication",)
    fields = ("folder", "address", "publication", "difference", "source")
    readonly_fields = fields

    def has_delete_permission(self, request, obj=None) -> bool:
        return False

    def get_queryset(self, request):
        """A list needs no files, which are long."""
        rows = super().get_queryset(request)
        return rows.defer("publication__others_packed") if rows.query.select_related else rows

    def links(self, request, row):
        """The builders' page of the piece."""
        return _workshop_links("edit", row)

    @admin.display
    def source(self, row: models.Revision) -> str:
        return _source_text(row.text)

    @admin.display(ordering="publication__at")
    def publication_at(self, row: models.Revision) -> Any:
        return row.publication.at

    @admin.display(ordering="publication__by_name")
    def publication_by(self, row: models.Revision) -> str:
        return row.publication.by_name

    @admin.display
    def difference(self, row: models.Revision) -> str:
        lines = content.text_difference(row.before.text if row.before else "", row.text)
        text = "\n".join(lines) or admin_sentence("content.same")
        return format_html('<pre class="difference" tabindex="0">{}</pre>', text)


class PolicyForm(forms.ModelForm):
    """A policy of a game that is there."""

    class Meta:
        model = models.PackPolicy
        fields = ("folder", "review", "builders", "reviewers")

    def clean_folder(self) -> str:
        """:raises ValidationError: there is no such game."""
        folder = str(self.cleaned_data["folder"])
        if folder not in content.pack_folders():
            error = TableError("unknownGame", game=folder, games=content.pack_folders())
            raise forms.ValidationError(error_text(error))
        return folder


@admin.register(models.PackPolicy)
class PackPolicyAdmin(LivePage, Page):
    """Who may write and review a game; without a row, all builders and reviewers."""

    list_display = ("folder", "review")
    search_fields = ("folder",)
    fields = ("folder", "review", "builders", "reviewers")
    form = PolicyForm

    def get_readonly_fields(self, request, obj=None):
        """Of which game it is stays."""
        return () if obj is None else ("folder",)

    def save_model(self, request, obj, form, change) -> None:
        """By the function that the pages and the API call; people by name."""
        given = form.cleaned_data
        people = ([each.username for each in given[kind]] for kind in ("builders", "reviewers"))
        wanted = content.Policy(given["review"], *people)
        content.set_policy(request.user, obj.folder, wanted, "admin")
        obj.pk = models.PackPolicy.objects.get(folder=obj.folder).pk

    def save_related(self, request, form, formsets, change) -> None:
        """The people were stored with the rest."""

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        """People are found while one types."""
        widget = Found(db_field, self.admin_site)
        return super().formfield_for_manytomany(db_field, request, widget=widget, **kwargs)


class Found(AutocompleteSelectMultiple):
    """Django's, which fails on what is no number of a row."""

    def optgroups(self, name, value, attr=None):
        """Those that were chosen."""
        numbers = [each for each in value if str(each).isdecimal() and len(str(each)) < DIGITS]
        return super().optgroups(name, numbers, attr)


# -- drafts


class NoteForm(forms.Form):
    """What the author reads."""

    note = forms.CharField(max_length=400, required=False, label=lazily("fields.review"))


def _note_form(row: Any, data: Any) -> NoteForm:
    return NoteForm(data)


def _do_submit(request: HttpRequest, row: models.Draft, given: dict[str, Any]) -> Any:
    return content.submit_draft(request.user, row, given["comment"], "admin")


def _tell_submitted(request: HttpRequest, row: models.Draft, result: Any) -> str:
    return admin_sentence("content.submitted")


def _do_approve(request: HttpRequest, row: models.Draft, given: dict[str, Any]) -> None:
    content.approve_draft(request.user, row, given["note"], "admin")


def _send_back(request: HttpRequest, row: models.Draft, given: dict[str, Any]) -> None:
    content.send_back(request.user, row, given["note"], "admin")


def _do_publish(request: HttpRequest, row: models.Draft, given: dict[str, Any]) -> Any:
    return content.publish_drafts(request.user, [row], given["comment"], "admin")


def _do_drop(request: HttpRequest, row: models.Draft, given: dict[str, Any]) -> None:
    content.drop_draft(request.user, row, "admin")


def _is_in_state(*states: str) -> Any:
    return lambda draft: draft.status in states


LIVE = ("open", "submitted", "approved")


@admin.register(models.Draft)
class DraftAdmin(WithDeeds, ReadOnly, Page):
    """
    One's own drafts, and those that wait for a review, where one may review: what they say, and
    their way to others. They are written on the builders' pages.
    """

    list_display = ("name", "folder", "status", "author_name", "age", "reviewer_name")
    list_filter = ("status", "folder")
    search_fields = ("address", "author_name", "text", "base")
    change_form_template = "admin/draft_form.html"
    change_list_template = "admin/change_list_tools.html"
    fields = (
        *("name", "folder", "address", "status", "comment", "author_name", "updated_at"),
        *("trial_text", "reviewer_name", "review", "source"),
    )
    readonly_fields = fields
    deeds = (
        Deed(
            "submit",
            "world.add_draft",
            _do_submit,
            _reason_form,
            _is_in_state("open"),
            _tell_submitted,
        ),
        Deed("approve", "world.review_draft", _do_approve, _note_form, _is_in_state("submitted")),
        Deed("send_back", "world.review_draft", _send_back, _note_form, _is_in_state(*LIVE[1:])),
        Deed(
            "publish",
            "world.publish_pack",
            _do_publish,
            _reason_form,
            _is_in_state(*LIVE),
            tell_outcome,
        ),
        Deed("drop", "world.add_draft", _do_drop, offered=_is_in_state(*LIVE), grave=True),
    )

    def get_queryset(self, request):
        """Those that this person may see: the superuser sees all."""
        if request.user.is_superuser:
            return super().get_queryset(request)
        states = [state for state, _ in models.Draft.Status.choices]
        seen = content.drafts_of(request.user, status=states).values("pk")
        return super().get_queryset(request).filter(pk__in=seen)

    def changelist_view(self, request, extra_context=None):
        """The list, with the way to a new draft."""
        tools = [(admin_sentence("content.new_card"), reverse("build_games"))]
        return super().changelist_view(request, {**(extra_context or {}), "tools": tools})

    def has_delete_permission(self, request, obj=None) -> bool:
        # It is dropped, and kept as such.
        return False

    def links(self, request, row):
        """
        The builders' page of the draft; that of the piece where this person has no business with
        the draft there.
        """
        own = row.author_id == request.user.pk and row.status in LIVE
        seen = content.drafts_of(request.user, row.folder).filter(pk=row.pk).exists()
        return _workshop_links("edit" if own else "open", row, row.pk if seen else None)

    def render_change_form(self, request, context, add=False, change=False, form_url="", obj=None):
        """With what the last check has found, the difference, and the versions of the piece."""
        name = content.draft_name(obj, page_language())
        context["subtitle"] = context["original"] = f"{name} · {obj.author_name}"
        context["report"] = report_in(obj.report, page_language()) if obj.report else None
        context["difference"] = content.text_difference(obj.base, obj.text)
        context["revisions"] = content.history_of(obj.folder, obj.address)
        return super().render_change_form(request, context, add, change, form_url, obj)

    @admin.display
    def name(self, row: models.Draft) -> str:
        """The card's name, and below it where it stands."""
        name = content.draft_name(row, page_language())
        return format_html('{}<br><code class="quiet">{}</code>', name, row.address)

    @admin.display(ordering="updated_at")
    def age(self, row: models.Draft) -> str:
        """How long ago it was changed; when exactly on hover."""
        ago = admin_sentence("content.ago", time=timesince(row.updated_at, depth=1))
        when = date_format(timezone.localtime(row.updated_at), "DATETIME_FORMAT")
        return format_html('<time title="{}">{}</time>', when, ago)

    @admin.display
    def source(self, row: models.Draft) -> str:
        return _source_text(row.text)

    @admin.display
    def trial_text(self, row: models.Draft) -> str:
        """What came of a trial; of one that goes on how far it is (`site/trial.js` follows)."""
        if part := content.progress_of(row):
            done = message("build.matches_of", page_language(), done=part[0], total=part[1])
            names = (
                find_message("build.matches_of", page_language()),
                find_message("build.trial", page_language()),
            )
            return format_html(
                '<span id="trial" data-trial="{}" data-told="{}"><progress aria-label="{}"'
                ' value="{}" max="{}"></progress> <span role="status">{}</span></span>',
                *(reverse("api_trial", args=[row.pk]), *names, *part, done),
            )
        lines = (
            [strip_marks(line) for line in trial_lines(row.trial, page_reader())]
            if row.trial
            else ["-"]
        )
        return format_html('<span id="trial">{}</span>', " ".join(lines))
