"""
The form of an entry of the world outside (a place, a person) on the page of its draft: a field for
each thing that can be written without JSON, what is wrong with it beside it, and how people will
read the place at 80 columns, in both languages.

What belongs where is `rules.workshop.entries`; everything a form does not show stays as it is in
the text. Begin with `form_of` and `text_of`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from rules.ground.errors import PackError
from rules.pack import Pack
from rules.pack.directions import DIRECTIONS
from rules.pack.pieces import parse_piece
from rules.workshop.completion import Fitting
from rules.workshop.editing import Tree, root_type
from rules.workshop.entries import PARTS, new_place, value_written
from rules.workshop.helping import help_of_param
from rules.workshop.layout import lay_out
from rules.workshop.rewriting import rewrite
from server import cleaning
from world import content
from world.errors import TableError
from world.locale.messages import LANGUAGES, strip_marks
from world.locale.reader import Reader
from world.render.strolling import place_lines
from world.shelf.geography import Entry

LONGEST = 600  # characters of a text
PLACES = "entry:places"
SHORT = ("name",)  # texts that are one line
WIDTH = 80


class Field(NamedTuple):
    """A field of the form: `kind` is line, text, choice or flag."""

    name: str
    label: str
    kind: str
    value: str
    problems: list[str]
    language: str = ""
    choices: list[tuple[str, str]] = []


def is_formed(address: str) -> bool:
    """Whether a piece has such a form."""
    return root_type(address) in ("place", "person")


def form_of(pack: Pack, row: Any, report: Mapping[str, Any], language: str) -> list[Field]:
    """The fields of a draft; none where its text cannot be read."""
    entry = entry_of(row.text)
    if entry is None:
        return []
    at = row.address.removeprefix("entry:")
    problems = [(str(each["place"]), str(each["text"])) for each in report.get("problems") or ()]
    return list(_Form(pack, row, entry, language, at, problems).fields())


def entry_of(text: str) -> dict[str, Any] | None:
    """What a draft says; None where it says nothing that a form could show."""
    try:
        found = parse_piece(text) if text.strip() else {}
    except PackError:
        return None
    return found if isinstance(found, dict) else None


class _Form:
    def __init__(
        self,
        pack: Pack,
        row: Any,
        entry: dict[str, Any],
        language: str,
        at: str,
        problems: list[tuple[str, str]],
    ):
        self.entry, self.language, self.at, self.problems = entry, language, at, problems
        self.type = root_type(row.address)
        self.tree = Tree(pack, entry, self.type)
        self.fitting = Fitting(self.tree, language)
        self.places = places_now(pack, row)

    def fields(self) -> Iterator[Field]:
        for key, param in PARTS[self.type].items():
            label, value = help_of_param(param, self.language), self.entry.get(key)
            if param.type == "texts":
                texts = value if isinstance(value, dict) else {}
                for each in LANGUAGES:
                    kind = "line" if key in SHORT else "text"
                    name = f"{key}.{each}"
                    yield self.field(name, label, kind, str(texts.get(each, "")), each)
            elif param.type in ("point", "nameList"):
                told = ", ".join(map(str, value)) if isinstance(value, list) else ""
                yield self.field(key, label, "line", told)
            elif param.type == "flag":
                yield self.field(key, label, "flag", "1" if value else "")
            elif param.type in ("placeName", "cardName"):
                yield self.choice(key, label, value, self.choices_of(param.type, key))
            elif param.type == "exits":
                ways = value if isinstance(value, dict) else {}
                known = [
                    (name, _name_of(each, name, self.language))
                    for name, each in self.places.items()
                ]
                for way, direction in DIRECTIONS.items():
                    told = direction.names[self.language]
                    yield self.choice(f"exits.{way}", told, ways.get(way), known)

    def field(self, name: str, label: str, kind: str, value: str, language: str = "") -> Field:
        return Field(name, label, kind, value, self.problems_at(name), language)

    def choice(self, name: str, label: str, value: Any, known: list[tuple[str, str]]) -> Field:
        own = value if isinstance(value, str) else ""
        missing = [] if own in dict(known) or not own else [(own, own)]
        return Field(name, label, "choice", own, self.problems_at(name), "", known + missing)

    def choices_of(self, type: str, key: str) -> list[tuple[str, str]]:
        if type == "placeName":
            return [
                (name, _name_of(each, name, self.language)) for name, each in self.places.items()
            ]
        found = self.fitting.completions_at(self.tree.slot_at((key,)))
        return [(fit.name, strip_marks(fit.help)) for fit in found]

    def problems_at(self, name: str) -> list[str]:
        """What is wrong at a field; at a text also what is said of it in every language."""
        paths = {f"{self.at}.{name}", f"{self.at}.{name.partition('.')[0]}"}
        return [text for place, text in self.problems if place in paths]


def places_now(pack: Pack, row: Any) -> dict[str, Any]:
    """The places of a pack, with those that the author of a draft is at."""
    return places_of(pack, row.author, row.address)


def places_of(pack: Pack, who: Any, address: str = f"{PLACES}.") -> dict[str, Any]:
    """The places of a pack, with those that somebody is at beside an address."""
    found = dict(pack.places)
    for draft in content.drafts_beside(who, pack.folder, address):
        head, _, name = draft.address.partition(f"{PLACES}.")
        if not head and name:
            found[name] = entry_of(draft.text) or {}
    return found


def _name_of(entry: Any, name: str, language: str) -> str:
    names = entry.get("name") if isinstance(entry, Mapping) else None
    return str(names.get(language) or name) if isinstance(names, Mapping) else name


# -- a new place


def choices_of_new(pack: Pack, who: Any, language: str) -> dict[str, list[tuple[str, str]]]:
    """Where a new place may lie: `ways` and the `places` beside which, each with its name."""
    known = places_of(pack, who)
    return {
        "ways": [(way, each.names[language]) for way, each in DIRECTIONS.items()],
        "places": [(name, _name_of(each, name, language)) for name, each in known.items()],
    }


def begin_place(pack: Pack, who: Any, given: Mapping[str, str]) -> tuple[str, str]:
    """
    The address and the text of a new place: its names by language, in a direction (`way`) of
    another one (`beside`).

    :raises TableError: `placeNewHow`: it has no name.
    """
    known = places_of(pack, who)
    names = {each: given[each] for each in LANGUAGES if given.get(each)}
    if not names:
        raise TableError("placeNewHow")
    entry = new_place(names, known, given.get("way", ""), given.get("beside", ""))
    return f"{PLACES}.{content.free_entry_id(names, known, 'place')}", lay_out(entry)


# -- what was sent


def text_of(pack: Pack, row: Any, sent: QueryDict) -> str:
    """The text of a draft with what was sent in the form; as it was where that cannot be read."""
    entry = entry_of(row.text)
    if entry is None:
        return str(row.text)
    for key, param in PARTS[root_type(row.address)].items():
        if param.type == "texts":
            told = {each: _line(sent, f"{key}.{each}") for each in LANGUAGES}
            _put(entry, key, {each: text for each, text in told.items() if text})
        elif param.type in ("point", "nameList"):
            _put(entry, key, _list_of(param.type, _line(sent, key)))
        elif param.type == "flag":
            _put(entry, key, key in sent)
        elif param.type in ("placeName", "cardName"):
            _put(entry, key, _line(sent, key))
        elif param.type == "exits":
            ways = {way: _line(sent, f"exits.{way}") for way in DIRECTIONS}
            _put(entry, key, {way: to for way, to in ways.items() if to})
    return rewrite(row.text, entry) or lay_out(entry)


def _line(sent: QueryDict, name: str) -> str:
    return cleaning.clean_line(sent.get(name, ""), LONGEST).strip()


def _list_of(type: str, text: str) -> Any:
    if not text:
        return []
    try:
        return value_written(type, text) or [text]
    except ValueError:
        return [text]  # the check says what belongs there


def _put(entry: dict[str, Any], key: str, value: Any) -> None:
    """Write something into an entry; nothing is not written."""
    if value:
        entry[key] = value
    else:
        entry.pop(key, None)


# -- what people will read


def preview_of(pack: Pack, row: Any) -> list[tuple[str, list[str]]]:
    """By language the lines of a place as people read them; none of anything else."""
    entry, name = entry_of(row.text), row.address.rpartition(".")[2]
    if root_type(row.address) != "place" or not entry or not isinstance(entry.get("text"), dict):
        return []
    known, ways = places_now(pack, row), entry.get("exits")
    shown = [
        (way, Entry(pack, to, known[to]) if isinstance(known.get(to), dict) else None)
        for way, to in (ways.items() if isinstance(ways, dict) else ())
        if way in DIRECTIONS
    ]
    people = [
        Entry(pack, person, data)
        for person, data in pack.people.items()
        if data.get("place") == name
    ]
    found = []
    for language in LANGUAGES:
        reader = Reader(language, width=WIDTH)
        try:
            lines = place_lines(Entry(pack, name, entry), shown, people, reader)
        except (AttributeError, TypeError):  # of texts that are none; the check says which
            return []
        found.append((language, [strip_marks(line) for line in lines]))
    return found
