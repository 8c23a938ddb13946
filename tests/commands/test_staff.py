"""Staff bans, mutes and closes connections, by commands in both languages; nobody else can."""

import pytest

from commands import staff
from world.community import moderation
from world.models import Ban, Mute, StaffAct

COMMANDS = [command.key for command in staff.COMMANDS]


@pytest.fixture
def olga(person):
    """An admin."""
    somebody = person("Olga")
    somebody.account.permissions.add("Admin")
    somebody.session.address = "198.51.100.1"
    return somebody


@pytest.fixture
def ann(person):
    somebody = person("Ann")
    somebody.session.address = "203.0.113.7"
    return somebody


def connected(somebody):
    return bool(somebody.account.sessions.all())


def test_a_player_has_none_of_them_and_help_says_nothing_of_them(ann, olga):
    index = ann.type("help")
    for key in COMMANDS:
        assert f"\n  {key} " not in index
        ann.type(f"{key} Olga forever")
    assert connected(olga)
    assert not Ban.objects.exists()
    assert not Mute.objects.exists()
    for key in COMMANDS:
        assert key in olga.type("help")
    assert "203.0.113.0/24" in olga.type("help ban")
    assert "203.0.113.0/24" not in ann.type("help ban")


def test_a_helper_mutes_and_does_not_ban(person, ann):
    helper = person("Hal")
    helper.account.permissions.add("Helper")
    assert helper.type("mute Ann 2h shouting") == "Muted for another 2 hours: Ann."
    helper.type("ban Ann 2h shouting")
    assert not Ban.objects.exists()


def test_a_ban_says_what_it_did_and_closes_the_connection(olga, ann):
    assert olga.type("ban ann 3d shouting all day") == "Banned for another 3 days: Ann."
    moderation.enforce()
    assert (
        "You may not come in: you are banned for another 3 days. Reason: shouting all day"
        in ann.told()
    )
    assert not connected(ann)
    row = Ban.objects.get()
    assert (row.account, row.by, row.network) == (ann.account, olga.account, "")


def test_a_ban_of_the_address_too(olga, ann):
    olga.type("ban Ann address 2h")
    row = Ban.objects.get()
    assert (row.name, row.network) == ("Ann", "203.0.113.7/32")


def test_a_network_is_banned_and_freed(olga, ann):
    assert olga.type("封禁 203.0.113.9/24 永久") == "Banned for good: 203.0.113.0/24."
    assert "203.0.113.0/24: banned for good, by Olga." in olga.type("bans")
    assert olga.type("unban 203.0.113.0/24") == "203.0.113.0/24 may come in again."
    assert olga.type("bans") == "Nobody is banned or muted."
    assert olga.type("unban 203.0.113.0/24").startswith("203.0.113.0/24 is not banned.")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ban", "Say whom, for how long"),
        ("ban Ann", "Say whom, for how long"),
        ("ban Ann shouting", "Say whom, for how long"),
        ("mute Ann 0d", "Say whom, for how long"),
        ("ban Nobody 3d", "There is no account called Nobody."),
        ("ban Olga 3d", "stands as high as you"),
        ("ban 198.51.100.0/24 3d", "that would lock you out"),
        ("boot Nobody", "There is no account called Nobody."),
        ("unmute Ann", "Ann is not muted."),
        ("unban |5x", "||5x is not banned."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_why(olga, ann, typed, told):
    assert told in olga.type(typed)
    assert not Ban.objects.exists()
    assert not Mute.objects.exists()


def test_two_words_of_time_and_a_reason(olga, ann):
    assert olga.type("mute Ann 3 days no more jokes") == "Muted for another 3 days: Ann."
    assert Mute.objects.get().reason == "no more jokes"


def test_the_muted_reads_it_at_once_and_again_when_talking_and_can_play(olga, ann):
    olga.type("mute Ann 2h shouting")
    sentence = "You may not talk here for another 2 hours; you can play on. Reason: shouting"
    assert sentence in ann.told()
    assert ann.type("say hello") == sentence
    assert "hello" not in olga.told()
    assert "play" in ann.type("help")
    assert olga.type("解除禁言 Ann") == "Ann may talk again."
    assert "hello" in ann.type("say hello")


def test_who_is_booted_reads_why_and_may_come_again(olga, ann):
    assert olga.type("boot Ann sleep well").startswith("The connections of Ann are closed")
    assert "You may come again. Reason: sleep well" in ann.told()
    assert not connected(ann)
    moderation.check_admitted(ann.account)
    assert olga.type("boot Ann") == "Ann is not connected."


def test_every_one_of_them_has_help_in_both_languages(olga):
    for command in staff.COMMANDS:
        assert command.key in olga.type(f"help {command.topic}")
    olga.account.language = "zh"
    for command in staff.COMMANDS:
        assert "可用" in olga.type(f"help {command.topic}") or command.topic == "bans"


def test_an_admin_gives_a_role_in_either_language(olga, ann):
    assert olga.type("role Ann") == "Ann is: player."
    assert olga.type("role Ann builder") == "Ann is: builder."
    assert ann.account.check_permstring("Builder")
    assert olga.type("role Ann 审阅者") == "Ann is: reviewer."
    assert "Only the superuser" in olga.type("role Ann admin")
    assert "no role" in olga.type("role Ann emperor")
    assert (
        olga.type("role") == "Say whom, and as what: role Ann, role Ann builder, role Ann player."
    )
    assert olga.type("role Ann player") == "Ann is: player."
    assert not ann.account.is_staff


def test_nobody_gives_a_role_without_being_an_admin(person, ann):
    rita = person("Rita")
    rita.account.permissions.add("Reviewer")
    rita.type("role Ann builder")
    assert not ann.account.check_permstring("Builder")


def test_what_staff_types_beyond_the_game_is_kept_without_passwords(olga, ann):
    olga.type("userpassword Ann = battery-staple-9")
    olga.type("wall hello everybody")
    olga.type("accounts")
    kept = list(StaffAct.objects.filter(act="command").order_by("pk").values_list("by_name", "on"))
    assert [(by, on.split()[-1]) for by, on in kept] == [("Olga", "Ann"), ("Olga", "everybody")]
    assert "battery" not in str(list(StaffAct.objects.values()))
    ann.type("wall hello")
    assert not StaffAct.objects.filter(by_name="Ann").exists()
