"""
What bots think of a card: matches in which it comes up often are played on until somebody can
choose it, and each such option is weighed beside the best other one.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from statistics import median
from typing import Any

from ..ground.errors import ActionFailed, RuleError
from ..pack import CardDef, Pack, pack_of_match
from ..playing.bots.greedy import consider
from ..running.choices import Choice, Option
from ..running.match import Match
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text
from . import often

SECONDS = 0.6  # for all of it
SEEDS = 12  # matches
DECISIONS = 120  # of each
ENOUGH = 12  # options that were weighed


def worth_of_card(pack: Pack, card: CardDef) -> dict[str, Any]:
    """
    By what one does with the card (`prompt/option`): how often that was weighed, how much better it
    was than the best of the others, in the middle of all, in hundredths of the game's unit, and how
    people read it in each language (`told`).
    """
    if pack.program.bots.worth is None:
        return {}
    try:
        pack = often.pack_with_many(pack, card)
    except (RuleError, ValueError):
        return {}
    weighed: defaultdict[str, list[float]] = defaultdict(list)
    told: dict[str, dict[str, str]] = {}
    end = time.perf_counter() + SECONDS
    for seed in range(SEEDS):
        if time.perf_counter() > end or sum(map(len, weighed.values())) >= ENOUGH:
            break
        _weigh_match(pack, card, seed, weighed, told, end)
    return {
        what: {"tries": len(values), "value": round(median(values)), "told": told[what]}
        for what, values in sorted(weighed.items())
    }


def _weigh_match(
    pack: Pack,
    card: CardDef,
    seed: int,
    weighed: defaultdict[str, list[float]],
    told: dict[str, dict[str, str]],
    end: float,
) -> None:
    """One match, by chance but where the card can be chosen."""
    dice, seats = random.Random(seed), pack.declarations.seats[0]
    try:
        match = Match.prepare(
            pack, seats, seed, often.decks_with(pack, card, seats, seed), log=False
        )
        match.begin()
        for _ in range(DECISIONS):
            if match.is_over or time.perf_counter() > end:
                return
            choice = match.choices[0]
            of_card = [
                number
                for number, option in enumerate(choice.options)
                if option.kind in ("card", "definition") and _is_card(match, option.entity, card)
            ]
            picks = tuple(choice.default)
            if of_card and choice.minimum == choice.maximum == 1 and len(choice.options) > 1:
                lines = consider(match, choice.seat, dice)
                own = [line for line in lines if line.picks[0] in of_card]
                rest = [line for line in lines if line.picks[0] not in of_card]
                if own and rest:
                    option = choice.options[own[0].picks[0]]
                    what = f"{choice.prompt}/{option.word}"
                    told.setdefault(what, _option_texts(match, choice, option))
                    weighed[what].append(own[0].total - rest[0].total)
                picks = lines[0].picks
            elif choice.minimum == choice.maximum == 1:
                picks = (dice.randrange(len(choice.options)),)
            match.answer_unchecked(choice.seat, picks)
    except (ActionFailed, RuleError, ValueError):
        return  # that it fails is said by the trial


def _option_texts(match: Match, choice: Choice, option: Option) -> dict[str, str]:
    """What is asked there, and the option, as people read them."""
    texts = {language: Text(pack_of_match(match), language) for language in LANGUAGES}
    return {
        language: f"{text.prompt(choice, match)} {text.option(option, match)}"
        for language, text in texts.items()
    }


def _is_card(match: Match, entity: int, card: CardDef) -> bool:
    """Whether a card of a match, or a definition, is this one."""
    if entity == card.symbol:
        return True
    return 0 < entity < len(match.state) and match.state[entity] == card.symbol
