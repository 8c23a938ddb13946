"""Importing Evennia takes two seconds, and 1.6 of them are one library's checks of itself.

Evennia needs `inflect` for English plurals. `inflect` lets `typeguard` rewrite each of its
functions at import to check the types of arguments. Importing it once without that makes every
start, reload and recovery more than a second shorter, for everybody who waits.
"""


def import_inflect() -> None:
    """Import `inflect` as it would be without `typeguard`."""
    import typeguard

    def unchecked(target=None, **_options):
        return target if target is not None else unchecked

    checked = typeguard.typechecked
    typeguard.typechecked = unchecked
    try:
        import inflect  # noqa: F401
    finally:
        typeguard.typechecked = checked
