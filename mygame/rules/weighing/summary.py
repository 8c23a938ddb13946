"""
What became of a match, from its answers: who did what, who was ahead when, everybody's best turn,
the turning points.

It knows no game: what is counted is the pack's section `report` (`rules.pack.measures`), how
well a player stands is `bot.worth`, or the lead where a pack has none. `summarize` is a task for
another process: the whole match is played again. Numbers go by seat; those of worth are in
hundredths of the game's unit. A `step` is one of `rules.weighing.steps`: how it stood before.
"""

from __future__ import annotations

from typing import Any

from ..pack.definition import Pack
from ..playing.bots.worker import pack_in
from ..running.choices import Option
from ..running.journal import Journal, LeftOut, is_answer, standing_answers
from ..running.match import Match
from ..running.measures import Heard
from ..running.sides import parties_of
from ..running.state import ZONE, Context
from . import swings

SHAPE = 3  # of what is told; a summary of another one is made anew
HUNDREDTHS = 100
CARDS_NAMED = 2  # of a turn
CURVE_POINTS = 120  # of a curve at most


def summarize(
    folder: str,
    content: str,
    seats: int,
    seed: int,
    options: dict[str, Any],
    journal: Journal,
) -> dict[str, Any]:
    """
    The summary of a match of the pack in a folder, as JSON-able data (`Retelling.told`).

    :raises LookupError: the folder holds other content than the hash says.
    :raises ValueError: the journal does not fit the pack.
    """
    return retell(pack_in(folder, content), seats, seed, options, journal)


def retell(
    pack: Pack, seats: int, seed: int, options: dict[str, Any], journal: Journal
) -> dict[str, Any]:
    """The same of a loaded pack."""
    log = pack.program.measures.seen is not None
    retelling = Retelling(Match.prepare(pack, seats, seed, options, log=log))
    for _, entry in standing_answers(journal):
        retelling.answer(*entry)
    return retelling.summary()


class Retelling:
    """A match that is played again, from before its first event, and what is noted meanwhile."""

    def __init__(self, match: Match):
        self.match, self.measures = match, match.program.measures
        self.round, self.answers = 0, 0
        self.step = 0  # the one that is played just now
        self.deeds: dict[str, list[int]] = {name: [0] * match.seats for name in self.measures.deeds}
        self.rounds: list[tuple[int, list[int]]] = []  # number and everybody's worth at its start
        self.begun: list[int] = []  # the steps in which those rounds begin
        self.leads: list[dict[str, Any]] = []  # everybody's lead at those moments
        self.ahead: list[dict[str, Any]] = []  # whenever somebody else came to be ahead
        self.best: list[dict[str, Any] | None] = [None] * match.seats
        self.turn: dict[str, Any] | None = None  # the answers of one seat in a row
        self.lines: list[Any] = [None] * match.seats  # the last line about a deed of each seat
        self.moves: list[dict[str, Any] | None] = [None] * match.seats  # what said most of each
        match.trace = self.trace
        match.begin()
        self.worths, self.moved = self.worth_of_all(), self.moved_of_all()
        self.note_leader()

    # -- what happens

    def trace(self, key: int, context: Context, *_: Any) -> None:
        """Every event of the match comes here."""
        for name, done in self.measures.deeds.items():
            if done.key == key and context[done.player]:
                amount = context[done.amount] if done.amount >= 0 else 1
                self.deeds[name][context[done.player] - 1] += amount
        begins: Heard | None = self.measures.round
        if begins is not None and begins.key == key and context[begins.what] != self.round:
            self.begin_round(context[begins.what])

    def begin_round(self, number: int) -> None:
        self.round = number
        self.rounds.append((number, self.worth_of_all()))
        self.begun.append(self.step)
        self.note_leads()

    def leads_of_all(self) -> list[int]:
        """How far everybody is; empty in a game that does not say, or where it cannot be told."""
        try:
            return self.final_values(self.measures.lead) or []
        except Exception:  # noqa: BLE001 (a value may fail in any way while a match is going on)
            return []

    def note_leads(self) -> None:
        """Note how far everybody is, for the curve."""
        if leads := self.leads_of_all():
            self.leads.append({"round": self.round, "step": self.step, "values": leads})

    def note_leader(self) -> None:
        """Note who is ahead of all others, if that is somebody else than before."""
        leads = self.leads_of_all()
        if len(leads) < 2 or self.match.program.side_rule.has_parties:
            return
        seat = leads.index(max(leads))
        last = self.ahead[-1]["seat"] if self.ahead else None
        if leads.count(leads[seat]) == 1 and seat != last:
            step = max(0, self.step - 1)
            self.ahead.append({"round": self.round, "step": step, "seat": seat, "rival": last})

    def answer(self, seat: int, picks: tuple[int, ...], left_out: tuple[LeftOut, ...] = ()) -> None:
        """Carry out an entry of the journal that stands."""
        match, before, number = self.match, self.worths, self.round
        choice, lines = match.choice_of(seat), len(match.log or ())
        self.step += 1
        match.apply(seat, picks, left_out)
        self.answers += 1
        self.note_moves(lines)
        self.note_leader()
        self.worths = self.worth_of_all()
        if self.measures.round is None:
            self.note_leads()
        begun = number or self.measures.round is None
        if not before or choice is None or not is_answer(picks) or not begun:
            self.turn = None
            return
        if self.turn is None or self.turn["seat"] != seat or choice.together:
            self.turn = {"seat": seat, "round": number, "gain": 0, "cards": []}
            self.turn["step"] = self.step - 1
        self.turn["gain"] += self.worths[seat] - before[seat]
        for pick in picks:
            self.note_card(choice.options[pick])
        best = self.best[seat]
        if self.turn["gain"] > (best["gain"] if best else 0):
            self.best[seat] = {**self.turn, "cards": self.turn["cards"][:CARDS_NAMED]}

    def note_card(self, option: Option) -> None:
        """Note the card of an option that was taken, if everybody sees it now."""
        match, turn = self.match, self.turn
        if turn is None or option.kind in ("", "number", "symbol", "text", "definition"):
            return
        card, layout = match.card_id(option.entity), match.program.layout
        if card is None or card in turn["cards"]:
            return
        if layout.sees(None, match.state[option.entity + ZONE]):
            turn["cards"].append(card)

    def note_moves(self, lines: int) -> None:
        """Note what changed how players are seen; `lines` of the log were there before."""
        seen, match = self.measures.seen, self.match
        if seen is None or match.log is None:
            return
        for entry in match.log[lines:]:
            if entry.message == seen.line and entry.args and isinstance(entry.args[0][2], int):
                self.lines[entry.args[0][2]] = {"round": self.round, "line": list(entry[:2])}
        before, self.moved = self.moved, self.moved_of_all()
        for seat, (old, new) in enumerate(zip(before, self.moved, strict=True)):
            most = self.moves[seat]
            if abs(new - old) > (most["by"] if most else 0) and self.lines[seat]:
                self.moves[seat] = {**self.lines[seat], "by": abs(new - old)}

    def moved_of_all(self) -> list[int]:
        """The numbers that tell how everybody is seen; empty in a game that has none."""
        if self.measures.seen is None or self.measures.seen.moved is None:
            return []
        moved = self.measures.seen.moved
        return [moved.value(self.match, seat + 1) for seat in range(self.match.seats)]

    def worth_of_all(self) -> list[int]:
        """How well everybody stands; empty in a game that does not say."""
        match = self.match
        if match.program.bots.worth is None:
            return [value * HUNDREDTHS for value in self.leads_of_all()]
        return [match.program.bots.worth(match, seat + 1) for seat in range(match.seats)]

    # -- what is told of it

    def summary(self) -> dict[str, Any]:
        """All of it, as JSON-able data."""
        self.note_leads()
        return {
            "shape": SHAPE,
            "rounds": self.round,
            "answers": self.answers,
            "score": self.final_values("score"),
            "deeds": self.deeds,
            "roles": self.roles(),
            "seen": self.how_seen(),
            "best": self.best,
            "turning": self.turning_points(),
            "decided": self.decided(),
            "curve": self.curve(),
            "unit": "" if self.match.program.bots.worth is not None else self.measures.lead,
        }

    def parties(self) -> list[tuple[int, ...]] | None:
        """Who has played together, as seats; None in a game without sides."""
        return parties_of(self.match) if self.match.program.side_rule.has_parties else None

    def roles(self) -> list[str] | None:
        """What everybody was, as symbols; None in a game without roles."""
        role, match = self.measures.role, self.match
        if role is None:
            return None
        seats = range(1, match.seats + 1)
        return [match.program.symbol_name(role.value(match, seat)) or "" for seat in seats]

    def curve(self) -> dict[str, Any] | None:
        """
        How far everybody was as each round began, and at the end; of a long match not all rounds.
        `step` is how it stood then, `sides` who played together, where several sides did. None in
        a game that does not say who is ahead.
        """
        points, parties = self.leads, self.parties()
        if len(points) < 2:
            return None
        if len(points) > CURVE_POINTS:
            last = len(points) - 1
            points = [points[i * last // (CURVE_POINTS - 1)] for i in range(CURVE_POINTS)]
        curve = {"name": self.measures.lead, "lap": self.measures.lap, "points": points}
        if parties is not None and 1 < len(parties) < self.match.seats:
            curve["sides"] = [list(each) for each in parties]
        return curve

    def decided(self) -> dict[str, Any] | None:
        """
        When who has won, or their side, came to be ahead for good, and of whom (`rival`; None: of
        nobody, they were ahead from the first). None where nobody has won alone, or who was behind
        has.
        """
        won = self.match.ended.won if self.match.ended else ()
        if (parties := self.parties()) is not None:
            return swings.decided_for_side(self.leads, parties, won)
        if len(won) != 1 or not self.ahead or self.ahead[-1]["seat"] != won[0]:
            return None
        return dict(self.ahead[-1])

    def how_seen(self) -> dict[str, Any] | None:
        """How players were seen: symbols by column and seat; of each the line that said most."""
        if self.measures.seen is None:
            return None
        match = self.match
        columns = {
            name: [
                match.program.symbol_name(measure.value(match, seat + 1))
                for seat in range(match.seats)
            ]
            for name, measure in self.measures.seen.columns.items()
        }
        return {"columns": columns, "moves": self.moves}

    def final_values(self, series: str) -> list[int] | None:
        """A value of all players at the end."""
        measure = self.measures.series.get(series)
        if measure is None:
            return None
        return [measure.value(self.match, seat + 1) for seat in range(self.match.seats)]

    def turning_points(self) -> list[dict[str, Any]]:
        """
        The rounds in which somebody gained most on the best of the others, in their order. Where
        sides play, a side on the best other one, by the `lead` of all of its players.
        """
        if (parties := self.parties()) is not None:
            return swings.turning_points_of_sides(self.leads, parties)
        return swings.turning_points([*self.rounds, (0, self.worths)], self.begun)
