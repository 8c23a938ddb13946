"""
What simulations record of the matches of a game, as data: its section `report`
(docs/language/measures.md), compiled. Which event says that a card was bought, when a round begins
and what a player's score is differs from game to game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .code import Live


class Measure:
    """A value about an entity, a number or cards; it is there when the pack is compiled."""

    value: Callable[[Live, int], Any]


@dataclass(frozen=True, slots=True)
class Heard:
    """An event, and where in its context the card (or number) and the player are."""

    key: int
    what: int
    player: int = -1


@dataclass(frozen=True, slots=True)
class Offered:
    """An option of a prompt: that it was there, or that it was taken."""

    prompt: str
    option: str
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a player has when the first round begins."""

    cards: Measure


@dataclass(frozen=True, slots=True)
class Stage:
    """Something that happens to cards, in the order in which it does: offered, bought, played."""

    source: Heard | Offered | Held
    where: Measure | None = None  # to which cards it can happen; None: to all


@dataclass(frozen=True, slots=True)
class Done:
    """Something a player does: the event, and where in its context player and amount are."""

    key: int
    player: int
    amount: int = -1  # -1: it counts once


@dataclass(frozen=True, slots=True)
class Seen:
    """
    How players were seen: symbols of each at the end, by column; and the line `line` of the log by
    which the number `moved` of a player changed most.
    """

    columns: dict[str, Measure]
    moved: Measure | None
    line: str


@dataclass(slots=True)
class Trial:
    """
    How a card is tried in pairs of matches that differ in it alone (`rules.weighing.paired`).

    `measures` are numbers of a player at the end, the one that counts first; `settings` are options
    of matches, one after the other; `kinds` has for each kind of card what is done with it: `at`,
    which of the settings (from 1; without it all), and options that `both` matches have, or only
    that `with` it, or that `without`.
    """

    measures: dict[str, Measure]
    settings: list[dict[str, Any]]
    kinds: dict[str, dict[str, Any]]


@dataclass(slots=True)
class Trade:
    """
    Where somebody may try to get richer by trade alone (`rules.weighing.trading`): `what` number
    counts, options of the matches that can be begun (`openings`), what is brought beside
    (`brings`), which options of menus are trade (`words`), things of which `kinds` are carried on.
    """

    what: str
    openings: list[dict[str, Any]]
    brings: dict[str, Any] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    purse: int = 1_000
    visits: int = 2


@dataclass(slots=True)
class Quests:
    """
    How quests are tried (`rules.weighing.quests`): cards of `kind`, taken by who has what `brings`
    says, in scenes of people by options of these `words`, and finished by the option `ends` about
    them. `settings` are options of the games that are opened, by game; `facts` the properties that
    say who gives a quest, who takes it, at which stage, and what is wanted.
    """

    kind: str
    ends: str
    words: list[str] = field(default_factory=list)
    brings: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Measures:
    """All of it. Empty parts are not measured."""

    round: Heard | None = None
    series: dict[str, Measure] = field(default_factory=dict)  # about players; `score` comes first
    lead: str = ""  # the series by which one sees who is ahead: its curve is told at the end
    lap: int = 0  # so much of it is a lap of a track
    role: Measure | None = None  # of a player at the end: by which wins are told as well
    deeds: dict[str, Done] = field(default_factory=dict)  # what players do, for summaries
    seen: Seen | None = None  # how players were seen, for summaries
    stages: dict[str, Stage] = field(default_factory=dict)
    cards: Measure | None = None  # which cards the stages are about; None: all
    having: tuple[str, ...] = ()  # the stages after which a player counts as having the card
    begins: Heard | None = None  # the life of a card: it appears, and is beaten
    ends: Heard | None = None
    lives: Measure | None = None  # whose lives; None: of all cards
    trial: Trial | None = None  # how a card is tried with and without it
    trade: Trade | None = None  # how one could get richer by trade
    quests: Quests | None = None  # how it is tried whether quests can be finished
