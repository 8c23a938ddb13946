"""
A schema in another language than English: its descriptions, by what helps authors in the game.

Descriptions of words are the lines of `help_of_word`, those of types `help_of_type`; all else that
schemas say stands in `help/<language>.json5` under `schema`. What is in none of them stays English.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...language.schema import ASKING, TYPES, WORDS
from ...pack.definition import Pack
from ..helping import help_lines, help_of_pack, help_of_type, help_of_word
from .words import documentation_of, what_is_given

TOLD = ("description", "markdownEnumDescriptions")


def in_language(schema: Any, pack: Pack, language: str) -> Any:
    """A schema with its descriptions in a language."""
    return _translate_node(
        schema, {**dict(_spoken_words(pack, language)), **help_lines(language).get("schema", {})}
    )


def _spoken_words(pack: Pack, language: str) -> Iterator[tuple[str, str]]:
    """What is said of words and types in English -> in the language."""
    for name, said in TYPES.items():
        yield said, help_of_type(name, language)
    for kind, word in ASKING.items():
        yield (
            word.doc,
            str(help_lines(language).get("words", {}).get("asking", {}).get(kind, word.doc)),
        )
    for family, table in WORDS.items():
        for name, word in table.items():
            source = f"（{word.source}）" if word.source else ""
            yield documentation_of(word), help_of_word(pack, family, name, language) + source
    given = str(help_lines(language).get("schema", {}).get("given", "given"))
    for question in pack.declarations.questions.values():
        yield what_is_given(question), what_is_given(question, given)
    for defined in pack.declarations.defines.values():
        for each in defined.values():
            told = help_of_pack(pack, each, language)
            source = f"（{each.source}）" if each.source else ""
            yield from (
                ((each.doc, told), (documentation_of(each), told + source)) if each.doc else ()
            )


def _translate_node(node: Any, table: dict[str, str]) -> Any:
    if isinstance(node, list):
        return [_translate_node(each, table) for each in node]
    if not isinstance(node, dict):
        return node
    found = {}
    for key, each in node.items():
        if key in TOLD and isinstance(each, str | list):
            texts = [table.get(text, text) for text in ([each] if isinstance(each, str) else each)]
            found[key] = texts[0] if isinstance(each, str) else texts
        else:
            found[key] = _translate_node(each, table)
    return found
