"""How one gets about."""

from typing import Any

from evennia.objects.objects import DefaultExit

from typeclasses.objects import Bilingual
from typeclasses.scenes import open_scene, opening_of
from world.errors import TableError
from world.render import announce


class Exit(Bilingual, DefaultExit):
    """A way from one room to another. Where it opens a scene, who has won that goes on."""

    def at_traverse(self, traversing_object: Any, target_location: Any, **kwargs: Any) -> None:
        """Somebody goes this way: a person by way of what it opens."""
        opening = opening_of(self)
        if opening is None or getattr(traversing_object, "player_account", None) is None:
            super().at_traverse(traversing_object, target_location, **kwargs)
            return
        try:
            open_scene(traversing_object, opening)
        except TableError as error:
            traversing_object.msg(announce.error_text(error, traversing_object))
