"""
The scripts of a pack: its files in Lua, the cards they are of, and what of the pack they can use.

`lua/api/*.lua` of a pack is its own: it says what the other files under `lua` see. The section
`scripts` names the values, conditions and choosers that they can ask (`reads`), and the doables
that they can carry out (`words`). Nothing of Lua is imported for a pack without such files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..ground.errors import Problem, suggest
from ..language import quote
from ..language.compile import Compiler
from ..language.declared import Declarations, Defined
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.quote import Piece
from ..language.read import Reader
from ..language.schema import Param
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..running.state import SINGULAR, Value
from ..running.symbols import symbol_of
from .legible import legible_text

if TYPE_CHECKING:
    from ..lua.scripts import LuaScripts

UNIT = "scripts"  # of what they can ask
OWN = "api/"  # where the files of a pack's own begin that say what the others see
_TEXT = re.compile(r"""(["'])([^"'\\\n]{1,100})\1""")
FAMILIES = {"values": "type", "conditions": "type", "choosers": "chooser"}


def is_script(place: str, folder: str = "") -> bool:
    """Whether a file of a pack, or of the one in a folder, is a script."""
    return place.endswith(".lua") and "/lua/" in place and place.startswith(folder and f"{folder}/")


def _name_in_folder(place: str) -> str:
    """The name of a script, as scripts and what is wrong with them are told by."""
    return place.partition("/lua/")[2]


def scripts_of(sources: Mapping[str, str]) -> LuaScripts | None:
    """The scripts among the files of a pack, its own first; None: there are none."""
    places = sorted(filter(is_script, sources))
    if not places:
        return None
    from ..lua.scripts import LuaScripts
    from ..lua.state import Script

    names = {place: _name_in_folder(place) for place in places}
    files = [Script(name, sources[place], name.startswith(OWN)) for place, name in names.items()]
    return LuaScripts(sorted(files, key=lambda file: not file.own))


def words_of(scripts: LuaScripts) -> list[str]:
    """The short texts in scripts, any of which may come to be a bare word of a match."""
    return sorted({each for file in scripts.files for _, each in _TEXT.findall(file.text)})


def add_cards(raw: dict[str, Any], sources: Mapping[str, str], problems: list[Problem]) -> None:
    """The cards that scripts declare, beside those of the files; what is wrong with scripts."""
    scripts = scripts_of(sources)
    if scripts is None:
        return
    places = {_name_in_folder(place): place for place in sorted(filter(is_script, sources))}
    first = next(iter(places.values()))
    try:
        state = scripts.state()
    except Exception as error:  # noqa: BLE001 (a script may be wrong in any way)
        problems.append(Problem(first, str(error)))
        return
    for script, line, message in state.problems:
        place = places.get(script, script)
        problems.append(Problem(f"{place}:{line}" if line else place, message))
    for language, words in state.words.items():
        for table, texts in words.items():
            shown = {legible_text(name): legible_text(text) for name, text in texts.items()}
            raw["words"].setdefault(language, {}).setdefault(table, {}).update(shown)
    for card in state.cards:
        if not isinstance(card.get("id"), str):
            problems.append(Problem(first, "a card that a script declares has no id"))
            continue
        raw["cards"].setdefault(card["id"], (f"{first}: {card['id']}", card))


class ScriptWords:
    """Compiles what of a pack its scripts can use."""

    def __init__(self, declared: Declarations, section: Mapping[str, Any], compiler: Compiler):
        self.declared, self.section, self.compiler = declared, section, compiler

    def compile(self, scripts: LuaScripts) -> None:
        """Give the scripts what they can ask and carry out."""
        from ..lua.scripts import Word

        defines = self.declared.defines
        reads = self._named("reads", {n: d for each in FAMILIES for n, d in defines[each].items()})
        source = [defined.digest for defined in reads]
        unit = self.compiler.compile_unit(UNIT, source, lambda writer: _write(writer, reads))
        takes = {defined.name: _takes(defined) for defined in reads}
        for key, call in unit.values.items() if unit is not None else ():
            name, _, type = key.partition(" ")
            scripts.reads[name] = Word.of(call, takes[name], [type], waits=False)
        for defined in self._named("words", defines["doables"]):
            unit = self.compiler.units.get(f"word {defined.name}")
            if unit is None:
                continue
            signature = unit.about["signature"]
            gives = [type for _, (type, _) in signature["results"]]
            scripts.acts[defined.name] = Word.of(
                None, _takes(defined), gives, waits=not signature["run"]
            )

    def _named(self, key: str, known: Mapping[str, Defined]) -> list[Defined]:
        found = []
        for name in self.section.get(key, ()):
            if name in known:
                found.append(known[name])
            else:
                message = f"the pack defines no word {name!r} of that kind{suggest(name, known)}"
                self.compiler.problem(f"scripts.{key}", message)
        return found


def _write(writer: UnitWriter, reads: list[Defined]) -> None:
    """What scripts can ask as functions of the match and of what they give."""
    for defined in reads:
        names = {name: Binding(name, param.type) for name, param in defined.params.items()}
        reader = Reader(writer, Scope(names=names), Place(f"scripts.reads.{defined.name}"))
        aside = Emitter(writer, Frame(defined.name), pure=True)
        for number, binding in enumerate(names.values()):
            aside.bind(binding, Piece(quote.name(f"p{number}"), held=True))
        node = {FAMILIES[defined.family]: defined.name}
        node |= {name: f"{{{name}}}" for name in names}
        is_condition = defined.family == "conditions"
        tree = reader.condition(node) if is_condition else reader.value(node)
        arguments = " ".join(["m", *(f"p{number}" for number in range(len(names)))])
        written = writer.value_function(aside.emit_held(tree), arguments, "0, 0, 0, None")
        type = "boolean" if is_condition else tree.type
        writer.values[f"{defined.name} {type}"] = written


def _takes(defined: Defined) -> list[tuple[str, Any]]:
    """What a word takes: of which types, and what where nothing is given."""
    return [(param.type, _default(param)) for param in defined.params.values()]


def _default(param: Param) -> Value:
    if param.type in SINGULAR:
        return ()
    if param.type == "text":
        return ""
    default = param.default
    if isinstance(default, str) and not default.startswith("{"):
        return symbol_of(default)
    return default if isinstance(default, int) else 0
