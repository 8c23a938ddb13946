"""
Camps: a scene that its people break off for the evening, and go on with on another one.

The match is kept as it stands, in the database alone (`MatchRecord.camped_at`): its sheets stay
lent, and nobody is asked anything. Its people keep its number (`camp_id`) and are free meanwhile,
to walk about and to sit at tables. Where one may camp says the game (`camp` of its manifest: the
prompts at which one may). Begin with `Scene.camp`, `camp_of` and
`go_on`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone
from evennia.utils import logger

from typeclasses.objects import render_safely
from typeclasses.parts.camping import CAMP
from typeclasses.plain import plain_value
from typeclasses.scenes import Scene, check_free, people_of, scene_numbered
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting import recovery
from world.play.hosting.storing import MatchLost
from world.render import announce, hallnews
from world.render.scene import place_name

#: After so long one that nobody goes on with ends as given up.
KEPT = timedelta(days=14)


@dataclass(frozen=True)
class Camp:
    """What somebody has broken off: the number of the match, and at whom or what it is."""

    number: int
    place: Any
    text: str

    def name_for(self, looker: Any) -> str:
        """What it is at, in the language of who reads it."""
        return place_name(self.place, looker) if self.place is not None else self.text


def camp_of(character: Any) -> Camp | None:
    """What somebody has broken off; of one that is over they are told."""
    number = plain_value(character, CAMP)
    if number is None:
        return None
    record = MatchRecord.objects.filter(pk=number).select_related("place").first()
    if record is None or record.status != MatchRecord.Status.RUNNING:
        character.attributes.remove(CAMP)
        if record is not None:
            render_safely(announce.show_camp_over, character, record)
        return None
    return Camp(number, record.place, record.scene)


def campers(camp: Camp) -> list[Any]:
    """Whose camp it is, by seat."""
    record = MatchRecord.objects.get(pk=camp.number)
    return [each for each in people_of(record) if each is not None]


def go_on(camp: Camp, people: Sequence[Any]) -> Scene:
    """
    Go on with what was broken off: these people come into it; whoever else is of it counts as
    away, and may come later.

    :raises TableError: `sceneLost`, of one that cannot be read any more; of `check_free`.
    """
    for each in people:
        check_free(each)
    scene = scene_numbered(camp.number) or _wake(camp)
    for each in people:
        each.attributes.remove(CAMP)
        each.enter_scene(scene)
    for each in people:
        scene.person_returned(each)
    hallnews.note_change()
    return scene


def _wake(camp: Camp) -> Scene:
    record = MatchRecord.objects.select_related("pack_version", "place").get(pk=camp.number)
    try:
        host = recovery.wake(record)
    except MatchLost:
        raise TableError("campLost", name=record) from None
    record.camped_at = None
    record.save(update_fields=["camped_at"])
    return Scene(host, people_of(record))


def forget(character: Any) -> None:
    """Somebody is deleted: they leave what they have broken off."""
    number = plain_value(character, CAMP)
    scene = scene_numbered(number) if number is not None else None
    if scene is not None:
        scene.forget(character)


def end_old() -> None:
    """Whatever nobody has gone on with for `KEPT` ends, given up."""
    old = MatchRecord.objects.filter(
        status=MatchRecord.Status.RUNNING, camped_at__lt=timezone.now() - KEPT
    )
    for record in old.select_related("pack_version", "place"):
        try:
            recovery.wake(record).abandon("nobody has gone on", given_up=True)
        except MatchLost:
            logger.log_err(f"{record}, where somebody camped, cannot be read any more")
