"""
Answers that people type: given to the table, or explained in a sentence where they do not fit.

What words mean is found out in `commands.answers`. Begin with `answer`; `answer_if_meant` and
`answer_by_number` are for what comes before commands are looked for, `answer_by_picks` for clients
that send no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from evennia.utils import logger
from twisted.internet.defer import inlineCallbacks, maybeDeferred
from twisted.python.failure import Failure

from commands.answers import (
    NONE,
    Puzzled,
    Understood,
    names_of,
    normalize,
    understand,
    understand_rest,
)
from commands.beforehand import AMISS, is_for_menu, way_out
from commands.sandboxes import open_one
from rules.pack import pack_of_match
from rules.running.choices import Choice
from rules.running.match import Match
from rules.telling.barring import why_barred
from world.errors import TableError
from world.locale.messages import shorten_quote
from world.locale.reader import reader_of
from world.render import announce, look, oob, tips
from world.render.prompt import is_numeric, option_number, option_text, options_sentence

MAX_FOLLOW_UPS = 5
MOST_PICKS = 200
NUMBERS = re.compile(r" *[0-9]{1,6}( +[0-9]{1,6})* *")
TABLE = "Table"  # the key of the command set of people with a seat


def table_at(character: Any) -> Any:
    """
    The table a character stands at, seated or not; None anywhere else. A match that sleeps there is
    woken: somebody does something about it.
    """
    place: Any = getattr(character, "location", None)
    if not hasattr(place, "occupants"):
        return None
    if place.is_asleep:
        place.wake()
    return place


def scene_of(character: Any) -> Any:
    """The scene a character is in, or None."""
    return getattr(character, "scene", None)


def match_place_of(character: Any) -> Any:
    """Where a character plays: the scene they are in, else the table they stand at; or None."""
    scene = scene_of(character)
    return scene if scene is not None else table_at(character)


def stage_at(character: Any) -> Any:
    """The table whose questions a character answers: their sandbox, or where they play."""
    own = open_one(character) if character is not None else None
    return own.table if own is not None else match_place_of(character)


def choice_for(character: Any) -> tuple[Any, Choice | None]:
    """The table, or scene, and the choice that a character in it is asked, which may be None."""
    table = match_place_of(character)
    if table is None or table.state != "playing" or table.match is None:
        return None, None
    seat = table.seat_of(character)
    if seat is None:
        return None, None
    return table, table.match.choice_of(seat)


def answer_if_meant(character: Any, typed: str) -> bool:
    """Answer if the words begin with a verb of the pending options. Whether they did."""
    table, choice = choice_for(character)
    if choice is None:
        return False
    found = understand(typed, choice, table.match, table.names, strict=True)
    if isinstance(found, Puzzled):
        if found.key not in ("which", "barred"):
            return False
        explain(character, table, choice, found)
        return True
    give_answer(character, table, found)
    return True


def is_answer_in_scene(character: Any, typed: str) -> bool:
    """
    Whether somebody in a scene means an answer by what they type, whatever commands there are: it
    begins with a verb of an option, or is the name of one.
    """
    if scene_of(character) is None:
        return False
    scene, choice = choice_for(character)
    if choice is None:
        return False
    found = understand(typed, choice, scene.match, scene.names, strict=True)
    if isinstance(found, Understood) or found.key in ("which", "barred"):
        return True
    whole = normalize(typed)
    return any(whole in names_of(option, scene.match, scene.names) for option in choice.options)


def answer_by_number(session: Any, typed: str) -> bool:
    """
    Give an answer that is made of numbers. Whether it was one: else a command may be meant.

    Most of what is typed is an answer, and no command of the game begins with a digit: nothing is
    looked for that cannot be found. Where something lies above the commands of the table, such as a
    menu, the numbers are for that.
    """
    character = session.puppet
    if character is None or not NUMBERS.fullmatch(typed):
        return False
    if character.cmdset.cmdset_stack[-1].key != TABLE:
        return False
    table, choice = choice_for(character)
    if choice is None:
        return False
    answer(character, table, choice, typed.strip())
    return True


def answer(character: Any, table: Any, choice: Choice | None, typed: str) -> None:
    """What a seated player typed, as an answer; a wrong one is explained and costs nothing."""
    character.ndb.unsure = None
    if table.autopilot_of(table.seat_of(character)):
        try:
            table.set_autopilot(character, "")
        except TableError as error:
            character.msg(announce.error_text(error, character, table))
            return
    if choice is None:
        board = look.board_of(table, character)
        character.msg("\n".join(look.pending_lines(table, character, board)))
        return
    found = understand(typed, choice, table.match, table.names)
    if isinstance(found, Puzzled):
        if found.key in AMISS and leave_question(character, table, typed):
            return
        if table.is_scene and _names_way(character, typed):
            text = reader_of(character).say("scene.stay", name=table.name_for(character))
            character.msg(text)
        explain(character, table, choice, found)
        return
    if found.rest and found.rest in NONE:
        text = shorten_quote(found.rest)
        character.msg(reader_of(character).say("answer.dropped", text=text))
        found = Understood(found.picks)
    give_answer(character, table, found)


def leave_question(character: Any, table: Any, typed: str = "") -> bool:
    """
    Choose nothing where somebody alone in a scene is asked something, and answer the menu behind it
    with what they typed, if that is meant for it. Whether they could.
    """
    if not table.is_scene or len(table.names) > 1:
        return False
    seat = table.seat_of(character)
    if (way := way_out(table.match, seat)) is None:
        return False
    nothing, then = way
    if typed and not is_for_menu(typed, then, seat, table.names):
        return False
    take_time(character, _choose_nothing(character, table, nothing, typed))
    return True


@inlineCallbacks
def _choose_nothing(character: Any, table: Any, nothing: tuple[int, ...], typed: str) -> Any:
    """Leave a question, and answer the next one with what was typed; else show that one."""
    character.ndb.queued = bool(typed) or None
    try:
        yield table.answer(character, nothing)
    except TableError as error:
        character.msg(announce.error_text(error, character, table))
        announce.show_prompt(table, character)
        return
    finally:
        character.ndb.queued = None
    _, choice = choice_for(character)
    if typed and choice is not None:
        answer(character, table, choice, typed)


def _names_way(character: Any, typed: str) -> bool:
    """Whether somebody names a way out of where they are."""
    ways = character.location.contents_get(content_type="exit") if character.location else ()
    names = (name.casefold() for way in ways for name in (way.key, *way.aliases.all()))
    return typed.casefold() in names


def answer_by_picks(session: Any, number: Any, picks: Any) -> None:
    """
    The answer of a client that draws what is asked: options of the prompt with a number, by their
    indices. One that is not possible is told why (`oob.send_refusal`) and what is asked now.

    Nothing is taken for granted here, not even what is `prompts_not_asked`: a client asks for all.
    """
    character = session.puppet
    table = stage_at(character)
    told = number if type(number) is int else None

    def refused(error: TableError) -> None:
        text = announce.error_text(error, character or session, table)
        oob.send_refusal(session, "answer", error, text, told)
        oob.ask_again(table, character, session)

    def failed(failure: Failure) -> None:
        failure.trap(TableError)
        refused(failure.value)

    try:
        _check_asked(session, table, number, picks)
        character.ndb.unsure = None
        given = table.answer(character, picks)
    except TableError as error:
        if not (error.key == "late" and session.input_again):
            refused(error)  # else it was stored, and only the Server that did so is gone
        else:
            oob.ask_again(table, character, session)
        return
    take_time(character, given.addErrback(failed))


def _check_asked(session: Any, table: Any, number: Any, picks: Any) -> None:
    """
    Whether somebody is asked what they answer.

    :raises TableError: `notIn`, `notAtTable`, `noMatch`, `notSeated`, `answerUnreadable`,
        `notAsked`, `late`.
    """
    if session.puppet is None:
        raise TableError("notIn")
    if table is None:
        raise TableError("notAtTable")
    seat = table.seat_of(session.puppet)
    if seat is None:
        raise TableError("notSeated")
    if table.state != "playing" or table.host is None:
        raise TableError("noMatch")
    listed = isinstance(picks, list) and len(picks) <= MOST_PICKS
    if type(number) is not int or not listed or any(type(pick) is not int for pick in picks):
        raise TableError("answerUnreadable")
    since = table.host.asked_since(seat)
    if since is None and number >= table.host.number:
        raise TableError("notAsked")
    if since is None or not since <= number <= table.host.number:
        raise TableError("late")


def give_answer(character: Any, table: Any, found: Understood) -> None:
    """Give an answer; what the person types next waits until it is stored."""
    more = found.rest or prompts_not_asked(table.match)
    done = (
        _submit_with_rest(character, table, found)
        if more
        else _submit_answer(character, table, found)
    )
    take_time(character, done)


def take_time(character: Any, done: Any) -> None:
    """What a person does next waits until something is stored; that it fails is logged."""
    done.addErrback(lambda failure: logger.log_err(failure.getTraceback()))
    hold_input(character, done)


def hold_input(character: Any, done: Any) -> None:
    """What a person does next waits until something is stored."""
    if not done.called:
        for session in character.sessions.all():
            session.take_time(done)


def _submit_answer(character: Any, table: Any, found: Understood) -> Any:
    """Give an answer that is all that was typed."""

    def failed(failure: Failure) -> None:
        failure.trap(TableError)
        character.msg(announce.error_text(failure.value, character, table))
        announce.show_prompt(table, character)
        oob.send_match(table, character)

    return maybeDeferred(table.answer, character, found.picks).addErrback(failed)


@inlineCallbacks
def _submit_with_rest(character: Any, table: Any, found: Understood) -> Any:
    """
    Give an answer; what was typed beyond it answers the questions that follow at once. Those of
    which the pack says that nobody is asked them (`prompts_not_asked` of its board: one types it
    along, or it goes by default) are never a prompt.

    Meanwhile prompts are held back (`ndb.queued`); the last of them is shown when nothing of the
    words is left or fits any more.
    """
    seat = table.seat_of(character)
    for _ in range(MAX_FOLLOW_UPS):
        character.ndb.queued = True
        try:
            yield table.answer(character, found.picks)
        except TableError as error:
            character.msg(announce.error_text(error, character, table))
            found = Understood((), "")
            break
        finally:
            character.ndb.queued = None
        match = table.match
        choice = match.choice_of(seat) if match is not None and not match.is_over else None
        if choice is None:
            break
        if not found.rest:
            if choice.prompt not in prompts_not_asked(match):
                break
            found = Understood(choice.default)
            continue
        further = understand_rest(found.rest, choice, match, table.names)
        if isinstance(further, Puzzled):
            if further.key == "misfit":
                character.msg(_say(character, further))
                found = Understood((), "")
            break
        found = further
    if found.rest:
        dropped = Puzzled("dropped", {"text": found.rest})
        character.msg(_say(character, dropped))
    announce.show_prompt(table, character)
    oob.send_match(table, character)


def prompts_not_asked(match: Match) -> Sequence[str]:
    """The prompts that a person at a keyboard is not asked, where nothing was typed for them."""
    return pack_of_match(match).board.get("unasked", ())


def _say(character: Any, found: Puzzled) -> str:
    args = dict(found.args)
    if "text" in args:
        args["text"] = shorten_quote(str(args["text"]))
    return reader_of(character).say(f"answer.{found.key}", **args)


def explain(character: Any, table: Any, choice: Choice, found: Puzzled) -> None:
    """One sentence: what does not fit, and what is possible."""
    board = look.board_of(table, character)
    match = table.match
    if found.among and not is_numeric(choice):
        told = [
            f"{option_number(choice, index)} {option_text(board, match, choice.options[index])}"
            for index in found.among[:8]
        ]
        options = board.reader.join_names(told)
    else:
        options = options_sentence(board, match, choice)
    args = {**found.args, "options": options}
    if found.key == "barred":
        reason, option = args.pop("barred")
        args["option"] = option_text(board, match, option)
        args["why"] = why_barred(board.text, reason, option, match)
    told = [_say(character, Puzzled(found.key, args))]
    tip = tips.tip_of(table, character)
    if tip is not None and (other := tip.otherwise(board.reader.language)):
        told.append(board.reader.wrap_text(other))
    character.msg("\n".join(told))
