"""
The admin pages of Evennia's own tables, in place of Evennia's.

Theirs write what they show: opening the form for a new script stores one without a class, and
saving a tag as it is turns "no category" into another category. Here objects, scripts, channels
and tags are read, and deleted where that harms nobody; they are made and changed in the game, by
the code that knows what belongs to them. Accounts are in `world.admin.people`.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from evennia.comms.models import ChannelDB, Msg
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.server.models import ServerConfig
from evennia.typeclasses.tags import Tag

from world.admin.base import LivePage, Page, ReadOnly

# Characters of a stored value that a page shows.
SHOWN = 500

for _model in (ChannelDB, Msg, ObjectDB, ScriptDB, ServerConfig, Tag):
    admin.site.unregister(_model)


def stored_text(read: Any) -> str:
    """A stored value, as far as it can be read at all."""
    try:
        value = repr(read())
    except Exception as error:  # noqa: BLE001 (it is what is shown)
        return f"(unreadable: {type(error).__name__})"
    return value if len(value) <= SHOWN else f"{value[:SHOWN]} …"


class TypeclassPage(LivePage, ReadOnly, Page):
    """A table whose rows are alive: what is known of a row, and what is stored with it."""

    list_select_related = True
    view_on_site = False
    list_display: Any = ("id", "db_key", "db_typeclass_path", "db_date_created")
    list_display_links: Any = ("id", "db_key")
    list_filter: Any = ("db_typeclass_path",)
    search_fields: Any = ("=id", "db_key", "db_typeclass_path")
    ordering = ("-id",)
    details: tuple[str, ...] = ()

    def get_fields(self, request, obj=None):
        """Its own columns, what all have in common, and what hangs on it."""
        common = ("db_key", "db_typeclass_path", "db_date_created", "db_lock_storage")
        return (*common, *self.details, "stored_tags", "stored_attributes")

    @admin.display
    def stored_tags(self, thing: Any) -> str:
        rows = thing.db_tags.order_by("db_tagtype", "db_category", "db_key")
        return "\n".join(
            ": ".join(filter(None, (tag.db_tagtype, tag.db_category, tag.db_key))) for tag in rows
        )

    @admin.display
    def stored_attributes(self, thing: Any) -> str:
        rows = thing.db_attributes.order_by("db_category", "db_key")
        return "\n".join(
            f"{row.db_key}: {stored_text(lambda row=row: row.db_value)}" for row in rows
        )


@admin.register(ObjectDB)
class ObjectPage(TypeclassPage):
    list_display = ("id", "db_key", "db_typeclass_path", "db_location", "db_date_created")
    search_fields = (*TypeclassPage.search_fields, "db_location__db_key")
    details = ("db_location", "db_home", "db_destination", "db_account", "db_cmdset_storage")


@admin.register(ScriptDB)
class ScriptPage(TypeclassPage):
    list_display = (*TypeclassPage.list_display, "db_interval", "db_is_active")
    details = ("db_obj", "db_interval", "db_repeats", "db_persistent", "db_is_active")


@admin.register(ChannelDB)
class ChannelPage(TypeclassPage):
    pass


@admin.register(Msg)
class MessagePage(LivePage, ReadOnly, Page):
    list_display = ("id", "db_date_created", "db_header")
    fields = ("db_date_created", "db_header", "db_message", "db_lock_storage")
    ordering = ("-id",)


@admin.register(Tag)
class TagPage(ReadOnly, Page):
    list_display = ("db_key", "db_category", "db_tagtype", "db_model")
    list_filter = ("db_tagtype", "db_model")
    search_fields = ("db_key", "db_category")
    fields = (*list_display, "db_data")

    def has_delete_permission(self, request, obj=None) -> bool:
        # The game looks its halls, tables and names up by them.
        return False


@admin.register(ServerConfig)
class ConfigPage(ReadOnly, Page):
    list_display = ("db_key", "value")
    search_fields = ("db_key",)
    fields = ("db_key", "value")
    ordering = ("db_key",)

    def has_delete_permission(self, request, obj=None) -> bool:
        return False

    @admin.display
    def value(self, config: ServerConfig) -> str:
        return stored_text(lambda: config.value)
