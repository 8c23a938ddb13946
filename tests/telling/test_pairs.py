"""Programs that play otherwise say other sentences, in both languages."""

from __future__ import annotations

import re
from itertools import combinations, islice

import pytest
from telling.pairs import Forms, programs_of, programs_of_cards, sentence_of, shipped, told_alike

from rules.telling.phrasebook import LANGUAGES
from rules.workshop.headings import usual_kind

NEXT = "{you.next}"
HAND = {"type": "cardChooser", "ask": "{you}", "from": "{you.hand}"}
TOP = {"chooser": "cards", "zone": "library", "of": "{you}", "top": 3}
ENDS = {"event": "onRoundEnd", "do": [{"type": "regenMana", "amount": 1}]}
COSTS = {"property": "manaCost", "amount": 2}
TURNS = {"event": "onTurnStart", "do": [{"type": "draw"}]}


def doing(*doables):
    return [{"at": "onPlay", "do": list(doables)}]


def used(*doables):
    return [{"at": "onEffect", "do": list(doables)}]


def lasting(trigger):
    return doing({"type": "addTriggers", "triggers": [trigger]})


DRAWS = {"type": "drawCards"}
BEAST = {"$": "==", "items": ["{it.tribe}", "beast"]}
CHARACTER = {"type": "characterChooser", "ask": "{you}"}
RANDOM = {"type": "pick", "id": "one"}
RUSH = {"type": "addModifiers", "modifiers": [
    {"property": "hasRush", "amount": 1, "on": {"chooser": "yourOtherMinions"}}]}  # fmt: skip


def named(value, *doables, id="a"):
    return doing({"type": "let", "id": id, "value": value}, *doables)


def chosen(kind, *doables):
    return named({"type": f"{kind}Chooser", "ask": "{you}"}, *doables)


#: By what is told apart: the game, and programs of which no two are told alike.
APART = {
    "who it is done for": ("duel", [
        doing({"type": "draw", "amount": 2}), doing({"type": "draw", "amount": 2, "player": NEXT}),
    ]),
    "of whom a deed is": ("knave", [
        [{"at": "onUse", "do": [{"type": "regain", "sides": 6, **who}]}]
        for who in ({}, {"player": NEXT})
    ]),
    "of which property a word is": ("knave", [
        [{"at": "whenever", "event": "onRoom", "do": [{"type": "helpAll"}],
            "condition": {"$": "==", "items": [f"{{onRoom.card.{name}}}", "none"]}}]
        for name in ("trouble", "ability")
    ]),
    "whose hand a card is put into": ("duel", [
        doing({"type": "putIntoHand", "card": "duel.minion.token.jar_demon"}),
        doing({"type": "putIntoHand", "card": "duel.minion.token.jar_demon", "player": NEXT}),
    ]),
    "what is discarded": ("duel", [
        doing({"type": "discard"}),
        doing({"type": "discard", "target": {"chooser": "cards", "zone": "hand", "of": "{you}",
            "by": "{it.manaCost}", "bottom": 1}}),
    ]),
    "which of several by their order": ("duel", [
        doing({"type": "destroy", "target": {"chooser": "cards", "from": pool, **order}})
        for pool in ("{you.hand}", {"chooser": "minions"})
        for order in ({}, {"by": "{it.manaCost}", "top": 1}, {"by": "{it.manaCost}", "bottom": 1},
            {"by": "{it.manaCost}", "top": 2}, {"top": 1})
    ]),
    "one of all players, one of the others": ("chrono", [
        named({"type": "playerChooser", "ask": "{you}", "from": {"chooser": pool}},
            {"type": "mana", "amount": -3, "target": "{a}"}) for pool in ("players", "others")
    ]),
    "how long something is waited for": ("duel", [
        lasting(TURNS), lasting({**TURNS, "until": {"event": "onTurnEnd"}}),
        lasting({**TURNS, "until": {"event": "onDraw"}}),
    ]),
    "how long a change lasts": ("duel", [
        doing({"type": "addModifiers", "modifiers": {"on": CHARACTER, "change": {"attack": 2},
            "duration": duration, **until}})
        for duration in ("always", "turn") for until in ({}, {"until": {"event": "onTurnStart"}},
            {"until": {"event": "onTurnStart", "condition": "{onTurnStart.playerUUID} == {you}"}})
    ]),
    "before and after": ("duel", [
        lasting({**TURNS, "event": "onDraw"}),
        lasting({**TURNS, "event": "onDraw", "when": "before"}),
    ]),
    "of which card an event is": ("duel", [
        lasting({**TURNS, "event": "onHeal"}),
        lasting({**TURNS, "event": "onHeal", "of": "{this}"}),
        lasting({**TURNS, "event": "onHeal", "of": "{you.hero}"}),
    ]),
    "how many are chosen": ("duel", [
        doing({"type": "destroy", "target": {"type": "minionChooser", "ask": "{you}", **limits}})
        for limits in ({}, {"minimum": 0}, {"maximum": 2}, {"minimum": 2, "maximum": 2})
    ]),
    "how many are chosen of a zone": ("duel", [
        doing({"type": "destroy", "target": {**HAND, **limits}})
        for limits in ({}, {"minimum": 0}, {"maximum": 2}, {"minimum": 2, "maximum": 2},
            {"minimum": 0, "maximum": 2}, {"minimum": 2, "maximum": 3})
    ]),
    "all of the top cards, one of them, by chance": ("duel", [
        doing({"type": "destroy", "target": TOP}),
        doing({"type": "destroy", "target": {**HAND, "from": TOP}}),
        doing({"type": "destroy", "target": {**HAND, "from": TOP, "maximum": 2}}),
        *(doing({**RANDOM, "from": TOP, "amount": n}, {"type": "destroy", "target": "{one}"})
            for n in (1, 2)),
    ]),
    "who chooses": ("duel", [
        doing({"type": "destroy", "target": {"type": "minionChooser", "ask": who}})
        for who in ("{you}", NEXT)
    ]),
    "who chooses what is done": ("duel", [
        doing({"type": "choose", "ask": who, "prompt": "choose", "options": [
            {"id": "first", "do": [{"type": "draw"}]}, {"id": "second", "do": []}]})
        for who in ("{you}", NEXT)
    ]),
    "health and full health": ("duel", [
        doing({"type": "damage", "amount": amount, "target": "{you.hero}"})
        for amount in ("{target.left}", "{target.health}", "{target.healthSeen}")
    ]),
    "the target and the card itself": ("duel", [
        doing({"type": "let", "id": "a", "value": {"type": "minionChooser", "ask": "{you}"}},
            {"type": "becomeAttack", "target": "{a}", "amount": "{a.health}"}),
        doing({"type": "becomeAttack", "amount": "{you.hero.health}",
            "target": {"type": "minionChooser", "ask": "{you}"}}),
    ]),
    "discard up to 2 cards, draw that many cards": ("duel", [
        named("{you.hand.count}", {"type": "discard", "amount": 2},
            {"type": "draw", "amount": "{a}"}),
        doing({"type": "let", "id": "c", "value": {**HAND, "minimum": 0, "maximum": 2}},
            {"type": "let", "id": "a", "value": "{c.count}"},
            {"type": "discard", "target": "{c}", "amount": "{a}"},
            {"type": "draw", "amount": "{a}"}),
        doing({"type": "discard", "amount": 2}, {"type": "draw", "amount": "{you.hand.count}"}),
    ]),
    "draw a beast": ("duel", [
        doing({"type": "drawCard", "card": {"type": "cardChooser", "ask": "{you}", "from": pool}})
        for pool in ({"chooser": "cards", "zone": "library", "of": "{you}", "where": BEAST},
            {"chooser": "cards", "zone": "library", "where": BEAST})
    ]),
    "the top beast and the top card": ("duel", [
        doing({"type": "drawCard", "card": {"chooser": "cards", "zone": "library", "of": "{you}",
            "top": 1, **where}}) for where in ({}, {"where": BEAST})
    ]),
    "give your other minions rush": ("duel", [
        [{"at": at, "do": [RUSH]}] for at in ("onPlay", "onUse", "onEnter", "onHold", "onShelve")
    ]),
    "deal 3 damage to a character, freeze a character": ("duel", [
        doing({"type": "damage", "amount": 3, "target": CHARACTER},
            {"type": "freeze", "target": CHARACTER}),
        chosen("character", {"type": "damage", "amount": 3, "target": "{a}"},
            {"type": "freeze", "target": "{a}"}),
    ]),
    "set the attack of a minion to its health": ("duel", [
        chosen("minion", {"type": "becomeAttack", "target": "{a}", "amount": amount})
        for amount in ("{a.left}", "{this.left}", "{a.health}", "{this.health}")
    ]),
    "a card and the target of its event": ("duel", [
        lasting({"event": "onPlay", "do": [{"type": "freeze", "target": f"{{onPlay.{which}}}"}]})
        for which in ("cardUUID", "targetUUID")
    ]),
    "a truth and a number": ("duel", [
        doing({"type": "draw", "amount": amount}) for amount in (
            {"$": ">", "items": ["{you.mana}", 3]}, "{you.mana}", 1)
    ]),
    "3/3 for becomes and +3/+3": ("duel", [
        doing({"type": "become", "target": "{this}", "attack": 3, "health": 3}),
        doing({"type": "addModifiers", "modifiers": [
            {"on": "{this}", "change": {"attack": 3, "health": 3}}]}),
    ]),
    "with room for a minion and without": ("duel", [
        [{"at": "secret", "event": "onAttack", "when": "before", "do": [{"type": "draw"}], **given}]
        for given in ({}, {"condition": {
            "type": "CanGuard", "attacker": "{onAttack.attackerUUID}"}})
    ]),
    "printed and present keywords": ("duel", [
        doing({"type": "addModifiers", "modifiers": [
            {"property": name, "of": "{this}", "amount": 1}]})
        for name in ("taunt", "hasTaunt")
    ]),
    "brackets in sums and conditions": ("duel", [
        doing({"type": "draw", "amount": amount}) for amount in (
            {"$": "-", "items": [{"$": "-", "items": [20, "{you.mana}"]}, 3]},
            {"$": "-", "items": [20, {"$": "-", "items": ["{you.mana}", 3]}]})
    ]),
    "damaged and undamaged": ("duel", [
        doing({"type": "destroy", "target": {"type": "enemyMinionChooser", "ask": "{you}",
            **where}}) for where in ({}, {"where": {"type": "Damaged", "card": "{it}"}},
            {"where": {"type": "Not", "condition": {"type": "Damaged", "card": "{it}"}}})
    ]),
    "who makes a judgement, and for what": ("kingdoms", [
        used({"type": "judge", "who": who, **given}) for who in ("{you}", NEXT)
        for given in ({}, {"reason": "{you.weapon.top}"})
    ]),
    "what does damage": ("kingdoms", [
        used({"type": "damage", "to": to, "card": card}) for to in ("{you}", NEXT)
        for card in ("{this}", "{you.weapon.top}")
    ]),
    "damage by this card and by none": ("kingdoms", [
        used({"type": "damage", "to": NEXT, "nature": nature, **source, **card})
        for nature in ("normal", "fire") for source in ({}, {"from": "{you}"}, {"from": NEXT})
        for card in ({}, {"card": "{this}"})
    ]),
    "discarding and putting into the discard pile": ("kingdoms", [
        used({"type": "throwCards", "who": "{you}", "cards": "{you.hand}"}),
        used({"type": "discardCards", "cards": "{you.hand}"}),
        used({"type": "move", "target": "{you.hand}", "to": "discard"}),
    ]),
    "cards of the deck and those as which others count": ("kingdoms", [
        [{"at": "must", "event": "onSlashEffected", "do": [DRAWS], **under}] for under in ({},
            {"condition": {"type": "FromDeck", "card": "{onSlashEffected.card}"}})
    ]),
    "what a question gives and something else": ("kingdoms", [
        used({"type": "drawCards", "amount": {"type": "onWayFrom", "who": "{you}", "from": who,
            "amount": 2}}) for who in ("{you}", NEXT)
    ]),
    "what is normal, or is fire damage": ("kingdoms", [
        [{"at": "must", "event": "onSlashMissed", "do": [DRAWS], "condition": {
            "$": "==", "items": [f"{{onSlashMissed.{card}.nature}}", "normal"]}}]
        for card in ("card", "jink")
    ]),
    "one more slash if that can be": ("kingdoms", [
        [{"at": "mayUse", "event": "onSlashMissed", "when": "after", "do": [DRAWS], **under}]
        for under in ({}, {"condition": {"type": "CanSlashAgain", "who": "{you}",
            "to": "{onSlashMissed.to}"}})
    ]),
    "who lives": ("kingdoms", [
        used({"type": "if", "condition": condition, "do": [DRAWS]})
        for condition in ("{you.alive}", "not {you.alive}", "{you.next.alive}")
    ]),
    "at what a card is done again": ("kingdoms", [
        used({"type": "perform", "target": "{this}", "at": at}) for at in ("onGained", "onLost")
    ]),
    "a change of this card and of all": ("kingdoms", [
        used({"type": "addModifiers", "modifiers": [{"property": "range", "amount": 2, **of}]})
        for of in ({}, {"of": "{this}"})
    ]),
    "armour that is printed and that there is": ("knave", [
        [{"at": "onUse", "do": [{"type": "mendBy", "amount": f"{{this.{armor}}}"}]}]
        for armor in ("armorPrinted", "armor.base")
    ]),
    "what a quest waits for and what a thing does": ("knave", [
        [{"at": "whenever", "event": "onRoom", "do": [{"type": "helpAll"}]}],
        [{"at": "onUse", "do": [{"type": "addTriggers", "triggers": [
            {"event": "onRoom", "mode": "inPlay", "do": [{"type": "helpAll"}]}]}]}],
    ]),
    "a slash and any slash": ("kingdoms", [
        used({"type": "discardCards", "cards": {"chooser": "cards", "zone": "hand", "of": "{you}",
            "where": {"$": "==", "items": [f"{{it.{name}}}", "slash"]}}})
        for name in ("class", "basis")
    ]),
    "armour that can be ignored": ("kingdoms", [
        [{"at": at, "event": "onSlashEffected", "do": [DRAWS]}]
        for at in ("must", "armed", "mayUse")
    ]),
    "you and anybody": ("kingdoms", [
        used({"type": "addTriggers", "triggers": [{"event": "onTurnEnd", "do": [DRAWS], **of}]})
        for of in ({}, {"of": "{you}"},
            {"of": NEXT})
    ]),
    "what goes without saying beside its deed alone": ("kingdoms", [
        [{"at": "mayUse", "event": "onSlashHit", "do": [DRAWS], **under}] for under in ({},
            {"condition": {"type": "HasHorse", "who": "{onSlashHit.to}"}},
            {"condition": {"type": "HasHorse", "who": "{you}"}})
    ]),
    "after how many searches": ("knave", [
        [{"at": "whenever", "event": "onSearch", "do": [
            {"type": "seekThing", "card": "knave.gear.tin_whistle", **given}]}]
        for given in ({}, {"from": 2}, {"searches": 3}, {"from": 2, "searches": 3})
    ]),
    "once it is played": ("chrono", [
        doing({"type": "regenMana", "amount": 1}),
        doing({"type": "whenPlayed", "do": [{"type": "regenMana", "amount": 1}]}),
    ]),
    "hp that is left and hp that is printed": ("chrono", [
        doing({"type": "damage", "amount": amount}) for amount in ("{target.health}", "{target.hp}")
    ]),
    "the end of a round and just before it": ("chrono", [
        lasting(ENDS), lasting({**ENDS, "when": "before"}),
    ]),
    "of which card's effect it is a part": ("chrono", [
        [{"at": "whenever", "event": "onCast", "do": [{"type": "damage", "amount": 2}], **of}]
        for of in ({}, {"spell": "{onCast.cardUUID}"}, {"spell": "{this}"})
    ]),
    "a cost that is changed for good and one until the card moves": ("chrono", [
        doing({"type": "manaCost", "amount": 2, "target": HAND}),
        doing({"type": "addModifiers", "modifiers": [{**COSTS, "on": HAND}]}),
    ]),
    "the cost of this card and of all": ("chrono", [
        doing({"type": "addModifiers", "modifiers": [{**COSTS, **of}]})
        for of in ({}, {"of": "{this}"}, {"where": {"$": "==", "items": ["{it.owner}", "{you}"]}})
    ]),
    "a cost from the play on and a printed one": ("chrono", [
        doing({"type": "manaCost", "amount": 2, "target": "{this}"}),
        [{"at": "always", "modifiers": [COSTS]}],
    ]),
    "whose mana is raised": ("chrono", [
        doing({"type": "addModifiers", "modifiers": [{"property": "mana", "amount": 2, **of}]})
        for of in ({}, {"of": "{you}"}, {"of": "{this.owner}"})
    ]),
    "Resonance at the play, later and now": ("chrono", [
        doing({"type": "resonance", "amount": 3, "do": [{"type": "drawCard"}]}),
        doing({"type": "resonance", "amount": 3}, {"type": "drawCard"}),
        doing({"type": "drawCard"}),
        *(doing({"type": "if", "condition": {"type": word, "amount": 3},
            "do": [{"type": "drawCard"}]}) for word in ("Resonance", "ResonatesNow")),
    ]),
    "Spread at the play and now": ("chrono", [
        doing({"type": "spread", "do": [{"type": "drawCard"}]}),
        doing({"type": "if", "condition": {"$": ">=", "items": ["{you.fireChain}", 1]},
            "do": [{"type": "drawCard"}]}),
    ]),
    "with the effects of this card at work": ("chrono", [
        [{"at": "whenever", "event": "onRoundStart", "do": [{"type": "drawCard"}], **under}]
        for under in ({}, {"condition": {"type": "Active", "monster": "{this}"}})
    ]),
    "in play from the play on and while equipped": ("chrono", [
        lasting({**ENDS, "mode": "inPlay"}),
        [{"at": "whenever", **ENDS}],
    ]),
    "how often it takes damage": ("chrono", [
        doing({"type": "suffer", "amount": 2, "by": "{you}", "times": times}) for times in (
            1, 2, "{you.mana}", {"$": "*", "items": ["{you.mana}", 2]},
            {"$": "+", "items": ["{you.mana}", 3]})
    ]),
    "a die that one may name": ("chrono", [
        doing({"type": word}) for word in ("rollDie", "rollDice")
    ]),
    "a speed as it is and as printed": ("race", [
        [{"at": "onSpeed", "do": [{"type": "draw", "amount": f"{{this.{name}}}"}]}]
        for name in ("now", "speed")
    ]),
    "a weapon, all weapons, minions in play and all cards of minions": ("duel", [
        doing({"type": "destroy", "target": cards}) for cards in (
            "{you.weapon}", {"chooser": "yourMinions"}, *({"chooser": "cards", "where": {"$": "and",
                "items": [{"$": "==", "items": ["{it.owner}", "{you}"]},
                    {"$": "==", "items": ["{it.kind}", kind]}]}} for kind in ("weapon", "minion")))
    ]),
    "who draws": ("race", [
        [{"at": "onSpeed", "do": [{"type": "draw", "player": who}]}]
        for who in ("{you}", NEXT, "{this.owner}", "{match.startPlayer}")
    ]),
    "which slot, and of whom": ("race", [
        [{"at": "onSpeed", "do": [
            {"type": "slotEffect", "player": who, "slot": slot, "do": [{"type": "draw"}]}]}]
        for who in ("{you}", NEXT)
        for slot in (1, 2, *({"type": "slotOf", "card": card} for card in ("{this}", "{you.core}")))
    ]),
    "when a card without speed does something": ("race", [
        [{"at": at, "do": [{"type": "draw"}]}] for at in ("onSpeed", "onReveal", "onTurn")
    ]),
    "what becomes a number and what grows by it": ("chrono", [
        doing({"type": "set", "of": "{you}", "field": "loop", "mode": mode, "amount": 2})
        for mode in ("set", "add")
    ]),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", APART)
def test_programs_that_play_otherwise_say_other_sentences(what, language):
    name, programs = APART[what]
    pack = shipped(name)
    forms = Forms(pack, usual_kind(pack))
    told = [sentence_of(pack, language, forms, each) for each in programs]
    assert None not in told
    assert len({forms.form_of(each) for each in programs} - {""}) == len(programs)
    for one, other in combinations(told, 2):
        assert one != other


def test_what_is_named_to_be_chosen_from_is_said_where_one_of_it_is_chosen():
    pack = shipped("duel")
    chosen = {"type": "let", "id": "one", "value": {**HAND, "from": "{seen}"}}
    both = [{"type": "destroy", "target": each} for each in ("{one}", "{seen}")]
    program = doing({"type": "let", "id": "seen", "value": TOP}, chosen, *both)
    told = sentence_of(pack, "en", Forms(pack, "spell"), program) or ""
    assert told.startswith("Destroy one of the top 3 cards of your library.")


def test_what_is_done_to_a_random_other_card_is_said_in_the_order_of_english():
    other = {"chooser": "cards", "zone": "hand", "of": "{you}", "where": "{it} != {this}"}
    pack = shipped("duel")
    program = doing({**RANDOM, "from": other}, {"type": "destroy", "target": "{one}"})
    told = sentence_of(pack, "en", Forms(pack, "spell"), program)
    assert told == "Pick a random other card in your hand. Destroy that card."


def test_a_condition_goes_without_saying_beside_its_deed():
    pack = shipped("kingdoms")
    shoots = {"at": "mayUse", "event": "onSlashHit", "do": [
        {"type": "shootHorse", "who": "{you}", "of": "{onSlashHit.to}"}]}  # fmt: skip
    there_is = {"condition": {"type": "HasHorse", "who": "{onSlashHit.to}"}}
    of_another = {"condition": {"type": "HasHorse", "who": "{you}"}}
    forms = Forms(pack, usual_kind(pack))
    told = [
        sentence_of(pack, "en", forms, [{**shoots, **under}])
        for under in ({}, there_is, of_another)
    ]
    assert told[0] == told[1] == "When your Slash hits, you may discard a horse of its target."
    assert (
        told[2]
        == "When your Slash hits, if you have a horse, you may discard a horse of its target."
    )


@pytest.mark.parametrize("word", ["damage", "respond", "setChained", "guessSuit", "instigate"])
def test_you_do_what_another_does_with_a_verb_of_your_own(word):
    pack = shipped("kingdoms")
    forms = Forms(pack, usual_kind(pack))
    params = pack.declarations.defines["doables"][word].params
    players = {key: "{you}" for key, param in params.items() if param.type == "player"}
    given = {"pattern": "jink"} if "pattern" in params else {}
    given |= {key: 1 for key, param in params.items() if key == "to" and param.type == "number"}
    told = sentence_of(pack, "en", forms, used({"type": word, **players, **given})) or ""
    assert told
    assert not re.search(r"\b[Yy]ou (is|has|takes|plays|names|uses|deals)\b", told)


SAMPLED = ("named_values", "choices_twice")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("duel", (*SAMPLED, "flow")),
        ("chrono", (*SAMPLED, "flow", "modifiers", "single_conditions", "triggers")),
        ("kingdoms", (*SAMPLED, "flow", "single_conditions")),
        ("knave", ("single_conditions", "single_shapes")),
        ("race", ("flow", "modifiers", "single_words", "triggers")),
    ],
)
def test_samples_of_words_that_play_otherwise_say_other_sentences(name, parts, language):
    pack = shipped(name)
    programs = [*islice(programs_of(pack, parts), 0, None, 5)]
    assert len(programs) > 300
    assert [*told_alike(pack, language, programs, Forms(pack, usual_kind(pack)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["chrono", "duel", "knave", "race"])
def test_shipped_cards_that_play_otherwise_say_other_sentences(name, language):
    pack = shipped(name)
    forms = Forms(pack, usual_kind(pack))
    assert [*told_alike(pack, language, programs_of_cards(pack), forms)] == []
