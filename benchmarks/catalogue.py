"""
What a match costs when the pack has many cards and few are played:
`python benchmarks/catalogue.py`.

A generated pack of CARDS cards, of which players may bring two copies each, is played with two
decks of DECK, beside a pack that has no other cards than these. Cards are drawn, changed and laid
out. The figures are those of the large pack, of the small one, and the ratio.
"""

from __future__ import annotations

import json
import sys
import tempfile
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from rules.pack import Pack, load_pack, pack_of_match  # noqa: E402
from rules.running.match import Match  # noqa: E402

CARDS, DECK = 1_000, 30
FIELDS = 10  # of a card
TURNS = 20
CALLS, TRIES = 2_000, 7

LOOP: dict[str, Any] = {"type": "loop", "id": "each", "target": {"chooser": "players"}}
TURN: list[dict[str, Any]] = [
    {
        "type": "choose",
        "ask": "{each.target}",
        "prompt": "turn",
        "auto": False,
        "options": [
            {
                "id": "play",
                "each": {"chooser": "cards", "from": "{each.target.deck}", "top": 3},
                "do": [
                    {"type": "set", "of": "{play}", "field": "mark1", "mode": "add", "amount": 1},
                    {"type": "move", "target": "{play}", "to": "table", "of": "{each.target}"},
                ],
            },
            {"id": "pass"},
        ],
    }
]
DEAL = {
    "type": "move",
    "target": {"chooser": "deck", "of": "{each.target}", "part": "cards"},
    "to": "deck",
    "of": "{each.target}",
}


def write(folder: Path, cards: int) -> Path:
    """A pack of so many cards in a folder, which is returned. Its ready deck is the first DECK."""
    ids = [f"bench.spell.card{number}" for number in range(cards)]
    pack = {
        "pack": {"id": "catalogue", "name": {"en": "Catalogue"}, "seats": [2]},
        "kinds": ["spell"],
        "properties": {"manaCost": {"kind": "spell", "type": "number", "default": 0}},
        "fields": {"spell": {f"mark{number}": {"initial": 0} for number in range(1, FIELDS + 1)}},
        "zones": {
            "box": {"see": "none", "start": True},
            "deck": {"of": "player", "see": "none"},
            "table": {"of": "player", "see": "all"},
        },
        "cards": [
            {"id": id, "name": f"Card {number}", "count": "$2", "manaCost": number % 10}
            for number, id in enumerate(ids)
        ],
        "bring": {
            "deck": {
                "parts": {"cards": {"name": {"en": "cards"}, "kind": "spell", "size": DECK}},
                "ready": {"first": {"name": {"en": "first"}, "cards": ids[:DECK]}},
            }
        },
        "main": [
            LOOP | {"do": [DEAL]},
            {"type": "while", "condition": True, "do": [LOOP | {"do": TURN}]},
        ],
    }
    folder.mkdir(parents=True)
    (folder / "pack.json5").write_text(json.dumps(pack), encoding="utf-8")
    return folder


def played(pack: Pack) -> Match:
    """A match in which some turns were taken."""
    match = Match.new(pack, 2, 1)
    for _ in range(TURNS):
        choice = match.pending[0]
        match.answer(choice.seat, choice.default)
    return match


def figures(match: Match) -> dict[str, float]:
    """What one does with a match, in microseconds, and its size."""
    calls: dict[str, Callable] = {
        "prepare, µs": partial(Match.prepare, pack_of_match(match), 2, 1),
        "clone, µs": match.clone,
        "save, µs": match.save,
        "hash, µs": match.hash,
    }
    told = {name: _microseconds(call) for name, call in calls.items()}
    return told | {"saved match, kB": len(match.save()) / 1000}


def _microseconds(call: Callable) -> float:
    number = max(1, CALLS // 10)
    return min(timeit.repeat(call, number=number, repeat=TRIES)) / number * 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        packs = [load_pack(write(Path(folder) / str(count), count)) for count in (CARDS, DECK)]
        large, small = (figures(played(pack)) for pack in packs)
    for name, figure in large.items():
        print(f"{name:18}{figure:10.1f}{small[name]:10.1f}{figure / small[name]:8.2f}")


if __name__ == "__main__":
    main()
