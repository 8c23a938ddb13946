"""Answers at random in games of packages in Lua, also given by another process."""

from __future__ import annotations

from functools import cache
from random import Random

from rules.ground.errors import ActionFailed
from rules.pack import load_pack
from rules.running.match import Match


def answer(match, dice):
    """Give an answer at random; generals of scripts where there are."""
    choice = match.choices[0]
    picks = dice.sample(range(len(choice.options)), dice.randint(choice.minimum, choice.maximum))
    ids = [match.card_id(option.entity) or "" for option in choice.options]
    ours = [at for at, each in enumerate(ids) if ".general." in each and "kingdoms." not in each]
    if ours and choice.minimum == 1:
        picks = [dice.choice(ours)]
    return carry_out(match, choice.seat, picks)


def carry_out(match, seat, picks):
    try:
        match.answer(seat, picks)
    except ActionFailed as error:
        raise AssertionError(f"{error.card}: {error.reason}") from error
    return seat, picks


@cache
def loaded(folder):
    return load_pack(folder)


def answered_elsewhere(folder, saved, state):
    """In another process: load a match, answer it, and save it."""
    match, dice = Match.load(loaded(folder), saved), Random()
    dice.setstate(state)
    answer(match, dice)
    return match.save(), dice.getstate(), match.hash()
