"""
A match as data, for clients that draw it themselves and have asked for it: protocol version 3
(`docs/protocol.md`). What the messages say is made in `world.render.matchdata`.

Here is who has asked for it (`subscribe`; the clients' side of that is `hooks.inputfuncs`)
and who is sent what: each session gets the whole state once, then what has changed since the
message before, all of it in one go. A session that draws everything (`text` is false) is not sent
boards, prompts and the running account as text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from server import cleaning
from server.cleaning import Shown
from world.content.sandbox import Sandbox
from world.errors import TableError
from world.locale.messages import LANGUAGES, strip_marks
from world.locale.reader import Reader, reader_of, sessions_of
from world.play import history as play_history
from world.play.hosting.events import (
    WITHOUT_RESULT,
    AutopilotSet,
    Changed,
    Ended,
    Event,
    FellAsleep,
    Foreseen,
    OrdersChanged,
    UndoAgreed,
    UndoAsked,
    UndoExpired,
    Undone,
    UndoRefused,
)
from world.play.hosting.views import Views
from world.render import ending, look, matchdata, sandbox, stakes
from world.render.asked import asked_message, consent_message, orders_message
from world.render.matchdata import VERSION
from world.render.notices import NOTICES
from world.render.tips import tip_of

# What may change whether somebody is asked to agree to something.
CONSENT = UndoAsked, UndoAgreed, UndoRefused, UndoExpired, Undone
# Flags of a session; the Portal keeps them while the Server restarts.
WANTED, DRAWN, LANGUAGE = "CHRONO", "CHRONO_DRAWN", "CHRONO_LANGUAGE"
TRADITIONAL = "zh-hant"


@dataclass(frozen=True, slots=True)
class _Has:
    """What a session has been sent last: of which match, seen how, and at which number."""

    views: Views
    seat: int | None
    language: str
    number: int
    head: Any = None
    prompt: Any = None


# -- who wants what


def wants_data(session: Any) -> bool:
    """Whether a session has asked for data beside text."""
    return bool(_data_flags(session).get(WANTED))


def reads_text(session: Any) -> bool:
    """Whether a session is sent boards and prompts as text."""
    return not (wants_data(session) and _data_flags(session).get(DRAWN))


def is_drawing(character: Any) -> bool:
    """Whether one of a person's clients has asked for data."""
    return any(map(wants_data, sessions_of(character)))


def is_reading(character: Any) -> bool:
    """Whether one of a person's clients is sent boards and prompts as text."""
    return any(map(reads_text, character.sessions.all()))


def _data_flags(session: Any) -> dict[str, Any]:
    return getattr(session, "protocol_flags", {})


def subscribe(session: Any, text: bool = True, language: str = "") -> None:
    """
    A session asks for data, and gets what there is to know now. Without `text` it draws all of it.
    The language of its account becomes `language`, as soon as somebody is logged in.
    """
    known = language in (*LANGUAGES, TRADITIONAL)
    flags = {WANTED: True, DRAWN: not text, LANGUAGE: language if known else ""}
    if any(_data_flags(session).get(name) != value for name, value in flags.items()):
        session.update_flags(**flags)
    apply_language(session)
    send_again(session)


def unsubscribe(session: Any) -> None:
    """A session asks for no more."""
    if wants_data(session):
        session.update_flags(**{WANTED: False, DRAWN: False, LANGUAGE: ""})
    forget(session)


def language_asked(session: Any) -> str:
    """The language in which a client wants to be told things before anybody has logged in."""
    wanted = str(_data_flags(session).get(LANGUAGE) or "en")
    return "zh" if wanted == TRADITIONAL else wanted


def apply_language(session: Any) -> None:
    """What somebody reads from now on, if their client has said so."""
    wanted, account = _data_flags(session).get(LANGUAGE), getattr(session, "account", None)
    if not wanted or account is None:
        return
    language, script = ("zh", "hant") if wanted == TRADITIONAL else (wanted, "")
    for name, value in (("language", language), ("script", script)):
        if account.attributes.get(name) != value:
            account.attributes.add(name, value)
    session.use_script(account)


def stage_of(character: Any) -> Any:
    """What somebody's clients draw: their sandbox, else their scene, else the place they are at."""
    own = character.ndb.sandbox if character is not None else None
    if own is not None:
        return own.table
    return getattr(character, "scene", None) or getattr(character, "location", None)


def draws_another(character: Any, table: Any) -> bool:
    """Whether somebody's clients draw a sandbox, and not this table."""
    own = character.ndb.sandbox
    return own is not None and own.table is not table


def send_again(session: Any) -> None:
    """Everything once more, for a session."""
    forget(session)
    character = session.get_puppet()
    table = stage_of(character)
    if wants_data(session) and hasattr(table, "match_for"):
        send_to_sessions(table, character, [session])
        send_end_again(table, character, [session])


def forget(session: Any) -> None:
    """A session knows nothing of any match."""
    session.match_known = None


# -- who is sent what


def _data_had(session: Any) -> _Has | None:
    # Kept with the session itself: Evennia's sessions of one address are equal to each other.
    known: _Has | None = getattr(session, "match_known", None)
    return known


def send_match(table: Any, character: Any, whole: bool = False) -> None:
    """How the match stands, to those sessions of a person that want it: what they do not have."""
    wanting = [session for session in sessions_of(character) if wants_data(session)]
    if whole:
        for session in wanting:
            forget(session)
    send_to_sessions(table, character, wanting)
    if whole:
        send_end_again(table, character, wanting)


def send_to_sessions(table: Any, character: Any, sessions: Iterable[Any]) -> None:
    """The same, to these sessions of the character; nothing while there is nothing to see."""
    sessions = list(sessions)
    if not sessions or draws_another(character, table) or table.match_for(character) is None:
        return
    for session in sessions:
        messages = _news_messages(table, character, session)
        if messages:
            session.msg(**{name: ((), message) for name, message in messages.items()})


def _news_messages(table: Any, character: Any, session: Any) -> dict[str, dict[str, Any]]:
    """The messages by which a session comes to know how the match stands; notes what it has."""
    stand, seat = table.stand_for(character), table.eyes_of(character)
    views = stand.views
    reader = reader_of(character)
    has, language = _data_had(session), reader.language
    if has is None or has.views is not views or (has.seat, has.language) != (seat, language):
        has = None
    update = views.update(seat, has.number if has else None)
    whole = has is None or update.since is None
    has = has or _Has(views, seat, language, update.number)
    head = _head_data(table, stand, language)
    own = {"auto": table.autopilot_of(seat), "pace": table.pace_for(character)}
    known = head["names"], head["watchers"], *own.values()
    now = replace(has, number=update.number, head=known)
    about = {"version": VERSION, "table": table.number, "number": update.number}
    news: dict[str, dict[str, Any]] = {}
    public, private = matchdata.view_parts(stand, seat, update)
    if whole or update.number != has.number or now.head != has.head:
        about = {**about, "since": update.since}
        news["chrono_table"] = Shown({**about, **head, **own, "you": seat, "public": public})
    if whole or (seat is not None and update.number != has.number):
        told = matchdata.private_texts(table, seat, language) if seat is not None else {}
        news["chrono_hand"] = Shown({**about, "private": private, "told": told})
    if whole or update.number != has.number:
        lines = matchdata.log_lines(table, stand, seat, update.log, language)
        news["chrono_log"] = Shown(
            {**_match_data(table, stand), "start": update.log, "lines": lines}
        )
    if isinstance(stand, Sandbox):
        news["chrono_sandbox"] = {
            **_match_data(table, stand),
            **sandbox.sandbox_data(stand, reader, whole),
        }
    elif whole and seat is not None and stand is table.host:
        news["chrono_orders"] = orders_message(table, seat, reader)
        news["chrono_asked"] = consent_message(table, seat, reader)
    asked_seat = table.seat_of(character)
    asked = _question_key(table, asked_seat)
    if not character.ndb.queued and (whole or asked != has.prompt):
        news["chrono_prompt"] = Shown(_prompt_message(table, stand, character, asked_seat, reader))
        if tip := tip_of(table, character):
            text = tip.text(language)
            kind = "lesson" if tip.lesson else "first"
            news["chrono_hint"] = hint_message(table, text, kind, step=tip.step, of=tip.of)
        now = replace(now, prompt=asked)
    session.match_known = now
    return news


def _match_data(table: Any, stand: Any) -> dict[str, Any]:
    return {"version": VERSION, "table": table.number, "number": stand.number}


def _head_data(table: Any, stand: Any, language: str) -> dict[str, Any]:
    """What everybody is told with the public part of a match."""
    return {
        "pack": matchdata.game_data(table.pack, language),
        "names": cleaning.clean_message(list(table.names)),
        "told": matchdata.public_texts(table, stand, language),
        "clock": matchdata.clock_data(table) if stand is table.host else None,
        "watchers": len(table.spectators()),
        "hints": table.hints_allowed(),
        "delay": 0 if stand is table.host else stand.seconds,
    }


def ask_sure(person: Any, text: str) -> None:
    """To those sessions of somebody that want data: whether they mean what they have typed."""
    for session in filter(wants_data, sessions_of(person)):
        session.msg(chrono_asked=((), asked_message("sure", text)))


def hint_message(table: Any, text: str, kind: str, **details: Any) -> dict[str, Any]:
    """What helps somebody, as a message: `kind` is `lesson`, `first`, `advice`, `why` or `rule`."""
    about = {
        "version": VERSION,
        "table": table.number,
        "kind": kind,
        "text": matchdata.strip_marks(text),
    }
    return {**about, "step": None, "of": None, **details}


def help_with(table: Any, character: Any, lines: list[str], kind: str, **details: Any) -> None:
    """Such a message to those sessions of somebody that want data."""
    for session in filter(wants_data, sessions_of(character) if table is not None else ()):
        told = hint_message(table, "\n".join(lines), kind, **details)
        session.msg(chrono_hint=((), told))


def _question_key(table: Any, seat: int | None) -> Any:
    """What distinguishes what a seat is asked now from what it was asked before."""
    if seat is None or table.match.is_over:
        return None
    return table.host.asked_since(seat), table.answers_for(seat)


def _prompt_message(
    table: Any, stand: Any, character: Any, seat: int | None, reader: Reader
) -> dict[str, Any]:
    """What somebody is asked; nothing is as good an answer as any."""
    since = table.host.asked_since(seat) if seat is not None else None
    number = stand.number if since is None else since
    prompts = matchdata.prompt_data(table, character, seat, reader) if seat is not None else []
    return {**_match_data(table, stand), "number": number, "prompts": prompts}


def send_refusal(
    session: Any, about: str, error: TableError, text: str, number: Any = None
) -> None:
    """Why something that a client asked for by name is not done."""
    told = {"version": VERSION, "about": about, "number": number, "key": error.key}
    session.msg(chrono_error=((), {**told, "text": strip_marks(text)}))


def send_words(listener: Any, form: str, speaker: Any, name: str, text: str, own: bool) -> None:
    """Words of somebody, to those sessions of who hears them that want data."""
    stage = stage_of(listener)
    seat = stage.seat_of(speaker) if hasattr(stage, "seat_of") else None
    told = {"version": VERSION, "form": form, "name": name, "seat": seat, "text": text, "own": own}
    for session in filter(wants_data, sessions_of(listener)):
        session.msg(chrono_said=((), told))


def send_summary(table: Any, person: Any, record: Any, told: Any) -> None:
    """Who did what in the match that is over, to those sessions of somebody that want data."""
    sessions = list(filter(wants_data, sessions_of(person)))
    if sessions and not draws_another(person, table):
        message = _summary_message(table, person, record, told)
        for session in sessions:
            session.msg(chrono_summary=((), message))


def _summary_message(table: Any, person: Any, record: Any, told: Any) -> dict[str, Any]:
    reader = Reader(reader_of(person).language, plain=True)
    data = ending.ending_data(record, told, _seat_in(record, person), reader)
    return {
        "version": VERSION,
        "table": table.number,
        "match": record.pk,
        "lines": ending.plain_lines(record, told, reader),
        "seen": data["seen"],
        "ending": data,
    }


def _seat_in(record: Any, person: Any) -> int | None:
    """The seat in which somebody began a match."""
    account = person.player_account
    own = {seat.account_id: seat.seat for seat in record.seats.all()}
    return own.get(account.pk) if account is not None else None


def send_end_again(table: Any, character: Any, sessions: Iterable[Any]) -> None:
    """
    How the last match of a table ended, to sessions that come to know of the table now, of who
    played in it; nothing where none is over.
    """
    number, sessions = getattr(table, "match_id", None), list(sessions)
    if number is None or not sessions or table.state_for(character) != "finished":
        return
    record = play_history.ended_numbered(number)
    if record is None or _seat_in(record, character) is None or draws_another(character, table):
        return
    messages = {"chrono_over": _end_message(table, character, record, None, None)}
    if record.summary is not None:
        told = _summary_message(table, character, record, record.summary)
        messages["chrono_summary"] = told
    for session in sessions:
        for name, message in messages.items():
            session.msg(**{name: ((), message)})


def _scene_end(scene: Any, person: Any, record: Any) -> dict[str, Any]:
    """What the end of a scene has beside: what has become of a stake."""
    reader = Reader(reader_of(person).language, plain=True)
    told = stakes.outcome_lines(record, scene.name_for(person), reader)
    return {"told": list(map(strip_marks, told))}


def _end_message(
    table: Any, person: Any, record: Any, outcome: Any, text: str | None
) -> dict[str, Any]:
    """How a match has ended, as one person reads it; `text` None: the headline."""
    reader = Reader(reader_of(person).language, plain=True)
    data = ending.ending_data(record, None, _seat_in(record, person), reader)
    return {
        "version": VERSION,
        "table": table.number,
        "match": record.pk,
        "standings": record.standings,
        "outcome": outcome._asdict() if outcome is not None else None,
        "text": strip_marks(data["headline"] if text is None else text),
        "ending": data,
    }


def ask_again(table: Any, character: Any, session: Any) -> None:
    """What somebody is asked, once more."""
    if wants_data(session) and table is not None and table.match is not None:
        if (has := _data_had(session)) is not None:
            session.match_known = replace(has, prompt=())
        send_to_sessions(table, character, [session])


def send_foretold(table: Any, stand: Any, person: Any, sessions: Iterable[Any]) -> None:
    """What the options of the question that somebody is asked would do, to these sessions."""
    seat, board = table.seat_of(person), look.board_of(table, person, reader_of(person))
    options = matchdata.option_data(table, seat, board)
    message = {
        **_match_data(table, stand),
        "number": table.host.asked_since(seat),
        "options": options,
    }
    for session in sessions:
        session.msg(chrono_foretold=((), message))


class DataReader:
    """
    What happens in the match of a table, as data for the clients in the room that want it, of those
    who see it so: as it is (`MatchHost`), or later (`Delayed`).
    """

    def __init__(self, table: Any, stand: Any):
        self.table, self.stand = table, stand

    def read(self, event: Event) -> None:
        """What every change has changed, what is foreseen when that comes later, and the end."""
        if isinstance(event, Changed):
            for person in self.table.audience(self.stand):
                send_match(self.table, person)
        elif isinstance(event, Foreseen):
            self._send_foretold(event)
        elif isinstance(event, OrdersChanged):
            self._send_orders(event)
        elif isinstance(event, AutopilotSet):
            for person, sessions in self._people_with_sessions(event.seat):
                send_to_sessions(self.table, person, sessions)
        elif isinstance(event, CONSENT):
            self._send_consent()
        elif isinstance(event, (Ended, *WITHOUT_RESULT)):
            self._send_end(event)
        elif isinstance(event, FellAsleep):
            for _, sessions in self._people_with_sessions():
                for session in sessions:
                    forget(session)

    def _send_orders(self, event: OrdersChanged) -> None:
        """To the person of a seat, in all their windows: what they always answer now."""
        for person, sessions in self._people_with_sessions():
            if self.table.seat_of(person) == event.seat:
                message = orders_message(self.table, event.seat, reader_of(person))
                for session in sessions:
                    session.msg(chrono_orders=((), message))

    def _send_consent(self) -> None:
        """To each who plays: whether they are asked that somebody takes an answer back."""
        for person, sessions in self._people_with_sessions():
            if (seat := self.table.seat_of(person)) is not None and self.stand is self.table.host:
                message = consent_message(self.table, seat, reader_of(person))
                for session in sessions:
                    session.msg(chrono_asked=((), message))

    def _send_foretold(self, event: Foreseen) -> None:
        """To the person of a seat: what its options would do."""
        for person, sessions in self._people_with_sessions(event.seat):
            if not self.table.match.is_over:
                send_foretold(self.table, self.stand, person, sessions)

    def _send_end(self, event: Any) -> None:
        """To everybody: how the match has ended."""
        outcome = event.outcome if isinstance(event, Ended) else None
        people = list(self._people_with_sessions())
        record = play_history.with_seats(self.stand.record.pk) if people else None
        for person, sessions in people:
            text = self._end_text(event, person, reader_of(person))
            message = _end_message(self.table, person, record, outcome, text)
            message["standings"] = getattr(event, "standings", None)
            if self.table.is_scene:
                message |= _scene_end(self.table, person, record)
                if not (isinstance(event, Ended) and self.table.is_game):
                    message["ending"] = None  # a visit, or left on purpose
            for session in sessions:
                session.msg(chrono_over=((), message))

    def _end_text(self, event: Any, person: Any, reader: Reader) -> str:
        """How the match has ended, in a person's language."""
        names = self.table.names
        if isinstance(event, Ended) and self.table.is_scene:
            return reader.say("scene.over", name=self.table.name_for(person))
        if isinstance(event, Ended):
            lines = matchdata.place_lines(reader, names, event.standings, event.outcome)
            return "\n".join(line.strip() for line in lines)
        key, details = event.key, event.details()
        if key in NOTICES:
            return " ".join(NOTICES[key](self.table, details, person, reader))
        return reader.say(f"notice.{key}", **details)

    def _people_with_sessions(self, seat: int | None = None) -> Iterable[tuple[Any, list[Any]]]:
        """
        The people in the room who see the match so, or only the one of a seat, with their sessions
        that want data.
        """
        for person in self.table.audience(self.stand):
            if seat is not None and self.table.seat_of(person) != seat:
                continue
            sessions = [session for session in sessions_of(person) if wants_data(session)]
            if sessions and not draws_another(person, self.table):
                yield person, sessions
