"""What a script of a pack holds, and which names it uses that there are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..ground.errors import Problem, RuleError
from ..pack.definition import Pack
from ..pack.script_cards import FOLDER, cards_of_script
from ..pack.scripts import scripts_of
from ..telling.text import Text
from .problems import in_language, patterns_of_pack

# Comments and texts, which are passed over; and what is looked up of a table, or called of a thing.
_LEFT_OUT = re.compile(
    r"""--\[(=*)\[.*?\]\1\]|--[^\n]*|\[(=*)\[.*?\]\2\]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""",
    re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_MEMBER = re.compile(r"\b([A-Za-z_]\w*)\s*\.\s*([A-Za-z_]\w*)")
_METHOD = re.compile(r":\s*([A-Za-z_]\w*)\s*[({\"']")


def contents_text(pack: Pack, address: str, language: str) -> str:
    """What a script declares, by kinds: their names."""
    text = Text(pack, language)
    kinds: dict[str, list[str]] = {}
    for card in cards_of_script(pack, address):
        kinds.setdefault(card.kind, []).append(text.card(card))
    colon, comma, stop = ("：", "、", "。") if language == "zh" else (": ", ", ", ". ")
    return "".join(
        f"{text.symbol(kind)}{colon}{comma.join(names)}{stop}" for kind, names in kinds.items()
    ).strip()


def warnings_of(pack: Pack, address: str, files: Mapping[str, str]) -> list[Problem]:
    """
    What of a script is left out or does nothing, and the names that it uses and nothing has, by its
    lines. `files` are those of the pack with the script in them; other problems may refuse them.
    """
    scripts: Any = pack.program.scripts if files is pack.sources else scripts_of(files)
    place, name = f"{pack.folder}/{address.removeprefix('file:')}", address.removeprefix(FOLDER)
    if scripts is None or place not in files:
        return []
    try:
        state = scripts.state()
    except RuleError:
        return []  # it has been told
    found = [
        (each.line, each.message)
        for each in state.problems
        if each.left_out and each.script == name
    ]
    found += _unknown_names(scripts, files[place])
    return [Problem(place, said, (line, 0) if line else None) for line, said in sorted(found)]


def warning_texts(found: Sequence[Problem], pack: Pack, language: str) -> list[str]:
    """What may be wrong in a script, each behind its line."""
    patterns = patterns_of_pack(pack, language)
    told = []
    for each in found:
        said = in_language(each.message, language, patterns)
        line = in_language(f"line {each.at[0]}", language) if each.at else ""
        told.append(f"{line}: {said}" if line else said)
    return told


def _unknown_names(scripts: Any, source: str) -> Iterator[tuple[int, str]]:
    """The names that a script uses and nothing has, by line; they fail where they are used."""
    shared = scripts.state().shared
    given = set(shared)  # without what Lua itself has
    own = [file.text for file in scripts.files if file.own]
    code = _without_texts(source)
    known = {*_NAME.findall("\n".join(own)), *_defined_names(code)}
    told: set[str] = set()
    for number, line in enumerate(code.split("\n"), 1):
        for table, name in _MEMBER.findall(line):
            members = shared[table] if table in given else None
            if members is None or isinstance(members, str) or name in known:
                continue
            whole = f"{table}.{name}"
            if members[name] is None:
                yield number, f"there is no {whole}, which is used here"
        for name in _METHOD.findall(line):
            if name not in known and name not in told:
                told.add(name)
                yield number, f"{name} is called here, and nothing has it"


def _without_texts(code: str) -> str:
    """The code of a script with its comments and texts blank, line by line as before."""
    return _LEFT_OUT.sub(lambda found: '"' + "\n" * found[0].count("\n"), code)


def _defined_names(code: str) -> Iterator[str]:
    """What a script itself gives names to: functions, and members of tables."""
    for found in re.finditer(r"function\s+[\w.]*[.:](\w+)|(\w+)\s*=[^=]", code):
        yield found[1] or found[2]
