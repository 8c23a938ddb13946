"""
A match that is over, as text: one step of it after the other (`world.play.replays`).

A `Replay` is where somebody stands in it. The steps stay packed; those that people look at just
now are kept read, a few of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.ground.difference import apply_patch
from rules.ground.width import wrap
from rules.pack import Pack
from rules.running.view import PublicView, View
from rules.telling.text import Text
from rules.weighing.steps import ALL, Eyes, Step
from world.locale.messages import escape_colours
from world.locale.reader import Reader
from world.play import replays
from world.render.board import Board

_read = lru_cache(4)(replays.unpack_steps)


class Replay:
    """A match that is over, at one of its steps, as those eyes see it."""

    def __init__(self, number: int, pack: Pack, names: list[str], eyes: Eyes, packed: bytes):
        self.number, self.pack, self.names, self.eyes = number, pack, names, eyes
        self._packed = packed
        self.at = -1
        self._public: Any = None
        self._private: Any = None
        self.go_to(0)

    @property
    def all_steps(self) -> list[Step]:
        """All of them."""
        steps: list[Step] = _read(self._packed)["steps"]
        return steps

    @property
    def first_steps(self) -> dict[int, int]:
        """The step with which each round begins."""
        return {each["round"]: each["step"] for each in _read(self._packed)["rounds"]}

    @property
    def current_step(self) -> Step:
        """The one at which this stands."""
        return self.all_steps[self.at]

    def go_to(self, number: int) -> None:
        """To a step; to the first or last one, where there is none of that number."""
        steps = self.all_steps
        number = max(0, min(number, len(steps) - 1))
        first = next(i for i in range(number, -1, -1) if isinstance(steps[i]["public"], dict))
        if not first <= self.at <= number:
            self.at = first - 1
        for step in steps[self.at + 1 : number + 1]:
            self._public = _apply_step(self._public, step["public"])
            self._private = _apply_step(self._private, step["private"])
        self.at = number

    def view(self) -> View:
        """What those eyes see at this step; of all seats, where that one sits who has answered."""
        public: PublicView = self._public
        view: View = {**public, "you": None, "choices": []}
        if self.eyes == ALL:
            view["you"] = self.current_step["seat"]
        elif self._private is not None:
            seat, players = self._private["you"], list(self._public["players"])
            player = players[seat]
            players[seat] = {
                **player,
                "fields": {**player["fields"], **self._private["fields"]},
                "zones": {**player["zones"], **self._private["zones"]},
            }
            view |= {"players": players, "you": seat}
        return view

    def board(self, reader: Reader) -> Board:
        """The table at this step."""
        return Board(self.pack, self.view(), Text(self.pack, reader.language, self.names), reader)

    def lines(self, reader: Reader) -> list[str]:
        """What has happened in this step, in sentences."""
        step, last = self.current_step, len(self.all_steps) - 1
        key = "replay.step" if self.first_steps else "replay.plain_step"
        told = reader.say(key, number=step["number"], count=last, round=step["round"])
        told += ("" if told.endswith("。") else " ") + self._answer_text(step, reader)
        lines = wrap(f"|w{told.rstrip()}|n", reader.width)
        for line in step["lines"]:
            lines += wrap(escape_colours(line["text"]), reader.width, indent="   ", first="  ")
        if self.at == last:
            lines += wrap(reader.say("replay.last"), reader.width)
        return lines

    def _answer_text(self, step: Step, reader: Reader) -> str:
        """Who answered what."""
        if step["seat"] is None:
            return reader.say("replay.deal")
        key = step["deed"]
        if key == "answer" and not step["answer"]:
            key = "secret"
        name = self.names[step["seat"]]
        return reader.say(f"replay.{key}", name=name, answer=escape_colours(step["answer"]))


def _apply_step(before: Any, told: Any) -> Any:
    """A part as it stands after a step."""
    return apply_patch(before, told) if isinstance(told, list) else told
