"""People: what there is to know of somebody, and of oneself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from evennia.accounts.models import AccountDB

from server.names import normalize
from server.threads import in_reactor
from web import shelf
from web.words import current_language, current_script
from world.accounts import friends, listing, people
from world.accounts.people import Card
from world.locale.reader import Reader
from world.models import PlayerRecord
from world.play import history
from world.render import people as told_of
from world.render.history import row_of, score_name

LONGEST = 40  # characters of a name
DEEDS = 5
# What somebody can be proud of: the name of its sentence, and how much of what it takes.
BADGES = (
    ("first", "won", 1), ("ten", "won", 10), ("hundred", "won", 100),
    ("beat", "beat", 1), ("beat_ten", "beat", 10), ("streak", "best_streak", 3),
    ("streak_long", "best_streak", 7), ("often", "played", 50),
)  # fmt: skip
ALL_ROUND = 3  # games in which one has won


@require_safe
def person_page(request: HttpRequest, name: str) -> HttpResponse:
    """
    A person: where they are, how they have fared at each game, their last matches.

    A visitor is told what somebody else in the game is told; friends, and oneself, more.
    """
    account = find_account(name)
    if account.username != name:
        return redirect("person", account.username, permanent=False)
    viewer = request.user if request.user.is_authenticated else None
    reader, own = Reader(current_language()), account == viewer
    card = in_reactor(card_of_account, account, viewer)
    matches = history.matches_of(account, viewer)
    told = {
        "card": card,
        "picture": reverse("picture_person", args=[account.username, current_script()]),
        "presence": told_of.presence(card, reader),
        "records": [
            (told_of.game_name(each.game, reader), each, score_name(each.game, reader))
            for each in card.records
        ],
        "matches": [(each.match_id, row_of(each, reader)) for each in matches],
        "own": own,
        "friends": [each.username for each in friends.friends_of(account)] if own else (),
        "since": f"{card.since:%Y-%m-%d}",
        "badges": badges_of(card.records),
        "listed": own and listing.is_listed(account),
        "deeds": [(deed.text(reader.language), deed.at) for deed in account.deeds.all()[:DEEDS]],
        "deck_games": shelf.games_with_decks(current_language()),
        "here": "me" if own else "",
    }
    return render(request, "site/person.html", told)


def badges_of(found: Sequence[PlayerRecord]) -> list[str]:
    """The names of the badges that somebody's records have earned them."""
    sums = {
        field: (max if field == "best_streak" else sum)(
            [getattr(row, field) for row in found] or [0]
        )
        for _, field, _ in BADGES
    }
    earned = [name for name, field, least in BADGES if sums[field] >= least]
    if sum(row.won > 0 for row in found) >= ALL_ROUND:
        earned.append("all_round")
    return earned


@require_http_methods(["POST"])
def listing_change(request: HttpRequest) -> HttpResponse:
    """Into the directory, or out of it, as somebody wants to be."""
    if not request.user.is_authenticated or people.is_guest(request.user):
        return redirect("login")
    in_reactor(_set_listed, request.user.pk, request.POST.get("listed") == "on")
    return redirect("person", request.user.username)


def _set_listed(number: int, on: bool) -> None:
    """Of the account itself, for `request.user` only stands for it."""
    listing.set_listed(people.account_numbered(number), on)


@require_safe
def people_page(request: HttpRequest) -> HttpResponse:
    """The directory, a page at a time: `?q=<beginning of names>&after=<name>`."""
    asked = request.GET.get("q", "")[:LONGEST]
    found = listing.people_listed(asked, request.GET.get("after", "")[:LONGEST].replace("\x00", ""))
    shown, reader = found[: listing.PAGE], Reader(current_language())
    here, played = in_reactor(people.accounts_online), listing.most_played(shown)
    own = request.user if request.user.is_authenticated else None
    told = {
        "asked": asked,
        "people": [
            {
                "name": account.username,
                "online": account.pk in here,
                "record": (best := played.get(account.pk)),
                "game": told_of.game_name(best.game, reader) if best else "",
            }
            for account in shown
        ],
        "next": shown[-1].username if len(found) > len(shown) else "",
        "friends": [each.username for each in friends.friends_of(own)] if own else (),
        "here": "people",
    }
    return render(request, "site/people.html", told)


def find_account(name: str) -> Any:
    """:raises Http404: if nobody who has a wizard is called so."""
    wanted = normalize(name[:LONGEST]).replace("\x00", "")
    found = AccountDB.objects.filter(is_active=True, username__iexact=wanted).first()
    if found is None:
        raise Http404
    return found


def card_of_account(account: Any, viewer: Any) -> Card:
    card = people.card_of(account, people.wizard_of(viewer) if viewer is not None else None)
    return card._replace(records=list(card.records))
