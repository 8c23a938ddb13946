"""Coming in by the web site: the rules of the login screen, for the visitor's real address."""

import pytest
from django.conf import settings
from evennia.accounts.models import AccountDB

from server import visitors
from world.community import moderation
from world.models import Ban

pytestmark = pytest.mark.django_db

SIGN_IN, REGISTER, PASSWORD = "/auth/login/", "/auth/register/", "/auth/password/"
PAIR = {"username": "Anna", "password": "correct-horse"}


def is_signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def new(name: str, password: str = "correct-horse") -> dict[str, str]:
    return {"username": name, "new_password": password, "again": password}


def through_portal(address: str) -> dict[str, str]:
    """The headers with which the Portal hands on what comes from an address."""
    return {visitors.FORWARDED: address, visitors.PROOF: visitors.proof_of_key()}


def test_who_knows_the_password_is_signed_in(client, anna):
    answer = client.post(SIGN_IN, {"username": " ａｎｎａ ", "password": "correct-horse"})
    assert answer.status_code == 302
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("language", "said"), [("zh-CN", "名字或密码不对。"), ("en", "Wrong name")]
)
def test_a_wrong_password_is_told_in_the_language_of_the_browser(client, anna, language, said):
    wrong = {**PAIR, "password": "wrong-horse"}
    page = client.post(SIGN_IN, wrong, headers={"accept-language": language}).content.decode()
    assert said in page
    assert not is_signed_in(client)


def test_the_banned_cannot_sign_in_register_or_stay(client, anna):
    client.force_login(anna)
    assert client.get(PASSWORD).status_code == 200
    Ban(account=anna, reason="spam").save()
    assert client.get(PASSWORD).status_code == 302
    assert not is_signed_in(client)
    page = client.post(SIGN_IN, PAIR).content.decode()
    assert not is_signed_in(client)
    assert "spam" in page

    Ban(network="192.0.2.0/24").save()
    client.post(REGISTER, new("Berta"), headers=through_portal("192.0.2.7"))
    assert not AccountDB.objects.filter(username="Berta").exists()


@pytest.mark.parametrize(
    "name", ["a", "Аnna", "me", "Anna|r", "x" * 40, "An na", "anna", "Anna\u200b", "Anna\x00"]
)
def test_names_are_those_of_the_game(client, anna, name):
    page = client.post(REGISTER, new(name))
    assert page.status_code == 200
    assert AccountDB.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password1", "Berta-Berta", "密码"])
def test_passwords_are_those_of_the_game(client, password):
    form = new("Berta-Berta", password)
    assert client.post(REGISTER, form).status_code == 200
    assert not AccountDB.objects.filter(username="Berta-Berta").exists()


def test_a_new_account_has_its_wizard_and_is_signed_in(client):
    answer = client.post(REGISTER, new("小明"), headers=through_portal("192.0.2.9"))
    assert answer.status_code == 302
    account = AccountDB.objects.get(username="小明")
    assert [wizard.key for wizard in account.characters] == ["小明"]
    assert account.db.creator_ip == "192.0.2.9"
    assert is_signed_in(client)


def test_two_different_passwords_make_no_account(client):
    client.post(REGISTER, {**new("Berta"), "again": "another-horse"})
    assert not AccountDB.objects.filter(username="Berta").exists()


def test_no_accounts_are_made_where_registration_is_closed(client, settings):
    settings.NEW_ACCOUNT_REGISTRATION_ENABLED = False
    client.post(REGISTER, new("Berta"))
    assert not AccountDB.objects.filter(username="Berta").exists()
    assert REGISTER not in client.get("/").content.decode()


def test_a_new_password_needs_the_old_one_and_signs_other_browsers_out(client, anna):
    client.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
    form = {"old_password": "wrong", "new_password": "better-horse", "again": "better-horse"}
    client.post(PASSWORD, form)
    assert AccountDB.objects.get(pk=anna.pk).check_password("correct-horse")
    other = type(client)()
    other.force_login(anna, settings.AUTHENTICATION_BACKENDS[0])
    assert client.post(PASSWORD, {**form, "old_password": "correct-horse"}).status_code == 302
    assert AccountDB.objects.get(pk=anna.pk).check_password("better-horse")
    assert client.get(PASSWORD).status_code == 200
    assert other.get(PASSWORD).status_code == 302


def test_guessing_passwords_ends_soon(client, anna):
    wrong = {**PAIR, "password": "wrong-horse"}
    for _ in range(30):
        client.post(SIGN_IN, wrong)
    client.post(SIGN_IN, PAIR)
    assert not is_signed_in(client)


def test_the_admin_has_no_door_of_its_own(client, admin_user):
    answer = client.get("/admin/")
    assert answer.url == "/admin/login/?next=/admin/"
    answer = client.get(answer.url)
    assert answer.url == f"{SIGN_IN}?next=/admin/"


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("192.0.2.1", {}, "192.0.2.1"),
        ("192.0.2.1", {visitors.FORWARDED: "203.0.113.5"}, "192.0.2.1"),
        ("127.0.0.1", {visitors.FORWARDED: "203.0.113.5"}, "127.0.0.1"),
        ("127.0.0.1", {visitors.FORWARDED: "203.0.113.5", visitors.PROOF: "x"}, "127.0.0.1"),
        ("127.0.0.1", through_portal("203.0.113.5"), "203.0.113.5"),
    ],
)
def test_only_the_portal_says_who_asks(rf, peer, headers, found):
    from web.middleware import visitor_of

    assert visitor_of(rf.get("/", REMOTE_ADDR=peer, headers=headers)) == found


def test_moderation_is_asked_with_the_visitors_address(client, anna, monkeypatch):
    asked = []
    monkeypatch.setattr(moderation, "check_admitted", lambda *a, **k: asked.append((a, k)))
    client.post(SIGN_IN, PAIR, headers=through_portal("203.0.113.5"))
    assert "203.0.113.5" in str(asked)
