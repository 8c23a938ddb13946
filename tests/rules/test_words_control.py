"""Words of control: ending early, going through names, finding what lasts."""

from __future__ import annotations

from tiny import start, value

NOTE = {"type": "note", "amount": 1}
MANY = {"type": "note", "amount": 100}


def test_finish_ends_the_word_in_which_it_stands_and_nothing_else(tmp_path):
    half = {"params": {}, "do": [NOTE, {"type": "finish"}, MANY]}
    define = {"doables": {"half": half}}
    m = start(tmp_path, {"type": "half"}, {"type": "half"}, define=define)
    assert value(m, "total") == 2


def test_symbols_are_the_options_of_a_menu_and_can_be_filtered(tmp_path):
    schools = {"chooser": "symbols", "of": ["none", "fire", "frost"], "where": "{it} != none"}
    cold = {"type": "if", "condition": "{s} == frost", "do": [NOTE]}
    menu = {
        "type": "choose",
        "ask": {"chooser": "players"},
        "prompt": "school",
        "options": [{"id": "s", "each": schools, "do": [cold]}],
    }
    m = start(tmp_path, menu, cards=[])
    (choice,) = m.pending
    assert len(choice.options) == 2
    m.answer(choice.seat, (1,))
    assert value(m, "total") == 1


def test_a_getter_finds_triggers_by_their_id_wherever_they_were_added(tmp_path):
    tick = {"type": "fire", "event": "onTick", "with": {"number": 1}}
    heard = {"event": "onTick", "do": [NOTE]}
    both = [{"id": "first", **heard}, {"id": "second", **heard}]
    found = {"type": "triggerGetter", "mode": "id", "value": "first"}
    m = start(
        tmp_path,
        {"type": "addTriggers", "triggers": both},
        tick,
        {"type": "removeTriggers", "mode": "UUID", "targets": found},
        tick,
    )
    assert value(m, "total") == 3
