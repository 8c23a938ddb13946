"""Settings which must not be lost by accident."""

import pytest
from django.conf import settings
from django.db import connection


def test_tests_do_not_touch_a_real_game():
    assert settings.DATABASES["default"]["NAME"] != settings.LOG_DIR
    assert "chrono-wizard-test-" in settings.LOG_DIR


def test_nobody_sees_a_traceback():
    assert settings.IN_GAME_ERRORS is False
    assert settings.DEBUG is False


def test_only_known_hosts_and_this_machine_by_default():
    assert "*" not in settings.ALLOWED_HOSTS
    assert settings.TELNET_INTERFACES == ["127.0.0.1"]


def test_a_positive_command_rate():
    assert settings.MAX_COMMAND_RATE > 0


@pytest.mark.django_db
def test_commits_survive_the_process():
    if connection.vendor != "sqlite":
        pytest.skip("for SQLite")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        # 0 would be OFF, which Evennia sets if one lets it.
        assert cursor.fetchone()[0] >= 1
    assert "journal_mode=WAL" in settings.DATABASES["default"]["OPTIONS"]["init_command"]
    assert not settings.SQLITE3_PRAGMAS
