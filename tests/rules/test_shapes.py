"""
Every section of a pack has a shape, words and board included, and every hole something that fills
it: what a table could not show is told when a pack is checked.
"""

import pytest
from tiny import BASE, build, on_play, spell

from rules.ground.errors import PackError
from rules.workshop.problems import in_language

WORDS = {
    "en": {
        "option": {"go": {"text": "go to {entity}", "verbs": ["go"]}},
        "prompt": {"turn": [{"when": {"subject": "*"}, "text": "{subject}?"}, "Your turn."]},
        "log": {"noted": {"text": "{card} notes {amount}.", "others": "{cause}: {amount}"}},
        "text": {"hit": "hit {target} for {amount}", "unheard": "{anything}"},
        "rules": {"goal": {"title": "The goal", "text": ["Win.", "Do not lose."]}},
        "keyword": {"haste": {"name": "Haste", "text": "It attacks at once.", "also": ["hasty"]}},
    }
}
BOARD = {
    "title": {"zh": "第{match.round}轮", "en": "round {match.round}"},
    "status": "{you.mana}, {hand.count}[ {name}]",
    "sections": [
        {"id": "row", "rows": "field", "columns": [{"cell": "{health}/{school|symbol}"}]},
        {"id": "yours", "like": "row", "each": "you"},
    ],
    "giving": [["row", "short"]],
    "fixtures": {"places": [{"zone": "pile.I", "names": {"en": "pile"}}]},
}
NOTE = {"type": "log", "message": "noted", "with": {"amount": "1", "card": "{this}"}}
NOTED = spell("noter", on_play(NOTE))
MENU = {
    "type": "choose",
    "ask": "{all.first}",
    "prompt": "turn",
    "default": "go",
    "options": [{"id": "go", "each": "{all}"}],
}
MAIN = [{"type": "let", "id": "all", "value": {"chooser": "players"}}, MENU]


def problems(tmp_path, **sections):
    """What is wrong with the pack with something else at a place (`words_en_rules=[]`)."""
    made = {"words": WORDS, "board": BOARD}
    for place, node in sections.items():
        *path, last = place.split("__")
        made = _with(made, path, last, node)
    try:
        build(tmp_path, main=MAIN, cards=[NOTED], **made)
    except PackError as error:
        return [str(problem).partition(": ")[2] for problem in error.problems]
    return []


def _with(node, path, last, value):
    if not path:
        return {**node, last: value}
    return {**node, path[0]: _with(node.get(path[0], BASE.get(path[0], {})), path[1:], last, value)}


def test_a_pack_in_which_everything_fits_has_no_problems(tmp_path):
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("place", "node", "told"),
    [
        ("words__en__rules", ["goal"], "words.en.rules: an object belongs here, not \"['goal']\""),
        ("words__en__rules", {"goal": "Win."}, "words.en.rules.goal: an object belongs here"),
        ("words__en__rules", {"goal": {"title": "x"}}, "words.en.rules.goal: text is missing"),
        ("words__en__keyword", {"haste": {"text": "x"}}, "words.en.keyword.haste: name is missing"),
        ("words__en__option", {"go": 1}, "words.en.option.go: a text or an object belongs here"),
        ("words__en__prompt", {"turn": [{"text": 1}]}, "prompt.turn[0].text: a text belongs here"),
        ("words__en__field", {"mana": ["m"]}, "words.en.field.mana: a text belongs here"),
        ("words__en__feild", {"mana": "m"}, "nothing reads 'feild' here; did you mean field?"),
        ("words__en", ["x"], "words.en: an object belongs here"),
        ("pack__seets", [2], "pack.seets: nothing reads 'seets' here; did you mean seats?"),
        ("pack__version", [1], "pack.version: a text or a number or true or false belongs here"),
        ("zones__hand", {"off": "player"}, "zones.hand.off: nothing reads 'off' here"),
        ("modes__turn", {"event": ["onEnd"]}, "modes.turn.event: nothing reads 'event' here"),
        ("board__titel", "x", "board.titel: nothing reads 'titel' here; did you mean title?"),
        ("board__situatoin", "x", "nothing reads 'situatoin' here; did you mean situation?"),
        ("board__situation", ["x"], "board.situation: a text"),
        ("board__giving", [["row"]], "board.giving[0]: what gives way is [section, form"),
        ("board__giving", [["rwo", "short"]], "board.giving[0]: what gives way"),
        ("board__sections", [{"rows": "field"}], "board.sections[0]: id is missing"),
        ("board__sections", [{"id": "x"}], "a section has one of line, columns, list"),
        ("board__sections", [{"id": "x", "like": "y"}], "like: there is no section 'y'"),
        ("board__sections", [{"id": "x", "line": "", "each": "me"}], "no player like 'me'"),
        ("board__fixtures", {"decks": [{"zone": "x", "names": {"en": "x"}}]}, "no zone 'x'"),
        ("board__fixtures", {"decks": [{"zone": "deck", "names": {}}]}, "there is nothing in it"),
    ],
)
def test_what_is_not_of_the_shape_of_its_section_is_told(tmp_path, place, node, told):
    assert any(told in problem for problem in problems(tmp_path, **{place: node}))


@pytest.mark.parametrize(
    ("place", "node", "told"),
    [
        ("words__en__option", {"go": "play {play}"}, "{play}; there are entity"),
        ("words__en__option", {"go": {"text": "go {entity|x} {to}"}}, "option.go.text: nothing"),
        ("words__en__prompt", {"turn": "{subjet}?"}, "{subjet}; did you mean subject?"),
        ("words__en__prompt", {"turn": [{"when": {"x": "*"}, "text": "?"}]}, "turn[0].when.x: no"),
        ("words__en__log", {"noted": "{who} notes."}, "log.noted: nothing fills the hole {who}"),
        ("words__en__log", {"noted": {"others": "{amuont}"}}, "did you mean amount?"),
        ("words__en__text", {"hit": "hit {targte}"}, "{targte}; did you mean target?"),
        ("words__en__trigger", {"once": "{evnt}: {do}"}, "{evnt}; did you mean event?"),
        ("words__en__field", {"mana": "{mana}"}, "words.en.field.mana: nothing fills the hole"),
        ("words__en__fact", {"school": "{shcool}"}, "{shcool}; did you mean school?"),
        ("board__title", "{match.ruond}", "board.title: nothing fills the hole {match.ruond}"),
        ("board__title", {"en": "{you.helth}"}, "board.title.en: nothing fills the hole"),
        ("board__status", "[{manna}]", "{manna}; did you mean mana?"),
        ("board__situation", {"zh": "{you.manna}"}, "situation.zh: nothing fills the hole"),
        ("board__situation", {"en": "{you.manna}"}, "{you.manna}; did you mean mana?"),
    ],
)
def test_a_hole_that_nothing_fills_is_told(tmp_path, place, node, told):
    assert any(told in problem for problem in problems(tmp_path, **{place: node}))


@pytest.mark.parametrize(
    ("place", "node", "told"),
    [
        ("words__en__text", {"hit": "hit {target|possesive}"}, "'possesive'; did you mean possess"),
        ("words__en__text", {"hit": "{target|of_maan}"}, "'of_maan'; did you mean of_mana?"),
        ("words__en__log", {"noted": {"text": "{amount|x}"}}, "log.noted.text: there is no form"),
        (
            "words__en__option",
            {"go": "{entity|possessive}"},
            "words.en.option.go: there is no form",
        ),
        ("board__title", "{match.round|romann}", "board.title: there is no form 'romann'; did you"),
    ],
)
def test_a_form_that_is_not_there_is_told(tmp_path, place, node, told):
    assert any(told in problem for problem in problems(tmp_path, **{place: node}))


def test_it_is_told_in_chinese_as_well(tmp_path):
    (told,) = problems(tmp_path, board__situation={"zh": "{you.manna}"})
    assert "没有东西可以填进 {you.manna}" in in_language(told, "zh")
    assert "是不是 mana？" in in_language(told, "zh")


@pytest.mark.parametrize(
    ("place", "node"),
    [
        ("words__en__text", {"hit": "hit {target"}),
        ("words__en__prompt", {"turn": ["{subject|}?"]}),
        ("board__title", "{match..round}"),
    ],
)
def test_a_brace_that_begins_no_hole_is_told(tmp_path, place, node):
    where = place.replace("__", ".")
    (told,) = problems(tmp_path, **{place: node})
    assert told.startswith(where)
    assert told.endswith("a brace that begins no hole is written twice")


def test_a_brace_that_is_meant_is_written_twice(tmp_path):
    assert problems(tmp_path, words__en__text={"hit": "{{hit} {target}"}, board__title="{{}") == []


def test_a_remark_may_stand_anywhere(tmp_path):
    board = {**BOARD, "sections": [{**BOARD["sections"][0], "comment": "a row"}], "comment": "x"}
    assert problems(tmp_path, board=board) == []
