"""
A match as data: the messages that `world.render.oob` sends, made of a table and how somebody reads.

What several readers share is made once a change, and once a language where it has words in it
(`_kept`). Shapes and rules are those of `docs/protocol.md`; what a seat may see comes from
`world.play.hosting.views` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from rules.pack import Pack
from rules.running.choices import Choice
from rules.running.log import LogEntry
from rules.running.outcome import Outcome
from rules.running.view import choice_view, composed
from rules.telling import lately
from rules.telling.causes import lines_with_causes
from rules.telling.lately import Told
from server import cleaning
from world.locale.messages import plain
from world.locale.reader import Reader
from world.play.hosting.timing import Left
from world.play.hosting.views import Update, Views
from world.render import look
from world.render.board import Board, cards_of
from world.render.book import edition
from world.render.prompt import how_to, is_numeric, option_detail, option_text

Message = dict[str, Any]

# What was made of a match at a number.
_made: WeakKeyDictionary[Views, tuple[int, dict[Any, Any]]] = WeakKeyDictionary()


def _kept[Made](stand: Any, key: Any, make: Callable[[], Made]) -> Made:
    """What `make` gives, cleaned for going out, once as long as the match stands as it does."""
    number, made = _made.get(stand.views, (None, {}))
    if number != stand.number:
        made = {}
        _made[stand.views] = stand.number, made
    if key not in made:
        made[key] = cleaning.out(make())
    return made[key]


def game_of(pack: Pack, language: str) -> Message:
    """Which game this is, in which version."""
    name = look.localized_name(pack.name, language)
    return {"id": pack.id, "version": edition(pack), "name": name}


def parts(stand: Any, seat: int | None, update: Update) -> tuple[Any, Any]:
    """What everybody sees and what only a seat does, or what has changed of both."""
    shared = _kept(stand, ("public", update.since), lambda: update.public)
    if seat is None:
        return shared, None
    return shared, _kept(stand, ("seat", seat, update.since), lambda: update.hand)


# -- cards whose texts are not what is printed on them


def told_in_public(table: Any, stand: Any, language: str) -> Told:
    """What lasts on the cards that everybody sees, in a few words."""

    def make() -> Told:
        text = look.text_of(table, Reader(language))
        return _plain(lately.lasting(text, cards_of(composed(stand.views.public(), None))))

    return _kept(stand, ("told", language), make)


def told_in_private(table: Any, seat: int, language: str) -> Told:
    """The same of cards that only a seat sees; and what amounts on its own cards are now."""
    views, text = table.host.views, look.text_of(table, Reader(language))
    hidden = list(lately.cards_in(views.hand(seat)["zones"]))
    own = [*hidden, *lately.cards_in(views.public()["players"][seat]["zones"])]
    amounts = lately.counted(text, table.match, seat, own)
    return cleaning.out(_plain(lately.together(lately.lasting(text, hidden), amounts)))


def _plain(told: Told) -> Told:
    return {
        card: {name: plain(text) for name, text in texts.items()} for card, texts in told.items()
    }


# -- the log


def log_lines(table: Any, stand: Any, seat: int | None, start: int, language: str) -> list[Message]:
    """
    The lines from a number on that a reader may know of. Of those meant for others there are the
    words that everybody reads, without what they are about.
    """
    entries = list(stand.match.log[start:]) if stand.match.log is not None else []
    own = any(entry.seats is not None and seat in entry.seats for entry in entries)

    def make() -> list[Message]:
        text = look.text_of(table, Reader(language))
        lines = []
        for number, (entry, told) in enumerate(lines_with_causes(text, entries, seat), start):
            meant = _is_meant(entry, seat)
            if meant or told:
                args = _arguments(entry) if meant else []
                told = plain(told or "")
                line = {"number": number, "message": entry.message, "args": args, "text": told}
                lines.append(line)
        return lines

    return _kept(stand, ("log", start, seat if own else None, language), make)


def _is_meant(entry: LogEntry, seat: int | None) -> bool:
    return entry.seats is None or seat in entry.seats


def _arguments(entry: LogEntry) -> list[Message]:
    return [{"name": name, "kind": kind, "value": value} for name, kind, value in entry.args]


# -- what is asked


def prompts(table: Any, person: Any, seat: int, reader: Reader) -> list[Message]:
    """What a seat is asked; nothing while a bot answers for it."""
    choice = table.match.choice_of(seat)
    if choice is None or table.match.over or table.autopilot_of(seat):
        return []
    board = look.board_of(table, person, reader)
    match, left = table.match, table.time_left(seat)
    known = options_foretold(table, seat, board, choice)
    view = choice_view(match, choice)
    options = []
    for option, shown, foretold in zip(choice.options, view["options"], known, strict=True):
        texts = {
            "text": plain(option_text(board, match, option)),
            "detail": plain(option_detail(board, match, choice, option)),
        }
        options.append({**shown, **texts, **foretold})
    asked = [
        {
            "prompt": choice.prompt,
            "text": plain(board.text.prompt(choice, match)),
            "how": plain(how_to(board, choice)),
            "subject": view["subject"],
            "minimum": choice.minimum,
            "maximum": choice.maximum,
            "default": view["default"],
            "numeric": is_numeric(choice),
            "back": table.can_take_back(seat),
            "left": seconds(left),
            "options": options,
        }
    ]
    return cleaning.out(asked)


def options_foretold(
    table: Any, seat: int, board: Board, choice: Choice | None = None
) -> list[Message]:
    """What each option of a seat would do, in words and as facts, as far as it is known now."""
    facts = table.host.views.foretold(seat)
    choice = choice or table.match.choice_of(seat)
    if choice is None:
        return []
    if not facts:
        return [{"does": "", "facts": []} for _ in choice.options]
    told = [plain(board.foretold(option, board.names_in_line)) for option in board.options()]
    return [{"does": does, "facts": known} for does, known in zip(told, facts, strict=True)]


def seconds(left: Left | None) -> Message | None:
    """What is left of the time for an answer."""
    return left and {"answer": round(left.answer, 1), "bank": round(left.bank, 1)}


def clock(table: Any) -> Message | None:
    """The time of the first who is asked and has a limit."""
    for seat in table.host.asked_seats():
        left = table.time_left(seat)
        if left is not None:
            return {"seat": seat, "left": round(left.answer, 1), "bank": round(left.bank, 1)}
    return None


# -- the end


def places_told(
    reader: Reader, names: Sequence[str], standings: Iterable[Sequence[int]], outcome: Outcome
) -> list[str]:
    """
    Who came in where, a line for each place; where all have won or lost together, that. `names` go
    by seat.
    """

    def listed(seats: Iterable[int]) -> str:
        return reader.listed(names[seat] for seat in seats)

    if not (outcome.won or outcome.drew):
        return [reader.say("game.lost", names=listed(outcome.lost))]
    if len(outcome.won) > 1 and not outcome.lost:
        return [reader.say("game.won", names=listed(outcome.won))]
    lines, place, groups = [], 1, list(standings)
    if outcome.drew and len(groups) == 1:
        lines.append(reader.say("game.draw"))
    for seats in groups:
        key = "game.place" if len(seats) == 1 else "game.place_shared"
        lines.append("  " + reader.say(key, place=place, names=listed(seats)))
        place += len(seats)
    return lines
