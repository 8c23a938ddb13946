"""
Packages in Lua for tests: the game of packages with files of a test, and what skills find out.

A `Lab` is the game with a general for each case of a table; in the first turn the skill of that
general carries out the lines of the case. `lab.run(case)` is a match at what these ask first, or
when they are over: `answer` goes on, `found` is what they have said.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.running.match import Match
from rules.running.scripts import SCRIPT
from rules.telling.text import Text

LISTINGS = Path(__file__).parent / "packages" / "listings"
CASE_FILES = Path(__file__).parent / "packages" / "cases"
NAMES = ["Ann", "Bob", "Cho", "Dan", "Eve"]
HEAD = """
module("extensions.lab", package.seeall)
extension = sgs.Package("lab")
"""
CASE = """
sgs.General(extension, "general_%(name)s$", "wei", "3", false):addSkill(sgs.CreateTriggerSkill{
    name = "%(name)s", events = {sgs.TurnStart},
    can_trigger = function(self, p) return p:hasSkill("%(name)s") end,
    on_trigger = function(self, event, player, data)
        local room, found = player:getRoom(), {}
        if room:getTag("%(name)s"):toString() ~= "" then return end
        local function say(value) found[#found + 1] = tostring(value) end
%(lines)s
        room:setTag("%(name)s", sgs.QVariant("said " .. table.concat(found, " ")))
    end
})
"""


def game_with(folder: Path, listings: bool = True, shipped: bool = True, **files: str):
    """The game of packages, with further ones (or alone): by name what stands in their files."""
    (folder / "kingdoms").symlink_to(WORLD / "kingdoms")
    own = folder / "kingdoms_packages"
    shutil.copytree(WORLD / "kingdoms_packages", own)
    for package in (own / "lua").glob("*.lua") if not shipped else ():
        package.unlink()
    for listing in LISTINGS.glob("*.lua") if listings else ():
        shutil.copy(listing, own / "lua")
    for name, text in files.items():
        (own / "lua" / f"{name}.lua").write_text(text)
    return load_pack(own)


def hashes_of(match, answers, answer, between=lambda match: match):
    """
    The hashes of a match at so many choices, in how many of them a script waited, and the match
    after them. It goes on from `between` of it; `answer` gives it an answer.
    """
    hashes, waits = [], 0
    for _ in range(answers):
        if match.is_over:
            break
        hashes.append(match.hash())
        waits += any(code is SCRIPT for code, _, _ in match.stack)
        match = between(match)
        answer(match)
    return hashes, waits, match


def cases_in(name: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """
    What stands at the head of a file of cases, and of each case (`--- NAME: WHAT IT SAYS`) its
    lines and what they say.
    """
    above, *parts = re.split(r"^--- ", (CASE_FILES / f"{name}.lua").read_text("utf-8"), flags=re.M)
    cases = {}
    for part in parts:
        head, _, lines = part.partition("\n")
        case, _, expected = head.partition(":")
        cases[case] = lines, expected.strip()
    return above, cases


class Lab:
    """The game with a general for each case: by name its lines. `above` stands before them."""

    def __init__(self, folder: Path, cases: dict[str, str], above: str = ""):
        told = [CASE % {"name": name, "lines": lines} for name, lines in cases.items()]
        self.pack = game_with(folder, listings=False, lab="".join([HEAD, above, *told]))

    def run(self, case: str, seats: int = 5, seed: int = 3) -> Run:
        """A match at what a case asks first, or at its end."""
        return Run(self.pack, case, seats, seed)


class Run:
    """A match in which a case is carried out."""

    def __init__(self, pack, case: str, seats: int, seed: int):
        self.pack, self.case = pack, case
        self.match = Match.new(pack, seats, seed)
        for _ in range(20 * seats):
            if self.is_over or self.waits:
                return
            choice = self.match.choices[0]
            ids = [self.match.card_id(option.entity) or "" for option in choice.options]
            wanted = [at for at, each in enumerate(ids) if each == f"lab.general.general_{case}"]
            self.match.answer(choice.seat, wanted or choice.default)
        raise AssertionError("the case does not begin")

    @property
    def is_over(self) -> bool:
        return self.match.is_over or (0, f"tag {self.case}") in self.match.tags

    @property
    def waits(self) -> bool:
        return any(code is SCRIPT for code, _, _ in self.match.stack)

    @property
    def found(self) -> str:
        """What the case has said, joined by blanks."""
        assert self.is_over, self.question()
        return self.match.tags[0, f"tag {self.case}"].removeprefix("said ")

    def text(self, language: str = "en") -> Text:
        return Text(self.pack, language, NAMES)

    def question(self, language: str = "en") -> str:
        """What is asked now, as its seat reads it."""
        return self.text(language).prompt(self.match.choices[0], self.match)

    def options(self, language: str = "en") -> list[str]:
        """What can be answered, as the seat that is asked reads it."""
        text = self.text(language)
        return [text.option(option, self.match) for option in self.match.choices[0].options]

    def answer(self, *told: str | int) -> Run:
        """Answer by the numbers or English texts of options."""
        offered = self.options()
        picks = [each if isinstance(each, int) else offered.index(each) for each in told]
        self.match.answer(self.match.choices[0].seat, picks)
        return self

    def go_on(self) -> Run:
        """Answer by default until the case is over."""
        while not self.is_over:
            choice = self.match.choices[0]
            self.match.answer(choice.seat, choice.default)
        return self

    def lines(self, language: str = "en", seat: int | None = None) -> list[str]:
        """The log as somebody reads it."""
        text = self.text(language)
        told = [text.log(entry, seat) for entry in self.match.log]
        return [line for line in told if line]
