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
from web.words import current_language
from world.locale.messages import find_message, message, strip_marks
from world.locale.reader import Reader
from world.render import words as told_word
from world.shelf import games

FOR_STAFF = "staff"  # the group of commands that only those see who have them


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """All commands by group, the first ones first."""
    from commands.help import GROUPS

    groups: dict[str, list[Any]] = {group: [] for group in GROUPS}
    for command in topics_for(request.user).values():
        groups[command.group].append((command.topic, _command_data(command)))
    listed = [
        (group, find_message(f"help.group.{group}", current_language()), found)
        for group, found in groups.items()
        if found
    ]
    return render(request, "site/help.html", {"groups": listed, "here": "help"})


@require_safe
def topic_page(request: HttpRequest, name: str) -> HttpResponse:
    """The help of one command: how it is typed, then what it does."""
    command = topics_for(request.user).get(name)
    if command is None:
        raise Http404
    said = _command_data(command)
    text = said["text"] if isinstance(said["text"], list) else [said["text"]]
    gap = text.index("") if "" in text else len(text)
    other = find_message(f"commands.{name}.name", "en" if current_language() == "zh" else "zh")
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
def words_index(request: HttpRequest) -> HttpResponse:
    """The games, each with its words."""
    listed = [(pack.id, Text(pack, current_language()).game()) for pack in games.offered().values()]
    return render(
        request, "site/words.html", {"games": listed, "said": _word_labels(), "here": "help"}
    )


@require_safe
def words_page(request: HttpRequest, pack_id: str) -> HttpResponse:
    """All words that a game knows, by family."""
    pack = shelf.pack_named(pack_id)
    groups: dict[str, list[Any]] = {}
    for entry in reference.word_entries(pack, current_language()):
        groups.setdefault(entry.family, []).append(entry)
    told = {
        "title": message(
            "word.of_game", current_language(), game=Text(pack, current_language()).game()
        ),
        "groups": [(each, _word_labels()["family"][each], rows) for each, rows in groups.items()],
        "said": _word_labels(),
        "here": "help",
    }
    return render(request, "site/words_of.html", told)


@require_safe
def word_page(request: HttpRequest, name: str) -> HttpResponse:
    """What a word means in the games that have it."""
    found = told_word.entries_named(name, current_language())
    if not found:
        raise Http404
    told = {
        "name": found[0][1].name,
        "said": _word_labels(),
        "entries": in_reactor(_entries_data, found),
    }
    return render(request, "site/word.html", {**told, "here": "help"})


def _entries_data(found: list[Any]) -> list[dict[str, Any]]:
    own = Reader(current_language(), plain=True)
    return [_entry_data(pack, entry, own) for pack, entry in found]


def _entry_data(pack: Any, entry: Any, own: Reader) -> dict[str, Any]:
    text = Text(pack, own.language)
    return {
        "of": text.game() if entry.own else own.say("word.engine"),
        "family": own.say(f"word.family.{entry.family}"),
        "doc": entry.doc,
        "params": [(each.name, told_word.parameter_text(each, own)) for each in entry.params],
        "example": entry.example.json if entry.example else "",
        "card": entry.example.card if entry.example else "",
        "game": pack.id,
        "sentence": strip_marks(told_word.sentence_of(entry, text, own)) if entry.example else "",
    }


def _word_labels() -> dict[str, Any]:
    found: dict[str, Any] = find_message("word", current_language())
    return found


def topics_for(user: Any) -> dict[str, Any]:
    """The commands that a visitor has, by topic; who is not signed in has those of any player."""
    from commands.help import all_commands

    return {
        command.topic: command
        for command in all_commands()
        if command.topic and _may_use(user, command)
    }


def _may_use(user: Any, command: Any) -> bool:
    if not user.is_authenticated:
        return bool(command.group != FOR_STAFF)
    return bool(command().access(user))


def _command_data(command: Any) -> dict[str, Any]:
    return find_message(f"commands.{command.topic}", current_language()) or {}
