"""Decks of players: the limits of a deck, how it comes into a match, secrecy, text."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import tiny

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants
from rules.running import brought, decks
from rules.running.deal import decks_of
from rules.running.match import Match
from rules.telling.text import Text

PARTS = {
    "hero": {"name": {"zh": "英雄", "en": "hero"}, "kind": "beast", "size": 1},
    "spells": {"name": {"zh": "法术", "en": "spells"}, "kind": "spell", "size": 3, "ordered": True},
}
CARDS = [
    tiny.spell("spark", count="$2"),
    tiny.spell("frost", count="$2"),
    tiny.spell("storm", count="$1"),
    tiny.spell("relic", count=1),  # of nobody's deck: there is one for all
    tiny.beast("hound", count="$1"),
    tiny.beast("owl", count="$1"),
]
DEAL = {
    "type": "loop",
    "id": "each",
    "target": {"chooser": "players"},
    "do": [
        {
            "type": "move",
            "target": {"chooser": "deck", "of": "{each.target}", "part": "spells"},
            "to": "deck",
            "of": "{each.target}",
            "position": "bottom",
        },
        {
            "type": "move",
            "target": {"chooser": "deck", "of": "{each.target}", "part": "hero"},
            "to": "hand",
            "of": "{each.target}",
        },
    ],
}


def ids(*names: str) -> list[str]:
    return [f"t.spell.{name}" for name in names]


def deck(hero: str, *names: str) -> decks.Deck:
    return {"hero": [f"t.beast.{hero}"], "spells": ids(*names)}


READY = {
    "wild": {
        "name": {"zh": "野性", "en": "Wild"},
        "hero": "t.beast.hound",
        "spells": ids("spark", "spark", "frost"),
    },
    "calm": {"hero": "t.beast.owl", "spells": ids("frost", "storm", "frost")},
}
OWN = deck("owl", "storm", "spark", "spark")


def bringing(*of_seats: Any) -> dict:
    """The options of a match in which seats bring these decks."""
    return {"bring": [{"deck": one} for one in of_seats]}


def sections(**rest) -> dict:
    return {
        "main": [DEAL, {"type": "while", "condition": True, "do": [tiny.WAIT]}],
        "cards": CARDS,
        "bring": {"deck": {"parts": PARTS, "ready": READY, **rest}},
    }


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return tiny.build(tmp_path_factory.mktemp("decks"), **sections())


def dealt(match: Match, seat: int) -> decks.Deck:
    """What lies with a seat after the setup, the next card first."""
    zones = match.program.layout.zones
    at = {"hero": zones["hand"].first + seat + 1, "spells": zones["deck"].first + seat + 1}
    return {part: [match.card_id(card) for card in match.zones[at[part]][::-1]] for part in at}


def test_each_seat_is_dealt_the_deck_it_brings_in_its_order(pack):
    match = Match.new(pack, 2, 1, bringing(OWN, "wild"))
    assert dealt(match, 0) == OWN
    assert dealt(match, 1) == decks.canonical_deck(pack.program, READY["wild"])


def test_both_seats_may_bring_the_same_deck_and_have_copies_of_their_own(pack):
    match = Match.new(pack, 3, 1, bringing(OWN, OWN, OWN))
    assert [dealt(match, seat) for seat in range(3)] == [OWN] * 3
    cards = [card for of in match.decks for part in of.values() for card in part]
    assert len(cards) == len(set(cards)) == 12


def test_who_brings_none_gets_a_ready_deck_by_lot(pack):
    seen = set()
    for seed in range(20):
        match = Match.new(pack, 2, seed, bringing(None))
        for seat, one in enumerate(decks_of(pack.program, 2, seed, match.options)):
            assert dealt(match, seat) == one.deck
            seen.add((seat, one.id))
    assert seen == {(0, "wild"), (0, "calm"), (1, "wild"), (1, "calm")}


def test_the_lots_of_others_do_not_hang_on_what_a_seat_brings(pack):
    for seed in range(10):
        by_lot = decks_of(pack.program, 2, seed, {})[1]
        assert decks_of(pack.program, 2, seed, bringing(OWN))[1] == by_lot


def test_saved_cloned_and_replayed_matches_have_the_same_decks(pack):
    match = Match.new(pack, 2, 5, bringing(OWN, None))
    match.answer(0, (0,))
    same = [
        Match.load(pack, match.save()),
        match.clone(),
        Match.replay(pack, 2, 5, json.loads(json.dumps(match.options)), match.journal),
    ]
    for other in same:
        assert other.hash() == match.hash()
        assert other.decks == match.decks
        assert other.options == match.options


def test_what_is_brought_is_copied(pack):
    mine = deck("owl", "storm", "spark", "spark")
    match = Match.new(pack, 2, 1, bringing(mine))
    mine["spells"].clear()
    assert match.options == bringing(OWN)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (deck("owl", "storm", "storm", "spark"), "storm is in it 2 times, at most 1 may be"),
        (deck("owl", "spark", "spark"), "spells: 2, too few (3 needed)"),
        (deck("owl", "spark", "spark", "frost", "frost"), "spells: 4, too many (3 needed)"),
        ({"spells": ids("spark", "spark", "frost")}, "hero: none yet (1 needed)"),
        (deck("owl", "spark", "spark", "ice"), "no card for decks is called “t.spell.ice”"),
        (deck("owl", "spark", "spark", "relic"), "no card for decks is called “relic”"),
        (OWN | {"hero": ids("frost")}, "frost does not belong to the part “hero”"),
        (OWN | {"side": ids("frost")}, "decks have no part “side”"),
        (OWN | {"hero": 5}, "a deck lists its cards by part: hero, spells"),
        ([], "a deck lists its cards by part: hero, spells"),
    ],
)
def test_a_deck_that_breaks_a_limit_is_refused_with_the_reason(pack, wrong, sentence):
    assert [Text(pack, "en").deck_problem(p) for p in decks.deck_problems(pack.program, wrong)] == [
        sentence
    ]
    with pytest.raises(ValueError, match="the deck of seat 1: ") as refused:
        Match.new(pack, 2, 1, bringing(None, wrong))
    assert str(refused.value) == f"the deck of seat 1: {sentence}"


def test_every_problem_is_named_in_the_language_of_the_reader(pack):
    problems = decks.deck_problems(
        pack.program, {"spells": ids("storm", "storm", "storm", "storm")}
    )
    assert [Text(pack, "zh").deck_problem(p) for p in problems] == [
        "英雄：还没有（需要1张）",
        "storm有4张，最多1张",
        "法术：4张，太多（需要3张）",
    ]


@pytest.mark.parametrize(
    "given", ["wild", {"hero": []}, [None] * 4, ["wild"], [{"deck": "tame"}], [{"deck": 3}]]
)
def test_the_option_says_of_each_seat_which_deck_it_brings(pack, given):
    with pytest.raises(ValueError, match=r"list|by name|no deck|by part"):
        Match.new(pack, 2, 1, {"bring": given})


def test_a_game_without_decks_has_no_such_option(tmp_path):
    with pytest.raises(ValueError, match="no option bring"):
        Match.new(tiny.build(tmp_path), 2, 1, bringing(None))


def test_no_view_tells_what_others_bring(pack):
    match = Match.new(pack, 2, 1, bringing(OWN, deck("hound", "frost", "frost", "storm")))
    for reader in (0, None):
        shown = json.dumps(match.view(reader))
        assert "hound" not in shown
        assert "frost" not in shown
        assert ("owl" in shown) == (reader == 0)


def test_the_number_of_a_card_does_not_tell_how_often_it_is_in_the_deck(pack):
    found = [set[int](), set[int](), set[int]()]
    for seed in range(200):
        match = Match.new(pack, 2, seed, bringing(OWN, OWN))
        for numbers, card in zip(found, match.decks[1]["spells"], strict=True):
            numbers.add(card)
    assert found[0] == found[1] == found[2] == set(match.cards)


def test_a_bot_does_not_know_what_others_bring(pack):
    """Matches that look the same from a seat give it the same deals, whatever the decks are."""
    brought = [
        OWN,
        deck("owl", "frost", "frost", "spark"),
        deck("hound", "storm", "frost", "spark"),
    ]
    matches = [Match.new(pack, 2, 1, bringing(one, "calm")) for one in brought]
    assert len({json.dumps(match.view(1)) for match in matches}) == 1
    seen = set()
    for seed in range(30):
        deals = [redeal(match, 1, random.Random(seed)) for match in matches]
        for match, deal in zip(matches, deals, strict=True):
            assert deal.view(1) == match.view(1)
            check_invariants(deal)
        first, *others = [dealt(deal, 0) for deal in deals]
        assert others == [first] * 2
        cards = [card for part in first.values() for card in part]
        legal = {
            part: [c for c in cards if pack.card(c).kind == PARTS[part]["kind"]] for part in PARTS
        }
        assert not decks.deck_problems(pack.program, legal)
        seen.update(legal["spells"])
    assert seen == set(ids("spark", "frost", "storm"))


def test_random_decks_are_legal_and_survive_being_text(pack):
    made = [decks.random_deck(pack.program, seed) for seed in range(50)]
    assert not any(decks.deck_problems(pack.program, one) for one in made)
    assert [
        decks.decode_deck(pack.program, decks.encode_deck(pack.program, one)) for one in made
    ] == made
    assert decks.random_deck(pack.program, 7) == made[7]
    assert len({decks.encode_deck(pack.program, one) for one in made}) > 20


@pytest.mark.parametrize("draft", [{"hero": [], "spells": []}, {"spells": ids(*["storm"] * 9)}])
def test_drafts_can_be_text_too(pack, draft):
    read = decks.decode_deck(pack.program, decks.encode_deck(pack.program, draft))
    assert read == decks.canonical_deck(pack.program, draft)


def test_the_code_survives_small_letters_blanks_and_digits_that_look_like_letters(pack):
    code = decks.encode_deck(pack.program, OWN)
    letters = code.removeprefix(decks.CODE)
    assert len(code) < 70
    for typed in (code.lower(), f"  {code}\n", f"{code[:9]}-{code[9:12]}  {code[12:]}"):
        assert decks.decode_deck(pack.program, typed) == OWN
    assert (
        decks.decode_deck(pack.program, decks.CODE + letters.replace("O", "0").replace("L", "1"))
        == OWN
    )


def test_a_deck_with_cards_that_there_are_no_more_has_no_code(pack):
    with pytest.raises(decks.DeckError, match="no card for decks is called"):
        decks.encode_deck(pack.program, deck("owl", "spark", "ice"))


def test_a_damaged_code_is_refused(pack):
    code = decks.encode_deck(pack.program, OWN)
    first = len(decks.CODE)
    wrong = [code[:first] + ("B" if code[first] == "A" else "A") + code[first + 1 :]]
    wrong += [code[:-3], code + "ABCDE", decks.CODE, decks.CODE + "!?", decks.CODE + "A"]
    for text in wrong:
        with pytest.raises(decks.DeckError, match="mistyped"):
            decks.decode_deck(pack.program, text)


def test_names_of_both_languages_and_ids_are_read(tmp_path):
    named = {**tiny.spell("spark", count="$2"), "name": {"zh": "火花", "en": "Spark"}}
    pack = tiny.build(tmp_path, **(sections() | {"cards": [named, *CARDS[1:]]}))
    for text in ("owl, Storm, spark, 火花", "owl；storm、火花\nt.spell.spark"):
        assert decks.decode_deck(pack.program, text) == OWN


def test_unknown_names_are_all_told(pack):
    with pytest.raises(decks.DeckError, match=r"“ice”.*“relic”"):
        decks.decode_deck(pack.program, "owl, ice, storm, relic")


def test_a_part_whose_order_does_not_matter_is_kept_in_order_of_ids(tmp_path):
    loose = {"spells": PARTS["spells"] | {"ordered": False}}
    pack = tiny.build(tmp_path, **sections(parts=PARTS | loose))
    assert decks.canonical_deck(pack.program, OWN)["spells"] == ids("spark", "spark", "storm")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Lure is not played in Tiny: nothing there can make it act"),
        ("zh", "小中不用饵：没有什么能使它发动"),
    ],
)
def test_a_card_that_can_never_act_is_not_for_decks_of_the_heir(tmp_path, language, sentence):
    waits = {"type": "addTriggers", "triggers": [{"event": "onSnow", "mode": "always", "do": []}]}
    lure = {**tiny.spell("lure", tiny.on_play(waits)), "count": "$1"}
    lure["name"] = {"zh": "饵", "en": "Lure"}
    tiny.build(
        tmp_path, **sections() | {"cards": [*CARDS, lure]}, events={"onSnow": {"context": {}}}
    )
    heir = {"pack": {"id": "heir", "inherits": "tiny"}, "remove": {"events": ["onSnow"]}}
    pack = load_pack(tiny.write(tmp_path / "heir", heir))
    wrong = deck("owl", "storm", "spark", "lure")
    assert [
        Text(pack, language).deck_problem(p) for p in decks.deck_problems(pack.program, wrong)
    ] == [sentence]
    for name in ("t.spell.lure", "Lure", "饵"):
        with pytest.raises(decks.DeckError, match="Lure is not played in"):
            decks.decode_deck(pack.program, f"owl, {name}")


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"parts": {"hero": {"kind": "dragon", "size": 1}}}, "no kind of card 'dragon'"),
        ({"parts": {"hero": {"kind": "beast", "size": [2, 1]}}}, "least and the most"),
        ({"parts": {"hero": {"kind": "beast", "size": 1, "big": 1}}}, "a part has name"),
        (
            {"ready": {"wild": deck("hound", "spark")}},
            r"bring\.deck\.ready\.wild: spells: 1, too few",
        ),
        ({"ready": {}}, "a ready deck for whoever brings none"),
        ({"limits": {}}, "a deck has parts, ready and found"),
    ],
)
def test_a_pack_with_wrong_rules_for_decks_is_refused(tmp_path, section, message):
    with pytest.raises(PackError, match=message):
        tiny.build(tmp_path, **sections(**section))


def test_the_chooser_names_the_parts_there_are(tmp_path):
    wrong = {"chooser": "deck", "of": "{match.startPlayer}", "part": "side"}
    main = [{"type": "let", "id": "x", "value": wrong}]
    with pytest.raises(PackError, match="decks have no part 'side'; they have hero, spells"):
        tiny.build(tmp_path, **(sections() | {"main": main}))


def test_a_bot_knows_that_a_created_card_is_no_card_of_a_deck(pack):
    """A card that belongs in no deck stays one of those that are hidden, and nobody's."""
    match = Match.new(pack, 2, 3, bringing(OWN, OWN))
    relic = match.create(
        pack.program.symbol("t.spell.relic"), pack.program.layout.zones["deck"].first + 2
    )
    match.owners = {card: player for card, player in match.owners.items() if card != relic}
    for seed in range(20):
        other = redeal(match, 0, random.Random(seed))
        hidden = [
            other.zones[pack.program.layout.zones[name].first + 2] for name in ("deck", "hand")
        ]
        relics = [card for zone in hidden for card in zone if "relic" in str(other.card_id(card))]
        assert [other.owners.get(card, 0) for card in relics] == [0]
        check_invariants(other)


def test_cards_that_another_may_have_brought_are_dealt_to_zones_that_hold_them(tmp_path):
    zones = {"deck": {"holds": "{it.kind} == spell"}, "hand": {"holds": "{it.kind} == beast"}}
    pack = tiny.build(tmp_path, zones=zones, **sections())
    match = Match.new(pack, 2, 1, bringing(OWN, OWN))
    seen = set()
    for seed in range(30):
        deal = redeal(match, 1, random.Random(seed))
        check_invariants(deal)
        seen.add(str(dealt(deal, 0)))
    assert len(seen) > 5


# -- which cards go together -----------------------------------------------------------------------

BESIDE = {
    "where": "{it.manaCost} <= {hero.reach}",
    "rule": {"zh": "法术费用不超过英雄所及", "en": "no spell costs more than the hero reaches"},
}
OF_TWO_HEROES = [
    tiny.beast("hound", reach=1, count="$1"),
    tiny.beast("ox", reach=9, count="$1"),
    *(tiny.spell(name, manaCost=cost, count="$3") for name, cost in (("spark", 1), ("storm", 2))),
]
SPARKS, STORMS = deck("hound", *["spark"] * 3), deck("ox", *["storm"] * 3)


def together(part: dict[str, Any] = BESIDE, **ready: Any) -> dict:
    """The sections of a game in which a spell goes with the hounds or not."""
    parts = {"hero": PARTS["hero"], "spells": PARTS["spells"] | part}
    found = sections(parts=parts, ready={"wild": SPARKS, **ready})
    return found | {
        "cards": OF_TWO_HEROES,
        "properties": {"reach": {"kind": "beast", "type": "number"}},
    }


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    return tiny.build(tmp_path_factory.mktemp("pairs"), **together())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "storm: not beside hound (no spell costs more than the hero reaches)"),
        ("zh", "storm不能与hound同组（法术费用不超过英雄所及）"),
    ],
)
def test_cards_that_do_not_go_with_the_hero_are_named_in_one_sentence(pairs, language, sentence):
    wrong = deck("hound", "storm", "spark", "storm")
    assert [
        Text(pairs, language).deck_problem(p) for p in decks.deck_problems(pairs.program, wrong)
    ] == [sentence]
    assert not decks.deck_problems(pairs.program, wrong | {"hero": ["t.beast.ox"]})
    with pytest.raises(decks.DeckError, match="storm: not beside hound"):
        brought.check_brought(pairs.program, [{"deck": wrong}])


def test_while_no_hero_is_chosen_all_cards_go_together(pairs):
    draft = {"hero": [], "spells": ids("storm")}
    assert decks.fits_deck(pairs.program, draft, "t.spell.storm")
    assert [found.key for found in decks.deck_problems(pairs.program, draft)] == ["none", "few"]
    assert not decks.fits_deck(pairs.program, draft | {"hero": ["t.beast.hound"]}, "t.spell.storm")


def test_random_decks_hold_only_what_goes_together(pairs):
    made = [decks.random_deck(pairs.program, seed) for seed in range(20)]
    assert not any(decks.deck_problems(pairs.program, one) for one in made)
    assert {one["hero"][0] for one in made} == {"t.beast.hound", "t.beast.ox"}


def test_a_bot_deals_others_what_goes_with_the_hero_that_it_sees(tmp_path):
    zones = {"hand": {"see": "all", "holds": "{it.kind} == beast"}}
    pairs = tiny.build(tmp_path, zones=zones, **together())
    match = Match.new(pairs, 2, 1, bringing(SPARKS, STORMS))
    seen: tuple[set[str], set[str]] = set(), set()
    for number in range(9):
        for seat in (0, 1):
            seen[seat].update(dealt(redeal(match, 1 - seat, random.Random(number)), seat)["spells"])
    assert seen == (set(ids("spark")), set(ids("spark", "storm")))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        (together({"where": True}), "where, which cards go together, and rule"),
        (together(BESIDE | {"where": "{it.manaCost} < {cards.reach}"}), r"parts\.spells\.where"),
        (together(BESIDE | {"where": "{match.round} > 1"}), "what is printed on cards"),
        (together(odd=deck("hound", *["storm"] * 3)), r"ready\.odd: storm: not beside hound"),
    ],
)
def test_a_pack_whose_decks_do_not_go_together_is_refused(tmp_path, section, message):
    with pytest.raises(PackError, match=message):
        tiny.build(tmp_path, **section)
