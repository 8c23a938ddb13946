"""The machine links units to a kernel, stops what does not end, and keeps what it has made."""

from __future__ import annotations

import threading
import time

import pytest

from rules.backends.wasm import host
from rules.backends.wasm.host import KERNEL, MEMORY, SLOTS, TABLE, Machine, Trap, Unit
from rules.backends.wasm.instructions import I32, I64, Access, Op
from rules.backends.wasm.joining import Joining, Kernel
from rules.backends.wasm.module import PAGE, Module

wasmtime = pytest.importorskip("wasmtime")


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Nothing is kept of modules before a test begins."""
    monkeypatch.setenv("CHRONO_CACHE_DIR", str(tmp_path / "kept"))
    host.compile_module.cache_clear()
    return tmp_path / "kept"


def make_kernel() -> bytes:
    """A kernel that adds, calls by slot, stores, loops for ever, divides, and gives up."""
    module = Module()
    module.memory(1, export=MEMORY)
    module.table(1, export=TABLE)
    add = module.function((I64, I64), (I64,), export="add").code
    add.get(0)
    add.get(1)
    add.op(Op.I64_ADD)
    call = module.function((I32, I64), (I64,), export="call").code
    call.get(1)
    call.get(0)
    call.call_indirect(module.type((I64,), (I64,)))
    put = module.function((I32, I64), (), export="put").code
    put.get(0)
    put.get(1)
    put.access(Access.I64_STORE)
    sign = module.function((I64,), (I32,), export="sign").code
    for bound, op in ((0, Op.I64_GT_S), (0, Op.I64_LT_S)):
        sign.get(0)
        sign.const(bound)
        sign.op(op)
    sign.op(Op.I32_SUB)
    endless = module.function((), (), export="endless").code
    with endless.loop() as again:
        endless.br(again)
    deeper = module.function((), (), export="deeper")
    deeper.code.call(deeper)
    divide = module.function((I64, I64), (I64,), export="divide").code
    divide.get(0)
    divide.get(1)
    divide.op(Op.I64_DIV_S)
    module.function((), (), export="fail").code.op(Op.UNREACHABLE)
    return module.encoded()


def make_unit(step: int, then: str | None = None) -> Unit:
    """A unit with one function: the kernel adds `step`, then another unit's function is called."""
    module = Module()
    module.import_memory(KERNEL, MEMORY)
    module.import_table(KERNEL, TABLE)
    add = module.import_function(KERNEL, "add", (I64, I64), (I64,))
    function = module.function((I64,), (I64,))
    code = function.code
    code.get(0)
    code.const(step)
    code.call(add)
    if then is not None:
        code.get_global(module.import_global(SLOTS, then))
        code.call_indirect(module.type((I64,), (I64,)))
    module.elements(module.import_global(SLOTS, f"unit {step}"), [function])
    return Unit(module, ("it",))


def link(machine, units):
    machine.place(units)
    machine.link(units)


@pytest.fixture
def machine():
    return Machine(make_kernel())


def test_a_function_of_the_kernel_is_called_with_numbers(machine):
    add, sign, put = map(machine.function, ("add", "sign", "put"))
    assert add(2**62, -1) == 2**62 - 1
    assert [sign(n) for n in (-(2**40), 0, 9)] == [-1, 0, 1]
    assert put(64, -2) == 0
    assert machine.view()[64:72].cast("q")[0] == -2


def test_a_function_is_called_with_as_many_numbers_as_it_takes(machine):
    for given in ((1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="argument"):
            machine.function("add")(*given)
    with pytest.raises(KeyError):
        machine.function("no such function")


def test_what_is_written_into_the_memory_is_there_for_the_code(machine):
    machine.view()[8:16] = (77).to_bytes(8, "little")
    assert machine.view()[8] == 77
    assert len(machine.view()) == PAGE


def test_units_call_the_kernel_and_each_other_in_any_order(machine):
    link(machine, {"unit 1": make_unit(1, "unit 10"), "unit 10": make_unit(10)})
    link(machine, {"unit 100": make_unit(100, "unit 1")})
    call = machine.function("call")
    assert [call(machine.slots[f"unit {n}"], 5) for n in (1, 10, 100)] == [16, 15, 116]


def test_a_unit_is_the_same_wherever_it_lies(machine):
    link(machine, {"unit 7": make_unit(7), "unit 1": make_unit(1, "unit 7")})
    other = Machine(make_kernel())
    link(other, {"unit 1": make_unit(1, "unit 7"), "unit 7": make_unit(7)})
    assert machine.slots != other.slots
    for each in (machine, other):
        assert each.function("call")(each.slots["unit 1"], 0) == 8


def test_units_joined_to_the_kernel_are_called_as_those_that_are_linked():
    kernel = Kernel(make_kernel())
    units = {"unit 1": make_unit(1, "unit 10"), "unit 10": make_unit(10)}
    slots = {name: kernel.slots + number for number, name in enumerate(units)}
    machine = Machine(Joining(kernel, slots, {}).encoded(units))
    link(machine, {"unit 100": make_unit(100)})
    places = (*slots.values(), machine.slots["unit 100"])
    assert [machine.function("call")(place, 5) for place in places] == [16, 15, 105]


def test_a_module_is_taken_apart_into_what_it_exports():
    module = Module()
    module.memory(3, export=MEMORY)
    module.table(7, export=TABLE)
    for name, value in (("near", 5), ("far", 100_000), ("below", -3)):
        module.global_(I32, value, mutable=False, export=name)
    kernel = Kernel(module.encoded())
    assert (kernel.memory, kernel.slots) == (3 * PAGE, 7)
    assert kernel.addresses == {"near": 5, "far": 100_000, "below": -3}
    with pytest.raises(KeyError):
        kernel.number_of("nothing")


def test_a_unit_that_asks_for_what_the_kernel_lacks_is_refused(machine):
    module = Module()
    module.import_function(KERNEL, "subtract", (I64, I64), (I64,))
    with pytest.raises(wasmtime.WasmtimeError, match="subtract"):
        link(machine, {"unit": Unit(module, ())})


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("divide", (1, 0), "divide by zero"),
        ("divide", (-(2**63), -1), "overflow"),
        ("put", (2**31 - 1, 0), "out of bounds"),
        ("call", (0, 1), "uninitialized"),
        ("call", (9, 1), "out of bounds"),
        ("deeper", (), "stack exhausted"),
        ("fail", (), "unreachable"),
    ],
)
def test_what_must_not_be_is_stopped_and_the_machine_goes_on(machine, name, given, says):
    with pytest.raises(Trap, match=says) as found:
        machine.function(name)(*given)
    assert not found.value.endless
    assert machine.function("add")(1, 2) == 3


def test_what_does_not_end_is_stopped_again_and_again(machine, monkeypatch):
    monkeypatch.setattr(host, "PATIENCE", 2)
    machine.function("add")(1, 1)
    time.sleep(0.5)  # longer than a call may take: only what is spent in calls counts
    assert machine.function("add")(1, 1) == 2
    for _ in range(2):
        began = time.monotonic()
        with pytest.raises(Trap) as found:
            machine.function("endless")()
        assert found.value.endless
        assert time.monotonic() - began < 5
    assert machine.function("add")(1, 2) == 3


def test_other_threads_go_on_while_a_call_lasts(machine, monkeypatch):
    monkeypatch.setattr(host, "PATIENCE", 3)
    counted = []
    done = threading.Event()

    def count():
        while not done.wait(0.01):
            counted.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(Trap):
        machine.function("endless")()
    done.set()
    thread.join()
    assert len(counted) > 3


def test_a_module_is_made_ready_once_and_kept(kept, machine, monkeypatch):
    (file,) = kept.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    host.compile_module.cache_clear()
    monkeypatch.setattr(wasmtime.Module, "__init__", None)  # nothing can be compiled any more
    assert Machine(make_kernel()).function("add")(1, 2) == 3


def spoil(file):
    file.write_bytes(file.read_bytes()[:-1] + b"!")


def open_to_others(file):
    file.chmod(0o666)


@pytest.mark.parametrize("change", [spoil, open_to_others])
def test_what_somebody_else_may_have_written_is_not_run(kept, machine, change, monkeypatch):
    (file,) = kept.iterdir()
    change(file)
    host.compile_module.cache_clear()

    def refuse(*given):
        raise AssertionError("this must not be read")

    monkeypatch.setattr(wasmtime.Module, "deserialize", refuse)
    assert Machine(make_kernel()).function("add")(1, 2) == 3


def test_what_another_engine_kept_is_made_ready_anew(kept, machine):
    (file,) = kept.iterdir()
    host.store_own(file, b"of another version")
    host.compile_module.cache_clear()
    assert Machine(make_kernel()).function("add")(1, 2) == 3


def test_without_a_place_to_keep_it_it_runs(kept, monkeypatch):
    kept.write_text("a file where a folder should be")
    assert Machine(make_kernel()).function("add")(1, 2) == 3
