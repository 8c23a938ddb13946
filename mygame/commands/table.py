"""
Commands of a game that is going on: looking at it, answering what one is asked, giving up.

There is no command for any verb of any game. What a seated player types that is no command is an
answer (`CmdAnswer`), see `commands.answering`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from evennia.commands.cmdhandler import CMD_LOGINSTART, CMD_NOINPUT, CMD_NOMATCH

from commands.answering import TABLE, answer, choice_for, take_time
from commands.challenge import challenge_by_name
from commands.command import YES, Command
from commands.shared import SharedCmdSet
from commands.walking import answer_outside
from rules.ground.width import wrap
from rules.telling.causes import lines_with_causes
from world.background.writing import writer
from world.locale.messages import shorten_quote
from world.render import look, pages, stakes
from world.render.scene import leaving_text

LOG_LINES, MAX_LOG_LINES = 15, 500
ALL = frozenset({"full", "all", "全部", "完整"})  # behind "board"


# -- answering


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
        elif self.caller.ndb.replay is not None:
            self.tell("table.unknown", text=shorten_quote(self.raw_string))
            self.tell("replay.keys")
        elif (place := self.table) is not None:
            self.tell("table.unknown", text=shorten_quote(self.raw_string))
            self.caller.msg(look.next_step(place, self.caller, self.reader))
        elif not challenge_by_name(self, self.raw_string) and not answer_outside(self):
            self.tell("hall.unknown", text=shorten_quote(self.raw_string))
            if self.own_table is not None:
                self.tell_no_table()


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
        self.ask_again()


class CmdEmpty(CmdPrompt):
    """An empty line: the next page, if one waits; the prompt at a table; elsewhere nothing."""

    key = CMD_NOINPUT
    aliases: list[str] = []
    topic = ""

    def func(self) -> None:
        if not pages.show_more(self.caller) and choice_for(self.caller)[0] is not None:
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
        lines = board.sections_named("hand") if board.view.get("you") is not None else []
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
        count = min(int(number.group()[:6]), MAX_LOG_LINES) if number else LOG_LINES
        text, seat = look.text_of(table, self.reader), table.seat_of(self.caller)
        entries = (table.match_for(self.caller).log or [])[-count * 4 :]
        lines = [line for _, line in lines_with_causes(text, entries, seat) if line]
        if not lines:
            self.tell("game.log_empty")
            return
        told = [f"  {line}" for line in lines[-count:]]
        if not self.reader.plain:
            width = self.reader.width
            told = [part for line in told for part in wrap(line.strip(), width, "     ", "  ")]
        self.show([self.say("game.log"), *told])


class CmdConcede(Command):
    """Give the game up."""

    key = "concede"
    aliases = ["resign", "投降"]
    topic = "concede"
    group = "game"
    yields = False

    def func(self) -> None:
        table = self.own_table
        if self.scene is not None:
            leave_scene(self)
        elif table is None:
            if self.need_match() is not None:
                self.tell("table.not_seated")
        elif table.state != "playing":
            self.show(look.no_match_lines(table, self.caller))
        elif self.args.casefold() in YES or not table.is_playing(self.caller):
            self.attempt(self.concede, table)
        else:
            self.ask_if_sure(partial(self.attempt, self.concede, table), "table.confirm_concede")

    def concede(self, table: Any) -> Any:
        """Give up; whoever is not there to read it is told so."""
        done = table.concede(self.caller)
        if self.caller.location != table:
            done.addCallback(lambda _: self.tell("table.conceded", number=table.number))
        return done


def leave_scene(command: Command) -> None:
    """
    End the scene that somebody is in; what they type next waits until all is stored. Who plays for
    coins is asked first, and where the game says what it costs (`leaving` of its board).
    """
    scene, sure = command.scene, command.args.casefold() in YES
    leave = partial(_leave, command, scene)
    if not sure and scene.stake is not None and scene.stake.amount:
        amount = stakes.stake_text(scene.stake, command.reader)
        asked = command.say("stake.asked", amount=amount)
        command.ask_if_sure(leave, "stake.confirm", asked, amount=amount)
    elif not sure and (cost := _cost_of_leaving(scene, command.caller)):
        command.ask_if_sure(leave, "scene.sure", cost, cost=cost)
    else:
        leave()


def _cost_of_leaving(scene: Any, caller: Any) -> str:
    return leaving_text(look.board_of(scene, caller)) if scene.is_playing(caller) else ""


def _leave(command: Command, scene: Any) -> None:
    caller = command.caller
    if command.attempt(scene.leave, caller):
        take_time(caller, writer.when_idle())


COMMANDS = (CmdBoard, CmdHand, CmdLog, CmdPrompt, CmdConcede)


class TableCmdSet(SharedCmdSet):
    """
    What is different for somebody with a seat: what is no command is an answer.

    Carried things and the decks of the table bring no commands of their own (`no_objs`), so that
    an answer costs as little as can be.
    """

    key = TABLE
    priority = 10
    no_objs = True
    no_exits = True

    @classmethod
    def make(cls) -> Iterator[Any]:
        """What takes an answer, and an empty line."""
        yield CmdAnswer()
        yield CmdEmpty()
