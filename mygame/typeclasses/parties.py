"""
Parties: one to four people who walk and go down together.

A `Party` is a script without a clock: who is in it, who stays behind, for how many it looks. Each
member keeps its number (`party_id`); who is in it is what the party says. The first of its members
leads. All parties are kept in memory: a step or a list asks the database nothing. How they go
down together stands in `typeclasses.going`. Begin with `party_of` and `looking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from evennia.utils.create import create_script

from typeclasses import camps, together
from typeclasses.plain import PlainAttribute, plain_value
from typeclasses.scenes import check_free
from typeclasses.scripts import Script
from typeclasses.tagged import object_of
from typeclasses.walking import is_in_company
from world.errors import TableError
from world.render import hallnews
from world.render import party as render

MOST = 4  # people and hands
PARTY = "party_id"  # attribute of a character: the number of the party

#: All parties by their number, read when they are first needed.
_known: dict[int, Party] | None = None


class Party(Script):
    """People who go together, the one who leads first."""

    wanted = PlainAttribute(0)  # how many they look for
    hands = PlainAttribute(0)  # hired ones, who are nobody's

    def at_script_delete(self) -> bool:
        if _known is not None:
            _known.pop(self.pk, None)
        return True

    @property
    def members(self) -> list[Any]:
        """The characters in it, in the order in which they came."""
        found = (object_of(number) for number in plain_value(self, "members") or ())
        return [each for each in found if each is not None]

    @members.setter
    def members(self, people: Sequence[Any]) -> None:
        self.attributes.add("members", [each.pk for each in people])

    @property
    def leader(self) -> Any:
        """Who leads."""
        return next(iter(self.members), None)

    @property
    def size(self) -> int:
        """How many they are, with hands."""
        return len(self.members) + self.hands

    @property
    def place(self) -> Any:
        """Where the one who leads stands; None while away."""
        return self.leader.location if self.leader is not None else None

    def follows(self, member: Any) -> bool:
        """Whether a member goes where the one who leads goes."""
        return member != self.leader and member.pk not in (plain_value(self, "waiting") or ())

    def set_follows(self, member: Any, follows: bool) -> None:
        """Let a member go along from now on, or stay."""
        waiting = [n for n in plain_value(self, "waiting") or () if n != member.pk]
        self.attributes.add("waiting", waiting if follows else [*waiting, member.pk])

    def others(self, member: Any) -> list[Any]:
        """All but one."""
        return [each for each in self.members if each != member]

    def tell(self, key: str, but: Any = None, **about: Any) -> None:
        """Let all read a sentence of `party` in the locale files, but for one of them."""
        render.tell([each for each in self.members if each != but], key, **about)

    def check_leads(self, character: Any) -> None:
        """:raises TableError: `partyLed` (name), `partyLedAway` (name): of who leads it."""
        leader = self.leader
        if leader != character:
            raise TableError("partyLed" if leader.is_here else "partyLedAway", name=leader.key)

    def check_room(self, coming: int = 1) -> None:
        """:raises TableError: `partyFull` (name, limit)."""
        if self.size + coming > MOST:
            raise TableError("partyFull", name=self.leader.key, limit=MOST)

    # ------------------------------------------------------------------ who comes and goes

    def add(self, character: Any) -> None:
        """
        Somebody comes into it, and goes along from now on.

        :raises TableError: `partyFull`, `partyAlready` (name).
        """
        check_alone(character)
        self.check_room()
        with transaction.atomic():
            self.members = [*self.members, character]
            character.attributes.add(PARTY, self.pk)
            if self.wanted:
                self.wanted = max(min(self.wanted - 1, MOST - self.size), 0)
        self.tell("joins", but=character, name=character.key)
        render.tell([character], "joined", names=[each.key for each in self.others(character)])
        hallnews.note_change()

    def remove(self, character: Any, key: str = "has_left") -> None:
        """Somebody is not in it any more; one alone who looks for nobody is no party."""
        led = self.leader == character
        with transaction.atomic():
            self.set_follows(character, True)
            self.members = self.others(character)
            if character.pk:
                character.attributes.remove(PARTY)
        left = self.members
        if left:
            self.tell(key, name=character.key)
        if len(left) > 1 and led:
            self.tell("leads", name=left[0].key)
        if not left or (self.size == 1 and not self.wanted):
            self.dissolve()
        hallnews.note_change()

    def dissolve(self) -> None:
        """There is no such party any more."""
        for each in self.members:
            each.attributes.remove(PARTY)
        self.delete()


# -- which there are


def _parties() -> dict[int, Party]:
    global _known
    if _known is None:
        _known = {party.pk: party for party in Party.objects.all()}
    return _known


def forget_all() -> None:
    """Read all parties anew, as if the process had died. For tests."""
    global _known
    _known = None


def party_of(character: Any) -> Party | None:
    """The party somebody is in, or None."""
    number = plain_value(character, PARTY)
    party = _parties().get(number) if number is not None else None
    return party if party is not None and character in party.members else None


def looking() -> list[Party]:
    """
    The parties that look for others (`wanted` of them), whose leader is here, the oldest first;
    each has `leader`, `size`, `wanted` and `place`.
    """
    return [
        party
        for _, party in sorted(_parties().items())
        if party.wanted and (leader := party.leader) is not None and leader.is_here
    ]


def found(character: Any) -> Party:
    """A new party of one, or the party that somebody is in."""
    party = party_of(character)
    if party is None:
        with transaction.atomic():
            party = create_script(Party, key="party", persistent=True)
            party.members = [character]
            character.attributes.add(PARTY, party.pk)
        _parties()[party.pk] = party
    return party


def check_alone(character: Any) -> None:
    """:raises TableError: `partyAlready` (name): somebody is in a party."""
    if party_of(character) is not None:
        raise TableError("partyAlready", name=character.key)


# -- coming and going


def invite(asker: Any, other: Any) -> None:
    """
    Ask somebody into one's party, or into one that begins with it; anybody of it may.

    :raises TableError: `partySelf`, `personAway` (name), `partyAlready` (name), `partyFull`; those
        of `together.ask`.
    """
    if other == asker:
        raise TableError("partySelf")
    if not other.is_here:
        raise TableError("personAway", name=other.key)
    party = party_of(asker)
    if party is not None:
        party.check_room()

    def check(person: Any) -> None:
        check_alone(person)
        if party is not None and party_of(asker) is not party:
            raise TableError("partyGone", name=asker.key)

    def begin(coming: list[Any]) -> None:
        for person in coming:
            found(asker).add(person)

    others = [each.key for each in party.others(asker)] if party is not None else []
    form = "company" if others else "companion"
    together.ask(asker, [other], form, begin, check, names=lambda reader: reader.join_names(others))


def join(character: Any, other: Any) -> Any:
    """
    Come into the party of somebody: at once where they look for others; else the one who leads is
    asked, and returned.

    :raises TableError: `partyNone` (name), `partySame` (name), `partyAlready`, `partyFull`,
        `personAway`; those of `together.ask`.
    """
    party = party_of(other)
    if party is None:
        raise TableError("partyNone", name=other.key)
    if character in party.members:
        raise TableError("partySame", name=other.key)
    if party_of(character) is not None:
        raise TableError("partyOwn")
    party.check_room()
    leader = party.leader
    if party.wanted and leader.is_here:
        party.add(character)
        return None
    if not leader.is_here:
        raise TableError("personAway", name=leader.key)

    def check(person: Any) -> None:
        check_alone(character)
        if party_of(person) is not party or party.leader != person:
            raise TableError("partyGone", name=person.key)

    together.ask(character, [leader], "joining", lambda _: party.add(character), check)
    return leader


def leave(character: Any) -> None:
    """
    Go one's own ways.

    :raises TableError: `partyOwnNone`, `partyDown` (names, place).
    """
    party = need_party(character)
    check_up(character, [character])
    party.remove(character)


def kick(leader: Any, other: Any) -> None:
    """
    Send somebody away from one's party, between expeditions.

    :raises TableError: `partyOwnNone`, `partyLed`, `partySelf`, `partyNotIn` (name), `partyDown`.
    """
    party = need_party(leader)
    party.check_leads(leader)
    if other == leader:
        raise TableError("partySelf")
    if other not in party.members:
        raise TableError("partyNotIn", name=other.key)
    check_up(leader, party.members)
    party.remove(other, "sent")
    render.tell([other], "sentAway", name=leader.key)


def lead(character: Any, other: Any) -> None:
    """
    Let somebody of one's party lead it; oneself only while the one who leads is away.

    :raises TableError: `partyOwnNone`, `partyLed`, `partyNotIn` (name).
    """
    party = need_party(character)
    if other not in party.members:
        raise TableError("partyNotIn", name=other.key)
    if party.leader.is_here:
        party.check_leads(character)
    with transaction.atomic():
        party.set_follows(other, True)
        party.members = [other, *party.others(other)]
    party.tell("leads", name=other.key)
    hallnews.note_change()


def look_for(character: Any, count: int) -> Party:
    """
    Look for so many others, whom everybody finds in the list; for nobody with 0. More than there
    is room for are as many as there is room for.

    :raises TableError: `partyOwnNone` with 0, `partyLed`, `partyFull`.
    """
    party = found(character) if count else need_party(character)
    party.check_leads(character)
    if count:
        party.check_room()
    party.wanted = min(count, MOST - party.size)
    if not count and len(party.members) == 1:
        party.dissolve()
    hallnews.note_change()
    return party


def hire(character: Any, count: int) -> Party:
    """
    Have so many hired hands in one's party.

    :raises TableError: `partyLed`, `partyFull`, `partyDown`.
    """
    party = found(character)
    party.check_leads(character)
    check_up(character, party.members)
    if len(party.members) + count > MOST:
        raise TableError("partyFull", name=character.key, limit=MOST)
    party.hands = count
    party.wanted = min(party.wanted, MOST - party.size)
    if party.size == 1 and not party.wanted:
        party.dissolve()
    hallnews.note_change()
    return party


def forget(character: Any) -> None:
    """Somebody is deleted."""
    party = party_of(character)
    if party is not None:
        party.remove(character)


def need_party(character: Any) -> Party:
    """:raises TableError: `partyOwnNone`."""
    party = party_of(character)
    if party is None:
        raise TableError("partyOwnNone")
    return party


# -- walking together


def take_along(way: Any, leader: Any, source: Any) -> None:
    """
    Who follows the one who has gone this way goes it, too: those who stood there, are here, free
    and may. The one who leads reads who has stayed.
    """
    party = party_of(leader)
    if party is None or party.leader != leader:
        return
    here = [each for each in party.others(leader) if party.follows(each) and each.is_here]
    stayed = []
    for each in [each for each in here if each.location == source]:
        if is_free(each) and way.access(each, "traverse"):
            if not is_in_company(each, leader):
                render.tell([each], "follows", name=leader.key)
            way.at_traverse(each, way.destination)
        if each.location == source:
            stayed.append(each.key)
    if stayed:
        render.tell([leader], "stayed", names=stayed)


def is_free(character: Any) -> bool:
    """Whether somebody can go along: neither at a table nor in a scene."""
    try:
        check_free(character)
    except TableError:
        return False
    return True


# -- where they are


def expedition_of(people: Sequence[Any]) -> tuple[list[Any], Any] | None:
    """Who of some people is on an expedition for several, and which: a scene, or a camp."""
    down: dict[Any, list[Any]] = {}
    for each in people:
        scene = each.scene_awake
        if scene is not None and scene.is_expedition:
            down.setdefault(scene, []).append(each)
        elif (camp := camps.camp_of(each)) is not None:
            down.setdefault(camp, []).append(each)
    return next(((found, where) for where, found in down.items()), None)


def check_up(asker: Any, people: Sequence[Any]) -> None:
    """:raises TableError: `partyDown`, `partyCamps` (names, place): some of them are down."""
    down = expedition_of(people)
    if down is not None:
        names = [each.key for each in down[0]]
        key = "partyCamps" if isinstance(down[1], camps.Camp) else "partyDown"
        raise TableError(key, names=names, place=down[1].name_for(asker))
