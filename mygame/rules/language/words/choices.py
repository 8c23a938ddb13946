"""Choices: what players are asked."""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

from ...ground.errors import instead
from ...running.choices import sort_of
from ...running.code import THIS
from ...running.machine import MAX_OPTIONS
from ...running.state import SINGULAR
from .. import quote
from ..emit import Bound, Emitter
from ..expressions import NAME
from ..quote import Piece, Statements, code, register
from ..read import Reader
from ..schema import Arguments, Param, Source, Word, doable
from ..scope import ANYWHERE
from ..tree import About, Binding, Node, OptionNode, Use
from .choosers import filtered

MAYBE_CARDS = ("card", "entity", "any")
OPTION_KEYS = ("id", "each", "when", "do", "comment")


def _read_choose(reader: Reader, word: Word, node: Source) -> Use:
    words = _words_of(reader, node)
    if words is None:
        return reader.used(word, {**dict.fromkeys(word.params), "options": ()}, ())
    params = {key: param for key, param in word.params.items() if key != "options"}
    rest = {key: item for key, item in node.items() if key != "options"}
    arguments, given = reader.arguments(word.name, params, rest)
    arguments["default"] = _known_default(reader, arguments["default"], words)
    heads, menu = _heads(reader, words, node["options"]), {}
    if isinstance(node.get("id"), str):
        menu["menu"] = reader.scope.names[node["id"]] = Binding(
            node["id"], parts={"option": ("symbol", words)}, valued=False
        )
    offered = _options(reader, heads, node["options"])
    found = reader.used(word, {**arguments, "options": offered}, given | {"options"})
    found.bound |= menu
    return found


def _words_of(reader: Reader, node: Source) -> tuple[str, ...] | None:
    """The words of the options of a menu; None, and a problem, where it is no menu."""
    options: Any = node.get("options")
    shaped = isinstance(options, list) and options and all(isinstance(o, dict) for o in options)
    if not isinstance(node.get("prompt"), str) or not shaped:
        reader.problem("a menu needs a prompt (a name) and options (a list of objects)")
        return None
    if len(options) > MAX_OPTIONS:
        reader.problem(f"a menu of {len(options)} options; at most {MAX_OPTIONS}", ".options")
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


class _Head(NamedTuple):
    """An option but for what it does, which may speak of what was chosen of any of them."""

    word: str
    each: Node | None
    when: Node | None
    entity: Binding


def _heads(reader: Reader, words: tuple[str, ...], options: list[Source]) -> list[_Head]:
    heads = [
        _head(reader.at(f".options[{number}]"), words[number], option)
        for number, option in enumerate(options)
    ]
    for number, head in enumerate(heads):
        if head.each is not None:
            known = {**ANYWHERE, **reader.scope.names}.get(head.word)
            if head.word in ("match", "it") or (known is not None and not known.offered):
                message = f"this option hides {{{head.word}}}, which means something else here"
                reader.problem(message, f".options[{number}].id")
            reader.scope.names[head.word] = head.entity
    return heads


def _options(reader: Reader, heads: list[_Head], options: list[Source]) -> tuple[OptionNode, ...]:
    """What is offered, read with what it does when the names of all options are known."""
    offered = []
    for number, (option, head) in enumerate(zip(options, heads, strict=True)):
        at = reader.at(f".options[{number}]")
        do = at.at(".do").block(option.get("do", []))
        offered.append(OptionNode(place=at.place, do=do, **head._asdict()))
    return tuple(offered)


def _head(reader: Reader, word: str, option: Source) -> _Head:
    for key in option.keys() - set(OPTION_KEYS):
        known = instead(key, sorted(OPTION_KEYS), "it has")
        reader.problem(f"an option has no {key}{known}")
    each = reader.at(".each").entities(option["each"]) if "each" in option else None
    kind = SINGULAR.get(each.type, "entity") if each is not None else "any"
    bound = Binding(word, kind, offered=True)
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
    words, known = tuple(option.word for option in options), c.frame.registers
    chosen = register(c.register())
    symbols = quote.pack([quote.const(c.compiler.symbol(word)) for word in words])
    if "menu" in use.bound:
        taken = code("SYMBOLS[CHOSEN[0]]", SYMBOLS=symbols, CHOSEN=chosen)
        c.bind_parts(use.bound["menu"], {"option": Piece(taken)})
    c.do("options = []")
    offers = [_offer(c, c, prompt, option, chosen) for option in options]
    bodies = [c.option(option.do, known) for option in options]
    if c.frame.cast and known == c.frame.known and all(pools for _, pools in bodies):
        c.frame.gates += [pool for _, pools in bodies for pool in pools]
    for lines, (_, pools) in zip(offers, bodies, strict=True):
        c.line(*_if_aimed(lines, pools))
    c.suspend(
        quote.call(
            "m.menu", ask, prompt, subject if subject is not None else register(THIS), words,
            default, auto, quote.name("options"),
        ),
        [quote.give(chosen, quote.RESULT)],
        at=use,
    )  # fmt: skip
    took = c.nested()
    took.switch(code("CHOSEN[0]", CHOSEN=chosen), [body for body, _ in bodies])
    c.branch(code("CHOSEN is not None", CHOSEN=chosen), took)


def _if_aimed(offer: Statements, pools: list[str]) -> Statements:
    """The lines that add an option, where it has something to aim at if it has to aim."""
    found = [quote.call(pool, quote.name("m"), quote.name("r")) for pool in pools]
    return [quote.choose(quote.any_of(found), offer)] if pools else offer


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
    c.bind(option.entity, entity)
    return lines


@doable("keepAnswers", source="rulebook R56, R61")
def keep_answers(c: Emitter, use: Use) -> None:
    """
    Until this word or behaviour ends, what a card asks for is asked once: the target of its lasting
    effects, and whatever its choosers with `keep` ask for.
    """
    c.keep_until_end("keepAnswers")
    c.do("m.keeping = ()")


OF_PICKS = ("from", "where", "minimum", "maximum")
OF_A_MENU = ("options", "default", "auto", "subject")


def _read_ask_all(reader: Reader, word: Word, node: Source) -> Use:
    spelled = {alias: key for key, each in word.params.items() for alias in each.aliases}
    node = {spelled.get(key, key): item for key, item in node.items()}
    first = {key: param for key, param in word.params.items() if key not in (*OF_PICKS, *OF_A_MENU)}
    known = {key: item for key, item in node.items() if key in {*first, "type", "id"}}
    arguments, given = reader.arguments(word.name, first, known)
    other = OF_PICKS if "options" in node else OF_A_MENU
    fitting = [key for key in word.params if key not in other]
    for key in node.keys() - {*fitting, "type", "id", "comment"}:
        reader.problem(f"{word.name} has no parameter {key}{instead(key, fitting, 'it has')}")
    pattern = _family(reader, node, arguments["as"])
    player, picks = Binding(arguments["as"], "player"), Binding(pattern, keyed=True)
    names = reader.scope.names
    before = dict(names)
    names[player.name] = player
    arguments |= dict.fromkeys((*OF_PICKS, *OF_A_MENU))
    arguments |= (_read_menu if "options" in node else _read_picks)(reader, word, node, picks)
    names.clear()
    names |= {**before, pattern: picks}
    found = reader.used(word, arguments, given | node.keys())
    found.bound = {"player": player, "picks": picks}
    return found


def _family(reader: Reader, node: Source, player: str) -> str:
    """The id of what each player answers, with the place where it says whose."""
    identifier = node.get("id", "")
    pattern = re.sub(r"\{.*?\}", "{}", identifier) if isinstance(identifier, str) else ""
    if pattern.count("{}") == 1:
        return pattern
    message = f"askAll needs an id with the player in braces, such as picks{{{player}}}"
    reader.problem(message, ".id")
    return "picks{}"


def _read_picks(reader: Reader, word: Word, node: Source, picks: Binding) -> Arguments:
    """Out of what each player picks, and how many."""
    if "from" not in node:
        reader.problem("askAll needs from (entities) or options")
    pool = reader.at(".from").entities(node.get("from", []))
    found: Arguments = {
        key: reader.at(f".{key}").value(node.get(key, 1), "number")
        for key in ("minimum", "maximum")
    }
    if "where" in node:
        found["where"] = reader.at(".where").about(node["where"], pool)
    picks.type = pool.type
    return found | {"from": pool}


def _read_menu(reader: Reader, word: Word, node: Source, picks: Binding) -> Arguments:
    """The options of which each player takes one."""
    words = _words_of(reader, node)
    if words is None:
        return {"options": ()}
    menu = {key: word.params[key] for key in ("default", "auto", "subject")}
    found, _ = reader.arguments(
        word.name, menu, {key: item for key, item in node.items() if key in menu}
    )
    found["default"] = _known_default(reader, found["default"], words)
    heads = _heads(reader, words, node["options"])
    kinds = {SINGULAR.get(head.each.type, "any") for head in heads if head.each is not None}
    kind = kinds.pop() if len(kinds) == 1 else "entity" if kinds <= {"player", "card"} else "any"
    picks.parts, picks.valued = {"option": ("symbol", words), "entity": (kind, ())}, False
    reader.scope.names[picks.name] = picks
    return found | {"options": _options(reader, heads, node["options"])}


@doable(
    "askAll",
    source="language 5",
    ends=True,
    read=_read_ask_all,
    target="players",
    kind=Param("name", "card"),
    as_=Param("name", "p"),
    from_=Param("again", None),
    where=Param("filter", None, of="from"),
    minimum=Param("again", 1, aliases=("min",)),
    maximum=Param("again", 1, aliases=("max",)),
    options=Param("options", None),
    default=Param("name", None),
    auto=Param("flag", True),
    subject=Param("entity", None),
    prompt=Param("prompt", "card"),
)
def ask_all(
    c: Emitter,
    use: Use,
    target: Piece,
    kind: str,
    as_: str,
    from_: Node | None,
    where: About | None,
    minimum: Node,
    maximum: Node,
    options: tuple[OptionNode, ...] | None,
    default: str | None,
    auto: bool,
    subject: ast.expr | None,
    prompt: str,
) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in. They pick
    some of `from`, or one of the `options` of a menu; what the options do is carried out then,
    player by player.

    `as` names the player in all of that; the id holds that name, `picks{p}`: each player's list, or
    of a menu `{picks{p}.option}` and `{picks{p}.entity}`.
    """
    if from_ is not None:
        _ask_picks(c, use, target, prompt, kind, from_, where, minimum, maximum)
    elif options:
        _ask_menu(c, use, target, prompt, options, default, auto, subject)


def _ask_picks(
    c: Emitter,
    use: Use,
    target: Piece,
    prompt: str,
    kind: str,
    from_: Node,
    where: About | None,
    minimum: Node,
    maximum: Node,
) -> None:
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
    takes = [quote.give(register(number), quote.RESULT)]
    c.suspend(quote.call("m.ask_all", asked, prompt, kind, register(THIS)), takes, at=use)


def _ask_menu(
    c: Emitter,
    use: Use,
    target: Piece,
    prompt: str,
    options: tuple[OptionNode, ...],
    default: str | None,
    auto: bool,
    subject: ast.expr | None,
) -> None:
    """Ask each player for an option; then carry out what they took, one player after the other."""
    known = c.frame.registers
    players, index, player = (register(c.register()) for _ in range(3))
    taken = c.register()
    answers, chosen, asked = register(taken), register(c.register()), c.local()
    each, aside = c.local(), c.aside()
    c.bind(use.bound["player"], Piece(each))
    offers = [line for option in options for line in _offer(c, aside, prompt, option, chosen)]
    c.line(quote.give(players, target.listed))
    c.do(
        "ASKED = []\nfor EACH in m.spend(PLAYERS):\n    options = []\n    OFFERS\n"
        "    ASKED.append((EACH, options))",
        EACH=each,
        PLAYERS=players,
        OFFERS=offers,
        ASKED=asked,
    )
    words = tuple(option.word for option in options)
    about = subject if subject is not None else register(THIS)
    call = quote.call("m.menu_of_all", prompt, about, words, default, auto, asked)
    symbols = quote.pack([quote.const(c.compiler.symbol(word)) for word in words])
    opened = quote.call("opened", quote.RESULT, symbols)
    c.suspend(call, [quote.give(answers, opened)], at=use)
    c.frame.bound[use.bound["picks"]] = Bound(register=taken)
    if not any(option.do.items for option in options):
        return
    c.bind(use.bound["player"], Piece(player))
    c.line(quote.give(index, 0))
    body = c.nested()
    body.line(
        quote.give(player, code("PLAYERS[INDEX]", PLAYERS=players, INDEX=index)),
        quote.give(index, code("INDEX + 1", INDEX=index)),
        quote.give(chosen, quote.call("family", answers, player)),
    )
    which = code("SYMBOLS.index(CHOSEN[0])", SYMBOLS=symbols, CHOSEN=chosen)
    took = c.nested()
    done = [_if_possible(c, option, chosen, player, known) for option in options]
    took.switch(which, done)
    body.branch(code("CHOSEN[0] != 0", CHOSEN=chosen), took)
    c.repeat(code("INDEX < len(PLAYERS)", INDEX=index, PLAYERS=players), body, unseen=True)


def _if_possible(
    c: Emitter, option: OptionNode, chosen: ast.expr, player: ast.expr, known: int
) -> Emitter:
    """
    What a player does who has taken an option with others. What others did first may have made it
    impossible: then nothing is done, and the player is told.
    """
    tests, aside, entity = [], c.aside(), code("CHOSEN[1]", CHOSEN=chosen)
    about, values = [("who", "player"), ("option", "symbol")], []
    if option.when is not None:
        tests.append(aside.single(option.when))
    if option.each is not None:
        kind = SINGULAR.get(option.each.type, "entity")
        tests.append(code("E in POOL", E=entity, POOL=aside.piece(option.each).code))
        about.append(("what", kind))
        values.append(quote.call("m.told", entity) if kind in MAYBE_CARDS else entity)
    do = c.option(option.do, known)[0]
    if not tests or not option.do.items:
        return do
    note, late = c.compiler.note("tooLate", tuple(about)), c.nested()
    which = quote.const(c.compiler.symbol(option.word))
    row = [quote.const(note), quote.one(player), quote.const(0), player, which, *values]
    late.do("if m.log is not None:\n    m.note(ROW)", ROW=quote.pack(row))
    taken = c.nested()
    taken.branch(quote.all_of(tests), do, late)
    return taken
