"""Drafts: what somebody writes, from the first word to the review and the shelf."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rules.workshop.problems import report_in
from web.api import shapes
from web.api.base import View, pack_named, page_of, run_in_reactor, validated
from web.words import current_language
from world import content, models
from world.accounts import roles
from world.locale.messages import strip_marks
from world.render.content import strength_line
from world.shelf import games

WAY = "api"
LIVE = ("open", "submitted", "approved")


class Drafts(View):
    """One's own drafts of a game, and those that wait for a review, for who reviews."""

    signed_in = True

    @extend_schema(
        tags=["drafts"], parameters=shapes.DRAFTS, responses=shapes.page_of(shapes.DRAFT)
    )
    def get(self, request: Request, game: str) -> Response:
        """The newest first."""
        wanted = request.query_params.get("status", "")
        known = [each for each in wanted.split(",") if each in models.Draft.Status.values]
        rows = content.drafts_of(request.user, pack_named(game).folder, tuple(known))
        return page_of(self, rows, lambda row: draft_data(row, request.user))

    @extend_schema(tags=["drafts"], request=shapes.DraftForm, responses={201: shapes.DRAFT})
    def post(self, request: Request, game: str) -> Response:
        """Begin a draft of a piece, or go on with one's own of it."""
        asked, folder = validated(shapes.DraftForm, request), pack_named(game).folder
        row = run_in_reactor(
            content.save_draft,
            request.user,
            folder,
            asked["address"],
            asked["text"],
            comment=asked["comment"],
            way=WAY,
        )
        return Response(draft_data(row, request.user), status.HTTP_201_CREATED)


class OfOne(View):
    """A view of one draft, of somebody who may see it: its author, and who reviews."""

    signed_in = True

    def find_row(self, number: int) -> Any:
        """:raises NotFound: the number is too large. :raises TableError: `noDraft`."""
        if number > shapes.LARGEST:
            raise NotFound
        return content.draft_numbered(self.account(), number)

    def draft_response(self, row: Any) -> Response:
        """How a draft stands now, also for who may see it no longer."""
        row.refresh_from_db()
        return Response(draft_data(row, self.account()))


class Draft(OfOne):
    """A draft."""

    @extend_schema(tags=["drafts"], responses=shapes.DRAFT)
    def get(self, request: Request, number: int) -> Response:
        """It with its last report and trial."""
        return self.draft_response(self.find_row(number))

    @extend_schema(tags=["drafts"], request=shapes.TextForm, responses=shapes.DRAFT)
    def put(self, request: Request, number: int) -> Response:
        """Write one's own draft anew."""
        asked, row = validated(shapes.TextForm, request), self.find_row(number)
        if row.author_id != request.user.pk:
            raise NotFound
        run_in_reactor(
            content.save_draft,
            request.user,
            row.folder,
            row.address,
            asked["text"],
            comment=asked["comment"],
            way=WAY,
        )
        return self.draft_response(row)

    @extend_schema(tags=["drafts"], responses={204: None})
    def delete(self, request: Request, number: int) -> Response:
        """Drop it."""
        run_in_reactor(content.drop_draft, request.user, self.find_row(number), WAY)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Check(OfOne):
    """Whether it is in order, what it says, what bots think of it."""

    cost = "apiWork"

    @extend_schema(tags=["drafts"], request=None, responses=shapes.REPORT)
    def post(self, request: Request, number: int) -> Response:
        """Checked by another process; the report is kept with the draft."""
        report = run_in_reactor(content.check_draft, request.user, self.find_row(number))
        return Response(report_in(report, current_language()))


class Trial(OfOne):
    """How a card fares in matches of bots."""

    cost = {"POST": "apiHeavy"}

    @extend_schema(tags=["drafts"], responses=shapes.TRIAL)
    def get(self, request: Request, number: int) -> Response:
        """How far the trial of a draft is, and what came of it."""
        return self.trial_response(self.find_row(number))

    @extend_schema(tags=["drafts"], request=None, responses={202: shapes.TRIAL})
    def post(self, request: Request, number: int) -> Response:
        """Have it tried out, unless that goes on already."""
        row = self.find_row(number)
        run_in_reactor(content.start_trial, request.user, row)
        return self.trial_response(row, status.HTTP_202_ACCEPTED)

    def trial_response(self, row: Any, code: int = status.HTTP_200_OK) -> Response:
        """A trial as it stands."""
        part = content.progress_of(row)
        row.refresh_from_db()  # after that: what ends in between has a result
        done, total = part or (0, 0)
        strength = strength_line(content.figures_so_far(row), current_language())
        found = {"running": part is not None, "done": done, "total": total, "trial": row.trial}
        found["strength"] = strip_marks(strength)
        return Response(found, code)


def draft_data(row: Any, account: Any) -> dict[str, Any]:
    """A draft for somebody, with what they may do with it now."""
    return {
        "number": row.pk,
        "game": next(
            (p.id for p in games.games_by_id().values() if p.folder == row.folder), row.folder
        ),
        "folder": row.folder,
        "address": row.address,
        "text": row.text,
        "status": row.status,
        "comment": row.comment,
        "author": row.author_name,
        "updated_at": row.updated_at,
        "difference": content.text_difference(row.base, row.text),
        "report": report_in(row.report, current_language()) if row.report else row.report,
        "trial": row.trial,
        "reviewer": row.reviewer_name,
        "review": row.review,
        "publication": row.publication_id,
        "may": allowed_acts(row, account),
    }


def allowed_acts(row: Any, account: Any) -> list[str]:
    """What somebody may do with a draft as it stands."""
    own = row.author_id == account.pk
    reviews = roles.is_allowed(account, "review", row.folder)
    needed = roles.needs_review(row.folder)
    found = {
        "write": own and row.status in LIVE,
        "try": bool(row.text)
        and row.status in LIVE
        and roles.is_allowed(account, "try", row.folder),
        "submit": own and row.status == "open",
        "rebase": own and row.status in LIVE and content.text_now(row) != row.base,
        "approve": reviews and not own and row.status == "submitted",
        "return": reviews and not own and row.status in ("submitted", "approved"),
        "publish": roles.is_allowed(account, "publish", row.folder)
        and (row.status == "approved" or (not needed and row.status in LIVE)),
        "retire": own
        and row.status in LIVE
        and bool(row.text and row.base)
        and roles.is_allowed(account, "retire", row.folder),
        "drop": own and row.status in LIVE,
    }
    return [act for act, can in found.items() if can]
