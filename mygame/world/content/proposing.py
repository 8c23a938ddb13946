"""
A model that the house may have: it proposes the house's sentence for an author's.

Off unless `MODEL_ADDRESS` is set: a chat endpoint in the usual protocol of local servers. What it
says is never trusted: one line of it is read, checked and shown like a sentence that was typed.
Begin with `propose_sentence`.
"""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet import defer, threads

from server import cleaning
from world.accounts import limits
from world.errors import TableError

_MOST_BYTES = 65_536  # of an answer
_LONGEST = 400  # characters of a sentence
_ASKED = (
    "You rewrite what a card of a card game does into the sentence that this game uses for it, in "
    "the language it is written in. Answer with that sentence alone. Sentences of this game:\n{}"
)


def is_there() -> bool:
    """Whether the house has a model."""
    return bool(settings.MODEL_ADDRESS)


def propose_sentence(who: Any, text: str, like: Sequence[str]) -> defer.Deferred:
    """
    The house's sentence for an author's, as a model has it; `like` are sentences of the game.
    Fires with the sentence, "" where the model said nothing that could be one.

    :raises TableError: `noModel`, `tooOften`; the Deferred: `modelSilent`.
    """
    if not is_there():
        raise TableError("noModel")
    if wait := limits.buckets_of("model").take(("model", who.pk)):
        raise TableError("tooOften", action="model", wait=wait)
    asked = threads.deferToThread(_ask, text, list(like))
    return asked.addCallbacks(_take_line, _tell_silence, callbackArgs=(who, text))


def _ask(text: str, like: list[str]) -> str:
    """What the model says; runs in a thread."""
    messages = [
        {"role": "system", "content": _ASKED.format("\n".join(f"- {each}" for each in like))},
        {"role": "user", "content": text},
    ]
    body = {"model": settings.MODEL_NAME, "messages": messages, "temperature": 0, "max_tokens": 200}
    headers = {"Content-Type": "application/json"}
    if settings.MODEL_KEY:
        headers["Authorization"] = f"Bearer {settings.MODEL_KEY}"
    request = urllib.request.Request(  # noqa: S310 (the address is the house's own)
        settings.MODEL_ADDRESS, json.dumps(body).encode(), headers
    )
    with urllib.request.urlopen(request, timeout=settings.MODEL_SECONDS) as answer:  # noqa: S310
        found = json.loads(answer.read(_MOST_BYTES))
    return str(found["choices"][0]["message"]["content"])


def _take_line(said: str, who: Any, text: str) -> str:
    """The first line of what was said, without marks around it."""
    line = next((each.strip() for each in said.splitlines() if each.strip()), "")
    found = cleaning.clean_line(line[:_LONGEST]).strip("\"'“”「」`- ")
    logger.log_info(f"The model proposes for {who} {text!r}: {found!r}")
    return found


def _tell_silence(failure: Any) -> None:
    logger.log_warn(f"The model does not answer: {failure.getErrorMessage()}")
    raise TableError("modelSilent")
