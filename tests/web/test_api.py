"""The API: what everybody may read, who one is, and how whatever goes wrong is told."""

import pytest
from django.test import Client

from server.buckets import Rate
from world.accounts import limits, tokens
from world.errors import TableError
from world.models import Ban, MatchRecord, MatchSeat, PlayerRecord, Token
from world.shelf import games

pytestmark = pytest.mark.django_db
API = "/api/1/"


@pytest.fixture(autouse=True)
def _fresh():
    limits.forget()
    yield
    limits.forget()


@pytest.fixture
def token(anna):
    return tokens.make_token(anna, "editor")[1]


def told(client, address, **headers):
    answer = client.get(API + address, headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def bearer(text):
    return {"authorization": f"Bearer {text}"}


# -- reading ---------------------------------------------------------------------------------------


def test_games_are_listed_and_each_tells_what_can_be_chosen(client, shelf):
    listed = told(client, "games/")
    assert {each["id"] for each in listed["results"]} == set(games.offered())
    game = told(client, "games/chrono/")
    assert game["name"] == {"zh": "逆时巫师", "en": "Chrono Wizard"}
    assert game["seats"] == list(shelf["chrono"].program.seats)
    assert game["properties"]["school"]["values"] == ["none", "fire", "frost", "arcane"]
    assert client.get(game["schemas"]["card"]).status_code == 200


def test_cards_are_found_by_text_kind_and_symbol_in_both_languages(client, shelf):
    found = told(client, "games/chrono/cards/?q=智慧之光")
    assert [each["name"]["en"] for each in found["results"]] == ["Light of Wisdom"]
    assert found["results"][0]["text"] == {"zh": "抽2张牌。", "en": "Draw 2 cards."}
    fire = told(client, "games/chrono/cards/?school=fire&limit=200")
    assert fire["count"] == len(fire["results"])
    assert {each["printed"]["school"] for each in fire["results"]} == {"fire"}


def test_a_card_tells_the_behaviours_that_its_sentences_are_made_from(client, shelf):
    card = told(client, "games/chrono/cards/base.treasure.common.light_of_wisdom/")
    assert card["behaviors"][0]["do"][0]["type"] == "drawCard"
    assert card["file"].startswith("chrono/cards/")
    assert client.get(card["page"]).status_code == 200


def test_lists_come_in_parts(client, shelf):
    first = told(client, "games/chrono/cards/?limit=2")
    assert len(first["results"]) == 2
    assert first["previous"] is None
    second = client.get(first["next"]).json()
    assert first["results"][0]["id"] not in {each["id"] for each in second["results"]}
    assert len(told(client, "games/chrono/cards/?limit=100000")["results"]) <= 200


def test_the_best_come_first(client, shelf, anna):
    PlayerRecord.objects.create(account=anna, game="race", played=3, won=2)
    assert told(client, "games/race/standings/")["results"][0] | {"last_played_at": None} == {
        "player": "Anna", "played": 3, "won": 2, "met": 0, "beat": 0, "conceded": 0,
        "streak": 0, "best_streak": 0, "best_score": None, "last_played_at": None,
    }  # fmt: skip


@pytest.fixture
def matches(pebbles, anna):
    """One that everybody may know of, and one at a private table, Anna at both."""

    def over(**row):
        record = MatchRecord.objects.create(
            pack_version=games.version_of(pebbles),
            seed=3,
            status=MatchRecord.Status.FINISHED,
            standings=[[0], [1]],
            **row,
        )
        MatchSeat.objects.create(match=record, seat=0, account=anna, name="Anna", place=1)
        MatchSeat.objects.create(match=record, seat=1, bot="random", name="Bot", place=2)
        return record

    return over(), over(private=True)


def test_matches_at_private_tables_are_told_to_those_who_played_there(client, matches, token):
    public, private = (match.pk for match in matches)
    assert [each["number"] for each in told(client, "matches/")["results"]] == [public]
    own = told(client, "matches/?player=anna&game=pebbles", **bearer(token))["results"]
    assert [each["number"] for each in own] == [private, public]
    assert told(client, "matches/?player=nobody")["results"] == []
    assert client.get(f"{API}matches/{private}/").status_code == 404
    assert told(client, f"matches/{private}/", **bearer(token))["seats"][0]["player"] == "Anna"
    assert client.get(f"{API}matches/{private}/steps/").status_code == 404
    assert told(client, f"matches/{public}/steps/?seat=none")["steps"]
    assert told(client, f"matches/{private}/steps/?seat=all", **bearer(token))["steps"]


# -- who one is ------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_only_its_digest_is_kept(anna):
    row, text = tokens.make_token(anna, "  my\x1b[2J editor ")
    assert row.name == "my[2J editor"
    assert text not in {str(value) for value in Token.objects.values().get().values()}
    assert tokens.account_with(text) == anna
    assert tokens.account_with(text[:-1]) is None


def test_a_token_that_is_taken_back_lets_nobody_in(client, shelf, anna, token):
    assert client.get(f"{API}games/", headers=bearer(token)).status_code == 200
    tokens.drop_token(anna, 1)
    answer = client.get(f"{API}games/", headers=bearer(token))
    assert answer.status_code == 401
    assert answer.json()["error"] == "badToken"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_who_is_banned_or_closed_does_not_come_in_by_a_token(client, shelf, anna, token):
    ban = Ban.objects.create(account=anna, name="Anna", reason="shouting")
    answer = client.get(f"{API}games/", headers=bearer(token))
    assert (answer.status_code, answer.json()["error"]) == (403, "banned")
    assert "shouting" in answer.json()["sentence"]
    ban.delete()
    anna.is_active = False
    anna.save()
    assert client.get(f"{API}games/", headers=bearer(token)).status_code == 401


def test_an_account_has_so_many_tokens_and_guests_have_none(anna, monkeypatch):
    for _ in range(tokens.MOST):
        tokens.make_token(anna)
    with pytest.raises(TableError, match="tokenTooMany"):
        tokens.make_token(anna)
    monkeypatch.setattr(tokens.people, "is_guest", lambda account: True)
    with pytest.raises(TableError, match="tokenGuest"):
        tokens.make_token(anna)


def test_tokens_are_made_and_taken_back_on_a_page(client, anna):
    assert client.get("/auth/tokens/").status_code == 302
    client.force_login(anna)
    page = client.post("/auth/tokens/", {"name": "editor"})
    assert page.headers["Cache-Control"] == "no-store"
    text = page.content.decode().split("<code>")[1].split("</code>")[0]
    assert tokens.account_with(text) == anna
    assert text not in client.get("/auth/tokens/").content.decode()
    client.post("/auth/tokens/", {"drop": "7"})
    assert tokens.tokens_of(anna).count() == 1
    client.post("/auth/tokens/", {"drop": "1"})
    assert tokens.account_with(text) is None


def test_a_form_elsewhere_cannot_use_the_browser_of_somebody_signed_in(anna):
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    assert client.post("/auth/tokens/", {"name": "x"}).status_code == 403


# -- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["nothing/", "games/none/", "games/none/cards/", "games/chrono/cards/x/", "matches/9/"],
)
def test_what_is_not_there_is_told_in_the_language_of_who_asks(client, shelf, address):
    answer = client.get(API + address)
    assert (answer.status_code, answer.json()["error"]) == (404, "notFound")
    assert "nothing at this address" in answer.json()["sentence"]
    chinese = client.get(API + address, headers={"accept-language": "zh"})
    assert "这个地址" in chinese.json()["sentence"]


def test_a_method_that_an_address_does_not_take_is_told(client, shelf, token):
    answer = client.delete(f"{API}games/", headers=bearer(token))
    assert (answer.status_code, answer.json()["error"]) == (405, "method")


def test_who_asks_too_often_is_told_how_long_to_wait(client, shelf, settings):
    settings.ACTION_LIMITS = {**settings.ACTION_LIMITS, "api": Rate(1, 30)}
    limits.forget()
    assert client.get(f"{API}games/").status_code == 200
    answer = client.get(f"{API}games/")
    assert (answer.status_code, answer.json()["error"]) == (429, "tooOften")
    assert int(answer.headers["Retry-After"]) > 20
    assert "reading over the API" in answer.json()["sentence"]


def test_a_mistake_of_ours_is_a_sentence_and_no_traceback(client, monkeypatch):
    monkeypatch.setattr(games, "games_by_id", lambda: 1 / 0)
    answer = client.get(f"{API}games/")
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert "division" not in answer.content.decode()


# -- documentation ---------------------------------------------------------------------------------


def test_the_api_describes_itself_for_programs(client):
    document = client.get(f"{API}openapi.json").json()
    assert document["openapi"].startswith("3.")
    assert "/api/1/games/{game}/cards/" in document["paths"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (path, method)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_describes_every_address_and_loads_nothing_from_elsewhere(client, language):
    page = client.get(f"{API}?lang={language}").content.decode()
    document = client.get(f"{API}openapi.json").json()
    for path in document["paths"]:
        assert path in page
    assert "https://" not in page.replace("https://schema.org", "")
