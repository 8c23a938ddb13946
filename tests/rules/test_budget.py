"""Work has a budget, when a card is played and when it is compiled; what is too much is told."""

import json

import pytest
from tiny import BASE, build, merged, on_play, play, spell, start, write

from rules.ground.errors import ActionFailed, PackError
from rules.language import compile as compiler
from rules.pack import load_pack
from rules.playing.preview import foretell
from rules.running.machine import MAX_ITEMS, MAX_OPTIONS, MOST, clamp_number
from rules.running.match import Match

TURN = {
    "type": "choose",
    "ask": "{match.startPlayer}",
    "prompt": "turn",
    "options": [{"id": "bad", "do": play("bad")}, {"id": "pass"}],
}
NOTE = {"type": "note", "amount": 1}
MANY = {"chooser": "numbers", "from": 1, "to": 15_000}


def loop(times, *do, **rest):
    return {"type": "loop", "times": times, "do": list(do), **rest}


def let(name, value):
    return {"type": "let", "id": name, "value": value}


def started(tmp_path, *effect, **sections):
    """A match in which a card of this effect can be played."""
    return start(tmp_path, TURN, cards=[spell("bad", on_play(*effect))], **sections)


# -- what a card does


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ([loop(10_000, loop(10_000, NOTE))], "went through more than"),
        ([loop(10_000, loop(10_000, {"type": "shuffle", "zone": "box"}))], "went through more"),
        ([loop(10**8, NOTE)], f"a loop or a list of 100000000; at most {MAX_ITEMS}"),
        ([let("x", {"type": "count", "of": {**MANY, "to": 10**9}})], "at most"),
        ([loop(1_000, let("x", {"type": "count", "of": MANY}))], "went through more than"),
        (
            [loop(1_000, let("x", {"type": "sum", "of": MANY, "value": "{it} * 2"}))],
            "went through more than",
        ),
        (
            [
                let("all", {"chooser": "players"}),
                loop(40, let("all", ["{all}", "{all}"])),
            ],
            "at most",
        ),
        (
            [
                {
                    "type": "loop",
                    "id": "i",
                    "times": 20_000,
                    "do": [{"type": "roll", "id": "r{i.index}"}],
                }
            ],
            "results with one id",
        ),
        (
            [
                {
                    "type": "let",
                    "id": "n",
                    "value": {
                        "type": "numberChooser",
                        "ask": "{you}",
                        "minimum": 0,
                        "maximum": 5_000,
                    },
                }
            ],
            f"at most {MAX_OPTIONS}",
        ),
        (
            [
                {
                    "type": "choose",
                    "ask": "{you}",
                    "prompt": "which",
                    "options": [{"id": "one", "each": MANY}],
                }
            ],
            f"at most {MAX_OPTIONS}",
        ),
        (
            [loop(15_000, {"type": "log", "message": "told"}), *([loop(15_000, NOTE)] * 60)],
            "went through more than",
        ),
    ],
    ids=range(11),
)
def test_an_effect_that_goes_through_too_much_fails_and_is_undone(tmp_path, effect, reason):
    match = started(tmp_path, *effect)
    before = list(match.state)
    with pytest.raises(ActionFailed, match=reason):
        match.answer(0, (0,))
    assert match.state == before
    match.answer(0, (0,))
    assert match.pending[0].prompt == "wait"


def test_merely_being_offered_such_a_card_costs_little(tmp_path):
    match = started(tmp_path, loop(10_000, loop(1_500, NOTE)))
    spent = []
    spend = Match.spend

    def counted(self, items):
        spent.append(len(items))
        return spend(self, items)

    Match.spend = counted
    try:
        foretell(match, 0)
        match.view(0)
    finally:
        Match.spend = spend
    assert sum(spent) < 200_000


def test_a_modifier_that_goes_through_too_much_leaves_the_printed_number(tmp_path):
    heavy = {
        "at": "onPlay",
        "do": [
            {
                "type": "addModifiers",
                "modifiers": [
                    {
                        "property": "manaCost",
                        "mode": "add",
                        "amount": {
                            "type": "sum",
                            "of": MANY,
                            "value": {"type": "count", "of": MANY},
                        },
                    }
                ],
            }
        ],
    }
    match = started(tmp_path, *heavy["do"])
    match.answer(0, (0,))
    assert match.view(0)["zones"]["box"]["count"] == 1


# -- numbers


def test_numbers_stop_at_64_bits(tmp_path):
    double = {"type": "set", "of": "{match}", "field": "total", "mode": "set"}
    doubled = {**double, "amount": "{match.total} * {match.total} + 7"}
    match = started(tmp_path, loop(200, doubled))
    match.answer(0, (0,))
    assert match.field("total") == MOST
    assert Match.load(match.game, match.save()).hash() == match.hash()


def test_numbers_that_are_added_up_stop_there_too(tmp_path):
    more = {"type": "set", "of": "{match}", "field": "total", "mode": "add"}
    match = started(tmp_path, {**more, "amount": 7}, loop(200, {**more, "amount": "{match.total}"}))
    match.answer(0, (0,))
    assert match.field("total") == MOST
    match.save()


def test_so_do_numbers_with_a_name(tmp_path):
    effect = [let("x", 3), loop(100, let("x", "{x} * {x}")), {"type": "note", "amount": "{x}"}]
    match = started(tmp_path, *effect)
    match.answer(0, (0,))
    assert match.field("total") == MOST


@pytest.mark.parametrize("number", [0, 5, -5, MOST, -MOST])
def test_numbers_within_64_bits_are_as_they_are(number):
    assert clamp_number(number) == number
    assert clamp_number(MOST + 1) == MOST
    assert clamp_number(-MOST - 9) == -MOST


# -- what is compiled


def nested(depth, inner, outer):
    for _ in range(depth):
        inner = outer(inner)
    return inner


TWICE = {"type": "add", "values": [{"type": "twice"}, {"type": "twice"}]}
HEAVY = {
    "600 terms": [{"type": "note", "amount": " + ".join(["{match.total}"] * 600)}],
    "600 brackets": [{"type": "note", "amount": "(" * 600 + "1" + ")" * 600}],
    "3,000 not": [{"type": "if", "condition": "not " * 3_000 + "{match.total}", "do": []}],
    "300 not": [{"type": "if", "condition": "not " * 300 + "{match.total}", "do": []}],
    "50,000 minuses": [{"type": "note", "amount": "-" * 50_000 + "1"}],
    "300 minuses": [{"type": "note", "amount": "-" * 300 + "{match.total}"}],
    "22 loops": nested(22, [NOTE], lambda do: [loop(2, *do)]),
    "30 nots of objects": [
        {
            "type": "if",
            "condition": nested(30, "{match.total}", lambda c: {"type": "Not", "condition": c}),
            "do": [],
        }
    ],
    "5,000 digits": [{"type": "note", "amount": "9" * 5_000}],
    "12 digits": [{"type": "note", "amount": "9" * 12}],
    "a division by 0": [{"type": "note", "amount": "1 // 0"}],
    "a remainder by 0": [{"type": "note", "amount": "{match.total} % 0"}],
    "a list as prompt": [
        {
            "type": "askAll",
            "id": "p{p}",
            "target": {"chooser": "players"},
            "from": {"chooser": "cards"},
            "prompt": ["x"],
        }
    ],
    "a value that calls itself twice": [{"type": "note", "amount": {"type": "twice"}}],
    "values that double": [{"type": "note", "amount": {"type": "v24"}}],
}
FINE = {"30 nots of objects"}
DOUBLING = {"v0": {"value": "{match.total}"}} | {
    f"v{n}": {"value": {"type": "add", "values": [{"type": f"v{n - 1}"}, {"type": f"v{n - 1}"}]}}
    for n in range(1, 25)
}


@pytest.mark.parametrize("name", HEAVY)
def test_what_is_too_large_to_compile_is_a_problem_with_its_place(tmp_path, name):
    values = {"twice": {"value": TWICE}} if "itself" in name else {}
    values |= DOUBLING if "double" in name else {}
    define = {"values": values} if values else {}
    sections = {"cards": [spell("bad", on_play(*HEAVY[name]))], "define": define}
    if name in FINE:
        build(tmp_path, **sections)
        return
    with pytest.raises(PackError) as caught:
        build(tmp_path, **sections)
    for problem in caught.value.problems:
        assert problem.place.startswith("tiny/pack.json5"), problem
        assert "cannot be read" not in problem.message, problem


@pytest.mark.parametrize(
    "sections",
    [
        {"events": {"e": 5}},
        {"events": {"onTick": {"aliases": 5}}},
        {"events": {"onTick": {"context": 5}}},
        {"timings": {"onPlay": {"contextAliases": 7}}},
        {"properties": {"manaCost": 5}},
        {"fields": {"player": 5}},
        {"zones": {"hand": 5}},
        {"modes": {"turn": 5}},
        {"define": {"values": {"x": {"params": 5, "value": 1}}}},
        {"define": {"values": {"x": {"params": {"a": 5}, "value": 1}}}},
        {"define": {"doables": {"note": {"result": 5, "do": []}}}},
        {"pack": {"seats": 5}},
        {"pack": {"options": {"o": 5}}},
        {"bot": {"worth": [[]], "prefer": 5}},
        {"bring": {"deck": {"parts": {"a": 5}}}},
        {"bring": {"level": 5}},
        {"return": {"gold": [5]}},
        {"preview": {"hit": {"event": ["x"]}}},
        {"report": {"series": 5}},
        {"words": {"zh": 5}},
        {"cards": [spell("a", behaviors=5)]},
        {"cards": [{"id": "t.spell.a", "name": 5, "kind": []}]},
        {"cards": [spell("a", {"at": [], "do": 5})]},
        {"cards": [spell("a", on_play({"type": []}))]},
        {"cards": [spell("a", on_play({"type": "note", "amount": {"type": {}}}))]},
    ],
    ids=json.dumps,
)
def test_what_is_of_another_shape_is_a_problem_and_never_an_error_of_python(tmp_path, sections):
    with pytest.raises(PackError) as caught:
        load_pack(write(tmp_path / "tiny", merged(BASE, sections)))
    assert caught.value.problems


def test_bytes_that_are_no_utf8_are_a_problem_of_their_file(tmp_path):
    folder = write(tmp_path / "tiny", BASE)
    (folder / "more.json5").write_bytes(b'{"cards": [\xff\xfe]}')
    with pytest.raises(PackError, match=r"tiny/more.json5: byte 11 is not UTF-8"):
        load_pack(folder)


def test_a_pack_has_a_greatest_size(tmp_path):
    folder = write(tmp_path / "tiny", BASE)
    for number in range(3):
        (folder / f"more{number}.json5").write_text("{/*" + "x" * 900_000 + "*/}")
    with pytest.raises(PackError, match=r"more2.json5: the pack has more than 2000000 characters"):
        load_pack(folder)


def test_where_memory_does_not_suffice_it_is_told_once_with_the_place(tmp_path, monkeypatch):
    def write(self, name, *rest):
        if name.startswith("card"):
            raise MemoryError
        return compiled(self, name, *rest)

    compiled = compiler.Compiler.compile_unit
    monkeypatch.setattr(compiler.Compiler, "compile_unit", write)
    with pytest.raises(PackError) as caught:
        build(tmp_path, cards=[spell("a", on_play(NOTE)), spell("b", on_play(NOTE))])
    (problem,) = caught.value.problems
    assert "there is no memory for more of the pack than up to here" in problem.message
    assert "t.spell.a" in problem.place


@pytest.mark.parametrize(
    ("limit", "value", "words"),
    [
        ("MAX_PARTS", 30, "the pack has more than 30 parts up to here"),
        ("MAX_TOTAL", 90, "compiled to more than 90 steps up to here"),
        ("MAX_SECONDS", -1.0, "that is too long"),
        ("MAX_MEMORY", -(10**12), "MB of memory up to here; that is too much"),
    ],
)
def test_all_of_a_pack_has_a_budget_too_and_it_is_told_once(
    tmp_path, monkeypatch, limit, value, words
):
    cards = [spell(f"card{number}", on_play(NOTE, NOTE, NOTE)) for number in range(20)]
    build(tmp_path, cards=cards)
    monkeypatch.setattr(compiler, limit, value)
    monkeypatch.setenv("CHRONO_CACHE_DIR", str(tmp_path / "none"))  # nothing is compiled yet
    with pytest.raises(PackError) as caught:
        build(tmp_path, cards=cards)
    (problem,) = caught.value.problems
    assert words in problem.message
    assert problem.place.startswith("tiny/pack.json5")
    assert problem.at is not None


def test_what_is_wrong_behind_the_last_problem_that_is_told_is_wrong_all_the_same(tmp_path):
    pack = build(tmp_path)
    made = compiler.Compiler.extending(pack.declarations, pack.program.units, pack.trees)
    for number in range(compiler.MOST_TOLD + 1):
        made.problem(f"card {number}", "there is no such word")
    assert len(made.problems) == compiler.MOST_TOLD
    assert made.compile_unit("card bad", {}, lambda _: made.problem("card bad", "wrong")) is None
    assert "card bad" not in made.written
