"""
Walking about outside the hall: going to a place by its name, and the map.

Ways themselves are commands of their own (`north`, `北`: `typeclasses.exits`). What somebody types
there that is no command is answered by `answer_outside`: with an errand, a place to go to, or what
can be done now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from commands import errands
from commands.command import Command
from commands.scenes import begin_talk, names_of_place
from rules.ground.width import wrap
from server.chinese import to_simplified
from typeclasses.objects import Person
from typeclasses.rooms import Place
from typeclasses.walking import is_outside, is_table, routes_from, step, walk, ways_from
from world.locale.messages import shorten_quote
from world.locale.reader import Reader
from world.render import outside
from world.render.chart import chart_lines, chart_of
from world.shelf import geography
from world.shelf.errands import errands_left
from world.shelf.geography import Entry


class OutsideCommand(Command):
    """A command of who walks about; an errand with a longer name goes before it."""

    group = "walking"

    def func(self) -> None:
        if not errands.begin_errand(self, longer_than=self.cmdstring):
            self.act()

    def act(self) -> None:
        """What the command does."""
        raise NotImplementedError


# -- who and what is meant


def folded(text: str) -> str:
    """A name as it is compared: any case, either Chinese script, without "the"."""
    return to_simplified(" ".join(text.split())).casefold().removeprefix("the ")


def names_of(thing: Any) -> set[str]:
    """What a room, a way or a person is called, in both languages."""
    return set(map(to_simplified, names_of_place(thing)))


def best_matches[What](text: str, named: Iterable[tuple[set[str], What]]) -> list[What]:
    """
    What a text means of things with their names: those called so; else those of which a name
    begins so; else those of which a later word does.
    """
    wanted, listed = folded(text), list(named)
    if not wanted:
        return []
    for fits in (str.__eq__, str.startswith, _has_word):
        found = [what for names, what in listed if any(fits(name, wanted) for name in names)]
        if found:
            return found
    return []


def _has_word(name: str, start: str) -> bool:
    if not start.isascii():
        return start in name
    return any(word.startswith(start) for word in name.split()[1:])


class CmdGo(OutsideCommand):
    """Go to a place, or to somebody, by name: `go market`; or a way: `go north`."""

    key = "go"
    aliases = ["go to", "walk", "walk to", "走", "走到", "前往", "去往"]
    topic = "go"

    def act(self) -> None:
        caller, here = self.caller, self.caller.location
        if self.scene is not None:
            self.tell("scene.stay", name=self.scene.name_for(caller))
        elif is_table(here):
            self.tell("walking.at_table", number=here.number)
        elif not self.args:
            self.show([self.say("walking.where"), *ways_lines(here, caller, self.reader)])
        elif way := way_named(self.args, here, caller):
            step(caller, way)
        else:
            self.go_to(self.args)

    def go_to(self, text: str) -> None:
        """Walk to the room, or the person, that somebody means; say why not."""
        caller, here = self.caller, self.caller.location
        routes = routes_from(here, caller)
        found = list(dict.fromkeys(best_matches(text, _targets(routes))))
        if not found:
            self.tell("walking.no_such", text=shorten_quote(text))
        elif here in found:
            self.tell("walking.there_already", name=here.get_display_name(caller))
        elif len(found) > 1:
            names = self.reader.join_names(room.get_display_name(caller) for room in found)
            self.tell("walking.which", names=names)
        else:
            self.go_along(routes[found[0]], found[0])

    def go_along(self, route: list[Any], target: Any) -> None:
        """Walk; say which way, look once, and say why one does not go on."""
        caller, reader = self.caller, self.reader
        gone, stopped_at = walk(caller, route)
        if gone:
            told = reader.say("walking.then").join(way.get_display_name(caller) for way in gone)
            self.show(wrap(reader.say("walking.gone", ways=told), reader.width))
            caller.msg(text=(caller.at_look(caller.location), {"type": "look"}))
        if stopped_at is not None:
            name, way = target.get_display_name(caller), stopped_at.get_display_name(caller)
            self.tell("walking.not_further", name=name, way=way)


def way_named(text: str, room: Any, walker: Any) -> Any:
    """The way out of a room that is called so, or None."""
    wanted = folded(text)
    for way in ways_from(room, walker):
        beyond = getattr(way, "passage", {}).get("to", {})
        if wanted in names_of(way) | set(map(folded, beyond.values())):
            return way
    return None


def _targets(rooms: Iterable[Any]) -> Iterator[tuple[set[str], Any]]:
    """Rooms by their names, and by those of the people of the world who stand there."""
    for room in rooms:
        yield names_of(room), room
        for each in room.contents_get(content_type="object"):
            if isinstance(each, Person):
                yield names_of(each), room


def ways_lines(room: Any, walker: Any, reader: Reader) -> list[str]:
    """Where one can go from here, in one sentence."""
    told = [outside.way_text(way, walker, reader) for way in ways_from(room, walker)]
    return wrap(" ".join(told), reader.width) if told else [reader.say("walking.no_ways")]


class CmdMap(OutsideCommand):
    """The map of the places outside."""

    key = "map"
    topic = "map"

    def act(self) -> None:
        entry = entry_here(self.caller)
        if entry is None:
            self.tell("walking.no_map")
            return
        here = getattr(self.caller.location, "entry_id", "")
        self.show(chart_lines(chart_of(entry.pack.places, self.reader.language, here), self.reader))


def entry_here(character: Any) -> Entry | None:
    """
    The place somebody is at, as its pack has it; elsewhere the first place of the world outside.
    """
    place = character.location
    entry = place.entry if isinstance(place, Place) else None
    return entry if entry is not None else geography.entrance()


# -- what is no command


def answer_outside(command: Command) -> bool:
    """
    Answer a line that is no command, of somebody outside: it is an errand, or the name of a place;
    else they are told what they can do. Whether somebody is outside.
    """
    caller, typed = command.caller, command.raw_string.strip()
    if not is_outside(caller.location):
        return False
    if errands.begin_errand(command) or begin_talk(command):
        return True
    routes = routes_from(caller.location, caller)
    called = [room for room in routes if folded(typed) in names_of(room)]
    if len(called) == 1:
        going: Any = CmdGo()
        going.caller, going.session = caller, command.session
        going.go_to(typed)
    elif (found := errands.who_does(typed)) is not None:
        language = command.reader.language
        command.tell(
            "walking.who_does", person=_in(found.person, language), place=_in(found.place, language)
        )
    else:
        command.show(lost_lines(command, typed))
    return True


def _in(names: Mapping[str, str], language: str) -> str:
    return names.get(language) or next(iter(names.values()), "")


def lost_lines(command: Command, typed: str) -> list[str]:
    """
    What somebody can do who has typed what nobody understands: what is here; the second time in a
    row a few words about walking.
    """
    caller, reader = command.caller, command.reader
    number = getattr(command.session, "cmd_total", 0)
    again, caller.ndb.lost_at = caller.ndb.lost_at == number - 1, number
    if again:
        language = reader.language
        words = [errand.words(language)[0] for errand in errands_left(caller, language)]
        told = [reader.say("walking.help", number=len(words), words=reader.join_names(words))]
        if words:
            told.append(reader.say("walking.help_words", words=reader.join_names(words)))
        return [
            line for text in told for part in text.splitlines() for line in wrap(part, reader.width)
        ]
    room = caller.location
    names = [reader.mark(f"|w{way.get_display_name(caller)}|n") for way in ways_from(room, caller)]
    visits = [opening.place.get_display_name(caller) for opening in room.openings(caller)]
    told = [reader.say("walking.unknown", text=shorten_quote(typed))]
    if names:
        told.append(reader.say("walking.ways", names=reader.join_names(names)))
    if visits:
        told.append(reader.say("scene.here", names=reader.join_names(visits)))
    told.append(reader.say("walking.more"))
    return wrap(reader.say("walking.between").join(told), reader.width)


COMMANDS = (CmdGo, CmdMap)
