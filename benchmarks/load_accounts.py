"""
Accounts for a load run, made in the database of a game that does not run:
`python load_accounts.py NUMBER LANGUAGES`, with the game's folder as `PYTHONPATH` and its settings
in the environment. The people are `p0`, `p1`, ... with the password `correct-horse`.
"""

from __future__ import annotations

import sys

PASSWORD = "correct-horse"  # noqa: S105 (of people made for the measurement)


def name_of(number: int) -> str:
    """The name of a person."""
    return f"p{number}"


def make(count: int, languages: list[str]) -> None:
    """So many accounts, which read the languages in turn."""
    import django

    django.setup()
    import evennia

    evennia._init()
    from evennia.utils.create import create_account

    for number in range(count):
        account = create_account(name_of(number), "", PASSWORD)
        account.language = languages[number % len(languages)]
        _, errors = account.create_character(key=name_of(number))
        if errors:
            raise SystemExit(f"{name_of(number)}: {errors}")


if __name__ == "__main__":
    make(int(sys.argv[1]), sys.argv[2].split(","))
