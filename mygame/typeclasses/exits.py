"""How one gets about."""

from evennia.objects.objects import DefaultExit

from typeclasses.objects import Bilingual


class Exit(Bilingual, DefaultExit):
    """A way from one room to another."""
