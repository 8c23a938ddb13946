"""
A contract for import-linter that it does not have itself: no module may import itself by way of
others, neither at its top nor in a function. `pyproject.toml` says which modules it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class NoCirclesContract(Contract):
    """No circle of imports among the modules of some packages (`roots`)."""

    type_name = "no_circles"

    roots: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        within = {module for root in self.roots for module in (root, *graph.find_descendants(root))}
        imports = {
            module: graph.find_modules_directly_imported_by(module) & within
            for module in sorted(within)
        }
        circles = list(circles_of(imports))
        return ContractCheck(kept=not circles, metadata={"circles": circles, "imports": imports})

    def render_broken_contract(self, check: ContractCheck) -> None:
        imports = check.metadata["imports"]
        for circle in check.metadata["circles"]:
            output.print_error(f"{len(circle)} modules import each other:")
            for module in circle:
                others = ", ".join(sorted(imports[module] & set(circle)))
                output.print_error(f"  {module} -> {others}")


def circles_of(imports: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """The groups of modules that import each other, by way of others or not (Tarjan's)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> Iterator[list[str]]:
        number[module] = lowest[module] = len(number)
        path.append(module)
        for other in sorted(imports[module]):
            if other not in number:
                yield from visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            group = path[path.index(module) :]
            del path[path.index(module) :]
            if len(group) > 1:
                yield sorted(group)

    for module in imports:
        if module not in number:
            yield from visit(module)
