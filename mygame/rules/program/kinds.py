"""
Tests that an entity is of a kind that has a field, dropped where they have been made already.

`drop_tests` goes through the steps of a routine from top to bottom. It knows of registers which
kind of entity they hold, until they are given another value, a card may have turned into another
one, or the routine may have waited.
"""

from __future__ import annotations

from typing import Any

from . import contracts, form
from .form import PLAYER, Body, Node, Step

type Known = dict[int, int]  # by register: the kind of the entity in it


def drop_tests(body: Body) -> Body:
    """The steps without tests that were made before."""
    if not any(type(node) is form.Guard for node in form.walk(*body)):
        return body  # nothing is ever known
    return _rewrite_body(body, {})[0]


def _rewrite_body(body: Body, known: Known) -> tuple[Body, bool]:
    """Steps anew, and whether what follows them is reached; `known` is what holds after."""
    steps: list[Step] = []
    for step in body:
        match step:
            case form.Guard(form.Register(number), _, int() as kind):
                if known.get(number) == kind:
                    continue
                known[number] = kind
        made, goes_on = _rewrite_step(step, known)
        steps.append(made)
        if not goes_on:
            return tuple(steps), False
    return tuple(steps), True


def _rewrite_step(step: Any, known: Known) -> tuple[Any, bool]:
    match step:
        case form.If(test, then, otherwise):
            test = _rewrite(test, known)
            _forget(known, (step.test,))
            one, other = dict(known), dict(known)
            then, then_on = _rewrite_body(then, one)
            otherwise, other_on = _rewrite_body(otherwise, other)
            _keep_common(known, [way for way, on in ((one, then_on), (other, other_on)) if on])
            return form.If(test, then, otherwise), then_on or other_on
        case form.Switch(of, arms):
            of = _rewrite(of, known)
            ways, done = [], []
            for arm in arms:
                way = dict(known)
                inside, goes_on = _rewrite_body(arm, way)
                done.append(inside)
                if goes_on:
                    ways.append(way)
            _keep_common(known, ways)
            return form.Switch(of, tuple(done)), bool(ways)
        case form.Each(each, index, of, body):
            _forget(known, (step,))
            of = _rewrite(of, known)
            return form.Each(each, index, of, _rewrite_body(body, dict(known))[0]), True
        case form.Loop(number, test, body):
            _forget(known, (step,))
            return form.Loop(
                number, _rewrite(test, known), _rewrite_body(body, dict(known))[0]
            ), True
        case form.Suspend(call, takes):
            made = form.Suspend(_rewrite(call, known), takes)
            _forget(known, (step,))
            _forget_cards(known)
            return made, True
        case form.Stop() | form.Finish() | form.Return():
            return _rewrite(step, known), False
    made = _rewrite(step, known)
    _forget(known, (step,))
    return made, True


def _keep_common(known: Known, ways: list[Known]) -> None:
    """Keep what is known on all ways that go on."""
    if ways:
        common = {n: k for n, k in ways[0].items() if all(way.get(n) == k for way in ways[1:])}
        known.clear()
        known |= common


def _forget(known: Known, nodes: tuple[Node, ...]) -> None:
    """Forget what these may change."""
    for node in form.walk(*nodes):
        match node:
            case form.Assign(form.Register(number)):
                known.pop(number, None)
            case form.Each(each, index):
                for place in (each, index):
                    if isinstance(place, form.Register):
                        known.pop(place.number, None)
            case form.Suspend():
                _forget_cards(known)
            case form.Call() | form.CallMade() | form.CallWord():
                if contracts.contract_of(node).may_turn:
                    _forget_cards(known)


def _forget_cards(known: Known) -> None:
    """Cards may have turned into others; players stay what they are."""
    for number in [n for n, kind in known.items() if kind != PLAYER]:
        del known[number]


def _rewrite(node: Any, known: Known) -> Any:
    """A part of a step without tests that were made."""
    if not known:
        return node
    match node:
        case form.CardField(form.Register(number) as of, offset, kinds):
            return form.Cell(of, offset) if known.get(number) in kinds else node
    return form.rebuild(node, lambda inner: _rewrite(inner, known))
