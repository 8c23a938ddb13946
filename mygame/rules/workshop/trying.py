"""
Playing the scenarios of a text in the process in which packs are published: `play_scenarios` is its
task, plain data both ways.
"""

from __future__ import annotations

from typing import Any

from ..ground.errors import PackError
from ..pack import Pack, pieces, publisher
from ..scenario import Player, ScenarioError
from ..scenario.files import scenarios_in
from ..scenario.form import path_text

MOST = 200  # scenarios
PLACE = "scenarios"


def play_scenarios(
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
    with publisher.time_limit(asking, seconds):
        try:
            pack = with_piece(publisher.published_version(*before), piece)
        except (PackError, pieces.BadAddress) as error:
            return {"scenarios": [], "problem": str(error)}
        return outcomes_of(pack, text, transcript)


def with_piece(pack: Pack, piece: tuple[str, str] | None) -> Pack:
    """
    The next version of a pack, in which a piece says something else.

    :raises PackError: with every problem found. :raises BadAddress: there can be no such piece.
    """
    if piece is None:
        return pack
    put = publisher.Put(pack.folder, *piece)
    return publisher.next_version(pack, publisher.put_pieces(pack.sources, [put]))


def outcomes_of(pack: Pack, text: str, transcript: bool) -> dict[str, Any]:
    """What becomes of the scenarios of a text."""
    try:
        found = scenarios_in(text, PLACE)
    except ScenarioError as error:
        return {"scenarios": [], "problem": str(error)}
    if len(found) > MOST:
        problem = f"{PLACE}: at most {MOST} scenarios are played at once"
        return {"scenarios": [], "problem": problem}
    return {"scenarios": [_outcome_of(pack, each, transcript) for each in found], "problem": ""}


def _outcome_of(pack: Pack, scenario: dict[str, Any], transcript: bool) -> dict[str, Any]:
    player = Player(pack, scenario, verbose=transcript)
    failures = player.play()
    return {
        "name": player.name,
        "holds": not failures,
        "failures": [
            {"place": path_text(each.path), "sentence": each.sentence} for each in failures
        ],
        "transcript": list(player.transcript.lines) if player.transcript is not None else [],
    }
