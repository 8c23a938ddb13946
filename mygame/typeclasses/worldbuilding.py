"""
Building the world outside the hall from what the packs on the shelf say of it (`places` and
`people`): rooms, ways, people, and the door of the hall.

It changes nothing where all is there already: everything built is known by a tag with its id, and
keeps what it was built like (`built`). What builders have called, described or linked otherwise
stays so. What no pack has any more is put aside, and used again when it comes back; whoever and
whatever is there goes to the first place. Nothing is taken up that people have dropped. Begin with
`build_outside`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db import transaction
from evennia.utils.create import create_object
from evennia.utils.dbserialize import deserialize

from rules.pack.directions import DIRECTIONS
from typeclasses.exits import Exit, Way
from typeclasses.objects import Person
from typeclasses.rooms import Hall, Place
from typeclasses.scenes import OPTIONS, SCENE
from world.locale.reader import reader_of
from world.models import Thing
from world.sheets.book import Book, place_named
from world.shelf import geography
from world.shelf.geography import Entry


def build_outside() -> None:
    """Make what is missing, mend what is out of date. Safe to run again and again."""
    for _ in build_steps():
        pass


def build_steps() -> Iterator[None]:
    """The same in short steps; each leaves whole what it has built."""
    rooms: dict[str, Any] = {}
    for entry in geography.places().values():
        rooms[entry.id] = _build_room(entry)
        yield
    yield from _build_ways(rooms)
    yield from _build_people(rooms)
    for hall in Hall.all_halls():
        hall.put_door()
        yield
    for room in _all_built(Place):
        if room.entry is None:
            close_room(room)
            yield


# -- what is built


def _all_built(kind: type) -> list[Any]:
    return list(kind.objects.all_family().order_by("id"))  # type: ignore[attr-defined]


@transaction.atomic
def _make(kind: type, name: str, **more: Any) -> Any:
    """A thing with an id."""
    made = create_object(kind, key=name, tags=[(name, kind.CATEGORY)], **more)  # type: ignore[attr-defined]
    made.entry_id = name
    return made


def _built(thing: Any) -> dict[str, Any]:
    """What a thing was built like: `key`, `aliases`, `where`, and what it opens."""
    return deserialize(thing.attributes.get("built")) or {}


def _mend(thing: Any, key: str, words: Iterable[str], where: str | None, opens: Any) -> bool:
    """Bring a thing up to date; what is otherwise than it was built like stays so. Whether
    anything was changed."""
    game, options = (opens or {}).get("game"), dict((opens or {}).get("options") or {}) or None
    attributes = {SCENE: game, OPTIONS: options}
    aliases = sorted({word.lower() for word in words})
    wanted = {"key": key, "aliases": aliases, "where": where, **attributes}
    before = _built(thing)
    if before == wanted:
        return False
    with transaction.atomic():
        if thing.key in (before.get("key"), thing.entry_id) and thing.key != key:
            thing.key = key
        for gone in set(before.get("aliases", ())) - set(aliases):
            thing.aliases.remove(gone)
        thing.aliases.add(aliases)
        for name, value in attributes.items():
            if deserialize(thing.attributes.get(name)) != before.get(name):
                continue
            if value is not None:
                thing.attributes.add(name, value)
            elif name in before:
                thing.attributes.remove(name)
        thing.attributes.add("built", wanted)
    return True


def _key_of(entry: Entry) -> str:
    return entry.names.get("en") or entry.id


def _build_room(entry: Entry) -> Any:
    room = Place.named(entry.id) or _make(Place, entry.id)
    _mend(room, _key_of(entry), entry.words, None, entry.data.get("opens"))
    return room


# -- ways


class _Way(NamedTuple):
    """A way as it is wanted; one that leads nowhere else has no target."""

    name: str
    place: str
    target: str | None
    key: str
    words: list[str]
    opens: Any


def _build_ways(rooms: dict[str, Any]) -> Iterator[None]:
    known: dict[str, Any] = {}
    for way in _all_built(Way):
        known.setdefault(way.entry_id, way)
    wanted = {each.name: each for entry in geography.places().values() for each in _ways_of(entry)}
    for name in [name for name in known if name not in wanted]:
        known[name].delete()
        yield
    for name, spec in wanted.items():
        here, there = rooms[spec.place], rooms[spec.target or spec.place]
        way = known.get(name) or _make(Way, name, location=here, destination=there)
        if way.destination is None or _built(way).get("where") != spec.target:
            way.location, way.destination = here, there
        if _mend(way, spec.key, spec.words, spec.target, spec.opens):
            way.at_init()  # its command is made anew when it is next wanted
        yield


def _ways_of(entry: Entry) -> Iterator[_Way]:
    exits, passages = entry.data.get("exits", {}), entry.data.get("passages", {})
    led_to: set[str] = set()
    for direction, target in exits.items():
        there = geography.place_of(target)
        if direction not in DIRECTIONS or there is None:
            continue  # a mistake, which has been told
        words = [*DIRECTIONS[direction].words, *(there.words if target not in led_to else ())]
        led_to.add(target)
        name, opens = f"{entry.id}.{direction}", passages.get(direction)
        yield _Way(name, entry.id, target, direction, words, opens)
    for name, passage in passages.items():
        if name not in exits:
            words = geography.words_of_passage(name, passage)
            yield _Way(f"{entry.id}.{name}", entry.id, None, words[0], words, passage)


# -- people


def _build_people(rooms: dict[str, Any]) -> Iterator[None]:
    known: dict[str, Any] = {}
    for person in _all_built(Person):
        known.setdefault(person.entry_id, person)
    for entry in geography.people().values():
        where = str(entry.data.get("place"))
        if (place := rooms.get(where)) is None or entry.card is None:
            continue  # builders make them, or it is a mistake, which has been told
        person = known.get(entry.id) or _make(Person, entry.id, location=place, home=place)
        if person.location is None or _built(person).get("where", where) != where:
            person.location = person.home = place
        _mend(person, _key_of(entry), entry.words, where, entry.data.get("opens"))
        yield
    for person in known.values():
        if person.entry is None and person.location is not None:
            person.location = None
            yield


# -- what goes


def close_room(room: Any) -> None:
    """No pack has a place any more: everybody and everything there goes to the first one."""
    target = Place.entrance() or next(iter(Hall.all_halls()), None)
    if target is None or target == room:
        return
    for each in room.contents_get():
        # Ways are deleted; who is in a scene goes when that is over.
        if not isinstance(each, Exit) and getattr(each, "scene_awake", None) is None:
            _send_on(each, room, target)
    _move_ground(room, target)


def _send_on(each: Any, room: Any, target: Any) -> None:
    if each.home == room:
        each.home = target
    if not each.sessions.count():
        each.location = target
        return
    names = {"name": room.get_display_name(each), "target": target.get_display_name(each)}
    each.msg(reader_of(each).say("place.gone", **names))
    each.move_to(target, quiet=True, move_type="leave")


def _move_ground(room: Any, target: Any) -> None:
    """What lies there in the books as well."""
    if getattr(target, "entry", None) is None:
        return
    lying = Thing.objects.filter(place__name=room.ground_name, match=None)
    with transaction.atomic():
        for realm in set(lying.values_list("realm", flat=True)):
            book, ground = Book(realm, "closed"), place_named(realm, target.ground_name)
            for thing in lying.filter(realm=realm).select_related("place"):
                book.move_thing(thing, ground)
            book.store()
