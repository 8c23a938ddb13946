"""
Somebody's first evening outside, by telnet: a newcomer who reads what is shown and types that.

    newcomer = Newcomer(client, "en", random.Random(1))
    newcomer.spend_evening()        # from the door on: down and back again, a bed, a sale, a duel
    newcomer.reached["duel won"]    # after how many seconds of an unhurried reader

What they type stands on their screen, or is what anybody would try first (`LINES`, by lot); of
numbered options they choose by the words, and they do what the first quest says (`task`). A line
that is not understood is counted, and they try another. The clock is a reader's: `COLUMNS` of the
screen a second, `THINKING` seconds a line.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from e2e.newcomer_speech import SPEECHES
from rules.ground.width import display_width

COLUMNS, THINKING = 20, 2.0
STAKE = 5  # coins
TRIPS, ENOUGH = 12, 45 * 60  # so often down at most, and so many seconds
ENOUGH_EARNED = 100  # experience, with which the quest wants them home
GAMES = 3  # of cards in a row, if the quest is to win one
HEALTHY, HURT = 5, 3  # HP: with fewer than the first they stay in town, with the other they go home

OPTION = re.compile(r"^ *(\d+)\) (.*(?:\n {6,}(?!\d+\)).*)*)$", re.MULTILINE)
SENTINEL = "qqqq"  # whom nobody knows: the answer to a line to them comes after all others


class Reached(NamedTuple):
    """When somebody came to something."""

    seconds: float
    hasty: float
    lines: int


class Newcomer:
    """Somebody at a client who has never been here."""

    def __init__(self, client, language: str, dice: random.Random | None = None):
        self.client, self.speech = client, SPEECHES[language]
        self.dice = dice or random.Random(1)
        self.story: list[tuple[str, str]] = []  # each line, and what came of it
        self.seconds = 0.0  # if all is read
        self.hasty = 0.0  # if only what is new is read
        self.found: set[str] = set()
        self._read: set[str] = set()
        self.reached: dict[str, Reached] = {}  # the first time, by what it is
        self.wrong: list[tuple[str, str]] = []  # lines not understood, and the answers
        self.dead_ends = 0  # two of them in a row
        self.deaths = self.trips = self.duels = 0
        self.health, self.earned = 8, 0
        self.has_job = False
        self.task = ""  # what the first quest wants, as they have read it last
        self._puzzled = False
        self._put_on: set[str] = set()
        self._does_good = False  # the card that was chosen last

    # -- a line

    def type(self, line: str) -> str:
        """Type a line and read all it is answered with, in a game of cards up to one's own turn."""
        client = self.client
        client.read_all(0)
        client.send(line, f"tell {SENTINEL} x")
        told = client.expect(rf".*?(?=^[^\n]*{SENTINEL})")[0]
        client.expect(r"\n")
        self.in_duel |= self.has_come(told, "duel begins")
        while self.in_duel and not self.is_asked(told) and not self.has_come(told, "over"):
            told += client.expect(rf".*?(?:{self.speech.asked}|{self.speech.seen['over']})")[0]
            told += client.read_all(0.05)
        self.in_duel &= not self.has_come(told, "over")
        self.note(line, told)
        return told

    def note(self, line: str, told: str) -> None:
        """Keep what was typed and read, and what it has come to."""
        self.story.append((line, told))
        lines = told.split("\n")
        self.seconds += sum(map(display_width, lines)) / COLUMNS + THINKING
        new = [line for line in lines if line not in self._read]
        self.hasty += sum(map(display_width, new)) / COLUMNS + THINKING
        self._read.update(lines)
        puzzled = self.is_puzzled(told)
        if puzzled:
            self.wrong.append((line, told))
            self.dead_ends += self._puzzled
        self._puzzled = puzzled
        for name in self.speech.seen:
            if self.has_come(told, name):
                self.reached.setdefault(name, Reached(self.seconds, self.hasty, len(self.story)))
        flat = " ".join(told.split())
        for name, pattern in self.speech.tasks.items():
            if re.search(pattern, flat):
                self.task = name
        for one, many in re.findall(self.speech.found, told):
            self.found.update(re.split(r", |、| and |和", one or many))
        self.deaths += self.has_come(told, "dead")
        if health := re.findall(self.speech.health, told):
            self.health = int(health[-1])
        if self.has_come(told, "found lying"):
            self.health = 1
        if earned := re.findall(self.speech.earned, told):
            self.earned = int(earned[-1])

    def has_come(self, told: str, name: str) -> bool:
        return re.search(self.speech.seen[name], " ".join(told.split())) is not None

    def is_asked(self, told: str) -> bool:
        return re.search(self.speech.asked, told, re.MULTILINE) is not None

    def is_puzzled(self, told: str) -> bool:
        return re.search(self.speech.puzzled, told, re.MULTILINE) is not None

    def want(self, what: str, plainly: bool = False) -> str:
        """
        Type what one would for something, other lines if that is not understood: by lot, or
        `plainly`, as the screens say it.
        """
        lines = list(self.speech.lines[what])
        if not plainly:
            self.dice.shuffle(lines)
        told = ""
        for line in lines:
            told = self.type(line)
            if not self.is_puzzled(told):
                break
        return told

    # -- questions

    in_duel = False

    def options(self, told: str) -> list[tuple[str, str]]:
        """The numbers and texts of what can be chosen now."""
        found = [(number, " ".join(text.split())) for number, text in OPTION.findall(told)]
        last = max((place for place, (number, _) in enumerate(found) if number == "1"), default=0)
        return found[last:]

    def choose(self, told: str) -> str:
        """What somebody with a little sense would do below."""
        speech, options = self.speech, self.options(told)
        for number, text in options:
            if re.search(speech.armour, text) and text not in self._put_on:
                self._put_on.add(text)
                return number
        wanted = [*speech.usual, *speech.further]
        if self.task == "home" and self.earned >= ENOUGH_EARNED:
            wanted.insert(len(speech.usual), speech.back)
        if self.has_come(told, "dark"):
            wanted = [*speech.dark, *wanted]
        if self.health <= HURT:
            wanted = [*speech.hurt, *wanted]
        for pattern in wanted:
            for number, text in options:
                if re.search(pattern, text):
                    return number
        return "1"

    def go_down(self, plainly: bool = False) -> str:
        """An expedition to its end."""
        self.trips += 1
        told = self.want("down", plainly)
        for _ in range(200):
            if self.has_come(told, "out") or not self.is_asked(told):
                return told
            told = self.type(self.choose(told))
        raise AssertionError(f"still down there: {told}")

    def choose_card(self, told: str) -> str:
        """What somebody who has just read the cards plays."""
        speech, options = self.speech, self.options(told)
        if not any(re.search(speech.end, text) for _, text in options):
            return self.choose_target(options)
        costs = [
            (int(found[1]), number)
            for number, text in options
            if (found := re.search(speech.play, text))
        ]
        usual = (speech.face, speech.kills, r"^attack|^攻击", speech.power, speech.end)
        others = [n for pattern in usual for n, text in options if re.search(pattern, text)]
        chosen = max(costs)[1] if costs else others[0]
        self._does_good = re.search(speech.heals, dict(options)[chosen]) is not None
        return chosen

    def choose_target(self, options: list[tuple[str, str]]) -> str:
        """
        Of a card that has been played: oneself, if it does good; who falls by it; or the other
        hero, named after one's own.
        """
        heroes = [number for number, text in options if re.search(self.speech.hero, text)]
        if self._does_good and heroes:
            return heroes[0]
        falls = [number for number, text in options if re.search(self.speech.falls, text)]
        if len(heroes) == 2:  # one of them is one's own
            options = [option for option in options if option[0] != heroes[0]]
        numbers = falls or heroes[1:] or [number for number, _ in options]
        return self.dice.choice(numbers) if numbers else "0"

    def duel(self, plainly: bool = False) -> str:
        """A game of cards with the smith to its end."""
        self.duels += 1
        told = self.want("duel", plainly)
        if not self.in_duel:  # too few coins
            told = self.want("practice", plainly)
        for _ in range(400):
            if not self.in_duel:
                return told
            told = self.type(self.choose_card(told))
        raise AssertionError(f"still playing: {told}")

    # -- an evening

    def spend_evening(self) -> None:
        """Until all is reached, or for as long as anybody would."""
        self.want("door")
        self.become_knave()
        self.want("quests")
        self.want("talk")
        self.want("bye")
        while self.trips < TRIPS and self.seconds < ENOUGH:
            self.want("mouth")
            told = self.go_down()
            if self.has_come(told, "dead"):
                self.become_knave()
                continue
            self.recover()
            if {"level", "duel won"} <= self.reached.keys():
                return

    def become_knave(self, plainly: bool = False) -> None:
        self.health, self.earned, self.has_job = 8, 0, False
        self.found.clear()
        self._put_on.clear()
        told = self.want("knave", plainly)
        for _ in range(4):
            if not self.is_asked(told):
                return
            told = self.type("1")

    def recover(self) -> None:
        """In town: a bed, a sale, a job, a game of cards."""
        if self.health < HEALTHY:
            self.want("inn")
            self.want("rest")
            self.want("bye")
        self.want("market")
        if self.found:
            self.sell()
        if not self.has_job:
            self.ask_for_job()
        for _ in range(GAMES if self.task == "game" else "duel won" not in self.reached):
            self.duel()
            self.want("quests")
            if self.task != "game" and "duel won" in self.reached:
                break
        if self.task == "report":
            self.report()

    def report(self, plainly: bool = False) -> None:
        """What the quest asked for is done: its reward, and the level that it makes."""
        self.want("yard", plainly)
        self.want("report", plainly)
        told = self.want("train", plainly)
        while self.has_come(told, "raise"):
            told = self.type("1")
        self.want("bye", plainly)
        self.task = ""

    def sell(self) -> None:
        """Something that was found; nothing else."""
        told = self.want("sell")
        for number, text in self.options(told):
            if any(text.startswith(name.split("×")[0]) for name in self.found):
                self.type(number)
                break
        else:
            if not any(text == self.speech.lines["bye"][0] for _, text in self.options(told)):
                self.type("0")
        self.found.clear()
        self.want("bye", plainly=True)

    def coins(self) -> int:
        """What the sheet says they have."""
        told = self.want("sheet", plainly=True)
        return int(re.findall(self.speech.seen["coins"], told)[0])

    def ask_for_job(self) -> None:
        """What the smith wants done is taken on."""
        told = self.want("talk")
        for pattern in (self.speech.job, self.speech.accept):
            for number, text in self.options(told):
                if re.search(pattern, text):
                    told = self.type(number)
                    self.has_job = True
                    break
        self.want("bye")
