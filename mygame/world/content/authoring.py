"""
Drafts: a piece as somebody would have it. A draft is its author's own until it is published; others
see it when it waits for a review. Its text may be anything; `checking` says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from rules.ground.errors import PackError
from rules.pack import pieces
from rules.pack.files import OF_THE_WORLD
from rules.pack.publisher import Put
from rules.workshop import entries
from rules.workshop.layout import lay_out
from rules.workshop.rewriting import rewrite
from server import cleaning
from world.accounts import audit, roles
from world.content import browsing
from world.errors import TableError
from world.shelf import published

if TYPE_CHECKING:
    from world.models import Draft

MOST = 60  # live drafts of one person
LONGEST = 40_000  # characters of a card or an entry
LONGEST_FILE = 400_000
LIVE = ("open", "submitted", "approved")


def drafts_of(who: Any, folder: str = "", status: Sequence[str] = ()) -> Any:
    """One's own drafts, and those that wait for a review, where one may review."""
    from world.models import Draft

    rows = Draft.objects.filter(status__in=status or LIVE)
    if folder:
        rows = rows.filter(folder=folder)
    seen = Q(author=who)
    if roles.is_allowed(who, "review"):
        reviewed = {
            each for each in _folders_of_rows(rows) if roles.is_allowed(who, "review", each)
        }
        seen |= Q(folder__in=reviewed, status__in=("submitted", "approved"))
    return rows.filter(seen).select_related("author", "reviewer")


def _folders_of_rows(rows: Any) -> set[str]:
    return set(rows.order_by().values_list("folder", flat=True).distinct())


def own_draft(who: Any, folder: str, address: str) -> Draft | None:
    """One's own live draft of a piece."""
    from world.models import Draft

    return Draft.objects.filter(author=who, folder=folder, address=address, status__in=LIVE).first()


def cards_in_draft(folder: str) -> list[str]:
    """The ids of cards of which there is a live draft, whoever writes it."""
    from world.models import Draft

    rows = Draft.objects.filter(folder=folder, status__in=LIVE, address__startswith="card:")
    return [address.removeprefix("card:") for address in rows.values_list("address", flat=True)]


def draft_numbered(who: Any, number: int) -> Draft:
    """
    A draft that one may see, by its number.

    :raises TableError: `noDraft`.
    """
    found = drafts_of(who, status=(*LIVE, "published", "dropped")).filter(pk=number).first()
    if found is None:
        raise TableError("noDraft", number=number)
    return found


def save_draft(
    who: Any, folder: str, address: str, text: str, comment: str = "", way: str = "game"
) -> Draft:
    """
    Write one's draft of a piece: a new one, or what it says from now on. What was checked, tried
    and approved of it counts no more.

    :raises TableError: `mayNot`, `unknownGame`, `badAddress`, `draftTooLong`, `tooManyDrafts`.
    """
    from world.models import Draft

    roles.require_right(who, "write", folder)
    base = browsing.piece_or_none(folder, address)
    text = cleaned(address, text)
    comment = cleaning.clean_line(comment, published.LONGEST_COMMENT)
    with transaction.atomic():
        found = own_draft(who, folder, address)
        if found is None:
            if Draft.objects.filter(author=who, status__in=LIVE).count() >= MOST:
                raise TableError("tooManyDrafts", limit=MOST)
            found = Draft(
                folder=folder,
                address=address,
                base=base.text if base is not None else "",
                author=who,
                author_name=who.username,
            )
        found.comment = comment or found.comment
        before = found.text if found.pk is not None else found.base
        if found.pk is None or found.text != text:
            found.text, found.status = text, Draft.Status.OPEN
            found.report = found.trial = found.reviewer = None
            found.reviewer_name = found.review = ""
        try:
            with transaction.atomic():
                found.save()
        except IntegrityError:  # it was made in another window at the same moment
            return save_draft(who, folder, address, text, comment, way)
    _follow_ways(who, found, before, way)
    return found


# -- entries of the world outside


def _follow_ways(who: Any, draft: Draft, before: str, way: str) -> None:
    """Drafts of the places at the other ends of ways that are new in a draft, or gone from it."""
    section, _, name = draft.address.removeprefix("entry:").partition(".")
    if not draft.address.startswith("entry:places.") or "." in name or draft.text == before:
        return
    places = {**browsing.pack_in(draft.folder).places}
    for other in drafts_beside(who, draft.folder, draft.address):
        place = other.address.removeprefix(f"entry:{section}.")
        if place != other.address:
            places[place] = pieces.parse_piece(other.text)
    now, old = (_entry_or_none(text) for text in (draft.text, before))
    if draft.text and now is None:
        return  # it cannot be read yet
    for other_name, entry in entries.follow_ways(name, old, now, places).items():
        address = f"entry:{section}.{other_name}"
        known = own_draft(who, draft.folder, address)
        found = browsing.piece_or_none(draft.folder, address)
        text = known.text if known is not None else found.text if found is not None else ""
        told = rewrite(text, entry) or lay_out(entry)
        save_draft(who, draft.folder, address, told, draft.address, way)


def _entry_or_none(text: str) -> Any:
    """What a text says; None where it cannot be read."""
    try:
        return pieces.parse_piece(text) if text.strip() else None
    except PackError:
        return None


def companions_of(draft: Draft) -> list[Draft]:
    """What is to be published with a draft: see `drafts_beside`."""
    return drafts_beside(draft.author, draft.folder, draft.address) if draft.author else []


def with_companions(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts and what is to be published with them, each once."""
    found = {draft.pk: draft for draft in drafts}
    for draft in drafts:
        for other in companions_of(draft):
            found.setdefault(other.pk, other)
    return list(found.values())


def drafts_beside(who: Any, folder: str, address: str) -> list[Draft]:
    """
    Somebody's own live drafts that belong to a piece of theirs: to an entry of the world outside
    their other entries of it, and the cards that these name. Those that cannot be read are left
    out.
    """
    from world.models import Draft

    if not _is_outside(address):
        return []
    rows = Draft.objects.filter(author=who, folder=folder, status__in=LIVE).exclude(address=address)
    own = [row for row in rows.order_by("pk") if row.text and _entry_or_none(row.text) is not None]
    outside = [row for row in own if _is_outside(row.address)]
    named = {_card_of(row.text) for row in outside} | {_card_of(_own_text(who, folder, address))}
    return [row for row in own if row in outside or row.address in named]


def _own_text(who: Any, folder: str, address: str) -> str:
    found = own_draft(who, folder, address)
    return found.text if found is not None else ""


def _is_outside(address: str) -> bool:
    section = address.removeprefix("entry:").partition(".")[0]
    return address.startswith("entry:") and section in OF_THE_WORLD


def _card_of(text: str) -> str:
    """The address of the card that an entry names."""
    entry = _entry_or_none(text)
    return f"card:{entry.get('card')}" if isinstance(entry, dict) else ""


def puts_of(drafts: Sequence[Draft]) -> list[Put]:
    """Drafts as they are put into a pack."""
    return [Put(each.folder, each.address, each.text) for each in drafts]


def cleaned(address: str, text: str) -> str:
    """
    A text as it is kept: without what a screen would obey or nobody sees.

    :raises TableError: `draftTooLong`, `badAddress`.
    """
    try:
        kind, _ = pieces.split_address(address)
    except pieces.BadAddress:
        raise TableError("badAddress", address=address) from None
    limit = LONGEST_FILE if kind == "file" else LONGEST
    if len(text) > limit:
        raise TableError("draftTooLong", count=len(text), limit=limit)
    text = cleaning.clean_text(text, limit)
    return text if kind == "file" else text.strip()


def drop_draft(who: Any, draft: Draft, way: str = "game") -> None:
    """
    Throw a draft away. Its author may, and who may review it.

    :raises TableError: `mayNot`, `draftOver`.
    """
    need_own_or(who, draft, "review")
    need_live(draft)
    draft.status = draft.Status.DROPPED
    draft.save()
    audit.note_act(who, "drop", f"{draft.folder} {draft.address}", way, draft=draft.pk)


def need_own_or(who: Any, draft: Draft, right: str) -> None:
    """:raises TableError: `mayNot`: it is somebody else's, and one has no such right."""
    own = draft.author_id is not None and draft.author_id == getattr(who, "pk", None)
    roles.require_right(who, "write" if own else right, draft.folder)


def need_live(draft: Draft) -> None:
    """:raises TableError: `draftOver`: it is published, or dropped."""
    if draft.status not in LIVE:
        raise TableError("draftOver", number=draft.pk)
