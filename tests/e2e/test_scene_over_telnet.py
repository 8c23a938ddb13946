"""
A scene over a real socket: a builder makes a shop, somebody goes there, the Server is killed, lines
are pasted by the hundred, and all sums are right.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from e2e.at_the_table import ask_database
from e2e.harness import wait_until

STALL = Path(__file__).parents[1] / "world" / "packs" / "stall"
SHOP = (
    "dig Market;市场 : typeclasses.rooms.Room = market;市场,out",
    "market",
    "create/drop keeper;掌柜 : typeclasses.objects.Object",
    "set keeper/scene = stall",
    'set keeper/scene_options = {"price": 1}',
)


@pytest.fixture(scope="module")
def market(copied):
    """A game with a shop in it, built in the game."""
    game = copied()
    shutil.copytree(STALL, game.data_dir / "packs" / "stall")
    game.start_prepared()
    boss = game.client()
    boss.expect("Chrono Wizard")
    boss.send(f"connect admin {game.admin_password}")
    boss.expect("Welcome|欢迎")
    for line in ("language en", *SHOP):
        boss.answer(line)
    assert "To visit here: keeper." in boss.answer("visit")
    yield game
    game.stop()


def coins(game, name):
    """What somebody owns, at home, and the answers of all their matches."""
    of = f"account_id in (select id from accounts_accountdb where username = '{name}')"
    ((fields,),) = ask_database(game, f"select fields from world_sheet where {of}")
    return json.loads(fields)["coins"]


def test_a_kill_in_the_midst_of_a_scene_takes_nothing_and_gives_nothing(market):
    ann = market.player("Ann")
    ann.send("language en", "market", "visit keeper")
    ann.expect("You have 500 coins; a rope costs 1.")
    ann.send("1")
    ann.expect("You have 499 coins")
    old = market.kill_server()
    market.wait_for_new_server(old)
    ann.expect("You have 499 coins.*1\\) buy a rope")
    ann.send("1")
    ann.expect("You have 498 coins")
    ann.send("back", "leave")
    ann.expect("You leave it at that: keeper.")
    ann.send("visit keeper")
    ann.expect("You have 499 coins")
    ann.send("leave")
    ann.expect("You leave it")
    assert coins(market, "Ann") == 499


def test_two_hundred_pasted_lines_are_answers_or_told_and_the_sums_are_exact(market):
    li = market.player("Li2")
    li.send("language zh")
    li.expect("语言：中文")
    li.send("市场", "拜访 掌柜")
    li.expect("你有500枚钱")
    li.send(*["买绳子"] * 200)
    said = li.read_all(8)
    li.send("离开")
    li.expect("就此作罢")
    answers = ask_database(
        market,
        "select count(*) from world_journalentry where match_id = (select max(id) from"
        " world_matchrecord)",
    )[0][0]
    assert answers >= 60
    wait_until(lambda: coins(market, "Li2") == 500 - answers)  # it is stored behind what is told
    assert min(map(int, re.findall("你有(\\d+)枚钱", said))) == 500 - answers
    assert "Traceback" not in market.log()
