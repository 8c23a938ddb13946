"""
From the tree to the program form: what nodes are worth, and where doables write theirs.

An `Emitter` writes the code of one frame: steps, branches, loops and suspensions, of which a
routine is made. What a value is worth is a `Piece`; the words of the language (`words`) say it for
their own nodes. Begin with `Emitter.emit_block` and `Emitter.emit_piece`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..program import contracts, form
from ..program.form import MATCH, NOTHING, RESULT, Const, Evaluate, Local, Register, Step, Value
from ..program.notation import code, lines
from ..program.values import (
    Piece,
    Steps,
    as_entity_list,
    assign,
    call,
    charge,
    first_or_last,
    if_step,
    is_small,
    join_by_and,
    join_by_or,
    plain,
    spread,
    tuple_of,
)
from ..running.code import SPELL, THIS, YOU
from ..running.state import SINGULAR, Field, Layout
from . import access, scope
from .declared import Defined, Question
from .frame import Bound, Frame
from .schema import VALUES, Word, python_name
from .tree import (
    About,
    Binding,
    Block,
    Comparison,
    Conditional,
    First,
    Literal,
    Logic,
    Member,
    Name,
    Node,
    Operation,
    Place,
    Reference,
    Several,
    Use,
)

_ANYWHERE = {
    scope.YOU: YOU,
    scope.THIS: THIS,
    scope.SPELL: SPELL,
}


#: The functions that look whether a number is such an entity: `Node.guard`.
GUARDS = {"entity": "known_entity", "player": "known_player"}


class Writer(scope.Language, Protocol):
    """What emitters and words ask of the unit that they write: `units.UnitWriter`."""

    layout: Layout
    triggers: list[dict[str, Any]]
    modifiers: list[dict[str, Any]]

    def unique_name(self, prefix: str) -> str: ...
    def symbol(self, name: str) -> int: ...
    def note_offer(self, prompt: str, word: str, kind: str) -> None: ...
    def note_told(self, prompt: str, names: tuple[str, ...]) -> None: ...
    def option_function(self, word: str, kind: str) -> str: ...
    def change_function(self, fields: tuple[Field, ...], mode: str) -> str: ...
    def note_number(self, message: str, arguments: tuple[tuple[str, str], ...]) -> int: ...
    def new_code(self, name: str) -> int: ...
    def finish_code(self, number: int, c: Emitter) -> None: ...
    def watch_place(self, c: Emitter, place: Place | str) -> int: ...
    def value_function(self, value: Value, arguments: str = "m r") -> str: ...
    def emit_word_call(self, c: Emitter, use: Use) -> None: ...
    def usual_answer(self, question: Question) -> str: ...


class Emitter:
    """
    What doables write into.

    `c.add_code(...)` adds steps; `c.suspend(call)` adds a call that says whether something has to
    be waited for.
    """

    def __init__(self, compiler: Writer, frame: Frame, pure: bool = False):
        self.compiler = compiler
        self.frame = frame
        self.pure = pure
        self.items: list[Step] = []
        self.is_atomic = True  # whether nothing of it may wait, or leaves more than itself
        self.loop = 0  # the number of the innermost one around it; 0: there is none

    # -- what words write --------------------------------------------------------------------------

    def add_code(self, text: str, **parts: Any) -> None:
        """Add the steps of some lines with their places filled: see `notation.lines`."""
        self.items += lines(text, **parts)

    def add_lines(self, *steps: Step) -> None:
        """Add steps."""
        self.items += steps

    def add_breaking(self, step: Step) -> None:
        """Add a step that may wait, or leaves more than itself."""
        self.items.append(step)
        self.is_atomic = False

    def suspend(self, source: Value, takes: Sequence[Step] = (), at: Node | None = None) -> None:
        """A call at which something else may come first. Then `takes`, which take its result."""
        self._refuse_if_pure(source, at)
        self.add_breaking(form.Suspend(source, tuple(takes)))

    def suspend_if(
        self,
        condition: Value,
        source: Value,
        takes: Sequence[Step] = (),
        otherwise: Sequence[Step] = (),
        at: Node | None = None,
    ) -> None:
        """Likewise, but only when the condition holds, a test that is cheap; else `otherwise`."""
        self._refuse_if_pure(source, at)
        self.add_breaking(if_step(condition, [form.Suspend(source, tuple(takes))], otherwise))

    def _refuse_if_pure(self, source: Value, at: Node | None) -> None:
        assert contracts.contract_of(source).asks, source  # noqa: S101 (see `suspend`)
        if self.pure and at is not None:
            self.problem(at, "nobody can be asked and nothing can happen here")

    def new_register(self) -> int:
        """A new register of the frame."""
        return self.frame.new_register()

    def keep_until_end(self, what: str) -> None:
        """What `units.KEPT` says under this name holds until the code of this frame ends."""
        if what not in self.frame.keeps:
            self.frame.keeps[what] = self.new_register()

    def new_local(self) -> Local:
        """A name for one thing inside one piece of code."""
        return Local(self.compiler.unique_name("t"))

    def branch(self, condition: Value, then: Emitter, otherwise: Emitter | None = None) -> None:
        """What one emitter has written or another one, by a condition."""
        self.items.append(if_step(condition, then.items, otherwise.items if otherwise else ()))
        self.is_atomic &= then.is_atomic and (otherwise is None or otherwise.is_atomic)

    def switch(self, source: Value, arms: list[Emitter]) -> None:
        """What one of several emitters has written, by its number."""
        self.items.append(form.Switch(source, tuple([tuple(arm.items) for arm in arms])))
        self.is_atomic &= all(arm.is_atomic for arm in arms)

    def repeat(self, condition: Value, body: Emitter, unseen: bool = False) -> None:
        """
        What an emitter has written, as long as the condition holds; see `in_loop`. What stops
        inside an unseen loop stops the one around it.
        """
        number = self._new_loop() if unseen else body.loop
        self.add_breaking(form.Loop(number, condition, tuple(body.items)))

    def _new_loop(self) -> int:
        """The number of another loop."""
        return int(self.compiler.unique_name(""))

    def leave_loop(self) -> None:
        """Leave the innermost loop."""
        if self.loop:
            self.add_breaking(form.Stop(self.loop))

    def finish(self) -> None:
        self.add_breaking(form.Finish())

    def problem(self, node: Node, message: str, at: str = "") -> None:
        self.compiler.problem(str(node.place.at(at)), message)

    def nested_emitter(self) -> Emitter:
        """An emitter for a part of this one."""
        inner = Emitter(self.compiler, self.frame, self.pure)
        inner.loop = self.loop
        return inner

    def loop_emitter(self) -> Emitter:
        """An emitter for what is repeated."""
        inner = self.nested_emitter()
        inner.loop = self._new_loop()
        return inner

    def emit_block_apart(self, block: Block, inner: Emitter | None = None) -> Emitter:
        """An emitter with the code of a block, to be written inside a line or spliced."""
        inner = inner or self.nested_emitter()
        aimed = self.frame.aimed
        inner.emit_block(block)
        self.frame.aimed = aimed  # the block may not be carried out
        return inner

    def emit_option(self, block: Block, known: int) -> tuple[Emitter, list[str]]:
        """
        What an option of a menu does. What it aims at where nothing was aimed at before is its own
        target, which is asked for when the option is taken. The functions tell what that can be,
        where it certainly has one and the first `known` registers say so.
        """
        frame = self.frame
        if not frame.cast or frame.aimed:
            return self.emit_block_apart(block), []
        of_cast = frame.aims, frame.pools, frame.known, frame.target
        pools: list[str] = []
        frame.aims, frame.pools, frame.known, frame.target = "", pools, known, self.new_register()
        inner = self.nested_emitter()
        inner.emit_block(block)
        if frame.aims:
            inner.items.insert(0, assign(Register(frame.target), None))
        sure, frame.aimed = frame.aimed, False
        frame.aims, frame.pools, frame.known, frame.target = of_cast
        return inner, pools if sure else []

    def pure_emitter(self) -> Emitter:
        """An emitter for something that is worked out elsewhere: nothing can happen there."""
        return Emitter(self.compiler, self.frame, pure=True)

    def splice(self, inner: Emitter) -> None:
        self.items += inner.items
        self.is_atomic &= inner.is_atomic

    # -- doables -----------------------------------------------------------------------------------

    def emit_block(self, block: Block) -> None:
        """The code of doables in order."""
        for item in block.items:
            if isinstance(item, Block):  # what was given to the word that is written out here
                self.emit_block(item)
            else:
                assert isinstance(item, Use)  # noqa: S101 (for mypy: blocks hold nothing else)
                self.emit_doable(item)

    def emit_doable(self, use: Use) -> None:
        self.compiler.watch_place(self, use.place)
        if use.body is not None:
            self._emit_expanded_word(use)
        elif isinstance(use.word, Defined):
            self.compiler.emit_word_call(self, use)
        else:
            _emit_engine_word(self, use)

    def _emit_expanded_word(self, use: Use) -> None:
        """A word that takes blocks: its other parameters are worked out once, then its body."""
        for name, binding in use.bound.items():
            number = self.new_register()
            self.add_lines(assign(Register(number), self.emit_held(use.arguments[name])))
            self.bind(binding, Piece(Register(number), held=True))
        assert isinstance(use.body, Block)  # noqa: S101 (for mypy)
        self.emit_block(use.body)

    # -- names -------------------------------------------------------------------------------------

    def bind(self, binding: Binding, value: Piece) -> None:
        """Say where the value of a name is."""
        self.frame.bound[binding] = Bound(value)

    def bind_parts(
        self, binding: Binding, parts: dict[str, Piece], value: Piece | None = None
    ) -> None:
        """Say where the parts of a name are, and it as a whole."""
        self.frame.bound[binding] = Bound(value, parts=parts)

    def result_register(self, use: Use) -> tuple[int, Value]:
        """The register that takes the result of a doable (-1: it has no id), and its key."""
        if use.result is None or use.id is None:
            return -1, Const(None)
        bound = self.frame.bound.get(use.result)
        if bound is None or bound.register < 0:
            bound = self.frame.bound[use.result] = Bound(register=self.new_register())
        return bound.register, self.family_key(use.id.keys)

    def family_key(self, keys: tuple[Node, ...]) -> Value:
        """Which one of a family a name with references in it means."""
        if not keys:
            return Const(None)
        pieces = [self.emit_value(each) for each in keys]
        return pieces[0] if len(pieces) == 1 else tuple_of(pieces)

    def store_awaited_result(self, use: Use) -> Steps:
        """The steps that put the result of what was waited for where the id says."""
        number, key = self.result_register(use)
        if number < 0:
            return []
        if key == NOTHING:
            return [assign(Register(number), RESULT)]
        held = Register(self.new_register())
        self.add_lines(assign(held, key))
        more = call("with_result", Register(number), held, RESULT)
        return [assign(Register(number), more)]

    def store_result(self, use: Use, value: Value) -> None:
        """A line that puts a result where its id says, or just works it out."""
        number, key = self.result_register(use)
        if number < 0:
            self.add_lines(Evaluate(value))
        elif key == NOTHING:
            self.add_lines(assign(Register(number), value))
        else:
            kept = call("with_result", Register(number), key, value)
            self.add_lines(assign(Register(number), kept))

    def effect_id(self, name: Name | None) -> Value:
        """The id of a lasting effect, whose references are filled in while the match runs."""
        if name is None:
            return Const(None)
        symbol = Const(self.compiler.symbol(name.pattern))
        return tuple_of([symbol, *(self.emit_value(each) for each in name.keys)])

    # -- values ------------------------------------------------------------------------------------

    def emit_arguments(self, use: Use) -> dict[str, Any]:
        """What a word's function takes: code where its parameter is a value, else the tree."""
        found = {}
        for parameter, param in use.word.params.items():
            given, name = use.arguments[parameter], python_name(parameter)
            if given is None or param.type not in VALUES:
                found[name] = given
            elif isinstance(given, tuple):
                found[name] = [self.emit_value(each) for each in given]
            elif param.type in SINGULAR or param.type == "any":
                found[name] = self.emit_piece(given)
            else:
                found[name] = self.emit_value(given)
        return found

    def emit_value(self, node: Node) -> Value:
        """The code of a value."""
        return self.emit_piece(node).code

    def emit_held(self, node: Node) -> Value:
        """The code of a value as a register holds it: several things are a tuple."""
        piece = self.emit_piece(node)
        return piece.as_list if node.is_list else piece.code

    def emit_test(self, about: About, of: Value) -> Value:
        """A condition or a number about one of several, which stands in `of`."""
        self.bind(about.it, Piece(of))
        return self.emit_value(about.test)

    def emit_piece(self, node: Node) -> Piece:
        """The code of a value with what is known of it."""
        found = _PIECES[type(node)](self, node)
        if not node.guard:
            return found
        return Piece(call(GUARDS[node.guard], MATCH, found.code))


def _emit_literal(c: Emitter, node: Literal) -> Piece:
    value = node.value
    return Piece(Const(c.compiler.symbol(value) if isinstance(value, str) else int(value)))


def _emit_reference(c: Emitter, node: Reference) -> Piece:
    binding = node.binding
    if binding in _ANYWHERE:
        return Piece(Register(_ANYWHERE[binding]))
    if binding is scope.TARGET:
        return Piece(code("R or ()", R=Register(c.frame.target)), held=True)
    bound = c.frame.bound.get(binding)
    if bound is None:
        assert binding.given is not None, binding.name  # noqa: S101 (else it would be bound)
        return c.emit_piece(binding.given)
    if node.part in bound.parts:
        return bound.parts[node.part]
    if bound.register < 0:
        assert bound.value is not None  # noqa: S101 (for mypy)
        return bound.value
    value: Value = Register(bound.register)
    if node.keys or binding.keyed:
        value = call("result_of_family", value, c.family_key(node.keys))
    if node.part:
        index = list(binding.parts).index(node.part)
        return Piece(code("VALUE[INDEX]", VALUE=value, INDEX=index))
    return Piece(value, held=True)


def _emit_operation(c: Emitter, node: Operation) -> Piece:
    items = [c.emit_value(each) for each in node.items]
    if node.operator in ("min", "max", "abs"):
        return Piece(plain(node.operator, *items))
    if node.operator in _OF_ONE:
        return Piece(code(_OF_ONE[node.operator], A=items[0]))
    return Piece(_chain_operator(node.operator, items))


def _chain_operator(operator: str, items: list[Value]) -> Value:
    """Numbers put together one after the other, what each operation gives within bounds."""
    found = items[0]
    for item in items[1:]:
        one = code(_OPERATIONS[operator], A=found, B=item)
        found = one if _stays_in_bounds(operator, found, item) else form.Clamp(one)
    return found


def _stays_in_bounds(operator: str, left: Value, right: Value) -> bool:
    """Whether what an operation gives is certainly within bounds: see `machine.MOST`."""
    return operator in "//%" or (operator != "*" and is_small(left) and is_small(right))


_OF_ONE = {"negative": "-A", "truth": "int(A)"}
_OPERATIONS = {each: f"A {each} B" for each in ("+", "-", "*", "//", "%")}
_COMPARISONS = {each: f"A {each} B" for each in ("==", "!=", "<", "<=", ">", ">=", "in", "not in")}


def _emit_comparison(c: Emitter, node: Comparison) -> Piece:
    a, b = c.emit_value(node.left), c.emit_value(node.right)
    return Piece(code(_COMPARISONS[node.operator], A=a, B=b))


def _emit_logic(c: Emitter, node: Logic) -> Piece:
    items = [c.emit_value(each) for each in node.items]
    if node.operator == "not":
        return Piece(code("not A", A=items[0]))
    return Piece(join_by_and(items) if node.operator == "and" else join_by_or(items))


def _emit_conditional(c: Emitter, node: Conditional) -> Piece:
    a, b = c.emit_value(node.then), c.emit_value(node.otherwise)
    return Piece(code("A if TEST else B", A=a, TEST=c.emit_value(node.test), B=b))


def _emit_several(c: Emitter, node: Several) -> Piece:
    items = [c.emit_piece(each) for each in node.items]
    if not node.spread or not items:
        return Piece(tuple_of([each.code for each in items]), held=True)
    if len(items) == 1 and not node.items[0].is_list:
        only = items[0].code
        sure = isinstance(node.items[0], Reference) and node.items[0].binding in (
            scope.YOU,
            scope.THIS,
        )
        several = tuple_of([only]) if sure else as_entity_list(only)
        return Piece(several, only=only, held=True)
    several = tuple_of([spread(each.code) for each in items])
    return Piece(charge(several), held=True)


def _emit_first(c: Emitter, node: First) -> Piece:
    return Piece(first_or_last("first", c.emit_value(node.of)))


def _emit_use(c: Emitter, use: Use) -> Piece:
    if use.body is not None:
        for name, binding in use.bound.items():
            c.bind(binding, _as_piece(c, use.arguments[name]))
        return c.emit_piece(use.body)
    found = _emit_engine_word(c, use)
    return found if isinstance(found, Piece) else Piece(found)


def _emit_engine_word(c: Emitter, use: Use) -> Any:
    """What a word of the engine writes."""
    assert isinstance(use.word, Word)  # noqa: S101 (others have a body, or are called)
    assert use.word.function is not None, use.name  # noqa: S101 (others are read to something else)
    return use.word.function(c, use, **c.emit_arguments(use))


def _as_piece(c: Emitter, argument: Any) -> Piece:
    if isinstance(argument, Node):
        return c.emit_piece(argument)
    return Piece(Const(0))


_PIECES: dict[type, Callable[[Emitter, Any], Piece]] = {
    Literal: _emit_literal,
    Reference: _emit_reference,
    Member: access.emit_member,
    Operation: _emit_operation,
    Comparison: _emit_comparison,
    Logic: _emit_logic,
    Conditional: _emit_conditional,
    Several: _emit_several,
    First: _emit_first,
    Use: _emit_use,
}
