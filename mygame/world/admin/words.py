"""
What the admin's pages say: the group `admin` of the locale files, in the language of the page.

Django takes the names of tables and columns from models, which have English ones only.
`translate_admin` gives all of them, and the columns that pages make, names of `admin.models`,
`admin.fields`, `admin.help` and `admin.choices`, looked up when a page is made; and rows that are
named in a sentence their names (`ROWS`, `admin.rows`).
"""

from __future__ import annotations

from collections.abc import Callable
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


def _version_name(row: Any) -> str:
    names = (row.name_zh, row.name_en) if page_language() == "zh" else (row.name_en, row.name_zh)
    return f"{next(filter(None, names), row.pack_id)} {row.version}".strip()


#: What a row is called, by its model: the values of its sentence, or the whole name.
ROWS: dict[str, Callable[[Any], dict[str, Any] | str]] = {
    "packversion": _version_name,
    "deed": lambda row: str(row.text(page_language())),
    "news": lambda row: f"{row.at} {row.title(page_language())}",
    "matchrecord": lambda row: {"number": row.pk, "game": row.pack_version},
    "snapshot": lambda row: {"number": row.match_id, "index": row.index},
    "journalentry": lambda row: {"number": row.match_id, "index": row.index},
    "sheet": lambda row: {"number": row.pk, "realm": row.realm},
    "entry": lambda row: {
        "amount": row.amount,
        "what": row.what,
        "source": row.get_source_display(),
        "target": row.get_target_display(),
    },
    "report": lambda row: {"reporter": row.reporter_name, "accused": row.accused_name},
    "revision": lambda row: {"piece": row.address, "publication": row.publication},
    "staffact": lambda row: {
        "name": row.by_name,
        "act": admin_sentence(f"acts.{row.act}") if has_words(f"acts.{row.act}") else row.act,
        "on": row.on,
    },
}


def _row_name(row: Any) -> str:
    name = row._meta.concrete_model._meta.model_name
    told = ROWS[name](row)
    return told if isinstance(told, str) else admin_sentence(f"rows.{name}", **told)


def translate_admin(site: AdminSite) -> None:
    """Give the tables of the game's own pages, and their columns, names in both languages."""
    for model, page in site._registry.items():
        meta = model._meta
        if has_words(f"models.{meta.model_name}"):
            meta.verbose_name = lazily(f"models.{meta.model_name}.one")
            meta.verbose_name_plural = lazily(f"models.{meta.model_name}.many")
        if meta.model_name in ROWS:
            model.__str__ = _row_name
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
