"""
A match as data: the messages that `world.render.oob` sends, made of a table and how somebody reads.

What several readers share is made once a change, and once a language where it has words in it
(`_keep_made`). Shapes and rules are those of `docs/protocol.md`; what a seat may see comes from
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
from rules.running.view import choice_view, compose_view
from rules.telling import lately
from rules.telling.barring import why_barred
from rules.telling.causes import lines_with_causes
from rules.telling.lately import Told
from server import cleaning
from world.locale.messages import strip_marks
from world.locale.reader import Reader
from world.play.hosting.timing import Left
from world.play.hosting.views import Update, Views
from world.render import look
from world.render.board import Board, cards_of
from world.render.book import edition_of
from world.render.prompt import how_to_answer, is_numeric, option_detail, option_text

VERSION = 3  # of the messages

Message = dict[str, Any]

# What was made of a match at a number.
_made: WeakKeyDictionary[Views, tuple[int, dict[Any, Any]]] = WeakKeyDictionary()


def _keep_made[Made](stand: Any, key: Any, make: Callable[[], Made]) -> Made:
    """What `make` gives, cleaned for going out, once as long as the match stands as it does."""
    number, made = _made.get(stand.views, (None, {}))
    if number != stand.number:
        made = {}
        _made[stand.views] = stand.number, made
    if key not in made:
        made[key] = cleaning.clean_message(make())
    return made[key]


def game_data(pack: Pack, language: str) -> Message:
    """Which game this is, in which version."""
    name = look.name_in_language(pack.name, language)
    return {"id": pack.id, "version": edition_of(pack), "name": name}


def view_parts(stand: Any, seat: int | None, update: Update) -> tuple[Any, Any]:
    """What everybody sees and what only a seat does, or what has changed of both."""
    shared = _keep_made(stand, ("public", update.since), lambda: update.public)
    if seat is None:
        return shared, None
    return shared, _keep_made(stand, ("seat", seat, update.since), lambda: update.hand)


# -- cards whose texts are not what is printed on them


def public_texts(table: Any, stand: Any, language: str) -> Told:
    """What lasts on the cards that everybody sees, in a few words."""

    def make() -> Told:
        text = look.text_of(table, Reader(language))
        return _clean_texts(
            lately.lasting_texts(text, cards_of(compose_view(stand.views.public(), None)))
        )

    return _keep_made(stand, ("told", language), make)


def private_texts(table: Any, seat: int, language: str) -> Told:
    """The same of cards that only a seat sees; and what amounts on its own cards are now."""
    views, text = table.host.views, look.text_of(table, Reader(language))
    hidden = list(lately.cards_in(views.hand(seat)["zones"]))
    own = [*hidden, *lately.cards_in(views.public()["players"][seat]["zones"])]
    amounts = lately.amount_texts(text, table.match, seat, own)
    return cleaning.clean_message(
        _clean_texts(lately.join_texts(lately.lasting_texts(text, hidden), amounts))
    )


def _clean_texts(told: Told) -> Told:
    return {
        card: {name: strip_marks(text) for name, text in texts.items()}
        for card, texts in told.items()
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
                about = entry.about() if meant else {"args": []}
                told = strip_marks(told or "")
                line = {"number": number, "message": entry.message, **about, "text": told}
                lines.append(line)
        return lines

    return _keep_made(stand, ("log", start, seat if own else None, language), make)


def _is_meant(entry: LogEntry, seat: int | None) -> bool:
    return entry.seats is None or seat in entry.seats


# -- what is asked


def prompt_data(table: Any, person: Any, seat: int, reader: Reader) -> list[Message]:
    """What a seat is asked; nothing while it is answered for it."""
    choice = table.match.choice_of(seat)
    if choice is None or table.match.is_over or table.answers_for(seat):
        return []
    board = look.board_of(table, person, reader)
    match, left = table.match, table.time_left(seat)
    known = option_data(table, seat, board, choice)
    view = choice_view(match, choice)
    options = []
    for option, shown, foretold in zip(choice.options, view["options"], known, strict=True):
        texts = {
            "text": strip_marks(option_text(board, match, option)),
            "detail": strip_marks(option_detail(board, match, choice, option)),
        }
        options.append({**shown, **texts, **foretold})
    asked = [
        {
            "prompt": choice.prompt,
            "text": strip_marks(board.text.prompt(choice, match)),
            "how": strip_marks(how_to_answer(board, choice)),
            "subject": view["subject"],
            "values": view.get("values", []),
            "minimum": choice.minimum,
            "maximum": choice.maximum,
            "default": view["default"],
            "numeric": is_numeric(choice),
            "back": table.can_take_back(seat),
            "always": table.can_be_always(choice),
            "doer": table.doer_of(choice),
            "left": seconds_data(left),
            "options": options,
            "barred": [
                {
                    "text": strip_marks(option_text(board, match, option)),
                    "why": strip_marks(why_barred(board.text, reason, option, match)),
                }
                for reason, option in choice.barred
            ],
        }
    ]
    return cleaning.clean_message(asked)


def option_data(table: Any, seat: int, board: Board, choice: Choice | None = None) -> list[Message]:
    """What each option of a seat would do, in words and as facts, as far as it is known now."""
    facts = table.host.views.foretold_options(seat)
    choice = choice or table.match.choice_of(seat)
    if choice is None:
        return []
    if not facts:
        return [{"does": "", "facts": [], "leads": []} for _ in choice.options]
    told = [
        strip_marks(board.foretold_text(option, board.names_in_line))
        for option in board.options_offered()
    ]
    leads = table.host.views.leads_of_options(seat)
    return [
        {"does": does, "facts": known, "leads": next_ones}
        for does, known, next_ones in zip(told, facts, leads, strict=True)
    ]


def seconds_data(left: Left | None) -> Message | None:
    """What is left of the time for an answer."""
    return left and {"answer": round(left.answer, 1), "bank": round(left.bank, 1)}


def clock_data(table: Any) -> Message | None:
    """The time of the first who is asked and has a limit."""
    for seat in table.host.asked_seats():
        left = table.time_left(seat)
        if left is not None:
            return {"seat": seat, "left": round(left.answer, 1), "bank": round(left.bank, 1)}
    return None


# -- the end


def place_lines(
    reader: Reader, names: Sequence[str], standings: Iterable[Sequence[int]], outcome: Outcome
) -> list[str]:
    """
    Who came in where, a line for each place; where all have won or lost together, that. `names` go
    by seat.
    """

    def listed(seats: Iterable[int]) -> str:
        return reader.join_names(names[seat] for seat in seats)

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
