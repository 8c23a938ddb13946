"""In the town of Knave: a day ends while people are in a shop; a sheet in an expedition."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from scenes_at_market import restart, scene

from typeclasses.rooms import Place
from typeclasses.worldbuilding import build_outside
from world.models import Sheet
from world.render.outside import is_night
from world.sheets.book import MINT
from world.sheets.trading import Move, trade
from world.shelf import games

from ..world.sheets.books import check_books
from .conftest import load


@pytest.fixture
def now(monkeypatch):
    """The moment it is, which a test moves."""
    moment = [datetime(2026, 3, 1, 23, 59, tzinfo=ZoneInfo("UTC"))]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    return moment


@pytest.fixture
def ann(hall, standing, now):
    """Somebody with coins, where a pedlar sells."""
    for name in ("knave", "knave_town"):
        games.put_on_shelf(load(name))
    build_outside()
    somebody = standing(Place.named("road"))("Ann")
    somebody.type("surprise")
    somebody.type("drop all")  # there is room for what is bought
    sheet = Sheet.objects.get(account=somebody.account)
    trade([Move("coins", MINT, sheet, 500)], "prize")
    return somebody


def wares(somebody):
    """What is offered to somebody who is asked what they want to buy."""
    asked = scene(somebody).match.choice_of(0)
    return [scene(somebody).match.card_id(each.entity) for each in asked.options]


@pytest.mark.parametrize("days", [1, -1])
def test_who_is_in_a_shop_when_the_day_changes_buys_what_they_were_shown(ann, now, days):
    ann.type("buy")
    shown = wares(ann)
    now[0] += timedelta(days=days)
    restart()
    assert wares(ann) == shown
    torches = Sheet.objects.get().things.filter(kind="knave.gear.torch")
    before = torches.count()
    assert "Torch" in ann.type("torch")
    ann.type("leave")
    assert torches.count() == before + 1
    ann.type("buy")
    assert wares(ann) != shown


def test_wares_change_when_the_night_of_the_server_has_its_middle(ann, now):
    with timezone.override(ZoneInfo("Asia/Shanghai")):
        found = []
        for hour in (15, 16, 17, 23):  # 23:00, 0:00, 1:00 and 7:00 there
            now[0] = datetime(2026, 3, 1, hour, 30, tzinfo=ZoneInfo("UTC"))
            ann.type("buy")
            found.append((wares(ann), is_night()))
            ann.type("leave")
    assert [dark for _, dark in found] == [True, True, True, False]
    assert found[0][0] != found[1][0] == found[2][0] == found[3][0]


def test_a_sheet_tells_all_of_it_also_where_the_game_that_is_played_does_not_know_it(ann):
    ann.type("buy")
    ann.type("leave")
    sheet = Sheet.objects.get(account=ann.account)
    sheet.fields["bank"] = 7
    sheet.save()
    ann.character.move_to(Place.named("mouth"), quiet=True)
    ann.type("down")
    told = ann.type("sheet")
    assert "Sessa the pedlar" in told
    assert "any more" not in told
    assert "in the bank 7" in told


@pytest.mark.parametrize("way_out", ["goodbye", "leave"])
def test_what_is_fetched_from_the_bank_is_had_however_one_leaves(ann, way_out):
    ann.character.move_to(Place.named("counting_house"), quiet=True)
    ann.type("deposit 50")
    ann.type("goodbye")
    coins = Sheet.objects.get().fields["coins"]
    ann.type("withdraw 20")
    ann.type(way_out)
    fields = Sheet.objects.get().fields
    assert (fields["coins"], fields["bank"]) == (coins + 20, 30)
    check_books()
