"""
Registers as Python reads them fastest: what a piece of code needs more than once is kept at hand.

A register is an entry of a list; reading it costs several times what reading a local name does.
`cache_reads` goes through the lines of a function from top to bottom and has each register read
once, into a local name (`r[4]` into `r4`), as long as nothing else can have written to it; what is
written goes to both. `use_local_names` does without the list: all registers are local names. On the
way both drop tests that have been made already: that an entity is of the kind that has the field.

Trees are shared, so nothing is changed in place. This may import `contracts` and `quote`; begin
with `cache_reads`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..running.code import TARGET
from . import contracts, quote
from .quote import Statements

_NOTHING: Counter[int] = Counter()
_LEAVES = frozenset(
    (
        *(ast.Constant, ast.Load, ast.Store, *ast.operator.__subclasses__()),
        *(*ast.cmpop.__subclasses__(), *ast.boolop.__subclasses__(), *ast.unaryop.__subclasses__()),
    )
)
_is_name = re.compile(r"r\d+").fullmatch


@dataclass(slots=True)
class _Known:
    """What is known at a place: which registers are at hand, of what kind their entities are."""

    names: set[int] = field(default_factory=set)
    kinds: dict[int, int] = field(default_factory=dict)
    size: int = 0  # how many registers there are, where all are names

    def copy(self) -> _Known:
        return _Known(set(self.names), dict(self.kinds), self.size)

    def forget_register(self, register: int) -> None:
        self.names.discard(register)
        self.kinds.pop(register, None)

    def keep_common(self, other: _Known) -> None:
        """Keep what is known on another way, too."""
        self.names &= other.names
        self.kinds = {n: kind for n, kind in self.kinds.items() if other.kinds.get(n) == kind}


def cache_reads(body: Statements) -> Statements:
    """The lines of a function of `m` and `r`, with registers that are read again at hand."""
    return _Lines().rewrite_block(body, _Known())[0]


def use_local_names(body: Statements, given: int, size: int) -> Statements:
    """
    The lines of a function that is given its first registers as `r0`, `r1` ...: all registers are
    names. Where the list itself is wanted, it is made there.
    """
    lines = _Names().rewrite_block(body, _Known(set(range(size)), size=size))[0]
    unset: set[str] = set()
    _find_unset(lines, {f"r{register}" for register in range(given)}, unset)
    targets: list[ast.expr] = [ast.Name(each, ast.Store(), **quote.AT) for each in sorted(unset)]
    return [ast.Assign(targets, quote.constant(None), **quote.AT), *lines] if targets else lines


def parameter_names(given: int) -> str:
    """The arguments of such a function."""
    return " ".join(["m", *(f"r{register}" for register in range(given))])


def registers_read(node: ast.AST, every: set[int]) -> set[int]:
    """The registers that a piece of code reads, out of every one there is."""
    facts = _register_facts(node)
    return every if facts.handed else facts.inner.union(facts.reads)


def registers_written(line: ast.stmt) -> set[int]:
    """The registers that a line gives values after it has read what it reads."""
    return _register_facts(line).writes if isinstance(line, ast.Assign) else set()


def local_name(register: int) -> ast.expr:
    """The local name of a register."""
    return quote.name(f"r{register}")


# -- what lines do ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _Facts:
    """What a piece of code does with registers."""

    reads: Counter[int] = field(default_factory=Counter)
    writes: set[int] = field(default_factory=set)
    inner: set[int] = field(default_factory=set)  # what functions inside of it read
    handed: bool = False  # whether it hands the list on
    turns: bool = False  # whether it may turn a card into another one

    @property
    def hands_list_on(self) -> bool:
        """Whether it hands the list on, or reads it later."""
        return self.handed or bool(self.inner)

    def include(self, part: _Facts) -> None:
        """Add what a part of it does."""
        self.reads += part.reads
        self.writes |= part.writes
        self.inner |= part.inner
        self.handed |= part.handed
        self.turns |= part.turns


def _register_facts(node: ast.AST) -> _Facts:
    """
    Worked out once: they stay with the node, for the same lines stand in many blocks. They are not
    to be changed.
    """
    found: _Facts | None = getattr(node, "facts", None)
    if found is None:
        found = _Facts()
        _collect(node, found)
        node.facts = found  # type: ignore[attr-defined]
    return found


def _collect(node: ast.AST, found: _Facts) -> None:
    kind = type(node)
    if kind in _LEAVES:
        return
    if kind is ast.Name:
        found.handed |= node.id == "r"  # type: ignore[attr-defined]
        return
    register = _register_number(node)
    if register is not None:
        if isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
            found.reads[register] += 1
        else:
            found.writes.add(register)
        return
    match node:
        case ast.Lambda() | ast.GeneratorExp():
            inner = _Facts()
            _collect_parts(node, inner)
            found.inner |= inner.inner.union(inner.reads)
            found.handed |= inner.handed
            found.turns |= inner.turns
            return
        case ast.Call():
            found.turns |= contracts.contract_of_call(node).may_turn
    _collect_parts(node, found)


def _collect_parts(node: ast.AST, found: _Facts) -> None:
    for part in quote.child_nodes(node):
        if isinstance(part, ast.stmt):
            found.include(_register_facts(part))
        else:
            _collect(part, found)


# -- going through ---------------------------------------------------------------------------------


class _Lines:
    """Goes through lines."""

    def rewrite_block(self, body: Statements, known: _Known) -> tuple[Statements, bool]:
        """Lines anew; and whether what follows them is reached. `known` is what holds after."""
        still = self.live_after(body)
        lines: Statements = []
        for place, statement in enumerate(body):
            if (kind := _guarded_kind(statement)) is not None and known.kinds.get(kind[0]) == kind[
                1
            ]:
                continue
            for register in self.registers_to_fetch(statement):
                if register not in known.names and still[place][register] > 1:
                    lines.append(_fetch_register(register))
                    known.names.add(register)
            made, goes_on = self.rewrite_statement(statement, known, still[place + 1])
            lines.append(made)
            if kind is not None:
                known.kinds[kind[0]] = kind[1]
            if not goes_on:
                return lines, False
        return lines, True

    def live_after(self, body: Statements) -> Sequence[Counter[int]]:
        """What is read from each line on, and after the last."""
        still: list[Counter[int]] = [Counter()]
        for statement in reversed(body):
            still.append(still[-1] + _register_facts(statement).reads)
        return still[::-1]

    def registers_to_fetch(self, statement: ast.stmt) -> list[int]:
        """The registers that a line certainly reads, or a loop again and again."""
        match statement:
            case ast.If(test=test):
                return sorted(_register_facts(test).reads)
            case ast.For(iter=items):
                facts = _register_facts(statement)
                inner = () if facts.hands_list_on else set(facts.reads) - facts.writes
                return sorted({*_register_facts(items).reads, *inner})
        return sorted(_register_facts(statement).reads)

    def rewrite_statement(
        self, statement: ast.stmt, known: _Known, still: Counter[int]
    ) -> tuple[ast.stmt, bool]:
        """A line anew, and whether what follows it is reached; `still` is read later on."""
        match statement:
            case ast.If():
                return self.rewrite_if(statement, known)
            case ast.For():
                facts = _register_facts(statement)
                self.forget_changes(facts, known)
                items = _rewrite_names(statement.iter, known)
                inside = known.copy()
                inside.names |= self.loop_targets_unused_after(statement, facts, still)
                target = _rewrite_names(statement.target, inside)  # its lines may put more at hand
                inner, _ = self.rewrite_block(statement.body, inside)
                last, _ = self.rewrite_block(statement.orelse, known.copy())
                made: ast.stmt = ast.For(
                    *_without_unused_counter(target, items, inner), inner, last, **quote.AT
                )
                return made, True
            case ast.Assign():
                value = _rewrite_names(statement.value, known)
                facts = _register_facts(statement)
                self.forget_changes(facts, known)
                targets = [self.rewrite_target(target, known) for target in statement.targets]
                for register in sorted(facts.writes):
                    if (
                        still[register]
                        and register not in known.names
                        and any(map(_is_register, statement.targets))
                    ):
                        targets.append(ast.Name(f"r{register}", ast.Store(), **quote.AT))
                        known.names.add(register)
                return ast.Assign(targets, value, **quote.AT), True
        made = _rewrite_names(statement, known)
        self.forget_changes(_register_facts(statement), known)
        return made, not isinstance(statement, ast.Return | ast.Raise | ast.Break)

    def loop_targets_unused_after(
        self, loop: ast.For, facts: _Facts, still: Counter[int]
    ) -> set[int]:
        """The registers of what a loop goes through that nobody needs but its own lines."""
        own = _register_facts(loop.target).writes
        return set() if facts.hands_list_on or any(still[register] for register in own) else own

    def rewrite_target(self, target: ast.expr, known: _Known) -> ast.expr:
        """What is given a value, with the names of registers in it; a register itself stays."""
        return target if _is_register(target) else _rewrite_names(target, known)

    def rewrite_if(self, statement: ast.If, known: _Known) -> tuple[ast.stmt, bool]:
        test = _rewrite_names(statement.test, known)
        self.forget_changes(_register_facts(statement.test), known)
        one, other = known.copy(), known.copy()
        then, then_on = self.rewrite_block(statement.body, one)
        otherwise, other_on = self.rewrite_block(statement.orelse, other)
        ways = [way for way, on in ((one, then_on), (other, other_on)) if on]
        if ways:
            known.names, known.kinds = ways[0].names, ways[0].kinds
            for way in ways[1:]:
                known.keep_common(way)
        return ast.If(test, then, otherwise, **quote.AT), bool(ways)

    def forget_changes(self, facts: _Facts, known: _Known) -> None:
        """Forget what code that does this may have changed."""
        for register in facts.writes:
            known.forget_register(register)
        if facts.hands_list_on:
            known.names = {register for register in known.names if register < TARGET}
            known.kinds = {}
        elif facts.turns:
            known.kinds = {n: kind for n, kind in known.kinds.items() if kind == quote.PLAYER}


class _Names(_Lines):
    """Goes through the lines of a function in which all registers are names."""

    def live_after(self, body: Statements) -> Sequence[Counter[int]]:
        """No matter: nothing has to be fetched."""
        return [_NOTHING] * (len(body) + 1)

    def registers_to_fetch(self, statement: ast.stmt) -> list[int]:
        """Likewise."""
        return []

    def rewrite_target(self, target: ast.expr, known: _Known) -> ast.expr:
        """What is given a value."""
        found: ast.expr = _rewrite_names(target, known)
        return found

    def forget_changes(self, facts: _Facts, known: _Known) -> None:
        """Forget what is known of entities; names stay."""
        for register in facts.writes:
            known.kinds.pop(register, None)
        if facts.turns:
            known.kinds = {n: kind for n, kind in known.kinds.items() if kind == quote.PLAYER}


def _without_unused_counter(
    target: ast.expr, items: ast.expr, body: Statements
) -> tuple[ast.expr, ast.expr]:
    """What a loop goes through, not counted where nobody asks for the number."""
    match target, items:
        case (
            ast.Tuple(elts=[ast.Name(id=index), each]),
            ast.Call(func=ast.Name(id="enumerate"), args=[plain, _]),
        ):
            inner = (node for statement in body for node in ast.walk(statement))
            if not any(isinstance(node, ast.Name) and node.id == index for node in inner):
                return each, plain
    return target, items


def _fetch_register(register: int) -> ast.stmt:
    return quote.assign(local_name(register), quote.register(register))


def _is_register(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and _register_number(target) is not None


def _register_number(node: ast.AST) -> int | None:
    """The number of a register, where the node is one."""
    if type(node) is not ast.Subscript or type(node.value) is not ast.Name:
        return None
    number = getattr(node.slice, "value", None)
    return number if node.value.id == "r" and type(number) is int else None


def _guarded_kind(statement: ast.stmt) -> tuple[int, int] | None:
    """The register of which a line makes sure that it holds an entity of a kind, and the kind."""
    if (tested := quote.tested_kinds(statement)) is None:
        return None
    register = _register_number(tested[0])
    return None if register is None else (register, tested[1][0])


def _is_known_to_hold(node: ast.expr, known: _Known) -> bool:
    """Whether what code tests is known to hold: its entity is of a kind with what it reads."""
    if (tested := quote.tested_kinds(node)) is None:
        return False
    register = _register_number(tested[0])
    return register is not None and known.kinds.get(register) in tested[1]


def _rewrite_names(node: Any, known: _Known) -> Any:
    """A piece of code with the names of registers that are at hand."""
    kind = type(node)
    if kind in _LEAVES:
        return node
    if kind is ast.Name:
        if known.size and node.id == "r":
            return quote.list_of(map(local_name, range(known.size)))
        return node
    number = _register_number(node)
    if number is not None:
        return ast.Name(f"r{number}", node.ctx, **quote.AT) if number in known.names else node
    if kind in (ast.Lambda, ast.GeneratorExp) and not known.size:
        return node
    if kind is ast.IfExp and _is_known_to_hold(node, known):
        return _rewrite_names(node.body, known)
    parts: dict[str, Any] = {}
    for key in node._fields:
        inner = getattr(node, key, None)
        if isinstance(inner, ast.AST):
            new = _rewrite_names(inner, known)
            if new is not inner:
                parts[key] = new
        elif isinstance(inner, list):
            items = [
                _rewrite_names(each, known) if isinstance(each, ast.AST) else each for each in inner
            ]
            if any(a is not b for a, b in zip(items, inner, strict=True)):
                parts[key] = items
    return quote.replace_parts(node, parts)


# -- names that have no value yet ------------------------------------------------------------------


def _find_unset(lines: Statements, known: set[str], unset: set[str]) -> set[str] | None:
    """
    Find the names of registers that may be read before they have a value. Gives those that have one
    at the end; None: what follows is not reached.
    """
    for line in lines:
        match line:
            case ast.If():
                _find_unset_in([line.test], known, unset)
                ways = [_find_unset(way, set(known), unset) for way in (line.body, line.orelse)]
                reached = [way for way in ways if way is not None]
                if not reached:
                    return None
                known = set.intersection(*reached)
            case ast.For():
                _find_unset_in([line.iter], known, unset)
                _find_unset(line.body, known | quote.names_in([line.target]), unset)
                _find_unset(line.orelse, set(known), unset)
            case ast.Assign():
                _find_unset_in([line.value, *line.targets], known, unset)
                known |= {each.id for each in line.targets if isinstance(each, ast.Name)}
            case ast.Return() | ast.Raise() | ast.Break():
                _find_unset_in([line], known, unset)
                return None
            case _:
                _find_unset_in([line], known, unset)
    return known


def _find_unset_in(parts: Iterable[ast.AST], known: set[str], unset: set[str]) -> None:
    """Find the names that these parts read."""
    waiting = list(parts)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id not in known and _is_name(node.id):
                unset.add(node.id)
            continue
        waiting += quote.child_nodes(node)
