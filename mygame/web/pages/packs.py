"""
A game as a whole, for those who may: as an archive, out and in, and who writes and reviews it. The
forms stand on the pages of builders (`web.pages.build`).
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from rules.pack import Pack
from server import cleaning
from server.threads import in_reactor
from web.pages.building import WAY, check_limit, complain, pack_to_write, tell_outcome
from web.words import current_language
from world import content
from world.accounts import roles
from world.content import Policy, packages
from world.content.exchange import MOST_PACKED
from world.errors import TableError
from world.locale.messages import message

NAMED = 8  # files that are named of many
LONGEST = 4000  # characters of a list of names
GAPS = re.compile(r"[,，、;；\n]")


@login_required
@require_safe
def download_archive(request: HttpRequest, pack_id: str) -> HttpResponse:
    """The game as it is published, as a zip of its folder."""
    pack = pack_to_write(request, pack_id)
    try:
        check_limit(request, "apiHeavy")
        packed = in_reactor(content.archive_pack, request.user, pack.folder)
    except TableError as error:
        complain(request, error)
        return redirect("build", pack.id)
    response = HttpResponse(packed, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{pack.folder}.zip"'
    return response


def _read_upload(request: HttpRequest, field: str, most: int) -> tuple[str, bytes]:
    """The name and the bytes of a file that was sent; one more than `most` is refused later."""
    given = request.FILES.get(field)
    return (given.name or "", given.read(most + 1)) if given is not None else ("", b"")


@login_required
@require_POST
def install_page(request: HttpRequest) -> HttpResponse:
    """A game that was made elsewhere: taken in whole, or refused whole."""
    try:
        check_limit(request, "apiHeavy")
        _, packed = _read_upload(request, "archive", MOST_PACKED)
        tell_outcome(request, in_reactor(content.install_pack, request.user, packed, WAY))
    except TableError as error:
        complain(request, error)
    return redirect("build_games")


@login_required
@require_POST
def packages_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """Packages in Lua for a game, a script or a zip of them: drafts, all of them or none."""
    pack = pack_to_write(request, pack_id)
    try:
        check_limit(request, "apiHeavy")
        name, data = _read_upload(request, "packages", packages.MOST_PACKED)
        taken = in_reactor(content.take_packages, request.user, data, name, pack.folder, WAY)
    except TableError as error:
        complain(request, error)
    else:
        names = ", ".join(draft.address for draft in taken.drafts)
        messages.success(request, message("build.taken", current_language(), files=names))
        if taken.left_out:
            left = ", ".join(taken.left_out[:NAMED]) + (" …" if taken.left_out[NAMED:] else "")
            told = message("build.taken_without", current_language(), files=left)
            messages.warning(request, told)
    return redirect("build", pack.id)


@login_required
@require_POST
def policy_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """Who may write and review a game, and whether it needs a review."""
    pack = pack_to_write(request, pack_id)
    wanted = Policy(
        "review" in request.POST,
        _names_in_field(request, "builders"),
        _names_in_field(request, "reviewers"),
    )
    try:
        in_reactor(content.set_policy, request.user, pack.folder, wanted, WAY)
        messages.success(request, message("build.done.policy", current_language()))
    except TableError as error:
        complain(request, error)
    return redirect("build", pack.id)


def _names_in_field(request: HttpRequest, field: str) -> list[str]:
    """The names in a field, by commas or lines."""
    text = cleaning.clean_text(request.POST.get(field, ""), LONGEST)
    return [each.strip() for each in GAPS.split(text) if each.strip()]


def pack_rights(request: HttpRequest, pack: Pack) -> dict[str, Any]:
    """What of a game as a whole this visitor may do, for its page."""
    may = {act: roles.is_allowed(request.user, act, pack.folder) for act in ("export", "policy")}
    found = content.policy_of(pack.folder) if may["policy"] else None
    named = {
        "builders": ", ".join(found.builders) if found else "",
        "reviewers": ", ".join(found.reviewers) if found else "",
    }
    return {"may_whole": may, "policy": found, "named": named}
