"""
How long players have, as far as a pack says so: `away`, `limits` and `camp` of its manifest
(docs/language/pack.md). Whoever hosts people keeps the time; matches know nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from ..ground.errors import suggest

SECONDS = range(1, 3601)
PERCENT = range(10, 1001)
_PERCENT = re.compile(r"([0-9]{1,4})%")


class Limit(NamedTuple):
    """What a prompt has in place of a table's limit: so many seconds, or per cent of it."""

    seconds: int | None = None
    percent: int = 100

    def of_limit(self, limit: int) -> int:
        """Seconds for an answer, where a table gives `limit` of them."""
        return self.seconds if self.seconds is not None else max(1, limit * self.percent // 100)


class Times(NamedTuple):
    """
    `grace`: seconds for who is away (None: as the house has it); `limits` by prompt; `camp`: the
    prompts at which people may break off, to go on another day.
    """

    grace: int | None = None
    limits: Mapping[str, Limit] = {}
    camp: frozenset[str] = frozenset()


def read_times(
    manifest: Mapping[str, Any],
    prompts: Collection[str],
    place: str,
    problem: Callable[[str, str], None],
) -> Times:
    """The times of a manifest; what is wrong with them is told. `prompts` are those with words."""
    grace = (manifest.get("away") or {}).get("grace")
    if grace is not None and (grace not in SECONDS or isinstance(grace, bool)):
        message = f"a grace is {SECONDS[0]} to {SECONDS[-1]} seconds, not {grace}"
        problem(f"{place}.away.grace", message)
    limits = {}
    for prompt, given in (manifest.get("limits") or {}).items():
        at = f"{place}.limits.{prompt}"
        if prompt not in prompts:
            problem(at, f"there is no prompt {prompt!r}{suggest(prompt, prompts)}")
        found = _PERCENT.fullmatch(given) if isinstance(given, str) else None
        if found is not None and int(found[1]) in PERCENT:
            limits[prompt] = Limit(percent=int(found[1]))
        elif type(given) is int and given in SECONDS:
            limits[prompt] = Limit(given)
        else:
            message = (
                f"a limit is {SECONDS[0]} to {SECONDS[-1]} seconds, or per cent of the table's: "
                f"'50%', not {given!r}"
            )
            problem(at, message)
    camp = manifest.get("camp") or ()
    for prompt in camp:
        if prompt not in prompts:
            problem(f"{place}.camp", f"there is no prompt {prompt!r}{suggest(prompt, prompts)}")
    return Times(grace, limits, frozenset(camp))
