"""
How a table is told in text (`board`, see `world.render.board`), as far as it can be wrong: sections
that say nothing or are like none, what gives way, fixtures of zones which there are not.

Shapes are checked in `textshapes`, holes in `holes`, the table in a window in `tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..ground.errors import suggest
from .tables import WHOSE

GIVING = ("tight", "short", "none")  # how a section gives way
TOLD = ("line", "columns", "list")  # a section has one of these


def check_board(
    board: Mapping[str, Any],
    families: Collection[str],
    zones: Collection[str],
    prompts: Collection[str],
    fields: Collection[str],
    tell: Callable[[str, str], None],
) -> None:
    """
    Tell every place of a pack's `board` at which something else belongs. `families`: its zones by
    name, `zones`: each of those (`pile.III`); `prompts`: those that the pack has words for;
    `fields`: those of players.
    """
    for name in board.get("out", {}):
        if name not in fields:
            tell(f"board.out.{name}", f"a player has no field {name!r}{suggest(name, fields)}")
    for number, name in enumerate(board.get("member", ())):
        if name not in fields:
            message = f"a player has no field {name!r}{suggest(name, fields)}"
            tell(f"board.member[{number}]", message)
    for number, prompt in enumerate(board.get("responses", ())):
        if prompt not in prompts:
            message = f"there is no prompt {prompt!r}{suggest(prompt, prompts)}"
            tell(f"board.responses[{number}]", message)
    sections = {section["id"]: section for section in board.get("sections", ())}
    for number, section in enumerate(board.get("sections", ())):
        place = f"board.sections[{number}]"
        like = section.get("like")
        if like is not None and like not in sections:
            tell(f"{place}.like", f"there is no section {like!r}{suggest(like, sections)}")
        whole = resolve_like(section, sections)
        if not any(key in whole for key in TOLD):
            tell(place, f"a section has one of {', '.join(TOLD)}")
        if "each" in whole and whole["each"] not in WHOSE:
            each = whole["each"]
            tell(f"{place}.each", f"there is no player like {each!r}{suggest(each, WHOSE)}")
    for number, step in enumerate(board.get("giving", ())):
        section, form, *when = (*step, "", "")[: max(len(step), 2)]
        if section not in sections or form not in GIVING or len(when) > 1:
            known = f"{', '.join(sections)}; {', '.join(GIVING)}"
            tell(f"board.giving[{number}]", f"what gives way is [section, form, when] of {known}")
    for prompt, names in board.get("asked", {}).items():
        for name in names:
            if name not in sections or "short" not in resolve_like(sections[name], sections):
                message = f"there is no section {name!r} with a short form"
                tell(f"board.asked.{prompt}", message + suggest(name, sections))
    tracks = {
        part.get("id"): part
        for part in board.get("table", {}).get("parts", ())
        if "cells" in part and "cell" in part
    }
    track = board.get("steps", {}).get("track")
    if track is not None and track not in tracks:
        tell("board.steps.track", f"there is no track {track!r}{suggest(track, tracks)}")
    for kind, fixtures in board.get("fixtures", {}).items():
        for number, fixture in enumerate(fixtures):
            place, zone = f"board.fixtures.{kind}[{number}]", fixture["zone"]
            if zone not in (families if fixture.get("of") == "player" else zones):
                tell(f"{place}.zone", f"there is no zone {zone!r}{suggest(zone, zones)}")
            if not fixture["names"]:
                tell(f"{place}.names", "there is nothing in it")


def check_news(
    board: Mapping[str, Any],
    messages: Collection[str],
    brought: Collection[str],
    tell: Callable[[str, str], None],
) -> None:
    """
    Tell what of `board.news` is no message of the log (`messages`), and a `board.reached` that
    nobody brings.
    """
    rank = board.get("reached")
    if rank is not None and rank not in brought:
        tell("board.reached", f"nobody brings {rank!r}{suggest(rank, brought)}")
    for number, message in enumerate(board.get("news", ())):
        if message not in messages:
            told = f"the log has no message {message!r}{suggest(message, messages)}"
            tell(f"board.news[{number}]", told)


def resolve_like(section: Mapping[str, Any], sections: Mapping[str, Any]) -> dict[str, Any]:
    """A section with what that says which it is like."""
    return {**sections.get(section.get("like", ""), {}), **section}
