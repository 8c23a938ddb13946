"""What lies about."""

from evennia.objects.objects import DefaultObject


class ObjectParent:
    """What everything with a place in the world has in common."""


class Object(ObjectParent, DefaultObject):
    """A thing."""
