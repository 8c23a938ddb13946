"""
A line of help about words and types, in a reader's language.

In English these are the docstrings of words and `schema.TYPES`; other languages have theirs in
`help/`. Words of a pack have the `doc` of their definition and `docs` in the words of a language;
where neither says anything, their phrases do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..language import dialect
from ..language.declared import Defined
from ..language.schema import ASKING, TYPES, WORDS, Param
from ..pack import Pack

FOLDER = Path(__file__).parent / "help"
SOURCE = "en"  # the language of docstrings


@cache
def help_lines(language: str) -> dict[str, Any]:
    """The lines of help in a language: `words`, `types`, `fits`."""
    path = FOLDER / f"{language}.json5"
    if not path.exists():
        return help_lines(SOURCE)
    data, problems = dialect.parse_json5(path.read_text(encoding="utf-8"), str(path))
    if problems:
        raise ValueError("; ".join(map(str, problems)))
    found: dict[str, Any] = data
    return found


def help_of_type(type: str, language: str) -> str:
    """What a type wants, as a few words."""
    own = help_lines(language)["types"]
    return str(own.get(type) or TYPES.get(type, type))


def help_of_param(param: Param, language: str) -> str:
    """What a parameter is; else what its type wants."""
    if param.doc:
        return str(help_lines(language).get("schema", {}).get(param.doc, param.doc))
    return help_of_type(param.type, language)


def help_of_word(pack: Pack | None, family: str, name: str, language: str) -> str:
    """A line about a word of the pack or of the engine; without a pack the engine's."""
    defined = pack.declarations.defined_word(f"{family}s", name) if pack is not None else None
    if pack is not None and defined is not None:
        return help_of_pack(pack, defined, language)
    if name.endswith("Chooser") and name not in WORDS["chooser"]:
        family, name = "asking", "number" if name == "numberChooser" else "card"
    own = help_lines(language).get("words", {}).get(family, {}).get(name)
    if own:
        return str(own)
    table = ASKING if family == "asking" else WORDS.get(family, {})  # no engine's word is a shape
    return table[name].doc if name in table else name


def help_of_pack(pack: Pack, defined: Defined, language: str) -> str:
    """What a pack says of its own word: its doc in the language, else its phrase, else any doc."""
    words = pack.words.get(language, {})
    told = (words.get("docs") or {}).get(defined.name)
    if told or (language == SOURCE and defined.doc):
        return str(told or defined.doc)
    phrase: Any = (words.get("text") or {}).get(defined.name)
    if isinstance(phrase, list) and phrase:
        phrase = phrase[-1]
    if isinstance(phrase, Mapping):
        phrase = phrase.get("text")
    return str(phrase or defined.doc or defined.name)
