"""Choices: what players are asked."""

from __future__ import annotations

import re
from typing import Any

from ...ground.errors import instead
from ...running.match import sort_of
from ..choosers import candidates
from ..emitter import Emitter, Symbol
from ..schema import Param, doable
from ..source import NAME, SINGULAR, Expr, tuple_source

OPTION_KEYS = {"id", "each", "when", "do", "comment"}


@doable(
    "choose",
    source="language 5",
    ask="player",
    prompt="raw",
    options="raw",
    default=Param("raw", None),
    auto=Param("raw", True),
    subject=Param("entity", None),
)
def choose(
    c: Emitter,
    node: dict,
    ask: Expr,
    prompt: Any,
    options: Any,
    default: Any,
    auto: Any,
    subject: Expr | None,
) -> None:
    """
    A menu: each option, or each entity of its `each`, is one line; the `do` of the chosen one is
    carried out.
    """
    if (
        not isinstance(prompt, str)
        or not isinstance(options, list)
        or not options
        or not all(isinstance(o, dict) for o in options)
    ):
        c.problem("a menu needs a prompt (a name) and options (a list of objects)")
        return
    c.compiler.pack.prompts.add(prompt)
    words = tuple(str(option.get("id")) for option in options)
    if len(set(words)) < len(words) or not all(map(NAME.fullmatch, words)) or "None" in words:
        c.problem("each option needs an id of its own, of letters and digits", ".options")
        return
    if default is not None and default not in words:
        c.problem(f"{default!r} is no option{instead(default, words)}", ".default")
    list_register, chosen = c.register(), c.register()
    c.line(f"r[{list_register}] = options = []")
    for number, option in enumerate(options):
        entity = _offer(c, words[number], option, chosen, f".options[{number}]")
        c.scope.symbols[words[number]] = Symbol(expr=entity)
    about = subject.src if subject is not None else "r[1]"
    c.suspend(
        f"m.menu({ask.src}, {prompt!r}, {about}, {words!r}, {default!r}, {bool(auto)}, "
        f"r, {list_register}, {chosen})"
    )
    symbols = tuple_source([str(c.compiler.pack.symbol(word)) for word in words])
    if isinstance(node.get("id"), str):
        c.scope.symbols[node["id"]] = Symbol(
            parts={"option": Expr(f"{symbols}[r[{chosen}][0]]", "symbol", words)}
        )
    labels, end = [c.label() for _ in options], c.label()
    c.branch(f"r[{chosen}] is None", end, labels[0] + "s")
    c.place_label(labels[0] + "s")
    c.switch(f"r[{chosen}][0]", labels)
    for number, option in enumerate(options):
        c.place_label(labels[number])
        c.splice(c.sub(option.get("do", []), f".options[{number}].do"))
        c.goto(end)
    c.place_label(end)


def _offer(c: Emitter, word: str, option: dict, chosen: int, at: str) -> Expr:
    """Lines that add an option, or one for `each`, to the menu; gives what was chosen of it."""
    for key in option.keys() - OPTION_KEYS:
        c.problem(f"an option has no {key}{instead(key, sorted(OPTION_KEYS), 'it has')}", at)
    kind = ""
    lines = f"options.append({c.compiler.options_of(word, '')}(0))"
    entity = Expr("0")
    if "each" in option:
        pool = c.entities(option["each"], "entities", at + ".each")
        kind = SINGULAR.get(pool.type, "entity")
        lines = f"options += map({c.compiler.options_of(word, kind)}, {pool.src})"
        entity = Expr(f"r[{chosen}][1]", kind)
    c.compiler.pack.option_words.setdefault(word, set()).add(kind)
    if "when" in option:
        lines = f"if {c.condition(option['when'], at + '.when')}:\n    {lines}"
    c.line(lines)
    return entity


@doable("keepAnswers", source="rulebook R56, R61")
def keep_answers(c: Emitter, node: dict) -> None:
    """
    Until this word or behaviour ends, what a card asks for is asked once: the target of its lasting
    effects, and whatever its choosers with `keep` ask for.
    """
    frame = c.scope.frame
    frame.keeps = frame.keeps or c.register()
    c.line(f"r[{frame.keeps}] = None")


@doable(
    "askAll",
    source="language 5",
    target="players",
    kind=Param("raw", "card"),
    **{"as": Param("raw", "p"), "from": "raw", "where": Param("filter", None)},
    minimum=Param("raw", 1),
    maximum=Param("raw", 1),
    prompt=Param("raw", "card"),
)
def ask_all(
    c: Emitter,
    node: dict,
    target: Expr,
    kind: str,
    where: Any,
    minimum: Any,
    maximum: Any,
    prompt: str,
    **rest: Any,
) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in.

    `as` names the player in `from`, `where`, `minimum`, `maximum`; the id holds that name,
    `picks{p}`: each player's list.
    """

    identifier = node.get("id", "")
    if not isinstance(prompt, str) or not isinstance(identifier, str):
        c.problem("a prompt and an id are names", ".prompt")
        return
    template, _ = re.sub(r"\{.*?\}", "{}", identifier), None
    if template.count("{}") != 1:
        c.problem(
            f"askAll needs an id with the player in braces, such as picks{{{rest['as']}}}", ".id"
        )
        return
    name = c.local()
    outer = c.scope.symbols.get(rest["as"])
    c.scope.symbols[rest["as"]] = Symbol(expr=Expr(name, "player"))
    pool = candidates(c.at(".from"), rest["from"], where)
    least, most = (
        c.value(minimum, "number", ".minimum").src,
        c.value(maximum, "number", ".maximum").src,
    )
    if outer is None:
        del c.scope.symbols[rest["as"]]
    else:
        c.scope.symbols[rest["as"]] = outer
    c.compiler.pack.prompts.add(prompt)
    c.compiler.pack.option_words.setdefault(str(kind), set()).add(sort_of(str(kind)))
    register = c.register()
    c.scope.symbols[template] = Symbol(register=register, family=True, type=pool.type)
    asked = f"[({name}, {pool.src}, {least}, {most}) for {name} in {target.src}]"
    c.suspend(f"m.ask_all({asked}, {prompt!r}, {str(kind)!r}, r, {register})")
