"""A whole match as somebody plays it, looked at after each answer. Begin with `play`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from browser.player import MOST, Player
from browser.visitor import Visitor
from browser.whole.watch import Report, Watch
from browser.whole.ways import WAYS, Choice
from e2e.harness import GameServer

HEIGHTS = {390: 844, 1920: 1080}
LANGUAGES = ("zh", "en")
# In this order a short time sees most.
PLACES = (
    ("touch", 390),
    ("clicks", 1920),
    ("keys", 1920),
    ("keys", 390),
    ("clicks", 390),
    ("touch", 1920),
)
_LEVELS = ((1, "one"), (4, "few"), (6, "some"), (8, "many"))


@dataclass(frozen=True)
class Plan:
    """Which match: `line` begins it, `way` is one of `WAYS`, `width` one of `HEIGHTS`."""

    line: str
    way: str
    width: int
    language: str

    def __str__(self) -> str:
        return f"{self.line} {self.way} {self.width} {self.language}"


def all_plans(lines: list[str]) -> Iterator[Plan]:
    """Every game in every way, at every width, in every language."""
    for turn in range(len(LANGUAGES)):
        for number, (way, width) in enumerate(PLACES):
            language = LANGUAGES[(number + turn) % len(LANGUAGES)]
            yield from (Plan(line, way, width, language) for line in lines)


def play(
    browser: Browser,
    game: GameServer,
    plan: Plan,
    *,
    seed: int,
    known: set[str],
    folder: Path,
    most: int = MOST,
) -> Report:
    """
    Play a match to its end, or to so many answers.

    :param known: kinds of states that axe has read already.
    :param folder: where sights of what is wrong are kept.
    """
    size = {"width": plan.width, "height": HEIGHTS[plan.width]}
    visitor = Visitor(browser, game, language=plan.language, touch=plan.way == "touch", **size)
    watch = Watch(Player(visitor), Report(str(plan)), folder)
    with watch.to_the_end():
        _answer_all(watch, plan, random.Random(f"{plan} {seed}"), known, most)
    return watch.report


def _answer_all(watch: Watch, plan: Plan, rng: random.Random, known: set[str], most: int) -> None:
    ann, answer = watch.ann, WAYS[plan.way]
    ann.begin(plan.line)
    watch.begin()
    while ann.prompt:
        assert watch.report.answers < most, "not over"
        watch.look()
        kind = f"{plan.line} {plan.width} {_kind(ann.prompt)}"
        if kind not in known and kind not in watch.report.kinds:
            watch.read(kind)
        choice = Choice(ann.prompt, rng)
        ann.answer(lambda choice=choice: answer(ann, choice))
        watch.report.answers += 1
    expect(ann.page.locator(".ending .acts")).to_be_visible()  # all of it is known
    watch.look()
    watch.read("the end")
    if ann.button("over.board").count():  # a scene has no table
        ann.button("over.board").click()
        expect(ann.ending).to_have_count(0)
        watch.look()
        watch.read("the table behind it")


def _kind(prompt: dict[str, Any]) -> str:
    """What there is to see: the question, how many options, one of them or several."""
    count = len(prompt["options"])
    level = next((name for most, name in _LEVELS if count <= most), "crowd")
    several = "" if prompt["minimum"] == prompt["maximum"] == 1 else " several"
    return f"{prompt['prompt']} {level}{several}"
