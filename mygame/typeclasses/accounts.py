"""The account: who somebody is outside the game, with their language and preferences."""

from typing import TYPE_CHECKING, Any

from django.db.models.signals import post_delete, post_save
from evennia.accounts.accounts import DefaultAccount, DefaultGuest
from evennia.typeclasses.attributes import Attribute
from evennia.utils import logger
from evennia.utils.utils import class_from_module

from server.identity import AccountIdentity
from server.names import bilingual
from typeclasses.plain import plain_value
from typeclasses.provider import Provider
from world.locale import reader
from world.sheets import closing

if TYPE_CHECKING:
    from evennia.accounts.accounts import DefaultAccount as Base
else:
    Base = object

LANGUAGES = ("zh", "en")
DEFAULT_LANGUAGE = "en"
# The account everything belongs to that belongs to nobody. Evennia cannot do without it.
FIRST = 1
DELETED = bilingual("你的账号已被删除。", "Your account has been deleted.")


class Speaker:
    """Somebody who reads one of our languages."""

    attributes: Any

    @property
    def language(self) -> str:
        """`zh` or `en`: chosen at the connection screen, or later by an option."""
        language = plain_value(self, "language")
        return language if language in LANGUAGES else DEFAULT_LANGUAGE

    @language.setter
    def language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is no language of the game; use {LANGUAGES}.")
        self.attributes.add("language", language)


class Player(Base):
    """Somebody who always has a wizard: one account is one wizard at the tables."""

    @classmethod
    def is_banned(cls, username: str = "", ip: Any = "", **kwargs: Any) -> bool:
        """Evennia asks before it makes an account: there is one list of bans, and it is ours."""
        from world.community import moderation

        return moderation.ban_on(name=username, address=ip) is not None

    def wizard(self) -> Any:
        """
        This account's wizard: the one it has; one of its name which nobody has (of an account
        that was deleted); or a new one. None, and a line in the log, if it cannot be made.
        """
        found = (
            self.db._last_puppet
            or next(iter(self.characters.all()), None)
            or self._find_left_over()
        )
        if found is None:
            found, errors = self.create_character()
            if found is None:
                logger.log_err(f"No wizard for {self}: {'; '.join(map(str, errors or ()))}")
                return None
        if self.db._last_puppet != found:
            self.db._last_puppet = found
        return found

    def _find_left_over(self) -> Any:
        wizards = class_from_module(self.default_character_typeclass).objects
        for wizard in wizards.filter_family(db_key__iexact=self.key):
            if wizard.player_account is None:
                wizard.attributes.add("creator_id", self.pk)
                self.at_post_create_character(wizard)
                return wizard
        return None

    def enter(self, session: Any) -> Any:
        """Let a session that is logged in act as the wizard, which is returned; None without."""
        if session.puppet is None and (wizard := self.wizard()) is not None:
            self.puppet_object(session, wizard)
        return session.puppet

    def _send_to_connect_channel(self, message: str) -> None:
        """Evennia's channel for who comes and goes; here friends are told, and nobody else."""

    def at_post_login(self, session: Any = None, **kwargs: Any) -> None:
        """Evennia lets the session act as its last character; there has to be one."""
        self.wizard()
        super().at_post_login(session=session, **kwargs)


class Account(Provider, AccountIdentity, Player, Speaker, DefaultAccount):
    """A person's account."""

    def why_keep(self) -> str | None:
        """Why staff must not delete it: a key of `admin.keep`."""
        return "firstAccount" if self.pk == FIRST else None

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """
        The account and its wizards, whose seats are given up.

        Evennia leaves the wizards standing about, and a new account of the name without one.
        """
        for session in self.sessions.all():
            session.sessionhandler.disconnect(session, DELETED)
        closing.erase_sheets(self)
        for wizard in list(self.characters):
            wizard.delete()
        return super().delete(*args, **kwargs)


class Guest(Speaker, DefaultGuest):
    """An account for a visitor, gone when they leave. Not enabled by default."""


def _apply_preference(sender: Any, instance: Any, **_: Any) -> None:
    """What an account prefers counts for the next line it is told."""
    if instance.db_model == "accountdb":
        reader.forget_reader()


post_save.connect(_apply_preference, Attribute, dispatch_uid="chosen")
post_delete.connect(_apply_preference, Attribute, dispatch_uid="chosen")
