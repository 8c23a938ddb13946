"""
Tests with a real server come first: their files take longest, and one that began last would keep a
single process busy. While the first of them makes the game that all copy (see `shared`), other
processes learn how sentences are read, and are not waiting for it.
"""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    reading = here.parent / "rules" / "reading"
    first = next((item.path for item in items if here in item.path.parents), None)

    def turn(item):
        folders = item.path.parents
        return 0 if item.path == first else 1 if reading in folders else 2 if here in folders else 3

    items.sort(key=turn)
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(600))  # a busy machine starts a game in minutes
