"""
Attributes that are read as they are kept.

Evennia's own way unpacks what it reads, and its default, each time into copies that know where
they belong: much work for a number that never changes in place, and garbage that has to be looked
for.
"""

from __future__ import annotations

from typing import Any

from evennia.typeclasses.attributes import AttributeProperty


def plain_value(thing: Any, key: str) -> Any:
    """What an attribute holds, to be read and never changed; None if it is not there."""
    found = thing.attributes.get(key, return_obj=True)
    return None if found is None else found.db_value


class PlainAttribute(AttributeProperty):
    """
    An attribute read as it is kept; it is made when it is first set. What is not of its kind (of
    its default's, else a number), because somebody has written it by hand, reads as the default.
    """

    def __init__(self, default: int | str | None = None):
        super().__init__(default, autocreate=False)
        self._kind = int if default is None else type(default)

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        value = plain_value(instance, self._key)
        return value if isinstance(value, self._kind) else self._default
