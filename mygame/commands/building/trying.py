"""
`card try`: a builder's sandbox, and the commands that are there while one is open.

`card try NAME` opens it, with one's own draft of the card if there is one. Then whatever is no
command is an answer, of whichever seat is asked, and `try` with a word changes the situation
(`TRY_WORDS`). Begin at `do_try`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_LOGINSTART, CMD_NOINPUT, CMD_NOMATCH

from commands.building import strolling
from commands.building.looking import draft_by_number
from commands.building.naming import find_piece
from commands.command import Command, split_verb, verbs_of
from commands.hall import kind_named
from commands.sandboxes import answer, attempt, open_one, show_progress
from world.content import sandbox
from world.content.sandbox import ASKED, Sandbox
from world.errors import TableError
from world.locale.messages import find_message, shorten_quote
from world.locale.reader import account_of, reader_of
from world.render import bench, oob, pages
from world.render import sandbox as render

KEY = "Sandbox"


def seat_names(who: Any) -> Callable[[int], str]:
    """What the seats of somebody's sandbox are called, in the language that they read then."""
    return lambda seat: reader_of(who).say("sandbox.seat", number=seat + 1)


def do_try(command: Command, rest: str) -> Any:
    """
    Try a card: of this name, or the draft of this number, which may be somebody else's that waits
    for a review; or with a word of `sandbox.verb` change what is tried.

    :raises TableError: as `sandbox.open_sandbox`, and what can go wrong with each word.
    """
    who, own = command.caller, open_one(command.caller)
    verb, more = split_verb(rest, verbs_of("sandbox.verb"))
    if own is not None and (verb or not rest):
        return TRY_WORDS[verb or "board"](command, own, more)
    stroll = strolling.stroll_of(who)
    if own is None and stroll is not None and (verb or not rest):
        return strolling.take_word(command, stroll, verb)
    if verb == "leave" and not more:
        raise TableError("sandboxNone")
    names = seat_names(who)
    if not rest:
        found = sandbox.reopen_sandbox(account_of(who), names)
        if found is None:
            raise TableError("sandboxNone")
        return _enter_sandbox(who, found)
    draft = draft_by_number(command, rest)
    folder, address = (draft.folder, draft.address) if draft else find_piece(command, rest)
    command.tell("sandbox.opening")
    number = draft.pk if draft else None
    if strolling.is_walked(address):
        return strolling.do_stroll(command, folder, address, number, _enter_sandbox)
    return _enter_sandbox(
        who, sandbox.open_sandbox(account_of(who), folder, address, names, number)
    )


def _enter_sandbox(who: Any, found: Any) -> Any:
    """Stand in a sandbox as soon as it is open."""

    def enter(own: Sandbox) -> None:
        bench.enter_bench(who, own)
        if not who.cmdset.has(KEY):
            who.cmdset.add(SandboxCmdSet)
        if oob.is_reading(who):
            reader = reader_of(who)
            pages.show_lines(who, [reader.say("sandbox.opened"), *render.lines(own, reader)])

    return attempt(who, found.addCallback(enter))


def leave_sandbox(command: Command, own: Sandbox, rest: str = "") -> None:
    """Be done with trying."""
    own.close()
    bench.leave_bench(command.caller)
    command.caller.cmdset.remove(SandboxCmdSet)
    if strolling.stroll_of(command.caller) is None:
        command.tell("sandbox.closed")
    else:
        strolling.show(command.caller)


# -- the words


def _show_board(command: Command, own: Sandbox, rest: str) -> None:
    command.show(render.lines(own, command.reader, everything=True))


def _show_steps(command: Command, own: Sandbox, rest: str) -> None:
    """The last steps once more; `all` shows all of them from now on."""
    deep = not command.caller.ndb.sandbox_deep if rest else bool(command.caller.ndb.sandbox_deep)
    command.caller.ndb.sandbox_deep = deep
    command.show(render.step_lines(own, command.reader, deep) or [command.say("sandbox.noSteps")])


def _lay_out(command: Command, own: Sandbox, rest: str) -> Any:
    if not rest:
        command.show([command.say("sandbox.given"), *render.given_lines(own, command.reader)])
        return None
    return _show_anew(command, own, own.lay_out(rest))


def _begin_from(command: Command, own: Sandbox, rest: str) -> Any:
    """Another beginning; without a name the names there are."""
    if not rest:
        names = [each for each in own.scenarios if each]
        command.show([command.say("sandbox.scenarios"), *(f"  {each}" for each in names[:200])])
        return None
    return _show_anew(command, own, own.begin(rest))


def _begin_again(command: Command, own: Sandbox, rest: str) -> Any:
    return _show_anew(command, own, own.begin_again())


def _show_anew(command: Command, own: Sandbox, done: Any) -> Any:
    """The table anew."""
    who = command.caller

    def show(_: Any) -> None:
        if oob.is_reading(who):
            pages.show_lines(who, render.lines(own, reader_of(who)))

    return attempt(who, done.addCallback(show))


def _undo_answer(command: Command, own: Sandbox, rest: str) -> Any:
    return show_progress(command.caller, own, own.undo())


def _answer_by_default(command: Command, own: Sandbox, rest: str) -> Any:
    count = int(rest) if rest.isdecimal() else 1
    return show_progress(command.caller, own, own.answer_by_default(count))


def _choose_eyes(command: Command, own: Sandbox, rest: str) -> None:
    """The table with the eyes of a seat, of who looks on, or of whoever is asked."""
    found = split_verb(rest, verbs_of("sandbox.eyes"))[0]
    if not found and not rest.isdecimal():
        raise TableError("sandboxEyes")
    own.see_as(int(rest) - 1 if not found else None if found == "none" else ASKED)
    if oob.is_reading(command.caller):
        command.show(render.lines(own, command.reader, everything=True))


def _choose_bots(command: Command, own: Sandbox, rest: str) -> Any:
    """Bots for all seats but the one that is asked; `off`: none."""
    choice = own.pending_choice
    kind = {"off": "", "关": "", "": "greedy"}.get(rest.casefold(), kind_named(rest.casefold()))
    if kind not in ("", "random", "greedy"):
        raise TableError("unknownBot", bot=rest, bots=["random", "greedy"])
    me = choice.seat if choice is not None else 0
    seats = range(own.match.seats)
    return show_progress(
        command.caller, own, own.let_play({s: kind for s in seats if s != me} if kind else {})
    )


def _keep_scenario(command: Command, own: Sandbox, rest: str) -> Any:
    if not rest:
        raise TableError("sandboxName")
    who = command.caller

    def kept(found: Any) -> None:
        draft, failures = found
        reader = reader_of(who)
        who.msg(reader.say("sandbox.kept", address=draft.address, number=draft.pk))
        for failure in failures:
            who.msg(reader.say("sandbox.keptFails", text=shorten_quote(failure)))

    return attempt(who, own.keep_scenario(rest).addCallback(kept))


def _show_help(command: Command, own: Sandbox, rest: str) -> None:
    command.show(list(find_message("sandbox.help", command.reader.language)))


#: What each word of `sandbox.verb` does.
TRY_WORDS: dict[str, Callable[[Command, Sandbox, str], Any]] = {
    "board": _show_board,
    "recount": _show_steps,
    "give": _lay_out,
    "from": _begin_from,
    "again": _begin_again,
    "undo": _undo_answer,
    "default": _answer_by_default,
    "eyes": _choose_eyes,
    "bots": _choose_bots,
    "keep": _keep_scenario,
    "leave": leave_sandbox,
    "help": _show_help,
}

DEEDS = {"try": do_try}


# -- the commands of an open sandbox


class CmdTry(Command):
    """Change what is tried: `try undo`, `try give hand ...`, `try keep NAME`."""

    key = "try"
    aliases = ["试"]
    topic = "try"
    group = "building"
    yields = False
    locks = "cmd:perm(Builder)"

    def func(self) -> None:
        self.attempt(do_try, self, self.args)


class CmdSandboxAnswer(Command):
    """Whatever is no command, in a sandbox: an answer of the seat that is asked."""

    key = CMD_NOMATCH
    yields = False

    def func(self) -> None:
        typed = self.raw_string.strip()
        own = open_one(self.caller)
        if own is not None and typed != CMD_LOGINSTART:
            self.attempt(answer, self.caller, own, typed)


class CmdSandboxEmpty(Command):
    """An empty line: the next page, or the question again."""

    key = CMD_NOINPUT
    yields = False

    def func(self) -> None:
        own = open_one(self.caller)
        if own is not None and not pages.show_more(self.caller):
            self.show(render.asked_lines(own, self.reader))


class SandboxCmdSet(CmdSet):
    """What is different for somebody who tries something."""

    key = KEY
    priority = 20

    def at_cmdset_creation(self) -> None:
        """Fill the set."""
        self.add(CmdTry())
        self.add(CmdSandboxAnswer())
        self.add(CmdSandboxEmpty())


COMMANDS = (CmdTry,)
