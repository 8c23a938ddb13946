"""
Which cards of a pack no scenario tries, and an empty start of a scenario for each:
`python -m rules.scenario missing PACK [--write FILE] [PATH...]`.

A scenario that holds tries a card when one of its answers takes it, when a fact is about it
(`cards.NAME...`), when a fact finds it in a zone and `given` has it nowhere (it was made or found),
or when the scenario's own name tells of it and `given` lays it out. A card that only lies there, is
drawn or dies is not tried. Of cards that are like one another it is enough to try one.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..ground.data import Json
from ..ground.errors import PackError
from ..ground.places import Path as InFile
from ..pack import CardDef, Pack, add_folder, load_pack
from ..pack.likeness import line_of
from ..running.choices import Choice
from .files import files_in, load_scenarios
from .form import ScenarioError
from .playing import Player
from .vocabulary import Vocabulary, vocabulary_of

Scenario = dict[str, Any]


class Trier(Player):
    """Plays a scenario and notes the ids of the cards that it tries."""

    def __init__(self, pack: Pack, scenario: Scenario):
        super().__init__(pack, scenario)
        self.words = vocabulary_of(pack)
        self.tried: set[str] = set()

    def start(self) -> None:
        super().start()
        self.there = {self.id_of(name) for _, name in cards_laid_out(self.words, self.scenario)}
        self.tried |= {id for id in self.there if mentions_card(self.name, self.pack.card(id))}

    def answer(self, path: InFile, choice: Choice, picks: tuple[int, ...] | None) -> None:
        for option in (choice.options[index] for index in picks or ()):
            if option.kind in ("card", "definition"):
                self.tried.add(self.match.card_id(option.entity) or "")
        super().answer(path, choice, picks)

    def check_facts(self, path: InFile, facts: dict[str, Any]) -> None:
        super().check_facts(path, facts)
        for fact, expected in facts.items():
            match fact.split("."):
                case ["cards", *name, "values", _] | ["cards" | "printed", *name, _]:
                    self.tried.add(self.id_of(".".join(name)))
                case ["players", _, zone] if zone in self.words.player_zones:
                    self.tried |= self.expected_cards(expected)
                case ["zones", *_, name] if name != "count":
                    self.tried |= self.expected_cards(expected)

    def expected_cards(self, expected: Any) -> set[str]:
        """The cards that a zone is to have, and that are not given."""
        if isinstance(expected, dict):
            expected = [*expected.get("has", ()), *expected.get("anyOrder", ())]
        return {self.id_of(name) for name in expected if isinstance(name, str)} - self.there

    def id_of(self, name: Json) -> str:
        return self.words.find_copy(name).card.id


def mentions_card(sentence: str, card: CardDef) -> bool:
    """Whether a sentence names a card, in any language."""
    return any(name.casefold() in sentence.casefold() for name in card.name.values())


def cards_laid_out(words: Vocabulary, scenario: Scenario) -> Iterator[tuple[InFile, str]]:
    """The names of the cards that a scenario lays out, and where in `given`."""
    given = scenario.get("given", {})
    for seat, player in enumerate(given.get("players", ())):
        for zone in player.keys() & words.player_zones.keys():
            yield from ((("players", seat, zone), name) for name in player[zone])
    for zone, names in given.get("zones", {}).items():
        yield from ((("zones", zone), name) for name in names)


def untested_cards(pack: Pack, scenarios: Iterable[Scenario]) -> list[CardDef]:
    """
    The cards of a pack, without those of its parents, that none of these scenarios tries, nor a
    card that they are like, or that is like them or like the same card.
    """
    tried: set[str] = set()
    for scenario in scenarios:
        trier = Trier(pack, scenario)
        if not trier.play():
            tried |= trier.tried
    own, raw = f"{pack.origin.folder.name}/", pack.origin.raw
    models = {card.id: line_of(raw, card.id)[-1] for card in pack.cards}
    enough = {models[id] for id in tried & models.keys()}
    return [
        card for card in pack.cards if card.place.startswith(own) and models[card.id] not in enough
    ]


def scenario_starts(pack: Pack, cards: Iterable[CardDef], scenarios: Iterable[Scenario]) -> str:
    """
    The text of a file with an empty scenario for each card: laid where these scenarios mostly lay
    cards of its kind, at the event at which they mostly begin. Each has the form of a scenario, and
    fails until it states something.
    """
    words = vocabulary_of(pack)
    begun: Counter[str] = Counter()
    laid: dict[str, Counter[InFile]] = {}
    for scenario in scenarios:
        given = scenario.get("given", {})
        begun.update([json.dumps({key: given[key] for key in ("at", "seat") if key in given})])
        for path, name in cards_laid_out(words, scenario):
            laid.setdefault(words.find_copy(name).card.kind, Counter())[path] += 1
    lines = ["{", '  "scenarios": [']
    if begun:
        lines.insert(1, f'  "given": {begun.most_common(1)[0][0]},')
    for card in cards:
        name = words.shortest_name(card.id)
        given = given_card(laid[card.kind].most_common(1)[0][0], name) if card.kind in laid else {}
        title = json.dumps(f"{list(card.name.values())[-1]}: what does it do?", ensure_ascii=False)
        lines += [
            f'    {{"name": {title},',
            f'      "given": {json.dumps(given)},',
            '      "when": [],',
            '      "then": {}},',
        ]
    return "\n".join([*lines, "  ],", "}", ""])


def given_card(path: InFile, name: str) -> dict[str, Any]:
    """A card at a place, in the form of `given`."""
    if path[0] == "zones":
        return {"zones": {path[1]: [name]}}
    _, seat, zone = path
    return {"players": [*({} for _ in range(int(seat))), {zone: [name]}]}


def main(arguments: list[str]) -> int:
    """1 when a card is missing, or something cannot be read."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario missing",
        description="List the cards of a pack that no scenario tries.",
    )
    add_folder(parser)
    parser.add_argument(
        "paths", nargs="*", type=Path, help="more files of scenarios, beside those of the pack"
    )
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="a new file: an empty scenario for each"
    )
    given = parser.parse_args(arguments)
    if given.write is not None and given.write.exists():
        parser.error(f"{given.write} is there already; name a new file")
    try:
        pack = load_pack(given.folder)
        own = given.folder / "scenarios"
        paths = [*([own] if own.is_dir() else []), *given.paths]
        scenarios = [
            one for path in paths for file in files_in(path) for one in load_scenarios(file)
        ]
        cards = untested_cards(pack, scenarios)
        if given.write is not None and cards:
            given.write.write_text(scenario_starts(pack, cards, scenarios), encoding="utf-8")
    except (PackError, ScenarioError, OSError) as error:
        print(error)
        return 1
    for card in cards:
        print(f"{card.id}: {', '.join(dict.fromkeys(card.name.values()))}")
    print(f"{len(cards)} of {len(pack.cards)} cards are tried by no scenario")
    return 1 if cards else 0
