"""
Notices that say different things to different people: `NOTICES` has a function for each.

A function gets the table, what the notice carries, who reads and how, and gives the lines, none
for who need not know. `announce.show_notice` calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings

from rules.ground.width import wrap
from world.locale.reader import Reader
from world.render import look
from world.render.ending import summary_lines
from world.render.prompt import minutes_text

Details = Mapping[str, Any]


def notice_sentence(reader: Reader, key: str, **details: Any) -> list[str]:
    """A sentence of the locale files, in lines."""
    return wrap(reader.say(key, **details), reader.width)


def _is_own(table: Any, details: Details, person: Any) -> bool:
    return bool(table.seat_of(person) == details["seat"])


def time_warning(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """For the person who is asked."""
    if not _is_own(table, details, person):
        return []
    return notice_sentence(reader, "time.warning", seconds=round(details["left"].total))


def time_bank(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """For the person who is asked: from now on the bank is used."""
    if not _is_own(table, details, person):
        return []
    return notice_sentence(reader, "time.bank", bank=minutes_text(details["left"].bank))


def timeout(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Who let the time run out; to that person, what was done and what to do."""
    if not _is_own(table, details, person):
        return notice_sentence(reader, "notice.timeout", name=details["name"])
    text, choice = look.text_of(table, reader), details["choice"]
    options = [text.option(choice.options[pick], table.match) for pick in choice.default]
    done = reader.join_names(options) or reader.say("time.nothing")
    return notice_sentence(reader, "time.lost", answer=done)


def always(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """For the person who always answers so."""
    if not _is_own(table, details, person):
        return []
    text, choice = look.text_of(table, reader), details["choice"]
    options = [text.option(choice.options[pick], table.match) for pick in details["picks"]]
    answer = reader.join_names(options) or reader.say("time.nothing")
    asked = text.prompt(choice, table.match)
    return notice_sentence(reader, "always.given", prompt=asked, answer=answer)


def answer_in(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Who has answered in secret reads so at once."""
    if not _is_own(table, details, person):
        return []
    return notice_sentence(
        reader,
        "undo.in",
        names=_names_of(table, reader, (choice.seat for choice in table.match.pending)),
    )


def undo_done(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Somebody has taken back an answer."""
    key = "undo.done" if _is_own(table, details, person) else "undo.done_by"
    return notice_sentence(reader, key, name=details["name"])


def undo_asked(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """The others are asked whether somebody may take back an answer."""
    others, name = details["others"], details["name"]
    seconds = details["seconds"]
    if table.seat_of(person) in others:
        return notice_sentence(reader, "undo.may", name=name, seconds=seconds)
    names = _names_of(table, reader, others)
    key = "undo.asking" if _is_own(table, details, person) else "undo.asks"
    return notice_sentence(reader, key, name=name, names=names, seconds=seconds)


def undo_refused(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Somebody has said no."""
    return notice_sentence(reader, "undo.refused", name=details["name"], by=details["by_name"])


def same_for_all(key: str) -> Callable[[Any, Details, Any, Reader], list[str]]:
    """The same sentence for everybody."""
    return lambda table, details, person, reader: notice_sentence(reader, key, name=details["name"])


def autopilot(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """A bot answers for somebody, or no longer does."""
    key = "auto.on" if details["kind"] else "auto.off"
    if _is_own(table, details, person):
        key += "_own"
    kind = reader.say(f"table.kind.{details['kind']}") if details["kind"] else ""
    return notice_sentence(reader, key, name=details["name"], kind=kind)


def storage_busy(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Everybody waits for the database; whoever answered need not answer again."""
    return notice_sentence(
        reader, "storage.kept" if _is_own(table, details, person) else "storage.busy"
    )


def summary(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Who did what in the match that has just ended."""
    number, site = details["record"].pk, settings.SITE_ADDRESS
    lines = summary_lines(details["record"], details["told"], reader)
    lines += notice_sentence(reader, "history.again", number=number)
    return [*lines, *([reader.say("history.link", site=site, number=number)] if site else ())]


def match_aborted(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """The game failed at every answer: it is over as it stood, and counts for nobody."""
    places, place = [], 1
    for seats in details["standings"]:
        key = "game.place" if len(seats) == 1 else "game.place_shared"
        places.append(reader.say(key, place=place, names=_names_of(table, reader, seats)))
        place += len(seats)
    return notice_sentence(reader, "notice.matchAborted", places=reader.join_names(places))


def _names_of(table: Any, reader: Reader, seats: Iterable[int]) -> str:
    return reader.join_names(table.names[seat] for seat in seats)


def kicked(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Who was sent away; to that person, by whom and for how long."""
    if person == details["character"]:
        return notice_sentence(reader, "seating.kicked_you", number=table.number)
    return notice_sentence(reader, "notice.kicked", name=details["name"])


def ready_reminder(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """To the person for whom the table waits: what to type, and what happens else."""
    if not _is_own(table, details, person):
        return notice_sentence(reader, "notice.readyReminder", name=details["name"])
    key = "seating.remind_owner" if table.is_owner(person) else "seating.remind"
    return notice_sentence(reader, key, seconds=details["seconds"])


def ready_late(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """A seat is to be had: its person can still keep it, the host begin, others take it."""
    values = {"name": details["name"], "seat": details["seat"] + 1}
    if _is_own(table, details, person):
        return notice_sentence(reader, "seating.late")
    if table.is_owner(person):
        return notice_sentence(reader, "seating.late_owner", **values)
    key = "notice.readyLate" if table.seat_of(person) is not None else "seating.late_watcher"
    return notice_sentence(reader, key, **values)


def series_sentence(key: str) -> Callable[[Any, Details, Any, Reader], list[str]]:
    """How a series stands, in a sentence of the locale files."""

    def lines(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
        told_of = [reader.say("series.score", name=n, won=won) for n, won in details["score"]]
        values = {
            "of": reader.say(f"series.of.{details['of']}"),
            "score": reader.join_names(told_of),
            "winners": reader.join_names(details["winners"]),
            "number": details.get("number", ""),
        }
        return notice_sentence(reader, f"series.{key}", **values)

    return lines


def scene_left(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """What was left without a result."""
    return notice_sentence(reader, "scene.left", name=table.name_for(person))


def scene_goes_on(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Others have left, and it goes on."""
    return notice_sentence(reader, "scene.gone", name=details["name"])


def camped(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """It is broken off for the evening."""
    return notice_sentence(reader, "scene.camped", name=table.name_for(person))


def scene_away(table: Any, details: Details, person: Any, reader: Reader) -> list[str]:
    """Somebody has lost the connection, and what becomes of the seat meanwhile."""
    return notice_sentence(reader, "scene.away", **details)


NOTICES: dict[str, Callable[[Any, Details, Any, Reader], list[str]]] = {
    "timeWarning": time_warning,
    "timeBank": time_bank,
    "timeout": timeout,
    "kicked": kicked,
    "readyReminder": ready_reminder,
    "readyLate": ready_late,
    "storageBusy": storage_busy,
    "matchAborted": match_aborted,
    "always": always,
    "answerIn": answer_in,
    "undone": undo_done,
    "undoAsked": undo_asked,
    "undoAgreed": same_for_all("undo.agreed"),
    "undoRefused": undo_refused,
    "autopilot": autopilot,
    "summary": summary,
    "undoExpired": same_for_all("undo.expired"),
    "sceneLeft": scene_left,
    "sceneGoesOn": scene_goes_on,
    "camped": camped,
    "sceneAway": scene_away,
    "seriesMatch": series_sentence("match"),
    "seriesScore": series_sentence("stands"),
    "seriesOver": series_sentence("over"),
}
