"""The page of reports: read, handled with a note, and acted on; the words stay as they were."""

import pytest
from django.urls import reverse
from evennia.utils.create import create_account

from world.models import Ban, Mute, Report

pytestmark = pytest.mark.django_db
LIST = "admin:world_report_changelist"


@pytest.fixture
def rude(db):
    return create_account("粗鲁的人", "", "correct-horse")


@pytest.fixture
def report(rude):
    return Report.objects.create(
        reporter_name="小安",
        accused=rude,
        accused_name="粗鲁的人",
        text="<b>骂人</b>",
        heard="你好",
    )


def page_of(report):
    return reverse("admin:world_report_change", args=[report.pk])


def test_reports_are_listed_filtered_and_searched(admin_client, report):
    for query, found in (
        ({}, 1),
        ({"handled": "no"}, 1),
        ({"handled": "yes"}, 0),
        ({"q": "粗鲁"}, 1),
    ):
        page = admin_client.get(reverse(LIST), query)
        assert page.status_code == 200
        assert page.context["cl"].result_count == found, query


def test_a_report_links_to_the_account_and_shows_words_as_words(admin_client, report, rude):
    page = admin_client.get(page_of(report)).content.decode()
    assert reverse("admin:accounts_accountdb_change", args=[rude.pk]) in page
    assert "&lt;b&gt;骂人" in page
    assert "<b>骂人" not in page


def test_a_tick_and_a_note_handle_a_report_and_change_nothing_else(
    admin_client, admin_user, report
):
    form = {"note": "谈过了", "done": "on", "text": "nothing"}
    assert admin_client.post(page_of(report), form).status_code == 302
    report.refresh_from_db()
    assert (report.note, report.text) == ("谈过了", "<b>骂人</b>")
    assert report.handled_by == admin_user
    assert admin_client.post(page_of(report), {"note": "again"}).status_code == 302
    report.refresh_from_db()
    assert (report.handled_at, report.handled_by) == (None, None)


@pytest.mark.parametrize(
    ("action", "model"), [("mute_day", Mute), ("ban_good", Ban), ("mark_handled", None)]
)
def test_actions_of_the_list_act_and_note_it(admin_client, admin_user, report, rude, action, model):
    form = {"action": action, "_selected_action": [report.pk]}
    assert admin_client.post(reverse(LIST), form).status_code == 302
    report.refresh_from_db()
    assert report.handled_by == admin_user
    if model is not None:
        made = model.objects.get()
        assert (made.account, made.by) == (rude, admin_user)
        assert made.in_force


def test_nobody_acts_on_who_stands_above(client, django_user_model, report, rude):
    rude.is_superuser = True
    rude.save()
    staff = django_user_model.objects.create_user("Helper", password="x")
    staff.is_staff = True
    staff.save()
    from django.contrib.auth.models import Permission

    for name in ("view_report", "change_report"):
        staff.user_permissions.add(Permission.objects.get(codename=name))
    client.force_login(staff)
    form = {"action": "ban_good", "_selected_action": [report.pk]}
    client.post(reverse(LIST), form)
    report.refresh_from_db()
    assert report.handled_at is None
    assert not Ban.objects.exists()


def test_a_report_whose_accounts_are_gone_can_still_be_handled(admin_client, report, rude):
    rude.delete()
    form = {"action": "ban_good", "_selected_action": [report.pk]}
    page = admin_client.post(reverse(LIST), form, follow=True)
    assert "the account is gone" in page.content.decode()
    assert "粗鲁的人" in admin_client.get(page_of(report)).content.decode()


def test_reports_are_not_made_by_hand(admin_client):
    assert admin_client.get(reverse("admin:world_report_add")).status_code == 403
