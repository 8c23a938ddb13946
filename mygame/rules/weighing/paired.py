"""
What a card changes: the same matches with it and without it, and what the pack measures in both.

How that is done for a kind of card says the pack (`report.trial`, docs/language/measures.md): under
which settings, and which options lay the card in. In these options `{card}` is its id, `{others}`
the ids of all others of its kind, and `{card.NAME}` what is printed on it; what is nothing is left
out. Both matches of a pair have one seed. Everybody plays steadily: what the pack prefers most
(`bot.prefer`), and looks no further.

`python -m rules.weighing.paired GAME CARD... [--pairs 500]` gives it at the command line.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..ground.errors import RuleError
from ..pack import CardDef, Pack, add_folder, load_pack
from ..pack.pieces import cards_of
from ..playing.bots.greedy import preference_of
from ..running.choices import Choice
from ..running.match import Match

NORMAL = 1.96  # of 95 %
MOST_ANSWERS = 5_000  # of a match

#: A pair: the number of its setting, then each measure with the card, and each without.
Pair = tuple[int, list[float], list[float]]


class Setup(NamedTuple):
    """Options of the two matches of a pair, and which of the pack's settings they are."""

    setting: int
    with_card: dict[str, Any]
    without: dict[str, Any]


def card_tried(pack: Pack, address: str) -> CardDef | None:
    """The card at an address that is tried in pairs: that of a file is its first. None: none is."""
    trial, name = pack.program.measures.trial, address.removeprefix("card:")
    if address.startswith("file:"):
        text = pack.sources.get(f"{pack.folder}/{address.removeprefix('file:')}", "")
        name = next(iter(cards_of(text)), "")
    card = pack.declarations.catalogue.definitions.get(name)
    return card if trial is not None and card is not None and card.kind in trial.kinds else None


def setups_of(pack: Pack, card: CardDef) -> list[Setup]:
    """The settings under which a card is tried."""
    trial = pack.program.measures.trial
    if trial is None:
        return []
    spec, count = trial.kinds[card.kind], len(trial.settings)
    at = _filled(spec.get("at"), pack, card)
    numbers = [min(max(at, 1), count) - 1] if isinstance(at, int) else range(count)
    found = []
    for number in numbers:
        both = merged(trial.settings[number], _filled(spec.get("both", {}), pack, card) or {})
        sides = (_filled(spec.get(side, {}), pack, card) or {} for side in ("with", "without"))
        found.append(Setup(number, *(merged(both, own) for own in sides)))
    return found


def _filled(node: Any, pack: Pack, card: CardDef) -> Any:
    """Options with what is said of the card in them; None for what is nothing."""
    if isinstance(node, dict):
        found = {key: _filled(value, pack, card) for key, value in node.items()}
        return {key: value for key, value in found.items() if value is not None}
    if isinstance(node, list):
        items = [_filled(each, pack, card) for each in node]
        return [each for each in items if each is not None] or None
    if node == "{card}":
        return card.id
    if node == "{others}":
        return [each.id for each in pack.cards if each.kind == card.kind and each is not card]
    if isinstance(node, str) and node.startswith("{card.") and node.endswith("}"):
        name = node[len("{card.") : -1]
        declared = pack.declarations.properties.get(name)
        return card.source.get(name, declared.default if declared is not None else None) or None
    return node


def merged(one: Any, other: Any) -> Any:
    """
    Options with others put into them: what both seats of a list have is put together, too.

    >>> merged({"bring": [{"coins": 3, "things": ["a"]}]}, {"bring": [{"things": ["b"]}]})
    {'bring': [{'coins': 3, 'things': ['a', 'b']}]}
    """
    if isinstance(one, dict) and isinstance(other, dict):
        found = {**one, **other}
        return found | {key: merged(one[key], other[key]) for key in one.keys() & other.keys()}
    if isinstance(one, list) and isinstance(other, list):
        if all(isinstance(each, dict) for each in (*one, *other)):
            rest = one[len(other) :] or other[len(one) :]
            return [*(merged(*each) for each in zip(one, other, strict=False)), *rest]
        return [*one, *other]
    return other


# -- playing


def play_pair(pack: Pack, card: CardDef, number: int) -> Pair | None:
    """The pair of a number; None: one of its matches failed."""
    setups = setups_of(pack, card)
    setup, seed = setups[number % len(setups)], number // len(setups)
    try:
        sides = [_measured(pack, seed, options) for options in (setup.with_card, setup.without)]
    except Exception:  # noqa: BLE001 (whatever a card does wrong is told by the trial's matches)
        return None
    return setup.setting, *sides  # type: ignore[return-value]


def _measured(pack: Pack, seed: int, options: Mapping[str, Any]) -> list[float]:
    """The measures of the first seat at the end of a match of steady players."""
    seats = len(options.get("bring") or ()) or pack.program.seats[0]
    match = Match.prepare(pack, seats, seed, dict(options), log=False)
    match.begin()
    for _ in range(MOST_ANSWERS):
        if match.is_over:
            trial = match.program.measures.trial
            assert trial is not None  # noqa: S101 (for mypy)
            return [measure.value(match, 1) for measure in trial.measures.values()]
        choice = match.choices[0]
        match.answer_unchecked(choice.seat, steady_answer(match, choice))
    raise RuleError(f"no end after {MOST_ANSWERS} answers")


def steady_answer(match: Match, choice: Choice) -> tuple[int, ...]:
    """What the pack prefers most, the first of equals; of several the default."""
    if not choice.minimum == choice.maximum == 1:
        return choice.default
    worth = [preference_of(match, choice, pick) for pick in range(len(choice.options))]
    if not any(worth) and choice.default:
        return choice.default
    return (worth.index(max(worth)),)


def summarize(pack: Pack, pairs: Iterable[Sequence[Any]]) -> dict[str, Any]:
    """
    `pairs`: how many; `measures`: by name the means `with` and `without`, the `gain` and its
    `margin` (of 95 %), and what it is called (`told`); `settings`: the first measure by setting
    (`at`, from 1), where there are several; `setting`: what these are called.
    """
    found, trial = [tuple(pair) for pair in pairs], pack.program.measures.trial
    if trial is None or not found:
        return {"pairs": 0, "measures": {}, "settings": []}
    figures = {
        name: {**_compare([(one[at], other[at]) for _, one, other in found]), "told": told}
        for at, (name, told) in enumerate(_names_of_measures(pack, trial.measures).items())
    }
    by_setting: dict[int, list[tuple[float, float]]] = {}
    for setting, one, other in found:
        by_setting.setdefault(setting, []).append((one[0], other[0]))
    rows = [{"at": at + 1, **_compare(by_setting[at])} for at in sorted(by_setting)]
    named = _names_of_measures(pack, ["setting"])["setting"]
    settings = rows if len(rows) > 1 else []
    return {"pairs": len(found), "measures": figures, "settings": settings, "setting": named}


def _names_of_measures(pack: Pack, names: Iterable[str]) -> dict[str, dict[str, str]]:
    """What readers call measures, by language (`words.report`)."""
    told = {language: pack.words[language].get("report") or {} for language in pack.words}
    return {
        name: {language: str(told[language].get(name) or name) for language in told}
        for name in names
    }


def _compare(pairs: Sequence[tuple[float, float]]) -> dict[str, float]:
    count = len(pairs)
    gains = [one - other for one, other in pairs]
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, count - 1)
    return {
        "with": round(sum(one for one, _ in pairs) / count, 1),
        "without": round(sum(other for _, other in pairs) / count, 1),
        "gain": round(mean, 1),
        "margin": round(NORMAL * math.sqrt(spread / count), 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m rules.weighing.paired GAME CARD... [--pairs 500]`."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.weighing.paired",
        description="What a card changes: matches with it and without it, in pairs of one seed.",
    )
    add_folder(parser)
    parser.add_argument("cards", nargs="+", metavar="CARD", help="its id, or the end of it")
    parser.add_argument("--pairs", type=int, default=500, help="of matches, for each setting")
    given = parser.parse_args(arguments)
    pack = load_pack(given.folder)
    print("| card | | at | pairs | with | without | gain |\n|---|---|---|---|---|---|---|")
    for name in given.cards:
        ids = [each.id for each in pack.cards if f".{each.id}".endswith(f".{name}")]
        card = card_tried(pack, f"card:{ids[0]}") if len(ids) == 1 else None
        if card is None:
            print(f"{name} is no card of {given.folder.name} that can be tried in pairs")
            return 2
        count = given.pairs * len(setups_of(pack, card))
        played = [pair for n in range(count) if (pair := play_pair(pack, card, n)) is not None]
        found = summarize(pack, played)
        rows: list[tuple[str, Any]] = [*found["measures"].items()]
        rows += [(next(iter(found["measures"])), row) for row in found["settings"]]
        for measure, row in rows:
            figures = (f"{row[key]:.1f}" for key in ("with", "without"))
            gain = f"{row['gain']:+.1f} ± {row['margin']:.1f}"
            cells = [name, measure, row.get("at", ""), found["pairs"], *figures, gain]
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
