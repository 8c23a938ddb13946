"""The book of a pack, as browsers are given it."""

from rules.telling.phrasebook import book_of
from rules.telling.text import Text


def localize(x, lang):
    if isinstance(x, dict):
        if x and set(x) <= {"zh", "en"}:
            return localize(x.get(lang, next(iter(x.values()))), lang)
        return {k: localize(v, lang) for k, v in x.items()}
    if isinstance(x, list):
        return [localize(v, lang) for v in x]
    return x


def book(pack, lang):
    t = Text(pack, lang)
    kw = t.words("keyword") or {}

    def keys(c):
        told = t.keywords(c)
        names = {n for n, _ in told}
        return [k for k, v in kw.items() if v["name"] in names]

    ph = book_of(pack, lang).phrases
    cards = {}
    for c in pack.cards:
        cards[c.id] = {
            "name": t.card(c),
            "kind": c.kind,
            "facts": t.facts(c, defaults=True),
            "text": t.rules_text(c),
            "effects": t.effects(c),
            "flavour": t.description(c),
            "sheet": "",
            "keywords": keys(c),
        }
    return {
        "pack": pack.id,
        "version": "x",
        "language": lang,
        "name": t.game(),
        "cards": cards,
        "keywords": {k: {"name": v["name"], "text": v["text"]} for k, v in kw.items()},
        "words": {
            "field": {**ph["field"]},
            "zone": {**ph["zone"]},
            "symbol": {**ph["symbol"]},
            "kind": {},
            "prompt": {},
        },
        "board": localize(pack.board, lang),
        "zones": {},
    }
