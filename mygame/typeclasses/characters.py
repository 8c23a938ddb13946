"""The wizard: what a person is in the world."""

from evennia.objects.objects import DefaultCharacter

from typeclasses.objects import ObjectParent


class Wizard(ObjectParent, DefaultCharacter):
    """A person's wizard."""
