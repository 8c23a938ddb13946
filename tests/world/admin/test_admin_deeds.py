"""What staff does on pages acts on the live game: matches, people, announcements; and is kept."""

import re
from unittest import mock

import evennia
import pytest
from django.contrib.auth.hashers import check_password
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse
from evennia.utils import logger
from hosted import start
from staffed import account, address, listing, staff, text
from twisted.internet import defer

from server import hashing
from world.accounts import guests, roles
from world.models import (
    Ban,
    FailedAction,
    Friend,
    Letter,
    MatchRecord,
    MatchSeat,
    Mute,
    News,
    PlayerRecord,
    SavedDeck,
    StaffAct,
)
from world.play.hosting import recovery, registry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _types_of_this_test():
    yield
    ContentType.objects.clear_cache()


@pytest.fixture
def olga(db):
    return staff("admin")


@pytest.fixture
def table(pebbles, clock, db):
    """Anna plays against a bot."""
    from typeclasses.accounts import Account
    from typeclasses.tables import Table

    account("First")  # the account that everything belongs to
    anna, _ = Account.create(username="Anna", password="correct-horse")
    table = Table.open_table("pebbles", anna.wizard(), players=2)
    table.add_bot("greedy")
    table.start(seed=7)
    assert table.state == "playing"
    return table


def do(client, row, deed, **form):
    return text(client.post(address(row, "deed", deed), form, follow=True))


def acts():
    return list(StaffAct.objects.order_by("pk").values_list("act", flat=True))


# -- matches


def test_a_match_is_paused_and_resumed_where_it_is_played(olga, table):
    record = table.host.record
    page = text(olga.get(address(record, "change")))
    assert ">Pause<" in page
    assert ">Resume<" not in page
    do(olga, record, "pause")
    assert table.host.is_paused
    page = do(olga, record, "pause")
    assert "cannot be done now" in page
    assert ">Resume<" in page
    assert "paused" in text(olga.get(listing(MatchRecord)))
    do(olga, record, "resume")
    assert not table.host.is_paused
    assert acts() == ["pauseMatch", "resumeMatch"]


def test_a_seat_is_handed_to_a_bot_at_its_table(olga, table):
    record = table.host.record
    assert "1: Anna" in text(olga.get(address(record, "change")))
    do(olga, record, "hand", seat=0, kind="random")
    assert table.host.bot_of(0) == "random"
    assert table.occupants()[0].bot == "random"
    assert MatchSeat.objects.get(match=record, seat=0).substitutes[0]["bot"] == "random"
    for seat, kind in ((1, "random"), (9, "random"), (0, "nonsense")):
        do(olga, record, "hand", seat=seat, kind=kind)
    assert acts() == ["handToBot"]


def test_a_match_that_is_ended_frees_its_table_and_cannot_be_ended_twice(olga, table):
    record = table.host.record
    do(olga, record, "end", reason="停电")
    assert table.state == "finished"
    record.refresh_from_db()
    assert (record.status, record.note) == ("abandoned", "停电")
    assert "cannot be done now" in do(olga, record, "end")
    assert acts() == ["endMatch"]


def test_a_broken_match_is_tried_again_at_the_next_start(olga, pebbles, clock):
    record = start(pebbles, clock).record
    registry.forget_all()
    MatchRecord.objects.update(status="broken")
    assert "Done" in do(olga, record, "revive")
    assert [host.record for host in recovery.recover_matches(clock=clock)] == [record]
    assert "cannot be done now" in do(olga, record, "revive")
    assert acts() == ["reviveMatch"]


def test_who_plays_where_is_listed(olga, table):
    page = text(olga.get(reverse("admin:world_matchrecord_live")))
    for told in ("Anna", "Pebbles", "playing"):
        assert told in page
    assert staff("builder").get(reverse("admin:world_matchrecord_live")).status_code == 403


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_story_of_a_match_is_in_words_with_every_answer(pebbles, clock, language):
    host = start(pebbles, clock)
    olga = staff("admin", language)
    for _ in range(3):
        choice = host.match.pending[0]
        host.answer(choice.seat, choice.default)
    told = text(olga.get(reverse("admin:world_matchrecord_story", args=[host.record.pk])))
    rows = re.findall(r"<tr><td>\d+</td>", told)
    assert len(rows) == len(host.match.journal) + 1
    assert "Ann" in told
    assert acts() == ["readMatch"]


def test_a_story_of_a_match_without_content_says_so(olga, pebbles, clock):
    host = start(pebbles, clock)
    type(host.record.pack_version).objects.update(sources_packed=b"", content_hash="gone")
    with mock.patch.object(logger, "log_err"):
        page = olga.get(reverse("admin:world_matchrecord_story", args=[host.record.pk]))
    assert page.status_code == 200
    assert 'class="errornote"' in text(page)
    missing = reverse("admin:world_matchrecord_story", args=[10**8])
    assert olga.get(missing).status_code == 404


def test_matches_are_found_by_number_player_and_table(olga, table):
    record = table.host.record
    for term, found in ((record.pk, True), ("Ann", True), ("nobody", False), ("9999999", False)):
        page = text(olga.get(listing(MatchRecord), {"q": term}))
        assert (address(record, "change") in page) == found, term
    for query in ("?status__exact=running", "?players=bots", "?game=pebbles"):
        assert address(record, "change") in text(olga.get(listing(MatchRecord) + query))
    for query in ("?status__exact=broken", "?players=people", "?game=other"):
        assert address(record, "change") not in text(olga.get(listing(MatchRecord) + query))


# -- what failed


def test_a_failed_action_is_shown_and_fails_again_at_a_button(olga, stuck, clock):
    with mock.patch.object(logger, "log_err"):
        start(stuck, clock).answer(0, (0,))
        host = start(stuck, clock)
        host.answer(0, (0,))
        host.answer(0, (1,))
    failure = FailedAction.objects.get()
    assert "BudgetExceeded" in text(olga.get(address(failure, "change")))
    page = do(olga, failure, "reproduce")
    assert "It has failed again" in page
    assert "BudgetExceeded" in page
    assert "Failed actions of the last seven days: 1" in text(olga.get(reverse("admin:index")))
    assert acts() == ["reproduce"]


# -- people


def test_somebody_is_muted_and_banned_for_a_time_and_forgiven(olga):
    ann = account("Ann")
    do(olga, ann, "mute", time="2h", reason="shouting")
    do(olga, ann, "ban", time="永久", reason="")
    mute, ban = Mute.objects.get(), Ban.objects.get()
    assert (mute.account, mute.by, mute.reason) == (ann, olga.account, "shouting")
    assert 7100 < mute.seconds_left <= 7200
    assert ban.until is None
    assert "For example" in do(olga, ann, "ban", time="soon", reason="")
    assert Ban.objects.count() == 1
    do(olga, ann, "unban")
    do(olga, ann, "unmute")
    assert not Ban.objects.in_force().exists()
    assert not Mute.objects.in_force().exists()
    assert acts() == ["mute", "ban", "banLifted", "muteLifted"]
    assert set(StaffAct.objects.values_list("way", flat=True)) == {"admin"}


def test_a_role_is_given_on_the_page(olga):
    ann = account("Ann")
    do(olga, ann, "role", role="reviewer")
    assert roles.role_of(ann) == "reviewer"
    assert "Only the superuser" in do(olga, ann, "role", role="admin")
    assert roles.role_of(ann) == "reviewer"


@pytest.mark.parametrize("deed", ["ban", "mute", "role", "link"])
def test_nobody_touches_who_stands_as_high(olga, deed):
    otto = account("Otto", "admin")
    boss = account("Boss")
    boss.is_superuser = True
    boss.save()
    for other in (otto, boss, olga.account):
        answer = olga.post(address(other, "deed", deed), {"time": "1h", "role": "player"})
        assert answer.status_code == 403
        change = {"email": "x@example.org"}
        assert olga.post(address(other, "change"), change).status_code == 403
        password = reverse("admin:auth_user_password_change", args=[other.pk])
        assert olga.get(password).status_code == 403
    assert not Ban.objects.exists()
    assert not acts()


def test_an_admin_gives_nobody_rights_by_the_form(olga):
    ann = account("Ann")
    form = {"is_active": "on", "is_superuser": "on", "is_staff": "on", "email": "a@example.org"}
    assert olga.post(address(ann, "change"), form).status_code == 302
    ann.refresh_from_db()
    assert (ann.email, ann.is_superuser, ann.is_staff) == ("a@example.org", False, False)


def test_a_link_for_a_new_password_works_once(olga, client, monkeypatch):
    def at_once(work, *args, source="", **waiting):
        return defer.maybeDeferred(work, *args)

    monkeypatch.setattr(hashing, "queue_hash", at_once)
    ann = account("Ann")
    page = do(olga, ann, "link")
    link = re.search(r"http://testserver(/auth/reset/[^<\s]+)", page)[1]
    assert link not in text(olga.get(listing(StaffAct)))
    assert client.get(link).status_code == 200
    form = {"new_password": "battery-staple-9", "again": "battery-staple"}
    assert client.post(link, form).status_code == 200
    form["again"] = "battery-staple-9"
    assert client.post(link, form).status_code == 302
    ann.refresh_from_db()
    assert check_password("battery-staple-9", ann.password)
    for again in (link, link[:-2] + "x/", "/auth/reset/zzz/abc/"):
        assert client.get(again).status_code == 302
        assert client.post(again, form).status_code == 302
    assert acts() == ["passwordLink"]


def test_a_guest_becomes_part_of_an_account_with_all_it_has(olga):
    ann, bea = account("Ann"), account("Bea")
    guest = guests.make_guest("en")
    name = guest.username
    for who, won in ((guest, 2), (ann, 3)):
        record = PlayerRecord(account=who, game="pebbles", played=5, won=won, best_streak=won)
        record.save()
        SavedDeck.objects.create(account=who, game="pebbles", name="Best", key="best")
    Friend.objects.create(account=guest, friend=bea)
    Letter.objects.create(recipient=guest, sender=bea, text="hello")
    do(olga, guest, "merge", into="Ann")
    record = PlayerRecord.objects.get()
    assert (record.account, record.played, record.won, record.best_streak) == (ann, 10, 5, 3)
    assert sorted(ann.decks.values_list("name", flat=True)) == ["Best", "Best 2"]
    assert Friend.objects.get().account == ann
    assert Letter.objects.get().recipient == ann
    assert not type(ann).objects.filter(username=name).exists()
    assert "mergeGuest" in acts()


def test_only_a_guest_is_merged_and_into_no_guest(olga):
    ann, guest, other = account("Ann"), guests.make_guest("en"), guests.make_guest("en")
    assert olga.post(address(ann, "deed", "merge"), {"into": "Olga"}).status_code == 302
    page = do(olga, guest, "merge", into=other.username)
    assert "cannot be merged" in page
    do(olga, guest, "merge", into="nobody at all")
    assert guests.all_guests().count() == 2
    assert type(ann).objects.filter(username="Ann").exists()
    assert "mergeGuest" not in acts()


# -- the house


def test_an_announcement_reaches_everybody_in_their_language(olga):
    ann, ben = account("Ann"), account("小本")
    ann.language, ben.language = "en", "zh"
    here = mock.patch.object(
        evennia.SESSION_HANDLER, "all_connected_accounts", return_value=[ann, ben]
    )
    with here, mock.patch.object(type(ann), "msg", autospec=True) as msg:
        form = {"en": "The |rserver restarts.\x1b[2J", "zh": "服务器要重启。"}
        assert "Heard by 2" in text(olga.post(reverse("admin:announce"), form, follow=True))
    told = {call.args[0].username: call.kwargs["text"][0] for call in msg.call_args_list}
    assert "The ||rserver restarts.[2J" in told["Ann"]
    assert "服务器要重启。" in told["小本"]
    page = text(olga.post(reverse("admin:announce"), {"en": " ", "zh": ""}))
    assert "at least one language" in page
    assert acts() == ["announce"]


def test_the_newest_news_is_the_message_of_the_day(olga):
    News.objects.create(slug="x", title_zh="新", title_en="Brand new", text_zh="-", text_en="-")
    assert "Brand new" in text(olga.get(reverse("admin:index")))


def test_what_is_changed_on_any_page_is_kept_with_who_did_it(admin_client, admin_user):
    form = {"slug": "a", "at": "2026-01-01", "title_zh": "题", "title_en": "T"}
    form |= {"text_zh": "x", "text_en": "x"}
    admin_client.post(listing(News, "add"), form)
    news = News.objects.get()
    admin_client.post(address(news, "change"), {**form, "title_en": "U"})
    admin_client.post(reverse("admin:auth_group_add"), {"name": "archivists"})
    admin_client.post(address(news, "delete"), {"post": "yes"})
    kept = StaffAct.objects.order_by("pk").values_list("by_name", "act", "way")
    who = admin_user.username
    assert list(kept) == [(who, act, "admin") for act in ("add", "change", "add", "delete")]
    page = text(admin_client.get(listing(StaffAct)))
    assert "added a row" in page
    assert "archivists" in page
    act = StaffAct.objects.first()
    assert admin_client.post(address(act, "change"), {"on": "x"}).status_code == 403
    assert admin_client.post(address(act, "delete"), {"post": "yes"}).status_code == 403
    for query in ("?act=add", "?way__exact=admin", "?q=archivists"):
        assert "archivists" in text(admin_client.get(listing(StaffAct) + query))
