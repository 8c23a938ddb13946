"""What a seat is asked beside the game, and what it always answers, as messages (`oob`)."""

from __future__ import annotations

from typing import Any

from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.render.matchdata import VERSION
from world.render.orders import order_texts


def orders_message(table: Any, seat: int, reader: Reader) -> dict[str, Any]:
    """What a seat always answers, as sentences in the order of their numbers from 1."""
    told = order_texts(table.host.orders.of_seat(seat), table.names, reader)
    orders = [strip_marks(each) for each in told]
    return {"version": VERSION, "table": table.number, "orders": orders}


def asked_message(about: str, text: str, left: float | None = None) -> dict[str, Any]:
    """What somebody is asked that `yes` or `no` answers, for so many seconds; no text: nothing."""
    return {"version": VERSION, "about": about, "text": strip_marks(text), "left": left}


def consent_message(table: Any, seat: int, reader: Reader) -> dict[str, Any]:
    """Whether somebody may take an answer back, as a seat is asked."""
    if not table.asks_consent(seat):
        return asked_message("undo", "")
    undoing = table.host.undoing
    name, left = table.names[undoing.question.seat], undoing.seconds_left()
    return asked_message("undo", reader.say("undo.asked", name=name), left)
