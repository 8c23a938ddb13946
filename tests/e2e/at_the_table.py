"""Playing over telnet without understanding the game: read the options, type one of the numbers."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

PEBBLES = Path(__file__).parents[1] / "world" / "packs" / "pebbles"

# The sentence after the options that says what to type, in English; or the end of the match.
_PROMPT = re.compile(
    r"^(?P<one>Type a number or a name\.)|^(?P<range>Type a number\.)"
    r"|^(?P<any>Type (?:numbers, for example [\d ]+|a number or a name), or 0 for none\.)"
    r"|^Type (?P<low>\d+) to \d+ numbers|^Type (?P<exactly>\d+) numbers"
    r"|(?P<over>Thank you for playing!)",
    re.MULTILINE,
)


def put_pebbles_on_the_shelf(game) -> None:
    """The small test game, as a game of the player's own, before the server starts."""
    shutil.copytree(PEBBLES, game.data_dir / "packs" / "pebbles", dirs_exist_ok=True)


class Prompt:
    """What a person is asked: the text of it, and an answer to type."""

    def __init__(self, match: re.Match, before: str):
        self.over = bool(match["over"])
        self.text = before
        # Numbers of which something is told stand side by side, others on lines of their own.
        lines = re.findall(r"(?:^|(?<= )) *(\d+)\) (.*?)(?=  +\d+\) |$)", before, re.MULTILINE)
        # Of several lists on the screen the last one is the prompt.
        start = max((i for i, (number, _) in enumerate(lines) if number == "1"), default=0)
        self.options = {number: name.strip() for number, name in lines[start:]}
        self._numbers = re.findall(r"^ {2}(\d+) – (\d+)", before, re.MULTILINE)
        self._match = match

    def number_of(self, name: str) -> str | None:
        """The number of the first option with this in its name."""
        return next((number for number, told in self.options.items() if name in told), None)

    def any_answer(self, rng: random.Random) -> str:
        """Something legal, whatever it means."""
        if self._match["any"]:
            return "0"
        if self._match["range"] and self._numbers:
            low, high = map(int, self._numbers[-1])
            return str(rng.randint(low, high))
        if count := self._match["low"] or self._match["exactly"]:
            return " ".join(rng.sample(sorted(self.options), int(count)))
        return rng.choice(sorted(self.options))


def next_prompt(client) -> Prompt:
    """The next thing this person is asked, or the end of the match."""
    start = len(client.transcript) - len(client._text)
    match = client.expect(_PROMPT.pattern)
    return Prompt(match, client.transcript[start : len(client.transcript) - len(client._text)])


def ask_database(game, query: str, *values) -> list[tuple]:
    """Rows of the game's database, read beside it."""
    with closing(sqlite3.connect(game.env.database_file)) as database:
        return database.execute(query, values).fetchall()


def answers(game, *names: str) -> list[str]:
    """The answers that the database holds of the matches of these people, in their order."""
    query = (
        "select picks from world_journalentry where match_id in (select match_id from "
        f"world_matchseat where name in ({', '.join('?' * len(names))})) "
        'order by match_id, "index"'
    )
    return [picks for (picks,) in ask_database(game, query, *names)]


class Inspector:
    """The admin, who can look into the running server."""

    def __init__(self, game):
        self.client = game.client()
        self.client.expect("Chrono Wizard")
        self.client.send(f"connect admin {game.admin_password}")
        self.client.expect("Hall of the Time Wheel")

    def tables(self, *owners: str) -> dict[str, tuple[str, int]]:
        """Owner -> hash of the match and number of answers, of the tables of these people."""
        self.client.read_all(0.1)
        self.client.send(
            "py from typeclasses.tables import Table; self.msg('TABLES ' + ' '.join("
            "f'{t.owner.key}={t.match.hash()}={len(t.match.journal)}' for t in Table.live_tables() "
            f"if t.state == 'playing' and t.owner and t.owner.key in {owners}) + ' END')"
        )
        found = self.client.expect(r"^TABLES ((?:\w+=\w+=\d+\s+)+)END")[1]
        rows = (row.split("=") for row in found.split())
        return {owner: (state, int(answers)) for owner, state, answers in rows}
