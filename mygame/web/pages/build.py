"""
The pages of builders: what one is writing for a game, and one draft with all that there is to it.

Everything that is done here is done by `world.content`, which knows who may; without script a form
does it. With script `static/build` checks while one types, over the API.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.ground.digests import digest
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.card_form import card_form
from rules.workshop.editing import root_type
from rules.workshop.problems import report_in
from server import cleaning
from server.threads import in_reactor
from web import shelf, table
from web.api.drafts import LIVE, allowed_acts
from web.pages import entry_form, new_card, packs
from web.pages.building import (
    WAY,
    check_limit,
    complain,
    find_draft,
    pack_to_write,
    page_sentences,
    tell_outcome,
)
from web.words import current_language
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.play import failures
from world.render.content import guided_line, paired_lines, search_lines, strength_line
from world.shelf import games
from world.shelf.geography import Entry

PAGE = 40  # pieces to choose from
KINDS = ("card", "entry", "file")
#: Sections of the world outside, listed by themselves: only whole entries, by their names.
OUTSIDE = ("places", "people")
VERSIONS = 10
LONGEST = 200  # characters of an address, an id, a name
COMMENT = 400


@login_required
@require_safe
def build_index(request: HttpRequest) -> HttpResponse:
    """The games that a visitor may write cards for."""
    packs = [
        each
        for each in games.games_by_id().values()
        if roles.is_allowed(request.user, "write", each.folder)
    ]
    told = [(pack.id, Text(pack, current_language()).game()) for pack in packs]
    may_install = roles.is_allowed(request.user, "install")
    context = {"games": told, "may_install": may_install, **page_sentences()}
    return render(request, "site/build_games.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def build_game(request: HttpRequest, pack_id: str) -> HttpResponse:
    """One's drafts for a game, those that wait for a review, its pieces, its versions."""
    pack, language = pack_to_write(request, pack_id), current_language()
    if request.method == "POST":
        return _begin_draft(request, pack)
    in_reactor(content.prepare_sentences, request.user, pack.folder, current_language())
    asked = cleaning.clean_line(request.GET.get("q", ""), LONGEST)
    kind = request.GET.get("of", "")
    kinds = [*KINDS, *(each for each in OUTSIDE if getattr(pack, each))]
    kind = kind if kind in kinds else KINDS[0]
    rows = [(row, content.draft_name(row, language)) for row in content.drafts_of(
        request.user, pack.folder)]  # fmt: skip
    page = Paginator(_find_pieces(pack, kind, asked), PAGE).get_page(request.GET.get("page"))
    told = {
        "game": shelf.game_of(pack, current_language()),
        "own": [each for each in rows if each[0].author_id == request.user.pk],
        "waiting": [each for each in rows if each[0].author_id != request.user.pk],
        "text": asked,
        "of": kind,
        "listed": [(each, find_message(f"build.kinds.{each}", language)) for each in kinds],
        "new_place": entry_form.choices_of_new(pack, request.user, language)
        if pack.places
        else None,
        "found": message("build.found", current_language(), count=page.paginator.count),
        "page": page,
        "versions": content.publications_of(pack.folder)[:VERSIONS],
        "may_roll_back": roles.is_allowed(request.user, "rollback", pack.folder),
        **packs.pack_rights(request, pack),
        "takes_packages": content.has_packages(pack.folder),
        **new_card.form_data(request, pack, language),
        "sheets": new_card.FACES,
        **page_sentences(),
    }
    return render(request, "site/build_game.html", told)


def _find_pieces(pack: Pack, kind: str, asked: str) -> list[tuple[str, str]]:
    """Pieces of a kind by name or address, as (address, name)."""
    text, wanted = Text(pack, current_language()), asked.casefold()
    if kind == "card":
        named = [(f"card:{card.id}", strip_marks(text.card(card))) for card in pack.cards]
    elif kind in OUTSIDE:
        named = [
            (f"entry:{kind}.{name}", Entry(pack, name, data).names.get(current_language()) or name)
            for name, data in getattr(pack, kind).items()
        ]
    else:
        named = [
            (address, address.partition(":")[2]) for address in content.entry_addresses(pack, kind)
        ]
    return [each for each in named if wanted in f"{each[0]} {each[1]}".casefold()]


def _begin_draft(request: HttpRequest, pack: Pack) -> HttpResponse:
    """A draft of a piece that is there, or of a new one; or an older version again."""
    given = {
        name: cleaning.clean_line(value, LONGEST).strip()
        for name, value in request.POST.items()
        if name not in ("reading", "sentence")
    }
    given["reading"] = request.POST.get("reading", "")
    try:
        if "rollback" in given:
            asked = given["rollback"]
            number = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
            check_limit(request, "apiHeavy")
            outcome = in_reactor(
                content.rollback, request.user, pack.folder, number, given.get("comment", ""), WAY
            )
            tell_outcome(request, outcome)
            return redirect("build", pack.id)
        address, text = given.get("open", ""), ""
        if given.get("new") == "place" and pack.places:
            address, text = entry_form.begin_place(pack, request.user, given)
        address = address or f"card:{_choose_id(pack, given)}"
        row = content.own_draft(request.user, pack.folder, address)
        if row is None:
            text = text or _text_at(pack, address, given)
            row = in_reactor(content.save_draft, request.user, pack.folder, address, text, way=WAY)
    except TableError as error:
        complain(request, error)
        return redirect("build", pack.id)
    return redirect("build_draft", pack.id, row.pk)


@login_required
@require_safe
def piece_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """A piece by its address (`?address=`) as it stands, and a button that begins a draft of it."""
    pack = pack_to_write(request, pack_id)
    address = cleaning.clean_line(request.GET.get("address", ""), LONGEST).strip()
    row = content.own_draft(request.user, pack.folder, address)
    if row is not None:
        return redirect("build_draft", pack.id, row.pk)
    try:
        text = _published_text(pack, address)
    except TableError as error:
        complain(request, error)
        return redirect("build", pack.id)
    told = {
        "game": shelf.game_of(pack, current_language()),
        "address": address,
        "text": text,
        **page_sentences(),
    }
    return render(request, "site/build_piece.html", told)


def _published_text(pack: Pack, address: str) -> str | None:
    """
    What stands at an address now; None if nothing does.

    :raises TableError: `badAddress`.
    """
    try:
        return content.find_piece(pack.folder, address).text
    except TableError as error:
        if error.key != "noPiece":
            raise
    return None


def _text_at(pack: Pack, address: str, given: dict[str, str]) -> str:
    """What stands at an address now; else what a new piece begins with."""
    text = _published_text(pack, address)
    if text is not None:
        return text
    kind, _, found = address.partition(":")
    if kind != "card":
        return "{}" if kind == "entry" or found.endswith(JSON) else "\n"
    in_id = next((part for part in found.split(".") if part in pack.program.layout.kinds), "")
    return new_card.text_of_new(pack, found, in_id or given.get("kind", ""), given)


def _choose_id(pack: Pack, given: dict[str, str]) -> str:
    """The id that was asked for; else one like those of its kind."""
    names = {each: given[each] for each in ("en", "zh") if given.get(each)}
    if given.get("id") or not names:
        return given.get("id", "")
    kind = given.get("kind", "")
    return content.new_card_id(
        pack.folder, names, kind if kind in pack.program.layout.kinds else ""
    )


# -- one draft -------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft_page(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """A draft: its text, what is wrong with it, what it says, its review."""
    pack = pack_to_write(request, pack_id)
    row = find_draft(request, pack, number)
    if request.method == "POST":
        return _carry_out(request, pack, row)
    in_reactor(content.prepare_sentences, request.user, pack.folder, current_language())
    report = report_in(row.report, current_language()) if row.report else {}
    fields = (
        entry_form.form_of(pack, row, report, current_language())
        if entry_form.is_formed(row.address)
        else []
    )
    told = {
        "name": content.draft_name(row, current_language()),
        "game": shelf.game_of(pack, current_language()),
        "draft": row,
        "may": allowed_acts(row, request.user),
        "status": find_message(f"build.status.{row.status}", current_language()),
        "report": report,
        "sentence": (report.get("sentences") or {}).get(current_language(), ""),
        "difference": content.text_difference(row.base, row.text),
        "meanwhile": _published_meanwhile(row, request.user),
        "history": content.history_of(row.folder, row.address)[:VERSIONS],
        "card": row.address.removeprefix("card:") if row.address.startswith("card:") else "",
        "json": row.address.endswith(JSON) or not row.address.startswith("file:"),
        "page": _page_data(request, pack, row),
        **_trial_state(row, request.user),
        "fields": fields,
        "wrong": sum(bool(field.problems) for field in fields),
        "preview": entry_form.preview_of(pack, row),
        "beside": _told_beside(report),
        "strength": strip_marks(strength_line(content.figures_so_far(row), current_language())),
        "guided": guided_line(row.trial or {}, current_language()),
        "paired": [
            strip_marks(line)
            for told in (search_lines, paired_lines)
            for line in told(row.trial or {}, current_language())
        ],
        "went_wrong": failures.failures_of_piece(pack, row.address),
        "sheets": new_card.FACES,
        **page_sentences(),
    }
    return render(request, "site/build_draft.html", told)


@login_required
@require_safe
def sandbox_page(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """A draft in the sandbox, drawn as a table; the line is what one types for that in the game."""
    row = find_draft(request, pack_to_write(request, pack_id), number)
    told = {
        "draft": row.pk,
        "digest": digest(row.text),
        "line": f"card try {row.pk}",
        "back": reverse("build_draft", args=[pack_id, row.pk]),
        "title": message(
            "build.trying_out", current_language(), name=content.draft_name(row, current_language())
        ),
    }
    return table.render_table(request, **{"try": told})


def _trial_state(row: Any, account: Any) -> dict[str, Any]:
    """How far the trial of a draft is; whether this person could begin one."""
    part, tried = content.progress_of(row), content.has_trial(row)
    told = {"done": part[0], "total": part[1]} if part else {}
    said = message("build.matches_of", current_language(), **told) if part else ""
    idle = tried and part is None and row.status in LIVE
    return {
        "progress": {**told, "told": said} if part else None,
        "tried": tried,
        "may_start": idle and not row.trial and "try" in allowed_acts(row, account),
    }


def _told_beside(report: dict[str, Any]) -> str:
    """Which other drafts are to be published with one; "" if none are."""
    numbers = " ".join(map(str, report.get("beside") or ()))
    told = message("build.together", current_language(), numbers=numbers)
    return strip_marks(told) if numbers else ""


def _published_meanwhile(row: Any, account: Any) -> list[str]:
    """What others have published where one's draft is to stand, since it was begun."""
    if row.author_id != account.pk or row.status not in LIVE:
        return []
    now = content.text_now(row)
    return content.text_difference(row.base, now) if now != row.base else []


def _page_data(request: HttpRequest, pack: Pack, row: Any) -> dict[str, Any]:
    """What the modules of `static/build` need to know."""
    api = reverse("api_game", args=[pack.id])
    return {
        **new_card.sentence_data(request, pack),
        "form": card_form(pack, current_language()) if row.address.startswith("card:") else None,
        "address": row.address,
        "report": report_in(row.report, current_language()) if row.report else None,
        "place": f"{api}place/",
        "script": row.address.endswith(".lua"),
        "root": ROOTS.get(root_type(row.address), ""),
        "schema": f"{reverse('schema', args=[pack.id, 'card'])}?lang={current_language()}",
    }


def _carry_out(request: HttpRequest, pack: Pack, row: Any) -> HttpResponse:
    """Write what was sent, then do what was asked for."""
    act = request.POST.get("act", "save")
    comment = cleaning.clean_line(request.POST.get("comment", ""), COMMENT)
    try:
        if (
            act in WRITING
            and row.author_id == request.user.pk
            and {"text", "fields"} & {*request.POST, act}
        ):
            text = request.POST.get("text", "").replace("\r\n", "\n")
            if act == "fields":
                text, act = entry_form.text_of(pack, row, request.POST), "check"
            row = in_reactor(
                content.save_draft, request.user, row.folder, row.address, text, comment, WAY
            )
        doing = ACTS.get(act)
        if doing is not None:
            doing(request, row, comment)
        if act == "try":
            return redirect("build_try", pack.id, row.pk)
    except TableError as error:
        complain(request, error)
    row.refresh_from_db()
    own = row.author_id == request.user.pk
    if row.status in ("dropped", "published") or (row.status == "open" and not own):
        return redirect("build", pack.id)
    return redirect("build_draft", pack.id, row.pk)


def _save(request: HttpRequest, row: Any, comment: str) -> None:
    messages.success(request, message("build.done.save", current_language()))


def _check_draft(request: HttpRequest, row: Any, comment: str) -> None:
    check_limit(request, "apiWork")
    report = in_reactor(content.check_draft, request.user, row)
    if not report["problems"]:
        messages.success(request, message("build.done.check", current_language()))


def _submit_draft(request: HttpRequest, row: Any, comment: str) -> None:
    check_limit(request, "apiHeavy")
    in_reactor(content.submit_draft, request.user, row, comment, WAY)
    messages.success(request, message("build.done.submit", current_language()))


def _approve_draft(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.approve_draft, request.user, row, comment, WAY)
    messages.success(request, message("build.done.approve", current_language()))


def _return_draft(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.send_back, request.user, row, comment, WAY)
    messages.success(request, message("build.done.return", current_language()))


def _publish_draft(request: HttpRequest, row: Any, comment: str) -> None:
    check_limit(request, "apiHeavy")
    tell_outcome(request, in_reactor(content.publish_drafts, request.user, [row], comment, WAY))


def _try_draft(request: HttpRequest, row: Any, comment: str) -> None:
    check_limit(request, "apiHeavy")
    in_reactor(content.start_trial, request.user, row)


def _retire_piece(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.retire_piece, request.user, row.folder, row.address, comment, WAY)
    messages.success(request, message("build.done.retire", current_language()))


def _rebase_draft(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.rebase_draft, request.user, row, WAY)
    messages.success(request, message("build.done.rebase", current_language()))


def _drop_draft(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.drop_draft, request.user, row, WAY)
    messages.success(request, message("build.done.drop", current_language()))


#: What a text is as a whole, for completions, by what belongs there.
ROOTS = {"printed": "card", "doables": "do"}
JSON = (".json5", ".json")
#: With these an author's text is written first.
WRITING = ("save", "fields", "check", "submit", "try", "trial", "rebase")
#: What a form can ask for: `act`.
ACTS: dict[str, Callable[[HttpRequest, Any, str], None]] = {
    "save": _save,
    "check": _check_draft,
    "submit": _submit_draft,
    "approve": _approve_draft,
    "return": _return_draft,
    "publish": _publish_draft,
    "trial": _try_draft,
    "retire": _retire_piece,
    "rebase": _rebase_draft,
    "drop": _drop_draft,
}
