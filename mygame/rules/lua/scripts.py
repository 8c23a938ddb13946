"""
The scripts of a program: how their functions are carried out and asked, in a state of Lua.

What a function finds out of the match, and what the words it has used came to, is noted as it goes:
so it can be run again, fed with that, up to where it stood (`running.scripts`).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ..ground.errors import BudgetExceeded, RuleError
from ..running.match import Match
from ..running.program import Program
from ..running.scripts import FUNCTION, GIVEN, RESULTS
from ..running.state import Registers
from ..running.symbols import symbol_of
from .state import LuaState, Script
from .words import HOST, MAX_TEXT, Word, name_of, number_of, several

BUDGET = 200_000  # instructions of a function, however often it waits
ASKING = 20_000  # of one that is only asked
ADVICE = 1_000_000  # of one that answers for a player
MAX_TOLD = 100  # lines that such a one has told, or that are kept of all that a match tells
MAX_LINE = 200  # characters of one
MAX_RESULTS = 5_000  # of one function
#: By which tag a match has what scripts keep from one call to the next: `KEEPS`, the text of
#: `keeping.lua`, and the players and cards in it. It stands among the results of a function as
#: well, wherever the function has found another than before.
KEPT = (0, "")
KEEPS = "kept"
NOTHING: tuple[Any, ...] = (KEEPS, "")
CUT = "a text is cut in the midst of a letter, and is no UTF-8"


class MemoryUsedUp(RuleError):
    """A script has used up its memory; what is in its state may be anything."""


class _Run:
    """
    A function while it runs: in which match, its results, how many it has asked for, and what
    scripts keep as it knows.
    """

    __slots__ = ("at", "kept", "match", "results")

    def __init__(self, match: Match, results: list[Any]):
        self.match, self.results, self.at, self.kept = match, results, 0, NOTHING

    def next(self) -> int:
        """The place of the result that is wanted next."""
        at = self.at
        self.at = at + 1
        if at >= MAX_RESULTS:
            raise BudgetExceeded(f"a script asked for more than {MAX_RESULTS} results")
        return at

    def kept_anew(self) -> str | None:
        """What scripts keep, where that is another than the function knows: as it was then."""
        results, at, tags = self.results, self.at, self.match.tags
        if at < len(results):
            kept = results[at]
            if not _is_kept(kept):
                return None
        else:
            kept = tags.get(KEPT, NOTHING) if tags else NOTHING
            if kept == self.kept:
                return None
            results.append(kept)
        self.at, self.kept = at + 1, kept
        return str(kept[1])


def _is_kept(value: Any) -> bool:
    return isinstance(value, tuple) and value[:1] == (KEEPS,)


class Runner(LuaState):
    """
    A state of Lua in which functions are carried out: which function runs there now, if any, in
    which match, inside how many others, and what one that answers for a player has told (None: none
    runs).
    """

    def __init__(self, scripts: LuaScripts):
        """:raises RuleError: a script of the pack's own is wrong."""
        self.scripts = scripts
        self.run: _Run | None = None
        self.match: Match | None = None
        self.told: list[str] | None = None
        self.depth = 0
        self.by_symbol: dict[int, Any] = {}  # functions by the symbols of their names
        self.names: dict[int, str | None] = {}  # of symbols
        python: dict[str, Callable[..., Any]] = {
            "read": _letting_go(self.read),
            "reader": self.reader,
            "finder": self.finder,
            "keep": self.keep,
            "match": self.identity,
        }
        super().__init__(scripts.files, python)

    # -- what is called from outside -----------------------------------------------------------

    def drive(self, match: Match, registers: Registers, results: list[Any]) -> bool:
        """See `running.code.Scripts`."""
        outer, before, program = self.run, self.match, match.program
        run = self.run = _Run(match, results)
        self.match = match
        self.depth = depth = self.depth + 1
        given = registers[GIVEN]
        you, this = (*given[1:2], 0)[0], given[0] if given else 0
        try:
            function = self.by_symbol.get(registers[FUNCTION])
            if function is None:
                function = self.function(program, registers[FUNCTION])
            kept = run.kept_anew() if results or match.tags else None
            step = self.begin(depth, function, BUDGET, kept, *self.given(given))
            while True:
                if step is None:
                    match.result = (0,)
                    return False
                name, *arguments = step if isinstance(step, tuple) else (step,)
                if name is None:
                    match.result = (_returned(program, arguments[0]),)
                    return False
                if name is False:
                    raise _failure(program, registers[FUNCTION], arguments[0])
                word = self.scripts.acts.get(name)
                if word is None:
                    raise RuleError(f"scripts cannot do {name!r}")
                at = run.next()
                if at >= len(results):
                    values = word.arguments(program, arguments)
                    call = match.calls[name]
                    if not word.waits:
                        results.append(call(match, you, this, 0, None, *values))
                    else:
                        match.result = None
                        if call(match, you, this, 0, None, *values):
                            registers[RESULTS] = tuple(results)
                            return True
                        results.append(match.result)
                    self.run, self.match = run, match
                told = self.given(word.results(program, results[at]))
                step = self.go(depth, run.kept_anew(), *told)
        finally:
            self.drop(depth)
            self.depth = depth - 1
            self.run, self.match = outer, before

    def ask_function(self, match: Match, function: int, given: Sequence[Any]) -> Any:
        """See `running.code.Scripts`."""
        outer, before, tags = self.run, self.match, match.tags
        self.run, self.match = None, match
        kept: Any = tags.get(KEPT) if tags else None
        called = self.by_symbol.get(function) or self.function(match.program, function)
        for value in given:
            if isinstance(value, tuple):
                given = self.given(given)
                break
        try:
            said = self.ask(called, ASKING, kept and kept[1], *given)
        finally:
            self.run, self.match = outer, before
        if said is True or said is False:
            return int(said)
        if said is None:
            return 0
        if isinstance(said, tuple):
            raise _failure(match.program, function, said[1])
        if isinstance(said, str):
            return symbol_of(said)
        if isinstance(said, (int, float)):
            return number_of(match.program, said)
        return several(match.program, said)

    def advise_function(
        self, match: Match, function: int, given: Sequence[Any]
    ) -> Sequence[int] | None:
        """See `running.code.Scripts.advise`; what it told is `scripts.output`."""
        outer, before = self.run, self.match
        self.run, self.match, self.told = None, match, []
        try:
            kept: Any = match.tags.get(KEPT)
            called = self.function(match.program, function)
            values = map(self.plain, given)
            said = self.advise(called, ADVICE, kept and kept[1], *values)
        finally:
            self.scripts.output = tuple(self.told)
            self.scripts.heard.extend(self.told)
            self.run, self.match, self.told = outer, before, None
        if isinstance(said, tuple):
            raise _failure(match.program, function, said[1])
        return None if said is None else several(match.program, said)

    def function(self, program: Program, symbol: int) -> Any:
        """A function of Lua by the symbol of its name."""
        found = self.by_symbol.get(symbol)
        if found is None:
            found = self.by_symbol[symbol] = self.functions[str(program.symbol_name(symbol))]
        return found

    # -- what Lua calls ------------------------------------------------------------------------

    def keep(self, text: str, numbers: Any) -> None:
        """Note what scripts keep now, with the players and cards in it."""
        run = self.run
        assert run is not None  # noqa: S101 (for mypy: only what is carried out keeps anything)
        match = run.match
        kept = (KEEPS, text, *(numbers.values() if numbers is not None else ()))
        if kept == run.kept:
            return
        run.kept = kept
        if run.at >= len(run.results):  # else it was noted the first time
            match.tags = {**match.tags, KEPT: kept}

    def identity(self) -> str:
        """What is the same of a match and its clones, wherever they are taken up."""
        match = self.playing("what lasts for a match")
        return f"{match.seed} {match.seats} {sorted(match.options.items())}"

    def playing(self, name: str) -> Match:
        """The match in which something is to be found out."""
        match = self.match
        if match is None:
            raise RuleError(f"{name} can be found out only while a match is played")
        return match

    def read(self, name: str, *given: Any) -> Any:
        """Dice, and what is noted: see `words.HOST`."""
        match, run, told = self.playing(name), self.run, self.told
        if name == "tell":
            if told is not None or match is self.scripts.heard_in:
                self.hear(run, told, *map(str, given))
            return None
        if run is None:
            return self._several(HOST[name](match, told is None, *given))
        at = run.next()
        if at >= len(run.results):
            run.results.append(HOST[name](match, False, *given))
        return self._several(run.results[at])

    def hear(self, run: _Run | None, told: list[str] | None, place: str, text: str) -> None:
        """
        Keep what a script tells at a place, line by line. One that is carried out again, up to
        where it stood, has told that already.
        """
        if run is not None and run.at < len(run.results):
            return
        lines = [f"{place}: {line}"[:MAX_LINE] for line in text[:MAX_TEXT].split("\n")]
        if told is None:
            self.scripts.heard.extend(lines)
        else:
            told.extend(lines[: MAX_TOLD - len(told)])

    def _several(self, value: Any) -> Any:
        return self.table(value) if isinstance(value, tuple) else value

    def reader(self, name: str) -> tuple[Callable[..., Any], bool]:
        """
        What finds out a value of the pack, noting it, and whether it gives several: they come one
        by one.
        """
        word, call, convert = self._read(name)

        def finds(*given: Any) -> Any:
            match, run = self.match, self.run
            if match is None:
                match = self.playing(name)
            if run is None:
                value = call(match, *word.arguments(match.program, given))
            else:
                at = run.next()
                if at >= len(run.results):
                    run.results.append(call(match, *word.arguments(match.program, given)))
                value = run.results[at]
            return value if convert is None else convert(match.program, value)

        return _letting_go(finds), word.gives_many

    def finder(self, name: str) -> tuple[Callable[..., Any], bool]:
        """As `reader`, of what is printed on cards: it is not noted."""
        word, call, convert = self._read(name)

        def finds(*given: Any) -> Any:
            match = self.match or self.playing(name)
            value = call(match, *word.arguments(match.program, given))
            return value if convert is None else convert(match.program, value)

        return _letting_go(finds), word.gives_many

    def _read(self, name: str) -> tuple[Word, Callable[..., Any], Callable[..., Any] | None]:
        word = self.scripts.reads.get(name)
        if word is None:
            self.playing(name)
            raise RuleError(f"scripts cannot find out {name!r}")
        assert word.call is not None  # noqa: S101 (for mypy: what is asked has a function)
        if not word.converts:
            return word, word.call, None
        return word, word.call, self._named if word.gives[0] is name_of else word.gives[0]

    def _named(self, program: Program, value: int) -> str | None:
        """As `name_of`, which is looked up once."""
        found = self.names.get(value)
        if found is None and value:
            found = self.names[value] = name_of(program, value)
        return found


class _Thread(threading.local):
    """What a thread has of the scripts."""

    state: Runner | None = None


class LuaScripts:
    """
    The scripts of a program, in a state of Lua for each thread. The one that was made while the
    pack was compiled is for the first thread that plays.
    """

    _last: ClassVar[LuaScripts | None] = None

    @classmethod
    def of(cls, files: Sequence[Script]) -> LuaScripts:
        """The scripts in these files; those that were made last and stand unused, or new ones."""
        last, cls._last = cls._last, None
        if last is None or last.files != tuple(files) or last.reads or last.acts:
            last = cls(files)
            cls._last = last
        return last

    def __init__(self, files: Sequence[Script]):
        """`reads` and `acts` are for whoever compiles the pack to fill."""
        self.files = tuple(files)
        self.reads: dict[str, Word] = {}
        self.acts: dict[str, Word] = {}
        self.bot = 0
        self.output: tuple[str, ...] = ()  # what the last function told that answered for a player
        self.heard_in: Any = None  # the match whose functions are heard (`listen`)
        self.heard: deque[str] = deque(maxlen=MAX_TOLD)
        self._local = _Thread()
        self._given: Runner | None = None

    def give_state(self) -> None:
        """Give the state of this thread to the next that needs one."""
        self._given, self._local.state = self._local.state, None

    def state(self) -> Runner:
        """The state of this thread."""
        state = self._local.state
        if state is None:
            state, self._given = self._given, None
            state = self._local.state = state or Runner(self)
        return state

    def listen(self, match: Any) -> Sequence[str]:
        """See `running.code.Scripts`."""
        self.heard_in, self.heard = match, deque(maxlen=MAX_TOLD)
        return self.heard

    def drive(self, match: Any, registers: Registers, results: list[Any]) -> bool:
        """See `running.code.Scripts`."""
        state = self._local.state or self.state()
        try:
            return state.drive(match, registers, results)
        except MemoryUsedUp:
            pass
        except UnicodeDecodeError as error:
            raise RuleError(CUT) from error
        return bool(self._once_more("drive", match, registers, results))

    def ask(self, match: Any, function: int, given: Sequence[Any]) -> Any:
        """See `running.code.Scripts`."""
        state = self._local.state or self.state()
        try:
            return state.ask_function(match, function, given)
        except MemoryUsedUp:
            pass
        except UnicodeDecodeError as error:
            raise RuleError(CUT) from error
        return self._once_more("ask_function", match, function, given)

    def advise(self, match: Any, function: int, given: Sequence[Any]) -> Sequence[int] | None:
        """See `running.code.Scripts`. What it tells of itself is `output`."""
        try:
            return self.state().advise_function(match, function, given)
        except MemoryUsedUp:
            pass
        found: Sequence[int] | None = self._once_more("advise_function", match, function, given)
        return found

    def _once_more(self, does: str, *given: Any) -> Any:
        """In a state where nothing else is in use; so it fails in each process, or in none."""
        self._let_go()
        try:
            return getattr(self.state(), does)(*given)
        except MemoryUsedUp as error:
            self._let_go()
            raise RuleError(str(error)) from None

    def _let_go(self) -> None:
        """The state of this thread is full: nothing begins in it any more."""
        state, self._local.state = self._local.state, None
        if state is not None:
            state.collect()


def _failure(program: Program, function: int, message: str) -> RuleError:
    """What a card fails with that is carried out by a script."""
    if message == "not enough memory":
        return MemoryUsedUp(f"{program.symbol_name(function)}: a script has used up its memory")
    return RuleError(message)


def _letting_go(find: Callable[..., Any]) -> Callable[..., Any]:
    """
    What finds something out for scripts, whose failures hold on to nothing of Lua. A table that a
    coroutine has given must not outlive it, and a failure that it was given does.
    """

    def finds(*given: Any) -> Any:
        try:
            return find(*given)
        except Exception as error:  # noqa: BLE001 (whatever it is, its traceback has the tables)
            failure = error.with_traceback(None)
        del given
        failure.__cause__ = failure.__context__ = None
        raise failure

    return finds


def _returned(program: Program, value: Any) -> int:
    """What a function returned: 1 for true, a number, or 0."""
    return number_of(program, value) if isinstance(value, (bool, int, float)) else 0
