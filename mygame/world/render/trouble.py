"""
What a person is told when something is wrong that is not of the game: sentences of the group
`trouble` of the locale files, in the person's language, or in both where nobody can know it yet.
"""

from __future__ import annotations

from typing import Any

from world.render.messages import LANGUAGES, message
from world.render.reader import language_of


def sentence(who: Any, key: str, **args: Any) -> str:
    """`trouble.<key>` for a session, account or character, whatever state it and we are in."""
    try:
        # A session nobody has logged in with has no account; an account may not be readable now.
        languages = [language_of(who)] if _is_known(who) else LANGUAGES
    except Exception:
        languages = LANGUAGES
    return "\n".join(message(f"trouble.{key}", language, **args) for language in languages)


def _is_known(who: Any) -> bool:
    return bool(getattr(who, "account", None)) or not hasattr(who, "protocol_flags")
