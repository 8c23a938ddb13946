"""
A small game for tests of what is hidden: one deck for all, hidden hands and roles.

In a turn one looks at the top of the deck and puts it back, draws, and plays a card, gives one
away, takes one by chance, spies on a hand, or passes; at the end of a round all lay a card in
secret. Every card has a name that nothing else has, so that it can be looked for in whatever comes
out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tiny import WAIT, write

from rules.pack import Pack, load_pack
from rules.running.match import Match

P = "{t.target}"
ROLES = {"king": 1, "knight": 1, "rebel": 2, "other": 2, "stray": 0}


def named(kind: str, name: str, **facts: Any) -> dict:
    return {"id": f"c.{kind}.{name}", "kind": kind, "name": f"Q{name}Q", **facts}


def move(target: Any, to: str, of: str = P, **rest: Any) -> dict:
    owner = {} if to in ("deck", "urn", "discard") else {"of": of}
    return {"type": "move", "target": target, "to": to, **owner, **rest}


def tell(message: str, card: str, **rest: Any) -> dict:
    return {"type": "log", "message": message, "with": {"who": P, "card": card}, **rest}


def gain(of: str, amount: Any) -> dict:
    return {"type": "set", "of": of, "field": "points", "mode": "add", "amount": amount}


def each_player(*do: Any, id: str = "t") -> dict:
    return {"type": "loop", "id": id, "target": {"chooser": "players"}, "do": list(do)}


def top(count: int) -> dict:
    return {"chooser": "cards", "zone": "deck", "top": count}


STRIKE = [
    gain("{you.next}", "0 - {this.size}"),
    {"type": "fire", "event": "onStrike", "with": {"who": "{you.next}", "amount": "{this.size}"}},
]
#: Its strength is that of a card nobody but its owner sees.
PROBE = [
    gain("{you.next}", "0 - {you.next.hand.first.size}"),
    {
        "type": "fire",
        "event": "onStrike",
        "with": {"who": "{you.next}", "amount": "{you.next.hand.first.size}"},
    },
]
CARDS = [
    named(
        "card",
        f"{'strike' if number % 3 else 'probe'}{number:02}",
        size=1 + number % 4,
        behaviors=[{"at": "onPlay", "do": STRIKE if number % 3 else PROBE}],
    )
    for number in range(1, 22)
]
LOOK = [
    move(top(2), "look"),
    {
        "type": "let",
        "id": "first",
        "value": {"type": "cardChooser", "ask": P, "from": f"{P[:-1]}.look}}", "prompt": "order"},
    },
    move("{t.target.look}", "deck"),
    move("{first}", "deck"),
]
TURN = {
    "type": "choose",
    "id": "turn",
    "ask": P,
    "prompt": "turn",
    "default": "pass",
    "auto": False,
    "options": [
        {
            "id": "play",
            "each": "{t.target.hand}",
            "do": [
                move("{play}", "discard"),
                tell("played", "{play}"),
                {
                    "type": "perform",
                    "at": "onPlay",
                    "target": "{play}",
                    "player": P,
                    "with": {"playerUUID": P},
                },
            ],
        },
        {"id": "give", "each": "{t.target.hand}", "do": [
            move("{give}", "hand", "{t.target.next}"),
            tell("gave", "{give}", secret=[P, "{t.target.next}"])]},
        {"id": "take", "when": "{t.target.next.hand.count} > 0", "do": [
            {"type": "pick", "id": "taken", "from": "{t.target.next.hand}"},
            move("{taken}", "hand")]},
        {"id": "spy", "when": "{t.target.next.hand.count} > 1", "do": [
            {"type": "let", "id": "seen", "value": {"type": "cardChooser", "ask": P,
             "from": "{t.target.next.hand}", "prompt": "spy"}},
            move("{seen}", "discard")]},
        {"id": "pass"},
    ],
}  # fmt: skip
MAIN = [
    move({"chooser": "cards", "zone": "box", "where": "{it.kind} == card"}, "deck"),
    move({"chooser": "cards", "zone": "box"}, "urn"),
    {"type": "shuffle", "zone": "deck"},
    {"type": "shuffle", "zone": "urn"},
    each_player(
        move({"chooser": "cards", "zone": "urn", "top": 1}, "role"),
        {
            "type": "if",
            "condition": "{t.target.role.first.king} == 1",
            "do": [move("{t.target.role}", "shown")],
        },
        move(top(3), "hand"),
    ),
    {
        "type": "loop",
        "id": "r",
        "times": 3,
        "do": [
            {"type": "set", "of": "{match}", "field": "round", "amount": "{r.index}"},
            each_player(*LOOK, move(top(1), "hand"), TURN),
            {
                "type": "askAll",
                "id": "lay{p}",
                "as": "p",
                "target": {"chooser": "players"},
                "prompt": "lay",
                "from": "{p.hand}",
                "minimum": 0,
                "maximum": 1,
            },
            each_player(
                {"type": "loop", "id": "laid", "target": "{lay{t.target}}", "do": [
                    gain(P, "{laid.target.size}"), move("{laid.target}", "discard"),
                    tell("laid", "{laid.target}")]}
            ),
            WAIT,  # so that all can look at what is discarded
            {"type": "if", "condition": "{match.deck.count} < 9", "do": [
                move("{match.discard}", "deck"), {"type": "shuffle", "zone": "deck"}]},
        ],
    },
    {"type": "endMatch", "standings": {"chooser": "players"}, "by": "{it.points}"},
]  # fmt: skip
WORDS = {
    "prompt": dict.fromkeys(("order", "turn", "spy", "lay", "wait"), "Which?"),
    "option": {
        **{word: f"{word} {{entity}}" for word in ("play", "give", "card")},
        **{word: word for word in ("take", "spy", "pass", "go")},
    },
    "log": {
        **{word: f"{{who}} {word} {{card}}" for word in ("gave", "laid", "played")},
        "gave": [{"when": {"card": "*"}, "text": "{who} gave {card}"}, "{who} gave a card"],
    },
    "preview": {"strike": "{amount} off"},
}
SECTIONS: dict[str, Any] = {
    "pack": {
        "id": "court",
        "name": {"zh": "宫", "en": "Court"},
        "seats": [3, 4],
        "sides": {"type": "sum", "of": ["{it.role}", "{it.shown}"], "value": "{it.side}"},
    },
    "kinds": ["card", "role"],
    "properties": {
        "size": {"kind": "card", "type": "number"},
        "side": {"kind": "role", "type": "number"},
        "king": {"kind": "role", "type": "number"},
    },
    "fields": {"match": {"round": {}}, "player": {"points": {}}},
    "zones": {
        "box": {"see": "none", "start": True},
        "deck": {"see": "none", "pool": "deck"},
        "hand": {"of": "player", "see": "owner", "pool": "deck"},
        "look": {"of": "player", "see": "owner", "pool": "deck"},
        "discard": {"see": "all"},
        "urn": {"see": "none", "pool": "roles"},
        "role": {"of": "player", "see": "owner", "pool": "roles"},
        "shown": {"of": "player", "see": "all"},
    },
    "events": {
        "onStrike": {"context": {"who": "player", "amount": "number"}, "subject": "who"},
    },
    "timings": {"onPlay": {"context": {"playerUUID": "player"}}},
    "preview": {"strike": {"event": "onStrike", "amount": "amount"}},
    "bot": {
        "worth": {
            "type": "add",
            "values": [
                "{it.points} * 100 - {it.next.points} * 50",
                {"type": "sum", "of": "{it.hand}", "value": "{it.size} * 10"},
            ],
        },
        "until": "{match.round}",
    },
    "main": MAIN,
    "words": dict.fromkeys(("en", "zh"), WORDS),
    "cards": [
        *CARDS,
        named("role", "king", side=1, king=1),
        named("role", "knight", side=1),
        named("role", "rebel", side=2),
        named("role", "other", side=2),
    ],
}


@cache
def court() -> Pack:
    with TemporaryDirectory() as folder:
        return load_pack(write(Path(folder), SECTIONS))


def begin(seed: int = 1, seats: int = 3, log: bool = False) -> Match:
    return Match.new(court(), seats, seed, log=log)


def zone(match: Match, name: str, seat: int | None = None) -> int:
    """The number of a zone; of a seat."""
    return match.program.layout.zones[name].first + (0 if seat is None else seat + 1)


def pick(match: Match, word: str, entity: int | None = None) -> tuple[int, ...]:
    """The answer that takes an option of what is asked first."""
    return next(
        (index,)
        for index, option in enumerate(match.choices[0].options)
        if option.word == word and entity in (None, option.entity)
    )
