"""To learn how a whole game is told takes half a minute, on a busy machine some."""

import pytest

HERE = "tests/rules/reading/"


def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(HERE):
            item.add_marker(pytest.mark.timeout(400))
