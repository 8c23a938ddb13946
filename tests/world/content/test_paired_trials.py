"""A trial of a draft tells what its card changes, where the game says how that is measured."""

import json

import pytest
from shelved import GREY, edit

from world import content
from world.render.content import paired_lines
from world.shelf import games

REPORT = """"report": {"trial": {"measures": {"points": "{it.points}"},
  "settings": [{"short": true}, {"short": false}],
  "kinds": {"stone": {"with": {"bring": [{"stones": ["{card}"]}, {}]},
    "both": {"bring": [{}, {}]}}}}},
  "bot": """


@pytest.fixture
def trial_of(shelf, people, settings, turns):
    """Tries a draft of the grey stone out; gives what the trial tells."""
    settings.TRIAL_MATCHES = 20
    edit(shelf.file, '"bot": ', REPORT)
    games.forget()
    games.keep_good()

    def play(text):
        row = content.save_draft(people.bob, "pebbles", GREY, text)
        found = []
        content.await_trial(people.bob, row).addCallback(found.append)
        turns.run_until(lambda: found)
        return found[0]

    return play


def test_each_setting_is_played_with_and_without_the_card(trial_of):
    text = content.find_piece("pebbles", GREY).text.replace('"weight": 1', '"weight": 4')
    found = trial_of(text)
    assert found["failed"] == 0
    paired = found["paired"]
    assert paired["pairs"] == 40
    assert [row["at"] for row in paired["settings"]] == [1, 2]
    assert set(paired["measures"]) == {"points"}
    lines = paired_lines(json.loads(json.dumps(found)), "en")
    assert lines[0].startswith("With it and without it, 40 pairs of matches")
    assert "±" in lines[1]
    assert len(lines) == 4
