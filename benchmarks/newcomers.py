"""
How long a first evening outside takes: newcomers by telnet on a real server of its own, who type
what they are shown (`tests/e2e/newcomer.py`), from the door to a level and a won game of cards.

    nice .venv/bin/python benchmarks/newcomers.py --people 6 --out docs/balance/journey.md

Minutes are a reader's: 20 columns of the screen a second and 2 seconds a line; once if all of it is
read, and once if only lines are that have not been there before. They do what the first quest says,
and an evening ends with level and won game, or after 45 minutes; so some do not come to the rest.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HOUSE = Path(__file__).parents[1]
sys.path[:0] = [str(HOUSE / "mygame"), str(HOUSE / "tests")]

from e2e.harness import GameServer  # noqa: E402
from e2e.newcomer import Newcomer  # noqa: E402
from e2e.shared import QUICK  # noqa: E402

MILESTONES = (
    "door",
    "knave",
    "first room",
    "first fight",
    "find",
    "way home",
    "sale",
    "rest",
    "duel won",
    "prize",
    "report",
    "level",
)
LANGUAGES = ("en", "zh")
HALF_AN_HOUR = 30


def spend(game: GameServer, language: str, number: int, stories: Path | None) -> Newcomer:
    """One newcomer's evening."""
    client = game.player(f"{'Linnet' if language == 'en' else 'Zhi'}{number}")
    client.send(f"language {language}")
    client.read_all(0.5)
    newcomer = Newcomer(client, language, random.Random(number))
    try:
        newcomer.spend_evening()
    except AssertionError as error:
        print(language, number, str(error)[-800:], flush=True)
    if stories is not None:
        told = "\n".join(f"> {line}\n{told}" for line, told in newcomer.story)
        (stories / f"{language}{number}.txt").write_text(told, encoding="utf-8")
    minutes = {name: round(when.seconds / 60, 1) for name, when in newcomer.reached.items()}
    print(language, number, {name: minutes.get(name) for name in MILESTONES}, flush=True)
    client.close()
    return newcomer


def table(people: Sequence[Newcomer]) -> list[str]:
    """What became of the newcomers of one language."""
    lines = [
        "| milestone | reached | median minutes | slowest tenth | median of what is new | lines "
        f"| within {HALF_AN_HOUR} minutes | the same, of what is new |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in MILESTONES:
        when = [person.reached[name] for person in people if name in person.reached]
        if not when:
            lines.append(f"| {name} | 0 | | | | | 0 | 0 |")
            continue
        minutes = sorted(each.seconds / 60 for each in when)
        hasty = statistics.median(each.hasty / 60 for each in when)
        typed = statistics.median(each.lines for each in when)
        within = sum(each <= HALF_AN_HOUR for each in minutes)
        hastily = sum(each.hasty <= HALF_AN_HOUR * 60 for each in when)
        slow = minutes[int(len(minutes) * 0.9)] if len(minutes) > 1 else minutes[0]
        lines.append(
            f"| {name} | {len(when)} | {statistics.median(minutes):.1f} | {slow:.1f} "
            f"| {hasty:.1f} | {typed:.0f} | {within} | {hastily} |"
        )
    typed = sum(len(person.story) for person in people)
    wrong = [each for person in people for each in person.wrong]
    lines += [
        "",
        f"Of {len(people)}: {sum(person.deaths for person in people)} deaths, "
        f"{sum(person.trips for person in people)} expeditions, "
        f"{sum(person.duels for person in people)} games of cards; {typed} lines, of which "
        f"{len(wrong)} were not understood, {sum(person.dead_ends for person in people)} times two "
        "in a row.",
    ]
    if wrong:
        counts: dict[str, int] = {}
        for line, _ in wrong:
            counts[line] = counts.get(line, 0) + 1
        told = ", ".join(f"“{line}” {n}" for line, n in sorted(counts.items(), key=lambda x: -x[1]))
        lines += ["", f"Not understood: {told}."]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=6, help="of each language")
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--out", type=Path, help="a file for the tables")
    parser.add_argument("--stories", type=Path, help="a folder for all that they typed and read")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        game = GameServer(Path(folder) / "data", **QUICK)
        try:
            game.start()
            with ThreadPoolExecutor(given.at_once) as pool:
                evenings = [
                    (language, pool.submit(spend, game, language, number, given.stories))
                    for number in range(1, given.people + 1)
                    for language in LANGUAGES
                ]
            done = [(language, evening.result()) for language, evening in evenings]
        finally:
            game.kill_everything()
    told = ["# A first evening outside", "", *(__doc__ or "").strip().splitlines(), ""]
    for language in LANGUAGES:
        told += [f"## {language}", "", *table([who for own, who in done if own == language]), ""]
    text = "\n".join(told)
    if given.out is not None:
        given.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
