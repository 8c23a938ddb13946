"""
Functions in Lua as code of the game: a match that waits in the midst of them is cloned, saved,
loaded, replayed and taken back like any other, and goes on as it would have gone on.
"""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from scripted import (
    ANSWERS,
    API,
    MATCHES,
    SCRIPT_OF_TESTS,
    SECTIONS,
    WHO,
    built,
    call,
    fresh,
    picks,
    played,
)
from tiny import beast, spell, value

from rules.ground.errors import ActionFailed, PackError
from rules.running.match import Match
from rules.telling.text import Text


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return built(tmp_path_factory.mktemp("scripts"))


def test_a_match_that_waits_in_a_script_goes_on_wherever_it_is_taken_up(pack):
    """Cloned, and saved and loaded into another state of Lua, before each answer."""
    waited = 0

    def loaded(match):
        fresh(pack)
        return Match.load(pack, match.save())

    for seed in range(MATCHES):
        hashes, waits, _ = played(pack, seed)
        waited += waits
        assert played(pack, seed, lambda match: match.clone(keep=True))[0] == hashes
        assert played(pack, seed, loaded)[0] == hashes
    assert waited > MATCHES * ANSWERS / 4


def test_a_match_with_scripts_is_replayed_from_its_journal(pack):
    for seed in range(MATCHES // 4):
        _, _, match = played(pack, seed)
        fresh(pack)
        again = Match.replay(pack, 2, seed, None, match.journal)
        assert again.hash() == match.hash()


def test_matches_take_turns_on_one_state_of_lua(pack):
    alone = [played(pack, seed)[0] for seed in range(8)]
    matches = [(Match.new(pack, 2, seed), Random(seed), []) for seed in range(8)]
    order = Random(1)
    for _ in range(ANSWERS):
        order.shuffle(matches)
        for match, dice, hashes in matches:
            hashes.append(match.hash())
            match.answer(*picks(match, dice))
    assert sorted(hashes for _, _, hashes in matches) == sorted(alone)


def test_what_a_function_writes_into_globals_is_there_the_next_time_in_that_match(pack):
    match = Match.new(pack, 2, 1)
    totals = []
    for _ in range(3):
        option = next(i for i, o in enumerate(match.choices[0].options)
                      if match.card_id(o.entity) == "t.spell.frost")  # fmt: skip
        before = value(match, "total")
        match.answer(match.choices[0].seat, [option])
        while match.choices[0].prompt != "turn":
            match.answer(match.choices[0].seat, match.choices[0].default)
        totals.append(value(match, "total") - before)
    assert totals == [1 + 11, 2 + 12, 3 + 13]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("x = = 1", r"cards\.lua:1.*unexpected symbol near '='"),
        ("\n\nlocal x = nil + 1", r"cards\.lua:3.*arithmetic on a nil value"),
        ("while true do end", r"cards\.lua.*does not come to an end"),
        ("\nproblem('there is no such thing')", r"cards\.lua:2.*there is no such thing"),
        ("do_pay(1, 2)", r"cards\.lua.*nothing can be done while a script loads"),
        ("local y = mana(1)", r"cards\.lua.*only while a match is played"),
        ("card{name = 'x'}", r"api\.lua.*a card that a script declares has no id"),
        ("io.open('x')", r"cards\.lua:1.*there is no io\.open here"),
    ],
)
def test_what_is_wrong_with_a_script_is_told_with_its_line(tmp_path, script, message):
    with pytest.raises(PackError, match=message):
        built(tmp_path, script)


def test_a_card_names_only_functions_that_scripts_have(tmp_path):
    with pytest.raises(PackError, match=r"no script has a function 'bolt\.pley'.*bolt\.play"):
        built(tmp_path, cards=[spell("bolt", {"at": "onPlay", "do": [call("bolt.pley")]})])


def test_scripts_name_only_words_that_the_pack_defines(tmp_path):
    with pytest.raises(PackError, match=r"no word 'manna'.*mana"):
        built(tmp_path, scripts={"reads": ["manna"], "words": []})


def test_a_script_declares_cards(tmp_path):
    script = (
        SCRIPT_OF_TESTS
        + """
    card{id = "t.spell.made", name = "made", behaviors = list{
        {at = "onPlay", ["do"] = list{{type = "note", amount = 5}}}}}
    """
    )
    pack = built(tmp_path, script)
    assert "t.spell.made" in pack.declarations.catalogue.definitions


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while true do end", "does not come to an end"),
        ("while true do pcall(function() while true do end end) end", "does not come to an end"),
        ("xpcall(function() error() end, function() while true do end end)", "not come to an end"),
        ("xpcall(function() while true do end end, function() while true do end end)", "an end"),
        ("local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end", "memory|end"),
        ("return (('a'):rep(40)):match('.-.-.-.-.-.-.-.-b')", "pattern could take too long"),
        ("return ('x'):rep(1e9)", "too long"),
        ("return (''):rep(2^40)", "too long"),
        ("error({})", "table"),
        ("local t = setmetatable({}, {__gc = error})", "no __gc"),
        ("table.sort({3, 2, 1}, function(a, b) do_pay(1, 2) return a < b end)", "yield across"),
        ("local function f() return f() + 1 end return f()", "stack overflow|end"),
        ("return nothing.there", "index global 'nothing'"),
        ("for i = 1, 1e9 do mana(1) end", "results|end"),
        ("do_hurt('x')", "number belongs here"),
    ],
)
def test_a_function_that_fails_is_left_out_and_the_answer_stands(tmp_path, body, message):
    script = SCRIPT_OF_TESTS.replace(
        "local before = mana(who)", f"do_wonder(100) if true then {body} end local before = 0"
    )
    pack = built(tmp_path, script)
    match = Match.new(pack, 2, 1)
    option = next(i for i, o in enumerate(match.choices[0].options)
                  if match.card_id(o.entity) == "t.spell.bolt")  # fmt: skip
    with pytest.raises(ActionFailed, match=rf"t\.spell\.bolt: .*({message})"):
        match.answer(match.choices[0].seat, [option])
    assert match.choices[0].seat == 1
    assert value(match, "total") == 0
    again = Match.replay(pack, 2, 1, None, match.journal)
    assert again.hash() == match.hash()


def test_what_fails_is_told_with_the_line_of_the_script_and_not_of_the_game(tmp_path):
    api = API + "function shared.first(t) return t[1] end\n"
    body = "\n\nfirst(nil)"
    script = SCRIPT_OF_TESTS.replace("local before = mana(who)", f"{body} local before = 0")
    match = Match.new(built(tmp_path, script, api), 2, 1)
    with pytest.raises(ActionFailed, match=r"cards\.lua:18: nil was given where an object"):
        cast(match, "bolt")


def cast(match, name):
    """Play a spell of whoever is asked."""
    option = next(
        at
        for at, each in enumerate(match.choices[0].options)
        if match.card_id(each.entity) == f"t.spell.{name}"
    )
    match.answer(match.choices[0].seat, [option])


@pytest.mark.parametrize(
    "lines",
    [
        ("local before = mana(who)", "error('x') local before = 0"),
        ("return health(this) > 5", "error('x')"),
    ],
)
def test_a_card_that_has_failed_twenty_times_is_off_for_the_match_and_told_once(tmp_path, lines):
    spell_name = "bolt" if "before" in lines[0] else "frost"
    pack = built(tmp_path, SCRIPT_OF_TESTS.replace(*lines))
    match, told = Match.new(pack, 2, 1), []
    for number in range(25):
        match = Match.load(pack, match.save()) if number % 3 else match.clone(keep=True)
        try:
            cast(match, spell_name)
        except ActionFailed as error:
            told.append(error.off)
        while match.choices[0].prompt != "turn":
            match.answer(match.choices[0].seat, match.choices[0].default)
    assert told == [False] * 19 + [True]
    again = Match.replay(pack, 2, 1, None, match.journal)
    assert again.hash() == match.hash()
    assert Match.new(pack, 2, 1).tags == {}


CHOOSING = """
host.words("en", "said", {["a b"] = "A of {who}", ["line"] = "{who} says {word}"})
host.export("bolt.play", function(this, who)
  local said = host.act.choose_text(who, {"a b", "x|y {z}" .. who, "ox", ""}, "line")
  host.act.tell_text(who, said, "line")
end)
host.export("frost.play", function(this, who) host.act.choose_text(who, {1}, "") end)
"""
WITH_TEXTS = {
    "define": {
        **SECTIONS["define"],
        "doables": {
            "choose_text": {
                "doc": "x", "source": "x",
                "params": {"who": "player", "of": "texts", "line": "text"},
                "do": [
                    {"type": "let", "id": "said", "value": "{line}"},
                    {"type": "choose", "ask": "{who}", "prompt": "texts", "options": [
                        {"id": "words", "each": "{of}",
                         "do": [{"type": "let", "id": "said", "value": "{words}"}]}]}],
                "result": {"said": "{said}"}},
            "tell_text": {
                "doc": "x", "source": "x",
                "params": {"who": "player", "word": "text", "line": "text"},
                "do": [{"type": "log", "message": "told",
                        "with": {"who": "{who}", "word": "{word}", "line": "{line}"}}]},
        }},
    "scripts": {"words": ["choose_text", "tell_text"]},
    "words": {"en": {"prompt": {"texts": "which?"}, "option": {"words": "{entity}"},
                     "log": {"told": "{line}!"}}},
}  # fmt: skip


def test_a_player_chooses_among_texts_that_a_script_gives(tmp_path):
    """Shown as the words have them, by the name of a card, or as they stand; kept when saved."""
    cards = [beast("ox"), *(
        spell(name, {"at": "onPlay", "do": [call(f"{name}.play", **WHO)]})
        for name in ("bolt", "frost")
    )]  # fmt: skip
    pack = built(tmp_path, "", CHOOSING, **{**WITH_TEXTS, "cards": cards})
    match = Match.new(pack, 2, 1)
    text = Text(pack, "en", ["Ann", "Bob"])
    while match.choices[0].prompt != "texts":
        offered = [match.card_id(option.entity) for option in match.choices[0].options]
        match.answer(match.choices[0].seat, [offered.index("t.spell.bolt")])
    shown = [text.option(option, match) for option in match.choices[0].options]
    assert shown == ["A of", "x｜y {z}1", "ox", ""]
    fresh(pack)
    match = Match.load(pack, match.save())
    assert match.clone().view(0)["choices"][0]["options"][1]["entity"] == "x|y {z}1"
    match.answer(0, [1])
    assert text.log(match.log[-1], None) == "Ann says x｜y {z}1!"


def slow_reads(monkeypatch, pack, seconds):
    """Each next thing that scripts find out takes as long as the next of these."""
    waits, word = iter(seconds), pack.program.scripts.reads["mana"]
    call = word.call

    def finds(*given):
        ends = process_time() + next(waits, 0)
        while process_time() < ends:
            pass
        return call(*given)

    monkeypatch.setattr(word, "call", finds)
    fresh(pack)


LONG = "for i = 1, 4000 do mana(who) end local before = mana(who)"


def test_one_pause_of_the_process_ends_no_script(tmp_path, monkeypatch):
    pack = built(tmp_path, SCRIPT_OF_TESTS.replace("local before = mana(who)", LONG))
    match = Match.new(pack, 2, 1)
    slow_reads(monkeypatch, pack, [*[0] * 150, 0.3])
    cast(match, "bolt")


def test_a_script_that_takes_its_time_again_and_again_is_ended(tmp_path, monkeypatch):
    pack = built(tmp_path, SCRIPT_OF_TESTS.replace("local before = mana(who)", LONG))
    match = Match.new(pack, 2, 1)
    slow_reads(monkeypatch, pack, [0.001] * 4000)
    with pytest.raises(ActionFailed, match="does not come to an end"):
        cast(match, "bolt")
