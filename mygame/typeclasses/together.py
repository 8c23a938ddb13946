"""
Scenes for several people: who wants to open one asks others who are in the same room.

In memory only, and for a minute: whoever is asked says yes or no. It opens when all have agreed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from typeclasses.objects import render_safely
from typeclasses.scenes import Opening, check_free, check_people, open_scene
from world.accounts import limits
from world.community import social
from world.errors import TableError
from world.render import announce

PATIENCE = 60  # seconds


@dataclass(eq=False)
class Request:
    """Somebody asks others to open something with them."""

    asker: Any
    opening: Opening
    others: Sequence[Any]
    until: float
    agreed: set[int] = field(default_factory=set)  # characters, by number


def ask_along(asker: Any, opening: Opening, others: Sequence[Any]) -> None:
    """
    Ask others to open a scene together, who take the seats after the asker's.

    :raises TableError: `sceneAlone` (name): somebody is not here, or the asker; `sceneBusy` (name);
        those of `check_people`, `check_free` and `social.check_may_say`; `tooOften`.
    """
    check_people(opening, asker, 1 + len(others))
    check_free(asker)
    for number, other in enumerate(others):
        if other == asker or other in others[:number]:
            raise TableError("sceneAlone", name=other.key)
        _check_here(other, asker)
    for other in others:
        limits.check_limit(asker, "invite", to=other.player_account.pk)
    request = Request(asker, opening, list(others), time.monotonic() + PATIENCE)
    for other in others:
        other.ndb.asked_along = request
    place = opening.place
    social.deliver_words(
        asker,
        others,
        "along",
        "",
        place=lambda reader: place.get_display_name(reader),
        seconds=PATIENCE,
    )


def _check_here(other: Any, asker: Any) -> None:
    if not other.is_here or other.location != asker.location:
        raise TableError("sceneAlone", name=other.key)
    try:
        check_free(other)
    except TableError:
        raise TableError("sceneBusy", name=other.key) from None


def request_to(character: Any) -> Request | None:
    """What somebody is asked to open with others, while it can be answered."""
    request: Request | None = character.ndb.asked_along
    if request is not None and time.monotonic() > request.until:
        request = character.ndb.asked_along = None
    return request


def answer_request(character: Any, agrees: bool) -> None:
    """
    Say yes or no; when everybody has said yes it opens. The asker is told of what comes of it.

    :raises TableError: `sceneAlone`, `sceneBusy` (name): somebody has gone or begun something else;
        those of `open_scene`.
    """
    request = request_to(character)
    assert request is not None  # noqa: S101 (for mypy: who calls has looked)
    character.ndb.asked_along = None
    if not agrees:
        request.until = 0.0
        render_safely(announce.show_refused_along, request.asker, character)
        return
    request.agreed.add(character.pk)
    if any(other.pk not in request.agreed for other in request.others):
        return
    try:
        for other in request.others:
            _check_here(other, request.asker)
        _check_here(request.asker, character)
        open_scene(request.asker, request.opening, request.others)
    except TableError as error:
        request.asker.msg(announce.error_text(error, request.asker))
        raise
