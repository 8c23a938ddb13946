"""
Views: what a seat may see of a match, as JSON-able data. The one place where secrets are kept.

A view is a public part, the same for everybody, and a small private one of a seat: its hidden
fields, the cards that only it sees, what it is asked. `public` and `private` make them, `composed`
puts them together, `view` is both at once. Nothing of them may be changed by who reads them: equal
parts of views are often the same object, which makes views cheap and differences quick to find.

Zones say who sees their cards (`see`: all, owner, none); fields say who sees their number. Hidden
cards are counted, never listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict

from .lasting import told
from .modifiers import modified

if TYPE_CHECKING:
    from ..pack.definition import Pack
    from .choices import Choice, Option
    from .code import OfModifier
    from .match import Match
    from .state import Field

WORK = 100_000  # things that modifiers go through for one view; see `Match.spend`

_KEPT = 4096  # fields as they were seen, by kind of entity
_KEPT_OF_A_CARD = 256
_PLANS = 4_096  # cards of which is known how they are told

Plain = int | str | None  # a number, a truth, a symbol, a card's id, a seat
CardView = dict[str, Any]  # `uuid`, `id`, `kind`, then properties and fields as they stand


class ZoneView(TypedDict):
    """How many cards lie in a zone, and those of them that can be seen."""

    count: int
    cards: list[CardView]


class PlayerView(TypedDict):
    """A player: `uuid` is the entity."""

    seat: int
    uuid: int
    fields: dict[str, Plain]
    zones: dict[str, ZoneView]


class FactView(TypedDict):
    """What an option would do to an entity; see `rules.playing.preview.Foretold`."""

    fact: str
    entity: int
    how: str
    low: int
    high: int
    id: str | None


class OptionView(TypedDict):
    """One line of a choice; `id` of a card, the name of a `symbol`."""

    word: str
    kind: str
    entity: int | None
    id: NotRequired[str]
    symbol: NotRequired[str | None]
    preview: NotRequired[list[FactView]]


class ChoiceView(TypedDict):
    """What a seat is asked; `default` are indices of `options`."""

    seat: int
    prompt: str
    subject: int | None
    subjectId: str | None
    minimum: int
    maximum: int
    default: list[int]
    options: list[OptionView]


class PublicView(TypedDict):
    """What everybody may see. `waiting`: the seats that are asked something."""

    game: str
    seats: int
    over: bool
    standings: tuple[tuple[int, ...], ...] | None
    outcome: dict[str, Any] | None  # an `Outcome` by its names
    match: dict[str, Plain]
    players: list[PlayerView]
    zones: dict[str, ZoneView]
    waiting: list[int]


class PrivateView(TypedDict):
    """What only the seat `you` may see: of its own fields and zones, and what it is asked."""

    you: int
    fields: dict[str, Plain]
    zones: dict[str, ZoneView]
    choices: list[ChoiceView]


class View(PublicView):
    """Both; `you` is None for a spectator."""

    you: int | None
    choices: list[ChoiceView]


# -- views -----------------------------------------------------------------------------------------


def view(m: Match, seat: int | None) -> View:
    """The view of a seat; None is a spectator."""
    return composed(public(m), private(m, seat))


def composed(shared: PublicView, own: PrivateView | None) -> View:
    """The view of a seat from the two parts; without a private one that of a spectator."""
    if own is None:
        return {**shared, "you": None, "choices": []}
    seat, players = own["you"], shared["players"].copy()
    player = players[seat]
    players[seat] = {
        **player,
        "fields": {**player["fields"], **own["fields"]},
        "zones": {**player["zones"], **own["zones"]},
    }
    return {**shared, "players": players, "you": seat, "choices": own["choices"]}


def public(m: Match) -> PublicView:
    """What everybody may see, spectators too."""
    plan, cards = _plan(m.pack), _Cards(m)
    zones, standing, outcome = m.zones, range(m.seats), m.outcome
    return {
        "game": m.pack.id,
        "seats": m.seats,
        "over": m.over,
        "standings": m.standings,
        "outcome": outcome._asdict() if outcome is not None else None,
        "match": plan.match.shown(m, 0),
        "players": [
            {
                "seat": seat,
                "uuid": seat + 1,
                "fields": plan.others.shown(m, seat + 1),
                "zones": {
                    name: cards.zone(zones[first + seat + 1], open_)
                    for name, first, open_ in plan.player_zones
                },
            }
            for seat in standing
        ],
        "zones": {name: cards.zone(zones[number], open_) for name, number, open_ in plan.zones},
        "waiting": [choice.seat for choice in m.choices],
    }


def private(m: Match, seat: int | None) -> PrivateView | None:
    """What only a seat may see; None for a spectator."""
    if seat is None:
        return None
    plan, cards = _plan(m.pack), _Cards(m)
    return {
        "you": seat,
        "fields": plan.own.shown(m, seat + 1) if plan.own.names else {},
        "zones": {
            name: cards.zone(m.zones[first + seat + 1], True) for name, first in plan.own_zones
        },
        "choices": [choice_view(m, choice) for choice in m.choices if choice.seat == seat],
    }


def choice_view(m: Match, choice: Choice) -> ChoiceView:
    """A choice, as its seat sees it."""
    return {
        "seat": choice.seat,
        "prompt": choice.prompt,
        "subject": choice.subject or None,
        "subjectId": m.card_id(choice.subject),
        "minimum": choice.minimum,
        "maximum": choice.maximum,
        "default": list(choice.default),
        "options": [_option(m, option) for option in choice.options],
    }


def _option(m: Match, option: Option) -> OptionView:
    shown: OptionView = {
        "word": option.word,
        "kind": option.kind,
        "entity": option.entity if option.kind else None,
    }
    if option.kind == "symbol":
        shown["symbol"] = m.pack.symbol_name(option.entity)
    elif option.kind not in ("", "number") and (name := m.card_id(option.entity)):
        shown["id"] = name
    return shown


def card_view(m: Match, card: int) -> CardView:
    """A card with its properties and fields as they stand."""
    return _Cards(m).card(card)


def field_view(m: Match, field: Field, entity: int) -> Plain:
    """A field as it stands, modifiers included."""
    return _Fields(m.pack, [field]).shown(m, entity)[field.name]


# -- cards -----------------------------------------------------------------------------------------


@cache
def _counted(count: int) -> ZoneView:
    """A zone whose cards nobody sees."""
    return {"count": count, "cards": []}


class _Cards:
    """The cards of a match as they stand now."""

    def __init__(self, m: Match):
        self.match, self.state = m, m.state
        self.plans = m.pack.card_plans
        self.lasting: dict[str, list[_Lasting]] = {}  # what may change cards, by kind
        m.work = WORK

    def zone(self, there: Sequence[int], seen: bool) -> ZoneView:
        """A zone with these cards."""
        if not (seen and there):
            return _counted(len(there))
        return {"count": len(there), "cards": [self.card(card) for card in there]}

    def card(self, card: int) -> CardView:
        """A card; equal ones that bear nothing are the same object."""
        definition = self.state[card]
        plan = self.plans.get((card, definition))
        if plan is None:
            if len(self.plans) >= _PLANS:
                self.plans.clear()
            plan = self.plans[card, definition] = CardPlan(self.match, card, definition)
        key: tuple[object, ...]
        key = values = plan.read(self.state)
        lasting = self.lasting.get(plan.kind)
        if lasting is None:
            lasting = self.lasting[plan.kind] = _lasting(self.match, plan)
        changes: tuple[tuple[_Changing, int], ...] = ()
        if lasting or plan.own:
            changing = [*self.concerning(card, lasting), *plan.own]
            if changing:
                changes = self.changes(plan, card, values, changing)
                key = values, changes
        shown = plan.known.get(key)
        if shown is None:
            shown = plan.told(self.match.pack, key, values, changes)
        if card in self.match.borne:
            shown = {**shown, "bears": told(self.match, card)}
        return {**shown, "stripped": True} if card in self.match.stripped else shown

    def concerning(self, card: int, lasting: Sequence[_Lasting]) -> list[_Changing]:
        """What lasting modifiers change of a card; all they might, where one of them fails."""
        m = self.match
        m.work -= len(lasting)
        if m.work < 0:
            return []
        try:
            return [one for one, where, given in lasting if where is None or where(m, given, card)]
        except Exception:  # noqa: BLE001 (whatever is wrong with a card)
            return [one for one, _, _ in lasting]

    def changes(
        self,
        plan: CardPlan,
        card: int,
        values: tuple[int, ...],
        changing: Sequence[_Changing],
    ) -> tuple[tuple[_Changing, int], ...]:
        """What has changed of a card, each once, and into what."""
        m, every = self.match, dict.fromkeys(changing)
        return tuple(
            [(one, modified_or_not(m, one.number, card, plan.base(one, values))) for one in every]
        )


# What a lasting modifier changes, its condition, and what that has captured.
type _Lasting = tuple[_Changing, OfModifier | None, tuple[Any, ...]]


def _lasting(m: Match, plan: CardPlan) -> list[_Lasting]:
    """The lasting modifiers that may be about cards of a kind, given one of them."""
    return [
        (one, m.modifiers[uuid].definition.where, m.modifiers[uuid].captured)
        for one in plan.changing
        for uuid in m.modifiers_of.get(one.number, ())
    ]


def modified_or_not(m: Match, index: int, entity: int, base: int) -> int:
    """A value with its modifiers; without, if one of them fails: everybody can look at a match."""
    try:
        return modified(m, index, entity, base)
    except Exception:  # noqa: BLE001 (whatever is wrong with a card)
        return base


def _plain(pack: Pack, type: str, value: int) -> Plain:
    """A number as it is, a symbol by name, a player by seat, a definition or a card by id."""
    if type in ("symbol", "definition"):
        return pack.symbol_name(value)
    if type == "player":
        return value - 1 if value else None
    if type == "card":
        return value or None
    return bool(value) if type == "boolean" else value


# -- what is the same in every match of a pack, worked out on first sight --------------------------


class _Fields:
    """Fields of the entities of one kind."""

    def __init__(self, pack: Pack, fields: Sequence[Field]):
        self.names = [field.name for field in fields]
        self.bases = [field.base for field in fields]
        facts = {field.name: pack.modifiable.get(field.name) for field in fields}
        self.modified = [
            (name, fact.index) for name, fact in facts.items() if fact is not None and fact.modified
        ]
        self.types = {field.name: field.type for field in fields}
        self._readers: dict[int, Callable[[Sequence[int]], tuple[int, ...]]] = {}
        self._known: dict[tuple[int, ...], dict[str, Plain]] = {}

    def reader(self, entity: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """What reads their numbers from a state; there are two too many."""
        read = self._readers.get(entity)
        if read is None:
            # With two too many there is a tuple of them, however few they are.
            read = self._readers[entity] = itemgetter(*[base + entity for base in self.bases], 0, 0)
        return read

    def shown(self, m: Match, entity: int) -> dict[str, Plain]:
        """As they stand, modifiers included; not to be changed."""
        values = self.reader(entity)(m.state)
        shown = self.told(m.pack, values)
        for name, index in self.modified:
            if index in m.modifiers_of or (index, m.state[entity]) in m.pack.own_modifiers:
                value = modified_or_not(m, index, entity, values[self.names.index(name)])
                shown = {**shown, name: _plain(m.pack, self.types[name], value)}
        return shown

    def told(self, pack: Pack, values: tuple[int, ...]) -> dict[str, Plain]:
        """Fields by name, kept."""
        told = self._known.get(values)
        if told is None:
            told = {
                name: _plain(pack, self.types[name], value)
                for name, value in zip(self.names, values, strict=False)
            }
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[values] = told
        return told


class _Changing(NamedTuple):
    """A property or field that modifiers may change; a field stands at `place` of the values."""

    name: str
    type: str
    number: int  # of the property, for modifiers
    place: int | None


class CardPlan:
    """One card: what is printed on it, what of it may change, how to read its fields."""

    def __init__(self, m: Match, card: int, definition: int):
        pack, kind = m.pack, m.kind_of(card) or ""
        values = m.printed[definition]
        facts = [fact for fact in pack.properties.values() if kind in fact.kinds]
        fields = _plan(pack).cards.get(kind) or _Fields(pack, ())
        self.kind = kind
        self.printed: CardView = {"uuid": card, "id": m.card_id(card), "kind": kind}
        self.numbers = {fact.index: values[fact.index] for fact in facts}
        for fact in facts:
            self.printed[fact.name] = _plain(pack, fact.type, values[fact.index])
        self.changing = [
            *(_Changing(f.name, f.type, f.index, None) for f in facts if f.modified),
            *(
                _Changing(name, fields.types[name], index, fields.names.index(name))
                for name, index in fields.modified
            ),
        ]
        self.own = [one for one in self.changing if (one.number, definition) in pack.own_modifiers]
        self.fields = fields
        self.read = fields.reader(card)
        self.known: dict[tuple[object, ...], CardView] = {}

    def base(self, one: _Changing, values: tuple[int, ...]) -> int:
        """The number that modifiers change."""
        return self.numbers[one.number] if one.place is None else values[one.place]

    def told(
        self,
        pack: Pack,
        key: tuple[object, ...],
        values: tuple[int, ...],
        changes: tuple[tuple[_Changing, int], ...],
    ) -> CardView:
        """The card with these fields and changes, kept: in most views most are as they were."""
        shown = {**self.printed, **self.fields.told(pack, values)}
        for one, value in changes:
            shown[one.name] = _plain(pack, one.type, value)
        if len(self.known) >= _KEPT_OF_A_CARD:
            self.known.clear()
        self.known[key] = shown
        return shown


def _plan(pack: Pack) -> Plan:
    if pack.view_plan is None:
        pack.view_plan = Plan(pack)
    return pack.view_plan


class Plan:
    """
    The fields and zones of a pack: those everybody sees, and those of its player alone. A zone is
    its name, its number (that of nobody's, for one of each player), and whether all see its cards.
    """

    def __init__(self, pack: Pack):
        layout = pack.layout
        fields: dict[str, list[Field]] = {}
        for (kind, _), field in layout.fields.items():
            fields.setdefault(kind, []).append(field)
        players = fields.get("player", ())
        self.match = _Fields(pack, [f for f in fields.get("match", ()) if f.see == "all"])
        self.others = _Fields(pack, [f for f in players if f.see == "all"])
        # In the order of all fields, so that a player is told in one order to everybody.
        own = any(f.see == "owner" for f in players)
        self.own = _Fields(pack, [f for f in players if own and f.see in ("all", "owner")])
        self.cards = {
            kind: _Fields(pack, [f for f in found if f.see == "all"])
            for kind, found in fields.items()
        }
        zones = layout.zones.values()
        of_players = [zone for zone in zones if zone.of == "player"]
        self.player_zones = [(zone.name, zone.first, zone.see == "all") for zone in of_players]
        self.own_zones = [(zone.name, zone.first) for zone in of_players if zone.see == "owner"]
        self.zones = [
            (layout.zone_names[number], number, layout.zone_see[number] == "all")
            for zone in zones
            if zone.of != "player"
            for number in range(zone.first, zone.first + zone.size)
        ]
