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
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.ground.digests import digest
from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop.editing import root_type
from rules.workshop.problems import report_in
from server import cleaning
from server.threads import in_reactor
from web import shelf, table
from web.api.drafts import LIVE, acts
from web.pages import packs
from web.pages.building import (
    WAY,
    complain,
    draft_seen,
    limit,
    pack_to_write,
    said,
    tell_outcome,
)
from web.words import language
from world import content
from world.accounts import roles
from world.errors import TableError
from world.locale.messages import find, message, plain
from world.shelf import games

PAGE = 40  # pieces to choose from
KINDS = ("card", "entry", "file")
VERSIONS = 10
LONGEST = 200  # characters of an address, an id, a name
COMMENT = 400


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games that a visitor may write cards for."""
    packs = [
        each for each in games.games().values() if roles.may(request.user, "write", each.folder)
    ]
    told = [(pack.id, Text(pack, language()).game()) for pack in packs]
    may_install = roles.may(request.user, "install")
    context = {"games": told, "may_install": may_install, **said()}
    return render(request, "site/build_games.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, pack_id: str) -> HttpResponse:
    """One's drafts for a game, those that wait for a review, its pieces, its versions."""
    pack = pack_to_write(request, pack_id)
    if request.method == "POST":
        return _begin(request, pack)
    in_reactor(content.prepare_sentences, request.user, pack.folder, language())
    asked = cleaning.line(request.GET.get("q", ""), LONGEST)
    kind = request.GET.get("of", "")
    kind = kind if kind in KINDS else KINDS[0]
    rows = list(content.drafts(request.user, pack.folder))
    page = Paginator(_found(pack, kind, asked), PAGE).get_page(request.GET.get("page"))
    told = {
        "game": shelf.game_of(pack, language()),
        "own": [row for row in rows if row.author_id == request.user.pk],
        "waiting": [row for row in rows if row.author_id != request.user.pk],
        "text": asked,
        "of": kind,
        "found": message("build.found", language(), count=page.paginator.count),
        "page": page,
        "versions": content.publications(pack.folder)[:VERSIONS],
        "may_roll_back": roles.may(request.user, "rollback", pack.folder),
        **packs.told(request, pack),
        "kinds": [
            (kind, Text(pack, language()).symbol(kind)) for kind in pack.program.layout.kinds[2:]
        ],
        **said(),
    }
    return render(request, "site/build_game.html", told)


def _found(pack: Pack, kind: str, asked: str) -> list[tuple[str, str]]:
    """Pieces of a kind by name or address, as (address, name)."""
    text, wanted = Text(pack, language()), asked.casefold()
    if kind == "card":
        named = [(f"card:{card.id}", plain(text.card(card))) for card in pack.cards]
    else:
        named = [(address, address.partition(":")[2]) for address in content.addresses(pack, kind)]
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
            tell_outcome(request, outcome)
            return redirect("build", pack.id)
        address = given.get("open") or f"card:{_new_id(pack, given)}"
        row = content.draft(request.user, pack.folder, address)
        if row is None:
            text = _text_of(pack, address, given)
            row = in_reactor(content.save_draft, request.user, pack.folder, address, text, way=WAY)
    except TableError as error:
        complain(request, error)
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
    return content.new_card_id(
        pack.folder, names, kind if kind in pack.program.layout.kinds else ""
    )


# -- one draft -------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """A draft: its text, what is wrong with it, what it says, its review."""
    pack = pack_to_write(request, pack_id)
    row = draft_seen(request, pack, number)
    if request.method == "POST":
        return _act(request, pack, row)
    in_reactor(content.prepare_sentences, request.user, pack.folder, language())
    report = report_in(row.report, language()) if row.report else {}
    told = {
        "name": _name_of(row),
        "game": shelf.game_of(pack, language()),
        "draft": row,
        "may": acts(row, request.user),
        "status": find(f"build.status.{row.status}", language()),
        "report": report,
        "sentence": (report.get("sentences") or {}).get(language(), ""),
        "difference": content.difference(row.base, row.text),
        "meanwhile": _meanwhile(row, request.user),
        "history": content.history(row.folder, row.address)[:VERSIONS],
        "card": row.address.removeprefix("card:") if row.address.startswith("card:") else "",
        "json": row.address.endswith(JSON) or not row.address.startswith("file:"),
        "page": _page(pack, row),
        **_trial(row, request.user),
        "sheets": [f"table/{name}.css" for name in ("card", "detail")],
        **said(),
    }
    return render(request, "site/build_draft.html", told)


@login_required
@require_safe
def attempt(request: HttpRequest, pack_id: str, number: int) -> HttpResponse:
    """A draft in the sandbox, drawn as a table; the line is what one types for that in the game."""
    row = draft_seen(request, pack_to_write(request, pack_id), number)
    told = {
        "draft": row.pk,
        "digest": digest(row.text),
        "line": f"card try {row.pk}",
        "back": reverse("build_draft", args=[pack_id, row.pk]),
        "title": message("build.trying_out", language(), name=_name_of(row)),
    }
    return table.shown(request, **{"try": told})


def _trial(row: Any, account: Any) -> dict[str, Any]:
    """How far the trial of a draft is; whether this person could begin one."""
    part, tried = content.progress_of(row), content.is_tried(row)
    told = {"done": part[0], "total": part[1]} if part else {}
    said = message("build.matches_of", language(), **told) if part else ""
    idle = tried and part is None and row.status in LIVE
    return {
        "progress": {**told, "told": said} if part else None,
        "tried": tried,
        "may_start": idle and not row.trial and "try" in acts(row, account),
    }


def _meanwhile(row: Any, account: Any) -> list[str]:
    """What others have published where one's draft is to stand, since it was begun."""
    if row.author_id != account.pk or row.status not in LIVE:
        return []
    now = content.now(row)
    return content.difference(row.base, now) if now != row.base else []


def _name_of(row: Any) -> str:
    """What a draft is called: as its card is, where that is known."""
    faces = (row.report or {}).get("face") or {}
    return faces.get(language(), {}).get("name") or row.address


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
        "place": f"{api}place/",
        "root": ROOTS.get(root_type(row.address), ""),
        "schema": f"{reverse('schema', args=[pack.id, 'card'])}?lang={language()}",
        "book": shelf.game_of(pack, language()).book,
    }


def _act(request: HttpRequest, pack: Pack, row: Any) -> HttpResponse:
    """Write what was sent, then do what was asked for."""
    act = request.POST.get("act", "save")
    comment = cleaning.line(request.POST.get("comment", ""), COMMENT)
    try:
        if act in WRITING and row.author_id == request.user.pk and "text" in request.POST:
            text = request.POST["text"].replace("\r\n", "\n")
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
    tell_outcome(request, in_reactor(content.publish, request.user, [row], comment, WAY))


def _try_out(request: HttpRequest, row: Any, comment: str) -> None:
    limit(request, "apiHeavy")
    in_reactor(content.start_trial, request.user, row)


def _retire(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.retire, request.user, row.folder, row.address, comment, WAY)
    messages.success(request, message("build.done.retire", language()))


def _rebase(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.rebase, request.user, row, WAY)
    messages.success(request, message("build.done.rebase", language()))


def _drop(request: HttpRequest, row: Any, comment: str) -> None:
    in_reactor(content.drop, request.user, row, WAY)
    messages.success(request, message("build.done.drop", language()))


#: What a text is as a whole, for completions, by what belongs there.
ROOTS = {"printed": "card", "doables": "do"}
JSON = (".json5", ".json")
#: With these an author's text is written first.
WRITING = ("save", "check", "submit", "try", "trial", "rebase")
#: What a form can ask for: `act`.
ACTS: dict[str, Callable[[HttpRequest, Any, str], None]] = {
    "save": _save,
    "check": _check,
    "submit": _submit,
    "approve": _approve,
    "return": _return,
    "publish": _publish,
    "trial": _try_out,
    "retire": _retire,
    "rebase": _rebase,
    "drop": _drop,
}
