"""
How dangerous Knave is: the tables of docs/balance/knave.md, for each depth and size of party.

    nice .venv/bin/python scripts/knave_danger.py --expeditions 10000 --out docs/balance/knave.md

Everybody plays as the pack's `bot.prefer` says and looks no further: the steady player, who leaves
by the first way home. At depth 1 all have made their knave at the mouth, by dice; deeper ones bring
what fits the depth (`FITTING`). Each line is worked out from the seeds 1 to the number of
expeditions, so it comes out the same again. What has been played is kept in `--state`: who is
interrupted goes on there, unless the pack has changed. Beside the lines, `--careers` new knaves go
down again and again, with what they bring home, until they die; what they and the others never
choose and never use is told, too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HOUSE = Path(__file__).parents[1]
sys.path.insert(0, str(HOUSE / "mygame"))

from rules.pack import Pack, load_pack  # noqa: E402
from rules.pack.definition import content_hash  # noqa: E402
from rules.playing.bots.greedy import preference_of  # noqa: E402
from rules.running.choices import Choice, Option  # noqa: E402
from rules.running.match import Match  # noqa: E402

KNAVE = HOUSE / "mygame" / "world" / "packs" / "knave"
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
MOST_TRIPS = 60  # of a career
SAVED_EVERY = 200  # expeditions
BROUGHT = ("level", "maxHp", "xp", "trips", "coins", "wounds", *ABILITIES)

Counts = dict[str, int]


class Line(NamedTuple):
    """What became of the knaves of many expeditions, in per cent, and what they brought home."""

    depth: int
    seats: int
    expeditions: int
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


def thing_of(match: Match, option: Option) -> str:
    """The id of the card that an option is about; "" where it is about none."""
    if option.kind == "card":
        card = match.card_of(int(option.entity or 0))
        return card.id if card is not None else ""
    told = match.program.symbol_name(option.entity) if option.kind == "definition" else ""
    return str(told or "")


def play(
    pack: Pack,
    seed: int,
    depth: int,
    seats: int,
    danger: int = 0,
    bring: dict[str, Any] | None = None,
    used: Counter[str] | None = None,
) -> tuple[Match, int]:
    """
    An expedition of steady players, and how many answers it took. `used` counts what they have
    chosen, as "prompt option", and the things about which that was, as "option id".
    """
    has = fitting(depth) if bring is None else bring
    options = {"startDepth": depth, "danger": danger, "bring": [has] * seats}
    match = Match.prepare(pack, seats, seed, options, log=False)
    match.begin()
    answers = 0
    while not match.is_over:
        choice = match.choices[0]
        picks = steady(match, choice)
        if used is not None:
            for pick in picks:
                option = choice.options[pick]
                used[f"{choice.prompt} {option.word}"] += 1
                if thing := thing_of(match, option):
                    used[f"{option.word} {thing}"] += 1
        match.answer_unchecked(choice.seat, picks)
        answers += 1
    return match, answers


def field_of(match: Match, name: str, player: int) -> int:
    return match.state[match.program.layout.fields["player", name].base + player]


def fate_of(match: Match, player: int) -> str:
    return str(match.program.symbol_name(field_of(match, "fate", player)))


def add_expedition(counts: Counter[str], pack: Pack, seed: int, depth: int, seats: int) -> None:
    """Play one more, and count what became of it (`fates`, coins, answers) and what was used."""
    match, answers = play(pack, seed, depth, seats, used=counts)
    counts["= answers"] += answers
    for player in range(1, seats + 1):
        counts[f"= {fate_of(match, player)}"] += 1
        counts["= coins"] += field_of(match, "coins", player)


def add_career(counts: Counter[str], pack: Pack, seed: int) -> None:
    """
    A new knave goes down until it dies, with what it brings home, deeper as it grows; every other
    one begins at depth 1 each time.
    """
    sheet: dict[str, Any] = {}
    numbers = 0
    for trip in range(MOST_TRIPS):
        level = sheet.get("level", 0)
        fit = max((d for d, (fits, *_) in FITTING.items() if fits <= level), default=1)
        depth = fit if seed % 2 else 1
        match, _ = play(pack, seed * MOST_TRIPS + trip, depth, 1, bring=sheet, used=counts)
        counts["= trips"] += 1
        taken = (match.returns or ({},))[0]
        if taken.get("dies"):
            counts["= died"] += 1
            break
        sheet = {name: sheet.get(name, 0) + taken.get(name, 0) for name in BROUGHT}
        sheet["things"] = []
        for number, kind, zone, fields in taken.get("things", ()):
            numbers += not number
            known = {"kind": kind, "zone": zone, "fields": fields}
            sheet["things"].append({"thing": number or numbers, **known})
    counts[f"= level {sheet.get('level', 1)}"] += 1


def line_of(depth: int, seats: int, expeditions: int, counts: Counter[str]) -> Line:
    knaves = expeditions * seats
    shares = {name: 100 * counts[f"= {name}"] / knaves for name in FATES}
    coins, answers = counts["= coins"] / knaves, counts["= answers"] / expeditions
    return Line(depth, seats, expeditions, shares, coins, answers)


def measure(pack: Pack, expeditions: int, depth: int, seats: int) -> Line:
    counts: Counter[str] = Counter()
    for seed in range(1, expeditions + 1):
        add_expedition(counts, pack, seed, depth, seats)
    return line_of(depth, seats, expeditions, counts)


#: Files of the pack that change nothing of how it is played.
SEEN_ONLY = ("words/", "scenarios/", "RULES", "board", "table", "faces", "learning", "preview")


def digest_of(pack: Pack) -> str:
    """What the figures hang on: how the pack is played, and what knaves bring."""
    files = {
        path: text
        for path, text in pack.sources.items()
        if not path.partition("/")[2].startswith(SEEN_ONLY)
    }
    return content_hash({**files, "fitting": f"{FITTING} {COINS} {TREASURE}"})


class State:
    """What has been played so far, by line, in a file; anew where the pack is another one."""

    def __init__(self, path: Path, digest: str):
        self.path, self.digest = path, digest
        self.lines: dict[str, tuple[int, Counter[str]]] = {}
        if path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept["digest"] == digest:
                self.lines = {name: (n, Counter(c)) for name, (n, c) in kept["lines"].items()}

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"digest": self.digest, "lines": self.lines})
        beside = self.path.with_suffix(".new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(self.path)

    def play(self, name: str, most: int, add: Any) -> tuple[int, Counter[str]]:
        """Go on to so many, where there are not more already; tells how it goes."""
        done, counts = self.lines.get(name, (0, Counter()))
        begun, first = time.monotonic(), done
        while done < most:
            done += 1
            add(counts, done)
            if done % SAVED_EVERY == 0 or done == most:
                self.lines[name] = done, counts
                self.save()
                speed = (done - first) / (time.monotonic() - begun)
                print(f"\r{name}: {done} of {most}, {speed:.0f}/s ", end="", flush=True)
        if done > first:
            print()
        return done, counts


#: Options that a steady player has no use for.
NEEDLESS = {
    "mouth voice": "who speaks best is named already",
    "mouth turnBack": "they have come to go down",
    "explore watch": "what those do who are away",
    "share equal": "what is found stays with who took it",
    "share offer": "the same",
    "agree accept": "the same",
    "agree refuse": "the same",
    "swap surprise": "keeps or swaps by the numbers",
}


def options_of(pack: Pack) -> set[str]:
    """All options that a knave can be asked about, as "prompt option"."""
    found: set[str] = set()

    def look(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") in ("choose", "askAll") and "options" in node:
                found.update(f"{node['prompt']} {each['id']}" for each in node["options"])
            for each in node.values():
                look(each)
        elif isinstance(node, list | tuple):
            for each in node:
                look(each)

    look([pack.origin.raw["define"], pack.origin.raw["main"]])
    return found


def unused(pack: Pack, used: Counter[str]) -> tuple[list[str], list[str]]:
    """
    The options that nobody has taken, and the things that nobody has chosen for anything, but for
    burdens and what lies in no depth, since only quests give it.
    """
    things = {
        card.id
        for card in pack.program.catalogue.cards
        if card.kind == "gear"
        and card.source.get("sortOf") != "burden"
        and card.facts.get("depthFrom", 1) <= max(DEPTHS)
    }
    chosen = {name.partition(" ")[2] for name in used}
    never = sorted(options_of(pack) - used.keys())
    why = [f"{each} ({NEEDLESS[each]})" if each in NEEDLESS else each for each in never]
    return why, sorted(things - chosen)


def page(
    lines: list[Line],
    careers: tuple[int, Counter[str]],
    never: tuple[list[str], list[str]],
    of: str,
) -> Iterator[str]:
    yield "# How dangerous Knave is"
    yield ""
    yield "Made by `scripts/knave_danger.py`: steady players (`bot.prefer` of the pack: sleep and"
    yield "buy what heals at the mouth; search, take, go on; eat at half of the HP, drink at 3,"
    yield "strike the weakest, flee at 2, turn back at 3, leave by the first way home), three rooms"
    yield "from the mouth to a way home. At depth 1 knaves are fresh from the dice, not on their"
    yield "first expedition; deeper ones have what fits the depth, as the script says. Own feet:"
    yield "home, or fled there."
    yield ""
    yield f"Pack {of}. Of so many expeditions a share is sure to a few tenths of a point at 10,000,"
    yield "to two points at 1,000."
    yield ""
    heads = ("depth", "party", "expeditions", "own feet %", "home", "fled", "carried out", "dead")
    yield f"| {' | '.join([*heads, 'coins', 'answers'])} |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for each in lines:
        fates = " | ".join(f"{each.fates[name]:.1f}" for name in FATES)
        yield (
            f"| {each.depth} | {each.seats} | {each.expeditions} | **{each.own_feet:.1f}** "
            f"| {fates} | {each.coins:.0f} | {each.answers:.0f} |"
        )
    many, counts = careers
    yield ""
    yield "## Careers"
    yield ""
    trips, dead = counts["= trips"] / many, 100 * counts["= died"] / many
    yield f"{many} new knaves went down alone, again and again, with what they brought home, every"
    yield f"other one deeper as they grew, {MOST_TRIPS} times at most: {trips:.1f} expeditions"
    yield f"each, and {dead:.0f} of 100 died. The levels they came to:"
    yield ""
    yield "| level | knaves |"
    yield "|---|---|"
    for level in range(1, 11):
        if there := counts[f"= level {level}"]:
            yield f"| {level} | {there} |"
    yield ""
    yield "## What steady players never do"
    yield ""
    for names, what in zip(never, ("Options", "Things"), strict=True):
        yield f"{what}: {', '.join(names) or 'none'}."
        yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--expeditions", type=int, default=500)
    parser.add_argument("--careers", type=int, default=500)
    parser.add_argument("--depths", default="1,2,3,4,5")
    parser.add_argument("--seats", default="1,2,3,4")
    parser.add_argument("--state", type=Path, default=HOUSE / "var" / "knave_danger.json")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    pack = load_pack(KNAVE)
    state, lines, used = State(given.state, digest_of(pack)), [], Counter[str]()
    careers = state.play("careers", given.careers, lambda c, n: add_career(c, pack, n))
    used.update(careers[1])
    for depth in map(int, given.depths.split(",")):
        for seats in map(int, given.seats.split(",")):

            def add(
                counts: Counter[str], seed: int, depth: int = depth, seats: int = seats
            ) -> None:
                add_expedition(counts, pack, seed, depth, seats)

            many, counts = state.play(f"depth {depth}, party {seats}", given.expeditions, add)
            used.update(counts)
            lines.append(line_of(depth, seats, many, counts))
            print(f"{depth} {seats} {lines[-1].own_feet:.1f}", flush=True)
    never = unused(pack, used)
    print("never taken:", *never[0], "\nnever used:", *never[1])
    if given.out is not None:
        text = "\n".join(page(lines, careers, never, pack.version)).rstrip()
        given.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
