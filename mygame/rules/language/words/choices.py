"""Choices: what players are asked."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...ground.errors import suggest
from ...program import form
from ...program.form import MATCH, REGISTERS, RESULT, Const, Local, Made, Register, Value
from ...program.notation import code, lines
from ...program.values import (
    Piece,
    Steps,
    as_entity_list,
    assign,
    call,
    if_step,
    join_by_and,
    join_by_or,
    tuple_of,
)
from ...running.choices import BY_LOT, RANDOM, chooser_sort
from ...running.code import THIS
from ...running.machine import MAX_OPTIONS
from ...running.state import SINGULAR
from ..emit import Emitter
from ..expressions import NAME
from ..frame import Bound
from ..read import Reader
from ..schema import Arguments, Param, Source, Word, doable
from ..scope import ANYWHERE
from ..tree import About, Bar, Binding, Node, OptionNode, Use
from .barring import bars_of, emit_pool_with_bars, read_bars
from .choosers import filter_pool
from .telling import WITH, emit_told_values

MAYBE_CARDS = ("card", "entity", "any")
OPTION_KEYS = ("id", "each", "when", "unless", "do", "comment")


def _read_choose(reader: Reader, word: Word, node: Source) -> Use:
    words = _option_words(reader, node)
    if words is None:
        return reader.make_use(word, {**dict.fromkeys(word.params), "options": ()}, ())
    params = {key: param for key, param in word.params.items() if key != "options"}
    rest = {key: item for key, item in node.items() if key != "options"}
    arguments, given = reader.arguments(word.name, params, rest)
    arguments["default"] = _check_default(reader, arguments["default"], words)
    heads, menu = _read_heads(reader, words, node["options"]), {}
    if isinstance(node.get("id"), str):
        menu["menu"] = reader.scope.names[node["id"]] = Binding(
            node["id"], parts={"option": ("symbol", words)}, valued=False
        )
    offered = _read_options(reader, heads, node["options"])
    found = reader.make_use(word, {**arguments, "options": offered}, given | {"options"})
    found.bound |= menu
    return found


def _option_words(reader: Reader, node: Source) -> tuple[str, ...] | None:
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


def _check_default(reader: Reader, default: str | None, words: tuple[str, ...]) -> str | None:
    if default not in (None, RANDOM, *words):
        reader.problem(f"{default!r} is no option{suggest(default, words)}", ".default")
        return None
    return default


class _Head(NamedTuple):
    """An option but for what it does, which may speak of what was chosen of any of them."""

    word: str
    each: Node | None
    when: Node | None
    unless: tuple[Bar, ...]
    entity: Binding


def _read_heads(reader: Reader, words: tuple[str, ...], options: list[Source]) -> list[_Head]:
    heads = [
        _read_head(reader.at(f".options[{number}]"), words[number], option)
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


def _read_options(
    reader: Reader, heads: list[_Head], options: list[Source]
) -> tuple[OptionNode, ...]:
    """What is offered, read with what it does when the names of all options are known."""
    offered = []
    for number, (option, head) in enumerate(zip(options, heads, strict=True)):
        at = reader.at(f".options[{number}]")
        do = at.at(".do").block(option.get("do", []))
        offered.append(OptionNode(place=at.place, do=do, **head._asdict()))
    return tuple(offered)


def _read_head(reader: Reader, word: str, option: Source) -> _Head:
    for key in option.keys() - set(OPTION_KEYS):
        known = suggest(key, sorted(OPTION_KEYS), "it has")
        reader.problem(f"an option has no {key}{known}")
    each = reader.at(".each").entities(option["each"]) if "each" in option else None
    kind = SINGULAR.get(each.type, "entity") if each is not None else "any"
    bound = Binding(word, kind, offered=True)
    when = reader.at(".when").condition(option["when"]) if "when" in option else None
    return _Head(word, each, when, read_bars(reader, option.get("unless", {}), each), bound)


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
    with_=WITH,
)
def choose(
    c: Emitter,
    use: Use,
    ask: Value,
    prompt: str,
    options: tuple[OptionNode, ...],
    default: str | None,
    auto: bool,
    subject: Value | None,
    with_: dict[str, Node],
) -> None:
    """
    A menu: each option, or each entity of its `each`, is one line; the `do` of the chosen one is
    carried out. `default` is the option for who is away, or `random`. What is not offered `unless`
    something else were so is told with that reason.
    """
    told = emit_told_values(c, c, use, prompt, with_)
    words, known = tuple(option.word for option in options), c.frame.registers
    chosen = Register(c.new_register())
    symbols = tuple_of([Const(c.compiler.symbol(word)) for word in words])
    if "menu" in use.bound:
        taken = code("SYMBOLS[CHOSEN[0]]", SYMBOLS=symbols, CHOSEN=chosen)
        c.bind_parts(use.bound["menu"], {"option": Piece(taken)})
    c.add_code("options = []")
    barred = bars_of(options)
    if barred:
        c.add_code("barred = []")
    offers = [_offer_lines(c, c, prompt, option, chosen) for option in options]
    bodies = [c.emit_option(option.do, known) for option in options]
    if c.frame.cast and known == c.frame.known and all(pools for _, pools in bodies):
        c.frame.gates += [pool for _, pools in bodies for pool in pools]
    for offer, (_, pools) in zip(offers, bodies, strict=True):
        c.add_lines(*_offer_if_aimable(offer, pools))
    c.suspend(
        call(
            "m.menu", ask, prompt, subject if subject is not None else Register(THIS), words,
            default, auto, Local("options"),
            *([tuple_of([]) if told is None else told] if told is not None or barred else []),
            *barred,
        ),
        [assign(chosen, RESULT)],
        at=use,
    )  # fmt: skip
    took = c.nested_emitter()
    took.switch(code("CHOSEN[0]", CHOSEN=chosen), [body for body, _ in bodies])
    c.branch(code("CHOSEN is not None", CHOSEN=chosen), took)


def _offer_if_aimable(offer: Steps, pools: list[str]) -> Steps:
    """The steps that add an option, where it has something to aim at if it has to aim."""
    found = [form.CallMade(Made(pool), (MATCH, REGISTERS)) for pool in pools]
    return [if_step(join_by_or(found), offer)] if pools else offer


def _offer_lines(
    c: Emitter, values: Emitter, prompt: str, option: OptionNode, chosen: Value
) -> Steps:
    """Steps that add an option, or one for `each`, to the menu; `values` works out which."""
    kind = ""
    entity = Piece(Const(0))
    if option.each is not None:
        pool = values.emit_piece(option.each)
        kind = SINGULAR.get(option.each.type, "entity")
        offered = Made(c.compiler.option_function(option.word, kind))
        steps = emit_pool_with_bars(c, values, option, offered, pool.code)
        entity = Piece(code("CHOSEN[1]", CHOSEN=chosen))
    else:
        offered = Made(c.compiler.option_function(option.word, ""))
        steps = lines("options.append(OF(0))", OF=offered)
        for bar in reversed(option.unless):
            add = lines("barred.append((REASON, OF(0)))", REASON=bar.reason, OF=offered)
            steps = [if_step(values.emit_value(bar.test), add, steps)]
    c.compiler.note_offer(prompt, option.word, kind)
    if option.when is not None:
        steps = [if_step(values.emit_value(option.when), steps)]
    c.bind(option.entity, entity)
    return steps


@doable("keepAnswers", source="rulebook R56, R61")
def keep_answers(c: Emitter, use: Use) -> None:
    """
    Until this word or behaviour ends, what a card asks for is asked once: the target of its lasting
    effects, and whatever its choosers with `keep` ask for.
    """
    c.keep_until_end("keepAnswers")
    c.add_code("m.keeping = ()")


PICKED = {many: SINGULAR[many] for many in ("numbers", "symbols", "players", "definitions")}
OF_PICKS = ("from", "where", "minimum", "maximum")
OF_A_MENU = ("options", "auto", "subject")


def _read_ask_all(reader: Reader, word: Word, node: Source) -> Use:
    spelled = {alias: key for key, each in word.params.items() for alias in each.aliases}
    node = {spelled.get(key, key): item for key, item in node.items()}
    later = (*OF_PICKS, *OF_A_MENU, "default", "with")
    first = {key: param for key, param in word.params.items() if key not in later}
    known = {key: item for key, item in node.items() if key in {*first, "type", "id"}}
    arguments, given = reader.arguments(word.name, first, known)
    other = OF_PICKS if "options" in node else OF_A_MENU
    fitting = [key for key in word.params if key not in other]
    for key in node.keys() - {*fitting, "type", "id", "comment"}:
        reader.problem(f"{word.name} has no parameter {key}{suggest(key, fitting, 'it has')}")
    pattern = _answer_id(reader, node, arguments["as"])
    player, picks = Binding(arguments["as"], "player"), Binding(pattern, keyed=True)
    names = reader.scope.names
    before = dict(names)
    names[player.name] = player
    arguments["with"] = reader.at(".with").argument(word.params["with"], node.get("with"), {})
    arguments |= dict.fromkeys((*OF_PICKS, *OF_A_MENU, "default"))
    arguments |= (_read_menu if "options" in node else _read_picks)(reader, word, node, picks)
    names.clear()
    names |= {**before, pattern: picks}
    found = reader.make_use(word, arguments, given | node.keys())
    found.bound = {"player": player, "picks": picks}
    return found


def _answer_id(reader: Reader, node: Source, player: str) -> str:
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
        found["where"] = reader.at(".where").about_each(node["where"], pool)
    picks.type = pool.type
    if "kind" not in node:
        found["kind"] = PICKED.get(pool.type, "card")
    default = _check_default(reader, node.get("default"), ())
    return found | {"from": pool, "default": default}


def _read_menu(reader: Reader, word: Word, node: Source, picks: Binding) -> Arguments:
    """The options of which each player takes one."""
    words = _option_words(reader, node)
    if words is None:
        return {"options": ()}
    menu = {key: word.params[key] for key in ("default", "auto", "subject")}
    found, _ = reader.arguments(
        word.name, menu, {key: item for key, item in node.items() if key in menu}
    )
    found["default"] = _check_default(reader, found["default"], words)
    heads = _read_heads(reader, words, node["options"])
    kinds = {SINGULAR.get(head.each.type, "any") for head in heads if head.each is not None}
    kind = kinds.pop() if len(kinds) == 1 else "entity" if kinds <= {"player", "card"} else "any"
    picks.parts, picks.valued = {"option": ("symbol", words), "entity": (kind, ())}, False
    reader.scope.names[picks.name] = picks
    return found | {"options": _read_options(reader, heads, node["options"])}


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
    with_=WITH,
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
    subject: Value | None,
    with_: dict[str, Node],
    prompt: str,
) -> None:
    """
    Ask several players at once and in secret; nobody learns an answer before all are in. They pick
    some of `from`, or one of the `options` of a menu; what the options do is carried out then,
    player by player.

    `as` names the player in all of that, `with` too; the id holds that name, `picks{p}`: each
    player's list, or of a menu `{picks{p}.option}` and `{picks{p}.entity}`.
    """
    if from_ is not None:
        bounds = minimum, maximum
        _emit_ask_picks(c, use, target, prompt, kind, from_, where, *bounds, default, with_)
    elif options:
        _emit_ask_menu(c, use, target, prompt, options, default, auto, subject, with_)


def _emit_ask_picks(
    c: Emitter,
    use: Use,
    target: Piece,
    prompt: str,
    kind: str,
    from_: Node,
    where: About | None,
    minimum: Node,
    maximum: Node,
    default: str | None,
    with_: dict[str, Node],
) -> None:
    each = c.new_local()
    c.bind(use.bound["player"], Piece(each))
    pool = filter_pool(c, c.emit_piece(from_), where)
    asked = code(
        "[(EACH, POOL, LEAST, MOST, TOLD) for EACH in TARGET]",
        EACH=each,
        POOL=pool.code,
        LEAST=c.emit_value(minimum),
        MOST=c.emit_value(maximum),
        TOLD=emit_told_values(c, c.pure_emitter(), use, prompt, with_) or tuple_of([]),
        TARGET=target.code,
    )
    c.compiler.note_offer(prompt, kind, chooser_sort(kind))
    number = c.new_register()
    c.frame.bound[use.bound["picks"]] = Bound(register=number)
    takes = [assign(Register(number), RESULT)]
    lot = [] if default is None else [BY_LOT]
    c.suspend(call("m.ask_all", asked, prompt, kind, Register(THIS), *lot), takes, at=use)


def _emit_ask_menu(
    c: Emitter,
    use: Use,
    target: Piece,
    prompt: str,
    options: tuple[OptionNode, ...],
    default: str | None,
    auto: bool,
    subject: Value | None,
    with_: dict[str, Node],
) -> None:
    """Ask each player for an option; then carry out what they took, one player after the other."""
    known = c.frame.registers
    players, index, player = (Register(c.new_register()) for _ in range(3))
    taken = c.new_register()
    answers, chosen, asked = Register(taken), Register(c.new_register()), c.new_local()
    each, aside = c.new_local(), c.pure_emitter()
    c.bind(use.bound["player"], Piece(each))
    offers = [line for option in options for line in _offer_lines(c, aside, prompt, option, chosen)]
    told = emit_told_values(c, aside, use, prompt, with_)
    c.add_lines(assign(players, target.as_list))
    barred = bars_of(options)
    asks = [each, Local("options"), tuple_of([]) if told is None else told, *barred]
    c.add_code(
        "ASKED = []\nfor EACH in m.spend(PLAYERS):\n    options = []\n    OFFERS\n"
        "    ASKED.append(ASKS)",
        EACH=each,
        PLAYERS=players,
        OFFERS=[*(lines("barred = []") if barred else []), *offers],
        ASKS=tuple_of(asks),
        ASKED=asked,
    )
    words = tuple(option.word for option in options)
    about = subject if subject is not None else Register(THIS)
    asks_all = call("m.menu_of_all", prompt, about, words, default, auto, asked)
    symbols = tuple_of([Const(c.compiler.symbol(word)) for word in words])
    opened = call("group_answers", RESULT, symbols)
    c.suspend(asks_all, [assign(answers, opened)], at=use)
    c.frame.bound[use.bound["picks"]] = Bound(register=taken)
    if not any(option.do.items for option in options):
        return
    c.bind(use.bound["player"], Piece(player))
    c.add_lines(assign(index, 0))
    body = c.nested_emitter()
    body.add_lines(
        assign(player, code("PLAYERS[INDEX]", PLAYERS=players, INDEX=index)),
        assign(index, code("INDEX + 1", INDEX=index)),
        assign(chosen, call("result_of_family", answers, player)),
    )
    which = code("index(SYMBOLS, CHOSEN[0])", SYMBOLS=symbols, CHOSEN=chosen)
    took = c.nested_emitter()
    done = [_if_still_possible(c, option, chosen, player, known) for option in options]
    took.switch(which, done)
    body.branch(code("CHOSEN[0] != 0", CHOSEN=chosen), took)
    c.repeat(code("INDEX < len(PLAYERS)", INDEX=index, PLAYERS=players), body, unseen=True)


def _if_still_possible(
    c: Emitter, option: OptionNode, chosen: Value, player: Value, known: int
) -> Emitter:
    """
    What a player does who has taken an option with others. What others did first may have made it
    impossible: then nothing is done, and the player is told.
    """
    tests, aside, entity = [], c.pure_emitter(), code("CHOSEN[1]", CHOSEN=chosen)
    about, values = [("who", "player"), ("option", "symbol")], []
    if option.when is not None:
        tests.append(aside.emit_value(option.when))
    for bar in option.unless:
        test = bar.test
        held = aside.emit_test(test, entity) if isinstance(test, About) else aside.emit_value(test)
        tests.append(code("not HELD", HELD=held))
    if option.each is not None:
        kind = SINGULAR.get(option.each.type, "entity")
        tests.append(code("E in POOL", E=entity, POOL=aside.emit_piece(option.each).code))
        about.append(("what", kind))
        values.append(call("m.log_value", entity) if kind in MAYBE_CARDS else entity)
    do = c.emit_option(option.do, known)[0]
    if not tests or not option.do.items:
        return do
    note, late = c.compiler.note_number("tooLate", tuple(about)), c.nested_emitter()
    which = Const(c.compiler.symbol(option.word))
    row = [
        Const(note),
        as_entity_list(player),
        Const(0),
        player,
        which,
        *values,
    ]
    late.add_lines(form.Note(tuple_of(row)))
    taken = c.nested_emitter()
    taken.branch(join_by_and(tests), do, late)
    return taken
