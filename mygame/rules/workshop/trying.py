"""
Playing the scenarios of a text in the process in which packs are published: `play` is its task,
plain data both ways.
"""

from __future__ import annotations

from typing import Any

from ..ground.errors import PackError
from ..pack import Pack, pieces, publisher
from ..scenario import Player, ScenarioError
from ..scenario.files import scenarios
from ..scenario.form import written
from .checking import compiled

MOST = 200  # scenarios
PLACE = "scenarios"


def play(
    asking: str,
    before: tuple[str, str],
    piece: tuple[str, str] | None,
    text: str,
    transcript: bool,
    seconds: float,
) -> dict[str, Any]:
    """
    What becomes of each scenario, or why none can be played (`problem`), with the pack in `before`
    (see `publisher.prepare`, also for what is raised), in which a piece may say something else:
    its address and text.
    """
    with publisher.limited(asking, seconds):
        try:
            pack = _with(publisher.version(*before), piece)
            found = scenarios(text, PLACE)
            if len(found) > MOST:
                raise ScenarioError(f"{PLACE}: at most {MOST} scenarios are played at once")
        except (ScenarioError, PackError, pieces.BadAddress) as error:
            return {"scenarios": [], "problem": str(error)}
        return {"scenarios": [_played(pack, each, transcript) for each in found], "problem": ""}


def _with(pack: Pack, piece: tuple[str, str] | None) -> Pack:
    if piece is None:
        return pack
    return compiled(pack, pieces.put(pack.sources, pack.folder, *piece))


def _played(pack: Pack, scenario: dict[str, Any], transcript: bool) -> dict[str, Any]:
    player = Player(pack, scenario, verbose=transcript)
    failures = player.play()
    return {
        "name": player.name,
        "passed": not failures,
        "failures": [{"place": written(each.path), "sentence": each.sentence} for each in failures],
        "transcript": list(player.transcript.lines) if player.transcript is not None else [],
    }
