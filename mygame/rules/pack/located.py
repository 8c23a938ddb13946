"""Where in the files of a pack its problems stand: file, line and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..ground.data import Json
from ..ground.errors import Problem
from ..ground.places import Path, Position, nearest, positions, repeated
from ..language import dialect


def located(problems: list[Problem], sources: Mapping[str, str]) -> list[Problem]:
    """
    The problems with line and column, each once and in the order of the files' lines.

    `sources` are the texts of the files by name. A problem of a section (`fields.player.gold`) is
    looked for in all files, the last of which counts.
    """
    files = Files(sources)
    told = {files.located(problem): None for problem in problems}
    return sorted(told, key=lambda problem: (problem.place.partition(":")[0], problem.at or (0, 0)))


def given_twice(name: str, text: str) -> list[Problem]:
    """Names that an object of a file has twice: only the last would count."""
    return [
        Problem(f"{name}: {spelled(path)}", "this name is given twice here", at)
        for path, at in repeated(text)
    ]


def spelled(path: Path) -> str:
    """A path as problems write it: `cards[3].name`."""
    told = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return told.removeprefix(".")


class Files:
    """The files of a pack; each is read when a problem may be in it."""

    def __init__(self, sources: Mapping[str, str]):
        self._sources = sources
        self._read: dict[str, tuple[Any, dict[Path, Position]]] = {}

    def located(self, problem: Problem) -> Problem:
        if problem.at is not None:
            return problem
        file, _, inside = problem.place.partition(": ")
        if file in self._sources:
            return problem._replace(at=self._position(file, inside))
        paths = {name: self._path(name, problem.place) for name in [*self._sources][::-1]}
        name: str = max(paths, key=lambda each: len(paths[each]), default="")
        if not paths.get(name):
            return problem
        at = nearest(self._file(name)[1], paths[name])
        return problem._replace(place=f"{name}: {problem.place}", at=at)

    def _position(self, file: str, inside: str) -> tuple[int, int] | None:
        path = self._path(file, inside)
        return nearest(self._file(file)[1], path) if path else None

    def _file(self, name: str) -> tuple[Any, dict[Path, Position]]:
        if name not in self._read:
            data, _ = dialect.read(self._sources[name], name)
            self._read[name] = data, positions(self._sources[name])
        return self._read[name]

    def _path(self, file: str, inside: str) -> Path:
        """How far a path goes in the data of a file; cards are found by their id."""
        data, _ = self._file(file)
        cards = data.get("cards") if isinstance(data, dict) else None
        if isinstance(cards, list):
            for number, card in enumerate(cards):
                known = card.get("id") if isinstance(card, dict) else None
                if isinstance(known, str) and _begins(inside, known):
                    rest = inside[len(known) :]
                    return ("cards", number, *_followed(card, rest))
        return tuple(_followed(data, inside))


def _begins(inside: str, name: str) -> bool:
    return inside.startswith(name) and inside[len(name) : len(name) + 1] in ("", ".", "[")


def _followed(data: Json, inside: str) -> Iterator[str | int]:
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
            fitting = [name for name in data if isinstance(name, str) and _begins(inside, name)]
            if not fitting:
                return
            name = max(fitting, key=len)
            inside = inside[len(name) :]
            key, inner = name, data[name]
        else:
            return
        yield key
        data = inner
