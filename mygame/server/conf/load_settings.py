"""Settings for a real server under load (`make load`): without limits on visitors, quick hashes."""

from server.conf.e2e_settings import *  # noqa: F403
