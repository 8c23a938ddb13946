"""Pools: hidden cards that are dealt anew among all zones that name one, and what seats know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from court import MAIN, SECTIONS, P, begin, court, each_player, pick, zone
from tiny import build, merged, spell, start, write

from rules.ground.errors import PackError
from rules.pack import load_pack
from rules.playing.bots import greedy, make_bot
from rules.playing.bots.hidden import redeal
from rules.playing.invariants import check_invariants
from rules.playing.preview import foretell
from rules.running.failing import failed_value
from rules.running.known import PLACES
from rules.running.match import Match
from rules.running.sides import side_of
from rules.weighing.sim import play_match

DEALS = range(60)


def answer(match: Match, word: str, entity: int | None = None) -> None:
    match.answer(match.choices[0].seat, pick(match, word, entity))


def to_turn(match: Match) -> Match:
    """On to what a player does in their turn; the look at the deck by default."""
    while match.choices[0].prompt != "turn":
        match.answer(match.choices[0].seat, match.choices[0].default)
    return match


def hand(match: Match, seat: int) -> tuple[int, ...]:
    return match.zones[zone(match, "hand", seat)]


def where_in_deals(match: Match, seat: int, card: int) -> Counter[str]:
    """The zones in which a seat thinks that a card may lie, and how often."""
    layout = match.program.layout
    deals = [redeal(match, seat, Random(seed)) for seed in DEALS]
    places = [next(z for z, cards in enumerate(m.zones) if card in cards) for m in deals]
    return Counter([f"{layout.zone_names[z]} {layout.zone_owner[z]}" for z in places])


# -- dealing ---------------------------------------------------------------------------------------


def test_hidden_cards_of_a_pool_are_dealt_among_all_of_its_zones() -> None:
    match = begin()
    other = hand(match, 1)[0]
    found = where_in_deals(match, 0, other)
    assert found.keys() == {"deck 0", "hand 2", "hand 3"}
    assert where_in_deals(match, 1, other) == {"hand 2": len(DEALS)}


def test_a_deal_keeps_sizes_what_is_seen_and_every_card() -> None:
    match = to_turn(begin())
    for seed in DEALS:
        deal = redeal(match, 0, Random(seed))
        check_invariants(deal)
        assert list(map(len, deal.zones)) == list(map(len, match.zones))
        assert deal.view(0) == match.view(0)


def test_roles_are_cards_and_sides_follow_from_them() -> None:
    match = begin(5, 4)
    rebels = [seat for seat in range(4) if side_of(match, seat + 1) == 2]
    assert len(rebels) == 2
    seat = rebels[0]
    deals = [redeal(match, seat, Random(seed)) for seed in DEALS]
    sides = {tuple(side_of(deal, other + 1) for other in range(4)) for deal in deals}
    assert len(sides) > 1
    king = next(one for one in range(4) if match.zones[zone(match, "shown", one)])
    assert all(
        each[king] == 1 and each[seat] == 2 and sorted(each) == [1, 1, 2, 2] for each in sides
    )


def test_a_side_wins_together_by_its_secret_cards() -> None:
    match = begin(5, 4)
    match.end_match([1, 2, 3, 4], lambda player: -player)
    assert match.ended is not None
    won = {side_of(match, seat + 1) for seat in match.ended.won}
    assert won == {side_of(match, 1)}
    assert len(match.ended.won) == 2


LIKELY = {"zones": {"role": {"likely": "12 // {owner.points} if {it.side} == 1 else 1"}}}


def test_what_a_zone_says_a_hidden_card_may_be_others_take_it_for(tmp_path: Path) -> None:
    guessed = {"zones": {"hand": {"mayBe": "{it.id} == c.card.strike04"}}}
    match = Match.new(load_pack(write(tmp_path, merged(SECTIONS, guessed))), 3, 1)
    deal = redeal(match, 0, Random(1))
    ids = [[deal.card_id(card) for card in hand(deal, seat)] for seat in range(3)]
    assert ids[0] == [match.card_id(card) for card in hand(match, 0)]
    assert {each for other in ids[1:] for each in other} == {"c.card.strike04"}
    check_invariants(deal)


def test_only_hidden_cards_of_a_pool_may_be_others(tmp_path: Path) -> None:
    guessed = {"zones": {"discard": {"mayBe": True}}}
    with pytest.raises(PackError, match="only hidden cards of a pool may be others"):
        load_pack(write(tmp_path, merged(SECTIONS, guessed)))


def test_where_how_likely_a_card_is_fails_it_counts_as_1(tmp_path: Path) -> None:
    match = Match.new(load_pack(write(tmp_path, merged(SECTIONS, LIKELY))), 4, 5)
    seat = next(seat for seat in range(4) if not match.zones[zone(match, "shown", seat)])
    found = {side_of(redeal(match, None, Random(seed)), seat + 1) for seed in DEALS}
    assert found == {1, 2}
    assert (failed_value(match) or "").startswith("zones.role.likely: ZeroDivisionError")


def test_where_deals_are_more_or_less_likely_a_greedy_bot_looks_at_several(
    tmp_path: Path,
) -> None:
    likely = load_pack(write(tmp_path, merged(SECTIONS, LIKELY)))
    for pack, deals in ((likely, greedy.DEALS), (court(), 1)):
        match = to_turn(Match.new(pack, 4, 5))
        lines = make_bot("greedy", 1).think(match, match.choices[0].seat)
        assert [line.worlds for line in lines] == [deals] * len(lines)


def test_a_simulation_tells_which_value_of_a_game_has_failed(tmp_path: Path) -> None:
    pack = load_pack(write(tmp_path, merged(SECTIONS, LIKELY)))
    assert play_match(pack, 5, 4, "greedy").failure.startswith("RuleError: zones.role.likely: Zero")


def test_a_pool_keeps_to_what_zones_hold(tmp_path: Path) -> None:
    zones = {
        "hand": {"pool": "all", "holds": "{it.kind} == spell"},
        "deck": {"pool": "all"},
    }
    cards = [spell(f"s{n}") for n in range(4)] + [
        {"id": f"t.beast.b{n}", "name": f"b{n}"} for n in range(6)
    ]
    box = {"chooser": "cards", "zone": "box"}
    spells = {
        "type": "pick",
        "id": "some",
        "amount": 2,
        "from": {**box, "where": "{it.kind} == spell"},
    }
    match = start(
        tmp_path,
        spells,
        {"type": "move", "target": "{some}", "to": "hand", "of": "{first.first}"},
        {"type": "move", "target": box, "to": "deck", "of": "{first.first}"},
        zones=zones,
        cards=cards,
    )  # fmt: skip
    own = match.state[match.program.layout.fields["match", "startPlayer"].base]
    held = match.program.layout.zones["hand"].first + own
    deals = [redeal(match, 2 - own, Random(seed)) for seed in DEALS]
    assert {match.kind_of(card) for deal in deals for card in deal.zones[held]} == {"spell"}
    assert len({deal.zones[held] for deal in deals}) > 4


@pytest.mark.parametrize(
    ("changed", "place", "problem"),
    [
        ({"zones": {"discard": {"pool": "deck"}}}, "zones.discard.pool", "everybody sees those"),
        ({"zones": {"hand": {"pool": "a b"}}}, "zones.hand.pool", "a pool needs a name of letters"),
        ({"bring": {"deck": {}}}, "zones.hand.pool", "where players bring decks, cards are hidden"),
        (
            {"fields": {"player": {"plan": {"see": "owner"}}}},
            "fields.player.plan.see",
            "what only its player sees is a card",
        ),
        ({"pack": {"sides": "{it.sid}"}}, "pack.sides", "a player has no sid"),
    ],
)
def test_what_a_pack_with_pools_cannot_have_is_told(
    tmp_path: Path, changed: Any, place: str, problem: str
) -> None:
    with pytest.raises(PackError, match=problem) as error:
        load_pack(write(tmp_path / "court", merged(SECTIONS, changed)))
    assert place in str(error.value)


# -- what seats know -------------------------------------------------------------------------------


def gift(seats: int = 3) -> tuple[Match, int]:
    """A match in which seat 0 has just given a card to seat 1, whose turn it is."""
    match = to_turn(begin(2, seats))
    assert match.choices[0].seat == 0
    card = hand(match, 0)[0]
    answer(match, "give", card)
    return to_turn(match), card


def test_who_gave_a_card_knows_where_it_is_and_a_third_does_not() -> None:
    match, card = gift()
    assert where_in_deals(match, 0, card) == {"hand 2": len(DEALS)}
    assert len(where_in_deals(match, 2, card)) > 1


def test_a_hidden_card_that_leaves_may_be_the_one_that_was_known() -> None:
    match, card = gift()
    other = next(each for each in hand(match, 1) if each != card)
    answer(match, "give", other)
    assert match.known.get(card, 0) & 1 == 0
    assert len(where_in_deals(match, 0, card)) > 1


def test_a_card_that_is_seen_to_leave_is_not_the_one_that_is_known() -> None:
    match, card = gift()
    other = next(each for each in hand(match, 1) if each != card)
    answer(match, "play", other)
    assert where_in_deals(match, 0, card) == {"hand 2": len(DEALS)}
    assert other not in match.known


def test_the_known_card_itself_can_be_seen_to_leave() -> None:
    match, card = gift()
    answer(match, "play", card)
    assert card not in match.known
    assert where_in_deals(match, 0, card) == {"discard 0": len(DEALS)}


def test_who_put_a_card_onto_a_pile_knows_who_draws_it() -> None:
    match = begin(2)
    left = match.choices[0].options[1].entity  # put back first, below the other
    match.answer(0, (0,))
    assert match.known[left] == 1 | 1 << PLACES
    answer(match, "pass")
    assert where_in_deals(match, 0, left) == {"look 2": len(DEALS)}
    match.answer(1, pick(match, "card", left))
    assert match.known.get(left, 0) & 1 == 0  # on top, or the one below: the other one was unknown
    assert match.known.get(left, 0) >> 1 & 1 == 0  # drawn, and seen


def test_a_shuffle_leaves_no_place_but_the_zone() -> None:
    match = begin(2)
    left = match.choices[0].options[1].entity
    match.answer(0, (0,))
    match.shuffle(zone(match, "deck"))
    assert match.known[left] == 1
    assert where_in_deals(match, 0, left) == {"deck 0": len(DEALS)}
    tops = {redeal(match, 0, Random(seed)).zones[zone(match, "deck")][-1] == left for seed in DEALS}
    assert tops == {True, False}


def test_who_was_shown_a_hand_knows_what_stays_in_it() -> None:
    match = to_turn(begin(2))
    answer(match, "spy")
    shown = [option.entity for option in match.choices[0].options]
    assert set(shown) == set(hand(match, 1))
    deals = [redeal(match, 0, Random(seed)) for seed in DEALS]
    assert {frozenset(hand(deal, 1)) for deal in deals} == {frozenset(shown)}
    match.answer(0, (0,))
    for card in shown[1:]:
        assert where_in_deals(match, 0, card) == {"hand 2": len(DEALS)}


def test_a_card_taken_by_chance_is_known_to_both_and_to_nobody_else() -> None:
    match = to_turn(begin(2))
    before = set(hand(match, 1))
    answer(match, "take")
    [taken] = before & set(hand(match, 0))
    assert match.known[taken] == 1 << 1
    assert len(where_in_deals(match, 2, taken)) > 1


def test_a_zone_that_is_emptied_was_all_that_was_known_of_it() -> None:
    match, card = gift()
    match.move_all(hand(match, 1), zone(match, "hand", 2))
    assert where_in_deals(match, 0, card) == {"hand 3": len(DEALS)}


def test_what_turns_into_another_card_unseen_is_not_known_any_more() -> None:
    match, card = gift()
    match.transform(card, match.state[hand(match, 0)[0]])
    assert card not in match.known


def test_what_others_know_is_not_known_in_a_deal() -> None:
    match, card = gift()
    assert redeal(match, 0, Random(1)).known == {card: 1}
    assert not redeal(match, 2, Random(1)).known.get(card)


def test_what_waits_means_the_cards_that_lie_there_in_a_deal(tmp_path: Path) -> None:
    """A card picked in secret while somebody else is asked is another one in a deal."""
    zones = {"hand": {"pool": "all"}, "deck": {"pool": "all"}}
    first, second = "{first.first}", "{first.last}"
    box = {"chooser": "cards", "zone": "box"}
    pass_or_go = {"type": "choose", "ask": second, "prompt": "wait", "auto": False,
                  "options": [{"id": "go"}, {"id": "pass"}]}  # fmt: skip
    match = start(
        tmp_path,
        {"type": "move", "target": {**box, "top": 3}, "to": "hand", "of": first},
        {"type": "move", "target": box, "to": "deck", "of": first},
        {"type": "pick", "id": "chosen", "from": "{first.first.hand}"},
        pass_or_go,
        {"type": "move", "target": "{chosen}", "to": "field"},
        zones=zones,
        cards=[spell(f"s{n}") for n in range(9)],
    )
    seat, shown = match.choices[0].seat, set()
    for seed in DEALS:
        deal = redeal(match, seat, Random(seed))
        deal.answer_unchecked(seat, (0,))
        [field] = [deal.zones[deal.program.layout.zones["field"].first]]
        assert len(deal.zones[deal.program.layout.zones["hand"].first + 2 - seat]) == 2
        shown.update(field)
    assert len(shown) > 3


def test_what_waits_for_a_hidden_card_is_not_foretold(tmp_path: Path) -> None:
    holding = {"type": "pick", "id": "held", "from": f"{P[:-1]}.next.hand}}"}
    strike = {"who": "{t.target.next}", "amount": "{held.first.size}"}
    turn = {
        "type": "choose",
        "ask": P,
        "prompt": "turn",
        "auto": False,
        "options": [
            {"id": "take", "do": [{"type": "fire", "event": "onStrike", "with": strike}]},
            {"id": "pass"},
        ],
    }
    main = [*MAIN[:5], each_player(holding, turn, {"type": "stop"})]
    match = Match.new(load_pack(write(tmp_path, {**SECTIONS, "main": main})), 3, 1)
    assert foretell(match, match.choices[0].seat, 10) == ((), ())


def test_what_is_known_is_part_of_a_match() -> None:
    match, _ = gift()
    loaded = Match.load(court(), match.save())
    assert loaded.known == match.clone().known == match.known != {}
    assert loaded.hash() == match.hash()
    again = Match.replay(court(), 3, match.seed, {}, match.journal)
    assert again.known == match.known
    match.known = {}
    assert loaded.hash() != match.hash()


def test_nothing_is_kept_where_zones_have_no_pool(tmp_path: Path) -> None:
    move = {
        "type": "move",
        "target": {"chooser": "cards", "zone": "box"},
        "to": "hand",
        "of": "{first.first}",
    }
    match = start(tmp_path, move, cards=[spell("a"), spell("b")])  # fmt: skip
    assert match.known == {}
    assert build(tmp_path, "plain").program.layout.pools == {}
