"""Playing the scenarios of a text in another process: `play` is its task, plain data both ways."""

from __future__ import annotations

import signal
from functools import lru_cache
from typing import Any

from ..pack import Pack, load_pack
from .files import scenarios
from .form import ScenarioError, written
from .playing import Player

MOST = 200  # scenarios
PLACE = "scenarios"


def play(folder: str, content: str, text: str, transcript: bool, seconds: float) -> dict[str, Any]:
    """
    What becomes of each scenario, or why none can be read (`problem`). `content` is the hash of the
    pack in the folder. After so many seconds the process ends.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        found = scenarios(text, PLACE)
        if len(found) > MOST:
            raise ScenarioError(f"{PLACE}: at most {MOST} scenarios are played at once")
        pack = _pack(folder, content)
        return {"scenarios": [_played(pack, each, transcript) for each in found], "problem": ""}
    except ScenarioError as error:
        return {"scenarios": [], "problem": str(error)}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@lru_cache(maxsize=4)
def _pack(folder: str, content: str) -> Pack:
    """The pack in a folder; `content` tells apart what lay there at other times."""
    return load_pack(folder)


def _played(pack: Pack, scenario: dict[str, Any], transcript: bool) -> dict[str, Any]:
    player = Player(pack, scenario, verbose=transcript)
    failures = player.play()
    return {
        "name": player.name,
        "passed": not failures,
        "failures": [{"place": written(each.path), "sentence": each.sentence} for each in failures],
        "transcript": list(player.transcript.lines) if player.transcript is not None else [],
    }
