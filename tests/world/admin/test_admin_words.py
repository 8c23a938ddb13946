"""What the pages of staff say is there in both languages: tables, columns, hints, buttons."""

import re
from pathlib import Path

import pytest
from django.contrib import admin
from django.utils import translation
from staffed import listing, signed_in, text

from world import models
from world.admin.base import WithDeeds
from world.admin.words import column_names, has_words, label_key

MYGAME = Path(__file__).parents[3] / "mygame"
PAGES = [
    (model, page)
    for model, page in admin.site._registry.items()
    if type(page).__module__.startswith("world.")
]


@pytest.mark.parametrize(("model", "page"), PAGES, ids=lambda each: getattr(each, "__name__", ""))
def test_every_table_and_column_has_a_name(model, page):
    assert has_words(f"models.{model._meta.model_name}")
    for name in column_names(page):
        assert name == "__str__" or label_key(model._meta.model_name, name), name


@pytest.mark.parametrize(("model", "page"), PAGES, ids=lambda each: getattr(each, "__name__", ""))
def test_hints_and_choices_are_those_of_the_models(model, page):
    if model._meta.app_label != "world":
        return
    with translation.override("en"):
        for field in model._meta.get_fields():
            if not field.concrete or field.auto_created or not field.editable:
                continue
            key = f"{model._meta.model_name}.{field.name}"
            assert not field.help_text or has_words(f"help.{key}"), key
            assert not field.choices or has_words(f"choices.{key}"), key


def test_every_button_and_deed_has_words():
    for _, page in PAGES:
        for deed in getattr(page, "deeds", ()) if isinstance(page, WithDeeds) else ():
            assert has_words(f"deeds.{deed.name}")
    for file in MYGAME.rglob("*.py"):
        noted = re.findall(r"audit\.note\(\s*[\w.]+,\s*\"(\w+)\"", file.read_text(encoding="utf-8"))
        assert all(has_words(f"acts.{act}") for act in noted), file


@pytest.mark.django_db
def test_a_page_is_in_the_language_of_who_reads_it(admin_user):
    pages = {
        language: text(signed_in(admin_user, language).get(listing(models.MatchRecord)))
        for language in ("en", "zh")
    }
    assert "Who plays where now" in pages["en"]
    assert "现在谁在哪里玩" in pages["zh"]
    assert "对局" in pages["zh"]
    assert "搜索" in pages["zh"]  # Django's own word
