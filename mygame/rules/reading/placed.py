"""
Trees of JSON, with where each node of them stands: what is read to be told, or to be tried.

`Checking.read_behaviors` reads behaviours that are taken apart (`notation`) as the compiler does,
and keeps what is wrong with them. Begin there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..language import macros, questions
from ..language.read import Reader
from ..language.scope import Scope as ReadingScope
from ..language.tree import (
    About,
    Answer,
    Behavior,
    Comparison,
    Conditional,
    First,
    Logic,
    Member,
    Node,
    Operation,
    Place,
    Several,
    Unfolded,
    Use,
)
from ..language.trees import Trees
from ..pack.definition import Pack
from .notation import Json, Path, is_expression, parse_path, put_together, value_at

#: Where what is read here stands.
FILE = "reading"


class Read(NamedTuple):
    """JSON with its tree."""

    json: Json
    behaviors: tuple[Behavior, ...]
    paths: dict[int, Path]  # of nodes
    uses: dict[str, Path | None]  # of doables, by their places; None: of a macro
    problems: list[str]


class Checking(Trees):
    """Trees of what is tried: what is wrong with it is kept."""

    def __init__(self, pack: Pack):
        super().__init__(pack.declarations)
        self.problems: list[str] = []
        self._whole = pack  # kept alive as long as this
        self._last: tuple[str, tuple[Behavior, ...], list[str]] = "", (), []

    def problem(self, place: str, message: str) -> None:
        self.problems.append(f"{place}: {message}")

    def read_behaviors(self, behaviors: Json, located: bool = True) -> Read:
        """The tree of behaviours that are taken apart (`notation`)."""
        key = repr(behaviors)
        if key != self._last[0]:  # samples are told once before they are learned from
            self._last = key, *self._read_anew(behaviors)
        _, found, problems = self._last
        paths: dict[int, Path] = {}
        locator = _Locator({"behaviors": behaviors}, paths)
        if located:
            count: dict[int, int] = {}
            for each in found:
                of = each.unfolded
                if of is None:
                    locator.visit(each)
                    continue
                number = count[id(of)] = count.get(id(of), -1) + 1
                locator.visit_macro(each, of, number)
                locator.opened = set()  # another tree of the same JSON
                locator.visit(self.macro_use(each))
        self.problems = []
        return Read({"behaviors": behaviors}, found, paths, locator.uses, problems)

    def _read_anew(self, behaviors: Json) -> tuple[tuple[Behavior, ...], list[str]]:
        self.begin_budget()
        self.problems = []
        reader = Reader(self, ReadingScope(), Place(FILE))
        found = macros.read_behaviors(reader, put_together(behaviors))
        problems, self.problems = self.problems, []
        return found, problems

    def read_tried_answers(self, answers: Json) -> tuple[Answer, ...] | None:
        """The trees of what a card would answer; None where something is wrong with it."""
        self.begin_budget()
        self.problems = []
        reader = Reader(self, ReadingScope(), Place(FILE))
        found = questions.read_answers(reader, put_together(answers))
        problems, self.problems = self.problems, []
        return None if problems else found


class _Locator:
    """Finds where each node of a tree stands in JSON that is taken apart."""

    def __init__(self, json: Json, paths: dict[int, Path]):
        self.json, self.paths = json, paths
        self.opened: set[Path] = set()
        self.uses: dict[str, Path | None] = {}
        self.moved: dict[Path, Path] | None = None

    def visit_macro(self, node: Behavior, of: Unfolded, number: int) -> None:
        """A behaviour that one of the pack's own shape comes to: what it was given is found."""
        start = parse_path(of.place.path)
        body = of.word.body[number] if number < len(of.word.body) else {}
        self.moved = dict(_paths_given_to_macro(body, start, start, of.given, of.written))
        self.visit(node)
        self.moved = None

    def _path_of(self, node: Node) -> Path | None:
        path = parse_path(node.place.path)
        if self.moved is None:
            return path
        for end in range(len(path), 0, -1):
            if path[:end] in self.moved:
                return self.moved[path[:end]] + path[end:]
        return None

    def visit(self, node: Node, above: Place | None = None) -> None:
        path = self._path_of(node) if node.place.file == FILE else None
        if isinstance(node, Use) and node.place.file == FILE:
            self.uses.setdefault(node.place.path, path)
        if path is not None and id(node) not in self.paths:
            try:
                value = value_at(self.json, path)
            except (LookupError, TypeError):
                value = None
            if value is not None and is_expression(value):
                if path not in self.opened:
                    self.opened.add(path)
                    self._visit_expression(node, value, path)
            elif not (isinstance(node, Node) and above == node.place and path in self.opened):
                self.paths[id(node)] = path
        for child in node.children():
            if isinstance(node, Member) and child.place == node.place:
                continue
            self.visit(child, node.place)

    def _visit_expression(self, node: Node, value: Json, path: Path) -> None:
        """The parts of an expression beside the parts of its tree."""
        self.paths[id(node)] = path
        while True:
            match node:
                case (
                    First(of=inner)
                    | About(test=inner)
                    | Operation(operator="truth", items=(inner,))
                ):
                    node = inner
                case Several(items=(inner,), spread=True) if value["$"] != "list":
                    node = inner
                case _:
                    break
            self.paths[id(node)] = path
        parts: tuple[Node, ...] = ()
        match node:
            case Comparison(left=left, right=right):
                parts = (left, right)
            case Logic(items=items) | Operation(items=items) | Several(items=items):
                parts = items
            case Conditional(test=test, then=then, otherwise=otherwise):
                parts = (test, then, otherwise)
        if len(parts) != len(value["items"]):
            return
        for number, (part, inner_value) in enumerate(zip(parts, value["items"], strict=True)):
            inside = (*path, "items", number)
            if is_expression(inner_value):
                self._visit_expression(part, inner_value, inside)
            else:
                self._locate_leaf(part, inside)

    def _locate_leaf(self, node: Node, path: Path) -> None:
        while True:
            self.paths[id(node)] = path
            match node:
                case First(of=inner) | Several(items=(inner,), spread=True):
                    node = inner
                case _:
                    return


def _paths_given_to_macro(
    body: Json, here: Path, card: Path, given: Mapping[str, Json], written: frozenset[str]
) -> Iterator[tuple[Path, Path]]:
    """Where what was given to a macro stands in what it comes to, and where on the card."""
    if isinstance(body, dict):
        for key, value in body.items():
            yield from _paths_given_to_macro(value, (*here, key), card, given, written)
    elif isinstance(body, list):
        place = 0
        for item in body:
            name = item.strip("{}") if isinstance(item, str) else ""
            if isinstance(given.get(name), list):
                for number in range(len(given[name])):
                    if name in written:
                        yield (*here, place + number), (*card, name, number)
                place += len(given[name])
                if len(body) == 1 and name in written:
                    yield here, (*card, name)
            else:
                yield from _paths_given_to_macro(item, (*here, place), card, given, written)
                place += 1
    elif isinstance(body, str) and body[:1] == "{" and body[1:-1] in written:
        yield here, (*card, body[1:-1])
