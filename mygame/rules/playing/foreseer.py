"""
Foreseeing in another process: a saved match goes in, what options would do comes out.

`limit_process` begins a process (`processes.make_executor`), `foresee` is its task. A process that
needs more time or memory than it may is ended by the system; who started it goes on without its
answer.
"""

from __future__ import annotations

import resource
import signal

from ..running.match import Match
from .bots.worker import pack_in
from .preview import Foreseen, foretell

BYTES = 1 << 30  # of address space
WALL = 2.0  # seconds for one question, whatever it waits for
SECONDS = 0.05  # of the processor


def limit_process() -> None:
    """Take no more of the machine than a prompt is worth."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def preload(folder: str, content: str) -> None:
    """Load a pack before it is needed."""
    pack_in(folder, content)


def foresee(folder: str, content: str, saved: bytes, seat: int) -> Foreseen:
    """
    `preview.foretell` of a saved match of the pack in a folder.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: not a match of this pack.
    """
    pack = pack_in(folder, content)
    signal.setitimer(signal.ITIMER_REAL, WALL)
    try:
        match = Match.load(pack, saved)
        match.log_enabled = False
        return foretell(match, seat, SECONDS)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
