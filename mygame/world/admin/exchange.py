"""Packs as archives: one that was made elsewhere is installed, one that is here is taken away."""

from __future__ import annotations

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from world import content
from world.accounts import audit
from world.admin.base import in_game
from world.admin.outcomes import tell_outcome
from world.admin.words import admin_sentence, error_text, lazily
from world.content.packages import MOST_PACKED
from world.errors import TableError


class ArchiveForm(forms.Form):
    """A zip file."""

    archive = forms.FileField(label=lazily("content.archive"), allow_empty_file=True)


@require_safe
def archive_view(request: HttpRequest, folder: str) -> HttpResponse:
    """A pack as it is published, as a zip of its folder."""
    if not request.user.has_perm("world.export_pack"):
        raise PermissionDenied
    try:
        packed = in_game(content.archive_pack, request.user, folder)
    except TableError as error:
        messages.error(request, error_text(error))
        return redirect("admin:world_publication_changelist")
    audit.note_act(request.user, "export", folder, "admin")
    response = HttpResponse(packed, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{folder}.zip"'
    return response


def install_view(request: HttpRequest) -> HttpResponse:
    """Take in a pack from an archive, which is checked whole and refused whole."""
    if not request.user.has_perm("world.install_pack"):
        raise PermissionDenied
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        # One more than is allowed is enough to be refused.
        given = form.cleaned_data["archive"]
        packed = given.read(MOST_PACKED + 1)
        try:
            if not content.is_pack(packed, given.name):
                taken = in_game(
                    content.take_packages, request.user, packed, given.name, way="admin"
                )
                names = ", ".join(draft.address for draft in taken.drafts)
                told = admin_sentence("content.taken", count=len(taken.drafts), names=names)
                messages.success(request, told)
                return redirect("admin:world_draft_changelist")
            outcome = in_game(content.install_pack, request.user, packed, "admin")
            messages.success(request, tell_outcome(request, None, outcome))
        except TableError as error:
            messages.error(request, error_text(error))
        else:
            return redirect("admin:world_publication_changelist")
    context = {
        **admin.site.each_context(request),
        "title": admin_sentence("content.upload"),
        "hint": admin_sentence("content.upload_hint"),
        "form": form,
    }
    return TemplateResponse(request, "admin/announce.html", context)
