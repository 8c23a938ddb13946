"""
What one carries outside: looking through it, picking things up, laying them down, giving them away,
and the tasks one has taken on. Everything is rows of sheets (`world.sheets.carrying`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from commands import errands
from commands.answers import starts
from commands.command import Command
from commands.sheet import lines_of_sheet
from commands.walking import OutsideCommand, best_matches, entry_here, folded, names_of
from rules.ground.width import wrap
from rules.pack import Pack
from rules.telling.phrasebook import LANGUAGES
from rules.telling.said import counted
from rules.telling.text import Text
from typeclasses import together
from typeclasses.objects import Person
from typeclasses.rooms import Place
from world.accounts import limits
from world.errors import TableError
from world.locale.reader import Reader, reader_of
from world.models import Thing
from world.render import look
from world.render.board import NO_MATCH, Board
from world.render.scene import where_text
from world.render.sheet import task_line
from world.sheets import carrying
from world.sheets.carrying import Gift, Purse

ALL = frozenset({"all", "everything", "全部", "所有", "一切"})
COUNTED = re.compile(r"(\d{1,9})\s*[枚个块把件条份张根只瓶支颗]?\s*(.+)", re.DOTALL)
TO = re.compile(r"\s+to\s+|\s*(?<!^)给\s*", re.IGNORECASE)
MOST_NAMED = 8


def name_of(thing: Thing, pack: Pack, language: str) -> str:
    """What a thing is called."""
    known = pack.program.catalogue.definitions.get(thing.kind)
    return Text(pack, language).card(known or thing.kind)


def names_told(things: Sequence[Thing], pack: Pack, reader: Reader) -> str:
    """Things in a sentence: "rope, 2 rations"."""
    return reader.join_names(counted([name_of(each, pack, reader.language) for each in things]))


def _names_of(thing: Thing, pack: Pack) -> set[str]:
    short = thing.kind.rsplit(".", 1)[-1].replace("_", " ")
    names = {folded(name_of(thing, pack, language)) for language in LANGUAGES} | {folded(short)}
    return names | {f"{name}s" for name in names if name.isascii()}


class Carrying(OutsideCommand):
    """A command about things, wherever they are known: those of the world one is in."""

    missing = "carryNotHad"  # the key of the refusal where nothing is called so
    empty = "carryNotHadAll"  # and where there is nothing at all

    def act(self) -> None:
        entry = entry_here(self.caller)
        purse = Purse.open(entry.pack, self.caller.player_account) if entry is not None else None
        if purse is None:
            self.tell("carrying.no_sheet")
        elif purse.sheet.lease is not None:
            self.act_away(purse)
        else:
            self.attempt(self.act_on, purse)

    def act_on(self, purse: Purse) -> None:
        """What is done with a sheet that is at home."""
        raise NotImplementedError

    def act_away(self, purse: Purse) -> None:
        """A match has the sheet."""
        self.tell("error.carryAway", where=where_text(purse.sheet.lease.match, self.caller))

    def meant(self, text: str, things: Sequence[Thing], purse: Purse) -> list[Thing]:
        """
        The things somebody means: one, so many of a kind, or all.

        :raises TableError: `missing` (text), `empty`; `carryWhich` (names).
        """
        if folded(text) in ALL:
            if not things:
                raise TableError(self.empty)
            return list(things)
        counts = COUNTED.fullmatch(text.strip())
        number, name = (int(counts[1]), counts[2]) if counts else (1, text)
        found = best_matches(name, ((_names_of(each, purse.pack), each) for each in things))
        kinds = list(dict.fromkeys(each.kind for each in found))
        if not found or number < 1:
            raise TableError(self.missing, text=text.strip())
        if len(kinds) > 1:
            first = [next(e for e in found if e.kind == kind) for kind in kinds[:MOST_NAMED]]
            language = self.reader.language
            raise TableError("carryWhich", names=[name_of(e, purse.pack, language) for e in first])
        return found[:number]

    def told(self, key: str, things: Sequence[Thing], purse: Purse) -> None:
        """Say what was done with things."""
        self.show(
            wrap(
                self.say(key, names=names_told(things, purse.pack, self.reader)), self.reader.width
            )
        )


class OnGround(Carrying):
    """A command about what lies in a place."""

    usage = ""

    def act_on(self, purse: Purse) -> None:
        place = self.caller.location
        if not isinstance(place, Place) or place.entry is None:
            raise TableError("carryNowhere")
        if not self.args:
            self.tell(self.usage)
            return
        limits.check_limit(self.caller, "carry")
        self.act_at(place, purse)

    def act_at(self, place: Place, purse: Purse) -> None:
        """What is done at a place with a sheet that is at home."""
        raise NotImplementedError


class CmdGet(OnGround):
    """Pick up what lies here: `get torch`, `get 2 torches`, `get all`."""

    key = "get"
    aliases = ["take", "pick up", "捡", "捡起", "拾起"]
    topic = "get"
    missing = "carryNotLying"
    empty = "carryNotLyingAll"
    usage = "carrying.get_usage"

    def act_at(self, place: Place, purse: Purse) -> None:
        lying = carrying.things_lying(purse.pack, place.ground_name)
        try:
            things = self.meant(self.args, lying, purse)
        except TableError:
            # 拿剑 is also what one does with one's own.
            own = best_matches(self.args, ((_names_of(e, purse.pack), e) for e in purse.carried))
            if own and errands.begin_errand(self):
                return
            raise
        carrying.pick_up(purse, things)
        self.told("carrying.got", things, purse)


class CmdDrop(OnGround):
    """Lay something down where one is: `drop torch`."""

    key = "drop"
    aliases = ["put down", "丢下", "丢掉"]
    topic = "drop"
    usage = "carrying.drop_usage"

    def act_at(self, place: Place, purse: Purse) -> None:
        things = parting(self, self.args, purse)
        carrying.lay_down(purse, things, place.ground_name)
        self.told("carrying.dropped", things, purse)


def parting(command: Carrying, text: str, purse: Purse) -> list[Thing]:
    """
    Things of a sheet that somebody means to give away, which have to be free for that; of all, or
    of several of a kind, those that are.

    :raises TableError: of `meant` and `Purse.check_can_part`.
    """
    loose = [thing for thing in purse.carried if not purse.is_in_use(thing)]
    try:
        return command.meant(text, loose, purse)
    except TableError as error:
        if error.key == "carryWhich":
            raise
        for thing in command.meant(text, purse.things, purse):
            words = Text(purse.pack, command.reader.language)
            name = name_of(thing, purse.pack, words.language)
            purse.check_can_part(thing, name, words.zone(thing.zone))
        raise


def lines_of_thing(text: str, character: Any, reader: Reader) -> list[str]:
    """What one carries, or what lies here, as it is printed; nothing if nothing is called so."""
    place, entry = character.location, entry_here(character)
    if entry is None:
        return []
    purse = Purse.open(entry.pack, character.player_account)
    lying = carrying.things_lying(entry.pack, place.ground_name) if isinstance(place, Place) else ()
    things = [*(purse.carried if purse is not None else ()), *lying]
    found = best_matches(text, ((_names_of(each, entry.pack), each.kind) for each in things))
    if not found or found[0] not in entry.pack.program.catalogue.definitions:
        return []
    board = Board(entry.pack, NO_MATCH, Text(entry.pack, reader.language), reader)
    return look.card_lines(board, board.find_card(None, found[0]), explained=True)


# -- giving


class CmdGive(Carrying):
    """Give somebody here something: `give Ann rope`, `give 5 coins to Ann`."""

    key = "give"
    aliases = ["送", "交给", "送给"]
    topic = "give"

    def act_on(self, purse: Purse) -> None:
        if not self.args:
            self.tell("carrying.give_usage")
            return
        other, text = self.split(self.args)
        if not text:
            self.tell("carrying.give_usage")
            return
        check_partner(self.caller, other)
        gift = self.gift_meant(text, purse)
        theirs = Purse.open(purse.pack, other.player_account)
        if theirs is None:
            raise TableError("carryNoSheet", name=other.key)
        if theirs.sheet.lease is not None:
            raise TableError("carryAwayOther", name=other.key)
        theirs.check_has_room(gift.things, other.key)
        offer(self.caller, other, purse.pack, gift)
        self.tell("carrying.offered", name=other.key, gift=gift_text(gift, purse.pack, self.reader))

    def split(self, text: str) -> tuple[Any, str]:
        """
        To whom, and what: the name stands first, or behind "to".

        :raises TableError: `carryNobody` (text), `carryVisit` (name): it is nobody's character.
        """
        here = self.caller.location
        people = [c for c in here.contents_get(content_type="character") if c.sessions.count()]
        named: list[tuple[set[str], Any]] = [({folded(each.key)}, each) for each in people]
        named += [(names_of(each), each) for each in here.contents if isinstance(each, Person)]
        found = _partner_meant(text.removeprefix("把").strip(), named)
        if found is None:
            raise TableError("carryNobody", text=text)
        if isinstance(found[0], Person):
            raise TableError("carryVisit", name=found[0].get_display_name(self.caller))
        return found

    def gift_meant(self, text: str, purse: Purse) -> Gift:
        """
        A number that can change hands, or things.

        :raises TableError: `carryLacksOwn` (what, amount), those of `parting`.
        """
        counts = COUNTED.fullmatch(text.strip())
        if counts is not None:
            numbers = carrying.numbers_of(purse.pack)
            found = best_matches(counts[2], ((_number_names(n, purse.pack), n) for n in numbers))
            if len(found) == 1:
                return self.number_meant(found[0], int(counts[1]), purse)
        return Gift(parting(self, text, purse))

    def number_meant(self, number: str, amount: int, purse: Purse) -> Gift:
        """So much of a number, if there is so much."""
        if amount < 1 or purse.amount_of(number) < amount:
            what = Text(purse.pack, self.reader.language).field(number)
            raise TableError("carryLacksOwn", what=what, amount=purse.amount_of(number))
        return Gift((), number, amount)


def _partner_meant(text: str, named: Sequence[tuple[set[str], Any]]) -> tuple[Any, str] | None:
    """Whom a text means of some people with their names, and the rest of it; None if nobody."""
    for at in reversed(list(TO.finditer(text))):
        found = best_matches(text[at.end() :], named)
        if len(found) == 1:
            return found[0], text[: at.start()]
    whole = folded(text)
    first = [(name, person) for names, person in named for name in names if starts(whole, name)]
    if first:
        name, person = max(first, key=lambda pair: len(pair[0]))
        return person, text[len(name) :].strip()
    word, _, rest = text.partition(" ")
    found = best_matches(word, named)
    return (found[0], rest.strip()) if len(found) == 1 and rest else None


def _number_names(number: str, pack: Pack) -> set[str]:
    return {folded(number), *(folded(Text(pack, each).field(number)) for each in LANGUAGES)}


def gift_text(gift: Gift, pack: Pack, reader: Reader) -> str:
    """What is given, in words."""
    if gift.number:
        what = Text(pack, reader.language).field(gift.number, gift.amount)
        return reader.say("carrying.amount", amount=gift.amount, what=what)
    return names_told(gift.things, pack, reader)


def check_partner(giver: Any, other: Any) -> None:
    """
    Whether somebody can be given something.

    :raises TableError: `carrySelf`; `carryNotHere` (name): they are elsewhere, or away.
    """
    if other == giver:
        raise TableError("carrySelf")
    if not other.is_here or other.location != giver.location:
        raise TableError("carryNotHere", name=other.key)


def offer(giver: Any, other: Any, pack: Pack, gift: Gift) -> None:
    """Ask somebody whether they take something; it changes hands when they say yes."""

    def check(person: Any) -> None:
        check_partner(giver, person)

    def begin(_: list[Any]) -> None:
        purses = [Purse.open(pack, each.player_account) for each in (giver, other)]
        if purses[0] is None or purses[1] is None:
            raise TableError("carryGone")
        numbers = [thing.pk for thing in gift.things]
        things = [thing for thing in purses[0].things if thing.pk in numbers]
        if len(things) < len(numbers) or any(map(purses[0].is_in_use, things)):
            raise TableError("carryGone")
        now = gift._replace(things=things)
        carrying.hand_over(purses[0], purses[1], now, giver.key, other.key)
        for person, key in ((giver, "given"), (other, "received")):
            reader, name = reader_of(person), other.key if person is giver else giver.key
            told = reader.say(f"carrying.{key}", name=name, gift=gift_text(now, pack, reader))
            person.msg("\n".join(wrap(told, reader.width)))

    def described(reader: Reader) -> str:
        return gift_text(gift, pack, reader)

    together.ask(giver, [other], "gift", begin, check, gift=described)


# -- looking through it


class CmdInventory(Carrying):
    """What one carries."""

    key = "inventory"
    aliases = ["i", "inv", "背包", "东西"]
    topic = "inventory"

    def act_on(self, purse: Purse) -> None:
        self.show(inventory_lines(purse, self.reader))

    def act_away(self, purse: Purse) -> None:
        self.show(lines_of_sheet(purse.sheet, purse.pack, self.reader))


def inventory_lines(purse: Purse, reader: Reader) -> list[str]:
    """What is in use, what is carried, and numbers that change hands."""
    text, zones = Text(purse.pack, reader.language), dict[str, list[Thing]]()
    loose: list[Thing] = []
    gone: list[Thing] = []
    for thing in purse.carried:
        if purse.entry_of(thing) is None:
            gone.append(thing)
        elif purse.is_in_use(thing):
            zones.setdefault(thing.zone, []).append(thing)
        else:
            loose.append(thing)
    told = [
        reader.say(
            "carrying.zone",
            zone=_capital(text.zone(zone)),
            names=names_told(things, purse.pack, reader),
        )
        for zone, things in zones.items()
    ]
    names = names_told(loose, purse.pack, reader) or reader.say("sheet.nothing")
    told.append(reader.say("carrying.carried", names=names))
    if gone:
        names = names_told(gone, purse.pack, reader)
        told.append(reader.say("carrying.retired", names=names))
    values = [
        reader.say("sheet.value", name=text.field(number), value=purse.amount_of(number))
        for number in carrying.numbers_of(purse.pack)
    ]
    if values:
        told.append(reader.say("carrying.values", values=reader.join_names(values)))
    return [line for each in told for line in wrap(each, reader.width, indent="  ", first="")]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class CmdTasks(Carrying):
    """The tasks one has taken on: what they are, and how far they have come."""

    key = "quests"
    aliases = ["quest", "tasks", "委托"]
    topic = "quests"

    def act_on(self, purse: Purse) -> None:
        self.show(task_lines(purse, self.reader))

    def act_away(self, purse: Purse) -> None:
        self.show(
            [
                *task_lines(purse, self.reader),
                self.say("sheet.away", where=where_text(purse.sheet.lease.match, self.caller)),
            ]
        )


def task_lines(purse: Purse, reader: Reader) -> list[str]:
    """Each task: its name and what to do now, and its text."""
    text, lines = Text(purse.pack, reader.language), list[str]()
    known = purse.pack.program.catalogue.definitions
    for thing, stage in purse.tasks:
        entry = purse.entry_of(thing)
        progress = entry.progress if entry is not None else ""
        name, now = text.card(known[thing.kind]), task_line(text, thing.kind, progress, stage)
        if not now:
            what = _capital(text.field(progress))
            now = f"{name}. {reader.say('carrying.stage', what=what, stage=stage)}"
        lines += wrap(now.replace(name, f"|w{name}|n", 1), reader.width)
        if told := text.description(known[thing.kind]):
            lines += wrap(told, reader.width, indent="  ", first="  ")
    return lines or [reader.say("carrying.no_tasks")]


COMMANDS: tuple[type[Command], ...] = (CmdGet, CmdDrop, CmdGive, CmdInventory, CmdTasks)
