"""
Checking a piece of a pack that somebody writes: what is wrong with it, what it says in both
languages, what a card's face shows, what is other than before.

`check_piece` is a task for the process in which packs are published (`rules.pack.publisher`): the
version there is is known there, and only what the piece touches is compiled. Its report is plain
data.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ..ground.digests import digest
from ..ground.errors import PackError, Problem
from ..ground.names import names_by_language
from ..pack import pieces, publisher
from ..pack.definition import Pack
from ..pack.located import locate_problems
from ..pack.outside import lines_too_many
from ..pack.pieces import Piece
from ..pack.script_cards import is_script_of_others
from ..running.catalogue import CardDef
from ..scenario import Player, ScenarioError
from ..scenario.files import scenarios_in
from ..telling.phrasebook import LANGUAGES
from ..telling.text import Text
from ..weighing.worth import worth_of_card
from .problems import Patterns, in_language, patterns_of_pack
from .scripts import contents_text, warning_texts, warnings_of
from .similar import similar_cards
from .untold import untold_of_card, words_lacking

AROUND = 3  # lines of a difference that are the same
MOST = 100  # problems told
Report = dict[str, Any]


def check_piece(
    asking: str,
    before: tuple[str, str],
    address: str,
    text: str,
    seconds: float,
    others: dict[str, str] | None = None,
    beside: Sequence[publisher.Put] = (),
) -> Report:
    """
    What there is to say about a text at an address of the pack in `before` (see
    `publisher.prepare`, also for what is raised). `others`: files that are no part of the pack, as
    far as the address is one of them. `beside`: what is to be published with it.
    """
    with publisher.time_limit(asking, seconds):
        begun = time.perf_counter()
        pack = publisher.published_version(*before)
        report = report_of(pack, address, text, others or {}, beside)
        return {**report, "seconds": round(time.perf_counter() - begun, 3)}


def report_of(
    pack: Pack,
    address: str,
    text: str,
    others: dict[str, str],
    beside: Sequence[publisher.Put] = (),
) -> Report:
    """The report on a piece in the place of that of a pack, or as a new one."""
    report: Report = {
        "problems": [],
        "sentences": dict.fromkeys(LANGUAGES, ""),
        "untold": [],
        "warnings": [],
        "worth": {},
        "face": {},
        "similar": [],
        "difference": text_difference(_text_now(pack, address, others), text),
        "digest": digest(text),
    }
    try:
        new, piece = _with_piece(pack, address, text, beside)
    except PackError as error:
        report["problems"] = [_problem_report(each, None) for each in error.problems[:MOST]]
        return report
    except pieces.BadAddress:
        problem = Problem("", f"nothing can stand at {address} in {pack.folder}")
        report["problems"] = [_problem_report(problem, None)]
        return report
    try:
        made = publisher.next_version(pack, new)
    except PackError as error:
        own = {language: patterns_of_pack(pack, language) for language in LANGUAGES}
        report["problems"] = [_problem_report(each, piece, own) for each in error.problems[:MOST]]
        if piece is not None and is_script_of_others(piece.address):
            report |= _warnings_report(pack, address, new)
        return report
    if piece is not None and is_script_of_others(piece.address):
        report |= _script_report(made, address)
    card = made.declarations.catalogue.definitions.get(pieces.split_address(address)[1])
    if piece is not None and piece.kind == "card" and card is not None:
        report |= _card_report(made, card)
        report["worth"] = worth_of_card(made, card)
        behaviors = card.source.get("behaviors", [])
        report["similar"] = similar_cards(pack, card.kind, behaviors, card.source, card.id)
    if piece is not None and "scenarios" in piece.file.split("/"):
        report["problems"] += _scenario_failures(made, text)
    return report


def text_difference(before: str, after: str) -> list[str]:
    """How a text became another: lines with `+`, `-` or a space in front; `@@` where some lack."""
    texts = before.splitlines(), after.splitlines()
    lines = [*difflib.unified_diff(*texts, n=AROUND, lineterm="")][2:]
    return ["@@" if line.startswith("@@ ") else line for line in lines]


def _with_piece(
    pack: Pack, address: str, text: str, beside: Sequence[publisher.Put]
) -> tuple[dict[str, str], Piece | None]:
    """
    The files of a pack with a piece and others beside it, and the piece as it stands there.

    :raises PackError: the text is not JSON5, or a card of another id.
    """
    kind, name = pieces.split_address(address)
    if text.strip() and (kind != "file" or address.endswith((".json5", ".json"))):
        data = pieces.parse_piece(text)
        given = data.get("id") if isinstance(data, dict) else None
        if kind == "card" and given != name:
            message = f"the card at this address has the id {name!r}, not {given!r}"
            raise PackError([Problem("id", message, (1, 1))])
    sources = publisher.put_pieces(pack.sources, beside)
    new = pieces.put_piece(sources, pack.folder, address, text)
    return new, pieces.find_piece(new, pack.folder, address)


def _text_now(pack: Pack, address: str, others: dict[str, str]) -> str:
    """What stands there now; "" if nothing does."""
    try:
        piece = pieces.find_piece({**others, **pack.sources}, pack.folder, address)
    except pieces.BadAddress:
        return ""
    return piece.text if piece is not None else ""


def _problem_report(
    problem: Problem, piece: Piece | None, own: Mapping[str, Patterns] | None = None
) -> Report:
    """
    A problem with its line and column in the text of the piece, where it stands in that; `told` is
    how it reads where the pack's `own` sentences say so.
    """
    file, _, inside = problem.place.partition(": ")
    if piece is not None and file != piece.file and problem.at is not None and not inside:
        problem = Problem(problem.place, str(problem))  # its line is one of another file
    at = problem.at
    if piece is not None and file == piece.file and at is not None:
        found = piece.position_in_piece(at)
        place, at = (inside or piece.address, found) if found is not None else (problem.place, at)
    else:
        place = problem.place
    place = place.removeprefix(": ")
    line, column = at or (0, 0)
    told = {
        language: in_language(problem.message, language, patterns)
        for language, patterns in (own or {}).items()
        if patterns
    }
    report = {"place": place, "line": line, "column": column, "text": problem.message}
    return {**report, "told": told} if told else report


def _card_report(pack: Pack, card: CardDef) -> Report:
    """What a card says, what it has no words for, and what its face shows."""
    texts = {language: Text(pack, language) for language in LANGUAGES}
    untold = {missing for text in texts.values() for missing in words_lacking(text, card)}
    return {
        "sentences": {language: text.rules_text(card) for language, text in texts.items()},
        "untold": sorted(map(list, untold)),
        "warnings": [
            *(str(each) for each in locate_problems(untold_of_card(pack, card), pack.sources)),
            *_long_descriptions(card),
        ],
        "face": {language: _face_report(text, card) for language, text in texts.items()},
    }


def _long_descriptions(card: CardDef) -> list[str]:
    """What is said of a card where that is longer than what people are shown of a text."""
    texts = names_by_language(card.text) if card.text else {}
    return [f"description.{language}: {told}" for language, told in lines_too_many(texts)]


def _script_report(pack: Pack, address: str) -> Report:
    """What a script declares, and what may be wrong in it."""
    said = {language: contents_text(pack, address, language) for language in LANGUAGES}
    return {"sentences": said, **_warnings_report(pack, address, pack.sources)}


def _warnings_report(pack: Pack, address: str, files: Mapping[str, str]) -> Report:
    """What may be wrong in a script of these files, as each language has it."""
    found = warnings_of(pack, address, files)[:MOST]
    texts = {language: warning_texts(found, pack, language) for language in LANGUAGES}
    told = {language: dict(zip(texts["en"], texts[language], strict=True)) for language in texts}
    return {"warnings": texts["en"], "told": told}


def _face_report(text: Text, card: CardDef) -> Report:
    """A card as the books of games have it (docs/protocol.md)."""
    rules_text, effects = text.rules_text(card), text.effects(card)
    return {
        "id": card.id,
        "name": text.card(card),
        "kind": card.kind,
        "facts": text.facts(card, defaults=True),
        "text": rules_text,
        "flavour": text.description(card),
        "effects": effects,
    }


def _scenario_failures(pack: Pack, text: str) -> list[Report]:
    """What the scenarios of a file find wrong."""
    found: list[Problem] = []
    try:
        for scenario in scenarios_in(text, ""):
            player = Player(pack, scenario)
            found += [Problem(player.name, failure.sentence) for failure in player.play()]
    except ScenarioError as error:
        found.append(Problem("", str(error)))
    return [_problem_report(problem, None) for problem in found[:MOST]]
