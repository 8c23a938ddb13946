"""
From linear code with labels to the blocks of a `Code`.

What an emitter wrote (lines, labels, jumps, suspensions) is cut into basic blocks. A basic block to
which only one place jumps is written out at that place; so are, within a limit, one of a line at
most, which only says where to go on, and what follows a suspension that turned out not to be one.
What remains are the functions of the code: its beginning, the places where it may resume, the heads
of loops and the joins of branches. Each returns the number of the next one, DONE, or `later` of
where it is to go on (see `running.machine`).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Literal

from ..running.machine import DONE, later
from . import quote
from .quote import Statements

MAX_DEPTH = 12  # of one block written out inside another
MAX_LINES = 160  # of one function, before it stops writing out what follows a suspension
HALF = MAX_LINES // 2  # and before it stops writing out what other ways lead to as well


#: What an emitter writes, one after the other: a word and its parts; labels are names.
Item = (
    tuple[Literal["line"], Statements]
    | tuple[Literal["suspend"], ast.expr]
    | tuple[Literal["maybe"], ast.expr, ast.expr, Statements]
    | tuple[Literal["label"], str]
    | tuple[Literal["goto"], str]
    | tuple[Literal["branch"], ast.expr, str, str]
    | tuple[Literal["switch"], ast.expr, list[str]]
    | tuple[Literal["finish"]]
)
#: How a basic block ends; blocks are numbers.
End = (
    tuple[Literal["leave"]]
    | tuple[Literal["goto"], int]
    | tuple[Literal["branch"], ast.expr, int, int]
    | tuple[Literal["switch"], ast.expr, list[int]]
    | tuple[Literal["suspend"], ast.expr, int]
    | tuple[Literal["maybe"], ast.expr, ast.expr, Statements, int]
)


@dataclass(slots=True)
class Basic:
    """Lines without a jump, and how they end."""

    lines: Statements = field(default_factory=list)
    end: End = ("leave",)


def basic_blocks(items: list[Item]) -> list[Basic]:
    """Cut linear items at labels and after jumps."""
    starts = {0}
    position: dict[str, int] = {}
    for i, item in enumerate(items):
        if item[0] == "label":
            position[item[1]] = i
            starts.add(i)
        elif item[0] != "line":
            starts.add(i + 1)
    order = sorted(starts)
    number = {start: n for n, start in enumerate(order)}
    blocks = []
    for n, start in enumerate(order):
        block = Basic(end=("goto", n + 1) if n + 1 < len(order) else ("leave",))
        for item in items[start : order[n + 1] if n + 1 < len(order) else len(items)]:
            match item:
                case ("line", statements):
                    block.lines += statements
                case ("suspend", source):
                    block.end = ("suspend", source, n + 1)
                case ("maybe", condition, source, otherwise):
                    block.end = ("maybe", condition, source, otherwise, n + 1)
                case ("goto", label):
                    block.end = ("goto", number[position[label]])
                case ("branch", condition, then, otherwise):
                    block.end = (
                        "branch",
                        condition,
                        number[position[then]],
                        number[position[otherwise]],
                    )
                case ("switch", source, labels):
                    block.end = ("switch", source, [number[position[label]] for label in labels])
                case ("finish",):
                    block.end = ("leave",)
        blocks.append(block)
    return [*blocks, Basic()]  # after the last item, which may be a suspension


class Assembler:
    """Writes the functions of one code; `functions` grows as they are found to be needed."""

    def __init__(self, items: list[Item], result: ast.expr | None):
        self.blocks = basic_blocks(items)
        self.leave = [] if result is None else [quote.give(quote.code("m.result"), result)]
        self.leave.append(quote.back(DONE))
        self.numbers: dict[int, int] = {}
        self.queue: list[int] = []
        self.jumps = [0] * len(self.blocks)
        self.resumed: set[int] = set()
        for block in self.blocks:
            match block.end:
                case ("goto", target):
                    self.jumps[self.past(target)] += 1
                case ("branch", _, then, otherwise):
                    self.jumps[self.past(then)] += 1
                    self.jumps[self.past(otherwise)] += 1
                case ("switch", _, targets):
                    for target in targets:
                        self.jumps[self.past(target)] += 1
                case ("suspend" | "maybe", *_, target):
                    self.resumed.add(self.past(target))

    def functions(self) -> list[Statements]:
        """The lines of each function, in the order of their numbers."""
        self.number(0)
        written: list[Statements] = []
        while len(written) < len(self.queue):
            self.room = MAX_LINES
            written.append(self.write(self.queue[len(written)], ()))
        return written

    def number(self, block: int) -> int:
        """The number of the function that begins with this block."""
        if block not in self.numbers:
            self.numbers[block] = len(self.queue)
            self.queue.append(block)
        return self.numbers[block]

    def past(self, block: int) -> int:
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

    def write(self, number: int, inside: tuple[int, ...]) -> Statements:
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
                lines.append(quote.choose(condition, self.jump(then, inside)))
                lines += self.jump(otherwise, inside)
            case ("switch", source, targets):
                lines += quote.lines("arm = SOURCE", SOURCE=source)
                for arm, target in enumerate(targets[:-1]):
                    test = quote.code("arm == ARM", ARM=arm)
                    lines.append(quote.choose(test, self.jump(target, inside)))
                lines += self.jump(targets[-1], inside)
            case ("suspend", source, target):
                resume = self.number(self.past(target))
                after = self.follow(target, inside)
                if _only_goes_to(after, resume):
                    lines.append(quote.back(_waiting(source, resume)))
                else:
                    lines.append(quote.choose(source, [quote.back(later(resume))]))
                    lines += after
            case ("maybe", condition, source, otherwise, target):
                resume = self.number(self.past(target))
                lines.append(quote.choose(condition, [quote.back(_waiting(source, resume))]))
                lines += otherwise
                lines += self.follow(target, inside)
        return lines

    def jump(self, target: int, inside: tuple[int, ...]) -> Statements:
        """The way to another block: its lines, when only this way leads there, or a return."""
        target = self.past(target)
        block = self.blocks[target]
        if not block.lines and block.end == ("leave",):
            return self.leave
        alone = self.jumps[target] == 1 and target not in self.resumed
        brief = len(block.lines) <= 1 and self.room > HALF
        if (alone or brief) and target not in inside and len(inside) < MAX_DEPTH:
            return self.write(target, inside)
        return [quote.back(self.number(target))]

    def follow(self, target: int, inside: tuple[int, ...]) -> Statements:
        """What comes after a suspension that was none, written out while there is room."""
        target = self.past(target)
        if target not in inside and len(inside) < MAX_DEPTH and self.room > 0:
            return self.write(target, inside)
        return [quote.back(self.number(target))]


def _waiting(source: ast.expr, resume: int) -> ast.expr:
    """To a block, later or at once."""
    return quote.code(
        "LATER if SOURCE else RESUME", LATER=later(resume), SOURCE=source, RESUME=resume
    )


def _only_goes_to(lines: Statements, block: int) -> bool:
    """Whether some lines do nothing but go on with a block."""
    match lines:
        case [ast.Return(value=ast.Constant(value=number))]:
            return number == block
    return False
