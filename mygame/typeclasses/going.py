"""
Going down together: what a party opens, breaks off for the evening, and goes on with.

Whoever leads asks the others, and it begins when they agree. Begin with `open_together`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from typeclasses import camps, parties, together
from typeclasses.scenes import Bot, Opening, Scene, check_free, is_for_parties, open_scene
from world.errors import TableError
from world.locale.reader import reader_of
from world.play.hosting import registry
from world.render import party as render


def open_together(character: Any, opening: Opening, sure: bool = False) -> None:
    """
    Open a scene: an expedition with one's party, who are asked; else by oneself. Where some
    of the party cannot come, one is asked whether to go without them, unless one is `sure`.

    :raises TableError: `partyLed` (name): somebody else leads; `partyDown`; `sceneSeats`; those of
        `open_scene` and `together.ask_along`.
    """
    party, pack = parties.party_of(character), opening.pack
    if party is None or pack is None or not is_for_parties(pack):
        open_scene(character, opening)
        return
    check_free(character)
    party.check_leads(character)
    parties.check_up(character, party.members)
    others = [each for each in party.others(character) if _can_come(each, character)]
    missing = [each.key for each in party.others(character) if each not in others]
    if missing and not sure:
        again = partial(_open_if_possible, character, opening)
        character.ndb.unsure = again
        render.tell([character], "without", names=missing)
        return
    begin = partial(_go_down, party, opening)
    if not others:
        begin([])
        return
    together.ask_along(character, opening, others, begin, extra=party.hands)
    render.tell([character], "asked", names=[each.key for each in others])


def _open_if_possible(character: Any, opening: Opening) -> None:
    try:
        open_together(character, opening, sure=True)
    except TableError as error:
        render.tell_refusal(character, error)


def _can_come(other: Any, leader: Any) -> bool:
    try:
        together.check_here(other, leader)
    except TableError:
        return False
    return True


def _go_down(party: parties.Party, opening: Opening, others: Sequence[Any]) -> None:
    leader = party.leader
    for each in others:
        if each not in party.members:
            raise TableError("partyGone", name=each.key)
        together.check_here(leader, each)
    parties.check_up(leader, party.members)
    open_scene(leader, opening, others, hands_of(party))


def hands_of(party: parties.Party) -> list[Bot]:
    """The hired hands of a party, called as its leader calls them."""
    return [Bot(name, "greedy") for name in render.hand_names(party, reader_of(party.leader))]


# -- camps


def camp(character: Any) -> Sequence[Any]:
    """
    Break off the scene one is in for the evening, when all who are here agree; who is asked.

    :raises TableError: `campNot`, `noMatch`, `storageBusy`; those of `together.ask`.
    """
    scene: Scene | None = character.scene
    if scene is None:
        raise TableError("campNot")
    scene.check_camp()
    others = [each for each in scene.people() if each != character]
    if not others:
        scene.camp()
        return []

    def begin(_: list[Any]) -> None:
        if character.scene is not scene:
            raise TableError("campNot")
        scene.camp()

    together.ask(character, others, "camp", begin)
    return others


def go_on(character: Any) -> Sequence[Any]:
    """
    Go on with what was broken off: who leads asks all who are here and free, and it begins with
    those who agree. Who comes later comes in at once. Who is asked.

    :raises TableError: `campNone`, `partyLed` (name), `campLost`; those of `check_free`.
    """
    found = camps.camp_of(character)
    if found is None:
        raise TableError("campNone")
    check_free(character)
    if registry.host_of(found.number) is not None:
        camps.go_on(found, [character])
        return []
    own = camps.campers(found)
    party = parties.party_of(character)
    if party is not None and party.leader in own and party.leader.is_here:
        party.check_leads(character)
    others = [e for e in own if e != character and e.is_here and parties.is_free(e)]
    if not others:
        camps.go_on(found, [character])
        return []

    def begin(coming: list[Any]) -> None:
        if camps.camp_of(character) != found:
            raise TableError("campNone")
        people = [character, *(each for each in coming if camps.camp_of(each) == found)]
        camps.go_on(found, people)

    together.ask(character, others, "goOn", begin, check_free, each=True, place=found.name_for)
    return others
