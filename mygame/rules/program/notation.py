"""
The notation: small texts of ours that are read into nodes of the form, with places filled.

`code("m.move(CARD, ZONE)", CARD=card, ZONE=3)` is that call. Names in capitals are places; what is
filled in is a node already, or a constant, so nothing that comes from a pack is ever read here. A
text is read once, by Python's parser; what is not in the notation is an error when that happens:

    m, v, z, d, r             the match, its state, its zones, what is printed, the registers
    v[E + BASE], z[ZONE]      a cell of the state, the cards of a zone
    m.seats, m.move(CARD)     attributes and methods of the match
    room(m, ZONE)             other functions of the engine, or what every machine can
    CHANGE(v, d, E)           a place that is called: a function that the unit makes
    [A for EACH in OF if B]   a value of each of several
    sorted(OF, key=lambda EACH: BY)
    A if B else C, not, and, or, + - * // %, comparisons, (A, B), [A, B], OF[A], OF[:A]

Lines are assignments, `if`, `for EACH in OF`, `LIST.append(A)`, `LIST += OF`, `LIST += map(F, OF)`,
calls, and places alone on a line, which take steps.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from . import form
from .form import Const, Local, Step, Value
from .values import Part, Steps, as_value, call

type Parts = Mapping[str, Any]
type MakeValue = Callable[[Parts], Value]
type MakeSteps = Callable[[Parts], Steps]


class NotInNotation(Exception):
    """A text has something that the notation has not."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"{ast.unparse(node)} is not in the notation of the form")


def code(text: str, **parts: Part) -> Value:
    """
    The value of a text, with its places filled.

    :raises NotInNotation, KeyError: the text is none, or a place of it is not filled.
    :raises rules.program.contracts.Undeclared: it calls what has not said what it does.
    """
    return _read_text(text)({key: as_value(part) for key, part in parts.items()})


def lines(text: str, **parts: Part | Steps) -> Steps:
    """Likewise the steps of some lines."""
    given = {key: p if isinstance(p, list) else as_value(p) for key, p in parts.items()}
    return _read_lines(text)(given)


@lru_cache(maxsize=1024)
def _read_text(text: str) -> MakeValue:
    return _value(ast.parse(text, mode="eval").body)


@lru_cache(maxsize=256)
def _read_lines(text: str) -> MakeSteps:
    return _body(ast.parse(text).body)


# -- values ----------------------------------------------------------------------------------------

_WHOLE = {"m": "match", "v": "state", "z": "zones", "d": "printed", "r": "registers"}
_PLAIN = ("abs", "index", "int", "least", "len", "max", "min", "most", "sum", "tuple")
_ARITHMETIC: dict[type, Any] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARISONS: dict[type, Any] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def _values(nodes: list[ast.expr]) -> Callable[[Parts], tuple[Value, ...]]:
    made = [_value(node) for node in nodes]
    return lambda p: tuple([make(p) for make in made])


def _value(node: ast.expr) -> MakeValue:
    """How a value is made of what fills its places."""
    match node:
        case ast.Constant(value=None | bool() | int() | str() as value):
            return _always(Const(value))
        case ast.Name(id=name):
            return _name(name)
        case ast.Attribute(value=ast.Name(id="m"), attr="program"):
            return _always(form.Whole("program"))
        case ast.Attribute(value=ast.Name(id="m"), attr="result"):
            return _always(form.RESULT)
        case ast.Attribute(value=ast.Name(id="m"), attr=attribute):
            return _always(form.OfMatch(attribute))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            sign, a, b = _ARITHMETIC[type(op)], _value(left), _value(right)
            return lambda p: form.Arithmetic(sign, a(p), b(p))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            of = _value(operand)
            return lambda p: form.Not(of(p))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return _always(Const(-value))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            of = _value(operand)
            return lambda p: form.Negative(of(p))
        case ast.BoolOp(op=op, values=items):
            word: Any = "and" if isinstance(op, ast.And) else "or"
            made = _values(items)
            return lambda p: form.Logic(word, made(p))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            when, then, otherwise = _value(test), _value(body), _value(orelse)
            return lambda p: form.Conditional(when(p), then(p), otherwise(p))
        case ast.Compare(left=left, ops=[ast.LtE(), ast.LtE()], comparators=[middle, right]):
            low, of, high = _value(left), _value(middle), _value(right)
            return lambda p: form.Between(low(p), of(p), high(p))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(left, op, right)
        case ast.Subscript(value=ast.Name(id="v"), slice=place):
            at = _value(place)
            return lambda p: cell(at(p))
        case ast.Subscript(value=ast.Name(id="z"), slice=place):
            at = _value(place)
            return lambda p: form.Zone(at(p))
        case ast.Subscript(value=items, slice=ast.Slice(lower=None, upper=ast.expr() as count)):
            of, upper = _value(items), _value(count)
            return lambda p: form.Front(of(p), upper(p))
        case ast.Subscript(ast.Subscript(ast.Name(id="d"), of_definition), slice=place):
            definition, index = _value(of_definition), _value(place)
            return lambda p: _printed(definition(p), index(p))
        case ast.Subscript(value=items, slice=place):
            of, at = _value(items), _value(place)
            return lambda p: form.Item(of(p), at(p))
        case ast.Tuple(elts=elements):
            made = _values(elements)
            return lambda p: form.Group(made(p))
        case ast.List(elts=elements):
            made = _values(elements)
            return lambda p: form.Group(made(p), "list")
        case ast.ListComp(elt=elt, generators=[ast.comprehension(target, iter, ifs, 0)]):
            return _collect(elt, target, iter, ifs)
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=parameter)]), body=body):
            each, inside = _name(parameter), _value(body)
            return lambda p: form.Function(_as_name(each(p)), inside(p))
        case ast.Call():
            return _call(node)
    raise NotInNotation(node)


def _always(value: Value) -> MakeValue:
    return lambda p: value


def _name(name: str) -> MakeValue:
    if name in _WHOLE:
        return _always(form.Whole(_WHOLE[name]))
    if name.isupper():
        return lambda p: p[name]
    return _always(Local(name))


def _as_name(place: Value) -> str:
    assert isinstance(place, Local)  # noqa: S101 (what is gone through has a name)
    return place.name


def _printed(definition: Value, index: Value) -> Value:
    assert isinstance(index, form.Const)  # noqa: S101 (a property is named where it is written)
    assert isinstance(index.value, int)  # noqa: S101
    return form.Printed(definition, index.value)


def cell(place: Value) -> Value:
    """A cell of the state: of an entity and what is added to it, or at a place."""
    match place:
        case form.Arithmetic("+", of, Const(int() as offset)):
            return form.Cell(of, offset)
        case form.Arithmetic("+", Const(int() as offset), of):
            return form.Cell(of, offset)
        case Const(int() as offset):
            return form.Cell(None, offset)
    return form.Cell(place, 0)


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr) -> MakeValue:
    a, b = _value(left), _value(right)
    match op, right:
        case ast.Is(), ast.Constant(value=None):
            return lambda p: form.IsNothing(a(p))
        case ast.IsNot(), ast.Constant(value=None):
            return lambda p: form.Not(form.IsNothing(a(p)))
    if type(op) not in _COMPARISONS:
        raise NotInNotation(right)
    sign = _COMPARISONS[type(op)]
    return lambda p: form.Compare(sign, a(p), b(p))


def _collect(elt: ast.expr, target: ast.expr, iter: ast.expr, ifs: list[ast.expr]) -> MakeValue:
    each, of, value = _value(target), _value(iter), _value(elt)
    if not ifs:
        return lambda p: form.Collect(_as_name(each(p)), of(p), value(p))
    (test,) = (_values(ifs),)
    return lambda p: form.Collect(_as_name(each(p)), of(p), value(p), test(p)[0])


def _call(node: ast.Call) -> MakeValue:
    given = _values(node.args)
    match node:
        case ast.Call(
            func=ast.Name(id="sorted"), keywords=[ast.keyword("key", ast.Lambda() as by)]
        ):
            key = _value(by)

            def make(p: Parts) -> Value:
                found: Any = key(p)
                return form.Sorted(given(p)[0], found.each, found.value)

            return make
        case ast.Call(keywords=[_, *_]):
            raise NotInNotation(node)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="m"), attr="spend")):
            return lambda p: form.Spend(*given(p))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="m"), attr=method)):
            return lambda p: call(f"m.{method}", *given(p))
        case ast.Call(func=ast.Name(id="clamp_number")):
            return lambda p: form.Clamp(*given(p))
        case ast.Call(func=ast.Name(id=name)) if name in _PLAIN:
            return lambda p: form.Plain(name, given(p))
        case ast.Call(func=ast.Name(id=name)) if name.isupper():
            return lambda p: form.CallMade(p[name], given(p))
        case ast.Call(func=ast.Name(id=name)):
            return lambda p: call(name, *given(p))
    raise NotInNotation(node)


# -- steps -----------------------------------------------------------------------------------------


def _body(statements: list[ast.stmt]) -> MakeSteps:
    made = [_step(statement) for statement in statements]
    return lambda p: [step for make in made for step in make(p)]


def _step(statement: ast.stmt) -> MakeSteps:
    match statement:
        case ast.Assign(targets=[target], value=value):
            to, given = _value(target), _value(value)
            return lambda p: [form.Assign(to(p), given(p))]
        case ast.Expr(value=ast.Name(id=name)):
            return lambda p: _as_steps(p[name])
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=items, attr="append"), args=[one])):
            grown, more = _value(items), _value(one)
            return lambda p: [form.Append(grown(p), more(p))]
        case ast.Expr(value=alone):
            found = _value(alone)
            return lambda p: [form.Evaluate(found(p))]
        case ast.AugAssign(
            target, ast.Add(), ast.Call(func=ast.Name(id="map"), args=[function, several])
        ):
            list_, through, of = _value(target), _value(function), _value(several)
            return lambda p: [form.Extend(list_(p), of(p), through(p))]
        case ast.AugAssign(target, ast.Add(), several):
            list_, of = _value(target), _value(several)
            return lambda p: [form.Extend(list_(p), of(p))]
        case ast.If(test=test, body=body, orelse=orelse):
            when, then, otherwise = _value(test), _body(body), _body(orelse)
            return lambda p: [form.If(when(p), tuple(then(p)), tuple(otherwise(p)))]
        case ast.For(target=each, iter=every, body=body):
            item, of, do = _value(each), _value(every), _body(body)
            return lambda p: [form.Each(item(p), None, of(p), tuple(do(p)))]
    raise NotInNotation(statement)


def _as_steps(filled: Any) -> list[Step]:
    """What fills a place alone on a line: steps, or a value that is worked out."""
    return filled if isinstance(filled, list) else [form.Evaluate(filled)]
