"""What happens in time."""

from evennia.scripts.scripts import DefaultScript


class Script(DefaultScript):
    """A timer with a memory."""
