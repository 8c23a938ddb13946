"""
Publishing games while people play, for reviewers: see `world.content.publishing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from commands.command import Command
from rules.ground.width import wrap
from rules.pack import CardDef
from rules.workshop.problems import in_language
from world import content
from world.content.publishing import Outcome
from world.locale.messages import escape_colours
from world.locale.reader import account_of
from world.render import look, trouble

MISTAKES = 10  # told; the rest is counted
NAMES = 20  # of cards or files


class CmdPublish(Command):
    """Offer what has changed in the files of games."""

    key = "publish"
    topic = "publish"
    group = "staff"
    yields = False
    locks = "cmd:perm(Reviewer)"

    def func(self) -> None:
        self.attempt(self.carry_out)

    def carry_out(self) -> Any:
        """
        What the command does.

        :raises TableError: `unknownGame`.
        """
        done = content.publish_files(account_of(self.caller), self.args)
        self.tell("publish.begun")
        done.addCallback(self.tell_outcomes)
        return done.addErrback(trouble.report_failure, self.caller)

    def tell_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """What has become of the games."""
        lines = []
        for outcome in outcomes:
            lines += self.lines_of(outcome)
        same = [self.name_of(each) for each in outcomes if not (each.published or has_failed(each))]
        if same:
            lines.append(self.say("publish.same", games=self.reader.join_names(same)))
        width = self.reader.width
        self.show([part for line in lines for part in wrap(line, width, indent="  ", first="")])

    def lines_of(self, outcome: Outcome) -> list[str]:
        """What has become of a game, if anything."""
        game = self.name_of(outcome)
        if outcome.stopped:
            seconds = settings.PUBLISHING_SECONDS
            return [self.say("publish.stopped", game=game, seconds=seconds)]
        if outcome.outdated:
            return [self.say("publish.outdated", game=game)]
        if outcome.problems:
            return self.mistake_lines(outcome, game)
        lines = self.published_lines(outcome, game) if outcome.published else []
        if outcome.both:
            told = map(escape_colours, outcome.both)
            files = self.reader.join_names(told)
            lines.append(
                self.say("publish.both", game=escape_colours(outcome.folder.name), files=files)
            )
        return lines

    def mistake_lines(self, outcome: Outcome, game: str) -> list[str]:
        """The first mistakes of a game, and how many there are."""
        problems = outcome.problems
        lines = [self.say("publish.mistakes", game=game, count=len(problems))]
        told = (in_language(each, self.reader.language) for each in problems[:MISTAKES])
        lines += [f"  {escape_colours(each)}" for each in told]
        more = len(problems) - MISTAKES
        if more > 0:
            folder = escape_colours(str(outcome.folder))
            lines.append(self.say("publish.moreMistakes", count=more, folder=folder))
        return lines

    def published_lines(self, outcome: Outcome, game: str) -> list[str]:
        """What is not the same in the version that is offered now."""
        beside, own = (round(1000 * each) for each in (outcome.seconds, outcome.own_seconds))
        head = {"game": game, "compiled": outcome.compiled, "beside": beside, "own": own}
        lines = [self.say("publish.published", **head)]
        kinds = ("added", outcome.added), ("changed", outcome.changed), ("removed", outcome.removed)
        for key, cards in kinds:
            lines += self.names_line(key, [self.card_name(card) for card in cards])
        lines += self.names_line("files", outcome.files)
        if outcome.playing:
            lines.append(self.say("publish.playing", count=outcome.playing))
        return lines

    def names_line(self, key: str, names: Sequence[str]) -> list[str]:
        """A line with names, the first of many; none where there are none."""
        if not names:
            return []
        told, more = self.reader.join_names(map(escape_colours, names[:NAMES])), len(names) - NAMES
        if more > 0:
            told = self.say("publish.more", names=told, count=more)
        return [self.say(f"publish.{key}", count=len(names), names=told)]

    def name_of(self, outcome: Outcome) -> str:
        """The game in the caller's language; its folder, where nobody could read it yet."""
        if outcome.pack is None:
            return escape_colours(outcome.folder.name)
        return escape_colours(look.name_in_language(outcome.pack.name, self.reader.language))

    def card_name(self, card: CardDef) -> str:
        """A card in the caller's language."""
        return look.name_in_language(card.name, self.reader.language) or card.id


def has_failed(outcome: Outcome) -> bool:
    """Whether the files of a game could not be published."""
    return outcome.stopped or outcome.outdated or bool(outcome.problems)


COMMANDS = (CmdPublish,)
