"""
What functions in Lua cost: `python benchmarks/scripts.py` (`docs/benchmarks.md`).

It takes the game of packages with those of the tests. Each figure is the least of several rounds;
whole matches are paired: one with generals of packages alone, one with native ones, in turns.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from rules.ground.errors import ActionFailed  # noqa: E402
from rules.lua.scripts import LuaScripts  # noqa: E402
from rules.lua.state import Script  # noqa: E402
from rules.pack import Pack, load_pack  # noqa: E402
from rules.pack.files import WORLD  # noqa: E402
from rules.running.match import Match  # noqa: E402
from rules.running.scripts import RESULTS, SCRIPT  # noqa: E402
from rules.running.symbols import symbol_of  # noqa: E402

GAME = "kingdoms_packages"
SEATS = 8
NONE = frozenset[str]()
BENCH = """
module("extensions.bench", package.seeall)
extension = sgs.Package("bench")
bencher = sgs.General(extension, "bencher", "wei")
plain = sgs.CreateViewAsSkill{name = "plain", n = 1, view_as = function(self, cards) end,
  view_filter = function(self, picked, card) return true end}
reading = sgs.CreateViewAsSkill{name = "reading", n = 1, view_as = function(self, cards) end,
  view_filter = function(self, picked, card) return card:isRed() and card:getNumber() > 3 end}
silent = sgs.CreateTriggerSkill{name = "silent", events = {sgs.TurnStart},
  on_trigger = function(self, event, player, data)
    if player:getHp() > 100 then player:drawCards(1) end
  end}
waits = sgs.CreateTriggerSkill{name = "waits", events = {sgs.TurnStart},
  can_trigger = function() return true end,
  on_trigger = function(self, event, player, data)
    for i = 1, 28 do player:getHp() end
    player:getRoom():askForSkillInvoke(player, "waits")
    player:getRoom():askForSkillInvoke(player, "waits")
  end}
for _, skill in ipairs{plain, reading, silent, waits} do bencher:addSkill(skill) end
"""


def game_with(folder: Path, **scripts: str) -> Pack:
    """The game of packages, with those of the tests and further ones by name."""
    (folder / "kingdoms").symlink_to(WORLD / "kingdoms")
    own = folder / GAME
    shutil.copytree(WORLD / GAME, own)
    for listing in (ROOT / "tests" / "packages" / "listings").glob("*.lua"):
        shutil.copy(listing, own / "lua")
    for name, text in scripts.items():
        (own / "lua" / f"{name}.lua").write_text(text, encoding="utf-8")
    return load_pack(own)


def least(do: Callable[[], object], times: int, rounds: int = 7) -> float:
    """Microseconds of one time, in the best of some rounds."""
    found = []
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(times):
            do()
        found.append((time.process_time() - begun) / times * 1e6)
    return min(found)


def played(pack: Pack, seed: int, own: frozenset[str], seconds: float) -> float:
    """Decisions a second of matches at random: with these generals, or with no others of cards."""
    dice, count, begun = Random(seed), 0, time.process_time()
    while time.process_time() - begun < seconds:
        seed += 1
        match = Match.new(pack, SEATS, seed, log=False)
        while not match.is_over and time.process_time() - begun < seconds:
            choice = match.choices[0]
            size = dice.randint(choice.minimum, choice.maximum)
            picks = dice.sample(range(len(choice.options)), size)
            names = [match.card_id(each.entity) or "" for each in choice.options]
            generals = [at for at, name in enumerate(names) if ".general." in name]
            if generals and choice.minimum == 1:
                wanted = [at for at in generals if (names[at] in own) == bool(own)]
                picks = wanted[:1] or picks
            with suppress(ActionFailed):
                match.answer(choice.seat, picks)
            count += 1
    return count / (time.process_time() - begun)


def waiting_match(pack: Pack) -> Match:
    """A match that waits in the midst of a skill, with thirty results."""
    match = Match.new(pack, SEATS, 3, log=False)
    while not match.is_over:
        choice = match.choices[0]
        if any(code is SCRIPT and len(r[RESULTS]) >= 29 for code, r, _ in match.stack):
            return match
        names = [match.card_id(each.entity) or "" for each in choice.options]
        wanted = [at for at, name in enumerate(names) if name == "bench.general.bencher"]
        match.answer(choice.seat, wanted[:1] if wanted and choice.minimum else choice.default)
    raise SystemExit("no match comes to wait")


def tell(what: str, figure: float, unit: str) -> None:
    """A line of the report."""
    print(f"{what:32} {figure:10.2f} {unit}")


def measure_calls(pack: Pack) -> None:
    """What one call of a function takes."""
    scripts = cast("LuaScripts", pack.program.scripts)
    match = Match.new(pack, SEATS, 1, log=False)
    card = max(match.zones, key=len)[0]
    for what, name in (("reads nothing", "plain"), ("reads two values", "reading")):
        asked, given = symbol_of(f"{name}.fits"), (0, 1, "play", (), card)
        tell(f"predicate that {what}", least(partial(scripts.ask, match, asked, given), 5000), "us")
    silent = symbol_of("silent.TurnStart")
    for what, registers in (("skill that asks nobody", [silent, (0, 1), ()]),):
        tell(what, least(partial(scripts.drive, match, registers, []), 5000), "us")


def measure_waiting(pack: Pack) -> None:
    """What a match that waits in the midst of a skill takes: to answer, and in memory."""
    waiting = waiting_match(pack)
    choice = waiting.choices[0]
    clones = iter([waiting.clone() for _ in range(2000)])
    answer = least(lambda: next(clones).answer_unchecked(choice.seat, choice.default), 200)
    tell("answer to thirty results", answer, "us")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kept = [Match.load(pack, waiting.save()) for _ in range(1000)]
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tell(f"{len(kept)} matches that wait", (after - before) / 1024, "MB")


def measure_state(pack: Pack) -> None:
    """What a state with many packages takes to be made."""
    scripts = cast("LuaScripts", pack.program.scripts)
    files = [each for each in scripts.files if each.own]
    text = next(each.text for each in scripts.files if each.name == "moligaloo.lua")
    for number in range(20):
        other = text.replace('name = "', f'name = "p{number}').replace("lua", f"lua{number}")
        files.append(Script(f"package{number}.lua", other, own=False))
    begun = time.process_time()
    LuaScripts(files).state()
    tell("a state with 20 packages", (time.process_time() - begun) * 1e3, "ms")


def measure_matches(pack: Pack, rounds: int, seconds: float) -> None:
    """Whole matches with generals of scripts, beside those without."""
    scripts = cast("LuaScripts", pack.program.scripts)
    generals = [each["id"] for each in scripts.state().cards if each.get("kind") == "general"]
    speeds = [
        (played(pack, number, frozenset(generals), seconds), played(pack, number, NONE, seconds))
        for number in range(rounds)
    ]
    lua, native = (statistics.median(each) for each in zip(*speeds, strict=True))
    tell(f"matches of {SEATS} with scripts", lua, "decisions/s")
    tell("without", native, "decisions/s")
    tell("median of the ratios", statistics.median(a / b for a, b in speeds), "")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="of a round of whole matches")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pack = game_with(Path(folder), bench=BENCH)
        measure_calls(pack)
        measure_waiting(pack)
        measure_state(pack)
        measure_matches(pack, options.rounds, options.seconds)


if __name__ == "__main__":
    main()
