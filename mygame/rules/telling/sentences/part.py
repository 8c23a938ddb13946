"""What the parts of the grammar have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .whole import Sentences


class Part:
    """
    One part of the grammar, in one language.

    `words` are the tables of the language, `fill` and `variant` its templates, and `say` is the
    whole: what another part says, this one asks of it.
    """

    def __init__(self, say: Sentences):
        self.say = say
        self.words = say.words
        self.fill = say.templates.fill
        self.variant = say.templates.variant
