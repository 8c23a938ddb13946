"""
What cards bear: triggers and modifiers that were put `on` a card, its enchantments.

An effect that is borne ends at the latest when its bearer leaves its family of zones, whoever they
belong to, unless it lasts `always`: a change of control keeps it, a return to the hand does not.
Its bearer is one of the values that it has captured (`TriggerDef.bearer`, `ModifierDef.bearer`), so
nothing else has to be saved. Functions of the machine's part of a match; this may import what
`events` and `modifiers` declare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .active import Modifier, Trigger
from .contract import kernel
from .parts import Parts
from .state import NOWHERE, ZONE, split_index


class Effect(TypedDict, total=False):
    """What a card bears: what changes (`amount` is None where that fails), or what it waits for."""

    property: str
    mode: str
    amount: int | None
    event: str


#: Where it is from, the id of a card or None, and how long it lasts.
Origin = TypedDict("Origin", {"from": str | None, "until": str})


class Borne(Effect, Origin):
    """Both: an effect that a card bears, as views tell it."""


def duration_of(of: Trigger | Modifier) -> str:
    """How long a lasting effect lasts, as it was declared."""
    return of.definition.mode if isinstance(of, Trigger) else of.definition.duration


def effect_of(m: Parts, uuid: int) -> Trigger | Modifier:
    """A lasting effect of a match."""
    return m.triggers[uuid] if uuid in m.triggers else m.modifiers[uuid]


def attach(m: Parts, uuid: int, of: Trigger | Modifier) -> None:
    """List a lasting effect with the card that bears it, if one does."""
    if of.definition.bearer >= 0:
        bearer = of.captured[of.definition.bearer]
        m.borne[bearer] = (*m.borne.get(bearer, ()), uuid)


def end_after_move(m: Parts, card: int, old: int, new: int) -> None:
    """
    A card has moved from a zone to another: what it bears ends, if that is another family, and what
    is printed on it holds again.
    """
    family = m.program.zone_family
    if family[old] != family[new]:
        borne = m.borne.get(card, ())
        m.remove_all([uuid for uuid in borne if duration_of(effect_of(m, uuid)) != "always"])
        m.stripped -= {card}


@kernel(writes=True)
def strip_card(m: Parts, card: int, auras: bool) -> None:
    """
    End what a card bears, and what it does itself while it lies where it is; the modifiers that are
    printed on it do not hold while it stays in that family of zones. With `auras` its modifiers
    stay.
    """
    own: Sequence[int] = m.attached.get(card, ())
    if auras:
        own = [uuid for uuid in own if uuid in m.triggers]
    m.remove_all([*m.borne.get(card, ()), *own])
    if not auras and m.is_card(card) and m.state[card + ZONE] != NOWHERE:
        m.stripped |= {card}


@kernel(writes=True)
def copy_lasting(m: Parts, giver: int, taker: int) -> None:
    """Let a card bear all that another one bears, from now on."""
    for uuid in m.spend(m.borne.get(giver, ())):
        _copy_effect(m, effect_of(m, uuid), giver, taker)


@kernel(writes=True)
def move_lasting(m: Parts, giver: int, taker: int) -> None:
    """Let a card bear all that another one bears, which is rid of it."""
    for uuid in m.spend(m.borne.get(giver, ())):
        given = effect_of(m, uuid)
        m.remove(uuid)
        _copy_effect(m, given, giver, taker)


def _copy_effect(m: Parts, given: Trigger | Modifier, giver: int, taker: int) -> None:
    """A lasting effect like another one, on another card."""
    if not m.is_card(taker):
        return
    registers = list(given.captured)
    registers[given.definition.bearer] = taker
    if isinstance(given, Modifier):
        m.add_modifier(given.definition, registers, given.owner, given.id)
        return
    _, subject = split_index(given.key)
    subject = taker if subject == giver else subject
    m.add_trigger(given.definition, registers, given.owner, subject, given.id)


def borne_view(m: Parts, card: int) -> list[Borne]:
    """
    What a card bears, as views tell it: `until` (the duration), `from` (the id of the card that put
    it there; None where not everybody sees that card now), and either `property`, `mode` and
    `amount` or the `event` that it waits for.
    """
    return [
        {**_effect_view(m, uuid, card), **_origin_of(m, uuid)} for uuid in m.borne.get(card, ())
    ]


def _origin_of(m: Parts, uuid: int) -> Origin:
    of = effect_of(m, uuid)
    zone = m.state[of.source + ZONE] if m.is_card(of.source) else NOWHERE
    seen = m.program.layout.sees(None, zone)
    return {"from": m.card_id(of.source) if seen else None, "until": duration_of(of)}


def _effect_view(m: Parts, uuid: int, card: int) -> Effect:
    if uuid in m.triggers:
        event = split_index(m.triggers[uuid].key)[0] // 2
        return {"event": m.program.events[event]}
    modifier = m.modifiers[uuid]
    definition = modifier.definition
    fact = m.program.facts[definition.property]
    try:
        amount = definition.amount(m, modifier.captured, card)
    except Exception:  # noqa: BLE001 (whatever is wrong with a card: everybody can look at a match)
        amount = None
    return {"property": fact.name, "mode": definition.mode, "amount": amount}
