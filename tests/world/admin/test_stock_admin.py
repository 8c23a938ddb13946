"""
The admin's pages of what is alive: looking writes nothing, what must stay says why, and a match
that is going on outlives whatever staff does, or is ended in order.
"""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.urls import reverse
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.tags import Tag
from evennia.utils.create import create_object, create_script

from world import models
from world.play.hosting import registry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _types_of_this_test():
    """Typeclasses get rows among Django's types of content, which end with the test."""
    yield
    ContentType.objects.clear_cache()


def rows() -> dict[str, int]:
    """How many rows each table has; the site keeps its own of who looks."""
    counted = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if not table.startswith("django_") and model._meta.managed:
                cursor.execute(f'SELECT COUNT(*) FROM "{table}"')
                counted[table] = cursor.fetchone()[0]
    return counted


def address(thing, action: str) -> str:
    meta = thing._meta.concrete_model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{action}", args=[thing.pk])


def delete(client, thing) -> str:
    """Ask for it, confirm, and try it as an action of the list as well; what the page says."""
    meta = thing._meta.concrete_model._meta
    page = client.get(address(thing, "delete"))
    client.post(address(thing, "delete"), {"post": "yes"})
    if type(thing).objects.filter(pk=thing.pk).exists():
        form = {"action": "delete_selected", "_selected_action": [thing.pk], "post": "yes"}
        client.post(reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist"), form)
    return page.content.decode()


def exists(thing) -> bool:
    return thing._meta.concrete_model.objects.filter(pk=thing.pk).exists()


@pytest.fixture
def anna(pebbles, clock, admin_user):
    """Anna, who plays pebbles against a bot at a table."""
    from typeclasses.accounts import Account
    from typeclasses.tables import Table

    account, errors = Account.create(username="Anna", password="correct-horse")
    assert account, errors
    wizard = next(iter(account.characters))
    table = Table.open_table("pebbles", wizard, players=2)
    table.add_bot("greedy")
    table.start(seed=7)
    assert table.state == "playing"
    return account


@pytest.fixture
def wizard(anna):
    return next(iter(anna.characters))


@pytest.fixture
def table(wizard):
    return wizard.table


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model.__name__)
def test_opening_pages_writes_nothing(admin_client, anna, model):
    meta = model._meta
    before = rows()
    for page in ("changelist", "add"):
        answer = admin_client.get(reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}"))
        # A draft is of a piece: which one is asked on a page of its own.
        assert answer.status_code in (200, 403) or answer["Location"].endswith("/write/")
    row = model.objects.first()
    if row is not None:
        assert admin_client.get(address(row, "change")).status_code == 200
        assert admin_client.get(address(row, "delete")).status_code in (200, 403)
    assert rows() == before


@pytest.mark.parametrize("model", [ObjectDB, ScriptDB, AccountDB, Tag])
def test_nothing_of_evennias_is_made_by_hand(admin_client, model):
    meta = model._meta
    add = reverse(f"admin:{meta.app_label}_{meta.model_name}_add")
    assert admin_client.get(add).status_code == 403
    assert admin_client.post(add, {"db_key": "junk"}).status_code == 403


def test_a_tag_saved_as_it_is_stays_as_it_is(admin_client, table):
    tag = Tag.objects.get(db_key="live", db_category="table")
    before = Tag.objects.filter(pk=tag.pk).values().get()
    form = {"db_key": "live", "db_category": "", "db_tagtype": "", "db_model": "objectdb"}
    assert admin_client.post(address(tag, "change"), form).status_code == 403
    assert Tag.objects.filter(pk=tag.pk).values().get() == before
    delete(admin_client, tag)
    assert exists(tag)


def test_what_a_match_needs_stays_and_says_why(admin_client, anna, wizard, table):
    record = table.host.record
    seat, answer = record.seats.first(), record.journal.first()
    for thing, reason in (
        (table, "A match is going on"),
        (table.fixtures()[0] if table.fixtures() else None, "belongs to its table"),
        (wizard, "Delete the account"),
        (record, "is being played"),
        (record.pack_version, "protected"),
        (seat, None),
        (answer, None),
    ):
        if thing is None:
            continue
        said = delete(admin_client, thing)
        assert reason is None or reason in said, thing
        assert exists(thing), thing
    assert table.state == "playing"
    choice = table.host.choice_of(0) or table.host.match.pending[0]
    table.host.answer(choice.seat, choice.default)


def test_the_reason_is_told_in_chinese(admin_client, table):
    admin_client.cookies["django_language"] = "zh-hans"
    assert "有一局正在进行" in delete(admin_client, table)


def test_a_running_match_that_is_ended_leaves_its_table_free(admin_client, table):
    record = table.host.record
    admin_client.post(
        reverse("admin:world_matchrecord_deed", args=[record.pk, "end"]), {"reason": "停电了"}
    )
    record.refresh_from_db()
    assert (record.status, record.note) == ("abandoned", "停电了")
    assert record.ended_at is not None
    assert registry.host_of(record.pk) is None
    assert table.state == "finished"
    delete(admin_client, record)
    assert not exists(record)
    assert not models.JournalEntry.objects.exists()


def test_an_account_goes_with_its_wizard_and_the_match_goes_on(admin_client, anna, wizard, table):
    host = table.host
    delete(admin_client, anna)
    assert not exists(anna)
    assert not exists(wizard)
    assert host.has_conceded(0) or host.match.is_over
    assert all(seat.character is None for seat in table.occupants())


def test_a_name_is_free_again_after_its_account_is_deleted(anna):
    from typeclasses.accounts import Account

    anna.delete()
    again, errors = Account.create(username="Anna", password="correct-horse")
    assert not errors
    assert [wizard.key for wizard in again.characters] == ["Anna"]
    assert ObjectDB.objects.filter(db_key="Anna").count() == 1


def test_a_name_gets_a_wizard_though_an_old_one_stands_about(db):
    from typeclasses.accounts import Account

    left = create_object("typeclasses.characters.Wizard", key="Berta")
    account, _ = Account.create(username="Berta", password="correct-horse")
    assert account.wizard() == left


def test_a_table_without_a_match_goes_with_what_stands_on_it(admin_client, pebbles):
    from typeclasses.objects import Fixture
    from typeclasses.tables import Table

    table = Table.build_table("pebbles")
    create_object("typeclasses.objects.Deck", key="pile", location=table)
    delete(admin_client, table)
    assert not exists(table)
    assert not [thing for thing in ObjectDB.objects.all() if isinstance(thing, Fixture)]


def test_what_the_game_cannot_do_without_stays(admin_client, settings, db):
    clock = create_script("typeclasses.scripts.RoundTicker", key="round_ticker", autostart=False)
    hall = create_object("typeclasses.rooms.Hall", key="hall")
    settings.START_LOCATION = hall.dbref
    wing = create_object("typeclasses.rooms.Hall", key="wing")
    first = AccountDB.objects.order_by("pk").first()
    AccountDB.objects.filter(pk=first.pk).update(db_typeclass_path="typeclasses.accounts.Account")
    for thing in (clock, hall):
        assert "cannot do without" in delete(admin_client, thing)
        assert exists(thing)
    delete(admin_client, wing)
    assert not exists(wing)


def test_a_broken_row_can_be_read_and_deleted(admin_client, db):
    script = ScriptDB(db_key="junk")
    script.save()
    ScriptDB.objects.filter(pk=script.pk).update(db_typeclass_path="typeclasses.gone.Gone")
    assert admin_client.get(address(script, "change")).status_code == 200
    admin_client.post(address(script, "delete"), {"post": "yes"})
    assert not ScriptDB.objects.filter(pk=script.pk).exists()


def test_staff_do_not_rename_accounts_past_the_rules(admin_client, anna):
    form = {"username": "Аnna", "is_active": "on", "email": "a@example.org"}
    admin_client.post(address(anna, "change"), form)
    anna.refresh_from_db()
    assert anna.username == "Anna"
