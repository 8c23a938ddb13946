"""What all tests share: a set up Evennia, and nothing of one test left for the next."""

import sys

import pytest
from pytest_django.plugin import blocking_manager_key


def pytest_configure(config: pytest.Config) -> None:
    import evennia

    # Starting Evennia asks the database for the game time; pytest-django would refuse.
    with config.stash[blocking_manager_key].unblock():
        evennia._init()


DATABASE = {"db", "transactional_db", "django_db_setup", "_django_db_helper"}


@pytest.fixture(autouse=True)
def _nothing_left_behind(request: pytest.FixtureRequest):
    """
    Evennia caches objects, tries and tasks for the life of the process. Emptying it collects
    garbage, which takes longer than most tests; so only after those that had a database.
    """
    yield
    if not DATABASE.intersection(request.fixturenames) and not _is_django_test(request):
        return
    import evennia
    from django.core.cache import caches
    from evennia.utils.idmapper.models import flush_cache

    flush_cache()
    caches["throttle"].clear()
    evennia.ON_DEMAND_HANDLER.tasks.clear()
    if "world.hosting" in sys.modules:
        # A match that is still hosted would meet the next test's rows of the same number.
        sys.modules["world.hosting"].forget_all()


def _is_django_test(request: pytest.FixtureRequest) -> bool:
    from django.test import SimpleTestCase

    return isinstance(request.cls, type) and issubclass(request.cls, SimpleTestCase)
