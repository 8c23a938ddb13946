"""
What people see who look at a hall, a table, a deck or a monster place.
"""

from __future__ import annotations

from typing import Any

from rules.ground.grid import Column, grid
from rules.ground.width import wrap
from rules.pack import Pack, pack_of_match
from rules.running.choices import Choice
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader, compact_of, height_of, reader_of
from world.play.deeds import latest_deeds
from world.render import stakes, tidings
from world.render.board import Board
from world.render.cells import Row
from world.render.decks import playing_lines
from world.render.down import down_lines
from world.render.fitting import heading_lines
from world.render.outside import crowd_lines, door_lines
from world.render.page import Asked, Page, make_page
from world.render.prompt import names_asked, prompt_lines
from world.render.scene import busy_lines, opening_lines, scene_page
from world.render.tips import tip_of
from world.shelf.options import TIMES

TABLES_SHOWN = 10
CROWD = 20  # people who are named
_TABLES = (Column("right"), Column(short=True), Column(), Column(text=True))
_SEATS = (Column(), Column(short=True), Column(text=True))


def text_of(table: Any, reader: Reader) -> Text:
    """The texts of a table's game for a reader."""
    return Text(table.pack, reader.language, table.names, reader.mark)


def board_of(table: Any, who: Any, reader: Reader | None = None) -> Board:
    """
    The board of a table's match as this person may see it.

    :raises LookupError: if there is no match at this table.
    """
    stand = table.stand_for(who)
    if stand is None or stand.match is None:
        raise LookupError(f"no match at {table}")
    reader = reader or reader_of(who)
    view = stand.views.view_of(table.seat_of(who))
    return Board(pack_of_match(stand.match), view, text_of(table, reader), reader)


def name_in_language(names: Any, language: str) -> str:
    """A name given by language."""
    if hasattr(names, "get"):
        return str(names.get(language) or next(iter(names.values()), ""))
    return str(names)


def game_name(table: Any, reader: Reader) -> str:
    """What is played at a table, also if its game is not on the shelf any more."""
    if table.pack is None:
        return reader.say("table.game_gone", game=table.game_id)
    return name_in_language(table.pack.name, reader.language)


# -- the hall


def hall_lines(hall: Any, looker: Any) -> list[str]:
    """A hall: its name, what is played, who is here."""
    reader = reader_of(looker)
    lines = [f"|w{hall.get_display_name(looker)}|n"]
    if desc := hall.get_display_desc(looker):
        lines += wrap(desc, reader.width)
    lines += around_lines(hall, looker, reader)
    lines += door_lines(hall, looker, reader)
    lines += tidings.party_lines(hall.parties_looking(), reader)
    lines += tidings.deed_lines(latest_deeds(tidings.DEEDS), reader)
    lines += table_list(hall.tables(looker), looker, reader, TABLES_SHOWN)
    lines += crowd_lines(hall, looker, reader, CROWD)
    lines += busy_lines(hall.crowd()[0], looker, reader)
    return [*lines, *own_scene_lines(looker, reader)]


def room_lines(room: Any, looker: Any) -> list[str]:
    """A room: its name, what it looks like, where one can go, what and who is here."""
    reader = reader_of(looker)
    lines = [f"|w{room.get_display_name(looker)}|n"]
    if desc := room.get_display_desc(looker):
        lines += wrap(desc, reader.width)
    lines += around_lines(room, looker, reader)
    here = [each for each in room.contents_get(content_type="character") if each != looker]
    here = [each for each in here if each.sessions.count()][:CROWD]
    names = [each.get_display_name(looker) for each in here]
    if names:
        lines += wrap(reader.say("hall.people", names=reader.join_names(names)), reader.width)
    return [*lines, *busy_lines(here, looker, reader), *own_scene_lines(looker, reader)]


def own_scene_lines(looker: Any, reader: Reader) -> list[str]:
    """The scene that somebody is in who looks about, and how to go on with it."""
    scene = looker.scene
    if scene is None:
        return []
    return wrap(reader.say("scene.own", name=scene.name_for(looker)), reader.width)


def around_lines(room: Any, looker: Any, reader: Reader) -> list[str]:
    """Where one can go from a room, and what stands in it."""
    lines: list[str] = []
    for kind, key in (("exit", "room.exits"), ("object", "room.things")):
        seen = [
            each
            for each in room.contents_get(content_type=kind)
            if not hasattr(each, "leads_outside") and each.access(looker, "view")
        ]
        names = [each.get_display_name(looker) for each in seen]
        if names:
            lines += wrap(reader.say(key, names=reader.join_names(names)), reader.width)
    lines += opening_lines(room.openings(looker), looker, reader)
    lines += down_lines(room.scenes(), reader)
    return [*lines, *stakes.room_lines(room.challenges(looker), looker, reader)]


def table_list(tables: Any, looker: Any, reader: Reader, limit: int = 50) -> list[str]:
    """The open tables, one a line."""
    say = reader.say
    if not tables:
        return [say("hall.no_tables")]
    rows = []
    for table in tables[:limit]:
        state = say(f"table.state.{table.state_for(looker)}")
        game = game_name(table, reader)
        rows.append((str(table.number), game, state, seats_in_short(table, reader)))
    if reader.plain:
        return [
            say("table.spoken", number=number, game=game, state=state, seats=seats)
            for number, game, state, seats in rows
        ]
    keys = ("number", "game", "state", "seats")
    heads = tuple(say(f"table.columns.{key}") for key in keys)
    return grid(rows, _TABLES, reader.width, heads)


def seats_in_short(table: Any, reader: Reader) -> str:
    """ "Ann, Bo, (free)" """
    free = reader.say("table.seat.empty")
    return reader.join_names(name or free for name in table.names)


# -- a table


def table_lines(table: Any, looker: Any) -> list[str]:
    """A table: before a match its seats and options, during one the board and what is asked."""
    reader = reader_of(looker)
    game = game_name(table, reader)
    head = reader.say("table.head", number=table.number, game=game)
    if looker.ndb.hush:
        return [head]
    if table.state_for(looker) == "playing" and table.match is not None:
        return [head, *match_lines(table, looker, above=1)]
    lines = [head] if reader.plain else heading_lines(head, reader.width)
    lines += seat_lines(table, looker, reader)
    lines += option_lines(table, reader)
    lines += playing_lines(table, looker, reader)
    watchers = [table.name_of(person) for person in table.spectators() if person != looker]
    if watchers:
        lines += wrap(reader.say("table.watching", names=reader.join_names(watchers)), reader.width)
    lines += wrap(next_step(table, looker, reader), reader.width)
    return lines


def match_lines(table: Any, who: Any, everything: bool = False, above: int = 0) -> list[str]:
    """The board, and the prompt or whom one waits for; with so many lines `above` them."""
    if table.match_for(who) is None:
        return no_match_lines(table, who)
    board = board_of(table, who)
    pending = pending_lines(table, who, board, status=False)
    return [*board_lines(board, who, above + len(pending), everything), *pending]


def no_match_lines(table: Any, who: Any) -> list[str]:
    """Why there is no match to see: none is played, or who watches sees it later."""
    reader, stand = reader_of(who), table.stand_for(who)
    if stand is None or stand is table.host:
        return [reader.say("table.no_match"), *wrap(next_step(table, who, reader), reader.width)]
    return wrap(reader.say("delay.wait", seconds=stand.seconds), reader.width)


def overview_lines(table: Any, who: Any) -> list[str]:
    """All of the board that fits the window, and below it only what is asked."""
    board = board_of(table, who)
    pending = pending_lines(table, who, board, status=False)
    choice = choice_of(table, who)
    if choice is not None and not board.reader.plain:
        asked = board.text.prompt(choice, table.match)
        told = board.reader.say("screen.question", prompt=asked)
        pending = wrap(told, board.reader.width)
    return [*fit_board_lines(board, who, len(pending), everything=True), *pending]


def board_lines(board: Board, who: Any, others: int, everything: bool = False) -> list[str]:
    """A board for the window of somebody with so many other lines in it; or all of it."""
    return board.lines(everything=True) if everything else fit_board_lines(board, who, others)


def fit_board_lines(board: Board, who: Any, others: int, everything: bool = False) -> list[str]:
    """
    So much of a board as fits the window of somebody beside so many `others` lines and the input
    line; all of it if they chose that.
    """
    rows, short = room_of(who)
    return board.lines(everything, None if rows is None else rows - others, short)


def room_of(who: Any) -> tuple[int | None, bool]:
    """
    The lines that somebody's window has above the input line, None if all of a board is wanted; and
    whether a board begins with its short form.
    """
    compact = compact_of(who)
    return (None if compact is False else height_of(who) - 1), bool(compact)


def choice_of(table: Any, who: Any) -> Choice | None:
    """What somebody at a table is asked now; None if nothing."""
    seat = table.seat_of(who)
    return table.match.choice_of(seat) if seat is not None and not table.match.is_over else None


def page_now(table: Any, who: Any) -> Page:
    """The page for somebody who is asked, with the numbers that are known now."""
    seat = table.seat_of(who)
    back, left = table.can_take_back(seat), table.time_left(seat)
    board = board_of(table, who)
    if not table.has_board:
        lines = scene_page(table, who, board, table.match.choice_of(seat))
        return Page(None, "", "\n".join(lines), board.prompt())
    tip = tip_lines(table, who, reader_of(who))
    asked = Asked(*room_of(who), who.ndb.seen_moment, left, back, tip)
    return make_page(asked, board, table.match, table.match.choice_of(seat))


def tip_lines(table: Any, who: Any, reader: Reader) -> list[str]:
    """What who learns the game is told with the question before them."""
    tip = tip_of(table, who)
    return tip.lines(reader) if tip is not None else []


def pending_lines(table: Any, who: Any, board: Board, status: bool = True) -> list[str]:
    """
    What this person is asked, or for whom they wait; without `status` below a board, where one's
    own seat has been told.
    """
    match, seat = table.match_for(who), table.seat_of(who)
    say = board.reader.say
    if match.is_over:
        return [say("game.over")]
    if kind := table.autopilot_of(seat):
        told = say("auto.is_on", kind=say(f"table.kind.{kind}"))
        return wrap(told, board.reader.width)
    choice = choice_of(table, who)
    if choice is not None:
        if not table.has_board and status:
            return scene_page(table, who, board, choice)
        left, back = table.time_left(seat), table.can_take_back(seat)
        tip = tip_lines(table, who, board.reader)
        return prompt_lines(board, match, choice, left, back, status, tip=tip)
    if seat is not None and table.has_conceded(seat):
        return wrap(say("game.conceded"), board.reader.width)
    if seat is not None and table.answer_is_secret(seat):
        return wrap(say("undo.in", names=names_asked(board, match)), board.reader.width)
    key = "game.waiting_short" if seat is None else "game.waiting"
    own = board.status_line() if status or board.reader.plain else ""
    told = own if seat is not None else spectator_line(table, who, board.reader)
    waiting = say(key, names=names_asked(board, match))
    return [line for part in (told, waiting) if part for line in wrap(part, board.reader.width)]


def spectator_line(table: Any, who: Any, reader: Reader) -> str:
    """That one only watches, and how late."""
    stand, told = table.stand_for(who), reader.say("game.spectator")
    if stand is table.host:
        return told
    later = reader.say("delay.told", seconds=stand.seconds)
    return told + (" " if reader.language == "en" else "") + later


def seat_lines(table: Any, looker: Any, reader: Reader) -> list[str]:
    """The seats, one a line."""
    say, names = reader.say, table.names
    rows = []
    for seat in table.occupants():
        if kind := seat.bot or table.autopilot_of(seat.index):
            key = "table.seat.bot" if seat.bot else "auto.seat"
            state = say(key, kind=say(f"table.kind.{kind}"))
        elif seat.character is None:
            state = ""
        elif not seat.connected:
            state = say("table.seat.away")
        else:
            is_ready = seat.ready or table.is_owner(seat.character)
            state = say("table.seat.ready" if is_ready else "table.seat.not_ready")
        name = names[seat.index] or say("table.seat.free")
        if seat.character is not None and seat.character == looker:
            name = say("table.seat.you", name=name)
        rows.append((str(seat.index + 1), name, state))
    if reader.plain:
        return [
            say("table.seat_line", number=number, name=name, state=state or say("table.seat.free"))
            for number, name, state in rows
        ]
    return [f"  {line}" for line in grid(rows, _SEATS, reader.width - 2)]


def option_name(table: Any, name: str, reader: Reader) -> str:
    """The name of an option of a table or of its game."""
    return option_label(table.pack, name, reader)


def option_label(pack: Pack | None, name: str, reader: Reader) -> str:
    """The name of an option of every table or of a game."""
    told = reader.say(f"table.option.{name}")
    if told != name or pack is None:
        return told
    return Text(pack, reader.language).option_name(name)


def bot_level(kind: str, reader: Reader) -> str:
    """The level of a kind of bot, with a word on how it plays."""
    level, plays = reader.say(f"table.kind.{kind}"), reader.say(f"table.plays.{kind}")
    return reader.say("table.level", level=level, plays=plays)


def option_value(pack: Pack | None, name: str, value: Any, reader: Reader) -> str:
    """The value of an option of every table or of a game."""
    if isinstance(value, list) and pack is not None:
        return reader.join_names(map(Text(pack, reader.language).card, value)) or reader.say(
            "table.no_cards"
        )
    if isinstance(value, bool):
        return reader.say("table.yes" if value else "table.no")
    if name == "series":
        return reader.say(f"series.of.{value}")
    if name == "delay":
        return reader.say("table.seconds", count=value) if value else reader.say("table.no_delay")
    if name == "timeResponse" and not value:
        return reader.say("table.as_others")
    if name in TIMES:
        return reader.say("table.seconds", count=value) if value else reader.say("table.none")
    return str(value)


def option_lines(table: Any, reader: Reader) -> list[str]:
    """All options of a table in one paragraph."""
    told = [
        reader.say(
            "table.option_line",
            name=option_name(table, name, reader),
            value=option_value(table.pack, name, value, reader),
        )
        for name, value in table.options.items()
    ]
    return wrap("  " + reader.spread_names(told), reader.width, indent="  ", first="")


def next_step(table: Any, looker: Any, reader: Reader) -> str:
    """What to do next at a table without a running match."""
    say, seat = reader.say, table.seat_of(looker)
    if table.state == "finished" and seat is not None:
        return say("table.todo.finished" if table.is_owner(looker) else "table.todo.finished_guest")
    if seat is None:
        if table.state_for(looker) == "playing":
            return say("table.todo.watcher_playing")
        is_free = not all(table.names) or table.late_seats()
        return say("table.todo.watcher" if is_free else "table.todo.watcher_full")
    seats = table.occupants()
    if table.is_owner(looker):
        if any(other.character is None and not other.bot for other in seats):
            return say("table.todo.owner_free")
        waiting = [
            table.names[other.index]
            for other in seats
            if other.character is not None and not other.ready and other.character != looker
        ]
        if waiting:
            key = "owner_late" if len(table.late_seats()) == len(waiting) else "owner_waits"
            return say(f"table.todo.{key}", names=reader.join_names(waiting))
        return say("table.todo.owner")
    return say("table.todo.guest_ready" if seats[seat].ready else "table.todo.guest")


# -- decks and monster places


def fixture_lines(fixture: Any, looker: Any) -> list[str]:
    """The cards that lie somewhere, as far as everybody may see them."""
    reader = reader_of(looker)
    lines = [f"|w{fixture.get_display_name(looker)}|n"]
    table = fixture.table
    if table is None or table.match_for(looker) is None:
        return [*lines, reader.say("look.empty")]
    board = board_of(table, looker, reader)
    zone = fixture.zone_for(looker)
    shown, count = zone.get("cards", []), zone.get("count", 0)
    cards = [board.card_row(card, getattr(fixture, "seat", None)) for card in shown]
    for card in cards:
        lines += card_lines(board, card)
    hidden = count - len(cards)
    if hidden > 0:
        lines.append("  " + reader.say("look.hidden", count=hidden))
    return lines if len(lines) > 1 else [*lines, reader.say("look.empty")]


def card_lines(
    board: Board, row: Row | None, explained: bool = False, match: Match | None = None
) -> list[str]:
    """
    A card in full: name, facts, what it does; nothing of none.

    `explained`: with the keywords it mentions. With the match it is told of an own card what its
    amounts are now; of an option, what it would do.
    """
    if row is None:
        return []
    reader, text = board.reader, board.text
    facts = board.card_text(row, "sheet")
    seat = board.view["you"]
    if match is not None and seat is not None and row.get("mine") and row.get("uuid"):
        rules = text.rules_text(row["id"], match, seat, row["uuid"])
    else:
        rules = text.rules_text(row["id"])
    described = text.description(row["id"])
    if rules and described:
        described = reader.say("game.flavour", text=described)
    rules = rules or described or reader.say("game.no_effect")
    lines = [f"|w{text.card(row['id'])}|n" + (f"  {facts}" if facts else "")]
    if reader.plain:
        lines = [f"{text.card(row['id'])}. {facts}"]
    for told in dict.fromkeys(filter(None, (rules, described))):
        lines += wrap(told, reader.width, indent="  ")
    if now := board.foretold_of_card(row.get("uuid")):
        lines += wrap(reader.say("game.now", text=now), reader.width, indent="  ")
    for name, told in text.keywords(row["id"]) if explained else ():
        line = reader.say("game.keyword", name=name, text=told)
        lines += wrap(line, reader.width, indent="  ")
    return lines
