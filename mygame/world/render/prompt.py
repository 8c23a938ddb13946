"""
A choice as text: what is asked, the legal options one per line, and how to answer.

Pure: from a match, a choice and a board to lines. What is typed is understood in
`commands.answers`, which numbers the options in the same way (`option_number`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.ground.grid import flow
from rules.ground.width import display_width, mark_item, pad, wrap
from rules.running.choices import Choice, Option
from rules.running.match import Match
from rules.telling.barring import why_barred
from world.locale.reader import Reader
from world.play.hosting.timing import Left
from world.render.board import Board
from world.render.cells import cell_of, localize
from world.render.fitting import SHORT

FORETOLD = "|Y"  # the colour of what an option would do
_SEPARATORS = "，。；、,.; "  # with which nothing begins that stands by itself
BARRED = 6  # so many options that are not offered are told with why
_LEAST_DETAIL = 30  # columns in which what is told of an option may be wrapped


def is_numeric(choice: Choice) -> bool:
    """Whether all options are different numbers: one types that meant, not that of a line."""
    numbers = {option.entity for option in choice.options if option.kind == "number"}
    return bool(numbers) and len(numbers) == len(choice.options)


def option_number(choice: Choice, index: int) -> int:
    """The number to type for an option."""
    return choice.options[index].entity if is_numeric(choice) else index + 1


def option_text(board: Board, match: Match, option: Option) -> str:
    """An option in words: "play Bash"."""
    return board.text.option(option, match)


def asked_in_short(board: Board, prompt: str) -> list[str]:
    """What is worth knowing with a question (`asked` of the layout); a listener hears sentences."""
    told: list[str] = []
    for name in board.layout.get("asked", {}).get(prompt, ()):
        section = next(s for s in board.layout["sections"] if s.get("id") == name)
        if not board.reader.plain:
            told += board.section(section, SHORT)
            continue
        cell = cell_of(board, section["short"])
        if rows := [cell.fill(board, row) for row in board.rows_of(section)]:
            title = board.fill(section.get("title"), {})
            told.append(board.reader.say("titled", title=title, text=board.join_list(rows)))
    return told


def step_targets(board: Board, prompt: str, number: int) -> str:
    """
    Where so many steps lead that a prompt asks for, and what is there: by `steps` of the layout,
    which names a track of the table (docs/table.md) and a text for each such prompt; else "".
    """
    steps = board.layout.get("steps") or {}
    template = steps.get("prompts", {}).get(prompt)
    if template is None or board.view["you"] is None:
        return ""
    track = next(part for part in board.layout["table"]["parts"] if part["id"] == steps["track"])
    row = dict(board.own_row)
    laps, cell = divmod(row[track["cell"]] - 1 + number, track["cells"])
    lap = row[track["lap"]] + laps
    goal = "goal" in track and lap >= int(board.fill(track["goal"], {}))
    mark = "" if goal else track.get("marks", {}).get(str(cell + 1), {}).get("text", "")
    there = {"mark": localize(mark, board.reader.language), "goal": int(goal)}
    return board.fill(template, {**row, track["lap"]: lap, track["cell"]: cell + 1, **there})


def option_detail(
    board: Board, match: Match, choice: Choice, option: Option, brief: bool = False
) -> str:
    """What is worth knowing about an option or its card, by the layout of the pack."""
    if option.kind == "number" and (told := step_targets(board, choice.prompt, option.entity)):
        return told
    if option.kind in ("", "number", "symbol", "text", "player"):
        told = board.layout.get("details", {}).get(option.word, {})
        if option.kind == "symbol":
            told = told.get(match.program.symbol_name(option.entity), {})
        of_player = option.kind == "player"
        about = board.player_row(board.view["players"][option.entity - 1]) if of_player else {}
        return board.fill(told, about) if told else ""
    row = board.find_card(option.entity, match.card_id(option.entity))
    own = f"detail.{option.word}"
    if board.has_form(row, own):
        told = board.card_text(row, own)  # also where that is nothing
    else:
        told = board.card_text(row, "detail.brief") if brief else ""
        told = told or board.card_text(row, "detail")
    return " ".join(told.split()).lstrip(_SEPARATORS)


def number_range(board: Board, choice: Choice) -> str | None:
    """Numbers to choose from, in a few words; None where they do not follow each other."""
    numbers = [option.entity for option in choice.options]
    if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    unit = board.text.option_entry(choice.options[0].word)[0].replace("{entity}", "").strip()
    return f"{numbers[0]} – {numbers[-1]} {unit}".rstrip()


def option_lines(board: Board, match: Match, choice: Choice, brief: bool = False) -> list[str]:
    """The options, numbered, each with what is worth knowing of it; numbers as one range."""
    reader = board.reader
    names = [option_text(board, match, option) for option in choice.options]
    details = [option_detail(board, match, choice, option, brief) for option in choice.options]
    numeric = is_numeric(choice)
    if numeric and not any(details) and (told := number_range(board, choice)):
        return [f"  {told}"]
    if numeric and not reader.plain:
        items = [f"{option.entity}) {d}" for option, d in zip(choice.options, details, strict=True)]
        size = max(map(display_width, items))
        rows = flow([pad(each, size) for each in items], reader.width, first="  ", indent="  ")
        return [row.rstrip() for row in rows]
    previews = [
        board.foretold_text(option, board.names_in_line) for option in board.options_offered()
    ]
    previews += [""] * (len(names) - len(previews))
    numbers = [o.entity if numeric else at for at, o in enumerate(choice.options, 1)]
    if reader.plain:
        return [
            _spoken_option(reader, number, *told)
            for number, *told in zip(numbers, names, details, previews, strict=True)
        ]
    size = max((len(str(number)) for number in numbers), default=1)
    column = min(
        max((display_width(n) for n, d in zip(names, details, strict=True) if d), default=0), 30
    )
    lines = []
    for number, name, detail, now in zip(numbers, names, details, previews, strict=True):
        first = _number_text(number, size, reader)
        told = f"{detail} {mark_item(f'{FORETOLD}→ {now}|n')}" if now else detail
        lines += _option_block(first, name, told.strip(), column, reader.width)
    return lines


def _spoken_option(reader: Reader, number: int, name: str, detail: str, now: str) -> str:
    spoken = reader.say("game.now", text=now) if now else ""
    if reader.language == "zh":
        return f"{number}: {name}" + (f"。{detail}{spoken}" if detail or spoken else "")
    return f"{number}: {name}. {detail} {spoken}".rstrip(" .")


def _number_text(number: int, size: int, reader: Reader) -> str:
    """What stands before an option; a link that types the number, where the client makes links."""
    before = " " * (2 + size - len(str(number)))
    return f"{before}|lc{number}|lt{number})|le " if reader.links else f"{before}{number}) "


def _option_block(number: str, name: str, told: str, column: int, limit: int) -> list[str]:
    """An option; what is told of it stands in a column, or behind its name where that is narrow."""
    hanging = " " * (display_width(number) + 2)
    if told and display_width(name) <= column:
        start = number + pad(name, column) + "  "
        room = limit - display_width(start)
        if display_width(told) <= room or room >= _LEAST_DETAIL:
            return wrap(told, limit, indent=" " * display_width(start), first=start)
    return wrap(f"{name}  {told}".rstrip(), limit, indent=hanging, first=number)


def barred_lines(board: Board, match: Match, choice: Choice) -> list[str]:
    """What is not offered now, and why: a line for each."""
    lines = []
    for reason, option in choice.barred[:BARRED]:
        about = {"option": option_text(board, match, option)}
        about["why"] = why_barred(board.text, reason, option, match)
        told = board.reader.say("game.barred", **about)
        lines += wrap(told, board.reader.width, indent="    ", first="  ")
    return lines


def how_to_answer(board: Board, choice: Choice) -> str:
    """One sentence: what to type."""
    say = board.reader.say
    low, high = choice.minimum, choice.maximum
    if high == 1 and low == 1:
        return say("game.choose_number" if is_numeric(choice) else "game.choose_one")
    if high == 1 and low == 0:
        return say("game.choose_one_or_none")
    count = min(max(low, 2), high, len(choice.options))
    example = " ".join(str(option_number(choice, index)) for index in range(count))
    if low == 0:
        return say("game.choose_any", example=example)
    if low == high:
        return say("game.choose_exactly", count=low, example=example)
    return say("game.choose_many", minimum=low, maximum=high, example=example)


def with_time(asked: str, left: Left | None, reader: Reader) -> str:
    """A question with the time there is for it."""
    if left is None:
        return asked
    key = "time.with_bank" if left.bank >= 1 else "time.answer"
    return reader.say(key, prompt=asked, seconds=round(left.answer), bank=minutes_text(left.bank))


def minutes_text(seconds: float) -> str:
    """Seconds as minutes and seconds: 4:05."""
    return "{}:{:02}".format(*divmod(round(seconds), 60))


def prompt_lines(
    board: Board,
    match: Match,
    choice: Choice,
    left: Left | None = None,
    back: bool = False,
    status: bool = True,
    brief: bool = False,
    tip: Sequence[str] = (),
) -> list[str]:
    """
    Everything somebody needs who is asked something: with what is `left` of the time, and whether
    there is a way back to the last question.

    Without `status` the line about one's own seat is left out: the board stands above. `brief`:
    cards by the form `detail.brief` of the layout, where window and board leave no room for more.
    The lines of a `tip` stand above the question.
    """
    asked = with_time(board.text.prompt(choice, match), left, board.reader)
    room = board.reader.width
    own = board.status_line() if status or board.reader.plain else ""
    lines = board.spread_lines(own, indent="  ") if own else []
    lines += asked_in_short(board, choice.prompt) if status else []
    lines += tip
    lines += wrap(f"|w{asked}|n", room)
    how = how_to_answer(board, choice)
    if back:
        how = board.reader.say("undo.hint", how=how)
    offered = option_lines(board, match, choice, brief)
    return [*lines, *offered, *barred_lines(board, match, choice), *wrap(how, room)]


def options_sentence(board: Board, match: Match, choice: Choice, limit: int = 6) -> str:
    """The options in one sentence, for somebody who typed something else."""
    if is_numeric(choice) and (numbers := number_range(board, choice)) is not None:
        return numbers
    told = [
        f"{option_number(choice, index)} {option_text(board, match, option)}"
        for index, option in enumerate(choice.options[:limit])
    ]
    more = len(choice.options) - limit
    return board.reader.join_names([*told, f"… {len(choice.options)}"] if more > 0 else told)


def names_asked(board: Board, match: Match, seats: Sequence[int] | None = None) -> str:
    """The names of those who are asked now."""
    asked = [choice.seat for choice in match.pending] if seats is None else seats
    return board.reader.join_names(board.text.player(seat) for seat in asked)
