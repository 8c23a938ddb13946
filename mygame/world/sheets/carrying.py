"""
What people carry outside of matches: picking up, laying down, giving to each other.

Things are rows on the sheet of an account in a realm (`world.models.sheets`); what lies about in a
place is at a `Place` of the realm that is named after it. All of a move is one transaction of
`trading`, or nothing is. What a game says of its things is in its section `bring`: of which kinds
they are, how many one can bring, which of them are tasks (`progress`); `return.things` says in
which zones they come home, the first of which is where they are carried: what lies in another is
in use, and put away before it changes hands. Begin with `Purse`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction

from rules.pack import Pack
from rules.running.bring import THINGS, Entry
from world.errors import TableError
from world.models import Sheet, Thing
from world.sheets.book import place_named
from world.sheets.trading import Move, trade

MOST_ON_GROUND = 50  # things that lie in one place


@dataclass(frozen=True)
class Purse:
    """The sheet of somebody in the realm of a game, and the things on it that are at home."""

    pack: Pack
    sheet: Sheet
    things: Sequence[Thing]

    @classmethod
    def open(cls, pack: Pack, account: Any) -> Purse | None:
        """What an account owns; None where it has never played a game of the realm."""
        rows = Sheet.objects.filter(account=account, realm=pack.realm, alive=True, character=None)
        sheet = rows.select_related("lease__match").first()
        if sheet is None:
            return None
        things = Thing.objects.filter(sheet=sheet, match=None).order_by("pk")
        return cls(pack, sheet, list(things))

    # ---------------------------------------------------------------- what the game says

    def entry_of(self, thing: Thing) -> Entry | None:
        """As what a thing is brought; None for what the game does not know."""
        return entry_for(self.pack, thing.kind)

    def stage_of(self, thing: Thing) -> int | None:
        """How far a task has come; None for other things."""
        entry = self.entry_of(thing)
        if entry is None or not entry.progress:
            return None
        return _stage(self.pack, thing, entry.progress)

    @property
    def tasks(self) -> list[tuple[Thing, int]]:
        """The tasks that somebody has taken on, and how far they have come."""
        found = ((thing, self.stage_of(thing)) for thing in self.things)
        return [(thing, stage) for thing, stage in found if stage is not None]

    @property
    def carried(self) -> list[Thing]:
        """The things that are no tasks: those in use first."""
        own = [thing for thing in self.things if self.stage_of(thing) is None]
        return sorted(own, key=lambda thing: not self.is_in_use(thing))

    def is_in_use(self, thing: Thing) -> bool:
        """Whether it lies elsewhere than where things are carried; what no game knows does not."""
        home, entry = self.pack.program.bringing.home, self.entry_of(thing)
        if entry is None:
            return False
        loose = {"", entry.name, *(home.zones[:1] if home else ())}
        return thing.zone not in loose

    # ---------------------------------------------------------------- what can be done

    def check_home(self) -> None:
        """:raises TableError: `carryAway` (where): a match has it."""
        if self.sheet.lease is not None:
            raise TableError("carryAway", where=self.sheet.lease.match)

    def check_can_part(self, thing: Thing, name: str, zone: str) -> None:
        """:raises TableError: `carryTask` (name), `carryInUse` (name, zone: as it is called)."""
        if self.stage_of(thing) is not None:
            raise TableError("carryTask", name=name)
        if self.is_in_use(thing):
            raise TableError("carryInUse", name=name, zone=zone)

    def check_has_room(self, things: Sequence[Thing], who: str | None = None) -> None:
        """
        Whether some more can be carried, as far as the game says how many one brings.

        :raises TableError: `carryFull` (limit); `carryFullOther` (name) where it is somebody else.
        """
        for entry in self.pack.program.bringing.entries.values():
            if entry.type != THINGS or entry.most is None:
                continue
            takes = [thing for thing in things if self.entry_of(thing) is entry]
            has = sum(self.entry_of(thing) is entry for thing in self.things)
            if takes and has + len(takes) > entry.most:
                if who is not None:
                    raise TableError("carryFullOther", name=who)
                raise TableError("carryFull", limit=entry.most)

    def amount_of(self, number: str) -> int:
        """How much of a number that is conserved is here."""
        return int(self.sheet.fields.get(number, 0))


class Gift(NamedTuple):
    """What somebody gives away: things, or so much of a number by name."""

    things: Sequence[Thing]
    number: str = ""
    amount: int = 0


def entry_for(pack: Pack, kind: str) -> Entry | None:
    """As what a thing of a kind is brought to a game."""
    catalogue = pack.program.catalogue
    entries = pack.program.bringing.entries.values()
    return next((e for e in entries if e.type == THINGS and e.takes(catalogue, kind)), None)


def _stage(pack: Pack, thing: Thing, progress: str) -> int | None:
    """The field of a thing that says how far it has come; None if its kind has no such field."""
    kind = pack.program.catalogue.definitions[thing.kind].kind
    fields = pack.program.layout.fields
    if (kind, progress) not in fields:
        return None
    stage = thing.fields.get(progress)
    return stage if isinstance(stage, int) else 0


def numbers_of(pack: Pack) -> list[str]:
    """The numbers of a sheet that can change hands: those that are conserved."""
    return [each.name for each in pack.program.bringing.entries.values() if each.conserved]


# -- changing hands


def pick_up(purse: Purse, things: Sequence[Thing]) -> None:
    """
    Things that lie about come to a sheet.

    :raises TableError: `carryAway`, `carryFull`, `carryGone`.
    """
    purse.check_home()
    purse.check_has_room(things)
    _trade([Move(thing, thing.place, purse.sheet) for thing in things], "picked up", purse)


def lay_down(purse: Purse, things: Sequence[Thing], ground: str) -> None:
    """
    Things of a sheet lie about in a place from now on.

    :raises TableError: `carryAway`, `groundFull` (limit), `carryGone`.
    """
    purse.check_home()
    with transaction.atomic():
        place = place_named(purse.pack.realm, ground)
        if Thing.objects.filter(place=place).count() + len(things) > MOST_ON_GROUND:
            raise TableError("groundFull", limit=MOST_ON_GROUND)
        _trade([Move(thing, purse.sheet, place) for thing in things], "laid down", purse)


def hand_over(purse: Purse, other: Purse, gift: Gift, who: str, whose: str) -> None:
    """
    Things, or so much of a number, go from one sheet to another; `who` gives, `whose` it is then.

    :raises TableError: `carryAwayOther` (name): the sheet of one of them is in a match;
        `carryFullOther` (name), `carryLacks` (name), `carryGone`, those of `trade`.
    """
    for each, name in ((purse, who), (other, whose)):
        if each.sheet.lease is not None:
            raise TableError("carryAwayOther", name=name)
    other.check_has_room(gift.things, whose)
    if gift.number and purse.amount_of(gift.number) < gift.amount:
        raise TableError("carryLacks", name=who)
    moves = [Move(thing, purse.sheet, other.sheet) for thing in gift.things]
    if gift.number:
        moves.append(Move(gift.number, purse.sheet, other.sheet, gift.amount))
    _trade(moves, "given", purse)


def _trade(moves: Sequence[Move], reason: str, purse: Purse) -> None:
    """Carry out moves; a thing that is not there any more is told of as such."""
    try:
        trade(moves, reason, by=purse.sheet.account)
    except Thing.DoesNotExist:
        raise TableError("carryGone") from None
    except TableError as error:
        if error.key == "sheetLacks":
            raise TableError("carryGone") from None
        raise


# -- what lies about


def things_lying(pack: Pack, ground: str) -> list[Thing]:
    """What lies in a place, the oldest first."""
    rows = Thing.objects.filter(place__realm=pack.realm, place__name=ground, match=None)
    return list(rows.select_related("place").order_by("pk")[:MOST_ON_GROUND])
