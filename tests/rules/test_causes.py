"""A line of the log says what brings it about: the card whose effect it tells."""

import pytest
from tiny import on_play, play, spell, start

from rules.running.log import BLOCK, Log
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text

WORDS = {
    "en": {
        "log": {
            "play": "{who} plays {card}: {card|rules}",
            "gold": "Ann has 3 gold.",
            "melt": [{"when": {"cause": "-"}, "text": "Frost melts."}, "Frost breaks."],
            "stopped": "Nothing happens.",
        }
    }
}
GOLD = {"type": "log", "message": "gold"}
TICK = {"type": "fire", "id": "tick", "event": "onTick", "when": "before", "with": {"number": 1}}


def card(name, *do):
    """A card of which one copy is laid out where everybody sees it."""
    return spell(name, on_play(*do), count=1)


def hears(*do, **trigger):
    """What a card does from now on when there is a tick."""
    own = {"owner": "{match.startPlayer}", "event": "onTick", "when": "before", "do": list(do)}
    return {"type": "addTriggers", "triggers": [{"mode": "always", **own, **trigger}]}


def said(name):
    """A line that says who plays a card, and the play."""
    where = {"chooser": "cards", "where": f"{{it.id}} == t.spell.{name}"}
    who = {"who": "{match.startPlayer}", "card": f"{{{name}.first}}"}
    log = {"type": "log", "message": "play", "with": who}
    return [{"type": "let", "id": name, "value": where}, log, *play(name)]


def match_of(tmp_path, *main, cards, zone="discard", heads=("play",)):
    lay = {"type": "move", "target": {"chooser": "cards", "zone": "box"}, "to": zone}
    lay["of"] = "{match.startPlayer}"
    board = {"log": {"heads": list(heads)}}
    return start(tmp_path, lay, *main, cards=cards, words=WORDS, board=board)


def lines(match, seat=1):
    text = Text(match.game, "en", ["Ann", "Bo"])
    return [line for _, line in lines_with_causes(text, match.log, seat)]


def test_a_line_can_tell_what_the_author_wrote_on_a_card(tmp_path):
    described = {**card("bash", GOLD), "description": {"en": "It hums.", "zh": "它嗡嗡响。"}}
    match = match_of(tmp_path, *said("bash"), cards=[described])
    told = {"en": {"log": {**WORDS["en"]["log"], "play": "{who}: {card}. {card|description}"}}}
    match.game.words.update(told)
    assert lines(match)[0] == "Ann: bash. It hums."


def test_what_a_card_does_that_is_played_needs_no_other_cause(tmp_path):
    match = match_of(tmp_path, *said("bash"), cards=[card("bash", GOLD)])
    assert [entry.cause for entry in match.log] == [None, "t.spell.bash"]
    assert lines(match) == ["Ann plays bash:", "Ann has 3 gold."]


def test_a_line_says_by_their_numbers_which_cards_it_is_about(tmp_path):
    match = match_of(tmp_path, *said("bash"), cards=[card("bash", GOLD)])
    played, effect = [entry.about() for entry in match.log]
    (bash,) = [arg for arg in played["args"] if arg["kind"] == "card"]
    assert match.card_id(bash["entity"]) == bash["value"] == "t.spell.bash"
    assert all("entity" not in arg for arg in played["args"] if arg["kind"] != "card")
    assert effect["cause"] == {"id": "t.spell.bash", "entity": bash["entity"]}
    assert "cause" not in played


def test_what_another_card_does_meanwhile_is_told_as_its_doing_and_what_goes_on_likewise(tmp_path):
    cards = [card("ring", hears(GOLD, GOLD)), card("bash", TICK, GOLD)]
    match = match_of(tmp_path, *play("ring"), *said("bash"), cards=cards)
    assert lines(match)[1:] == [
        "ring: Ann has 3 gold.",
        "Ann has 3 gold.",
        "bash: Ann has 3 gold.",
    ]


def test_a_word_of_the_pack_tells_for_the_card_that_uses_it(tmp_path):
    word = {"doc": "Gold.", "source": "test", "params": {}, "do": [GOLD]}
    lay = {"type": "move", "target": {"chooser": "cards", "zone": "box"}, "to": "field"}
    match = start(
        tmp_path,
        lay,
        *play("bash"),
        cards=[card("bash", {"type": "enrich"})],
        define={"doables": {"enrich": word}},
        words=WORDS,
    )
    assert lines(match) == ["bash: Ann has 3 gold."]


def test_a_line_that_names_its_cause_is_left_as_it_is(tmp_path):
    named = {"type": "log", "message": "show", "with": {"card": "{this}"}}
    match = match_of(tmp_path, *play("bash"), cards=[card("bash", named)])
    assert lines(match) == ["show: bash"]


def test_the_flow_has_no_cause_and_a_line_can_ask_for_it(tmp_path):
    melt = {"type": "log", "message": "melt"}
    match = match_of(tmp_path, melt, *said("bash"), cards=[card("bash", melt)])
    told = lines(match)
    assert (told[0], told[2]) == ("Frost melts.", "Frost breaks.")


def test_a_line_can_be_given_another_cause(tmp_path):
    ring = {"chooser": "cards", "where": "{it.id} == t.spell.ring"}
    cards = [card("bash", {**GOLD, "cause": ring}), card("ring")]
    match = match_of(tmp_path, *said("bash"), cards=cards)
    assert lines(match)[1] == "ring: Ann has 3 gold."


def test_a_card_that_not_everybody_sees_is_not_named(tmp_path):
    for zone in ("hand", "deck"):
        match = match_of(tmp_path / zone, *play("bash"), cards=[card("bash", GOLD)], zone=zone)
        assert lines(match, 0) == lines(match) == ["Ann has 3 gold."]


def test_what_a_card_does_that_another_one_has_played_needs_no_cause_of_its_own(tmp_path):
    horn = card("horn", *said("bash"), GOLD)
    match = match_of(tmp_path, *said("horn"), cards=[horn, card("bash", GOLD)])
    assert [entry.cause for entry in match.log] == [
        None,
        "t.spell.horn",
        "t.spell.bash",
        "t.spell.horn",
    ]
    assert lines(match)[1:] == ["Ann plays bash:", "Ann has 3 gold.", "horn: Ann has 3 gold."]


HIDE = {"type": "move", "target": "{this}", "to": "hand", "of": "{match.startPlayer}"}


def test_a_card_that_was_seen_being_played_is_named_when_it_lies_face_down_by_its_effect(tmp_path):
    for zone in ("hand", "deck"):
        away = {**HIDE, "to": zone}
        cards = [card("ring", hears(GOLD)), card("bash", away, TICK, GOLD)]
        match = match_of(tmp_path / zone, *play("ring"), *said("bash"), cards=cards)
        assert lines(match)[1:] == ["ring: Ann has 3 gold.", "bash: Ann has 3 gold."]


def test_the_effect_of_a_card_that_lies_face_down_later_does_not_name_it(tmp_path):
    melt = {"type": "log", "message": "melt"}
    main = [*said("bash"), melt, *play("bash")]
    match = match_of(tmp_path, *main, cards=[card("bash", HIDE, GOLD)])
    assert [entry.cause for entry in match.log] == [None, "t.spell.bash", None, None]
    assert lines(match)[2:] == ["Frost melts.", "Ann has 3 gold."]


def test_what_only_some_have_read_names_no_card_to_others(tmp_path):
    main = said("bash")
    main[1] = {**main[1], "secret": "{match.startPlayer}"}
    match = match_of(tmp_path, *main, cards=[card("bash", GOLD)], zone="hand")
    assert match.log[-1].cause is None


@pytest.mark.parametrize(("verb", "flag"), [("counter", "countered"), ("cancel", "cancelled")])
def test_who_counters_or_cancels_is_known(tmp_path, verb, flag):
    stopped = {"type": "log", "message": "stopped", "cause": f"{{tick.{flag}}}"}
    asked = {"type": "if", "condition": f"{{tick.{flag}}}", "do": [stopped]}
    main = [*play("ring"), *said("bash"), {**TICK, "id": "tick"}, asked]
    match = match_of(tmp_path, *main, cards=[card("ring", hears({"type": verb})), card("bash")])
    assert lines(match)[1] == "ring: Nothing happens."


def test_what_the_flow_counters_has_no_cause_and_is_countered_all_the_same(tmp_path):
    stopped = {"type": "log", "message": "stopped", "cause": "{tick.countered}"}
    asked = {"type": "if", "condition": "{tick.countered}", "do": [stopped]}
    match = match_of(tmp_path, hears({"type": "counter"}), TICK, asked, cards=[])
    assert lines(match) == ["Nothing happens."]


def test_lines_that_are_packed_keep_their_causes(tmp_path):
    match = match_of(tmp_path, *play("bash"), cards=[card("bash", GOLD)])
    log = Log(match.program, match.log.rows * 2 * BLOCK)
    log.pack_old_rows()
    assert log.folded
    assert {entry.cause for entry in log} == {"t.spell.bash"}


def test_without_heads_every_line_of_the_flow_may_be_what_brings_the_next_about(tmp_path):
    match = match_of(tmp_path, *said("bash"), cards=[card("bash", GOLD)])
    match.game.board = {}
    assert lines(match)[1] == "Ann has 3 gold."


def test_a_line_can_say_what_is_on_a_card(tmp_path):
    mana = {"type": "set", "of": "{you}", "field": "mana", "amount": 3}
    match = match_of(tmp_path, *said("bash"), cards=[card("bash", mana)])
    text = Text(match.game, "en").rules_text("t.spell.bash")
    assert text
    assert lines(match) == [f"Ann plays bash: {text}"]
