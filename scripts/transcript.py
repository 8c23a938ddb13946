"""
Write what somebody reads over telnet, on a real server of its own: a match of Kingdoms with eight
players, or a newcomer's first evening outside.

    python scripts/transcript.py en docs/transcripts/kingdoms-en.txt
    python scripts/transcript.py en docs/transcripts/evening-en.txt --evening

Seven seats are bots. The eighth answers the prompts by reading them; what it types stands where it
types it. Nothing is left out from opening the table to the summary. A match in which the eighth is
asked little, or whose text is too long, is not written: the next one is played.

An evening is one of those of `benchmarks/newcomers.py` in which all is reached in half an hour. Of
the game of cards only the beginning and the end are written, and of lines that stood there just
before only how many they are.
"""

from __future__ import annotations

import argparse
import itertools
import operator
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pyjson5

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "mygame"), str(ROOT / "tests")]

from e2e.harness import GameServer, TelnetClient  # noqa: E402
from e2e.newcomer import Newcomer  # noqa: E402
from e2e.shared import QUICK  # noqa: E402

LOCALE = ROOT / "mygame" / "world" / "locale"
MOST, LEAST = 245_000, 35  # bytes of a transcript, answers of the eighth seat
TRIES = 20  # matches or evenings, until one is fit
HALF_AN_HOUR = 30 * 60
WANTED = ("first fight", "find", "way home", "rest", "duel won", "report", "level")  # of an evening
BEGINS = "duel begins"
SHOWN = 2  # answers at the beginning of a game of cards
FEW = 2  # lines that stood there just before: fewer are shown again
LEFT_OUT = {
    "en": "[... {} answers of the game of cards are left out here ...]",
    "zh": "【此处省略牌局中的{}次选择】",
}
SAME = {"en": "[... {} lines as before ...]", "zh": "【{}行同前】"}

Wish = tuple[str, float]  # a pattern of options, and how often one of them is taken if there is one


class Person(NamedTuple):
    """Who sits there, and what they read and type in their language."""

    name: str
    begin: Sequence[str]  # what is typed until the match runs
    lord: str  # a line of the account: who is the lord
    back: str  # the option that leads back, which is not taken where there is another
    against: str  # in the state of the seat: its role is against the lord
    wishes: Sequence[Wish]  # the first that comes true is followed


PEOPLE = {
    "en": Person(
        "Ann",
        ("open kingdoms players 8", "bot 7", "start"),
        r"^(\S+) is the Lord",
        "back",
        r"^You:.*\((Rebel|Renegade)\)",
        (
            (r"^use Nullification", 0.2),
            (r"^(none|no card)", 0.1),
            (r"^use (?!Iron|Collateral|Lightning|Nullification)", 0.9),
            (r"^play", 0.9),
            (r"^yes", 0.7),
            (r"^skill", 0.4),
            (r"^(end|no|none|that is all)", 1),
        ),
    ),
    "zh": Person(
        "小安",
        ("开桌 三国身份局 人数 8", "机器人 7", "开始"),
        r"^(\S+?)的身份是主公",
        "返回",
        r"^你：.*（(反贼|内奸)）",
        (
            (r"^使用无懈", 0.2),
            (r"^不出", 0.1),
            (r"^使用(?!铁索|借刀|闪电|无懈)", 0.9),
            (r"^打出", 0.9),
            (r"^是$", 0.7),
            (r"^发动", 0.4),
            (r"^(结束|否|不|就这些)", 1),
        ),
    ),
}


class Reader:
    """The eighth seat at its client."""

    def __init__(self, client: TelnetClient, person: Person, language: str, dice: random.Random):
        self.client, self.person, self.dice = client, person, dice
        locale = pyjson5.decode((LOCALE / f"{language}.json5").read_text(encoding="utf-8"))
        game = locale["game"]
        self.thanks = game["thanks"]
        self.last = _pattern(locale["history"]["again"])
        how = {name: _pattern(game[f"choose_{name}"]) for name in ("one", "many", "exactly", "any")}
        self.asked = "|".join(f"(?P<{name}>{text})" for name, text in how.items())
        self.answers = 0

    def type(self, line: str) -> None:
        """Type a line, which one's screen shows."""
        self.client.transcript += f"{line}\n"
        self.client.send(line)

    def play(self) -> str:
        """Play a match; all that was read of it."""
        client = self.client
        client.read_all()
        begin = len(client.transcript)
        for line in self.person.begin:
            self.type(line)
            client.read_all(0.5)
        client._text = client.transcript[begin:]
        while True:
            start = len(client.transcript) - len(client._text)
            found = client.expect(f"{self.asked}|(?P<over>{re.escape(self.thanks)})")
            if found["over"]:
                break
            client._text += client.read_all(0.05)
            told = client.transcript[start:]
            self.type(self.answer(found, told, client.transcript[begin:]))
            self.answers += 1
        client.expect(self.last)
        client.read_all()
        return client.transcript[begin:]

    def answer(self, found: re.Match[str], told: str, all_told: str) -> str:
        """What to type; `told` is the prompt with what stands before it."""
        lines = re.findall(r"(?:^|(?<= )) *(\d+)\) (.*?)(?=  +\d+\) |$)", told, re.MULTILINE)
        first = max((i for i, (number, _) in enumerate(lines) if number == "1"), default=0)
        options = [(number, name.strip()) for number, name in lines[first:]]
        if found["any"]:
            return "0"
        if not found["one"]:
            count = int(re.findall(r"\d+", found[0])[0])
            return " ".join(number for number, _ in self.dice.sample(options, count))
        options = [o for o in options if o[1] != self.person.back] or options
        lord = re.search(self.person.lord, all_told, re.MULTILINE)
        against = re.search(self.person.against, all_told, re.MULTILINE)
        if lord and (of_lord := [o for o in options if o[1].startswith(lord[1])]):
            others = [o for o in options if o not in of_lord]
            return self.dice.choice(of_lord if against else others or of_lord)[0]
        for pattern, chance in self.person.wishes:
            fitting = [o for o in options if re.search(pattern, o[1])]
            if fitting and self.dice.random() < chance:
                return self.dice.choice(fitting)[0]
        return self.dice.choice(options)[0]


def _pattern(sentence: str) -> str:
    """What finds a sentence of the locale files, whatever its holes hold, also over two lines."""
    words = re.split(r"\{\w+\}", re.sub(r"\|[wn]", "", sentence))
    return r"[\d ]+".join(r"\s+".join(map(re.escape, part.split(" "))) for part in words)


def write(language: str, path: Path, seed: int) -> None:
    """Play until a match is fit, and write it."""
    person = PEOPLE[language]
    with tempfile.TemporaryDirectory() as folder:
        game = GameServer(Path(folder) / "data", **QUICK)
        try:
            game.start()
            client = game.player(person.name)
            client.send(f"language {language}")
            client.read_all(1)
            for number in range(TRIES):
                reader = Reader(client, person, language, random.Random(seed + number))
                text = re.sub(r"[ \t]+$", "", reader.play(), flags=re.MULTILINE)
                size = len(text.encode())
                print(f"match {number + 1}: {size} bytes, {reader.answers} answers")
                if size <= MOST and reader.answers >= LEAST:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text.strip("\n") + "\n", encoding="utf-8")
                    return
                client.send("leave" if language == "en" else "离开")
                client.read_all(1)
        finally:
            game.kill_everything()
    raise SystemExit("no match was fit")


def _bare(line: str) -> str:
    """A line without the number of an option, and however wide its columns are."""
    return " ".join(re.sub(r"^ *\d+\) ", "", line).split())


def told_briefly(newcomer: Newcomer, language: str) -> str:
    """
    What somebody typed and read; of a game of cards the beginning and the end, and of lines that
    stood there before, under whatever number, only how many there are.
    """
    kept, before = [], set[str]()
    for line, told in newcomer.story:
        lines = told.strip("\n").split("\n")
        shown = [f"> {line}"]
        known = [(_bare(text) in before, text) for text in lines]
        for same, run in itertools.groupby(known, operator.itemgetter(0)):
            listed = [text for _, text in run]
            few = not same or len(listed) < FEW
            shown += listed if few else [SAME[language].format(len(listed))]
        kept.append("\n".join(shown) + "\n")
        before |= set(map(_bare, lines))
    begins = [n for n, (_, told) in enumerate(newcomer.story) if newcomer.has_come(told, BEGINS)]
    for begin in reversed(begins):
        end = begin
        while not newcomer.has_come(newcomer.story[end][1], "over"):
            end += 1
        first, last = begin + SHOWN, end
        if last > first:
            kept[first:last] = [LEFT_OUT[language].format(last - first) + "\n"]
    return "\n".join(kept)


def write_evening(language: str, path: Path, seed: int) -> None:
    """Spend evenings until all is reached in one, and write that."""
    with tempfile.TemporaryDirectory() as folder:
        game = GameServer(Path(folder) / "data", **QUICK)
        try:
            game.start()
            for number in range(seed, seed + TRIES):
                client = game.player(f"{PEOPLE[language].name}{number}")
                client.send(f"language {language}")
                client.read_all(1)
                newcomer = Newcomer(client, language, random.Random(number))
                newcomer.spend_evening()
                client.close()
                reached = newcomer.reached.keys() >= set(WANTED)
                print(f"evening {number}: {newcomer.seconds / 60:.0f} minutes, all: {reached}")
                if reached and newcomer.seconds <= HALF_AN_HOUR:
                    text = told_briefly(newcomer, language)
                    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
                    path.write_text(text.strip("\n") + "\n", encoding="utf-8")
                    return
        finally:
            game.kill_everything()
    raise SystemExit("no evening was fit")


if __name__ == "__main__":
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("language", choices=PEOPLE)
    given.add_argument("path", type=Path)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--evening", action="store_true", help="a first evening outside")
    arguments = given.parse_args()
    begin = write_evening if arguments.evening else write
    begin(arguments.language, arguments.path, arguments.seed)
