"""Services which run in the Server process beside Evennia's own."""


def start_plugin_services(server) -> None:
    """Called when the Server starts."""
