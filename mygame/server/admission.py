"""
Who may try a password, and who may make an account: the same for telnet, websocket and web pages.

Failures count, successes do not: sixty people behind one address log in at once. What is slow is
guessing:

* at one account from one address: after a few tries each next one waits twice as long;
* at many accounts from one address: the address has a budget of failures that comes back with
  time; who has logged in from there before is not held up by it;
* at one account from many addresses: the account has a budget, too. It holds only for addresses
  that have guessed wrong already, so that its owner gets in from anywhere at the first right try.

Pure: no Django, no reactor, a clock from outside; in memory only, and bounded. Begin at
`Gate.wait_to_try`; `gate()` is the one of this process, for all threads.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import RLock
from typing import NamedTuple

from server.addresses import source_of
from server.buckets import Buckets, Rate


class Policy(NamedTuple):
    """How patient the gate is."""

    # Wrong passwords for one account from one address until waiting begins, and the waits.
    free_tries: int = 4
    first_wait: float = 2
    longest_wait: float = 300
    # A pair that has not failed for so long begins anew.
    forgiven_after: float = 3600
    failures_per_address: Rate = Rate(40, 600)
    failures_per_account: Rate = Rate(20, 3600)
    accounts_per_address: Rate = Rate(20, 3600)
    # How many pairs of account and address are remembered.
    most: int = 20_000


@dataclass(slots=True)
class _Past:
    """What is known of one account at one address."""

    failures: int = 0
    at: float = 0.0
    known: bool = False  # it has logged in from there


class Gate:
    """Counts tries of accounts from addresses, and accounts made."""

    def __init__(self, policy: Policy | None = None, clock: Callable[[], float] = time.monotonic):
        self.policy = policy = policy or Policy()
        self.clock = clock
        self._past: OrderedDict[tuple[str, str], _Past] = OrderedDict()
        self._addresses = Buckets(policy.failures_per_address, clock, policy.most)
        self._accounts = Buckets(policy.failures_per_account, clock, policy.most)
        self._made = Buckets(policy.accounts_per_address, clock, policy.most)
        self._lock = RLock()  # web pages are made in threads

    def wait_to_try(self, name: str, address: object) -> float:
        """
        Seconds until this account may be tried from this address; 0 if at once.

        Ask right before the password is checked, not when it is typed: what else is waiting to
        be checked may fail meanwhile.
        """
        key = _key(name, address)
        with self._lock:
            past = self._past.get(key, _Past())
            waits = [self._own_wait(past)]
            if not past.known:
                waits.append(self._addresses.wait(key[1]) if key[1] else 0)
            if past.failures and not past.known:
                waits.append(self._accounts.wait(key[0]))
            return max(waits)

    def _own_wait(self, past: _Past) -> float:
        over = past.failures - self.policy.free_tries
        if over < 0:
            return 0
        wait = min(self.policy.first_wait * 2 ** min(over, 30), self.policy.longest_wait)
        return max(0.0, past.at + wait - self.clock())

    def note_failure(self, name: str, address: object) -> None:
        """The password was wrong, or there is no such account; nobody is told which."""
        key = _key(name, address)
        with self._lock:
            past = self._remember(key)
            if self.clock() - past.at > self.policy.forgiven_after:
                past.failures = 0
            past.failures, past.at = past.failures + 1, self.clock()
            self._accounts.spend(key[0])
            if key[1]:
                self._addresses.spend(key[1])

    def note_success(self, name: str, address: object) -> None:
        """It was right. The account is known at this address from now on."""
        with self._lock:
            past = self._remember(_key(name, address))
            past.failures, past.known = 0, True

    def wait_to_register(self, address: object) -> float:
        """Seconds until an account may be made from an address; 0 if at once."""
        with self._lock:
            return self._made.wait(source_of(address))

    def note_registration(self, address: object) -> None:
        """An account was made from an address."""
        with self._lock:
            self._made.spend(source_of(address))

    def _remember(self, key: tuple[str, str]) -> _Past:
        past = self._past.setdefault(key, _Past())
        self._past.move_to_end(key)
        while len(self._past) > self.policy.most:
            self._past.popitem(last=False)
        return past


def _key(name: str, address: object) -> tuple[str, str]:
    return str(name).strip().casefold()[:64], source_of(address)


@cache
def gate() -> Gate:
    """The gate of this process, as the settings want it (`ADMISSION_POLICY`)."""
    from django.conf import settings

    return Gate(settings.ADMISSION_POLICY)
