"""
Calls as WebAssembly.

What is called of the engine is the kernel's function of the same name: it says by the types of its
parameters how it is given arguments (`CallWriter.give`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable

from ...program import contracts, form
from ...program.form import Value
from ...running.log import MAYBE_CARDS
from ...running.symbols import symbol_of
from .functions import NONE, WORD_CALL, NotNative
from .host import SLOTS
from .instructions import I32, I64, Access, Op
from .layout import WORD
from .lists import ListWriter
from .module import Type

#: What is given the name of a group of fields that begin anew.
_OF_GROUPS = ("reset_fields", "reset_all")
OPTION = "OPTION_"  # how the names of options begin
#: Arguments that the kernel has by itself.
_KNOWN = frozenset(("match", "state", "zones", "printed", "modified", "program"))


class CallWriter(ListWriter):
    """Writes calls of the kernel, and of words of the pack."""

    def call(self, node: form.Call) -> Type:
        """Call a function of the engine; what it gives is pushed as it comes."""
        special = _SPECIAL.get(node.function)
        if special is not None:
            special(self, node)
            return _GIVES_VALUE
        item, kind = self.unit.kernel(node.function)
        params = list(kind.params)
        words = self.words
        if params[:1] == [I32]:
            self.code.get(self.match)
            params.pop(0)
        given = node.arguments
        if len(given) > 1 and isinstance(given[1], form.Function):  # of players, at the end
            keys = form.Collect(given[1].each, given[0], given[1].value)
            given = (given[0], keys, *given[2:])
        for argument in (*given, *_defaults(node)):
            if isinstance(argument, form.Whole) and argument.name in _KNOWN:
                continue
            if not params:
                raise NotNative(f"{node.function} is given too much")
            self.give(node.function, argument, params)
        for missing in params:
            if missing == I32:
                self.code.const32(0)
            else:
                self.code.const(NONE)
        self.words = words
        self.code.call(item)
        return kind

    def give(self, function: str, argument: Value, params: list[int]) -> None:
        """Push an argument as the next parameters want it."""
        if params.pop(0) == I64:
            if function in _OF_GROUPS and isinstance(name := _constant(argument), str):
                self.number(f"reset {name}")
                self.code.op(Op.I64_EXTEND_I32_S)
            else:
                self.value(argument)
            return
        match argument:
            case form.Whole("registers") if self.array is not None:
                self.code.get(self.array)
                self.code.const32(self.routine.size)
                params.pop(0)
            case form.Whole("registers"):
                size = self.routine.size
                self.lay_items(tuple([form.Register(n) for n in range(size)]), params)
            case form.Group(items):
                self.lay_items(items, params)
            case form.Const(str() as kind):
                self.number(f"option {kind}")
            case form.Const(tuple() as words):
                self.number(f"words {' '.join(map(str, words))}")
            case _:
                self.value(argument)
                self.code.op(Op.I32_WRAP_I64)

    def lay_items(self, items: tuple[Value, ...], params: list[int]) -> None:
        """Push the address of some values in the frame, and how many they are."""
        if any(isinstance(each, form.Spread) for each in items):
            raise NotNative("as many arguments as there are")
        place = WORD * self.words
        self.words += len(items)
        self.most_words = max(self.most_words, self.words)
        for at, each in enumerate(items):
            self.lay(place + WORD * at, each)
        self.push_place(place)
        self.code.const32(len(items))
        params.pop(0)

    def call_value(self, node: form.Call) -> None:
        kind = self.call(node)
        if kind.results == (I32,):
            self.code.op(Op.I64_EXTEND_I32_S)
        elif not kind.results:
            self.code.const(NONE)

    def call_made(self, node: form.CallMade) -> None:
        self.code.get(self.match)
        self.changer(node.function)
        self.code.op(Op.I64_EXTEND_I32_S)
        for each in node.arguments[-2:]:
            self.value(each)
        self.call_kernel("change_field")

    def changer(self, function: Value) -> None:
        """Push the number of a changer of fields, as i32."""
        match function:
            case form.Made(name) if name.startswith(("set_", "add_")):
                self.number(f"changer {name}")
            case form.Conditional(test, then, otherwise):
                self.test(test)
                with self.code.if_(I32):
                    self.changer(then)
                    self.code.else_()
                    self.changer(otherwise)
            case _:
                raise NotNative("a call of what the unit makes")

    def given_to_word(self, node: form.CallWord) -> None:
        """Push the address of what a word is given, and how many values that is."""
        params = [0]
        self.lay_items(node.arguments, params)

    def call_code(self, node: form.CallWord) -> None:
        """Call a word that may have to wait: pushes whether it has to."""
        words = self.words
        self.code.get(self.match)
        self.number(f"code {node.word}")
        self.given_to_word(node)
        self.call_kernel("start_code")
        self.words = words

    def call_word(self, node: form.CallWord) -> None:
        """Call a word that cannot wait: pushes what it gives."""
        words = self.words
        self.number(f"counted {node.word}")
        with self.code.if_():
            self.count_step()
        self.code.get(self.match)
        self.given_to_word(node)
        self.number(f"word {node.word}")
        self.code.call_indirect(self.unit.module.type(*WORD_CALL))
        self.words = words

    def spend(self, node: form.Spend) -> None:
        self.call_with_match("spend", node.of)

    def local_value(self, node: form.Local) -> None:
        if node.name == "options":  # they are gathered by the kernel
            self.code.get(self.match)
            self.call_kernel("options_offered")
        else:
            self.code.get(self.local(node.name))

    def group(self, node: form.Group) -> None:
        match node.items:
            case (form.Const(str()) as called, form.Const(str() as kind), of):  # a value to tell
                told = 2 * symbol_of(kind) + (kind in MAYBE_CARDS)
                node = form.Group((called, form.Const(told), of))
            case (reason, form.CallMade(form.Made(name) as option, (about, *_))) if name.startswith(
                OPTION
            ):  # an option that is barred
                node = form.Group((reason, option, about))
        super().group(node)

    def made(self, node: form.Made) -> None:
        if node.name.startswith(OPTION):
            self.number(f"option {node.name.removeprefix(OPTION)}")
            self.code.op(Op.I64_EXTEND_I32_S)
        else:
            super().made(node)

    def grow(self, step: form.Append | form.Extend) -> None:
        """A list that is made item by item, in a local."""
        more = form.Spread(step.items) if isinstance(step, form.Extend) else step.value
        assert isinstance(step.to, form.Local)  # noqa: S101 (lists grow nowhere else)
        self.value(form.Group((form.Spread(step.to), more)))
        self.code.set(self.local(step.to.name))

    # -- what the host works out -------------------------------------------------------------------

    def constant_list(self, name: str) -> None:
        """Push a tuple of the pack: a cell among its constants says which."""
        self.of_pack("constants")
        self.number(name)
        self.code.const32(3)
        self.code.op(Op.I32_SHL, Op.I32_ADD)
        self.code.access(Access.I64_LOAD)

    def filter_pool(self, node: form.Call) -> None:
        _, everything, test = node.arguments
        assert isinstance(test, form.Made)  # noqa: S101 (it is a function of the unit)
        self.constant_list(f"pool {int(bool(_constant(everything)))} {test.name} {self.unit.name}")

    def definitions_of(self, node: form.Call) -> None:
        self.constant_list(f"pool {int(bool(_constant(node.arguments[1])))}")

    def definitions_chosen(self, node: form.Call) -> None:
        self.code.get(self.match)
        self.code.const(-1)  # behind the lists of players
        self.number(f"chosen {_constant(node.arguments[1])}")
        self.call_kernel("list_of")

    def for_each(self, node: form.Call) -> None:
        """Changes of several entities: pushes both sums of what they give."""
        change, entities = node.arguments
        assert isinstance(change, form.Function)  # noqa: S101 (as it is declared)
        each = self.local(change.each)
        with self.gathering("scratch_sums"), self.going_through(entities, each):
            made = self.once(change.value)
            for at in range(2):
                self.call_with_match("scratch_push", form.Item(made, form.Const(at)))

    # -- questions to cards ------------------------------------------------------------------------

    def answer(self, node: form.Answer) -> None:
        """What a card answers, else what counts where none does."""
        code, words = self.code, self.words
        question, of = form.Const(node.question), self.once(node.of)
        given = [self.once(each) for each in node.arguments]
        self.call_with_match("has_answer", question, of)
        with code.if_(I64):
            code.get(self.match)
            self.value(question)
            self.value(of)
            self.lay_items(tuple(given), [0])
            self.call_kernel("answer_question")
            self.words = words
            code.else_()
            code.get(self.match)
            for each in (of, *given):
                self.value(each)
            code.get_global(self.unit.module.import_global(SLOTS, self.unit.name))
            code.const32(self.unit.names.index(node.usual))
            code.op(Op.I32_ADD)
            code.call_indirect(self.unit.module.type((I32, *[I64] * (1 + len(given))), (I64,)))


_GIVES_VALUE = Type((), (I64,))
_SPECIAL: dict[str, Callable[[CallWriter, form.Call], None]] = {
    "filter_pool": CallWriter.filter_pool,
    "definitions_of": CallWriter.definitions_of,
    "definitions_chosen": CallWriter.definitions_chosen,
    "for_each": CallWriter.for_each,
}


def _constant(value: Value) -> form.Constant:
    """What is written down; None of anything else."""
    return value.value if isinstance(value, form.Const) else None


def _defaults(node: form.Call) -> Iterable[Value]:
    """The arguments that a call of the engine leaves out, as the function declares them."""
    functions = contracts.METHODS if node.on_match else contracts.ENVIRONMENT
    declared = list(inspect.signature(functions[node.function]).parameters.values())
    left_out = declared[len(node.arguments) + node.on_match :]
    return [form.Const(each.default) for each in left_out if each.default is not each.empty]
