"""
The game's help, as one reads it in the game.

Commands can be imported only when Evennia is up, and Django reads all addresses before: so late.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.words import language
from world.render.messages import find

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
