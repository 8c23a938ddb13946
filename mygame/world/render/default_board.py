"""
The board of a game that says nothing of it: what its `board.json5` would be, made of what it
declares and of what its rules tell. So text, listeners and windows have it by the same ways as any
other board; docs/table.md says what is in it. Begin with `default_board`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rules.pack import Pack
from rules.running.state import Field, Zone
from rules.telling.text import Text
from rules.workshop.homeless import objects_of_code
from world.locale.messages import LANGUAGES

#: Fields that are told, at most; and half as many of those that play changes.
MOST_OF_MATCH, MOST_OF_PLAYER, MOST_OF_CARDS = 3, 8, 3
ROOM = 4  # for cards of an open zone side by side on a mat

_CHANGING = 2  # the rank of fields that are told because play changes them
_NEVER = 1 << 30  # where something stands in rules that do not name it
_MARKS = str.maketrans({"[": "(", "]": ")", "{": "{{"})

_BARE = str.maketrans("", "", "[]")  # a text without its groups

Names = dict[str, str]  # by language


class Told(NamedTuple):
    """A field on the board: its names, the holes with its value, whether it stands alone."""

    names: Names
    holes: str
    alone: bool = False  # a truth: its name says all


class _Game:
    """A pack, as far as a board is made of it."""

    def __init__(self, pack: Pack):
        self.pack = pack
        self.texts = {language: Text(pack, language) for language in LANGUAGES}
        self.rules = {
            language: " ".join(_texts_in((pack.words.get(language) or {}).get("rules", {}))).lower()
            for language in LANGUAGES
        }
        raw = pack.origin.raw
        fields = (node.get("field") for node in objects_of_code(pack) if "type" in node)
        self.changed = {name for name in fields if isinstance(name, str)}
        self.untold = {*raw["tallies"], *(raw["pack"].get("options") or {})}
        self.shown = {path.rpartition(".")[2] for path in pack.board.get("show") or {}}
        self.limits = {f.maximum for f in pack.program.layout.fields.values()}

    def names_of_field(self, name: str) -> Names:
        return {language: text.field(name) for language, text in self.texts.items()}

    def names_of_zone(self, path: str) -> Names:
        """Of a zone, one of a family by its symbol: pile III."""
        family, _, which = path.partition(".")
        return {
            language: text.zone(family) + (f" {text.symbol(which)}" if which else "")
            for language, text in self.texts.items()
        }

    def place_in_rules(self, names: Names) -> int:
        """Where the rules first speak of something, in the first language in which they do."""
        for language in reversed(LANGUAGES):
            name = names[language].lower()
            pattern = re.escape(name) if language == "zh" else rf"\b{re.escape(name)}(?:s|es)?\b"
            if name and (found := re.search(pattern, self.rules[language])):
                return found.start()
        return _NEVER


def default_board(pack: Pack) -> dict[str, Any]:
    """The layout of a board for a pack, of the shape of its own section `board`."""
    game = _Game(pack)
    ours, shared = _zones(game, "player"), _zones(game, None)
    fields = _fields_told(game, ["player"], MOST_OF_PLAYER)
    of_match = _of("match", _fields_told(game, ["match"], MOST_OF_MATCH))
    listed = _list_of_cards(game)
    open_to_all = [path for path, zone in ours if zone.see == "all"]
    mine = [path for path, zone in ours if zone.see != "none"]
    shared_open = [path for path, zone in shared if zone.see == "all"]
    counts = [_count_of(game, path) for path, zone in ours if zone.see == "none"]
    theirs = [_count_of(game, path) for path, zone in ours if zone.see != "all"]
    piles = [_count_of(game, path) for path, zone in shared if zone.see != "all"]
    sections = [
        _line("others", [*fields, *theirs], "{number} {name}", each="others"),
        *(_cards(game, path, listed, "others") for path in open_to_all),
        *([_piles(piles)] if piles else []),
        *(_cards(game, path, listed) for path in shared_open),
        _line("you", [*fields, *counts], "{number} {name}", each="you"),
        *(_cards(game, path, listed, "you") for path in mine),
    ]
    named = [section["id"] for section in sections if "rows" in section]
    return {
        "title": {
            language: text.game().translate(_MARKS) + _items(of_match, language, "  ")
            for language, text in game.texts.items()
        },
        "status": _line("", _of("you", [*fields, *counts]), _YOU)["line"],
        "show": _turns(game),
        "sections": sections,
        "giving": [[name, form] for form in ("short", "none") for name in named[::-1]],
        "cards": {kind: _forms_of_card(game, kind) for kind in _kinds_of_cards(game)},
        "table": {
            "parts": _parts(game, fields, ours, shared),
            "faces": {kind: face for kind in _kinds_of_cards(game) if (face := _face(game, kind))},
        },
    }


_YOU = {"zh": "你", "en": "You"}


# -- what is told ----------------------------------------------------------------------------------


def _fields_told(game: _Game, kinds: Sequence[str], most: int) -> list[Told]:
    """
    Fields of these kinds that matter, each name once: first those in `show`, those with a maximum
    and those that the rules name, in their order; then those that play changes, while they are not
    0. Of numbers that are printed on cards those that the rules name.
    """
    program, of_cards = game.pack.program, "player" not in kinds and "match" not in kinds
    found: list[tuple[int, int, Field | None, str]] = []
    for (kind, name), field in program.layout.fields.items():
        if kind in kinds and _can_be_told(game, field):
            place = game.place_in_rules(game.names_of_field(name))
            if name in game.shown:
                found.append((0, place, field, name))
            elif place < _NEVER or field.maximum is not None:
                found.append((1, place, field, name))
            elif name in game.changed and field.initial == 0 and not of_cards:
                found.append((_CHANGING, place, field, name))
    for name, fact in program.properties.items() if of_cards else ():
        place = game.place_in_rules(game.names_of_field(name))
        if fact.type == "number" and place < _NEVER:
            found.append((1, place, None, name))
    told: list[tuple[int, Told]] = []
    for rank, _, source, name in sorted(found, key=lambda each: each[:2]):
        names = game.names_of_field(name)
        if all(names.items().isdisjoint(each.names.items()) for _, each in told):
            told.append((rank, _told(names, name, source, of_cards)))
    changing = [each for rank, each in told if rank == _CHANGING]
    return [each for rank, each in told if rank < _CHANGING][:most] + changing[: most // 2]


def _can_be_told(game: _Game, field: Field) -> bool:
    """Whether people may see it and it says something: no limit of another, no secret, no card."""
    told = ("number", "boolean", "symbol", "player")
    if field.see == "none" or field.type not in told or field.name in game.limits:
        return False
    return field.name not in game.untold or field.name in game.shown


def _told(names: Names, name: str, field: Field | None, of_cards: bool) -> Told:
    """A field or, without one, a property; of players those with a maximum are told at 0, too."""
    if field is None or (field.type == "number" and field.maximum is None):
        return Told(names, f"{{{name}}}")
    if field.type == "boolean":
        return Told(names, f"{{{name}|if}}", alone=True)
    if field.type in ("player", "symbol"):
        return Told(names, f"{{{name}|{'name' if field.type == 'player' else 'symbol'}}}")
    limit = f"{{{field.maximum}}}" if isinstance(field.maximum, str) else field.maximum
    return Told(names, f"{{{name}{'' if of_cards else '|zero'}}}/{limit}")


def _of(whose: str, told: Iterable[Told]) -> list[Told]:
    """The same of the match, or of whoever reads it."""
    return [each._replace(holes=each.holes.replace("{", f"{{{whose}.")) for each in told]


def _count_of(game: _Game, path: str) -> Told:
    return Told(game.names_of_zone(path), f"{{{path}.count}}")


def _list_of_cards(game: _Game) -> dict[str, str]:
    """A card among others: its name, and numbers of it that the rules name or that have a limit."""
    told = _fields_told(game, _kinds_of_cards(game), MOST_OF_CARDS)
    return {language: "{name}" + _items(told, language, " ") for language in LANGUAGES}


def _kinds_of_cards(game: _Game) -> list[str]:
    return [kind for kind in game.pack.program.layout.kinds if kind not in ("match", "player")]


def _printed_numbers(game: _Game, kind: str) -> list[Told]:
    """The first numbers that are printed on all cards of a kind, as they are declared."""
    cards = [card for card in game.pack.cards if card.kind == kind]
    names = (
        name
        for name in game.pack.origin.raw["properties"]
        if game.pack.program.properties[name].type == "number"
        and cards
        and all(name in card.facts for card in cards)
    )
    return [Told(game.names_of_field(name), f"{{{name}}}") for name in names][:MOST_OF_CARDS]


def _zones(game: _Game, of: str | None) -> list[tuple[str, Zone]]:
    """
    The zones of each player, or the shared ones, by path and in the order of the rules; that from
    which all is dealt only where the rules name it.
    """
    found = []
    for name, zone in game.pack.program.layout.zones.items():
        place = game.place_in_rules(game.names_of_zone(name))
        boxed = zone.first == game.pack.program.start_zone and place == _NEVER
        if (zone.of == "player") == (of == "player") and not boxed:
            which = zone.of if isinstance(zone.of, tuple) else ()
            paths = [f"{name}.{each}" for each in which] or [name]
            found += [(place, path, zone) for path in paths]
    return [(path, zone) for _, path, zone in sorted(found, key=lambda each: each[0])]


def _turns(game: _Game) -> dict[str, list[str]]:
    """The board is shown anew when something else is said of the match to be some player's."""
    layout = game.pack.program.layout
    seats = [str(seat) for seat in range(layout.players)]
    return {
        f"match.{name}": seats
        for (kind, name), field in layout.fields.items()
        if kind == "match" and field.type == "player" and field.see == "all"
    }


# -- how it is told --------------------------------------------------------------------------------


def _items(told: Iterable[Told], language: str, before: str) -> str:
    """Names and values, each in a group that is left out where there is no value."""
    done = ""
    for each in told:
        name = each.names[language].translate(_MARKS)
        gap = " " if name[-1:].isascii() and not each.alone else ""
        done += f"[{before}{name}{gap}{each.holes}]"
    return done


def _line(id: str, told: Sequence[Told], start: str | Names = "", **rest: str) -> dict[str, Any]:
    """A section of one line, also as a sentence."""
    starts = start if isinstance(start, dict) else dict.fromkeys(LANGUAGES, start)
    commas = {"zh": "，", "en": ", "}
    return {
        "id": id,
        "line": {name: starts[name] + _items(told, name, "  ") for name in LANGUAGES},
        "speak": {name: starts[name] + _items(told, name, commas[name]) for name in LANGUAGES},
        **rest,
    }


def _piles(told: Sequence[Told]) -> dict[str, Any]:
    """A section of one line with shared zones as numbers, also where they are 0."""
    section = _line("piles", told)
    for form in ("line", "speak"):
        for language, text in section[form].items():
            section[form][language] = text.translate(_BARE).lstrip(" ,，")
    return section


def _cards(game: _Game, path: str, listed: Names, each: str = "") -> dict[str, Any]:
    """A section with the cards of a zone."""
    whose = "{name} " if each == "others" else ""
    title = {
        language: whose + name.translate(_MARKS)
        for language, name in game.names_of_zone(path).items()
    }
    section = {"id": f"{each}.{path}", "rows": path, "title": title, "list": listed}
    return section | {"short": "{name}"} | ({"each": each} if each else {})


def _parts(
    game: _Game,
    fields: Sequence[Told],
    ours: Sequence[tuple[str, Zone]],
    shared: Sequence[tuple[str, Zone]],
) -> list[dict[str, Any]]:
    """The same in a window: the others, what is shared, oneself."""
    chips = [
        {"label": each.names, "text": f"[{each.holes}]" if not each.alone else each.holes}
        for each in fields
    ]
    mats = {"draw": "mats", "fields": chips}
    hands = [path for path, zone in ours if zone.see == "owner"]
    piles = [_count_of(game, path) for path, zone in shared if zone.see != "all"]
    return [
        {**mats, "id": "others", "each": "others", "zones": [_zone_of(*each) for each in ours]},
        *([{"id": "piles", "draw": "line", "text": _piles(piles)["line"]}] if piles else []),
        *(
            {"id": path, "draw": "row", "zones": [path], "title": game.names_of_zone(path)}
            for path, zone in shared
            if zone.see == "all"
        ),
        {
            **mats,
            "id": "you",
            "each": "you",
            "zones": [_zone_of(*each) for each in ours if each[0] not in hands],
        },
        *(
            {"id": path, "draw": "row", "zones": [path], "title": game.names_of_zone(path)}
            | {"each": "you"}
            for path in hands
        ),
    ]


def _zone_of(path: str, zone: Zone) -> dict[str, Any]:
    """A zone on the mat of a player."""
    if zone.see == "all":
        return {"zone": path, "as": "cards", "room": min(zone.most or ROOM, ROOM)}
    return {"zone": path, "as": "count" if zone.see == "none" else "backs"}


def _face(game: _Game, kind: str) -> dict[str, Any]:
    """The numbers that are printed on a card, at its corners."""
    told = zip(("corner", "left", "right"), _printed_numbers(game, kind), strict=False)
    return {place: {"text": each.holes, "label": each.names} for place, each in told}


def _forms_of_card(game: _Game, kind: str) -> dict[str, Names]:
    """A card behind its name: the same numbers, and what it does."""
    told = _printed_numbers(game, kind)
    marks = {"zh": ("（", "）"), "en": ("(", ") ")}
    numbers = {name: _items(told, name, " ").translate(_BARE).strip() for name in LANGUAGES}
    brief = {
        name: text and marks[name][0] + text + marks[name][1] for name, text in numbers.items()
    }
    return {
        "detail": {name: text + "{id|rules}" for name, text in brief.items()},
        "detail.brief": brief,
        "sheet": numbers,
    }


def _texts_in(node: Any) -> Iterator[str]:
    """All texts in a piece of words."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for inner in node.values() if isinstance(node, dict) else node:
            yield from _texts_in(inner)
