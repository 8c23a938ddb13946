"""
What the admin's pages say: the group `admin` of the locale files, in the language of the page.

Django takes the names of tables and columns from models, which have English ones only. `speak`
gives all of them, and the columns that pages make, names of `admin.models`, `admin.fields`,
`admin.help` and `admin.choices`, looked up when a page is made.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.utils import translation
from django.utils.functional import lazy

from world.errors import TableError
from world.locale.messages import find, message, plain
from world.locale.reader import Reader
from world.render.announce import sentence_of


def language() -> str:
    """That of the page: `zh` or `en`."""
    return "zh" if (translation.get_language() or "").startswith("zh") else "en"


def sentence(key: str, **args: Any) -> str:
    """A sentence of the group `admin`, in the language of the page."""
    return message(f"admin.{key}", language(), **args)


#: The same, looked up when it is shown.
lazily = lazy(sentence, str)


def reader() -> Reader:
    """Who reads the page."""
    return Reader(language(), plain=True)


def told(error: TableError) -> str:
    """What is wrong, for a page."""
    return plain(sentence_of(error, reader()))


def known(key: str) -> bool:
    """Whether there are words for something."""
    return find(f"admin.{key}", "en") is not None


def speak(site: AdminSite) -> None:
    """Give the tables of the game's own pages, and their columns, names in both languages."""
    for model, page in site._registry.items():
        meta = model._meta
        if known(f"models.{meta.model_name}"):
            meta.verbose_name = lazily(f"models.{meta.model_name}.one")
            meta.verbose_name_plural = lazily(f"models.{meta.model_name}.many")
        if not type(page).__module__.startswith("world."):
            continue
        for field in meta.get_fields():
            if field.concrete and not field.auto_created:
                _name_field(meta.model_name, field)
        for name in columns(page):
            column = getattr(type(page), name, None)
            if callable(column) and (key := label(meta.model_name, name)):
                column.short_description = lazily(key)


def columns(page: Any) -> list[str]:
    """The names of all that a page shows."""
    names = [*(getattr(page, "list_display", None) or ()), *(page.readonly_fields or ())]
    names += [*(page.fields or ()), *getattr(page, "details", ())]
    return [name for name in dict.fromkeys(names) if isinstance(name, str)]


def label(model: str, name: str) -> str:
    """The key of what a column is called: for this table, else for all; "" if there is none."""
    keys = (f"columns.{model}.{name}", f"fields.{name}")
    return next((key for key in keys if known(key)), "")


def _name_field(model: str, field: Any) -> None:
    if key := label(model, field.name):
        field.verbose_name = lazily(key)
    if known(f"help.{model}.{field.name}"):
        field.help_text = lazily(f"help.{model}.{field.name}")
    if field.choices and known(f"choices.{model}.{field.name}"):
        field.choices = [
            (value, lazily(f"choices.{model}.{field.name}.{value}")) for value, _ in field.choices
        ]
