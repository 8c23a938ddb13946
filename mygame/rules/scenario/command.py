"""Files of scenarios, and the command line that plays them."""

from __future__ import annotations

import argparse
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..ground.data import Json
from ..ground.errors import PackError
from ..ground.places import Path as InFile
from ..ground.places import Position, nearest, positions
from ..language import dialect
from ..pack import Pack, load_pack
from .form import SCHEMA, ScenarioError, misfits, written
from .playing import Failure, Outcome, Player

SHARED = ("seats", "seed", "options", "given")  # of a file, for scenarios that do not say otherwise


def load(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file. ScenarioError says what is wrong with it."""
    return scenarios(path.read_text(encoding="utf-8"), str(path))


def scenarios(text: str, place: str) -> list[dict[str, Any]]:
    """The scenarios of the text of a file, each with what they share."""
    data, problems = dialect.read(text, place)
    if problems:
        raise ScenarioError("; ".join(map(str, problems)))
    if not isinstance(data, dict) or not isinstance(data.get("scenarios"), list):
        raise ScenarioError(f'{place}:1: a file of scenarios is {{"scenarios": [...]}}')
    # What is inside is looked at when each scenario is played.
    form = {**SCHEMA, "properties": {**SCHEMA["properties"], **{key: {} for key in SHARED}}}
    form["properties"]["scenarios"] = {"type": "array", "minItems": 1}
    for where, sentence in misfits(data, form):
        line = nearest(positions(text), where)[0]
        raise ScenarioError(f"{place}:{line}: {written(where)}: {sentence}")
    shared = {key: data[key] for key in SHARED if key in data}
    return [merged(shared, scenario) for scenario in data["scenarios"]]


def merged(shared: Json, own: Json) -> Any:
    """What is said of one scenario upon what is said of all: objects by key, else its own."""
    if not isinstance(shared, dict) or not isinstance(own, dict):
        return own
    both = {key: merged(shared[key], own[key]) for key in shared if key in own}
    return {**shared, **own, **both}


def play_file(pack: Pack, path: Path, verbose: bool = False) -> list[Outcome]:
    """Play all scenarios of a file."""
    text = path.read_text(encoding="utf-8")
    outcomes = []
    for number, scenario in enumerate(scenarios(text, str(path))):
        player = Player(pack, scenario, verbose)
        outcome = Outcome(player.name, str(path), player.play())
        outcome.lines = [line(text, number, failure.path) for failure in outcome.failures]
        if player.transcript is not None:
            outcome.transcript = player.transcript.lines
        outcomes.append(outcome)
    return outcomes


@lru_cache(maxsize=1)
def _positions(text: str) -> dict[InFile, Position]:
    return positions(text)


def line(text: str, number: int, path: InFile) -> int:
    """
    The line of a place in a scenario of a file, or in what its scenarios share; of the scenario as
    a whole that of its name.
    """
    found = _positions(text)
    for length in range(len(path), 0, -1):
        for start in (("scenarios", number), ()):
            position = found.get((*start, *path[:length]))
            if position and (start or path[0] in SHARED):
                return position[0]
    name = found.get(("scenarios", number, "name"))
    return (name or found["scenarios", number])[0]


def pack_of(path: Path) -> Path:
    """
    The folder of the pack that a file of scenarios belongs to: the nearest above with pack.json5.
    """
    for folder in path.resolve().parents:
        if (folder / "pack.json5").exists():
            return folder
    raise ScenarioError(f"{path}: it lies in no pack; name one with --pack")


def files_in(path: Path) -> list[Path]:
    """A file, or the files of scenarios in a folder."""
    if not path.exists():
        raise ScenarioError(f"{path}: there is no such file or folder")
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*.json5"))
    inside = [file for file in files if "scenarios" in file.resolve().parts]
    if not inside:
        raise ScenarioError(
            f"{path}: there is no scenario in this folder; they are in files *.json5 in a folder "
            "scenarios"
        )
    return inside


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.scenario [--pack FOLDER] [--json] [--verbose] PATH...`"""
    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario",
        description="Play scenarios and name the facts that do not hold.",
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
    given = parser.parse_args(arguments)
    if given.schema:
        print(json.dumps(SCHEMA, indent=2))
        return 0
    if not given.paths:
        parser.error("name a file of scenarios, or a folder of them")
    outcomes = play(given.paths, given.pack, given.verbose)
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


def play(paths: list[Path], folder: Path | None, verbose: bool) -> list[Outcome]:
    """What became of all scenarios there, and of what cannot be read."""
    outcomes: list[Outcome] = []
    packs: dict[Path, Pack | None] = {}
    for path in paths:
        try:
            files = files_in(path)
        except ScenarioError as error:
            outcomes.append(unread(path, error))
            continue
        for file in files:
            try:
                home = folder or pack_of(file)
                if home not in packs:
                    packs[home] = None  # what is wrong with it is told once
                    packs[home] = load_pack(home)
                pack = packs[home]
                if pack is not None:
                    outcomes += play_file(pack, file, verbose)
            except (ScenarioError, PackError, OSError, UnicodeDecodeError) as error:
                outcomes.append(unread(file, error))
    return outcomes


def unread(path: Path, error: Exception) -> Outcome:
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
