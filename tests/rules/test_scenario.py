"""The form of scenarios: what it can say, and what it says of mistakes."""

from __future__ import annotations

import pytest
from scenic import CARDS, FLOW, GIVEN, SECTIONS
from tiny import beast, build, on_play, spell

from rules.scenario import Player

HOLDS = {"over": False}  # where a scenario is about something else than its facts


@pytest.fixture
def play(tmp_path):
    pack = build(tmp_path, main=FLOW, cards=CARDS, **SECTIONS)

    def run(given=GIVEN, when=(), then=None, **rest):
        scenario = {"name": "a scenario", "given": given, "when": list(when), **rest}
        return [str(f) for f in Player(pack, {**scenario, "then": then or HOLDS}).play()]

    return run


def test_the_given_state_is_there_when_the_first_answer_is_asked(play):
    then = {
        "players.0.mana": 9,
        "players.0.hand": ["bolt", "dice"],
        "players.1.hand.count": 1,
        "zones.field": ["x", "y"],
        "cards.y.health": 2,
        "cards.x.zone": "field",
        "cards.bolt@0.owner": 0,
        "asked": 0,
        "prompt": "turn",
        "offered": {"has": ["play bolt", "rest"]},
        "offered.count": 3,
        "seen.0.players.0.hand": ["bolt", "dice"],
        "seen.1.players.0.hand": [],
        "seen.1.zones.field": ["x", "y"],
    }
    assert play(then=then) == []


def test_answers_are_given_by_option_name_and_card(play):
    when = [
        {"choose": "play", "card": "bolt"},
        {"by": 0, "pick": "y", "then": {"cards.y.health": 0, "events.onHit": 1}},
        {"choose": "play", "card": "dice", "then": {"match.total": 6}},
        {"refused": "play bolt"},
        {"refused": {"pick": []}},
        {"default": 1},
    ]
    assert play(when=when, then={"over": True, "winner": None, "standings": [[0, 1, 2]]}) == []


def test_default_answers_go_on_until_something_is_asked_or_happens(play):
    assert play(when=[{"until": {"event": "onCast"}}], then={"events.onCast": 1}) == []
    assert play(when=[{"until": {"over": True}}], then={"over": True}) == []
    assert play(when=[{"until": {"prompt": "turn", "by": 0}}]) == []


def test_a_fact_that_does_not_hold_is_told_with_expected_and_found(play):
    failures = play(then={"players.0.mana": 8, "cards.x.health": {"min": 3, "max": 4}})
    assert failures == [
        "a scenario: then.players.0.mana: expected 8, found 9",
        'a scenario: then.cards.x.health: expected {"min": 3, "max": 4}, found 10',
    ]


FORM = [
    ({"when": [{"walk": 1}]}, "when[0].walk: there is no key 'walk'; there are by, card"),
    ({"when": [{"chose": "rest"}]}, "when[0].chose: there is no key 'chose'; did you mean choose"),
    ({"when": ["rest"]}, 'when[0]: an object belongs here, not "rest"'),
    ({"then": ["over"]}, 'then: an object belongs here, not ["over"]'),
    ({"given": {**GIVEN, "wind": 1}}, "given.wind: there is no key 'wind'"),
    ({"thn": {}}, "thn: there is no key 'thn'; did you mean then?"),
    ({"when": [{"by": 0}]}, "when[0]: one answer belongs here (choose, pick"),
    ({"when": [{}]}, "when[0]: one answer belongs here"),
    ({"when": [{"comment": "nothing"}]}, "when[0]: one answer belongs here"),
    ({"when": [{"by": 0, "then": HOLDS}]}, "when[0]: one answer belongs here"),
    ({"when": [{"choose": "rest", "pick": "x"}]}, "not choose and pick"),
    ({"when": [{"card": "bolt", "pick": "x"}]}, "when[0].card: card says which option of choose"),
    ({"when": [{"choose": "play", "card": "bolt", "player": 1}]}, "not card and player"),
    ({"when": [{"refused": {}}]}, "when[0].refused: one answer belongs here (choose, pick)"),
    ({"when": [{"refused": {"pik": []}}]}, "when[0].refused.pik: there is no key 'pik'"),
    ({"when": [{"default": 0}]}, "when[0].default: at least 1 belongs here, not 0"),
    ({"when": [{"default": True}]}, "when[0].default: a whole number belongs here, not true"),
    ({"when": [{"until": {}}]}, "when[0].until: until is a prompt, an event or over"),
    ({"when": [{"until": {"over": False}}]}, "when[0].until.over: true belongs here"),
    ({"when": [{"by": 0, "until": {"over": True}}]}, "when[0].by: by says who gives"),
    ({"when": [{"until": {"by": 0, "event": "onCast"}}]}, "there is no prompt"),
    ({"then": {"comment": "nothing"}}, "it states nothing"),
    ({"then": {"comment": "nothing"}, "when": [{"default": 1}]}, "it states nothing"),
]

ANSWERS = [
    ({"when": [{"choose": "fly"}]}, "when[0]: there is no option 'fly'"),
    ({"when": [{"choose": "go"}]}, "there is no option 'go'"),
    ({"when": [{"choose": "play", "card": "x"}]}, "seat 0 (turn) is not offered play x; offered"),
    ({"when": [{"choose": "play", "card": "bold"}]}, "'bold'; did you mean bolt?"),
    ({"when": [{"choose": "play", "player": 1}]}, "what is chosen here is about a card, not 1"),
    ({"when": [{"choose": "rest", "number": 1}]}, "what is chosen here is about nothing, not 1"),
    ({"when": [{"by": 1, "choose": "rest"}]}, "seat 1 is not asked anything; asked is seat 0"),
    ({"when": [{"by": 1, "default": 1}]}, "seat 1 is not asked anything"),
    ({"when": [{"by": 1, "refused": "play x"}]}, "seat 1 is not asked anything"),
    ({"when": [{"by": 7, "choose": "rest"}]}, "there is no seat 7; there are 0 to 2"),
    ({"when": [{"concede": 7}]}, "there is no seat 7"),
    ({"when": [{"default": 4}], "then": {"over": True}}, "nobody is asked anything, for the match"),
    ({"when": [{"until": {"prompt": "war"}}]}, "when[0].until: there is no prompt 'war'"),
    ({"when": [{"until": {"prompt": "beast"}}]}, "was never reached by default answers"),
    ({"when": [{"until": {"prompt": "turn", "by": 7}}]}, "there is no seat 7"),
    ({"when": [{"until": {"event": "onCats"}}]}, "'onCats'; did you mean onCast?"),
    ({"when": [{"refused": "plya bolt"}]}, "when[0].refused: there is no option 'plya'; did you"),
    ({"when": [{"refused": "play bold"}]}, "there is no card 'bold'; did you mean bolt?"),
    ({"when": [{"refused": "rest bolt"}]}, "is about nothing, not 'bolt'"),
    ({"when": [{"refused": "play bolt"}]}, 'expected "play bolt" refused, found play bolt@0, play'),
    ({"when": [{"refused": "play"}]}, 'expected "play" refused, found play bolt'),
    ({"when": [{"refused": {"choose": "play", "card": "bold"}}]}, "there is no card 'bold'"),
    ({"when": [{"refused": {"pick": ["bold"]}}]}, "there is no card 'bold'"),
    ({"when": [{"refused": {"pick": [3]}}]}, "is about a card, not 3"),
]

GIVENS = [
    ({"given": {"players": []}}, "given: given needs at"),
    ({"given": {"at": "onParty"}}, "given.at: there is no event 'onParty'"),
    ({"given": {"at": "onTick"}}, "given.at: onTick was not reached by default answers"),
    ({"given": {**GIVEN, "seat": 5}}, "given.seat: there is no seat 5"),
    (
        {"given": {**GIVEN, "match": {"startPlayer": 5}}},
        "given.match.startPlayer: there is no seat",
    ),
    (
        {"given": {**GIVEN, "match": {"rond": 2}}},
        "given.match.rond: there is no field of the match",
    ),
    (
        {"given": {**GIVEN, "match": {"phase": "dawn"}}},
        "given.match.phase: there is no value 'dawn'",
    ),
    ({"given": {**GIVEN, "match": {"round": "two"}}}, 'a number belongs here, not "two"'),
    ({"given": {**GIVEN, "match": {"round": True}}}, "a number belongs here, not true"),
    ({"given": {**GIVEN, "players": [{}] * 4}}, "given.players[3]: there is no seat 3"),
    ({"given": {**GIVEN, "players": [{"man": 2}]}}, "'man'; did you mean mana?"),
    (
        {"given": {**GIVEN, "players": [{"mana": 11}]}},
        "given.players[0].mana: mana is at most 10, not",
    ),
    ({"given": {**GIVEN, "players": [{"mana": -1}]}}, "mana is at least 0, not -1"),
    ({"given": {**GIVEN, "cards": {"y": {"health": 11}}}}, "health is at most 10, not 11"),
    ({"given": {**GIVEN, "cards": {"y": {"wings": 2}}}}, "there is no field of the beast 'wings'"),
    ({"given": {**GIVEN, "cards": {"z": {}}}}, "given.cards.z: there is no card 'z'"),
    (
        {"given": {**GIVEN, "players": [{"hand": "bolt"}]}},
        "a list of cards belongs here, not 'bolt'",
    ),
    ({"given": {**GIVEN, "players": [{"hand": [1]}]}}, "the name of a card belongs here, not 1"),
    ({"given": {**GIVEN, "zones": {"moon": []}}}, "given.zones.moon: there is no zone 'moon'"),
    ({"given": {**GIVEN, "zones": {"hand": []}}}, "hand is a zone of players"),
    (
        {"given": {**GIVEN, "zones": {"field": ["x", "x"]}}},
        "given.zones.field[1]: there are not that",
    ),
    (
        {"given": {**GIVEN, "zones": {"field": ["bolt#1"]}}},
        "copies are numbered in the order in which given lays them: bolt, not bolt#1",
    ),
    (
        {"given": {**GIVEN, "zones": {"field": ["bolt"]}}},
        "given.zones.field[0]: there are not that many bolt (2 in all)",
    ),
    ({"given": {**GIVEN, "zones": {"field": ["x@0"]}}}, "there are not that many x@0 (1 in all)"),
    ({"given": {**GIVEN, "zones": {"field": ["x@7"]}}}, "there is no seat 7"),
    ({"given": {**GIVEN, "zones": {"field": ["bolt#0"]}}}, "copies are counted from 1"),
    (
        {"given": {**GIVEN, "players": [{"den": ["x", "y"]}]}},
        "given.players[0].den: 1 belongs here",
    ),
    (
        {"given": {**GIVEN, "zones": {}, "players": [{"nest": ["x", "y"]}]}},
        "given.players[0].nest[0]: x had to leave for a card that arrived later",
    ),
    (
        {"given": {**GIVEN, "context": {"playerUID": 0}}},
        "given.context.playerUID: there is no value",
    ),
    ({"given": {**GIVEN, "rest": "full"}}, 'given.rest: "empty" belongs here, not "full"'),
    ({"seats": 7}, "is for 2 or 3 players, not 7"),
    ({"options": {"loud": True}}, "options: tiny has no option loud"),
]

FACTS = [
    ({"moon": 1}, "then.moon: a fact is over, winner"),
    ({"cards.z.health": 1}, "there is no card 'z'"),
    ({"cards.x.wings": 1}, "there is no fact of a card 'wings'"),
    ({"cards.x.health.count": 1}, "this is a number; count is of lists"),
    ({"cards.x.health.now": 1}, "there is no card 'x.health'"),
    ({"players.0.wings": 1}, "there is no fact of a player 'wings'"),
    ({"players.0.mana.now": 9}, "a fact is over"),
    ({"players.0.hand.cuont": {"not": 3}}, "a fact is over"),
    ({"players.7.mana": 1}, "there is no seat 7; there are 0 to 2"),
    ({"match.rond": 1}, "'rond'; did you mean round?"),
    ({"zones.shp": []}, "there is no zone 'shp'"),
    ({"zones.hand": []}, "hand is a zone of players"),
    ({"seen.7.zones.field": []}, "there is no seat 7"),
    ({"seen.0.players.7.hand": []}, "there is no seat 7"),
    ({"seen.0.zones.feild": []}, "'feild'; did you mean field?"),
    ({"seen.0.players.0.hnad": []}, "'hnad'; did you mean hand?"),
    ({"events.onHti": 0}, "there is no event 'onHti'; did you mean onHit"),
    ({"events.onHit.bfore": 0}, "there is no event 'onHit.bfore'"),
    ({"logged": {"hasNot": ["notd"]}}, "there is no message of the log 'notd'; did you mean noted"),
    ({"logged": {"hasNot": [{"noted": {"amuont": 3}}]}}, "'amuont'; did you mean amount?"),
    ({"logged": {"hasNot": [{"noted": {"card": "dcie"}}]}}, "'dcie'; did you mean dice?"),
    ({"logged": {"hasNot": [{"noted": {"amount": "dice"}}]}}, 'this is a number, not "dice"'),
    ({"prompt": {"not": "trun"}}, "there is no prompt 'trun'; did you mean turn?"),
    ({"asked": {"not": 7}}, "there is no seat 7"),
    ({"winner": {"not": 7}}, "there is no seat 7"),
    ({"standings": {"not": [[7]]}}, "there is no seat 7"),
    ({"offered": {"hasNot": ["plya bolt"]}}, "there is no option 'plya'; did you mean play?"),
    ({"offered": {"hasNot": ["play bold"]}}, "there is no card 'bold'"),
    ({"zones.field": {"hasNot": ["z"]}}, "there is no card 'z'"),
    ({"players.0.hand": {"not": ["z"]}}, "there is no card 'z'"),
    ({"cards.dice.school": {"not": "frie"}}, "there is no value 'frie'; did you mean fire?"),
    ({"match.phase": {"not": "nigth"}}, "there is no value 'nigth'; did you mean night?"),
    ({"cards.x.zone": {"not": "feild"}}, "'feild'; did you mean field?"),
    ({"cards.x.owner": {"not": 7}}, "there is no seat 7"),
    (
        {"players.0.mana": {"has": [9]}},
        "this is a number, of which can be said not, min, max, not has",
    ),
    ({"players.0.mana": {"max": "9"}}, 'this is a number, not "9"'),
    ({"players.0.mana": "9"}, 'this is a number, not "9"'),
    ({"players.0.mana": {}}, "there is nothing in it; not, min, max can be said"),
    ({"players.0.hand": {"min": 1}}, "this is a list of cards, of which can be said"),
    ({"players.0.hand": {"has": []}}, "an empty list says nothing here"),
    ({"players.0.hand": {"has": "bolt"}}, "a list belongs here"),
    ({"players.0.hand": 2}, "a list belongs here"),
    ({"cards.dice.school": ["fire"]}, "a name belongs here, not ['fire']"),
    ({"prompt": ["turn"]}, "there is no prompt ['turn']"),
    ({"over": 0}, "this is true or false, not 0"),
    ({"values.welth": 1}, "there is no defined value 'welth'; did you mean wealth?"),
    ({"values.wealth": 1}, "wealth needs player (player)"),
    ({"values.wealth": {"with": {"plyer": 0}, "is": 1}}, "'plyer'; did you mean player?"),
    ({"values.wealth": {"with": {"player": 7}, "is": 1}}, "there is no seat 7"),
    ({"values.yours": {"wiht": {}, "is": 1}}, "'wiht'; did you mean with?"),
]


@pytest.mark.parametrize(
    ("change", "words"),
    [*FORM, *ANSWERS, *GIVENS, *(({"then": then}, words) for then, words in FACTS)],
)
def test_what_cannot_be_is_an_error_with_place_and_way_out(play, change, words):
    failures = play(**{"given": GIVEN, **change})
    assert len(failures) == 1
    assert words in failures[0]


def test_a_scenario_without_a_name_or_that_is_no_object_is_an_error(tmp_path):
    pack = build(tmp_path, main=FLOW, cards=CARDS)
    assert [str(f) for f in Player(pack, {"then": HOLDS}).play()] == [
        "a scenario without a name: its name is missing"
    ]
    assert "an object belongs here" in str(Player(pack, ["then"]).play()[0])  # type: ignore[arg-type]


def test_all_mistakes_of_the_form_and_all_wrong_facts_are_told_at_once(play):
    assert len(play(when=[{"walk": 1}, {"default": "x"}])) == 2
    assert len(play(then={"moon": 1, "players.0.man": 1, "players.0.mana": 8})) == 3


def test_a_card_that_fails_fails_the_scenario_and_not_the_run(tmp_path):
    broken = spell("broken", on_play({"type": "note", "amount": "1 // {match.total}"}))
    pack = build(tmp_path, main=FLOW, cards=[*CARDS, broken])
    given = {**GIVEN, "players": [{"hand": ["broken", "bolt"]}]}
    when = [{"choose": "play", "card": "broken"}]
    (failure,) = Player(pack, {"name": "s", "given": given, "when": when, "then": HOLDS}).play()
    assert str(failure).startswith("s: when[0]: this fails: t.spell.broken: ")


def test_cards_are_named_by_id_end_or_name_in_any_language(play):
    zones = {"field": ["史莱姆", "t.beast.x"], "pile.I": ["big.boss", "small.boss"]}
    given = {**GIVEN, "zones": zones, "cards": {"Slime Ball": {"health": 2}}}
    then = {
        "zones.field": ["slime ball", "x"],
        "cards.Slime Ball.health": 2,
        "cards.史莱姆.zone": "field",
        "cards.t.beast.x.health": 10,
        "zones.pile.I": ["big.boss", "small.boss"],
        "zones.pile.I.count": 2,
        "cards.dice.school": "fire",
        "printed.bolt.school": {"not": "ice"},
    }
    assert play(given=given, then=then) == []
    for name, ids in (
        ("boss", "t.beast.big.boss or t.beast.small.boss"),
        ("twin", "king.slime or t"),
    ):
        (failure,) = play(then={f"cards.{name}.health": 10})
        assert f"'{name}' may be t.beast." in failure
        assert ids in failure


def test_a_copy_is_told_from_the_others_of_its_name(play):
    then = {"players.0.hand": ["bolt#1", "dice"], "cards.bolt@0.owner": 0, "cards.bolt@1.owner": 1}
    assert play(then=then) == []
    assert len(play(then={"players.0.hand": ["bolt#2", "dice"]})) == 1
    given = {**GIVEN, "players": [{"hand": ["bolt", "bolt"]}]}
    assert play(given=given, then={"players.0.hand": ["bolt@0#1", "bolt@0#2"]}) == []


def test_each_of_several_expected_is_another_one(play):
    assert play(then={"players.0.hand": {"has": ["bolt", "dice"]}}) == []
    assert len(play(then={"players.0.hand": {"has": ["bolt", "bolt"]}})) == 1
    assert len(play(then={"players.0.hand": {"anyOrder": ["bolt", "bolt"]}})) == 1
    assert play(then={"offered": {"anyOrder": ["rest", "play", "play bolt"]}}) == []


def test_what_is_not_given_is_empty_where_the_rest_is(play):
    given = {**GIVEN, "zones": {}, "players": [{}, {"hand": ["x"]}], "cards": {}}
    when = [{"default": 1}]
    assert play(given={**given, "rest": "empty"}, then={"players.0.hand": []}) == []
    given["players"] = [{"hand": ["dice"], "deck": ["x"]}, {}]
    then = {"players.0.hand": ["dice"], "players.0.deck": ["x"], "zones.field": []}
    assert play(given={**given, "rest": "empty"}, when=when, then=then) == []


def test_the_rest_loses_its_fields_and_leaves_its_zones(tmp_path):
    laid = [
        {"type": "move", "target": {"chooser": "cards", "zone": "box"}, "to": "field"},
        {
            "type": "set",
            "of": {"chooser": "cards", "zone": "field"},
            "field": "health",
            "amount": 1,
        },
    ]
    beasts = [beast("x"), beast("y"), beast("z")]
    pack = build(tmp_path, main=[*laid, *FLOW], cards=beasts)
    given = {"at": "onCast", "zones": {"pile.I": ["x"]}, "cards": {"y": {"health": 3}}}
    kept = {"zones.field": ["y", "z"], "cards.x.health": 1, "cards.z.health": 1}
    empty = {"zones.field": [], "zones.pile.I": ["x"], "zones.box": ["y", "z"],
        "cards.x.health": 10, "cards.y.zone": "box"}  # fmt: skip
    for rest, then in (({}, kept), ({"rest": "empty"}, empty)):
        assert Player(pack, {"name": "s", "given": {**given, **rest}, "then": then}).play() == []


def test_log_lines_are_expected_with_arguments(play):
    when = [{"choose": "play", "card": "dice"}]
    line = {"noted": {"amount": 6, "card": "dice"}}
    assert play(when=when, then={"logged": [line], "logged.count": 1}) == []
    assert play(when=when, then={"logged": ["noted"]}) == []
    assert play(when=when, then={"logged": {"has": [{"noted": {"amount": 6}}]}}) == []
    assert play(when=when, then={"logged": {"hasNot": [{"noted": {"amount": 5}}]}}) == []
    assert len(play(when=when, then={"logged": [{"noted": {"amount": 5}}]})) == 1
    assert len(play(when=when, then={"logged": [{"noted": {"card": "bolt"}}]})) == 1


def test_defined_values_are_facts(play):
    then = {
        "players.0.values.wealth": 18,
        "players.1.values.wealth": {"min": 10},
        "players.1.values.yours": 1,
        "values.yours": 2,
        "values.wealth": {"with": {"player": 0}, "is": {"not": 17}},
        "cards.y.values.might": 3,
        "values.might": {"with": {"card": "x", "more": 5}, "is": 15},
        "values.held": {"with": {"of": ["x", "bolt@1"]}, "is": 2},
    }
    assert play(then=then) == []
    (failure,) = play(then={"players.0.values.wealth": 17})
    assert "then.players.0.values.wealth: expected 17, found 18" in failure
