"""Tables: what is done, or is the value, by a word or a number; dice that are rolled on them."""

from __future__ import annotations

from collections.abc import Iterator

from ...ground.templates import fill
from ...language.tree import Block, Case, Node, Use
from .part import Part
from .scope import Scope


class Tables(Part):
    """Says tables."""

    def switch(self, use: Use, scope: Scope) -> str:
        """ "depending on its school, for fire: draw 1 card; otherwise: discard 1 card" """
        found = use.arguments
        rows = [*self._row_clauses(found["cases"], scope)]
        if other := self.say.deeds(found["elsedo"], scope.inner_scope()):
            rows.append(fill(self.words["table"]["otherwise"], do=other))
        return self._table_clause(use, rows, scope)

    def roll_on(self, use: Use, scope: Scope) -> str:
        """ "roll 1d8, for 1 or 2: nothing; for 3 or more: draw 1 card" """
        return self._table_clause(use, [*self._row_clauses(use.arguments["table"], scope)], scope)

    def _table_clause(self, use: Use, rows: list[str], scope: Scope) -> str:
        """A table behind the phrase of its word; nothing where nothing of it is worth saying."""
        if not rows:
            return ""
        words = self.words["table"]
        head = self.say.phrase(use.name, use, scope, known=("elsedo",))
        return fill(words["whole"], head=head, rows=words["rows"].join(rows))

    def _row_clauses(self, cases: tuple[Case, ...], scope: Scope) -> Iterator[str]:
        for case in cases:
            if told := self._row_result(case.then, scope.inner_scope()):
                row = "row" if isinstance(case.then, Block) else "row_value"
                yield fill(self.words["table"][row], cases=self._case_phrase(case), do=told)

    def _row_result(self, then: Node, scope: Scope) -> str:
        """What a row says: what is done, or a value."""
        if isinstance(then, Block):
            return self.say.deeds(then, scope)
        return self.say.value(then, scope).text

    def _case_phrase(self, case: Case) -> str:
        """For which words and numbers a row is: "fire or frost", "1 to 3", "6 or more"."""
        words = self.words["table"]
        told = [self.words.symbol(word) for word in case.words]
        for low, high in case.spans:
            if high is None:
                told.append(fill(words["above"], low=low))
            elif low is not None and high - low < 2:
                told += map(str, range(low, high + 1))
            else:
                told.append(fill(words["span"], low=low, high=high))
        either: str = words["or"]
        return either.join(told)
