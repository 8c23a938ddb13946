"""Choices: what players are asked."""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

from ...ground.errors import instead
from ...running.choices import sort_of
from ...running.state import SINGULAR
from .. import quote
from ..emit import Bound, Emitter
from ..expressions import NAME
from ..quote import Piece, code, register
from ..read import Reader
from ..schema import Param, Source, Word, doable
from ..tree import About, Binding, Node, OptionNode, Use
from .choosers import filtered

OPTION_KEYS = ("id", "each", "when", "do", "comment")


def _read_choose(reader: Reader, word: Word, node: Source) -> Use:
    options: Any = node.get("options")
    shaped = isinstance(options, list) and options and all(isinstance(o, dict) for o in options)
    if not isinstance(node.get("prompt"), str) or not shaped:
        reader.problem("a menu needs a prompt (a name) and options (a list of objects)")
        return reader.used(word, {**dict.fromkeys(word.params), "options": ()}, ())
    params = {key: param for key, param in word.params.items() if key != "options"}
    rest = {key: item for key, item in node.items() if key != "options"}
    arguments, given = reader.arguments(word.name, params, rest)
    words = tuple(str(option.get("id")) for option in options)
    if len(set(words)) < len(words) or not all(map(NAME.fullmatch, words)) or "None" in words:
        reader.problem("each option needs an id of its own, of letters and digits", ".options")
        words = tuple(f"option{number}" for number in range(len(options)))
    default = arguments["default"]
    if default is not None and default not in words:
        reader.problem(f"{default!r} is no option{instead(default, words)}", ".default")
        arguments["default"] = None
    heads = [
        _head(reader.at(f".options[{number}]"), words[number], option)
        for number, option in enumerate(options)
    ]
    menu = {}
    if isinstance(node.get("id"), str):
        menu["menu"] = reader.scope.names[node["id"]] = Binding(
            node["id"], parts={"option": ("symbol", words)}, valued=False
        )
    offered = []
    for number, (option, head) in enumerate(zip(options, heads, strict=True)):
        at = reader.at(f".options[{number}]")
        do = at.at(".do").block(option.get("do", []))
        offered.append(OptionNode(place=at.place, do=do, **head._asdict()))
    found = reader.used(word, {**arguments, "options": tuple(offered)}, given | {"options"})
    found.bound |= menu
    return found


class _Head(NamedTuple):
    """An option but for what it does, which may speak of what was chosen of any of them."""

    word: str
    each: Node | None
    when: Node | None
    entity: Binding


def _head(reader: Reader, word: str, option: Source) -> _Head:
    for key in option.keys() - set(OPTION_KEYS):
        known = instead(key, sorted(OPTION_KEYS), "it has")
        reader.problem(f"an option has no {key}{known}")
    each = reader.at(".each").entities(option["each"]) if "each" in option else None
    bound = Binding(word, SINGULAR.get(each.type, "entity") if each is not None else "any")
    reader.scope.names[word] = bound
    when = reader.at(".when").condition(option["when"]) if "when" in option else None
    return _Head(word, each, when, bound)


@doable(
    "choose",
    source="language 5",
    read=_read_choose,
    ask="player",
    prompt="prompt",
    options="options",
    default=Param("name", None),
    auto=Param("flag", True),
    subject=Param("entity", None),
)
def choose(
    c: Emitter,
    use: Use,
    ask: ast.expr,
    prompt: str,
    options: tuple[OptionNode, ...],
    default: str | None,
    auto: bool,
    subject: ast.expr | None,
) -> None:
    """
    A menu: each option, or each entity of its `each`, is one line; the `do` of the chosen one is
    carried out.
    """
    words = tuple(option.word for option in options)
    listed, chosen = register(c.register()), register(c.register())
    c.do("LIST = options = []", LIST=listed)
    for option in options:
        _offer(c, prompt, option, chosen)
    c.suspend(
        quote.call(
            "m.menu", ask, prompt, subject if subject is not None else register(1), words,
            default, auto, quote.name("r"), listed.slice, chosen.slice,  # type: ignore[attr-defined]
        ),
        at=use,
    )  # fmt: skip
    symbols = quote.pack([quote.const(c.compiler.symbol(word)) for word in words])
    if "menu" in use.bound:
        taken = code("SYMBOLS[CHOSEN[0]]", SYMBOLS=symbols, CHOSEN=chosen)
        c.bind_parts(use.bound["menu"], {"option": Piece(taken)})
    labels, end = [c.label() for _ in options], c.label()
    c.branch(code("CHOSEN is None", CHOSEN=chosen), end, labels[0] + "s")
    c.place_label(labels[0] + "s")
    c.switch(code("CHOSEN[0]", CHOSEN=chosen), labels)
    for label, option in zip(labels, options, strict=True):
        c.place_label(label)
        c.splice(c.sub(option.do))
        c.goto(end)
    c.place_label(end)


def _offer(c: Emitter, prompt: str, option: OptionNode, chosen: ast.expr) -> None:
    """Lines that add an option, or one for `each`, to the menu."""
    kind = ""
    entity = Piece(quote.const(0))
    if option.each is not None:
        pool = c.piece(option.each)
        kind = SINGULAR.get(option.each.type, "entity")
        offered = quote.name(c.compiler.options_of(option.word, kind))
        lines = quote.lines("options += map(OF, POOL)", OF=offered, POOL=pool.code)
        entity = Piece(code("CHOSEN[1]", CHOSEN=chosen))
    else:
        offered = quote.name(c.compiler.options_of(option.word, ""))
        lines = quote.lines("options.append(OF(0))", OF=offered)
    c.compiler.offers(prompt, option.word, kind)
    if option.when is not None:
        lines = [quote.choose(c.single(option.when), lines)]
    c.line(*lines)
    c.bind(option.entity, entity)


@doable("keepAnswers", source="rulebook R56, R61")
def keep_answers(c: Emitter, use: Use) -> None:
    """
    Until this word or behaviour ends, what a card asks for is asked once: the target of its lasting
    effects, and whatever its choosers with `keep` ask for.
    """
    c.frame.keeps = c.frame.keeps or c.register()
    c.line(quote.give(register(c.frame.keeps), None))


def _read_ask_all(reader: Reader, word: Word, node: Source) -> Use:
    first = {key: word.params[key] for key in ("target", "kind", "as", "prompt")}
    known = {key: item for key, item in node.items() if key in {*first, "type", "id"}}
    arguments, given = reader.arguments(word.name, first, known)
    for key in node.keys() - word.params.keys() - {"type", "id", "comment"}:
        reader.problem(f"{word.name} has no parameter {key}{instead(key, word.params, 'it has')}")
    identifier = node.get("id", "")
    pattern = re.sub(r"\{.*?\}", "{}", identifier) if isinstance(identifier, str) else ""
    if pattern.count("{}") != 1:
        message = (
            f"askAll needs an id with the player in braces, such as picks{{{arguments['as']}}}"
        )
        reader.problem(message, ".id")
        pattern = "picks{}"
    player, names = Binding(arguments["as"], "player"), reader.scope.names
    outer = names.get(player.name)
    names[player.name] = player
    if "from" not in node:
        reader.problem("askAll needs from (entities)")
    pool = reader.at(".from").entities(node.get("from", []))
    where = reader.at(".where").about(node["where"], pool) if "where" in node else None
    limits = {
        key: reader.at(f".{key}").value(node.get(key, 1), "number")
        for key in ("minimum", "maximum")
    }
    if outer is None:
        del names[player.name]
    else:
        names[player.name] = outer
    picks = names[pattern] = Binding(pattern, pool.type, keyed=True)
    found = reader.used(
        word, {**arguments, "from": pool, "where": where, **limits}, given | node.keys()
    )
    found.bound = {"player": player, "picks": picks}
    return found


@doable(
    "askAll",
    source="language 5",
    read=_read_ask_all,
    target="players",
    kind=Param("name", "card"),
    as_=Param("name", "p"),
    from_=Param("again"),
    where=Param("filter", None, of="from"),
    minimum=Param("again", 1),
    maximum=Param("again", 1),
    prompt=Param("prompt", "card"),
)
def ask_all(
    c: Emitter,
    use: Use,
    target: Piece,
    kind: str,
    as_: str,
    from_: Node,
    where: About | None,
    minimum: Node,
    maximum: Node,
    prompt: str,
) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in.

    `as` names the player in `from`, `where`, `minimum`, `maximum`; the id holds that name,
    `picks{p}`: each player's list.
    """
    each = c.local()
    c.bind(use.bound["player"], Piece(each))
    pool = filtered(c, c.piece(from_), where)
    asked = code(
        "[(EACH, POOL, LEAST, MOST) for EACH in TARGET]",
        EACH=each,
        POOL=pool.code,
        LEAST=c.single(minimum),
        MOST=c.single(maximum),
        TARGET=target.code,
    )
    c.compiler.offers(prompt, kind, sort_of(kind))
    number = c.register()
    c.frame.bound[use.bound["picks"]] = Bound(register=number)
    c.suspend(quote.call("m.ask_all", asked, prompt, kind, quote.name("r"), number), at=use)
