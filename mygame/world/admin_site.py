"""
The site of the admin: which tables it lists, in which order, and what its first page tells.

It stands outside of `world.admin` because Django needs it before there are tables.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.utils.functional import lazy

#: The groups of the first page, and the tables of each, in order; what nobody names comes last.
GROUPS: dict[str, tuple[str, ...]] = {
    "content": ("Publication", "Draft", "Revision", "Wish", "PackVersion", "PackPolicy"),
    "matches": ("MatchRecord", "FailedAction", "MatchSeat", "JournalEntry", "Snapshot"),
    "people": (
        *("AccountDB", "Report", "Ban", "Mute", "PlayerRecord", "SavedDeck", "PushSubscription"),
        "Group",
    ),
    "sheets": ("Sheet", "Thing", "Place", "Entry", "Stake", "Deed"),
    "house": ("StaffAct", "News", "LogEntry", "ServerConfig"),
    "inside": (),
}


class GameAdminApp(AdminConfig):
    """Takes the place of Evennia's in `INSTALLED_APPS`."""

    default_site = "world.admin_site.GameSite"


def _site_sentence(key: str) -> str:
    from world.admin.words import admin_sentence

    return admin_sentence(key)


_lazily = lazy(_site_sentence, str)


class GameSite(admin.AdminSite):
    """Lists the game first: content, matches, people, the house."""

    site_header = site_title = _lazily("site.title")
    index_title = _lazily("site.index")
    index_template = "admin/game_index.html"
    enable_nav_sidebar = True

    def get_app_list(self, request: Any, app_label: str | None = None) -> list[dict[str, Any]]:
        """The tables this person may see, by group; those of one app as Django has them."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        known = {model["object_name"]: model for app in apps for model in app["models"]}
        groups = []
        for group, names in GROUPS.items():
            models = [known.pop(name) for name in names if name in known]
            if group == "inside":
                models, known = sorted(known.values(), key=lambda model: str(model["name"])), {}
            if models:
                groups.append(_model_group(group, models))
        return groups

    def get_urls(self) -> list[Any]:
        """Django's, and pages that belong to no table."""
        from world.admin import house

        return [*house.house_urls(self), *super().get_urls()]

    def index(self, request: Any, extra_context: dict[str, Any] | None = None) -> Any:
        """The first page: how the server is, what waits, and the tables."""
        from world.admin import house

        return super().index(request, {**house.overview_data(request), **(extra_context or {})})


def _model_group(name: str, models: list[dict[str, Any]]) -> dict[str, Any]:
    """A group as Django's templates take an app."""
    first = models[0]["admin_url"] or ""
    return {
        "name": _site_sentence(f"groups.{name}"),
        "app_label": f"game-{name}",
        "app_url": first,
        "has_module_perms": True,
        "models": models,
    }
