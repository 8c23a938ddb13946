"""Control: which doables happen, how often, and values with a name."""

from __future__ import annotations

from collections.abc import Iterator

from ...program import form
from ...program.form import Const, Register, Value
from ...program.notation import code
from ...program.values import Piece, assign, call, charge
from ...running.state import SINGULAR
from ..emit import Emitter
from ..expressions import as_definition, is_id
from ..query import constant_truth
from ..read import MAX_LOOPS, Reader
from ..schema import Param, Source, Word, doable
from ..scope import ANYWHERE
from ..tree import Binding, Block, Member, Node, Reference, Use, walk

SPEC = "seed 000, Doable"


@doable("if", source=SPEC, condition="test", do="doables", elsedo=Param("doables", None))
def if_(c: Emitter, use: Use, condition: Node, do: Block, elsedo: Block | None) -> None:
    """Carry out `do` when the condition holds, else `elsedo`."""
    emit_branch(c, condition, do, elsedo)


def emit_branch(c: Emitter, condition: Node | None, do: Block, elsedo: Block | None = None) -> None:
    """One block or another, by a condition."""
    known = constant_truth(condition) if condition is not None else True
    if known is not None:  # a parameter decided it: the other branch is none
        taken = do if known else elsedo
        if taken is not None:
            c.splice(c.emit_block_apart(taken))
        return
    assert condition is not None  # noqa: S101 (for mypy: without one it is known)
    test, then = c.emit_value(condition), c.emit_block_apart(do)
    otherwise = c.emit_block_apart(elsedo) if elsedo is not None else c.nested_emitter()
    c.branch(test, then, otherwise)


def _read_loop(reader: Reader, word: Word, node: Source) -> Use:
    params = {key: param for key, param in word.params.items() if key != "do"}
    rest = {key: item for key, item in node.items() if key != "do"}
    arguments, given = reader.arguments(word.name, params, rest)
    times, target = arguments["times"], arguments["target"]
    if times is None and target is None:
        reader.problem("a loop has times or target")
    if reader.scope.loops >= MAX_LOOPS:
        reader.problem(f"loops stand inside each other more than {MAX_LOOPS} deep")
    one = SINGULAR.get(target.type, "entity") if target is not None else "number"
    bound = Binding("loop", one, parts={"index": ("number", ())}, valued=target is not None)
    if target is not None:
        bound.parts |= {"target": (one, ()), "UUID": (one, ())}
    if isinstance(node.get("id"), str):
        bound.name = node["id"]
        reader.scope.names[node["id"]] = bound
    if "do" not in node:
        reader.problem("loop needs do (doables)")
    reader.scope.loops += 1
    do = reader.at(".do").block(node.get("do", []))
    reader.scope.loops -= 1
    found = reader.make_use(word, {**arguments, "do": do}, given | {"do"})
    found.bound = {"loop": bound}
    return found


@doable(
    "loop",
    source=SPEC,
    read=_read_loop,
    times=Param("number", None),
    target=Param("entities", None),
    do="doables",
)
def loop(c: Emitter, use: Use, times: Value | None, target: Piece | None, do: Block) -> None:
    """
    Repeat `do` a number of `times`, or for each `target` (with `times`: so often). With an id:
    `{id.index}` from 1, `{id.target}`.
    """
    index = Register(c.new_register())
    parts = {"index": Piece(index)}
    each: Register | None = None
    if target is not None:
        each = Register(c.new_register())
        parts["target"] = parts["UUID"] = Piece(each)
        items = target.as_list
        if times is not None:
            items = call("m.repeat_each", target.code, times)
    else:
        assert times is not None  # noqa: S101 (for mypy: see `_read_loop`)
        items = code("tuple(m.number_range(1, TIMES))", TIMES=times)
    c.bind_parts(use.bound["loop"], parts, parts.get("target"))
    inner = c.emit_block_apart(do, c.loop_emitter())
    if inner.is_atomic:
        c.add_lines(form.Each(each, index, charge(items), tuple(inner.items)))
        return
    pool = Register(c.new_register())
    c.add_lines(assign(pool, charge(items)), assign(index, 0))
    body = c.loop_emitter()
    body.loop = inner.loop
    if each is not None:
        body.add_lines(assign(each, code("POOL[INDEX]", POOL=pool, INDEX=index)))
    body.add_lines(assign(index, code("INDEX + 1", INDEX=index)))
    body.splice(inner)
    c.repeat(code("INDEX < len(POOL)", INDEX=index, POOL=pool), body)


def _read_while(reader: Reader, word: Word, node: Source) -> Use:
    reader.scope.loops += 1
    arguments, given = reader.arguments(word.name, word.params, node)
    reader.scope.loops -= 1
    if _is_endless(reader, arguments["condition"], arguments["do"]):
        reader.problem("this never ends: nothing in it stops it or changes what its condition says")
    return reader.make_use(word, arguments, given)


@doable("while", source="language 5", read=_read_while, condition="test", do="doables")
def while_(c: Emitter, use: Use, condition: Node, do: Block) -> None:
    """Repeat `do` as long as the condition holds."""
    body = c.loop_emitter()
    test = body.emit_value(condition)
    if body.items:  # it asks, each time anew
        leave = body.nested_emitter()
        leave.leave_loop()
        body.branch(code("not TEST", TEST=test), leave)
        test = Const(True)
    c.repeat(test, c.emit_block_apart(do, body))


def _is_endless(reader: Reader, condition: Node, do: Block) -> bool:
    """
    Whether a loop certainly goes on: nothing inside leaves it or asks anybody, and its condition
    speaks of nothing but names that nothing inside gives anew.
    """
    names = set()
    for node in walk(condition):
        if isinstance(node, Member) or (isinstance(node, Use) and not _is_constant(node)):
            return False
        if isinstance(node, Reference) and node.binding.given is None:
            if node.part or node.binding in ANYWHERE.values():
                return False
            names.add(node.binding.name)
    if not names and constant_truth(condition) is not True:
        return False
    return names.isdisjoint(_names_given(do)) and not _contains_exit(reader, do, set())


def _is_constant(use: Use) -> bool:
    return use.name in ("AlwaysTrue", "AlwaysFalse")


def _names_given(do: Block) -> Iterator[str]:
    """What doables give names to."""
    for node in walk(do):
        if isinstance(node, Use):
            yield from (each.name for each in node.bound.values())
            if node.result is not None:
                yield node.result.name


def _contains_exit(reader: Reader, do: Block, seen: set[str], outer: bool = True) -> bool:
    """
    Whether something in it leaves the loop, ends the match or asks somebody; of the words that it
    uses only the latter.
    """
    for node in walk(do):
        if not isinstance(node, Use):
            continue
        if isinstance(node.word, Word) and (node.word.ends or (outer and node.word.exits)):
            return True
        if "ask" in node.arguments:
            return True
        if (
            node.body is None
            and reader.declarations.defined_word("doables", node.name) is node.word
        ):
            body = reader.language.body_of(node.word) if node.name not in seen else None
            seen.add(node.name)
            if body is not None and _contains_exit(reader, body, seen, False):
                return True
    return False


def _read_stop(reader: Reader, word: Word, node: Source) -> Use:
    if not reader.scope.loops:
        reader.problem("stop stands in no loop")
    return reader.make_use(word, *reader.arguments(word.name, word.params, node))


@doable("stop", source="language 5", read=_read_stop, exits=True)
def stop(c: Emitter, use: Use) -> None:
    """Leave the innermost loop."""
    c.leave_loop()


@doable("finish", source="language 5", exits=True)
def finish(c: Emitter, use: Use) -> None:
    """End this word, trigger or behaviour."""
    c.finish()


def _read_let(reader: Reader, word: Word, node: Source) -> Use:
    found = reader.make_use(word, *reader.arguments(word.name, word.params, node))
    if "id" not in node:
        reader.problem("let needs an id")
    if is_id(found.arguments["value"]):
        found.arguments["value"] = as_definition(reader, found.arguments["value"])
    reader.bind_id(found, node, found.arguments["value"])
    return found


@doable("let", source="language 5", read=_read_let, quiet=True, value="any")
def let(c: Emitter, use: Use, value: Piece) -> None:
    """Give a value a name: `{id}`."""
    c.store_result(use, value.as_list if use.arguments["value"].is_list else value.code)
