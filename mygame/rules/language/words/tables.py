"""Tables: what is done, or a value, by a word or number; and dice that are rolled on them."""

from __future__ import annotations

from ...ground.dice import Dice, Span, number_of_two_rows, parse_dice, parse_range
from ...ground.errors import suggest
from ...program.form import MATCH, Const, Register, Value
from ...program.notation import code
from ...program.values import Piece, assign, call, is_cheap, join_by_or, tuple_of
from ..dialect import word_of
from ..emit import Emitter
from ..expressions import NAME
from ..read import Reader
from ..schema import WORDS, Param, Source, Word, doable
from ..tree import Block, Case, Node, Use, literal_value

DICE = "2d6+1, or d20"


# -- cases -----------------------------------------------------------------------------------------


def _read_cases(reader: Reader, node: object, blocks: bool) -> tuple[Case, ...]:
    """The rows of a table; the first that fits is taken."""
    if not isinstance(node, dict) or not node:
        reader.problem("an object belongs here: what is done by word, number or range")
        return ()
    found = []
    for key, inner in node.items():
        at = reader.at(f".{key}")
        words, spans = _parse_case(at, key)
        then: Node = at.block(inner) if blocks else at.value(inner)
        found.append(Case(place=at.place, type=then.type, words=words, spans=spans, then=then))
    return tuple(found)


def _parse_case(reader: Reader, key: str) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    """What the name of a row means: `fire`, `7`, `1-3`, `6+`, `2,4`."""
    words: list[str] = []
    spans: list[Span] = []
    for part in str(key).replace(" ", "").split(","):
        try:
            span = parse_range(part)
        except ValueError as error:
            reader.problem(str(error))
            continue
        if span is not None:
            spans.append(span)
        elif NAME.fullmatch(part):
            words.append(part)
        else:
            reader.problem(f"{part!r} is no word, number or range such as 1-3 or 6+")
    return tuple(words), tuple(spans)


def _case_test(c: Emitter, case: Case, value: Value) -> Value:
    """The test that a row is meant."""
    tests = [code("V == WORD", V=value, WORD=c.compiler.symbol(word)) for word in case.words]
    for low, high in case.spans:
        if low == high:
            tests.append(code("V == LOW", V=value, LOW=low))
        else:
            text = "V >= LOW" if high is None else "LOW <= V <= HIGH"
            tests.append(code(text, V=value, LOW=low, HIGH=high))
    return join_by_or(tests)


def _emit_cases(c: Emitter, cases: tuple[Case, ...], value: Value, otherwise: Block | None) -> None:
    """The code of the first row that is meant."""
    blocks = [(_case_test(c, case, value), c.emit_block_apart(_case_block(case))) for case in cases]
    last = c.emit_block_apart(otherwise) if otherwise is not None else c.nested_emitter()
    for test, inner in reversed(blocks):
        chain = c.nested_emitter()
        chain.branch(test, inner, last)
        last = chain
    c.splice(last)


def _case_block(case: Case) -> Block:
    assert isinstance(case.then, Block)  # noqa: S101 (for mypy: see `_read_cases`)
    return case.then


def _read_switch(reader: Reader, word: Word, node: Source) -> Use:
    params = {key: param for key, param in word.params.items() if key != "cases"}
    rest = {key: item for key, item in node.items() if key != "cases"}
    arguments, given = reader.arguments(word.name, params, rest)
    cases = _read_cases(reader.at(".cases"), node.get("cases"), blocks=True)
    domain = arguments["value"].domain
    for case in cases:
        for name in case.words:
            if domain and name not in domain:
                message = f"this is never {name}{suggest(name, domain)}"
                reader.problem(message, f".cases.{name}")
    return reader.make_use(word, {**arguments, "cases": cases}, given | {"cases"})


@doable(
    "switch",
    source="language 5",
    read=_read_switch,
    value="any",
    cases="cases",
    elsedo=Param("doables", None),
)
def switch(
    c: Emitter, use: Use, value: Piece, cases: tuple[Case, ...], elsedo: Block | None
) -> None:
    """Carry out the first of the `cases` that the value is; else `elsedo`."""
    place = value.code
    if not is_cheap(place):
        place = Register(c.new_register())
        c.add_lines(assign(place, value.code))
    _emit_cases(c, cases, place, elsedo)


# -- dice ------------------------------------------------------------------------------------------


def _normalize_dice(reader: Reader, node: object) -> str:
    """Dice as they are written, in one spelling."""
    written = str(node).replace(" ", "").lower()
    try:
        if parse_dice(written) is not None:
            return written
        reader.problem(f"{node!r} are no dice; they are written {DICE}")
    except ValueError as error:
        reader.problem(str(error))
    return "1d6"


def _known_dice(dice: str) -> Dice:
    """The dice of a text that has been looked at."""
    found = parse_dice(dice)
    assert found is not None  # noqa: S101 (see `_normalize_dice`)
    return found


def _rolled_at_most(written: object) -> int | None:
    """How many dice are written; None where they are none."""
    try:
        found = parse_dice(str(written).replace(" ", "").lower())
    except ValueError:
        return None
    return None if found is None else found[0]


def _check_counted(reader: Reader, word: Word, node: Source, most: object) -> None:
    """How many dice count, of the highest or of the lowest, as far as that is written."""
    given = [key for key in ("highest", "lowest") if node.get(key) is not None]
    if len(given) > 1:
        reader.problem(f"{word.name} has highest or lowest, not both", ".lowest")
    for key in given[:1]:
        count = node[key]
        if type(count) is int and (count < 1 or (type(most) is int and count > most)):
            reader.problem(
                f"{key} is how many of the dice count: from 1 on, and no more than are rolled, "
                f"not {count}",
                f".{key}",
            )


def _read_dice(reader: Reader, word: Word, node: Source) -> Use:
    params = {key: param for key, param in word.params.items() if key != "dice"}
    rest = {key: item for key, item in node.items() if key != "dice"}
    arguments, given = reader.arguments(word.name, params, rest)
    dice = _normalize_dice(reader.at(".dice"), node["dice"]) if "dice" in node else None
    if dice is not None:
        for key in given & {"amount", "sides"}:
            reader.problem(f"{word.name} has dice or {key}, not both", f".{key}")
    rolled = _rolled_at_most(node["dice"]) if "dice" in node else node.get("amount", 1)
    _check_counted(reader, word, node, rolled)
    return reader.make_use(word, {**arguments, "dice": dice}, given | ({"dice"} & node.keys()))


@doable(
    "rollDice",
    source="seed 004",
    result={
        "result": "number",
        "dice": "numbers",
        "highest": "number",
        "lowest": "number",
        "total": "number",
    },
    read=_read_dice,
    dice=Param("dice", None),
    amount=Param("number", 1),
    sides=Param("number", 6),
    plus=Param("number", 0),
    highest=Param("number", None),
    lowest=Param("number", None),
)
def roll_dice(
    c: Emitter,
    use: Use,
    dice: str | None,
    amount: Value,
    sides: Value,
    plus: Value,
    highest: Value | None,
    lowest: Value | None,
) -> None:
    """
    Roll dice, written `2d6+1` or by amount and sides, and add them up: `{id.result}`; `{id.dice}`
    is what they show, `{id.highest}` the highest of them, `{id.lowest}` the lowest. With `highest`
    or `lowest` only so many of them count for the result; `{id.total}` is the sum of all.
    """
    if dice is not None:
        many, of, more = map(Const, _known_dice(dice))
        amount, sides, plus = many, of, code("A + B", A=more, B=plus)
    none = Const(None)
    kept = (none if highest is None else highest, none if lowest is None else lowest)
    c.store_result(use, call("roll_dice", MATCH, amount, sides, plus, *kept))


def _read_roll_on(reader: Reader, word: Word, node: Source) -> Use:
    dice = _normalize_dice(reader.at(".dice"), node.get("dice", ""))
    rest = {key: item for key, item in node.items() if key not in ("dice", "table")}
    params = {key: param for key, param in word.params.items() if key not in ("dice", "table")}
    arguments, given = reader.arguments(word.name, params, rest)
    found = reader.make_use(word, {**arguments, "dice": dice}, given | {"dice", "table"})
    table, at = node.get("table"), reader.at(".table")
    parts: dict[str, str | tuple[str, tuple[str, ...]]] = {"result": "number"}
    if blocks := _has_blocks(reader, table):
        reader.bind_id(found, node, parts)
    rows = found.arguments["table"] = _read_cases(at, table, blocks)
    _check_rows(at, rows)
    if not blocks:
        first = rows[0].then if rows else None
        kind = first.type if first is not None and not first.is_list else "any"
        words = [literal_value(row.then) for row in rows]
        domain = tuple(map(str, words)) if kind == "symbol" and None not in words else ()
        reader.bind_id(found, node, {**parts, "value": (kind, domain)})
    return found


def _has_blocks(reader: Reader, table: object) -> bool:
    """Whether the rows of a table are done; else they are values."""
    rows = table.values() if isinstance(table, dict) else ()
    known = {*WORDS["doable"], *reader.declarations.defines["doables"]}
    return any(
        isinstance(row, list) or (isinstance(row, dict) and word_of(row) in known) for row in rows
    )


def _check_rows(reader: Reader, rows: tuple[Case, ...]) -> None:
    """Rows of numbers only, none of which is there twice."""
    twice = number_of_two_rows([span for row in rows for span in row.spans])
    if twice is not None:
        reader.problem(f"{twice} is on the table twice")
    if any(row.words for row in rows):
        reader.problem("a table that is rolled on has numbers and ranges")


@doable(
    "rollOn",
    source="seed 004",
    read=_read_roll_on,
    dice="dice",
    table="cases",
    plus=Param("number", 0),
)
def roll_on(c: Emitter, use: Use, dice: str, table: tuple[Case, ...], plus: Value) -> None:
    """
    Roll dice on a table and carry out its row, or take its value: `{id.value}` (0 where there is no
    such row). `{id.result}` is the roll.
    """
    amount, sides, more = _known_dice(dice)
    none = Const(None)
    plus = code("A + B", A=more, B=plus)
    rolled = call("roll_dice", MATCH, amount, sides, plus, none, none)
    result = Register(c.new_register())
    c.add_lines(assign(result, code("ROLLED[0]", ROLLED=rolled)))
    if all(isinstance(case.then, Block) for case in table):
        c.store_result(use, tuple_of([result]))
        _emit_cases(c, table, result, None)
        return
    value: Value = Const(0)
    for case in reversed(table):
        test, then = _case_test(c, case, result), c.emit_value(case.then)
        value = code("A if TEST else B", A=then, TEST=test, B=value)
    c.store_result(use, tuple_of([result, value]))
