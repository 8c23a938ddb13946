"""The admin's pages: all can be read, only what is harmless can be changed, in any script."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from world import models
from world.accounts import records
from world.play.hosting import storing
from world.play.hosting.host import MatchHost
from world.play.hosting.seating import Sitter
from world.shelf import games

pytestmark = pytest.mark.django_db

PAGES = ("packversion", "matchrecord", "matchseat", "journalentry", "snapshot", "playerrecord")


@pytest.fixture
def match(pebbles, clock, django_user_model, monkeypatch):
    monkeypatch.setattr(storing, "ANSWERS_BETWEEN_SNAPSHOTS", 1)
    account = django_user_model.objects.create_user("逆时者", password="x")
    host = MatchHost.start(
        pebbles, [Sitter("逆时者", account), Sitter("Ada", bot="greedy")], clock=clock, seed=7
    )
    for _ in range(40):
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
        if host.match.field("round") == 2:
            break
    return host


@pytest.mark.parametrize("page", PAGES)
def test_every_table_can_be_listed_searched_and_read(admin_client, match, page):
    model = apps.get_model("world", page)
    if page == "playerrecord":
        records.finish_record(match.record, ((0,), (1,)))
    assert model in admin.site._registry
    listing = reverse(f"admin:world_{page}_changelist")
    assert admin_client.get(listing, {"q": "逆时者"}).status_code == 200
    answer = admin_client.get(listing)
    assert answer.status_code == 200
    row = model.objects.first()
    assert row is not None
    answer = admin_client.get(reverse(f"admin:world_{page}_change", args=[row.pk]))
    assert answer.status_code == 200


def test_chinese_is_shown_as_it_was_written(admin_client, match):
    version = models.PackVersion.objects.get()
    page = admin_client.get(reverse("admin:world_packversion_change", args=[version.pk]))
    assert "石子" in page.content.decode()
    page = admin_client.get(reverse("admin:world_matchrecord_change", args=[match.record.pk]))
    assert "逆时者" in page.content.decode()


def test_a_journal_cannot_be_changed_or_thinned_out(admin_client, match):
    row = models.JournalEntry.objects.first()
    change = reverse("admin:world_journalentry_change", args=[row.pk])
    assert admin_client.post(change, {"picks": "[9]"}).status_code == 403
    delete = reverse("admin:world_journalentry_delete", args=[row.pk])
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403
    assert models.JournalEntry.objects.first().picks == row.picks


def test_a_match_can_be_noted_ended_and_deleted_as_a_whole(admin_client, match):
    pk = match.record.pk
    change = reverse("admin:world_matchrecord_change", args=[pk])
    form = {"note": "停电了", "seed": "1", "status": "finished"}
    form |= {"seats-TOTAL_FORMS": 0, "seats-INITIAL_FORMS": 0}
    assert admin_client.post(change, form).status_code == 302
    record = models.MatchRecord.objects.get(pk=pk)
    assert (record.status, record.note, record.seed) == ("running", "停电了", 7)
    end = reverse("admin:world_matchrecord_deed", args=[pk, "end"])
    assert admin_client.post(end, {"reason": "停电"}).status_code == 302
    record.refresh_from_db()
    assert (record.status, record.note) == ("abandoned", "停电")
    delete = reverse("admin:world_matchrecord_delete", args=[pk])
    assert admin_client.post(delete, {"post": "yes"}).status_code == 302
    assert not models.JournalEntry.objects.exists()


def test_content_that_cannot_be_read_is_shown_as_such(admin_client, pebbles):
    version = games.version_of(pebbles)
    models.PackVersion.objects.filter(pk=version.pk).update(sources_packed=b"no zlib")
    page = admin_client.get(reverse("admin:world_packversion_change", args=[version.pk]))
    assert page.status_code == 200
    assert "unreadable" in page.content.decode()


def test_sources_survive_the_database_in_any_script(pebbles):
    version = games.version_of(pebbles)
    assert models.PackVersion.objects.get(pk=version.pk).sources == pebbles.sources
    assert games.version_of(pebbles) == version
