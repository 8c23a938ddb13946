"""What a script of a pack holds, and which names it uses that there are not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..pack.definition import Pack
from ..pack.script_cards import FOLDER, cards_of_script
from ..telling.text import Text

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


def warnings_of(pack: Pack, address: str) -> list[str]:
    """What of a script is left out, and the names that it uses and nothing has."""
    if pack.program.scripts is None:
        return []
    name = address.removeprefix(FOLDER)
    state = pack.program.scripts.state()  # type: ignore[attr-defined]
    found = [each.message for each in state.problems if each.left_out and each.script == name]
    return [*found, *unknown_names(pack, address)]


def unknown_names(pack: Pack, address: str) -> list[str]:
    """Sentences on the names that a script uses and nothing has; they fail where they are used."""
    scripts = pack.program.scripts
    place = f"{pack.folder}/{address.removeprefix('file:')}"
    if scripts is None or place not in pack.sources:
        return []
    shared = scripts.state().shared  # type: ignore[attr-defined]
    given = set(shared)  # without what Lua itself has
    own = [file.text for file in scripts.files if file.own]  # type: ignore[attr-defined]
    code = _without_texts(pack.sources[place])
    known = {*_NAME.findall("\n".join(own)), *_defined_names(code)}
    told: dict[str, str] = {}
    for number, line in enumerate(code.split("\n"), 1):
        for table, name in _MEMBER.findall(line):
            members = shared[table] if table in given else None
            if members is None or isinstance(members, str) or name in known:
                continue
            if members[name] is None:
                whole = f"{table}.{name}"
                told.setdefault(whole, f"line {number} uses {whole}, which there is not")
        for name in _METHOD.findall(line):
            if name not in known:
                told.setdefault(f":{name}", f"line {number} calls {name}, which nothing has")
    return list(told.values())


def _without_texts(code: str) -> str:
    """The code of a script with its comments and texts blank, line by line as before."""
    return _LEFT_OUT.sub(lambda found: '"' + "\n" * found[0].count("\n"), code)


def _defined_names(code: str) -> Iterator[str]:
    """What a script itself gives names to: functions, and members of tables."""
    for found in re.finditer(r"function\s+[\w.]*[.:](\w+)|(\w+)\s*=[^=]", code):
        yield found[1] or found[2]
