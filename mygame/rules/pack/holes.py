"""
Whether the holes of the texts of a pack can be filled: `{entity}` of an option, the arguments of a
line of the log, the fields of players and cards on the board; and whether their forms are there.

A hole that nothing fills stays empty for everybody at the table, and a form that is not there does
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from ..ground.data import Json
from ..ground.errors import suggest
from ..ground.templates import Hole, has_stray_brace, holes_of
from ..language.declared import Declarations
from ..language.schema import WORDS
from ..language.spoken import Spoken

Tell = Callable[[str, str], None]
Fitting = Callable[[str], Collection[str] | None]  # by name of a text: its holes; None: whichever

#: What may stand behind the bar of a hole: in phrases, whose forms are in `telling`, and on the
#: board, whose are in `world.render.board`.
FORMS_OF_PHRASES = (
    *("abs", "base", "context", "counted", "description", "each", "factor", "field", "floor"),
    *("from", "name", "number", "one", "possessive", "random", "rules", "s", "times", "zone"),
)
FORMS_OF_BOARDS = (
    *(
        "borne",
        "brief",
        "card",
        "counted",
        "effects",
        "if",
        "many",
        "name",
        "named",
        "names",
        "now",
        "roman",
    ),
    *("rules", "symbol", "zero"),
)
#: Tables of words whose holes have no forms.
WITHOUT_FORMS = ("article", "duration", "event", "option", "unless", "while_there")

#: Tables of words whose texts have these holes, whatever they are about.
SAME: dict[str, tuple[str, ...]] = {
    "article": ("noun",),
    "duration": ("x",),
    "while_there": ("x",),
    "event": ("who", "card"),
    "modifier": ("property", "cards", "amount", "mode"),
    "option": ("entity",),
    "unless": ("it",),
    "prompt": ("subject", "minimum", "maximum", "who"),
    "trigger": ("event", "at", "if", "do", "condition", "of"),
    **dict.fromkeys(("field", "zone", "symbol", "options", "worth", "first"), ()),
    "report": ("number",),
}
REACTION = ("event", "at", "if", "do", "limit", "when")  # of behaviours of the pack's own shape
CAUSE = "cause"  # of every line of the log
OF_AN_AMOUNT, OF_A_FACT = ("amount", "most"), ("whom", "how")  # what an option would do
#: What rows of the board know beside fields and zones.
OF_PLAYERS = ("seat", "number", "name", "me", "asked")
OF_STEPS = ("goal", "mark")  # where steps lead (`board.steps`)
OF_CARDS = ("name", "says", "holder", "mine", "uuid", "id", "kind", "zone", "bears")


def check_holes(declared: Declarations, spoken: Spoken, raw: Mapping[str, Any], tell: Tell) -> None:
    """Tell every place of the words and of the board with a hole that nothing fills."""
    tables: dict[str, Fitting] = {table: _is_same(names) for table, names in SAME.items()}
    tables |= {
        "fact": _is_same(tuple(declared.properties)),
        "keyword_fact": _is_same(tuple(declared.properties)),
        "log": _arguments_of_lines(spoken),
        "prompt": _values_of_prompts(declared, spoken),
        "preview": _names_of_previews(raw["preview"]),
        "question": _context_of_questions(declared),
        "text": _parameters_of_words(declared),
    }
    names = {*declared.properties, *(name for _, name in declared.layout.fields)}
    of_names = {f"of_{name}" for name in names}
    for language, words in raw["words"].items():
        phrases = {*FORMS_OF_PHRASES, *of_names, *words.get("described", {})}
        for table, fitting in tables.items():
            forms = () if table in WITHOUT_FORMS else phrases
            for name, text in words.get(table, {}).items():
                _check_text(text, fitting(name), forms, f"words.{language}.{table}.{name}", tell)
        for name, text in words.get("prompt", {}).items():
            _check_lacking(text, spoken.told.get(name, ()), f"words.{language}.prompt.{name}", tell)
    _check_board_texts(declared, raw["board"], tell)


def _is_same(names: tuple[str, ...]) -> Fitting:
    return lambda name: names


def _fields_of_players(declared: Declarations) -> list[str]:
    return [name for kind, name in declared.layout.fields if kind == "player"]


def _values_of_prompts(declared: Declarations, spoken: Spoken) -> Fitting:
    """
    What every question tells, fields of who is asked, and what any one gives it `with`; of a
    question that nobody is asked whichever there are: an heir may ask less.
    """
    always = {*SAME["prompt"], *_fields_of_players(declared)}

    def fitting(name: str) -> Collection[str] | None:
        return always.union(*spoken.told.get(name, ())) if name in spoken.prompts else None

    return fitting


def _check_lacking(text: Json, asked: Collection[tuple[str, ...]], place: str, tell: Tell) -> None:
    """Holes that not every question with this text fills, where no variant looks at that."""
    sometimes = {name for names in asked for name in names if any(name not in n for n in asked)}
    found = list(_walk_holes(text, place, lambda *_: None)) if sometimes else []
    looked_at = {hole.path[0] for inside, hole in found if ".when." in inside[len(place) :]}
    for inside, hole in found:
        if hole.name in sometimes - looked_at:
            tell(inside, f"not every question with this text fills the hole {{{hole.name}}}")


def _arguments_of_lines(spoken: Spoken) -> Fitting:
    """The arguments of a line of the log; of one that nothing logs whichever there are."""
    known: dict[str, set[str]] = {}
    for message, arguments in spoken.notes.values():
        known.setdefault(message, {CAUSE}).update(name for name, _ in arguments)
    return lambda name: known.get(name.partition(".")[0])


def _names_of_previews(section: Mapping[str, Any]) -> Fitting:
    def fitting(name: str) -> Collection[str] | None:
        spec = section.get(name)
        if not isinstance(spec, Mapping):
            return None
        return OF_AN_AMOUNT if "amount" in spec else OF_A_FACT

    return fitting


def _context_of_questions(declared: Declarations) -> Fitting:
    """What a question gives, who answers, and what."""

    def fitting(name: str) -> Collection[str] | None:
        question = declared.questions.get(name)
        return None if question is None else (*question.context, "of", "answer", "type")

    return fitting


def _parameters_of_words(declared: Declarations) -> Fitting:
    """
    The parameters of a word, and what is printed on its card; of phrases that are no word's
    whichever there are.
    """
    printed = {"kind", *declared.properties}

    def fitting(name: str) -> Collection[str] | None:
        known: set[str] = set()
        for family, table in declared.defines.items():
            if name in table:
                known |= table[name].params.keys()
                known |= set(REACTION) if family == "behaviors" else set()
        for words in WORDS.values():
            if name in words:
                known |= words[name].params.keys()
        return known | printed if known else None

    return fitting


def _check_text(
    node: Json, known: Collection[str] | None, forms: Collection[str], place: str, tell: Tell
) -> None:
    """Every hole of a text and of its variants, and what these are chosen by."""
    for inside, hole in _walk_holes(node, place, tell):
        if known is not None and hole.name not in known:
            tell(inside, f"nothing fills the hole {{{hole.name}}}{suggest(hole.name, known)}")
        _check_form(hole, forms, inside, tell)


def _check_form(hole: Hole, forms: Collection[str], place: str, tell: Tell) -> None:
    if hole.form and hole.form not in forms:
        tell(place, f"there is no form {hole.form!r}{suggest(hole.form, forms)}")


def _walk_holes(node: Json, place: str, tell: Tell) -> Iterator[tuple[str, Hole]]:
    """Every hole with its place, and what variants are chosen by."""
    if isinstance(node, str):
        if has_stray_brace(node):
            tell(place, "a brace that begins no hole is written twice")
        yield from ((place, hole) for hole in holes_of(node))
    elif isinstance(node, dict):
        for key, inner in node.items():
            if key == "when" and isinstance(inner, dict):
                for name in inner:
                    path = tuple(name.split("."))
                    yield f"{place}.when.{name}", Hole(path[0], "", path)
            else:
                yield from _walk_holes(inner, f"{place}.{key}", tell)
    elif isinstance(node, list):
        for number, inner in enumerate(node):
            yield from _walk_holes(inner, f"{place}[{number}]", tell)


# -- the board -----------------------------------------------------------------------------------


def _check_board_texts(declared: Declarations, board: dict[str, Any], tell: Tell) -> None:
    layout = declared.layout
    of: dict[str, set[str]] = {"match": set(), "player": {*OF_PLAYERS}, "card": {*OF_CARDS}}
    for kind, name in layout.fields:
        of[kind if kind in of else "card"].add(name)
    of["card"] |= declared.properties.keys()
    of["player"] |= {zone.name for zone in layout.zones.values() if zone.of == "player"}
    of["player"] |= board.get("between", {}).keys()
    shared = {zone.name for zone in layout.zones.values() if zone.of != "player"}
    heads = {"match": of["match"], "you": of["player"]}
    anything = {*heads, *OF_STEPS, *of["player"], *of["card"], *shared}
    told = {name: part for name, part in board.items() if name != "between"}  # values, no texts
    for place, hole in _walk_holes(told, "board", tell):
        if ".when." in place:
            continue
        first, *rest = hole.path
        known, name = (heads[first], (*rest, "")[0]) if first in heads else (anything, first)
        if name not in known:
            tell(place, f"nothing fills the hole {{{hole.name}}}{suggest(name, known)}")
        _check_form(hole, FORMS_OF_BOARDS, place, tell)
