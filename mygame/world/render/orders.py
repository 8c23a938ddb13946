"""What somebody always answers (`world.play.hosting.orders`), as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from world.locale.reader import Reader
from world.play.hosting.orders import Order


def order_texts(orders: Iterable[Order], names: Sequence[str], reader: Reader) -> list[str]:
    """Each with the question and the answer, and for how much else it holds."""
    return [_order_text(order, names, reader) for order in orders]


def _order_text(order: Order, names: Sequence[str], reader: Reader) -> str:
    prompt, answer = order.told[reader.language]
    if order.doer is not None:
        about = reader.say("always.of", name=names[order.doer])
    else:
        about = reader.say("always.any") if order.subject is None else ""
    until = reader.say("always.until_turn") if order.until_turn else ""
    return reader.say("always.order", prompt=prompt, answer=answer, any=about, until=until)
