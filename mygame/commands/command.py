"""What the commands have in common."""

from evennia.commands.default.muxcommand import MuxCommand


class Command(MuxCommand):
    """The parent of the game's commands."""
