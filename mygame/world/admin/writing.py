"""
Writing a draft on its page: the text, the same as a form made from the schema of cards, and beside
both what it says in each language and what is wrong with it, while it is typed.
"""

from __future__ import annotations

import json
from typing import Any

import pyjson5
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_jsonform.widgets import JSONFormWidget

from rules.workshop import form as card_form
from rules.workshop import layout
from rules.workshop.problems import report_in
from rules.workshop.rewriting import card_text
from server import cleaning
from world import content
from world.admin.base import in_game
from world.admin.words import admin_sentence, error_text, lazily, page_language
from world.errors import TableError
from world.models import Draft
from world.shelf import games

LONGEST = 400_000  # characters of what is checked


class CardWidget(JSONFormWidget):
    """The form of a card; drawn by a script of ours, so that no style stands in the page."""

    template_name = "admin/card_form.html"


class PieceForm(forms.Form):
    """Which piece is to be written: of which pack, at which address."""

    folder = forms.ChoiceField(label=lazily("fields.folder"))
    address = forms.CharField(max_length=200, label=lazily("fields.address"))

    def __init__(self, data: Any = None, **kwargs: Any):
        super().__init__(data, **kwargs)
        self.fields["folder"].choices = [(each, each) for each in content.pack_folders()]
        self.fields["address"].help_text = admin_sentence("content.address_help")


def write_view(request: HttpRequest) -> HttpResponse:
    """Begin a draft of a piece, from what stands there now; or go to the one there is."""
    if not request.user.has_perm("world.add_draft"):
        raise PermissionDenied
    form = PieceForm(request.POST or None, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            draft = in_game(_begun, request.user, **form.cleaned_data)
        except TableError as error:
            messages.error(request, error_text(error))
        else:
            return redirect("admin:world_draft_change", draft.pk)
    context = {
        **admin.site.each_context(request),
        "title": admin_sentence("deeds.edit"),
        "form": form,
        "hint": admin_sentence("content.write_hint"),
    }
    return TemplateResponse(request, "admin/announce.html", context)


def _begun(who: Any, folder: str, address: str) -> Draft:
    """One's draft of a piece, begun if there is none."""
    known = content.own_draft(who, folder, address)
    if known is not None:
        return known
    try:
        text = content.find_piece(folder, address).text
    except TableError as error:
        if error.key != "noPiece":
            raise
        text = _blank(address)
    return content.save_draft(who, folder, address, text, way="admin")


def _blank(address: str) -> str:
    """What a new piece begins with."""
    kind, _, name = address.partition(":")
    if kind != "card":
        return "{}" if kind == "entry" else ""
    return layout.lay_out_card({"id": name, "name": {"zh": "", "en": ""}, "behaviors": []})


# -- the form


def context_of(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """What the page of a draft has beside its fields."""
    context: dict[str, Any] = {
        "check": reverse("admin:world_draft_check"),
        "piece": {"folder": draft.folder, "address": draft.address},
        "report": report_in(draft.report, page_language()) if draft.report else None,
        "difference": content.text_difference(draft.base, draft.text),
        "revisions": content.history_of(draft.folder, draft.address),
        "said": {
            key: admin_sentence(f"content.{key}")
            for key in ("checking", "nothing_wrong", "same", "zh", "en", "worth", "not_checked")
        }
        | {"line": admin_sentence("content.line", line="%s")},
    }
    if not draft.address.startswith("card:") or draft.author_id != request.user.pk:
        return context
    try:
        form, data = form_of(draft)
    except (ValueError, TableError) as error:
        context["no_form"] = admin_sentence("content.no_form", reason=_reason(error))
        return context
    widget = CardWidget(schema=form)
    context["card_form"] = widget.render("card", json.dumps(data), {"id": "id_card"})
    context["card_media"] = widget.media
    return context


def _reason(error: Exception) -> str:
    return error_text(error) if isinstance(error, TableError) else str(error)[:200]


def form_of(draft: Draft) -> tuple[dict[str, Any], dict[str, Any]]:
    """
    The form of a draft of a card, and its data.

    :raises ValueError: the text is no JSON5, or has what the form has no place for.
    """
    try:
        card = pyjson5.decode(draft.text)
    except pyjson5.Json5Exception as error:
        raise ValueError(str(error)) from None
    if not isinstance(card, dict):
        raise ValueError("{ … }")
    return card_form.form_of(_pack(draft.folder), card, page_language())


def _pack(folder: str) -> Any:
    """:raises TableError: `unknownGame`."""
    found = next((pack for pack in games.games_by_id().values() if pack.folder == folder), None)
    if found is None:
        raise TableError("unknownGame", game=folder, games=list(games.games_by_id()))
    return found


def text_of(folder: str, data: dict[str, Any], before: str) -> str:
    """The text of a card that a form's data says, with the remarks of the text it was."""
    form, _ = card_form.form_of(_pack(folder), {"id": str(data.get("id", ""))} | _kind(data))
    return card_text(before, card_form.card_of(data, form))


def _kind(data: dict[str, Any]) -> dict[str, str]:
    return {"kind": data["kind"]} if isinstance(data.get("kind"), str) and data["kind"] else {}


# -- while it is typed


@require_POST
def check_view(request: HttpRequest) -> HttpResponse:
    """
    What a text says: a report as `world.content.check_text` gives it, as JSON. Beside `text` there
    may be `card`, a form's data; then that is what is meant, and its text is told as well.
    """
    if not request.user.has_perm("world.add_draft"):
        raise PermissionDenied
    folder, address = request.POST.get("folder", ""), request.POST.get("address", "")
    text, told_text = request.POST.get("text", "")[:LONGEST], {}
    try:
        if given := request.POST.get("card", ""):
            data = json.loads(given[:LONGEST])
            # What is escaped in JSON was nobody's to clean before.
            card = data if isinstance(data, dict) else {}
            text = cleaning.clean_text(text_of(folder, card, text), LONGEST)
            told_text = {"text": text}
        report = in_game(content.check_text, request.user, folder, address, text)
    except (TableError, ValueError) as error:
        reason = _reason(error)
        return JsonResponse(
            {"refused": admin_sentence("content.not_checked", reason=reason)}, status=400
        )
    report = report_in(report, page_language())
    return JsonResponse({**report, **told_text, "language": page_language()})
