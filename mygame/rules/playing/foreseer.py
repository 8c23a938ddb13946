"""
Foreseeing in another process: a saved match goes in, what options would do comes out.

`processes.limit_process` begins such a process, `foresee` is its task: the native
machine tries the options (`native_trials`), or Python as long as there is none. A process that
needs more time or memory than it may is ended by the system; who started it goes on without its
answer.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from ..ground.processes import ending_after
from ..running.match import Match
from .bots.worker import pack_in
from .native_trials import foretell
from .preview import Foreseen

WALL = 2.0  # seconds for one question, whatever it waits for
SECONDS = 0.05  # of the processor
NICE = 5  # how far what nobody waits for stands behind the rest


def preload(folder: str, content: str) -> None:
    """
    Load a pack before it is needed, behind everybody who has something to do now.

    :raises LookupError: the folder holds other content than the hash says.
    """
    with ThreadPoolExecutor(1, initializer=give_way) as loader:
        loader.submit(pack_in, folder, content).result()


def give_way() -> None:
    """Let this thread stand behind others; where only whole processes can, it does not."""
    if sys.platform == "linux":
        here = threading.get_native_id()
        behind = os.getpriority(os.PRIO_PROCESS, here) + NICE
        os.setpriority(os.PRIO_PROCESS, here, behind)


def foresee(
    folder: str,
    content: str,
    saved: bytes,
    seat: int,
    seconds: float = SECONDS,
    wall: float = WALL,
) -> Foreseen:
    """
    `preview.foretell` of a saved match of the pack in a folder, in so many seconds of the
    processor for each machine that tries; the process ends when so many have gone by on the `wall`.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: not a match of this pack.
    """
    pack = pack_in(folder, content)
    with ending_after(wall):
        match = Match.load(pack, saved)
        match.log_enabled = False
        return foretell(match, seat, seconds)
