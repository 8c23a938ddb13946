"""
A machine with a program, ready for matches, and the memory in which they lie.
"""

from __future__ import annotations

from ...running.program import Program
from .host import Machine
from .match_fields import Numbering

#: The names of options, menus, lists that are brought, and options whose values are cards.
type Names = tuple[list[str], list[str], list[str], list[str]]


class Loaded:
    """A machine with a program for so many players, ready for matches."""

    def __init__(
        self, machine: Machine, program: Program, seats: int, names: Names, constants_at: int
    ):
        self.machine, self.program, self.seats = machine, program, seats
        self.rooms: list[int] = []  # addresses of matches that are not used any more
        self.most_dealt = 0  # bytes of the largest match
        self.told = 0  # values of lines of the log that were taken, but are still there
        self.opened = -1  # for which deal the kernel knows the places in a match
        self.numbering = Numbering(program, *names)
        self.constants_at = constants_at
        self._open_pack = machine.function("open_pack")

    def open_for(self, dealt: int) -> int:
        """
        Let the kernel know where the parts of a match stand whose deal is so long; its bytes. All
        that is called for a match needs that.
        """
        if dealt != self.opened:
            self.size, self.opened = self._open_pack(dealt), dealt
        return self.size

    def room_for_match(self, size: int) -> int:
        """An address at which a match of so many bytes can lie."""
        if size > self.most_dealt:
            self.rooms, self.most_dealt = [], size
        return self.rooms.pop() if self.rooms else self.machine.reserve(self.most_dealt)

    def give_room_back(self, address: int, size: int) -> None:
        """A match that was so large is not used any more."""
        if size == self.most_dealt:
            self.rooms.append(address)
