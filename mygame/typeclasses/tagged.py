"""
Objects by their tag, kept in memory: everybody who comes in sees the halls and the tables.

What is kept is right as long as tags are changed through Django, which says so, in this process:
by the game, by commands of builders, in the admin.
"""

from __future__ import annotations

from typing import Any

from django.db.models.signals import m2m_changed, post_delete
from evennia.objects.models import ObjectDB
from evennia.typeclasses.tags import TagHandler

Tag = tuple[str, str]  # key and category

# By tag, its own id and those of the objects with it, oldest first. That nothing has a tag, whose
# id is not known then (0), is true until any tag is given.
_known: dict[Tag, tuple[int, list[int]]] = {}


def objects_tagged(key: str, category: str) -> list[Any]:
    """All objects with a tag, oldest first."""
    found = _known.get((key, category))
    if found is None:
        objects = list(ObjectDB.objects.get_by_tag(key=key, category=category).order_by("id"))
        number = objects[0].db_tags.get(db_key=key, db_category=category).pk if objects else 0
        found = _known[key, category] = number, [each.pk for each in objects]
    return [each for each in map(object_of, found[1]) if each is not None]


def object_of(number: int | None) -> Any:
    """The object with an id; None if there is none."""
    if number is None:
        return None
    return ObjectDB.get_cached_instance(number) or ObjectDB.objects.get_id(number)


class Tags(TagHandler):
    """The tags of an object; Evennia takes all of them away without a word to Django's signals."""

    def clear(self, category: str | None = None) -> None:
        super().clear(category)
        forget()


def forget(numbers: Any = None) -> None:
    """Look the objects with these tags (their ids; None: with any) up anew."""
    for tag, (number, _) in list(_known.items()):
        if numbers is None or not number or number in numbers:
            _known.pop(tag, None)


def _tags_changed(sender: Any, instance: Any, pk_set: Any, reverse: bool, **_: Any) -> None:
    forget(None if reverse else pk_set)


def _forget_deleted(sender: Any, instance: Any, **_: Any) -> None:
    if isinstance(instance, ObjectDB):
        forget()


m2m_changed.connect(_tags_changed, ObjectDB.db_tags.through, dispatch_uid="tagged")
post_delete.connect(_forget_deleted, dispatch_uid="tagged")
