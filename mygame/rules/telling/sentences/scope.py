"""What a piece of a sentence is, and what names are called at a place of a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ...language.tree import Binding, Node
from ...language.trees import Trees

# Definitions are followed so deep; what goes on for ever ends here.
DEPTH = 12
Now = Mapping[int, int | str]  # by the identity of a doable: what its amount is said to be
# Tags of what is one thing: the first of it is itself; `lone` is a zone that holds one.
ONE = frozenset({"that_card", "that_player", "it", "this", "target", "spell", "lone"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """
    A rendered piece: `text`, its possessive form, and a `tag` by which variants are chosen.

    The tag of an entity says which one ("you", "monster"); that of a number is the number. An
    amount that grows with something also says so in parts: `base` + `factor` for `each`, at least
    `floor` ("8, and 1 more for each point of your frost"). A pool of cards says what one of them
    is: `single`, a noun; a list of one thing which that is: `only`, its tag, and any list each
    name once: `counted`; several things that they are `many`; and a card in a match what is on it:
    `rules`, which it `says`, and the author's `description`, which `describes` it.
    """

    text: str
    possessive: str = ""
    tag: str = ""
    each: str = ""
    factor: int = 1
    base: str = ""
    floor: str = ""
    single: str = ""
    only: str = ""
    counted: str = ""
    many: bool = False
    says: Callable[[], str] | None = field(default=None, compare=False)
    describes: Callable[[], str] | None = field(default=None, compare=False)

    @classmethod
    def of_number(cls, value: object) -> Phrase:
        """What is told of a number."""
        return cls(str(value), tag=str(value))

    @property
    def rules(self) -> str:
        """The sentences of a card; "" of anything else."""
        return self.says() if self.says is not None else ""

    @property
    def description(self) -> str:
        """What its author wrote on a card, beside its sentences; "" of anything else."""
        return self.describes() if self.describes is not None else ""

    def __str__(self) -> str:
        return self.text


@dataclass(slots=True)
class Scope:
    """
    What names are called at this place of a card.

    `names` are ids, `you` and `this`; `events` the values of the events one reacts to; `facts` the
    printed properties of the card; `later` what names are called after this moment; `fresh` how
    names of values are called once something else was done, and `counted` what a number of things
    was counted of; `owner` whose the things are that are changed; `actor` who did the last deed.
    `now` is what the amounts of doables are in a running match. `trees` read what words of the pack
    come to.
    """

    trees: Trees
    names: dict[Binding, Phrase] = field(default_factory=dict)
    events: dict[Binding, dict[str, Phrase]] = field(default_factory=dict)
    facts: Mapping[str, Phrase] = field(default_factory=dict)
    now: Now = field(default_factory=dict)
    later: dict[Binding, Phrase] = field(default_factory=dict)
    fresh: dict[Binding, Phrase] = field(default_factory=dict)
    counted: dict[Binding, tuple[Node, Phrase]] = field(default_factory=dict)
    owner: Phrase | None = None
    depth: int = 0
    actor: str = ""

    def inner_scope(self) -> Scope:
        """A scope inside this one: names given there are not known here."""
        return replace(
            self, names=dict(self.names), events=dict(self.events), fresh=dict(self.fresh),
            depth=self.depth + 1,
        )  # fmt: skip

    def later_scope(self) -> Scope:
        """The scope of something that happens later: what was counted before is remembered."""
        inner = self.inner_scope()
        inner.remember()
        inner.names.update(self.later)
        return inner

    def remember(self, is_dealt_with: Callable[[Node], bool] = lambda node: False) -> None:
        """
        Something is done, or happens later: what values have names is told as it was before. What
        counted the very things that are dealt with is "that many".
        """
        for name, remembered in self.fresh.items():
            of, many = self.counted.get(name, (None, remembered))
            self.names[name] = many if of is not None and is_dealt_with(of) else remembered
        self.fresh.clear()

    def keep_names(self, inner: Scope) -> None:
        """Know from now on what was named inside, unless the name is taken."""
        for binding, phrase in inner.names.items():
            self.names.setdefault(binding, phrase)
