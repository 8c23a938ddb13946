"""Services which run in the Portal process beside Evennia's own."""

from server import memory


def start_plugin_services(portal) -> None:
    """Called when the Portal starts."""
    memory.freeze_garbage()
