"""
What all answers of the API have in common.

`View` is a view with a `cost`: the limit that counts it (`settings.ACTION_LIMITS`), by account or
address, for staff as for everybody. Whatever goes wrong is `{"error": key, "sentence": ...}` in the
language of who asks; `fields` says what is wrong with which of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import DatabaseError
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from evennia.utils import logger
from rest_framework import exceptions, status
from rest_framework.exceptions import APIException
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from rules.pack import Pack
from server.threads import in_reactor
from web.words import current_language
from world.accounts import limits, people
from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.locale.reader import Reader
from world.render.announce import sentence_of
from world.shelf import games

#: What the errors of people are for a program; all others are 409.
STATUS = {
    "mayNot": 403,
    "banned": 403,
    "tooOften": 429,
    "unknownGame": 404,
    "noPiece": 404,
    "noDraft": 404,
    "badAddress": 404,
    "draftTooLong": 413,
    "installTooLarge": 413,
    "checksWaiting": 429,
    "checkStopped": 503,
    "outdated": 503,
    "ownDraft": 403,
    "notYourDraft": 403,
}
#: Errors of the framework, by the key of their sentence under `api.error`.
OWN = {
    exceptions.NotAuthenticated: "notSignedIn",
    exceptions.AuthenticationFailed: "badToken",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "notFound",
    exceptions.MethodNotAllowed: "method",
    exceptions.ParseError: "notJson",
    exceptions.UnsupportedMediaType: "mediaType",
    exceptions.NotAcceptable: "notAcceptable",
    exceptions.ValidationError: "invalid",
}


class Throttle(BaseThrottle):
    """So many requests of a kind; `View.cost` says of which."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """:raises TableError: `tooOften`."""
        own = request.user.pk if request.user.is_authenticated else request.origin_ip
        action = view.cost_of(request)
        if wait := limits.buckets_of(action).take(("api", own)):
            raise TableError("tooOften", action=action, wait=wait)
        return True


class View(APIView):
    """A view of the API. `cost` names its limit: for all methods, or by method."""

    cost: str | dict[str, str] = "api"
    signed_in = False  # whether one has to be, also to read
    throttle_classes = (Throttle,)

    def cost_of(self, request: Request) -> str:
        """The limit that counts a request."""
        usual = "api" if request.method in SAFE_METHODS else "apiWrite"
        if isinstance(self.cost, str):
            return usual if self.cost == "api" else self.cost
        return self.cost.get(str(request.method), usual)

    def check_permissions(self, request: Request) -> None:
        """Who changes something is somebody, and no guest."""
        super().check_permissions(request)
        known = request.user.is_authenticated and not people.is_guest(request.user)
        if not known and (self.signed_in or request.method not in SAFE_METHODS):
            raise exceptions.NotAuthenticated

    def account(self) -> Any:
        """Who asks; None if nobody is signed in."""
        return self.request.user if self.request.user.is_authenticated else None


class Pages(LimitOffsetPagination):
    """`?limit=` and `?offset=`."""

    default_limit, max_limit = 50, 200


def page_of(view: APIView, rows: Any, tell: Callable[[Any], Any]) -> Response:
    """A part of some rows, told one by one: `count`, `next`, `previous`, `results`."""
    pages = Pages()
    part = pages.paginate_queryset(rows, view.request, view) or []
    return pages.get_paginated_response([tell(each) for each in part])


def validated(form: type[Serializer], request: Request) -> dict[str, Any]:
    """What somebody has sent, checked. :raises ValidationError: it is something else."""
    asked = form(data=request.data)
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


def pack_named(game: str) -> Pack:
    """A game on the shelf by its id. :raises NotFound:"""
    pack: Pack | None = games.games_by_id().get(game)
    if pack is None:
        raise exceptions.NotFound
    return pack


def run_in_reactor(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result of what has to be done in the reactor's thread, or of its Deferred."""
    return in_reactor(function, *args, **kwargs)


# -- what goes wrong -------------------------------------------------------------------------------


def error_response(error: Exception, context: dict[str, Any]) -> Response:
    """The answer to whatever a view raises; nothing of it is a traceback."""
    if isinstance(error, TableError):
        return _table_error_response(error)
    if isinstance(error, DatabaseError):
        return _make_response(503, "busy", headers={"Retry-After": "5"})
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, APIException):
        return _framework_error_response(error)
    logger.log_trace("A request to the API has failed")
    return _make_response(500, "failed")


@csrf_exempt
def no_such_address(request: HttpRequest, rest: str = "") -> JsonResponse:
    """What is no address of the API."""
    said = message("api.error.notFound", current_language())
    return JsonResponse({"error": "notFound", "sentence": said}, status=404)


def _table_error_response(error: TableError) -> Response:
    sentence = strip_marks(sentence_of(error, Reader(current_language(), plain=True)))
    if find_message(f"error.{error.key}", current_language()) is None:
        sentence = message(f"api.error.{error.key}", current_language(), **error.details)
    told: dict[str, Any] = {"error": error.key, "sentence": sentence}
    problems = error.details.get("problems")
    if isinstance(problems, list):
        told["problems"] = problems
    code = STATUS.get(error.key, status.HTTP_409_CONFLICT)
    wait = error.details.get("wait")
    headers = {"Retry-After": str(max(1, round(wait)))} if isinstance(wait, int | float) else {}
    return Response(told, code, headers=headers)


def _framework_error_response(error: APIException) -> Response:
    key = next((key for kind, key in OWN.items() if isinstance(error, kind)), "failed")
    headers = {"WWW-Authenticate": "Bearer"} if error.status_code == 401 else {}
    more = {"fields": error.detail} if key == "invalid" else {}
    return _make_response(error.status_code, key, more, headers)


def _make_response(
    code: int, key: str, more: dict[str, Any] | None = None, headers: dict[str, str] | None = None
) -> Response:
    sentence = message(f"api.error.{key}", current_language())
    return Response({"error": key, "sentence": sentence, **(more or {})}, code, headers=headers)
