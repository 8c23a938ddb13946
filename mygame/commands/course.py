"""
Commands about the course of a match rather than its rules: taking back, saying yes or no to it, and
letting a bot answer in one's place, and what one always answers.
"""

from __future__ import annotations

import re
from typing import Any

from commands.answering import choice_for, explain, hold_input, leave_question
from commands.answers import Puzzled, understand
from commands.command import NO, YES, Command, split_verb, verbs_of
from commands.hall import kind_named
from commands.table import CmdAnswer
from typeclasses import together
from world.errors import TableError
from world.locale.messages import LANGUAGES, strip_marks
from world.locale.reader import Reader
from world.render import look, oob
from world.render.orders import order_texts


class CmdUndo(Command):
    """Take back one's own last answer."""

    key = "undo"
    aliases = ["back", "takeback", "take back", "返回", "悔棋", "收回"]
    topic = "undo"
    group = "game"
    goes_first = True

    def func(self) -> None:
        if self.stage is None and self.caller.ndb.scene_over:
            self.tell("scene.no_way_back")
        elif (table := self.need_match()) is not None:
            self.attempt(self.take_back, table)

    def take_back(self, table: Any) -> Any:
        """
        Take back; what is typed next is about what is then. Where a game has no way back one leaves
        the question for the menu behind it.
        """
        if not table.has_way_back() and leave_question(self.caller, table):
            return None
        done = table.undoing(self.caller).take_back(table.seat_of(self.caller))
        if done is not None:
            hold_input(self.caller, done)
        return done


class CmdYes(CmdAnswer):
    """Agree to what another player asks; an answer like any other when nobody asks."""

    key = "yes"
    aliases = ["agree", "是"]
    topic = "yes"
    group = "game"
    agrees = True

    def func(self) -> None:
        table = self.stage
        seat = table.seat_of(self.caller) if table is not None else None
        if seat is not None and table.asks_consent(seat):
            undoing = table.undoing(self.caller)
            self.attempt(undoing.agree, seat, self.agrees)
        elif not self.args and together.request_to(self.caller) is not None:
            self.attempt(together.answer_request, self.caller, self.agrees)
        elif choice_for(self.caller)[1] is None:
            self.tell_refusal(TableError("undoNotAsked"))
        else:
            super().func()


class CmdNo(CmdYes):
    """Refuse what another player asks."""

    key = "no"
    aliases = ["refuse", "disagree", "否"]
    topic = "no"
    agrees = False


class CmdAuto(Command):
    """Let a bot answer in one's place: `auto on`, `auto on master`, `auto off`."""

    key = "auto"
    aliases = ["autopilot", "代打"]
    topic = "auto"
    group = "game"

    def func(self) -> None:
        table = self.need_match()
        if table is None:
            return
        seat = table.seat_of(self.caller)
        if seat is None:
            self.tell("table.not_seated")
            return
        if table.state != "playing":
            self.show(look.no_match_lines(table, self.caller))
            return
        words = self.args.casefold().split()
        kind = table.autopilot_of(seat)
        if not words or (words[0] in NO and not kind):
            told = {"kind": self.say(f"table.kind.{kind}")} if kind else {}
            self.tell("auto.is_on" if kind else "auto.usage", **told)
        elif words[0] in NO:
            self.attempt(table.set_autopilot, self.caller, "")
        else:
            kinds = [word for word in words if word not in YES]
            self.attempt(table.set_autopilot, self.caller, kind_named((kinds or ["greedy"])[0]))


class CmdSpeed(Command):
    """How long bots wait before they answer: `speed fast`, `speed usual`, `speed slow`."""

    key = "speed"
    aliases = ["pace"]
    topic = "speed"
    group = "game"

    def func(self) -> None:
        table = self.need_match()
        if table is None:
            return
        pace = verbs_of("speed.verb").get(self.args.casefold())
        if pace is None:
            self.tell("speed.usage")
        elif self.attempt(table.set_pace, self.caller, pace):
            self.tell(f"speed.{pace}")
            oob.send_match(table, self.caller)


class CmdAlways(Command):
    """
    Answer a question always so: `always no`, `always turn no`, `always any no`, `always theirs no`;
    alone, what is answered so; `always drop 1`.
    """

    key = "always"
    topic = "always"
    group = "game"

    def func(self) -> None:
        table = self.need_match()
        if table is None:
            return
        if table.seat_of(self.caller) is None:
            self.tell("table.not_seated")
            return
        if table.state != "playing":
            self.show(look.no_match_lines(table, self.caller))
            return
        words, flags = self.args, set()
        known = verbs_of("always.verb")
        while (found := split_verb(words, known))[0]:
            flags.add(found[0])
            words = found[1]
        if "drop" in flags:
            self.drop(table, words)
        elif words:
            self.order(table, words, flags)
        else:
            self.list_orders(table)

    def list_orders(self, table: Any) -> None:
        """What is answered always so, with numbers."""
        orders = table.orders_of(self.caller)
        lines = [self.say("always.head" if orders else "always.none")]
        for number, told in enumerate(order_texts(orders, table.names, self.reader), 1):
            line = self.say("always.line", number=number, order=told)
            lines.append(self.reader.wrap_text(line))
        self.show([*lines, self.reader.wrap_text(self.say("always.usage"))])

    def drop(self, table: Any, words: str) -> None:
        """Answer oneself again: all, or what has a number."""
        number = re.search(r"\d{1,6}", words)
        place = int(number.group()) - 1 if number else None
        if self.attempt(table.drop_order, self.caller, place):
            self.tell("always.dropped")

    def order(self, table: Any, words: str, flags: set[str]) -> None:
        """Answer what one is asked, and always so."""
        choice = choice_for(self.caller)[1]
        if choice is None:
            self.tell_refusal(TableError("notAsked"))
            return
        found = understand(words, choice, table.match, table.names)
        if isinstance(found, Puzzled):
            explain(self.caller, table, choice, found)
            return
        told = {}
        for language in LANGUAGES:
            reader = Reader(language)
            text = look.text_of(table, reader)
            options = [text.option(choice.options[pick], table.match) for pick in found.picks]
            answer = reader.join_names(options) or reader.say("time.nothing")
            told[language] = strip_marks(text.prompt(choice, table.match)), strip_marks(answer)
        self.attempt(
            table.answer_always,
            self.caller,
            found.picks,
            any_subject="any" in flags,
            until_turn="turn" in flags,
            of_doer="theirs" in flags,
            told=told,
        )


COMMANDS = (CmdUndo, CmdYes, CmdNo, CmdAuto, CmdSpeed, CmdAlways)
