"""The way back: whether a visitor's match goes on, and the address that leads there."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from evennia.accounts.accounts import DefaultAccount

from server.threads import in_reactor
from world.accounts import people


def way_back(request: HttpRequest) -> str:
    """The address of the match or scene in which a visitor plays, "" where none goes on."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ""
    return in_reactor(_address_for, user.pk)


def _address_for(number: int) -> str:
    """In the reactor's thread. What is left for a while is joined again; a scene never is left."""
    account, table = people.account_numbered(number), reverse("webclient:index")
    wizard = people.wizard_of(account) if isinstance(account, DefaultAccount) else None
    if wizard is None:
        return ""
    if wizard.scene_awake is not None:
        return table
    own = wizard.table
    return f"{table}?join={own.number}" if own is not None and own.state == "playing" else ""
