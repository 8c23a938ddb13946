"""
What a builder sees of a sandbox (`world.sandbox`): the table, what is asked, and what has happened
step by step. Labels stand in words, never in colour alone.
"""

from __future__ import annotations

import json
from typing import Any

from rules.ground.width import wrap
from rules.telling.text import Text
from rules.workshop.tracing import Step
from world.render.board import Board
from world.render.messages import escape
from world.render.prompt import prompt_lines
from world.render.reader import Reader


def board_of(own: Any, reader: Reader) -> Board:
    """The board as who is asked sees it."""
    choice = own.choice
    view = own.match.view(choice.seat if choice is not None else None)
    return Board(own.pack, view, Text(own.pack, reader.language, own.names()), reader)


def lines(own: Any, reader: Reader, everything: bool = False) -> list[str]:
    """Board and question."""
    board = board_of(own, reader)
    return [*board.lines(everything), *asked_lines(own, reader, board)]


def asked_lines(own: Any, reader: Reader, board: Board | None = None) -> list[str]:
    """Who is asked what; that the match is over."""
    board = board or board_of(own, reader)
    choice = own.choice
    if choice is None:
        return [reader.say("game.over")]
    who = wrap(reader.say("sandbox.asked", name=own.name_of(choice.seat)), reader.width)
    return [*who, *prompt_lines(board, own.match, choice, status=False)]


def step_lines(own: Any, reader: Reader, deep: bool = False) -> list[str]:
    """What the last answers did, a step a line; `deep`: also what seldom matters."""
    told: list[str] = []
    for step in own.steps:
        if step["deep"] == 1 or deep:
            told += wrap(step_line(step, reader), reader.width, indent="    ", first="  ")
    if own.left_out:
        told.append(reader.say("sandbox.leftOut", count=own.left_out))
    return [reader.say("sandbox.steps"), *told] if told else []


def step_line(step: Step, reader: Reader) -> str:
    """One step as a sentence."""
    values = dict(step["values"])
    args = {name: escape(value) for name, value in values.items()}
    if step["what"] == "modifier":
        args["change"] = reader.say(f"sandbox.mode.{values['mode']}", amount=args["amount"])
    listed = reader.listed(f"{name} = {escape(value)}" for name, value in step["values"])
    args |= {"card": escape(step["card"]), "text": escape(step["text"]), "values": listed or "-"}
    return reader.say(f"sandbox.step.{step['what']}", **args)


def given_lines(own: Any, reader: Reader) -> list[str]:
    """How the situation begins, as one can lay it out."""
    told = json.dumps(own.situation["scenario"], ensure_ascii=False)
    return wrap(escape(told), reader.width, indent="  ", first="  ")
