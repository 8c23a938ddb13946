"""
Views: what a seat may see of a match, as JSON-able data. The one place where secrets are kept.

A view is a public part, the same for everybody, and a small private one of a seat: its hidden
fields, the cards that only it sees, what lies between it and each other player (`board.between`
of a pack: distances), what it is asked. `public_view` and `private_view` make them,
`compose_view` puts them together, `view_of` is both at once. Nothing of them may be changed by who
reads them: equal parts of views are often the same object, which makes views cheap and differences
quick to find.

Zones say who sees their cards (`see`: all, owner, none); fields say who sees their number. Hidden
cards are counted, never listed.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from .choices import Choice, Option
from .log import Told, make_argument
from .outcome import outcome_of
from .parts import Parts
from .plans import CardView as CardView
from .plans import Fields, Plain, ZoneView, plan_of
from .shown import NO_CARDS, Showing, between_seats, fields_now, hidden_zone
from .state import Field


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
    entity: int | str | None  # of a text itself
    id: NotRequired[str]
    symbol: NotRequired[str | None]
    preview: NotRequired[list[FactView]]


class ValueView(TypedDict):
    """What a question tells by a name: a card by id, a player by seat, as in lines of the log."""

    name: str
    kind: str
    value: Told


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
    values: NotRequired[list[ValueView]]  # what its text can tell, where it was given any


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
    between: NotRequired[list[dict[str, int | None]]]  # by seat, where the game has any


class View(PublicView):
    """Both; `you` is None for a spectator."""

    you: int | None
    choices: list[ChoiceView]


# -- views -----------------------------------------------------------------------------------------


def view_of(m: Parts, seat: int | None) -> View:
    """The view of a seat; None is a spectator."""
    showing = Showing(m)
    return compose_view(_build_public(showing), _build_private(showing, seat))


def compose_view(shared: PublicView, own: PrivateView | None) -> View:
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
    for other, numbers in enumerate(own.get("between", ())):
        if numbers:
            player = players[other]
            players[other] = {**player, "fields": {**player["fields"], **numbers}}
    return {**shared, "players": players, "you": seat, "choices": own["choices"]}


def public_view(m: Parts) -> PublicView:
    """What everybody may see, spectators too."""
    return _build_public(Showing(m))


def private_view(m: Parts, seat: int | None) -> PrivateView | None:
    """What only a seat may see; None for a spectator."""
    return None if seat is None else _build_private(Showing(m), seat)


def _build_public(showing: Showing) -> PublicView:
    m, shown = showing.match, showing.zone_view
    plan, zones, ended = plan_of(m.program), m.zones, outcome_of(m)
    showing.read_zones([number for number in plan.open if zones[number]])
    return {
        "game": m.program.id,
        "seats": m.seats,
        "over": m.standings is not None,
        "standings": m.standings,
        "outcome": ended._asdict() if ended is not None else None,
        "match": fields_now(m, plan.match, 0),
        "players": [
            {
                "seat": player - 1,
                "uuid": player,
                "fields": fields_now(m, plan.others, player),
                "zones": {
                    name: NO_CARDS
                    if not (cards := zones[first + player])
                    else shown(first + player)
                    if open_
                    else hidden_zone(len(cards))
                    for name, first, open_ in plan.player_zones
                },
            }
            for player in range(1, m.seats + 1)
        ],
        "zones": {
            name: shown(number) if open_ and zones[number] else hidden_zone(len(zones[number]))
            for name, number, open_ in plan.zones
        },
        "waiting": [choice.seat for choice in m.choices],
    }


def _build_private(showing: Showing, seat: int | None) -> PrivateView | None:
    if seat is None:
        return None
    m = showing.match
    plan = plan_of(m.program)
    own = {name: first + seat + 1 for name, first in plan.own_zones}
    showing.read_zones([number for number in own.values() if m.zones[number]])
    private: PrivateView = {
        "you": seat,
        "fields": fields_now(m, plan.own, seat + 1) if plan.own.names else {},
        "zones": {
            name: showing.zone_view(number) if m.zones[number] else hidden_zone(0)
            for name, number in own.items()
        },
        "choices": [choice_view(m, choice) for choice in m.choices if choice.seat == seat],
    }
    if m.program.between:
        private["between"] = [between_seats(m, seat, other) for other in range(m.seats)]
    return private


def choice_view(m: Parts, choice: Choice) -> ChoiceView:
    """A choice, as its seat sees it."""
    shown: ChoiceView = {
        "seat": choice.seat,
        "prompt": choice.prompt,
        "subject": choice.subject or None,
        "subjectId": m.card_id(choice.subject),
        "minimum": choice.minimum,
        "maximum": choice.maximum,
        "default": list(choice.default),
        "options": [_option_view(m, option) for option in choice.options],
    }
    if choice.values:
        told = [make_argument(m.program, *value) for value in choice.values]
        shown["values"] = [{"name": name, "kind": kind, "value": it} for name, kind, it in told]
    return shown


def _option_view(m: Parts, option: Option) -> OptionView:
    shown: OptionView = {
        "word": option.word,
        "kind": option.kind,
        "entity": option.entity if option.kind else None,
    }
    if option.kind == "symbol":
        shown["symbol"] = m.program.symbol_name(option.entity)
    elif option.kind not in ("", "number", "text") and (name := m.card_id(option.entity)):
        shown["id"] = name
    return shown


def card_view(m: Parts, card: int) -> CardView:
    """A card with its properties and fields as they stand."""
    return Showing(m).card_view(card)


def field_view(m: Parts, field: Field, entity: int) -> Plain:
    """A field as it stands, modifiers included."""
    return fields_now(m, Fields(m.program, [field]), entity)[field.name]
