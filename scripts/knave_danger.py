"""
How dangerous Knave is: the tables of docs/balance/knave.md, for each depth and size of party.

    .venv/bin/python scripts/knave_danger.py --expeditions 1000 --out docs/balance/knave.md

Everybody plays as the pack's `bot.prefer` says and looks no further: the steady player, who leaves
by the first way home. At depth 1 all have made their knave at the mouth, by dice; deeper ones bring
what fits the depth (`FITTING`). Each line is worked out from the seeds 1 to the number of
expeditions, so it comes out the same again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HOUSE = Path(__file__).parents[1]
sys.path.insert(0, str(HOUSE / "mygame"))

from rules.pack import Pack, load_pack  # noqa: E402
from rules.playing.bots.greedy import preference_of  # noqa: E402
from rules.running.choices import Choice  # noqa: E402
from rules.running.match import Match  # noqa: E402

DEPTHS = range(1, 6)
FATES = ("home", "fled", "down", "dead")
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
#: What the knave that fits a depth has: level, maximum HP, abilities, things.
FITTING: dict[int, tuple[int, int, tuple[int, ...], str]] = {
    2: (2, 11, (4, 2, 2, 1, 2, 2), "sword brigandine shield helmet torch torch ration red_potion"),
    3: (
        4,
        20,
        (5, 3, 3, 2, 3, 3),
        "sword chain shield helmet torch torch ration red_potion red_potion",
    ),
    4: (
        5,
        24,
        (5, 4, 3, 2, 4, 3),
        "sword half_plate shield helmet torch torch ration great_red_potion",
    ),
    5: (
        6,
        28,
        (6, 4, 4, 2, 4, 3),
        "knights_sword half_plate shield helmet torch torch ration great_red_potion",
    ),
}
#: And so many coins, its weapon a little worn, and something from the last time to sell.
COINS, TREASURE = 30, "garnet"


class Line(NamedTuple):
    """What became of the knaves of many expeditions, in per cent, and what they brought home."""

    depth: int
    seats: int
    fates: dict[str, float]
    coins: float
    answers: float

    @property
    def own_feet(self) -> float:
        return self.fates["home"] + self.fates["fled"]


def fitting(depth: int) -> dict[str, Any]:
    """What a knave that fits the depth brings; at depth 1 nothing but a first time behind them."""
    if depth not in FITTING:
        return {"trips": 1}
    level, health, abilities, things = FITTING[depth]
    used = {"kind": f"knave.gear.{things.split()[0]}", "fields": {"quality": 2}}
    return {
        "trips": 9,
        "level": level,
        "maxHp": health,
        "xp": 1000 * (level - 1),
        "coins": COINS,
        "things": [used, *(f"knave.gear.{name}" for name in [*things.split()[1:], TREASURE])],
        **dict(zip(ABILITIES, abilities, strict=True)),
    }


def steady(match: Match, choice: Choice) -> tuple[int, ...]:
    """What the pack prefers most; the first of equals."""
    if not choice.minimum == choice.maximum == 1:
        return choice.default
    return (max(range(len(choice.options)), key=lambda n: (preference_of(match, choice, n), -n)),)


def play(pack: Pack, seed: int, depth: int, seats: int, danger: int = 0) -> tuple[Match, int]:
    """An expedition of steady players, and how many answers it took."""
    options = {"startDepth": depth, "danger": danger, "bring": [fitting(depth)] * seats}
    match = Match.prepare(pack, seats, seed, options, log=False)
    match.begin()
    answers = 0
    while not match.is_over:
        choice = match.choices[0]
        match.answer_unchecked(choice.seat, steady(match, choice))
        answers += 1
    return match, answers


def measure(pack: Pack, expeditions: int, depth: int, seats: int, danger: int = 0) -> Line:
    fields = pack.program.layout.fields
    fate, coins = (fields["player", name].base for name in ("fate", "coins"))
    fates: Counter[str] = Counter()
    purse = answers = 0
    for seed in range(1, expeditions + 1):
        match, count = play(pack, seed, depth, seats, danger)
        answers += count
        for player in range(1, seats + 1):
            fates[str(match.program.symbol_name(match.state[fate + player]))] += 1
            purse += match.state[coins + player]
    knaves = expeditions * seats
    shares = {name: 100 * fates[name] / knaves for name in FATES}
    return Line(depth, seats, shares, purse / knaves, answers / expeditions)


def page(lines: list[Line], expeditions: int, version: str) -> Iterator[str]:
    yield "# How dangerous Knave is"
    yield ""
    yield "Made by `scripts/knave_danger.py`: steady players (`bot.prefer` of the pack: search,"
    yield "take, go on; eat at half of the HP, drink at 3, strike the weakest, flee at 2, turn back"
    yield "at 3, leave by the first way home), three rooms from the mouth to a way home. At depth 1"
    yield "knaves are fresh from the dice, not on their first expedition; deeper ones have what"
    yield "fits the depth, as the script says. Own feet: home, or fled there."
    yield ""
    yield f"{expeditions} expeditions a line, pack {version}; a share is sure to"
    yield f"{100 / expeditions**0.5:.1f} points or so."
    yield ""
    yield "| depth | party | own feet % | home | fled | carried out | dead | coins | answers |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for each in lines:
        fates = " | ".join(f"{each.fates[name]:.1f}" for name in FATES)
        yield (
            f"| {each.depth} | {each.seats} | **{each.own_feet:.1f}** | {fates} "
            f"| {each.coins:.0f} | {each.answers:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--expeditions", type=int, default=500)
    parser.add_argument("--depths", default="1,2,3,4,5")
    parser.add_argument("--seats", default="1,2,3,4")
    parser.add_argument("--danger", type=int, default=0, help="the host's option of this name")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    pack = load_pack(HOUSE / "mygame" / "world" / "packs" / "knave")
    lines = []
    for depth in map(int, given.depths.split(",")):
        for seats in map(int, given.seats.split(",")):
            lines.append(measure(pack, given.expeditions, depth, seats, given.danger))
            line = lines[-1]
            print(depth, seats, f"{line.own_feet:.1f}", line.fates, f"{line.coins:.0f}", flush=True)
    if given.out is not None:
        text = "\n".join(page(lines, given.expeditions, pack.version))
        given.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
