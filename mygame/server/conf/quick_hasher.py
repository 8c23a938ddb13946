"""Password hashes for tests, made in no time; a real game understands them."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickHasher(PBKDF2PasswordHasher):
    """The usual one, with next to no iterations."""

    iterations = 1_000
