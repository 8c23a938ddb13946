"""What Evennia calls when the Server process starts and stops."""


def at_server_init() -> None:
    """First of all, however the Server starts."""
    from world.render import trouble

    trouble.replace_evennias()


def at_server_start() -> None:
    """The Server is up: after a cold start, a reload, or a crash. Matches go on where they were."""
    from typeclasses.tables import restore
    from world import foreseeing, games, moderation, staff

    moderation.watch()
    games.keep_good()
    staff.watch()
    restore()
    foreseeing.start()


def at_server_stop() -> None:
    """The Server goes down, for good or for a reload. Not called when it is killed."""
    from world import foreseeing, thinking

    thinking.stop()
    foreseeing.stop()


def at_server_reload_start() -> None:
    """Up again after a reload."""


def at_server_reload_stop() -> None:
    """Down for a reload."""


def at_server_cold_start() -> None:
    """Up after a shutdown, a reset, or a crash."""


def at_server_cold_stop() -> None:
    """Down for a shutdown or a reset."""
