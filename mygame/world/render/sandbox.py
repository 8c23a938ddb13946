"""
What a builder sees of a sandbox (`world.content.sandbox`): the table, what is asked, and what has
happened step by step. Labels stand in words, never in colour alone.
"""

from __future__ import annotations

import json
from typing import Any

from rules.ground.width import wrap
from rules.scenario.vocabulary import vocabulary_of
from rules.telling.text import Text
from rules.workshop.tracing import Step
from world.locale.messages import escape_colours, strip_marks
from world.locale.reader import Reader
from world.render.board import Board
from world.render.prompt import prompt_lines

MOST_BEGINNINGS = 300  # scenarios that are named


def board_of(own: Any, reader: Reader) -> Board:
    """The board with the eyes that are chosen."""
    return _make_board(own, reader, own.seat_seeing)


def _make_board(own: Any, reader: Reader, seat: int | None) -> Board:
    text = Text(own.pack, reader.language, own.names())
    return Board(own.pack, own.match.view(seat), text, reader)


def lines(own: Any, reader: Reader, everything: bool = False) -> list[str]:
    """Board and question."""
    return [*board_of(own, reader).lines(everything), *asked_lines(own, reader)]


def asked_lines(own: Any, reader: Reader) -> list[str]:
    """Who is asked what; that the match is over."""
    choice = own.pending_choice
    if choice is None:
        return [reader.say("game.over")]
    board = _make_board(own, reader, choice.seat)
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
    args = {name: escape_colours(value) for name, value in values.items()}
    if step["what"] == "modifier":
        args["change"] = reader.say(f"sandbox.mode.{values['mode']}", amount=args["amount"])
    listed = reader.join_names(
        f"{name} = {escape_colours(value)}" for name, value in step["values"]
    )
    args |= {
        "card": escape_colours(step["card"]),
        "text": escape_colours(step["text"]),
        "values": listed or "-",
    }
    return reader.say(f"sandbox.step.{step['what']}", **args)


def sandbox_data(own: Any, reader: Reader, whole: bool) -> dict[str, Any]:
    """
    What a sandbox has beside a match, as data (`Chrono.Sandbox`); what stays the same for a version
    of the game only if it is to be `whole`.
    """
    choice, situation = own.pending_choice, own.situation
    return {
        "game": own.pack.id,
        "address": own.address,
        "draft": own.draft,
        "digest": own.digest,
        "asked": choice.seat if choice is not None else None,
        "eyes": "none" if own.eyes is None else own.eyes,
        "answers": len(situation["answers"]),
        "bots": [{"seat": seat, "kind": kind} for seat, kind in situation["bots"].items()],
        "given": json.dumps(situation["scenario"], ensure_ascii=False),
        "beginnings": [each for each in own.scenarios if each][:MOST_BEGINNINGS] if whole else None,
        "zones": _zone_data(own, reader) if whole else None,
        "steps": [
            {**step, "values": dict(step["values"]), "told": strip_marks(step_line(step, reader))}
            for step in own.steps
        ],
        "leftOut": own.left_out,
    }


def _zone_data(own: Any, reader: Reader) -> list[dict[str, Any]]:
    """The zones into which cards can be laid; `own` are those that every seat has."""
    words, text = vocabulary_of(own.pack), Text(own.pack, reader.language)
    found = [(zone, True) for zone in words.player_zones]
    found += [(zone, False) for zone in words.shared_zones]
    return [
        {"zone": zone, "name": strip_marks(_zone_name(text, zone)), "own": own}
        for zone, own in found
    ]


def _zone_name(text: Text, zone: str) -> str:
    """A zone by its name; one of a family with the symbol that it is for."""
    family, _, rest = zone.partition(".")
    return f"{text.zone(family)} {text.symbol(rest)}" if rest else text.zone(family)


def given_lines(own: Any, reader: Reader) -> list[str]:
    """How the situation begins, as one can lay it out."""
    told = json.dumps(own.situation["scenario"], ensure_ascii=False)
    return wrap(escape_colours(told), reader.width, indent="  ", first="  ")
