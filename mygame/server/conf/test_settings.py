"""Settings for tests: the game's own, with a database in memory and quick password hashes."""

import atexit as _atexit
import os as _os
import shutil as _shutil
import tempfile as _tempfile

# Before the game's settings are read: a test must never touch the data of a real game.
_data_dir = _tempfile.mkdtemp(prefix="chrono-wizard-test-")
_atexit.register(_shutil.rmtree, _data_dir, ignore_errors=True)
_os.environ["CHRONO_DATA_DIR"] = _data_dir

from server.buckets import Rate as _Rate  # noqa: E402
from server.conf.settings import *  # noqa: E402, F403
from server.conf.settings import ACTION_LIMITS, CACHES, DATABASES  # noqa: E402

SECRET_KEY = "test-only"  # noqa: S105 (of a game that is thrown away)
TEST_ENVIRONMENT = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["NAME"] = ":memory:"
# Tests type quickly; those of the limits bring the real ones (`server.conf.limits`).
ACTION_LIMITS = dict.fromkeys(ACTION_LIMITS, _Rate(10**6, 1))
# What others find out beside the Server is known at once.
FORESEEING_WORKERS = 0
# Nor is there another thread to write: a database in memory is one connection.
STORAGE_THREAD = False
SUMMARIES_BESIDE = False
# Few tests write sentences.
READING_AHEAD = False
PRICING = False
# Matches of different tests have the same numbers.
_KEEPS_NOTHING = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
CACHES = {**CACHES, "replays": _KEEPS_NOTHING, "pictures": _KEEPS_NOTHING}
