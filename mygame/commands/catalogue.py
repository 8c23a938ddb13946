"""The one list of what people can type once they have logged in; `commands.help` adds itself."""

from __future__ import annotations

from commands import (
    advice,
    carrying,
    challenge,
    client,
    course,
    decks,
    general,
    guests,
    hall,
    history,
    learning,
    party,
    password,
    people,
    publish,
    reading,
    replay,
    scenes,
    screen,
    seats,
    sheet,
    staff,
    table,
    talk,
    tidings,
    token,
    walking,
)
from commands.building import files as content
from commands.building import trying
from commands.command import Command

MODULES = (
    *(hall, scenes, challenge, party, walking, carrying, learning, history, replay, seats, decks),
    *(table, course, sheet, reading, advice),
    *(talk, people, tidings, guests),
    *(screen, client, password, token, general, staff, publish, content),
    trying,
)


def all_commands() -> list[type[Command]]:
    """All of the game's commands, in the order in which help lists them."""
    return [command for module in MODULES for command in module.COMMANDS]
