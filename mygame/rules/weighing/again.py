"""
An answer that failed, tried once more: the match is played up to it, and the answer is given.

`retry_answer` is a task for another process. What it tells is for who looks after the game: what
was asked and answered in words, which card failed, why, and where in the code.
"""

from __future__ import annotations

import traceback
from typing import TypedDict

from ..ground.errors import ActionFailed
from ..playing.bots.worker import pack_in
from ..running.journal import CONCEDE, Journal
from ..running.match import Match
from ..telling.text import Text

LONGEST = 20_000  # characters of a trace; the end says most


class Told(TypedDict):
    """What has come of it; `card` is "" for the flow, `trace` where nothing failed."""

    failed: bool
    ended: bool
    card: str
    reason: str
    trace: str
    prompt: str
    answer: str


def trace_of(error: BaseException) -> str:
    """Where an error comes from, with what has caused it."""
    return "".join(traceback.format_exception(error))[-LONGEST:]


def retry_answer(
    folder: str,
    content: str,
    seats: int,
    seed: int,
    options: dict[str, object],
    journal: Journal,
    seat: int,
    picks: tuple[int, ...] | None,
    language: str,
    names: list[str],
) -> Told:
    """
    Give an answer (None: give up) behind a journal, in a match of the pack in a folder.

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: the journal does not fit the pack.
    """
    pack = pack_in(folder, content)
    match = Match.replay(pack, seats, seed, options, journal)
    return retry_in(match, seat, picks, Text(pack, language, names))


def retry_in(match: Match, seat: int, picks: tuple[int, ...] | None, text: Text) -> Told:
    """The same in a match that stands just before it."""
    choice, prompt, answer = match.choice_of(seat), "", ""
    if choice is not None:
        prompt = text.prompt(choice, match)
        known = [pick for pick in picks or () if 0 <= pick < len(choice.options)]
        answer = text.name_some(
            [text.option(choice.options[pick], match) for pick in known], len(known)
        )
    told = Told(
        failed=False, ended=False, card="", reason="", trace="", prompt=prompt, answer=answer
    )
    try:
        if picks is None or picks == CONCEDE:
            match.concede(seat)
        else:
            match.answer(seat, picks)
    except ActionFailed as error:
        told |= {"failed": True, "ended": error.aborted, "card": error.card or ""}
        told |= {"reason": error.reason, "trace": trace_of(error)}
    except Exception as error:  # noqa: BLE001 (it is what is looked for)
        told |= {"failed": True, "reason": f"{type(error).__name__}: {error}"}
        told |= {"trace": trace_of(error)}
    return told
