"""The files of a pack and of its parents, merged into one tree of sections."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..ground.data import Json
from ..ground.errors import Problem, suggest
from ..language import dialect
from .likeness import note_likeness, resolve_likeness
from .located import find_duplicate_names
from .scripts import add_cards, decode_script, is_script

SECTIONS = (
    "pack",
    "kinds",
    "properties",
    "fields",
    "tallies",
    "enchantments",
    "zones",
    "events",
    "timings",
    "questions",
    "modes",
    "define",
    "main",
    "cards",
    "words",
    "board",
    "bot",
    "bring",
    "return",
    "stock",
    "places",
    "people",
    "errands",
    "preview",
    "report",
    "scripts",
    "remove",
)
OF_THE_WORLD = ("places", "people", "errands")  # sections that a pack does not inherit
HINT = "$schema"  # says to editors where the schema of the file is; nothing else reads it
BODIES = ("behaviors", "do", "value")  # what a defined word does or is
MAX_CHARACTERS = 2_000_000  # of all files of a pack
WORLD = Path(__file__).resolve().parents[2] / "world" / "packs"


def folder_named(text: str) -> Path:
    """The folder of a pack as commands are given it: a path, or the name of one in the world."""
    folder = Path(text)
    return WORLD / text if not folder.is_dir() and (WORLD / text).is_dir() else folder


def add_folder(parser: ArgumentParser) -> None:
    """The argument of a command that says which pack it is about."""
    parser.add_argument("folder", type=folder_named, help="the pack: a folder, or its name")


def files_of(folder: Path) -> list[tuple[str, Path]]:
    """
    The files of a pack, without its scenarios, in order, with their places in problems; its
    scripts come last.
    """
    found = [*_parts_below(folder, (), ".json5"), *_parts_below(folder, ("lua",), ".lua")]
    return [("/".join((folder.name, *parts)), folder.joinpath(*parts)) for parts in found]


def _parts_below(folder: Path, inner: tuple[str, ...], suffix: str) -> list[tuple[str, ...]]:
    """
    The parts, from a folder on, of all that ends so below one inside it, in order. Scenarios, which
    may be many, are not looked at.
    """
    found = []
    for where, folders, names in os.walk(folder.joinpath(*inner)):
        folders[:] = [name for name in folders if name != "scenarios"]
        own = Path(where).relative_to(folder).parts
        found += [(*own, name) for name in (*folders, *names) if name.endswith(suffix)]
    return sorted(found)


def read_text(path: Path) -> str:
    """
    The text of a file, its ends of lines as they are.

    :raises UnicodeDecodeError: it is not UTF-8.
    """
    if path.suffix == ".lua":
        return decode_script(path.read_bytes())
    return path.read_bytes().decode("utf-8")


def describe_utf8_error(error: UnicodeDecodeError) -> str:
    """What is wrong with a file that cannot be read."""
    return f"byte {error.start} is not UTF-8; the file must be saved as UTF-8"


def section_files(places: Iterable[str], folder: str) -> list[str]:
    """Of the places of files those that hold sections of the pack in a folder; the same order."""
    inside = [each.split("/") for each in places if each.endswith(".json5")]
    own = [parts for parts in inside if parts[0] == folder and "scenarios" not in parts[1:]]
    return ["/".join(parts) for parts in sorted(own)]


def files_of_pack(places: Iterable[str], folder: str) -> list[str]:
    """Of the places of files those that the pack in a folder is made of, its scripts last."""
    known = list(places)
    scripts = sorted(place for place in known if is_script(place, folder))
    return [*section_files(known, folder), *scripts]


class Loader:
    """
    Reads the files of a pack and of its parents, and merges their sections.

    `known`: texts by place in which no name is given twice, as those of a pack that was loaded; to
    look for such names takes longer than all else. `texts`: the files themselves by place, for
    packs that stand in no folder (the names of which are then all that counts of it).
    """

    def __init__(
        self, known: Mapping[str, str] | None = None, texts: Mapping[str, str] | None = None
    ) -> None:
        self.known = known or {}
        self.texts = texts
        self.folders: list[str] = []  # of the pack and its parents
        self.problems: list[Problem] = []
        self.unread = False  # whether there are files, or parents, that could not be read

    def report_unreadable(self, place: str, message: str) -> None:
        self.problems.append(Problem(place, message))
        self.unread = True

    def read(self, folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
        """The sections of the pack in a folder, and its files by place."""
        raw, sources = self.read_folder(folder, ())
        if not self.unread:
            self.unread = not add_cards(raw, sources, self.problems)
        resolve_likeness(raw)
        return raw, sources

    def read_folder(
        self, folder: Path, children: tuple[str, ...]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        raw: dict[str, Any] = {section: {} for section in SECTIONS}
        raw["cards"], raw["like"], raw["main"], raw["kinds"] = {}, {}, None, []
        sources: dict[str, str] = {}
        self.folders.append(str(folder.resolve()))
        files = self.files_of(folder)
        if not files:
            self.report_unreadable(
                folder.name, "there is no pack here: a pack is a folder with pack.json5"
            )
            return raw, sources
        pieces = []
        for place, path in files:
            try:
                sources[place] = self.text_of(place, path)
            except UnicodeDecodeError as error:
                self.report_unreadable(place, describe_utf8_error(error))
                continue
            if sum(map(len, sources.values())) > MAX_CHARACTERS:
                message = f"the pack has more than {MAX_CHARACTERS} characters up to here"
                self.report_unreadable(place, message)
                return raw, sources
            if is_script(place):
                continue
            data, problems = dialect.parse_json5(sources[place], place)
            self.problems += problems
            if problems:
                self.unread = True
                continue
            if not isinstance(data, dict):
                self.report_unreadable(place, "a file of a pack is an object of sections")
                continue
            if self.known.get(place) != sources[place]:
                self.problems += find_duplicate_names(place, sources[place])
            pieces.append((place, data))
        parent = next(
            (d["pack"].get("inherits") for _, d in pieces if isinstance(d.get("pack"), dict)), None
        )
        if parent is not None:
            self.inherit(folder, parent, (*children, folder.name), raw, sources)
        inherited = set(raw["cards"])
        defined = {(family, name) for family, table in raw["define"].items() for name in table}
        for place, data in pieces:
            self.merge(raw, place, data, inherited, defined)
        return raw, sources

    def files_of(self, folder: Path) -> list[tuple[str, Path]]:
        """The files of a pack in order, with their places."""
        if self.texts is None:
            return files_of(folder)
        return [(place, Path(place)) for place in files_of_pack(self.texts, folder.name)]

    def text_of(self, place: str, path: Path) -> str:
        """:raises UnicodeDecodeError: it is not UTF-8."""
        return read_text(path) if self.texts is None else self.texts[place]

    def is_beside(self, folder: Path, name: str) -> bool:
        """Whether a pack of this name stands beside another one; a name is no way elsewhere."""
        if Path(name).name != name or name in ("", ".."):
            return False
        if self.texts is None:
            return (folder.parent / name).is_dir()
        return bool(section_files(self.texts, name))

    def packs_beside(self, folder: Path) -> list[str]:
        """The names of the packs beside one."""
        if self.texts is None:
            return [other.parent.name for other in folder.parent.glob("*/pack.json5")]
        return sorted({place.partition("/")[0] for place in self.texts})

    def inherit(
        self,
        folder: Path,
        parent: Json,
        line: tuple[str, ...],
        raw: dict[str, Any],
        sources: dict[str, Any],
    ) -> None:
        place = f"{folder.name}/pack.json5: pack.inherits"
        if not isinstance(parent, str) or not self.is_beside(folder, parent):
            known = suggest(parent, self.packs_beside(folder))
            self.report_unreadable(place, f"there is no pack {parent!r} beside this{known}")
        elif parent in line:
            self.report_unreadable(
                place, f"packs inherit in a circle: {' -> '.join((*line, parent))}"
            )
        else:
            above, texts = self.read_folder(folder.parent / parent, line)
            raw.update(above)
            raw.update({section: {} for section in OF_THE_WORLD})  # a place is there once
            sources.update(texts)

    def merge(
        self,
        raw: dict[str, Any],
        place: str,
        data: dict[str, Any],
        inherited: set[str],
        defined: set[tuple[str, str]],
    ) -> None:
        """Add a file's sections. `inherited` cards and `defined` words may be replaced, once."""
        for section, content in data.items():
            at = f"{place}: {section}"
            if section == HINT:
                continue
            if section not in SECTIONS:
                self.problems.append(
                    Problem(at, f"there is no section {section}{suggest(section, SECTIONS)}")
                )
            elif section == "cards":
                self.merge_cards(raw, at, content, inherited)
            elif section == "kinds" and not isinstance(content, list):
                self.problems.append(Problem(at, "this section is a list of names"))
            elif section in ("main", "kinds"):
                raw[section] = (
                    content
                    if section == "main"
                    else [*raw[section], *(k for k in content if k not in raw[section])]
                )
                if section == "main":
                    raw["main_place"] = at
            elif not isinstance(content, dict):
                self.problems.append(Problem(at, "this section is an object"))
            elif section == "remove":
                self.remove(raw, at, content)
            elif section == "pack":
                raw["pack"] = {**raw["pack"], **content}
            elif section == "define":
                self.merge_words(raw["define"], at, content, defined)
            else:
                deep_merge(raw[section], content)

    def remove(self, raw: dict[str, Any], at: str, content: dict[str, Any]) -> None:
        """
        Drop what is inherited. With an event go the cards that name it: nothing could make them
        act. They are kept under `remove`, for whoever asks after them.
        """
        droppers = {
            "cards": self._drop_card,
            "events": self._drop_event,
            "words": self._drop_words,
            "bring": self._drop_brought,
        }
        missing = {"cards": "no card", "events": "no event", "words": "no words"}
        for kind, names in content.items():
            place = f"{at}.{kind}"
            if kind not in droppers:
                message = "what is removed is cards, events, words or what is brought (bring)"
                self.problems.append(Problem(place, message))
            elif not isinstance(names, list) or not all(isinstance(n, str) for n in names):
                self.problems.append(Problem(place, "a list of names belongs here"))
            else:
                for name in names:
                    if not droppers[kind](raw, name):
                        message = f"there is {missing.get(kind, 'nothing')} {name!r} to remove"
                        self.problems.append(Problem(place, message))

    @staticmethod
    def _drop_card(raw: dict[str, Any], card: str) -> bool:
        return raw["cards"].pop(card, None) is not None

    @staticmethod
    def _drop_brought(raw: dict[str, Any], name: str) -> bool:
        return raw["bring"].pop(name, None) is not None

    @staticmethod
    def _drop_event(raw: dict[str, Any], event: str) -> bool:
        for card, (_, source) in list(raw["cards"].items()):
            if _awaits_event(source, event):
                raw["remove"][card] = raw["cards"].pop(card)[1]
        return raw["events"].pop(event, None) is not None

    @staticmethod
    def _drop_words(raw: dict[str, Any], path: str) -> bool:
        *above, last = path.split(".")
        tables = [_table_at(texts, above) for texts in raw["words"].values()]
        found = [t.pop(last) for t in tables if isinstance(t, dict) and last in t]
        return bool(found)

    def merge_words(
        self,
        words: dict[str, Any],
        at: str,
        content: dict[str, Any],
        inherited: set[tuple[str, str]],
    ) -> None:
        for family, table in content.items():
            if not isinstance(table, dict):
                self.problems.append(Problem(f"{at}.{family}", "words by name belong here"))
                continue
            known = words.setdefault(family, {})
            for name, definition in table.items():
                place = f"{at}.{family}.{name}"
                if name in known and (family, name) not in inherited:
                    message = f"there is already a word {name}, in {known[name][0]}"
                    self.problems.append(Problem(place, message))
                inherited.discard((family, name))
                if isinstance(definition, dict):  # its body in the present form
                    bodies = {key: definition[key] for key in BODIES if key in definition}
                    definition = {**definition, **dialect.modernise(bodies)}
                known[name] = (place, definition)

    def merge_cards(self, raw: dict[str, Any], at: str, content: Any, inherited: set[str]) -> None:
        if not isinstance(content, list):
            self.problems.append(Problem(at, "cards is a list"))
            return
        for number, card in enumerate(content):
            identifier = card.get("id") if isinstance(card, dict) else None
            if not isinstance(identifier, str):
                self.problems.append(Problem(f"{at}[{number}]", "a card is an object with an id"))
            elif identifier in raw["cards"] and identifier not in inherited:
                self.problems.append(
                    Problem(
                        f"{at}[{number}]",
                        f"there is already a card {identifier}, in {raw['cards'][identifier][0]}",
                    )
                )
            else:
                inherited.discard(identifier)
                raw["cards"][identifier] = (at.split(":")[0] + f": {identifier}", card)
                note_likeness(raw, identifier, card)


def _awaits_event(node: Json, event: str) -> bool:
    """Whether something in a card names the event as what it waits for."""
    if isinstance(node, dict):
        return node.get("event") == event or any(_awaits_event(n, event) for n in node.values())
    return isinstance(node, list) and any(_awaits_event(inner, event) for inner in node)


def _table_at(table: Json, path: list[str]) -> Any:
    """The table at the end of a path of keys; None if there is none."""
    for key in path:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def deep_merge(into: dict[str, Any], new: dict[str, Any]) -> None:
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            deep_merge(into[key], value)
        else:
            into[key] = value
