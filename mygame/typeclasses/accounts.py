"""The account: who somebody is outside the game, with their language and preferences."""

from typing import Any

from evennia.accounts.accounts import DefaultAccount, DefaultGuest

from server.identity import AccountIdentity

LANGUAGES = ("zh", "en")
DEFAULT_LANGUAGE = "en"


class Speaker:
    """Somebody who reads one of our languages."""

    attributes: Any

    @property
    def language(self) -> str:
        """`zh` or `en`: chosen at the connection screen, or later by an option."""
        language = self.attributes.get("language")
        return language if language in LANGUAGES else DEFAULT_LANGUAGE

    @language.setter
    def language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is no language of the game; use {LANGUAGES}.")
        self.attributes.add("language", language)


class Account(AccountIdentity, Speaker, DefaultAccount):
    """A person's account."""


class Guest(Speaker, DefaultGuest):
    """An account for a visitor, gone when they leave. Not enabled by default."""
