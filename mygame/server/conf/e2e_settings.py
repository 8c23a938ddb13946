"""Settings for a real server which tests play on: the game's own, without limits on visitors."""

import os as _os
import secrets as _secrets
from random import Random as _Random

from server.admission import Policy as _Policy
from server.buckets import Rate as _Rate
from server.conf.settings import *  # noqa: F403
from server.conf.settings import ACTION_LIMITS

MAX_CONNECTION_RATE = 1000
LINE_RATE = LINE_RATE_BEFORE_LOGIN = _Rate(10**6, 1)
BYTE_RATE = _Rate(10**9, 1)
CONNECTIONS_PER_ADDRESS = 10_000
ADMISSION_POLICY = _Policy(
    free_tries=1000,
    failures_per_address=_Rate(1000, 1),
    failures_per_account=_Rate(1000, 1),
    accounts_per_address=_Rate(1000, 1),
)
ACTION_LIMITS = dict.fromkeys(ACTION_LIMITS, _Rate(10**6, 1))
HEARTBEAT = int(_os.environ.get("CHRONO_TEST_HEARTBEAT") or 20)
# Tests hold a lock for longer than one try.
STORAGE_TRY = 3000
# The machine of a test may be busy with others.
BOT_PATIENCE = 60
HASHING_NICE = 0
READING_AT_START = False
# Only some tests are about what a password costs.
if _os.environ.get("CHRONO_TEST_HASHING") != "real":
    PASSWORD_HASHERS = ["server.conf.quick_hasher.QuickHasher"]
# What is dealt, what bots try, and what guests are called, where two runs have to be alike.
if _seed := int(_os.environ.get("CHRONO_TEST_SEED") or 0):
    _chance = _Random(_seed)
    vars(_secrets).update(
        randbits=lambda _bits: _seed,  # of every match, in whatever order they begin
        choice=_chance.choice,
        randbelow=_chance.randrange,
    )
