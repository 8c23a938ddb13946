"""
What a phrase does not tell of what its word was given: "draw a card (for your opponent)".

A variant of a phrase tells the parameters in its holes, and those that it is chosen by as they are
(`{"when": {"player": "you"}}`). Any other stands behind it in brackets, so that nothing a word is
given is left out: see the table `asides`. What goes without saying does not: what the word takes
where nothing is given; of what must be given what the event has of that name, else you or this
card; and what the pack names as `quiet`, by word ("*": any), whatever it is, by its tags or as it
is written (`{from}`). Begin with `Asides.add`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from ...ground.templates import fill, holes_of
from ...language.query import (
    Path,
    is_asking,
    reference_path,
    resolve,
    written_number,
    written_symbol,
)
from ...language.scope import THIS, YOU
from ...language.tree import Binding, Block, Case, Node, Use
from .forms import Filling
from .part import Part
from .scope import Phrase, Scope
from .variants import Chosen

# What the parts of the grammar say of a word themselves, or what is no deed.
_BY_GRAMMAR = frozenset({"ask", "from", "where", "minimum", "maximum"})
_NO_DEED = frozenset({"prompt", "default", "cases"})
_TOLD_BEHIND = {"numbers": ("where",), "allies": ("where",), "enemies": ("where",)}


@lru_cache(4096)
def _names_in(template: str) -> frozenset[str]:
    """The names in a template; the form `field` is of the parameter `field`."""
    holes = holes_of(template)
    fields = {"field" for hole in holes if hole.form == "field"}
    return frozenset({hole.path[0] for hole in holes} | fields)


def told_by(chosen: Chosen) -> set[str]:
    """The parameters that a variant tells: in its holes, or as what it is chosen by."""
    exact = {key for key, want in chosen.when.items() if str(want)[:1] not in "*#~<>"}
    return {*_names_in(chosen.text), *exact}


class Asides(Part):
    """Says what phrases leave out."""

    def add(
        self, text: str, use: Use, chosen: Chosen, filling: Filling, scope: Scope,
        known: Collection[str] = (),
    ) -> str:  # fmt: skip
        """A text with what its phrase does not tell; `known` is told otherwise."""
        if not text or not use.given:
            return text
        told = told_by(chosen).union(known, _TOLD_BEHIND.get(use.name, ()))
        more = [
            clause
            for key, param in use.word.params.items()
            if key in use.given and key not in told
            and param.type not in _NO_DEED and not (key in _BY_GRAMMAR and is_asking(use))
            and not self._goes_without_saying(use, key, filling, scope)
            and (clause := self._aside(use, key, filling, scope))
        ]  # fmt: skip
        if not more:
            return text
        words = self.words["asides"]
        return fill(words["text"], text=text, more=words["joined"].join(more))

    def _goes_without_saying(self, use: Use, key: str, filling: Filling, scope: Scope) -> bool:
        """Whether a parameter is what anybody takes it to be."""
        tag = getattr(filling.phrase_of(key), "tag", "")
        argument, param = use.arguments.get(key), use.word.params[key]
        quiet = self.words["asides"]["quiet"]
        path = reference_path(argument) if isinstance(argument, Node) else None
        known = {tag, f"{{{path}}}"}
        for names in (quiet.get("*", ()), quiet.get(use.name, ())):
            if key in names and (not isinstance(names, Mapping) or known & {*names[key]}):
                return True
        nothing = isinstance(argument, Node) and written_number(argument) == 0
        if nothing and param.type in ("card", "cards"):
            return True
        of_event = path is not None and len(path.names) == 1 and path.root in scope.events
        if of_event and getattr(use.word, "family", "") == "behaviors":
            return True  # what the event has
        if param.is_required and (named := _event_with(key, scope)) is not None:
            if path == Path(named, (key,)):
                return True  # what the event has of that name
            if scope.events[named].get(key, Phrase("")).tag != "you":
                return False
        if not param.is_required:
            return _is_usual(argument, param.default)
        if path is None or path.root is YOU:
            return path is not None and not path.names
        event = next(
            (each for each in reversed(scope.events) if each.name in self.words["event"]), None
        )
        words = self.words.look_up("event", event.name) if event is not None else ""
        card = (words.get("card") if isinstance(words, Mapping) else "") or "cardUUID"
        if event is not None and card in scope.events[event] and len(scope.events) > 1:
            return path == Path(event, (card,))
        return path == Path(THIS)

    def _aside(self, use: Use, key: str, filling: Filling, scope: Scope) -> str:
        """One parameter, as what it is called and is; "" where it is what goes without saying."""
        argument = use.arguments.get(key)
        if _is_usual(argument, use.word.params[key].default):
            return ""
        declared = getattr(argument, "name", argument)
        if use.word.params[key].type in ("event", "timing") and isinstance(declared, str):
            value = self._moment(use.word.params[key].type, declared)
        elif isinstance(argument, Mapping):
            parts = (f"{name} {self.say.argument_phrase(n, scope)}" for name, n in argument.items())
            value = ", ".join(parts)
        else:
            value = str(filling.phrase_of(key) or "")
        words = self.words["asides"]
        form = words.get(key) or words["*"]
        name = words["names"].get(key) or self.words.field_name(key)
        return fill(form, name=name, value=value) if value else ""

    def _moment(self, type: str, name: str) -> str:
        """An event or a timing that is spoken of, in the words of the language."""
        if type == "timing":
            return self.words.symbol(name)
        words = self.words.look_up("event", name)
        told = words.get("any") if isinstance(words, Mapping) else words
        card = fill(self.words["a"], noun=self.words.look_up("noun", "card", 0))
        actor = self.words.entity_phrase("some_player").text
        return fill(str(told), card=card, who=actor) if told else self.words.symbol(name)


def _event_with(key: str, scope: Scope) -> Binding | None:
    """The event that one reacts to, if it has a value that is called so."""
    event = next(reversed(scope.events), None)
    return event if event is not None and key in event.parts else None


def _is_usual(argument: Any, default: Any) -> bool:
    """Whether an argument is what a parameter is where nothing is given."""
    if argument is None or argument == ():
        return True
    if isinstance(argument, Block | Case | tuple | Mapping):
        return False
    if not isinstance(argument, Node):
        return bool(argument == default)
    if isinstance(default, bool | int):
        return written_number(argument) == int(default) or resolve_truth(argument) is default
    if isinstance(default, str) and default[:1] == "{":
        path = reference_path(argument)
        return path is not None and str(path) == default[1:-1]
    return isinstance(default, str) and written_symbol(argument) == default


def resolve_truth(argument: Node) -> Any:
    """The truth that is written out; None for anything else."""
    return getattr(resolve(argument), "value", None)
