"""What people talk on."""

from evennia.comms.comms import DefaultChannel


class Channel(DefaultChannel):
    """A channel."""
