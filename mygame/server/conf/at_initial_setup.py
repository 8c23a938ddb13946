"""What Evennia calls once, when a new database has got its first account and room."""


def at_initial_setup() -> None:
    """Nothing here: the launcher builds the world, again at each start (`typeclasses.build`)."""
