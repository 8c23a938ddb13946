"""
Commands of a game that is going on: looking at it, answering what one is asked, giving up.

There is no command for any verb of any game. What a seated player types that is no command is an
answer (`CmdAnswer`): it is compared with the options of the pending choice, see `commands.answers`.
"""

from __future__ import annotations

import re
from typing import Any

from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_LOGINSTART, CMD_NOINPUT, CMD_NOMATCH
from evennia.utils import logger
from twisted.internet.defer import inlineCallbacks, maybeDeferred
from twisted.python.failure import Failure

from commands.answers import NONE, Puzzled, Understood, follows, understand
from commands.command import YES, Command, table_at
from world.hosting import TableError
from world.render import announce, look, pages
from world.render.prompt import is_numeric, label, listed, option_text
from world.render.reader import reader_of

MAX_FOLLOW_UPS = 5
LOG_LINES, MAX_LOG_LINES = 15, 500
NUMBERS = re.compile(r" *[0-9]{1,6}( +[0-9]{1,6})* *")
ALL = frozenset({"full", "all", "全部", "完整"})  # behind "board"


# -- answering


def choice_for(character: Any) -> tuple[Any, Any]:
    """The table and the choice that a seated character is asked; the choice may be None."""
    table = table_at(character)
    if table is None or table.state != "playing" or table.match is None:
        return None, None
    seat = table.seat_of(character)
    if seat is None:
        return None, None
    return table, table.match.choice_of(seat)


def answer_if_meant(character: Any, typed: str) -> bool:
    """Answer if the words begin with a verb of the pending options. Whether they did."""
    table, choice = choice_for(character)
    if choice is None:
        return False
    found = understand(typed, choice, table.match, table.names, strict=True)
    if isinstance(found, Puzzled):
        if found.key != "which":
            return False
        explain(character, table, choice, found)
        return True
    give(character, table, found)
    return True


def answer_by_number(session: Any, typed: str) -> bool:
    """
    Give an answer that is made of numbers. Whether it was one: else a command may be meant.

    Most of what is typed is an answer, and no command of the game begins with a digit: nothing is
    looked for that cannot be found. Where something lies above the commands of the table, such as a
    menu, the numbers are for that.
    """
    character = session.puppet
    if character is None or not NUMBERS.fullmatch(typed):
        return False
    if character.cmdset.cmdset_stack[-1].key != TableCmdSet.key:
        return False
    table, choice = choice_for(character)
    if choice is None:
        return False
    answer(character, table, choice, typed.strip())
    return True


def answer(character: Any, table: Any, choice: Any, typed: str) -> None:
    """What a seated player typed, as an answer; a wrong one is explained and costs nothing."""
    if table.autopilot_of(table.seat_of(character)):
        try:
            table.set_autopilot(character, "")
        except TableError as error:
            character.msg(announce.error_text(error, character, table))
            return
    if choice is None:
        board = look.board_of(table, character)
        character.msg("\n".join(look.pending_lines(table, character, board)))
        return
    found = understand(typed, choice, table.match, table.names)
    if isinstance(found, Puzzled):
        explain(character, table, choice, found)
        return
    if found.rest and found.rest in NONE:
        text = announce.escape(found.rest)
        character.msg(reader_of(character).say("answer.dropped", text=text))
        found = Understood(found.picks)
    give(character, table, found)


def give(character: Any, table: Any, found: Understood) -> None:
    """Give an answer; what the person types next waits until it is stored."""
    done = _give_all(character, table, found) if found.rest else _give(character, table, found)
    done.addErrback(lambda failure: logger.log_err(failure.getTraceback()))
    if not done.called:
        for session in character.sessions.all():
            session.take_time(done)


def _give(character: Any, table: Any, found: Understood) -> Any:
    """Give an answer that is all that was typed."""

    def failed(failure: Failure) -> None:
        failure.trap(TableError)
        character.msg(announce.error_text(failure.value, character, table))
        announce.show_prompt(table, character)

    return maybeDeferred(table.answer, character, found.picks).addErrback(failed)


@inlineCallbacks
def _give_all(character: Any, table: Any, found: Understood) -> Any:
    """
    Give an answer; what was typed beyond it answers the questions that follow at once.

    Meanwhile prompts are held back (`ndb.queued`); the last of them is shown when nothing of the
    words is left or fits any more.
    """
    seat = table.seat_of(character)
    for _ in range(MAX_FOLLOW_UPS):
        character.ndb.queued = found.rest or None
        try:
            yield table.answer(character, found.picks)
        except TableError as error:
            character.msg(announce.error_text(error, character, table))
            found = Understood((), "")
            break
        finally:
            character.ndb.queued = None
        match = table.match
        choice = match.choice_of(seat) if match is not None and not match.over else None
        if choice is None:
            break
        further = follows(found.rest, choice, match, table.names)
        if isinstance(further, Puzzled):
            if further.key == "misfit":
                character.msg(_say(character, further))
                found = Understood((), "")
            break
        found = further
    if found.rest:
        dropped = Puzzled("dropped", {"text": found.rest})
        character.msg(_say(character, dropped))
    announce.show_prompt(table, character)


def _say(character: Any, found: Puzzled) -> str:
    args = dict(found.args)
    if "text" in args:
        args["text"] = announce.escape(str(args["text"]))
    return reader_of(character).say(f"answer.{found.key}", **args)


def explain(character: Any, table: Any, choice: Any, found: Puzzled) -> None:
    """One sentence: what does not fit, and what is possible."""
    board = look.board_of(table, character)
    match = table.match
    if found.among and not is_numeric(choice):
        told = [
            f"{label(choice, index)} {option_text(board, match, choice.options[index])}"
            for index in found.among[:8]
        ]
        options = board.reader.listed(told)
    else:
        options = listed(board, match, choice)
    args = {**found.args, "options": options}
    character.msg(_say(character, Puzzled(found.key, args)))


class CmdAnswer(Command):
    """Whatever is no command, from somebody who has a seat: an answer."""

    key = CMD_NOMATCH
    yields = False

    def func(self) -> None:
        if self.raw_string.strip() == CMD_LOGINSTART:
            return  # Evennia's own, late for somebody who has logged in at once
        table, choice = choice_for(self.caller)
        if table is not None:
            answer(self.caller, table, choice, self.raw_string.strip())
        elif (place := self.table) is not None:
            text = announce.escape(self.raw_string.strip())
            self.tell("table.unknown", text=text)
            self.caller.msg(look.todo(place, self.caller, self.reader))
        else:
            self.tell("hall.unknown", text=announce.escape(self.raw_string.strip()))


class CmdPrompt(Command):
    """Show again what is asked; help where nothing is."""

    key = "?"
    aliases = ["prompt", "？", "选择"]
    topic = "prompt"
    group = "game"
    yields = False

    def func(self) -> None:
        table, _ = choice_for(self.caller)
        if table is None:
            self.caller.execute_cmd("help", session=self.session)
            return
        board = look.board_of(table, self.caller)
        self.show(look.pending_lines(table, self.caller, board))


class CmdEmpty(CmdPrompt):
    """An empty line: the next page, if one waits; the prompt at a table; elsewhere nothing."""

    key = CMD_NOINPUT
    aliases: list[str] = []
    topic = ""

    def func(self) -> None:
        if not pages.more(self.caller) and choice_for(self.caller)[0] is not None:
            super().func()


# -- looking


class CmdBoard(Command):
    """The whole table of the game."""

    key = "board"
    aliases = ["桌面", "局势"]
    topic = "board"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None:
            return
        if self.args.casefold() in ALL:
            self.show(look.match_lines(table, self.caller, everything=True))
        else:
            self.show(look.overview_lines(table, self.caller))


class CmdHand(Command):
    """One's own hand."""

    key = "hand"
    aliases = ["h", "手"]
    topic = "hand"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None:
            return
        board = look.board_of(table, self.caller)
        lines = board.named("hand") if board.view.get("you") is not None else []
        self.show(lines or [self.say("game.hand_none")])


class CmdLog(Command):
    """The last lines of the game."""

    key = "log"
    aliases = ["日志"]
    topic = "log"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None:
            return
        number = re.search(r"\d+", self.args)
        count = min(int(number.group()), MAX_LOG_LINES) if number else LOG_LINES
        text, seat = look.text_of(table, self.reader), table.seat_of(self.caller)
        entries = (table.match.log or [])[-count * 4 :]
        lines = [line for line in (text.log(entry, seat) for entry in entries) if line]
        if not lines:
            self.tell("game.log_empty")
            return
        self.show([self.say("game.log"), *(f"  {line}" for line in lines[-count:])])


class CmdConcede(Command):
    """Give the game up."""

    key = "concede"
    aliases = ["resign", "投降"]
    topic = "concede"
    group = "game"
    yields = False

    def func(self) -> None:
        if (table := self.need_match()) is None:
            return
        if table.seat_of(self.caller) is None:
            self.tell("table.not_seated")
        elif self.args.casefold() in YES:
            self.attempt(table.concede, self.caller)
        else:
            self.tell("table.confirm_concede")


COMMANDS = (CmdBoard, CmdHand, CmdLog, CmdPrompt, CmdConcede)


class TableCmdSet(CmdSet):
    """
    What is different for somebody with a seat: what is no command is an answer.

    Carried things and the decks of the table bring no commands of their own (`no_objs`), so that
    an answer costs as little as can be.
    """

    key = "Table"
    priority = 10
    no_objs = True
    no_exits = True

    def at_cmdset_creation(self) -> None:
        """Fill the set."""
        self.add(CmdAnswer())
        self.add(CmdEmpty())
