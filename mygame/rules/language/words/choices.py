"""Choices: what players are asked."""

from __future__ import annotations

import ast
import re
from typing import Any

from ...ground.errors import instead
from ...running.choices import sort_of
from .. import quote
from ..emit import Bound, Emitter
from ..expressions import NAME
from ..quote import Piece, Statements, code, register
from ..read import Reader
from ..schema import Param, Word, doable
from ..tree import SINGULAR, About, Binding, Block, OptionNode, Use
from .choosers import filtered

OPTION_KEYS = ("id", "each", "when", "do", "comment")


def _read_choose(reader: Reader, word: Word, node: dict) -> Use:
    words = _words_of(reader, node)
    if words is None:
        return reader.used(word, {**dict.fromkeys(word.params), "options": ()}, ())
    params = {key: param for key, param in word.params.items() if key != "options"}
    rest = {key: item for key, item in node.items() if key != "options"}
    arguments, given = reader.arguments(word.name, params, rest)
    arguments["default"] = _known_default(reader, arguments["default"], words)
    found = reader.used(word, {**arguments, "options": ()}, given | {"options"})
    offered = _read_offers(reader, words, node["options"])
    if isinstance(node.get("id"), str):
        found.bound["menu"] = reader.scope.names[node["id"]] = Binding(
            node["id"], parts={"option": ("symbol", words)}, valued=False
        )
    _read_deeds(reader, offered, node["options"])
    found.arguments["options"] = offered
    return found


def _words_of(reader: Reader, node: dict) -> tuple[str, ...] | None:
    """The words of the options of a menu; None, and a problem, where it is no menu."""
    options: Any = node.get("options")
    shaped = isinstance(options, list) and options and all(isinstance(o, dict) for o in options)
    if not isinstance(node.get("prompt"), str) or not shaped:
        reader.problem("a menu needs a prompt (a name) and options (a list of objects)")
        return None
    words = tuple(str(option.get("id")) for option in options)
    if len(set(words)) < len(words) or not all(map(NAME.fullmatch, words)) or "None" in words:
        reader.problem("each option needs an id of its own, of letters and digits", ".options")
        words = tuple(f"option{number}" for number in range(len(options)))
    return words


def _known_default(reader: Reader, default: str | None, words: tuple[str, ...]) -> str | None:
    if default is not None and default not in words:
        reader.problem(f"{default!r} is no option{instead(default, words)}", ".default")
        return None
    return default


def _read_offers(
    reader: Reader, words: tuple[str, ...], options: list[dict]
) -> tuple[OptionNode, ...]:
    """What is offered; what options do is read when all their names are known."""
    return tuple(
        _read_option(reader.at(f".options[{number}]"), words[number], option)
        for number, option in enumerate(options)
    )


def _read_deeds(reader: Reader, offered: tuple[OptionNode, ...], options: list[dict]) -> None:
    for number, (option, one) in enumerate(zip(options, offered, strict=True)):
        one.do = reader.at(f".options[{number}].do").block(option.get("do", []))
        one.__post_init__()


def _read_option(reader: Reader, word: str, option: dict) -> OptionNode:
    """An option without what it does, which may speak of what was chosen of any of them."""
    for key in option.keys() - set(OPTION_KEYS):
        known = instead(key, sorted(OPTION_KEYS), "it has")
        reader.problem(f"an option has no {key}{known}")
    each = reader.at(".each").entities(option["each"]) if "each" in option else None
    bound = Binding(word, SINGULAR.get(each.type, "entity") if each is not None else "any")
    reader.scope.names[word] = bound
    return OptionNode(
        place=reader.place,
        word=word,
        each=each,
        when=reader.at(".when").condition(option["when"]) if "when" in option else None,
        do=Block(place=reader.place, items=()),
        entity=bound,
    )


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
        c.line(*_offer(c, c, prompt, option, chosen))
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
    found, end = c.label(), c.label()
    c.branch(code("CHOSEN is None", CHOSEN=chosen), end, found)
    c.place_label(found)
    _carry_out(c, options, code("CHOSEN[0]", CHOSEN=chosen), end)
    c.place_label(end)


def _carry_out(c: Emitter, options: tuple[OptionNode, ...], which: ast.expr, then: str) -> None:
    """What the chosen option does, by its number, and on to a label."""
    labels = [c.label() for _ in options]
    c.switch(which, labels)
    for label, option in zip(labels, options, strict=True):
        c.place_label(label)
        c.splice(c.sub(option.do))
        c.goto(then)


def _offer(
    c: Emitter, values: Emitter, prompt: str, option: OptionNode, chosen: ast.expr
) -> Statements:
    """Lines that add an option, or one for `each`, to the menu; `values` works out which."""
    kind = ""
    entity = Piece(quote.const(0))
    if option.each is not None:
        pool = values.piece(option.each)
        kind = SINGULAR.get(option.each.type, "entity")
        offered = quote.name(c.compiler.options_of(option.word, kind))
        lines = quote.lines("options += map(OF, POOL)", OF=offered, POOL=pool.code)
        entity = Piece(code("CHOSEN[1]", CHOSEN=chosen))
    else:
        offered = quote.name(c.compiler.options_of(option.word, ""))
        lines = quote.lines("options.append(OF(0))", OF=offered)
    c.compiler.offers(prompt, option.word, kind)
    if option.when is not None:
        lines = [quote.choose(values.single(option.when), lines)]
    assert option.entity is not None  # noqa: S101 (for mypy)
    c.bind(option.entity, entity)
    return lines


@doable("keepAnswers", source="rulebook R56, R61")
def keep_answers(c: Emitter, use: Use) -> None:
    """
    Until this word or behaviour ends, what a card asks for is asked once: the target of its lasting
    effects, and whatever its choosers with `keep` ask for.
    """
    c.frame.keeps = c.frame.keeps or c.register()
    c.line(quote.give(register(c.frame.keeps), None))


OF_PICKS = ("from", "where", "minimum", "maximum")
OF_A_MENU = ("options", "default", "auto", "subject")


def _read_ask_all(reader: Reader, word: Word, node: dict) -> Use:
    first = {key: param for key, param in word.params.items() if key not in (*OF_PICKS, *OF_A_MENU)}
    known = {key: item for key, item in node.items() if key in {*first, "type", "id"}}
    arguments, given = reader.arguments(word.name, first, known)
    other = OF_PICKS if "options" in node else OF_A_MENU
    fitting = [key for key in word.params if key not in other]
    for key in node.keys() - {*fitting, "type", "id", "comment"}:
        reader.problem(f"{word.name} has no parameter {key}{instead(key, fitting, 'it has')}")
    pattern = _family(reader, node, arguments["as"])
    player, names = Binding(arguments["as"], "player"), reader.scope.names
    before = dict(names)
    names[player.name] = player
    arguments |= dict.fromkeys((*OF_PICKS, *OF_A_MENU))
    found = reader.used(word, arguments, given | node.keys())
    found.bound = {"player": player}
    picks = found.bound["picks"] = Binding(pattern, keyed=True)
    if "options" in node:
        _read_menu(reader, found, node)
    else:
        _read_picks(reader, found, node)
    for name in names.keys() - before.keys():
        del names[name]
    names |= before
    names[pattern] = picks
    return found


def _family(reader: Reader, node: dict, player: str) -> str:
    """The id of what each player answers, with the place where it says whose."""
    identifier = node.get("id", "")
    pattern = re.sub(r"\{.*?\}", "{}", identifier) if isinstance(identifier, str) else ""
    if pattern.count("{}") == 1:
        return pattern
    message = f"askAll needs an id with the player in braces, such as picks{{{player}}}"
    reader.problem(message, ".id")
    return "picks{}"


def _read_picks(reader: Reader, found: Use, node: dict) -> None:
    """Out of what each player picks, and how many."""
    if "from" not in node:
        reader.problem("askAll needs from (entities) or options")
    pool = reader.at(".from").entities(node.get("from", []))
    found.arguments |= {
        key: reader.at(f".{key}").value(node.get(key, 1), "number")
        for key in ("minimum", "maximum")
    }
    if "where" in node:
        found.arguments["where"] = reader.at(".where").about(node["where"], pool)
    found.arguments["from"], found.bound["picks"].type = pool, pool.type
    found.__post_init__()


def _read_menu(reader: Reader, found: Use, node: dict) -> None:
    """The options of which each player takes one."""
    words = _words_of(reader, node)
    if words is None:
        found.arguments["options"] = ()
        return
    menu = {key: found.word.params[key] for key in ("default", "auto", "subject")}
    given = {key: item for key, item in node.items() if key in menu}
    found.arguments |= reader.arguments(found.name, menu, given)[0]
    found.arguments["default"] = _known_default(reader, found.arguments["default"], words)
    offered = _read_offers(reader, words, node["options"])
    picks = found.bound["picks"]
    picks.parts, picks.valued = {"option": ("symbol", words), "entity": ("entity", ())}, False
    reader.scope.names[picks.name] = picks
    _read_deeds(reader, offered, node["options"])
    found.arguments["options"] = offered
    found.__post_init__()


@doable(
    "askAll",
    source="language 5",
    read=_read_ask_all,
    target="players",
    kind=Param("name", "card"),
    **{"as": Param("name", "p"), "from": Param("again", None)},
    where=Param("filter", None, of="from"),
    minimum=Param("again", 1),
    maximum=Param("again", 1),
    options=Param("options", None),
    default=Param("name", None),
    auto=Param("flag", True),
    subject=Param("entity", None),
    prompt=Param("prompt", "card"),
)
def ask_all(c: Emitter, use: Use, target: Piece, prompt: str, **rest: Any) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in. They pick
    some of `from`, or one of the `options` of a menu; what the options do is carried out then,
    player by player.

    `as` names the player in all of that; the id holds that name, `picks{p}`: each player's list, or
    of a menu `{picks{p}.option}` and `{picks{p}.entity}`.
    """
    if use.arguments["options"] is None:
        _ask_picks(c, use, target, prompt, **{"from": use.arguments["from"], **rest})
    else:
        _ask_menu(c, use, target, prompt, rest["subject"])


def _ask_picks(
    c: Emitter,
    use: Use,
    target: Piece,
    prompt: str,
    *,
    kind: str,
    where: About | None,
    minimum: Any,
    maximum: Any,
    **rest: Any,
) -> None:
    each = c.local()
    c.bind(use.bound["player"], Piece(each))
    pool = filtered(c, c.piece(rest["from"]), where)
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


def _ask_menu(c: Emitter, use: Use, target: Piece, prompt: str, subject: ast.expr | None) -> None:
    """Ask each player for an option; then carry out what they took, one player after the other."""
    options: tuple[OptionNode, ...] = use.arguments["options"]
    players, index, player = (register(c.register()) for _ in range(3))
    asked, answers, chosen = (register(c.register()) for _ in range(3))
    each, aside = c.local(), c.aside()
    c.bind(use.bound["player"], Piece(each))
    offers = [line for option in options for line in _offer(c, aside, prompt, option, chosen)]
    c.line(quote.give(players, target.listed), quote.give(asked, quote.pack([])))
    c.do(
        "for EACH in m.spend(PLAYERS):\n    options = []\n    OFFERS\n"
        "    ASKED += ((EACH, tuple(options)),)",
        EACH=each,
        PLAYERS=players,
        OFFERS=offers,
        ASKED=asked,
    )
    words = tuple(option.word for option in options)
    about = subject if subject is not None else register(1)
    number = answers.slice.value  # type: ignore[attr-defined]
    c.suspend(
        quote.call(
            "m.menu_of_all", prompt, about, words, use.arguments["default"],
            use.arguments["auto"], quote.name("r"), asked.slice, number,  # type: ignore[attr-defined]
        ),
        at=use,
    )  # fmt: skip
    symbols = quote.pack([quote.const(c.compiler.symbol(word)) for word in words])
    c.line(quote.give(answers, quote.call("opened", answers, symbols)))
    c.frame.bound[use.bound["picks"]] = Bound(register=number)
    if not any(option.do.items for option in options):
        return
    c.bind(use.bound["player"], Piece(player))
    c.line(quote.give(index, 0))
    again, next_one, took, end = (c.label() for _ in range(4))
    c.place_label(again)
    c.branch(code("INDEX < len(PLAYERS)", INDEX=index, PLAYERS=players), next_one, end)
    c.place_label(next_one)
    c.line(
        quote.give(player, code("PLAYERS[INDEX]", PLAYERS=players, INDEX=index)),
        quote.give(index, code("INDEX + 1", INDEX=index)),
        quote.give(chosen, quote.call("family", answers, player)),
    )
    c.branch(code("CHOSEN[0] == 0", CHOSEN=chosen), again, took)
    c.place_label(took)
    which = code("SYMBOLS.index(CHOSEN[0])", SYMBOLS=symbols, CHOSEN=chosen)
    _carry_out(c, options, which, again)
    c.place_label(end)
