"""Every scenario in the folders of the packs is a test of its own, named after the scenario."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.pack import Pack, load_pack
from rules.scenario import Player, ScenarioError, load_scenarios

ROOT = Path(__file__).parents[2]
PACKS = (ROOT / "mygame" / "world" / "packs", ROOT / "tests" / "world" / "packs")


@cache
def pack_in(folder: Path) -> Pack:
    return load_pack(folder)


def scenarios() -> list:
    """(folder of the pack, scenario) of all files; one that cannot be read is a case that fails."""
    found = []
    files = [(packs, file) for packs in PACKS for file in packs.glob("*/scenarios/**/*.json5")]
    for packs, file in sorted(files):
        folder = packs / file.relative_to(packs).parts[0]
        try:
            for scenario in load_scenarios(file):
                found.append(
                    pytest.param(folder, scenario, id=str(scenario.get("name", file.name)))
                )
        except ScenarioError as error:
            found.append(pytest.param(folder, error, id=file.name))
    return found


@pytest.mark.parametrize(("folder", "scenario"), scenarios())
def test_scenario(folder: Path, scenario: dict | ScenarioError):
    if isinstance(scenario, ScenarioError):
        pytest.fail(str(scenario))
    failures = Player(pack_in(folder), scenario).play()
    assert not failures, "\n".join(map(str, failures))
