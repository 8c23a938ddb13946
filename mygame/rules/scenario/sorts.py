"""
The sorts of facts: what a fact of each may be expected to be, and whether it is.

An expected value is looked at before it is compared: what the fact can never be (a card, a seat, a
message that is not there) is a ScenarioError, also where it is expected *not* to be so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ground.data import Json
from ..pack import pack_of_match
from ..running.log import LogEntry
from .form import ScenarioError, shorten, unknown_name
from .names import Fits, Names

NONE: Mapping[str, str] = {}
Reader = Callable[[Any], Fits]  # of an expected value: what fits it


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as it stands: its sort (`a number`), its value, and as it is shown to people."""

    sort: str
    read: Reader
    value: Any
    shown: Any

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)


def fact_holds(fact: Fact, expected: Json) -> bool:
    """
    Whether a fact is as expected: equal; or `{"min": 1, "max": 3}` of numbers, `{"has": [..]}`,
    `{"hasNot": [..]}`, `{"anyOrder": [..]}` of lists, `{"not": x}`.
    """
    if not isinstance(expected, dict):
        return _is_equal(fact, expected)
    possible: dict[str, Callable[[Fact, Any], bool]] = {"not": _is_different}
    if fact.is_list:
        possible |= {"has": _has_items, "hasNot": _lacks_items, "anyOrder": _is_in_any_order}
    elif fact.sort == "a number":
        possible |= {"min": _is_at_least, "max": _is_at_most}
    for key in expected:
        if key not in possible:
            raise ScenarioError(
                f"this is {fact.sort}, of which can be said {', '.join(possible)}, not {key}"
            )
    if not expected:
        raise ScenarioError(f"there is nothing in it; {', '.join(possible)} can be said")
    found = [possible[key](fact, wanted) for key, wanted in expected.items()]
    return all(found)


def _is_equal(fact: Fact, expected: Json) -> bool:
    if not fact.is_list:
        return fact.read(expected)(fact.value)
    tests = _item_tests(fact, expected)
    return len(tests) == len(fact.value) and all(
        test(item) for test, item in zip(tests, fact.value, strict=True)
    )


def _is_different(fact: Fact, expected: Json) -> bool:
    return not _is_equal(fact, expected)


def _is_at_least(fact: Fact, least: Json) -> bool:
    return bool(fact.value >= expected_number(least))


def _is_at_most(fact: Fact, most: Json) -> bool:
    return bool(fact.value <= expected_number(most))


def _has_items(fact: Fact, expected: Json) -> bool:
    return _can_pair(_item_tests(fact, expected, some=True), fact.value)


def _lacks_items(fact: Fact, expected: Json) -> bool:
    tests = _item_tests(fact, expected, some=True)
    return not any(test(item) for test in tests for item in fact.value)


def _is_in_any_order(fact: Fact, expected: Json) -> bool:
    tests = _item_tests(fact, expected)
    return len(tests) == len(fact.value) and _can_pair(tests, fact.value)


def _item_tests(fact: Fact, expected: Json, some: bool = False) -> list[Fits]:
    if not isinstance(expected, list):
        raise ScenarioError(f"this is {fact.sort}: a list belongs here, not {shorten(expected)}")
    if some and not expected:
        raise ScenarioError("an empty list says nothing here")
    return [fact.read(item) for item in expected]


def _can_pair(tests: Sequence[Fits], items: Sequence[Any]) -> bool:
    """Whether each test has an item of its own that fits it."""
    taken: dict[int, int] = {}  # by item: the test that has it

    def place(test: int, tried: set[int]) -> bool:
        for index, item in enumerate(items):
            if index in tried or not tests[test](item):
                continue
            tried.add(index)
            if index not in taken or place(taken[index], tried):
                taken[index] = test
                return True
        return False

    return all(place(test, set()) for test in range(len(tests)))


# -- what may be expected --------------------------------------------------------------------------


def expected_number(expected: Json) -> int:
    if type(expected) is not int:
        raise ScenarioError(f"this is a number, not {shorten(expected)}")
    return expected


def number_test(expected: Json) -> Fits:
    wanted = expected_number(expected)
    return lambda value: value == wanted


def boolean_test(expected: Json) -> Fits:
    if not isinstance(expected, bool):
        raise ScenarioError(f"this is true or false, not {shorten(expected)}")
    return lambda value: value is expected


class Sorts:
    """Makes facts of one match."""

    def __init__(self, names: Names):
        self.names, self.words, self.pack = names, names.words, pack_of_match(names.match)

    def number(self, value: int) -> Fact:
        return Fact("a number", number_test, value, value)

    def boolean(self, value: bool) -> Fact:
        return Fact("true or false", boolean_test, value, value)

    def seat(self, value: int | None) -> Fact:
        return Fact("a seat", self.seat_test, value, value)

    def card(self, value: int | None) -> Fact:
        shown = self.names.full_name(value) if value else None
        return Fact("a card", self.one_card_test, value or None, shown)

    def cards(self, value: Sequence[int]) -> Fact:
        return Fact(
            "a list of cards", self.card_test, list(value), [*map(self.names.short_name, value)]
        )

    def definition(self, value: str | None) -> Fact:
        shown = value.rsplit(".", 1)[-1] if value else None
        return Fact("a card as it is printed", self.definition_test, value, shown)

    def definition_test(self, expected: Json) -> Fits:
        wanted = None if expected is None else self.words.find_card(expected).id
        return lambda value: value == wanted

    def definitions(self, value: Sequence[str]) -> Fact:
        shown = [one.rsplit(".", 1)[-1] for one in value]
        return Fact("a list of cards as they are printed", self.definition_test, list(value), shown)

    def seats(self, value: Sequence[int]) -> Fact:
        return Fact("a list of seats", self.seat_test, list(value), list(value))

    def options(self, value: list[Any]) -> Fact:
        shown = [*map(self.names.option_text, value)]
        return Fact("a list of options", self.names.options_meant, value, shown)

    def messages(self, value: list[LogEntry]) -> Fact:
        return Fact("a list of messages", self.message_test, value, [one.message for one in value])

    def prompt(self, value: str | None) -> Fact:
        return Fact("a prompt", self.prompt_test, value, value)

    def standings(self, value: list[list[int]]) -> Fact:
        return Fact("a list of lists of seats", self.seats_test, value, value)

    def symbol(
        self, value: str | None, domain: Sequence[str] = (), aliases: Mapping[str, str] = NONE
    ) -> Fact:
        shown = value.rsplit(".", 1)[-1] if value else None

        def read(expected: Json) -> Fits:
            known = aliases.get(expected, expected) if isinstance(expected, str) else expected
            return self.symbol_test(known, domain)

        return Fact("a name", read, value, shown)

    def typed_value(
        self, type: str, value: Any, domain: Sequence[str] = (), aliases: Mapping[str, str] = NONE
    ) -> Fact:
        """A property or field of a type, as views show it."""
        if type == "symbol":
            return self.symbol(value, domain, aliases)
        makers: dict[str, Callable[[Any], Fact]] = {
            "boolean": self.boolean,
            "player": self.seat,
            "card": self.card,
            "definition": self.definition,
        }
        return makers.get(type, self.number)(value)

    def seat_test(self, expected: Json) -> Fits:
        wanted = None if expected is None else self.names.seat(expected)
        return lambda value: value == wanted

    def seats_test(self, expected: Json) -> Fits:
        if not isinstance(expected, list):
            raise ScenarioError(f"a list of seats belongs here, not {shorten(expected)}")
        wanted = [self.names.seat(seat) for seat in expected]
        return lambda value: value == wanted

    def one_card_test(self, expected: Json) -> Fits:
        wanted = None if expected is None else self.names.find_card(expected, anywhere=True)
        return lambda value: value == wanted

    def card_test(self, expected: Json) -> Fits:
        copies = (None,) if expected is None else self.names.copies(expected)
        return lambda value: value in copies

    def prompt_test(self, expected: Json) -> Fits:
        wanted = None if expected is None else self.words.find_prompt(expected)
        return lambda value: value == wanted

    def symbol_test(self, expected: Json, domain: Sequence[str] = ()) -> Fits:
        wanted = None if expected is None else self.words.find_symbol(expected, domain)
        return lambda value: (
            value == wanted
            or (value is not None and wanted is not None and value.endswith("." + wanted))
        )

    # -- the log -----------------------------------------------------------------------------------

    def message_test(self, expected: Json) -> Fits:
        """`"damage"`, or `{"damage": {"amount": 3}}`: with these arguments among its own."""
        message: Json
        if isinstance(expected, dict) and len(expected) == 1:
            ((message, wanted),) = expected.items()
        else:
            message, wanted = expected, {}
        if not isinstance(message, str) or not isinstance(wanted, dict):
            raise ScenarioError(
                f'a message is "name" or {{"name": {{...}}}}, not {shorten(expected)}'
            )
        kinds = self.words.message_arguments(message)
        tests: dict[str, Fits] = {}
        for name, value in wanted.items():
            if name not in kinds:
                raise unknown_name(f"argument of {message}", name, kinds)
            tests[name] = self.argument_test(kinds[name], value)

        def fits(entry: LogEntry) -> bool:
            given = {name: value for name, _, value in entry.args}
            return entry.message == message and all(
                name in given and test(given[name]) for name, test in tests.items()
            )

        return fits

    def argument_test(self, kinds: set[str], expected: Json) -> Fits:
        """An argument of one of these kinds: cards by name, players by seat, lists of them."""
        if isinstance(expected, list):
            tests = [self.argument_test(kinds, item) for item in expected]
            return lambda value: (
                isinstance(value, tuple)
                and len(value) == len(tests)
                and all(test(item) for test, item in zip(tests, value, strict=True))
            )
        if isinstance(expected, str) and not kinds <= {
            "number",
            "numbers",
            "boolean",
            "player",
            "players",
        }:
            if any(kind.startswith("symbol") for kind in kinds):
                return self.symbol_test(expected)
            identifier = self.words.find_card(expected).id
            return lambda value: value == identifier
        if kinds <= {"player", "players"} and expected is not None:
            self.names.seat(expected)
        elif (
            kinds <= {f"{kind}{s}" for kind in ("card", "definition", "symbol") for s in ("", "s")}
            and expected is not None
        ):
            raise ScenarioError(f"a name belongs here, not {shorten(expected)}")
        elif expected is not None:
            expected_number(expected)
        return lambda value: value == expected
