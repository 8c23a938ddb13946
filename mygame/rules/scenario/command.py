"""The command line that plays scenarios: `python -m rules.scenario`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..backends.wasm.host import why_missing
from ..ground.errors import PackError
from ..ground.places import Path as InFile
from ..ground.places import Position, positions
from ..pack import Pack, load_pack
from . import missing
from .both import load_for_both
from .files import SHARED, files_in, pack_of, scenarios_in
from .form import SCHEMA, ScenarioError
from .playing import Failure, Outcome, Player


def play_file(
    pack: Pack,
    path: Path,
    verbose: bool = False,
    make_player: Callable[[Pack, dict[str, Any], bool], Player] = Player,
) -> list[Outcome]:
    """Play all scenarios of a file."""
    text = path.read_text(encoding="utf-8")
    outcomes = []
    for number, scenario in enumerate(scenarios_in(text, str(path))):
        player = make_player(pack, scenario, verbose)
        outcome = Outcome(player.name, str(path), player.play())
        outcome.lines = [line_of(text, number, failure.path) for failure in outcome.failures]
        if player.transcript is not None:
            outcome.transcript = player.transcript.lines
        outcomes.append(outcome)
    return outcomes


@lru_cache(maxsize=1)
def _positions_in(text: str) -> dict[InFile, Position]:
    return positions(text)


def line_of(text: str, number: int, path: InFile) -> int:
    """
    The line of a place in a scenario of a file, or in what its scenarios share; of the scenario as
    a whole that of its name.
    """
    found = _positions_in(text)
    for length in range(len(path), 0, -1):
        for start in (("scenarios", number), ()):
            position = found.get((*start, *path[:length]))
            if position and (start or path[0] in SHARED):
                return position[0]
    name = found.get(("scenarios", number, "name"))
    return (name or found["scenarios", number])[0]


def main(arguments: list[str] | None = None) -> int:
    """
    `python -m rules.scenario [--pack FOLDER] [--json] [--verbose] [--both] PATH...`, or `missing
    PACK`, of which `missing` tells more.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["missing"]:
        return missing.main(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario",
        description="Play scenarios and name the facts that do not hold.",
        epilog="`missing PACK` lists the cards of a pack that no scenario tries.",
    )
    parser.add_argument("paths", nargs="*", type=Path, help="files, or folders of them")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the form")
    parser.add_argument(
        "--pack",
        type=Path,
        help="the pack they are for (default: the one in whose folder they lie)",
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--verbose", action="store_true", help="tell what is asked, answered and logged"
    )
    parser.add_argument(
        "--both", action="store_true", help="hold the native machine against the other one"
    )
    given = parser.parse_args(arguments)
    if given.both and (why := why_missing()) is not None:
        parser.error(f"there is no native machine: {why}")
    if given.schema:
        print(json.dumps(SCHEMA, indent=2))
        return 0
    if not given.paths:
        parser.error("name a file of scenarios, or a folder of them")
    outcomes = play_all(given.paths, given.pack, given.verbose, given.both)
    failed = [outcome for outcome in outcomes if outcome.failures]
    if given.json:
        print(json.dumps([as_json(outcome) for outcome in outcomes], indent=1, ensure_ascii=False))
        return 1 if failed else 0
    for outcome in outcomes if given.verbose else failed:
        if given.verbose:
            print("\n".join([outcome.name, *outcome.transcript]))
        for failure, number in zip(outcome.failures, outcome.lines, strict=True):
            print(f"{outcome.file}:{number}: {failure}" if number else failure.sentence)
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def play_all(
    paths: list[Path], folder: Path | None, verbose: bool, both: bool = False
) -> list[Outcome]:
    """What became of all scenarios there, and of what cannot be read."""
    outcomes: list[Outcome] = []
    packs: dict[Path, tuple[Pack, Callable[..., Player]] | None] = {}
    for path in paths:
        try:
            files = files_in(path)
        except ScenarioError as error:
            outcomes.append(unread_outcome(path, error))
            continue
        for file in files:
            try:
                home = folder or pack_of(file)
                if home not in packs:
                    packs[home] = None  # what is wrong with it is told once
                    packs[home] = load_for_both(home) if both else (load_pack(home), Player)
                if (loaded := packs[home]) is not None:
                    pack, make_player = loaded
                    outcomes += play_file(pack, file, verbose, make_player)
            except (ScenarioError, PackError, OSError, UnicodeDecodeError) as error:
                outcomes.append(unread_outcome(file, error))
    return outcomes


def unread_outcome(path: Path, error: Exception) -> Outcome:
    """A file in which no scenario could be played; the sentence names the place."""
    sentence = str(error)
    if isinstance(error, OSError):
        sentence = f"{path}: {error.strerror or error}"
    elif isinstance(error, UnicodeDecodeError):
        sentence = f"{path}: byte {error.start} is not UTF-8; the file must be saved as UTF-8"
    return Outcome(path.name, str(path), [Failure("", (), sentence)], [0])


def as_json(outcome: Outcome) -> dict[str, Any]:
    told = {
        "name": outcome.name,
        "file": outcome.file,
        "failures": list(map(str, outcome.failures)),
        "lines": outcome.lines,
    }
    return {**told, "transcript": outcome.transcript} if outcome.transcript else told
