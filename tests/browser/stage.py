"""What holds at any moment of a match: all of it is in the window, each part in its place."""

from __future__ import annotations

from playwright.sync_api import Page

# Where the parts of the page stand that are there all the time.
_PLACES = """() => {
  const fixed = document.querySelectorAll(".bar, .place, .mat, .side, .prompt, .tools");
  return [...fixed].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { area = "", seat = "" } = element.dataset;
    return `${element.className} ${area}${seat}: ${[x, y, width, height].map(Math.round)}`;
  });
}"""

# What is cut off by the window, but for what lies in something that scrolls, which has to be in the
# window itself; and the whole page, where that scrolls.
_CUT_OFF = """() => {
  const parts = ".bar, .place, .part, .card, .mat, .prompt, .tools, .log, .option, h2, h3";
  const above = ".ending, .sheet, .talk, .toast, .keys, dialog, :popover-open";
  const within = ".options, .ending, .opened, .sheet, .log, .ask, .told, .talk";
  const all = [...document.querySelectorAll(`${parts}, ${above}`)];
  const seen = all.filter((element) => element.checkVisibility());
  const isOut = ({ left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const isCutOff = (element) => {
    const list = element.parentElement.closest(within);
    return element.clientWidth > 0 && isOut((list ?? element).getBoundingClientRect());
  };
  const told = ({ className, textContent }) =>
    `cut off: ${className} ${textContent.trim().slice(0, 60)}`;
  const { scrollHeight, scrollWidth } = document.documentElement;
  const scrolls = scrollHeight > innerHeight || scrollWidth > innerWidth;
  const page = scrolls ? [`the page scrolls: ${scrollWidth} x ${scrollHeight}`] : [];
  return [...seen.filter(isCutOff).map(told), ...page];
}"""

# What is told of players, but cannot be read: half of it is hidden by what holds it, or it has an
# end that does not fit.
_HALVED = """() => {
  const area = ({ left, top, right, bottom }) =>
    Math.max(0, right - left) * Math.max(0, bottom - top);
  const seenOf = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let up = element.parentElement; !up.matches(".board"); up = up.parentElement) {
      if (getComputedStyle(up).overflowX === "visible") continue;
      const box = up.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return area({ left, top, right, bottom });
  };
  const isHalf = (element) => {
    const share = seenOf(element) / area(element.getBoundingClientRect());
    return share > 0.05 && share < 0.8;
  };
  const isShort = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }));
  const told = all(".board .chip dd, .board .states").filter(isHalf);
  return [...told, ...all(".board .chip dd").filter(isShort)].map((element) =>
    `half hidden: ${element.previousElementSibling?.textContent.trim() ?? element.className}`);
}"""


def places(page: Page) -> list[str]:
    """Where the parts stand that never move, as `class area seat: x,y,width,height`."""
    return page.evaluate(_PLACES)


def cut_off(page: Page) -> list[str]:
    """What of a match is not in the window; the page itself, if it scrolls."""
    return page.evaluate(_CUT_OFF)


def halved(page: Page) -> list[str]:
    """What is told of players, by its name, of which only a part can be read."""
    return page.evaluate(_HALVED)
