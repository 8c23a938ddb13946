"""Learned rules on disk: one process learns, others wait."""

import fcntl

import pytest

from rules.reading import kept


def test_one_process_at_a_time_learns_what_is_kept_in_a_file(tmp_path):
    path = tmp_path / "cache" / "game-en.rules"
    with (
        kept.learn_alone(path),
        open(path.with_suffix(".lock")) as lock,
        pytest.raises(BlockingIOError),
    ):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with open(path.with_suffix(".lock")) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_where_nothing_can_be_kept_everybody_learns(tmp_path):
    (tmp_path / "file").write_text("")
    with kept.learn_alone(tmp_path / "file" / "game-en.rules"):
        pass
