"""
What stands on the tables of a game: which decks and monster places, and putting them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.create import create_object
from evennia.utils.dbserialize import to_pickle

from rules.ground.digests import digest
from rules.pack import Pack
from typeclasses.objects import Deck, Fixture, MonsterPlace


class FixtureSpec(NamedTuple):
    """A deck or monster place that a table of some game has."""

    typeclass: type[Fixture]
    key: str
    zone: str
    seat: int | None
    names: dict[str, str]
    aliases: list[str]


def fixtures_of(pack: Pack) -> list[FixtureSpec]:
    """
    What stands on a table of this game, by the section `board.fixtures` of its pack.

    `{"decks": [{"zone": "shop", "names": {"en": "shop", "zh": "商店"}}], "places": [{"zone":
    "slot", "of": "player", "names": ..., "aliases": [...]}]}`: what is `of` players is there
    once for each seat, with the seat's number after its names.
    """
    layout = pack.board.get("fixtures", {})
    specs = []
    for section, typeclass in (("decks", Deck), ("places", MonsterPlace)):
        for entry in layout.get(section, ()):
            seats = range(max(pack.program.seats)) if entry.get("of") == "player" else (None,)
            specs += [_fixture(typeclass, entry, seat) for seat in seats]
    return specs


def _fixture(typeclass: type[Fixture], entry: dict[str, Any], seat: int | None) -> FixtureSpec:
    number = "" if seat is None else f" {seat + 1}"
    names = {language: f"{name}{number}" for language, name in entry["names"].items()}
    others = [f"{name}{number}" for name in (*entry.get("aliases", ()), entry["zone"])]
    key = names.get("en") or next(iter(names.values()))
    return FixtureSpec(typeclass, key, entry["zone"], seat, names, [*names.values(), *others])


def put_up(table: Any, wanted: Sequence[FixtureSpec]) -> None:
    """
    Put up decks and monster places on a table. Evennia makes the first; the rows of the others are
    written like its rows, all at once, for it makes things one by one with forty queries each.
    """
    if not wanted:
        return
    with transaction.atomic():
        made = create_object(wanted[0].typeclass, key=wanted[0].key, location=table)
        others = [_row(made, spec) for spec in wanted[1:]]
        things = [made, *ObjectDB.objects.bulk_create(others)]
        _write_attributes(things, wanted)
        _write_aliases(things, wanted)
    made.attributes.reset_cache()
    made.aliases.reset_cache()
    table.contents_cache.init()


def _row(like: Fixture, spec: FixtureSpec) -> ObjectDB:
    """The row of a fixture, but for its class and name like that of another one."""
    return ObjectDB(
        db_key=spec.key,
        db_typeclass_path=spec.typeclass.path,
        db_location=like.db_location,
        db_home=like.db_home,
        db_lock_storage=like.db_lock_storage,
    )


def _write_attributes(things: Sequence[ObjectDB], wanted: Sequence[FixtureSpec]) -> None:
    listed = [
        (thing.pk, Attribute(db_key=key, db_value=to_pickle(value), db_model="objectdb"))
        for thing, spec in zip(things, wanted, strict=True)
        for key, value in (("zone", spec.zone), ("seat", spec.seat), ("names", spec.names))
    ]
    Attribute.objects.bulk_create([attribute for _, attribute in listed])
    links = ObjectDB.db_attributes.through
    links.objects.bulk_create(
        [links(objectdb_id=thing, attribute_id=attribute.pk) for thing, attribute in listed]
    )


def _write_aliases(things: Sequence[ObjectDB], wanted: Sequence[FixtureSpec]) -> None:
    kind = {"db_category": None, "db_model": "objectdb", "db_tagtype": "alias"}
    named = [list(dict.fromkeys(map(_as_alias, spec.aliases))) for spec in wanted]
    every = {alias for aliases in named for alias in aliases}
    known = {tag.db_key: tag for tag in Tag.objects.filter(db_key__in=every, **kind)}
    new = [Tag(db_key=alias, **kind) for alias in sorted(every - set(known))]
    known |= {tag.db_key: tag for tag in Tag.objects.bulk_create(new)}
    links = ObjectDB.db_tags.through
    links.objects.bulk_create(
        links(objectdb_id=thing.pk, tag_id=known[alias].pk)
        for thing, aliases in zip(things, named, strict=True)
        for alias in aliases
    )


def _as_alias(name: str) -> str:
    """A name as Evennia keeps aliases."""
    return name.strip().lower()


def furniture_digest(wanted: Sequence[FixtureSpec]) -> str:
    """A digest of what a table of a game has."""
    return digest([(spec.zone, spec.seat) for spec in wanted])
