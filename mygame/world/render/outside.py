"""
A place outside the hall as text: at most twelve lines of a window of 80 columns, however many
people are there; more of a narrower one. Begin with `place_lines`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from django.utils import timezone

from rules.ground.names import names_by_language
from rules.ground.width import crop, wrap
from rules.pack.directions import DIRECTIONS
from rules.telling.phrasebook import in_language
from rules.telling.text import Text
from world.locale.reader import Reader, reader_of
from world.render import stakes, tidings
from world.render.down import down_lines
from world.render.scene import busy_lines, opening_lines
from world.shelf.errands import errands_left
from world.shelf.geography import Entry

USUAL = 80  # columns of a window
NAMED = 8  # people, and things, that are named
NIGHT = (20, 6)  # the hours, of the server's clock, from which to which it is dark


def is_night() -> bool:
    """Whether it is dark outside now."""
    begins, ends = NIGHT
    return not ends <= timezone.localtime().hour < begins


def text_of(entry: Entry) -> dict[str, str]:
    """What a place looks like now, by language."""
    dark = entry.data.get("night") if is_night() else None
    return names_by_language(dark or entry.data["text"])


def place_lines(place: Any, looker: Any) -> list[str]:
    """A place: its name, what it looks like, where one can go, who and what is there."""
    reader = reader_of(looker).whole
    more = 1 if reader.width >= USUAL else 2  # in a narrow window a sentence takes two lines
    name = f"|w{place.get_display_name(looker)}|n"
    if place.entry is None:
        return [name, *wrap(reader.say("place.closed"), reader.width)]
    lines = [name, *wrap(place.get_display_desc(looker), reader.width)]
    lines += at_most(ways_text(place, looker, reader), 2 * more, reader)
    lines += begin_lines(looker, reader)
    openings = place.openings(looker)
    lines += opening_lines(openings, looker, reader)[: 2 * more]
    lines += stakes.room_lines(place.challenges(looker), looker, reader)[:more]
    lines += down_lines(place.scenes(), reader)[: 2 * more]
    lines += crowd_lines(place, looker, reader, most=2)
    people, _ = place.crowd()
    lines += busy_lines(people, looker, reader)[:more]
    lines += things_lines(place, {opening.place for opening in openings}, looker, reader)
    lines += tidings.table_lines(place.waiting_table(looker), reader)[:more]
    scene = looker.scene
    if scene is not None:
        own = reader.say("scene.own", name=scene.name_for(looker))
        lines += wrap(own, reader.width)
    return lines


def begin_lines(looker: Any, reader: Reader) -> list[str]:
    """What everybody does once before anything else outside, to who has not done it yet."""
    language = reader.language
    told = [
        reader.say("place.errand", name=errand.name(language), word=errand.words(language)[0])
        for errand in errands_left(looker, language)
        if errand.data.get("until")
    ]
    said = reader.say("place.begin", names=reader.join_names(told))
    return wrap(said, reader.width)[:2] if told else []


def at_most(text: str, most: int, reader: Reader) -> list[str]:
    """A text in so many lines, the last of which is cut where it is longer; none of no text."""
    lines = wrap(text, reader.width) if text else []
    if len(lines) <= most or reader.plain:
        return lines
    return [*lines[: most - 1], crop(" ".join(lines[most - 1 :]), reader.width)]


def ways_text(place: Any, looker: Any, reader: Reader) -> str:
    """Where one can go, in words: "North: Temple. East: Gate." """
    told = [way_text(way, looker, reader) for way in ways_of(place, looker)]
    told.append(reader.say("place.home"))
    between = "" if reader.language == "zh" else " "
    return between.join(told)


def ways_of(place: Any, looker: Any) -> list[Any]:
    """The ways that somebody sees, in the order of the compass."""
    order = {name: number for number, name in enumerate(DIRECTIONS)}
    seen = [way for way in place.contents_get(content_type="exit") if way.access(looker, "view")]
    seen.sort(
        key=lambda way: order.get(str(getattr(way, "entry_id", "")).rpartition(".")[2], len(order))
    )
    return seen


def way_text(way: Any, looker: Any, reader: Reader) -> str:
    """One way: its name, and where it leads."""
    name, target = way.get_display_name(looker), way.destination
    name = name[:1].upper() + name[1:]
    if target not in (None, way.location):
        return reader.say("place.way", way=name, target=target.get_display_name(looker))
    passage = getattr(way, "passage", {})
    if "to" not in passage:
        return reader.say("place.passage", way=name)
    return reader.say("place.way", way=name, target=in_language(passage["to"], reader.language))


def door_lines(hall: Any, looker: Any, reader: Reader) -> list[str]:
    """Where the door of a hall leads, in a line; nothing without a door."""
    ways = hall.contents_get(content_type="exit")
    lines = []
    for target in [way.destination for way in ways if hasattr(way, "leads_outside")]:
        entry = target.entry if target is not None else None
        if entry is None:
            continue
        text = in_language(entry.data.get("door"), reader.language)
        told = reader.say("place.door", target=target.get_display_name(looker))
        between = "" if reader.language == "zh" else " "
        lines += wrap(between.join(filter(None, (told, text))), reader.width)
    return lines


def crowd_lines(
    place: Any, looker: Any, reader: Reader, named: int = NAMED, most: int | None = None
) -> list[str]:
    """Who else is there: some of them, and how many more."""
    people, _ = place.crowd(size=named + 1)
    names = [person.get_display_name(looker) for person in people if person != looker][:named]
    others = place.crowd_size() - (looker.location == place)
    return _counted("hall.people", names, others, reader, most)


def things_lines(place: Any, told: Container[Any], looker: Any, reader: Reader) -> list[str]:
    """Who and what stands about and was not `told` of, and what lies on the ground."""
    standing = [
        each.get_display_name(looker)
        for each in place.contents_get(content_type="object")
        if each not in told and each.access(looker, "view")
    ]
    entry = place.entry
    text = Text(entry.pack, reader.language)
    known = entry.pack.program.catalogue.definitions
    lying = [text.card(known.get(thing.kind) or thing.kind) for thing in place.ground()]
    return [
        *_counted("room.things", standing[:NAMED], len(standing), reader, 1),
        *_counted("place.ground", lying[:NAMED], len(lying), reader, 1),
    ]


def _counted(
    key: str, names: Sequence[str], count: int, reader: Reader, most: int | None
) -> list[str]:
    """Names in a sentence, and how many more there are; so few that it takes so many lines."""
    for shown in range(len(names), 0, -1):
        told = reader.join_names(names[:shown])
        if count > shown:
            told += " " + reader.say("hall.more", count=count - shown)
        lines = wrap(reader.say(key, names=told), reader.width)
        if most is None or len(lines) <= most or shown == 1 or reader.plain:
            return lines
    return []


# -- who comes and goes


def announce_move(who: Any, people: Iterable[Any], key: str, way: Any) -> None:
    """Tell some people that somebody comes or goes, and which way, or from or to which place."""
    for each in people:
        names = {"who": who.get_display_name(each), "way": way.get_display_name(each)}
        each.msg(text=(reader_of(each).say(key, **names), {"type": "move"}))
