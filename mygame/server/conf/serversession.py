"""The Server's half of a connection."""

from evennia.server.serversession import ServerSession as BaseServerSession


class ServerSession(BaseServerSession):
    """One connection, logged in or not."""
