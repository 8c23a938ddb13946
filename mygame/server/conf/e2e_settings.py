"""Settings for a real server which tests play on: the game's own, without limits on visitors."""

from server.conf.settings import *  # noqa: F403

MAX_CONNECTION_RATE = 1000
MAX_COMMAND_RATE = 10000
LOGIN_THROTTLE_LIMIT = 1000
CREATION_THROTTLE_LIMIT = 1000
