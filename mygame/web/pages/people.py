"""People: what there is to know of somebody, and of oneself."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from evennia.accounts.models import AccountDB

from server.names import normalize
from server.threads import in_reactor
from web import shelf
from web.words import current_language, current_script
from world.accounts import friends, people
from world.accounts.people import Card
from world.locale.reader import Reader
from world.play import history
from world.render import people as told_of
from world.render.history import row_of, score_name

LONGEST = 40  # characters of a name


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
        "deck_games": shelf.games_with_decks(current_language()),
        "here": "me" if own else "",
    }
    return render(request, "site/person.html", told)


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
