"""What `make stage` does with every game in every way: once, with a short one."""

from __future__ import annotations

import pytest
from PIL import Image

from browser.whole.match import Plan, play
from browser.whole.pictures import difference, place_for, write_index

TOUCH = Plan("play pebbles", "touch", 390, "zh")
PLANS = [TOUCH, Plan("play pebbles", "clicks", 1920, "en"), Plan("play pebbles", "keys", 390, "zh")]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_short_match_from_the_first_question_to_the_last(chromium, game, tmp_path, plan):
    report = play(chromium, game, plan, seed=1, known=set(), folder=tmp_path)
    assert report.answers > 2
    assert not report.found
    assert report.kinds[-2:] == ["the end", "the table behind it"]
    assert list(tmp_path.iterdir()) == []


def test_what_is_wrong_is_found_and_kept_as_a_picture(chromium, game, tmp_path):
    report = play(chromium, game, TOUCH, seed=1, known=set(), folder=tmp_path, most=1)
    assert list(report.found) == ["stuck: not over"]
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("colour", "size", "differs"),
    [
        ("black", (40, 50), 0),
        ((9, 9, 9), (40, 50), 0),
        ("white", (40, 50), 1),
        ("black", (9, 9), 100),
    ],
)
def test_a_picture_is_compared_with_the_one_before(tmp_path, colour, size, differs):
    Image.new("RGB", (40, 50), "black").save(place_for(tmp_path, "table"))
    now = Image.new("RGB", size, "black")
    now.paste(colour, (0, 0, 4, 5))
    now.save(place_for(tmp_path, "table"))
    assert write_index(tmp_path) == {"table": differs}
    assert difference(tmp_path / "before" / "table.png", tmp_path / "now" / "table.png") == differs
    assert 'src="before/table.png"' in (tmp_path / "index.html").read_text()
