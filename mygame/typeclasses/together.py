"""
Asking others to do something together: open a scene, come into a party, go down, go on.

In memory only, and for a minute: whoever is asked says yes or no (`answer_request`), and it begins
when all have agreed. Begin with `ask`; `ask_along` asks for a scene.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import DatabaseError

from typeclasses.objects import render_safely
from typeclasses.scenes import Opening, check_free, check_people, open_scene
from world.accounts import ignoring, limits
from world.community import social
from world.errors import TableError
from world.render import announce
from world.render.scene import place_name

PATIENCE = 60  # seconds


@dataclass(eq=False)
class Request:
    """
    Somebody asks others. `check(person)` says whether one of those who are asked can still do it,
    `begin(people)` does it. With `each` it begins when everybody has answered, with those who
    agree; else only when all agree.
    """

    asker: Any
    others: Sequence[Any]
    begin: Callable[[list[Any]], Any]
    check: Callable[[Any], None]
    each: bool
    until: float
    agreed: set[int] = field(default_factory=set)  # characters, by number
    refused: set[int] = field(default_factory=set)

    @property
    def is_open(self) -> bool:
        """Whether it can still be answered."""
        return time.monotonic() <= self.until

    @property
    def unanswered(self) -> list[Any]:
        """Who has not said anything yet."""
        return [each for each in self.others if each.pk not in self.agreed | self.refused]


def ask(
    asker: Any,
    others: Sequence[Any],
    form: str,
    begin: Callable[[list[Any]], Any],
    check: Callable[[Any], None] = lambda person: None,
    each: bool = False,
    **details: Any,
) -> Request:
    """
    Ask characters something in a form of talk, whose sentence `details` fill. Who ignores the
    asker is not asked, and the asker does not notice.

    :raises TableError: `askedAlready` (name), of others who are being asked something else; of
        `check`, `social.check_may_say`; `tooOften`.
    """
    for other in others:
        check(other)
        earlier = request_to(other)
        if earlier is not None and earlier.asker != asker:
            raise TableError("askedAlready", name=other.key)
    for other in others:
        limits.check_limit(asker, "invite", to=other.player_account.pk)
    request = Request(asker, list(others), begin, check, each, time.monotonic() + PATIENCE)
    social.deliver_words(asker, others, form, "", seconds=PATIENCE, **details)
    for other in others:
        if not ignoring.ignores(other, asker):
            other.ndb.asked_along = request
    return request


def request_to(character: Any) -> Request | None:
    """What somebody is asked, while it can be answered."""
    request: Request | None = character.ndb.asked_along
    if request is not None and not request.is_open:
        request = character.ndb.asked_along = None
    return request


def answer_request(character: Any, agrees: bool) -> None:
    """
    Say yes or no; when everybody has said yes it begins. The asker is told of what comes of it.

    :raises TableError: of the request's `check` and `begin`.
    """
    request = request_to(character)
    assert request is not None  # noqa: S101 (for mypy: who calls has looked)
    character.ndb.asked_along, until = None, request.until
    if not agrees:
        render_safely(announce.show_refused_along, request.asker, character)
        if not request.each:
            request.until = 0.0
            return
    (request.agreed if agrees else request.refused).add(character.pk)
    if waited_for := request.unanswered:
        if agrees:
            names = [other.key for other in waited_for]
            render_safely(announce.show_agreed_along, character, names)
        return
    request.until = 0.0
    coming = [other for other in request.others if other.pk in request.agreed]
    try:
        for other in coming:
            request.check(other)
        request.begin(coming)
    except TableError as error:
        if character != request.asker:
            request.asker.msg(announce.error_text(error, request.asker))
        raise
    except DatabaseError:  # it can be tried again
        request.until, character.ndb.asked_along = until, request
        raise


# -- scenes for several people


def ask_along(
    asker: Any,
    opening: Opening,
    others: Sequence[Any],
    begin: Callable[[list[Any]], Any] | None = None,
    extra: int = 0,
) -> None:
    """
    Ask others who are in the same room to open a scene together, who take the seats after the
    asker's; `extra` seats are nobody's.

    :raises TableError: `sceneAlone` (name): somebody is not here, or the asker; `sceneBusy` (name);
        those of `check_people`, `check_free` and `ask`.
    """
    check_people(opening, asker, 1 + len(others) + extra)
    check_free(asker)
    for number, other in enumerate(others):
        if other == asker or other in others[:number]:
            raise TableError("sceneAlone", name=other.key)

    def check(person: Any) -> None:
        check_here(person, asker)

    def open_it(people: list[Any]) -> None:
        check_here(asker, people[0])
        open_scene(asker, opening, people)

    name = partial(place_name, opening.place)
    ask(asker, others, "along", begin or open_it, check, place=name)


def check_here(other: Any, asker: Any) -> None:
    """:raises TableError: `sceneAlone` (name): they are elsewhere; `sceneBusy` (name)."""
    if not other.is_here or other.location != asker.location:
        raise TableError("sceneAlone", name=other.key)
    try:
        check_free(other)
    except TableError:
        raise TableError("sceneBusy", name=other.key) from None
