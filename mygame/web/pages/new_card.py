"""
The form with which a card begins: what it does, said in a sentence, then its names and its kind.

The sentence is read by `static/build/begin.js` over the API; the reading that was chosen comes with
the form, and what cards of its kind usually have printed is printed on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from rules.pack import Pack
from rules.workshop.card_form import card_form, usual_count, usual_facts
from web import shelf
from web.words import current_language
from world import content
from world.locale.messages import LANGUAGES, find_message

MOST = 20_000  # characters of a reading
FACES = [f"table/{name}.css" for name in ("card", "frame", "detail")]  # sheets for faces of cards
_READ = {"behaviors": list, "facts": dict, "answers": dict}


def form_data(request: HttpRequest, pack: Pack, language: str) -> dict[str, Any]:
    """The form's kinds, its names with the reader's language first, and what its module needs."""
    kinds = [
        {
            **{key: each[key] for key in ("kind", "name", "example")},
            "usual": usual_facts(pack, each["kind"]),
        }
        for each in card_form(pack, language)["kinds"]
    ]
    return {
        "kinds": [(each["kind"], each["name"]) for each in kinds],
        "names": sorted(LANGUAGES, key=lambda each: each != language),
        "begin": {**sentence_data(request, pack), "kinds": kinds},
    }


def sentence_data(request: HttpRequest, pack: Pack) -> dict[str, Any]:
    """What a page needs on which a sentence can be typed."""
    api = reverse("api_game", args=[pack.id])
    return {
        "language": current_language(),
        "words": find_message("build", current_language()),
        "owner": request.user.pk,
        "game": pack.id,
        **{name: f"{api}{name}/" for name in ("sentence", "check", "price", "card")},
        "book": shelf.game_of(pack, current_language()).book,
    }


def text_of_new(pack: Pack, card_id: str, kind: str, given: Mapping[str, str]) -> str:
    """The text of a new card: names, what is usual, and the reading that was chosen, if any."""
    told = [given[each] for each in LANGUAGES if given.get(each)]
    first = told[0] if told else card_id.rsplit(".", 1)[-1]
    names = {each: given.get(each) or first for each in LANGUAGES}
    read = reading_of(given.get("reading", ""))
    facts = {**usual_facts(pack, kind), **read["facts"]}
    count = usual_count(pack, kind)
    return content.card_text(read["behaviors"], facts, names, card_id, kind, read["answers"], count)


def reading_of(sent: str) -> dict[str, Any]:
    """
    What was sent of a reading; nothing of what is none. It is a draft: whether it is in order is
    found by the check.
    """
    try:
        found = json.loads(sent) if sent and len(sent) <= MOST else {}
    except (ValueError, RecursionError):
        found = {}
    found = found if isinstance(found, dict) else {}
    return {
        key: found[key] if isinstance(found.get(key), shape) else shape()
        for key, shape in _READ.items()
    }
