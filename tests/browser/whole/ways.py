"""How somebody answers who knows nothing of the game: by mouse, by keys, by finger."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from browser.player import Player

# A place of an element, from its left upper corner, at which it is what a pointer hits: cards of a
# full row lie over one another.
_HIT = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  for (const right of [0.5, 0.15, 0.85]) for (const down of [0.5, 0.2, 0.8]) {
    const at = { x: width * right, y: height * down };
    if (element.contains(document.elementFromPoint(x + at.x, y + at.y))) return at;
  }
  return null;
}"""

Way = Callable[[Player, "Choice"], None]


class Choice:
    """What to answer a question with: `indices` of options, by lot."""

    def __init__(self, prompt: dict[str, Any], rng: random.Random):
        options, least, most = prompt["options"], prompt["minimum"], prompt["maximum"]
        self.prompt = prompt
        self.single = least == most == 1
        count = rng.randint(least, max(least, min(most, len(options), 4)))
        self.indices = rng.sample(range(len(options)), count)

    def on_board(self, index: int) -> int:
        """What lies on the board and stands for this option alone; 0 if nothing does."""
        option = self.prompt["options"][index]
        entity = option["entity"] if option["kind"] in ("card", "player") else 0
        about = [each for each in self.prompt["options"] if each["entity"] == entity]
        return entity if entity and len(about) == 1 else 0


def by_mouse(ann: Player, choice: Choice) -> None:
    """Click what lies on the board, else the button."""
    _point(ann, choice, Locator.click)


def by_finger(ann: Player, choice: Choice) -> None:
    """Tap what lies on the board, else the button."""
    _point(ann, choice, Locator.tap)


def by_keys(ann: Player, choice: Choice) -> None:
    """Type the numbers; what takes several is given by `e`, or by the button that Tab leads to."""
    for index in choice.indices:
        ann.page.keyboard.type(ann.option(index).locator("kbd").inner_text())
    if choice.single:
        return
    if len(choice.indices) % 2:
        ann.page.keyboard.press("e")
        return
    ann.walk_to(_give(ann))
    ann.page.keyboard.press("Enter")


WAYS: dict[str, Way] = {"clicks": by_mouse, "keys": by_keys, "touch": by_finger}


def _point(ann: Player, choice: Choice, press: Callable[..., None]) -> None:
    for index in choice.indices:
        if not _pressed_on_board(ann, choice.on_board(index), press):
            press(ann.option(index))
    if not choice.single:
        press(_give(ann))


def _pressed_on_board(ann: Player, entity: int, press: Callable[..., None]) -> bool:
    lying = ann.page.locator(
        f".board [data-uuid='{entity}'][data-choosable]:not([data-held]):visible"
    )
    at = lying.evaluate(_HIT) if entity and lying.count() == 1 else None
    if at:
        press(lying, position=at)
    return at is not None


def _give(ann: Player) -> Locator:
    return ann.page.locator("[data-act=give]")
