"""What authors do wrong: told with file, line, column and what may have been meant."""

from __future__ import annotations

import pytest
from tiny import BASE, build, merged, on_play, spell, write

from rules.ground.errors import PackError, suggest
from rules.language.compile import UNREADABLE
from rules.pack import load_pack

WORDS = {"words": {"zh": {}, "en": {}}}


def mistakes(tmp_path, text, **sections):
    """What is told of a file `cards.json5` with this text, beside the small pack of the tests."""
    folder = write(tmp_path / "tiny", merged(BASE, sections))
    (folder / "cards.json5").write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    return str(caught.value).splitlines()


def refused(tmp_path, *do, **sections):
    """What is told of a card that does this."""
    with pytest.raises(PackError) as caught:
        build(tmp_path, cards=[spell("a", on_play(*do))], **sections)
    return str(caught.value)


def test_all_mistakes_are_told_at_once_with_line_and_column_and_what_may_be_meant(tmp_path):
    text = """{"cards": [
  {"id": "t.spell.a", "name": {"en": "A"}, "manaCost": -1},
  {"id": "t.spell.b", "name": "B",
    "behaviors": [{"at": "onPlya", "do": []},
      {"at": "onPlay", "do": [{"type": "notee", "amount": 1},
        {"type": "note", "amuont": 1, "amount": 2}, {"type": "note", "amount": "{you.mna}"}]}]},
  {"id": "t.spell.c", "name": "C", "school": "fier", "colour": "red"},
]}"""
    assert mistakes(tmp_path, text, **WORDS) == [
        "tiny/cards.json5:2:23: t.spell.a.name: the name in zh is missing",
        "tiny/cards.json5:2:44: t.spell.a.manaCost: at least 0 belongs here, not -1",
        "tiny/cards.json5:4:20: t.spell.b.behaviors[0].at: there is no timing 'onPlya'; did you "
        "mean onPlay?",
        "tiny/cards.json5:5:31: t.spell.b.behaviors[1].do[0]: there is no doable 'notee'; did you "
        "mean note?",
        "tiny/cards.json5:6:9: t.spell.b.behaviors[1].do[1]: note has no parameter amuont; did you "
        "mean amount?",
        "tiny/cards.json5:6:70: t.spell.b.behaviors[1].do[2].amount: a player has no mna; did you "
        "mean mana?",
        "tiny/cards.json5:7:36: t.spell.c.school: school is never 'fier'; did you mean fire?",
        "tiny/cards.json5:7:54: t.spell.c.colour: a spell has no colour; it has manaCost, school, "
        "type, id, count, name, description, behaviors, answers, kind, like, comment, unlocks",
    ]


def test_a_mistake_in_a_section_is_told_with_its_file(tmp_path):
    text = '{"fields": {"beast": {\n  "claws": {"type": "sharp"}}}}'
    (told,) = mistakes(tmp_path, text)
    assert told.startswith("tiny/cards.json5:2:3: fields.beast.claws: a type is number")


def test_a_name_that_is_given_twice_is_told_where_it_stands_again(tmp_path):
    text = '{"cards": [{"id": "t.spell.a", "name": "A",\n "name": "B", "behaviors": []}]}'
    assert mistakes(tmp_path, text) == [
        "tiny/cards.json5:2:2: cards[0].name: this name is given twice here"
    ]


def test_two_cards_of_one_name_are_versions_of_one_card(tmp_path):
    def named(*ids):
        return [{"id": identifier, "name": "Spark"} for identifier in ids]

    build(tmp_path / "alike", cards=named("t.spell.I.spark", "t.spell.II.spark"))
    with pytest.raises(PackError, match=r"Spark is the name of t\.spell\.spark already"):
        build(tmp_path / "other", cards=named("t.spell.spark", "t.spell.flash"))


@pytest.mark.parametrize("name", [{"zh": "", "en": "A"}, {"zh": 5, "en": "A"}, " ", None, ["A"]])
def test_a_name_is_a_text_in_every_language(tmp_path, name):
    with pytest.raises(PackError, match="name"):
        build(tmp_path, cards=[{"id": "t.spell.a", "name": name}], **WORDS)


@pytest.mark.parametrize("mode", ["plus", "sub", "Add"])
def test_a_parameter_is_one_of_what_it_declares(tmp_path, mode):
    change = {"params": {"mode": {"type": ["add", "set"], "default": "add"}}, "do": []}
    define = {"define": {"doables": {"change": change}}}
    ending = "; did you mean add?" if mode == "Add" else "; there are add, set"
    told = refused(tmp_path, {"type": "change", "mode": mode}, **define)
    assert f"{mode!r} is not possible here{ending}" in told
    own = {"type": "set", "of": "{you}", "field": "mana", "amount": 1, "mode": mode}
    assert f"{mode!r} is not possible here{ending}" in refused(tmp_path / "engine", own)


@pytest.mark.parametrize("text", ["0x10", "1_000", "1e3", "2.5", "0b1", "{you.mana} + 0x10"])
def test_a_number_is_written_in_digits(tmp_path, text):
    assert "whole numbers are written in digits" in refused(
        tmp_path, {"type": "note", "amount": text}
    )


FOREVER = "this never ends"
GAIN = {"type": "set", "of": "{you}", "field": "mana", "mode": "add", "amount": 1}


@pytest.mark.parametrize(
    "loop",
    [
        {"condition": True, "do": [GAIN]},
        {"condition": {"type": "AlwaysTrue"}, "do": []},
        {"condition": "1 < 2", "do": [{"type": "note", "amount": 1}]},
        {"condition": "{going}", "do": [GAIN]},
    ],
)
def test_a_loop_that_nothing_ends_is_refused(tmp_path, loop):
    going = {"type": "let", "id": "going", "value": 1}
    assert FOREVER in refused(tmp_path, going, {"type": "while", **loop})


@pytest.mark.parametrize(
    "loop",
    [
        {"condition": True, "do": [{"type": "stop"}]},
        {"condition": True, "do": [{"type": "let", "id": "x", "value": {
            "type": "playerChooser", "ask": "{you}"}}]},
        {"condition": "{going}", "do": [{"type": "let", "id": "going", "value": 0}]},
        {"condition": "{you.mana} < 3", "do": [GAIN]},
        {"condition": False, "do": [GAIN]},
    ],
)  # fmt: skip
def test_a_loop_that_something_may_end_is_none_of_them(tmp_path, loop):
    going = {"type": "let", "id": "going", "value": 1}
    build(tmp_path, cards=[spell("a", on_play(going, {"type": "while", **loop}))])


def test_of_many_names_the_near_ones_are_told_else_the_first():
    assert suggest("drawCrad", ["drawCard", "discardCard"]) == "; did you mean drawCard?"
    many = [f"name{number}x" for number in range(40)]
    assert suggest("zzz", many).endswith("name29x and 10 more")
    assert suggest({"a": 1}, []) == "; there are none"


@pytest.mark.parametrize(
    "options", [{}, {"firts": {"type": "number"}}, {"first": {"type": "boolean"}}]
)
def test_who_begins_is_an_option_that_is_a_number(tmp_path, options):
    with pytest.raises(PackError, match=r"pack\.begins: there is no option 'first'"):
        build(tmp_path, pack={"begins": "first", "options": options})


@pytest.mark.parametrize("names", [7, {"a": 1}, [[]], "play"])
def test_prompts_that_nobody_is_asked_are_a_list_of_names(tmp_path, names):
    with pytest.raises(PackError, match=r"board\.unasked: a list of texts belongs here"):
        build(tmp_path, board={"unasked": names})


def test_responses_are_prompts_that_there_are(tmp_path):
    words = {"en": {"prompt": {"respond": "Do you answer?"}}}
    build(tmp_path / "right", board={"responses": ["respond"]}, words=words)
    with pytest.raises(PackError, match="there is no prompt 'responds'; did you mean respond"):
        build(tmp_path / "wrong", board={"responses": ["responds"]}, words=words)


def test_who_is_out_is_told_by_a_field_of_players(tmp_path):
    build(tmp_path / "right", board={"out": {"mana": ["0"]}})
    with pytest.raises(PackError, match="a player has no field 'mna'; did you mean mana"):
        build(tmp_path / "wrong", board={"out": {"mna": ["0"]}})


def test_what_others_of_a_party_may_know_are_fields_of_players(tmp_path):
    build(tmp_path / "right", board={"member": ["mana"]})
    with pytest.raises(PackError, match="a player has no field 'mna'; did you mean mana"):
        build(tmp_path / "wrong", board={"member": ["mna"]})


@pytest.mark.parametrize("columns", [7, {"a": 1}, [[]], "manaCost"])
def test_the_columns_of_lists_of_cards_are_a_list_of_names(tmp_path, columns):
    part = {"name": "cards", "kind": "spell", "size": 1, "columns": columns}
    deck = {"parts": {"cards": part}, "ready": {}}
    with pytest.raises(PackError, match=r"cards\.columns: a list of texts belongs here"):
        build(tmp_path, bring={"deck": deck})


def test_columns_are_what_is_printed_on_the_cards(tmp_path):
    part = {"name": "cards", "kind": "spell", "size": 1, "columns": ["manaCots"]}
    deck = {"parts": {"cards": part}, "ready": {}}
    with pytest.raises(PackError, match=r"nothing like 'manaCots' is printed .*manaCost"):
        build(tmp_path, bring={"deck": deck})


DAMAGED = [
    ('"name": {"zh": {}, "en": "A"}', "t.spell.a.name.zh: a name is a text with something in it"),
    ('"name": {"zh": [[]], "en": "A"}', "t.spell.a.name.zh: a name is a text with something in it"),
    ('"name": [{}]', "t.spell.a.name: a text or an object belongs here, not"),
    (
        '"name": "A", "behaviors": [{"at": "onPlay", "do": [{"type": {}}]}]',
        "t.spell.a.behaviors[0].do[0]: there is no doable {}",
    ),
    (
        '"name": "A", "behaviors": [{"at": "onPlay", "do": [{"type": "if", '
        '"condition": {"type": [[]]}, "do": []}]}]',
        "t.spell.a.behaviors[0].do[0].condition: there is no condition [[]]",
    ),
    (
        '"name": "A", "behaviors": [{"at": "always", "modifiers": ["manaCost"]}]',
        "t.spell.a.behaviors[0].modifiers[0]: a modifier is an object",
    ),
    (
        '"name": "A", "behaviors": [{"at": "always", "modifiers": {"property": "manaCost", '
        '"mode": {}}}]',
        "t.spell.a.behaviors[0].modifiers[0].mode: there is no mode {}",
    ),
    (
        '"name": "A", "behaviors": [{"at": "always", "modifiers": {"property": "school", '
        '"amount": "fire"}}]',
        "t.spell.a.behaviors[0].modifiers[0].mode: school is a word, no number: it can only be set",
    ),
    (
        '"name": "A", "behaviors": [{"at": "onPlay", "do": [{"type": "addTriggers", "triggers": '
        '{"event": "onTick", "type": "once", "conditions": 3, "effects": 4}}]}]',
        "t.spell.a.behaviors[0].do[0].triggers[0].do: ",
    ),
    (
        '"name": "A", "behaviors": [{"at": "onPlay", "do": [{"type": "note", '
        '"amount": -1000000000000000000000}]}]',
        "t.spell.a.behaviors[0].do[0].amount: ",
    ),
]


@pytest.mark.parametrize(("card", "told"), DAMAGED, ids=range(len(DAMAGED)))
def test_what_stands_at_a_wrong_place_is_told_of_its_place(tmp_path, card, told):
    found = mistakes(tmp_path, f'{{"cards": [{{"id": "t.spell.a", {card}}}]}}', **WORDS)
    assert any(f": {told}" in line for line in found), found
    assert not [line for line in found if UNREADABLE in line]
    assert all(line.startswith("tiny/cards.json5:1:") for line in found)


def test_what_a_mistake_makes_impossible_is_not_told_again(tmp_path):
    wrong = {"type": "change", "value": "x", "to": 1}  # of which no Python can be written
    told = refused(
        tmp_path, {"type": "addTriggers", "triggers": {"event": "onTick", "do": [wrong]}}
    )
    assert len(told.splitlines()) == 1
    assert "names a value of its event's context, not 'x'" in told


def test_where_a_table_stands_wrong_is_told_with_what_may_be_meant(tmp_path):
    text = """{"board": {"table": {
  "areas": {"wide": ["hnad ."], "tall": ["hand"], "narrow": ["hand all", "hand"]},
  "parts": [
    {"id": "hand", "zones": ["hnd", "you.deck"], "size": "huge"},
    {"id": "all", "draw": "matts", "each": "everybody", "zones": [{"zone": "hand", "as": "back"}]},
    {"zones": ["deck", {"zone": "deck", "glyph": "sord"}]}],
  "faces": {"spel": {}}}}}"""
    assert [line.partition(": ")[2] for line in mistakes(tmp_path, text)] == [
        "board.table.areas.wide: there is no part 'hnad'; did you mean hand?",
        "board.table.areas.tall: there is no window 'tall'; there are wide, narrow, low",
        "board.table.areas.narrow: each row names as many areas; a wide one stands there several "
        "times",
        "board.table.parts[0].zones[0]: there is no zone 'hnd'; did you mean hand?",
        "board.table.parts[0].size: there is no size 'huge'; there are small, medium, large",
        "board.table.parts[1].draw: there is no way to draw 'matts'; did you mean mats?",
        "board.table.parts[1].each: there is no player like 'everybody'; there are you, others, "
        "players",
        "board.table.parts[1].zones[0].as: there is no way to show a zone 'back'; did you mean "
        "backs?",
        "board.table.parts[2].id: a part has an id, by which areas place it",
        "board.table.parts[2].zones[1].glyph: there is no sign 'sord'; did you mean sword?",
        "board.table.faces.spel: there is no kind of card 'spel'; did you mean spell?",
    ]


def test_a_gesture_that_does_not_exist_is_told_with_its_line(tmp_path):
    text = """{"words": {"en": {"log": {"burn": "It burns."}}}, "board": {"table": {"gestures": {
  "burn": "hitt", "bern": "hit", "burnt": {"gesture": "none", "off": "who"}}}}}"""
    told = [line.partition("board.table.")[2] for line in mistakes(tmp_path, text)]
    assert told == [
        "gestures.burn: there is no gesture 'hitt'; did you mean hit?",
        "gestures.bern: the log has no message 'bern'; did you mean burn?",
        "gestures.burnt: the log has no message 'burnt'; did you mean burn?",
        "gestures.burnt: there is no role 'off'; did you mean of?",
    ]


def test_what_a_face_says_wrong_is_told_with_its_place(tmp_path):
    text = """{"board": {"table": {
  "glyphs": {"fire": "flam"}, "back": {"glyph": "stare", "pattern": "ringz"},
  "scenes": {"fire": ["rain"]},
  "parts": [
    {"id": "way", "draw": "track", "cell": "sell", "marks": {"2": {"text": "!", "glyph": "cub"}}}],
  "faces": {"spell": {
    "frame": "ring", "tone": "schol", "badge": [], "states": {"frozen": "manaCost"},
    "corner": {"text": "{manaCost}", "les": true, "of": "mana"},
    "strength": {"of": "mana", "most": 5},
    "ranks": {"legends": {"if": "school"},
      "plain": [{"if": "manaCost", "form": 3}, {"if": "manacost"}]},
    "badges": [
      {"if": "school", "text": "?", "glyph": "{scool}", "in": ["hnd"]},
      {"if": "kind", "unlike": "type", "text": "?"}]}}}}}"""
    told = [line.partition("board.table.")[2] for line in mistakes(tmp_path, text)]
    assert {line.partition(";")[0] for line in told} == {
        "glyphs.fire: there is no sign 'flam'",
        "back.glyph: there is no sign 'stare'",
        "back.pattern: there is no scene 'ringz'",
        "scenes.fire: there is no scene 'rain'",
        "faces.spell.strength.of: there is no field 'mana'",
        "faces.spell.ranks.legends: there is no rank 'legends'",
        "faces.spell.ranks.plain.form: there is no part of a rank 'form'",
        "faces.spell.ranks.plain.if: there is no field 'manacost'",
        "parts[0].cell: there is no field of players 'sell'",
        "parts[0].marks.2: there is no sign 'cub'",
        "faces.spell.badge: there is no part of a face 'badge'",
        "faces.spell.frame: there is no frame 'ring'",
        "faces.spell.tone: there is no field 'schol'",
        "faces.spell.corner.les: there is no part of a number 'les'",
        "faces.spell.corner.of: there is no field 'mana'",
        "faces.spell.badges[0].in: there is no zone 'hnd'",
        "faces.spell.badges[0].glyph: there is no field 'scool'",
    }


def test_a_description_is_in_all_languages_or_in_none(tmp_path):
    text = """{"cards": [
  {"id": "t.spell.a", "name": "A", "description": {"en": "Hot."}},
  {"id": "t.spell.b", "name": "B", "description": {"en": "Hot.", "zh": " "}},
  {"id": "t.spell.c", "name": "C", "description": "Hot."},
]}"""
    assert mistakes(tmp_path, text, **WORDS) == [
        "tiny/cards.json5:2:36: t.spell.a.description: the description in zh is missing",
        "tiny/cards.json5:3:36: t.spell.b.description: the description in zh is missing",
    ]
