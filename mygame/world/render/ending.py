"""
How a match ended, as one structure for whoever tells it: lines of text, clients that draw, pages.

`ending_data` makes it of the record of a match and its summary (`rules.weighing.summary`; None
where it is not known yet) as one of its seats reads it, or as somebody who looked on. Everything in
it is JSON-able and in the reader's language. `summary_lines` is the same as lines. Pure but for
rows of the database that come with the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.ground.grid import Column, grid
from rules.ground.width import wrap
from rules.telling.text import Text
from world.locale.messages import find_message, strip_marks
from world.locale.reader import Reader
from world.models import MatchRecord, MatchSeat
from world.render import history
from world.render.look import name_in_language
from world.render.tips import lesson_of
from world.shelf import games

Data = dict[str, Any]
Result = MatchSeat.Result

CHART_COLUMNS = 8  # moments of the curve that a chart of text shows at most
_SEEN = Column(short=True), *[Column()] * 2, Column(text=True)


# -- the structure


def ending_data(record: MatchRecord, told: Any, seat: int | None, reader: Reader) -> Data:
    """
    Everything that is told of a match that is over; `seat` is that of who reads it (None: they
    looked on).
    """
    text = history.text_of(record, reader)
    rows = sorted(record.seats.all(), key=lambda row: (row.place or 99, row.seat))
    result = _result_of(record, rows, seat)
    return {
        "match": record.pk,
        "game": {"id": record.pack_version.pack_id, "name": history.game_name(record, reader)},
        "lesson": _lesson_data(text, reader),
        "learned": _learned(text, reader) if result == "lesson" else [],
        "shared": not record.private,
        "you": seat,
        "result": result,
        "headline": _headline(record, rows, result, seat, reader),
        "head": history.head_text(record, told, text, reader),
        "notes": _notes(record, rows, seat if result == "conceded" else None, reader),
        "places": [_place_data(row, rows, told, text, seat, reader) for row in rows],
        "seen": history.seen_table(record, told, text, reader),
        "curve": _curve_data(told, text, reader),
        "stories": stories(rows, told, text, reader),
    }


def _result_of(record: MatchRecord, rows: Sequence[MatchSeat], seat: int | None) -> str:
    """A key of `ending.headline`: what has become of it for who reads."""
    own = next((row for row in rows if row.seat == seat), None)
    if record.status != MatchRecord.Status.FINISHED:
        return "abandoned"
    won, drew = (sum(_became(row) == kind for row in rows) for kind in (Result.WON, Result.DREW))
    if own is None:
        return "they_won" if won else "drew" if drew else "they_lost"
    if own.conceded:
        return "conceded"
    if record.lesson:
        return "lesson"
    kind, others = _became(own), len(rows) - 1
    if kind == Result.DREW:
        return "drew"
    if kind == Result.WON:
        if not others:
            return "won_alone"
        return "won" if won == 1 else "won_together" if won == len(rows) else "won_side"
    if not others:
        return "lost_alone"
    if not (won or drew):
        return "lost_together"
    shared = sum(row.place == own.place for row in rows) > 1
    return "place" if others > 1 and own.place and not shared else "lost"


def _became(row: MatchSeat) -> str:
    """Won, drew or lost; also in matches of older versions, which did not say."""
    return str(row.result or (Result.WON if row.place == 1 else Result.LOST))


def _headline(
    record: MatchRecord,
    rows: Sequence[MatchSeat],
    result: str,
    seat: int | None,
    reader: Reader,
) -> str:
    if result == "place":
        own = next(row for row in rows if row.seat == seat)
        words: list[str] = find_message("ending.ordinals", reader.language)
        count: list[str] = find_message("ending.counts", reader.language)
        if (own.place or 0) < len(words) and len(rows) < len(count):
            place, of = words[own.place or 0], count[len(rows)]
            return reader.say("ending.headline.place", place=place, of=of)
        return reader.say("history.place", place=own.place, of=len(rows))
    names = [row.name for row in rows if result != "they_won" or _became(row) == Result.WON]
    key = "they_won_one" if result == "they_won" and len(names) == 1 else result
    return reader.say(f"ending.headline.{key}", names=reader.join_names(names))


def _notes(
    record: MatchRecord, rows: Sequence[MatchSeat], known: int | None, reader: Reader
) -> list[str]:
    """
    Why it ended so, where that is not plain: who gave up, but for the seat of which the headline
    says so; why there is no result.
    """
    notes = []
    if names := [row.name for row in rows if row.conceded and row.seat != known]:
        notes.append(reader.say("ending.gave_up", names=reader.join_names(names)))
    if record.status != MatchRecord.Status.FINISHED:
        notes.append(reader.say("ending.counts_for_nobody"))
    return notes


def _place_data(
    row: MatchSeat,
    rows: Sequence[MatchSeat],
    told: Any,
    text: Text | None,
    seat: int | None,
    reader: Reader,
) -> Data:
    """How somebody came in. `role` is what they were, "" in a game without roles."""
    roles = (told or {}).get("roles")
    role = text.symbol(roles[row.seat]) if roles and text is not None and roles[row.seat] else ""
    figures = history.figures_of(row, told, text)
    return {
        "seat": row.seat,
        "name": history.name_of(row, reader),
        "you": row.seat == seat,
        "bot": bool(row.bot),
        "place": row.place,
        "shared": sum(other.place == row.place for other in rows) > 1,
        "result": "conceded" if row.conceded else _became(row) if row.result or row.place else "",
        "role": role,
        "figures": [{"name": name, "value": value} for name, value in figures],
    }


def _curve_data(told: Any, text: Text | None, reader: Reader) -> Data | None:
    """How far everybody was: of each moment what it is called, its step, and a value by seat."""
    curve = (told or {}).get("curve")
    if not curve or text is None:
        return None
    moments = [
        {
            "label": history.named_rounds("round", point["round"], text, reader),
            "number": point["round"],
            "step": point["step"],
            "values": point["values"],
        }
        for point in curve["points"]
    ]
    moments[-1]["label"] = reader.say("ending.end")
    return {
        "name": history.measure_name(text, curve["name"]),
        "lap": curve["lap"],
        "points": moments,
        "sides": curve.get("sides") or [],
    }


def stories(rows: Sequence[MatchSeat], told: Any, text: Text | None, reader: Reader) -> list[Data]:
    """
    Best turns, turning points, since when it was decided, and what was reached for the first time:
    sentences with the seat they are about, and the step from which on one can watch that.
    """
    if not told or text is None:
        return []
    found = [
        *(
            ("best", seat, best, line)
            for seat, best, line in history.best_turns(rows, told, text, reader)
        ),
        *(
            ("turning", p["seat"], p, line)
            for p, line in history.turning_points(told, text, reader)
        ),
    ]
    if decided := told.get("decided"):
        found.append(("decided", decided["seat"], decided, _decided_text(decided, text, reader)))
    found += [("feat", seat, {}, _feat_text(feat, text, reader)) for seat, feat in _feats(told)]
    return [
        {
            "kind": kind,
            "seat": seat,
            "round": about.get("round"),
            "step": about.get("step"),
            "text": line,
        }
        for kind, seat, about, line in found
    ]


def _decided_text(decided: Data, text: Text, reader: Reader) -> str:
    rival = decided["rival"]
    return reader.say(
        "ending.decided" if rival is not None else "ending.ahead_always",
        name=history.side_named(decided, "seat", text, reader),
        round=history.named_rounds("round", decided["round"], text, reader),
        rival=history.side_named(decided, "rival", text, reader),
    )


def _feats(told: Any) -> list[tuple[int, Data]]:
    return [(feat["seat"], feat) for feat in told.get("feats") or ()]


def _feat_text(feat: Data, text: Text, reader: Reader) -> str:
    return reader.say(
        f"ending.feat.{feat['kind']}",
        name=text.names[feat["seat"]],
        game=text.game(),
        what=history.measure_name(text, "score"),
        value=feat.get("value", ""),
        before=feat.get("before", ""),
    )


def _lesson_data(text: Text | None, reader: Reader) -> Data | None:
    """Of a lesson: the game that it teaches, and the lesson after it; None of other games."""
    if text is None or not (taught := lesson_of(text.pack).get("of", "")):
        return None
    shelf = games.games_by_id()
    lessons = [of for pack in games.offered().values() if (of := lesson_of(pack).get("of", ""))]
    behind = lessons[lessons.index(taught) + 1 :] if taught in lessons else lessons

    def named(game: str) -> Data:
        return {"id": game, "name": name_in_language(shelf[game].name, reader.language)}

    known = [game for game in behind if game in shelf]
    return {
        "of": named(taught) if taught in shelf else None,
        "next": named(known[0]) if known else None,
    }


def _learned(text: Text | None, reader: Reader) -> list[str]:
    """What a lesson has taught, a few words for each of its steps that has any."""
    if text is None:
        return []
    steps = (text.words("lesson", step) or {} for step in lesson_of(text.pack).get("steps", ()))
    return [str(step["learned"]) for step in steps if step.get("learned")]


# -- as lines


def summary_lines(
    record: MatchRecord, told: Any, reader: Reader, seat: int | None = None
) -> list[str]:
    """Who came where with what, how each was seen, who was ahead when, the stories."""
    data, text = ending_data(record, told, seat, reader), history.text_of(record, reader)
    lines = [
        part
        for line in history.result_lines(record, told, reader)
        for part in wrap(line, reader.width, indent="     ", first="")
    ]
    lines += _seen_lines(data["seen"], reader)
    if data["learned"]:
        what = reader.say("clauses").join(data["learned"])
        learned = reader.say("ending.learned", what=what)
        lines += wrap(learned, reader.width, indent="  ", first="")
    if text is not None:
        lines += _chart_lines(data, reader)
    for story in data["stories"]:
        lines += wrap(story["text"], reader.width, indent="     ", first="")
    return lines


def _seen_lines(seen: list[list[str]], reader: Reader) -> list[str]:
    """How the others saw each: a table, or a sentence each for who hears it."""
    heads, *rows = seen or [[]]
    if reader.plain:
        spoken = [zip(heads, row, strict=True) for row in rows]
        return [
            reader.say("clauses").join(
                reader.say("history.figure_said", name=h, value=c) for h, c in each if c
            )
            for each in spoken
        ]
    return grid(rows, _SEEN, reader.width, heads) if rows else []


def _chart_lines(data: Data, reader: Reader) -> list[str]:
    """How far everybody was at some moments: a table, or a sentence each for who hears it."""
    curve = data["curve"]
    if curve is None or len(data["places"]) < 2:
        return []
    points = curve["points"]
    last = len(points) - 1
    most = min(CHART_COLUMNS, len(points))
    shown = [points[number * last // (most - 1)] for number in range(most)]
    rows = sorted(data["places"], key=lambda row: row["seat"])
    if reader.plain:
        return [
            reader.say(
                "ending.spoken",
                name=row["name"],
                what=curve["name"],
                values=reader.join_names(
                    reader.say(
                        "history.figure_said", name=p["label"], value=p["values"][row["seat"]]
                    )
                    for p in shown
                ),
            )
            for row in rows
        ]
    between = [str(point["number"]) for point in shown[1:-1]]
    heads = [curve["name"], shown[0]["label"], *between, shown[-1]["label"]]
    cells = [[row["name"], *(str(point["values"][row["seat"]]) for point in shown)] for row in rows]
    return grid(cells, [Column(short=True), *[Column("right")] * most], reader.width, heads)


def plain_lines(record: MatchRecord, told: Any, reader: Reader) -> list[str]:
    """The results and the stories as sentences without marks."""
    lines = history.result_lines(record, told, reader)
    text = history.text_of(record, reader)
    rows = list(record.seats.all())
    lines += [story["text"] for story in stories(rows, told, text, reader)]
    return [strip_marks(line).strip() for line in lines]
