"""Scripts: the one clock of all tables."""

from evennia.scripts.scripts import DefaultScript


class Script(DefaultScript):
    """Base of the game's scripts."""


class RoundTicker(Script):
    """The clock of all matches."""
