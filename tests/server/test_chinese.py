"""Traditional Chinese is a third way to read, and to type."""

import pytest

from server import chinese


def test_what_is_read_is_converted_by_phrases_not_by_characters():
    assert chinese.traditional("头发发现，皇后在后面") == "頭髮發現，皇后在後面"


@pytest.mark.parametrize("typed", ["開始", "牌桌 3", "說：乾杯", "play 3"])
def test_what_is_typed_keeps_its_places(typed):
    assert len(chinese.to_simplified(typed)) == len(typed)


@pytest.mark.parametrize(
    ("flags", "converted"),
    [
        ({}, False),
        ({chinese.FLAG: True}, True),
        ({"ENCODING": "big5"}, True),
        ({"ENCODING": "big5hkscs"}, True),
        ({"ENCODING": "gbk"}, False),
    ],
)
def test_who_reads_traditional_characters(flags, converted):
    session = type("Session", (), {"protocol_flags": flags})()
    assert chinese.reads_traditional(session) is converted


def test_nobody_reads_before_there_is_a_connection():
    assert not chinese.reads_traditional(None)
