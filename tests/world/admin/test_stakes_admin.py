"""The pages of stakes and deeds: they are read, found and filtered, and no sum is changed there."""

import pytest
from django.utils import timezone
from staffed import account, address, listing, signed_in, staff, text

from world.models import Deed, MatchRecord, PackVersion, Place, Sheet, Stake

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db):
    """A stake that is paid, one that is held, and a deed."""
    anna, now = account("Anna"), timezone.now()
    version = PackVersion.objects.create(pack_id="duel", version="1", content_hash="0" * 64)
    first, second = (
        MatchRecord.objects.create(pack_version=version, seed=1, status=status)
        for status in ("finished", "running")
    )
    of = {
        "sheet": Sheet.objects.create(account=anna, realm="wharf", version=1),
        "purse": Place.objects.create(realm="wharf", name="purse:smith"),
    }
    paid = Stake.objects.create(
        match=first, what="coins", amount=25, result="won", paid_at=now, **of
    )
    held = Stake.objects.create(match=second, what="shells", amount=10, **of)
    deed = Deed.objects.create(
        match=first, account=anna, message="won", text_en="Anna wins.", text_zh="安娜赢了。"
    )
    return paid, held, deed


def numbers(client, model, **asked):
    """The rows that a list shows."""
    answer = client.get(listing(model), asked)
    assert answer.status_code == 200
    return [row.pk for row in answer.context["cl"].result_list]


def test_stakes_are_found_by_owner_match_and_purse_and_filtered_by_result(admin_client, played):
    paid, held, _ = played
    for words in ("anna", str(paid.match_id), "purse:smith"):
        assert paid.pk in numbers(admin_client, Stake, q=words)
    assert numbers(admin_client, Stake, q="berta") == []
    assert numbers(admin_client, Stake, result__exact="won") == [paid.pk]
    assert numbers(admin_client, Stake, paid_at__isempty="1") == [held.pk]
    assert numbers(admin_client, Stake, what__exact="shells") == [held.pk]


def test_a_list_says_whose_a_stake_is_and_costs_no_more_with_more_of_them(
    admin_client, played, django_assert_max_num_queries
):
    page = text(admin_client.get(listing(Stake)))
    assert "Anna" in page
    assert "purse:smith" in page
    with django_assert_max_num_queries(14):
        admin_client.get(listing(Stake))


def test_deeds_are_found_by_what_they_tell_in_either_language(admin_client, played):
    *_, deed = played
    for words in ("wins", "赢了", "anna"):
        assert numbers(admin_client, Deed, q=words) == [deed.pk]
    assert numbers(admin_client, Deed, message__exact="fell") == []


@pytest.mark.parametrize(("language", "told"), [("en", "Anna wins."), ("zh", "安娜赢了。")])
def test_a_list_tells_deeds_in_the_language_of_its_reader(admin_user, played, language, told):
    assert told in text(signed_in(admin_user, language).get(listing(Deed)))


def test_nobody_changes_or_adds_either_and_no_stake_is_deleted_by_itself(admin_client, played):
    paid, _, deed = played
    for row, form in ((paid, {"amount": 999}), (deed, {"text_en": "Anna loses."})):
        assert admin_client.get(address(row, "change")).status_code == 200
        assert admin_client.post(address(row, "change"), form).status_code == 403
        assert admin_client.get(listing(type(row), "add")).status_code == 403
    assert admin_client.post(address(paid, "delete"), {"post": "yes"}).status_code == 403
    paid.refresh_from_db()
    deed.refresh_from_db()
    assert (paid.amount, deed.text_en) == (25, "Anna wins.")


def test_a_stake_goes_with_its_match_and_a_deed_stays(admin_client, played):
    paid, held, deed = played
    admin_client.post(address(paid.match, "delete"), {"post": "yes"})
    deed.refresh_from_db()
    assert [row.pk for row in Stake.objects.all()] == [held.pk]
    assert deed.match is None


def test_admins_read_both_and_take_a_deed_away_and_builders_see_neither(played):
    *_, deed = played
    admin, builder = staff("admin"), staff("builder")
    for model in (Stake, Deed):
        assert admin.get(listing(model)).status_code == 200
        assert builder.get(listing(model)).status_code == 403
    admin.post(address(deed, "delete"), {"post": "yes"})
    assert not Deed.objects.exists()
