"""
The way of a draft into the game: checked, submitted, reviewed, published; and the way back.

A draft is meant by its number (`card drafts` lists them), or by the name of a piece of which one
has a draft. What goes on beside the server is told when it is done.
"""

from __future__ import annotations

import re
from typing import Any

from commands.building.looking import draft_by_number
from commands.building.naming import find_piece, game_of
from commands.building.reporting import check_and_tell
from commands.command import Command
from commands.publish import CmdPublish
from rules.ground.width import wrap
from world import content
from world.accounts import roles
from world.content.publishing import Outcome
from world.errors import TableError
from world.locale.reader import account_of, reader_of
from world.render import content as render
from world.render import pages, trouble
from world.render.announce import escape_colours

PARTS = 10  # how often the progress of a trial is told
REASON = re.compile(r"\s*[:：=]\s*")


def find_draft(command: Command, text: str) -> tuple[Any, str]:
    """
    The draft that is meant, and what stands behind its number.

    :raises TableError: `noDraft`, `noOwnDraft`, as `named_piece`.
    """
    head, _, rest = text.strip().partition(" ")
    found = draft_by_number(command, head)
    if found is not None:
        return found, rest.strip()
    name, reason = _split_at_colon(text)
    folder, address = find_piece(command, name)
    found = content.own_draft(account_of(command.caller), folder, address)
    if found is None:
        raise TableError("noOwnDraft", address=address)
    return found, reason


def _split_at_colon(text: str) -> tuple[str, str]:
    """A name, and what is said behind a colon; addresses have a colon of their own."""
    start = text.find(":") + 1 if text.startswith(("card:", "entry:", "file:")) else 0
    gap = REASON.search(text, start)
    return (text[: gap.start()], text[gap.end() :]) if gap else (text, "")


def do_check(command: Command, rest: str) -> Any:
    """All that is wrong with a draft, what it says, what bots think of it."""
    draft, _ = find_draft(command, rest)
    return check_and_tell(command.caller, draft)


def do_submit(command: Command, rest: str) -> Any:
    """Ask for a review; the card is tried out meanwhile, and one reads how that goes on."""
    draft, comment = find_draft(command, rest)
    asked = content.submit_draft(account_of(command.caller), draft, comment)
    return asked.addCallback(_tell_submitted, command)


def _tell_submitted(draft: Any, command: Command) -> Any:
    needs = roles.needs_review(draft.folder)
    numbers = " ".join(str(each.pk) for each in content.with_companions([draft]))
    command.tell("content.submitted" if needs else "content.submittedAlone", number=numbers)
    if not content.has_trial(draft):
        return None
    return _follow_trial(command, draft)


def _follow_trial(command: Command, draft: Any) -> Any:
    """Tell how a trial goes on, and what comes of it."""
    who, last = command.caller, [0]

    def progress(done: int, total: int) -> None:
        part = done * PARTS // max(1, total)
        if part > last[0] and done < total:
            last[0] = part
            reader = reader_of(who)
            who.msg(render.progress_line(draft.pk, done, total, reader))
            if told := render.strength_line(content.figures_so_far(draft), reader.language):
                pages.show_lines(who, wrap(told, reader.width))

    def tell(found: dict[str, Any]) -> None:
        pages.show_lines(who, render.trial_lines(found, reader_of(who)))

    asked = content.await_trial(account_of(who), draft, progress)
    return asked.addCallback(tell)


def do_review(command: Command, rest: str) -> Any:
    """What waits for a review; or all about one draft."""
    who = account_of(command.caller)
    if not rest:
        rows = content.drafts_of(who, status=("submitted",)).exclude(author=who)
        lines = [render.draft_line(row, command.reader) for row in rows]
        command.show(
            render.number_lines(lines or [command.say("content.noReviews")], command.reader)
        )
        return
    draft, _ = find_draft(command, rest)
    lines = render.review_lines(draft, content.text_now(draft), command.reader)
    if draft.status == draft.Status.SUBMITTED:
        decide = command.say("content.decide", number=draft.pk)
        lines += render.number_lines([decide], command.reader)
    command.show(lines)


def do_approve(command: Command, rest: str) -> None:
    """Say that drafts of somebody else can be published: `card approve 12 13 well made`."""
    drafts, note = _numbered_drafts(command, rest)
    if not drafts:
        found, note = find_draft(command, rest)
        drafts = [found]
    for draft in drafts:
        content.approve_draft(account_of(command.caller), draft, note)
        command.tell("content.approved", number=draft.pk)


def _numbered_drafts(command: Command, text: str) -> tuple[list[Any], str]:
    """The drafts whose numbers stand at the beginning, and what stands behind them."""
    drafts = []
    while text:
        head, _, behind = text.partition(" ")
        found = draft_by_number(command, head)
        if found is None:
            break
        drafts.append(found)
        text = behind.strip()
    return drafts, text


def do_return(command: Command, rest: str) -> None:
    """Give a draft back to its author, and say why."""
    draft, note = find_draft(command, rest)
    content.send_back(account_of(command.caller), draft, note)
    command.tell("content.returned", number=draft.pk, who=escape_colours(draft.author_name))


def do_publish(command: Command, rest: str) -> Any:
    """Publish drafts by their numbers, all of them or none: `card publish 12 13 stronger`."""
    drafts, comment = _numbered_drafts(command, rest)
    if not drafts and comment:
        found, comment = find_draft(command, comment)
        drafts = [found]
    asked = content.publish_drafts(account_of(command.caller), drafts, comment)
    command.tell("content.publishing")
    return asked.addCallback(tell_outcome, command).addErrback(tell_failure, command)


def tell_outcome(outcome: Outcome, command: Command) -> None:
    """What has become of a publication."""
    publish = CmdPublish()
    publish.caller = command.caller
    lines = publish.lines_of(outcome)
    if outcome.publication is not None:
        lines.append(command.say("content.published", number=outcome.publication.pk))
    pages.show_lines(command.caller, render.number_lines(lines, reader_of(command.caller)))


def tell_failure(failure: Any, command: Command) -> Any:
    """What goes wrong is told: what a person did, or that it is ours."""
    if failure.check(TableError):
        return failure
    return trouble.report_failure(failure, command.caller)


def do_retire(command: Command, rest: str) -> None:
    """A draft that takes a card, or another piece, away: `card retire bash: too strong`."""
    name, comment = _split_at_colon(rest)
    folder, address = find_piece(command, name)
    draft = content.retire_piece(account_of(command.caller), folder, address, comment)
    command.tell("content.retired", number=draft.pk, address=escape_colours(address))


def do_rollback(command: Command, rest: str) -> Any:
    """Publish a game again as it was: `card rollback 12`, a number of `card history`."""
    folder, said = game_of(command, rest)
    head, _, comment = said.partition(" ")
    number = head.removeprefix("#")
    if not number.isdecimal() or len(number) > 9:
        raise TableError("noPublication", number=head or "?", game=folder)
    asked = content.rollback(account_of(command.caller), folder, int(number), comment.strip())
    command.tell("content.publishing")
    return asked.addCallback(tell_outcome, command).addErrback(tell_failure, command)


def do_rebase(command: Command, rest: str) -> None:
    """Let one's draft take the place of what was published since it was begun."""
    draft, _ = find_draft(command, rest)
    content.rebase_draft(account_of(command.caller), draft)
    command.tell("content.rebased", number=draft.pk)


def do_drop(command: Command, rest: str) -> None:
    """Throw a draft away."""
    draft, _ = find_draft(command, rest)
    content.drop_draft(account_of(command.caller), draft)
    command.tell("content.dropped", number=draft.pk)


DEEDS = {
    "check": do_check,
    "submit": do_submit,
    "review": do_review,
    "approve": do_approve,
    "return": do_return,
    "publish": do_publish,
    "retire": do_retire,
    "rollback": do_rollback,
    "rebase": do_rebase,
    "drop": do_drop,
}
