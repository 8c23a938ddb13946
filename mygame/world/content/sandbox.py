"""
The sandbox: where a builder tries a piece of a game before anybody else sees it.

A `Sandbox` is one person's: a version of a pack with their draft in it, which is never on the
shelf, and a situation (`rules.workshop.sandbox`), a beginning with the answers given since.
Whatever is done to it is carried out in a process beside the server, under limits of time and
memory, and then takes the place of what was; what is refused changes nothing. It is no match of the
database: the situation alone is kept with the account, so that a restart loses nothing. Who shows
it sets `changed` and `foretold`. Begin with `open_sandbox`.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any

from django.conf import settings
from twisted.internet import defer

from rules.ground.digests import digest
from rules.ground.processes import limit_process
from rules.pack import Pack, pack_of_match
from rules.running.choices import Choice
from rules.running.match import Match
from rules.workshop import export_scenario, sandbox, situations
from rules.workshop.sandbox import Answer, Situation
from rules.workshop.tracing import Step
from world import content
from world.accounts import roles
from world.background import workers as beside
from world.errors import TableError
from world.play import foreseeing
from world.play.hosting.views import Views
from world.shelf import games

KEPT = "sandbox"  # the attribute of an account
MOST_DEFAULTS = 50  # answers by default at once
LONGEST = 20_000  # characters of a situation that is kept
ASKED = "asked"  # as eyes: those of whoever is asked

workers = beside.Workers(lambda: 1, limit_process)
_open: dict[Any, Sandbox] = {}  # by account


def stop() -> None:
    """End the process; what is tried there is not done."""
    workers.stop()


def open_sandbox(
    who: Any, folder: str, address: str, names: Callable[[int], str], draft: int | None = None
) -> defer.Deferred:
    """
    A sandbox for a piece of a pack, with the draft of a number, else with one's own draft of it if
    there is one. Fires with it. `names` gives the display name of a seat.

    :raises TableError: `mayNot`; later what is wrong with the draft, or with the beginning.
    """
    roles.require_right(who, "try", folder)
    return _begin_sandbox(Sandbox(who, folder, address, names, draft), None)


def reopen_sandbox(who: Any, names: Callable[[int], str]) -> defer.Deferred | None:
    """The sandbox that an account had before the server was restarted; None if it had none."""
    try:
        kept = json.loads(who.attributes.get(KEPT) or "null")
        own = Sandbox(who, kept["folder"], kept["address"], names, kept.get("draft"))
        answers: list[Answer] = [(seat, tuple(picks)) for seat, picks in kept["answers"]]
        bots = {int(seat): kind for seat, kind in kept["bots"].items()}
        situation: Situation = {"scenario": kept["scenario"], "answers": answers, "bots": bots}
    except (KeyError, TypeError, ValueError):
        return None
    roles.require_right(who, "try", own.folder)
    return _begin_sandbox(own, situation)


@defer.inlineCallbacks
def _begin_sandbox(own: Sandbox, situation: Situation | None) -> Any:
    yield own.load_pack()
    if situation is None:
        yield own.begin()
    else:
        yield own.show_situation(situation, len(situation["answers"]))
    _open[own.who.pk] = own
    own.prepare_telling()
    return own


@defer.inlineCallbacks
def open_at(own: Sandbox, pack: Pack, scenario: dict[str, Any]) -> Any:
    """
    Begin a sandbox with a version of its game that there is already, at a beginning. Fires with it.

    :raises TableError: as `Sandbox.show_situation`.
    """
    own.pack = pack
    yield own.show_situation({"scenario": scenario, "answers": [], "bots": {}}, 0)
    _open[own.who.pk] = own
    return own


def pack_of(who: Any, game: str) -> Pack | None:
    """The version of a game that somebody tries now."""
    own = _open.get(getattr(who, "pk", None))
    return own.pack if own is not None and own.pack.id == game else None


class Sandbox:
    """What one person tries. Every way to change it gives a Deferred with the steps it led to."""

    record = None  # it is no match of the database

    def __init__(
        self,
        who: Any,
        folder: str,
        address: str,
        names: Callable[[int], str],
        draft: int | None = None,
    ):
        self.who, self.folder, self.address, self.draft = who, folder, address, draft
        self.name_of = names
        self.pack: Pack
        self.digest = ""  # of the text of the draft that is tried
        self.match: Match
        self.situation: Situation = {"scenario": {}, "answers": [], "bots": {}}
        self.steps: list[Step] = []
        self.left_out = 0
        self.scenarios: list[str] = []  # the names of those of the pack
        self.busy = False
        self.number = 0  # of changes
        self.views: Views
        self.eyes: int | str | None = ASKED  # a seat, `ASKED`, or None: of who only watches
        self.changed: Callable[[], None] = _do_nothing  # called when it stands otherwise
        self.foretold: Callable[[], None] = _do_nothing  # when it is known what options would do
        self.table: Any = None  # as which clients are shown it

    @property
    def language(self) -> str:
        """In which steps are told: that which its person reads now."""
        return getattr(self.who, "language", "en")

    # -- what is tried

    @defer.inlineCallbacks
    def load_pack(self) -> Any:
        """Take the pack as it is now, with the draft as it is now."""
        draft = content.own_draft(self.who, self.folder, self.address)
        if self.draft is not None:
            draft = content.draft_numbered(self.who, self.draft)
        self.digest = digest(draft.text) if draft is not None else ""
        if draft is None:
            self.pack = next(p for p in games.games_by_id().values() if p.folder == self.folder)
        else:
            self.pack = yield content.pack_with(self.who, draft)

    @defer.inlineCallbacks
    def begin(self, name: str = "") -> Any:
        """Begin where the scenario of a name begins, or where the piece can best be tried."""
        kind, _, card = self.address.partition(":")
        about = card if kind == "card" else ""
        scenario, self.scenarios = yield self._ask_process(
            situations.begin_situation, self._scenario_files(), about, name
        )
        bots = self.situation["bots"]
        return (yield self.show_situation({"scenario": scenario, "answers": [], "bots": bots}, 0))

    def _scenario_files(self) -> list[tuple[str, str]]:
        """The files of scenarios of the pack and of those it inherits from."""
        folders = dict.fromkeys(place.partition("/")[0] for place in self.pack.sources)
        own = [each for each in content.pack_folders() if each in folders]
        return [
            (f"{folder}/{piece.address}", piece.text)
            for folder in own
            for piece in content.pieces(folder, kind="file", query="scenarios/")
        ]

    @defer.inlineCallbacks
    def begin_again(self) -> Any:
        """Begin anew, with the draft as it is now."""
        yield self.load_pack()
        return (yield self.show_situation({**self.situation, "answers": []}, 0))

    @defer.inlineCallbacks
    def lay_out(self, text: str) -> Any:
        """Lay something out otherwise, and begin anew: see `situations.lay_out`."""
        scenario = yield self._ask_process(
            situations.change_situation, self.situation["scenario"], text
        )
        return (
            yield self.show_situation({**self.situation, "scenario": scenario, "answers": []}, 0)
        )

    # -- playing

    @property
    def pending_choice(self) -> Choice | None:
        """What is asked now, of whichever seat."""
        return self.match.pending[0] if self.match.pending else None

    def asked_seats(self) -> list[int]:
        """The one that is asked now: one after the other."""
        return [self.pending_choice.seat] if self.pending_choice is not None else []

    def choice_of(self, seat: int) -> Choice | None:
        """What this seat is asked now, or None."""
        return self.match.choice_of(seat)

    def asked_since(self, seat: int) -> int | None:
        """The number at which a seat came to be asked what it is asked; None if it is not."""
        return self.number if seat in self.asked_seats() else None

    def names(self) -> list[str]:
        """The names of the seats."""
        seats = self.situation["scenario"].get("seats", self.pack.program.seats[-1])
        return [self.name_of(seat) for seat in range(seats)]

    def answer(self, picks: Sequence[int]) -> defer.Deferred:
        """
        Answer what is asked, for whoever is asked it.

        :raises TableError: `notAsked`.
        """
        choice = self.pending_choice
        if choice is None:
            raise TableError("notAsked")
        return self._play_on([(choice.seat, tuple(picks))])

    @defer.inlineCallbacks
    def answer_by_default(self, count: int) -> Any:
        """So many answers by default."""
        before, steps = len(self.situation["answers"]), self.steps
        for _ in range(min(count, MOST_DEFAULTS)):
            if (choice := self.pending_choice) is None:
                break
            steps = yield self._play_on([(choice.seat, None)])
        yield self.show_situation(self.situation, before)
        return steps

    def see_as(self, eyes: int | str | None) -> None:
        """
        See the table with other eyes: those of a seat, of whoever is asked, or of no seat.

        :raises TableError: `noSuchSeat`.
        """
        if isinstance(eyes, int) and not 0 <= eyes < self.match.seats:
            raise TableError("noSuchSeat", seat=eyes)
        self.eyes = eyes
        self.changed()

    @property
    def seat_seeing(self) -> int | None:
        """The seat with whose eyes the table is seen now."""
        if isinstance(self.eyes, int) or self.eyes is None:
            return self.eyes if self.eyes is None or self.eyes < self.match.seats else None
        return self.pending_choice.seat if self.pending_choice is not None else None

    def _play_on(self, answers: list[Answer]) -> defer.Deferred:
        known = self.situation["answers"]
        return self.show_situation({**self.situation, "answers": [*known, *answers]}, len(known))

    def undo(self) -> defer.Deferred:
        """
        Take back the last answer, and what bots answered since.

        :raises TableError: `undoNothing`.
        """
        answers, bots = list(self.situation["answers"]), self.situation["bots"]
        while answers and answers[-1][0] in bots:
            answers.pop()
        if not answers:
            raise TableError("undoNothing")
        answers.pop()
        return self.show_situation({**self.situation, "answers": answers}, len(answers))

    def let_play(self, kinds: dict[int, str]) -> defer.Deferred:
        """Let bots play these seats from now on, and nobody else."""
        known = self.situation["answers"]
        return self.show_situation({**self.situation, "bots": kinds}, len(known))

    @defer.inlineCallbacks
    def keep_scenario(self, name: str, way: str = "game") -> Any:
        """
        Write the situation down as a scenario of the pack: a draft of a file. Fires with the draft
        and what of it does not hold when it is played again (nothing, if all is well).

        :raises TableError: `mayNot`, `sandboxName`.
        """
        roles.require_right(self.who, "write", self.folder)
        file = "".join(each if each.isalnum() else "_" for each in name.casefold()).strip("_")[:60]
        if not file or not file.isascii():
            file = f"tried_{sum(map(ord, name)) % 10_000}"
        text, failures = yield self._ask_process(export_scenario.scenario_of, self.situation, name)
        address = f"file:scenarios/built/{file}.json5"
        draft = content.save_draft(self.who, self.folder, address, text, way=way)
        return draft, failures

    # -- carried out elsewhere

    @defer.inlineCallbacks
    def show_situation(self, situation: Situation, since: int) -> Any:
        """
        Carry a situation out; it takes the place of the one there is.

        :raises TableError: `sandboxRefused` (problem), `sandboxStopped`, `sandboxBusy`.
        """
        shown = yield self._ask_process(
            sandbox.play_situation,
            situation,
            since,
            self.language,
            [self.name_of(n) for n in range(12)],
        )
        if shown.refused:
            raise TableError("sandboxRefused", problem=shown.refused)
        self._set_match(Match.load(self.pack, shown.saved))
        self.situation = {**copy.deepcopy(situation), "answers": shown.answers}
        self.steps, self.left_out = shown.steps, shown.left_out
        self._keep_with_account()
        self.changed()
        self._foresee()
        return self.steps

    def _set_match(self, match: Match) -> None:
        """The match is this one now."""
        if self.number and pack_of_match(self.match) is pack_of_match(match):
            self.views.set_match(self.number + 1, match)
        else:
            self.views = Views(self.number + 1, match)
        self.match, self.number = match, self.number + 1

    def _foresee(self) -> None:
        """Find out what the options would do, in the process of sandboxes."""
        number, seat = (
            self.number,
            self.pending_choice.seat if self.pending_choice is not None else None,
        )

        def known(is_new: bool) -> None:
            if is_new and number == self.number:
                self.foretold()

        foreseeing.foresee(self.match, seat, workers).addCallback(known)

    def prepare_telling(self) -> None:
        """While its person looks at the board: what telling their first answer takes."""
        job = (sandbox.prepare_telling, str(games.folder_of(self.pack)), self.pack.hash)
        asked = workers.ask(sandbox.run_within, settings.PUBLISHING_SECONDS, *job)
        asked.addErrback(lambda _: None)  # the answer itself will say what is wrong

    @defer.inlineCallbacks
    def _ask_process(self, task: Callable[..., Any], *job: Any) -> Any:
        """The result of a task in the process beside the server."""
        if self.busy:
            raise TableError("sandboxBusy")
        folder = str(games.folder_of(self.pack))
        self.busy = True
        seconds = settings.PUBLISHING_SECONDS
        try:
            result, wrong = yield workers.ask(
                sandbox.run_within, seconds, task, folder, self.pack.hash, *job
            )
        except (BrokenExecutor, MemoryError):
            raise TableError("sandboxStopped", seconds=seconds) from None
        finally:
            self.busy = False
        if wrong:
            raise TableError("sandboxRefused", problem=wrong)
        return result

    def _keep_with_account(self) -> None:
        """Keep what is tried with the account."""
        about = {"folder": self.folder, "address": self.address, "draft": self.draft}
        kept = {**about, **self.situation}
        told = json.dumps(kept, ensure_ascii=False)
        if len(told) <= LONGEST:
            self.who.attributes.add(KEPT, told)

    def close(self) -> None:
        """Nothing is tried any more."""
        self.who.attributes.remove(KEPT)
        if _open.get(self.who.pk) is self:
            del _open[self.who.pk]


def _do_nothing() -> None:
    """Nobody is told."""
