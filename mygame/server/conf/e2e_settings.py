"""Settings for a real server which tests play on: the game's own, without limits on visitors."""

import os as _os

from server.buckets import Rate as _Rate
from server.conf.settings import *  # noqa: F403
from server.conf.settings import ACTION_LIMITS

MAX_CONNECTION_RATE = 1000
MAX_COMMAND_RATE = 10000
LOGIN_THROTTLE_LIMIT = 1000
CREATION_THROTTLE_LIMIT = 1000
ACTION_LIMITS = dict.fromkeys(ACTION_LIMITS, _Rate(10**6, 1))
HEARTBEAT = int(_os.environ.get("CHRONO_TEST_HEARTBEAT") or 20)
