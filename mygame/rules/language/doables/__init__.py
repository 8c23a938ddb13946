"""
The doable words of the engine: control, choices, state, events and lasting effects.

Each is a small function that emits Python. What belongs to a game (damage, mana, drawing a card
...) is defined by its pack in these words; `python -m rules.pack words PACK` lists both.
"""

from . import choices, control, events, lasting, state

__all__ = ["choices", "control", "events", "lasting", "state"]
