"""Who asks: by a token (`Authorization: Bearer chrono_...`), or signed in to the site."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from world.accounts import tokens
from world.community import moderation

SCHEME = b"bearer"


class TokenAuthentication(BaseAuthentication):
    """An account by one of its tokens (`world.accounts.tokens`), unless it is banned."""

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        """None where there is no token; then the session of a browser counts."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != SCHEME:
            return None
        text = parts[1].decode("utf-8", errors="replace") if len(parts) == 2 else ""
        account = tokens.account_with(text)
        if account is None:
            raise AuthenticationFailed
        moderation.check_admitted(account, address=request.origin_ip)
        return account, "token"

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    """The same for the documentation."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """As OpenAPI says it."""
        return {"type": "http", "scheme": "bearer"}
