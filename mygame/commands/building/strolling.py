"""
`card try place market`: a walk through the world outside with one's drafts in it. What is typed is
a way, or somebody to visit, whose scene begins in the sandbox; `try leave` goes back to where one
really is. Begin at `do_stroll`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_LOGINSTART, CMD_NOINPUT, CMD_NOMATCH
from twisted.internet import defer

from commands.command import Command, split_verb, verbs_of
from commands.sandboxes import attempt, open_one
from world.content.strolling import Stroll, open_stroll
from world.errors import TableError
from world.locale.messages import shorten_quote
from world.locale.reader import account_of, reader_of
from world.render import oob, pages
from world.render.strolling import stroll_lines

KEY = "Stroll"
Enter = Callable[[Any, Any], Any]  # who, and a Deferred of their sandbox


def stroll_of(who: Any) -> Stroll | None:
    """The stroll somebody is on."""
    found: Stroll | None = who.ndb.stroll
    return found


def is_walked(address: str) -> bool:
    """Whether what is tried at an address is walked through, and not laid out on a table."""
    return address.startswith(("entry:places.", "entry:people."))


def do_stroll(command: Command, folder: str, address: str, number: int | None, enter: Enter) -> Any:
    """
    Walk at a place of one's draft from now on; `enter` opens a sandbox for a scene there.

    :raises TableError: `mayNot`; what is wrong with the draft is told later.
    """
    who = command.caller

    def begin(own: Stroll) -> None:
        who.ndb.stroll, who.ndb.stroll_enter, who.ndb.stroll_line = own, enter, walk_if_meant
        if not who.cmdset.has(KEY):
            who.cmdset.add(StrollCmdSet)
        show(who)

    return attempt(who, open_stroll(account_of(who), folder, address, number).addCallback(begin))


def show(who: Any) -> None:
    """The place where somebody is in their stroll."""
    own = stroll_of(who)
    if own is not None and oob.is_reading(who):
        pages.show_lines(who, stroll_lines(own, reader_of(who)))


def leave(who: Any) -> None:
    """Be where one really is."""
    who.ndb.stroll = who.ndb.stroll_line = None
    who.cmdset.remove(StrollCmdSet)
    who.msg(reader_of(who).say("stroll.left"))
    who.execute_cmd("look")


def take_word(command: Command, own: Stroll, verb: str) -> Any:
    """What a word behind `try` does on a stroll."""
    if verb == "leave":
        leave(command.caller)
    elif verb == "again":
        return attempt(command.caller, own.load().addCallback(lambda _: show(command.caller)))
    else:
        show(command.caller)
    return None


def walk_if_meant(who: Any, typed: str) -> bool:
    """Go a way or visit somebody, where that is what was typed. Whether it was."""
    own = stroll_of(who)
    if own is None or open_one(who) is not None:
        return False
    said = split_verb(typed.strip(), verbs_of("stroll.verb"))
    if said[0] == "leave" and not said[1]:
        leave(who)
        return True
    if said[0] == "look" and not said[1]:
        show(who)
        return True
    if own.go(said[1] if said[0] == "go" else typed):
        show(who)
        return True
    opens = own.opening_called(said[1] if said[0] == "visit" else typed)
    if opens is None:
        return False
    who.msg(reader_of(who).say("sandbox.opening"))
    begun = defer.maybeDeferred(own.begin_scene, opens, _seat_names(who))
    who.ndb.stroll_enter(who, begun.addCallback(_need_there, who, own))
    return True


def _need_there(found: Any, who: Any, own: Stroll) -> Any:
    """:raises TableError: `sandboxNone`: who has opened something has left meanwhile."""
    if stroll_of(who) is not own:
        found.close()
        raise TableError("sandboxNone")
    return found


def _seat_names(who: Any) -> Callable[[int], str]:
    return lambda seat: reader_of(who).say("sandbox.seat", number=seat + 1)


class CmdStrollLine(Command):
    """Whatever is no command, on a stroll."""

    key = CMD_NOMATCH
    yields = False

    def func(self) -> None:
        typed = self.raw_string.strip()
        if typed != CMD_LOGINSTART and not walk_if_meant(self.caller, typed):
            self.tell("stroll.nothing", text=shorten_quote(typed))


class CmdStrollEmpty(Command):
    """An empty line: the next page, or the place again."""

    key = CMD_NOINPUT
    yields = False

    def func(self) -> None:
        if not pages.show_more(self.caller):
            show(self.caller)


class StrollCmdSet(CmdSet):
    """What is different for somebody on a stroll: the ways of the real place are not there."""

    key = KEY
    priority = 15
    no_exits = True

    def at_cmdset_creation(self) -> None:
        """Fill the set."""
        self.add(CmdStrollLine())
        self.add(CmdStrollEmpty())
