"""What is told of a game without a table when it is over: who did what in it, to who draws that."""

from __future__ import annotations

from typing import Any

from evennia.utils import logger

from typeclasses.objects import render_safely
from world.play import history
from world.render import oob


def tell_summary(scene: Any, people: list[Any]) -> None:
    """As soon as it is known, which takes a while: they are elsewhere by then."""
    host = scene.host
    if not (scene.is_game and any(map(oob.is_drawing, people))):
        return

    def tell(told: Any) -> None:
        record = history.with_seats(host.record.pk)
        for person in people if told is not None else ():
            render_safely(oob.send_summary, scene, person, record, told)

    found = history.summary_of(host.record, host.match.journal).addCallback(tell)
    found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))
