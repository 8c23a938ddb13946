"""
How fast the engine is, and beside it other engines playing their own games: `make bench`.

Every contender is a process (`contender.py`) and they take turns, one round each, so that noise of
the machine hits all alike. A figure is the median of the rounds with the largest deviation from it;
a ratio is the median of the ratios of each round. What the figures mean: `docs/benchmarks.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS_HOME = ROOT / "var" / "peers"
sys.path.insert(0, str(ROOT / "mygame"))

import report  # noqa: E402

from rules.backends.wasm.host import why_missing  # noqa: E402

PACKS = (
    ROOT / "mygame/world/packs/chrono",
    ROOT / "mygame/world/packs/race",
    ROOT / "mygame/world/packs/duel",
    HERE / "packs/tricks",
)
PEERS = (
    ("boardgame.io tricks", "node play_boardgame.cjs"),
    ("pokemon-showdown", "node play_showdown.cjs"),
    ("catanatron", "python play_catanatron.py"),
    ("rlcard uno", "python play_rlcard.py uno"),
    ("rlcard mahjong", "python play_rlcard.py mahjong"),
    ("open_spiel dominoes (Python)", "python play_open_spiel.py python_team_dominoes"),
    ("open_spiel hearts (C++)", "python play_open_spiel.py hearts"),
    ("open_spiel hearts, C++ alone", "python play_open_spiel.py hearts alone"),
)
PATIENCE = 180  # seconds to start, and for a round beyond what it was told to last


class Failed(Exception):
    """A contender does not run; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A name and the command that starts it; commands of peers are run in `peers/`."""

    name: str
    command: tuple[str, ...]
    peer: bool = False


def contenders(packs: Iterable[Path], peers: bool) -> list[Contender]:
    """Ours, two for each pack where there is a native machine, and the peers."""
    kinds = {"": "own.py"} | ({} if why_missing() else {" native": "native_own.py"})
    own = [
        Contender(pack.name + kind, (sys.executable, str(HERE / program), str(pack.resolve())))
        for kind, program in kinds.items()
        for pack in packs
    ]
    others = [Contender(name, tuple(command.split()), peer=True) for name, command in PEERS]
    return own + (others if peers else [])


def environment(contender: Contender) -> dict[str, str]:
    """Where the process finds what it imports and, if it is a peer, its interpreter."""
    if not contender.peer:
        return os.environ | {"PYTHONPATH": os.pathsep.join((str(HERE), str(ROOT / "mygame")))}
    tools = str(PEERS_HOME / "venv" / "bin")
    return os.environ | {
        "PYTHONPATH": str(HERE),
        "PATH": os.pathsep.join((tools, os.environ.get("PATH", os.defpath))),
        "NODE_PATH": str(PEERS_HOME / "node" / "node_modules"),
        "NODE_ENV": "production",
    }


class Running:
    """A contender's process."""

    def __init__(self, contender: Contender):
        self.errors = tempfile.TemporaryFile(  # noqa: SIM115  open as long as the process runs
            "w+", encoding="utf-8", errors="replace"
        )
        try:
            self.process = subprocess.Popen(  # noqa: S603 (the command of a contender is in our list)
                contender.command,
                cwd=HERE / "peers",
                env=environment(contender),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                encoding="utf-8",
            )
        except OSError as error:
            raise Failed(f"{contender.command[0]} cannot be started: {error.strerror}") from error
        assert self.process.stdin is not None  # noqa: S101 (for mypy)
        assert self.process.stdout is not None  # noqa: S101 (for mypy)
        self.questions, self.answers = self.process.stdin, self.process.stdout
        self.about: dict[str, str] = self.answer(PATIENCE)

    def round(self, seconds: float) -> dict[str, float]:
        """The figures of one round."""
        try:
            print(seconds, file=self.questions, flush=True)
        except BrokenPipeError:
            raise Failed(self.last_words()) from None
        return self.answer(PATIENCE + 20 * seconds)

    def answer(self, patience: float) -> dict:
        """The next line of JSON; a process that takes too long is killed."""
        watch = threading.Timer(patience, self.process.kill)
        watch.start()
        line = self.answers.readline()
        late = not watch.is_alive()
        watch.cancel()
        if late:
            self.end()
            raise Failed(f"it gave no answer in {patience:.0f} seconds")
        if not line:
            raise Failed(self.last_words())
        return json.loads(line)

    def last_words(self) -> str:
        """Why the process ended, in a line."""
        self.end()
        self.errors.seek(0)
        # Python's last line is the error, Node's its version.
        told = [line.strip() for line in self.errors if "Error" in line]
        return told[-1] if told else f"it ended with code {self.process.returncode}"

    def end(self) -> None:
        """End the process by ending its input."""
        self.process.communicate()


def measure(
    wanted: Iterable[Contender], runs: int, seconds: float
) -> tuple[dict[str, report.Result], dict[str, str]]:
    """The results by contender, and why others have none."""
    results: dict[str, report.Result] = {}
    absent: dict[str, str] = {}
    running: dict[str, Running] = {}
    for contender in wanted:
        try:
            running[contender.name] = process = Running(contender)
            results[contender.name] = report.Result(process.about, contender.peer)
        except Failed as failure:
            absent[contender.name] = str(failure)
    for run in range(runs):
        for name, process in list(running.items()):
            progress(f"run {run + 1} of {runs}: {name}")
            try:
                results[name].add(process.round(seconds))
            except Failed as failure:
                absent[name] = str(failure)
                del running[name], results[name]
    progress("")
    for process in running.values():
        process.end()
    return results, absent


def progress(line: str) -> None:
    """One line that replaces the last, for who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Measure and print tables; JSON into a file. 1 if a pack of ours could not be measured."""
    parser = argparse.ArgumentParser(description="How fast the engine is, beside its peers.")
    parser.add_argument("packs", nargs="*", type=Path, default=PACKS, help="folders of packs")
    parser.add_argument("--runs", type=int, default=5, help="rounds of every contender")
    parser.add_argument("--seconds", type=float, default=1.0, help="playing in each round")
    parser.add_argument("--quick", action="store_true", help="one short round, to see it work")
    parser.add_argument("--no-peers", action="store_true", help="only this engine")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    given = parser.parse_args()
    if given.quick:
        given.runs, given.seconds = 1, 0.02
    peers = PEERS_HOME.exists() and not given.no_peers
    before = os.getloadavg()[0]
    wanted = contenders(given.packs, peers)
    results, absent = measure(wanted, given.runs, given.seconds)
    machine = report.machine(ROOT, before)
    print(report.table(machine, results, absent))
    if not PEERS_HOME.exists():
        print("\nOther engines are not measured: `make peers` installs them.")
    if given.json:
        data = report.as_data(machine, results, absent)
        given.json.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    return int(any(contender.name in absent for contender in wanted if not contender.peer))


if __name__ == "__main__":
    sys.exit(main())
