"""What options would do, told before one is taken; each test a rule of it."""

from __future__ import annotations

from random import Random

import pytest
from chrono_table import chrono
from tiny import beast, build, entity, on_play, spell, start

from rules.ground.errors import PackError
from rules.playing import trials
from rules.playing.bots.hidden import redeal
from rules.playing.bots.random import RandomBot
from rules.playing.preview import LEADS, Foretold, foretell, leads_of, view_with_preview
from rules.running.match import Match
from rules.telling.text import Text

SECTIONS = {
    "properties": {"power": {"kind": "spell", "type": "number", "default": 0}},
    "events": {"onFall": {"context": {"beast": "card", "by": "player"}, "subject": "beast"}},
    "preview": {
        "damage": {"event": "onHit", "amount": "amount"},
        "fallen": {"event": "onFall", "by": "by"},
    },
    "define": {
        "doables": {
            "strike": {
                "params": {"amount": "number", "target": "cards"},
                "do": [
                    {
                        "type": "loop",
                        "id": "each",
                        "target": "{target}",
                        "do": [
                            {"type": "hit", "target": "{each.target}", "amount": "{amount}"},
                            {
                                "type": "if",
                                "condition": "{each.target.health} == 0",
                                "do": [
                                    {
                                        "type": "fire",
                                        "event": "onFall",
                                        "with": {"beast": "{each.target}", "by": "{you}"},
                                    }
                                ],
                            },
                        ],
                    }
                ],
            },
            "turn": {
                "params": {"player": "player"},
                "do": [
                    {
                        "type": "choose",
                        "ask": "{player}",
                        "prompt": "turn",
                        "options": [
                            {
                                "id": "play",
                                "each": {"chooser": "cards", "zone": "hand", "of": "{player}"},
                                "do": [
                                    {
                                        "type": "perform",
                                        "at": "onPlay",
                                        "target": "{play}",
                                        "player": "{player}",
                                        "with": {"playerUUID": "{player}"},
                                    }
                                ],
                            },
                            {"id": "pass", "do": []},
                        ],
                    },
                ],
            },
        }
    },
}
FIELD = {
    "type": "move",
    "target": {"chooser": "cards", "where": "{it.kind} == beast"},
    "to": "field",
}
YOU = "{match.startPlayer}"
ALL = {"chooser": "beasts"}
ASKED = {"type": "beastChooser", "ask": "{you}"}


def strike(amount, target=ASKED):
    return {"type": "strike", "amount": amount, "target": target}


def hand(name: str, player: str = YOU, zone: str = "hand") -> dict:
    """The card of this name comes into a zone of a player."""
    where = f"{{it.id}} == t.spell.{name}"
    return {
        "type": "move",
        "target": {"chooser": "cards", "where": where},
        "to": zone,
        "of": player,
    }


def turn(tmp_path, cards, *before, beasts=("wolf", "ox"), more=()) -> Match:
    """A match in which the start player has these cards in hand and may play one of them."""
    dealt = [hand(card["id"].rsplit(".", 1)[-1]) for card in cards]
    every = [*cards, *more, *map(beast, beasts)]
    # What comes after the turn is no part of it.
    main = [FIELD, *dealt, *before, {"type": "turn", "player": YOU}, strike(1, ALL)]
    return start(tmp_path, *main, cards=every, **SECTIONS)


def told(match: Match) -> list[tuple[Foretold, ...]]:
    """What all options of the seat that is asked would do."""
    known = foretell(match, match.choices[0].seat, seconds=60)
    return [tuple(fact for fact in facts if fact.fact != LEADS) for facts in known]


def weaken(name: str, health: int) -> dict:
    return {
        "type": "set",
        "of": {"chooser": "cards", "where": f"{{it.id}} == t.beast.{name}"},
        "field": "health",
        "mode": "set",
        "amount": health,
    }


# -- numbers ---------------------------------------------------------------------------------------


def test_a_bonus_raises_the_number(tmp_path):
    bonus = {"property": "power", "mode": "add", "amount": 3, "duration": "always"}
    aura = {"type": "addModifiers", "modifiers": [{**bonus, "where": "{it.kind} == spell"}]}
    bolt = spell("bolt", on_play(strike("2 + {this.power}", ALL)))
    plain, passing = told(turn(tmp_path / "plain", [bolt]))
    assert plain == (Foretold("damage", 0, "amount", 2, 2),)
    assert passing == ()
    raised, _ = told(turn(tmp_path / "raised", [bolt], aura))
    assert raised == (Foretold("damage", 0, "amount", 5, 5),)


def test_each_target_says_what_it_would_get_and_whether_it_would_fall(tmp_path):
    match = turn(tmp_path, [spell("bolt", on_play(strike(4)))], weaken("ox", 4))
    wolf, ox = entity(match, "wolf"), entity(match, "ox")
    assert told(match)[0] == (
        Foretold("damage", 0, "amount", 4, 4),
        Foretold("fallen", ox, "can", 0, 1),
    )
    match.answer(0, (0,))
    assert told(match) == [
        (Foretold("damage", wolf, "amount", 4, 4),),
        (Foretold("damage", ox, "amount", 4, 4), Foretold("fallen", ox, "sure", 1, 1)),
    ]


def test_who_is_immune_gets_0(tmp_path):
    guard = {
        "event": "onHit",
        "when": "before",
        "mode": "always",
        "owner": YOU,
        "condition": "{onHit.beast.id} == t.beast.ox",
        "do": [{"type": "cancel"}],
    }
    guarded = {"type": "addTriggers", "triggers": [guard]}
    match = turn(tmp_path, [spell("bolt", on_play(strike(4)))], guarded)
    ox = entity(match, "ox")
    assert told(match)[0] == (Foretold("damage", 0, "amount", 0, 4),)
    match.answer(0, (0,))
    assert told(match)[1] == (Foretold("damage", ox, "amount", 0, 0),)


def test_a_word_that_asks_for_another_one_is_not_the_end(tmp_path):
    """The target is chosen in a word of its own, before the card acts."""
    aim = {"params": {}, "do": [{"type": "let", "id": "whom", "value": ASKED}],
           "result": {"cards": "{whom}"}}  # fmt: skip
    sections = {**SECTIONS, "define": {"doables": {**SECTIONS["define"]["doables"], "aim": aim}}}
    aimed = {"type": "aim", "id": "aimed"}
    bolt = spell("bolt", on_play(aimed, strike(4, "{aimed.cards}")))
    main = [FIELD, hand("bolt"), {"type": "turn", "player": YOU}, strike(1, ALL)]
    cards = [bolt, beast("ox"), beast("wolf")]
    match = start(tmp_path, *main, cards=cards, **sections)
    match.answer(0, (0,))
    assert told(match)[0] == (Foretold("damage", entity(match, "ox"), "amount", 4, 4),)


def test_hits_add_up(tmp_path):
    thrice = {"type": "loop", "times": 3, "do": [strike(2, ALL)]}
    match = turn(tmp_path, [spell("volley", on_play(thrice))])
    assert told(match)[0] == (Foretold("damage", 0, "amount", 6, 6),)


def test_a_die_tells_its_whole_range_and_what_may_happen(tmp_path):
    aim = {"type": "let", "id": "aim", "value": ASKED}
    roll = {"type": "roll", "id": "die", "sides": 6}
    gamble = spell("gamble", on_play(aim, roll, strike("{die.result}", "{aim}")))
    match = turn(tmp_path, [gamble], weaken("ox", 5))
    ox = entity(match, "ox")
    match.answer(0, (0,))
    assert told(match)[1] == (
        Foretold("damage", ox, "amount", 1, 6),
        Foretold("fallen", ox, "may", 0, 1),
    )


def test_what_others_decide_is_chance(tmp_path):
    menu = {
        "type": "choose",
        "ask": "{you.next}",
        "prompt": "mercy",
        "options": [{"id": "yes", "do": []}, {"id": "no", "do": [strike(5, ALL)]}],
    }
    match = turn(tmp_path, [spell("plea", on_play(menu))])
    assert told(match)[0] == (Foretold("damage", 0, "amount", 0, 5),)


# -- secrets ---------------------------------------------------------------------------------------


def test_what_depends_on_a_hidden_card_is_not_told(tmp_path):
    peek = spell("peek", on_play(strike("{you.deck.top.power}", ALL)))
    known = strike(3, ALL)
    drawing = spell("drawing", on_play({"type": "move", "target": "{you.deck.top}", "to": "discard",
                                        "of": "{you}"}, known))  # fmt: skip
    deck = [spell(f"page{power}", power=power) for power in range(8)]
    before = [hand(card["id"].rsplit(".", 1)[-1], zone="deck") for card in deck]
    match = turn(tmp_path, [peek, drawing], *before, more=deck)
    assert told(match)[0] == ()
    assert told(match)[1] == (Foretold("damage", 0, "amount", 3, 3),)


def deals_of(match, monkeypatch) -> int:
    """How many deals it takes to tell what the only option of a match would do."""
    made = []
    monkeypatch.setattr(trials, "redeal", lambda *args: made.append(args) or redeal(*args))
    told(match)
    return len(made)


EVERYWHERE = {"chooser": "cards", "where": "{it.health} == 10"}


@pytest.mark.parametrize(
    ("does", "looks"),
    [
        (strike(3, ALL), False),
        (strike("{you.deck.count}", ALL), False),  # how many there are everybody knows
        (strike("{you.deck.top.power}", ALL), True),
        (strike(3, EVERYWHERE), True),
    ],
)
def test_only_what_looks_at_hidden_cards_is_tried_with_more_deals(
    tmp_path, monkeypatch, does, looks
):
    deck = [spell(f"page{power}", power=power) for power in range(8)]
    before = [hand(card["id"].rsplit(".", 1)[-1], zone="deck") for card in deck]
    match = turn(tmp_path, [spell("sight", on_play(does))], *before, more=deck)
    assert (deals_of(match, monkeypatch) > 1) == looks


def test_a_trap_in_another_hand_is_not_told(tmp_path):
    trap = {"event": "onHit", "when": "before", "mode": "inPlay", "do": [{"type": "cancel"}]}
    snare = spell("snare", {"at": "onArrive", "do": [{"type": "addTriggers", "triggers": [trap]}]})
    laid = {
        "type": "perform",
        "at": "onArrive",
        "target": {"chooser": "cards", "where": "{it.id} == t.spell.snare"},
        "player": "{match.startPlayer.next}",
        "with": {"playerUUID": "{match.startPlayer.next}"},
    }
    cards = [spell("bolt", on_play(strike(4, ALL)))]
    match = turn(tmp_path, cards, hand("snare", f"{YOU[:-1]}.next}}"), laid, more=[snare])
    assert any(trigger.source == entity(match, "snare") for trigger in match.triggers.values())
    assert told(match)[0] == (Foretold("damage", 0, "amount", 4, 4),)
    match.answer(0, (0,))
    health = match.program.layout.fields["beast", "health"]
    assert match.state[health.base + entity(match, "ox")] == 10  # it works


@pytest.mark.parametrize("seed", range(4))
def test_matches_that_look_the_same_from_a_seat_tell_the_same(seed):
    match, bot = Match.new(chrono(), 4, seed), RandomBot(seed)
    told_once = False
    for number in range(240):
        choice = match.choices[0]
        if number % 6 == 0 and choice.maximum == 1:
            here = foretell(match, choice.seat, seconds=60)
            for other in range(2):
                elsewhere = redeal(match, choice.seat, Random(other))
                assert foretell(elsewhere, choice.seat, seconds=60) == here
            told_once |= any(here)
        match.answer(choice.seat, bot.choose(match, choice.seat))
    assert told_once


# -- harmless --------------------------------------------------------------------------------------


def test_nothing_changes(tmp_path):
    match = turn(tmp_path, [spell("bolt", on_play(strike(4)))])
    before, lines = match.hash(), len(match.log)
    told(match)
    view_with_preview(match, 0)
    assert (match.hash(), len(match.log), match.journal) == (before, lines, [])


def test_a_card_that_fails_or_never_ends_tells_nothing_and_the_others_do(tmp_path):
    endless = {"type": "while", "condition": "{you.mana} >= 0", "do": [strike(1, ALL)]}
    broken = {"type": "loop", "times": 1_000_000, "do": []}
    cards = [
        spell("broken", on_play(strike(1, ALL), broken)),
        spell("bolt", on_play(strike(4, ALL))),
        spell("endless", on_play(endless)),
    ]
    first, bolt, last, _ = told(turn(tmp_path, cards))
    assert (first, last) == ((), ())
    assert bolt == (Foretold("damage", 0, "amount", 4, 4),)


def test_without_time_nothing_is_told(tmp_path):
    match = turn(tmp_path, [spell("bolt", on_play(strike(4)))])
    assert foretell(match, 0, seconds=0) == ((), ())


def test_a_pack_without_the_section_tells_nothing(tmp_path):
    sections = {**SECTIONS, "preview": {}}
    cards = [spell("bolt", on_play(strike(4))), beast("ox")]
    main = [FIELD, hand("bolt"), {"type": "turn", "player": YOU}]
    match = start(tmp_path, *main, cards=cards, **sections)
    assert foretell(match, 0) == ((), ())


# -- the section and the view ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"event": "onNone"}, "preview.x.event: there is no event 'onNone'; there are onHit,"),
        ({"event": "onTick"}, "preview.x.event: onTick has no subject to which it happens"),
        (
            {"event": "onHit", "amount": "by"},
            "preview.x.amount: a number of onHit belongs here, not 'by'; it has amount",
        ),
        (
            {"event": "onHit", "by": "amount"},
            "preview.x.by: a player of onHit belongs here, not 'amount'; it has by",
        ),
        ({"event": "onHit", "when": 1}, "preview.x.when: an entry has event, amount and by"),
        ("onHit", "preview.x: an object with event, amount and by belongs here"),
    ],
)
def test_what_is_wrong_with_an_entry(tmp_path, entry, said):
    with pytest.raises(PackError) as error:
        build(tmp_path, preview={"x": entry})
    assert said in str(error.value)


def test_the_view_says_it_with_the_options_and_the_text_in_words(tmp_path):
    words = {"en": {"preview": {"damage": "{amount} damage"}}}
    cards = [spell("bolt", on_play(strike(4)))]
    main = [FIELD, hand("bolt"), weaken("ox", 4), {"type": "turn", "player": YOU}]
    every = [*cards, beast("ox"), beast("wolf")]
    match = start(tmp_path, *main, cards=every, words=words, **SECTIONS)
    played, passed = view_with_preview(match, 0)["choices"][0]["options"]
    ox = entity(match, "ox")
    assert "preview" not in passed
    assert played["preview"] == [
        {"fact": "damage", "entity": 0, "how": "amount", "low": 4, "high": 4, "id": None},
        {"fact": "fallen", "entity": ox, "how": "can", "low": 0, "high": 1, "id": "t.beast.ox"},
    ]
    assert Text(match.game, "en").foretold_text(played["preview"]) == "4 damage, fallen: ox"
    assert "preview" not in str(view_with_preview(match, 1)["choices"])


# -- what comes next -------------------------------------------------------------------------------


def leads(match: Match) -> list[list[int]]:
    return list(map(leads_of, foretell(match, match.choices[0].seat, seconds=60)))


def test_an_option_tells_out_of_which_cards_it_has_one_choose_next(tmp_path):
    """Also where only one of them is left, so that nobody is asked; and no further question."""
    twice = on_play(strike(4), strike(1, {**ASKED, "where": "{it.health} < 10"}))
    match = turn(tmp_path / "two", [spell("bolt", twice)])
    wolf, ox = entity(match, "wolf"), entity(match, "ox")
    assert leads(match) == [[wolf, ox], []]
    alone = turn(tmp_path / "one", [spell("bolt", on_play(strike(4)))], beasts=["wolf"])
    assert leads(alone) == [[entity(alone, "wolf")], []]


def test_what_leads_on_in_hidden_cards_is_not_told(tmp_path):
    found = {
        "type": "move",
        "target": {"type": "cardChooser", "ask": "{you}", "from": "{you.deck}"},
    }
    seeks = spell("seek", on_play({**found, "to": "discard", "of": "{you}"}))
    more = [spell("one"), spell("two")]
    hides = [hand(name, zone="deck") for name in ("one", "two")]
    assert leads(turn(tmp_path, [seeks], *hides, more=more)) == [[], []]
