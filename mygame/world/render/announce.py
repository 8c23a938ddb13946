"""
Telling people at a table what happens. These are the functions the world calls:

* `on_change(table, entries, choices, match, people)`: an answer was accepted: new entries of the
  match's log, and what people are asked anew
* `on_notice(table, key, **args)`: something beside the game, `notice.<key>` of the locale files
* `on_arrival(character)`: somebody has come into a hall
* `on_return(table, character)`: somebody is at a table whose match goes on

`TextReader` calls them with what happens in a hosted match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from evennia.utils import logger
from twisted.internet.defer import Deferred

from rules.ground.width import wrap
from rules.running.choices import Choice
from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.text import Text
from rules.workshop.problems import in_language
from server import cleaning
from world.errors import TableError
from world.locale.messages import escape_colours as escape_colours
from world.locale.messages import shorten_quote
from world.locale.reader import Reader, reader_of
from world.models import MatchRecord, news
from world.play import foreseeing
from world.play.hosting.events import Changed, Ended, Event, Foreseen, Notice
from world.render import limits, look, matchdata, oob, people, stakes
from world.render.decks import playing_lines
from world.render.loglines import SharedLog
from world.render.notices import NOTICES
from world.render.scene import where_text
from world.shelf import games

NO_PROMPT = ""
IN_SCRIPT = re.compile(r"\.lua:\d+: ")  # why something failed, for whoever wrote it
DRAWN = frozenset({"log", "board", "prompt"})  # kinds of texts that clients may draw themselves
OF_OPTIONS = frozenset({"badOption", "badOptionRange", "optionSeats", "optionMost", "optionCard"})
TYPED = frozenset({"name", "text", "game", "option"})  # details of errors: what somebody typed
SENTENCES = 30  # of what is wrong with files
PROBLEMS = 5  # of a deck that are told of


def send_lines(
    character: Any, lines: Sequence[str] | str, kind: str = "text", prompt: str | None = None
) -> None:
    """
    Lines to one person; `kind` tells clients with panes where they belong. With them what is to
    stand before the input line from now on ("" for nothing), where the client has room for it.
    """
    text = lines if isinstance(lines, str) else "\n".join(lines)
    told: dict[str, Any] = {"text": (text, {"type": kind})} if text else {}
    if prompt is not None and prompt != (character.ndb.prompt or NO_PROMPT):
        character.ndb.prompt = told["prompt"] = prompt
    for session in character.sessions.all() if told else ():
        if oob.reads_text(session):
            session.data_out(**told)
        elif kind not in DRAWN and text:
            session.data_out(text=told["text"])


class TextReader:
    """
    What happens in the match of a table, as text for everybody in the room who sees it so: as it is
    (`MatchHost`), or later (`Delayed`).
    """

    def __init__(self, table: Any, stand: Any):
        self.table, self.stand = table, stand

    def read(self, event: Event) -> None:
        """Tell it; what is foreseen after a prompt was shown is for who asks for it."""
        if isinstance(event, Foreseen):
            return
        people = self.table.audience(self.stand)
        if isinstance(event, Changed):
            if event.entries or event.choices:
                show_change(self.table, event.entries, event.choices, self.stand.match, people)
        elif isinstance(event, Notice):
            show_notice(self.table, event.key, to=people, **self._with_seat_names(event.details()))
        elif isinstance(event, Ended):
            show_notice(self.table, "finished", to=people, ended=event)

    def _with_seat_names(self, details: dict[str, Any]) -> dict[str, Any]:
        """With the names of the seats that a notice is about."""
        names = self.table.names
        for who, name in (("seat", "name"), ("by", "by_name")):
            if who in details:
                details[name] = names[details[who]]
        return details


# -- what an answer has changed


def show_change(
    table: Any,
    entries: Sequence[LogEntry],
    choices: Sequence[Choice],
    match: Match,
    people: Sequence[Any],
) -> None:
    """
    Each of these people at the table reads the new lines in their own language, as far as they may,
    and for whom they wait; those who are asked get the board, where it has changed, and their
    options.
    """
    names, people = table.names, [person for person in people if oob.is_reading(person)]
    waited_for = [names[choice.seat] for choice in choices]
    log, waiting = SharedLog(match, names, entries), dict[Reader, str]()
    for person in people:
        reader, seat = reader_of(person), table.seat_of(person)
        lines = log.lines_for(reader, seat)
        asked = seat is not None and match.choice_of(seat) is not None
        if waited_for and seat is not None and not asked:
            if reader not in waiting:
                told = reader.say("game.waiting_short", names=reader.join_names(waited_for))
                waiting[reader] = reader.wrap_text(told)
            lines = [*lines, waiting[reader]]
        send_lines(person, lines, "log", prompt=None if asked else NO_PROMPT)
    asked_anew = {choice.seat for choice in choices}
    for person in people:
        if table.seat_of(person) in asked_anew:
            show_prompt(table, person)


# -- prompts


def show_prompt(table: Any, character: Any) -> None:
    """
    The prompt for somebody who is asked; held back while more of what they typed is used.

    It waits a moment for what its options would do (`settings.FORESEEING_PATIENCE`) and is shown
    once, with what is known then.
    """
    character.ndb.prompt_waits = None
    if character.ndb.queued or not _can_be_prompted(table, character):
        return
    found = foreseeing.foresee(table.match, table.seat_of(character))
    if found.called:
        _print_prompt(table, character)
    else:
        character.ndb.prompt_waits = _Waiting(table, character, found)


class _Waiting:
    """A prompt that waits for what its options would do; another one takes its place."""

    def __init__(self, table: Any, character: Any, found: Deferred):
        self.table, self.character = table, character
        self._call = table.host.clock.callLater(settings.FORESEEING_PATIENCE, self.end)
        found.addCallback(lambda new: self.end())
        found.addErrback(lambda failure: logger.log_err(failure.getTraceback()))

    def end(self) -> None:
        """Show it now, unless it was shown or has been replaced."""
        if self._call.active():
            self._call.cancel()
        if self.character.ndb.prompt_waits is self:
            self.character.ndb.prompt_waits = None
            if _can_be_prompted(self.table, self.character):
                _print_prompt(self.table, self.character)


def end_waiting(character: Any) -> None:
    """Somebody types: a prompt that waits is shown before they are answered."""
    if character.ndb.prompt_waits is not None:
        character.ndb.prompt_waits.end()


def _can_be_prompted(table: Any, character: Any) -> bool:
    """Whether somebody at a table is asked something, and reads it."""
    here = table.match is not None and table.is_at(character)
    return here and look.choice_of(table, character) is not None and oob.is_reading(character)


def _print_prompt(table: Any, character: Any) -> None:
    """Board and prompt, with what is known now."""
    page = look.page_now(table, character)
    character.ndb.seen_moment = page.moment
    send_lines(character, page.board, "board")
    send_lines(character, page.prompt, "prompt", prompt=page.before_input)


def pending_anew(table: Any, character: Any) -> list[str]:
    """
    What somebody at a table is asked or waits for, as lines for those who ask for it; and what
    stands before their input line is renewed, for they may read another language than before.
    """
    board = look.board_of(table, character)
    asked = look.choice_of(table, character) is not None
    send_lines(character, (), prompt=board.prompt() if asked else NO_PROMPT)
    return look.pending_lines(table, character, board)


# -- notices

# What also those read who have asked for quiet.
LOUD = (
    *("started", "paused", "resumed"),
    *("actionFailed", "matchBroken", "matchClosed", "matchAborted"),
)


# What those who are in a scene need not be told: it is their own doing, and its end says so.
UNSAID_IN_SCENES = frozenset({"conceded", "settled"})


def show_notice(table: Any, key: str, to: Sequence[Any] | None = None, **args: Any) -> None:
    """A sentence of the locale files for everybody at the table, or for these of them."""
    if table.is_scene and key in UNSAID_IN_SCENES:
        return
    for person in table.people() if to is None else to:
        if key == "summary":
            oob.send_summary(table, person, **args)
        if person.ndb.hush and key not in LOUD:
            continue
        reader = reader_of(person)
        told = notice_lines(table, key, args, person, reader)
        send_lines(person, told, "notice")


def notice_lines(
    table: Any, key: str, args: dict[str, Any], person: Any, reader: Reader
) -> list[str]:
    """What a notice says to one person."""
    if key == "finished":
        return finish_lines(table, args, person, reader)
    if key in NOTICES:
        return NOTICES[key](table, args, person, reader)
    values = dict(args)
    if isinstance(values.get("seat"), int):
        values["seat"] += 1
    if key in ("actionFailed", "matchBroken"):  # says the engine
        values["reason"] = in_language(args["reason"], reader.language)
    if key == "ready" and not args.get("ready", True):
        key = "notReady"
    elif key == "option":
        values["value"] = look.option_value(table.pack, args["option"], args["value"], reader)
        values["option"] = look.option_name(table, args["option"], reader)
    elif key == "actionFailed":
        if args.get("card") and not args["withdrawn"]:
            values["card"] = look.text_of(table, reader).card(args["card"])
            if args.get("off"):
                key = "actionFailedOff"
            elif IN_SCRIPT.search(args["reason"]):
                key = "actionFailedInScript"
        else:
            key = "actionFailedUnnamed"
    elif key == "started":
        person.ndb.seen_moment = None
        names = reader.join_names(name for name in table.names if name)
        lines = [reader.say("notice.started"), names, *playing_lines(table, person, reader)]
        lines.append(reader.say("game.hint"))
        return [line for told in lines for line in wrap(told, reader.width)]
    lines = wrap(reader.say(f"notice.{key}", **values), reader.width)
    starts = args.get("starts", False)
    if key == "ready" and table.is_owner(person) and table.state != "playing" and not starts:
        lines += wrap(look.next_step(table, person, reader), reader.width)
    return lines


def finish_lines(table: Any, args: dict[str, Any], person: Any, reader: Reader) -> list[str]:
    """The end of a match: the board, who came in where, thanks, and what to type next."""
    ended = args["ended"]
    if table.is_scene:
        return end_of_scene_lines(table, ended, person, reader)
    lines = [f"|w{reader.say('notice.finished')}|n"]
    lines += matchdata.place_lines(reader, table.names, ended.standings, ended.outcome)
    lines.append(reader.say("game.thanks"))
    if table.seat_of(person) is not None:
        key = "finished" if table.is_owner(person) else "finished_guest"
        lines += wrap(reader.say(f"table.todo.{key}"), reader.width)
    if table.match_for(person) is None or not oob.is_reading(person):
        return lines
    return [*look.fit_board_lines(look.board_of(table, person, reader), person, len(lines)), *lines]


def end_of_scene_lines(table: Any, ended: Any, person: Any, reader: Reader) -> list[str]:
    """That a scene is over, and what has come of it; with the board, where it has one."""
    lines = wrap(reader.say("scene.over", name=table.name_for(person)), reader.width)
    if len(table.names) > 1:
        lines += matchdata.place_lines(reader, table.names, ended.standings, ended.outcome)
    if not table.has_board:
        return lines
    lines += stakes.outcome_lines(table.record, table.name_for(person), reader)
    if table.match_for(person) is None or not oob.is_reading(person):
        return lines
    return [*look.fit_board_lines(look.board_of(table, person, reader), person, len(lines)), *lines]


# -- coming and looking


def show_arrival(character: Any) -> None:
    """Three lines for somebody who has come into a hall, and what is new."""
    reader = reader_of(character)
    first = next(iter(games.offered().values()), None)  # which `play` alone begins
    if first is not None:
        game = look.name_in_language(first.name, reader.language)
        told = reader.say("hall.welcome", game=game, bots=games.bots_beside_one(first))
        send_lines(character, told, "welcome")
    if (newest := news.headline(character.player_account or character)) is not None:
        send_lines(
            character, reader.say("news.headline", title=newest.title(reader.language)), "news"
        )


def show_return(table: Any, character: Any) -> None:
    """Board and prompt for somebody who is at a table whose match goes on."""
    character.ndb.prompt_waits = None
    if table.match_for(character) is None:
        if table.match is not None:
            send_lines(character, look.no_match_lines(table, character), "notice")
        return
    if oob.is_reading(character):
        board = look.board_of(table, character)
        asked = look.choice_of(table, character) is not None
        character.ndb.seen_moment = None
        if asked and not table.autopilot_of(table.seat_of(character)):  # as it was asked at first
            page = look.page_now(table, character)
            lines = [*page.board.splitlines(), *page.prompt.splitlines()]
        else:
            pending = look.pending_lines(table, character, board, status=not table.has_board)
            above = (
                [] if not table.has_board else look.fit_board_lines(board, character, len(pending))
            )
            lines = [*above, *pending]
        character.ndb.seen_moment, _ = board.moment_changed(None)
        character.ndb.prompt = None  # the client may be another one
        send_lines(character, lines, "board", prompt=board.prompt() if asked else NO_PROMPT)
    oob.send_match(table, character, whole=True)


def show_lost(character: Any) -> None:
    """What somebody played could not be brought back after a restart: told once."""
    number = character.attributes.get("lost_match")
    if number is not None:
        character.attributes.remove("lost_match")
        reader = reader_of(character)
        send_lines(character, wrap(reader.say("table.lost", number=number), reader.width), "notice")


def show_refused_along(asker: Any, character: Any) -> None:
    """Somebody does not want to do with who has asked what they were asked for."""
    _show_end_of_scene(asker, "refused", name=character.key)
    _show_end_of_scene(character, "declined", name=asker.key)


def show_agreed_along(character: Any, others: Sequence[str]) -> None:
    """Somebody agrees, and others, by name, have not said anything yet."""
    _show_end_of_scene(character, "agreed", names=reader_of(character).join_names(others))


def show_scene_lost(character: Any, record: Any) -> None:
    """A scene could not be brought back after a restart."""
    _show_end_of_scene(character, "lost", name=where_text(record, character))


def show_scene_closed(character: Any, record: Any) -> None:
    """A scene was ended while somebody was away."""
    _show_end_of_scene(character, "closed", name=where_text(record, character), reason=record.note)


def show_camp_over(character: Any, record: Any) -> None:
    """What somebody had broken off is over, without them."""
    _show_end_of_scene(character, "campOver", name=where_text(record, character))


def show_out_of_scene(character: Any, scene: Any) -> None:
    """Somebody is out of a scene that goes on for others."""
    _show_end_of_scene(character, "out", name=scene.name_for(character))


def _show_end_of_scene(character: Any, key: str, **about: str) -> None:
    reader = reader_of(character)
    send_lines(character, wrap(reader.say(f"scene.{key}", **about), reader.width), "notice")


def error_text(error: Any, character: Any, table: Any = None) -> str:
    """The sentence of a `TableError`, in this person's language, for where they are."""
    return sentence_of(_localise_error(error, character), reader_of(character), table)


def _localise_error(error: Any, character: Any) -> Any:
    """The same error by another key, where what is to be done depends on where somebody is."""
    there = error.details.get("table")
    if error.key not in ("seatedElsewhere", "alreadyPlaying") or not hasattr(there, "is_playing"):
        return error
    here = getattr(character, "location", None) == there
    if error.key == "alreadyPlaying":
        return TableError("alreadyWatching") if here else error
    keys = ("seatedHere", "seatedHerePlaying") if here else (error.key, "seatedElsewherePlaying")
    return TableError(keys[there.is_playing(character)], **error.details)


def sentence_of(error: Any, reader: Reader, table: Any = None) -> str:
    """The sentence of a `TableError` for a reader."""
    # Whatever is text may have been typed by somebody, or stand in a file from elsewhere.
    values: dict[str, Any] = {
        name: _harmless_detail(value, shorten_quote if name in TYPED else escape_colours)
        for name, value in _named_matches(error.details, reader).items()
    }
    values |= limits.detail_texts(error.details, reader)
    if isinstance(problem := error.details.get("problem"), str):
        values["problem"] = _harmless_detail(in_language(problem, reader.language), shorten_quote)
    if isinstance(sentences := error.details.get("sentences"), list):
        told = [in_language(str(each), reader.language) for each in sentences[:SENTENCES]]
        if more := len(sentences) - SENTENCES:
            told += [reader.say("clausesMore", count=more)] if more > 0 else []
        harmless = (_harmless_detail(each, escape_colours) for each in told)
        values["sentences"] = reader.say("clauses").join(harmless)
    key = error.key
    if isinstance(values.get("seat"), int):
        values["seat"] += 1
    if isinstance(values.get("bots"), list):
        values["bots"] = [look.bot_level(kind, reader) for kind in values["bots"]]
    if isinstance(values.get("offered"), list):  # ids of games, for who does not type them
        values["games"] = [people.game_name(each, reader) for each in values["offered"]]
    for name in ("names", "bots", "games", "stakes"):
        if isinstance(values.get(name), list | tuple):
            values[name] = reader.join_names(map(str, values[name]))
    if hasattr(values.get("table"), "number"):
        values["table"] = values["table"].number
    if "pack" in values:
        values |= _deck_details(values, reader)
    if key == "badOption" and values.get("allowed"):
        key = "badOptionRange"
        low, high = values["allowed"][0], values["allowed"][-1]
        values["allowed"] = str(low) if low == high else reader.say("range", low=low, high=high)
    if key in ("optionSeats", "sceneSeats"):
        values["seats"] = reader.join_names(map(str, values["seats"]), reader.say("either"))
    if key in OF_OPTIONS:
        values["option"] = look.option_label(values["of"], values["option"], reader)
    elif key == "unknownOption":
        names = (look.option_label(values["of"], name, reader) for name in values["options"])
        values["options"] = [*names]
    if isinstance(values.get("options"), list):
        values["options"] = reader.join_names(values["options"])
    return reader.say(f"error.{key}", **values)


def _named_matches(details: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The details of an error, with where they are played for matches."""
    return {
        name: where_text(each, reader) if isinstance(each, MatchRecord) else each
        for name, each in details.items()
    }


def _harmless_detail(value: Any, quoted: Callable[[str], str]) -> Any:
    """A detail of an error, with all texts of it as they can be shown."""
    if isinstance(value, str):
        return quoted(cleaning.clean_output(value))
    return [_harmless_detail(each, quoted) for each in value] if isinstance(value, list) else value


def _deck_details(values: Mapping[str, Any], reader: Reader) -> dict[str, str]:
    """What an error about a deck carries, in words: cards, a part, what is wrong with the deck."""
    text = Text(values["pack"], reader.language)
    told = {"game": text.game()}
    if "card" in values:
        told["card"] = text.card(values["card"])
    if "cards" in values:
        told["cards"] = reader.join_names(map(text.card, values["cards"]))
    if "what" in values:
        told["what"] = text.field(values["what"])
    if "part" in values:
        told["part"] = text.deck_part(values["part"])
    if "problems" in values:
        first, others = values["problems"][:PROBLEMS], len(values["problems"][PROBLEMS:])
        sentences = [text.deck_problem(problem) for problem in first]
        if others:
            sentences.append(reader.say("clausesMore", count=others))
        told["problems"] = reader.say("clauses").join(sentences)
    return told
