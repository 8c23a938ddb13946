"""
What happens when somebody has logged in: friends are told, letters shown, staff hears of reports,
players of a match that could not be brought back.
"""

from __future__ import annotations

from typing import Any

from evennia.utils import logger

from world.accounts import friends, people
from world.community import reports, tells
from world.locale.reader import reader_of
from world.render import announce
from world.render.people import letter_lines


def greet_arrival(character: Any) -> None:
    """A character has a client. What fails here is logged, and keeps nobody out."""
    for step in (
        _remind_guest,
        announce.show_lost,
        _deliver_letters,
        _tell_of_reports,
        friends.announce_to_friends,
    ):
        try:
            step(character)
        except Exception:  # noqa: BLE001 (logged; nobody is kept out)
            logger.log_trace(f"Arriving: {step.__name__}")


def _remind_guest(character: Any) -> None:
    account = character.player_account
    if people.is_guest(account):
        reader, word = reader_of(character), account.ndb.word
        told = [reader.say("guest.welcome", name=character.key)]
        if word:
            told.append(reader.say("guest.word", word=word, name=character.key))
        character.msg(text=("\n".join(told), {"type": "welcome"}))


def _deliver_letters(character: Any) -> None:
    letters = tells.fetch_letters(character)
    if letters:
        reader = reader_of(character)
        lines = [reader.say("tell.waiting"), *letter_lines(letters, reader)]
        character.msg(text=("\n".join(lines), {"type": "tell"}))


def _tell_of_reports(character: Any) -> None:
    if people.is_staff(character.player_account) and (count := reports.count_waiting()):
        told = reader_of(character).say("report.waiting", count=count)
        character.msg(text=(told, {"type": "notice"}))
