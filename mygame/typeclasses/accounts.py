"""Who logs in."""

from evennia.accounts.accounts import DefaultAccount, DefaultGuest


class Account(DefaultAccount):
    """A person."""


class Guest(DefaultGuest):
    """A person who stays for one visit."""
