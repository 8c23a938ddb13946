"""Cards nobody would write, sent over the API: they are told what is wrong, and nothing is done."""

import builtins
import json
import random

import pytest
from django.test import Client
from evennia.utils.create import create_account
from twisted.internet import defer

from rules.fuzz.canary import HOSTILE
from rules.fuzz.mutate import mutate_cards
from world.accounts import limits, tokens
from world.content import publishing

pytestmark = pytest.mark.django_db
MOST_BYTES = 400_000  # of an answer
ROUNDS, OF_EACH = 6, 5


@pytest.fixture
def canary(monkeypatch):
    """What was carried out that should not have been."""
    sung = []
    monkeypatch.setattr(builtins, "CANARY", lambda *_: sung.append(True), raising=False)
    return sung


@pytest.fixture
def check(db, monkeypatch, settings):
    """`check(game, address, text)`: the answer; what another process does is done here."""
    settings.ACTION_LIMITS = {
        **settings.ACTION_LIMITS,
        "apiWork": settings.ACTION_LIMITS["apiWork"]._replace(burst=10_000),
    }
    limits.forget()
    monkeypatch.setattr(
        publishing.workers, "ask", lambda task, *job: defer.maybeDeferred(task, *job)
    )
    account = create_account("Bob", "", "correct-horse")
    account.permissions.add("Builder")
    headers = {"authorization": f"Bearer {tokens.make_token(account)[1]}"}

    def check(game, address, text):
        answer = Client().post(
            f"/api/1/games/{game}/check/",
            {"address": address, "text": text},
            "application/json",
            headers=headers,
        )
        assert answer.status_code in (200, 400, 404, 409, 413, 429), answer.content
        assert b"Traceback" not in answer.content
        assert len(answer.content) < MOST_BYTES
        return answer.json()

    yield check
    limits.forget()


def spots(node, path=()):
    """The paths of all texts in a card."""
    if isinstance(node, dict | list):
        for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
            yield from spots(inner, (*path, key))
    elif isinstance(node, str):
        yield path


def test_no_string_of_a_card_that_is_sent_is_carried_out(shelf, check, canary):
    card = {
        "id": "base.treasure.common.x",
        **shelf["chrono"].card("base.treasure.common.bash").source,
    }
    card["id"] = "base.treasure.common.x"
    for number, path in enumerate(spots(card)):
        hostile = json.loads(json.dumps(card))
        node = hostile
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = HOSTILE[number % len(HOSTILE)]
        check("chrono", f"card:{card['id']}", json.dumps(hostile))
    assert not canary


@pytest.mark.parametrize("address", ["entry:main", "entry:define.doables.x", "file:x.json5"])
def test_nor_is_what_is_sent_for_another_piece(shelf, check, canary, address):
    for hostile in HOSTILE:
        check("chrono", address, json.dumps([{"type": hostile, "do": hostile}]))
        check("chrono", address, hostile)
    assert not canary


def test_mutated_cards_are_judged_and_never_an_accident(shelf, check):
    cards = {card.id: {**card.source, "id": card.id} for card in shelf["race"].cards}
    for seed in range(ROUNDS):
        chance = random.Random(seed)
        some = mutate_cards(cards, chance)
        for identifier in chance.sample(sorted(some), OF_EACH):
            card = some[identifier]
            report = check("race", f"card:{identifier}", json.dumps(card))
            assert "problems" in report or "sentence" in report


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "{" * 5000,
        "[" * 5000 + "]" * 5000,
        '{"id": "x", "id": "y"}',
        '{"id": "base.treasure.common.x", "name": ' + '{"a":' * 200 + "1" + "}" * 200 + "}",
        '{"id": "base.treasure.common.x", "name": "x", "manaCost": 1e400}',
        '{"id": "base.treasure.common.x", "name": "x", "count": 99999999999999999999}',
        '{"__proto__": {}, "id": "base.treasure.common.x", "name": "\\ud800"}',
        "// nothing",
        "NaN",
    ],
    ids=str,
)
def test_odd_texts_are_told_in_a_sentence(shelf, check, text):
    report = check("chrono", "card:base.treasure.common.x", text)
    assert report.get("problems") or report.get("sentence") or text == ""
