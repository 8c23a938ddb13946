"""What somebody owns of a game, as text: numbers and names, then things counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.ground.width import wrap
from rules.pack import Pack
from rules.running import brought
from rules.running.bring import THINGS, brought_by_seat
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.said import counted
from rules.telling.text import Text
from world.locale.reader import Reader

Owned = tuple[dict[str, Any], list[str]]  # numbers and names, kinds of things


def owned_at_home(sheet: Any) -> Owned:
    """What is on a sheet."""
    return dict(sheet.fields), list(sheet.things.values_list("kind", flat=True))


def owned_in_match(sheet: Any, match: Match, seat: int) -> Owned:
    """The same of a sheet that a match has, as it would come home now."""
    fields, kinds = owned_at_home(sheet)
    taken: Mapping[str, Any] = brought.returns_now(match.draft())[seat]
    for name, value in taken.items():
        if name == THINGS:
            kinds = [*_left_at_home(sheet, match, seat), *(kind for _, kind, *_ in value)]
        elif isinstance(value, dict):
            lost: Counter[str] = Counter(value.get("loses", ()))
            kinds = list((Counter([*kinds, *value.get("gains", ())]) - lost).elements())
        elif isinstance(value, int) and isinstance(fields.get(name), int):
            fields[name] += value
    return fields, kinds


def _left_at_home(sheet: Any, match: Match, seat: int) -> list[str]:
    """The things on a sheet that its match has not got: it does not know them, or has no room."""
    lists = (each for each in brought_by_seat(match.options, seat).values() if type(each) is list)
    away = [one.get("thing") for each in lists for one in each if isinstance(one, Mapping)]
    return list(sheet.things.exclude(pk__in=away).values_list("kind", flat=True))


def sheet_lines(pack: Pack, owned: Owned, reader: Reader, known: Pack | None = None) -> list[str]:
    """
    What somebody owns of a game, for a reader, in the words of the game of its realm that is
    `known` to know most of it; of numbers that are all 0 nothing is told.
    """
    (fields, kinds), known = owned, known or pack
    text = Text(known, reader.language)
    told = [
        reader.say("sheet.value", name=text.field(name), value=_value_text(value, text))
        for name, value in fields.items()
        if any(fields.values()) and (value or not _is_quiet(known, name))
    ]
    lines = [reader.say("sheet.head", game=_name_of(pack, reader))]
    for part in filter(None, (reader.join_names(told), *_names_by_sort(text, kinds, reader))):
        lines += wrap(part, reader.whole.width, indent="  ", first="  ")
    return lines if len(lines) > 1 else [*lines, "  " + reader.say("sheet.nothing")]


def _names_by_sort(text: Text, kinds: Iterable[str], reader: Reader) -> Iterator[str]:
    """
    The things counted; those of several sorts of cards apart, each behind what it is called; of one
    sort alone that is not said where it is the first that a game brings. Last come those whose
    cards the game does not have.
    """
    entries = text.pack.program.bringing.entries.values()
    first = {entry.kinds[0] for entry in entries if entry.type == THINGS and entry.kinds}
    known, sorts = text.pack.program.catalogue.definitions, dict[str, list[str]]()
    for kind in sorted(kinds, key=lambda kind: (kind not in known, kind)):
        sort = known[kind].kind if kind in known else ""
        sorts.setdefault(sort, []).append(text.card(kind))
    for sort, cards in sorts.items():
        names = reader.join_names(counted(cards))
        if not sort:
            yield reader.say("sheet.unknown", names=names)
            continue
        if len(sorts) == 1 and sort in first:
            yield names
            continue
        noun = text.words("noun", sort)
        called = str(noun[-1] if isinstance(noun, list) else noun or sort)
        yield reader.say("carrying.zone", zone=called[:1].upper() + called[1:], names=names)


def task_line(text: Text, kind: str, progress: str, stage: int) -> str:
    """
    Where a task stands: what the log of the pack says when its field `progress` comes there, the
    message of that name with {card} and the stage; "" where it says nothing.
    """
    if text.words("log", progress) is None:
        return ""
    args = (("card", "card", kind), (progress, "number", stage))
    return text.log(LogEntry(progress, args, None), None) or ""


def _is_quiet(pack: Pack, name: str) -> bool:
    """Whether a 0 of this number is not told."""
    entry = pack.program.bringing.entries.get(name)
    return entry is not None and entry.quiet


def _value_text(value: Any, text: Text) -> str:
    return str(value) if isinstance(value, int) else text.symbol(str(value))


def _name_of(pack: Pack, reader: Reader) -> str:
    return str(pack.name.get(reader.language) or next(iter(pack.name.values())))


def games_of(realm: str, packs: Iterable[Pack]) -> list[Pack]:
    """
    The games that people play with the sheets of a realm, first those that know most of what is on
    them.
    """
    found = [pack for pack in packs if pack.realm == realm]
    return sorted(found, key=lambda pack: -len(pack.program.bringing.entries))
