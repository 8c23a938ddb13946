"""
What a page that plays by itself says (`web/static/practice`): the words of a game in one language
that its book has not (`world.render.book`), as templates, which the page fills as
`rules.telling.text` does.
"""

from __future__ import annotations

from typing import Any

from rules.pack import Pack
from rules.telling.lately import amount_templates
from rules.telling.phrasebook import LISTED, book_of
from rules.telling.text import Text
from world.locale.messages import find_message, strip_marks
from world.locale.reader import Reader
from world.play.hosting.botturns import kinds_of_bots
from world.render.look import bot_level
from world.render.rulebook import section_lines, sections_of

#: Phrases of the engine that lines and prompts are made with.
PHRASES = ("possessive", "caused", "and_more")
WHOLE = 100_000  # columns: no paragraph is broken into lines
HOW = ("number", "one", "one_or_none", "any", "exactly", "many")  # of `game.choose_*`
#: The bots that play in a browser: `LEVELS` of `web/static/practice/bots.js`, and at random.
PLAYING = ("random", "novice", "greedy", "adept", "master", "grandmaster")


def practice_words(pack: Pack, language: str) -> dict[str, Any]:
    """The words of a pack for matches that a page plays by itself."""
    text, book = Text(pack, language), book_of(pack, language)
    messages = {message for message, _ in pack.program.notes.values()}
    return {
        "log": {
            message: template
            for message in sorted(messages)
            if (template := book.look_up("log", message)) is not None
        },
        "others": {
            message: template
            for message in sorted(messages)
            if (template := book.look_up("log", f"{message}.others")) is not None
        },
        "prompt": {**_other_words(pack, "prompt"), **book.words.get("prompt", {})},
        "option": {**_other_words(pack, "option"), **book.words.get("option", {})},
        "unless": {**book.phrases["unless"], **(text.words("unless") or {})},
        "preview": {**_other_words(pack, "preview"), **book.words.get("preview", {})},
        "said": text.words("said") or {},
        "symbol": book.phrases["symbol"],
        "usual": book.phrases["log"],
        "card": text.card(None),
        "listed": LISTED[language],
        "phrases": {name: book.phrases[name] for name in PHRASES},
        "how": {name: strip_marks(find_message(f"game.choose_{name}", language)) for name in HOW},
        "ending": {
            "headline": find_message("ending.headline", language),
            "ordinals": find_message("ending.ordinals", language),
            "counts": find_message("ending.counts", language),
            "nobody": find_message("ending.counts_for_nobody", language),
            "comma": find_message("comma", language),
        },
        "amounts": {
            id: amount_templates(text, id)
            for id, amounts in pack.program.amounts.items()
            if amounts
        },
        "rules": _sections(text),
        "no_rules": strip_marks(find_message("game.no_rules", language)),
        "enchantments": _enchantments(pack, language),
        "begun": _fields_begun(pack),
        "advice": _sentences("advice", language),
        "unit": text.words("worth", "unit") or find_message("advice.unit", language),
        "failed": strip_marks(find_message("notice.actionFailedInScript", language)),
        "heads": (pack.board.get("log") or {}).get("heads"),
    }


def _sections(text: Text) -> list[dict[str, str]]:
    """The sections of the rules and the keywords, with what one types for them."""
    reader, found = Reader(text.language, width=WHOLE), []
    for key, section in sections_of(text).items():
        title, *lines = section_lines(section, reader)
        told = {"title": strip_marks(title), "text": strip_marks("\n".join(lines))}
        found.append({"key": key, **told})
    return found


def _sentences(path: str, language: str) -> dict[str, str]:
    """The sentences at a place of the game's own, without marks."""
    found = find_message(path, language)
    return {name: strip_marks(told) for name, told in found.items() if isinstance(told, str)}


def playing_bots(pack: Pack, language: str) -> list[dict[str, str]]:
    """The kinds of bots that play in a browser, from weak to strong, each with its level."""
    reader = Reader(language, plain=True)
    kinds = [kind for kind in kinds_of_bots(pack) if kind in PLAYING]
    return [{"kind": kind, "level": bot_level(kind, reader)} for kind in kinds]


def _other_words(pack: Pack, table: str) -> dict[str, Any]:
    """A table in all languages, for what one of them lacks."""
    found: dict[str, Any] = {}
    for words in (pack.words or {}).values():
        found |= words.get(table, {})
    return found


def _enchantments(pack: Pack, language: str) -> dict[str, Any]:
    words = pack.declarations.enchantments
    return {
        "pair": words.pair,
        "words": {name: told.get(language, name) for name, told in words.words.items()},
        "durations": {name: told.get(language, name) for name, told in words.durations.items()},
    }


def _fields_begun(pack: Pack) -> dict[str, dict[str, str]]:
    """By kind: the fields of cards that begin as something that is printed."""
    fields: dict[str, Any] = pack.origin.raw["fields"]
    return {
        kind: {
            name: spec["from"]
            for name, spec in fields.get(kind, {}).items()
            if isinstance(spec, dict) and "from" in spec
        }
        for kind in pack.program.layout.kinds
        if kind not in ("match", "player")
    }
