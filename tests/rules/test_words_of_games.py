"""The engine knows no game: its phrases and modules name nothing that only packs declare."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.language.schema import WORDS
from rules.pack import Pack, load_pack
from rules.pack.faces import RANKS, SIGNS
from rules.telling.phrasebook import LANGUAGES, SHARED_TABLES, phrases

GAME = Path(rules.__file__).parents[1]
FILES = sorted((GAME / "world/packs").glob("*/pack.json5"))

# What the engine itself declares or docs/language gives a meaning in every game.
OWN = {
    "match", "player", "card",                                    # kinds of entities
    "id", "kind", "type", "forPlayer", "needsTarget", "aimsAt", "botWorth",  # of every card
    "position",
    "grace",  # of who is away
    *(word for table in WORDS.values() for word in table),
}  # fmt: skip
# Words of the language that some game also uses as a name: cards, what players bring (decks), the
# card being cast and its target, how often, what a die shows, which kind, on which side, what
# cards do.
TOLD = {
    "en": {
        "card",
        "cards",
        "deck",
        "spell",
        "target",
        "roll",
        "kind",
        "name",
        "event",
        "player",
        "left",
        "effects",
        "use",
    },
    "zh": {"牌", "卡牌", "牌组", "法术", "目标", "次数", "点数", "种类", "玩家", "事件"},
}


@cache
def packs() -> list[Pack]:
    return [load_pack(path.parent) for path in FILES]


def declared(pack) -> set[str]:
    """All names that a pack gives to something."""
    tables = (
        pack.program.properties,
        pack.declarations.events,
        pack.declarations.timings,
        pack.declarations.modes,
        *pack.declarations.defines.values(),
    )
    layout = pack.program.layout
    symbols = (name for fact in pack.program.properties.values() for name in fact.domain)
    rows = (row.name for row in (*layout.fields.values(), *layout.zones.values()))
    return {*symbols, *rows, *layout.kinds, *(name for table in tables for name in table)} - OWN


@cache
def names() -> frozenset[str]:
    return frozenset(name for pack in packs() for name in declared(pack))


def leaves(node, path=()):
    """Every text of a tree with its path."""
    if isinstance(node, dict | list):
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(inner, (*path, str(key)))
    else:
        yield ".".join(path), str(node)


def test_what_packs_declare_is_known_here():
    assert {"mana", "gold", "hand", "onRoundEnd", "damage", "monster", "round", "arcane"} <= names()
    assert not names() & {"card", "move", "Equals", "kind"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_engines_phrases_have_no_entry_for_what_only_packs_declare(language):
    tables = phrases(language)
    found = {
        f"{name}.{key}"
        for name in SHARED_TABLES
        for key in tables.get(name, {})
        if key.removeprefix("that_") in names()
    }
    # The card being cast is `spell` in every game; `last` joins clauses.
    assert found == {"entity.spell", "sentence.last"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_engines_phrases_mention_nothing_that_only_packs_declare(language):
    told: set[str] = set()
    for pack in packs():
        for table in ("field", "zone", "symbol"):
            told.update((pack.words[language].get(table) or {}).values())
        for forms in (pack.words[language].get("noun") or {}).values():
            told.update(forms)
    edge = r"\b" if language == "en" else ""
    pattern = re.compile(
        f"{edge}({'|'.join(sorted(map(re.escape, told - TOLD[language] - {''}), key=len))}){edge}"
    )
    found = {
        f"{path}: {word}"
        for path, text in leaves(phrases(language))
        for word in pattern.findall(re.sub(r"\{[^}]*\}", "", text))
    }
    assert found == set()


# Names of packs that modules use for something of their own; what is not here is of a game.
ALIKE = {
    "deck", "ready",                # what players bring, and that they are there
    "spell", "event",               # the card being cast; what triggers wait for
    "rounds", "play",               # in figures; a bot's way
    "board",                        # the section of a pack
    "left",                         # where what is narrower stands; what is still to come
    "removed",                      # in a difference
    "gone",                         # a deed in a journal: something is not there any more
    "first", "last", "loop", "place", "position", "now", "others", "roll", "step",
    "sealed",                       # answers that are not turned up yet
    "none", "beaten",               # in sentences and headings
    "table", "role",                # the piece of furniture, also of a document; what staff do
    "given", "offered", "range", "sure", "family",  # in plain words about what is given, and so on
    "alive", "black", "strength",   # in charts and figures
    "deed",                         # what a doable is for those who read sentences
    "turn", "takes",                # a lesson's; what an emitter has
    "fallen",                       # the roll of the dead
    "door", "person",               # of the world outside: the way out; who stands there
    "today",                        # an option that is the number of the day
}  # fmt: skip
ALIKE_IN = {
    # The older forms of the language are read as the specification prints them.
    "rules/language/dialect.py": {"damage", "mana", "drawCard", "drawCards", "dealDamage",
    "regenMana",
                         "monsters", "monsterChooser", "round"},
    # A pack says what its rounds are: `report.round`.
    "rules/pack/measures.py": {"round", "visits", "quests"},
    "rules/weighing/summary.py": {"round", "roles"},
    # How a match ended: what is taken home may hang on it.
    "rules/pack/bringing.py": {"won"}, "rules/scenario/facts.py": {"won"},
    "rules/language/words/state.py": {"won"}, "rules/backends/wasm/matches.py": {"won"},
    # How a table and its cards are drawn: ways, keys, and signs, which are pictures.
    "rules/pack/tables.py": {
        *("cell", "pile", "area", "free"),
        *("attack", "buy", "defeat", "discard", "draw", "heal", "hit"),
    },
    "rules/pack/faces.py": {*SIGNS, *RANKS, "rank"},
    "rules/workshop/schema/tables.py": {"draw", "cell", "reverse", "area", "free"},
    # A lesson has steps, and steps lead somewhere; a section of a board is spoken.
    "rules/pack/textshapes.py": {"draw", "speak", "steps", "area", "level", "free", "ways"},
    # Ways of saying, and what is left to chance in them.
    "rules/reading/ways/paraphrased.py": {"ways"}, "rules/reading/ways/filling.py": {"chance"},
    "rules/pack/boards.py": {"cell", "steps"}, "rules/pack/holes.py": {"mark"},
    # Where one is in a replay.
    "rules/weighing/steps.py": {"round", "steps"},
    "rules/weighing/swings.py": {"round", "rivals"}, "rules/weighing/trading.py": {"steps"},
    "commands/replay.py": {"round"},
    # How many of the last seats are nobody's: an option that a game may have.
    "typeclasses/scenes.py": {"hired"},
    # A party: who is in it, who leads it, whom it has hired.
    "typeclasses/parties.py": {"leads", "members"}, "commands/party.py": {"hands"},
    # How one gets about, and that nothing stands between.
    "typeclasses/exits.py": {"way"},
    # The time that somebody has left; whether one stands outside.
    "commands/hall.py": {"bank"}, "commands/seats.py": {"ground"},
    # The command that lists cards without scenarios.
    "rules/scenario/command.py": {"missing"},
    # What rolls are against.
    "rules/dice.py": {"armor", "morale"},
    # A type of Python; the verb of a way in.
    "rules/program/notation.py": {"int"}, "commands/unloggedin.py": {"con"},
    "rules/backends/wasm/truths.py": {"int"}, "rules/backends/wasm/values.py": {"int"},
    # A table of the kernel; who has won.
    "rules/backends/wasm/layout.py": {"aim", "heard", "won"},
    "rules/backends/wasm/match_fields.py": {"won"},
    "rules/backends/wasm/loading.py": {"aim"}, "rules/backends/wasm/breaking.py": {"aim"},
    # The command that lists tasks.
    "commands/carrying.py": {"quest", "quests"},
    # A command; what most cards of a kind have.
    "commands/course.py": {"speed"}, "rules/workshop/card_form.py": {"usual"},
    # The command, and the section of a board that it shows.
    "commands/table.py": {"hand"},
    # Cards that are gone from a version.
    "commands/publish.py": {"removed"},
    # Where a card stands among those of its kind; matches with and without it.
    "rules/weighing/trial.py": {"rank", "paired"},
    # Who wins, by what a pack says that players are: `report.role`.
    "rules/weighing/roles.py": {"won", "roles", "turns", "side"},
    "rules/weighing/sim/figures.py": {"won", "roles"},
    "rules/weighing/sim/html.py": {"roles"}, "rules/weighing/sim/table.py": {"roles"},
    # The matches of a series.
    "typeclasses/parts/series.py": {"won"},
}  # fmt: skip


def strings(module: Path) -> set[str]:
    """The literals of a module."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_no_module_names_what_only_packs_declare():
    known = names() | {pack.id for pack in packs()}
    found = {
        f"{place}: {name}"
        for folder in ("rules", "commands", "typeclasses")
        for module in (GAME / folder).rglob("*.py")
        for place in [module.relative_to(GAME).as_posix()]
        for text in strings(module)
        for name in [text, *re.findall(r"\bpacks/(\w+)", text)]
        if name in known - ALIKE - ALIKE_IN.get(place, set())
    }
    assert found == set()


def test_no_module_speaks_of_a_shipped_pack():
    shipped = re.compile(rf"\b({'|'.join(pack.id for pack in packs())})\b")
    found = {
        f"{module.relative_to(GAME).as_posix()}:{number}"
        for folder in ("rules", "commands", "typeclasses")
        for module in (GAME / folder).rglob("*.py")
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if shipped.search(line)
    }
    assert found == set()
