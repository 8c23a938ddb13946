"""
The scripts of a pack: its files in Lua, the cards they are of, and what of the pack they can use.

`lua/api/*.lua` of a pack is its own: it says what the other files under `lua` see. The section
`scripts` names the values, conditions and choosers that they can ask (`reads`), and the doables
that they can carry out (`words`). Nothing of Lua is imported for a pack without such files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, Any
from unicodedata import category

from ..ground.errors import Problem, suggest
from ..language.compile import Compiler
from ..language.declared import Declarations, Defined
from ..language.emit import Emitter
from ..language.frame import Frame
from ..language.read import Reader
from ..language.schema import Param
from ..language.scope import Scope
from ..language.tree import Binding, Place
from ..language.units import UnitWriter
from ..program.form import Local
from ..program.values import Piece
from ..running.state import SINGULAR, Value
from ..running.symbols import symbol_of
from .legible import legible_text

if TYPE_CHECKING:
    from ..lua.scripts import LuaScripts

UNIT = "scripts"  # of what they can ask
OWN = "api/"  # where the files of a pack's own begin that say what the others see
_TEXT = re.compile(r"""(["'])([^"'\\\n]{1,100})\1""")
_PLACED = re.compile(r"([^:]+):(\d+): (.*)", re.DOTALL)  # as Lua says what is wrong
#: By language and name: the id and kind of the card that is called so.
Named = dict[tuple[str, str], tuple[str, object]]
FAMILIES = {"values": "type", "conditions": "type", "choosers": "chooser"}


def is_script(place: str, folder: str = "") -> bool:
    """Whether a file of a pack, or of the one in a folder, is a script."""
    own, _, inside = place.partition("/")
    return inside.startswith("lua/") and inside.endswith(".lua") and folder in ("", own)


def decode_script(data: bytes) -> str:
    """
    The text of a script: it is UTF-8, with or without a mark of that at its beginning, or GB18030.

    :raises UnicodeDecodeError: it is neither.
    """
    if (at := data.find(0)) >= 0:
        raise UnicodeDecodeError("utf-8", data, at, at + 1, "no text has a zero")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            raise error from None
        if any(category(each) in ("Cn", "Co") for each in text):
            raise error from None
        return text


def name_of_script(place: str) -> str:
    """The name of a script, as scripts and what is wrong with them are told by."""
    return place.partition("/lua/")[2]


def scripts_of(sources: Mapping[str, str]) -> LuaScripts | None:
    """The scripts among the files of a pack, its own first; None: there are none."""
    places = sorted(filter(is_script, sources))
    if not places:
        return None
    from ..lua.scripts import LuaScripts
    from ..lua.state import Script

    names = {place: name_of_script(place) for place in places}
    files = [Script(name, sources[place], name.startswith(OWN)) for place, name in names.items()]
    return LuaScripts.of(sorted(files, key=lambda file: not file.own))


def words_of(scripts: LuaScripts) -> list[str]:
    """The short texts in scripts, any of which may come to be a bare word of a match."""
    return sorted({each for file in scripts.files for _, each in _TEXT.findall(file.text)})


def add_cards(raw: dict[str, Any], sources: Mapping[str, str], problems: list[Problem]) -> bool:
    """
    The cards that scripts declare, beside those of the files; what is wrong with scripts. False:
    those of the pack's own do not run.
    """
    scripts = scripts_of(sources)
    if scripts is None:
        return True
    places = {name_of_script(place): place for place in sorted(filter(is_script, sources))}
    first = min(places.values(), key=lambda place: not name_of_script(place).startswith(OWN))
    try:
        state = scripts.state()
    except Exception as error:  # noqa: BLE001 (a script may be wrong in any way)
        said = str(error).partition("\nstack traceback:")[0]
        found = _PLACED.fullmatch(said)
        name, line, message = found.groups() if found else ("", 0, said)
        at = (int(line), 0) if found else None
        problems.append(Problem(places.get(name, first), message, at))
        return False
    for script, line, message, left_out in state.problems:
        if left_out:
            continue
        at = (line, 0) if line else None
        problems.append(Problem(places.get(script, script), message, at))
    for language, words in state.words.items():
        for table, texts in words.items():
            shown = {legible_text(name): legible_text(text) for name, text in texts.items()}
            raw["words"].setdefault(language, {}).setdefault(table, {}).update(shown)
    named, names = _names_of(raw["cards"]), {name.partition(".")[0] for name in places}
    for card in state.cards:
        if not isinstance(card.get("id"), str):
            problems.append(Problem(first, "a card that a script declares has no id"))
            continue
        # What a script declares has an id that begins with the script's name.
        place = places.get(f"{card['id'].partition('.')[0]}.lua", first)
        if card["id"] in raw["cards"]:
            message = f"there is already a card {card['id']}, in {raw['cards'][card['id']][0]}"
            problems.append(Problem(f"{place}: {card['id']}", message))
            continue
        if isinstance(card.get("name"), dict):
            card["name"] = _name_apart(card["id"], card.get("kind"), card["name"], named, names)
        raw["cards"][card["id"]] = (f"{place}: {card['id']}", card)
    return True


def _names_of(cards: Mapping[str, tuple[str, Any]]) -> Named:
    found: Named = {}
    for identifier, (_, card) in cards.items():
        name = card.get("name") if isinstance(card, dict) else None
        for language, text in name.items() if isinstance(name, dict) else ():
            found.setdefault((language, str(text)), (identifier, card.get("kind")))
    return found


def _name_apart(
    identifier: str, kind: object, name: dict[str, Any], named: Named, scripts: Set[str]
) -> Any:
    """
    The name of a card that a script declares: where another card has it, what tells the two apart
    stands behind it. Cards whose ids end alike are versions of one card, unless two of the
    `scripts` declare them, and share their name; so do cards of a script that are of two kinds,
    such as a skill and the card that it makes.
    """
    script, _, inside = identifier.partition(".")
    own = inside.rpartition(".")[2]
    told = {}
    for language, text in name.items():
        for each in (f"{text}", f"{text} ({script})", f"{text} ({script} {own})"):
            told[language] = each
            other, of = named.setdefault((language, each), (identifier, kind))
            by, alike = other.partition(".")[0], other.rpartition(".")[2] == own
            if (alike and (by == script or by not in scripts)) or (of != kind and by == script):
                break
    return told


class ScriptWords:
    """Compiles what of a pack its scripts can use."""

    def __init__(self, declared: Declarations, section: Mapping[str, Any], compiler: Compiler):
        self.declared, self.section, self.compiler = declared, section, compiler

    def compile(self, scripts: LuaScripts) -> None:
        """Give the scripts what they can ask and carry out, and which function is a bot."""
        from ..lua.words import Word

        if bot := self.section.get("bot"):
            known = self.declared.scripts
            if bot in known:
                scripts.bot = self.declared.symbol(bot)
            else:
                message = f"no script has a function {bot!r}{suggest(bot, known)}"
                self.compiler.problem("scripts.bot", message)
        defines = self.declared.defines
        reads = self._named("reads", {n: d for each in FAMILIES for n, d in defines[each].items()})
        source = [defined.digest for defined in reads]
        unit = self.compiler.compile_unit(UNIT, source, lambda writer: _write(writer, reads))
        takes = {defined.name: _takes(defined) for defined in reads}
        for key, call in unit.values.items() if unit is not None else ():
            name, _, type = key.partition(" ")
            scripts.reads[name] = Word(call, takes[name], [type], waits=False)
        for defined in self._named("words", defines["doables"]):
            unit = self.compiler.units.get(f"word {defined.name}")
            if unit is None:
                continue
            signature = unit.about["signature"]
            gives = [type for _, (type, _) in signature["results"]]
            scripts.acts[defined.name] = Word(
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
            aside.bind(binding, Piece(Local(f"p{number}"), held=True))
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
