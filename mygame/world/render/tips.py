"""
What somebody is told beside a question, to learn the game: a step of a lesson, or first words.

Both are data of the pack, by prompt. A lesson (`board.lesson`: of which game it is, its steps in
their order) says at each question what to do and why (`words.lesson.<prompt>.text`), and what to do
after something else was tried (`other`). First words (`words.first.<prompt>`) tell in a sentence or
two what a question is about that is met for the first time in a match: they fade after `MATCHES` in
which they were told, and whoever does not want them says `tips off`. In a game that has none they
are the first sentence of what its rules say of the question.

Text and data ask `tip_of` and get the same: a tip belongs to a question and stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from evennia.utils import logger
from twisted.internet import defer

from rules.ground.width import wrap
from rules.pack import Pack, pack_of_match
from rules.telling.text import Text
from world.background.writing import writer
from world.locale.reader import Reader, account_of

_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")  # of a sentence

MATCHES = 3  # in which the same first words are told to the same person
WANTED, TOLD = "tips", "tips_told"  # attributes of accounts: False for none; how often, by game


@dataclass(frozen=True, slots=True)
class Tip:
    """What is told with a question: a step of a lesson, of so many (None: none), or first words."""

    pack: Pack
    prompt: str
    lesson: bool
    step: int | None = None
    of: int | None = None

    def text(self, language: str) -> str:
        """The sentences, in a language."""
        return _tip_text(self.pack, "lesson" if self.lesson else "first", self.prompt, language)

    def otherwise(self, language: str) -> str:
        """What is told of a lesson after an answer that does not fit; "" if nothing."""
        return _tip_text(self.pack, "lesson", self.prompt, language, "other") if self.lesson else ""

    def lines(self, reader: Reader) -> list[str]:
        """The same above the question."""
        key = "first" if not self.lesson else "step" if self.step else "lesson"
        told = reader.say(
            f"tips.{key}", text=self.text(reader.language), step=self.step, of=self.of
        )
        return wrap(told, reader.width)


def section_about(pack: Pack, prompt: str) -> str:
    """The name of the section of the rules about a question, as the board says; else its own."""
    return str(pack.board.get("rules", {}).get(prompt, prompt))


def _tip_text(pack: Pack, group: str, prompt: str, language: str, part: str = "text") -> str:
    words = Text(pack, language).words
    if group == "first" and not any(each.get(group) for each in pack.words.values()):
        section = words("rules", section_about(pack, prompt), "text")
        first = _END.split(section, maxsplit=1)[0] if isinstance(section, str) else ""
        return first.replace("**", "")
    found = words(group, prompt)
    if isinstance(found, Mapping):
        found = found.get(part)
    return str(found or "")


def lesson_of(pack: Pack) -> Mapping[str, Any]:
    """What a pack says of the lesson that it is; empty for a game."""
    found: Mapping[str, Any] = pack.board.get("lesson") or {}
    return found


def tip_of(table: Any, character: Any) -> Tip | None:
    """
    What is told with the question before somebody, if there is anything to learn. First words are
    counted as told with this.
    """
    seat, host = table.seat_of(character), table.host
    choice = host.choice_of(seat) if host is not None and seat is not None else None
    if choice is None or host.record is None:
        return None
    question = (host.record.pk, host.asked_since(seat), choice.prompt)
    known: tuple[Any, Tip | None] | None = character.ndb.tip
    if known is None or known[0] != question:
        known = question, _find_tip(host, choice.prompt, character)
        character.ndb.tip = known
    return known[1]


def _find_tip(host: Any, prompt: str, character: Any) -> Tip | None:
    pack = pack_of_match(host.match)
    if lesson := lesson_of(pack):
        steps = list(lesson.get("steps", ()))
        step = steps.index(prompt) + 1 if prompt in steps else None
        tip = Tip(pack, prompt, True, step, len(steps) if step else None)
        return tip if tip.text("en") else None
    tip = Tip(pack, prompt, False)
    if not tip.text("en") or not _is_new(host.record.pk, prompt, character):
        return None
    return tip if _count_tip(account_of(character), pack.id, prompt) else None


def _is_new(match: int, prompt: str, character: Any) -> bool:
    """Whether somebody meets a prompt for the first time in a match."""
    met: tuple[int, set[str]] = character.ndb.met or (0, set())
    if met[0] != match:
        met = character.ndb.met = (match, set())
    if prompt in met[1]:
        return False
    met[1].add(prompt)
    return True


def _count_tip(account: Any, game: str, prompt: str) -> bool:
    """Note that first words are told; False if they are known well, or not wanted."""
    if account.attributes.get(WANTED) is False:
        return False
    kept = account.attributes.get(TOLD, return_obj=True)
    told: Mapping[str, Mapping[str, int]] = kept.db_value if kept is not None else {}
    here = told.get(game, {})
    times = here.get(prompt, 0)
    if times >= MATCHES:
        return False
    _store_counts(account, kept, {**told, game: {**here, prompt: times + 1}})
    return True


def _store_counts(account: Any, kept: Any, told: Mapping[str, Any]) -> None:
    """Keep what an account has been told; where something was kept before, no question waits."""
    if kept is None:
        done = defer.execute(account.attributes.add, TOLD, told)
    else:
        kept.db_value = told
        row = type(kept).objects.filter(pk=kept.pk)
        done = writer.put(partial(row.update, db_value=told), soon=False)
    done.addErrback(
        lambda failure: logger.log_err(f"What {account} has been told is not stored: {failure}")
    )
