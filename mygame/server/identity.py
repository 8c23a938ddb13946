"""What an account needs to have a safe name and a quick password."""

from typing import TYPE_CHECKING

from server import names
from server.passwords import Hashed

if TYPE_CHECKING:
    from evennia.accounts.accounts import DefaultAccount as Base
else:
    Base = object


class AccountIdentity(Base):
    """For the account's class, before Evennia's."""

    @classmethod
    def normalize_username(cls, username):
        """The one spelling of a name."""
        return names.normalize(username)

    def at_account_creation(self):
        """Once, when the account is made."""
        super().at_account_creation()
        names.remember_look(self)

    def set_password(self, password, **kwargs):
        """Store a password. One whose hash is already computed need not wait for it again."""
        if not isinstance(password, Hashed):
            super().set_password(password, **kwargs)
            return
        self.password = password.encoded
        self.at_password_change()
