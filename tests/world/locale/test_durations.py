"""Spans of time: as staff type them, as people read them."""

from functools import partial

import pytest

from world.locale import durations
from world.locale.messages import message

SAY = {
    language: partial(lambda lang, key, **a: message(key, lang, **a), language)
    for language in ("zh", "en")
}


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("2h", 7200), ("3d", 259200), ("90 s", 90), ("2h30m", 9000), ("2小时30分钟", 9000),
        ("1W", 604800), ("3 days", 259200), ("3天", 259200), ("forever", None), ("永久", None),
    ],
)  # fmt: skip
def test_what_can_be_typed(typed, seconds):
    assert durations.parse_duration(typed) == seconds


@pytest.mark.parametrize(
    "typed", ["", "2", "h", "2x", "-2h", "0d", "2h!", "99999999999w", "900000000w"]
)
def test_what_cannot(typed):
    with pytest.raises(durations.NotADuration):
        durations.parse_duration(typed)


@pytest.mark.parametrize(
    ("seconds", "en", "zh"),
    [
        (0.2, "1 second", "1 秒"),
        (7200, "2 hours", "2 小时"),
        (7199.5, "2 hours", "2 小时"),
        (5400, "1 hour 30 minutes", "1 小时30 分钟"),
        (90000, "1 day 1 hour", "1 天1 小时"),
        (86399, "1 day", "1 天"),
    ],
)
def test_what_is_read(seconds, en, zh):
    assert durations.duration_text(seconds, SAY["en"]) == en
    assert durations.duration_text(seconds, SAY["zh"]) == zh
