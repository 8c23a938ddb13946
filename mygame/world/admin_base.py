"""
What the admin's pages have in common: what is only read, what is alive, and what has to stay.

A page that changes something alive does it in the reactor's thread (`LivePage`), through the
objects the game itself uses. What must not be deleted says why (`why_keep`): a model or typeclass
has a method of that name which gives a key of `admin.keep` in the locale files, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils import translation

from server.threads import in_reactor
from world.render.messages import message


def sentence(key: str, **args: Any) -> str:
    """A sentence of the group `admin`, in the language of the page."""
    language = "zh" if (translation.get_language() or "").startswith("zh") else "en"
    return message(f"admin.{key}", language, **args)


class ReadOnly:
    """Nothing can be added or changed by hand: the game writes it."""

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False


class LivePage:
    """Forms of these pages are carried out in the reactor's thread, deletions one by one."""

    def changeform_view(self, request, *args, **kwargs):
        return self._where_it_lives(super().changeform_view, request, *args, **kwargs)  # type: ignore[misc]

    def delete_view(self, request, *args, **kwargs):
        return self._where_it_lives(super().delete_view, request, *args, **kwargs)  # type: ignore[misc]

    def changelist_view(self, request, *args, **kwargs):
        return self._where_it_lives(super().changelist_view, request, *args, **kwargs)  # type: ignore[misc]

    @staticmethod
    def _where_it_lives(view: Callable[..., Any], request: Any, *args: Any, **kwargs: Any) -> Any:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        language = translation.get_language()

        def answer() -> Any:
            with translation.override(language):
                return view(request, *args, **kwargs)

        # Not only for the objects: the page locks the database, and must not wait for a thread
        # which waits for the database.
        return in_reactor(answer)

    def delete_queryset(self, request, queryset) -> None:
        """Several at once: each as if by itself, or the game would not know of it."""
        for one in queryset:
            one.delete()

    def get_deleted_objects(self, objs: Iterable[Any], request):
        """What would be deleted; what has to stay stands among what forbids it, with the reason."""
        objs = list(objs)
        to_delete, count, needed, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        return to_delete, count, needed, [*protected, *objections(objs)]


def objections(things: Iterable[Any]) -> list[str]:
    """Why some of these have to stay, as sentences."""
    found = []
    for thing in things:
        why_keep = getattr(thing, "why_keep", None)
        if why_keep is not None and (key := why_keep()):
            found.append(sentence(f"keep.{key}", name=str(thing)))
    return found
