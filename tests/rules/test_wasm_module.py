"""Modules written by hand do in a machine what their instructions say."""

from __future__ import annotations

import doctest
import random

import pytest

from rules.backends.wasm import instructions, module
from rules.backends.wasm.instructions import I32, I64, Access, Code, Op, signed, unsigned
from rules.backends.wasm.module import Function, Module

wasmtime = pytest.importorskip("wasmtime")


def run(made: Module, imports=(), store=None):
    """What a module exports, as functions to call."""
    store = store or wasmtime.Store()
    compiled = wasmtime.Module(store.engine, made.encoded())
    instance = wasmtime.Instance(store, compiled, list(imports))
    return {
        name: (lambda *given, f=found: f(store, *given)) if callable(found) else found
        for name, found in instance.exports(store).items()
    }


def only(write, params=(I64,), results=(I64,)):
    """A module with one function whose code is written by `write`, to call."""
    made = Module()
    write(made.function(params, results, export="it").code)
    return run(made)["it"]


@pytest.mark.parametrize("where", [instructions, module])
def test_the_examples_of_the_writer_are_true(where):
    assert doctest.testmod(where).failed == 0


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 2**31 - 1, 2**32, 2**62, 2**63 - 1])
def test_constants_keep_their_value_up_to_both_ends(number):
    for each in (number, -number, ~number):
        assert only(lambda code, each=each: code.const(each), ())() == each


def test_numbers_are_as_short_as_they_can_be():
    assert [unsigned(n) for n in (0, 127, 128)] == [b"\0", b"\x7f", b"\x80\x01"]
    assert [signed(n) for n in (63, 64, -64)] == [b"\x3f", b"\xc0\x00", b"\x40"]


def arithmetic(a, b):
    """What operations of i64 give, by the specification."""
    return {
        Op.I64_ADD: a + b,
        Op.I64_SUB: a - b,
        Op.I64_MUL: a * b,
        Op.I64_AND: a & b,
        Op.I64_OR: a | b,
        Op.I64_XOR: a ^ b,
        Op.I64_SHL: a << (b % 64),
        Op.I64_SHR_S: a >> (b % 64),
        Op.I64_SHR_U: (a % 2**64) >> (b % 64),
        Op.I64_DIV_S: int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
        Op.I64_REM_S: (abs(a) % abs(b)) * (-1 if a < 0 else 1),
        Op.I64_DIV_U: (a % 2**64) // (b % 2**64),
        Op.I64_REM_U: (a % 2**64) % (b % 2**64),
    }


def test_arithmetic_is_that_of_the_specification():
    rng = random.Random(1)
    for op in arithmetic(1, 1):

        def write(code, op=op):
            code.get(0)
            code.get(1)
            code.op(op)

        call = only(write, (I64, I64))
        for _ in range(30):
            a, b = (rng.randint(-(2**40), 2**40) or 1 for _ in range(2))
            assert (call(a, b) - arithmetic(a, b)[op]) % 2**64 == 0, (op, a, b)


def test_comparisons_are_of_signed_numbers_where_they_say_so():
    for op, expected in {
        Op.I64_LT_S: 1, Op.I64_LE_S: 1, Op.I64_GT_S: 0, Op.I64_GE_S: 0,
        Op.I64_LT_U: 0, Op.I64_LE_U: 0, Op.I64_GT_U: 1, Op.I64_GE_U: 1,
        Op.I64_EQ: 0, Op.I64_NE: 1,
    }.items():  # fmt: skip

        def write(code, op=op):
            code.const(-1)
            code.const(1)
            code.op(op)

        assert only(write, (), (I32,))() == expected, op


def test_a_loop_counts_and_ends():
    def write(code: Code):
        total = code.local()
        with code.block() as done, code.loop() as again:
            code.get(0)
            code.op(Op.I64_EQZ)
            code.br_if(done)
            code.get(total)
            code.get(0)
            code.op(Op.I64_ADD)
            code.set(total)
            code.get(0)
            code.const(1)
            code.op(Op.I64_SUB)
            code.set(0)
            code.br(again)
        code.get(total)

    assert only(write)(1000) == 500_500


def test_an_if_takes_one_of_its_sides():
    def write(code: Code):
        code.get(0)
        code.const(0)
        code.op(Op.I64_LT_S)
        with code.if_(I64):
            code.const(-7)
            code.else_()
            code.const(7)

    call = only(write)
    assert (call(-1), call(0)) == (-7, 7)


def test_a_table_of_branches_leads_to_each_label_and_else_to_the_last():
    def write(code: Code):
        with code.block() as other:
            with code.block() as one:
                with code.block() as zero:
                    code.get(0)
                    code.br_table([zero, one], other)
                code.const(10)
                code.op(Op.RETURN)
            code.const(20)
            code.op(Op.RETURN)
        code.const(30)

    call = only(write, (I32,))
    assert [call(n) for n in (0, 1, 2, 99, -1)] == [10, 20, 30, 30, 30]


def test_functions_call_those_imported_and_those_written_later():
    made = Module()
    first = made.function((I64,), (I64,), export="first")
    second = made.function((I64,), (I64,))
    outer = made.import_function("host", "add", (I64, I64), (I64,))
    assert made.import_function("host", "add", (I64, I64), (I64,)) is outer
    for code, step in ((first.code, 1), (second.code, 100)):
        code.get(0)
        code.const(step)
        code.call(outer)
        if code is first.code:
            code.call(second)
    store = wasmtime.Store()
    kind = wasmtime.FuncType([wasmtime.ValType.i64()] * 2, [wasmtime.ValType.i64()])
    add = wasmtime.Func(store, kind, lambda a, b: a + b)
    assert run(made, [add], store)["first"](5) == 106


def test_what_is_imported_as_two_things_is_refused():
    made = Module()
    made.import_global("host", "it")
    with pytest.raises(ValueError, match=r"host\.it is imported as two"):
        made.import_global("host", "it", I64)


def test_a_function_is_called_by_its_slot_in_the_table():
    made = Module()
    made.table(8, 8)
    kind = made.type((I64,), (I64,))
    found: list[Function] = []
    for number in (1, 2, 3):
        one = made.function((I64,), (I64,))
        one.code.get(0)
        one.code.const(number)
        one.code.op(Op.I64_MUL)
        found.append(one)
    made.elements(4, found)
    caller = made.function((I32, I64), (I64,), export="call").code
    caller.get(1)
    caller.get(0)
    caller.call_indirect(kind)
    call = run(made)["call"]
    assert [call(slot, 5) for slot in (4, 5, 6)] == [5, 10, 15]
    for empty in (0, 7, 8, -1):
        with pytest.raises(wasmtime.Trap):
            call(empty, 5)


def test_a_slot_holds_only_functions_of_the_type_that_is_called():
    made = Module()
    made.table(1)
    made.elements(0, [made.function((), ())])
    caller = made.function((), (), export="call").code
    caller.const32(0)
    caller.const32(0)
    caller.call_indirect(made.type((I32,), ()))
    with pytest.raises(wasmtime.Trap):
        run(made)["call"]()


def test_memory_is_read_as_it_was_written_and_bounded():
    made = Module()
    made.memory(1, 1, export="memory")
    made.data(100, b"\x01\xff\x02")
    code = made.function((I32,), (I64,), export="it").code
    code.get(0)
    code.const(-5)
    code.access(Access.I64_STORE, 8)
    code.get(0)
    code.access(Access.I64_LOAD, 8)
    byte = made.function((I32,), (I32,), export="byte").code
    byte.get(0)
    byte.access(Access.I32_LOAD8_U)
    calls = run(made)
    assert calls["it"](0) == -5
    assert [calls["byte"](n) for n in (99, 100, 101, 102)] == [0, 1, 255, 2]
    with pytest.raises(wasmtime.Trap):
        calls["it"](module.PAGE - 8)


def test_memory_is_copied_and_filled():
    made = Module()
    made.memory(1, export="memory")
    made.data(0, b"abcdef")
    code = made.function((), (I64,), export="it").code
    for number in (16, 0, 6):
        code.const32(number)
    code.copy()
    for number in (17, 7, 1):
        code.const32(number)
    code.fill()
    code.const32(16)
    code.access(Access.I64_LOAD)
    assert run(made)["it"]() == int.from_bytes(b"a\x07cdef\0\0", "little")


def test_globals_keep_what_is_put_into_them():
    made = Module()
    counter = made.global_(I64, -3)
    code = made.function((), (I64,), export="next").code
    code.get_global(counter)
    code.const(1)
    code.op(Op.I64_ADD)
    code.set_global(counter)
    code.get_global(counter)
    call = run(made)["next"]
    assert [call(), call(), call()] == [-2, -1, 0]


def test_elements_and_data_lie_where_an_imported_constant_says():
    made = Module()
    base = made.import_global("host", "base")
    made.table(16)
    made.memory(1)
    made.data(base, b"\x2a")
    one = made.function((), (I64,))
    one.code.const32(5)
    one.code.access(Access.I64_LOAD)
    made.elements(base, [one])
    caller = made.function((), (I64,), export="it").code
    caller.get_global(base)
    caller.call_indirect(made.type((), (I64,)))
    store = wasmtime.Store()
    kind = wasmtime.GlobalType(wasmtime.ValType.i32(), False)
    assert run(made, [wasmtime.Global(store, kind, 5)], store)["it"]() == 42


def test_locals_of_both_types_begin_with_nothing_in_them():
    def write(code: Code):
        a, b, c, d = (code.local(kind) for kind in (I64, I32, I32, I64))
        assert (a, b, c, d) == (1, 2, 3, 4)
        code.get(b)
        code.get(c)
        code.op(Op.I32_OR, Op.I64_EXTEND_I32_S)
        code.get(a)
        code.op(Op.I64_ADD)
        code.get(0)
        code.tee(d)
        code.op(Op.I64_ADD)
        code.get(d)
        code.op(Op.I64_ADD)

    assert only(write)(21) == 42
