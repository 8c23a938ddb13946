"""Services which run in the Portal process beside Evennia's own."""


def start_plugin_services(portal) -> None:
    """Called when the Portal starts."""
