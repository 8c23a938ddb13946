"""Texts of a pack: sentences from behaviours, names, prompts, log lines, in both languages."""

import re

import pytest
from chrono_table import chrono, told
from tiny import build, on_play, spell

from rules.running.log import LogEntry
from rules.running.match import Match
from rules.telling.phrasebook import LANGUAGES, phrases
from rules.telling.sentences import Sentences
from rules.telling.text import Text, main
from rules.telling.verbs import verbs_of

HIT = {"type": "monsterChooser", "ask": "{you}"}


@pytest.mark.parametrize(
    ("do", "zh", "en"),
    [
        ({"type": "damage", "amount": 5, "target": HIT}, "造成5点伤害。", "Deal 5 damage."),
        ({"type": "mana", "amount": "3"}, "恢复3点法力。", "Regain 3 mana."),
        ({"type": "mana", "amount": -3, "target": {"chooser": "players", "except": "{you}"}},
         "其他每名玩家失去3点法力。", "Every other player loses 3 mana."),
        ({"type": "drawCard", "amount": 1, "target": "{you}"}, "抽1张牌。", "Draw 1 card."),
        ({"type": "damage", "amount": "{you.freezing} * 3", "target": HIT},
         "造成等同于你的冻结值的3倍的伤害。", "Deal damage equal to 3 times your frost."),
        ({"type": "damage", "amount": "12 if {you.mana} == 1 else 9", "target": HIT},
         "造成9点伤害；若你的法力为1，改为12点。", "Deal 9 damage; 12 instead if your mana is 1."),
        ({"type": "discardCard", "target": "{you.hand}"}, "弃掉你的手牌。", "Discard your hand."),
        ({"type": "loop", "times": 2, "do": [{"type": "drawCard", "target": "{you}", "amount": 2}]},
         "重复2次：抽2张牌。", "Twice: draw 2 cards."),
        ({"type": "log", "message": "x"}, "", ""),
    ],
)  # fmt: skip
def test_a_doable_is_a_sentence(do, zh, en):
    if do["type"] == "mana":
        do = {"target": "{you}", **do}
    assert told(do) == (zh, en)


def test_the_printed_card_bash():
    hit = {"type": "monsterChooser", "ask": "$onPlay.playerUUID"}
    card = {
        "type": "if",
        "condition": {"type": "HasWand", "playerUUID": "$onPlay.playerUUID"},
        "do": [{"type": "damage", "amount": 12, "target": hit}],
        "elsedo": [{"type": "damage", "amount": 9, "target": hit}],
    }
    assert told(card) == (
        "造成9点伤害；若你装备了魔杖，改为12点。",
        "Deal 9 damage; 12 instead if you have a wand equipped.",
    )


def test_the_printed_card_survival_of_the_fittest():
    cost = {"type": "getCardProperty", "cardUUID": "{dc{loop1.index}.UUID}", "property": "manaCost"}
    draw = {
        "id": "dc{loop1.index}",
        "type": "drawCard",
        "amount": 1,
        "target": "{onPlay.playerUUID}",
    }
    discard = {"type": "discardCard", "target": "{dc{loop1.index}.UUID}"}
    condition = {"type": "LessThanOrEqual", "value1": cost, "value2": 4}
    card = {
        "id": "loop1",
        "type": "loop",
        "times": 5,
        "do": [draw, {"type": "if", "condition": condition, "do": [discard]}],
    }
    assert told(card) == (
        "抽5张牌，并弃掉其中法力消耗不大于4的牌。",
        "Draw 5 cards and discard those whose mana cost is 4 or less.",
    )


def test_triggers_say_when_and_whose():
    trigger = {
        "event": "onPlayCard",
        "when": "before",
        "mode": "round",
        "condition": "{onPlayCard.playerUUID} != {you} and {onPlayCard.cardUUID.school} == fire",
        "do": [{"type": "counter"}],
    }
    assert told({"type": "addTriggers", "triggers": [trigger]}) == (
        "本轮中，每当其他玩家打出一张火焰牌，将其反制。",
        "For this round, whenever another player plays a fire card, counter it.",
    )


def test_lasting_changes_say_of_what():
    modifier = {
        "property": "manaCost", "mode": "add", "amount": -1, "duration": "round",
        "where": "{it.owner} == {you} and {it.school} == arcane and {it.manaCost} > 2",
    }  # fmt: skip
    assert told({"type": "addModifiers", "modifiers": [modifier]})[1] == (
        "For this round, the mana cost of all your arcane cards whose mana cost is above 2 is "
        "lowered by 1."
    )


@pytest.mark.parametrize(
    "nonsense",
    [{}, {"type": "noSuchWord"}, {"type": "damage"}, {"type": "if"}, {"type": "loop"},
     {"type": "damage", "amount": "((", "target": 7}, {"type": "let", "id": "x"},
     {"type": "addTriggers", "triggers": [{"event": "onNothing", "do": [{"type": "counter"}]}]},
     {"type": "mana", "amount": {"type": "min", "values": []}, "target": []}, {"type": None}],
)  # fmt: skip
def test_nothing_makes_it_fail(nonsense):
    assert all(isinstance(text, str) for text in told(nonsense))


def test_a_word_defined_in_terms_of_itself_comes_to_an_end(tmp_path):
    do = [{"type": "again"}, {"type": "counter"}]
    endless = {"doables": {"again": {"params": {}, "do": do}}}
    card = spell("a", on_play({"type": "again"}))
    pack = build(tmp_path, cards=[card], define=endless)
    assert len(Text(pack, "en").rules_text("t.spell.a")) < 1000


def test_words_that_come_to_more_and_more_are_not_told(tmp_path):
    more = {f"w{n}": {"params": {}, "do": [{"type": f"w{n + 1}"}] * 9} for n in range(9)}
    last = {"w9": {"params": {}, "do": [{"type": "counter"}]}}
    card = spell("a", on_play({"type": "w0"}))
    pack = build(tmp_path, cards=[card], define={"doables": {**more, **last}})
    assert Text(pack, "en").rules_text("t.spell.a") == ""


# -- a whole pack


def test_every_card_of_the_flagship_that_does_something_says_so_in_both_languages():
    pack = chrono()
    for language in LANGUAGES:
        text = Text(pack, language)
        for card in pack.cards:
            rules = text.rules_text(card)
            if card.source.get("behaviors"):
                assert rules, card.id
            assert not re.search(r"[{}|]|UUID|\$|None", rules), (card.id, rules)
            if language == "zh":
                assert not re.search(r"[a-z]{3}", rules), (card.id, rules)
                assert "。。" not in rules
                assert "，，" not in rules
            else:
                assert not re.search(r"[\u4e00-\u9fff]|  |\.\.", rules), (card.id, rules)


def test_names_in_both_languages():
    pack = chrono()
    for card in pack.cards:
        assert re.search(r"[\u4e00-\u9fff]", Text(pack, "zh").card(card)), card.id
        assert Text(pack, "en").card(card).isascii(), card.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_options_and_log_lines_of_the_flagship_have_texts(language):
    pack = chrono()
    words = pack.words[language]
    assert set(pack.spoken.prompts) <= set(words["prompt"])
    assert set(pack.spoken.option_words) <= set(words["option"])
    assert set(pack.spoken.messages) <= set(words["log"])


def test_both_languages_of_the_flagship_have_the_same_words():
    zh, en = (chrono().words[language] for language in LANGUAGES)
    for table in ("prompt", "option", "options", "log", "rules", "keyword"):
        assert set(zh[table]) == set(en[table]), table


def test_verbs_are_known_in_both_languages():
    verbs = verbs_of(chrono(), ["play", "pass"])
    assert verbs["play"] == "play"
    assert verbs["打出"] == "play"
    assert verbs["pass"] == "pass"
    assert "card" not in verbs_of(chrono(), ["card"])


def test_a_log_line_names_its_people_and_keeps_its_secret():
    text = Text(chrono(), "en", ["Ann", "Bo", "Cyn", "Dag"])
    bash = "base.treasure.common.bash"
    play = LogEntry(
        "play",
        (
            ("who", "player", 1),
            ("card", "card", bash),
            ("target", "cards", ()),
            ("cost", "number", 3),
        ),
        None,
    )
    assert text.log(play, 0) == "Bo plays Bash."
    drawn = LogEntry(
        "draw", (("who", "player", 1), ("amount", "number", 1), ("cards", "cards", (bash,))), (1,)
    )
    assert text.log(drawn, 1) == "Bo draws Bash."
    for other in (0, None):
        assert "Bash" not in text.log(drawn, other)
    secret = LogEntry("noSuchMessage", (("card", "card", bash),), (1,))
    assert text.log(secret, 0) is None
    assert text.log(secret, 1) == "no such message: Bash"


def test_whom_a_card_was_played_at_is_named():
    pack = chrono()
    match = Match.new(pack, 4, 3)
    text = Text(pack, "en", ["Ann", "Bo", "Cyn", "Dag"])
    for _ in range(200):
        choice = match.pending[0]
        match.answer(choice.seat, tuple(range(choice.minimum)) or choice.default)
    aimed = [
        entry
        for entry in match.log
        if entry.message == "play" and any(n == "target" and v for n, _, v in entry.args)
    ]
    assert aimed
    for entry in aimed:
        assert re.search(r" plays \D+ at \D+\.$", text.log(entry, 0)), text.log(entry, 0)


def test_arithmetic_over_an_own_parameter_is_passed_on_once(tmp_path):
    def word(name, amount):
        params = {"n": "number"}
        return {
            "params": params,
            "do": [{"type": name, ("amount" if name == "note" else "n"): amount}],
        }

    define = {
        "inner": word("note", "{n}"),
        "passing": word("inner", "{n} + {you.mana}"),
        "again": word("passing", "{n} * {you.seen}"),
    }
    cards = [spell("a", on_play({"type": "passing", "n": 2})),
             spell("b", on_play({"type": "again", "n": 3}))]  # fmt: skip
    words = {"en": {"text": {"note": "say {amount}"}, "when": {"onPlay": ""}}}
    pack = build(tmp_path, cards=cards, define={"doables": define}, words=words)
    text = Text(pack, "en")
    assert text.rules_text("t.spell.a") == "Say 2 plus your mana."
    assert text.rules_text("t.spell.b") == "Say 3 times your seen plus your mana."


@pytest.mark.parametrize(
    ("do", "description", "told"),
    [
        ([{"type": "roll"}], "Smells of smoke.", "Smells of smoke."),
        ([{"type": "roll"}], "Roll a 6-sided die!", ""),
        ([], "Waits.", "Waits."),
        ([], None, ""),
        ([], {"en": "Waits.", "zh": "等待"}, "Waits."),
    ],
)
def test_a_description_is_what_the_sentences_do_not_say_already(tmp_path, do, description, told):
    card = spell("a", on_play(*do), description=description or "")
    text = Text(build(tmp_path, cards=[card]), "en")
    assert text.description("t.spell.a") == told


@pytest.mark.parametrize("phrase", [[{"when": {"n": "1"}}], {"txt": "x"}, [5], [None], {"text": 5}])
def test_what_is_no_phrase_says_nothing_and_fails_nobody(phrase):
    assert Sentences(phrases("en")).variant(phrase, {"n": "1"}) == ""


PHRASES = {
    "en": {
        "keyword_fact": {"school": [{"when": {"school": "fire"}, "text": "burning"}, ""]},
        "fact": {"manaCost": [{"when": {"manaCost": ">0"}, "text": "costs {manaCost}"}, ""]},
        "noun": {
            "spell": ["spell", "spells"],
            "fire": ["flame", "flames"],
            "beast": ["beast", "beasts"],
        },
        "single": {"chilly": "cold spell"},
        "narrowed": {"Cheap": "cheap {noun}", "Another": "other {noun}"},
        "event": {
            "onTick": {"any": "time passes", "at": {"any": "when the clock strikes"}},
            "onEnd": {"any": "it ends", "you": "you end", "player": "playerUUID"},
            "onHit": {"card": "beast", "noun": "beast", "any": "{card} is hit"},
        },
        "trigger": {
            "inPlay": [{"when": {"at": "*"}, "text": "{at}{if}, {do}"}, "whenever {event}, {do}"]
        },
        "text": {
            "note": "say {amount}",
            "seek": "seek {pool|one}, find {pool|random} of {pool}",
            "chilly": "cold spells",
        },
        "when": {"onPlay": ""},
    }
}
SEEK = {"doables": {"seek": {"params": {"pool": "definitions"}, "do": []}}}
CONDITIONS = {
    "conditions": {
        "Cheap": {"params": {"card": "definition"}, "value": "{card.manaCost} < 2"},
        "Another": {"params": {"card": "card"}, "value": "{card} != {this}"},
    }
}
POOL = {"chooser": "definitions", "where": "{it.kind} == spell"}


def read_aloud(tmp_path, *do, choosers=None, **facts):
    """What a card that does this says in those phrases."""
    define = {**SEEK, **CONDITIONS, "choosers": choosers or {}}
    pack = build(tmp_path, cards=[spell("a", on_play(*do), **facts)], define=define, words=PHRASES)
    return Text(pack, "en").rules_text("t.spell.a")


def test_keywords_stand_before_what_a_card_does_and_other_facts_behind(tmp_path):
    told = read_aloud(tmp_path, {"type": "note", "amount": 2}, school="fire", manaCost=3)
    assert told == "Burning. Say 2. Costs 3."


@pytest.mark.parametrize(
    ("trigger", "told"),
    [
        ({"event": "onTick"}, "When the clock strikes, say 1."),
        ({"event": "onTick", "when": "before"}, "Whenever time passes (just before that), say 1."),
        (
            {"event": "onEnd", "condition": "{onEnd.playerUUID} == {you}"},
            "Whenever you end, say 1.",
        ),
    ],
)
def test_a_moment_with_a_name_of_its_own_stands_for_whenever(tmp_path, trigger, told):
    waits = {**trigger, "mode": "inPlay", "do": [{"type": "note", "amount": 1}]}
    assert read_aloud(tmp_path, {"type": "addTriggers", "triggers": waits}) == told


def test_one_of_a_pool_is_called_so(tmp_path):
    told = read_aloud(tmp_path, {"type": "seek", "pool": POOL})
    assert told == "Seek a spell, find a random spell of spells."


def test_what_has_a_noun_of_its_own_is_more_than_its_kind(tmp_path):
    for where in ("{it.kind} == spell and {it.school} == fire", "{it.school} == fire"):
        told = read_aloud(tmp_path, {"type": "seek", "pool": {**POOL, "where": where}})
        assert told == "Seek a flame, find a random flame of flames."


def test_one_of_a_defined_chooser_is_called_as_the_pack_says(tmp_path):
    cold = {"value": {**POOL, "where": "{it.school} == frost"}}
    told = read_aloud(
        tmp_path, {"type": "seek", "pool": {"chooser": "chilly"}}, choosers={"chilly": cold}
    )
    assert told == "Seek a cold spell, find a random cold spell of cold spells."


def test_an_stands_before_a_vowel_also_of_a_name():
    said = Sentences(phrases("en")).words.join_sentences(
        ["summon a Elder", "a ox and a Ox, a Squire"]
    )
    assert said == "Summon an Elder. An ox and an Ox, a Squire."


def test_a_condition_of_the_pack_narrows_a_noun(tmp_path):
    cheap = {**POOL, "where": ["{it.kind} == spell", {"type": "Cheap", "card": "{it}"}]}
    told = read_aloud(tmp_path, {"type": "seek", "pool": cheap})
    assert told == "Seek a cheap spell, find a random cheap spell of cheap spells."


def test_a_condition_of_the_pack_narrows_the_thing_of_an_event(tmp_path):
    waits = {
        "event": "onHit",
        "condition": {"type": "Another", "card": "{onHit.beast}"},
        "mode": "inPlay",
        "do": [{"type": "note", "amount": 1}],
    }
    told = read_aloud(tmp_path, {"type": "addTriggers", "triggers": waits})
    assert told == "Whenever another beast is hit, say 1."


def test_a_behaviour_that_no_variant_of_its_phrase_fits_is_told_by_what_it_comes_to(tmp_path):
    do = [{"type": "note", "amount": "{amount}"}]
    shape = {"params": {"amount": "number"}, "behaviors": [{"at": "onPlay", "do": do}]}
    phrase = [{"when": {"amount": "1"}, "text": "shout"}]
    text = {"note": "say {amount}", "shout": phrase}
    cards = [
        spell("a", {"at": "shout", "amount": 1}),
        spell("b", {"at": "shout", "amount": 2}),
    ]
    words = {"en": {"text": text, "when": {"onPlay": ""}}}
    pack = build(tmp_path, cards=cards, define={"behaviors": {"shout": shape}}, words=words)
    assert [Text(pack, "en").rules_text(card) for card in pack.cards] == ["Shout.", "Say 2."]


def test_a_broken_pack_is_told_line_by_line_where_sentences_are_printed(tmp_path, capsys):
    (tmp_path / "pack.json5").write_text('{"pack": {"id": "broken"', encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    assert "pack.json5" in capsys.readouterr().out
