"""Drafts: whose they are, what is said about them, who may not."""

import pytest
from shelved import GREY, refused

from world import content
from world.content import authoring
from world.models import PackPolicy


def heavier(text="4"):
    return content.find_piece("pebbles", GREY).text.replace('"weight": 1', f'"weight": {text}')


def test_a_draft_is_its_authors_own_and_remembers_what_it_was_made_from(people):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier(), comment="heavier")
    assert (made.author, made.status, made.comment) == (people.bob, "open", "heavier")
    assert made.base == content.find_piece("pebbles", GREY).text
    assert content.own_draft(people.bob, "pebbles", GREY) == made
    assert content.own_draft(people.ben, "pebbles", GREY) is None
    assert list(content.drafts_of(people.bob)) == [made]
    assert list(content.drafts_of(people.ben)) == []
    assert list(content.drafts_of(people.rita)) == []
    refused("noDraft", content.draft_numbered, people.ben, made.pk)


def test_saving_again_goes_on_with_the_same_draft_and_what_was_found_counts_no_more(people):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier())
    made.report, made.trial, made.status = {"problems": []}, {"matches": 1}, "approved"
    made.save()
    same = content.save_draft(people.bob, "pebbles", GREY, heavier(), comment="why")
    assert (same.pk, same.status, same.comment) == (made.pk, "approved", "why")
    other = content.save_draft(people.bob, "pebbles", GREY, heavier("5"))
    assert (other.pk, other.status) == (made.pk, "open")
    assert (other.report, other.trial, other.comment) == (None, None, "why")


def test_who_waits_for_a_review_is_seen_by_those_who_review_that_pack(people):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier())
    made.status = "submitted"
    made.save()
    assert list(content.drafts_of(people.rita)) == [made]
    assert list(content.drafts_of(people.ben)) == []
    PackPolicy.objects.create(folder="pebbles").reviewers.add(people.ada)
    assert list(content.drafts_of(people.rita)) == []
    assert list(content.drafts_of(people.ada, "pebbles", ["submitted"])) == [made]
    assert list(content.drafts_of(people.ada, "heir")) == []


def test_a_dropped_draft_is_no_more_and_another_can_be_begun(people):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier())
    refused("mayNot", content.drop_draft, people.ben, made)
    content.drop_draft(people.bob, made)
    assert content.own_draft(people.bob, "pebbles", GREY) is None
    refused("draftOver", content.drop_draft, people.bob, made)
    assert content.save_draft(people.bob, "pebbles", GREY, heavier()).pk != made.pk


def test_players_write_no_drafts_and_builders_only_where_the_pack_lets_them(people):
    refused("mayNot", content.save_draft, people.ann, "pebbles", GREY, "{}")
    refused("mayNot", content.check_text, people.ann, "pebbles", GREY, "{}")
    PackPolicy.objects.create(folder="pebbles").builders.add(people.bob)
    refused("mayNot", content.save_draft, people.ben, "pebbles", GREY, "{}")
    assert content.save_draft(people.bob, "pebbles", GREY, "{}")


def test_drafts_have_limits_of_size_and_number(people, monkeypatch):
    long = "x" * (authoring.LONGEST + 1)
    assert refused("draftTooLong", content.save_draft, people.bob, "pebbles", GREY, long) == {
        "count": authoring.LONGEST + 1,
        "limit": authoring.LONGEST,
    }
    monkeypatch.setattr(authoring, "MOST", 1)
    content.save_draft(people.bob, "pebbles", GREY, "{}")
    content.save_draft(people.bob, "pebbles", GREY, "{}}")
    args = people.bob, "pebbles", "card:t.new", "{}"
    assert refused("tooManyDrafts", content.save_draft, *args) == {"limit": 1}
    assert content.save_draft(people.ben, "pebbles", GREY, "{}")


@pytest.mark.parametrize("address", ["file:../x.json5", "file:x.py", "entry:nothing.a", "x", ""])
def test_no_draft_leads_out_of_its_pack(people, address):
    refused("badAddress", content.save_draft, people.bob, "pebbles", address, "{}")


def test_what_a_screen_would_obey_is_in_no_draft(people):
    text = "{\x1b[2J\u202e}\r\n// x"
    made = content.save_draft(people.bob, "pebbles", GREY, text, comment="a\nb")
    assert (made.text, made.comment) == ("{[2J}\n// x", "a b")


def test_an_unknown_game_is_named_with_those_there_are(people):
    details = refused("unknownGame", content.save_draft, people.bob, "nothing", GREY, "{}")
    assert details["games"] == ["heir", "pebbles"]
    assert content.folder_of("Heir") == content.folder_of("子") == "heir"


# -- checking


def test_a_report_says_what_the_card_says_and_what_is_other(people, done):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier())
    report = done(content.check_draft(people.bob, made))
    assert report["problems"] == []
    assert report["face"]["en"]["facts"]["weight"] == 4
    assert [line[:1] for line in report["difference"] if line[:1] in "+-"] == ["-", "+"]
    made.refresh_from_db()
    assert made.report == report
    assert content.find_piece("pebbles", GREY).text == made.base  # nothing is published by that


def test_problems_are_all_told_with_their_lines_in_the_draft(people, done):
    text = '{"id": "t.stone.grey",\n  "kind": "stoen",\n  "wieght": 4}'
    report = done(content.check_text(people.bob, "pebbles", GREY, text))
    told = {(problem["line"], problem["text"]) for problem in report["problems"]}
    assert {line for line, _ in told} <= {1, 2, 3}
    assert any("stone" in message for _, message in told), told  # what may have been meant


@pytest.mark.parametrize(
    ("text", "line"),
    [('{"id": 1,\n  "a": ]}', 2), ('{"id": "x"}, {}', 1), ("", 0), ("\n\n}", 1)],
)
def test_a_broken_text_is_a_draft_with_a_place_of_its_mistake(people, done, text, line):
    made = content.save_draft(people.bob, "pebbles", "card:t.new", text)
    report = done(content.check_draft(people.bob, made))
    assert [problem["line"] for problem in report["problems"]] == ([line] if line else [])


def test_a_card_has_the_id_of_its_address(people, done):
    report = done(content.check_text(people.bob, "pebbles", "card:t.new", '{"id": "t.old"}'))
    assert any("t.new" in problem["text"] for problem in report["problems"])


def test_a_mistake_that_a_change_makes_elsewhere_is_told_with_its_file(people, done):
    report = done(content.check_text(people.bob, "pebbles", "entry:kinds", '["other"]'))
    assert report["problems"]
    assert any("pebbles/pack.json5" in problem["place"] for problem in report["problems"])


def test_one_person_waits_for_so_many_checks_at_a_time(people, done):
    waiting = [
        content.check_text(people.bob, "pebbles", GREY, heavier(str(weight))) for weight in range(4)
    ]
    refused("checksWaiting", content.check_text, people.bob, "pebbles", GREY, heavier())
    other = content.check_text(people.ben, "pebbles", GREY, heavier())
    for each in [*waiting, other]:
        assert done(each)["problems"] == []
    assert done(content.check_text(people.bob, "pebbles", GREY, heavier()))["problems"] == []


def test_nobody_checks_the_draft_of_somebody_else_but_who_reviews_it(people, done):
    made = content.save_draft(people.bob, "pebbles", GREY, heavier())
    refused("mayNot", content.check_draft, people.ben, made)
    assert done(content.check_draft(people.rita, made))["problems"] == []
