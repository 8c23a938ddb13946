"""Addresses of the API, below `/api/1/`."""

from __future__ import annotations

from django.urls import path, re_path
from drf_spectacular.views import SpectacularJSONAPIView

from web.api import (
    archives,
    base,
    documentation,
    drafts,
    pieces,
    reads,
    review,
    sentences,
    versions,
)

GAME = "games/<slug:game>/"
DRAFT = "drafts/<int:number>/"

urlpatterns = [
    path("", documentation.documentation_page, name="api"),
    path("openapi.json", SpectacularJSONAPIView.as_view(), name="openapi"),
    path("games/", reads.Games.as_view(), name="api_games"),
    path(GAME, reads.Game.as_view(), name="api_game"),
    path(f"{GAME}cards/", reads.Cards.as_view()),
    path(f"{GAME}cards/<str:card_id>/", reads.Card.as_view()),
    path(f"{GAME}schema/<slug:kind>/", reads.Schema.as_view()),
    path(f"{GAME}standings/", reads.Standings.as_view()),
    path(f"{GAME}versions/", versions.Versions.as_view()),
    path(f"{GAME}versions/<int:number>/", versions.Version.as_view()),
    path(f"{GAME}pieces/", pieces.Pieces.as_view()),
    path(f"{GAME}pieces/<path:address>/", pieces.Piece.as_view()),
    path(f"{GAME}check/", pieces.Check.as_view()),
    path(f"{GAME}price/", pieces.Price.as_view()),
    path(f"{GAME}place/", pieces.Place.as_view()),
    path(f"{GAME}sentence/", sentences.Sentence.as_view()),
    path(f"{GAME}complete/", sentences.Complete.as_view()),
    path(f"{GAME}card/", sentences.Written.as_view()),
    path(f"{GAME}scenarios/", pieces.Scenarios.as_view()),
    path(f"{GAME}retire/", review.Retire.as_view()),
    path(f"{GAME}rollback/", review.Rollback.as_view()),
    path(f"{GAME}publish/", review.PublishAll.as_view()),
    path(f"{GAME}archive/", archives.Archive.as_view()),
    path(f"{GAME}packages/", archives.Packages.as_view()),
    path("archives/", archives.Archives.as_view()),
    path(f"{GAME}drafts/", drafts.Drafts.as_view()),
    path(DRAFT, drafts.Draft.as_view(), name="api_draft"),
    path(f"{DRAFT}check/", drafts.Check.as_view()),
    path(f"{DRAFT}trial/", drafts.Trial.as_view(), name="api_trial"),
    path(f"{DRAFT}submit/", review.Submit.as_view()),
    path(f"{DRAFT}approve/", review.Approve.as_view()),
    path(f"{DRAFT}return/", review.Return.as_view()),
    path(f"{DRAFT}rebase/", review.Rebase.as_view()),
    path(f"{DRAFT}publish/", review.Publish.as_view()),
    path("matches/", reads.Matches.as_view()),
    path("matches/<int:number>/", reads.Match.as_view()),
    path("matches/<int:number>/steps/", reads.Steps.as_view()),
    re_path(r"^(?P<rest>.+)$", base.no_such_address),
]
