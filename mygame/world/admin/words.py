"""
What the admin's pages say: the group `admin` of the locale files, in the language of the page.

Django takes the names of tables and columns from models, which have English ones only.
`translate_admin` gives all of them, and the columns that pages make, names of `admin.models`,
`admin.fields`, `admin.help` and `admin.choices`, looked up when a page is made.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.utils import translation
from django.utils.functional import lazy

from world.errors import TableError
from world.locale.messages import find_message, message, strip_marks
from world.locale.reader import Reader
from world.render.announce import sentence_of


def page_language() -> str:
    """That of the page: `zh` or `en`."""
    return "zh" if (translation.get_language() or "").startswith("zh") else "en"


def admin_sentence(key: str, **args: Any) -> str:
    """A sentence of the group `admin`, in the language of the page."""
    return message(f"admin.{key}", page_language(), **args)


#: The same, looked up when it is shown.
lazily = lazy(admin_sentence, str)


def page_reader() -> Reader:
    """Who reads the page."""
    return Reader(page_language(), plain=True)


def error_text(error: TableError) -> str:
    """What is wrong, for a page."""
    return strip_marks(sentence_of(error, page_reader()))


def has_words(key: str) -> bool:
    """Whether there are words for something."""
    return find_message(f"admin.{key}", "en") is not None


def translate_admin(site: AdminSite) -> None:
    """Give the tables of the game's own pages, and their columns, names in both languages."""
    for model, page in site._registry.items():
        meta = model._meta
        if has_words(f"models.{meta.model_name}"):
            meta.verbose_name = lazily(f"models.{meta.model_name}.one")
            meta.verbose_name_plural = lazily(f"models.{meta.model_name}.many")
        if not type(page).__module__.startswith("world."):
            continue
        for field in meta.get_fields():
            if field.concrete and not field.auto_created:
                _name_field(meta.model_name, field)
        for name in column_names(page):
            column = getattr(type(page), name, None)
            if callable(column) and (key := label_key(meta.model_name, name)):
                column.short_description = lazily(key)


def column_names(page: Any) -> list[str]:
    """The names of all that a page shows."""
    names = [*(getattr(page, "list_display", None) or ()), *(page.readonly_fields or ())]
    names += [*(page.fields or ()), *getattr(page, "details", ())]
    return [name for name in dict.fromkeys(names) if isinstance(name, str)]


def label_key(model: str, name: str) -> str:
    """The key of what a column is called: for this table, else for all; "" if there is none."""
    keys = (f"columns.{model}.{name}", f"fields.{name}")
    return next((key for key in keys if has_words(key)), "")


def _name_field(model: str, field: Any) -> None:
    if key := label_key(model, field.name):
        field.verbose_name = lazily(key)
    if has_words(f"help.{model}.{field.name}"):
        field.help_text = lazily(f"help.{model}.{field.name}")
    if field.choices and has_words(f"choices.{model}.{field.name}"):
        field.choices = [
            (value, lazily(f"choices.{model}.{field.name}.{value}")) for value, _ in field.choices
        ]
