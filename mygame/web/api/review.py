"""From a draft to the shelf: review, publication, older versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from web.api import shapes
from web.api.base import View, pack_named, run_in_reactor, validated
from web.api.drafts import WAY, OfOne, draft_data
from web.api.outcomes import outcome_data
from world import content


class Step(OfOne):
    """One step of a draft's review, at which something can be said."""

    def take_step(self, step: Callable[..., Any], request: Request, number: int) -> Response:
        """`step` of `world.content`."""
        asked = validated(shapes.Commented, request)
        row = self.find_row(number)
        run_in_reactor(step, request.user, row, asked["comment"], WAY)
        return self.draft_response(row)


class Submit(Step):
    """Asking for a review."""

    cost = "apiHeavy"

    @extend_schema(tags=["review"], request=shapes.Commented, responses=shapes.DRAFT)
    def post(self, request: Request, number: int) -> Response:
        """A draft with problems is refused; one in order is tried in matches of bots."""
        return self.take_step(content.submit_draft, request, number)


class Approve(Step):
    """A review that says yes."""

    @extend_schema(tags=["review"], request=shapes.Commented, responses=shapes.DRAFT)
    def post(self, request: Request, number: int) -> Response:
        """By a reviewer, and never by who wrote it."""
        return self.take_step(content.approve_draft, request, number)


class Return(Step):
    """A review that says what is to be done first."""

    @extend_schema(tags=["review"], request=shapes.Commented, responses=shapes.DRAFT)
    def post(self, request: Request, number: int) -> Response:
        """Back to who wrote it, with a note."""
        return self.take_step(content.send_back, request, number)


class Rebase(OfOne):
    """What was published meanwhile."""

    @extend_schema(tags=["review"], request=None, responses=shapes.DRAFT)
    def post(self, request: Request, number: int) -> Response:
        """One's own draft is to take the place of that; it has to be submitted again."""
        row = self.find_row(number)
        run_in_reactor(content.rebase_draft, request.user, row, WAY)
        return self.draft_response(row)


class Publish(OfOne):
    """Putting it on the shelf."""

    cost = "apiHeavy"

    @extend_schema(tags=["review"], request=shapes.Commented, responses=shapes.OUTCOME)
    def post(self, request: Request, number: int) -> Response:
        """New matches play it; those that run keep their cards."""
        asked = validated(shapes.Commented, request)
        outcome = run_in_reactor(
            content.publish_drafts,
            request.user,
            [self.find_row(number)],
            comment=asked["comment"],
            way=WAY,
        )
        return Response(outcome_data(outcome))


class Retire(View):
    """A piece that is to go."""

    @extend_schema(tags=["review"], request=shapes.RetireForm, responses=shapes.DRAFT)
    def post(self, request: Request, game: str) -> Response:
        """A draft with no text, which goes the way of all drafts."""
        asked, folder = validated(shapes.RetireForm, request), pack_named(game).folder
        row = run_in_reactor(
            content.retire_piece, request.user, folder, asked["address"], asked["comment"], WAY
        )
        return Response(draft_data(row, request.user), 201)


class Rollback(View):
    """An older version again."""

    cost = "apiHeavy"

    @extend_schema(tags=["versions"], request=shapes.RollbackForm, responses=shapes.OUTCOME)
    def post(self, request: Request, game: str) -> Response:
        """As a publication of its own."""
        asked, folder = validated(shapes.RollbackForm, request), pack_named(game).folder
        outcome = run_in_reactor(
            content.rollback, request.user, folder, asked["publication"], asked["comment"], WAY
        )
        return Response(outcome_data(outcome))


class PublishAll(View):
    """Several drafts at once."""

    cost = "apiHeavy"

    @extend_schema(tags=["review"], request=shapes.PublishForm, responses=shapes.OUTCOME)
    def post(self, request: Request, game: str) -> Response:
        """All of them or none."""
        asked, folder = validated(shapes.PublishForm, request), pack_named(game).folder
        rows = [content.draft_numbered(request.user, number) for number in asked["drafts"]]
        if not all(row.folder == folder for row in rows):
            raise NotFound
        outcome = run_in_reactor(
            content.publish_drafts, request.user, rows, comment=asked["comment"], way=WAY
        )
        return Response(outcome_data(outcome))
