"""
Whether every quest can be finished: taken, brought on, and handed in, by searching.

A quest is a card that somebody owns as a thing whose field of progress (`progress` of `bring`) says
how far it has come. `find_way` plays as people would, one match after the other, and carries on
what the quest names: scenes of the people of a world, searched answer by answer; card games against
them, taken as won; and what the passages of places open, played steadily (`rules.weighing.paired`).
It knows no game: people, places and what they open are data, the rest the pack says
(`report.quests`, docs/language/measures.md).

Where there is no way `Found.why` says what is missing, in English sentences of the engine.

`python -m rules.weighing.quests GAME [QUEST...]` tells it at the command line.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..ground.errors import PackError
from ..pack import CardDef, Pack, add_folder, load_pack
from ..pack.plays import Mark, marked, played_by
from ..running.bring import OPTION, THINGS
from ..running.brought import returns_now
from ..running.match import Match
from ..running.measures import Quests
from .carrying import Carried, as_brought, carried_home
from .paired import MOST_ANSWERS, merged, steady_answer

ANSWERS = 6  # of a scene
SCENES = 3  # played at one person with one standing: by other dice
TRIPS = 12  # by each passage and setting, with one standing
STANDINGS = 40  # that are looked at
MATCHES = 1_500  # that are begun for one quest
COPIES = 3  # of a card that are carried on
PEOPLE = "{people}"  # in what is brought: everybody of the world, one after the other
NOBODY = ("", "none")

#: What somebody has of a quest, and the steps that led there.
type Standing = tuple[Carried, ...]


class Found(NamedTuple):
    """The way in which a quest was finished (`steps`); or, without one, `why` it cannot be."""

    quest: str
    steps: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class Opening(NamedTuple):
    """A match that can be begun: what that is called, and of which game with which options."""

    name: str
    pack: Pack
    options: dict[str, Any]


@dataclass(slots=True)
class _Search:
    """What is known of a quest, and what was seen of it."""

    pack: Pack
    packs: Mapping[str, Pack]
    games: Collection[str]
    spec: Quests
    card: CardDef
    named: frozenset[str]  # the cards that it names, itself among them
    stages: set[int] = field(default_factory=set)
    had: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)  # of what it names
    trips: int = 0
    begun: int = 0
    failures: dict[str, str] = field(default_factory=dict)  # of matches, by what they are called

    @property
    def progress(self) -> str:
        """The field that says how far a quest has come."""
        entries = self.pack.program.bringing.entries.values()
        return next((entry.progress for entry in entries if entry.progress), "")

    def stage_of(self, standing: Standing) -> int | None:
        """How far the quest has come; None: it is not taken."""
        for kind, _, fields in standing:
            if kind == self.card.id:
                return int(dict(fields).get(self.progress, 0))
        return None

    def fact(self, name: str) -> Any:
        """What is printed on the quest under the name that the pack gives for this fact."""
        declared = self.pack.program.properties.get(self.spec.facts.get(name, ""))
        if declared is None:
            return None
        value = self.pack.program.catalogue.printed[self.card.symbol][declared.index]
        return self.pack.program.symbol_name(value) if declared.type == "symbol" else value

    # -- one match after the other

    def find_steps(self) -> tuple[str, ...] | None:
        """The first way found to the end; None where there is none."""
        seen: set[Standing] = {()}
        waiting: list[tuple[Standing, tuple[str, ...]]] = [((), ())]
        while waiting and len(seen) <= STANDINGS and self.begun < MATCHES:
            standing, steps = waiting[-1]
            for step, after in self.walk_steps(standing):
                if after is None:
                    return (*steps, step)
                if after not in seen and self.may_be_carried(after):
                    seen.add(after)
                    self.note(after)
                    waiting.append((after, (*steps, step)))
                    break
            else:
                waiting.remove((standing, steps))
        return None

    def may_be_carried(self, standing: Standing) -> bool:
        copies = Counter(kind for kind, *_ in standing)
        return copies[self.card.id] <= 1 and all(n <= COPIES for n in copies.values())

    def note(self, standing: Standing) -> None:
        if (stage := self.stage_of(standing)) is not None:
            self.stages.add(stage)
        self.had |= {kind for kind, *_ in standing}

    def walk_steps(self, standing: Standing) -> Iterator[tuple[str, Standing | None]]:
        """What one could do, each with what one has then; None: the quest is finished."""
        yield from self.walk_games(standing)
        for seed in range(TRIPS):
            for opening in self.scenes() if seed < SCENES else ():
                yield from self.walk_safely(opening, self.walk_scene(opening, standing, seed))
            for opening in self.passages() if standing else ():
                yield from self.walk_safely(opening, self.take_trip(opening, standing, seed))

    def walk_safely[Step](self, opening: Opening, steps: Iterator[Step]) -> Iterator[Step]:
        """Steps up to where a match fails: a draft may do anything."""
        try:
            yield from steps
        except Exception as error:  # noqa: BLE001 (whatever a card does wrong)
            self.failures.setdefault(opening.name, str(error))

    def walk_games(self, standing: Standing) -> Iterator[tuple[str, Standing]]:
        """Card games against people that bring the quest on, as if they were won."""
        for name, person in self.people_who_stand():
            for play in played_by(person):
                marks = play.marks.get(self.card.id, {})
                if play.game in self.games and marks:
                    yield f"{play.game} {name}", _marked(standing, self.card.id, marks)
                if play.game in self.games and play.prize in self.named - {k for k, *_ in standing}:
                    yield f"{play.game} {name}", (*standing, (play.prize, "", ()))

    def people_who_stand(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Those whom somebody can come to."""
        for name, person in self.pack.people.items():
            if person.get("place") in self.pack.places:
                yield name, person

    def scenes(self) -> Iterator[Opening]:
        for name, person in self.people_who_stand():
            if (opens := person.get("opens")) is not None:
                yield from self.openings(name, opens)

    def passages(self) -> Iterator[Opening]:
        for place in self.pack.places.values():
            for name, passage in place.get("passages", {}).items():
                yield from self.openings(name, passage)

    def openings(self, name: str, opens: Mapping[str, Any]) -> Iterator[Opening]:
        """What somebody or a passage opens, under each of the settings of that game."""
        if (pack := self.packs.get(opens["game"])) is not None:
            for setting in self.spec.settings.get(opens["game"], [{}]):
                yield Opening(name, pack, merged(opens.get("options", {}), setting))

    def begin(self, opening: Opening, standing: Standing, seed: int) -> Match:
        self.begun += 1
        program = opening.pack.program
        entries = program.bringing.entries
        known = {name: each for name, each in self.spec.brings.items() if name in entries}
        things: list[dict[str, Any]] = []
        for each in known.pop(THINGS, ()):
            given = {"kind": each} if isinstance(each, str) else dict(each)
            kinds = self.cards_of_people() if given["kind"] == PEOPLE else [given["kind"]]
            things += [{**given, "kind": kind} for kind in kinds]
        things += as_brought(standing)
        taken = [each for each in entries.values() if each.type == THINGS]
        for entry in taken:
            own = [x for x in things if entry.takes(program.catalogue, x["kind"])]
            known[entry.name] = [{"thing": n, **each} for n, each in enumerate(own, 1)]
        first, *others = opening.options.get(OPTION) or [{}]
        options = opening.options | {OPTION: [merged(first, known), *others]}
        return Match.new(opening.pack, max(1 + len(others), program.seats[0]), seed, options)

    def cards_of_people(self) -> list[str]:
        cards = [person.get("card", "") for person in self.pack.people.values()]
        return sorted({card for card in cards if card})

    # -- scenes

    def walk_scene(
        self, opening: Opening, standing: Standing, seed: int
    ) -> Iterator[tuple[str, Standing | None]]:
        """What can come of a scene, with the answers that lead there."""
        waiting = [(self.begin(opening, standing, seed), tuple[str, ...]())]
        seen: set[tuple[Standing, str]] = set()
        for match, taken in waiting:  # which grows
            self.look(match)
            if match.is_over or not match.choices:
                continue
            choice = match.choices[0]
            now = self.held_now(match, standing)
            if (now, choice.prompt) in seen:
                continue
            seen.add((now, choice.prompt))
            if choice.words is not None and taken:
                yield f"{opening.name} {', '.join(taken)}", now
            for place, option in enumerate(choice.options if len(taken) < ANSWERS else ()):
                about = match.card_id(option.entity) if option.kind not in ("", "number") else None
                if choice.words is not None and option.word not in self.spec.words:
                    continue
                if about not in self.named and (about is not None or choice.words is None):
                    continue
                draft = match.draft()
                draft.answer(choice.seat, (place,))
                done = (*taken, option.word)
                if option.word == self.spec.ends and about == self.card.id:
                    yield f"{opening.name} {', '.join(done)}", None
                waiting.append((draft, done))

    def held_now(self, match: Match, before: Standing) -> Standing:
        """What one has of what is carried on; what a game does not know stays at home."""
        taken = returns_now(match)[0]
        found = [each for each in carried_home(taken) if each[0] in self.carried]
        entries = match.program.bringing.entries.values()
        takes = [entry for entry in entries if entry.type == THINGS]
        catalogue = match.program.catalogue
        home = [x for x in before if not any(entry.takes(catalogue, x[0]) for entry in takes)]
        return tuple(sorted([*found, *home]))

    @property
    def brought(self) -> set[str]:
        """The cards of things that one has from the beginning, whatever comes of them."""
        things = self.spec.brings.get(THINGS, ())
        return {each if isinstance(each, str) else each["kind"] for each in things}

    @property
    def carried(self) -> frozenset[str]:
        """The cards of things that are carried on from match to match."""
        return self.named - {*self.cards_of_people(), *self.brought}

    def look(self, match: Match) -> None:
        """Note what of that which the quest names is there."""
        self.met |= self.named & {match.card_id(row) for row in match.cards}

    # -- what passages open

    def take_trip(
        self, opening: Opening, standing: Standing, seed: int
    ) -> Iterator[tuple[str, Standing]]:
        """What one comes home with; nothing where the quest does not come home."""
        self.trips += 1
        match = self.begin(opening, standing, seed)
        for _ in range(MOST_ANSWERS):
            if match.is_over:
                break
            self.look(match)
            choice = match.choices[0]
            match.answer(choice.seat, steady_answer(match, choice))
        after = self.held_now(match, standing)
        if match.is_over and self.stage_of(after) is not None:
            yield opening.name, after

    # -- why not

    def walk_reasons(self) -> Iterator[str]:
        """What is missing, in sentences."""
        for name, told in self.failures.items():
            yield f"a match failed ({name}): {told}"
        ready, stage = self.fact("doneAt"), max(self.stages, default=None)
        if stage is None:
            yield from self.reasons_of("givenBy", f"{self.card.id} is offered nowhere")
            return
        if isinstance(ready, int) and stage < ready:
            yield f"nothing leads on from stage {stage}, and it is handed in at stage {ready}"
            yield from self.walk_marks()
            yield from self.walk_unmet()
            return
        wants = self.fact("needs")
        if wants not in (None, *NOBODY) and wants not in self.had | self.brought:
            known = wants in self.pack.program.catalogue.definitions
            yield (
                f"{wants} is wanted, and found nowhere" if known else f"there is no card {wants!r}"
            )
            yield from self.walk_unmet(wants)
            return
        yield from self.reasons_of("takenBy", f"nobody takes it at stage {stage}")

    def reasons_of(self, fact: str, else_told: str) -> Iterator[str]:
        """Why somebody who is named cannot be met, or what is told else."""
        name = self.fact(fact)
        people = {p.get("card"): (key, p) for key, p in self.pack.people.items()}
        if name in NOBODY:
            yield f"{self.card.id} names nobody as {fact}"
        elif name is not None and name not in people:
            yield f"{name} is nobody of the section people"
        elif name is not None and people[name][1].get("place") not in self.pack.places:
            yield f"{people[name][0]} stands at no place"
        elif name is not None and "opens" not in people[name][1]:
            yield f"{people[name][0]} opens no scene"
        else:
            yield else_told

    def walk_marks(self) -> Iterator[str]:
        """Games that would bring it on, and cannot be played."""
        for name, person in self.pack.people.items():
            for play in played_by(person):
                if self.card.id in play.marks:
                    if play.game not in self.games:
                        yield f"{name} plays {play.game}, and there is no such game"
                    elif person.get("place") not in self.pack.places:
                        yield f"{name} stands at no place"

    def walk_unmet(self, *told: str) -> Iterator[str]:
        """What it names and nothing brought up, but what has been told."""
        if unmet := sorted(self.carried - self.met - self.had - {*told}):
            yield f"in {self.trips} expeditions there was nowhere {', '.join(unmet)}"


def _marked(standing: Standing, quest: str, marks: Mapping[str, Mark]) -> Standing:
    found = []
    for kind, zone, fields in standing:
        own = dict(fields)
        if kind == quest:
            own |= {name: marked(own.get(name, 0), mark) for name, mark in marks.items()}
        found.append((kind, zone, tuple(sorted(own.items()))))
    return tuple(found)


def quests_of(pack: Pack) -> list[CardDef]:
    """The cards of a pack that are quests, as it says (`report.quests`)."""
    spec = pack.program.measures.quests
    return [] if spec is None else [card for card in pack.cards if card.kind == spec.kind]


def cards_named(pack: Pack, card: CardDef) -> frozenset[str]:
    """The cards that a card names in what is printed on it and in what it does; itself, too."""
    words = re.findall(r"[\w.]+", str(card.source))
    return frozenset({*words, card.id} & pack.program.catalogue.definitions.keys())


def quests_touched(pack: Pack, address: str) -> list[str]:
    """The quests that may be others by a piece at an address: of cards and people who name them."""
    kind, _, name = address.partition(":")
    person = pack.people.get(name.removeprefix("people."), {}) if "people." in name else {}
    cards = {name} if kind == "card" else {person.get("card", ""), *_marked_by(person)} - {""}
    return [card.id for card in quests_of(pack) if not cards or cards & cards_named(pack, card)]


def _marked_by(person: Mapping[str, Any]) -> set[str]:
    return {quest for play in played_by(person) for quest in play.marks}


def find_way(
    pack: Pack, packs: Mapping[str, Pack], quest: str, games: Collection[str] = ()
) -> Found:
    """
    How a quest is finished, or why it cannot be. `packs`: the games that scenes and passages open,
    by id; `games`: the ids of all that can be played.

    :raises LookupError: there is no such quest, or the pack says nothing of quests.
    """
    spec = pack.program.measures.quests
    card = next((each for each in quests_of(pack) if each.id == quest), None)
    if spec is None or card is None:
        raise LookupError(f"{pack.id} has no quest {quest!r} (report.quests)")
    known, named = {**packs, pack.id: pack}, cards_named(pack, card)
    search = _Search(pack, known, {*games, *known}, spec, card, named)
    steps = search.find_steps()
    if steps is not None:
        return Found(quest, steps)
    return Found(quest, why=tuple(search.walk_reasons()))


def games_opened(pack: Pack) -> set[str]:
    """The other games that people and passages of a pack open."""
    places = pack.places.values()
    opened = [person["opens"] for person in pack.people.values() if "opens" in person]
    opened += [passage for place in places for passage in place.get("passages", {}).values()]
    return {each["game"] for each in opened} - {pack.id}


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell how each quest is finished: 1 where one cannot be, or the pack has mistakes."""
    parser = argparse.ArgumentParser(prog="python -m rules.weighing.quests", description=__doc__)
    add_folder(parser)
    parser.add_argument("cards", nargs="*", metavar="QUEST", help="its id, or the end of it")
    given = parser.parse_args(arguments)
    try:
        pack = load_pack(given.folder)
        beside = [each for each in pack.origin.folder.parent.iterdir() if each.is_dir()]
        opened = games_opened(pack)
        packs = {each.name: load_pack(each) for each in beside if each.name in opened}
    except PackError as error:
        print(error)
        return 1
    wanted = [
        card.id
        for card in quests_of(pack)
        if not given.cards or any(f".{card.id}".endswith(f".{name}") for name in given.cards)
    ]
    if not wanted:
        print(f"{pack.id} has no such quest (report.quests)")
        return 0
    failed = 0
    for quest in wanted:
        found = find_way(pack, packs, quest, {each.name for each in beside})
        failed += bool(found.why)
        told = "; ".join(found.why) if found.why else " -> ".join(found.steps)
        print(f"{quest}: {'cannot be finished: ' if found.why else ''}{told}", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
