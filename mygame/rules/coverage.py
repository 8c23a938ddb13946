"""
Which code of a pack was reached: behaviours of cards, triggers, defined words.

Nothing of it is in the running engine. `Coverage(pack)` puts a probe before each block of compiled
code of that one pack object; a probe takes itself out when it is reached, so matches soon run as
fast as before. Load a pack for it alone: probes stay where nothing was reached.

    coverage = Coverage(load_pack(folder))
    play(coverage.pack, seed=1, seats=4)
    coverage.words_unreached()      # ["sculpt", "stealGold"]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compile import Code

WORD = "word "


class Coverage:
    """What matches of a pack have reached since this was made."""

    def __init__(self, pack: Any):
        self.pack = pack
        self.blocks: set[tuple[int, int]] = set()  # (code, block)
        self._functions: dict[int, str] = {}  # of words that run as plain functions
        for code in pack.codes:
            if code.blocks:
                self._watch_function(code, code.blocks[0])
            code.blocks = tuple(
                self._probe(code, number, block) for number, block in enumerate(code.blocks)
            )

    def _probe(self, code: Code, number: int, block: Callable) -> Callable:
        def probe(m: Any, r: list) -> int:
            self.blocks.add((code.index, number))
            code.blocks = (*code.blocks[:number], block, *code.blocks[number + 1 :])
            return block(m, r)

        return probe

    def _watch_function(self, code: Code, block: Any) -> None:
        """A word that nothing can interrupt is called as a function of the compiled module."""
        namespace, name = block.__globals__, f"a{code.index}"
        function = namespace.get(name)
        if function is None:
            return

        def probe(m: Any, r: list) -> Any:
            self.blocks.add((code.index, 0))
            namespace[name] = function
            return function(m, r)

        namespace[name] = probe
        self._functions[code.index] = name

    # -- what was reached --------------------------------------------------------------------------

    def reached(self) -> set[str]:
        """The names of all code that was entered."""
        entered = {index for index, _ in self.blocks}
        return {code.name for code in self.pack.codes if code.index in entered}

    def unreached(self) -> list[str]:
        """The names of all code that never was, in the order of the pack."""
        return [code.name for code in self._unreached()]

    def words_unreached(self) -> list[str]:
        """
        The defined doables that were never called. Those that take a block (`"do"`) are expanded
        where they stand and have no code of their own: see `expanded`.
        """
        names = [name.removeprefix(WORD) for name in self.unreached() if name.startswith(WORD)]
        return [name for name in names if name in self.pack.defines["doables"]]

    def cards_unreached(self) -> list[str]:
        """What cards never did: `<card> <timing>`, or `... on <event>` for triggers."""
        return [code.name for code in self._unreached() if code.card is not None]

    def expanded(self) -> list[str]:
        """The defined doables that have no code of their own."""
        return [
            defined.name
            for defined in self.pack.defines["doables"].values()
            if any(param.type == "do" for param in defined.params.values())
        ]

    def _unreached(self) -> list[Code]:
        entered = {index for index, _ in self.blocks}
        return [code for code in self.pack.codes if code.index not in entered]

    def share(self) -> float:
        """The part of all blocks that was reached, 0 to 1."""
        total = sum(
            1 if code.index in self._functions else len(code.blocks) for code in self.pack.codes
        )
        return len(self.blocks) / total if total else 1.0
