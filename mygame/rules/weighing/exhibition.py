"""
A match by machines that people may look at: for a house in which nobody has played yet.

It knows no game. `play_exhibition` is a task for another process; what it gives is all that a
record of a match needs beside its seed.
"""

from __future__ import annotations

from typing import Any

from ..playing.bots.companions import Companion
from ..playing.bots.native import make_bot
from ..playing.bots.worker import pack_in
from ..running.match import Match

MOST = 4000  # answers; a match that goes on longer is none to look at
APART = 97  # between the seeds of two seats


def play_exhibition(
    folder: str, content: str, seats: int, seed: int, bot: str
) -> dict[str, Any] | None:
    """
    A match of the pack in a folder with the same bot at every seat, as JSON-able data: `journal`
    (seat and picks of each answer), `standings` and `outcome`; None if it has no end.

    :raises LookupError: the folder holds other content than the hash says.
    """
    match = Match.prepare(pack_in(folder, content), seats, seed, log=False)
    match.begin()
    bots = [make_bot(bot, seed + APART * seat) for seat in range(seats)]
    journal: list[tuple[int, list[int]]] = []
    with Companion(match) as companion:
        while not match.is_over:
            if len(journal) == MOST:
                return None
            seat = match.choices[0].seat
            picks = bots[seat].choose(match, seat)
            match.apply(seat, picks)
            companion.note_answer(seat, picks)
            journal.append((seat, list(picks)))
    return {
        "journal": journal,
        "standings": [list(group) for group in match.standings or ()],
        "outcome": match.outcome,
    }
