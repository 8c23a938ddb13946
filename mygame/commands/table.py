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

from commands.answers import NONE, Puzzled, Understood, follows, normalize, understand
from commands.command import YES, Command, table_at
from commands.hall import game_named
from rules.text import Text
from rules.width import wrap
from world.hosting import TableError
from world.render import announce, look
from world.render.board import Board
from world.render.prompt import is_numeric, label, listed, option_text
from world.render.reader import reader_of

MAX_FOLLOW_UPS = 5
LOG_LINES, MAX_LOG_LINES = 15, 500
OVERVIEW = 2  # sections of the rules that are shown before one asks for more


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


def answer(character: Any, typed: str) -> None:
    """What a seated player typed, as an answer; a wrong one is explained and costs nothing."""
    table, choice = choice_for(character)
    reader = reader_of(character)
    if table is None:
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
        character.msg(reader.say("answer.dropped", text=announce.escape(found.rest)))
        found = Understood(found.picks)
    give(character, table, found)


def give(character: Any, table: Any, found: Understood) -> None:
    """
    Give an answer; what was typed beyond it answers the questions that follow at once.

    Meanwhile prompts are held back (`ndb.queued`); the last of them is shown when nothing of the
    words is left or fits any more.
    """
    seat = table.seat_of(character)
    for _ in range(MAX_FOLLOW_UPS):
        character.ndb.queued = found.rest or None
        try:
            table.answer(character, found.picks)
        except TableError as error:
            character.msg(announce.error_text(error, character, table))
            found = Understood((), "")
            break
        finally:
            character.ndb.queued = None
        if not found.rest:
            return
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
        table, _ = choice_for(self.caller)
        if table is not None:
            answer(self.caller, self.raw_string.strip())
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
    """An empty line at a table shows the prompt; elsewhere it is nothing."""

    key = CMD_NOINPUT
    aliases: list[str] = []
    topic = ""

    def func(self) -> None:
        if choice_for(self.caller)[0] is not None:
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
        if (table := self.need_match()) is not None:
            self.show(look.match_lines(table, self.caller, everything=True))


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


class CmdCard(Command):
    """Read a card, by name or by its number in the list of options."""

    key = "card"
    aliases = ["cards", "read", "卡", "卡牌", "查牌"]
    topic = "card"
    group = "game"
    yields = False

    def func(self) -> None:
        table = self.table
        match = table.match if table is not None else None
        pack = match.pack if match is not None else game_named("")
        if pack is None or not self.args:
            self.tell("game.card_which")
            return
        board = look.board_of(table, self.caller) if match is not None else None
        if board is None:
            text = Text(pack, self.reader.language)
            board = Board(pack, {"players": [], "zones": {}}, text, self.reader)
        if self.args.isdigit() and match is not None:
            self.by_number(board, match, int(self.args))
        else:
            self.by_name(board, pack)

    def by_number(self, board: Board, match: Any, number: int) -> None:
        """The card of an option."""
        _, choice = choice_for(self.caller)
        options = choice.options if choice is not None and not is_numeric(choice) else ()
        option = options[number - 1] if 0 < number <= len(options) else None
        card_id = match.card_id(option.entity) if option is not None else None
        if option is None or card_id is None or option.kind in ("", "symbol", "number", "player"):
            self.tell("game.card_none", text=str(number))
            return
        row = board.card(option.entity, card_id)
        self.show(look.card_lines(board, row, explained=True, match=match))

    def by_name(self, board: Board, pack: Any) -> None:
        """Any card of the game, as it lies on the table or as it is printed."""
        wanted = normalize(self.args)
        found = {}
        for card in pack.cards:
            short = card.id.rsplit(".", 1)[-1].replace("_", " ")
            names = {normalize(str(n)) for n in (*card.name.values(), card.id, short)}
            if wanted in names:
                found = {card.id: card}
                break
            if any(name.startswith(wanted) for name in names):
                found[card.id] = card
        if not found:
            self.tell("game.card_none", text=announce.escape(self.args))
            return
        if len(found) > 1:
            told = self.reader.listed(board.text.card(card) for card in list(found.values())[:12])
            self.tell("game.card_many", names=told)
            return
        card = next(iter(found.values()))
        seen = next((c for c in board.all_cards() if c.get("id") == card.id), None)
        row = seen or board.card(None, card.id)
        match = self.table.match if self.table is not None else None
        self.show(look.card_lines(board, row, explained=True, match=match))


class CmdLog(Command):
    """The last lines of the game."""

    key = "log"
    aliases = ["history", "日志", "历史"]
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


class CmdRules(Command):
    """The rules of the game: an overview, or one section."""

    key = "rules"
    topic = "rules"
    group = "game"
    yields = False

    def func(self) -> None:
        table = self.table
        pack = table.pack if table is not None else game_named("")
        if pack is None:
            self.tell("game.no_rules", game="?")
            return
        text, reader = Text(pack, self.reader.language), self.reader
        sections = {**(text.words("rules") or {}), **(text.words("keyword") or {})}
        if not sections:
            self.tell("game.no_rules", game=text.game())
            return
        wanted = self.args.casefold()
        found = [
            section
            for key, section in sections.items()
            if wanted and (key.startswith(wanted) or wanted in title_of(section).casefold())
        ]
        lines = [] if found else [f"|w{text.game()}|n"]
        for section in found or list(sections.values())[:OVERVIEW]:
            lines += [f"|w{title_of(section)}|n", *wrap(section["text"], reader.width, indent="  ")]
        if not found:
            name = self.say("commands.rules.name")
            topics = "  ".join(topic_of(key, section, reader) for key, section in sections.items())
            lines += wrap(self.say("game.rules_more", name=name, topics=topics), reader.width)
        self.show(lines)


def title_of(section: Any) -> str:
    """The title of a section of the rules, or the name of a keyword."""
    return str(section.get("title") or section.get("name") or "")


def topic_of(key: str, section: Any, reader: Any) -> str:
    """What to type for a section: a word in English, the title in Chinese."""
    return key if reader.language == "en" else title_of(section)


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


COMMANDS = (CmdBoard, CmdHand, CmdCard, CmdLog, CmdRules, CmdPrompt, CmdConcede)


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
