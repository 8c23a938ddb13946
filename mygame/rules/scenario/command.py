"""Files of scenarios, and the command line that plays them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .. import dialect
from ..errors import PackError
from ..pack import Pack, load_pack
from .form import SCHEMA, ScenarioError
from .playing import Failure, Outcome, Player


def load(path: Path) -> list[dict]:
    """The scenarios of a file. ScenarioError says what is wrong with it."""
    data, problems = dialect.read(path.read_text(encoding="utf-8"), str(path))
    if problems:
        raise ScenarioError("; ".join(map(str, problems)))
    scenarios = data.get("scenarios") if isinstance(data, dict) else None
    if not isinstance(scenarios, list):
        raise ScenarioError(f'{path}: a file of scenarios is {{"scenarios": [...]}}')
    return scenarios


def play_file(pack: Pack, path: Path) -> list[Outcome]:
    """Play all scenarios of a file."""
    outcomes = []
    for scenario in load(path):
        player = Player(pack, scenario if isinstance(scenario, dict) else {})
        failures = player.play()
        outcomes.append(Outcome(player.name, str(path), failures))
    return outcomes


def pack_of(path: Path) -> Path:
    """
    The folder of the pack that a file of scenarios belongs to: the nearest above with pack.json5.
    """
    for folder in path.resolve().parents:
        if (folder / "pack.json5").exists():
            return folder
    raise ScenarioError(f"{path} lies in no pack; name one with --pack")


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.scenario [--pack FOLDER] [--json] PATH...`"""
    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario",
        description="Play scenarios and name the facts that do not hold.",
    )
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of the form")
    parser.add_argument(
        "--pack",
        type=Path,
        help="the pack they are for (default: the one in whose folder they lie)",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    if given.schema:
        print(json.dumps(SCHEMA, indent=2))
        return 0
    files = []
    for path in given.paths:
        inside = sorted(path.rglob("*.json5")) if path.is_dir() else []
        files += [f for f in inside if "scenarios" in f.parts] if path.is_dir() else [path]
    packs: dict[Path, Pack] = {}
    outcomes: list[Outcome] = []
    for file in files:
        try:
            folder = given.pack or pack_of(file)
            packs[folder] = packs.get(folder) or load_pack(folder)
            outcomes += play_file(packs[folder], file)
        except (ScenarioError, PackError, OSError) as error:
            failure = Failure(file.name, "cannot be read", "a file of scenarios", str(error))
            outcomes.append(Outcome(file.name, str(file), [failure]))
    failed = [outcome for outcome in outcomes if outcome.failures]
    if given.json:
        print(
            json.dumps(
                [
                    {"name": o.name, "file": o.file, "failures": list(map(str, o.failures))}
                    for o in outcomes
                ],
                indent=1,
                ensure_ascii=False,
            )
        )
    else:
        for outcome in failed:
            for failure in outcome.failures:
                print(f"{outcome.file}: {failure}")
        print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0
