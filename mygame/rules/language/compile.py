"""
The compiler: behaviours as JSON in, plain Python out.

Every piece of behaviour (a card's timing, a trigger, a defined word, the flow) becomes a `Code`: a
tuple of *blocks*, functions `block(match, registers) -> next block`. A block runs straight through;
it ends where a player may be asked, an event may be heard or another code is called, so Python's
own stack is empty there. What cannot be interrupted stays one block.

Words are compiled by the small functions of `values`, `conditions`, `choosers` and `doables`; they
return `Expr`, a piece of Python source with its type (`source`), or emit lines (`emitter`), which
`assemble` cuts into the blocks of a `Code` (`code`).
"""

from __future__ import annotations

import hashlib
import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..ground.errors import Problem, instead
from ..running.code import FIRST_FREE, THIS, YOU, Code, ModifierDef, TriggerDef
from ..running.state import Field
from .arithmetic import text, whole
from .asking import ask
from .assemble import Assembler
from .emitter import MAX_NESTING, Emitter, Scope, Symbol
from .schema import WORDS, Param
from .source import ENTITIES, PLURAL, SINGULAR, Expr, function_source, tuple_source

RESERVED = ("you", "this")  # names of the first two registers
MAX_NODES = 20_000  # of the tree of one card or word, with the words in it written out
MAX_SOURCE = 20_000  # characters of one value or condition
MAX_BRACKETS = 80  # inside each other; Python reads 200
# Of all pieces of a pack; the flagship has 8,000 parts, 280,000 characters and takes half a second.
MAX_PARTS = 300_000
MAX_TOTAL = 5_000_000  # characters that it is compiled to
MAX_SECONDS = 30.0  # of processor time
BATCH = 500  # functions that Python compiles at once


class _TooMuch(Exception):
    """A card or word, or all of a pack, is larger than any sensible one."""


class Compiler:
    """
    Compiles the pieces of one pack. `pack` supplies the declarations; problems are collected, never
    raised.
    """

    def __init__(self, pack: Any):
        self.pack = pack
        self.layout = pack.layout
        self.problems: list[Problem] = []
        self.codes: list[Code] = []
        self.triggers: list[TriggerDef] = []
        self.modifiers: list[ModifierDef] = []
        self.sources: list[str] = []
        self.blocks_of: dict[int, int] = {}
        self.functions: list[tuple[Any, str, str]] = []  # (object, attribute, name of function)
        self.offered: dict[str, tuple[str, str]] = {}  # name -> (word, kind) of options
        self.changed: dict[str, tuple[tuple[Field, ...], bool]] = {}  # name -> what `changer` takes
        self.words: dict[str, Code] = {}
        self.atomic_words: dict[str, bool] = {}
        self.counter = 0
        self.reached: set[str] = set()
        self.nodes = 0  # of the piece that is compiled now
        self.parts = 0  # of all pieces before it
        self.length = 0  # of the sources until then
        self.begun = time.thread_time()
        self.whole = ""  # what is too much of the pack as a whole

    @contextmanager
    def piece(self, place: str) -> Iterator[None]:
        """
        One card, word or part of the flow is compiled inside: it has a budget of its own, and what
        cannot be compiled is a problem of its place, whatever it is.
        """
        self.nodes, known, sources = 0, self.whole, len(self.sources)
        try:
            yield
        except (_TooMuch, RecursionError):
            part = f"with its words written out this has more than {MAX_NODES} parts"
            if not known:  # what is too much of all is told once
                self.problem(place, self.whole or part)
        except Exception as error:  # noqa: BLE001 (a problem of the pack, which its author reads)
            self.problem(place, f"this cannot be read ({type(error).__name__}: {error})")
        self.parts += self.nodes
        self.length += sum(map(len, self.sources[sources:]))

    def counted(self) -> None:
        """A node of the tree is compiled."""
        self.nodes += 1
        if self.nodes == 1:
            self.whole = self.whole or self._too_much_of_all()
        if self.nodes > MAX_NODES or self.whole:
            raise _TooMuch

    def _too_much_of_all(self) -> str:
        """What of the pack is more than is compiled, up to this piece."""
        if self.parts > MAX_PARTS:
            return f"with its words written out the pack has more than {MAX_PARTS} parts up to here"
        if self.length > MAX_TOTAL:
            return f"the pack is compiled to more than {MAX_TOTAL} characters up to here"
        if time.thread_time() - self.begun > MAX_SECONDS:
            return f"compiling the pack has taken {MAX_SECONDS:.0f} s up to here; that is too long"
        return ""

    def sized(self, c: Emitter, source: str, instead: str) -> str:
        """The source of a value, unless it is too large."""
        if len(source) <= 2 * MAX_BRACKETS:
            return source
        if len(source) > MAX_SOURCE:
            c.problem(f"with its words written out this has more than {MAX_SOURCE} characters")
            return instead
        if _brackets(source) > MAX_BRACKETS:
            c.problem(f"there are more than {MAX_BRACKETS} steps inside each other here")
            return instead
        return source

    def problem(self, place: str, message: str) -> None:
        if len(self.problems) < 200:
            self.problems.append(Problem(place, message))

    def unique(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def options_of(self, word: str, kind: str) -> str:
        """The name of the function that gives the option of an entity."""
        name = f"OPTION_{kind or 'plain'}_{word}"
        self.offered[name] = (word, kind)
        return name

    def changer(self, fields: list[Field], mode: str) -> str:
        """The name of the function that changes a field: sets it or adds to it."""
        name = "_".join([mode, *(field.kind for field in fields), fields[0].name])
        self.changed[name] = (tuple(fields), mode == "add")
        return name

    # -- values ------------------------------------------------------------------------------------

    def value(self, c: Emitter, node: Any, want: str = "any") -> Expr:
        """Compile a single value; lists give their first element where one thing is wanted."""
        expr = self.any_value(c, node)
        if want not in SINGULAR and want != "any":
            expr = expr.single
        self.check(c, expr, want)
        return expr

    def check(self, c: Emitter, expr: Expr, want: str) -> None:
        if want in ("any", expr.type) or expr.type == "any":
            return
        fits = {
            "number": ("number", "boolean"),
            "boolean": ("number", "boolean"),
            "symbol": ("symbol",),
            "entity": ("player", "card"),
            "player": ("entity",),
            "card": ("entity",),
        }
        if expr.type not in fits.get(want, ()):
            c.problem(f"a {want} belongs here, not a {expr.type}")

    def any_value(self, c: Emitter, node: Any) -> Expr:
        """A single value, or several, of any type."""
        self.counted()
        expr = self._any_value(c, node)
        source = self.sized(c, expr.src, "()" if expr.many else "0")
        return expr if source is expr.src else Expr(source, expr.type)

    def _any_value(self, c: Emitter, node: Any) -> Expr:
        if isinstance(node, bool):
            return Expr(str(int(node)), "boolean", literal=node)
        if isinstance(node, int):
            return whole(c, node)
        if isinstance(node, str):
            return text(c, node)
        if isinstance(node, list):
            return self.entities(c, node, "entities")
        if isinstance(node, dict):
            if "chooser" in node or str(node.get("type", "")).endswith("Chooser"):
                return self.chooser(c, node)
            return self.word_value(c, node)
        c.problem(f"a number, a reference or an object belongs here, not {type(node).__name__}")
        return Expr("0")

    def word_value(self, c: Emitter, node: dict) -> Expr:
        name = node.get("type")
        word = WORDS["value"].get(name) if isinstance(name, str) else None
        if word is not None:
            return word.function(c, **self.arguments(c, word.name, word.params, node))
        defined = self.pack.defined("values", name) or self.pack.defined("choosers", name)
        if defined is not None:
            return self.inline(c, defined, node)
        if isinstance(name, str) and (
            name in WORDS["condition"] or self.pack.defined("conditions", name)
        ):
            return Expr(f"int({self.condition(c, node)})", "boolean")
        if name is None and node.get("mode") in ("id", "event") and "value" in node:
            return self.word_value(c, {"type": "triggerGetter", **node})
        known = {*WORDS["value"], *self.pack.defines["values"]}
        self.unknown(c, "value", name, known)
        return Expr("0")

    def inline(self, c: Emitter, defined: Any, node: dict) -> Expr:
        """A defined value, condition or chooser: its parameters stand for what is given."""
        self.reached.add(defined.name)
        if c.scope.depth > MAX_NESTING:
            c.problem(f"{defined.name} is defined by itself")
            return Expr("0")
        arguments = self.arguments(c, defined.name, defined.params, node)
        scope = c.scope.inner()
        for name, param in defined.params.items():
            expr = arguments[name] if isinstance(arguments[name], Expr) else Expr("0")
            wide = param.type in ("entity", "any") and expr.type in ("player", "card")
            # what was given is not known to the body: it may compare it with any name (`{school} ==
            # any`)
            scope.symbols[name] = Symbol(
                expr=replace(expr, type="entity" if wide else expr.type, literal=None)
            )
        inner = Emitter(self, scope, defined.place, pure=True)
        if defined.family == "conditions":
            return Expr(self.condition(inner, defined.body), "boolean")
        if defined.family == "choosers":
            return self.entities(inner, defined.body, "entities")
        return self.any_value(inner, defined.body)

    def note(self, message: str, arguments: tuple[tuple[str, str], ...]) -> int:
        """The index of a line of the log, with the names and kinds of its arguments."""
        notes = self.pack.notes
        if (message, arguments) not in notes:
            notes.append((message, arguments))
        return notes.index((message, arguments))

    def arguments(
        self, c: Emitter, name: str, params: dict[str, Param], node: dict
    ) -> dict[str, Any]:
        """Compile the parameters of a word; unknown and missing ones are problems."""
        given = dict(node)
        for key in ("type", "chooser", "id", "comment"):
            if key not in params:
                given.pop(key, None)
        compiled: dict[str, Any] = {}
        outer = c.scope
        for key, param in params.items():
            spelling = next((s for s in (key, *param.aliases) if s in given), None)
            if spelling is None:
                if param.required:
                    c.problem(f"{name} needs {key} ({param.type})")
                    compiled[key] = self.nothing(param.type)
                elif param.default is None:
                    compiled[key] = None
                else:  # a default may mention the parameters before it
                    at = c.at(f".{key}")
                    at.scope = outer.inner()
                    at.scope.symbols |= {
                        n: Symbol(expr=e) for n, e in compiled.items() if isinstance(e, Expr)
                    }
                    compiled[key] = self.argument(at, param, param.default)
                continue
            compiled[key] = self.argument(c.at(f".{spelling}"), param, given.pop(spelling))
        for key in given:
            if key not in params:
                c.problem(f"{name} has no parameter {key}{instead(key, params, 'it has')}")
        return compiled

    def nothing(self, type: str) -> Any:
        if type in ("raw", "doables", "do", "filter", "values", "conditions"):
            return []
        return "False" if type == "condition" else Expr("()" if type in SINGULAR else "0", type)

    def argument(self, c: Emitter, param: Param, node: Any) -> Any:
        """A parameter as its type says; one that declares what it can be is nothing else."""
        compiled = self.typed(c, param.type, node)
        known = compiled.literal if isinstance(compiled, Expr) else compiled
        if isinstance(known, str) and "{" not in known and known not in (param.domain or (known,)):
            c.problem(f"{known!r} is not possible here{instead(known, param.domain)}")
        return compiled

    def typed(self, c: Emitter, type: str, node: Any) -> Any:
        if type in ("raw", "doables", "do", "filter"):
            return node
        if type == "condition":
            return self.condition(c, node)
        if type == "conditions":
            return [
                self.condition(c.at(f"[{i}]"), n)
                for i, n in enumerate(node if isinstance(node, list) else [node])
            ]
        if type == "values":
            return [
                self.value(c.at(f"[{i}]"), n)
                for i, n in enumerate(node if isinstance(node, list) else [node])
            ]
        if type in ("players", "cards", "entities"):
            return self.entities(c, node, type)
        return self.value(c, node, type)

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, c: Emitter, node: Any) -> str:
        """The source of a condition."""
        self.counted()
        return self.sized(c, self._condition(c, node), "False")

    def _condition(self, c: Emitter, node: Any) -> str:
        if isinstance(node, str | bool | int):
            return self.any_value(c, node).src
        if isinstance(node, list):
            return (
                "("
                + (
                    " and ".join(self.condition(c.at(f"[{i}]"), n) for i, n in enumerate(node))
                    or "True"
                )
                + ")"
            )
        if not isinstance(node, dict):
            c.problem("a condition belongs here")
            return "False"
        name = node.get("type")
        word = WORDS["condition"].get(name) if isinstance(name, str) else None
        if word is not None:
            return word.function(c, **self.arguments(c, word.name, word.params, node))
        defined = self.pack.defined("conditions", name)
        if defined is not None:
            return self.inline(c, defined, node).src
        if self.pack.defined("values", name) or name in WORDS["value"]:
            return self.word_value(c, node).src
        known = {*WORDS["condition"], *self.pack.defines["conditions"]}
        self.unknown(c, "condition", name, known)
        return "False"

    # -- choosers ----------------------------------------------------------------------------------

    def entities(self, c: Emitter, node: Any, want: str = "entities") -> Expr:
        """The source of a list of entities."""
        self.counted()
        expr = self._entities(c, node, want)
        source = self.sized(c, expr.src, "()")
        return expr if source is expr.src else Expr(source, expr.type)

    def _entities(self, c: Emitter, node: Any, want: str) -> Expr:
        if isinstance(node, list):
            parts = [self.entities(c.at(f"[{i}]"), n, want) for i, n in enumerate(node)]
            if not parts:
                return Expr("()", want)
            kinds = {part.type for part in parts}
            return Expr(
                f"m.spend({tuple_source([f'*{part.src}' for part in parts])})",
                kinds.pop() if len(kinds) == 1 else "entities",
            )
        if isinstance(node, dict):
            expr = self.chooser(c, node)
        else:
            expr = self.value(c, node)
        if not expr.many:
            if expr.type not in ENTITIES:
                c.problem(f"{want} belong here, not a {expr.type}")
                return Expr("()", want)
            source = (
                f"one({expr.src})"
                if expr.src not in (f"r[{YOU}]", f"r[{THIS}]")
                else f"({expr.src},)"
            )
            expr = Expr(source, PLURAL[expr.type])
        if "entities" not in (want, expr.type) and want != expr.type and want in SINGULAR:
            c.problem(f"{want} belong here, not {expr.type}")
        return expr

    def chooser(self, c: Emitter, node: dict) -> Expr:
        name = node.get("chooser")
        if name is None:
            kind = str(node.get("type", ""))
            if kind.endswith("Chooser"):
                return ask(c, kind.removesuffix("Chooser"), node)
            return self.any_value(c, node) if kind else self.unknown_chooser(c, node)
        word = WORDS["chooser"].get(name) if isinstance(name, str) else None
        if word is not None:
            return word.function(c, **self.arguments(c, word.name, word.params, node))
        defined = self.pack.defined("choosers", name)
        if defined is not None:
            return self.inline(c, defined, node)
        return self.unknown_chooser(c, node)

    def unknown_chooser(self, c: Emitter, node: dict) -> Expr:
        known = {*WORDS["chooser"], *self.pack.defines["choosers"]}
        self.unknown(c, "chooser", node.get("chooser"), known)
        return Expr("()", "entities")

    def unknown(self, c: Emitter, family: str, name: Any, known: set[str]) -> None:
        """A word that is none."""
        if name is None:
            c.problem(f"a {family} needs a {'chooser' if family == 'chooser' else 'type'}")
        else:
            c.problem(f"there is no {family} {name!r}{instead(name, sorted(known))}")

    # -- doables -----------------------------------------------------------------------------------

    def doable(self, c: Emitter, node: Any) -> None:
        """Compile one doable."""
        self.counted()
        if not isinstance(node, dict):
            c.problem("a doable is an object with a type")
            return
        name = node.get("type")
        defined = self.pack.defined("doables", name)
        if defined is not None:
            self.call(c, defined, node)
            return
        word = WORDS["doable"].get(name) if isinstance(name, str) else None
        if word is None:
            self.unknown(c, "doable", name, {*WORDS["doable"], *self.pack.defines["doables"]})
            return
        self.reached.add(word.name)
        word.function(c, node, **self.arguments(c, word.name, word.params, node))

    def call(self, c: Emitter, defined: Any, node: dict) -> None:
        """
        A defined doable: a call of its code, or a plain function call when it cannot be
        interrupted.
        """
        self.reached.add(defined.name)
        if any(param.type == "do" for param in defined.params.values()):
            self.expand_macro(c, defined, node)
            return
        arguments = self.arguments(c, defined.name, defined.params, node)
        code = self.word_code(defined)
        values = [f"r[{i}]" for i in range(FIRST_FREE)]
        for name, param in defined.params.items():
            given = arguments[name]
            if isinstance(given, Expr):
                values.append(given.held)
            elif isinstance(given, str):
                values.append(f"int({given})")
            else:
                values.append("()" if param.type in SINGULAR else "0")
            if name in RESERVED:  # it is that, also to what follows a card (inPlay) or a player
                values[RESERVED.index(name)] = values[-1]
        parts = {
            name: (i, type, domain)
            for i, (name, (type, domain)) in enumerate(defined.results.items())
        }
        register, key = c.name_result(node, parts or None)
        if self.atomic_words.get(defined.name):
            spare = ", ".join(["None"] * (code.size - len(values)))
            c.store(
                register,
                key,
                f"a{code.index}(m, [{', '.join(values)}{', ' if spare else ''}{spare}])",
            )
        else:
            result = f", {register}, {key}" if register >= 0 else ""
            registers = f"[{', '.join(values)}, *REST_{code.index}]"
            c.suspend(f"m.call(WORD_{code.index}, {registers}{result})", True)

    def expand_macro(self, c: Emitter, defined: Any, node: dict) -> None:
        """
        A word that takes blocks is expanded in place; its other parameters are evaluated once.
        """
        if c.scope.depth > MAX_NESTING:
            c.problem(f"{defined.name} is defined by itself")
            return
        arguments = self.arguments(c, defined.name, defined.params, node)
        scope = c.scope.inner()
        for name, param in defined.params.items():
            given = arguments[name]
            if param.type == "do":
                scope.blocks[name] = (c.scope, given, c.place + f".{name}")
            elif given is not None:
                register = c.register()
                c.line(f"r[{register}] = {given.held}")
                scope.symbols[name] = Symbol(
                    expr=replace(given, src=f"r[{register}]", base="", literal=None)
                )
        inner = Emitter(self, scope, f"{defined.place}.do", c.pure)
        inner.loops = c.loops
        inner.body(defined.body)
        c.splice(inner)

    def word_code(self, defined: Any) -> Code:
        """The code of a defined doable, compiled at its first use."""
        code = self.words.get(defined.name)
        if code is not None:
            return code
        code = self.new_code(f"word {defined.name}", None)
        self.words[defined.name] = code
        scope = Scope(code.name)
        for name, param in defined.params.items():
            scope.symbols[name] = Symbol(
                expr=Expr(f"r[{scope.new_register()}]", param.type, param.domain)
            )
        code.given = scope.frame.registers
        c = Emitter(self, scope, defined.place)
        c.at(".do").body(defined.body)
        results = []
        for name, node in defined.result.items():
            expr = self.any_value(
                Emitter(self, scope, f"{defined.place}.result.{name}", pure=True), node
            )
            defined.results[name] = (expr.type, expr.domain)
            results.append(expr.src)
        self.finish_code(code, c, results)
        if c.atomic:  # a recursive word was already called as one that can be interrupted
            self.atomic_words[defined.name] = True
            result = tuple_source(results) if results else "None"
            self.sources.append(
                function_source(
                    f"a{code.index}", [*(item[1] for item in c.items), f"return {result}"]
                )
            )
        return code

    # -- codes -------------------------------------------------------------------------------------

    def new_code(self, name: str, card: str | None) -> Code:
        code = Code(len(self.codes), name, card)
        self.codes.append(code)
        return code

    def finish_code(self, code: Code, c: Emitter, results: list[str] | None = None) -> None:
        """Turn what was emitted into the source of blocks."""
        code.size = c.scope.frame.registers
        code.keeps = c.scope.frame.keeps
        leave = f"m.leave({tuple_source(results) if results else 'None'})"
        blocks = Assembler(c.items, leave).functions()
        for number, lines in enumerate(blocks):
            self.sources.append(function_source(f"c{code.index}_{number}", lines))
        self.blocks_of[code.index] = len(blocks)

    def function(self, holder: Any, attribute: str, source: str, arguments: str = "m, r") -> None:
        """
        A function for a condition or an amount, put onto `holder.attribute` when the pack is
        linked.
        """
        name = self.unique("f")
        self.sources.append(function_source(name, [f"return {source}"], arguments))
        self.functions.append((holder, attribute, name))

    def behavior(
        self,
        name: str,
        card: str | None,
        timing: Any,
        nodes: list[tuple[str, str, Any]],
    ) -> tuple[Code, str]:
        """
        The code of all behaviours of a card at one timing. Returns it and the chooser of the target
        of its cast ("" if it has none).

        `nodes` are (place, the timing as it is spelled there, list of doables).
        """
        code = self.new_code(name, card)
        scope = Scope(name, card=card, cast=True)
        self.bind_context(scope, timing, *(spelling for _, spelling, _ in nodes))
        c: Emitter | None = None
        for place, _, body in nodes:
            inner = Emitter(self, scope, place)
            inner.body(body)
            if c is None:
                c = inner
            else:
                c.splice(inner)
        self.finish_code(code, c or Emitter(self, scope, name))
        return code, scope.frame.aims

    def bind_context(self, scope: Scope, declared: Any, *spellings: Any) -> None:
        """
        Give an event or timing registers, by its name and as it is spelled here. Its other
        spellings go on meaning what they meant outside.
        """
        parts: dict[str, Expr] = {}
        for key, (type, domain) in declared.context.items():
            parts[key] = Expr(f"r[{scope.new_register()}]", type, domain)
        for alias, key in declared.context_aliases.items():
            parts[alias] = parts[key]
        for name in (declared.name, *spellings):
            scope.symbols[name] = Symbol(parts=parts or {"": Expr("0")})

    def link(self, namespace: dict) -> None:
        """Execute all the source and give every code its blocks."""
        for code in self.words.values():
            namespace[f"WORD_{code.index}"] = code
            namespace[f"REST_{code.index}"] = (None,) * (code.size - code.given)
        digest, lines = hashlib.blake2b(digest_size=16), 0
        for batch in itertools.batched(self.sources, BATCH):  # Python needs 100 bytes a character
            source = "\n".join(batch) + "\n"
            digest.update(source.encode())
            numbered = "\n" * lines + source  # the lines of all sources are counted through
            exec(compile(numbered, f"<pack {self.pack.id}>", "exec"), namespace)  # noqa: S102 (source of numbers, quoted strings and checked names: see `source`)
            lines += source.count("\n")
        self.pack.code = digest.hexdigest()
        for code in self.codes:
            code.blocks = tuple(
                namespace[f"c{code.index}_{n}"] for n in range(self.blocks_of.get(code.index, 0))
            )
            code.padding = [None] * code.size
        for holder, attribute, name in self.functions:
            setattr(holder, attribute, namespace[name])


def _brackets(source: str) -> int:
    """How deep brackets stand inside each other."""
    depth = deepest = 0
    for character in source:
        if character in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]":
            depth -= 1
    return deepest
