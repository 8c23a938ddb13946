"""Builders write places and people: asked for field by field, with ways both ways."""

import json

import pytest
from hamlet import build_hamlet
from shelved import edit

from world import content
from world.models import PackPolicy
from world.shelf import games


@pytest.fixture
def bob(builder, own_file):
    somebody = builder("Bob")
    build_hamlet(own_file)
    return somebody


@pytest.fixture
def an(builder, own_file):
    somebody = builder("小安", language="zh")
    build_hamlet(own_file)
    return somebody


def entry_of(somebody, address):
    draft = content.own_draft(somebody.account, "pebbles", address)
    return json.loads(draft.text) if draft is not None else None


def test_a_new_place_is_asked_for_field_by_field(bob):
    told = bob.type("card new pebbles place 井边 / Well north of square")
    assert "entry:places.well" in told
    assert "three lines of 78 columns at most" in bob.type("back")
    bob.type("1")
    bob.type("水很凉。")
    bob.type("The water is cold.")
    bob.type("done")
    assert entry_of(bob, "entry:places.well") == {
        "name": {"zh": "井边", "en": "Well"},
        "at": [0, 1],
        "exits": {"south": "square"},
        "text": {"zh": "水很凉。", "en": "The water is cold."},
    }


def test_a_way_that_is_added_gets_its_way_back(bob):
    told = bob.type("card new pebbles place 井边 / Well north of square")
    assert entry_of(bob, "entry:places.square")["exits"] == {"east": "lane", "north": "well"}
    number = content.own_draft(bob.account, "pebbles", "entry:places.square").pk
    assert f"It goes together with your drafts {number}" in told


def test_a_way_that_is_taken_away_takes_its_way_back_with_it(bob):
    bob.type("card edit pebbles place square")
    bob.type("exits")
    bob.type("east")
    bob.type("remove")
    bob.type("done")
    assert entry_of(bob, "entry:places.square")["exits"] == {}
    assert entry_of(bob, "entry:places.lane")["exits"] == {}


def test_a_place_in_chinese_is_beside_another_one(an):
    an.type("牌 新建 地点 井边 / Well 广场北")
    assert entry_of(an, "entry:places.well")["exits"] == {"south": "square"}
    an.type("The water is cold.", "水很凉。", "完成")
    text = {"zh": "水很凉。", "en": "The water is cold."}
    assert entry_of(an, "entry:places.well")["text"] == text
    an.type("牌 新建 地点 河边 / Bank 在井边的东边", "完成")
    assert entry_of(an, "entry:places.bank")["exits"] == {"west": "well"}
    assert "井边" in an.type("牌 编辑 地点 井边")


def test_somebody_stands_where_they_are_put(bob):
    assert "already" in bob.type("card new pebbles person grey at lane")
    bob.type("card edit place lane", "done")
    bob.type("card edit person grey")
    bob.type("place")
    bob.type("lane")
    bob.type("done")
    assert entry_of(bob, "entry:people.grey")["place"] == "lane"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("card edit pebbles place nowhere", "There is nothing called"),
        ("card new pebbles place", "Say what the place is called"),
        ("card new pebbles person grey at nowhere", "There is nothing called"),
    ],
)
def test_what_cannot_be_begun_is_one_sentence(bob, line, sentence):
    assert sentence in bob.type(line)
    assert not content.drafts_of(bob.account).exists()


def test_words_typed_at_a_text_go_to_the_language_they_are_in(bob):
    bob.type("card edit pebbles place square", "text")
    bob.type("一口老井。", "An old well.", "done")
    assert entry_of(bob, "entry:places.square")["text"] == {
        "zh": "一口老井。",
        "en": "An old well.",
    }


def test_what_is_wrong_is_told_at_its_field(bob, an):
    told = bob.type("card edit pebbles place square", "at", "3", "at", "9, 9")
    assert "exits.east: lane is at [1, 0], and east of square is [10, 9]" in told
    an.type("牌 编辑 pebbles 地点 广场", "at")
    assert "exits.east：" in an.type("9 9")


def test_places_and_people_are_listed(bob):
    bob.type("card edit pebbles place square", "safe", "true", "done")
    told = bob.type("card list pebbles place")
    assert "square: 广场, Square  (draft)" in told
    assert "lane: 小巷, Lane" in told
    assert "grey: " in bob.type("card list person")


# -- a walk through one's drafts


def test_a_draft_is_walked_through_and_nobody_else_is_there(bob):
    where = bob.character.location
    bob.type(
        "card new pebbles place 井边 / Well north of square", "水很凉。", "It is cold.", "done"
    )
    told = bob.type("card try place well")
    assert "Well\nIt is cold.\nSouth: Square." in told
    told = bob.type("south")
    assert "East: Lane. North: Well." in told
    assert "Here: grey stone" in told
    assert "Lane" in bob.type("go lane").splitlines()[0]
    assert "is no way from here" in bob.type("north")
    assert bob.character.location == where
    assert "You are back where you were." in bob.type("try leave")
    assert "is no way" not in bob.type("south")


def test_who_stands_there_opens_their_scene_in_the_sandbox(bob):
    bob.type("card try place square")
    told = bob.type("visit grey")
    assert "seat 1" in told
    assert bob.character.ndb.sandbox.situation["scenario"]["options"] == {"short": True}
    assert "East: Lane." in bob.type("try leave")
    assert bob.character.ndb.sandbox is None
    assert "You are back" in bob.type("try leave")


def test_a_walk_in_chinese(an):
    told = an.type("牌 试玩 pebbles 地点 广场")
    assert "东：小巷。" in told
    assert "小巷" in an.type("东")


def test_a_draft_with_mistakes_is_not_walked_through(bob):
    bob.type("card edit place square", "text", "en", '= ""', "done")
    assert "mistake" in bob.type("card try place square")
    assert bob.character.ndb.stroll is None


# -- into the game


def test_a_place_and_the_way_to_it_are_published_together_and_rolled_back_together(bob):
    PackPolicy.objects.update_or_create(folder="pebbles", defaults={"review": False})
    bob.account.permissions.add("Reviewer")
    bob.type(
        "card new pebbles place 井边 / Well north of square", "水很凉。", "It is cold.", "done"
    )
    numbers = [str(each.pk) for each in content.drafts_of(bob.account)]
    assert len(numbers) == 2
    told = bob.type("card submit place well")
    assert all(number in told for number in numbers)
    bob.type("card publish place well")
    places = games.find_game("pebbles").places
    assert places["square"]["exits"]["north"] == "well"
    assert places["well"]["exits"] == {"south": "square"}
    assert not content.drafts_of(bob.account).exists()
    first = content.publications_of("pebbles").last().pk
    bob.type(f"card rollback {first}")
    assert "well" not in games.find_game("pebbles").places


def test_who_has_drafted_a_place_that_was_published_otherwise_looks_at_it_first(bob, builder):
    ben = builder("Ben")
    PackPolicy.objects.update_or_create(folder="pebbles", defaults={"review": False})
    for each in (bob, ben):
        each.account.permissions.add("Reviewer")
        each.type("card edit pebbles place square", "safe", "true", "done")
    bob.type("card edit place square", "text", "en", "A dry well.", "done")
    ben.type("card submit place square", "card publish place square")
    assert games.find_game("pebbles").places["square"]["safe"] is True
    assert "Since draft" in bob.type("card diff place square")
    assert "rebase" in bob.type("card submit place square")
    bob.type("card rebase place square", "card submit place square", "card publish place square")
    assert games.find_game("pebbles").places["square"]["text"]["en"] == "A dry well."


def test_a_file_of_cards_is_begun_from_the_template_of_its_kind(bob, own_file):
    heap = own_file.parent / "cards" / "heap_old.json5"
    heap.parent.mkdir()
    card = '{"id": "t.stone.old", "name": {"zh": "旧石", "en": "Old Stone"}}'
    heap.write_text(f'{{"cards": [{card}]}}', encoding="utf-8")
    edit(own_file, '"version"', '"templates": {"stone": "cards/heap_old.json5"}, "version"')
    games.forget()
    games.keep_good()
    told = bob.type("card new pebbles stone 新堆 / New Heap")
    assert "file:cards/heap_new_heap.json5" in told
    assert "No mistakes." in told
    (draft,) = content.drafts_of(bob.account)
    assert '"id": "t.stone.new_heap", "name": {"zh": "新堆", "en": "New Heap"}' in draft.text
    assert content.has_trial(draft)
