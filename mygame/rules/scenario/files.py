"""Files of scenarios: where they lie, and what their scenarios share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..ground.data import Json
from ..ground.places import nearest_position, positions
from ..language import dialect
from .form import SCHEMA, ScenarioError, path_text, schema_misfits

SHARED = ("seats", "seed", "options", "given")  # of a file, for scenarios that do not say otherwise


def load_scenarios(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file. ScenarioError says what is wrong with it."""
    return scenarios_in(path.read_text(encoding="utf-8"), str(path))


def scenarios_in(text: str, place: str) -> list[dict[str, Any]]:
    """The scenarios of the text of a file, each with what they share."""
    data, problems = dialect.parse_json5(text, place)
    if problems:
        raise ScenarioError("; ".join(map(str, problems)))
    if not isinstance(data, dict) or not isinstance(data.get("scenarios"), list):
        raise ScenarioError(f'{place}:1: a file of scenarios is {{"scenarios": [...]}}')
    # What is inside is looked at when each scenario is played.
    form = {**SCHEMA, "properties": {**SCHEMA["properties"], **{key: {} for key in SHARED}}}
    form["properties"]["scenarios"] = {"type": "array", "minItems": 1}
    for where, sentence in schema_misfits(data, form):
        line = nearest_position(positions(text), where)[0]
        raise ScenarioError(f"{place}:{line}: {path_text(where)}: {sentence}")
    shared = {key: data[key] for key in SHARED if key in data}
    return [merge_shared(shared, scenario) for scenario in data["scenarios"]]


def merge_shared(shared: Json, own: Json) -> Any:
    """What is said of one scenario upon what is said of all: objects by key, else its own."""
    if not isinstance(shared, dict) or not isinstance(own, dict):
        return own
    both = {key: merge_shared(shared[key], own[key]) for key in shared if key in own}
    return {**shared, **own, **both}


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
