"""What the pages of staff say is there in both languages: tables, columns, hints, buttons."""

import re
from pathlib import Path

import pytest
from django.contrib import admin
from django.utils import translation
from staffed import listing, signed_in, text

from rules.telling.text import Text
from world import models
from world.admin.base import WithDeeds
from world.admin.words import ROWS, column_names, has_words, label_key
from world.content import naming
from world.locale.messages import strip_marks
from world.shelf import games

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
def test_rows_are_called_by_names_of_the_readers_language():
    version = models.PackVersion(pack_id="x", name_zh="石子", name_en="Pebbles", version="1")
    match = models.MatchRecord(pk=7, pack_version=version)
    report = models.Report(reporter_name="Ann", accused_name="Bob")
    entry = models.Entry(amount=2, what="coins", source="mint", target="match")
    names = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            names[language] = [str(each) for each in (version, match, report, entry)]
    assert names["en"][:3] == ["Pebbles 1", "match 7 · Pebbles 1", "Ann about Bob"]
    assert names["zh-hans"][:3] == ["石子 1", "第 7 局 · 石子 1", "Ann 举报 Bob"]
    assert "mint" not in names["zh-hans"][3]
    for name in ROWS:
        with translation.override("en"):
            assert has_words(f"models.{name}"), name


@pytest.mark.django_db
def test_a_draft_of_a_card_that_is_named_elsewhere_has_its_name():
    pack = games.games_by_id()["chrono"]
    card = pack.cards[0]
    told = Text(pack, "zh").card(card)
    row = models.Draft(folder="chrono", address=f"card:{card.id}", text="{}", base="")
    assert naming.draft_name(row, "zh") == strip_marks(told)
    row.address = "card:no.such"
    assert naming.draft_name(row, "zh") == "such"


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
