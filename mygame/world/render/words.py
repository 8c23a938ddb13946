"""A word of the card language as its help tells it: what it takes, a card that uses it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.pack import Pack
from rules.telling.text import Text
from rules.workshop import reference
from rules.workshop.reference import Entry
from world.locale.reader import Reader
from world.render.announce import escape_colours
from world.shelf import games

LONGEST = 60  # characters of a name


def entries_named(name: str, language: str) -> list[tuple[Pack, Entry]]:
    """The words of this name in the games on the shelf; what several share stands once."""
    return reference.entries_named(games.games_by_id().values(), name[:LONGEST], language)


def lines(name: str, reader: Reader) -> list[str]:
    """What there is to say about a word; a sentence if there is none of the name."""
    found = entries_named(name, reader.language)
    if not found:
        return [reader.say("word.none", name=escape_colours(name[:LONGEST]))]
    told: list[str] = []
    for pack, entry in found:
        told += (
            ["", *_entry_lines(pack, entry, reader)] if told else _entry_lines(pack, entry, reader)
        )
    return told


def _entry_lines(pack: Pack, entry: Entry, reader: Reader) -> Iterator[str]:
    text = Text(pack, reader.language)
    of = text.game() if entry.own else reader.say("word.engine")
    family = reader.say(f"word.family.{entry.family}")
    yield reader.say("word.head", name=entry.name, family=family, of=of)
    yield reader.wrap_text(escape_colours(entry.doc))
    for param in entry.params:
        yield reader.wrap_text(
            f"  |w{param.name}|n: {escape_colours(parameter_text(param, reader))}"
        )
    if entry.example is not None:
        yield reader.wrap_text(reader.say("word.example", json=escape_colours(entry.example.json)))
        yield reader.wrap_text(sentence_of(entry, text, reader))


def parameter_text(param: reference.Parameter, reader: Reader) -> str:
    """What a parameter is, what it can be, and what it is where nobody says so."""
    parts = [param.doc]
    if param.values:
        parts.append(reader.say("word.values", values=reader.join_names(param.values)))
    if param.default is not None:
        parts.append(reader.say("word.default", value=param.default))
    return reader.say("word.apart").join(parts)


def sentence_of(entry: Entry, text: Text, reader: Reader) -> str:
    """The sentences of the card that is the example."""
    assert entry.example is not None  # noqa: S101 (for mypy: asked where there is one)
    card = text.pack.card(entry.example.card)
    return reader.say("word.card", card=text.card(card), text=text.rules_text(card))
