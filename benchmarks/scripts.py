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
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from rules.ground.errors import ActionFailed  # noqa: E402
from rules.lua.scripts import LuaScripts  # noqa: E402
from rules.lua.state import Script  # noqa: E402
from rules.pack import Pack, load_pack  # noqa: E402
from rules.pack.files import WORLD  # noqa: E402
from rules.running.match import Match  # noqa: E402
from rules.running.scripts import SCRIPT  # noqa: E402
from rules.running.symbols import symbol_of  # noqa: E402

GAME = "kingdoms_packages"
SEATS = 8
BENCH = """
module("extensions.bench", package.seeall)
extension = sgs.Package("bench")
bencher = sgs.General(extension, "bencher", "wei")
plain = sgs.CreateViewAsSkill{name = "plain", n = 1, view_filter = function(self, picked, card) return true end,
  view_as = function(self, cards) end}
reading = sgs.CreateViewAsSkill{name = "reading", n = 1, view_filter = function(self, picked, card)
  return card:isRed() and card:getNumber() > 3 end, view_as = function(self, cards) end}
silent = sgs.CreateTriggerSkill{name = "silent", events = {sgs.TurnStart}, on_trigger = function(self, event, player, data)
  if player:getHp() > 100 then player:drawCards(1) end end}
waits = sgs.CreateTriggerSkill{name = "waits", events = {sgs.TurnStart}, can_trigger = function() return true end,
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


def played(pack: Pack, seed: int, own: frozenset[str] | None, seconds: float) -> float:
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
            if generals and choice.minimum == 1 and own is not None:
                wanted = [at for at in generals if (names[at] in own) == bool(own)]
                picks = wanted[:1] or picks
            try:
                match.answer(choice.seat, picks)
            except ActionFailed:
                pass
            count += 1
    return count / (time.process_time() - begun)


def waiting_match(pack: Pack) -> Match:
    """A match that waits in the midst of a skill, with thirty results."""
    match, dice = Match.new(pack, SEATS, 3, log=False), Random(3)
    while True:
        choice = match.choices[0]
        frames = [registers for code, registers, _ in match.stack if code is SCRIPT]
        if frames and len(frames[-1][2]) >= 29:
            return match
        names = [match.card_id(each.entity) or "" for each in choice.options]
        wanted = [at for at, name in enumerate(names) if name == "bench.general.bencher"]
        if match.is_over:
            raise SystemExit("no match comes to wait")
        picks = wanted[:1] if wanted and choice.minimum else choice.default
        match.answer(choice.seat, picks)
        del dice, frames
        dice = Random(3)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="of a round of whole matches")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pack = game_with(Path(folder), bench=BENCH)
        scripts = pack.program.scripts
        match = Match.new(pack, SEATS, 1, log=False)
        you = match.players[0] if hasattr(match, "players") else 1
        card = match.zones[max(range(len(match.zones)), key=lambda zone: len(match.zones[zone]))][0]
        ask, symbol = scripts.ask, symbol_of
        plain, reading = symbol("plain.fits"), symbol("reading.fits")
        given = (0, you, "play", (), card)
        print(
            f"predicate that reads nothing {least(lambda: ask(match, plain, given), 5000):8.2f} us"
        )
        print(
            f"predicate with two reads     {least(lambda: ask(match, reading, given), 5000):8.2f} us"
        )
        silent = symbol("silent.TurnStart")
        run = lambda: scripts.drive(match, [silent, (0, you), ()], [])  # noqa: E731
        print(f"skill that asks nobody       {least(run, 5000):8.2f} us")
        waiting = waiting_match(pack)
        clones = [waiting.clone() for _ in range(2000)]
        seat, picks = waiting.choices[0].seat, waiting.choices[0].default
        answers = iter(clones)
        each = least(lambda: next(answers).answer_unchecked(seat, picks), 200)
        print(f"answer to thirty results     {each:8.2f} us")
        del clones, answers
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        kept = [Match.load(pack, waiting.save()) for _ in range(1000)]
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"1,000 matches that wait      {(after - before) / 1024:8.2f} MB")
        del kept
        files = [each for each in scripts.files if each.own]
        text = next(each.text for each in scripts.files if each.name == "moligaloo.lua")
        for number in range(20):
            other = text.replace('name = "', f'name = "p{number}').replace("lua", f"lua{number}")
            files.append(Script(f"package{number}.lua", other, own=False))
        begun = time.process_time()
        LuaScripts(files).state()
        print(f"a state with 20 packages     {(time.process_time() - begun) * 1e3:8.2f} ms")
        of_scripts = frozenset(
            each["id"] for each in scripts.state().cards if each.get("kind") == "general"
        )
        ratios, speeds = [], []
        for number in range(options.rounds):
            native = played(pack, number, frozenset(), options.seconds)
            lua = played(pack, number, of_scripts, options.seconds)
            ratios.append(lua / native)
            speeds.append((lua, native))
        lua, native = (statistics.median(each) for each in zip(*speeds, strict=True))
        print(f"whole matches, {SEATS} seats       {lua:8.0f} decisions/s, native {native:.0f}")
        print(f"  median of the ratios       {statistics.median(ratios):8.2f}")


if __name__ == "__main__":
    main()
