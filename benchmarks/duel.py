"""
How fast a duel is played, and a match of it copied, of a catalogue of many cards:
`python benchmarks/duel.py`.

The pack inherits the duel and has a variant of its cards for each that is missing to CARDS; two
ready decks, drawn from the seed of each match, deal 60 of them. Seats choose at random; decisions
are counted over whole matches, as those of all contenders are. Beside it stands the flagship, a
round of each in turns, to tell a slow machine from a slow duel.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from functools import partial
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "mygame"))

from contender import WARM_UP, microseconds, rates  # noqa: E402
from own import moments, play  # noqa: E402

from rules.pack import Pack, load_pack  # noqa: E402

PACKS = ROOT / "mygame" / "world" / "packs"
CARDS = 1_000
ROUNDS = 11
SECONDS = 1.0  # of a round, and of copies
POSITION = 100  # decisions into a match, for copies of it


def write(folder: Path) -> Path:
    """The pack with all variants in a folder, beside that which it inherits."""
    shutil.copytree(PACKS / "duel", folder / "duel")
    cards = [
        card
        for card in load_pack(folder / "duel").cards
        if card.count and "manaCost" in card.source
    ]
    variants = [
        {
            **card.source,
            "id": f"{card.id}_{number}",
            "name": {"en": f"Variant {number}", "zh": f"变体{number}"},
            "manaCost": (card.source["manaCost"] + number) % 10,
        }
        for number, card in enumerate(islice(cycle(cards), CARDS - len(cards)))
    ]
    manifest = {"id": "variants", "name": {"en": "Variants", "zh": "变体"}, "inherits": "duel"}
    (folder / "variants").mkdir()
    for name, content in (("pack", {"pack": manifest}), ("cards", {"cards": variants})):
        text = json.dumps(content, ensure_ascii=False)
        (folder / "variants" / f"{name}.json5").write_text(text, encoding="utf-8")
    return folder / "variants"


def rounds(packs: dict[str, Pack]) -> dict[str, list[float]]:
    """Decisions a second of processor time, by pack: of rounds that they take in turns."""
    games = {name: partial(counted, pack) for name, pack in packs.items()}
    for game in games.values():
        rates(game, WARM_UP)
    found: dict[str, list[float]] = {name: [] for name in packs}
    for _ in range(ROUNDS):
        for name, game in games.items():
            found[name].append(rates(game, SECONDS)["decisions"])
    return found


def counted(pack: Pack, seed: int) -> dict[str, int]:
    """A match as `contender.rates` wants it."""
    return {"decisions": play(pack, seed)}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        variants = load_pack(write(Path(folder)))
    packs = {"duel": variants, "chrono": load_pack(PACKS / "chrono")}
    for name, each in rounds(packs).items():
        median, best = statistics.median(each), max(each)
        print(f"{name:8} {median:8.0f} decisions/s, {best:8.0f} in the fastest round")
    for name, pack in packs.items():
        match = next(islice(moments(pack, 1), POSITION, None))
        clone = microseconds([match.clone], SECONDS)
        print(
            f"{name:8} {clone:8.1f} µs a clone; {len(pack.cards)} cards, {len(match.cards)} dealt"
        )


if __name__ == "__main__":
    main()
