"""
What bots think, in words: a hint for somebody who is asked, and why a bot did what it did.

Pure: from weighed answers (`rules.playing.bots.answers.Line`) to lines of text. A figure is how
far ahead of the best other player one stands as far as the bot has looked, on the average of what
was tried, in the game's own unit (`words.worth.unit`; a worth is in hundredths of it).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.playing.bots.answers import FAILED, Line
from rules.running.choices import Choice, Option
from rules.running.match import Match
from rules.telling.text import Text
from world.locale.reader import Reader
from world.render.prompt import option_number

SHOWN = 4
HUNDREDTHS = 100
DECIDED = 50_000  # a mean beyond this: the match ended in some of the worlds tried


def hint_lines(
    reader: Reader, text: Text, match: Match, choice: Choice, lines: Sequence[Line]
) -> list[str]:
    """The best answers by their numbers, with what they lead to; where they differ in that."""
    best, *others = [line for line in lines if line.value > FAILED] or lines[:1]
    told = [reader.say("advice.hint", answer=_numbered_answer(reader, text, match, choice, best))]
    if not others:
        return told
    shown = (best, *others[: SHOWN - 1])
    if all(abs(line.value) > DECIDED for line in shown):
        chances = {_win_percent(line) for line in shown}
        if chances in ({0}, {100}):
            key = "advice.hopeless" if chances == {0} else "advice.certain"
            return [*told, reader.say(key, tries=best.worlds)]
    if len({line.value for line in shown}) == 1:  # none of them is better
        answers = [_numbered_answer(reader, text, match, choice, line) for line in shown]
        return [reader.say("advice.equal", answers=reader.join_names(answers))]
    return [
        *told,
        *(
            reader.say(
                "advice.line",
                answer=_numbered_answer(reader, text, match, choice, line),
                value=_value_text(reader, text, line),
            )
            for line in shown
        ),
        _meaning_of_figures(reader, shown),
    ]


def why_lines(
    reader: Reader, text: Text, deed: Any, name: str, sees: Callable[[int], bool]
) -> list[str]:
    """
    What a bot did and what else it weighed, as far as somebody may know: `sees` says of which
    cards. What is told of the others is one line, the best of them.
    """

    def answer(line: Line) -> str:
        options = [deed.choice.options[pick] for pick in line.picks]
        return _list_answers(
            reader,
            (
                text.option(option, deed.match)
                if option.kind != "card" or sees(option.entity)
                else _unnamed_option(reader, text, option)
                for option in options
            ),
        )

    weighed: dict[str, Line] = {}
    for line in deed.lines:
        weighed.setdefault(answer(line), line)
    told = [reader.say("advice.why", name=name, answer=next(iter(weighed)))]
    if len(deed.lines) == 1:
        return [*told, reader.say("advice.alone")]
    tried = {told: line for told, line in weighed.items() if line.value > FAILED}
    shown = list(tried.items())[:SHOWN]
    lines = [
        reader.say("advice.line", answer=told, value=_value_text(reader, text, line))
        for told, line in shown
    ]
    return [
        *told,
        *lines,
        *([_meaning_of_figures(reader, [line for _, line in shown])] if shown else ()),
    ]


def _numbered_answer(reader: Reader, text: Text, match: Match, choice: Choice, line: Line) -> str:
    """An answer as one types it, and in words: "2) play Bash"."""
    if not line.picks:
        return reader.say("advice.numbered", number=0, answer=reader.say("advice.nothing"))
    numbers = " ".join(str(option_number(choice, pick)) for pick in line.picks)
    options = (text.option(choice.options[pick], match) for pick in line.picks)
    return reader.say("advice.numbered", number=numbers, answer=_list_answers(reader, options))


def _list_answers(reader: Reader, answers: Any) -> str:
    return reader.join_names(dict.fromkeys(answers)) or reader.say("advice.nothing")


def _unnamed_option(reader: Reader, text: Text, option: Option) -> str:
    """An option about a card that must not be named."""
    template, _ = text.option_entry(option.word)
    return template.replace("{entity}", reader.say("advice.another"))


def _value_text(reader: Reader, text: Text, line: Line) -> str:
    """How well an answer turns out."""
    if abs(line.value) > DECIDED or 0 < line.worlds == line.won:
        return reader.say("advice.wins", percent=_win_percent(line))
    unit = text.words("worth", "unit") or reader.say("advice.unit")
    value = f"{abs(line.value) / HUNDREDTHS:.1f}"
    key = "level" if value == "0.0" else "ahead" if line.value > 0 else "behind"
    return reader.say(f"advice.{key}", value=value, unit=unit)


def _win_percent(line: Line) -> int:
    """In how many of a hundred worlds the match ended and was won."""
    return round(100 * line.won / line.worlds)


def _meaning_of_figures(reader: Reader, lines: Sequence[Line]) -> str:
    """What the figures of these lines say."""
    decided = all(abs(line.value) > DECIDED for line in lines)
    tries = lines[0].worlds
    key = "wins_means" if decided else "lead_once" if tries == 1 else "lead_means"
    return reader.say(f"advice.{key}", tries=tries)
