"""
The sentences of the interface, from `world/locale`: `{zh,en}.json5`, `web.{zh,en}.json5` for the
pages of the web site, `browser.{zh,en}.json5` for that of the table, `admin.{zh,en}.json5` for
those of staff, `build.{zh,en}.json5` for the builders' and the API. One key in both languages.

>>> message("notice.timeout", "en", name="Ann")
'Ann let the time run out.'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import pyjson5
from evennia.utils.ansi import strip_ansi

from rules.ground.templates import Forms, fill_parts, parse_template
from rules.ground.width import crop, remove_marks

REPEATED = 60  # columns
FOLDER = Path(__file__).resolve().parents[1] / "locale"
LANGUAGES = ("zh", "en")


@cache
def load_locale(language: str) -> Mapping[str, Any]:
    """All messages of a language, nested as in the files; each group stands in one of them."""
    groups: dict[str, Any] = {}
    for name in ("", "web.", "browser.", "admin.", "build."):
        groups |= pyjson5.decode((FOLDER / f"{name}{language}.json5").read_text(encoding="utf-8"))
    return groups


def find_message(key: str, language: str) -> Any:
    """What stands under a dotted key; None if there is nothing."""
    found: Any = load_locale(language if language in LANGUAGES else "en")
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def message(key: str, language: str, **args: Any) -> str:
    """
    The sentence of a key with its arguments, in a language.

    A key that nobody wrote a sentence for is spelled out, so that something is always said. What
    stands after a bar is the ending of a word that counts: it is left out behind a 1.

    >>> message("history.rounds", "en", number=1)
    '1 round'
    """
    template = find_message(key, language)
    if isinstance(template, list):
        template = "\n".join(template)
    if not isinstance(template, str):
        listed = ", ".join(str(value) for value in args.values())
        return f"{key.rsplit('.', 1)[-1]}: {listed}" if listed else key.rsplit(".", 1)[-1]
    # What was not given stays visible but harms nobody.
    return fill_parts(parse_template(template), lambda hole: args.get(hole.name, "?"), FORMS)


def _put_ending(ending: str, count: Any) -> str:
    return "" if str(count) == "1" else ending


#: What makes a word of several: `{rounds} round{rounds|s}`, `{count} match{count|es}`.
FORMS: Forms = {"": str, **{ending: partial(_put_ending, ending) for ending in ("s", "es")}}


def escape_colours(text: str) -> str:
    """What a person typed, without any power over colours."""
    return text.replace("|", "||")


def strip_marks(text: str) -> str:
    """A text of the game without its marks for colours, links and items."""
    return remove_marks(strip_ansi(text) if "|" in text else text)


def shorten_quote(text: str) -> str:
    """
    What a person typed as a sentence repeats it: the beginning is enough. Whatever looks like a
    colour is told as the letters that were typed.
    """
    return crop(escape_colours(text.strip()), REPEATED)
