"""People in a scene who lose the connection, and come back to what they were asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typeclasses.objects import render_safely
from world.play.hosting.host import MatchHost
from world.render import announce


class Absence:
    """The part of a scene that tells who is gone, and asks anew who is back."""

    if TYPE_CHECKING:
        _host: MatchHost

        @property
        def names(self) -> list[str]: ...

        def seat_of(self, character: Any) -> int | None: ...
        def people(self) -> list[Any]: ...

    def __init__(self) -> None:
        self.to_greet: set[int] = set()  # seats whose people do not know yet that it goes on
        self._lost: set[int] = set()  # seats whose people have lost the connection

    def person_returned(self, character: Any) -> None:
        """Somebody has a client again: they are asked what they were asked."""
        seat = self.seat_of(character)
        if seat is not None:
            if seat in self._lost:
                self._lost.discard(seat)
                self._tell_others(character, "returned", name=self.names[seat])
            self.to_greet.discard(seat)
            self._host.note_return(seat)
            render_safely(announce.show_return, self, character)

    def person_gone(self, character: Any) -> None:
        """Somebody has no client any more: others read so, and the seat waits."""
        seat = self.seat_of(character)
        if seat is not None and character.scene_awake is self:
            self._lost.add(seat)
            seconds, name = self._host.time.grace, self.names[seat]
            self._tell_others(character, "sceneAway", name=name, seconds=seconds)

    def _tell_others(self, character: Any, key: str, **about: Any) -> None:
        others = [each for each in self.people() if each != character]
        render_safely(announce.show_notice, self, key, to=others, **about)

    def show_prompts(self) -> None:
        """Ask those again whose connection has outlived the server."""
        for character in self.people():
            if self.seat_of(character) in self.to_greet:
                render_safely(announce.show_notice, self, "restored", to=[character])
                self.person_returned(character)
