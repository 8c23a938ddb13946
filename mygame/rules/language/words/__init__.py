"""
The words of the engine: values, conditions, choosers and doables.

Each is a small function that writes Python for its use in a card, under a decorator that declares
its parameters. What belongs to a game (damage, mana, drawing a card ...) is defined by its pack in
these words; `python -m rules.pack words PACK` lists both.
"""

from . import (
    asking,
    bearing,
    cards,
    choices,
    choosers,
    conditions,
    conserved,
    control,
    events,
    fields,
    lasting,
    questions,
    scripts,
    state,
    tables,
    values,
)

__all__ = [
    "asking",
    "bearing",
    "cards",
    "choices",
    "choosers",
    "conditions",
    "conserved",
    "control",
    "events",
    "fields",
    "lasting",
    "questions",
    "scripts",
    "state",
    "tables",
    "values",
]
