"""
Putting drafts on the shelf, and older publications again: new matches are played with them at once.

Nothing is published that has mistakes, in the pack or in one that inherits from it; a card has to
have been tried out without failures; and somebody else than its author has to have approved it,
unless its pack does without reviews.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from twisted.internet import defer

from rules.pack.publisher import Put
from world.accounts import audit, roles
from world.content import authoring, browsing, publishing, reviewing, trying
from world.content.publishing import Outcome
from world.errors import TableError
from world.shelf import published
from world.shelf.published import Note

if TYPE_CHECKING:
    from world.models import Draft


def publish_drafts(
    who: Any, drafts: Sequence[Draft], comment: str = "", way: str = "game"
) -> defer.Deferred:
    """
    Publish drafts of one pack and those that belong to them (`authoring.companions_of`), all of
    them or none. Fires with the `Outcome`.

    :raises TableError: `mayNot`, `noDrafts`, `draftsOfSeveral`, `draftOver`, `needsReview`,
        `draftBehind`, `draftChanged`, `notTried`, `trialFailed`.
    """
    if not drafts:
        raise TableError("noDrafts")
    folder = drafts[0].folder
    if any(draft.folder != folder for draft in drafts):
        raise TableError("draftsOfSeveral")
    roles.require_right(who, "publish", folder)
    drafts = authoring.with_companions(drafts)
    need_ready(drafts)
    told = comment or "; ".join(filter(None, (draft.comment for draft in drafts)))
    puts = [Put(folder, draft.address, draft.text) for draft in drafts]
    note, ready = Note(who, "edit", told), partial(need_ready, drafts)
    asked = publishing.publish_pieces(folder, puts, note, ready)
    return asked.addCallback(_note_published, who, list(drafts), way)


def publish_files(who: Any, name: str = "", way: str = "game") -> defer.Deferred:
    """
    Publish what has changed on disk: of a game and its heirs, or of all. Fires with `Outcome`s.

    :raises TableError: `mayNot`, `unknownGame`.
    """
    roles.require_right(who, "publish")
    asked = publishing.publish_game(name, Note(who, "files"))
    return asked.addCallback(_note_files, who, way)


def _note_files(outcomes: list[Outcome], who: Any, way: str) -> list[Outcome]:
    return [_note_outcome(outcome, who, "publishFiles", way) for outcome in outcomes]


def need_ready(drafts: Sequence[Draft]) -> None:
    """:raises TableError: why drafts cannot be published (yet), as `publish_drafts`."""
    for draft in drafts:
        text = draft.text
        draft.refresh_from_db()
        authoring.need_live(draft)
        if draft.text != text:
            raise TableError("draftChanged", number=draft.pk)
        if draft.status != draft.Status.APPROVED and roles.needs_review(draft.folder):
            raise TableError("needsReview", number=draft.pk)
        reviewing.need_current(draft)
        trying.need_passed(draft)


def _note_published(outcome: Outcome, who: Any, drafts: list[Draft], way: str) -> Outcome:
    if outcome.publication is None:
        return outcome
    for draft in drafts:
        texts = type(draft).objects.filter(pk=draft.pk, text=draft.text)
        texts.update(status=draft.Status.PUBLISHED, publication=outcome.publication)
    about = {draft.address: draft.pk for draft in drafts}
    _note(who, "publish", outcome, way, drafts=about)
    return outcome


def rollback(
    who: Any, folder: str, publication: int, comment: str = "", way: str = "game"
) -> defer.Deferred:
    """
    Publish a pack again as it was in an older publication, all of its own files. Fires with the
    `Outcome`.

    :raises TableError: `mayNot`, `unknownGame`, `noPublication`, `sameContent`.
    """
    roles.require_right(who, "rollback", folder)
    row = browsing.publications_of(folder).filter(pk=publication).first()
    if row is None:
        raise TableError("noPublication", number=publication, game=folder)
    wanted = published.own_files(row)
    puts = file_puts(folder, browsing.published_files(folder), wanted)
    if not puts:
        raise TableError("sameContent", number=publication, game=folder)
    note = Note(who, "rollback", comment or f"#{publication}")
    asked = publishing.publish_pieces(folder, puts, note)
    return asked.addCallback(_note_outcome, who, "rollback", way, to=publication)


def file_puts(folder: str, old: published.Files, new: published.Files) -> list[Put]:
    """What makes the files of a pack others: its own ones that are not the same."""
    before, after = published.own_files_of(old, folder), published.own_files_of(new, folder)
    return [
        Put(folder, f"file:{place.removeprefix(f'{folder}/')}", after.get(place, ""))
        for place in sorted({*before, *after})
        if before.get(place) != after.get(place)
    ]


def _note_outcome(outcome: Outcome, who: Any, act: str, way: str, **details: Any) -> Outcome:
    if outcome.publication is not None:
        _note(who, act, outcome, way, **details)
    return outcome


def _note(who: Any, act: str, outcome: Outcome, way: str, **details: Any) -> None:
    made = outcome.publication
    on = f"{made.folder} #{made.pk}"
    audit.note_act(who, act, on, way, content=made.version.content_hash, **details)
