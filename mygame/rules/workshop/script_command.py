"""
The command line of scripts: `python -m rules.lua check FILE...` finds all that the check of a draft
finds, in a process of its own with its limits.
"""

from __future__ import annotations

import argparse
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ..ground.errors import PackError, Problem
from ..ground.processes import limit_process
from ..pack import load_pack, publisher
from ..pack.files import WORLD, folder_named
from ..pack.script_cards import FOLDER
from ..pack.scripts import OWN
from . import script_files
from .problems import in_language, patterns_of_pack
from .scripts import contents_text, warnings_of

SECONDS = 60.0  # of the check


def main(arguments: list[str] | None = None) -> int:
    """`python -m rules.lua check FILE... [--game FOLDER] [--lang zh]`; 1 with problems."""
    parser = argparse.ArgumentParser(prog="python -m rules.lua", description="Check scripts.")
    parser.add_argument("action", choices=["check"])
    parser.add_argument("files", nargs="+", type=Path, help="scripts, folders or zip files")
    parser.add_argument(
        "--game", type=folder_named, help="the game that they are for: a folder, or its name"
    )
    parser.add_argument("--lang", default=_usual_language(), choices=["en", "zh"])
    given = parser.parse_args(arguments)
    games = [path.parents[1] for path in sorted(WORLD.glob(f"*/lua/{OWN}"))]
    game = given.game or next(iter(games), None)
    if game is None:
        parser.error("no game here has scripts: name one by --game")
    begin = ProcessPoolExecutor(1, get_context("spawn"), limit_process)
    with begin as process:
        try:
            lines, count = process.submit(check_files, game, given.files, given.lang).result()
        except (BrokenExecutor, MemoryError):
            said = f"the check took more than {SECONDS:.0f} seconds or 1 GB"
            print(in_language(said, given.lang))
            return 1
    print("\n".join(lines))
    return 1 if count else 0


def _usual_language() -> str:
    return "zh" if os.environ.get("LANG", "").startswith("zh") else "en"


def check_files(game: Path, files: list[Path], language: str) -> tuple[list[str], int]:
    """What there is to say about files for a game, by lines, and how many problems there are."""
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    pack = load_pack(game)
    patterns = patterns_of_pack(pack, language)
    scripts: dict[str, str] = {}
    problems: list[str] = []
    paths: dict[str, Path] = {}
    for path in files:
        try:
            taken = _taken_of(path, script_files.folders_of(pack))
        except (OSError, ValueError) as error:
            problems.append(f"{path}: {getattr(error, 'strerror', None) or error}")
            continue
        problems += taken.problems
        scripts |= taken.scripts
        paths |= dict.fromkeys(taken.scripts, path)
    places = {f"{pack.folder}/{each.removeprefix('file:')}": each for each in scripts}
    texts = {place: scripts[address] for place, address in places.items()}

    def line_of(problem: Problem) -> str:
        place = problem.place.partition(": ")[0]
        known = paths[places[place]] if place in places else None
        shown = str(known) if known is not None and known.suffix == ".lua" else place
        line = f":{problem.at[0]}" if problem.at else ""
        return in_language(f"{shown}{line}: {problem.message}", language, patterns)

    lines = [in_language(each, language, patterns) for each in problems]
    told: list[str] = []
    files_now, made = {**pack.sources, **texts}, pack
    try:
        made = publisher.next_version(pack, files_now)
    except PackError as error:
        lines += map(line_of, error.problems)
    else:
        files_now = made.sources
        for address in scripts:
            name = address.removeprefix(FOLDER)
            told.append(f"{name}: {contents_text(made, address, language)}".rstrip(": "))
    warnings = [line_of(each) for at in scripts for each in warnings_of(made, at, files_now)]
    return [*lines, *told, *warnings, _last_line(len(lines), language)], len(lines)


def _taken_of(path: Path, folders: script_files.Folders) -> script_files.Taken:
    if path.is_dir():
        return script_files.take_folder(path, folders)
    if path.stat().st_size > script_files.MOST_PACKED:
        raise ValueError(f"{script_files.MOST_PACKED} bytes are the limit")
    if path.suffix.lower() == ".zip":
        return script_files.take_archive(path.read_bytes(), folders)
    whole = path.resolve().as_posix()
    known = script_files.address_of_script(whole, folders)
    return script_files.take_file(whole[1:] if known else path.name, path.read_bytes(), folders)


def _last_line(count: int, language: str) -> str:
    if language == "zh":
        return f"{count} 个问题" if count else "没有问题"
    return f"{count} problem{'s' if count > 1 else ''}" if count else "no problems"
