"""The way of a draft: checked, tried out, reviewed by somebody else, published, taken back."""

from unittest import mock

import pytest
from shelved import GREY, refused

from world import content
from world.content import publishing, trying
from world.errors import TableError
from world.models import PackPolicy, PackVersion, Publication, Revision, StaffAct
from world.shelf import games

FAILING = """, "behaviors": [{"at": "onPlay", "do": [
  {"type": "loop", "times": 1000000, "do": [
    {"type": "set", "of": "{you}", "field": "points", "mode": "add", "amount": 1}]}]}]}"""


@pytest.fixture(autouse=True)
def few_matches(settings):
    settings.TRIAL_MATCHES = 20
    yield
    trying.stop()


@pytest.fixture
def submitted(people, done):
    """A draft of Bob's that was checked and tried out."""

    def make(weight=4, address=GREY, who=people.bob, old=1):
        text = content.find_piece("pebbles", GREY).text
        text = text.replace(f'"weight": {old}', f'"weight": {weight}')
        if address != GREY:
            text = text.replace("t.stone.grey", address.removeprefix("card:"))
            text = text.replace("灰石", "新石").replace("grey stone", "new stone")
        made = content.save_draft(who, "pebbles", address, text, "heavier")
        done(content.submit_draft(who, made))
        done(content.await_trial(who, made))
        return made

    return make


def weight(game="pebbles"):
    return games.find_game(game).card("t.stone.grey").facts["weight"]


def test_a_draft_is_submitted_tried_approved_and_published(people, done, submitted):
    draft = submitted()
    assert (draft.trial["matches"], draft.trial["failed"]) == (20, 0)
    refused("needsReview", content.publish_drafts, people.rita, [draft])
    refused("mayNot", content.publish_drafts, people.bob, [draft])
    content.approve_draft(people.rita, draft, "good")
    before = games.find_game("pebbles")
    outcome = done(content.publish_drafts(people.rita, [draft]))
    assert (outcome.problems, outcome.published) == ([], True)
    assert [card.id for card in outcome.changed] == ["t.stone.grey"]
    assert (weight(), weight("heir")) == (4, 4)
    assert before.card("t.stone.grey").facts["weight"] == 1  # those who play go on with theirs
    draft.refresh_from_db()
    assert (draft.status, draft.publication) == ("published", content.head_of("pebbles"))
    assert content.head_of("pebbles").by == people.rita
    assert content.head_of("pebbles").how == content.head_of("heir").how == "edit"
    assert "heavier" in content.head_of("pebbles").comment
    assert content.find_piece("pebbles", GREY).text == draft.text
    kept = Revision.objects.filter(publication=content.head_of("pebbles"))
    assert {row.address for row in kept} == {GREY, "file:pack.json5"}
    history = content.history_of("pebbles", GREY)
    assert [row.text for row in history] == [draft.text, draft.base]
    assert history[0].before == history[1]
    assert list(StaffAct.objects.order_by("pk").values_list("by_name", "act")) == [
        ("Bob", "submit"),
        ("Rita", "approve"),
        ("Rita", "publish"),
    ]


def test_nobody_reviews_their_own(people, submitted):
    draft = submitted(who=people.rita)
    refused("ownDraft", content.approve_draft, people.rita, draft)
    refused("mayNot", content.approve_draft, people.bob, draft)
    refused("mayNot", content.send_back, people.ben, draft, "no")
    refused("noReason", content.send_back, people.ada, draft, " ")
    content.send_back(people.ada, draft, "too heavy")
    draft.refresh_from_db()
    assert (draft.status, draft.review, draft.reviewer) == ("open", "too heavy", people.ada)
    refused("notSubmitted", content.approve_draft, people.ada, draft)


def test_a_pack_can_do_without_reviews(people, done, submitted):
    PackPolicy.objects.create(folder="pebbles", review=False)
    draft = submitted(who=people.rita)
    assert done(content.publish_drafts(people.rita, [draft])).published


def test_what_is_changed_after_the_approval_is_approved_no_more(people, submitted):
    draft = submitted()
    content.approve_draft(people.rita, draft)
    content.save_draft(people.bob, "pebbles", GREY, draft.text.replace("4", "5"))
    refused("draftChanged", content.publish_drafts, people.rita, [draft])
    draft.refresh_from_db()
    refused("needsReview", content.publish_drafts, people.rita, [draft])


def test_only_ones_own_drafts_without_mistakes_are_submitted(people, done):
    draft = content.save_draft(people.bob, "pebbles", GREY, '{"id": "t.stone.grey", "wieght": 2}')
    refused("notYourDraft", content.submit_draft, people.ben, draft)
    refused("mayNot", content.submit_draft, people.ann, draft)
    refused("draftHasProblems", lambda: done(content.submit_draft(people.bob, draft)))
    draft.refresh_from_db()
    assert draft.status == "open"
    assert draft.report["problems"]


def test_of_two_who_change_the_same_card_the_second_has_to_look_first(people, done, submitted):
    first, second = submitted(4), submitted(5, who=people.ben)
    for draft in (first, second):
        content.approve_draft(people.rita, draft)
    both = [content.publish_drafts(people.rita, [draft]) for draft in (first, second)]
    assert done(both[0]).published
    refused("draftBehind", lambda: done(both[1]))
    assert weight() == 4
    refused("draftBehind", content.submit_draft, people.ben, second)
    refused("notYourDraft", content.rebase_draft, people.bob, second)
    content.rebase_draft(people.ben, second)
    second.refresh_from_db()
    assert (second.status, second.base) == ("open", first.text)
    done(content.submit_draft(people.ben, second))
    done(content.await_trial(people.ben, second))
    content.approve_draft(people.rita, second)
    assert done(content.publish_drafts(people.rita, [second])).published
    assert weight() == 5


def test_several_drafts_are_published_together_or_not_at_all(people, done, submitted):
    drafts = [submitted(4), submitted(7, "card:t.stone.new")]
    content.approve_draft(people.rita, drafts[0])
    refused("needsReview", content.publish_drafts, people.rita, drafts)
    content.approve_draft(people.rita, drafts[1])
    outcome = done(content.publish_drafts(people.rita, drafts))
    assert outcome.problems == []
    assert [card.id for card in outcome.added] == ["t.stone.new"]
    assert [card.id for card in outcome.changed] == ["t.stone.grey"]
    assert Publication.objects.filter(folder="pebbles").count() == 2


def test_a_change_that_breaks_an_heir_is_refused_whole(people, done, shelf):
    own = content.save_draft(people.ada, "heir", "entry:remove.cards", '["t.stone.red"]')
    PackPolicy.objects.create(folder="heir", review=False)
    PackPolicy.objects.create(folder="pebbles", review=False)
    done(content.submit_draft(people.ada, own))
    assert done(content.publish_drafts(people.ada, [own])).published
    gone = content.retire_piece(people.ada, "pebbles", "card:t.stone.red")
    outcome = done(content.publish_drafts(people.ada, [gone]))
    assert not outcome.published
    assert any("t.stone.red" in problem for problem in outcome.problems)
    assert "t.stone.red" in games.find_game("pebbles").program.catalogue.definitions
    gone.refresh_from_db()
    assert gone.status == "open"


def test_a_card_is_taken_away_by_a_draft_without_a_text(people, done):
    refused("mayNot", content.retire_piece, people.bob, "pebbles", "card:t.stone.red")
    refused("noPiece", content.retire_piece, people.rita, "pebbles", "card:t.stone.none")
    refused("inheritedPiece", content.retire_piece, people.rita, "heir", "card:t.stone.red")
    draft = content.retire_piece(people.rita, "pebbles", "card:t.stone.red", "too red")
    done(content.submit_draft(people.rita, draft))
    content.approve_draft(people.ada, draft)
    outcome = done(content.publish_drafts(people.rita, [draft]))
    assert [card.id for card in outcome.removed] == ["t.stone.red"]
    assert content.history_of("pebbles", "card:t.stone.red")[0].text == ""


def test_an_older_publication_is_published_again_and_is_the_same_version(people, done, submitted):
    first = content.head_of("pebbles")
    draft = submitted()
    content.approve_draft(people.rita, draft)
    done(content.publish_drafts(people.rita, [draft]))
    refused("mayNot", content.rollback, people.bob, "pebbles", first.pk)
    refused("noPublication", content.rollback, people.rita, "pebbles", 999)
    refused("sameContent", content.rollback, people.rita, "pebbles", content.head_of("pebbles").pk)
    assert done(content.rollback(people.rita, "pebbles", first.pk, "was better")).published
    assert (weight(), weight("heir")) == (1, 1)
    newest = content.head_of("pebbles")
    assert (newest.how, newest.comment) == ("rollback", "was better")
    assert newest.version == first.version
    assert PackVersion.objects.filter(pack_id="pebbles").count() == 2


def test_texts_and_scenarios_are_published_without_another_version(people, done):
    PackPolicy.objects.create(folder="pebbles", review=False)
    rules = content.save_draft(people.rita, "pebbles", "file:RULES.md", "# Stones\n")
    outcome = done(content.publish_drafts(people.rita, [rules]))
    assert (outcome.published, outcome.publication) == (False, content.head_of("pebbles"))
    assert content.find_piece("pebbles", "file:RULES.md").text == "# Stones\n"
    assert [row.text for row in content.history_of("pebbles", "file:RULES.md")] == [
        "# Stones\n",
        "# Pebbles\n",
    ]
    assert PackVersion.objects.filter(pack_id="pebbles").count() == 1


def test_where_the_database_fails_nothing_is_published(people, done, submitted):
    draft = submitted()
    content.approve_draft(people.rita, draft)
    failing = mock.patch.object(
        publishing.published, "record_publication", side_effect=RuntimeError("away")
    )
    with failing, pytest.raises(RuntimeError):
        done(content.publish_drafts(people.rita, [draft]))
    assert weight() == 1
    draft.refresh_from_db()
    assert draft.status == "approved"
    assert done(content.publish_drafts(people.rita, [draft])).published


# -- trials


def test_progress_is_told_and_the_result_is_kept_with_the_draft(people, done):
    draft = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    told = []
    found = done(content.await_trial(people.bob, draft, lambda *part: told.append(part)))
    assert told == [(10, 20), (20, 20)]
    draft.refresh_from_db()
    assert draft.trial == found
    assert found["failures"] == []
    assert found["others"] > 0  # the cracked stone fails by itself
    again = done(content.await_trial(people.bob, draft))
    assert again == found  # nothing is played twice


def test_a_card_that_fails_is_not_published(people, done, submitted):
    loop = content.find_piece("pebbles", GREY).text[:-1] + FAILING
    PackPolicy.objects.create(folder="pebbles", review=False)
    draft = content.save_draft(people.rita, "pebbles", GREY, loop)
    report = done(content.check_draft(people.rita, draft))
    assert report["problems"] == []
    refused("notTried", content.publish_drafts, people.rita, [draft])
    found = done(content.await_trial(people.rita, draft))
    assert found["failed"] > 0
    assert found["limits"] > 0
    assert found["failures"]
    refused("trialFailed", content.publish_drafts, people.rita, [draft])


def test_a_trial_belongs_to_the_text_and_to_its_author_and_reviewers(people, done, submitted):
    draft = submitted()
    refused("mayNot", content.await_trial, people.ben, draft)
    assert done(content.await_trial(people.rita, draft))["matches"] == 20
    other = content.save_draft(people.bob, "pebbles", GREY, draft.text.replace("4", "5"))
    assert other.trial is None
    entry = content.save_draft(people.bob, "pebbles", "entry:pack.version", '"2"')
    refused("noTrial", content.await_trial, people.bob, entry)


def test_a_process_that_dies_once_costs_a_step(people, done):
    draft = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    killed = []

    def kill(*_):
        if not killed:
            killed.append(trying.workers.processes[0].process.kill())

    assert done(content.await_trial(people.bob, draft, kill))["matches"] == 20
    assert killed


def test_how_far_a_trial_is_can_be_asked(people, done):
    draft = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    assert content.progress_of(draft) is None
    told = []
    done(content.await_trial(people.bob, draft, lambda *_: told.append(content.progress_of(draft))))
    assert told == [(10, 20), (20, 20)]
    assert content.progress_of(draft) is None


def test_what_the_first_matches_of_a_trial_tell_is_told_before_its_end(people, done):
    draft = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    told = []

    def look(*_):
        told.append(content.figures_so_far(draft).get("matches"))

    assert content.figures_so_far(draft) == {}
    found = done(content.await_trial(people.bob, draft, look))
    assert told == [10, 20]
    assert content.figures_so_far(draft) == found
    draft.text += " // another text"
    assert content.figures_so_far(draft) == {}


def test_a_trial_that_a_restart_broke_off_begins_again_by_itself(people, done):
    draft = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    done(content.submit_draft(people.bob, draft))
    asked = content.await_trial(people.bob, draft, lambda *_: trying.stop())
    refused("trialBroken", done, asked)
    draft.refresh_from_db()
    assert not draft.trial
    content.resume_trials()
    assert content.progress_of(draft) == (0, 20)
    assert done(content.await_trial(people.bob, draft))["matches"] == 20
    content.resume_trials()
    assert content.progress_of(draft) is None, "what has a result is not tried again"


def test_what_waits_for_nobody_is_not_tried_after_a_restart(people):
    written = content.save_draft(
        people.bob, "pebbles", GREY, content.find_piece("pebbles", GREY).text
    )
    content.resume_trials()
    assert content.progress_of(written) is None


def test_who_publishes_during_the_trial_reads_how_far_it_is(people, monkeypatch):
    PackPolicy.objects.create(folder="pebbles", review=False)
    text = content.find_piece("pebbles", GREY).text
    draft = content.save_draft(people.rita, "pebbles", GREY, f"{text} ")
    running = trying.Running(draft.text, 20, (), 20, 7)
    monkeypatch.setitem(trying._running, draft.pk, running)
    with pytest.raises(TableError, match="trialRuns") as refusal:
        content.publish_drafts(people.rita, [draft])
    assert (refusal.value.details["done"], refusal.value.details["total"]) == (7, 20)
