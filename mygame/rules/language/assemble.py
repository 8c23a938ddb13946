"""
From what an emitter wrote to the code of a `Code`: a function, and blocks.

An emitter writes lines, branches, loops and suspensions. Once they are written as they stand, as a
function that is called (`Assembler.direct_function`): its registers are local names, and where it
has to wait a frame is made of those that are still needed. And they are cut into basic blocks, with
which a frame goes on (`Assembler.block_functions`). A basic block to which only one place jumps is
written out at that place; so are, within a limit, one of a line at most, which only says where to
go on, and what follows a suspension that turned out not to be one. What remains are the beginning,
the places where it may resume, the heads of loops and the joins of branches. Each returns the
number of the next one, DONE, or `later` of where it is to go on (see `running.machine`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from ..running.machine import DONE, suspended_at
from . import quote, registers
from .quote import Statements

MAX_DEPTH = 12  # of one block written out inside another
MAX_LINES = 60  # of one function, before it stops writing out what follows a suspension
HALF = MAX_LINES // 2  # and before it stops writing out what other ways lead to as well
SELDOM = 8  # the same of the beginning, which is mostly called


#: What an emitter writes, one after the other: a word and its parts. Loops are told apart by an
#: object of their own.
Item = (
    tuple[Literal["line"], Statements]
    | tuple[Literal["suspend"], ast.expr, Statements]
    | tuple[Literal["maybe"], ast.expr, ast.expr, Statements, Statements]
    | tuple[Literal["if"], ast.expr, "list[Item]", "list[Item]"]
    | tuple[Literal["switch"], ast.expr, "list[list[Item]]"]
    | tuple[Literal["loop"], object, ast.expr, "list[Item]"]
    | tuple[Literal["stop"], object]
    | tuple[Literal["finish"]]
)
#: How a basic block ends; blocks are numbers.
End = (
    tuple[Literal["leave"]]
    | tuple[Literal["goto"], int]
    | tuple[Literal["branch"], ast.expr, int, int]
    | tuple[Literal["switch"], ast.expr, list[int]]
    | tuple[Literal["suspend"], ast.expr, int]
    | tuple[Literal["maybe"], ast.expr, ast.expr, Statements, int, int]
)


@dataclass(slots=True)
class Basic:
    """Lines without a jump, and how they end."""

    lines: Statements = field(default_factory=list)
    end: End = ("leave",)

    def jump_targets(self) -> tuple[int, ...]:
        """The blocks to which it jumps, those where it may resume last."""
        match self.end:
            case ("goto", target) | ("suspend", _, target):
                return (target,)
            case ("branch", _, then, otherwise):
                return then, otherwise
            case ("switch", _, targets):
                return tuple(targets)
            case ("maybe", _, _, _, resume, target):
                return target, resume
        return ()

    def end_expressions(self) -> Iterator[ast.AST]:
        """The code at its end."""
        for part in self.end[1:]:
            if isinstance(part, ast.AST):
                yield part
            elif isinstance(part, list):
                yield from (each for each in part if isinstance(each, ast.AST))


class Cutter:
    """Cuts what an emitter wrote into basic blocks; `resumes` says where suspensions go on."""

    def __init__(self, items: list[Item]):
        self.blocks = [Basic()]
        self.resumes: dict[int, int] = {}  # by the identity of the item
        self.blocks_taking_result: set[int] = set()  # the blocks that begin with a result
        self.ends: dict[object, int] = {}  # of loops
        self.cut_blocks(items, 0)

    def new_block(self, goto: int | None = None) -> int:
        self.blocks.append(Basic(end=("leave",) if goto is None else ("goto", goto)))
        return len(self.blocks) - 1

    def resume_at(self, item: Item, takes: Statements, at: int) -> None:
        """A suspension goes on at a block, and first takes a result."""
        self.resumes[id(item)] = at
        self.blocks[at].lines += takes
        if takes:
            self.blocks_taking_result.add(at)

    def cut_blocks(self, items: list[Item], at: int) -> int:
        """The blocks of these items, from one on; gives the one in which what follows goes on."""
        blocks = self.blocks
        for item in items:
            before, after = blocks[at], at
            match item:
                case ("line", lines):
                    before.lines += lines
                case ("suspend", source, takes):
                    after = self.new_block()
                    before.end = ("suspend", source, after)
                    self.resume_at(item, takes, after)
                case ("maybe", condition, source, takes, otherwise):
                    after = self.new_block()
                    resume = self.new_block(after)
                    before.end = ("maybe", condition, source, otherwise, resume, after)
                    self.resume_at(item, takes, resume)
                case ("if", condition, then, otherwise):
                    after, first, second = self.new_block(), self.new_block(), self.new_block()
                    before.end = ("branch", condition, first, second)
                    blocks[self.cut_blocks(then, first)].end = ("goto", after)
                    blocks[self.cut_blocks(otherwise, second)].end = ("goto", after)
                case ("switch", source, arms):
                    after, firsts = self.new_block(), [self.new_block() for _ in arms]
                    before.end = ("switch", source, firsts)
                    for arm, first in zip(arms, firsts, strict=True):
                        blocks[self.cut_blocks(arm, first)].end = ("goto", after)
                case ("loop", loop, condition, body):
                    head, first, after = self.new_block(), self.new_block(), self.new_block()
                    before.end = ("goto", head)
                    blocks[head].end = ("branch", condition, first, after)
                    self.ends[loop] = after
                    blocks[self.cut_blocks(body, first)].end = ("goto", head)
                case ("stop", loop):
                    before.end = ("goto", self.ends[loop])
                    after = self.new_block()
                case ("finish",):
                    before.end = ("leave",)
                    after = self.new_block()
            at = after
        return at


class Unstructured(Exception):
    """What an emitter wrote leaves two loops at once: it can be written as blocks only."""


class Assembler:
    """
    Writes the functions of one code, the number of which in its unit is given. `queue`: the blocks
    that have numbers already, where it goes on with what another one has begun (`begun`).
    """

    def __init__(
        self, items: list[Item], last: Statements, code: int = 0, queue: Iterable[int] = (0,)
    ):
        cut = Cutter(items)
        self.items, self.code = items, code
        self.blocks, self.resumes, self.begins_fed = (
            cut.blocks,
            cut.resumes,
            cut.blocks_taking_result,
        )
        self.last = last  # the lines with which it ends
        self.leave = [*last, quote.return_statement(DONE)]
        self.queue = list(queue)
        self.numbers = {block: number for number, block in enumerate(self.queue)}
        self.jumps = [0] * len(self.blocks)
        self.resumed = {self.skip_empty_blocks(each) for each in self.resumes.values()}
        for block in self.reachable_blocks():
            if self.blocks[block].end[0] not in ("suspend", "maybe"):
                for target in self.blocks[block].jump_targets():
                    self.jumps[self.skip_empty_blocks(target)] += 1

    def reachable_blocks(self) -> set[int]:
        """The blocks that can be reached at all."""
        found, waiting = {0}, [0]
        while waiting:
            new = set(self.blocks[waiting.pop()].jump_targets()) - found
            found |= new
            waiting += new
        return found

    @property
    def state_for_blocks(self) -> tuple[list[Item], Statements, int, list[int]]:
        """What another assembler needs to write the blocks that belong to a function (`direct`)."""
        return self.items, self.last, self.code, self.queue

    # -- as blocks ---------------------------------------------------------------------------------

    def block_functions(self) -> list[Statements]:
        """The lines of each block, in the order of their numbers."""
        written: list[Statements] = []
        while len(written) < len(self.queue):
            self.room = MAX_LINES if written else SELDOM
            written.append(self.write_block(self.queue[len(written)], ()))
        return written

    @property
    def blocks_taking_result(self) -> list[int]:
        """The numbers of the blocks that begin with a result."""
        return sorted(self.numbers[block] for block in self.begins_fed if block in self.numbers)

    def function_number(self, block: int) -> int:
        """The number of the function that begins with this block."""
        if block not in self.numbers:
            self.numbers[block] = len(self.queue)
            self.queue.append(block)
        return self.numbers[block]

    def skip_empty_blocks(self, block: int) -> int:
        """The block itself, or where it leads when it does nothing but go on."""
        seen: set[int] = set()
        while not self.blocks[block].lines and block not in seen:
            match self.blocks[block].end:
                case ("goto", target):
                    seen.add(block)
                    block = target
                case _:
                    break
        return block

    def write_block(self, number: int, inside: tuple[int, ...]) -> Statements:
        """The lines of a block and of those written out at its end; `inside` are around it."""
        block = self.blocks[number]
        inside = (*inside, number)
        lines = list(block.lines)
        self.room -= len(lines) + 1
        match block.end:
            case ("leave",):
                lines += self.leave
            case ("goto", target):
                lines += self.jump(target, inside)
            case ("branch", condition, then, otherwise):
                lines.append(quote.if_statement(condition, self.jump(then, inside)))
                lines += self.jump(otherwise, inside)
            case ("switch", source, targets):
                lines += quote.lines("arm = SOURCE", SOURCE=source)
                for arm, target in enumerate(targets[:-1]):
                    test = quote.code("arm == ARM", ARM=arm)
                    lines.append(quote.if_statement(test, self.jump(target, inside)))
                lines += self.jump(targets[-1], inside)
            case ("suspend", source, target):
                resume = self.function_number(self.skip_empty_blocks(target))
                after = self.inline_successor(target, inside)
                if _is_plain_jump(after, resume):
                    lines.append(quote.return_statement(_suspend_or_continue(source, resume)))
                else:
                    lines.append(
                        quote.if_statement(source, [quote.return_statement(suspended_at(resume))])
                    )
                    lines += after
            case ("maybe", condition, source, otherwise, resume, target):
                resume = self.function_number(self.skip_empty_blocks(resume))
                lines.append(
                    quote.if_statement(
                        condition, [quote.return_statement(_suspend_or_continue(source, resume))]
                    )
                )
                lines += otherwise
                lines += self.inline_successor(target, inside)
        return lines

    def jump(self, target: int, inside: tuple[int, ...]) -> Statements:
        """The way to another block: its lines, when only this way leads there, or a return."""
        target = self.skip_empty_blocks(target)
        block = self.blocks[target]
        if not block.lines and block.end == ("leave",):
            return self.leave
        alone = self.jumps[target] == 1 and target not in self.resumed
        brief = len(block.lines) <= 1 and self.room > HALF
        if (alone or brief) and target not in inside and len(inside) < MAX_DEPTH:
            return self.write_block(target, inside)
        return [quote.return_statement(self.function_number(target))]

    def inline_successor(self, target: int, inside: tuple[int, ...]) -> Statements:
        """What comes after a suspension that was none, written out while there is room."""
        target = self.skip_empty_blocks(target)
        if target not in inside and len(inside) < MAX_DEPTH and self.room > 0:
            return self.write_block(target, inside)
        return [quote.return_statement(self.function_number(target))]

    # -- as a function -----------------------------------------------------------------------------

    def direct_function(self, size: int) -> Statements:
        """
        The lines of the function, which returns whether it has to wait; of so many registers.

        :raises Unstructured: it cannot be written like this.
        """
        needed = self.live_registers(size)
        return [*self.write_items(self.items, needed, size, None), *self.return_done()]

    def return_done(self) -> Statements:
        return [*self.last, quote.return_statement(False)]

    def write_items(
        self, items: list[Item], needed: list[set[int]], size: int, loop: object
    ) -> Statements:
        """The lines of these items, inside a loop."""
        lines: Statements = []
        for item in items:
            match item:
                case ("line", given):
                    lines += given
                case ("suspend", source, takes):
                    lines += self.write_suspending_call(item, source, takes, needed, size)
                case ("maybe", condition, source, takes, otherwise):
                    called = self.write_suspending_call(item, source, takes, needed, size)
                    lines.append(quote.if_statement(condition, called, otherwise))
                case ("if", condition, then, otherwise):
                    first = self.write_items(then, needed, size, loop)
                    lines.append(
                        quote.if_statement(
                            condition, first, self.write_items(otherwise, needed, size, loop)
                        )
                    )
                case ("switch", source, arms):
                    lines += quote.lines("arm = SOURCE", SOURCE=source)
                    *others, chain = [self.write_items(arm, needed, size, loop) for arm in arms]
                    for arm, body in reversed(list(enumerate(others))):
                        test = quote.code("arm == ARM", ARM=arm)
                        chain = [quote.if_statement(test, body, chain)]
                    lines += chain
                case ("loop", own, condition, body):
                    lines += quote.lines(
                        "for _ in m.ticks:\n    LEAVE\n    DO\nelse:\n    TIRED",
                        LEAVE=_break_unless(condition),
                        DO=self.write_items(body, needed, size, own),
                        TIRED=[ast.Raise(quote.call("steps_exceeded"), None, **quote.AT)],
                    )
                case ("stop", own):
                    if own is not loop:
                        raise Unstructured
                    return [*lines, ast.Break(**quote.AT)]
                case ("finish",):
                    return lines + self.return_done()
        return lines

    def write_suspending_call(
        self,
        item: Item,
        source: ast.expr,
        takes: Statements,
        needed: list[set[int]],
        size: int,
    ) -> Statements:
        """A call that may have to wait, and what takes its result."""
        at = self.skip_empty_blocks(self.resumes[id(item)])
        nothing = quote.constant(None)
        kept = [quote.register(n) if n in needed[at] else nothing for n in range(size)]
        waits = quote.lines(
            "m.waiting.append((CODE, REGISTERS, BLOCK))\nreturn True",
            CODE=quote.name(f"C{self.code}"),
            REGISTERS=quote.list_of(kept),
            BLOCK=self.function_number(at),
        )
        return [quote.if_statement(source, waits), *takes]

    def live_registers(self, size: int) -> list[set[int]]:
        """The registers that each block, or what comes after it, may read as they were."""
        every = set(range(size))
        needed: list[set[int]] = [set() for _ in self.blocks]
        changed = True
        while changed:
            changed = False
            for number in range(len(self.blocks) - 1, -1, -1):
                block = self.blocks[number]
                now: set[int] = set().union(*(needed[target] for target in block.jump_targets()))
                ending = self.last if block.end == ("leave",) else block.end_expressions()
                for part in ending:
                    now |= registers.registers_read(part, every)
                for line in reversed(block.lines):
                    now -= registers.registers_written(line)
                    now |= registers.registers_read(line, every)
                if now != needed[number]:
                    needed[number], changed = now, True
        return needed


def _break_unless(condition: ast.expr) -> Statements:
    """The lines that leave a loop where the condition does not hold."""
    if isinstance(condition, ast.Constant) and condition.value is True:
        return []
    return [quote.if_statement(quote.code("not TEST", TEST=condition), [ast.Break(**quote.AT)])]


def _suspend_or_continue(source: ast.expr, resume: int) -> ast.expr:
    """To a block, later or at once."""
    return quote.code(
        "LATER if SOURCE else RESUME", LATER=suspended_at(resume), SOURCE=source, RESUME=resume
    )


def _is_plain_jump(lines: Statements, block: int) -> bool:
    """Whether some lines do nothing but go on with a block."""
    match lines:
        case [ast.Return(value=ast.Constant(value=number))]:
            return number == block
    return False
