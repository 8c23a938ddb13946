"""What is made once for a thing in a language, and gone with the thing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from weakref import WeakKeyDictionary


def once_a_language[Thing, Made](
    make: Callable[[Thing, str], Made],
) -> Callable[[Thing, str], Made]:
    """A function of a thing and a language that makes each of its results once."""
    made: WeakKeyDictionary[Thing, dict[str, Made]] = WeakKeyDictionary()

    @wraps(make)
    def find(thing: Thing, language: str) -> Made:
        known = made.setdefault(thing, {})
        if language not in known:
            known[language] = make(thing, language)
        return known[language]

    return find
