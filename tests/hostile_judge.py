"""What must hold of whatever comes back, however hostile what was sent: on screens and pages."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

from evennia.server.portal import mxp
from evennia.utils.ansi import parse_ansi
from evennia.utils.text2html import parse_html

from rules.fuzz.payloads import HARM

ACCIDENTS = re.compile(r"Traceback \(most recent|\b\w+(Error|Exception)\b: |File \"/|<class '")
SERVER = re.compile(r"/(?:tmp|home|usr|srv|var)/")  # places of the server's disk
UNSEEN = re.compile("[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
COLOURED = re.compile("\x1b\\[[\\d;]*m")
OURS = ("0", "1")  # none, and that of titles
LINK = re.compile("\x1b\\[4z<[^>]*>")
TAG = re.compile(r"<[^>]*>")


def of_screen(told: str, sent: str) -> list[str]:
    """What is wrong with a text as terminals and the web client get it."""
    found = _of_text(told)
    bare = mxp.mxp_parse(parse_ansi(told + "|n", mxp=True))
    if any(code not in OURS for code in re.findall(f"\x1b\\[([\\d;]*)m{HARM}", bare)):
        found.append("its colour is obeyed")
    if any(HARM in link for link in LINK.findall(bare)):
        found.append("its link is obeyed")
    if "\x1b" in COLOURED.sub("", bare).replace(mxp.MXP_TEMPSECURE, ""):
        found.append("an escape sequence is sent")
    if "||" in bare and "||" not in sent:
        found.append("bars are doubled twice")
    if any(HARM in tag for tag in TAG.findall(parse_html(told))):
        found.append("its HTML is obeyed by the web client")
    return found


def of_page(body: str) -> list[str]:
    """What is wrong with a page."""
    page = _Page()
    page.feed(body)
    return [*_of_text(body), *page.found]


def of_data(body: str) -> list[str]:
    """What is wrong with JSON."""
    return _of_text(_strings(json.loads(body))) if body else []


def _strings(node: object) -> str:
    """All that a person may read of JSON."""
    if isinstance(node, dict):
        return "\n".join(f"{key}\n{_strings(each)}" for key, each in node.items())
    return "\n".join(map(_strings, node)) if isinstance(node, list) else str(node)


def _of_text(told: str) -> list[str]:
    found = []
    if accident := ACCIDENTS.search(told):
        found.append(f"an accident is shown: {told[accident.start() :][:80]!r}")
    if place := SERVER.search(told):
        found.append(f"a place of the server is shown: {told[place.start() :][:80]!r}")
    if unseen := UNSEEN.search(told):
        found.append(f"{unseen[0]!r} is shown")
    return found


class _Page(HTMLParser):
    """Reads a page as browsers do, and finds what of it comes from somebody."""

    ADDRESSES = ("href", "src", "action", "formaction")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag, attrs):
        names = " ".join([tag, *(name for name, _ in attrs)])
        if HARM.casefold() in names or re.search(r"\bon\w+\b", names):
            self.found.append(f"its tag is obeyed: <{names}>")
        for name, value in attrs:
            if name in self.ADDRESSES and (value or "").strip().casefold().startswith("javascript"):
                self.found.append(f"its address is obeyed: {value}")
        kind = dict(attrs).get("type") or ""
        self._inside = tag if tag in ("script", "style") and "json" not in kind else ""

    def handle_endtag(self, tag):
        self._inside = ""

    def handle_data(self, data):
        if self._inside and HARM in data:
            self.found.append(f"it stands in a {self._inside}")

    def handle_comment(self, data):
        if HARM in data:
            self.found.append("it is a comment of the page")
