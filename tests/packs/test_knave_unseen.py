"""
What nobody can know in Knave comes out on no way: the room behind a door and those not yet found,
what is in another's pack, the dice to come.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from rules.pack import Pack, load_pack
from rules.pack.files import WORLD
from rules.playing import bots
from rules.playing.bots.hidden import redeal
from rules.playing.preview import facts_as_data, foretell
from rules.running.match import Match
from rules.running.state import ZONE
from rules.running.view import private_view, public_view
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text

BEFORE = ("swap", "swapWith", "arms", "mouth")  # asked before anybody goes in
THINGS = ["knave.gear.sword", "knave.gear.torch", "knave.gear.ration", "knave.gear.red_potion"]
FORETOLD = ("fight", "trap", "meeting")  # of other prompts trials take longer than tests may


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(WORLD / "knave")


def answer_at_random(match: Match, chance: Random) -> None:
    """Straight in, and rather on than home, so that there are doors and packs to look into."""
    choice = chance.choice(match.choices)
    words = [each.word for each in choice.options]
    wanted = [n for n, word in enumerate(words) if word not in ("home", "retreat", "leave")]
    onward = [n for n, word in enumerate(words) if word == "onward"]
    picks = choice.default
    if choice.prompt not in BEFORE and choice.maximum == 1 and wanted:
        picks = (chance.choice(onward or wanted),)
    match.answer(choice.seat, picks)


def hidden_cards(match: Match, seat: int | None) -> set[int]:
    """The cards that a seat (None: a spectator) neither sees nor knows."""
    bit = 0 if seat is None else 1 << seat
    return {
        card
        for zone in match.program.layout.hidden_from(seat)
        for card in match.zones[zone]
        if not match.known.get(card, 0) & bit
    }


def names_of(match: Match, cards: set[int]) -> set[str]:
    found = (match.card_of(card) for card in cards)
    return {text for each in found if each is not None for text in (each.name["en"], each.id)}


def secrets_of(match: Match, seat: int | None) -> set[str]:
    """Names and ids that stand on hidden cards and on no other that has lain in the match."""
    hidden = hidden_cards(match, seat)
    return names_of(match, hidden) - names_of(match, set(match.cards) - hidden)


def given_out(match: Match, seat: int | None, since: int) -> Iterator[str]:
    """Everything that a seat is given, as text: views, lines of the log, questions, previews."""
    yield json.dumps(public_view(match))
    yield json.dumps(match.view(seat))
    texts = [Text(match.game, each, ["P", "Q", "R", "S"][: match.seats]) for each in ("en", "zh")]
    for text in texts:
        yield from (line or "" for _, line in lines_with_causes(text, match.log[since:], seat))
    if seat is None:
        return
    yield json.dumps(private_view(match, seat))
    if (choice := match.choice_of(seat)) is None:
        return
    if choice.prompt in FORETOLD:
        yield from (json.dumps(facts_as_data(match, facts)) for facts in foretell(match, seat, 9.0))
    for text in texts:
        yield text.prompt(choice, match)
        yield from (text.option(option, match) for option in choice.options)


@pytest.mark.parametrize("seed", range(2))
def test_no_room_to_come_and_nothing_in_anothers_pack_comes_out(pack: Pack, seed: int) -> None:
    match, chance, looked = Match.new(pack, 3, seed, {"rooms": 9}), Random(seed), 0
    for _ in range(30):
        if match.is_over:
            break
        viewers = (None, *range(match.seats))
        before = {seat: secrets_of(match, seat) for seat in viewers}
        since = len(match.log or ())
        answer_at_random(match, chance)
        for seat in viewers:
            secret = before[seat] & secrets_of(match, seat)
            everything = "\n".join(given_out(match, seat, since))
            told = [name for name in secret if re.search(rf"\b{re.escape(name)}\b", everything)]
            assert told == [], seat
            looked += len(secret)
    assert looked > 100


@pytest.mark.parametrize("seed", range(2))
def test_dice_to_come_change_nothing_that_anybody_is_given(pack: Pack, seed: int) -> None:
    match, chance = Match.new(pack, 2, seed), Random(seed)
    for _ in range(20):
        if match.is_over:
            break
        since = len(match.log or ())
        answer_at_random(match, chance)
        other = match.draft()
        other.rng ^= chance.getrandbits(60)
        for seat in (None, 0, 1):
            told = [list(given_out(each, seat, since)) for each in (match, other)]
            assert told[0] == told[1], seat


def test_bots_know_nothing_of_what_lies_behind_a_door(pack: Pack) -> None:
    compared = 0
    for seed in range(8):
        match, chance = Match.new(pack, 1, seed, {"rooms": 9}), Random(seed)
        ways, behind = (match.program.layout.zone_names.index(name) for name in ("ways", "behind"))
        for _ in range(30):
            if match.is_over:
                break
            answer_at_random(match, chance)
            if match.is_over or not match.zones[behind] or not match.zones[ways]:
                continue
            other = match.draft()
            there, beyond = match.zones[behind], match.zones[ways]
            other.zones[behind] = (beyond[0], *there[1:])
            other.zones[ways] = (there[0], *beyond[1:])
            other.state[beyond[0] + ZONE], other.state[there[0] + ZONE] = behind, ways
            worlds = [redeal(each, 0, Random(seed)) for each in (match, other)]
            assert worlds[0].zones == worlds[1].zones
            assert worlds[0].state == worlds[1].state
            thoughts = [bots.make_bot("greedy", seed).think(each, 0) for each in (match, other)]
            assert thoughts[0] == thoughts[1]
            compared += 1
    assert compared > 10


def with_another_pack(match: Match, seat: int, chance: Random) -> Match | None:
    """The same match, but other things lie hidden in a seat's pack; None where none is hidden."""
    layout, other = match.program.layout, match.draft()
    first = layout.zones["backpack"].first
    things = [card.symbol for card in match.program.catalogue.cards if card.kind == "gear"]
    hidden = [
        card
        for card in match.zones[first + seat + 1]
        if not match.known.get(card, 0) & ~(1 << seat)
    ]
    for card in hidden:
        row = [*match.program.catalogue.rows[chance.choice(things)]]
        row[ZONE] = match.state[card + ZONE]
        other.state[card : card + layout.width] = row
    return other if hidden else None


def test_bots_know_nothing_of_what_is_in_anothers_pack(pack: Pack) -> None:
    compared = 0
    for seed in range(6):
        match, chance = Match.new(pack, 2, seed, {"rooms": 9}), Random(seed)
        for _ in range(40):
            if match.is_over:
                break
            answer_at_random(match, chance)
            other = None if match.is_over else with_another_pack(match, 1, chance)
            if other is None or match.choice_of(0) is None or match.choice_of(1) is not None:
                continue
            worlds = [redeal(each, 0, Random(seed)) for each in (match, other)]
            assert worlds[0].zones == worlds[1].zones
            assert worlds[0].state == worlds[1].state
            thoughts = [bots.make_bot("greedy", seed).think(each, 0) for each in (match, other)]
            assert thoughts[0] == thoughts[1]
            compared += 1
    assert compared > 5


def test_bots_take_what_they_do_not_see_in_a_pack_for_anything(pack: Pack) -> None:
    match = Match.new(pack, 2, 5, {"bring": [{"level": 1, "maxHp": 8, "things": THINGS}] * 2})
    zone = match.program.layout.zones["backpack"].first + 2
    guesses = [redeal(match, 0, Random(seed)) for seed in range(30)]
    guessed = {each.card_id(card) for each in guesses for card in each.zones[zone]}
    assert len(guessed) > 30
    assert "knave.gear.mud" not in guessed
    own = [[each.card_id(card) for card in each.zones[zone - 1]] for each in guesses]
    assert own == [own[0]] * len(own)


def test_what_one_brings_home_is_told_to_nobody_else(pack: Pack) -> None:
    match = Match.new(pack, 2, 5, {"rooms": 1, "danger": -100})
    while not match.is_over:
        choice = match.choices[0]
        words = [each.word for each in choice.options]
        leave = (words.index("leave"),) if "leave" in words else choice.default
        match.answer(choice.seat, leave)
    text = Text(match.game, "en", ["P", "Q"])
    told = [
        sum(
            "You bring home" in (line or "") for _, line in lines_with_causes(text, match.log, seat)
        )
        for seat in (0, 1, None)
    ]
    assert told == [1, 1, 0]
