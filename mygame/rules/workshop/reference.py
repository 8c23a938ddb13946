"""
The reference of words: of the engine, and of a game; for `docs/words.md`, the site and the help.

An entry tells what a word is, what it takes, and the shortest use of it in a card of the game.
Begin with `word_entries`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..language import dialect
from ..language.declared import FAMILIES, Defined
from ..language.schema import WORDS, Param, Word
from ..pack.definition import Pack
from .helping import SOURCE, help_of_param, help_of_word

#: What a pack calls its own words of each family, and the family.
OF_PACKS = dict(zip(FAMILIES, ("doable", "condition", "value", "chooser", "behavior"), strict=True))
LONGEST = 300  # characters of an example


class Parameter(NamedTuple):
    """What a word takes: `default` is JSON, None where it has to be given."""

    name: str
    doc: str
    default: str | None
    values: tuple[str, ...]


class Example(NamedTuple):
    """A use of a word, as JSON, and the card in which it stands."""

    json: str
    card: str


class Entry(NamedTuple):
    """A word. `own`: the game has defined it; else it is the engine's."""

    name: str
    family: str
    own: bool
    doc: str
    source: str
    params: tuple[Parameter, ...]
    example: Example | None


def word_entries(pack: Pack | None = None, language: str = SOURCE) -> list[Entry]:
    """All words that a game knows, told in a language; without a game the engine's."""
    known = [*_known_words(pack)]
    names = {word.name for _, _, word in known}
    used = _shortest_uses(pack, names) if pack is not None else {}
    made = [_make_entry(pack, *each, language, used) for each in known]
    return sorted(made, key=lambda entry: (list(OF_PACKS.values()).index(entry.family), entry.name))


def _known_words(pack: Pack | None) -> Iterator[tuple[str, bool, Word | Defined]]:
    for family, table in WORDS.items():
        yield from ((family, False, word) for word in table.values())
    for plural, family in OF_PACKS.items() if pack is not None else ():
        defined = pack.declarations.defines[plural] if pack is not None else {}
        yield from ((family, True, word) for word in defined.values())


def entries_named(
    packs: Iterable[Pack], name: str, language: str = SOURCE
) -> list[tuple[Pack, Entry]]:
    """The words of this name in some games; what several mean alike stands once."""
    wanted, found = name.casefold(), []
    told: set[tuple[Any, ...]] = set()
    for pack in packs:
        known = [each for each in _known_words(pack) if each[2].name.casefold() == wanted]
        used = _shortest_uses(pack, {word.name for _, _, word in known}) if known else {}
        for each in known:
            entry = _make_entry(pack, *each, language, used)
            if (key := entry[:6]) not in told:
                told.add(key)
                found.append((pack, entry))
    return found


def _make_entry(
    pack: Pack | None,
    family: str,
    own: bool,
    word: Word | Defined,
    language: str,
    used: dict[str, Example],
) -> Entry:
    doc = help_of_word(pack if own else None, family, word.name, language)
    params = tuple(_make_parameter(name, param, language) for name, param in word.params.items())
    return Entry(word.name, family, own, doc, word.source, params, used.get(word.name))


def _make_parameter(name: str, param: Param, language: str) -> Parameter:
    default = (
        None if param.is_required else json.dumps(param.default, ensure_ascii=False, default=str)
    )
    return Parameter(name, help_of_param(param, language), default, param.domain)


def _shortest_uses(pack: Pack, names: set[str]) -> dict[str, Example]:
    """The shortest use of each of these words."""
    found: dict[str, Example] = {}
    for card in pack.cards:
        for node in dialect.walk_objects(card.source.get("behaviors", [])):
            for name in names.intersection(_words_in(node)):
                text = json.dumps(node, ensure_ascii=False)
                if len(text) <= (len(found[name].json) - 1 if name in found else LONGEST):
                    found[name] = Example(text, card.id)
    return found


def _words_in(node: dict[str, Any]) -> list[str]:
    """The words that an object names."""
    named = (node.get(key) for key in ("type", "chooser", "at"))
    return [name for name in named if isinstance(name, str)]


# -- as a page -------------------------------------------------------------------------------------


def render_page(title: str, told: Iterable[Entry]) -> str:
    """The reference as Markdown."""
    return "\n".join([f"# {title}", *_entry_lines(told)]) + "\n"


def _entry_lines(told: Iterable[Entry]) -> Iterator[str]:
    family = ""
    for entry in told:
        if entry.family != family:
            family = entry.family
            yield from ("", f"## {family[0].upper()}{family[1:]}s")
        source = f" ({entry.source})" if entry.source else ""
        yield from ("", f"### {entry.name}", "", f"{entry.doc}{source}".strip(), "")
        yield from (f"- {param_line(each)}" for each in entry.params)
        if entry.example is not None:
            yield from ("", f"For example `{entry.example.json}` (`{entry.example.card}`)")


def param_line(param: Parameter) -> str:
    """A parameter in a line."""
    told = f"`{param.name}`: {param.doc}"
    if param.values:
        told += f", one of {', '.join(param.values)}"
    return told if param.default is None else f"{told} (default {param.default})"
