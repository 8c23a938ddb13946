"""Questions of kingdoms tell the chain: who does what to whom with which card."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rules.pack import load_pack
from rules.running.match import Match
from rules.telling.text import Text

KINGDOMS = Path(__file__).parents[2] / "mygame" / "world" / "packs" / "kingdoms"
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"]
MATCHES = 8
# A hole that nothing filled leaves one of these; so does a number of a card.
EMPTY = re.compile(r"^\s|\s\s|\s[,.:;?]|^[，。：]|：：|\b\d{3,}\b|\{|\bnone\b|\b0\b")


@cache
def questions(language: str) -> dict[str, set[str]]:
    """The texts of the questions of some matches at random, by prompt."""
    pack, found = load_pack(KINGDOMS), defaultdict(set)
    text = Text(pack, language, NAMES)
    for seed in range(MATCHES):
        match, dice = Match.new(pack, 4 + seed % 3, seed), Random(seed)
        for _ in range(1_500):
            if match.is_over:
                break
            choice = dice.choice(match.choices)
            found[choice.prompt].add(text.prompt(choice, match))
            count = dice.randint(choice.minimum, choice.maximum)
            picks = tuple(dice.sample(range(len(choice.options)), count))
            match.answer(choice.seat, picks)
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_question_has_an_empty_hole(language: str) -> None:
    texts = {text for found in questions(language).values() for text in found}
    assert [text for text in texts if EMPTY.search(text)] == []


@pytest.mark.parametrize(
    ("prompt", "wanted"),
    [
        ("respond", r"\w+ uses Slash \(\w+ \w+\) on you: play a Jink, or take [12] damage\."),
        (
            "respond",
            r"\w+ uses Savage Assault \(\w+ \w+\) on you: play a Slash, or take 1 damage\.",
        ),
        ("respond", r"Duel.* with \w+: play a Slash, or take 1 damage\."),
        ("nullify", r"\w+ uses Dismantlement \(.*\) on \w+; it is about to take effect\. Do .*"),
        ("nullify", r"\w+ nullifies .* on \w+ with Nullification \(.*\)\. Do you nullify that\?"),
        ("nullify", r"\w+ \(.*\) is about to take effect on \w+\. Do you nullify it\?"),
        ("peach", r"\w+ is dying: one peach saves them\. Do you use one\?"),
        ("peach", r"You are dying: one peach or analeptic saves you\. Do you use one\?"),
        ("invoke", r"\w+ has dealt you 1 damage with .*\. Do you use \w+\?"),
        ("cardOf", r"Snatch \(.*\): which card of \w+ do you take\?"),
        ("cardOf", r"Dismantlement \(.*\): which card of \w+ do you discard\?"),
        ("discard", r"You hold \d cards too many: which ones do you discard\?"),
        ("slashOn", r"\w+ uses Collateral .* on you: use a slash on \w+, or give \w+ your .*"),
    ],
)
def test_a_question_tells_what_has_led_to_it(prompt: str, wanted: str) -> None:
    assert any(re.fullmatch(wanted, text) for text in questions("en")[prompt])
