"""
What builders read at the workbench: reports of drafts, readings of sentences, and the places of a
piece with what fits there. What people wrote is escaped; nothing is told by colour alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rules.ground.width import crop, display_width, wrap
from rules.language.schema import Param
from rules.telling.phrasebook import in_language
from rules.workshop.completion import Fit
from rules.workshop.editing import Slot
from rules.workshop.entries import field_at
from rules.workshop.helping import help_of_param
from rules.workshop.problems import report_in
from world.locale.messages import LANGUAGES, escape_colours
from world.locale.reader import Reader

PROBLEMS = 12  # that are shown at once
WORTHS = 8
NEXT = 12  # ways in which a sentence could go on
FITS = 12  # things that fit, on one screen
NAME = 22  # columns of names in lists


def name_of(card: Mapping[str, Any], reader: Reader) -> str:
    """The name of a card as JSON."""
    name = card.get("name")
    told = in_language(name, reader.language) if isinstance(name, str | dict) else ""
    return escape_colours(str(told or card.get("id", "")))


def report_lines(report: Mapping[str, Any], reader: Reader) -> list[str]:
    """What a check has found: problems, sentences, what bots think."""
    lines: list[str] = []
    report = report_in(report, reader.language)
    problems = report["problems"]
    if problems:
        lines.append(reader.say("workbench.problems", count=len(problems)))
    for each in problems[:PROBLEMS]:
        args = {"line": each.get("line") or "-", "column": each.get("column") or "-"}
        key = "problemOfLine" if each.get("line") and not each.get("column") else "problem"
        if field := field_at(str(each.get("place", ""))):
            key, args = "problemOfField", {"field": escape_colours(field)}
        told = reader.say(
            f"workbench.{key}", **args, text=escape_colours(str(each.get("text", "")))
        )
        lines += wrap(told, reader.width, indent="    ", first="  ")
    if len(problems) > PROBLEMS:
        lines.append(reader.say("workbench.moreProblems", count=len(problems) - PROBLEMS))
    sentences = report.get("sentences") or {}
    for language in LANGUAGES:
        if said := sentences.get(language):
            line = reader.say(f"workbench.sentence.{language}", text=escape_colours(str(said)))
            lines += wrap(line, reader.width, indent="    ", first="  ")
    for warning in report["warnings"]:
        # Those on a card begin with where it stands.
        said = warning.split(": ", 2)[-1] if report.get("face") else warning
        told = reader.say("workbench.warning", text=escape_colours(said))
        lines += wrap(told, reader.width, indent="    ", first="  ")
    worth = report.get("worth") or {}
    if worth:
        lines.append(f"  {reader.say('workbench.worth')}")
    for key, value in list(worth.items())[:WORTHS]:
        words = (value.get("told") or {}) if isinstance(value, Mapping) else {}
        line = f"{_worth_text(value)}  {escape_colours(str(words.get(reader.language) or key))}"
        lines += wrap(line, reader.width, indent="        ", first="    ")
    if not problems:
        lines.append(reader.say("workbench.fine"))
    if beside := report.get("beside"):
        numbers = " ".join(map(str, beside))
        lines += wrap(reader.say("workbench.beside", numbers=numbers), reader.width)
    return lines


def _worth_text(value: Any) -> str:
    """What an option is worth to a bot, as a number with its sign."""
    number = value.get("value", 0) if isinstance(value, Mapping) else value
    return f"{number:+}" if isinstance(number, int | float) else escape_colours(str(number))


# -- sentences that are read


def reading_lines(found: Sequence[Mapping[str, Any]], reader: Reader) -> list[str]:
    """
    Ways to understand a sentence, each as its own, with what it does not say, and what tells it
    from one that says the same and plays otherwise.
    """
    key = "severalReadings" if len(found) > 1 else "oneReading"
    lines = [reader.say(f"workbench.{key}", count=len(found))]
    told = [_reading_sentence(each, reader) for each in found]
    for number, (each, sentence) in enumerate(zip(found, told, strict=True), 1):
        lines += wrap(escape_colours(sentence), reader.width, indent="     ", first=f"  {number}) ")
        if differs := (each.get("differs") or {}).get(reader.language):
            own = escape_colours(" · ".join(differs))
            exactly = reader.say("workbench.moreExactly", differs=own)
            lines += wrap(exactly, reader.width, indent="       ", first="     ")
        elif told.count(sentence) > 1:  # only another language tells them apart
            source = json.dumps(each["behaviors"], ensure_ascii=False)
            lines += wrap(escape_colours(source), reader.width, indent="       ", first="     ")
        for key, words in (("leftOut", each["left_out"]), ("added", each["added"])):
            if words:
                told_so = reader.say(f"workbench.{key}", words=escape_colours(" · ".join(words)))
                lines += wrap(told_so, reader.width, indent="       ", first="     ")
        if each["is_unclear"]:
            unclear = reader.say("workbench.unclear")
            lines += wrap(unclear, reader.width, indent="       ", first="     ")
    return lines


def _reading_sentence(reading: Mapping[str, Any], reader: Reader) -> str:
    """What a reading says, in the reader's language where it is known."""
    told = reading["sentence"]
    return str(told.get(reader.language) or next(iter(told.values()), ""))


def unread_lines(text: str, understood: Mapping[str, Any], reader: Reader) -> list[str]:
    """
    How far a sentence was understood, with a mark there; what can be taken in its place, by
    numbers; what could come at the mark.
    """
    upto = understood.get("upto", 0)
    begun = _begun_word(text, upto)
    at = upto - len(begun)
    told = f"{escape_colours(text[:at])} |w>>>|n {escape_colours(text[at:])}"
    lines = [reader.say("workbench.notRead"), *wrap(told, reader.width, indent="  ", first="  ")]
    for what in understood.get("lacking") or ():
        lines += wrap(reader.say("workbench.noWord", what=escape_colours(what)), reader.width)
    nearby = nearby_lines(understood, reader)
    has_more = understood.get("next") or not nearby
    return [*lines, *nearby, *(completion_lines(understood, reader, begun) if has_more else ())]


def nearby_lines(understood: Mapping[str, Any], reader: Reader) -> list[str]:
    """What can be taken in place of a sentence that is not read: its beginning, others nearby."""
    begun = [
        reader.say("workbench.begun", text=_reading_sentence(each, reader))
        for each in understood["begun"]
    ]
    told = [*begun, *(_reading_sentence(each, reader) for each in understood["nearby"])]
    lines: list[str] = []
    for number, sentence in enumerate(told, 1):
        lines += wrap(escape_colours(sentence), reader.width, indent="     ", first=f"  {number}) ")
    model = [reader.say("workbench.askModel")] if understood["model"] else []
    head = [reader.say("workbench.nearby")] if lines or model else []
    return [*head, *lines, *model]


def similar_lines(
    similar: Sequence[Mapping[str, Any]], reader: Reader, marks: Sequence[str] = ()
) -> list[str]:
    """Cards that do nearly the same: their name, what they cost, what they do."""
    if not similar:
        return []
    lines = [reader.say("workbench.similar")]
    for number, each in enumerate(similar):
        name, text = (
            escape_colours(str(each[key].get(reader.language) or "")) for key in ("name", "text")
        )
        corner = each["corner"]
        if corner is not None:
            label = escape_colours(in_language(corner["label"], reader.language))
            name = reader.say("workbench.costs", name=name, label=label, number=corner["number"])
        first = f"  {marks[number]}) " if marks else "  · "
        told = reader.say("workbench.doesThis", name=name, text=text) if text else name
        lines += wrap(told.replace("\n", " "), reader.width, indent="     ", first=first)
    return lines


def remark_lines(text: str, understood: Mapping[str, Any], reader: Reader) -> list[str]:
    """Words that were read as others, what a model has proposed, and whether more may be read."""
    if proposed := understood["proposed"]:
        key = "proposed" if understood["readings"] else "proposedNothing"
        return [reader.say(f"workbench.{key}", text=escape_colours(proposed))]
    learning = [reader.say("workbench.learning")] if understood["learning"] else []
    return learning + [
        reader.say(
            "workbench.readAs",
            typed=escape_colours(text[each["start"] : each["end"]]),
            word=each["word"],
        )
        for each in understood.get("mended") or ()
    ]


def _begun_word(text: str, upto: int) -> str:
    """The part of a word that was understood where the rest of it was not."""
    found = re.search(r"[A-Za-z]+$", text[:upto])
    return found[0] if found is not None and text[upto : upto + 1].isalpha() else ""


def continuation_lines(text: str, understood: Mapping[str, Any], reader: Reader) -> list[str]:
    """What could come next in a sentence that was begun."""
    if understood.get("upto", 0) < len(text):
        return unread_lines(text, understood, reader)
    return completion_lines(understood, reader)


def completion_lines(understood: Mapping[str, Any], reader: Reader, begun: str = "") -> list[str]:
    """The completions, behind what of their first word was understood."""
    told = (f"{begun}{each}".strip() for each in understood.get("next") or ())
    found = [each for each in dict.fromkeys(told) if each][:NEXT]
    if not found:
        return [reader.say("workbench.nothingNext")]
    line = reader.join_names(map(escape_colours, found), " · ")
    return [reader.say("workbench.next"), *wrap(line, reader.width, indent="  ", first="  ")]


# -- places of a piece


def place_lines(
    title: str,
    slot: Slot,
    help: str,
    inside: Sequence[tuple[Slot, str]],
    fits: Sequence[Fit],
    start: int,
    reader: Reader,
) -> list[str]:
    """
    A place: a line of `help` about it, what is in it (with a summary each), and what fits, numbered
    on from there; `start` is the number of the first thing that fits of those shown.
    """
    path = " > ".join(_path_step(key) for key in slot.path)
    lines = [f"|w{title}|n" + (f"  {escape_colours(path)}" if path else "")]
    wanted = reader.say("workbench.wants", type=escape_colours(help))
    lines += wrap(wanted, reader.width, indent="  ", first="  ")
    for number, (each, summary) in enumerate(inside, 1):
        key = "" if isinstance(each.path[-1], int) else each.path[-1]
        need = reader.say("workbench.needed") if each.is_required and not each.is_filled else ""
        param = each.param if each.param is not None else Param(each.type)
        told = summary or need or f"({help_of_param(param, reader.language)})"
        lines += numbered_line(number, key, told, reader)
    shown = fits[start : start + FITS]
    if shown:
        lines.append(reader.say("workbench.fits", count=len(fits)))
    for number, fit in enumerate(shown, len(inside) + 1 + start):
        lines += numbered_line(number, fit.name, fit.help, reader)
    if len(fits) > start + FITS:
        lines.append(reader.say("workbench.moreFits", count=len(fits) - start - FITS))
    return lines


def _path_step(key: str | int) -> str:
    """A part of a path; items of lists count from 1."""
    return str(key + 1) if isinstance(key, int) else key


def numbered_line(number: int, name: str, told: str, reader: Reader) -> list[str]:
    """A line of a list: its number, its name, what is told of it."""
    if reader.plain:
        return [f"{number}: {escape_colours(name)}. {escape_colours(told)}"]
    head = f" {number:>3}) {name}".rstrip()
    told = crop(told.replace("\n", " "), max(reader.width - display_width(head) - 2, 20))
    return [escape_colours(f"{head}  {told}".rstrip() if name else f"{head} {told}")]
