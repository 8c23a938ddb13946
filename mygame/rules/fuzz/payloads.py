"""
What somebody types or sends who means harm: one list for every way into the game.

`TEXTS` go where a name, a comment or a search belongs; `random_card_source` are whole pieces, cards
above all, with them inside and mutated; `refused_archives` are packs as zip files that should not
be. Each says `HARM` where a screen or a page that obeys it would show that; what Python would carry
out calls `CANARY` or makes the file `FLAG` in the folder where it is.
"""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from .canary import HOSTILE
from .mutate import STRANGE, mutate_cards

HARM = "HARM"
FLAG = "harm.flag"
_CARRIED_OUT = f"__import__('pathlib').Path('{FLAG}').touch()"
#: Marks that terminals, Evennia's markup and MXP obey.
MARKUP = (
    *(f"|r{HARM}|n", f"|[r{HARM}", f"|500{HARM}", f"|#ff0000{HARM}", f"|={'m'}{HARM}", f"|*{HARM}"),
    *(f"||r{HARM}", f"|||r{HARM}", f"{HARM}|", f"a|/|-{HARM}", f"{HARM * 30}|r{HARM}"),
    *(f"|lc{HARM}|lt{HARM}|le", f"|luhttp://{HARM}|lt{HARM}|le", f'<SEND HREF="{HARM}">'),
    *(f"$You() {HARM}", f"$eval({HARM})", f"{{{HARM}}}", f"%s %({HARM})s %cn", f"{{0.{HARM}}}"),
)
#: What pages obey.
PAGES = (
    *(f"<script>{HARM}</script>", f"</script><script>{HARM}</script>", f"<b onclick={HARM}>"),
    *(f'"><img src=x onerror={HARM}>', f"'onmouseover='{HARM}", f"</textarea><{HARM}>"),
    *(f"javascript:{HARM}", f"<!--{HARM}", f"&lt;{HARM}&gt;", f"{{{{7*7}}}}{HARM}"),
    *(f"{{% load {HARM} %}}", f"<{HARM}>", f"]]><{HARM}>"),
)
#: Characters that are obeyed or not seen.
CHARACTERS = (
    *(f"\x1b[2J{HARM}", f"\x1b]0;{HARM}\x07", f"\x1b[6z{HARM}", f"\x9b2J{HARM}", f"\x00{HARM}"),
    *(f"\u202e{HARM}\u202c", f"\u2066{HARM}", f"\u200b{HARM}", f"\ufeff{HARM}", f"\x7f{HARM}"),
    *(f"{HARM}\r\n{HARM}", f"{HARM}\u2028{HARM}", f"\ud800{HARM}", f"\U000e0041{HARM}"),
    f"e{chr(0x301) * 300}{HARM}",
)
#: What is too long, leads elsewhere, or is no number.
ODD = (
    *("", " ", "/", "..", "../../etc/passwd", "/etc/passwd", "C:\\", "file:../../etc/passwd"),
    *("card:", "entry:", "soup:x", "card:a b", "entry:main.0.x", "²", "٣", "-1", "9" * 400, "1e9"),
    *(HARM * 2000, "字" * 3000, "|" * 999, ":", "=", "?", "'", '"', "{", "[", "{" * 900, "*", "\\"),
)
TEXTS: tuple[str, ...] = (*MARKUP, *PAGES, *CHARACTERS, *ODD, *HOSTILE, _CARRIED_OUT)
#: Texts that are no piece.
BROKEN: tuple[str, ...] = (
    *("", "\x00", "{" * 5000, "[" * 5000 + "]" * 5000, "NaN", "// nothing", "1e400", '"\\ud800"'),
    *('{"id": "x", "id": "y"}', '{"__proto__": {}, "id": 5}', "null", "[1, 2", "\ufeff{}"),
    '{"name": ' + '{"a":' * 300 + "1" + "}" * 301,
)


def random_text(chance: Random) -> str:
    """One at random: as it is, or several run together."""
    found = chance.choices(TEXTS, k=chance.choice((1, 1, 2, 3)))
    return chance.choice(("", " ", "/")).join(found)


def random_card_source(cards: Mapping[str, Any], chance: Random) -> str:
    """
    A card's text at random: broken, mutated, with a hostile text at one of its places, or with
    something strange there. `cards` are those of a pack, by id.
    """
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice((*BROKEN, random_text(chance)))
    name = chance.choice(sorted(cards))
    card = mutate_cards({name: cards[name]}, chance)[name] if kind == 1 else dict(cards[name])
    if kind > 1:
        card = json.loads(json.dumps(card))
        node, key = chance.choice(list(_places(card)))
        node[key] = random_text(chance) if kind == 2 else chance.choice(STRANGE)
    return json.dumps({"id": name, **card}, ensure_ascii=chance.random() < 0.5)


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """What holds each value of a tree but its id, and where."""
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        if key != "id":
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


# -- archives


def zip_archive(files: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in files.items():
            into.writestr(name, text)
    return packed.getvalue()


def refused_archives(files: Mapping[str, str]) -> Iterator[bytes]:
    """Packs as archives that are refused; made of the files of a pack that would be taken."""
    folder = next(iter(files)).partition("/")[0]
    manifest = f"{folder}/pack.json5"
    for odd in TEXTS:
        if odd.isprintable() and not odd.isalnum() and len(odd) < 500:
            yield zip_archive({**files, f"{folder}/{odd}.json5": "{}"})
            yield zip_archive({f"{odd}/pack.json5": files[manifest]})
    for odd in ("\x1b[2J", "\u202e", "\r\n"):
        yield zip_archive({**files, f"{folder}/{odd}.json5": "{}"})
    for broken in BROKEN:
        yield zip_archive({**files, manifest: broken.encode("utf-8", "surrogatepass")})
    for odd in (*MARKUP[:3], *CHARACTERS[:8]):
        named = json.dumps({"pack": {"id": folder, "name": odd}})
        yield zip_archive({manifest: named})
    whole = zip_archive(files)
    yield from (b"", b"PK", whole[:-30], whole[30:], HARM.encode() * 100)
    yield zip_archive({manifest: b"\xff\xfe"})
    yield zip_archive({f"../{manifest}": files[manifest]})
    yield zip_archive({f"/{manifest}": files[manifest]})
    yield zip_archive({**files, f"{folder}/big.json5": "\x00" * 9_000_000})
    yield zip_archive({f"{folder}/{number}.json5": "{}" for number in range(1_100)})
    link = zipfile.ZipInfo(f"{folder}/words.json5")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    packed = io.BytesIO(whole)
    with zipfile.ZipFile(packed, "a") as into:
        into.writestr(link, "/etc/passwd")
    yield packed.getvalue()
