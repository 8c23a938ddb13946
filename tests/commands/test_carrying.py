"""What one carries outside: picking up, laying down, giving away; every move is in the book."""

import pytest
from django.db import OperationalError
from retired import packs_without, publish
from scenes_at_market import restart
from wharf import PACK, equip, kinds_at, kinds_of, sheet_of

from world.models import Entry, Thing
from world.sheets import carrying
from world.sheets.book import Book, place_named
from world.shelf import games


@pytest.fixture
def outside(square, standing):
    """Makes people who stand at the square, with what everybody begins with."""
    return standing(square, then=equip)


@pytest.fixture
def ann(outside):
    return outside("Ann")


@pytest.fixture
def ben(outside):
    return outside("Ben")


@pytest.fixture
def an(outside):
    return outside("小安", language="zh")


def coins(somebody):
    return sheet_of(somebody).fields["coins"]


def lay(kind, number, place="square"):
    """Things that somebody has left in a place."""
    ground = place_named("wharf", f"ground:{place}")
    Thing.objects.bulk_create(
        Thing(realm="wharf", kind=f"h.good.{kind}", place=ground) for _ in range(number)
    )


# -- laying down and picking up


def test_what_is_laid_down_lies_there_for_anybody(ann, ben):
    assert "You lay down: rope." in ann.type("drop rope")
    assert kinds_at("square") == ["rope"]
    assert "On the ground: rope." in ben.type("look")
    assert "You pick up: rope." in ben.type("get rope")
    assert kinds_of(ben).count("rope") == 2
    assert "rope" not in kinds_of(ann)
    moves = Entry.objects.filter(what="h.good.rope", reason__in=("laid down", "picked up"))
    assert [(e.source, e.target) for e in moves.order_by("pk")] == [
        ("sheet", "place"),
        ("place", "sheet"),
    ]


def test_in_chinese_and_by_number(an):
    assert "你放下：口粮×2。" in an.type("放下 2份口粮")
    assert "你捡起：口粮。" in an.type("拿口粮")
    an.type("拿全部")
    assert kinds_at("square") == []


def test_only_one_gets_a_thing(ann, ben, monkeypatch):
    from world.sheets import carrying

    lay("rope", 1)
    lying = carrying.things_lying(
        carrying.Purse.open(square_pack(), ann.account).pack, "ground:square"
    )
    ann.type("get rope")
    monkeypatch.setattr(carrying, "things_lying", lambda *_: lying)
    assert "not there any more" in ben.type("get rope")
    assert kinds_of(ben).count("rope") == 1


def square_pack():
    from world.shelf import games

    return games.games_by_id()["wharf"]


def test_what_is_not_there_or_not_ones_own_is_told(ann):
    assert "Nothing called “moon” lies here." in ann.type("get moon")
    assert "You have nothing at hand that is called “moon”." in ann.type("drop moon")
    assert "called “-1 rope”" in ann.type("drop -1 rope")
    assert "called “0 rope”" in ann.type("drop 0 rope")
    assert "get rope" in ann.type("get")
    assert "Nothing lies here." in ann.type("get all")


def test_what_is_in_use_has_to_be_put_away_first(ann):
    ann.type("wear rope")
    ann.type("goodbye")
    told = ann.type("drop rope")
    assert "rope is not at hand (in use)" in told
    assert "rope" in kinds_of(ann)


def test_a_task_stays_with_who_has_taken_it_on(ann, ben):
    assert "parcel is a task" in ann.type("drop parcel")
    assert "parcel is a task" in ann.type("give Ben parcel")
    told = ann.type("quests")
    for part in ("parcel", "Bring it to the gate.", "Step: 0."):
        assert part in told


def test_a_task_that_no_game_knows_any_more_breaks_nothing(ann):
    sheet = sheet_of(ann)
    for _ in range(50):
        Thing.objects.create(realm=sheet.realm, kind="v.letter.gone", sheet=sheet, retired=True)
    assert "parcel" in ann.type("quests")
    assert "gone" in ann.type("inventory").casefold()


def test_all_is_what_is_at_hand_and_no_task(ann):
    ann.type("wear rope")
    ann.type("goodbye")
    ann.type("drop all")
    assert kinds_at("square") == ["lamp", "ration", "ration"]
    assert kinds_of(ann) == ["rope", "parcel"]


def test_there_is_so_much_room_on_the_ground(ann):
    lay("rope", 49)
    ann.type("drop lamp")
    assert "50 things lie here at most" in ann.type("drop ration")
    assert len(kinds_at("square")) == 50


def test_one_carries_as_much_as_the_game_says(ann):
    lay("rope", 2)
    ann.type("get rope")
    assert "You can have 6 things with you" in ann.type("get rope")
    assert len(kinds_of(ann)) == 6


def test_where_no_place_is_nothing_is_laid_down(ann):
    ann.type("hall")
    assert "only in places outside the hall" in ann.type("drop rope")


def test_while_a_match_has_the_sheet_nothing_changes_hands(ann, ben):
    ann.type("visit marta")
    for line in ("drop rope", "give Ben rope"):
        assert "is with you there: Wharf: Marta the smith" in ann.type(line) or "Marta" in ann.type(
            line
        )
    assert "is in a game just now" in ben.type("give Ann rope")
    assert "rope" in kinds_of(ann)


def test_who_has_no_sheet_is_told_so(square, person):
    cyd = person("Cyd")
    cyd.character.move_to(square, quiet=True)
    for line in ("get rope", "drop rope", "inventory", "quests", "give Ann rope"):
        assert "nothing out here yet" in cyd.type(line), line


# -- giving


def test_what_is_given_changes_hands_when_the_other_agrees(ann, ben):
    assert "You offer Ben: rope." in ann.type("give Ben rope")
    assert "offers you: rope" in ben.told()
    assert "rope" in kinds_of(ann)
    assert "Ann gives you: rope." in ben.type("yes")
    assert "Ben takes it: rope." in ann.told()
    assert "rope" not in kinds_of(ann)
    assert kinds_of(ben).count("rope") == 2


def test_numbers_that_are_conserved_can_be_given(ann, ben):
    ann.type("give 5 coins to Ben")
    ben.type("yes")
    assert (coins(ann), coins(ben)) == (15, 25)
    ann.type("give Ben 1 coin")
    ben.type("yes")
    assert (coins(ann), coins(ben)) == (14, 26)


def test_giving_in_chinese(an, outside):
    xiao = outside("小石", language="zh")
    an.type("给小石5枚钱币")
    xiao.type("同意")
    assert (coins(an), coins(xiao)) == (15, 25)
    an.type("把绳子给小石")
    an.type("给 小石 绳子")
    xiao.type("同意")
    assert kinds_of(xiao).count("rope") == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("give Ben 21 coins", "You have 20 coins."),
        ("give Ben 0 coins", "You have 20 coins."),
        ("give Ben 999999999 coins", "You have 20 coins."),
        ("give Ben -3 coins", "nothing at hand that is called"),
        ("give Ben 3 rank", "nothing at hand that is called"),
        ("give Ann rope", "That is you."),
        ("give Ben", "to whom and what"),
        ("give rope", "Nobody here is called so"),
        ("give Zed rope", "Nobody here is called so"),
        ("give marta rope", "Marta the smith takes nothing this way"),
        ("give rope to the smith", "Marta the smith takes nothing this way"),
        ("give", "to whom and what"),
    ],
)
def test_what_cannot_be_given_is_refused_in_a_sentence(ann, ben, line, told):
    ben.type("look")
    assert told in ann.type(line)
    assert "offers" not in ben.told()


def test_who_says_no_or_walks_away_gets_nothing(ann, ben):
    ann.type("give Ben rope")
    ben.type("no")
    assert "does not want to" in ann.told()
    ann.type("give Ben rope")
    ben.type("north")
    assert "is not here" in ben.type("yes")
    assert "rope" in kinds_of(ann)


def test_what_is_gone_meanwhile_is_not_given(ann, ben):
    ann.type("give Ben rope")
    ann.type("drop rope")
    assert "not there any more" in ben.type("yes")
    ann.type("give 15 coins to Ben")
    ben.type("yes")
    ann.type("give 5 coins to Ben")
    sheet = sheet_of(ann)
    sheet.fields["coins"] = 2
    sheet.save()
    assert "Ann has less than that by now." in ben.type("yes")
    assert coins(ben) == 35


def test_who_ignores_one_is_not_asked(ann, ben):
    ben.type("ignore Ann")
    ben.type("look")
    ann.type("give Ben rope")
    assert "offers you" not in ben.told()
    assert "rope" in kinds_of(ann)


def test_who_has_no_room_or_has_left_is_not_given_anything(ann, ben, logout):
    ground = sheet_of(ben)
    Thing.objects.create(realm="wharf", kind="h.good.rope", sheet=ground)
    assert "Ben cannot carry any more." in ann.type("give Ben rope")
    logout(ben)
    assert "Nobody here is called so" in ann.type("give Ben rope")


def test_people_and_things_can_be_called_like_ways_and_commands(outside, ann):
    north = outside("North")
    Thing.objects.create(realm="wharf", kind="h.good.north", sheet=sheet_of(ann))
    ann.type("give North north needle")
    north.type("yes")
    assert "north" in kinds_of(north)
    north.type("drop north")
    ann.type("give rope to north")
    north.type("yes")
    assert "rope" not in kinds_of(ann)


def test_after_a_kill_of_the_server_everything_is_where_it_was(ann):
    ann.type("drop rope")
    restart()
    assert kinds_at("square") == ["rope"]
    ann.type("get rope")
    assert "rope" in kinds_of(ann)


# -- looking through it


def test_the_inventory_says_what_is_in_use_and_what_is_carried(ann, an):
    ann.type("wear lamp")
    ann.type("goodbye")
    assert ann.type("i").splitlines() == [
        "In use: lamp.",
        "You carry: rope, ration×2.",
        "You have: coins 20.",
    ]
    assert "你带着：" in an.type("物品")


def test_in_a_scene_the_sheet_of_the_match_is_shown(ann):
    ann.type("visit marta")
    ann.type("sell rope")
    told = ann.type("inventory")
    assert "coins 23" in told
    assert "rope" not in told


def test_a_gift_that_could_not_be_stored_can_be_taken_once_more(ann, ben, monkeypatch):
    def fails(*_, **__):
        raise OperationalError("database is locked")

    ann.type("give 5 coins to ben")
    with monkeypatch.context() as broken:
        broken.setattr(carrying, "trade", fails)
        ben.type("yes")
    assert coins(ann) == coins(ben) == 20
    assert "Ann gives you" in ben.type("yes")
    assert (coins(ann), coins(ben)) == (15, 25)


# -- what the game does not have any more


@pytest.fixture
def needle(ann, tmp_path):
    """Ann has a needle in use when it is taken out of the game; the game that has it still."""
    whole = games.games_by_id()["wharf"]
    book = Book("wharf", "prize")
    book.make_thing("h.good.north", sheet_of(ann), zone="worn")
    book.store()
    publish(*packs_without(["north"], tmp_path, PACK))
    return whole


def test_what_the_game_has_no_more_is_still_there_and_said_to_be_so(ann, needle):
    assert "In use" not in ann.type("inventory")
    assert "Not in the game any more, but yours to drop or give: north." in ann.type("inventory")
    assert "Not in this game any more: north." in ann.type("sheet")
    publish(needle)
    assert "In use: north needle." in ann.type("inventory")


def test_a_match_leaves_it_at_home_and_it_is_not_lost_meanwhile(ann, needle):
    ann.type("visit marta")
    assert "Not in this game any more: north." in ann.type("inventory")
    ann.type("goodbye")
    assert "north" in kinds_of(ann)


def test_it_is_laid_down_picked_up_and_given_and_nobody_has_it_in_use_then(ann, ben, needle):
    ann.type("drop north")
    assert kinds_at("square") == ["north"]
    ann.type("get north")
    ann.type("give north to ben")
    ben.type("yes")
    publish(needle)
    assert "In use" not in ben.type("inventory")
    assert Thing.objects.get(kind="h.good.north").sheet == sheet_of(ben)
