"""
What can be seen at a table, moment by moment, for pictures that are looked at: `SCENES`. Each scene
is played by somebody who comes with a look (a window, a language, a light), and gives the name of
each moment that is worth a picture. Begin with `take_pictures`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from browser.player import Player
from browser.visitor import Visitor
from browser.whole.pictures import place_for
from browser.whole.watch import Report, Watch
from browser.whole.ways import Choice, by_keys
from e2e.harness import GameServer

LOOKS: dict[str, dict[str, Any]] = {
    "wide": {"language": "zh", "width": 1920, "height": 1080},
    "phone": {"language": "en", "width": 390, "height": 844, "dark": True, "touch": True},
    "low": {"language": "zh", "width": 844, "height": 390, "touch": True},
    "laptop": {"language": "en", "width": 1280, "height": 720, "dark": True},
}
# What tells the time, or blinks, is not the same in two runs.
_STILL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".since, .timer { visibility: hidden } * { caret-color: transparent }");
  document.adoptedStyleSheets = [sheet];
  return document.fonts.ready.then(() => {});
}"""


@dataclass
class Stage:
    """Who is there: `ann`, whose sight is kept, and others who come when they are called."""

    ann: Player
    call: Callable[[], Player]
    game: GameServer


Scene = Callable[[Stage], Iterator[str]]
SCENES: dict[str, tuple[Scene, str]] = {}  # by name and look


def seen_by(*looks: str) -> Callable[[Scene], Scene]:
    """Of whom a scene is to be seen."""

    def add(scene: Scene) -> Scene:
        SCENES.update({f"{scene.__name__} {look}": (scene, look) for look in looks})
        return scene

    return add


def take_pictures(browser: Browser, game: GameServer, name: str, folder: Path) -> Report:
    """Play a scene; its pictures lie in `folder`, what is wrong in them is in the report."""
    scene, look = SCENES[name]
    others: list[Visitor] = []

    def call() -> Player:
        others.append(Visitor(browser, game, language="en"))
        return Player(others[-1])

    ann = Player(Visitor(browser, game, **LOOKS[look]))
    watch = Watch(ann, Report(f"pictures {name}"), folder)
    with watch.to_the_end():
        for moment in scene(Stage(ann, call, game)):
            path = place_for(folder, f"{scene.__name__}-{moment}-{look}")
            ann.page.evaluate(_STILL)
            ann.page.screenshot(path=path, animations="disabled", caret="initial")
            if ann.page.locator("main[data-state=match]").count():
                watch.look()
            watch.read(moment, both=False)
    for visitor in others:
        visitor.context.close()
    return watch.report


# -- what one does


def until(ann: Player, asked: Callable[[dict[str, Any]], bool], most: int = 150) -> None:
    """Answer by lot until such a question comes."""
    rng = random.Random(7)
    for _ in range(most):
        assert ann.prompt, "the match is over"
        if asked(ann.prompt):
            return
        choice = Choice(ann.prompt, rng)
        ann.answer(lambda choice=choice: by_keys(ann, choice))
    raise AssertionError(f"nothing such was asked in {most} answers")


def to_the_end(ann: Player) -> None:
    """The same until it is over."""
    rng = random.Random(7)
    while ann.prompt:
        choice = Choice(ann.prompt, rng)
        ann.answer(lambda choice=choice: by_keys(ann, choice))
    expect(ann.ending).to_be_visible()
    expect(ann.ending.locator(".chart")).to_be_visible()


def tool(ann: Player, name: str) -> Locator:
    """A tool of the row, or behind "more"."""
    found = ann.page.locator(f".tools [data-act={name}]")
    if not found.is_visible():
        ann.page.locator("[data-act=more]").click()
    return found


# -- scenes


@seen_by("wide", "phone", "low")
def hall(stage: Stage) -> Iterator[str]:
    """Before a match."""
    ann = stage.ann
    ann.open()
    yield "welcome"
    ann.button("lobby.guest").click()
    expect(ann.button("lobby.seek")).to_be_visible()
    yield "games"
    ann.open("open chrono")
    expect(ann.button("lobby.start_with_bots")).to_be_visible()
    yield "table"
    ann.unfold_options()
    yield "options"


@seen_by("wide", "phone")
def chrono(stage: Stage) -> Iterator[str]:
    """The flagship with what lies beside the board."""
    ann = stage.ann
    ann.begin("play chrono")
    yield "first"
    for name in ("rules", "hint"):
        before = ann.question.inner_text()
        tool(ann, name).click()
        expect(ann.question).not_to_have_text(before, use_inner_text=True)
        yield name
        ann.page.keyboard.press("Escape")
        ann.answer(ann.press)
    ann.page.locator("[data-act=more]").click()
    yield "more"
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("?")
    yield "keys"
    ann.page.keyboard.press("Escape")
    until(ann, lambda prompt: prompt["maximum"] > 1)
    yield "several"
    until(ann, lambda prompt: len(prompt["options"]) > 6)
    yield "many"
    ann.page.locator(".board .slot").first.focus()
    ann.page.keyboard.press("i")
    expect(ann.page.locator(".sheet")).to_be_visible()
    yield "large"
    ann.page.keyboard.press("Escape")
    if ann.page.locator("[data-act=log]").is_visible():
        ann.page.locator("[data-act=log]").click()
        yield "log"
        ann.page.keyboard.press("Escape")
    ann.page.locator("[data-act=talk]").click()
    yield "talk"
    ann.page.locator("[data-act=talk]").click()
    tool(ann, "concede").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    yield "concede"
    ann.page.locator("[data-act=sure]").click()
    expect(ann.options).to_have_count(0)
    yield "conceded"


@seen_by("wide", "phone", "low", "laptop")
def duel(stage: Stage) -> Iterator[str]:
    """Attacks, the end, the replay."""
    ann = stage.ann
    ann.begin("play duel")
    yield "first"
    until(ann, lambda prompt: any(each["word"] == "attack" for each in prompt["options"]))
    yield "attack"
    held = ann.page.locator(".board .slot[data-ready]:not([data-choosable])")
    if held.count():
        held.first.click()
        yield "target"
        ann.page.keyboard.press("Escape")
    to_the_end(ann)
    yield "end"
    ann.button("over.board").click()
    yield "board"
    ann.button("over.back").click()
    ann.page.get_by_role("link", name=ann.word("over.turning")).click()
    expect(ann.page.get_by_role("slider")).not_to_have_value("0")
    yield "replay"


@seen_by("wide", "phone")
def kingdoms(stage: Stage) -> Iterator[str]:
    """Eight at a table."""
    ann = stage.ann
    ann.open("open kingdoms players 8")
    ann.button("lobby.start_with_bots").click()
    expect(ann.options.first).to_be_visible()
    yield "first"
    until(ann, lambda prompt: prompt["always"])
    yield "response"
    until(ann, lambda prompt: len(prompt["options"]) > 4)
    yield "many"


@seen_by("wide", "phone")
def race(stage: Stage) -> Iterator[str]:
    """The track that is no wheel."""
    ann = stage.ann
    ann.begin("play race")
    until(ann, lambda prompt: ann.page.locator(".log li").count() > 12)
    yield "midst"
    to_the_end(ann)
    yield "end"


@seen_by("wide", "phone")
def knave(stage: Stage) -> Iterator[str]:
    """An expedition."""
    ann = stage.ann
    ann.begin("play knave")
    yield "first"
    until(ann, lambda prompt: any(each["kind"] == "card" for each in prompt["options"]))
    yield "room"


@seen_by("wide", "phone")
def lesson(stage: Stage) -> Iterator[str]:
    """Its first step, and one later."""
    ann = stage.ann
    ann.begin("tutorial chrono")
    yield "first"
    for _ in range(3):
        ann.answer(ann.press)
    yield "later"


@seen_by("wide", "phone")
def town(stage: Stage) -> Iterator[str]:
    """Outside the hall: a place, somebody to talk to, what one owns."""
    ann = stage.ann
    ann.open("door")
    expect(ann.page.locator("#place")).to_be_visible()
    yield "place"
    made = {"en": "Any knave at once", "zh": "马上随便来一个"}[ann.visitor.language]
    ann.page.get_by_role("button", name=made).click()
    expect(ann.page.get_by_role("log").first).to_contain_text(re.compile("HP|生命"))
    yield "knave"
    ann.page.get_by_role("region", name=ann.word("lobby.scenes")).get_by_role(
        "button"
    ).first.click()
    expect(ann.options.first).to_be_visible()
    yield "talk"


@seen_by("wide", "phone")
def company(stage: Stage) -> Iterator[str]:
    """Another person: waiting for them, what they say, a tab that sleeps."""
    ann, ben = stage.ann, stage.call()
    ben.open("open duel")
    title = ben.page.get_by_role("heading", level=2, name=re.compile(r"Table \d+: "))
    number = re.findall(r"\d+", title.inner_text())[0]
    ann.visitor.goto(f"/webclient/?join={number}")
    expect(ann.button("lobby.ready")).to_be_visible()
    yield "joined"
    ann.button("lobby.ready").click()
    ben.button("lobby.start").click()
    expect(ann.page.locator("[data-option], .waiting").first).to_be_visible()
    for _ in range(12):
        if ann.prompt is None:
            break
        ann.page.keyboard.type(ann.option(0).locator("kbd").inner_text())
        ann.page.keyboard.press("e")
        ann.page.wait_for_timeout(300)
    expect(ann.page.get_by_role("region", name=ann.word("waiting.title"))).to_be_visible()
    ben.type("say Well played!")
    expect(ann.page.locator(".bubble")).to_be_visible()
    yield "waiting"
    other = ann.visitor.context.new_page()
    other.goto("/webclient/")
    expect(ann.page.get_by_role("dialog", name=ann.word("link.ended"))).to_be_visible()
    yield "asleep"


@seen_by("wide", "phone")
def lost(stage: Stage) -> Iterator[str]:
    """The connection has gone; it comes back by itself."""
    ann = stage.ann
    ann.begin("play race")
    ann.visitor.expect("WebSocket connection to .* failed", "50[234]", "worker.js", "fetching")
    stage.game.kill("portal")
    state = ann.page.get_by_role("banner").get_by_role("status")
    expect(state).to_have_text(ann.word("link.lost"))
    yield "line"
    expect(state).to_have_count(0)
