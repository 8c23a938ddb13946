"""Who is told that a game has mistakes."""

import pytest

from world.community import staff
from world.shelf import games

MISTAKE = "race/cards/wheels.json5: a {very} |rodd place: is wrong"


@pytest.fixture
def broken(monkeypatch):
    monkeypatch.setattr(games, "_shelf", {})
    monkeypatch.setattr(games, "_mistakes", {"race": MISTAKE})


class Account:
    """Somebody who is connected."""

    language = "en"

    def __init__(self, builder):
        self.builder = builder
        self.heard = []

    def check_permstring(self, permission):
        return self.builder

    def msg(self, text):
        self.heard.append(text)


def test_staff_reads_where_the_mistake_is_and_others_nothing(broken):
    builder, player = Account(True), Account(False)
    staff.tell_staff(builder)
    staff.tell_staff(player)
    (told,) = builder.heard
    assert "race/cards/wheels.json5" in told
    assert "||rodd" in told  # as it is typed, without the power of a colour
    assert player.heard == []


def test_nothing_is_told_where_all_is_well(monkeypatch):
    monkeypatch.setattr(games, "_shelf", {})
    monkeypatch.setattr(games, "_mistakes", {})
    builder = Account(True)
    staff.tell_staff(builder)
    assert builder.heard == []
