"""How one gets about."""

from evennia.objects.objects import DefaultExit

from typeclasses.objects import ObjectParent


class Exit(ObjectParent, DefaultExit):
    """A way from one room to another."""
