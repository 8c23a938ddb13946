"""A table of Chrono Wizard for tests: cards where a rule needs them, answers by words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rules.pack import CardDef, Pack, load_pack
from rules.playing.invariants import check_invariants
from rules.running.choices import Option
from rules.running.machine import run
from rules.running.match import Match
from rules.running.modifiers import modified_value
from rules.running.state import ZONE
from rules.telling.phrasebook import LANGUAGES
from rules.telling.text import Text

FOLDER = Path(__file__).parents[1] / "mygame" / "world" / "packs" / "chrono"


@cache
def chrono() -> Pack:
    return load_pack(FOLDER)


def said(*behaviors: Any) -> tuple[str, ...]:
    """What a card with these behaviours says, in both languages."""
    source = {"behaviors": list(behaviors)}
    card = CardDef(repr(behaviors), {}, "treasure", 1, False, {}, source, "")
    return tuple(Text(chrono(), language).rules_text(card) for language in LANGUAGES)


def told(*do: Any, at: str = "onPlay") -> tuple[str, ...]:
    """What a card that does this says, in both languages."""
    return said({"at": at, "do": list(do)})


class Table:
    """
    A match at its first choice: the start player explores.

    Players are numbered from 0 in the first round's order, so tests need not care who begins.
    """

    def __init__(self, seats: int = 4, seed: int = 1, **options: Any):
        self.pack = chrono()
        self.match = Match.new(self.pack, seats, seed, options)
        self.match.trace = self._heard
        self.events: list[str] = []
        self._last: str | None = None  # the level that the last player turns over, see `battle`
        self._names = {
            2 * e.index + before: ("before " if before else "") + e.name
            for e in self.pack.declarations.events.values()
            for before in (0, 1)
        }

    def _heard(self, key: int, *_: Any) -> None:
        self.events.append(self._names[key])

    # -- who and what

    def player(self, number: int) -> int:
        """The entity of a player, counted from the first round's start player."""
        if not hasattr(self, "_first"):
            self._first = self.match.field("startPlayer") or 1
        return (self._first - 1 + number) % self.match.seats + 1

    def number(self, entity: int) -> int:
        """Which player of the table this entity is."""
        self.player(0)
        return (entity - self._first) % self.match.seats

    def card(self, slug: str, player: int | None = None) -> int:
        """A card by the last part of its id; of an original card the copy of a player."""
        whose = {0, self.player(player or 0)}
        for definition in self.pack.cards:
            if (
                definition.id == slug
                or definition.id.split(".", 2)[-1] == slug
                or definition.id.split(".")[-1] == slug
            ):
                for entity in self.match.copies_of(definition.symbol):
                    if self.match.owners.get(entity, 0) in whose:
                        return entity
        raise LookupError(slug)

    # -- state

    def get(self, entity: int, name: str) -> Any:
        """A field or property as it stands, with its modifiers."""
        if entity == 0:
            value = self.match.field(name)
            column = self.pack.program.layout.fields["match", name]
        else:
            kind = self.match.kind_of(entity)
            column = self.pack.program.layout.fields.get((kind, name))
            fact = self.pack.program.properties.get(name) if column is None else None
            if column is not None:
                value = self.match.state[column.base + entity]
            else:
                value = self.match.printed[self.match.state[entity]][fact.index]
            changed = self.pack.program.modifiable.get(name)
            if changed is not None and changed.modified:
                value = modified_value(self.match, changed.index, entity, value)
        return self.pack.program.symbol_name(value) or value

    def of(self, number: int, name: str) -> Any:
        """A field of a player."""
        return self.get(self.player(number), name)

    def set(self, number: int, **values: int) -> None:
        """Set fields of a player."""
        for name, value in values.items():
            column = self.pack.program.layout.fields["player", name]
            self.match.state[column.base + self.player(number)] = value

    def at(self, number: int, loop: int, cell: int, rank: int | None = None) -> None:
        """Put a player's markers on the wheel."""
        self.set(number, loop=loop, cell=cell)
        places = {n: (self.of(n, "loop"), self.of(n, "cell")) for n in range(self.match.seats)}
        order = sorted(set(places.values()), reverse=True)
        for n, place in places.items():
            self.set(n, rank=order.index(place) + 1)

    def zone(self, name: str, number: int | None = None) -> tuple[int, ...]:
        """The cards of a zone (of a player)."""
        return self.match.zones[self._zone(name, number)]

    def _zone(self, name: str, number: int | None) -> int:
        if number is not None:
            return self.pack.program.layout.zones[name].first + self.player(number)
        return self.pack.program.layout.zone_names.index(name)

    def where(self, card: int) -> str:
        """The zone a card lies in."""
        return self.pack.program.layout.zone_names[self.match.state[card + ZONE]]

    def put(self, card: int, zone: str, number: int | None = None) -> int:
        """Move a card (to the top)."""
        self.match.move(card, self._zone(zone, number))
        return card

    def stack(self, level: str, *slugs: str) -> list[int]:
        """Put exploration cards on top of their pile; the first is turned over first."""
        cards = [self.card(slug) for slug in slugs]
        for card in reversed(cards):
            self.put(card, f"pile.{level}")
        return cards

    def hand(self, number: int, *slugs: str) -> list[int]:
        """Let a player hold exactly these cards."""
        for card in self.zone("hand", number):
            self.put(card, "deck", number)
        return [self.put(self.card(slug, number), "hand", number) for slug in slugs]

    # -- answering

    @property
    def choice(self) -> Any:
        if self._last is not None:
            level, self._last = self._last, None
            self.answer("level", level)
        return self.match.pending[0]

    @property
    def prompt(self) -> str:
        return "" if self.match.is_over else self.choice.prompt

    @property
    def asked(self) -> int:
        """The number of the player who is asked."""
        return self.number(self.choice.seat + 1)

    @property
    def words(self) -> list[str]:
        return list(dict.fromkeys(option.word for option in self.choice.options))

    def offered(self, word: str = "card") -> list[int]:
        """The entities of the options with this word."""
        return [option.entity for option in self.choice.options if option.word == word]

    def option(self, word: str | None = None, entity: int | None = None) -> int:
        for index, option in enumerate(self.choice.options):
            if word in (None, option.word) and entity in (None, option.entity):
                return index
        raise LookupError(f"{word} {entity} is not offered: {self._shown()}")

    def _shown(self) -> str:
        def one(o: Option) -> str:
            return f"{o.word} {self.match.card_id(o.entity) if o.kind == 'card' else o.entity}"

        return f"{self.prompt} asks {[one(o) for o in self.choice.options]}"

    def answer(self, word: str | None = None, entity: int | str | None = None) -> None:
        """Take one option: a word of a menu, or the card, monster, player or number it is about."""
        if isinstance(entity, str):
            entity = self.pack.program.symbol(entity)
        self.match.answer(self.choice.seat, (self.option(word, entity),))
        check_invariants(self.match, deep=False)

    def pick(self, *entities: int) -> None:
        """Pick several (or none)."""
        self.match.answer(self.choice.seat, tuple(self.option(None, e) for e in entities))
        check_invariants(self.match, deep=False)

    def default(self) -> None:
        choice = self.choice
        self.match.answer(choice.seat, choice.default)
        check_invariants(self.match, deep=False)

    def until(self, *prompts: str, player: int | None = None, limit: int = 500) -> None:
        """Give defaults until one of these prompts comes up (for this player)."""
        for _ in range(limit):
            if self.match.is_over or (self.prompt in prompts and player in (None, self.asked)):
                break
            self.default()
        assert self.prompt in prompts, f"{self.prompt or 'over'} instead of {prompts}"

    # -- whole situations

    def battle(self, *monsters: str, mana: int = 20) -> list[int]:
        """
        Go to the first battle turn: these monsters (level III or VI) on the slots of players 0, 1
        ..., then harmless ones.

        The last one is turned over when the test looks at the next choice, so that hands and fields
        can be set before.
        """
        spare = ["misfortune_sprite", "acid_sprayer", "slime_ball", "lucky_sprite"]
        wanted = [*monsters, *(s for s in spare if s not in monsters)][: self.match.seats]
        found = []
        if self.match.seats == 3:
            self.explore("ghost")
        for slug in wanted[:-1]:
            found.append(self.explore(slug))
        found += self.stack(str(self.get(self.card(wanted[-1]), "level")), wanted[-1])
        self._last = str(self.get(found[-1], "level"))
        for number in range(self.match.seats):
            self.set(number, mana=mana)
        return found

    def explore(self, slug: str, *before: str) -> int:
        """The player who is asked turns over this monster (after these events)."""
        card = self.card(slug)
        level = self.get(card, "level")
        self.stack(level, *before, slug)
        self.answer("level", level)
        return card

    def play(self, slug: str, target: int | None = None, number: int | None = None) -> int:
        """The player who is asked plays this card, at this target if it asks for one."""
        card = self.card(slug, self.asked if number is None else number)
        self.answer("play", card)
        if target is not None and self.prompt == "target":
            self.answer(None, target)
        return card

    def do(self, word: str, **values: int | tuple[int, ...]) -> None:
        """Carry out a defined word now, below the pending choice; it must not ask anything."""
        m = self.match
        defined = self.pack.declarations.defined_word("doables", word)
        code = next(code for code in self.pack.program.codes if code.name == f"word {word}")
        registers = [0, 0, 0, None]
        for name, param in defined.params.items():
            value = values.get(name, 0)
            plural = param.type in ("players", "cards", "entities")
            registers.append(
                value if isinstance(value, tuple) or not plural else ((value,) if value else ())
            )
        pending, stack = m.choices, m.stack
        m.choices, m.stack = [], [(code, code.make_registers(registers), 0)]
        run(m)
        assert not m.choices, f"{word} asks something"
        m.choices, m.stack = pending, stack

    def hurt(self, monster: int | str, health: int) -> int:
        """Leave a monster this many hp."""
        entity = self.card(monster) if isinstance(monster, str) else monster
        self.match.state[self.pack.program.layout.fields["exploration", "health"].base + entity] = (
            health
        )
        return entity

    def flag(self, **values: int) -> None:
        """Set fields of the match."""
        for name, value in values.items():
            self.match.state[self.pack.program.layout.fields["match", name].base] = value

    def insert(self, slug: str, number: int) -> int:
        """Give a player an undercurrent."""
        card = self.card(slug)
        self.do("insert", card=card, player=self.player(number))
        return card

    def equip(self, slug: str, number: int) -> int:
        """Give a player a wand."""
        card = self.card(slug)
        self.do("equip", card=card, player=self.player(number))
        return card

    def log(self, message: str) -> list[dict[str, Any]]:
        """The arguments of the log lines with this message."""
        return [
            {name: value for name, _, value in e.args}
            for e in self.match.log
            if e.message == message
        ]
