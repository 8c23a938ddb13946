"""
Practice without a connection (`/practice/`): a page that plays matches by itself, against bots in a
worker (`static/practice`), and the files that it does so with.

The page is the same for everybody and knows nobody (what is one's own are decks, which it asks for
where there is a connection); no match that people play is ever told to it.
Files have their version in their address. A game's file is made when it is first asked for, in a
process of its own, and kept (`rules.backends.wasm.portable`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.csp import CSP
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

import rules as engine
from rules.backends.wasm import portable
from rules.pack import Pack
from server import chinese
from server.threads import in_reactor
from web import shelf
from web.bundle import FOREVER, late_files, page_files, scripts_together
from web.decks import playable_decks
from web.packed import Packed, pack_body, packed_response
from web.table import LATE, LATE_SHEETS, OWN_SHEETS
from web.words import TRADITIONAL, current_language, current_script
from world.locale.messages import LANGUAGES, find_message
from world.locale.reader import Reader
from world.play.hosting.botturns import BOT_NAMES
from world.render.book import edition_of
from world.render.lobby import option_message
from world.render.practice import playing_bots, practice_words
from world.shelf import games
from world.shelf.options import specs_of

PAGE, HOST = "practice/page.js", "practice/host.js"
SHEETS = [*OWN_SHEETS, "practice/practice.css"]
PATIENCE = 120  # seconds that a file may take to be made
KEPT = 16  # files and words in memory, packed
#: What the worker may do, which is all that runs a game's code: compile it, and ask for its files.
WORKER_POLICY = {
    "default-src": [CSP.NONE],
    "connect-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.WASM_UNSAFE_EVAL],
}
_making = threading.Lock()  # one at a time: each takes all of a processor


@require_safe
def practice_page(request: HttpRequest) -> HttpResponse:
    """The page, with the addresses of everything that it needs without a connection."""
    offered = [_game_data(pack) for pack in offered_games()]
    late = late_files(LATE, LATE_SHEETS, PAGE)
    files = page_files(PAGE, SHEETS, LATE)
    host = host_address()
    kept = [late["script"], *late["sheets"], host, static("site/icon.svg")]
    kept += [files[name] for name in ("script_bundle", "sheet_bundle") if name in files]
    words = find_message("browser", current_language())
    words = {**words, "over": {**words["over"], "lobby": words["practice"]["other"]}}
    page = {
        "language": current_script(),
        "game": settings.SERVERNAME,
        "words": words,
        "practice": {
            "games": offered,
            "host": host,
            "files": kept,
            "names": BOT_NAMES,
            "own": reverse("practice_decks"),
        },
    }
    title = words["practice"]["title"]
    about = {"title": title, "description": words["practice"]["intro"]}
    return render(request, "table/practice.html", {"page": page, "late": late, **files, **about})


def offered_games() -> list[Pack]:
    """The games that can be practised so."""
    return [
        pack
        for pack in games.offered().values()
        if not shelf.lesson_of(pack) and not portable.why_not(pack.program)
    ]


def _game_data(pack: Pack) -> dict[str, Any]:
    game = shelf.game_of(pack, current_language())
    version = portable.version_of(pack)
    words = reverse("practice_words", args=[pack.id, edition_of(pack), current_script()])
    return {
        "id": pack.id,
        "name": game.name,
        "face": game.face._asdict(),
        "seats": portable.seats_of(pack.program),
        "usual": pack.program.seats[-1],
        "options": _options_of(pack),
        "decks": [ready.names[current_language()] for ready in rules.ready.values()]
        if (rules := pack.program.deck_rules)
        else [],
        "levels": playing_bots(pack, current_language()),
        "machine": reverse("practice_machine", args=[pack.id, version]),
        "book": game.book,
        "words": words,
    }


def _options_of(pack: Pack) -> list[dict[str, Any]]:
    """The switches and numbers of a game that the host of a table may set."""
    reader, own = Reader(current_language(), plain=True), pack.program.options
    found = []
    for name, spec in specs_of(pack).items():
        if name not in own or spec.type == "definitions":
            continue
        told = option_message(pack, spec, spec.default, reader)
        bounds = [own[name].minimum, own[name].maximum]
        found.append({**told, "range": bounds, "seats": list(spec.seats)})
    return found


@require_safe
@never_cache
def own_decks(request: HttpRequest) -> HttpResponse:
    """The decks of whoever is signed in that may be played, by game and name."""
    found: dict[str, Any] = {}
    if request.user.is_authenticated:
        for pack in offered_games():
            if pack.program.deck_rules is not None:
                found[pack.id] = in_reactor(playable_decks, request.user, pack)
    return JsonResponse(found)


@require_safe
def machine_file(request: HttpRequest, pack_id: str, version: str) -> HttpResponse:
    """A game as a browser plays it, in the version that is offered."""
    pack = games.offered().get(pack_id)
    if pack is None or pack not in offered_games():
        raise Http404
    if version != portable.version_of(pack):
        raise Http404
    return _kept_for_ever(
        request,
        _packed_machine(str(games.folder_of(pack)), pack.hash, version),
        "application/wasm",
    )


@lru_cache(KEPT)
def _packed_machine(folder: str, content: str, version: str) -> Packed:
    """:raises Http404: it cannot be made."""
    with _making:
        found = portable.kept_game(version)
        if found is None:
            _make_elsewhere(folder, content)
            found = portable.kept_game(version)
    if found is None:
        raise Http404
    return pack_body(found)


def _make_elsewhere(folder: str, content: str) -> None:
    """Make the file of a game in a process, so that this one goes on; nothing where that fails."""
    command = [sys.executable, "-m", portable.__name__, folder, content]
    path = str(Path(engine.__file__).parents[1])
    subprocess.run(  # noqa: S603 (our own program)
        command, env={**os.environ, "PYTHONPATH": path}, check=False, timeout=PATIENCE
    )


@require_safe
def words_file(request: HttpRequest, pack_id: str, version: str, language: str) -> HttpResponse:
    """What a match says, beside the book of its game."""
    pack = games.offered().get(pack_id)
    if pack is None or version != edition_of(pack) or language not in (*LANGUAGES, TRADITIONAL):
        raise Http404
    return _kept_for_ever(request, _packed_words(pack_id, version, language))


@lru_cache(KEPT)
def _packed_words(pack_id: str, version: str, language: str) -> Packed:
    pack = games.offered()[pack_id]
    made = practice_words(pack, "zh" if language == TRADITIONAL else language)
    text = orjson.dumps(made).decode()
    return pack_body((chinese.to_traditional(text) if language == TRADITIONAL else text).encode())


def host_address() -> str:
    """Where the worker is that plays."""
    return reverse("practice_host", args=[scripts_together(HOST)[0]])


@require_safe
@csp_override(WORKER_POLICY)
def host_script(request: HttpRequest, name: str) -> HttpResponse:
    """The worker; nothing else may compile code, the page itself neither."""
    known, packed = scripts_together(HOST)
    if name != known:
        raise Http404
    return _kept_for_ever(request, packed, "text/javascript; charset=utf-8")


def _kept_for_ever(
    request: HttpRequest, packed: Packed, kind: str = "application/json"
) -> HttpResponse:
    answer = packed_response(request, packed, kind)
    answer.headers["Cache-Control"] = FOREVER
    return answer
