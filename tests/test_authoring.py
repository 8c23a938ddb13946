"""Every snippet of the tutorial (docs/authoring.md) does what the tutorial says."""

import json
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyjson5
import pytest
from django.test import Client
from evennia.utils.create import create_account
from twisted.internet import defer

from rules.pack import load_pack, publisher
from rules.pack.files import WORLD
from rules.workshop import checking, entries, trying
from rules.workshop.command import main
from world.accounts import tokens
from world.content import publishing
from world.shelf import games

PAGE = Path(__file__).parents[1] / "docs" / "authoring.md"
FENCE = re.compile(r"^```(\S+) ?(.*)\n((?:.*\n)*?)```\n((?:>.*\n)*)", re.MULTILINE)


class Snippet(NamedTuple):
    """A fence: its language, what is said behind that, its text, what is quoted below it."""

    language: str
    about: str
    text: str
    quoted: list[str]


def snippets():
    for found in FENCE.finditer(PAGE.read_text("utf-8")):
        quoted = [line.lstrip("> ") for line in found[4].splitlines()]
        yield Snippet(found[1], found[2], found[3], [line for line in quoted if line])


def with_words(*words):
    return [each for each in snippets() if f"{each.language} {each.about}".startswith(words)]


@cache
def pack(game):
    return load_pack(WORLD / game)


CARDS = [each for each in with_words("json5 card") if not each.about.endswith("wrong")]


def name_of(card):
    return pyjson5.decode(card.text)["id"]


def address_of(card):
    return f"card:{name_of(card)}"


def made_with(card, *more):
    """Its game, with what else is given and the cards of the page that its text names."""
    game = pack(card.about.split()[1])
    named = [each for each in CARDS if each != card and json.dumps(name_of(each)) in card.text]
    puts = [
        publisher.Put(game.folder, address_of(each), each.text.strip()) for each in (*named, *more)
    ]
    return publisher.next_version(game, publisher.put_pieces(game.sources, puts)) if puts else game


@pytest.mark.parametrize("card", CARDS, ids=address_of)
def test_a_card_is_in_order_and_says_what_stands_below_it(card):
    report = checking.report_of(made_with(card), address_of(card), card.text.strip(), {})
    assert report["problems"] == []
    assert report["warnings"] == report["untold"] == []
    said = [report["sentences"]["en"], report["sentences"]["zh"]]
    assert [each for each in said if each] == card.quoted


@pytest.mark.parametrize("entry", with_words("json5 entry"), ids=lambda each: each.about)
def test_an_entry_is_in_order_with_the_cards_of_the_page_and_the_ways_back(entry):
    _, folder, named = entry.about.split()
    game, (section, name) = pack(folder), named.split(".")
    cards = [each for each in CARDS if json.dumps(name_of(each)) in entry.text]
    beside = [publisher.Put(game.folder, address_of(each), each.text.strip()) for each in cards]
    if section == "places":
        others = entries.follow_ways(name, None, pyjson5.decode(entry.text), game.places)
        beside += [
            publisher.Put(game.folder, f"entry:places.{other}", json.dumps(text))
            for other, text in others.items()
        ]
    report = checking.report_of(game, f"entry:{section}.{name}", entry.text.strip(), {}, beside)
    assert report["problems"] == []


@pytest.mark.parametrize("card", with_words("json5 card chrono wrong"), ids=address_of)
def test_a_wrong_card_is_told_what_stands_below_it(card):
    report = checking.report_of(pack("chrono"), address_of(card), card.text.strip(), {})
    assert [each["text"] for each in report["problems"]] == card.quoted


def test_scenarios_hold_with_the_card_before_them():
    before, count = None, 0
    for each in snippets():
        if each in CARDS:
            before = each
        if f"{each.language} {each.about}".startswith("json5 scenario"):
            found = trying.outcomes_of(made_with(before, before), each.text, transcript=False)
            assert not found["problem"]
            assert found["scenarios"]
            assert not any(one["failures"] for one in found["scenarios"]), found
            count += 1
    assert count


def test_the_editors_settings_name_schemas_that_there_are(client, db):
    (settings,) = with_words("json settings")
    games.forget()
    for each in json.loads(settings.text)["json.schemas"]:
        address = each["url"].removeprefix("http://localhost:4001")
        assert client.get(address).status_code == 200
        wanted = [pattern for pattern in each["fileMatch"] if not pattern.startswith("!")]
        files = [path.as_posix() for path in WORLD.rglob("*.json5")]
        assert [path for path in files for pattern in wanted if fnmatch(path, pattern)]


def test_commands_that_are_named_can_be_typed(capsys):
    named = re.findall(r"`python -m rules\.pack ([^`]+)`", PAGE.read_text("utf-8"))
    assert named
    for command in named:
        assert main(command.split()) == 0
        assert capsys.readouterr().out


@pytest.mark.parametrize("request_", with_words("http"), ids=lambda each: each.about)
def test_requests_are_answered_as_stands_below_them(db, monkeypatch, request_):
    games.forget()
    monkeypatch.setattr(
        publishing.workers, "ask", lambda task, *job: defer.maybeDeferred(task, *job)
    )
    account = create_account("Bob", "", "correct-horse")
    account.permissions.add("Builder")
    method, address = request_.about.split()
    answer = Client().generic(
        method,
        address,
        request_.text,
        "application/json",
        headers={"authorization": f"Bearer {tokens.make_token(account)[1]}"},
    )
    assert answer.status_code < 300, answer.content
    told = json.dumps(answer.json(), ensure_ascii=False)
    assert [line for line in request_.quoted if line not in told] == []


def test_nothing_on_the_page_goes_untested():
    kinds = {f"{each.language} {each.about}".split()[0] for each in snippets()}
    assert kinds == {"json5", "json", "http"}
    assert len(list(snippets())) == PAGE.read_text("utf-8").count("```") // 2
