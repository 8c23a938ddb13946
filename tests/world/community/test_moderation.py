"""Bans, mutes and kicks: whom they concern, how long, and who may."""

import datetime

import evennia
import pytest
from django.db.models.signals import post_save
from django.utils import timezone
from evennia.utils.create import create_account

from server.conf.limits import ACTION_LIMITS
from world.accounts import limits
from world.community import moderation
from world.errors import TableError
from world.models import Ban, Mute
from world.render.announce import error_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _real_limits(settings):
    settings.ACTION_LIMITS = ACTION_LIMITS
    limits.forget()
    yield
    limits.forget()
    post_save.disconnect(sender=Ban, dispatch_uid="world.moderation")


@pytest.fixture
def anna():
    return create_account("Anna", "", "correct-horse")


@pytest.fixture
def staff():
    return create_account("Olga", "", "correct-horse", permissions=["Admin"])


def refused(function, *args, **kwargs):
    with pytest.raises(TableError) as caught:
        function(*args, **kwargs)
    return caught.value


def test_a_banned_account_is_not_admitted_by_any_spelling_and_others_are(anna, staff):
    moderation.ban(staff, anna, seconds=7200, reason="shouting")
    for told in ({"account": anna}, {"name": "anna"}, {"name": "ANNA"}):
        assert refused(moderation.check_admitted, **told).key == "banned"
    moderation.check_admitted(staff)
    moderation.check_admitted(name="Annabel", address="203.0.113.7")


def test_an_account_made_again_under_the_name_is_banned_too(anna, staff):
    moderation.ban(staff, anna)
    anna.delete()
    again = create_account("Anna", "", "correct-horse")
    assert refused(moderation.check_admitted, again)


def test_a_banned_name_cannot_be_registered_anew(anna, staff):
    moderation.ban(staff, anna)
    anna.delete()
    again, errors = type(staff).create(username="Anna", password="correct-horse")
    assert again is None
    assert errors


def test_a_ban_on_a_network_holds_for_everybody_there_but_the_superuser(anna, staff):
    moderation.ban(staff, network="203.0.113.0/24")
    assert refused(moderation.check_admitted, anna, address=("203.0.113.200", 4000))
    assert refused(moderation.check_admitted, address="::ffff:203.0.113.9")
    moderation.check_admitted(anna, address="203.0.114.1")
    root = create_account("Root", "", "correct-horse", is_superuser=True)
    moderation.check_admitted(root, address="203.0.113.200")


def test_a_ban_ends_by_itself_and_by_being_lifted(anna, staff):
    made = moderation.ban(staff, anna, seconds=60)
    Ban.objects.filter(pk=made.pk).update(until=timezone.now() - datetime.timedelta(seconds=1))
    moderation.check_admitted(anna)
    moderation.ban(staff, anna)
    assert moderation.lift(staff, Ban.objects.on_account(anna)) == 1
    moderation.check_admitted(anna)
    assert Ban.objects.count() == 2  # what was done stays to be read


def test_the_longest_ban_is_told(anna, staff):
    moderation.ban(staff, anna, seconds=60, reason="short")
    moderation.ban(staff, anna, reason="long")
    moderation.ban(staff, anna, seconds=120)
    assert moderation.ban_on(anna).reason == "long"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You may not come in: you are banned for another 2 hours. Reason: ||rshouting"),
        ("zh", "你不能进来：你已被禁止进入，还有 2 小时。原因：||rshouting"),
    ],
)
def test_the_banned_read_why_and_until_when_in_their_language(anna, staff, language, told):
    anna.language = language
    moderation.ban(staff, anna, seconds=7200, reason="|rshouting")
    assert error_text(refused(moderation.check_admitted, anna), anna) == told


def test_the_muted_cannot_speak_and_read_how_long(anna, staff):
    moderation.check_may_speak(anna)
    moderation.mute(staff, anna, seconds=90)
    error = refused(moderation.check_may_speak, anna)
    assert error_text(error, anna) == (
        "You may not talk here for another 1 minute 30 seconds; you can play on."
    )
    moderation.check_admitted(anna)
    moderation.check_may_speak(staff)
    moderation.lift(staff, Mute.objects.on_account(anna))
    moderation.check_may_speak(anna)


def test_talk_is_limited_and_says_how_long_to_wait(anna):
    for _ in range(int(ACTION_LIMITS["talk"].burst)):
        moderation.check_may_speak(anna)
    error = refused(moderation.check_may_speak, anna)
    assert error_text(error, anna) == (
        "Too much at once: talking. Wait 2 seconds; nothing has happened."
    )


def test_every_action_that_is_limited_has_its_words(anna):
    for language in ("zh", "en"):
        anna.language = language
        for action in ACTION_LIMITS:
            text = error_text(TableError("tooOften", action=action, wait=1), anna)
            assert action not in text.split()
            assert "{" not in text
            assert "?" not in text


@pytest.mark.parametrize(
    ("by", "whom", "may"),
    [
        ("Helper", "", True),
        ("Admin", "Builder", True),
        ("Admin", "Admin", False),
        ("Helper", "Admin", False),
        ("", "", False),
    ],
)
def test_nobody_acts_against_their_own_level_or_above(by, whom, may):
    one = create_account("One", "", "correct-horse", permissions=[by] if by else None)
    two = create_account("Two", "", "correct-horse", permissions=[whom] if whom else None)
    for act in (moderation.ban, moderation.mute, moderation.kick):
        if may:
            act(one, two)
        else:
            assert refused(act, one, two).key == "sanctionAbove"
    root = create_account("Root", "", "correct-horse", is_superuser=True)
    assert refused(moderation.ban, two, root).key == "sanctionAbove"


def test_a_row_that_bans_nobody_or_no_network_is_refused():
    from django.core.exceptions import ValidationError

    for row in (Ban(), Ban(network="Anna"), Mute()):
        with pytest.raises(ValidationError):
            row.clean()
    row = Ban(network="203.0.113.9/24")
    row.clean()
    assert row.network == "203.0.113.0/24"


def test_whoever_writes_a_ban_all_connections_of_the_banned_are_closed(
    anna, staff, monkeypatch, django_capture_on_commit_callbacks
):
    class Session:
        def __init__(self, account, address):
            self.account, self.address, self.said = account, address, []

        def msg(self, text):
            self.said.append(text)

    by_name, by_address = Session(anna, "198.51.100.1"), Session(None, "203.0.113.5")
    other = Session(staff, "198.51.100.1")
    handler = dict(enumerate((by_name, by_address, other)))
    closed = []
    monkeypatch.setattr(
        evennia,
        "SESSION_HANDLER",
        type("H", (dict,), {"disconnect": lambda self, s: closed.append(s)})(handler),
    )
    monkeypatch.setattr(moderation.reactor, "callFromThread", lambda function: function())
    moderation.watch()
    with django_capture_on_commit_callbacks(execute=True):
        Ban.objects.create(name="Anna", reason="from the admin")
        assert closed == []  # others read it when it has been stored for good
    assert closed == [by_name]
    with django_capture_on_commit_callbacks(execute=True):
        Ban.objects.create(network="203.0.113.0/24")
    assert by_address in closed
    assert other not in closed
    assert "from the admin" in by_name.said[0]
