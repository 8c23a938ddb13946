"""
What is gone through, taken off the budget of an action without a call.

`Spend` stands wherever a list is gone through. `charge_lists` puts a `Charge` before the step in
which it stands, where the step certainly comes to it before anything else that matters, and the
list is made of zones and registers, which are no longer than they may be.
"""

from __future__ import annotations

from typing import Any

from . import contracts, form
from .form import Body, Step, Value


def charge_lists(body: Body) -> Body:
    """The steps of a routine, in which lists are taken off the budget before they are read."""
    return _Steps().charge_body(body)


class _Steps:
    """Goes through the steps of a routine."""

    def __init__(self) -> None:
        self.before: list[Step] = []  # what comes before the step
        self.first = True  # whether nothing that matters has happened in the step
        self.count = 0

    def charge_body(self, body: Body) -> Body:
        steps: list[Step] = []
        for step in body:
            made = self.charge_step(step)
            steps += self.before
            steps.append(made)
        if len(steps) == len(body) and all(a is b for a, b in zip(steps, body, strict=True)):
            return body
        return tuple(steps)

    def charge_step(self, step: Any) -> Any:
        """A step anew, and in `before` what comes before it."""
        self.before, self.first = [], True
        match step:
            case form.Assign(to, value):
                made = self.charge_value(value)
                return step if made is value else form.Assign(to, made)
            case form.Evaluate(value):
                made = self.charge_value(value)
                return step if made is value else form.Evaluate(made)
            case form.Return(value):
                made = self.charge_value(value)
                return step if made is value else form.Return(made)
            case form.Extend(to, items, through):
                made = self.charge_value(items)
                return step if made is items else form.Extend(to, made, through)
            case form.Append(to, value):
                made = self.charge_value(value)
                return step if made is value else form.Append(to, made)
            case form.Suspend(call, takes):
                made = self.charge_value(call)
                return step if made is call else form.Suspend(made, takes)
            case form.If(test, then, otherwise):
                made = self.charge_value(test)
                before = self.before
                inner = self.charge_body(then), self.charge_body(otherwise)
                self.before = before
                if made is test and inner[0] is then and inner[1] is otherwise:
                    return step
                return form.If(made, *inner)
            case form.Each(each, index, of, body):
                made = self.charge_value(of)
                before = self.before
                inside = self.charge_body(body)
                self.before = before
                return form.Each(each, index, made, inside)
            case form.Switch(of, arms):
                made = self.charge_value(of)
                before = self.before
                done = tuple([self.charge_body(arm) for arm in arms])
                self.before = before
                return form.Switch(made, done)
            case form.Loop(number, test, body):
                inside = self.charge_body(body)
                self.before = []
                return form.Loop(number, test, inside)
        return step

    def charge_value(self, node: Any) -> Any:
        """A part of a step, up to where it is not sure to be worked out, or something happens."""
        if not self.first:
            return node
        match node:
            case form.Spend(items):
                if _is_plain_list(items):
                    return self.charge_before(items)
                if isinstance(items, form.Group) and _is_pure(items):  # several put together
                    return self.charge_before(items, True)
                return form.rebuild(node, self.charge_value)
            case form.Collect(each, of, value, test):
                made = self.charge_value(of)
                inside = (value,) if test is None else (value, test)
                self.first = self.first and all(map(_is_pure, inside))
                return node if made is of else form.Collect(each, made, value, test)
            case form.Conditional(test, then, otherwise):
                made = self.charge_value(test)
                self.first = self.first and _is_pure(then) and _is_pure(otherwise)
                return node if made is test else form.Conditional(made, then, otherwise)
            case form.Logic(operator, (sure, *rest)):
                made = self.charge_value(sure)
                self.first = self.first and all(map(_is_pure, rest))
                return node if made is sure else form.Logic(operator, (made, *rest))
            case form.Sorted(of, each, key):
                made = self.charge_value(of)
                self.first = self.first and _is_pure(key)
                return node if made is of else form.Sorted(made, each, key)
            case form.Function() | form.Let() | form.Answer():
                self.first = self.first and _is_pure(node)
                return node
            case form.PlayerField() | form.CardField() | form.AsList() | form.EndOf():
                return form.rebuild(node, self.charge_value)
        made = form.rebuild(node, self.charge_value)
        self.first = self.first and contracts.contract_of(node).is_pure
        return made

    def charge_before(self, items: Value, long: bool = False) -> Value:
        """A list that is taken off the budget before; it may be longer than lists may be."""
        if not isinstance(items, form.Local | form.Register):
            self.count += 1
            held = form.Local(f"s{self.count}")
            self.before.append(form.Assign(held, items))
            items = held
        self.before.append(form.Charge(items, long))
        return items


def _is_plain_list(items: Value) -> bool:
    """Whether a list consists of zones, or is one that a register has."""
    return isinstance(items, form.Local | form.Register | form.Zone | form.Piles | form.ZoneSpan)


def _is_pure(node: form.Node) -> bool:
    """Whether nothing in a part changes anything."""
    return contracts.contract_of_all((node,)).is_pure
