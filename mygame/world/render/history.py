"""
Summaries and lists of matches as text. Pure: from rows and summaries (`rules.weighing.summary`) to
lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from rules.ground.grid import Column, grid
from rules.ground.templates import fill
from rules.ground.width import wrap
from rules.running.log import LogEntry
from rules.telling.text import Text
from world.locale.reader import Reader
from world.models import MatchRecord, MatchSeat, PlayerRecord
from world.render.advice import DECIDED
from world.shelf import games

HUNDREDTHS = 100
NAMES_SHOWN = 4
_MATCHES = (
    Column("right"),
    Column(short=True),
    Column(drop=2),
    Column(),
    Column("right", drop=3),
    Column("right", drop=4),
    Column(text=True),
)


def text_of(record: MatchRecord, reader: Reader) -> Text | None:
    """The texts of the game of a match; None if its content is gone."""
    try:
        pack = games.pack_of(record.pack_version)
    except Exception:  # noqa: BLE001 (a game of old may be gone; the record is told without its words)
        return None
    names = [seat.name for seat in record.seats.all()]
    return Text(pack, reader.language, names)


# -- one match


def head_text(record: MatchRecord, told: Any, text: Text | None, reader: Reader) -> str:
    """Which match it was, and how long it took; without rounds as long as these are not known."""
    rounds = (told or {}).get("rounds")
    length = length_text(record, reader)
    return reader.say(
        "history.head" if rounds else "history.head_unknown",
        number=record.pk,
        game=game_name(record, reader),
        rounds=named_rounds("rounds", rounds, text, reader) if rounds else "",
        length=length,
    )


def result_lines(record: MatchRecord, told: Any, reader: Reader) -> list[str]:
    """Which match it was, and who came where with what."""
    text = text_of(record, reader)
    head = head_text(record, told, text, reader)
    seats = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    return [f"|w{head}|n", *(_seat_line(seat, told, text, reader) for seat in seats)]


def _seat_line(seat: MatchSeat, told: Any, text: Text | None, reader: Reader) -> str:
    """ "1. Ann: cells gone 31; damage dealt 84, monsters defeated 5" """
    say, figures = reader.say, figures_of(seat, told, text)
    parts = [say("history.figure", name=name, value=value) for name, value in figures]
    if seat.conceded:
        parts.insert(0, say("history.conceded"))
    elif seat.result and seat.place is None:
        parts.insert(0, say("history.lost"))
    key = "history.seat" if parts else "history.seat_alone"
    place = seat.place if seat.place is not None else "-"
    return say(key, place=place, name=name_of(seat, reader), figures=reader.join_names(parts))


def figures_of(seat: MatchSeat, told: Any, text: Text | None) -> list[tuple[str, int]]:
    """What a seat came to and has done: names and numbers."""
    if not told or text is None:
        return []
    figures = []
    if told.get("score"):
        figures.append((measure_name(text, "score"), told["score"][seat.seat]))
    return [
        *figures,
        *((measure_name(text, name), by[seat.seat]) for name, by in told["deeds"].items()),
    ]


def seen_table(
    record: MatchRecord, told: Any, text: Text | None, reader: Reader
) -> list[list[str]]:
    """
    How the others saw each player, in the order of the seats: first what stands above the columns,
    then rows of texts. Empty in a game that does not tell it.
    """
    seen = (told or {}).get("seen")
    if not seen or text is None:
        return []
    columns = seen["columns"]
    heads = [reader.say("history.player"), *(measure_name(text, name) for name in columns)]
    rows = [[*heads, measure_name(text, "moves")]]
    for seat in sorted(record.seats.all(), key=lambda row: row.seat):
        values = [text.symbol(by_seat[seat.seat] or "") for by_seat in columns.values()]
        rows.append(
            [name_of(seat, reader), *values, _move_text(seen["moves"][seat.seat], text, reader)]
        )
    return rows


def _move_text(move: Any, text: Text, reader: Reader) -> str:
    """What said most about a player: "round 3: Dag uses Slash on Ann."; empty if nothing did."""
    if not move:
        return ""
    message, arguments = move["line"]
    line = text.log(LogEntry(message, tuple(map(tuple, arguments)), None), None)
    return reader.say(
        "history.move", round=named_rounds("round", move["round"], text, reader), line=line or ""
    )


def named_rounds(key: str, number: int | str, text: Text | None, reader: Reader) -> str:
    """A round by its number (`round`), or so many (`rounds`), as the game calls them."""
    own = text.words("report", key) if text is not None else None
    return fill(own, number=number) if own else reader.say(f"history.{key}", number=number)


def name_of(seat: MatchSeat, reader: Reader) -> str:
    """Who sat there, and who played on."""
    name = reader.say("history.bot", name=seat.name) if seat.bot else seat.name
    if seat.substitutes:
        later = " → ".join(entry["name"] for entry in seat.substitutes)
        name = f"{name} → {later}"
    return name


def best_turns(
    seats: Sequence[MatchSeat], told: Any, text: Text, reader: Reader
) -> list[tuple[int, dict[str, Any], str]]:
    """The best turn of each seat that had one, and the sentence about it."""
    turns = []
    for seat in seats:
        best = told["best"][seat.seat]
        if best is None:
            continue
        cards = reader.join_names(text.card(card) for card in best["cards"])
        wins = "_wins" if best["gain"] > DECIDED else ""
        line = reader.say(
            f"history.best{wins}" if cards else f"history.best{wins}_unnamed",
            name=seat.name,
            round=named_rounds("round", best["round"], text, reader),
            cards=cards,
            gain=_gain_text(best["gain"], told, text, reader),
        )
        turns.append((seat.seat, best, line))
    return turns


def turning_points(told: Any, text: Text, reader: Reader) -> list[tuple[dict[str, Any], str]]:
    """The turning points, each with the sentence about it."""
    return [
        (
            point,
            reader.say(
                f"history.{_turning_point_key(point)}",
                round=named_rounds("round", point["round"], text, reader),
                name=side_named(point, "seat", text, reader),
                swing=_swing_text(point["swing"], point, told, text, reader),
                rival=side_named(point, "rival", text, reader),
                lead=_swing_text(abs(point["lead"]), point, told, text, reader),
            ),
        )
        for point in told["turning"]
    ]


def side_named(about: Mapping[str, Any], role: str, text: Text, reader: Reader) -> str:
    """Whom something told is about, the `seat` or the `rival`: one player, or all of a side."""
    seats = about.get(f"{role}s", [about[role]])
    names = reader.say("history.side_and").join(
        text.names[seat] for seat in seats if seat is not None
    )
    return reader.say("history.side", names=names) if len(seats) > 1 else names


def _turning_point_key(point: Mapping[str, Any]) -> str:
    """The key of what to say of a turning point."""
    if max(point["swing"], point["lead"]) > DECIDED:
        return "turning_won"
    return "turning" if point["lead"] >= 0 else "turning_behind"


def _swing_text(
    hundredths: int, point: Mapping[str, Any], told: Any, text: Text, reader: Reader
) -> str:
    """How much of a turning point: in the unit of a gain, of sides in that of the curve."""
    if "seats" not in point:
        return _gain_text(hundredths, told, text, reader)
    return _gain_text(hundredths, {"unit": told["curve"]["name"]}, text, reader)


def _gain_text(hundredths: int, told: Any, text: Text, reader: Reader) -> str:
    """The same of a summary, whose unit may be that of the lead."""
    if not (unit := told.get("unit")):
        return amount_text(hundredths, text, reader)
    value, unit = hundredths // HUNDREDTHS, measure_name(text, unit)
    return reader.say("history.amount", value=value, unit=unit)


def amount_text(hundredths: int, text: Text, reader: Reader) -> str:
    """A worth in the game's unit: "3.2 cells"."""
    unit = text.words("worth", "unit") or reader.say("advice.unit")
    return reader.say("history.amount", value=f"{hundredths / HUNDREDTHS:.1f}", unit=unit)


def measure_name(text: Text, name: str) -> str:
    """What a measure is called."""
    return str(text.words("report", name) or name)


def score_name(game: str, reader: Reader) -> str:
    """What the score of a game is called that is played here; empty if it has none."""
    pack = games.games_by_id().get(game)
    return measure_name(Text(pack, reader.language), "score") if pack is not None else ""


def game_name(record: MatchRecord, reader: Reader) -> str:
    """What was played."""
    version = record.pack_version
    names = (version.name_zh, version.name_en)
    first, second = names if reader.language.startswith("zh") else names[::-1]
    return first or second or version.pack_id


def length_text(record: MatchRecord, reader: Reader) -> str:
    """How long a match has taken."""
    is_ending = record.status == MatchRecord.Status.RUNNING  # without a result: stored in a moment
    ended = record.ended_at or (timezone.now() if is_ending else None)
    if ended is None:
        return "?"
    minutes = int((ended - record.started_at).total_seconds()) // 60
    return reader.say("history.minutes", count=max(1, minutes))


# -- lists


def list_lines(seats: Sequence[MatchSeat], reader: Reader) -> list[str]:
    """Matches, one a line, as one of their players sees them."""
    rows = [row_of(seat, reader) for seat in seats]
    if reader.plain:
        return [reader.say("history.spoken", **row) for row in rows]
    keys = ("number", "game", "when", "place", "rounds", "length", "others")
    heads = tuple(reader.say(f"history.columns.{key}") for key in keys)
    table = [tuple(row[key] for key in keys) for row in rows]
    return grid(table, _MATCHES, reader.width, heads)


def row_of(seat: MatchSeat, reader: Reader) -> dict[str, str]:
    """A match as one of its players sees it: the texts of the columns of the list, by name."""
    match = seat.match
    others = [row.name for row in match.seats.all() if row.seat != seat.seat]
    if match.status == MatchRecord.Status.ABANDONED:
        place = reader.say("history.abandoned")
    elif seat.conceded:
        place = reader.say("history.gave_up")
    elif seat.result and seat.place is None:
        place = reader.say("history.lost")
    else:
        place = reader.say("history.place", place=seat.place or "-", of=len(others) + 1)
    ended = timezone.localtime(match.ended_at).strftime("%Y-%m-%d %H:%M") if match.ended_at else "?"
    return {
        "number": str(match.pk),
        "game": game_name(match, reader),
        "when": ended,
        "place": place,
        "rounds": str((match.summary or {}).get("rounds", "-")),
        "length": length_text(match, reader),
        "others": reader.join_names(others[:NAMES_SHOWN]) or "-",
    }


def record_lines(
    text: Text,
    own: PlayerRecord | None,
    best: Sequence[PlayerRecord],
    against_bots: Sequence[Any],
    reader: Reader,
) -> list[str]:
    """
    The best players of a game among people and against bots (`records.best_against_bots`), and
    one's own figures.
    """
    say = reader.say
    lines = [f"|w{say('records.head', game=text.game())}|n"]
    for number, row in enumerate(best, 1):
        lines.append(
            say(
                "records.line",
                number=number,
                name=row.account.username,
                won=row.beat,
                played=row.met,
                streak=row.best_streak,
            )
        )
    if not best:
        lines.append(say("records.nobody"))
    if against_bots:
        lines.append(say("records.bots"))
    for number, row in enumerate(against_bots, 1):
        about = {"name": row.account.username, "won": row.alone_won, "played": row.alone}
        lines.append(say("records.line_bots", number=number, **about))
    if own is not None:
        score = ""
        if own.best_score is not None:
            score = say("records.best", what=measure_name(text, "score"), score=own.best_score)
        told = say(
            "records.own",
            met=own.met,
            beat=own.beat,
            alone=own.played - own.met,
            alone_won=own.won - own.beat,
            conceded=own.conceded,
            streak=own.streak,
            longest=own.best_streak,
            best=score,
        )
        lines += wrap(told, reader.width)
    return lines
