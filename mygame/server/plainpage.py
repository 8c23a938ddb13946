"""Pages that must appear when nothing else works: no template, no database, both languages.

They look like the rest of the site if its style sheet can be had, and are readable without.

The Portal shows one while the Server is away, the web pages when a request is refused or fails.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple


class Notice(NamedTuple):
    """
    A page: what has happened and what to do, in Chinese and in English; whether one can only play
    without the server meanwhile.
    """

    zh: str
    en: str
    alone: bool = False


RESTARTING = Notice(
    "游戏正在重新启动，几秒钟后请刷新本页。",
    "The game is restarting. Reload this page in a few seconds.",
    alone=True,
)
BUSY = Notice(
    "数据库现在没有回应，请过一会儿再试。没有任何改动。",
    "The database does not answer just now. Try again in a moment; nothing was changed.",
)
FAILED = Notice(
    "出了差错，已经记录下来。请回到首页再试。",
    "Something went wrong, and has been noted. Go back to the first page and try again.",
)
NOT_FOUND = Notice("这里没有这样的页面。", "There is no such page here.")
BAD = Notice("看不懂这个请求。", "This request makes no sense.")
FORBIDDEN = Notice("你不能打开这个页面。", "You may not open this page.")
STALE = Notice(
    "这张表单过期了，或者不是从本站发出的。请回到首页，重新打开再填。",
    "This form is out of date, or does not come from this site. "
    "Go to the first page and open it again.",
)
OFFLINE = Notice(
    "现在没有网络连接。连上以后请刷新本页。",
    "There is no connection just now. Reload this page when it is back.",
    alone=True,
)
TOO_LARGE = Notice("发来的内容太大了。", "That is too much to send at once.")

_PAGE = """<!DOCTYPE html>
<html lang="zh-Hans">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>逆时巫师 Chrono Wizard</title>
<link rel="icon" href="/static/site/icon.svg">
<link rel="stylesheet" href="/static/site/tokens.css">
<link rel="stylesheet" href="/static/site/site.css">
</head>
<body>
<main class="narrow sheet">
<h1>逆时巫师 <span lang="en">Chrono Wizard</span></h1>
<p>{zh}</p>
<p lang="en">{en}</p>
<p class="acts"><a class="button" href="/">首页 · <span lang="en">First page</span></a>{ways}</p>
</main>
</body>
</html>
"""


_PRACTICE = """
<a class="button quiet" href="/practice/">离线练习 · <span lang="en">Practice</span></a>"""


def render_page(notice: Notice) -> bytes:
    """The page as it is sent, in UTF-8."""
    ways = _PRACTICE if notice.alone else ""
    return _PAGE.format(zh=escape(notice.zh), en=escape(notice.en), ways=ways).encode()
