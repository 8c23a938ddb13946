"""Cards by their sentences, their ids and texts; packs with a draft for those who try it."""

from functools import partial
from itertools import product
from pathlib import Path
from unittest import mock

import pytest
from shelved import GREY, refused
from twisted.internet import defer

import rules
from rules.pack import load_pack
from rules.running.match import Match
from world import content
from world.content import browsing, wording
from world.shelf import games


@pytest.fixture(autouse=True)
def nothing_goes_on():
    yield
    wording.stop()


def test_a_new_id_is_like_those_of_its_like_and_taken_by_nobody(people):
    assert content.new_card_id("pebbles", {"zh": "白石", "en": "White Stone!"}) == (
        "t.stone.white_stone"
    )
    assert content.new_card_id("pebbles", "Grey", "stone") == "t.stone.grey_2"
    content.save_draft(people.bob, "pebbles", "card:t.stone.white", "{}")
    assert content.new_card_id("pebbles", "white") == "t.stone.white_2"
    assert content.new_card_id("pebbles", {"zh": "白石"}) == "t.stone.stone_5"
    assert (
        content.new_card_id("pebbles", {"zh": "白石2"}) == "t.stone.stone_5"
    )  # a number is no name
    content.save_draft(people.bob, "pebbles", "card:t.stone.stone_5", "{}")
    assert content.new_card_id("pebbles", {"zh": "黑石"}) == "t.stone.stone_6"


def test_a_card_as_a_text_is_one_that_can_be_published(people, done):
    name = {"zh": "白石", "en": "white stone"}
    made = content.new_card_id("pebbles", name, "stone")
    text = content.card_text([], {"weight": 3}, name, made, "stone")
    report = done(content.check_text(people.bob, "pebbles", f"card:{made}", text))
    assert report["problems"] == []
    assert report["face"]["zh"]["name"] == "白石"
    assert max(map(len, text.splitlines())) <= 140


def test_a_pack_with_a_draft_is_there_to_be_played_and_on_no_shelf(people, done):
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 4')
    draft = content.save_draft(people.bob, "pebbles", GREY, text)
    pack = done(content.pack_with(people.bob, draft))
    assert pack.card("t.stone.grey").facts["weight"] == 4
    assert games.find_game("pebbles").card("t.stone.grey").facts["weight"] == 1
    assert Match.new(pack, 2, 1).choices
    assert games.pack_of(games.version_of(pack)) is pack
    broken = content.save_draft(people.bob, "pebbles", GREY, text.replace("weight", "wieght"))
    refused("draftHasProblems", lambda: done(content.pack_with(people.bob, broken)))
    refused("mayNot", content.pack_with, people.ben, broken)


def test_a_game_that_a_builder_turns_to_is_learned_once_and_read_afterwards(people, done, settings):
    settings.READING_AHEAD = True
    with mock.patch.object(wording.learners, "ask", wraps=wording.learners.ask) as learning:
        content.prepare_sentences(people.ann, "pebbles", "en")
        assert not learning.called, "who writes no cards has nothing learned"
        for _ in range(2):
            content.prepare_sentences(people.bob, "pebbles", "en")
        assert learning.call_count == 1
        asked = content.complete_sentence(people.bob, "pebbles", "en", "Draw a stone.")
        assert not wording.workers.processes, "nobody learns the same beside"
        assert done(asked)["upto"] >= 0
        settings.READING_AHEAD = False
        content.prepare_sentences(people.bob, "pebbles", "zh")
        assert learning.call_count == 1


def test_after_a_start_all_games_are_learned_one_by_one_and_no_builder_waits_for_the_rest(
    people, settings
):
    settings.READING_AHEAD = True
    asked = []

    def ask(task, *job):
        asked.append(((Path(job[1][0]).name, job[-1]), defer.Deferred()))
        return asked[-1][1]

    with (
        mock.patch.object(wording.learners, "ask", ask),
        mock.patch.multiple(wording.early_learners, ask=ask, stop=mock.DEFAULT) as early,
    ):
        content.learn_games()
        assert len(asked) == 1
        content.prepare_sentences(people.bob, "pebbles", "en")
        assert asked[1][0] == ("pebbles", "en"), "what somebody turns to is learned beside"
        offered = games.offered().values()
        whole = [pack.folder for pack in offered if len(pack.origin.folders) == 1]
        for number in range(2 * len(whole)):
            assert not early["stop"].called
            asked[number][1].callback(None)
        assert sorted(game for game, _ in asked) == sorted(product(whole, ("zh", "en")))
        assert early["stop"].called, "and the process ends"


def test_a_sentence_is_read_by_ways_of_saying_alone_while_its_game_is_being_learned(
    people, settings
):
    """What they do not read waits for the rest."""
    settings.READING_AHEAD = True
    learned, asked, found = defer.Deferred(), [], {"refused": "", "lacking": [], "readings": []}

    def ask(task, *job):
        asked.append(task.__name__)
        by_ways = [{"sentence": {}}] if "2" in job[-3] else []
        return defer.succeed({**found, "learning": len(asked) < 3, "readings": by_ways})

    with (
        mock.patch.object(wording.learners, "ask", return_value=learned),
        mock.patch.object(wording.workers, "ask", ask),
    ):
        assert content.read_sentence(people.bob, "pebbles", "en", "Draw 2").result["learning"]
        told = []
        content.read_sentence(people.bob, "pebbles", "en", "Draw.").addCallback(told.append)
        assert not told
        learned.callback(None)
        assert not told[0]["learning"]
    assert asked == ["read_meanwhile", "read_meanwhile", "read_sentence"]


def test_a_sentence_is_read_though_learning_ahead_came_to_nothing(people, done, settings):
    settings.READING_AHEAD = True
    settings.READING_SECONDS = 0.01
    content.prepare_sentences(people.bob, "pebbles", "en")
    settings.READING_SECONDS = 300
    assert done(content.read_sentence(people.bob, "pebbles", "en", "Draw."))["readings"] == []


def test_sentences_are_read_for_builders_and_not_too_long_ones(people):
    refused("mayNot", content.read_sentence, people.ann, "pebbles", "en", "Draw a card.")
    refused("sentenceTooLong", content.read_sentence, people.bob, "pebbles", "en", "x" * 500)
    refused("badLanguage", content.read_sentence, people.bob, "pebbles", "xx", "Draw a card.")


def test_the_id_of_a_card_is_like_those_with_the_same_symbols_on_them(people, monkeypatch):
    duel = load_pack(Path(rules.__file__).parents[1] / "world" / "packs" / "duel")
    monkeypatch.setattr(browsing, "pack_in", lambda folder: duel)
    new = partial(content.new_card_id, "duel", "Sudden Hail", "spell")
    assert new({"manaCost": 2}) == "duel.spell.neutral.sudden_hail"
    assert new({"manaCost": 2, "class": "shade"}) == "duel.spell.shade.sudden_hail"
