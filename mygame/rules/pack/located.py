"""Where in the files of a pack its problems stand: file, line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.data import Json
from ..ground.errors import Problem
from ..ground.places import Path, Position, duplicate_names, nearest_position, positions
from ..language import dialect

SCRIPTS = ".lua"


def locate_problems(problems: list[Problem], sources: Mapping[str, str]) -> list[Problem]:
    """
    The problems with line and column, each once and in the order of the files' lines.

    `sources` are the texts of the files by name. A problem of a section (`fields.player.gold`) is
    looked for in all files, the last of which counts.
    """
    files = Files(sources)
    told = {files.locate(problem): None for problem in problems}
    return sorted(told, key=lambda problem: (problem.place.partition(":")[0], problem.at or (0, 0)))


def find_duplicate_names(name: str, text: str) -> list[Problem]:
    """Names that an object of a file has twice: only the last would count."""
    return [
        Problem(f"{name}: {path_text(path)}", "this name is given twice here", at)
        for path, at in duplicate_names(text)
    ]


def path_text(path: Path) -> str:
    """A path as problems write it: `cards[3].name`."""
    told = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return told.removeprefix(".")


class Files:
    """The files of a pack; each is read when a problem may be in it."""

    def __init__(self, sources: Mapping[str, str]):
        self._sources = sources
        self._read: dict[str, tuple[Any, dict[Path, Position]]] = {}

    def locate(self, problem: Problem) -> Problem:
        if problem.at is not None:
            return problem
        file, _, inside = problem.place.partition(": ")
        if file in self._sources:
            of_script = file.endswith(SCRIPTS)
            find = self._position_in_script if of_script else self._position_of
            return problem._replace(at=find(file, inside))
        sections = [name for name in [*self._sources][::-1] if not name.endswith(SCRIPTS)]
        paths = {name: self._path_in_file(name, problem.place) for name in sections}
        name: str = max(paths, key=lambda each: len(paths[each]), default="")
        if not paths.get(name):
            return problem
        at = nearest_position(self._parsed_file(name)[1], paths[name])
        return problem._replace(place=f"{name}: {problem.place}", at=at)

    def _position_in_script(self, file: str, inside: str) -> tuple[int, int] | None:
        """Where a script names what a path (NAME.kind.name) leads to, else where it names NAME."""
        names = inside.split(".")
        for name in (*names[2:], names[0]):
            if found := re.search(rf"""["']{re.escape(name)}\$?["']""", self._sources[file]):
                return self._sources[file].count("\n", 0, found.start()) + 1, 0
        return None

    def _position_of(self, file: str, inside: str) -> tuple[int, int] | None:
        path = self._path_in_file(file, inside)
        return nearest_position(self._parsed_file(file)[1], path) if path else None

    def _parsed_file(self, name: str) -> tuple[Any, dict[Path, Position]]:
        if name not in self._read:
            data, _ = dialect.parse_json5(self._sources[name], name)
            self._read[name] = data, positions(self._sources[name])
        return self._read[name]

    def _path_in_file(self, file: str, inside: str) -> Path:
        """How far a path goes in the data of a file; cards are found by their id."""
        data, _ = self._parsed_file(file)
        cards = data.get("cards") if isinstance(data, dict) else None
        if isinstance(cards, list):
            for number, card in enumerate(cards):
                known = card.get("id") if isinstance(card, dict) else None
                if isinstance(known, str) and _begins_with(inside, known):
                    rest = inside[len(known) :]
                    return ("cards", number, *_follow_keys(card, rest))
        return tuple(_follow_keys(data, inside))


def _begins_with(inside: str, name: str) -> bool:
    return inside.startswith(name) and inside[len(name) : len(name) + 1] in ("", ".", "[")


def _follow_keys(data: Json, inside: str) -> Iterator[str | int]:
    """The keys and indexes of a path, as far as the data has them."""
    while inside:
        inside = inside.removeprefix(".")
        if isinstance(data, list) and inside[:1] == "[":
            number = inside[1:].partition("]")[0]
            if not number.isdigit() or int(number) >= len(data):
                return
            key: str | int = int(number)
            inside = inside.partition("]")[2]
            inner = data[int(number)]
        elif isinstance(data, dict):
            fitting = [
                name for name in data if isinstance(name, str) and _begins_with(inside, name)
            ]
            if not fitting:
                return
            name = max(fitting, key=len)
            inside = inside[len(name) :]
            key, inner = name, data[name]
        else:
            return
        yield key
        data = inner
