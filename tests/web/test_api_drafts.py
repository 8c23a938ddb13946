"""The API for builders: drafts written, checked and tried, each by who may and by nobody else."""

import json

import pytest
from django.test import Client
from evennia.utils.create import create_account
from twisted.internet import defer

from world import content
from world.accounts import limits, roles, tokens
from world.content import publishing
from world.models import Draft, StaffAct

pytestmark = pytest.mark.django_db
API = "/api/1/"
SCENARIO = {"scenarios": [{"name": "two begin", "given": {}, "then": {"players.0.hand.count": 3}}]}


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """What another process is asked is done here."""
    limits.forget()
    monkeypatch.setattr(
        publishing.workers, "ask", lambda task, *job: defer.maybeDeferred(task, *job)
    )
    yield
    limits.forget()


class Person:
    """Somebody with a token."""

    def __init__(self, name, role=""):
        self.account = create_account(name, "", "correct-horse")
        if role:
            self.account.permissions.add(role)
        self.headers = {"authorization": f"Bearer {tokens.make_token(self.account)[1]}"}
        self.client = Client()

    def ask(self, method, address, data=None):
        return self.client.generic(
            method,
            API + address,
            json.dumps(data) if data is not None else "",
            "application/json",
            headers=self.headers,
        )

    def told(self, method, address, data=None):
        answer = self.ask(method, address, data)
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None


@pytest.fixture
def bob(db):
    return Person("Bob", "Builder")


@pytest.fixture
def rita(db):
    return Person("Rita", "Reviewer")


@pytest.fixture
def cards(pebbles):
    return [card.id for card in pebbles.cards]


@pytest.fixture
def draft(bob, cards):
    """One of Bob's, of a card that is there."""
    piece = bob.told("GET", f"games/pebbles/pieces/card:{cards[0]}/")
    return bob.told(
        "POST",
        "games/pebbles/drafts/",
        {"address": piece["address"], "text": piece["text"], "comment": "as it is"},
    )


def test_pieces_are_listed_and_read_with_their_text(bob, cards):
    listed = bob.told("GET", "games/pebbles/pieces/")["results"]
    assert {each["address"] for each in listed} >= {f"card:{each}" for each in cards}
    assert all("text" not in each for each in listed)
    found = bob.told("GET", f"games/pebbles/pieces/card:{cards[0]}/")
    assert found["kind"] == "card"
    assert cards[0] in found["text"]
    assert found["history"][0]["text"] == found["text"]
    assert bob.told("GET", "games/pebbles/pieces/?kind=file&q=pack.json5")["count"] == 1
    for address in ("card:nothing", "soup:x", "file:../../secret"):
        assert bob.ask("GET", f"games/pebbles/pieces/{address}/").status_code == 404


def test_a_draft_is_begun_read_written_and_dropped(bob, draft):
    assert draft["status"] == "open"
    assert draft["game"] == "pebbles"
    assert draft["may"] == ["write", "try", "submit", "drop"]
    address = f"drafts/{draft['number']}/"
    assert bob.told("GET", address) == draft
    written = bob.told("PUT", address, {"text": "{broken", "comment": "later"})
    assert (written["text"], written["comment"]) == ("{broken", "later")
    assert written["difference"]
    assert [each["number"] for each in bob.told("GET", "games/pebbles/drafts/")["results"]] == [
        draft["number"]
    ]
    assert bob.ask("DELETE", address).status_code == 204
    assert bob.told("GET", "games/pebbles/drafts/")["results"] == []
    assert bob.told("GET", "games/pebbles/drafts/?status=dropped")["count"] == 1
    assert StaffAct.objects.filter(act="drop", way="api", by=bob.account).exists()


def test_a_check_tells_problems_and_sentences_and_is_kept(bob, draft):
    address = f"drafts/{draft['number']}/"
    assert bob.told("POST", f"{address}check/")["problems"] == []
    assert bob.told("GET", address)["report"]["sentences"].keys() == {"zh", "en"}
    bob.told("PUT", address, {"text": "{broken"})
    problems = bob.told("POST", f"{address}check/")["problems"]
    assert problems[0]["line"] == 1
    assert bob.told("GET", address)["report"]["problems"] == problems


def test_a_text_is_checked_without_a_draft(bob, cards):
    data = {"address": f"card:{cards[0]}", "text": "{"}
    assert bob.told("POST", "games/pebbles/check/", data)["problems"]
    assert not Draft.objects.exists()


def test_scenarios_are_played_with_the_game_and_with_a_draft_in_it(bob, draft):
    data = {"text": json.dumps(SCENARIO), "transcript": True}
    (played,) = bob.told("POST", "games/pebbles/scenarios/", data)["scenarios"]
    assert played["name"] == "two begin"
    assert played["transcript"]
    with_draft = bob.told("POST", "games/pebbles/scenarios/", {**data, "draft": draft["number"]})
    assert with_draft["scenarios"][0]["holds"] == played["holds"]
    bob.told("PUT", f"drafts/{draft['number']}/", {"text": "{broken"})
    broken = bob.told("POST", "games/pebbles/scenarios/", {**data, "draft": draft["number"]})
    assert broken["problem"]
    assert "scenarios" in bob.told("POST", "games/pebbles/scenarios/", {"text": "{"})["problem"]


# -- who may ---------------------------------------------------------------------------------------

WRITES = [
    ("POST", "games/pebbles/drafts/", {"address": "card:x", "text": ""}),
    ("POST", "games/pebbles/check/", {"address": "card:x", "text": ""}),
    ("POST", "games/pebbles/scenarios/", {"text": "{}"}),
]


@pytest.mark.parametrize(("method", "address", "data"), WRITES)
def test_who_is_nobody_is_asked_for_a_token(client, pebbles, method, address, data):
    answer = client.generic(method, API + address, json.dumps(data), "application/json")
    assert (answer.status_code, answer.json()["error"]) == (401, "notSignedIn")


@pytest.mark.parametrize(("method", "address", "data"), WRITES)
def test_a_player_may_not_write(pebbles, db, method, address, data):
    answer = Person("Paul").ask(method, address, data)
    assert (answer.status_code, answer.json()["error"]) == (403, "mayNot")


def test_drafts_are_nobody_elses_affair(bob, draft):
    address = f"drafts/{draft['number']}/"
    other = Person("Olga", "Builder")
    for method, rest in (("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "check/")):
        answer = other.ask(method, address + rest, {"text": "x"})
        assert (answer.status_code, answer.json()["error"]) == (404, "noDraft")
    assert other.told("GET", "games/pebbles/drafts/")["count"] == 0
    assert other.client.get(API + address).status_code == 401
    assert Draft.objects.get().status == "open"


def test_who_lost_the_right_may_not_write_with_an_old_token(bob, draft):
    bob.account.permissions.remove("Builder")
    answer = bob.ask("PUT", f"drafts/{draft['number']}/", {"text": "x"})
    assert (answer.status_code, answer.json()["error"]) == (403, "mayNot")


def test_a_browser_that_is_signed_in_writes_only_with_the_token_of_a_form(bob, pebbles):
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob.account)
    answer = client.post(
        f"{API}games/pebbles/check/", {"address": "card:x", "text": ""}, "application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


# -- what is no use --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        "x",
        {"address": "card:x"},
        {"address": 3, "text": {"a": 1}},
        {"address": "card:x", "text": "x" * 500_000},
        {"address": "a\x00", "text": ""},
        {"address": "card:x", "text": "", "comment": "x" * 401},
    ],
)
def test_what_does_not_fit_is_told_by_field(bob, pebbles, data):
    answer = bob.ask("POST", "games/pebbles/drafts/", data)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid")
    assert answer.json()["fields"]
    assert not Draft.objects.exists()


def test_what_is_no_json_is_told(bob, pebbles):
    answer = bob.client.generic(
        "POST", f"{API}games/pebbles/drafts/", "{", "application/json", headers=bob.headers
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "notJson")
    answer = bob.client.post(f"{API}games/pebbles/drafts/", {"a": 1}, headers=bob.headers)
    assert (answer.status_code, answer.json()["error"]) == (415, "mediaType")


def test_a_draft_of_what_cannot_be_is_refused(bob, pebbles):
    for address in ("soup:x", "file:../../etc/passwd", "card:"):
        answer = bob.ask("POST", "games/pebbles/drafts/", {"address": address, "text": "{}"})
        assert (answer.status_code, answer.json()["error"]) == (404, "badAddress")


# -- sentences -------------------------------------------------------------------------------------

READING = {
    "behaviors": [{"at": "onPlay", "do": [{"type": "damage", "amount": 2}]}],
    "sentence": {"en": "Deal 2 damage."},
    "facts": {"manaCost": 1},
}


@pytest.fixture
def asked(monkeypatch):
    """What was asked of who reads sentences, who understands one."""
    found = []

    def read(who, *given, **more):
        roles.require_right(who, "write", given[0])
        found.append((*given, more))
        return defer.succeed({"readings": [READING], "upto": 14, "next": ["damage"]})

    monkeypatch.setattr(content, "read_sentence", read)
    monkeypatch.setattr(content, "complete_sentence", read)
    return found


def test_a_sentence_is_read_and_written_down_as_a_card_that_says_it(bob, shelf, asked):
    data = {"language": "en", "sentence": "Deal 2\x1b damage.", "kind": "treasure"}
    (reading,) = bob.told("POST", "games/chrono/sentence/", data)["readings"]
    expected = ("chrono", "en", "Deal 2 damage.", {"kind": "treasure", "facts": {}})
    assert asked == [expected]
    card = {**reading, "name": {"zh": "火星", "en": "Spark"}, "kind": "treasure"}
    written = bob.told("POST", "games/chrono/card/", card)
    assert written["address"] == f"card:{written['id']}"
    assert written["id"].endswith(".spark")
    report = bob.told("POST", "games/chrono/check/", {k: written[k] for k in ("address", "text")})
    assert (report["problems"], report["sentences"]["en"]) == ([], "Deal 2 damage.")
    assert bob.told("POST", "games/chrono/complete/", data)["next"] == ["damage"]


@pytest.mark.parametrize("address", ["sentence", "complete", "card"])
def test_a_player_has_no_sentences_read(shelf, db, asked, address):
    data = {"language": "en", "sentence": "x", "name": {"en": "x"}, "kind": "treasure"}
    answer = Person("Paul").ask("POST", f"games/chrono/{address}/", data)
    assert (answer.status_code, answer.json()["error"]) == (403, "mayNot")


@pytest.mark.parametrize(
    "data",
    [
        {"language": "la", "sentence": "x"},
        {"language": "en", "sentence": "x" * 401},
        {"language": "en", "sentence": "x", "facts": [1]},
        {"language": "en"},
    ],
)
def test_what_is_no_sentence_is_not_read(bob, shelf, asked, data):
    answer = bob.ask("POST", "games/chrono/sentence/", data)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid")
    assert asked == []
