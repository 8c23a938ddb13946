"""
Choosers that ask: `monsterChooser`, `cardChooser`, `numberChooser` ... for every kind of thing.

Each is a suspension: `Match.ask` puts a choice to a player, and the answer lands in a register.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..ground.errors import instead
from ..running.code import TARGET, THIS
from ..running.match import sort_of
from .choosers import candidates
from .emitter import Emitter
from .references import printed
from .schema import Param
from .source import PLURAL, Expr

PARAMETERS = {
    "ask": Param("player"),
    "from": Param("raw", None),
    "where": Param("filter", None),
    "minimum": Param("raw", None),
    "maximum": Param("raw", None),
    "prompt": Param("raw", None),
    "default": Param("raw", None),
    "sort": Param("raw", None),
    "keep": Param("raw", None),
}


class Pool(NamedTuple):
    """What may be picked, how many of it, as source, and the number that its first entry is."""

    things: Expr
    least: str
    most: str
    lowest: str = "0"


def ask(c: Emitter, kind: str, node: dict) -> Expr:
    """What a player picks of a kind of thing."""
    pack = c.compiler.pack
    plural = PLURAL.get(kind, kind + "s")
    defined = pack.defined("choosers", plural)
    params = defined.params if defined else {}
    asked = c.compiler.arguments(c, kind + "Chooser", {**PARAMETERS, **params}, node)
    if kind == "number":
        pool = _numbers(c, node)
    else:
        given = {name: node[name] for name in params if name in node}
        pool = _things(c, node, {"chooser": plural, **given})
    things = _sorted(c, pool.things, node.get("sort"))
    aims = defined is not None and defined.options.get("target") and "from" not in node
    register = _aim(c, plural) if aims and c.scope.cast else c.register()
    prompt = node.get("prompt") or kind
    if not isinstance(prompt, str):
        c.problem("a prompt is the name of a text", ".prompt")
        prompt = kind
    pack.prompts.add(prompt)
    word = "player" if things.type == "players" else kind
    pack.option_words.setdefault(word, set()).add(sort_of(word))
    call = (
        f"m.ask({asked['ask'].src}, {prompt!r}, {things.src}, {word!r}, {pool.least}, {pool.most}, "
        f"r, {register}, {_preset(c, node.get('default'), pool.lowest)})"
    )
    if register == TARGET:
        c.suspend(f"(0 if r[{TARGET}] is not None else {call})")
    elif node.get("keep", aims):
        _asked_once(c, f"(r[{THIS}], {pack.symbol(plural)})", register, call)
    else:
        c.suspend(call)
    if kind == "number":
        return Expr(f"first(r[{register}])", "number")
    return Expr(f"r[{register}]", things.type if things.many else "entities")


def _numbers(c: Emitter, node: dict) -> Pool:
    """Numbers are picked one at a time, between minimum and maximum."""
    low = c.value(node.get("minimum", 0), "number", ".minimum").src
    high = c.value(node.get("maximum", 0), "number", ".maximum").src
    return Pool(Expr(f"m.span({low}, {high})", "numbers"), "1", "1", low)


def _things(c: Emitter, node: dict, usual: dict) -> Pool:
    things = candidates(c.at(".from"), node.get("from") or usual, node.get("where"))
    least = node.get("minimum", 1)
    most = node.get("maximum", least)
    return Pool(
        things,
        c.value(least, "number", ".minimum").src,
        c.value(most, "number", ".maximum").src,
    )


def _sorted(c: Emitter, things: Expr, order: Any) -> Expr:
    """In the order of a printed fact."""
    if order is None:
        return things
    fact = c.compiler.pack.properties.get(order)
    if fact is None:
        known = instead(order, c.compiler.pack.properties)
        c.problem(f"there is no property {order!r} to sort by{known}", ".sort")
        return things
    name = c.local()
    key = printed(c, fact, name)
    if fact.type == "symbol":
        key = f"RANK[{key}]"
    return Expr(f"sorted({things.src}, key=lambda {name}: {key})", things.type)


def _aim(c: Emitter, plural: str) -> int:
    """The register of a cast's target, which is asked for once, before anything is paid."""
    frame = c.scope.frame
    if frame.aims not in ("", plural):
        c.problem(f"a cast aims at {frame.aims} or at {plural}, not at both")
    frame.aims = plural
    return TARGET


def _asked_once(c: Emitter, key: str, register: int, call: str) -> None:
    """A choice whose answer is kept as long as `keepAnswers` says."""
    c.line(f"r[{register}] = kept(m, {key})")
    c.suspend(f"(0 if r[{register}] is not None else {call})")
    c.line(f"keep(m, {key}, r[{register}])")


def _preset(c: Emitter, default: Any, lowest: str) -> str:
    """The place of the default in the pool; -1: the first so many as must be, -2: the last one."""
    if default is None:
        return "-1"
    if default in ("minimum", "maximum"):
        return "0" if default == "minimum" else "-2"
    return f"{c.value(default, 'number', '.default').src} - {lowest}"
