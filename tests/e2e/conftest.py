"""
Tests with a real server come first: their files take longest, and one that began last would keep a
single process busy. While the first of them makes the game that all copy (see `shared`), other
processes learn how sentences are read, and are not waiting for it.
"""

import pytest

HERE, READING = "tests/e2e/", "tests/rules/reading/"


def pytest_collection_modifyitems(items):
    own = [item for item in items if item.nodeid.startswith(HERE)]
    first = own[0].nodeid.partition("::")[0] if own else HERE

    def turn(item):
        for number, start in enumerate((first, READING, HERE)):
            if item.nodeid.startswith(start):
                return number
        return 3

    items.sort(key=turn)
    for item in own:
        item.add_marker(pytest.mark.e2e)
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(600))  # a busy machine starts a game in minutes
