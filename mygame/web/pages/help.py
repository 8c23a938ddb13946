"""
The game's help, as one reads it in the game.

Commands can be imported only when Evennia is up, and Django reads all addresses before: so late.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.telling.text import Text
from rules.workshop import reference
from server.threads import in_reactor
from web import shelf
from web.words import language
from world.locale.messages import find, message, plain
from world.locale.reader import Reader
from world.render import words as told_word
from world.shelf import games

FOR_STAFF = "staff"  # the group of commands that only those see who have them


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All commands by group, the first ones first."""
    from commands.help import GROUPS

    groups: dict[str, list[Any]] = {group: [] for group in GROUPS}
    for command in topics_for(request.user).values():
        groups[command.group].append((command.topic, _said(command)))
    listed = [
        (group, find(f"help.group.{group}", language()), found)
        for group, found in groups.items()
        if found
    ]
    return render(request, "site/help.html", {"groups": listed, "here": "help"})


@require_safe
def topic(request: HttpRequest, name: str) -> HttpResponse:
    """The help of one command: how it is typed, then what it does."""
    command = topics_for(request.user).get(name)
    if command is None:
        raise Http404
    said = _said(command)
    text = said["text"] if isinstance(said["text"], list) else [said["text"]]
    gap = text.index("") if "" in text else len(text)
    other = find(f"commands.{name}.name", "en" if language() == "zh" else "zh")
    names = dict.fromkeys([command.key, other, *command.aliases])
    told = {
        "topic": said,
        "usage": text[:gap],
        "text": [line for line in text[gap:] if line],
        "names": [each for each in names if each != said["name"] and len(each) > 1],
        "here": "help",
    }
    return render(request, "site/help_topic.html", told)


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The games, each with its words."""
    listed = [(pack.id, Text(pack, language()).game()) for pack in games.games().values()]
    return render(request, "site/words.html", {"games": listed, "said": _word(), "here": "help"})


@require_safe
def words_of(request: HttpRequest, pack_id: str) -> HttpResponse:
    """All words that a game knows, by family."""
    pack = shelf.pack_named(pack_id)
    groups: dict[str, list[Any]] = {}
    for entry in reference.entries(pack, language()):
        groups.setdefault(entry.family, []).append(entry)
    told = {
        "title": message("word.of_game", language(), game=Text(pack, language()).game()),
        "groups": [(each, _word()["family"][each], rows) for each, rows in groups.items()],
        "said": _word(),
        "here": "help",
    }
    return render(request, "site/words_of.html", told)


@require_safe
def word(request: HttpRequest, name: str) -> HttpResponse:
    """What a word means in the games that have it."""
    found = told_word.named(name, language())
    if not found:
        raise Http404
    told = {"name": found[0][1].name, "said": _word(), "entries": in_reactor(_entries, found)}
    return render(request, "site/word.html", {**told, "here": "help"})


def _entries(found: list[Any]) -> list[dict[str, Any]]:
    own = Reader(language(), plain=True)
    return [_entry(pack, entry, own) for pack, entry in found]


def _entry(pack: Any, entry: Any, own: Reader) -> dict[str, Any]:
    text = Text(pack, own.language)
    return {
        "of": text.game() if entry.own else own.say("word.engine"),
        "family": own.say(f"word.family.{entry.family}"),
        "doc": entry.doc,
        "params": [(each.name, told_word.told_of(each, own)) for each in entry.params],
        "example": entry.example.json if entry.example else "",
        "card": entry.example.card if entry.example else "",
        "game": pack.id,
        "sentence": plain(told_word.sentence_of(entry, text, own)) if entry.example else "",
    }


def _word() -> dict[str, Any]:
    found: dict[str, Any] = find("word", language())
    return found


def topics_for(user: Any) -> dict[str, Any]:
    """The commands that a visitor has, by topic; who is not signed in has those of any player."""
    from commands.help import all_commands

    return {
        command.topic: command
        for command in all_commands()
        if command.topic and _has(user, command)
    }


def _has(user: Any, command: Any) -> bool:
    if not user.is_authenticated:
        return bool(command.group != FOR_STAFF)
    return bool(command().access(user))


def _said(command: Any) -> dict[str, Any]:
    return find(f"commands.{command.topic}", language()) or {}
