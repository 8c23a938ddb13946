"""
The scripts of a program: how their functions are carried out and asked, in a state of Lua.

What a function finds out of the match, and what the words it has used came to, is noted as it goes:
so it can be run again, fed with that, up to where it stood (`running.scripts`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import lupa.lua52 as lupa

from ..ground.errors import BudgetExceeded, RuleError
from ..running.match import Match
from ..running.program import Program
from ..running.scripts import FUNCTION, GIVEN, RESULTS
from ..running.state import Registers
from ..running.symbols import symbol_of
from .state import LuaState, Script

BUDGET = 200_000  # instructions of a function, however often it waits
ASKING = 20_000  # of one that is only asked
MAX_RESULTS = 5_000  # of one function
MAX_TAGS = 1_000  # what is noted in a match
MAX_TEXT = 1_000  # characters of what is noted


#: From what Lua gives to what the game takes, and back; of a match's program.
type Converts = Callable[[Program, Any], Any]


def _number(program: Program, value: Any) -> int:
    if value is None:
        return 0
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        return int(value // 1)
    raise RuleError(f"a number belongs here, not {_kind(value)}")


def _several(program: Program, value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    if isinstance(value, (int, float)):
        return (_number(program, value),)
    if lupa.lua_type(value) != "table":
        raise RuleError(f"a list belongs here, not {_kind(value)}")
    return tuple([_number(program, value[at]) for at in range(1, len(value) + 1)])


def _symbol(program: Program, value: Any) -> int:
    if isinstance(value, str):
        return symbol_of(value)
    return _number(program, value)


def _text(program: Program, value: Any) -> str:
    if isinstance(value, str):
        return value[:MAX_TEXT]
    raise RuleError(f"a text belongs here, not {_kind(value)}")


def _texts(program: Program, value: Any) -> tuple[str, ...]:
    if value is None or isinstance(value, str) or lupa.lua_type(value) != "table":
        raise RuleError(f"a list of texts belongs here, not {_kind(value)}")
    return tuple([_text(program, value[at]) for at in range(1, len(value) + 1)])


def _kind(value: Any) -> str:
    return "a text" if isinstance(value, str) else f"a {lupa.lua_type(value) or 'thing'}"


def _as_it_is(program: Program, value: Any) -> Any:
    return value


def _name(program: Program, value: int) -> str | None:
    return program.symbol_name(value) if value else None


def _truth(program: Program, value: Any) -> bool:
    return bool(value)


TAKEN: dict[str, Converts] = {
    **dict.fromkeys(("symbol", "definition", "choice"), _symbol),
    "text": _text,
    "texts": _texts,
    **dict.fromkeys(("players", "cards", "entities", "definitions"), _several),
}
GIVES: dict[str, Converts] = {
    **dict.fromkeys(("symbol", "definition", "choice"), _name),
    "boolean": _truth,
}


class Word(NamedTuple):
    """
    A word of the pack that scripts can use: what calls it, what of its parameters is converted,
    with their defaults, and what its results become. `waits`: it may have to wait.
    """

    call: Callable[..., Any] | None  # None: it is called by its name
    takes: tuple[tuple[Converts, Any], ...]
    gives: tuple[Converts, ...]
    waits: bool

    @classmethod
    def of(
        cls,
        call: Callable[..., Any] | None,
        takes: Iterable[tuple[str, Any]],
        gives: Iterable[str],
        waits: bool,
    ) -> Word:
        """A word by the types of what it takes, each with its default, and of what it gives."""
        return cls(
            call,
            tuple([(TAKEN.get(type, _number), default) for type, default in takes]),
            tuple([GIVES.get(type, _as_it_is) for type in gives]),
            waits,
        )

    def arguments(self, program: Program, given: Sequence[Any]) -> list[Any]:
        """What it is called with; what is left out is as by default."""
        values = [*given, *[None] * (len(self.takes) - len(given))]
        return [
            default if value is None else convert(program, value)
            for value, (convert, default) in zip(values, self.takes, strict=False)
        ]


class _Run:
    """A function while it runs: in which match, its results, and how many it has asked for."""

    __slots__ = ("at", "match", "results")

    def __init__(self, match: Match, results: list[Any]):
        self.match, self.results, self.at = match, results, 0

    def next(self) -> int:
        """The place of the result that is wanted next."""
        at = self.at
        self.at = at + 1
        if at >= MAX_RESULTS:
            raise BudgetExceeded(f"a script asked for more than {MAX_RESULTS} results")
        return at


def _random(match: Match, only_asks: bool, below: Any) -> int:
    if only_asks:
        raise RuleError("a function that is only asked rolls no dice")
    return match.random(max(_number(match.program, below), 1))


def _note(match: Match, only_asks: bool, entity: Any, name: Any, value: Any = None) -> None:
    if only_asks:
        raise RuleError("a function that is only asked changes nothing")
    if not isinstance(name, str):
        raise RuleError(f"what is noted has a name, not {_kind(name)}")
    key = _number(match.program, entity), name
    tags = {other: known for other, known in match.tags.items() if other != key}
    if value is not None:
        if len(tags) >= MAX_TAGS or (isinstance(value, str) and len(value) > MAX_TEXT):
            raise BudgetExceeded("scripts have noted too much")
        plain = isinstance(value, (bool, int, float, str))
        tags[key] = value if plain else _several(match.program, value)
    match.tags = tags


def _change(match: Match, only_asks: bool, index: Any, value: Any) -> None:
    if only_asks:
        raise RuleError("a function that is only asked changes nothing")
    convert = _several if lupa.lua_type(value) == "table" else _symbol
    match.change_event(_number(match.program, index), convert(match.program, value))


def _noted(match: Match, only_asks: bool, entity: Any, name: Any) -> Any:
    return match.tags.get((_number(match.program, entity), name))


#: What scripts can use of every game: dice, and what they note.
HOST: dict[str, Callable[..., Any]] = {
    "random": _random,
    "note": _note,
    "noted": _noted,
    "change": _change,
}


class _Thread(threading.local):
    """What a thread has of the scripts: its state, and the function that runs there, and where."""

    state: LuaState | None = None
    run: _Run | None = None
    match: Match | None = None
    depth = 0


class LuaScripts:
    """The scripts of a program, in a state of Lua for each thread."""

    def __init__(self, files: Sequence[Script]):
        """`reads` and `acts` are for whoever compiles the pack to fill."""
        self.files = tuple(files)
        self.reads: dict[str, Word] = {}
        self.acts: dict[str, Word] = {}
        self._local = _Thread()

    def state(self) -> LuaState:
        """The state of this thread."""
        local = self._local
        if local.state is None:
            local.state = LuaState(self.files, self._read, self._fact)
        return local.state

    def drive(self, match: Any, registers: Registers, results: list[Any]) -> bool:
        """See `running.code.Scripts`."""
        state, local, program = self.state(), self._local, match.program
        outer, before = local.run, local.match
        run = local.run = _Run(match, results)
        local.match = match
        local.depth = depth = local.depth + 1
        given = registers[GIVEN]
        you, this = (*given[1:2], 0)[0], given[0] if given else 0
        try:
            function = _name(program, registers[FUNCTION])
            step = state.begin(depth, function, BUDGET, *state.given(given))
            while True:
                name, *arguments = step if isinstance(step, tuple) else (step,)
                if name is None:
                    match.result = (_returned(arguments),)
                    return False
                if name is False:
                    raise self._failure(arguments[0])
                word = self.acts.get(name)
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
                            state.drop(depth)
                            return True
                        results.append(match.result)
                    local.run, local.match = run, match
                step = state.go(depth, *state.given(_results(program, word, results[at])))
        except BaseException:
            state.drop(depth)
            raise
        finally:
            local.depth = depth - 1
            local.run, local.match = outer, before

    def ask(self, match: Any, function: int, given: Sequence[Any]) -> Any:
        """See `running.code.Scripts`."""
        state, local, program = self.state(), self._local, match.program
        outer, before = local.run, local.match
        local.run, local.match = None, match
        try:
            fine, said = state.ask(_name(program, function), ASKING, *state.given(given))
        finally:
            local.run, local.match = outer, before
        if not fine:
            raise self._failure(said)
        if isinstance(said, str):
            return symbol_of(said)
        if said is None or isinstance(said, (bool, int, float)):
            return _number(program, said)
        return _several(program, said)

    def _read(self, name: str, *given: Any) -> Any:
        """What a script finds out at once, by a value of the pack."""
        match, run = self._match(name), self._local.run
        host = HOST.get(name)
        find = partial(host, match, run is None) if host else partial(self._find, match, name)
        if run is None:
            value = find(*given)
        elif (at := run.next()) < len(run.results):
            value = run.results[at]
        else:
            value = find(*given)
            run.results.append(value)
        return self._told(match, None if host else name, value)

    def _fact(self, name: str, *given: Any) -> Any:
        """What a script finds out that is printed on cards: it is not noted."""
        match = self._match(name)
        return self._told(match, name, self._find(match, name, *given))

    def _match(self, name: str) -> Match:
        """The match in which something is to be found out."""
        match = self._local.match
        if match is None:
            raise RuleError(f"{name} can be found out only while a match is played")
        return match

    def _find(self, match: Match, name: str, *given: Any) -> Any:
        word = self.reads.get(name)
        if word is None:
            raise RuleError(f"scripts cannot find out {name!r}")
        assert word.call is not None  # noqa: S101 (for mypy: what is asked has a function)
        return word.call(match, *word.arguments(match.program, given))

    def _told(self, match: Match, name: str | None, value: Any) -> Any:
        """A value as a script gets it: what the pack says of itself as its type says."""
        if name is not None:
            value = self.reads[name].gives[0](match.program, value)
        return self.state().table(value) if isinstance(value, tuple) else value

    def _failure(self, message: str) -> RuleError:
        """What a card fails with that is carried out by a script."""
        if message == "not enough memory":
            self._local.state = None  # begun anew: what is in it may be anything
            message = "a script has used up its memory"
        return RuleError(message)


def _returned(values: Sequence[Any]) -> int:
    """What a function returned: 1 for true, a number, or 0."""
    value = values[0] if values else None
    return int(value) if isinstance(value, (bool, int, float)) else 0


def _results(program: Program, word: Word, result: Any) -> list[Any]:
    """What a word came to, as a script gets it."""
    values = result if isinstance(result, tuple) else (result,)
    return [convert(program, value) for convert, value in zip(word.gives, values, strict=False)]
