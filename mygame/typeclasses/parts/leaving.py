"""How people leave a scene, one or all of them, and what becomes of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from twisted.internet import defer

from rules.pack import Pack
from typeclasses.objects import render_safely
from typeclasses.parts.camping import CAMP
from typeclasses.plain import plain_value
from typeclasses.tagged import object_of
from world.errors import TableError
from world.models import MatchRecord
from world.play.hosting.events import SceneLeft
from world.play.hosting.host import MatchHost
from world.render import announce, hallnews

NUMBER = "scene_id"  # attribute of a character: the number of the match
END_AWAY_AFTER = 15 * 60  # seconds after which one for several people ends that all have left


class Leaving:
    """The part of a scene that lets its people go."""

    if TYPE_CHECKING:
        state: str
        _host: MatchHost
        _people: list[int | None]
        stake: Any

        @property
        def pack(self) -> Pack: ...
        @property
        def record(self) -> MatchRecord: ...
        @property
        def names(self) -> list[str]: ...

        def characters(self) -> list[Any]: ...
        def people(self) -> list[Any]: ...
        def camp(self) -> None: ...
        def _check_seated(self, character: Any) -> int: ...
        def _check_running(self) -> MatchHost: ...

    def __init__(self) -> None:
        super().__init__()
        self._away_since: float | None = None

    def leave(self, character: Any) -> defer.Deferred | None:
        """
        End it. Where the game has a word for giving up, that is carried out; else everybody goes
        home as they stand; who plays for something has lost it. Others go on without who has left.

        :raises TableError: `notSeated`, `noMatch`, `storageBusy`; where the game has its say, of
            `MatchHost.concede`.
        """
        seat, host = self._check_seated(character), self._check_running()
        others = [each for each in self.characters() if each != character]
        host.check_free()
        if not others and self.pack.program.quitting is None and self.stake is None:
            self._break_off()
            return None

        return host.concede(seat).addCallback(lambda _: self._let_go(seat))

    def _let_go(self, seat: int) -> None:
        """One is out of it, and it goes on for the others; with nobody left it ends."""
        character = object_of(self._people[seat])
        if self._people[seat] is None or self.state != "playing":
            return
        if not any(n != seat and object_of(each) for n, each in enumerate(self._people)):
            self._break_off()  # only bots are left
            return
        self._people[seat] = None
        if character is not None:  # not deleted meanwhile
            free(character, self.record.pk)
            render_safely(announce.show_out_of_scene, character, self)
        name = self.names[seat]
        render_safely(announce.show_notice, self, "sceneGoesOn", seat=seat, name=name)
        hallnews.note_change()

    def forget(self, character: Any) -> None:
        """Somebody is deleted, or taken elsewhere: it is left, or ended where that cannot be."""
        if self._host.is_busy:  # with an answer
            self._host.clock.callLater(0.1, self.forget, character)
            return
        try:
            done = self.leave(character)
        except TableError:
            self._break_off()
            return
        if done is not None:
            done.addErrback(lambda failure: self._break_off())

    def look_after(self, now: float) -> None:
        """
        One for several, which keeps others waiting, ends when all have been away for long; one that
        could be begun, but not that somebody is in it, ends at once.
        """
        own = map(object_of, filter(None, self._people))
        if not any(each is not None and is_of(each, self.record.pk) for each in own):
            if not self._host.is_busy:
                self._break_off()
        elif self.people() or not self._host.seating.among_people:
            self._away_since = None
        elif self._away_since is None:
            self._away_since = now
        elif now - self._away_since >= END_AWAY_AFTER:
            try:
                self.camp()
            except TableError:
                self._break_off(given_up=True)

    def _break_off(self, given_up: bool = False) -> None:
        self._host.abandon("the scene was left", given_up=given_up)
        self._host.readers.tell(SceneLeft())


def is_of(character: Any, number: int) -> bool:
    """Whether somebody is in the scene with this number, or camps in it."""
    return number in (plain_value(character, NUMBER), plain_value(character, CAMP))


def free(character: Any, number: int) -> None:
    """Somebody is in a scene no more; who camps is somewhere else already."""
    if plain_value(character, CAMP) == number:
        character.attributes.remove(CAMP)
    if plain_value(character, NUMBER) == number:
        character.leave_scene()
