"""
Links for clients that have them: nobody but the game makes one.

Evennia looks for its links (`|lccommand|lttext|le`) after it has made `|` of `||`, so what a person
typed, and was sent with its bars doubled, became a link all the same: a neighbour's click would do
whatever the speaker liked. Here the links are found first, doubled bars left alone, and marked with
a control character, which `server.cleaning` takes out of all that comes from people; and Evennia is
told to look for that.
"""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

from evennia.server.portal import mxp, telnet
from evennia.utils.ansi import ANSIParser
from evennia.utils.text2html import TextToHTMLparser

MARK = "\x02"
_LINK = re.compile(
    r"\|\||\|l(?P<kind>[cu])(?P<to>(?:\|\||[^|])*)\|lt(?P<text>(?:\|\||(?!\|l[cute]).)*)\|le",
    re.DOTALL,
)


def mark_links(text: str) -> str:
    """
    The text with its links marked.

    >>> mark_links("|lc1|ltBash|le ||lcquit||lta gift||le")
    '\\x02lc1\\x02ltBash\\x02le ||lcquit||lta gift||le'
    """
    return _LINK.sub(_mark_match, text) if "|l" in text else text


def _mark_match(found: re.Match[str]) -> str:
    if found["kind"] is None:
        return found[0]
    return f"{MARK}l{found['kind']}{found['to']}{MARK}lt{found['text']}{MARK}le"


def patch_evennia() -> None:
    """Let Evennia mark links before it parses anything, then look for marked ones only."""
    command, url = (
        re.compile(f"{MARK}l{kind}(.*?){MARK}lt(.*?){MARK}le", re.DOTALL) for kind in "cu"
    )
    parse = ANSIParser.parse_ansi

    @wraps(parse)
    def parse_ansi(self: ANSIParser, string: str, *args: Any, **kwargs: Any) -> str:
        return parse(
            self, string if hasattr(string, "_raw_string") else mark_links(string), *args, **kwargs
        )

    def mxp_parse(text: str) -> str:
        return url.sub(mxp.MXP_URL, command.sub(mxp.MXP_SEND, text))

    if not hasattr(parse, "__wrapped__"):
        ANSIParser.parse_ansi = parse_ansi
    ANSIParser.mxp_sub, ANSIParser.mxp_url_sub = command, url
    TextToHTMLparser.re_mxplink, TextToHTMLparser.re_mxpurl = command, url
    mxp.mxp_parse = telnet.mxp_parse = mxp_parse
