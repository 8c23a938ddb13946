"""
Commands for reading a game anywhere, with a table or without: its cards and its rules.
"""

from __future__ import annotations

from typing import Any

from commands import building
from commands.cardnames import cards_called
from commands.command import Command
from commands.hall import game_named, split_game
from commands.table import choice_for
from rules.ground.width import wrap
from rules.pack import CardDef, Pack
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.messages import shorten_quote
from world.locale.reader import account_of
from world.models import news
from world.render import look
from world.render.board import NO_MATCH, Board
from world.render.prompt import is_numeric
from world.render.rulebook import OVERVIEW, section_lines, sections_of, title_of
from world.render.tips import section_about
from world.shelf import games

NAMES_SHOWN = 12
NEWS_SHOWN = 10


class CmdCard(Command):
    """Read a card, by any part of its name or by its number in the list of options."""

    key = "card"
    aliases = ["cards", "read", "卡", "卡牌", "查牌"]
    topic = "card"
    words_behind = "building"
    group = "game"
    yields = False

    def func(self) -> None:
        if not self.args:
            self.tell("game.card_which")
            return
        if (deed := building.parse_deed(self)) is not None:
            self.attempt(deed[0], self, deed[1])
            return
        table = self.stage
        match = table.match_for(self.caller) if table is not None else None
        if match is None:
            self.show_printed()
        elif self.args.isdigit():
            self.show_by_number(look.board_of(table, self.caller), match, int(self.args))
        else:
            self.show_by_name(look.board_of(table, self.caller), match)

    def show_by_number(self, board: Board, match: Match, number: int) -> None:
        """The card of an option."""
        _, choice = choice_for(self.caller)
        options = choice.options if choice is not None and not is_numeric(choice) else ()
        option = options[number - 1] if 0 < number <= len(options) else None
        cardless = option is None or option.kind in ("", "symbol", "text", "number", "player")
        card_id = None if option is None or cardless else match.card_id(option.entity)
        if option is None or card_id is None:
            self.tell("game.card_none", text=str(number))
            return
        row = board.find_card(option.entity, card_id)
        self.show(look.card_lines(board, row, explained=True, match=match))

    def show_by_name(self, board: Board, match: Match) -> None:
        """A card of the game that is played here: what lies on the table goes first."""
        seen = {row["id"]: row for row in board.all_cards() if row.get("id")}
        cards = cards_called(self.args, match.program.catalogue.cards)
        cards = [card for card in cards if card.id in seen] or cards
        if (card := self.only_card(cards, board.text)) is not None:
            row = seen.get(card.id) or board.find_card(None, card.id)
            self.show(look.card_lines(board, row, explained=True, match=match))

    def show_printed(self) -> None:
        """A card as it is printed: of the game of this table, else of any game."""
        here = getattr(self.stage, "pack", None)
        shelf = dict.fromkeys(filter(None, (here, *games.games_by_id().values())))
        for pack in shelf:
            if cards := cards_called(self.args, pack.cards):
                text = Text(pack, self.reader.language)
                if (card := self.only_card(cards, text)) is not None:
                    board = Board(pack, NO_MATCH, text, self.reader)
                    self.show(
                        look.card_lines(board, board.find_card(None, card.id), explained=True)
                    )
                return
        self.tell("game.card_none", text=shorten_quote(self.args))

    def only_card(self, cards: list[CardDef], text: Text) -> CardDef | None:
        """The one card that is meant; else a sentence, and None."""
        if len(cards) == 1:
            return cards[0]
        if not cards:
            self.tell("game.card_none", text=shorten_quote(self.args))
            return None
        names = [text.card(card) for card in cards[:NAMES_SHOWN]]
        told = self.reader.join_names(names) + (" …" if len(cards) > NAMES_SHOWN else "")
        self.tell("game.card_many", names=told)
        return None


class CmdRules(Command):
    """
    The rules of a game: what is asked now, or else an overview; or one section. Of the table's
    game, or of any.
    """

    key = "rules"
    topic = "rules"
    group = "game"
    yields = False

    def func(self) -> None:
        here = getattr(self.stage, "pack", None) or game_named("")
        if here is None:
            self.tell("game.no_rules", game="?")
            return
        sections = sections_of(Text(here, self.reader.language))
        if not self.args or matching_sections(sections, self.args):
            self.tell_rules(here, self.args)
            return
        pack, rest = split_game(self.args)
        self.tell_rules(pack or here, rest)

    def section_of_question(self, pack: Pack, sections: dict[str, Any]) -> Any:
        """The section about what the caller is asked now, as the pack's board says (`rules`)."""
        table, choice = choice_for(self.caller)
        if choice is None or table.pack is not pack:
            return None
        return sections.get(section_about(pack, choice.prompt))

    def tell_rules(self, pack: Pack, wanted: str) -> None:
        """A section of the rules of a game; the first ones where none is meant."""
        text, reader = Text(pack, self.reader.language), self.reader
        sections = sections_of(text)
        if not sections:
            self.tell("game.no_rules", game=text.game())
            return
        found = matching_sections(sections, wanted)
        lines = []
        if wanted and not found:
            told = self.say("game.rules_unknown", game=text.game(), text=shorten_quote(wanted))
            lines += wrap(told, reader.width)
        now = None if wanted else self.section_of_question(pack, sections)
        if not (wanted or found or now):
            lines.append(f"|w{text.game()}|n")
        first = [now] if now is not None else list(sections.values())[: 0 if wanted else OVERVIEW]
        for section in found or first:
            lines += section_lines(section, reader)
        if not found:
            name = self.say("commands.rules.name")
            if pack is not (getattr(self.stage, "pack", None) or game_named("")):
                name += f" {text.game()}"
            topics = reader.spread_names(
                topic_of(key, section, reader) for key, section in sections.items()
            )
            lines += wrap(self.say("game.rules_more", name=name, topics=topics), reader.width)
            others = reader.spread_names(
                Text(other, reader.language).game()
                for other in games.offered().values()
                if other is not pack
            )
            if others and not wanted:
                lines += wrap(self.say("game.rules_of", games=others), reader.width)
        if now is not None:
            self.help_with(lines, "rule")
        else:
            self.show(lines)


def matching_sections(sections: dict[str, Any], wanted: str) -> list[Any]:
    """The sections that somebody means."""
    wanted = wanted.casefold()
    return [
        section
        for key, section in sections.items()
        if wanted and (key.startswith(wanted) or wanted in title_of(section).casefold())
    ]


def topic_of(key: str, section: Any, reader: Any) -> str:
    """What to type for a section: a word in English, the title in Chinese."""
    if reader.language == "en":
        return key if key.islower() else title_of(section).casefold()
    return title_of(section)


class CmdNews(Command):
    """What has changed: the newest in full, the others by title; `news 2` for one of them."""

    key = "news"
    aliases = ["whatsnew", "消息"]
    topic = "news"
    group = "start"
    yields = False

    def func(self) -> None:
        listed = list(news.published_news()[:NEWS_SHOWN])
        if not listed:
            self.tell("news.none")
            return
        wanted = self.args.split()[0] if self.args else ""
        if wanted and not (wanted.isdecimal() and 0 < int(wanted) <= len(listed)):
            self.tell("news.no_such", number=shorten_quote(wanted))
            return
        reader, lines = self.reader, []
        opened = int(wanted or 1)
        for number, piece in enumerate(listed, 1):
            if wanted and number != opened:
                continue
            title = piece.title(reader.language)
            lines.append(self.say("news.line", number=number, date=piece.at, title=title))
            if number == opened:
                lines += wrap(piece.text(reader.language), reader.width, indent="   ")
        news.mark_read(account_of(self.caller), listed[opened - 1])
        self.show(lines)


COMMANDS = (CmdCard, CmdRules, CmdNews)
