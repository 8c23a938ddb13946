"""
Words that a pack defines, where a card uses them: written out in place, or called.

A value, condition or chooser is written out, and so is a doable that takes blocks of doables; all
other doables are calls of code that is compiled once. Part of the reader, like `references`. Begin
with `expand_word` and `read_defined_doable`.
"""

from __future__ import annotations

from dataclasses import replace

from .declared import Defined
from .reading import Reading
from .schema import Param, Source
from .scope import MAX_NESTING, GivenBlock
from .tree import Binding, Block, Literal, Node, Place, Use, empty_node


def expand_word(reader: Reading, defined: Defined, node: Source) -> Node:
    """A defined value, condition or chooser: its parameters stand for what is given."""
    reader.language.note_inlined(defined)
    if reader.scope.depth > MAX_NESTING:
        reader.problem(f"{defined.name} is defined by itself")
        return empty_node(reader.place)
    arguments, given = reader.arguments(defined.name, defined.params, node)
    scope = reader.scope.inlined_scope()
    bound = {n: _bind_argument(n, param, arguments[n]) for n, param in defined.params.items()}
    scope.names |= bound
    inner = reader.within(scope, Place(defined.place))
    if defined.family == "conditions":
        body = inner.condition(defined.body)
    elif defined.family == "choosers":
        body = inner.entities(defined.body, "entities")
    else:
        body = inner.any_value(defined.body)
    return Use(
        place=reader.place,
        type="boolean" if defined.family == "conditions" else body.type,
        domain=body.domain,
        word=defined,
        arguments=arguments,
        body=body,
        bound=bound,
        given=given,
    )


def read_defined_doable(reader: Reading, defined: Defined, node: Source) -> Use | None:
    """A defined doable; None, and a problem, where it is defined by itself."""
    takes_blocks = any(param.type == "do" for param in defined.params.values())
    return (_expand_with_blocks if takes_blocks else _read_word_call)(reader, defined, node)


def _read_word_call(reader: Reading, defined: Defined, node: Source) -> Use:
    """A defined doable: a call of its code."""
    arguments, given = reader.arguments(defined.name, defined.params, node)
    results = reader.language.results_of(defined)
    found = Use(place=reader.place, word=defined, arguments=arguments, given=given)
    reader.bind_id(found, node, results)
    return found


def _expand_with_blocks(reader: Reading, defined: Defined, node: Source) -> Use | None:
    """
    A word that takes blocks is written out in place; its other parameters are worked out once.
    """
    reader.language.note_inlined(defined)
    if reader.scope.depth > MAX_NESTING:
        reader.problem(f"{defined.name} is defined by itself")
        return None
    blocks = {name for name, param in defined.params.items() if param.type == "do"}
    others = {name: param for name, param in defined.params.items() if name not in blocks}
    arguments, given = reader.arguments(
        defined.name, others, {key: n for key, n in node.items() if key not in blocks}
    )
    scope = reader.scope.inlined_scope()
    for name in blocks:
        place = reader.place.at(f".{name}")
        default = defined.params[name].default
        scope.blocks[name] = GivenBlock(reader.scope, node.get(name, default), place)
    bound = {}
    for name, each in arguments.items():
        if each is not None:
            bound[name] = Binding(name, each.type, each.domain, worth=each)
            scope.names[name] = bound[name]
    body = reader.within(scope, Place(defined.place, ".do")).block(defined.body)
    return Use(
        place=reader.place,
        word=defined,
        arguments=arguments,
        given=given | (blocks & node.keys()),
        body=body,
        bound=bound,
    )


def read_given_block(reader: Reading, name: str) -> Block:
    """
    Doables that were given to a word, read where they stand with the names known there; and the
    {bearer}, where the word has them done by what a card bears.
    """
    given = reader.scope.blocks[name]
    scope = replace(given.scope, depth=reader.scope.depth, loops=reader.scope.loops)
    bearer = reader.scope.names.get("bearer")
    if bearer is not None and "bearer" not in scope.names:  # a trigger of the word is borne
        scope.names = {**scope.names, "bearer": bearer}
    block = reader.within(scope, given.place).block(given.nodes)
    if block.parameter:  # a word passes on what it was given itself
        block = Block(place=given.place, items=(block,))
    block.parameter = name
    return block


def _bind_argument(name: str, param: Param, given: object) -> Binding:
    """
    A parameter of a word that is written out. What was given is not known to the body: it may be
    of another kind at another place.
    """
    node = given if isinstance(given, Node) else Literal(place=Place(""), type="any", value=0)
    wide = param.type in ("entity", "any") and node.type in ("player", "card")
    return Binding(name, "entity" if wide else node.type, node.domain, given=node)
