"""
The board of a match as text, for any game: the layout is data of the pack (`board.json5`).

The layout's cells are templates over a view (`match.view(seat)`): `{mana}` a field of the row's
player or card, `{hand.count}` a zone's size, `{wand|names}` the cards of a zone, `{match.phase}` a
field of the match, `{you.mana}` one of the reader's own, `{hero.top.left}` a field of the card on
top of a zone. Forms are `names`, `symbol`, `roman`, `name` (of the player at a seat), `card` (the
name of a card by its id), `rules` (of a card id; of `says`, which is the id of a card that has not
lost its text), `effects` (the same without keywords), `borne` (of `bears`: what lasts on a card),
`now` (what playing the card of this number would do), `named` (in short what the cards do that the
card of this id names), `many` (a number above 1) and `if` (nothing). Groups in square brackets are
left out when a hole in them is empty or 0, with `zero` only where it is empty:
`{health}[ x{membersLeft|many}]`; for the syntax see docs/language/templates.md.

Columns of a section say how they give way on a narrow screen (`text`, `short`, `drop`: see
`rules.ground.grid.Column`), sections have forms for few lines (`tight`: a template for each row, on
lines of its own; `short`: one for what stands side by side, or true for the columns without what
stands under its row). One with `each` stands once for each of some players (`players`, `others`,
`you`; a spectator sees all as others), its rows are from that player's zones, and its title and
`line` know that player. One that is `like` another has what it does not say itself from there; `if`
and `which` choose its rows (`cells.rows_told`). The layout says in `giving` in which order they
give way (`world.render.fitting`). `colours` gives symbols a colour, `prompt` is what stands before
the input line of somebody who is asked, `situation` what stands in the prompt of a scene. `asked`
names the sections that stand in short above a prompt where no board does; `steps` says where steps
lead (`render.prompt`). `unasked` are the prompts that nobody at a keyboard is asked: the answer is
typed along with the one before, or goes by default.

`Board(pack, view, text, reader)` gives lines; a picture of columns, or sentences for a reader who
listens (`speak` of each section).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any
from weakref import WeakKeyDictionary, proxy

from rules.ground.grid import flow, grid
from rules.ground.templates import IF, ZERO, Forms, fill_parts, parse_layout_template, place_of_form
from rules.ground.width import crop, wrap
from rules.pack import CardDef, Pack
from rules.running.plans import ZoneView
from rules.running.view import View
from rules.telling.bearing import borne_texts
from rules.telling.named import rules_of_named_cards
from rules.telling.phrasebook import LISTED
from rules.telling.said import counted, names_of_cards
from rules.telling.text import NAMES_TOLD, Text
from world.locale.reader import Reader
from world.render.cells import Row, cell_of, localize, roman_numeral, rows_told, table_of
from world.render.default_board import default_board
from world.render.fitting import FULL, SHORT, TIGHT, fit_board

_NUMBER = re.compile(r"\d+")

# Colours are those of the sixteen that can be read on black and on white; none says a thing alone.
OWN_NAME = "|C"

_NO_ZONE: ZoneView = {"count": 0, "cards": []}
#: What is seen of cards where no match is.
NO_MATCH: View = {
    "game": "",
    "seats": 0,
    "over": False,
    "standings": None,
    "outcome": None,
    "match": {},
    "players": [],
    "zones": {},
    "waiting": [],
    "you": None,
    "choices": [],
}


def zones_of(view: View) -> Iterator[tuple[int | None, str, Sequence[Mapping[str, Any]]]]:
    """The zones of a view: in whose seat's (None: shared), the name, the cards that it shows."""
    for player in view.get("players", ()):
        for zone, content in player.get("zones", {}).items():
            yield player["seat"], zone, content.get("cards", ())
    for zone, content in view.get("zones", {}).items():
        yield None, zone, content.get("cards", ())


def cards_of(view: View) -> Iterator[Mapping[str, Any]]:
    """Every card a view shows, with the seat in whose zone it lies as `holder` (None: shared)."""
    for holder, zone, cards in zones_of(view):
        for card in cards:
            yield {**card, "holder": holder, "zone": zone}


_LAYOUTS: WeakKeyDictionary[Pack, Mapping[str, Any]] = WeakKeyDictionary()


def layout_of(pack: Pack) -> Mapping[str, Any]:
    """
    The layout of a pack, its sections that are `like` others with what those say; what it does not
    say of sections and the table in a window is made (`default_board`).
    """
    if pack not in _LAYOUTS:
        layout = pack.board
        if "sections" not in layout:
            made = default_board(pack)
            layout = {**made, **layout, "table": {**made["table"], **layout.get("table", {})}}
        named = {section["id"]: section for section in layout["sections"]}
        sections = [{**named.get(s.get("like"), {}), **s} for s in layout["sections"]]
        _LAYOUTS[pack] = {**layout, "sections": sections}
    return _LAYOUTS[pack]


class Board:
    """A view, ready to be told to one reader."""

    def __init__(self, pack: Pack, view: View, text: Text, reader: Reader):
        self.pack, self.view, self.text, self.reader = pack, view, text, reader
        self.layout = layout_of(pack)
        self.names_in_line = NAMES_TOLD if reader.plain else 1
        self.drawn: dict[Hashable, list[str]] = {}  # sections: see `fitting`

    # -- the whole

    def title(self) -> str:
        """The game and the moment, in one line."""
        title = self.fill(self.layout.get("title"), {})
        return " ".join(title.split()) if self.reader.plain else title

    def lines(
        self,
        everything: bool = False,
        room: int | None = None,
        short: bool = False,
        keep: bool = False,
    ) -> list[str]:
        """The board, in at most `room` lines where it can be: see `fitting.fit_board`."""
        return fit_board(self, everything, room, short, keep)

    def status_line(self) -> str:
        """One line about the reader's own seat; "" for a spectator."""
        if self.view.get("you") is None or "status" not in self.layout:
            return ""
        return self.fill(self.layout["status"], {})

    def spread_lines(self, told: str, columns: int = 0, indent: str = "    ") -> list[str]:
        """A text of the layout as lines; what two spaces keep apart stays together in one."""
        if self.reader.plain:
            return [told]
        return flow(told.split("  "), columns or self.reader.width, indent=indent)

    def prompt(self) -> str:
        """What stands before the input line of somebody who is asked; a listener needs no more."""
        told = "" if self.reader.plain else self.fill(self.layout.get("prompt"), {})
        return f"{told} >".lstrip()

    def sections_named(self, name: str) -> list[str]:
        """The sections with this `id`."""
        return [
            line
            for section in self.layout.get("sections", ())
            if section.get("id") == name
            for line in self.section(section)
        ]

    def is_now(self, section: Mapping[str, Any]) -> bool:
        """Whether a section is for this moment."""
        return self.is_moment(section.get("when") or {})

    def is_moment(self, when: Mapping[str, Sequence[str]]) -> bool:
        """Whether a moment (path -> values) is now."""
        return all(str(self.value_at_path(path, {})) in values for path, values in when.items())

    def moment_changed(self, before: Any) -> tuple[Any, bool]:
        """
        The moment as the layout's `show` counts it, and whether the board is worth showing anew.

        `show` is path -> values: the board is shown when a path has come to one of these.
        """
        show = self.layout.get("show") or {}
        now = tuple(str(self.value_at_path(path, {})) for path in show)
        due = any(value in values for value, values in zip(now, show.values(), strict=True))
        return now, due and now != before

    # -- sections

    def section(
        self, section: Mapping[str, Any], form: str = FULL, columns: int | None = None
    ) -> list[str]:
        """Title and rows of a section; nothing for one without rows and without `empty`."""
        columns = columns or self.reader.width
        if "each" not in section:
            return self.section_of_player(section, form, columns, {})
        of = [row for row in map(self.player_row, self.view["players"]) if _is_meant(section, row)]
        return [line for row in of for line in self.section_of_player(section, form, columns, row)]

    def section_of_player(
        self, section: Mapping[str, Any], form: str, columns: int, about: Row
    ) -> list[str]:
        """A section, or that of one player, whose row `about` is."""
        if "line" in section:
            spoken = self.reader.plain and "speak" in section
            line = self.fill(section["speak" if spoken else "line"], about)
            return self.spread_lines(line, columns)
        rows = rows_told(self, section, self.rows_of(section, about.get("seat")))
        title = self.fill(section.get("title"), about)
        if not rows:
            if "empty" not in section:
                return []
            empty = localize(section["empty"], self.reader.language)
            return [self.reader.say("titled", title=title, text=empty)]
        if self.reader.plain:
            told = cell_of(self, section.get("speak") or section.get("list"))
            lead = [f"{title}:"] if title else []
            return lead + [told.fill(self, row) for row in rows]
        first = self.reader.say("titled", title=title, text="").rstrip(" ")
        first += "" if self.reader.language == "zh" else " "
        if form == TIGHT and TIGHT in section:
            told = cell_of(self, section[TIGHT])
            leads = [first, *[""] * (len(rows) - 1)]
            items = [lead + told.fill(self, row) for lead, row in zip(leads, rows, strict=True)]
            return [line for item in items for line in wrap(item, columns, "    ", "")]
        short = section.get("short") if form == SHORT else None
        listed = section.get("list") if short in (None, True) else short
        if listed is None:
            return self.table_lines(section, title, rows, columns, whole=short is None)
        told = cell_of(self, listed)
        return flow([told.fill(self, row) for row in rows], columns, first=first)

    def table_lines(
        self,
        section: Mapping[str, Any],
        title: str,
        rows: list[Row],
        limit: int,
        whole: bool = True,
    ) -> list[str]:
        """Rows of cells under each other; of one line each unless `whole`."""
        heads, layout, cells = table_of(self, section).columns_shown(self)
        if heads:
            heads = (heads[0] or title, *heads[1:])
        body = [[cell.fill(self, row) for cell in cells] for row in rows]
        return grid(body, layout, limit, heads, under=whole)

    def rows_of(self, section: Mapping[str, Any], seat: int | None = None) -> Iterator[Row]:
        """What the rows of a section are about: players, or cards of zones (of a seat)."""
        source = section.get("rows")
        if seat is not None:
            zone = self.view["players"][seat]["zones"].get(str(source), _NO_ZONE)
            yield from (self.card_row(card, seat) for card in zone["cards"])
            return
        if source == "players":
            yield from (self.player_row(player) for player in self.view["players"])
            return
        for path in [source] if isinstance(source, str) else source or ():
            yield from self.zone_rows(path)

    def zone_rows(self, path: str) -> Iterator[Row]:
        """Cards of `shop`, of `you.hand`, or of `players.slot` (everybody's)."""
        whose, _, zone = path.rpartition(".")
        if whose not in ("you", "players"):
            for card in self.view["zones"].get(path, _NO_ZONE)["cards"]:
                yield self.card_row(card, None)
            return
        for player in self.view["players"]:
            if whose == "you" and player["seat"] != self.view.get("you"):
                continue
            for card in player["zones"].get(zone, _NO_ZONE)["cards"]:
                yield self.card_row(card, player["seat"])

    def player_row(self, player: Mapping[str, Any]) -> Row:
        seat = player["seat"]
        return {
            **player["fields"],
            **player["zones"],
            "seat": seat,
            "number": seat + 1,
            "name": self.player_name(seat),
            "me": int(seat == self.view.get("you")),
            "asked": int(seat in self.view.get("waiting", ())),
        }

    def player_name(self, seat: int) -> str:
        """The name of a player; the reader's own in its colour."""
        name = self.text.player(seat)
        own = seat == self.view.get("you") and not self.reader.plain
        return f"{OWN_NAME}{name}|n" if own else name

    def symbol_text(self, name: str, told: str) -> str:
        """The word for a symbol in the colour that the layout gives it."""
        colour = None if self.reader.plain else self.layout.get("colours", {}).get(name)
        return f"|{colour}{told}|n" if colour and told else told

    def card_row(self, card: Mapping[str, Any], holder: int | None) -> Row:
        name = "" if holder is None else self.player_name(holder)
        return {
            **card,
            "name": self.text.card(card.get("id")),
            "says": "" if card.get("stripped") else card.get("id"),
            "holder": name,
            "mine": int(holder is not None and holder == self.view.get("you")),
        }

    # -- cards

    def find_card(self, uuid: Any, card_id: str | None = None) -> Row | None:
        """A card by its number as the view shows it; by its id as it is printed."""
        if (found := self.card_places.get(uuid)) is not None:
            holder, zone, card = found
            return self.card_row({**card, "zone": zone}, holder)
        definition = next((c for c in self.pack.cards if c.id == card_id), None)
        return None if definition is None else self.printed_card(definition, uuid)

    def printed_card(self, card: CardDef, uuid: Any = 0) -> Row:
        """A card that is in no match: fields that begin as something printed say that."""
        facts = self.text.facts(card, defaults=True)
        fields = self.pack.origin.raw["fields"].get(card.kind, {}).items()
        begun = {
            name: facts.get(spec["from"])
            for name, spec in fields
            if isinstance(spec, dict) and "from" in spec
        }
        row = {**facts, **begun, "id": card.id, "kind": card.kind, "uuid": uuid}
        return self.card_row(row, None)

    @cached_property
    def card_places(self) -> dict[Any, tuple[int | None, str, Mapping[str, Any]]]:
        """Every card one can see by its number: in whose zone (None: shared), which, the card."""
        return {
            card["uuid"]: (holder, zone, card)
            for holder, zone, cards in zones_of(self.view)
            for card in cards
        }

    def all_cards(self) -> Iterator[Row]:
        """Every card one can see, as rows."""
        return (self.card_row(card, card["holder"]) for card in cards_of(self.view))

    def card_text(self, row: Row | None, form: str) -> str:
        """A card in one of its kind's forms (`brief`, `detail`, `sheet`) of the layout."""
        if row is None or not self.has_form(row, form):
            return ""
        forms = self.layout["cards"][row["kind"]]
        return cell_of(self, forms[form]).fill(self, row)

    def has_form(self, row: Row | None, form: str) -> bool:
        """Whether the layout has this form of cards of its kind."""
        forms = self.layout.get("cards", {}).get(row.get("kind"), {}) if row is not None else {}
        return form in forms

    # -- what options would do

    def foretold_text(self, option: Mapping[str, Any], names: int = NAMES_TOLD) -> str:
        """
        What an option of the view would do, in a few words; "" where that is known anyhow.

        An amount that its card says first needs no repetition. `names`: see `Text.foretold_text`.
        """
        card = option.get("id")
        printed = _NUMBER.search(self.text.rules_text(card)) if card else None
        known = int(printed.group()) if printed else None
        facts = [
            fact
            for fact in option.get("preview", ())
            if fact["entity"] or fact["how"] != "amount" or fact["high"] != known
        ]
        return self.text.foretold_text(facts, option.get("entity") or 0, names)

    def options_offered(self) -> Sequence[Mapping[str, Any]]:
        """The options that the view gives its seat."""
        choices = self.view.get("choices") or ({"options": ()},)
        return choices[0]["options"]

    def foretold_of_card(self, card: Any, names: int = NAMES_TOLD) -> str:
        """What playing a card would do now, as far as it is an option."""
        options = (o for o in self.options_offered() if o["kind"] == "card" and o["entity"] == card)
        return next((told for option in options if (told := self.foretold_text(option, names))), "")

    # -- templates

    def fill(self, template: Any, row: Row) -> str:
        """A template of the layout with its holes filled."""
        text = localize(template, self.reader.language)
        parts, forms = parse_layout_template(text), self.forms
        if (place := place_of_form(text, "borne")) > 0:
            before = fill_parts(parts[:place], partial(self._value_in, row), forms)
            forms = {**forms, "borne": partial(self.borne_text, before=before)}
        return fill_parts(parts, partial(self._value_in, row), forms)

    def _value_in(self, row: Row, hole: Any) -> Any:
        return self.value_at(hole.path, row)

    def value_at_path(self, path: str, row: Row) -> Any:
        """What a path with points leads to; None for nowhere."""
        return self.value_at(tuple(path.split(".")), row)

    def value_at(self, path: tuple[str, ...], row: Row) -> Any:
        """What a path leads to; None for nowhere."""
        first = path[0]
        if len(path) == 1 and first in row:  # most are
            return row[first]
        zones = self.view["zones"]
        found: Any = row
        if first == "match":
            found, path = self.view["match"], path[1:]
        elif first == "you" and isinstance(self.view["you"], int):
            found, path = self.own_row, path[1:]
        elif first not in row and first in zones:
            found = zones
        elif (zone := ".".join(path[:2])) in zones:
            found, path = zones[zone], path[2:]
        for part in path:
            found = found.get(part, _top_card(found, part)) if isinstance(found, dict) else None
        return found

    @cached_property
    def own_row(self) -> Row:
        """The row of the reader's own seat."""
        seat = self.view["you"]
        assert seat is not None  # noqa: S101 (for mypy: a spectator has no row)
        return self.player_row(self.view["players"][seat])

    @cached_property
    def forms(self) -> Forms:
        """What may stand behind the bar of a hole, and what it makes of a value here."""
        board = proxy(self)  # which keeps these: a circle would have to be searched for
        return {name: partial(form, board) for name, form in _FORMS.items()}

    def formed(self, value: Any, form: str) -> str:
        """What a form makes of a value."""
        return self.forms.get(form, self.forms[""])(value)

    def borne_text(self, borne: Any, before: str = "") -> str:
        """What is on a card, without what stands before it: it has rush, by whatever."""
        said = f" {' '.join(re.split(r'[\s，,]+', before))} ".casefold()
        told = borne_texts(self.text, borne) if borne else ()
        return self.join_list([each for each in told if f" {each.casefold()} " not in said])

    def value_text(self, value: Any, as_symbol: bool = False) -> str:
        """A value without a form; `as_symbol`: any word as the symbol of that name."""
        if type(value) is int:  # most are
            return str(value)
        if value is None:
            return ""
        if isinstance(value, dict):
            return str(value.get("count", ""))
        if not isinstance(value, str):
            told = str(value)
            return self.symbol_text(told, self.text.symbol(told)) if as_symbol else told
        own = self.layout.get("symbols", {})
        if value in own:
            return self.symbol_text(value, localize(own[value], self.reader.language))
        named = as_symbol or value.islower()
        return self.symbol_text(value, self.text.symbol(value) if named else value)

    def _zone_names(self, zone: Any) -> str:
        """The cards of a zone that can be seen, and how many there are."""
        names = names_of_cards(zone, self.text.card)
        return self.text.name_some(names, zone["count"]) if names else ""

    def join_list(self, told: Sequence[str]) -> str:
        """Several things in a list."""
        return LISTED[self.text.language].join(told)

    def fit_line(self, line: str) -> str:
        """One line, cut to the reader's width; a listener gets all of it."""
        return line if self.reader.plain else crop(line, self.reader.width)


def _is_meant(section: Mapping[str, Any], player: Row) -> bool:
    """Whether a section with `each` is about a player."""
    return section["each"] == "players" or (section["each"] == "you") == bool(player["me"])


def _top_card(zone: Mapping[str, Any], part: str) -> Any:
    """The card on top of a zone, where that is meant."""
    return zone["cards"][-1] if part == "top" and zone.get("cards") else None


#: What stands after the bar of a hole, and what it makes of the value (`rules.pack.holes` knows the
#: names, too).
_FORMS: dict[str, Callable[[Board, Any], str]] = {
    "": Board.value_text,
    "symbol": lambda board, value: board.value_text(value, as_symbol=True),
    IF: lambda board, value: "",
    ZERO: Board.value_text,
    "named": lambda board, value: rules_of_named_cards(board.text, str(value)) if value else "",
    "rules": lambda board, value: board.text.rules_text(str(value)) if value else "",
    "card": lambda board, value: board.text.card(value) if value else "",
    "effects": lambda board, value: board.text.effects(str(value)) if value else "",
    "borne": Board.borne_text,
    "now": lambda board, value: board.foretold_of_card(value, board.names_in_line),
    "names": lambda board, value: board._zone_names(value),
    "counted": lambda board, value: board.join_list(
        counted(names_of_cards(value, board.text.card))
    ),
    "roman": lambda board, value: roman_numeral(value),
    "name": lambda board, value: board.player_name(value) if isinstance(value, int) else "",
    "brief": lambda board, value: crop(board.value_text(value), 10),
    "many": lambda board, value: str(value) if isinstance(value, int) and value > 1 else "",
}
