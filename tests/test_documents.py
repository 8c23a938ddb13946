"""
What documents say is done here: imports and names exist, Python runs, command lines are taken.

Of `docs/authoring.md` every snippet is tried besides, by `test_authoring`.
"""

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import tiny
from chrono_table import chrono

from rules.pack import load_pack
from rules.pack.files import WORLD
from rules.running.match import Match
from rules.telling.text import Text

HOUSE = Path(__file__).parents[1]
PAGES = [HOUSE / "README.md", HOUSE / "CONTRIBUTING.md", *sorted((HOUSE / "docs").rglob("*.md"))]
OWN = {"first_game.md"}  # `test_first_game` types its lines, in their order
MADE = {"words.md", "benchmarks.md"}  # written by a program; a log of what was measured once
NEW = {  # what readers are told to write
    "mygame/world/packs/chrono/cards/mine.json5",
    "world/packs/meadow",
    "world/packs/orchard",
}
FOLDERS = (
    "mygame",
    "tests",
    "docs",
    "scripts",
    "benchmarks",
    "deploy",
    "clients",
    "rules",
    "world",
)
ROOMS = ("commands", "hooks", "rules", "server", "typeclasses", "web", "world")
FENCE = re.compile(r"^```(\w*)[^\n]*\n((?:.*\n)*?)```", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(page):
    return page.relative_to(HOUSE).as_posix()


def fences(page, *languages):
    return [
        text for language, text in FENCE.findall(page.read_text("utf-8")) if language in languages
    ]


def in_backticks(page):
    return CODE.findall(FENCE.sub("", page.read_text("utf-8")))


def command_lines():
    """Every line for a shell, in a fence or in the text, with its page; comments are dropped."""
    for page in PAGES:
        if page.name in OWN:
            continue
        for text in fences(page, "", "sh"):
            joined = text.replace("\\\n", " ")
            yield from (
                (page, line.split("  #")[0].split(" # ")[0]) for line in joined.splitlines()
            )
        yield from ((page, code) for code in in_backticks(page))


def lines_with(start):
    """Command lines that begin with this, each once, with the page that has it first."""
    found = {}
    for page, line in command_lines():
        for part in re.split(r"\s*(?:&&|;)\s*", line):
            for lead in (start, f"../.venv/bin/{start}", f".venv/bin/{start}"):
                if part.strip().startswith(lead):
                    found.setdefault(part.strip().removeprefix(lead).strip(), page)
    return [pytest.param(line, id=f"{name(page)}: {line}") for line, page in found.items()]


def resolve(dotted):
    """What a dotted name leads to: a module, or an attribute of one. LookupError if nothing."""
    parts = dotted.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:size]))
        except ModuleNotFoundError as error:
            if error.name and ".".join(parts).startswith(error.name):
                continue
            raise
        for part in parts[size:]:
            if not hasattr(found, part) and part not in getattr(found, "__annotations__", {}):
                raise LookupError(dotted)
            found = getattr(found, part, None)
        return found
    raise LookupError(dotted)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_is_named_with_its_module_is_there(page):
    dotted = re.compile(rf"(?:{'|'.join(ROOMS)})(?:\.\w+)+")
    gone = []
    for code in in_backticks(page):
        found = dotted.fullmatch(code.removesuffix("()"))
        if found and not code.endswith((".json5", ".py", ".md", ".js", ".html", ".log")):
            try:
                resolve(found[0])
            except LookupError:
                gone.append(code)
    # keys of a pack's sections look alike: `words.report`, `web.home`
    assert [each for each in gone if each.split(".")[0] != "web" or "." in each[4:]] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_imports_in_texts_work(page):
    for code in in_backticks(page):
        if re.fullmatch(r"(from [\w.]+ )?import [\w., ]+", code):
            exec(code, {})  # noqa: S102


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in MADE], ids=name)
def test_paths_that_are_named_are_there(page):
    roots = (
        HOUSE,
        HOUSE / "mygame",
        HOUSE / "mygame" / "rules",
        HOUSE / "mygame" / "world",
        page.parent,
    )
    path = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*\w/?")
    gone = [
        code
        for code in in_backticks(page)
        if path.fullmatch(code) and code not in NEW
        and not any((root / code).exists() for root in roots)
        and not any(list(root.glob(f"{code}.*")) for root in roots)
    ]  # fmt: skip
    assert gone == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    dead = []
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if "://" in link or link.startswith("mailto:"):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def anchors(page):
    heads = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


PYTHON = [(page, text) for page in PAGES for text in fences(page, "python")]


@pytest.mark.parametrize(
    ("page", "text"), PYTHON, ids=[f"{name(p)} {i}" for i, (p, _) in enumerate(PYTHON)]
)
def test_python_in_documents_runs(page, text):
    """With a folder of a game, a match, and stand-ins for what a text calls by a big name."""
    known = {"path_to_folder": WORLD / "chrono", "CARD": {}, "CHOICE": {}}
    exec(compile(text.replace(", ...", ""), name(page), "exec"), known)  # noqa: S102
    match = known.get("match")
    assert match is None or isinstance(match, Match)
    assert "while not match.is_over" not in text or match.is_over


def test_there_is_python_to_run():
    assert PYTHON


FEWER = {  # what takes long is done with less of it
    "--matches": "2", "--checks": "1", "--amount": "1", "--sample": "2", "--ready": "1",
    "--positions": "1", "--processes": "1", "--pairs": "1",
}  # fmt: skip
LONG = {  # what takes long by default
    "report": ["--matches", "2"],
    "rules.weighing.balance": ["--decks", "4", "--sample", "2", "--mixed", "2", "--processes", "1"],
    "rules.weighing.roles": ["--matches", "1"],
    "rules.weighing.sim": ["--processes", "1"],
}
PASSES = {"report": (0, 1), "missing": (0, 1)}  # 1: there is something to tell


def as_arguments(line, folder):
    """Arguments with small numbers, a small game for what takes minutes, files in a folder."""
    done, last = [], ""
    for each in shlex.split(line):
        if each in ("[--lang", "en]", "[--whole]", "[--samples]", "--verbose"):
            continue
        if last in FEWER:
            each = FEWER[last]
        elif last == "--bots":
            each = re.sub(r"iterations=\d+", "iterations=1", each)
        elif last in ("--out", "--report", "--write"):
            each = str(folder / Path(each).name)
        elif each == "GAME":
            each = str(folder / "game")
        elif each in ("PACK", "FOLDER"):
            each = "race"
        elif each == "FILE" and last == "--write":
            each = str(folder / "new.json5")
        elif each == "FILE..." or each.endswith(".lua"):
            each = str(WORLD / "kingdoms_packages" / "lua" / "scholars.lua")
        elif each == "FILE" or each.endswith("/scenarios"):
            each = str(next((WORLD / "race" / "scenarios").glob("*.json5")))
        if done in (["readback"], ["report"]):
            tiny.build(folder, name="small")
            each = str(folder / "small")
        last = each if each.startswith("--") else ""
        done.append(each)
    return done + LONG.get(done[0], [])


MODULES = lines_with("python -m")
_run: set[tuple[str, ...]] = set()  # lines that several documents have are run once


@pytest.mark.parametrize("line", MODULES)
def test_command_lines_of_the_rules_work(line, tmp_path, monkeypatch, capsys):
    module, _, rest = line.partition(" ")
    if module.startswith("server."):
        assert resolve(module)
        return
    main = importlib.import_module(f"{module}.__main__" if has_main(module) else module).main
    if not rest.strip():  # the module alone is named
        return
    monkeypatch.chdir(HOUSE / "mygame")
    arguments = [*as_arguments(rest, tmp_path), *LONG.get(module, ())]
    if "--cluster" in arguments:  # its machines are not here: the line is read, and no more
        assert importlib.import_module("rules.weighing.sim.command").parser().parse_args(arguments)
        return
    line = (module, *(each.replace(str(tmp_path), "") for each in arguments))
    if line in _run:
        return
    _run.add(line)
    assert main(arguments) in PASSES.get(arguments[0], (0,))
    assert capsys.readouterr().out


def has_main(module):
    return importlib.util.find_spec(module).submodule_search_locations is not None


TARGETS = lines_with("make ")


@pytest.mark.parametrize("line", TARGETS)
def test_make_knows_what_is_made(line):
    target = line.split()[0].strip("`.,;:")
    if not re.fullmatch(r"[a-z]+", target):
        return
    made = subprocess.run(
        ["make", "-n", target, "FILE=x"], cwd=HOUSE, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr


SCRIPTS = lines_with("python benchmarks/")


@pytest.mark.parametrize("line", SCRIPTS)
def test_scripts_are_there(line):
    script = HOUSE / "benchmarks" / line.split()[0]
    assert script.exists()
    assert subprocess.run([sys.executable, script, "--help"], capture_output=True).returncode == 0


ARGUMENTS = sorted(
    {
        (found[1], found[2])
        for _, line in command_lines()
        if (found := re.match(r"make (\w+) ARGS=\"(.*)\"", line.strip())) and found[1] != "test"
    }
)


@pytest.mark.parametrize(("target", "given"), ARGUMENTS)
def test_options_behind_make_are_known(target, given):
    """Each option stands in the help of what make starts."""
    made = subprocess.run(["make", "-n", target], cwd=HOUSE, capture_output=True, text=True).stdout
    module = re.search(r"-m (rules\.\w+|browser\.whole)", made)
    program = ["-m", module[1]] if module else [re.search(r"benchmarks/\w+\.py", made)[0]]
    help_ = subprocess.run(
        [sys.executable, *program, "--help"], cwd=HOUSE, capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin", **dict(re.findall(r"([A-Z_]+)=(\S+) ", made))},
    ).stdout  # fmt: skip
    assert [
        option for option in shlex.split(given) if option.startswith("--") and option not in help_
    ] == []


SHELL = [
    (page, text)
    for page in PAGES
    for text in fences(page, "")
    if re.search(r"^sudo ", text, re.MULTILINE)
]


@pytest.mark.parametrize(
    ("page", "text"), SHELL, ids=[f"{name(p)} {i}" for i, (p, _) in enumerate(SHELL)]
)
def test_lines_for_a_server_are_shell_and_name_files_that_are_there(page, text):
    """They change a machine, so they are read, not run."""
    assert subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True).stderr == ""
    for file in re.findall(r"(?<![\w/])deploy/[\w.*-]+", text):
        assert list(HOUSE.glob(file)), file


def test_docstrings_of_packages_name_rooms_that_there_are():
    """A package says which of its modules to begin with."""
    gone = []
    for path in sorted((HOUSE / "mygame").rglob("__init__.py")):
        module = ".".join(path.parent.relative_to(HOUSE / "mygame").parts)
        if not module or "migrations" in module or "admin" in module.split("."):
            continue
        text = importlib.import_module(module).__doc__ or ""
        for code in CODE.findall(text):
            inner = re.fullmatch(r"(\w+)(\.py)", code)
            if inner and not (path.parent / code).exists():
                gone.append(f"{module}: {code}")
    assert gone == []


WITH_EXAMPLES = [
    path.relative_to(HOUSE / "mygame").with_suffix("").as_posix().replace("/", ".")
    for path in sorted((HOUSE / "mygame").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_hold(module):
    """At hand are `pack`, the flagship, `text`, its English texts, and `other`, a second pack."""
    result = doctest.testmod(
        importlib.import_module(module),
        extraglobs={
            "pack": chrono(),
            "other": load_pack(WORLD / "duel"),
            "text": Text(chrono(), "en"),
        },
    )
    assert result.attempted > 0
    assert result.failed == 0
