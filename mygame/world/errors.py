"""What a person can do wrong, as data: the sentence is made for the reader."""

from __future__ import annotations

from typing import Any


class TableError(Exception):
    """
    Something a person cannot do, as a message key and its details.

    The sentence is `words` of the interface: it is rendered in the reader's language from `key`
    and `details`. Keys raised here: `notAsked` (it is not your turn to answer),
    `illegalAnswer` (reason: what is possible), `notSaved` (the database refused; nothing
    happened), `answerKept` (the seat's last answer is still being stored), `storageBusy` (so is
    that of somebody else), `matchOver`, `hasConceded`, `engineFailed` (a bug; nothing happened).
    """

    def __init__(self, key: str, **details: Any):
        self.key = key
        self.details = details
        super().__init__(f"{key} {details}" if details else key)
