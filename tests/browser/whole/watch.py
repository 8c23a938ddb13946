"""Somebody who looks at what a player sees, and writes down what is wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error

from browser.player import Player
from browser.stage import cut_off, halved, places

_PICTURES = 3  # of one match


@dataclass
class Report:
    """What came of a match, or of a scene: `found` is how often what was wrong."""

    plan: str
    answers: int = 0
    kinds: list[str] = field(default_factory=list)  # of states that axe has read
    seconds: float = 0
    found: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """One line, and one for each thing that was found."""
        line = (
            f"{self.plan:42} {self.answers:4} answers {self.seconds:5.0f} s "
            f"{len(self.kinds):3} states  {len(self.found) or 'nothing'} found"
        )
        return "\n".join([line, *(f"    {count} x {each}" for each, count in self.found.items())])


class Watch:
    """What is wrong goes into `report`, the first sights of it into `folder`."""

    def __init__(self, ann: Player, report: Report, folder: Path):
        self.ann, self.report, self.folder = ann, report, folder
        self.stood: list[str] = []
        self.shifts = 0
        self.began = time.monotonic()

    def begin(self) -> None:
        """From now on nothing moves."""
        self.ann.watch_the_layout()
        self.stood, self.shifts = places(self.ann.page), 0

    def look(self) -> None:
        """Whether all of the match is in the window, and stands where it stood."""
        wrong = cut_off(self.ann.page) + halved(self.ann.page)
        if self.stood:
            shifts, stand = self.ann.shifts, places(self.ann.page)
            wrong += [f"moved: {each}" for each in shifts[self.shifts :]]
            if stand != self.stood:
                gone, come = set(self.stood) - set(stand), set(stand) - set(self.stood)
                wrong.append(f"stands elsewhere: {sorted(gone)} now {sorted(come)}")
            self.shifts, self.stood = len(shifts), stand
        self._found(wrong)

    def read(self, kind: str, *, both: bool = True) -> None:
        """What axe finds, as it is seen now; `both`: and by night, what colours have to do with."""
        self.report.kinds.append(kind)
        visitor = self.ann.visitor
        self._found(visitor.unreadable())
        if both:
            visitor.look(dark=True)
            self._found(visitor.unreadable("color-contrast"), "night: ")
            visitor.look(dark=False)

    @contextmanager
    def to_the_end(self) -> Iterator[None]:
        """What stops a match is found as well; in the end the browser is closed."""
        try:
            yield
        except (AssertionError, Error) as error:
            self._found(["stuck: " + " ".join(str(error).split())[:300]])
        try:
            self.ann.visitor.leave()
        except AssertionError as error:
            self.report.found.update(f"on the page: {each}" for each in str(error).splitlines())
        self.report.seconds = round(time.monotonic() - self.began, 1)

    def _found(self, wrong: Iterable[str], when: str = "") -> None:
        # Ports differ from run to run.
        told = [when + each.replace(self.ann.visitor.home, "") for each in wrong]
        known = len(self.report.found)
        self.report.found.update(told)
        if known < len(self.report.found) and known < _PICTURES:
            name = f"{self.report.plan}-{known + 1}.png".replace(" ", "-")
            self.ann.page.screenshot(path=self.folder / name)
