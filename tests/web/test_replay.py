"""Matches that are over, on the site: who may see them, and what the steps hold."""

import random

import pytest
from django.core.cache import caches

from rules.running.match import Match
from server import visitors
from server.conf.limits import ACTION_LIMITS
from world.accounts import limits
from world.models import JournalEntry, MatchRecord, MatchSeat
from world.shelf import games

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "小安", "Ada")
SEED = 3


def played(pack):
    """A match of random answers, to its end."""
    match, dice = Match.new(pack, 2, SEED), random.Random(SEED)
    while not match.is_over:
        choice = match.choices[0]
        count = dice.randint(choice.minimum, choice.maximum)
        match.apply(choice.seat, tuple(dice.sample(range(len(choice.options)), count)))
    return match


@pytest.fixture
def record(db, pebbles):
    """It is in the database as one that is over."""
    match = played(pebbles)
    row = MatchRecord.objects.create(
        pack_version=games.version_of(match.game),
        seed=SEED,
        status=MatchRecord.Status.FINISHED,
        standings=match.standings,
    )
    for seat in range(match.seats):
        MatchSeat.objects.create(match=row, seat=seat, name=NAMES[seat], place=seat + 1)
    JournalEntry.objects.bulk_create(
        JournalEntry(match=row, index=index, seat=seat, picks=list(picks))
        for index, (seat, picks, _) in enumerate(match.journal)
    )
    return row


def told(client, record, query=""):
    answer = client.get(f"/matches/{record.pk}/steps.json{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_steps_are_those_of_its_answers(client, record):
    data = told(client, record)
    assert len(data["steps"]) == record.journal.count() + 1
    assert all(step["private"] is None for step in data["steps"])


def test_a_spectator_is_shown_no_hand_and_a_seat_its_own(client, record):
    def hands(public):
        return [len(player["zones"]["hand"]["cards"]) for player in public["players"]]

    public = told(client, record)["steps"][0]["public"]
    assert hands(public) == [0, 0]
    own = told(client, record, "?seat=1")["steps"][0]
    assert own["private"]["you"] == 1
    assert len(own["private"]["zones"]["hand"]["cards"]) == 3
    assert own["public"] == public
    assert hands(told(client, record, "?seat=all")["steps"][0]["public"]) == [3, 3]


def test_answers_and_lines_are_in_the_language_asked_for(client, record):
    english, chinese, traditional = (
        told(client, record, f"?seat=all&language={language}")["steps"]
        for language in ("en", "zh", "zh-hant")
    )
    lines = [
        [line["text"] for step in steps for line in step["lines"]]
        for steps in (english, chinese, traditional)
    ]
    assert [each[0] for each in lines] == ["Round 1", "第1轮", "第1輪"]
    assert any(step["answer"].startswith("play ") for step in english)
    assert any(step["answer"].startswith("出") for step in chinese)


def test_a_match_at_a_private_table_is_for_its_players_alone(client, anna, record):
    MatchRecord.objects.update(private=True)
    MatchSeat.objects.filter(seat=1).update(bot="greedy", account=None)
    paths = (f"/matches/{record.pk}/", f"/matches/{record.pk}/steps.json?seat=all")
    assert {client.get(path).status_code for path in paths} == {404}
    client.force_login(anna)
    assert {client.get(path).status_code for path in paths} == {404}
    MatchSeat.objects.filter(seat=0).update(account=anna)
    assert {client.get(path).status_code for path in paths} == {200}


def test_a_match_that_goes_on_is_not_told(client, record):
    MatchRecord.objects.update(status=MatchRecord.Status.RUNNING)
    assert client.get(f"/matches/{record.pk}/").status_code == 404
    assert client.get(f"/matches/{record.pk}/steps.json").status_code == 404


@pytest.mark.parametrize("query", ["?seat=2", "?seat=-1", "?seat=x", "?seat=²", "?seat="])
def test_there_are_no_eyes_but_those_of_seats(client, record, query):
    assert client.get(f"/matches/{record.pk}/steps.json{query}").status_code == 404


def test_no_match_has_such_a_number(client, record):
    for number in (0, record.pk + 1, 10**30):
        assert client.get(f"/matches/{number}/").status_code == 404


def test_steps_are_made_once(client, record, settings, monkeypatch):
    from rules.weighing import steps

    settings.CACHES = {**settings.CACHES, "replays": settings.CACHES["throttle"]}
    told(client, record)
    monkeypatch.delattr(steps, "retell")
    assert told(client, record)["steps"]
    caches["replays"].clear()


def test_who_asks_too_often_is_told_to_wait(client, record, settings):
    rate = ACTION_LIMITS["replay"]
    # None comes back while this goes on, however long that takes.
    settings.ACTION_LIMITS = {**ACTION_LIMITS, "replay": rate._replace(seconds=10**6)}
    limits.forget()
    here = {visitors.FORWARDED: "192.0.2.7", visitors.PROOF: visitors.proof_of_key()}
    address = f"/matches/{record.pk}/steps.json?language=zh"
    answers = [client.get(address, headers=here) for _ in range(rate.burst + 1)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert "回放" in answers[-1].json()["error"]
    assert int(answers[-1].headers["Retry-After"]) >= 1
    limits.forget()


@pytest.mark.parametrize(("language", "said"), [("zh-CN", "分享地址"), ("en", "Address to share")])
def test_the_page_tells_who_played_and_has_the_address_to_share(client, record, language, said):
    page = client.get(f"/matches/{record.pk}/", headers={"accept-language": language})
    text = page.content.decode()
    assert said in text
    assert "小安" in text
    assert f"http://testserver/matches/{record.pk}/" in text


def test_names_of_people_are_no_markup(client, record):
    MatchSeat.objects.filter(seat=0).update(name="</script><i>")
    assert "<i>" not in client.get(f"/matches/{record.pk}/").content.decode()


def test_the_book_of_the_match_is_that_of_its_content(client, record, pebbles):
    address = f"/matches/{record.pk}/book/zh.json"
    assert client.get(address).json()["cards"]["t.stone.red"]["name"] == "红石"
    traditional = client.get(f"/matches/{record.pk}/book/zh-hant.json").json()
    assert (traditional["language"], traditional["cards"]["t.stone.red"]["name"]) == (
        "zh-hant",
        "紅石",
    )
    assert client.get(f"/matches/{record.pk}/book/xx.json").status_code == 404
    assert client.get(f"/matches/{record.pk + 1}/book/zh.json").status_code == 404


# -- framed by other pages


def embed(client, record, query=""):
    return client.get(f"/matches/{record.pk}/embed/{query}")


def test_any_page_may_frame_it_and_no_other_page_of_ours(client, record):
    answer = embed(client, record)
    assert "X-Frame-Options" not in answer.headers
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert "form-action 'none'" in policy
    for path in (f"/matches/{record.pk}/", f"/matches/{record.pk}/steps.json", "/"):
        headers = client.get(path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_it_leaves_no_cookie_and_has_no_form(client, record):
    answer = embed(client, record, "?lang=zh")
    assert 'lang="zh-Hans"' in answer.content.decode()
    assert not answer.cookies
    assert "<form" not in answer.content.decode()


def test_it_does_not_know_who_looks(client, anna, record):
    MatchSeat.objects.filter(seat=0).update(account=anna)
    client.force_login(anna)
    assert '"you": null' in embed(client, record).content.decode()
    assert '"eyes": "none"' in embed(client, record).content.decode()


def test_what_strangers_may_not_know_of_is_not_there_for_its_players_either(client, anna, record):
    MatchSeat.objects.filter(seat=0).update(account=anna)
    client.force_login(anna)
    gone = embed(client, type(record)(pk=record.pk + 1))
    for change in ({"private": True}, {"private": False, "delay": 60}, {"status": "running"}):
        MatchRecord.objects.update(**change)
        answer = embed(client, record)
        assert (answer.status_code, answer.content) == (404, gone.content)


def test_a_page_offers_to_be_framed_only_what_everybody_may_see(client, anna, record):
    MatchSeat.objects.filter(seat=0).update(account=anna)
    client.force_login(anna)
    page = f"/matches/{record.pk}/"
    assert f"{page}embed/" in client.get(page).content.decode()
    MatchRecord.objects.update(private=True)
    assert f"{page}embed/" not in client.get(page).content.decode()
