"""
The machine that runs modules: wasmtime, if it is installed.

A `Machine` is a kernel and the units linked to it. They share the kernel's memory and its table of
functions: a unit imports functions of the kernel by name, and is told by constants where in the
table its own functions and those of other units lie, so that what it was compiled to serves
wherever it lies. All of it belongs to one thread.

Compiled modules are kept in the cache directory (`ground.own_files`). A function is called by
`Machine.function(name)(...)`, which costs a microsecond or two where wasmtime's own way costs
eighteen. Code that does not come to an end in `PATIENCE` is stopped.

    if why_missing() is None:
        machine = Machine(kernel)
        machine.place(units)
        machine.link(units)
        machine.function("run")(1, 2)
"""

from __future__ import annotations

import atexit
import ctypes
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...ground.own_files import cache_folder, read_own, store_own
from .instructions import I32, I64
from .module import PAGE, Module, Type

if TYPE_CHECKING:
    import wasmtime

#: Modules of imports: the kernel; where units lie in its table; numbers that the pack gives.
KERNEL, SLOTS, NUMBERS = "kernel", "table", "numbers"
MEMORY, TABLE = "memory", "__indirect_function_table"  # of the kernel, as linkers for C name them
TICK = 0.1  # seconds
PATIENCE = 20  # ticks that a call may take
MEMORY_MOST = 1 << 28  # bytes of one machine
STACK = 1 << 20  # bytes: thirty pieces of code inside each other, each of a long card
VALUE = 16  # bytes of an argument in a call
SUFFIX = ".native"
SINGLE_PASS = 1  # how registers are found, `WASMTIME_REGALLOC_ALGORITHM_SINGLE_PASS`

NO_NUMBERS: Mapping[str, int] = {}


class Trap(Exception):
    """
    Code was stopped: it left its memory, divided by zero, said itself that it must not go on, or
    (`endless`) did not come to an end. What it has changed is half changed.
    """

    def __init__(self, message: str, endless: bool = False) -> None:
        super().__init__(message)
        self.endless = endless


@cache
def why_missing() -> str | None:
    """Why nothing can be run here, as the end of a sentence; None where it can."""
    if sys.byteorder != "little":
        return "numbers in this processor begin with their largest byte"
    try:
        import wasmtime  # noqa: F401 (whether it can be loaded)
    except (ImportError, OSError, RuntimeError) as problem:
        return str(problem)
    return None


class Clock:
    """
    Counts the ticks of an engine, in a thread of its own, so that code which does not end is found.
    """

    def __init__(self, engine: wasmtime.Engine) -> None:
        self.ticks = 0
        self._engine = engine
        threading.Thread(target=self._run, name="ticks of machines", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(TICK)
            self._engine.increment_epoch()
            self.ticks += 1


class Engine(NamedTuple):
    """What compiles and runs, one for a process."""

    engine: wasmtime.Engine
    clock: Clock


@cache
def engine() -> Engine:
    """The engine of this process."""
    import wasmtime

    found = wasmtime.Engine(_make_config())
    atexit.register(compile_module.cache_clear)  # while wasmtime can still let go of them
    return Engine(found, Clock(found))


def _make_config() -> wasmtime.Config:
    import wasmtime

    config = wasmtime.Config()
    config.epoch_interruption = True
    config.max_wasm_stack = STACK
    config.parallel_compilation = False
    return config


@cache
def _hasty_engine() -> wasmtime.Engine:
    """One that compiles in half the time, to code that is slower and that the other can run."""
    import wasmtime

    config = _make_config()
    config.cranelift_opt_level = "none"
    wasmtime._ffi.wasmtime_config_cranelift_regalloc_algorithm_set(config.ptr(), SINGLE_PASS)
    atexit.register(_hasty_engine.cache_clear)
    return wasmtime.Engine(config)


def content_name(code: bytes) -> str:
    """A name for bytes that others do not have."""
    return blake2b(code, digest_size=16).hexdigest()


def make_ready(code: bytes) -> wasmtime.Module:
    """
    A module made ready for this processor, which takes milliseconds.

    :raises wasmtime.WasmtimeError: it is no module, or does not fit together.
    """
    import wasmtime

    return wasmtime.Module(engine().engine, code)


def read_module(data: bytes) -> wasmtime.Module | None:
    """A module that was made ready before; None if that was for another engine or processor."""
    import wasmtime

    ffi = wasmtime._ffi
    found = ctypes.POINTER(ffi.wasmtime_module_t)()
    place = ctypes.cast(ctypes.c_char_p(data), ctypes.POINTER(ctypes.c_uint8))  # not a copy
    problem = ffi.wasmtime_module_deserialize(
        engine().engine.ptr(), place, len(data), ctypes.byref(found)
    )
    if problem:
        wasmtime.WasmtimeError._from_ptr(problem)  # which frees it
        return None
    return wasmtime.Module._from_ptr(found)


@lru_cache(maxsize=2048)
def compile_module(code: bytes, hasty: bool = False) -> wasmtime.Module:
    """
    A module made ready for this processor, now or when it was kept; in haste, to slower code.

    :raises wasmtime.WasmtimeError: it is no module, or does not fit together.
    """
    path = cache_folder() / f"{content_name(code)}{SUFFIX}"
    kept = read_own(path)
    ready = None if kept is None else read_module(bytes(kept))
    if ready is not None:
        return ready
    made = _make_hastily(code) if hasty else make_ready(code)
    with suppress(OSError):  # it is made ready again the next time
        store_own(path, made.serialize())
    return made


def _make_hastily(code: bytes) -> wasmtime.Module:
    import wasmtime

    made = wasmtime.Module(_hasty_engine(), code)
    return read_module(bytes(made.serialize())) or make_ready(code)


@lru_cache(maxsize=8)
def functions_of(kernel: bytes) -> dict[str, Type]:
    """The functions of a kernel, by name, with their types."""
    import wasmtime

    def types(found: Sequence[wasmtime.ValType]) -> tuple[int, ...]:
        return tuple([I32 if str(each) == "i32" else I64 for each in found])

    return {
        each.name: Type(types(each.type.params), types(each.type.results))
        for each in compile_module(kernel).exports
        if isinstance(each.type, wasmtime.FuncType)
    }


@dataclass(frozen=True)
class Unit:
    """
    A module to link, the names of the functions that it puts into the table, in order, and of the
    numbers that it wants to know.
    """

    module: Module
    names: tuple[str, ...]
    numbers: tuple[str, ...] = ()

    @cached_property
    def code(self) -> bytes:
        """The module as it is when it stands alone."""
        return self.module.encoded()


class Machine:
    """
    A kernel, and the units linked to it.

    :raises wasmtime.WasmtimeError: the kernel is no module, or imports something.
    """

    def __init__(self, kernel: bytes | wasmtime.Module) -> None:
        import wasmtime

        module = compile_module(kernel) if isinstance(kernel, bytes) else kernel

        found = engine()
        self._clock = found.clock
        self._addresses: dict[str, int] = {}
        self._view: memoryview | None = None  # of the memory, as long as it does not grow
        self._store = wasmtime.Store(found.engine)
        self._store.set_limits(memory_size=MEMORY_MOST)
        self._renewed = -1
        self._renew()
        self._instance = wasmtime.Instance(self._store, module, [])
        self._memory = cast("wasmtime.Memory", self._export(MEMORY))
        self._table = cast("wasmtime.Table", self._export(TABLE))
        self._trap = ctypes.c_void_p()
        self._invoke = _raw_call()
        #: Where the functions of each unit begin in the table.
        self.slots: dict[str, int] = {}

    def _export(self, name: str) -> object:
        """
        What the kernel exports under a name; all of it would take milliseconds.

        :raises KeyError: nothing.
        """
        import wasmtime

        found = wasmtime._ffi.wasmtime_extern_t()
        data = name.encode()
        if not wasmtime._ffi.wasmtime_instance_export_get(
            self._store._context(),
            ctypes.byref(self._instance._instance),
            ctypes.create_string_buffer(data),
            len(data),
            ctypes.byref(found),
        ):
            raise KeyError(name)
        return wasmtime._extern.wrap_extern(found)

    @cached_property
    def _linker(self) -> wasmtime.Linker:
        import wasmtime

        linker = wasmtime.Linker(engine().engine)
        linker.define_instance(self._store, KERNEL, self._instance)
        return linker

    def place(self, units: Mapping[str, Unit], slots: Mapping[str, int] | None = None) -> None:
        """
        Make room in the table for the functions of units, by name: where it is said, or behind all
        others. See `slots`.
        """
        size = end = self._table.size(self._store)
        for name, unit in units.items():
            self.slots[name] = first = end if slots is None else slots[name]
            end = max(end, first + len(unit.names))
        self._table.grow(self._store, end - size, None)

    def link(self, units: Mapping[str, Unit], numbers: Mapping[str, int] = NO_NUMBERS) -> None:
        """
        Link units that have a place, by name. They may call each other, and those linked before.

        :raises wasmtime.WasmtimeError: one does not fit to the kernel or to the others.
        :raises KeyError: one wants to know a number that nobody gives.
        """
        import wasmtime

        constant = wasmtime.GlobalType(wasmtime.ValType.i32(), False)

        def define(module: str, name: str, value: int) -> None:
            held = wasmtime.Global(self._store, constant, wasmtime.Val.i32(value))
            self._linker.define(self._store, module, name, held)

        for name in units:
            define(SLOTS, name, self.slots[name])
        for name in sorted({name for unit in units.values() for name in unit.numbers}):
            define(NUMBERS, name, numbers[name])
        for unit in units.values():
            compiled = compile_module(unit.code, hasty=True)
            self._renew()  # that may have taken long
            self._linker.instantiate(self._store, compiled)

    # -- calls
    def function(self, name: str) -> Callable[..., int]:
        """
        A function of the kernel, to call with numbers; it gives a number, 0 where it has no result.

        :raises KeyError: the kernel has none of that name.
        """
        function = cast("wasmtime.Func", self._export(name))
        kind = function.type(self._store)
        return self._bound(function, len(kind.params), [str(each) for each in kind.results])

    def _bound(
        self, function: wasmtime.Func, params: int, results: list[str]
    ) -> Callable[..., int]:
        """The quick way to call: arguments and result lie in one buffer that is made once."""
        count = max(params, len(results), 1)
        values = (ctypes.c_int64 * (VALUE // 8 * count))()
        address, place = ctypes.addressof(values), ctypes.addressof(function._func)
        context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        invoke, trap, clock = self._invoke, self._trap, self._clock
        trapped = ctypes.addressof(trap)
        result = ctypes.c_int32.from_address(address) if results == ["i32"] else None
        places = [each * (VALUE // 8) for each in range(params)]
        kept_alive = (function, values, self._store)

        def call(*given: int) -> int:
            for at, value in zip(places, given, strict=True):
                values[at] = value
            if clock.ticks != self._renewed:
                self._renew()
            problem = invoke(context, place, address, count, trapped)
            if problem or trap.value:
                self._raise(problem)
            if result is not None:
                return result.value
            return values[0] if results else 0

        call.__dict__["kept_alive"] = kept_alive
        return call

    def _renew(self) -> None:
        """Whatever is called now has all its time before it."""
        self._renewed = self._clock.ticks
        self._store.set_epoch_deadline(PATIENCE)

    def _raise(self, problem: int | None) -> None:
        """
        Say what has stopped a call.

        :raises Trap: always.
        """
        import wasmtime

        self._renewed = -1
        if problem:
            kind = ctypes.POINTER(wasmtime._ffi.wasmtime_error_t)
            raise Trap(str(wasmtime.WasmtimeError._from_ptr(ctypes.cast(problem, kind))))
        pointer = ctypes.cast(self._trap, ctypes.POINTER(wasmtime._ffi.wasm_trap_t))
        self._trap.value = None
        trap = wasmtime.Trap._from_ptr(pointer)
        why = trap.message.splitlines()[-1].strip()
        raise Trap(why, trap.trap_code == wasmtime.TrapCode.INTERRUPT)

    # -- memory
    def address(self, name: str) -> int:
        """
        Where a variable of the kernel's lies.

        :raises KeyError: it has none of that name.
        """
        if name not in self._addresses:
            found = cast("wasmtime.Global", self._export(name)).value(self._store)
            self._addresses[name] = int(found)
        return self._addresses[name]

    def reserve(self, size: int) -> int:
        """
        Memory of so many bytes that nobody else has; its address, a multiple of 64.

        :raises MemoryError: there is none.
        """
        import wasmtime

        try:
            before: int = self._memory.grow(self._store, -(-size // PAGE))
        except wasmtime.WasmtimeError as error:
            raise MemoryError(str(error)) from None
        self._view = None
        return before * PAGE

    def view(self) -> memoryview:
        """
        The memory as it is now, to read and to write; not to be kept where more is reserved. (No
        code makes it grow.)
        """
        if self._view is None:
            size = self._memory.data_len(self._store)
            data = ctypes.addressof(self._memory.data_ptr(self._store).contents)
            self._view = memoryview((ctypes.c_ubyte * size).from_address(data)).cast("B")
        return self._view


@cache
def _raw_call() -> Any:
    """
    wasmtime's call without a look at types. Other threads go on meanwhile, so that the ticks of
    the clock are counted.
    """
    import wasmtime

    library = wasmtime._ffi.dll
    address, size = ctypes.c_void_p, ctypes.c_size_t
    prototype = ctypes.CFUNCTYPE(address, address, address, address, size, address)
    return prototype(("wasmtime_func_call_unchecked", library))
