"""What scripts told in a trial, and what went wrong with them at tables: on pages, in the game."""

import pytest
from shelved import page

from world import content
from world.locale.reader import Reader
from world.models import Draft, FailedAction
from world.play import failures
from world.render.content import guided_line, trial_lines

TRIAL = {
    "matches": 10,
    "played": 4,
    "failed": 0,
    "failures": [],
    "strength": None,
    "beside": None,
    "output": ["wolf.lua:3: <script>alert(1)</script> |rred"],
    "unanswered": [["ai/wolf-ai.lua:2: lost <b>", 3]],
    "guided": {
        "pairs": 40,
        "with": 30.0,
        "without": 20.0,
        "points": 10.0,
        "margin": 4.2,
        "verdict": "stronger",
    },
}
WOLF = "file:lua/wolf.lua"


@pytest.mark.django_db
@pytest.mark.usefixtures("scripted", "pages_wait")
def test_the_page_of_a_draft_shows_what_scripts_told_as_text_alone(at, people):
    draft = content.save_draft(people.bob, "pebbles", WOLF, 'game.stone("moon", 3)\n')
    Draft.objects.filter(pk=draft.pk).update(trial=TRIAL)
    html = page(at("bob").get(f"/build/pebbles/{draft.pk}/"))
    assert "wolf.lua:3: &lt;script&gt;alert(1)&lt;/script&gt; |rred" in html
    assert "<script>alert" not in html
    assert "ai/wolf-ai.lua:2: lost &lt;b&gt;" in html
    assert "makes its generals stronger" in html


def test_a_trial_is_told_with_it_in_the_game():
    told = " ".join(trial_lines({**TRIAL, "seconds": 3}, Reader("en", 400)))
    assert "wolf.lua:3: <script>alert(1)</script> ||rred" in told
    assert "ai/wolf-ai.lua:2: lost <b> [in 3 matches]" in told


@pytest.mark.parametrize(
    ("verdict", "en", "zh"),
    [
        (
            "stronger",
            "with it they won 10.0 ± 4.2 points of a hundred more",
            "每百局多赢10.0 ± 4.2局",
        ),
        (
            "weaker",
            "with it they won 10.0 ± 4.2 points of a hundred less",
            "每百局少赢10.0 ± 4.2局",
        ),
        ("unclear", "cannot be told: 30.0 of a hundred matches won with it", "看不出"),
    ],
)
def test_what_a_file_is_worth_is_one_sentence_in_each_language(verdict, en, zh):
    found = {"guided": {**TRIAL["guided"], "verdict": verdict}}
    assert en in guided_line(found, "en")
    assert zh in guided_line(found, "zh")
    assert guided_line({"guided": None}, "en") == guided_line({}, "en") == ""
    assert "cannot be told" in guided_line({"guided": {"pairs": 0, "verdict": "unclear"}}, "en")


def test_the_place_of_a_failure_is_a_script_and_a_line():
    assert failures.script_line("ai/wolf-ai.lua:12: lost: x") == "ai/wolf-ai.lua:12:"
    assert failures.script_line("it is too long") == "it is too long"


@pytest.mark.django_db
@pytest.mark.usefixtures("scripted", "pages_wait")
def test_the_page_of_a_draft_shows_what_went_wrong_at_tables(at, people, clock, pebbles):
    from hosted import start

    record = start(pebbles, clock).record
    for reason in ("wolf.lua:2: lost <i>", "wolf.lua:2: lost <i>", "hare.lua:1: lost"):
        FailedAction.objects.create(match=record, index=0, seat=0, kind="card", reason=reason)
    draft = content.save_draft(people.bob, "pebbles", WOLF, 'game.stone("moon", 3)\n')
    html = page(at("bob").get(f"/build/pebbles/{draft.pk}/"))
    assert 'wolf.lua:2: lost &lt;i&gt; <span class="soft">× 2</span>' in html
    assert "hare.lua" not in html
