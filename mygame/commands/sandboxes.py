"""
Answers that a builder types in an open sandbox (`world.content.sandbox`), and what comes of them.

`commands.building.trying` has the commands. Begin at `answer`.
"""

from __future__ import annotations

from typing import Any

from commands.answers import NONE, Puzzled, understand
from world.content.sandbox import Sandbox
from world.errors import TableError
from world.locale.messages import shorten_quote
from world.locale.reader import reader_of
from world.render import announce, oob, pages, trouble
from world.render import sandbox as render
from world.render.prompt import options_sentence


def open_one(who: Any) -> Sandbox | None:
    """The sandbox in which a character tries something now."""
    found: Sandbox | None = who.ndb.sandbox
    return found


def attempt(who: Any, done: Any) -> Any:
    """What turns out to be wrong later is told; what one types next waits."""

    def refused(failure: Any) -> None:
        failure.trap(TableError)
        who.msg(announce.error_text(failure.value, who))

    done.addErrback(refused)
    done.addErrback(trouble.report_failure, who)
    if not done.called:
        for session in who.sessions.all():
            session.take_time(done)
    return done


def show_progress(who: Any, own: Sandbox, done: Any) -> Any:
    """What has happened, and what is asked then."""

    def show(_: Any) -> None:
        if oob.is_reading(who):
            reader = reader_of(who)
            told = render.step_lines(own, reader, bool(who.ndb.sandbox_deep))
            pages.show_lines(who, [*told, *render.asked_lines(own, reader)])

    return attempt(who, done.addCallback(show))


def answer(who: Any, own: Sandbox, typed: str) -> Any:
    """What was typed, as an answer of the seat that is asked; a wrong one is explained."""
    choice, reader = own.pending_choice, reader_of(who)
    if choice is None:
        who.msg(reader.say("game.over"))
        return None
    found = understand(typed, choice, own.match, own.names())
    if isinstance(found, Puzzled):
        board = render.board_of(own, reader)
        args = {name: shorten_quote(str(value)) for name, value in found.args.items()}
        options = options_sentence(board, own.match, choice)
        who.msg(reader.say(f"answer.{found.key}", **{**args, "options": options}))
        return None
    done = own.answer(found.picks)
    if found.rest and found.rest not in NONE:
        done.addCallback(lambda steps: _answer_rest(own, found.rest, steps))
    return show_progress(who, own, done)


def _answer_rest(own: Sandbox, rest: str, steps: Any) -> Any:
    """What was typed beyond an answer, for the question that follows it."""
    choice = own.pending_choice
    more = understand(rest, choice, own.match, own.names()) if choice is not None else None
    return steps if more is None or isinstance(more, Puzzled) else own.answer(more.picks)


def answer_if_meant(who: Any, typed: str) -> bool:
    """Answer in a sandbox if the words begin with a verb of what is asked. Whether they did."""
    own = open_one(who)
    if own is None or own.pending_choice is None:
        return False
    found = understand(typed, own.pending_choice, own.match, own.names(), strict=True)
    if isinstance(found, Puzzled):
        return False
    answer(who, own, typed)
    return True
