"""
Looking at a match that is over, step by step: `replay 12`, and what one can type meanwhile.
"""

from __future__ import annotations

import re
from typing import Any

from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_NOINPUT
from evennia.utils import logger

from commands.answering import choice_for
from commands.command import Command
from world.accounts import limits
from world.play import history, replays
from world.render import look, pages
from world.render.history import game_name
from world.render.replay import Replay
from world.shelf import games

MOST_DIGITS = 9
STEPS = 100  # at most, at once
ALL_EYES = frozenset({"all", "全部", "所有", "所有座位"})
NO_EYES = frozenset({"none", "spectator", "旁观", "旁观者", "无"})


class CmdReplay(Command):
    """Look at a match again: `replay 12`."""

    key = "replay"
    aliases = ["重播", "复盘"]
    topic = "replay"
    group = "start"
    yields = False

    def func(self) -> None:
        wanted = self.args.strip("#＃ ")
        account = self.caller.player_account
        if not (wanted.isdecimal() and len(wanted) <= MOST_DIGITS):
            self.tell("replay.usage")
        elif choice_for(self.caller)[0] is not None:
            self.tell("replay.playing")
        elif (record := history.match_numbered(int(wanted), account)) is None:
            self.tell("history.no_such", number=int(wanted))
        else:
            own = [seat.seat for seat in record.seats.all() if seat.account_id == account.pk]
            self.look_with(record, own[0] if own else None)

    def look_with(self, record: Any, eyes: replays.Eyes, at: int = 0) -> None:
        """Show a match with these eyes, from a step on; it may have to be told first."""
        if self.attempt(limits.check_limit, self.caller, "replay"):
            told = replays.packed_steps(record, eyes, self.reader.language)
            told.addCallback(self.show_with, record, eyes, at)
            told.addErrback(self.tell_failure)

    def show_with(self, packed: bytes, record: Any, eyes: replays.Eyes, at: int) -> None:
        """It is there."""
        caller, pack = self.caller, games.pack_of(record.pack_version)
        if choice_for(caller)[0] is not None:
            return  # a match has begun meanwhile
        names = [seat.name for seat in sorted(record.seats.all(), key=lambda row: row.seat)]
        replay = Replay(record.pk, pack, names, eyes, packed)
        replay.go_to(at)
        caller.ndb.replay = replay
        if not caller.cmdset.has(ReplayCmdSet):
            caller.cmdset.add(ReplayCmdSet)
        if eyes is None or eyes == replays.ALL:
            seen_by = self.say(f"replay.eyes.{'none' if eyes is None else 'all'}")
        else:
            seen_by = names[eyes]
        head = self.say(
            "replay.head" if replay.first_steps else "replay.head_plain",
            number=record.pk,
            game=game_name(record, self.reader),
            count=len(replay.all_steps) - 1,
            rounds=len(replay.first_steps),
            eyes=seen_by,
        )
        show_step(self, replay, *map(self.reader.wrap_text, (head, self.say("replay.keys"))))

    def tell_failure(self, failure: Any) -> None:
        """There are no steps: too many ask, or the game is gone."""
        busy = failure.check(replays.Busy)
        if not busy:
            logger.log_err(failure.getTraceback())
        self.tell("replay.busy" if busy else "replay.gone")


def show_step(command: Command, replay: Replay, *above: str) -> None:
    """The step at which a replay stands, below the board for who looks rather than listens."""
    lines = [line for told in above for line in told.split("\n")] + replay.lines(command.reader)
    if not command.reader.plain:
        board = replay.board(command.reader)
        lines = [*look.fit_board_lines(board, command.caller, len(lines)), *lines]
    command.show(lines)


class InReplay(Command):
    """What is typed while looking at a match; once one plays, it means what it means there."""

    yields = False

    def func(self) -> None:
        caller, replay = self.caller, self.caller.ndb.replay
        if replay is None or choice_for(caller)[0] is not None:
            stop(caller)
            caller.execute_cmd(self.raw_string, session=self.session)
            return
        self.carry_out(replay)

    def carry_out(self, replay: Replay) -> None:
        """What the command does."""

    def number_given(self, otherwise: int) -> int:
        """The number behind the command."""
        found = re.search(r"[0-9]{1,6}", self.args)
        return int(found.group()) if found else otherwise


class CmdNext(InReplay):
    """On by a step, or by so many."""

    key = "next"
    aliases = ["n", "下一步"]

    def carry_out(self, replay: Replay) -> None:
        """Those in between are told in sentences."""
        if replay.at == len(replay.all_steps) - 1:
            self.tell("replay.last")
            return
        told = []
        for _ in range(min(self.number_given(1), STEPS) - 1):
            replay.go_to(replay.at + 1)
            told += replay.lines(self.reader)
        replay.go_to(replay.at + 1)
        show_step(self, replay, *told)


class CmdOn(CmdNext):
    """An empty line: the next page, if one waits, else the next step."""

    key = CMD_NOINPUT
    aliases: list[str] = []

    def func(self) -> None:
        if not pages.show_more(self.caller):
            super().func()


class CmdBack(InReplay):
    """Back by a step, or by so many; in place of taking back, which has this key."""

    key = "undo"
    aliases = ["back", "b", "上一步", "返回"]

    def carry_out(self, replay: Replay) -> None:
        """The board as it stood."""
        if replay.at == 0:
            self.tell("replay.first")
            return
        replay.go_to(replay.at - self.number_given(1))
        show_step(self, replay)


class CmdRound(InReplay):
    """To the beginning of a round; without a number to the next one."""

    key = "round"
    aliases = ["r", "轮", "第"]

    def carry_out(self, replay: Replay) -> None:
        """It need not be the first of them."""
        rounds = replay.first_steps
        if not rounds:
            self.tell("replay.no_rounds")
            return
        wanted = self.number_given(replay.current_step["round"] + 1)
        if wanted not in rounds:
            self.tell("replay.no_round", count=max(rounds))
            return
        replay.go_to(rounds[wanted])
        show_step(self, replay)


class CmdSeat(CmdReplay):
    """With the eyes of a seat, of all, or of a spectator."""

    key = "seat"
    aliases = ["eyes", "视角", "座位"]
    topic = ""

    def func(self) -> None:
        replay = self.caller.ndb.replay
        record = (
            history.match_numbered(replay.number, self.caller.player_account) if replay else None
        )
        if record is None:
            stop(self.caller)
            self.tell("replay.usage")
            return
        word = self.args.casefold()
        if word in ALL_EYES:
            self.look_with(record, replays.ALL, replay.at)
        elif word in NO_EYES:
            self.look_with(record, None, replay.at)
        elif word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(replay.names):
            self.look_with(record, int(word) - 1, replay.at)
        else:
            self.tell("replay.no_seat", count=len(replay.names))


class CmdReplayBoard(InReplay):
    """All of the table at this step."""

    key = "board"
    aliases = ["桌面", "局势"]

    def carry_out(self, replay: Replay) -> None:
        """Whole, also where it is longer than the window."""
        self.show(replay.board(self.reader).lines(everything=True))


class CmdStop(InReplay):
    """No more of it."""

    key = "quit"
    aliases = ["q", "exit", "退出", "再见", "下线"]

    def carry_out(self, replay: Replay) -> None:
        """Back to where one is."""
        stop(self.caller)
        self.tell("replay.left", number=replay.number)


def stop(character: Any) -> None:
    """Somebody looks at no match any more."""
    character.ndb.replay = None
    if character.cmdset.has(ReplayCmdSet):
        character.cmdset.remove(ReplayCmdSet)


class ReplayCmdSet(CmdSet):
    """What one can type beside everything else while one looks at a match."""

    key = "Replay"
    priority = 20

    def at_cmdset_creation(self) -> None:
        """Fill the set."""
        for command in (CmdNext, CmdOn, CmdBack, CmdRound, CmdSeat, CmdReplayBoard, CmdStop):
            self.add(command())


COMMANDS = (CmdReplay,)
