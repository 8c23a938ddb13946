"""
The public channel: one for everybody, wherever they are, which each may switch off.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from world.accounts import ignoring, people
from world.community import social
from world.community.social import Words
from world.errors import TableError

HISTORY = 20
SWITCH = "chat"  # attribute of an account: false for who does not want to hear it

_history: deque[Words] = deque(maxlen=HISTORY)


def is_listening(character: Any) -> bool:
    """Whether somebody hears the channel."""
    return character.player_account.attributes.get(SWITCH, True)


def switch_channel(character: Any, on: bool) -> None:
    """Hear the channel, or not."""
    character.player_account.attributes.add(SWITCH, on)


def listeners() -> list[Any]:
    """Everybody who is here and hears the channel, by name."""
    return [character for character in people.wizards_online() if is_listening(character)]


def say(speaker: Any, text: str) -> None:
    """
    Say something to everybody on the channel.

    :raises TableError: `chatOff` for who does not hear it, and those of `social.deliver_words`.
    """
    if not is_listening(speaker):
        raise TableError("chatOff")
    _history.append(social.deliver_words(speaker, listeners(), "channel", text))


def recent_lines(reader: Any) -> list[Words]:
    """The last lines, as far as somebody wants to read them."""
    return [words for words in _history if not ignoring.ignores(reader, words.account)]


def forget() -> None:
    """Nothing has been said yet: for tests."""
    _history.clear()
