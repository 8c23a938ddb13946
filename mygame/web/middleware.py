"""What the web site does with every request before a page is made."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse

from server import visitors
from world import moderation


class VisitorMiddleware:
    """
    Sets `request.origin_ip`, and sees to it that who was banned is signed in no longer.

    Needs `request.user`, so it stands behind Django's middleware for sessions and accounts.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        request.origin_ip = visitor_of(request)
        user = request.user
        if user.is_authenticated and moderation.ban_on(user, address=request.origin_ip):
            logout(request)
        return self.get_response(request)


def visitor_of(request: HttpRequest) -> str:
    """The address of who asks: what the Portal says, or who has come past it."""
    headers = request.headers
    said = headers.get(visitors.FORWARDED, "")
    if visitors.is_from_portal(headers.get(visitors.PROOF)):
        return said
    return visitors.visitor(request.META.get("REMOTE_ADDR"))
