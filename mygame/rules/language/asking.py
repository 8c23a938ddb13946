"""
Choosers that ask: `monsterChooser`, `cardChooser`, `numberChooser`, for every kind of thing.

Part of the reader, like `references`; `words.asking` writes their code.
"""

from __future__ import annotations

from ..ground.errors import suggest
from ..running.state import PLURAL
from .reading import Reading
from .schema import ASKING, Source
from .tree import Use, first_of


def read_asking_chooser(reader: Reading, kind: str, node: Source) -> Use:
    """A chooser that asks: what a player picks of a kind of thing."""
    declarations = reader.declarations
    plural = PLURAL.get(kind, kind + "s")
    defined = declarations.defined_word("choosers", plural) if kind != "number" else None
    if defined is not None:
        reader.language.note_inlined(defined)
    word = ASKING["number" if kind == "number" else "card"]
    own = dict(defined.params) if defined else {}
    known = {key: param for key, param in word.params.items() if key not in ("from", "where")}
    rest = {key: item for key, item in node.items() if key not in ("from", "where")}
    arguments, given = reader.arguments(f"{kind}Chooser", {**known, **own}, rest)
    if kind == "number":
        arguments["from"], arguments["where"] = None, None
        for key in ("from", "where"):
            if key in node:
                reader.problem(f"{kind}Chooser has no parameter {key}")
        type = "numbers"
    else:
        usual = {"chooser": plural, **{key: node[key] for key in own if key in node}}
        pool = reader.at(".from").entities(node.get("from") or usual)
        arguments["from"] = pool
        where = node.get("where")
        arguments["where"] = None if where is None else reader.at(".where").about_each(where, pool)
        type = pool.type if pool.is_list else "entities"
        if (type == "definitions") != (kind == "definition"):
            reader.problem("definitions are asked for by definitionChooser, and nothing else is")
    order = arguments["sort"]
    if order is not None and order not in declarations.properties:
        known_ones = suggest(order, declarations.properties)
        reader.problem(f"there is no property {order!r} to sort by{known_ones}", ".sort")
        arguments["sort"] = None
    arguments["prompt"] = arguments["prompt"] or kind
    arguments["kind"] = kind
    arguments["plural"] = plural
    aims = bool(defined is not None and defined.options.get("target") and "from" not in node)
    arguments["aims"] = aims
    if arguments["keep"] is None:
        arguments["keep"] = aims
    found = Use(
        place=reader.place, type=type, word=word, arguments=arguments, given=given | node.keys()
    )
    return first_of(found) if kind == "number" else found  # type: ignore[return-value]
