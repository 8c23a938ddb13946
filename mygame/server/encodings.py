"""The encodings a terminal may have, by the names people know them by."""

from __future__ import annotations

import codecs

# By Python's names. Of each, the commands people type are plain ASCII: who has chosen wrongly can
# still type the way back.
ENCODINGS = ("utf-8", "gbk", "gb18030", "big5", "big5hkscs", "latin-1")
_SAME = {"gb2312": "gbk", "iso8859-1": "latin-1"}


def named(word: str) -> str | None:
    """
    The encoding somebody means; None if it is none that we speak.

    >>> named("GB2312"), named("UTF8"), named("rot13")
    ('gbk', 'utf-8', None)
    """
    try:
        name = codecs.lookup(word.strip()).name
    except (LookupError, ValueError):
        return None
    name = _SAME.get(name, name)
    return name if name in ENCODINGS else None
