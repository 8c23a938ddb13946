"""
The pages of builders: what one is writing for a game, and one draft with all that there is to it.

Everything that is done here is done by `world.content`, which knows who may; without script a form
does it. With script `static/build` checks while one types, over the API.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.problems import in_language, report_in
from server import cleaning
from server.threads import in_reactor
from web import shelf
from web.api.drafts import acts
from web.words import language
from world import content, games, limits, roles
from world.errors import TableError
from world.models import Draft
from world.render.announce import sentence_of
from world.render.messages import find, message, plain
from world.render.reader import Reader

WAY = "web"
PAGE = 40  # pieces to choose from
VERSIONS = 10
LONGEST = 200  # characters of an address, an id, a name
COMMENT = 400
LARGEST = 2**31 - 1


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that a visitor may write cards for."""
    packs = [
        each for each in games.games().values() if roles.may(request.user, "write", each.folder)
    ]
    told = [(pack.id, Text(pack, language()).game()) for pack in packs]
    return render(request, "site/build_games.html", {"games": told, **_said()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, pack_id: str) -> HttpResponse:
    """One's drafts for a game, those that wait for a review, its pieces, its versions."""
    pack = _pack(request, pack_id)
    if request.method == "POST":
        return _begin(request, pack)
    in_reactor(content.prepare_sentences, request.user, pack.folder, language())
    asked = cleaning.line(request.GET.get("q", ""), LONGEST)
    rows = list(content.drafts(request.user, pack.folder))
    page = Paginator(_found(pack, asked), PAGE).get_page(request.GET.get("page"))
    told = {
        "game": shelf.game_of(pack, language()),
        "own": [row for row in rows if row.author_id == request.user.pk],
        "waiting": [row for row in rows if row.author_id != request.user.pk],
        "text": asked,
        "page": page,
        "versions": content.publications(pack.folder)[:VERSIONS],
        "may_roll_back": roles.may(request.user, "rollback", pack.folder),
        "kinds": [(kind, Text(pack, language()).symbol(kind)) for kind in pack.layout.kinds[2:]],
        **_said(),
    }
    return render(request, "site/build_game.html", told)


def _found(pack: Pack, asked: str) -> list[tuple[str, str]]:
    """Cards by name or id, as (id, name)."""
    text, wanted = Text(pack, language()), asked.casefold()
    named = [(card.id, plain(text.card(card))) for card in pack.cards]
    return [each for each in named if wanted in f"{each[0]} {each[1]}".casefold()]


def _begin(request: HttpRequest, pack: Pack) -> HttpResponse:
    """A draft of a card that is there, or of a new one; or an older version again."""
    given = {name: cleaning.line(value, LONGEST).strip() for name, value in request.POST.items()}
    try:
        if "rollback" in given:
            asked = given["rollback"]
            number = int(asked) if asked.isdecimal() and len(asked) < 10 else 0
            limit(request, "apiHeavy")
            outcome = in_reactor(
                content.rollback, request.user, pack.folder, number, given.get("comment", ""), WAY
            )
            _tell_outcome(request, outcome)
            return redirect("build", pack.id)
        address = given.get("open") or f"card:{_new_id(pack, given)}"
        row = content.draft(request.user, pack.folder, address)
        if row is None:
            text = _text_of(pack, address, given)
            row = in_reactor(content.save_draft, request.user, pack.folder, address, text, way=WAY)
    except TableError as error:
        _complain(request, error)
        return redirect("build", pack.id)
    return redirect("build_draft", pack.id, row.pk)


def _text_of(pack: Pack, address: str, given: dict[str, str]) -> str:
    """What stands at an address now; what a new card begins with."""
    try:
        return content.piece(pack.folder, address).text
    except TableError as error:
        if error.key != "noPiece" or "open" in given:
            raise
    found = address.removeprefix("card:")
    name = {each: given.get(each) or found.rsplit(".", 1)[-1] for each in ("zh", "en")}
    first, second = json.dumps(found), json.dumps(name, ensure_ascii=False)
    return f'{{"id": {first}, "name": {second},\n  "behaviors": []}}'


def _new_id(pack: Pack, given: dict[str, str]) -> str:
    """The id that was asked for; else one like those of its kind."""
    names = {each: given[each] for each in ("en", "zh") if given.get(each)}
    if given.get("id") or not names:
        return given.get("id", "")
    kind = given.get("kind", "")
    return content.new_card_id(pack.folder, names, kind if kind in pack.layout.kinds else "")


# -- one draft -------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """A draft: its text, what is wrong with it, what it says, its review."""
    pack = _pack(request, pack_id)
    row = _draft(request, pack, number)
    if request.method == "POST":
        return _act(request, pack, row)
    in_reactor(content.prepare_sentences, request.user, pack.folder, language())
    report = report_in(row.report, language()) if row.report else {}
    faces = report.get("face") or {}
    told = {
        "name": faces.get(language(), {}).get("name") or row.address,
        "game": shelf.game_of(pack, language()),
        "draft": row,
        "may": acts(row, request.user),
        "status": find(f"build.status.{row.status}", language()),
        "report": report,
        "sentence": (report.get("sentences") or {}).get(language(), ""),
        "difference": content.difference(row.base, row.text),
        "history": content.history(row.folder, row.address)[:VERSIONS],
        "card": row.address.removeprefix("card:") if row.address.startswith("card:") else "",
        "page": _page(pack, row),
        "sheets": [f"table/{name}.css" for name in ("card", "detail")],
        **_said(),
    }
    return render(request, "site/build_draft.html", told)


def _page(pack: Pack, row: Any) -> dict[str, Any]:
    """What the modules of `static/build` need to know."""
    api = reverse("api_game", args=[pack.id])
    return {
        "language": language(),
        "words": find("build", language()),
        "address": row.address,
        "report": report_in(row.report, language()) if row.report else None,
        "check": f"{api}check/",
        "sentence": f"{api}sentence/",
        "schema": f"{reverse('schema', args=[pack.id, 'card'])}?lang={language()}",
        "book": shelf.game_of(pack, language()).book,
    }


def _act(request: HttpRequest, pack: Pack, row: Any) -> HttpResponse:
    """Write what was sent, then do what was asked for."""
    act = request.POST.get("act", "save")
    comment = cleaning.line(request.POST.get("comment", ""), COMMENT)
    try:
        if act in ("save", "check", "submit") and "text" in request.POST:
            text = request.POST["text"].replace("\r\n", "\n")
            row = in_reactor(
                content.save_draft, request.user, row.folder, row.address, text, comment, WAY
            )
        doing = ACTS.get(act)
        if doing is not None:
            doing(request, row, comment)
    except TableError as error:
        _complain(request, error)
    row.refresh_from_db()
    if row.status in ("dropped", "published") or row.author_id != request.user.pk:
        return redirect("build", pack.id)
    return redirect("build_draft", pack.id, row.pk)


def _save(request: HttpRequest, row: Any, comment: str) -> None:
    messages.success(request, message("build.done.save", language()))


def _check(request: HttpRequest, row: Any, comment: str) -> None:
    limit(request, "apiWork")
    report = in_reactor(content.check, request.user, row)
    if not report["problems"]:
        messages.success(request, message("build.done.check", language()))


def _submit(request: HttpRequest, row: Any, comment: str) -> None:
    limit(request, "apiHeavy")
    in_reactor(content.submit, request.user, row, comment, WAY)
    messages.success(request, message("build.done.submit", language()))


def _approve(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.approve, request.user, row, comment, WAY)
    messages.success(request, message("build.done.approve", language()))


def _return(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.send_back, request.user, row, comment, WAY)
    messages.success(request, message("build.done.return", language()))


def _publish(request: HttpRequest, row: Any, comment: str) -> None:
    limit(request, "apiHeavy")
    _tell_outcome(request, in_reactor(content.publish, request.user, [row], comment, WAY))


def _drop(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.drop, request.user, row, WAY)
    messages.success(request, message("build.done.drop", language()))


#: What a form can ask for: `act`.
ACTS: dict[str, Callable[[HttpRequest, Any, str], None]] = {
    "save": _save,
    "check": _check,
    "submit": _submit,
    "approve": _approve,
    "return": _return,
    "publish": _publish,
    "drop": _drop,
}


# -- what they have in common ----------------------------------------------------------------------


def limit(request: HttpRequest, action: str) -> None:
    """The limits of the API, by account. :raises TableError: `tooOften`."""
    if wait := limits.buckets(action).take(("api", request.user.pk)):
        raise TableError("tooOften", action=action, wait=wait)


def _pack(request: HttpRequest, pack_id: str) -> Pack:
    """:raises Http404: no such game, or nothing for this visitor to do with it."""
    pack = shelf.pack_named(pack_id)
    if not roles.may(request.user, "write", pack.folder):
        raise Http404
    return pack


def _draft(request: HttpRequest, pack: Pack, number: int) -> Draft:
    """:raises Http404: no such draft, or none of this visitor's affair."""
    try:
        row = content.numbered(request.user, number) if number <= LARGEST else None
    except TableError:
        row = None
    if row is None or row.folder != pack.folder:
        raise Http404
    return row


def _complain(request: HttpRequest, error: TableError) -> None:
    messages.error(request, plain(sentence_of(error, Reader(language(), plain=True))))


def _tell_outcome(request: HttpRequest, outcome: Any) -> None:
    if outcome.published:
        messages.success(request, message("build.done.publish", language()))
    for problem in outcome.problems[:5]:
        messages.error(request, in_language(problem, language()))


def _said() -> dict[str, Any]:
    return {"said": find("build", language()), "here": "build"}
