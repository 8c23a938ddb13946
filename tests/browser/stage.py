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


def places(page: Page) -> list[str]:
    """Where the parts stand that never move, as `class area seat: x,y,width,height`."""
    return page.evaluate(_PLACES)


def cut_off(page: Page) -> list[str]:
    """What of a match is not in the window; the page itself, if it scrolls."""
    return page.evaluate(_CUT_OFF)
