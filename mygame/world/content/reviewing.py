"""
The way of a draft to others: its author submits it, somebody else approves it or sends it back.

What is submitted has no mistakes, and its card is tried out (`world.content.trying`). A pack may do
without reviews (`PackPolicy.review`); then who may publish may do so at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from twisted.internet import defer

from server import cleaning
from world.accounts import audit, roles
from world.content import authoring, browsing, checking, trying
from world.errors import TableError
from world.shelf import published

if TYPE_CHECKING:
    from world.models import Draft


def submit_draft(who: Any, draft: Draft, comment: str = "", way: str = "game") -> defer.Deferred:
    """
    Ask for a review of one's draft, which is checked first, and tried out from now on; and of those
    that belong to it (`authoring.companions_of`). Fires with the draft.

    :raises TableError: `mayNot`, `draftOver`, `draftBehind`, as `check`; the Deferred:
        `draftHasProblems`, and what was found is in the draft's report.
    """
    roles.require_right(who, "submit", draft.folder)
    need_author(who, draft)
    authoring.need_live(draft)
    need_current(draft)
    checked = checking.check_draft(who, draft)
    return checked.addCallback(_note_submitted, who, draft, cleaning.clean_line(comment), way)


def _note_submitted(
    report: dict[str, Any], who: Any, draft: Draft, comment: str, way: str
) -> Draft:
    text = draft.text
    draft.refresh_from_db()
    authoring.need_live(draft)
    if report["problems"] or draft.text != text:
        raise TableError("draftHasProblems", number=draft.pk, count=len(report["problems"]))
    for each in authoring.with_companions([draft]):
        if each.status == each.Status.OPEN:
            each.status = each.Status.SUBMITTED
        each.comment = comment[: published.LONGEST_COMMENT] or each.comment
        each.save()
        _note(who, "submit", each, way)
        trying.begin_trial(each)
    draft.refresh_from_db()
    return draft


def approve_draft(who: Any, draft: Draft, note: str = "", way: str = "game") -> Draft:
    """
    Say that a draft of somebody else can be published.

    :raises TableError: `mayNot`, `ownDraft`, `notSubmitted`.
    """
    return _set_reviewed(who, draft, draft.Status.APPROVED, "approve", note, way)


def send_back(who: Any, draft: Draft, note: str, way: str = "game") -> Draft:
    """
    Give a draft back to its author, and say why.

    :raises TableError: `mayNot`, `ownDraft`, `notSubmitted`, `noReason`.
    """
    if not note.strip():
        raise TableError("noReason")
    return _set_reviewed(who, draft, draft.Status.OPEN, "sendBack", note, way)


def _set_reviewed(who: Any, draft: Draft, status: Any, act: str, note: str, way: str) -> Draft:
    roles.require_right(who, "review", draft.folder)
    draft.refresh_from_db()
    if draft.author_id == who.pk:
        raise TableError("ownDraft", number=draft.pk)
    waiting = draft.status in (draft.Status.SUBMITTED, draft.Status.APPROVED)
    if not waiting or draft.status == status:
        raise TableError("notSubmitted", number=draft.pk)
    draft.status, draft.reviewer, draft.reviewer_name = status, who, who.username
    draft.review = cleaning.clean_line(note)[: published.LONGEST_COMMENT]
    draft.save()
    _note(who, act, draft, way, note=draft.review)
    return draft


def rebase_draft(who: Any, draft: Draft, way: str = "game") -> Draft:
    """
    Say that one's draft is to take the place of what was published since it was begun. It has to be
    submitted again.

    :raises TableError: `mayNot`, `draftOver`, `noPiece` and so on.
    """
    roles.require_right(who, "write", draft.folder)
    need_author(who, draft)
    authoring.need_live(draft)
    draft.base, draft.status = text_now(draft), draft.Status.OPEN
    draft.report = draft.trial = None
    draft.save()
    _note(who, "rebase", draft, way)
    return draft


def retire_piece(
    who: Any, folder: str, address: str, comment: str = "", way: str = "game"
) -> Draft:
    """
    A draft that takes a piece away; it goes the way of all drafts.

    :raises TableError: `mayNot`, `noPiece`, as `save_draft`.
    """
    roles.require_right(who, "retire", folder)
    if browsing.find_piece(folder, address).inherited:
        raise TableError("inheritedPiece", address=address, game=folder)
    return authoring.save_draft(who, folder, address, "", comment, way)


def text_now(draft: Draft) -> str:
    """What stands now where a draft is to stand; "" if nothing does."""
    found = browsing.piece_or_none(draft.folder, draft.address)
    return found.text if found is not None else ""


def need_author(who: Any, draft: Draft) -> None:
    """:raises TableError: `notYourDraft`."""
    if draft.author_id is None or draft.author_id != getattr(who, "pk", None):
        raise TableError("notYourDraft", number=draft.pk)


def need_current(draft: Draft) -> None:
    """:raises TableError: `draftBehind`: somebody has published something else there since."""
    if text_now(draft) != draft.base:
        raise TableError("draftBehind", number=draft.pk)


def _note(who: Any, act: str, draft: Draft, way: str, **details: Any) -> None:
    audit.note_act(who, act, f"{draft.folder} {draft.address}", way, draft=draft.pk, **details)
