"""
The pieces of a pack in its files: one is found, put in the place of another, added or taken away,
and everything else stays as it was, byte for byte, comments too.

A piece has an address: `card:<id>`; `entry:<section>.<name>...`, such as `entry:words.zh.kind.wand`
or `entry:main`; `file:<path>`, any file of the pack's folder, its scenarios and texts as well.
`sources` are the texts of files by place (`stones/cards/grey.json5`), as `Pack.sources` has them;
`folder` says whose pieces are meant: those of its parents are found, too, and are *inherited*: who
puts one gives the pack its own. Begin at `find_piece` and `put_piece`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..ground.errors import PackError
from ..ground.mending import (
    STEP,
    append_member,
    close_comment,
    margin_of,
    outdent,
    remove_value,
    replace_span,
)
from ..ground.places import Path
from ..ground.spans import value_spans
from ..language import dialect
from .files import SECTIONS, section_files
from .located import find_duplicate_names

KINDS = ("card", "entry", "file")
BUILT = "cards/built.json5"  # where new cards go
ENTRIES = "built.json5"  # and entries of sections that stand in no file yet
HEAD = "// Made while the game runs.\n"
LONGEST = 200  # characters of an address
LONGEST_FOLDER = 64
SUFFIXES = (".json5", ".json", ".md", ".txt", ".lua")
_FILE = re.compile(r"[\w][\w.\-]*(?:/[\w][\w.\-]*)*", re.ASCII)
_FOLDER = re.compile(r"\w[\w.\-]*", re.ASCII)

Sources = Mapping[str, str]


class Piece(NamedTuple):
    """
    A piece as it stands: the place of its file, where in that it begins, its text without the
    margin of the lines below its first.
    """

    address: str
    kind: str
    file: str
    line: int
    text: str
    inherited: bool
    column: int = 1
    margin: int = 0  # columns

    def position_in_piece(self, at: tuple[int, int]) -> tuple[int, int] | None:
        """The line and column in the piece's own text of a place in its file; None: not in it."""
        line, column = at[0] - self.line + 1, at[1]
        if not 1 <= line <= self.text.count("\n") + 1:
            return None
        if not column:
            return line, 0
        return line, max(1, column - (self.column - 1 if line == 1 else self.margin))


class BadAddress(ValueError):
    """An address that no piece can have."""


# -- what there is


def pieces_of(sources: Sources, folder: str) -> list[str]:
    """The addresses of a pack's own cards, by file, and of its own files that can be put."""
    cards = [
        f"card:{name}"
        for each in section_files(sources, folder)
        for name in cards_of(sources[each])
    ]
    own = [p for p in sorted(sources) if p.startswith(f"{folder}/") and p.endswith(SUFFIXES)]
    return [*cards, *(f"file:{place.removeprefix(f'{folder}/')}" for place in own)]


def is_folder(name: str) -> bool:
    """Whether the folder of a pack may be called so."""
    return bool(_FOLDER.fullmatch(name)) and len(name) <= LONGEST_FOLDER


def cards_of(text: str) -> dict[str, int]:
    """The cards in a file's text: id -> its number among them."""
    return _card_numbers(text) if '"cards"' in text else {}


@lru_cache(512)
def _card_numbers(text: str) -> dict[str, int]:
    data, _ = dialect.parse_json5(text, "")
    cards = data.get("cards") if isinstance(data, dict) else None
    return {
        card["id"]: number
        for number, card in enumerate(cards if isinstance(cards, list) else ())
        if isinstance(card, dict) and isinstance(card.get("id"), str)
    }


def find_piece(sources: Sources, folder: str, address: str) -> Piece | None:
    """
    The piece of an address, of the pack itself or else of the nearest parent that has it.

    :raises BadAddress: no piece can have it.
    """
    kind, name = split_address(address)
    if kind == "file":
        place = f"{folder}/{name}"
        text = sources.get(place)
        return None if text is None else Piece(address, kind, place, 1, text, False)
    for number, each in enumerate(_inheritance_line(sources, folder)):
        found = _place_of_piece(sources, each, kind, name)
        if found is not None:
            place, path = found
            text, span = sources[place], value_spans(sources[place])[path]
            margin = margin_of(text, span)
            shown = outdent(text[span.value : span.end], margin)
            line = text.count("\n", 0, span.value) + 1
            at = span.value - text.rfind("\n", 0, span.value), len(margin)
            return Piece(address, kind, place, line, shown, number > 0, *at)
    return None


def split_address(address: str) -> tuple[str, str]:
    """
    The kind of an address, and what it names.

    :raises BadAddress: no piece can have it.
    """
    kind, _, name = address.partition(":")
    if kind not in KINDS or not name or len(address) > LONGEST or not name.isprintable():
        raise BadAddress(address)
    if kind == "file" and not (_FILE.fullmatch(name) and name.endswith(SUFFIXES)):
        raise BadAddress(address)
    section, *others = name.split(".")
    if kind == "entry" and (section not in SECTIONS or section == "cards" or "" in others):
        raise BadAddress(address)
    return kind, name


def _inheritance_line(sources: Sources, folder: str) -> Iterator[str]:
    """The folder, and those of the packs it inherits from, the nearest first."""
    known: set[str] = set()
    while folder and folder not in known:
        yield folder
        known.add(folder)
        folder = parent_of(sources, folder)


def parent_of(sources: Sources, folder: str) -> str:
    """The name of the folder that a pack says it inherits from; "" if it does not."""
    parent = ""
    for place in section_files(sources, folder):
        if '"inherits"' in sources[place]:
            data, _ = dialect.parse_json5(sources[place], place)
            pack = data.get("pack") if isinstance(data, dict) else None
            named = pack.get("inherits") if isinstance(pack, dict) else None
            if isinstance(named, str) and _FOLDER.fullmatch(named):
                parent = named
    return parent


def _place_of_piece(sources: Sources, folder: str, kind: str, name: str) -> tuple[str, Path] | None:
    """The file and the path in it of a piece; of several the last one counts."""
    for place in reversed(section_files(sources, folder)):
        text = sources[place]
        if kind == "card":
            number = cards_of(text).get(name) if name in text else None
            if number is not None:
                return place, ("cards", number)
        else:
            path, rest = _follow_names(text, name)
            if not rest:
                return place, path
    return None


def _follow_names(text: str, name: str) -> tuple[Path, str]:
    """How far the names of an entry lead in a file, and what is left of them."""
    if name.partition(".")[0] not in text:
        return (), name
    data: Any = dialect.parse_json5(text, "")[0]
    path: Path = ()
    while name:
        fitting = [
            key
            for key in (data if isinstance(data, dict) else ())
            if isinstance(key, str) and (name == key or name.startswith(f"{key}."))
        ]
        if not fitting:
            break
        key = max(fitting, key=len)
        path, name, data = (*path, key), name[len(key) + 1 :], data[key]
    return path, name


def changed_pieces(old: Sources, new: Sources, folder: str) -> dict[str, str]:
    """Cards and files of a pack that are new, other or gone (""): address -> its text in `new`."""
    found: dict[str, str] = {}
    prefix = f"{folder}/"
    for place in sorted(each for each in {*old, *new} if each.startswith(prefix)):
        before, now = old.get(place, ""), new.get(place, "")
        if before == now:
            continue
        found[f"file:{place.removeprefix(prefix)}"] = now
        is_of_sections = bool(section_files([place], folder))
        for card in {**cards_of(before), **cards_of(now)} if is_of_sections else ():
            told = [_own_text(each, folder, f"card:{card}") for each in (old, new)]
            if told[0] != told[1]:
                found[f"card:{card}"] = told[1]
    return found


def _own_text(sources: Sources, folder: str, address: str) -> str:
    """The text of a piece of the pack itself; "" if it has none."""
    piece = find_piece(sources, folder, address)
    return "" if piece is None or piece.inherited else piece.text


# -- changing it


def put_piece(sources: Sources, folder: str, address: str, text: str) -> dict[str, str]:
    """
    The files with a piece as given; "" takes it away. Of what is inherited the pack gets its own.

    :raises BadAddress: no piece can have it, or it stands where nothing can be put.
    :raises rules.ground.errors.PackError: the text is not the JSON5 of one value.
    """
    kind, name = split_address(address)
    new = dict(sources)
    if kind == "file":
        return _with_file(new, f"{folder}/{name}", text)
    found = _place_of_piece(new, folder, kind, name)
    if not text.strip():
        return (
            new
            if found is None
            else _with_file(new, found[0], remove_value(new[found[0]], found[1]))
        )
    data = parse_piece(text)
    if kind == "card" and not isinstance(data, dict):
        raise BadAddress(address)
    text = close_comment(text.strip())
    if found is not None:
        place, path = found
        new[place] = replace_span(new[place], value_spans(new[place])[path], text)
        return new
    if kind == "card":
        return _append_value(new, f"{folder}/{BUILT}", ("cards",), None, text)
    return _with_entry(new, folder, name, text)


def parse_piece(text: str) -> Any:
    """
    What a text of a card or an entry says.

    :raises rules.ground.errors.PackError: it is not the JSON5 of one value.
    """
    data, problems = dialect.parse_json5(text, "")
    problems = [*problems, *(find_duplicate_names("", text) if not problems else ())]
    if problems:
        raise PackError(problems)
    return data


def _with_file(sources: dict[str, str], place: str, text: str) -> dict[str, str]:
    """The files with one as given, or without it."""
    if text:
        sources[place] = text
    else:
        sources.pop(place, None)
    return sources


def _with_entry(sources: dict[str, str], folder: str, name: str, text: str) -> dict[str, str]:
    """Add an entry where the most of what leads to it is already."""
    reached = {
        place: _follow_names(sources[place], name) for place in section_files(sources, folder)
    }
    place = max(reached, key=lambda each: len(reached[each][0]), default="")
    path, rest = reached.get(place, ((), name))
    if not path:
        place, rest = f"{folder}/{ENTRIES}", name
    elif sources[place][value_spans(sources[place])[path].value] != "{":
        raise BadAddress(f"entry:{name}")
    names = rest.split(".")
    for key in reversed(names[1:]):
        text = f"{{{_quote_name(key)}: {text}}}"
    return _append_value(sources, place, path, names[0], text)


def _quote_name(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _append_value(
    sources: dict[str, str], place: str, path: Path, name: str | None, text: str
) -> dict[str, str]:
    """Put a value behind the others of a container, which is made where it is not there."""
    old = sources.get(place) or f"{HEAD}{{\n}}\n"
    if path and path not in value_spans(old):
        sources[place] = old
        bare = "[\n" + STEP + "]"
        return _append_value(
            _append_value(sources, place, (), str(path[0]), bare), place, path, name, text
        )
    member = text if name is None else f"{_quote_name(name)}: {text}"
    sources[place] = append_member(old, path, member)
    return sources
