"""What staff does on a page of the admin is done by the function that the commands call."""

import pytest
from django.urls import reverse
from evennia.utils.create import create_account

from world.community import moderation
from world.content import policy_of
from world.models import Ban, Mute, PackPolicy, StaffAct

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db):
    return create_account("Anna", "", "correct-horse")


@pytest.fixture
def helper(client):
    """An admin who is no superuser, signed in."""
    account = create_account("Helper", "", "correct-horse")
    root = create_account("Root", "", "correct-horse", is_superuser=True)
    from world.community import role_groups

    role_groups.ensure_groups()
    role_groups.give_role(root, account, "admin")
    client.force_login(account)
    return account


@pytest.fixture
def enforced(monkeypatch, django_capture_on_commit_callbacks):
    """How often who is banned has been turned out, once what was written is stored."""
    calls = []
    monkeypatch.setattr(moderation, "enforce", lambda: calls.append(1))
    monkeypatch.setattr(moderation.reactor, "callFromThread", lambda function: function())
    moderation.watch()

    def after(act):
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return len(calls)

    return after


def post(client, model, form, number=None):
    name = f"admin:world_{model}_" + ("add" if number is None else "change")
    args = [] if number is None else [number]
    return client.post(reverse(name, args=args), form)


@pytest.mark.parametrize("model", [Ban, Mute])
def test_a_sanction_made_on_its_page_is_noted_like_one_that_is_typed(
    admin_client, admin_user, anna, enforced, model, monkeypatch
):
    name = model._meta.model_name
    read = []
    monkeypatch.setattr(type(anna), "msg", lambda self, text="", **_: read.append(text))
    form = {"account": anna.pk, "reason": "shouting", "until_0": "", "until_1": ""}
    turned_out = enforced(lambda: post(admin_client, name, form))
    made = model.objects.get()
    assert (made.account, made.by, made.name) == (anna, admin_user, "Anna")
    act = StaffAct.objects.get(act=name)
    assert (act.by, act.on, act.way) == (admin_user, "Anna", "admin")
    assert (turned_out > 0) == (model is Ban)
    assert any("shouting" in text for text in read) == (model is Mute)


def test_nobody_bans_by_name_who_stands_above_nor_lifts_what_was_done_about_them(client, helper):
    post(client, "ban", {"name": "root", "until_0": "", "until_1": ""})
    assert not Ban.objects.exists()
    made = Ban.objects.create(name="Root")
    lift = {"action": "lift", "_selected_action": [made.pk]}
    client.post(reverse("admin:world_ban_changelist"), lift)
    assert Ban.objects.in_force().exists()
    assert client.post(reverse("admin:world_ban_delete", args=[made.pk])).status_code == 403


def test_an_account_that_is_closed_loses_its_connections(admin_client, anna, enforced):
    page = reverse("admin:accounts_accountdb_change", args=[anna.pk])
    assert enforced(lambda: admin_client.post(page, {"email": "a@example.org"})) == 1
    anna.refresh_from_db()
    assert not anna.is_active
    assert StaffAct.objects.filter(act="closed", on="Anna").exists()
    with pytest.raises(moderation.TableError, match="accountClosed"):
        moderation.check_admitted(anna)
    admin_client.post(page, {"email": "a@example.org", "is_active": "on"})
    moderation.check_admitted(anna)


def test_a_policy_is_set_as_on_the_pages_and_by_the_api(admin_client, anna):
    form = {"folder": "chrono", "review": "on", "builders": [anna.pk]}
    assert post(admin_client, "packpolicy", form).status_code == 302
    assert policy_of("chrono") == (True, ["Anna"], [])
    assert StaffAct.objects.get(act="policy").on == "chrono"
    row = PackPolicy.objects.get()
    assert post(admin_client, "packpolicy", {"builders": []}, row.pk).status_code == 302
    assert policy_of("chrono") == (False, [], [])
    form = {"folder": "nothing", "review": "on"}
    assert post(admin_client, "packpolicy", form).status_code == 200
    assert PackPolicy.objects.count() == 1
