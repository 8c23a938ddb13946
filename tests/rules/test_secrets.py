"""
Canaries: no name of a card that a seat cannot know comes out on any way.

Every card of the court has a name of its own. After each answer, all that a seat or a spectator is
given is written out, and looked through for those that lie hidden from it before and after. What is
told at the end about who was who, and how the others saw them, comes out no sooner.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from court import begin

from rules.pack import load_pack
from rules.playing import bots
from rules.playing.preview import facts_as_data, foretell, view_with_preview
from rules.running.match import Match
from rules.running.view import private_view, public_view
from rules.telling.causes import lines_with_causes
from rules.telling.text import Text
from rules.weighing.summary import retell

LANGUAGES = ("en", "zh")


def hidden_names(match: Match, seat: int | None) -> set[str]:
    """The names of the cards that a seat neither sees nor knows in any way."""
    layout, bit = match.program.layout, 0 if seat is None else 1 << seat
    offered = {option.entity for choice in match.choices if choice.seat == seat
               for option in choice.options}  # fmt: skip
    return {
        name_of(match, card)
        for zone in layout.hidden_from(seat)
        for card in match.zones[zone]
        if not match.known.get(card, 0) & bit and card not in offered
    }


def name_of(match: Match, card: int) -> str:
    definition = match.card_of(card)
    assert definition is not None
    return definition.name["en"]


def given_out(match: Match, seat: int | None, since: int) -> Iterator[str]:
    """Everything that a seat is given, as text."""
    yield from shown(match, seat, since)
    choice = match.choice_of(seat) if seat is not None else None
    if seat is not None:
        yield json.dumps(view_with_preview(match, seat))
    if choice is None:
        return
    yield from (json.dumps(facts_as_data(match, facts)) for facts in foretell(match, seat))
    texts = texts_of(match)
    for line in bots.make_bot("greedy", 1).think(match, seat):
        yield from (
            text.option(choice.options[pick], match) for pick in line.picks for text in texts
        )


def shown(match: Match, seat: int | None, since: int) -> Iterator[str]:
    """The same without what a bot advises and options would do: they deal anew what is hidden."""
    yield json.dumps(public_view(match))
    yield json.dumps(match.view(seat))
    for text in texts_of(match):
        yield from (line or "" for _, line in lines_with_causes(text, match.log[since:], seat))
    if seat is None:
        return
    yield json.dumps(private_view(match, seat))
    choice = match.choice_of(seat)
    if choice is None:
        return
    for text in texts_of(match):
        yield text.prompt(choice, match)
        yield from (text.option(option, match) for option in choice.options)


def texts_of(match: Match) -> list[Text]:
    return [Text(match.game, each, [f"P{n}" for n in range(match.seats)]) for each in LANGUAGES]


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_comes_out(seed: int) -> None:
    match, chance = begin(seed, 3 + seed % 2, log=True), Random(seed)
    told = 0
    while not match.is_over:
        viewers = (None, *range(match.seats))
        before = {seat: hidden_names(match, seat) for seat in viewers}
        lines, choice = len(match.log or ()), chance.choice(match.choices)
        count = chance.randint(choice.minimum, choice.maximum)
        match.answer(choice.seat, tuple(chance.sample(range(len(choice.options)), count)))
        for seat in viewers:
            secret = before[seat] & hidden_names(match, seat)
            everything = "\n".join(given_out(match, seat, lines))
            assert not [name for name in secret if name in everything], seat
            told += len(secret)
    assert told > 500


PACKS = Path(__file__).parents[2] / "mygame" / "world" / "packs"


@pytest.mark.parametrize("seed", range(3))
def test_how_players_are_seen_is_told_at_the_end_and_no_sooner(seed: int) -> None:
    pack = load_pack(PACKS / "kingdoms")
    match, chance = Match.new(pack, 5, seed), Random(seed)
    field = pack.program.layout.fields["player", "loyalty"]
    differed = 0
    while not match.is_over:
        choice = chance.choice(match.choices)
        count = chance.randint(choice.minimum, choice.maximum)
        lines = len(match.log or ())
        match.answer(choice.seat, tuple(chance.sample(range(len(choice.options)), count)))
        if chance.random() < 0.9:
            continue
        other = match.draft()
        for player in range(1, match.seats + 1):
            other.state[field.base + player] = chance.randint(-100, 100)
        differed += other.hash() != match.hash()
        for seat in (None, *range(match.seats)):
            told = [list(shown(each, seat, lines)) for each in (match, other)]
            assert told[0] == told[1], seat
    assert differed > 5
    roles = retell(pack, 5, seed, {}, match.journal)["seen"]["columns"]["truly"]
    assert sorted(roles) == ["lord", "loyalist", "rebel", "rebel", "renegade"]
